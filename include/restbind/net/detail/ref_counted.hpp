// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/associator.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/system/error_code.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Base of what the parts of a client share: lives as long as there is a share of it.

    Not `boost::intrusive_ref_counter`, which has no `try_share`: the list of token sources that all
    clients of a process share owns none of them, and a source found there may be about to go. Not
    `std::shared_ptr`, which would be compiled again for each type in every file that makes a call.

    @tparam T What derives from it, and is deleted as.
*/
template <class T>
class ref_counted
{
public:
    ref_counted(ref_counted const&) = delete;
    ref_counted& operator=(ref_counted const&) = delete;

    /** Takes a share through a pointer that owns none. @returns False if the last share is gone. */
    bool try_share() const noexcept
    {
        std::size_t count = shares_.load(std::memory_order_relaxed);
        while (count != 0)
            if (shares_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
                return true;
        return false;
    }

    friend void intrusive_ptr_add_ref(ref_counted const* one) noexcept
    {
        one->shares_.fetch_add(1, std::memory_order_relaxed);
    }

    friend void intrusive_ptr_release(ref_counted const* one) noexcept
    {
        if (one->shares_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete static_cast<T const*>(one);
    }

protected:
    ref_counted() = default;
    ~ref_counted() = default;

private:
    mutable std::atomic<std::size_t> shares_{0};
};

/** A share of an object that derives from `ref_counted`; may be null. */
template <class T>
using intrusive_ptr = boost::intrusive_ptr<T>;

/** Is told that an asynchronous operation has ended. */
class completion_target : public ref_counted<completion_target>
{
public:
    virtual ~completion_target() = default;

    /** @param number As in the `completion_handler` that the operation was started with. */
    virtual void ended(std::uint64_t number, boost::system::error_code code) = 0;
};

/** Completion handler of all operations that no coroutine waits for. It keeps its completion_target
    alive.

    All of these operations share one type of handler, because for each type a file that makes a
    call would compile much of Asio once more.
*/
struct completion_handler
{
    intrusive_ptr<completion_target> receiver;
    std::uint64_t number;

    void operator()(boost::system::error_code code) const { receiver->ended(number, code); }
};

/** A completion handler around another one, which does something before it calls that. Executor,
    allocator and cancellation slot are those of the inner handler.

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
