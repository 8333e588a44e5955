// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_CONNECTION_HPP
#define SANDBOX_CONNECTION_HPP

#include "handler.hpp"
#include "sandbox.hpp"
#include "stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>

namespace sandbox {

/** One client's TCP connection: reads a request, asks what answers it, writes the response, again and again.

    Everything runs on the executor of the socket, which is a strand.
*/
class connection : public std::enable_shared_from_this<connection>
{
public:
    /// @param tls Encrypts the connection if it is not null; must outlive the object.
    connection(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context* tls, handler& target,
               options const& settings);

    /// Serves until the client goes, an error, or `finish`. The object must be kept alive by the caller.
    boost::asio::awaitable<void> serve();

    /// Says 503 and goes; an encrypted connection just goes.
    boost::asio::awaitable<void> turn_away();

    /// Closes at once when idle, otherwise after the running request. From any thread.
    void finish();

private:
    struct incoming
    {
        request content;

        /// 10 or 11.
        unsigned version = 11;
        bool keep_alive = true;
    };

    /// The handshake of an encrypted connection. False: it failed.
    boost::asio::awaitable<bool> secure();

    /// Says close_notify, so that the client knows the end for one; bounded in time.
    boost::asio::awaitable<void> say_goodbye();

    /// Reads one request. Nothing: nobody is there to be answered, or the response is already out.
    boost::asio::awaitable<std::optional<incoming>> read();
    boost::asio::awaitable<bool> write(reply content, unsigned version, bool keep_alive, bool head_only);

    /// Reads away what the client still sends, so that closing does not reset the connection before the response
    /// has been read. Bounded in time and size.
    boost::asio::awaitable<void> linger();

    /// Closes the socket unless it is set again in time.
    void set_deadline(std::chrono::milliseconds duration);
    void close();
    void log(request const& r, unsigned status, std::chrono::steady_clock::time_point since) const;

    stream stream_;
    boost::asio::steady_timer deadline_;
    boost::asio::steady_timer pause_;
    boost::beast::flat_buffer buffer_;
    handler& handler_;
    options const settings_;
    bool busy_ = false;
    bool finishing_ = false;
};

} // namespace sandbox

#endif
