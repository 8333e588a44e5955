// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/process.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <cerrno>
#include <mutex>
#include <utility>

#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

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

RESTBIND_COLD inline boost::system::error_code own_socket::open_uninherited(
    asio::ip::tcp protocol)
{
    boost::system::error_code code;
#if defined(SOCK_CLOEXEC)
    // In one step: another thread may start a program at any time.
    int const made = ::socket(protocol.family(), SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);
    if (made < 0)
        return {errno, boost::system::system_category()};
    assign(protocol, made, code);
    if (code)
        ::close(made);
#elif defined(_WIN32)
    open(protocol, code);
    SOCKET const made = native_handle();
    if (!code &&
        ::SetHandleInformation(reinterpret_cast<HANDLE>(made), HANDLE_FLAG_INHERIT, 0) == 0)
        code.assign(static_cast<int>(::GetLastError()), boost::system::system_category());
#else
    open(protocol, code);
    if (!code && ::fcntl(native_handle(), F_SETFD, FD_CLOEXEC) != 0)
        code.assign(errno, boost::system::system_category());
#endif
    return code;
}

RESTBIND_COLD inline boost::system::error_code own_socket::open_own(asio::ip::tcp protocol)
{
    // No child sees a socket that is not listed.
    std::lock_guard const lock(process::mutex());
    boost::system::error_code const code = open_uninherited(protocol);
#if !defined(_WIN32)
    if (!code)
    {
        descriptor_.value = native_handle();
        process::add(descriptor_);
    }
#endif
    return code;
}

RESTBIND_COLD inline void own_socket::close_own() noexcept
{
    if (!is_open())
        return;
    // The mutex covers both, because another descriptor may get the number as soon as it is free.
    std::lock_guard const lock(process::mutex());
    process::remove(descriptor_);
    boost::system::error_code ignored;
    close(ignored);
}

RESTBIND_COLD inline void own_socket::take_descriptor(own_socket& other) noexcept
{
    std::lock_guard const lock(process::mutex());
    int const value = other.descriptor_.value;
    process::remove(other.descriptor_);
    if (value == -1)
        return;
    descriptor_.value = value;
    process::add(descriptor_);
}

} // namespace restbind::net::detail
