// SPDX-License-Identifier: BSL-1.0
// The same call with Boost.Beast and Boost.JSON by hand: no token, no retries, no validation.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/json.hpp>

#include <chrono>
#include <exception>
#include <string>

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;

asio::awaitable<void> sell(std::string host, std::string port, bool& sold)
{
    asio::ip::tcp::resolver resolver(co_await asio::this_coro::executor);
    auto const found = co_await resolver.async_resolve(host, port, asio::use_awaitable);
    beast::tcp_stream stream(co_await asio::this_coro::executor);
    stream.expires_after(std::chrono::seconds(30));
    co_await stream.async_connect(found, asio::use_awaitable);

    json::object seat;
    seat["seatId"] = 1;
    seat["rateId"] = 1;
    seat["actionSelect"] = true;
    json::object body;
    body["eventSessionId"] = 1;
    body["detail"] = json::array{seat};
    http::request<http::string_body> request(
        http::verb::post, "/api/v1/cart/allocateManualSeats", 11);
    request.set(http::field::host, host);
    request.set(http::field::content_type, "application/json");
    request.body() = json::serialize(body);
    request.prepare_payload();
    co_await http::async_write(stream, request, asio::use_awaitable);

    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    co_await http::async_read(stream, buffer, response, asio::use_awaitable);
    sold = response.result_int() == 200 &&
           json::parse(response.body()).as_object().contains("cartItemDetail");
}

int main(int, char** argv)
{
    asio::io_context io;
    bool sold = false;
    asio::co_spawn(io, sell(argv[1], argv[2], sold),
        [](std::exception_ptr thrown)
        {
            if (thrown)
                std::rethrow_exception(thrown);
        });
    io.run();
    return sold ? 0 : 1;
}
