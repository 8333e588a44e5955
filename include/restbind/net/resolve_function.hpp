#pragma once

#include <restbind/core/result.hpp>
#include <restbind/net/detail/config.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/system/error_code.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::net
{

namespace detail
{

class address_list; // what it holds would bring sockets and timers to who only states options

void add_address(address_list& to, asio::ip::address const& one, std::uint16_t port);

} // namespace detail

/** A function of the application that looks a host name up: it takes a `std::string const&`, a name
    in lower case and never an IP address, and returns a `result<std::vector<asio::ip::address>>`.

    Called in a thread of its own, which it may block for as long as it likes: calls give up at
    their limits, and later calls to the same host wait for the same lookup. It may be running when
    the client is destroyed and must not refer to anything that ends before it. An exception counts
    as a failure.

    The addresses are in order of preference; at most 64 are looked at. An error's code is reported
    in an error of kind `resolve`.
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

        @param found Receives the addresses, each with the port.
        @returns Why there are none.
    */
    boost::system::error_code operator()(
        detail::address_list& found, std::string const& host, std::uint16_t port) const
    {
        return ask_(function_, found, host, port);
    }

private:
    template <class Function>
    static boost::system::error_code ask(Function const& function, detail::address_list& found,
        std::string const& host, std::uint16_t port)
    {
        try
        {
            auto const addresses = function(host);
            if (!addresses)
                return addresses.error().code();
            for (asio::ip::address const& one : *addresses)
                detail::add_address(found, one, port);
        }
        catch (...)
        {
            return asio::error::no_recovery;
        }
        return {};
    }

    function_type function_;

    /// Calls the function. Named only where there is one: other programs hold no code for it.
    boost::system::error_code (*ask_)(
        function_type const&, detail::address_list&, std::string const&, std::uint16_t) = nullptr;
};

} // namespace restbind::net
