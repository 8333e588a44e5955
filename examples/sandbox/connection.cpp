// SPDX-License-Identifier: BSL-1.0
#include "connection.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <cstdio>

namespace sandbox {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

using boost::system::error_code;

constexpr std::uint32_t header_limit = 16 * 1024;
constexpr std::uint64_t body_limit = 1024 * 1024;
constexpr std::size_t linger_limit = 8 * 1024 * 1024;
constexpr std::chrono::milliseconds linger_time{2000};
constexpr std::chrono::milliseconds write_time{10000};

std::string to_text(boost::beast::string_view text)
{
    return {text.data(), text.size()};
}

request detach(http::request<http::string_body>&& message, bool body_too_large)
{
    request r;
    r.method = to_text(message.method_string());
    r.target = to_text(message.target());
    for (auto const& field : message)
        r.headers.emplace_back(to_text(field.name_string()), to_text(field.value()));

    r.body_too_large = body_too_large;
    if (!body_too_large)
        r.body = std::move(message.body());

    return r;
}

/// The client is gone or was cut off: there is nobody to answer.
bool is_gone(error_code ec)
{
    return ec == http::error::end_of_stream || ec == http::error::partial_message || ec == asio::error::eof ||
           ec.category() == asio::error::get_system_category();
}

template <class Body>
void fill_head(http::response<Body>& message, reply const& content, bool keep_alive)
{
    message.set(http::field::server, "ticketing-sandbox");
    message.set(http::field::content_type, content.content_type);
    for (auto const& [name, value] : content.headers)
        message.set(name, value);

    message.keep_alive(keep_alive);
}

} // namespace

connection::connection(asio::ip::tcp::socket socket, asio::ssl::context* tls, handler& target, options const& settings)
    : stream_(std::move(socket), tls),
      deadline_(stream_.get_executor()),
      pause_(stream_.get_executor()),
      handler_(target),
      settings_(settings)
{
    error_code ignored;
    stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
}

asio::awaitable<void> connection::serve()
{
    // Ends with the first request after which the client or we want to close.
    bool open = co_await secure();
    bool answered = false;
    while (open && !finishing_)
    {
        auto const wanted = co_await read();
        if (!wanted)
            break;

        // Our own time, however long it is, is not the client's.
        deadline_.cancel();
        auto const since = std::chrono::steady_clock::now();
        auto const& asked = wanted->content;
        auto result = handler_.handle(asked);
        if (result.delay.count() > 0 && !finishing_)
        {
            error_code cancelled;
            pause_.expires_after(result.delay);
            co_await pause_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
        }

        log(asked, result.drop ? 0 : result.content.status, since);
        answered = !result.drop;
        if (result.drop)
            break;

        bool const keep_alive = wanted->keep_alive && !asked.body_too_large && !finishing_;
        bool const written =
            co_await write(std::move(result.content), wanted->version, keep_alive, asked.method == "HEAD");
        open = written && keep_alive;
        if (written && asked.body_too_large)
            co_await linger();
    }

    if (answered)
        co_await say_goodbye();
    close();
}

asio::awaitable<bool> connection::secure()
{
    error_code ec;
    if (stream_.encrypted())
    {
        set_deadline(settings_.idle_timeout);
        co_await stream_.async_handshake(asio::redirect_error(asio::use_awaitable, ec));
    }
    co_return !ec;
}

asio::awaitable<void> connection::say_goodbye()
{
    if (!stream_.encrypted() || finishing_)
        co_return;

    error_code ignored;
    set_deadline(linger_time);
    busy_ = false;
    co_await stream_.async_shutdown(asio::redirect_error(asio::use_awaitable, ignored));
}

asio::awaitable<void> connection::turn_away()
{
    if (stream_.encrypted())
    {
        close();
        co_return;
    }

    auto busy = handler_.refuse(503, "Too many connections", "/");
    if (co_await write(std::move(busy), 11, false, false))
        co_await linger();

    close();
}

asio::awaitable<std::optional<connection::incoming>> connection::read()
{
    http::request_parser<http::string_body> parser;
    parser.header_limit(header_limit);

    // Looked at below, where the header can still be answered.
    parser.body_limit(boost::none);

    error_code ec;
    busy_ = false;
    set_deadline(settings_.idle_timeout);
    co_await http::async_read_header(stream_, buffer_, parser, asio::redirect_error(asio::use_awaitable, ec));
    busy_ = true;

    bool too_large = false;
    if (!ec)
    {
        too_large = parser.content_length().value_or(0) > body_limit;
        auto const expect = to_text(parser.get()[http::field::expect]);
        if (!too_large && to_lower(expect) == "100-continue")
        {
            constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
            co_await asio::async_write(stream_, asio::buffer(go_on), asio::redirect_error(asio::use_awaitable, ec));
        }
    }

    if (!ec && !too_large)
    {
        parser.body_limit(body_limit);
        set_deadline(settings_.idle_timeout);
        co_await http::async_read(stream_, buffer_, parser, asio::redirect_error(asio::use_awaitable, ec));
        if (ec == http::error::body_limit)
        {
            too_large = true;
            ec = {};
        }
    }

    if (ec)
    {
        if (!is_gone(ec))
        {
            bool const large = ec == http::error::header_limit;
            auto refusal = handler_.refuse(large ? 431 : 400, "The request cannot be read: " + ec.message(), "/");
            if (co_await write(std::move(refusal), 11, false, false))
                co_await linger();
        }
        co_return std::nullopt;
    }

    incoming result;
    result.version = parser.get().version();
    result.keep_alive = parser.get().keep_alive();
    result.content = detach(parser.release(), too_large);
    co_return result;
}

asio::awaitable<bool> connection::write(reply content, unsigned version, bool keep_alive, bool head_only)
{
    error_code ec;
    set_deadline(write_time);

    if (head_only)
    {
        http::response<http::empty_body> message;
        message.version(version);
        message.result(content.status); // as a number: Beast has no name for some
        fill_head(message, content, keep_alive);
        message.content_length(content.body.size());
        http::response_serializer<http::empty_body> serializer(message);
        co_await http::async_write_header(stream_, serializer, asio::redirect_error(asio::use_awaitable, ec));
    }
    else
    {
        http::response<http::string_body> message;
        message.version(version);
        message.result(content.status);
        fill_head(message, content, keep_alive);
        message.body() = std::move(content.body);
        message.prepare_payload();
        co_await http::async_write(stream_, message, asio::redirect_error(asio::use_awaitable, ec));
    }

    co_return !ec;
}

asio::awaitable<void> connection::linger()
{
    error_code ec;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ec);
    set_deadline(linger_time);
    busy_ = false;

    std::vector<char> rest(16 * 1024);
    for (std::size_t total = 0; !ec && !finishing_ && total < linger_limit;)
    {
        total += co_await stream_.async_read_some(asio::buffer(rest), asio::redirect_error(asio::use_awaitable, ec));
    }
}

void connection::finish()
{
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
        self->finishing_ = true;
        self->pause_.cancel();
        if (!self->busy_)
            self->close();
    });
}

void connection::set_deadline(std::chrono::milliseconds duration)
{
    deadline_.expires_after(duration);
    deadline_.async_wait([weak = weak_from_this()](error_code ec) {
        auto const self = weak.lock();

        // A deadline that has been set again may still have had its old handler on the way.
        if (!ec && self && self->deadline_.expiry() <= std::chrono::steady_clock::now())
            self->close();
    });
}

void connection::close()
{
    error_code ignored;
    deadline_.cancel();
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
    stream_.socket().close(ignored);
}

void connection::log(request const& r, unsigned status, std::chrono::steady_clock::time_point since) const
{
    if (!settings_.access_log)
        return;

    auto const took = std::chrono::steady_clock::now() - since;
    auto const milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();

    // A control character in a method or path must not be able to forge a line.
    auto line = r.method + " " + std::string(r.path());
    for (auto& c : line)
    {
        if (static_cast<unsigned char>(c) < 0x20)
            c = '?';
    }

    std::fprintf(stderr, "%s %u %lldms\n", line.c_str(), status, static_cast<long long>(milliseconds));
}

} // namespace sandbox
