// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/process.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <mutex>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** A socket of this process alone: programs that it starts do not inherit it, and a child of
    `fork()` cannot reach its peer, see `process`. Opened by `open_own`.
*/
class own_socket final : public asio::ip::tcp::socket
{
public:
    RESTBIND_COLD explicit own_socket(asio::any_io_executor const& executor)
        : asio::ip::tcp::socket(executor)
    {
    }

    RESTBIND_COLD own_socket(own_socket&& other) noexcept
        : asio::ip::tcp::socket(std::move(other))
    {
        take_descriptor(other);
    }

    RESTBIND_COLD own_socket& operator=(own_socket&& other) noexcept
    {
        close_own();
        asio::ip::tcp::socket::operator=(std::move(other));
        take_descriptor(other);
        return *this;
    }

    RESTBIND_COLD ~own_socket() { close_own(); }

    /** Opens it. @returns The system's error. */
    RESTBIND_COLD boost::system::error_code open_own(asio::ip::tcp protocol);

    /** Closes it. */
    RESTBIND_COLD void close_own() noexcept;

private:
    boost::system::error_code open_uninherited(asio::ip::tcp protocol);
    RESTBIND_COLD void take_descriptor(own_socket& other) noexcept;

    own_descriptor descriptor_; ///< guarded by the mutex of the process
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/own_socket.ipp>
#endif
