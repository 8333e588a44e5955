// SPDX-License-Identifier: BSL-1.0
// A call as Beast's documentation writes it (example http_client_awaitable), on a connection that
// is kept. No JSON.

#include "coroutines.hpp"
#include "payload.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/dynamic_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

namespace bench
{

namespace
{

namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using plain_stream = beast::tcp_stream;
using tls_stream = beast::ssl_stream<beast::tcp_stream>;

template <class Stream>
class docs_beast final : public contestant
{
public:
    docs_beast(service_address const& service, conditions const& under)
    {
        encryption_.set_verify_mode(asio::ssl::verify_peer);
        encryption_.add_certificate_authority(asio::buffer(service.authority));
        constexpr bool encrypted = std::is_same_v<Stream, tls_stream>;
        tcp::endpoint const where(
            asio::ip::address_v4::loopback(), encrypted ? service.tls_port : service.plain_port);
        host_ = std::string(payload::host) + ":" + std::to_string(where.port());
        for (std::size_t i = 0; i != under.in_flight; ++i)
        {
            if constexpr (encrypted)
                streams_.push_back(std::make_unique<Stream>(io_, encryption_));
            else
                streams_.push_back(std::make_unique<Stream>(io_));
            Stream& made = *streams_.back();
            beast::get_lowest_layer(made).connect(where);
            beast::get_lowest_layer(made).socket().set_option(tcp::no_delay(true));
            if constexpr (encrypted)
                made.handshake(asio::ssl::stream_base::client);
        }
    }

    void run(work const& part) override
    {
        call_source calls(part);
        run_coroutines(io_, streams_.size(),
            [&](std::size_t number) { return loop(*streams_[number], calls); });
    }

private:
    asio::awaitable<void> loop(Stream& stream, call_source& calls)
    {
        stopwatch timer;
        while (calls.take(timer))
        {
            http::request<http::string_body> request{http::verb::post, payload::target, 11};
            request.set(http::field::host, host_);
            request.set(http::field::user_agent, payload::user_agent);
            request.set(http::field::accept, payload::accept);
            request.set(http::field::content_type, payload::content_type);
            request.set("x-tenant", payload::tenant);
            request.set(http::field::authorization, payload::authorization);
            request.body() = payload::request_body;
            request.prepare_payload();

            beast::get_lowest_layer(stream).expires_after(std::chrono::seconds(30));
            co_await http::async_write(stream, request, asio::use_awaitable);
            beast::flat_buffer buffer;
            http::response<http::dynamic_body> response;
            co_await http::async_read(stream, buffer, response, asio::use_awaitable);
            timer.stop();
            payload::check(response.result_int(), response.body().size());
        }
    }

    asio::io_context io_{1};
    asio::ssl::context encryption_{asio::ssl::context::tls_client};
    std::string host_;
    std::vector<std::unique_ptr<Stream>> streams_;
};

template <class Stream>
std::unique_ptr<contestant> make(service_address const& service, conditions const& under)
{
    return std::make_unique<docs_beast<Stream>>(service, under);
}

registration const plain_one(client_kind::docs_beast, {transport::plain, 1}, make<plain_stream>);
registration const plain_many(
    client_kind::docs_beast, {transport::plain, many}, make<plain_stream>);
registration const tls_one(client_kind::docs_beast, {transport::tls, 1}, make<tls_stream>);
registration const tls_many(client_kind::docs_beast, {transport::tls, many}, make<tls_stream>);

} // namespace

} // namespace bench
