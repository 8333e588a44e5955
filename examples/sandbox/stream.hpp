// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_STREAM_HPP
#define SANDBOX_STREAM_HPP

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <optional>
#include <utility>

namespace sandbox {

/// A client's connection, encrypted or not: one type for both, so that what reads and writes HTTP is compiled once.
class stream
{
public:
    using socket_type = boost::asio::ip::tcp::socket;
    using executor_type = socket_type::executor_type;

    /// @param tls Encrypts the connection if it is not null; must outlive the object.
    stream(socket_type socket, boost::asio::ssl::context* tls) : socket_(std::move(socket))
    {
        if (tls != nullptr)
            tls_.emplace(socket_, *tls);
    }

    stream(stream const&) = delete;
    stream& operator=(stream const&) = delete;

    executor_type get_executor() { return socket_.get_executor(); }
    socket_type& socket() { return socket_; }
    [[nodiscard]] bool encrypted() const { return tls_.has_value(); }

    /// Only where the connection is encrypted.
    template <class Token>
    auto async_handshake(Token&& token)
    {
        return tls_->async_handshake(boost::asio::ssl::stream_base::server, std::forward<Token>(token));
    }

    /// Only where the connection is encrypted: says close_notify and waits for the client's.
    template <class Token>
    auto async_shutdown(Token&& token)
    {
        return tls_->async_shutdown(std::forward<Token>(token));
    }

    template <class Buffers, class Token>
    auto async_read_some(Buffers const& buffers, Token&& token)
        -> decltype(std::declval<socket_type&>().async_read_some(buffers, std::forward<Token>(token)))
    {
        if (tls_)
            return tls_->async_read_some(buffers, std::forward<Token>(token));
        return socket_.async_read_some(buffers, std::forward<Token>(token));
    }

    template <class Buffers, class Token>
    auto async_write_some(Buffers const& buffers, Token&& token)
        -> decltype(std::declval<socket_type&>().async_write_some(buffers, std::forward<Token>(token)))
    {
        if (tls_)
            return tls_->async_write_some(buffers, std::forward<Token>(token));
        return socket_.async_write_some(buffers, std::forward<Token>(token));
    }

private:
    socket_type socket_;
    std::optional<boost::asio::ssl::stream<socket_type&>> tls_;
};

} // namespace sandbox

#endif
