// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/config.hpp>

#include <boost/asio/ip/address.hpp>

#include <exception>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net
{

/** A function of the application that looks a host name up: it takes a `std::string const&`, a name
    in lower case and never an IP address, and returns a `result<std::vector<asio::ip::address>>`.

    Called in a thread of its own (but for an execution context that allows no other threads, where
    it blocks the context), which it may block for as long as it likes: calls give up at
    their limits, and later calls to the same host wait for the same lookup. It may be running when
    the client is destroyed and must not refer to anything that ends before it.

    The addresses are in order of preference; at most 64 are looked at. Code and detail of an error
    are reported in an error of kind `resolve`, and so is the text of an exception; `std::bad_alloc`
    comes out of the calls that wait for the lookup.
*/
class resolve_function
{
    using function_type =
        std::function<result<std::vector<asio::ip::address>>(std::string const& host)>;

public:
    /** None. */
    resolve_function() noexcept = default;

    /** @param function Anything that can be called with a name and can be copied. */
    template <class Function>
        requires(!std::is_same_v<std::remove_cvref_t<Function>, resolve_function> &&
                    std::is_constructible_v<function_type, Function>)
    resolve_function(Function&& function)
        : function_(std::forward<Function>(function))
        , ask_(&ask<function_type>)
    {
    }

    /** Whether there is one. */
    explicit operator bool() const noexcept { return static_cast<bool>(function_); }

    /** Looks a name up. @pre There is a function.

        @returns The addresses, or why there are none: also what the function throws, but for
        `std::bad_alloc`, which comes out.
    */
    result<std::vector<asio::ip::address>> operator()(std::string const& host) const
    {
        return ask_(function_, host);
    }

private:
    template <class Function>
    static result<std::vector<asio::ip::address>> ask(
        Function const& function, std::string const& host)
    {
        try
        {
            return function(host);
        }
        catch (...)
        {
            return detail::callback_error(
                "client_options::resolver", std::current_exception(), error_kind::resolve);
        }
    }

    function_type function_;

    /// Calls the function. Named only where there is one: other programs hold no code for it.
    result<std::vector<asio::ip::address>> (*ask_)(function_type const&, std::string const&) =
        nullptr;
};

} // namespace restbind::net
