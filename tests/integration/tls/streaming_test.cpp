// SPDX-License-Identifier: BSL-1.0
// Responses that go to a sink over encrypted connections.
#include "fixture.hpp"
#include "golden/responses/client.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace
{

using namespace fake;
namespace api = golden::responses;

std::string picture_of(std::size_t length, std::size_t sent)
{
    return "HTTP/1.1 200 Fine\r\nContent-Type: image/png\r\nContent-Length: " +
           std::to_string(length) + "\r\n\r\n" + std::string(sent, 'x');
}

/// What a sink has got of one response, and how the call has ended.
struct loaded
{
    std::size_t size = 0;
    std::size_t largest = 0;
    std::optional<restbind::result<net::streamed_response>> outcome{};
};

loaded load(tls_reply const& reply)
{
    tls_server const server(behave_well(), [&](received_request const&) { return reply; });
    boost::asio::io_context io;
    auto options = options_for(server);
    options.limits.body = 64U << 10;
    auto const caller = api::client::make(io.get_executor(), std::move(options), {}).value();
    loaded got;
    net::function_sink sink(
        [&](std::span<unsigned char const> piece)
        {
            got.size += piece.size();
            got.largest = std::max(got.largest, piece.size());
        });
    run(io,
        [&]() -> awaitable<void>
        {
            api::no_request const request;
            auto work = caller.load_picture(request, sink);
            got.outcome.emplace(co_await std::move(work));
        });
    return got;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_streaming)

BOOST_AUTO_TEST_CASE(a_large_body_reaches_a_sink_in_pieces)
{
    constexpr std::size_t size = 2U << 20;
    auto const got = load({.bytes = picture_of(size, size)});
    BOOST_TEST_REQUIRE(got.outcome->has_value(), got.outcome->error());
    BOOST_TEST((*got.outcome)->size == size);
    BOOST_TEST(got.size == size);
    BOOST_TEST(got.largest <= 16U << 10);
}

BOOST_AUTO_TEST_CASE(a_body_that_is_cut_off_is_an_error)
{
    for (auto const how : {tls_reply::ending::cut, tls_reply::ending::close_notify})
    {
        auto const got = load({.bytes = picture_of(100'000, 50'000), .then = how});
        BOOST_TEST_REQUIRE(!got.outcome->has_value());
        BOOST_TEST((got.outcome->error() == error_kind::read));
        BOOST_TEST(got.outcome->error().status() == 200);
        BOOST_TEST(got.size <= 50'000U);
    }
}

BOOST_AUTO_TEST_SUITE_END()
