// SPDX-License-Identifier: BSL-1.0
// Plain sockets for tests whose peer is no HTTP server: a deaf port, a proxy.
#pragma once

#include "fixture.hpp"

#include <boost/asio/ip/address.hpp>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace fake
{

/// An IPv4 loopback socket that listens on a free port.
inline int listen_on(std::string const& address, int backlog, std::uint16_t& port)
{
    int const listener = ::socket(AF_INET, SOCK_STREAM, 0);
    int const on = 1;
    ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(boost::asio::ip::make_address_v4(address).to_uint());
    socklen_t size = sizeof at;
    BOOST_TEST_REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&at), size) == 0);
    BOOST_TEST_REQUIRE(::listen(listener, backlog) == 0);
    ::getsockname(listener, reinterpret_cast<sockaddr*>(&at), &size);
    port = ntohs(at.sin_port);
    return listener;
}

/// An address on which connections are neither accepted nor refused: its queue is full.
class silent_address
{
public:
    silent_address(std::string const& address, std::uint16_t port)
        : listener_(listen_on(address, 0, port))
    {
        sockaddr_in at{};
        socklen_t size = sizeof at;
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size);
        for (int& filler : fillers_)
        {
            filler = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
            static_cast<void>(::connect(filler, reinterpret_cast<sockaddr*>(&at), size));
        }
        // The queue is full when a connection does not come about.
        pollfd waiting{fillers_[0], POLLOUT, 0};
        static_cast<void>(::poll(&waiting, 1, 1000));
    }
    ~silent_address()
    {
        for (int const filler : fillers_)
            ::close(filler);
        ::close(listener_);
    }
    silent_address(silent_address const&) = delete;
    silent_address& operator=(silent_address const&) = delete;

private:
    int listener_ = -1;
    int fillers_[3]{};
};

/// A server on plain sockets: calls a function for each connection, in a thread of its own, and
/// closes the connection when that returns. The function must return soon after its socket was shut
/// down.
class socket_server
{
public:
    explicit socket_server(std::function<void(int, std::size_t)> serve)
        : serve_(std::move(serve))
        , listener_(listen_on("127.0.0.1", 64, port_))
        , acceptor_([this] { accept_loop(); })
    {
    }
    ~socket_server()
    {
        ::shutdown(listener_, SHUT_RDWR);
        acceptor_.join();
        {
            std::lock_guard const lock(mutex_);
            for (int const socket : sockets_)
                ::shutdown(socket, SHUT_RDWR);
        }
        for (auto& thread : threads_)
            thread.join();
        for (int const socket : sockets_)
            ::close(socket);
        ::close(listener_);
    }
    socket_server(socket_server const&) = delete;
    socket_server& operator=(socket_server const&) = delete;

    std::uint16_t port() const noexcept { return port_; }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    std::size_t connections() const
    {
        std::lock_guard const lock(mutex_);
        return sockets_.size();
    }

    /// Counts a socket among those that the destructor shuts down and closes.
    void adopt(int socket)
    {
        std::lock_guard const lock(mutex_);
        sockets_.push_back(socket);
    }

private:
    void accept_loop()
    {
        for (;;)
        {
            int const socket = ::accept(listener_, nullptr, nullptr);
            if (socket < 0)
                return;
            std::lock_guard const lock(mutex_);
            sockets_.push_back(socket);
            threads_.emplace_back(
                [this, socket, number = sockets_.size()]
                {
                    serve_(socket, number);
                    ::shutdown(socket, SHUT_WR);
                });
        }
    }

    std::function<void(int, std::size_t)> serve_;
    std::uint16_t port_ = 0;
    int listener_;
    mutable std::mutex mutex_;
    std::vector<int> sockets_;
    std::vector<std::thread> threads_;
    std::thread acceptor_;
};

/// Reads until a head is complete; everything that was read, or less if the peer has closed.
inline std::string read_head(int socket)
{
    std::string head;
    char byte = 0;
    while (head.find("\r\n\r\n") == std::string::npos && ::recv(socket, &byte, 1, 0) == 1)
        head.push_back(byte);
    return head;
}

inline void send_text(int socket, std::string_view text)
{
    while (!text.empty())
    {
        auto const sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
}

/// Reads and drops until the peer closes.
inline void drain(int socket)
{
    char buffer[65536];
    while (::recv(socket, buffer, sizeof buffer, 0) > 0)
    {
    }
}

/// Closes with RST at once.
inline void reset(int socket)
{
    linger const at_once{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    // The descriptor stays for its owner to close: a socket of nothing takes its place.
    int const nothing = ::socket(AF_INET, SOCK_STREAM, 0);
    ::dup2(nothing, socket);
    ::close(nothing);
}

inline boost::asio::ip::address ip(char const* text)
{
    return boost::asio::ip::make_address(text);
}

} // namespace fake
