#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/associator.hpp>

#include <utility>

namespace restbind::net::detail
{

/** A completion handler with something in front of it. Executor, allocator and cancellation slot
    are those of the handler inside.

    @tparam Adapter Is called with the handler, which it calls in turn, and the result.
*/
template <class Adapter, class Handler>
struct adapted_handler
{
    Adapter adapter;
    Handler handler;

    template <class... Results>
    void operator()(Results... results)
    {
        adapter(std::move(handler), std::move(results)...);
    }
};

} // namespace restbind::net::detail

template <template <class, class> class Associator, class Adapter, class Handler, class Default>
struct boost::asio::associator<Associator, restbind::net::detail::adapted_handler<Adapter, Handler>,
    Default> : Associator<Handler, Default>
{
    using outer = restbind::net::detail::adapted_handler<Adapter, Handler>;

    static auto get(outer const& adapted) noexcept
    {
        return Associator<Handler, Default>::get(adapted.handler);
    }

    static auto get(outer const& adapted, Default const& otherwise) noexcept
    {
        return Associator<Handler, Default>::get(adapted.handler, otherwise);
    }
};
