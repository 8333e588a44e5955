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

    Deletes the overloads of a client's member `function`, and of `async_function` for tokens whose
    result is awaited, that would take a temporary request or temporary options, where the compiler
    destroys such a temporary twice: name the request and the options before the `co_await`. Nothing
    elsewhere.

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
    void function(request&&, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options const& = {})   \
        const = delete;                                                                            \
    template <restbind::net::awaited_token CompletionToken>                                        \
    void async_##function(request&&,                                                               \
        __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options const&, CompletionToken&&) const =  \
        delete;
#define RESTBIND_REFUSE_TEMPORARY_OPTIONS(function, first, ...)                                    \
    void function(first, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options&&) const = delete; \
    template <restbind::net::awaited_token CompletionToken>                                        \
    void async_##function(first, __VA_ARGS__ __VA_OPT__(, ) restbind::net::call_options&&,         \
        CompletionToken&&) const = delete;
#else
#define RESTBIND_REFUSE_TEMPORARIES(...)
#define RESTBIND_REFUSE_TEMPORARY_OPTIONS(...)
#endif

namespace boost::asio
{
}

namespace restbind::net
{
namespace asio = boost::asio;
} // namespace restbind::net
