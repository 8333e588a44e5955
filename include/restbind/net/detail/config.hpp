// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

/** 1 where an aggregate that is written inside a `co_await` expression is destroyed twice (g++
    before 13), otherwise 0.

    Generated clients then refuse temporary requests and options, see RESTBIND_REFUSE_TEMPORARIES.
*/
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#define RESTBIND_TEMPORARY_IN_CO_AWAIT_IS_UNSAFE 1
#else
#define RESTBIND_TEMPORARY_IN_CO_AWAIT_IS_UNSAFE 0
#endif

/** @def RESTBIND_REFUSE_TEMPORARIES(function, request, ...)

    Overloads of a client's member `function`, and of `async_function` for tokens whose result is
    awaited, that take a temporary request or temporary options and do not compile, where the
    compiler destroys such a temporary twice. Nothing elsewhere.

    @param request Type of the request.
    @param ... Types of the parameters between the request and the options.
*/
/** @def RESTBIND_REFUSE_TEMPORARY_OPTIONS(function, first, ...)

    The same for the options alone.

    @param first Type of the first parameter, as it is declared.
*/
#if RESTBIND_TEMPORARY_IN_CO_AWAIT_IS_UNSAFE
#define RESTBIND_REFUSE_TEMPORARIES(function, request, ...)                                        \
    RESTBIND_REFUSE_TEMPORARY_OPTIONS(function, request const& __VA_OPT__(, ) __VA_ARGS__)         \
    RESTBIND_REFUSE_TEMPORARY_OPTIONS(function, request&& __VA_OPT__(, ) __VA_ARGS__)              \
    RESTBIND_REFUSE_CALL(function, "request",                                                      \
        (request&&, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options const& = {}),           \
        (request&&, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options const&,                 \
            CompletionToken&&))                                                                    \
    RESTBIND_REFUSE_TOKEN(                                                                         \
        function, "request", (request&&, __VA_ARGS__ __VA_OPT__(, ) CompletionToken&&))
#define RESTBIND_REFUSE_TEMPORARY_OPTIONS(function, first, ...)                                    \
    RESTBIND_REFUSE_CALL(function, "options",                                                      \
        (first, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options&&),                         \
        (first, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options&&, CompletionToken&&))
#define RESTBIND_REFUSE_CALL(function, what, parameters, async_parameters)                         \
    template <class Unnamed = void>                                                                \
    void function parameters const                                                                 \
    {                                                                                              \
        static_assert(restbind::net::detail::is_named<Unnamed>, RESTBIND_NAME_FIRST(what));        \
    }                                                                                              \
    RESTBIND_REFUSE_TOKEN(function, what, async_parameters)
#define RESTBIND_REFUSE_TOKEN(function, what, parameters)                                          \
    template <restbind::net::detail::awaited_token CompletionToken>                                \
    void async_##function parameters const                                                         \
    {                                                                                              \
        static_assert(                                                                             \
            restbind::net::detail::is_named<CompletionToken>, RESTBIND_NAME_FIRST(what));          \
    }
#define RESTBIND_NAME_FIRST(what)                                                                  \
    "name the " what " before the co_await: g++ before 13 destroys an aggregate that is written "  \
    "inside a co_await expression twice"
#else
#define RESTBIND_REFUSE_TEMPORARIES(...)
#define RESTBIND_REFUSE_TEMPORARY_OPTIONS(...)
#endif

namespace boost::asio
{
}

namespace restbind::inline RESTBIND_ABI::net
{
namespace asio = boost::asio;

namespace detail
{

/** False: fails a static_assert where a template is used. */
template <class>
inline constexpr bool is_named = false;

} // namespace detail
} // namespace restbind::net
