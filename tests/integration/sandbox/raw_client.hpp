// SPDX-License-Identifier: BSL-1.0
#ifndef TESTS_SANDBOX_RAW_CLIENT_HPP
#define TESTS_SANDBOX_RAW_CLIENT_HPP

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <sys/socket.h>
#include <sys/time.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox_tests {

using headers = std::vector<std::pair<std::string, std::string>>;

struct response
{
    unsigned status = 0;

    /// Names as sent.
    std::map<std::string, std::string> headers;
    std::string body;
    bool keep_alive = false;
};

/** One connection that knows nothing about the service. Every read and write ends after 10 seconds; any failure
    throws `boost::system::system_error`.
*/
class raw_client
{
public:
    explicit raw_client(unsigned short port) : socket_(context_)
    {
        socket_.connect({boost::asio::ip::address_v4::loopback(), port});
        socket_.set_option(boost::asio::ip::tcp::no_delay(true));

        timeval const patience{10, 0};
        setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(socket_.native_handle(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    }

    response send(std::string_view method, std::string_view target, headers const& fields = {},
                  std::string_view body = {})
    {
        namespace http = boost::beast::http;

        http::request<http::string_body> message;
        message.version(11);
        message.method_string({method.data(), method.size()});
        message.target({target.data(), target.size()});
        message.set(http::field::host, "127.0.0.1");
        for (auto const& [name, value] : fields)
            message.insert(name, value);

        message.body() = body;
        if (!body.empty() || method == "POST")
            message.prepare_payload();

        http::write(socket_, message);

        return read(method == "HEAD");
    }

    void send_bytes(std::string_view bytes)
    {
        boost::asio::write(socket_, boost::asio::buffer(bytes.data(), bytes.size()));
    }

    response read(bool head_only = false)
    {
        namespace http = boost::beast::http;

        http::response_parser<http::string_body> parser;
        parser.body_limit(std::uint64_t{256} * 1024 * 1024);
        parser.skip(head_only);
        http::read(socket_, buffer_, parser);

        auto const& message = parser.get();
        response result;
        result.status = message.result_int();
        result.body = message.body();
        result.keep_alive = message.keep_alive();
        for (auto const& field : message)
        {
            result.headers.emplace(std::string(field.name_string().data(), field.name_string().size()),
                                   std::string(field.value().data(), field.value().size()));
        }

        return result;
    }

    /// Whether the server ended the connection: waits for it, at most 10 seconds.
    bool ended()
    {
        char byte = 0;
        boost::system::error_code ec;
        auto const size = socket_.read_some(boost::asio::buffer(&byte, 1), ec);

        return size == 0 && ec && ec != boost::asio::error::would_block && ec != boost::asio::error::try_again;
    }

private:
    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_;
    boost::beast::flat_buffer buffer_;
};

} // namespace sandbox_tests

#endif
