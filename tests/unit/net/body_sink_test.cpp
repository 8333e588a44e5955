// SPDX-License-Identifier: BSL-1.0
// Sinks that are functions, whatever these return.
#include <restbind/net/body_sink.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace
{

namespace net = restbind::net;
namespace asio = boost::asio;
using restbind::error;
using restbind::error_kind;
using restbind::result;
using piece = std::span<unsigned char const>;

/// Hands "abc" to a sink. @returns What the sink says of it.
result<void> write_to(net::body_sink& sink)
{
    asio::io_context io;
    std::string const text = "abc";
    std::optional<result<void>> said;
    std::exception_ptr thrown;
    asio::co_spawn(io,
        sink.write({reinterpret_cast<unsigned char const*>(text.data()), text.size()}),
        [&](std::exception_ptr failure, result<void> outcome)
        {
            thrown = std::move(failure);
            said.emplace(std::move(outcome));
        });
    io.run();
    if (thrown)
        std::rethrow_exception(thrown);
    BOOST_TEST_REQUIRE(said.has_value());
    return std::move(*said);
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_body_sink)

BOOST_AUTO_TEST_CASE(a_function_may_return_nothing_or_a_result_at_once_or_later)
{
    std::string taken;
    auto const keep = [&](piece bytes) { taken.append(bytes.begin(), bytes.end()); };
    net::function_sink nothing([&](piece bytes) { keep(bytes); });
    net::function_sink at_once(
        [&](piece bytes) -> result<void>
        {
            keep(bytes);
            return {};
        });
    net::function_sink later(
        [&](piece bytes) -> asio::awaitable<void>
        {
            keep(bytes);
            co_return;
        });
    net::function_sink result_later(
        [&](piece bytes) -> asio::awaitable<result<void>>
        {
            keep(bytes);
            co_return result<void>();
        });
    for (net::body_sink* sink :
        {static_cast<net::body_sink*>(&nothing), static_cast<net::body_sink*>(&at_once),
            static_cast<net::body_sink*>(&later), static_cast<net::body_sink*>(&result_later)})
    {
        taken.clear();
        BOOST_TEST(sink->begin({.status = 200}).has_value());
        BOOST_TEST(write_to(*sink).has_value());
        BOOST_TEST(taken == "abc");
    }
}

BOOST_AUTO_TEST_CASE(an_error_and_an_exception_of_a_function_come_out)
{
    net::function_sink full(
        [](piece) -> result<void> { return error(error_kind::too_large, "the disk is full"); });
    auto const said = write_to(full);
    BOOST_TEST_REQUIRE(!said.has_value());
    BOOST_TEST((said.error() == error_kind::too_large));
    BOOST_TEST(said.error().detail() == "the disk is full");

    net::function_sink full_later([](piece) -> asio::awaitable<result<void>>
        { co_return error(error_kind::too_large, "the disk is full"); });
    BOOST_TEST((write_to(full_later).error() == error_kind::too_large));

    net::function_sink throws([](piece) { throw std::runtime_error("no paper"); });
    BOOST_CHECK_EXCEPTION(static_cast<void>(write_to(throws)), std::runtime_error,
        [](std::runtime_error const& e) { return std::string(e.what()) == "no paper"; });
}

BOOST_AUTO_TEST_SUITE_END()
