#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <type_traits>

namespace restbind::net
{

namespace detail
{

template <class Token>
struct is_awaited : std::false_type
{
};

template <class Executor>
struct is_awaited<asio::use_awaitable_t<Executor>> : std::true_type
{
};

template <>
struct is_awaited<asio::deferred_t> : std::true_type
{
};

// as_tuple, redirect_error, bind_executor and the like around one of these.
template <template <class...> class Adapter, class Token, class... Others>
struct is_awaited<Adapter<Token, Others...>> : is_awaited<Token>
{
};

} // namespace detail

/** A completion token whose result is awaited: `use_awaitable`, `deferred`, or an adapter around
    one of them. */
template <class Token>
concept awaited_token = detail::is_awaited<std::remove_cvref_t<Token>>::value;

} // namespace restbind::net
