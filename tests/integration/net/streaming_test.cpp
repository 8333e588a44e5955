// SPDX-License-Identifier: BSL-1.0
// Responses that go to a sink piece by piece.
#include "fixture.hpp"
#include "golden/responses/blocking_client.hpp"

#include <restbind/net/detail/connection.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace fake;
namespace api = golden::responses;
using bytes = std::span<unsigned char const>;
using streamed_outcome = restbind::result<net::streamed_response>;

std::string_view text_of(bytes piece)
{
    return {reinterpret_cast<char const*>(piece.data()), piece.size()};
}

/// Keeps all that it gets; may do more with each piece.
class collector final : public net::body_sink
{
public:
    restbind::result<void> begin(net::response_head const& head) override
    {
        ++begun;
        status = head.status;
        content_type = head.content_type;
        return on_begin ? on_begin() : restbind::result<void>();
    }

    awaitable<restbind::result<void>> write(bytes piece) override
    {
        text += text_of(piece);
        ++pieces;
        largest = std::max(largest, piece.size());
        if (!on_piece)
            co_return restbind::result<void>();
        auto work = on_piece();
        co_return co_await std::move(work);
    }

    std::function<restbind::result<void>()> on_begin;
    std::function<awaitable<restbind::result<void>>()> on_piece;
    int begun = 0;
    int status = 0;
    std::string content_type;
    std::string text;
    std::size_t pieces = 0;
    std::size_t largest = 0;
};

script head(std::size_t length, std::string_view type = "image/png", int status = 200)
{
    return script().send("HTTP/1.1 " + std::to_string(status) +
                         " Fine\r\nContent-Type: " + std::string(type) +
                         "\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n");
}

script whole(std::string_view body, std::string_view type = "image/png", int status = 200)
{
    return head(body.size(), type, status).send(std::string(body));
}

api::client client_of(boost::asio::io_context& io, scripted_server const& server,
    std::function<void(net::client_options&)> const& adjust = {})
{
    auto options = options_for(server);
    if (adjust)
        adjust(options);
    return api::client::make(io.get_executor(), std::move(options), {}).value();
}

/// Loads the picture once.
streamed_outcome load(boost::asio::io_context& io, api::client const& caller, net::body_sink& sink,
    net::call_options const& options = {})
{
    std::optional<streamed_outcome> ended;
    run(io,
        [&]() -> awaitable<void>
        {
            api::no_request const request;
            auto work = caller.load_picture(request, sink, options);
            ended.emplace(co_await std::move(work));
        });
    return std::move(*ended);
}

/// Loads the picture once from a server that always does the same.
struct one_load
{
    explicit one_load(script responses, std::function<void(net::client_options&)> adjust = {})
        : server([responses = std::move(responses)](received_request const&) { return responses; })
        , caller(client_of(io, server, adjust))
    {
    }

    streamed_outcome operator()(net::call_options const& options = {})
    {
        return load(io, caller, sink, options);
    }

    scripted_server server;
    boost::asio::io_context io;
    api::client caller;
    collector sink;
};

/// A server that plays its scripts one request after the other; the last one again and again.
struct in_turn
{
    explicit in_turn(std::vector<script> scripts)
        : server([this, scripts = std::move(scripts)](received_request const&)
              { return scripts[std::min(next.fetch_add(1), scripts.size() - 1)]; })
    {
    }
    std::atomic<std::size_t> next{0};
    scripted_server server;
};

awaitable<restbind::result<void>> done()
{
    co_return restbind::result<void>();
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_streaming)

BOOST_AUTO_TEST_CASE(a_sink_gets_a_piece_before_the_rest_was_sent)
{
    one_load one(head(6).send("abc").wait_for_gate().send("def"));
    one.sink.on_piece = [&]
    {
        one.server.open_gate(); // nothing else lets the server go on
        return done();
    };
    auto const loaded = one();
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(loaded->status == 200);
    BOOST_TEST(loaded->content_type == "image/png");
    BOOST_TEST(loaded->size == 6U);
    BOOST_TEST(one.sink.text == "abcdef");
    BOOST_TEST(one.sink.pieces >= 2U);
    BOOST_TEST(one.sink.begun == 1);
    BOOST_TEST(one.sink.content_type == "image/png");
}

BOOST_AUTO_TEST_CASE(the_limit_on_bodies_does_not_count_for_a_sink)
{
    std::string const picture(3U << 20, 'x');
    one_load one(whole(picture), [](auto& options) { options.limits.body = 64U << 10; });
    auto const loaded = one();
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(loaded->size == picture.size());
    BOOST_TEST((one.sink.text == picture));
    BOOST_TEST(one.sink.largest <= 64U << 10);

    std::optional<restbind::result<api::operations::load_picture::response_type>> held;
    run(one.io,
        [&]() -> awaitable<void>
        {
            auto work = one.caller.load_picture();
            held.emplace(co_await std::move(work));
        });
    BOOST_TEST_REQUIRE(!held->has_value());
    BOOST_TEST((held->error() == error_kind::too_large));
}

BOOST_AUTO_TEST_CASE(chunks_and_bodies_up_to_the_end_of_the_connection_are_streamed_too)
{
    std::string const start = "HTTP/1.1 200 Fine\r\nContent-Type: image/png\r\n";
    for (auto const& response :
        {script().send(
             start + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"),
            script().send(start + "\r\nabcdef").close()})
    {
        one_load one(response);
        auto const loaded = one();
        BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
        BOOST_TEST(one.sink.text == "abcdef");
        BOOST_TEST(loaded->size == 6U);
    }
}

BOOST_AUTO_TEST_CASE(after_a_streamed_response_the_connection_serves_the_next_call)
{
    one_load one(whole("abc"));
    for (int i = 0; i != 3; ++i)
        BOOST_TEST(one().has_value());
    BOOST_TEST(one.sink.text == "abcabcabc");
    BOOST_TEST(one.server.connections() == 1U);
}

// survives: S10
BOOST_AUTO_TEST_CASE(nothing_is_read_while_a_sink_is_busy, *boost::unit_test::label("slow"))
{
    // More than the system's buffers hold.
    constexpr std::size_t size = 48U << 20;
    one_load one(
        whole(std::string(size, 'x')).apply(), [](auto& options) { options.timeouts.call = 60s; });
    std::size_t sent_meanwhile = 1;
    std::size_t got = 0;
    net::function_sink slow(
        [&](bytes piece) -> awaitable<void>
        {
            if (got == 0)
            {
                co_await sleep_for(200ms);
                sent_meanwhile = one.server.effects();
            }
            got += piece.size();
        });
    std::optional<streamed_outcome> ended;
    boost::asio::co_spawn(one.io, one.caller.load_picture({}, slow),
        [&](std::exception_ptr, streamed_outcome value) { ended.emplace(std::move(value)); });
    one.io.run_for(60s);
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST_REQUIRE(ended->has_value());
    BOOST_TEST(got == size);
    BOOST_TEST(sent_meanwhile == 0U);
}

// survives: S10
BOOST_AUTO_TEST_CASE(the_time_a_sink_takes_is_no_silence_of_the_service)
{
    one_load one(head(6).send("abc").wait_for_gate().send("def"),
        // The head and the first piece may come together or apart.
        [](auto& options) { options.timeouts.first_byte = options.timeouts.idle_read = 500ms; });
    one.sink.on_piece = [&]() -> awaitable<restbind::result<void>>
    {
        if (one.sink.pieces == 1)
            co_await sleep_for(800ms);
        one.server.open_gate();
        co_return restbind::result<void>();
    };
    auto const loaded = one();
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(one.sink.text == "abcdef");
}

// survives: S3
BOOST_AUTO_TEST_CASE(silence_inside_a_streamed_response_ends_the_call_and_is_not_retried)
{
    one_load one(head(6).send("abc").wait_for_gate(),
        [](auto& options) { options.timeouts.idle_read = 50ms; });
    auto const loaded = one();
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST((loaded.error() == error_kind::read));
    BOOST_TEST((loaded.error().code() == boost::asio::error::timed_out));
    BOOST_TEST(loaded.error().status() == 200);
    BOOST_TEST(loaded.error().sends() == 1U);
    BOOST_TEST(one.sink.text == "abc");
    BOOST_TEST(one.server.requests().size() == 1U);
}

// survives: S1
BOOST_AUTO_TEST_CASE(a_cut_after_the_first_piece_is_never_retried)
{
    for (auto const& response :
        {head(6).send("abc").close(), head(6).send("abc").wait(20ms).reset()})
    {
        one_load one(response);
        auto const loaded = one();
        BOOST_TEST_REQUIRE(!loaded.has_value());
        BOOST_TEST((loaded.error() == error_kind::read));
        BOOST_TEST((loaded.error().at() == phase::read));
        BOOST_TEST(loaded.error().sends() == 1U);
        BOOST_TEST(one.sink.text == "abc");
        BOOST_TEST(one.server.requests().size() == 1U);
    }
}

// survives: S2
BOOST_AUTO_TEST_CASE(a_cut_before_the_first_piece_is_retried_and_the_sink_sees_one_response)
{
    in_turn turns({head(3).close(), whole("abc")});
    boost::asio::io_context io;
    auto const caller = client_of(io, turns.server);
    collector sink;
    auto const loaded = load(io, caller, sink);
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(sink.text == "abc");
    BOOST_TEST(sink.begun == 1);
    BOOST_TEST(turns.server.requests().size() == 2U);
}

// survives: S9
BOOST_AUTO_TEST_CASE(the_error_of_a_sink_is_the_error_of_the_call)
{
    in_turn turns({head(6).send("abc").wait_for_gate(), whole("abc")});
    boost::asio::io_context io;
    auto const caller = client_of(io, turns.server);
    collector sink;
    sink.on_piece = []() -> awaitable<restbind::result<void>>
    { co_return restbind::error(error_kind::too_large, "the disk is full"); };
    auto const loaded = load(io, caller, sink);
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST((loaded.error() == error_kind::too_large));
    BOOST_TEST(loaded.error().detail() == "the disk is full");
    BOOST_TEST(loaded.error().status() == 200);
    BOOST_TEST(loaded.error().sends() == 1U);
    BOOST_TEST(turns.server.requests().size() == 1U);
    // The rest of that response is nothing to the next call.
    sink.on_piece = nullptr;
    BOOST_TEST(load(io, caller, sink).has_value());
    BOOST_TEST(turns.server.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(a_sink_may_refuse_an_response_by_its_head)
{
    one_load one(whole("abc"));
    one.sink.on_begin = []() -> restbind::result<void>
    { return restbind::error(error_kind::client_error, "no pictures today"); };
    auto const loaded = one();
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST(loaded.error().detail() == "no pictures today");
    BOOST_TEST(one.sink.pieces == 0U);
    BOOST_TEST(one.server.requests().size() == 1U);

    one_load empty(head(0));
    empty.sink.on_begin = one.sink.on_begin;
    BOOST_TEST(empty().error().detail() == "no pictures today");
    BOOST_TEST(empty.server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_error_without_a_kind_still_is_one)
{
    one_load one(whole("abc"));
    one.sink.on_piece = []() -> awaitable<restbind::result<void>> { co_return restbind::error(); };
    BOOST_TEST((one().error() == error_kind::cancelled));
}

// survives: S9
BOOST_AUTO_TEST_CASE(an_exception_of_a_sink_ends_the_call_with_an_error)
{
    one_load one(whole("abc"));
    net::function_sink throwing([](bytes) { throw std::runtime_error("broken"); });
    auto const loaded = load(one.io, one.caller, throwing);
    BOOST_TEST((loaded.error() == error_kind::callback_failed));
    BOOST_TEST(loaded.error().detail() == "body_sink::write has thrown: broken");
    BOOST_TEST(loaded.error().status() == 200);
    BOOST_TEST((loaded.error().at() == phase::read));
    BOOST_TEST(one.server.requests().size() == 1U);
}

/// A sink whose functions are no coroutines and throw.
class hasty_sink final : public net::body_sink
{
public:
    explicit hasty_sink(bool throws_at_begin)
        : throws_at_begin_(throws_at_begin)
    {
    }

    restbind::result<void> begin(net::response_head const&) override
    {
        if (throws_at_begin_)
            throw std::runtime_error("broken");
        return {};
    }
    awaitable<restbind::result<void>> write(bytes) override { throw std::runtime_error("broken"); }

private:
    bool throws_at_begin_;
};

BOOST_AUTO_TEST_CASE(so_does_one_of_a_sink_whose_functions_are_no_coroutines)
{
    for (bool const at_begin : {true, false})
    {
        one_load one(whole("abc"));
        hasty_sink throwing(at_begin);
        std::optional<restbind::result<net::streamed_response>> loaded;
        api::no_request const request;
        one.caller.async_load_picture(
            request, throwing, {}, [&](auto ended) { loaded.emplace(std::move(ended)); });
        one.io.run_for(5s); // nothing comes out of it
        BOOST_TEST_REQUIRE(loaded.has_value());
        BOOST_TEST((loaded->error() == error_kind::callback_failed));
        BOOST_TEST(loaded->error().detail() ==
                   std::string(at_begin ? "body_sink::begin" : "body_sink::write") +
                       " has thrown: broken");
    }
}

// survives: S4
BOOST_AUTO_TEST_CASE(an_error_response_never_reaches_a_sink)
{
    // In two pieces, of which each could have been a piece for the sink.
    one_load one(
        head(17, "application/json", 404).send(R"({"reason")").wait(30ms).send(R"(:"gone"})"));
    auto const loaded = one();
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST((loaded.error() == error_kind::not_found));
    auto const details =
        restbind::http::error_details<api::operations::load_picture>(loaded.error());
    BOOST_TEST_REQUIRE(details.has_value());
    BOOST_TEST(details->reason == "gone");
    BOOST_TEST(one.sink.begun == 0);
    BOOST_TEST(one.sink.pieces == 0U);
}

// survives: S4
BOOST_AUTO_TEST_CASE(an_error_response_leads_to_a_retry_as_ever)
{
    in_turn turns({response(503, R"({"reason":"busy"})"), whole("abc")});
    boost::asio::io_context io;
    auto const caller = client_of(io, turns.server);
    collector sink;
    auto const loaded = load(io, caller, sink);
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(sink.text == "abc");
    BOOST_TEST(turns.server.requests().size() == 2U);
}

// survives: S4
BOOST_AUTO_TEST_CASE(the_body_of_an_error_is_bounded_although_the_response_could_be_streamed)
{
    for (std::size_t const length : {std::size_t{0}, std::size_t{1} << 20})
    {
        std::string const body(1U << 20, 'x');
        one_load one(length == 0 ? script().send("HTTP/1.1 500 Bad\r\n\r\n" + body).close()
                                 : head(length, "text/html", 500).send(body),
            [](auto& options) { options.limits.body = 4096; });
        auto const loaded = one();
        BOOST_TEST_REQUIRE(!loaded.has_value());
        BOOST_TEST((loaded.error() == error_kind::server_error));
        BOOST_TEST(loaded.error().status() == 500);
        BOOST_TEST(loaded.error().body().size() <= 4096U);
        BOOST_TEST(one.sink.begun == 0);
    }
}

// survives: S5
BOOST_AUTO_TEST_CASE(a_success_that_is_not_described_is_an_error_with_its_body)
{
    one_load one(whole("partial", "image/png", 206));
    auto const loaded = one();
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST((loaded.error() == error_kind::unexpected_status));
    BOOST_TEST(loaded.error().detail() == "loadPicture promises status 200 or 202, not 206");
    BOOST_TEST(loaded.error().body() == "partial");
    BOOST_TEST(one.sink.begun == 0);
}

// survives: S5
BOOST_AUTO_TEST_CASE(a_media_type_that_is_not_described_never_reaches_a_sink)
{
    one_load one(whole("<html>", "text/html"),
        [](auto& options) { options.retry.policy = restbind::http::retry_policy::never; });
    auto const loaded = one();
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST((loaded.error() == error_kind::invalid_response));
    BOOST_TEST(loaded.error().detail() ==
               "the response's Content-Type text/html is not one that is "
               "described: image/*, application/pdf");
    BOOST_TEST(one.sink.begun == 0);
}

BOOST_AUTO_TEST_CASE(a_success_without_a_body_is_told_to_the_sink)
{
    one_load one(response(202));
    auto const loaded = one();
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(loaded->status == 202);
    BOOST_TEST(loaded->size == 0U);
    BOOST_TEST(one.sink.begun == 1);
    BOOST_TEST(one.sink.status == 202);
    BOOST_TEST(one.sink.pieces == 0U);
}

// survives: S6
BOOST_AUTO_TEST_CASE(a_deadline_ends_the_wait_of_a_sink)
{
    one_load one(whole("abc"), [](auto& options) { options.timeouts.call = 200ms; });
    bool cancelled = false;
    one.sink.on_piece = [&]() -> awaitable<restbind::result<void>>
    {
        try
        {
            co_await sleep_for(1min);
        }
        catch (boost::system::system_error const& e)
        {
            cancelled = e.code() == boost::asio::error::operation_aborted;
            throw;
        }
        co_return restbind::result<void>();
    };
    auto const loaded = one();
    BOOST_TEST_REQUIRE(!loaded.has_value());
    BOOST_TEST((loaded.error() == error_kind::timed_out));
    BOOST_TEST((loaded.error().at() == phase::read));
    BOOST_TEST(cancelled);
}

// survives: S7
BOOST_AUTO_TEST_CASE(a_cancellation_ends_the_wait_of_a_sink)
{
    for (bool const while_sink_waits : {true, false})
    {
        one_load one(head(6).send("abc").wait_for_gate());
        boost::asio::cancellation_signal signal;
        bool cancelled = false;
        one.sink.on_piece = [&]() -> awaitable<restbind::result<void>>
        {
            boost::asio::post(
                one.io, [&] { signal.emit(boost::asio::cancellation_type::terminal); });
            if (!while_sink_waits)
                co_return restbind::result<void>();
            try
            {
                co_await sleep_for(1min);
            }
            catch (boost::system::system_error const&)
            {
                cancelled = true;
            }
            // A sink may call its own end an error: the call's end is told all the same.
            co_return restbind::error(error_kind::client_error, "interrupted");
        };
        std::optional<streamed_outcome> ended;
        api::no_request const request;
        boost::asio::co_spawn(one.io, one.caller.load_picture(request, one.sink),
            boost::asio::bind_cancellation_slot(signal.slot(),
                [&](std::exception_ptr, streamed_outcome value) { ended.emplace(std::move(value)); }));
        one.io.run_for(9s);
        BOOST_TEST_REQUIRE(ended.has_value());
        BOOST_TEST_REQUIRE(!ended->has_value());
        BOOST_TEST((ended->error() == error_kind::cancelled));
        BOOST_TEST(cancelled == while_sink_waits);
        BOOST_TEST(one.sink.text == "abc");
        BOOST_TEST(one.server.requests().size() == 1U);
    }
}

// survives: S8
BOOST_AUTO_TEST_CASE(the_end_of_the_client_ends_the_wait_of_a_sink)
{
    scripted_server server([](received_request const&) { return whole("abc"); });
    boost::asio::io_context io;
    std::optional<api::client> caller(client_of(io, server));
    collector sink;
    sink.on_piece = [&]() -> awaitable<restbind::result<void>>
    {
        boost::asio::post(io, [&] { caller.reset(); });
        co_await sleep_for(1min);
        co_return restbind::result<void>();
    };
    std::optional<streamed_outcome> ended;
    api::no_request const request;
    boost::asio::co_spawn(io, caller->load_picture(request, sink),
        [&](std::exception_ptr, streamed_outcome value) { ended.emplace(std::move(value)); });
    io.run_for(9s);
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST_REQUIRE(!ended->has_value());
    BOOST_TEST((ended->error() == error_kind::client_closed));
}

// survives: S8
BOOST_AUTO_TEST_CASE(the_end_of_the_client_a_moment_before_a_sink_is_busy_reaches_it)
{
    boost::asio::io_context io;
    net::detail::time_source const time;
    net::detail::intrusive_ptr<net::detail::connection> const link(
        new net::detail::connection(io.get_executor(), time));
    restbind::http::response response;
    link->begin({.head = "GET / HTTP/1.1\r\n\r\n"}, {}, response, {});
    link->stop(net::detail::stop_reason::shut_down);
    struct hearer final : net::detail::completion_target
    {
        bool told = false;
        void ended(std::uint64_t, boost::system::error_code) override { told = true; }
    };
    net::detail::intrusive_ptr<hearer> const busy(new hearer);
    link->begin_delivery(busy);
    BOOST_TEST(busy->told);
    link->end_delivery();
}

BOOST_AUTO_TEST_CASE(the_end_of_the_client_is_told_to_those_in_line_behind_a_sink_that_does_not_end)
{
    scripted_server server([](received_request const&) { return whole("x"); });
    boost::asio::io_context io;
    std::optional<api::client> caller(client_of(io, server,
        [](net::client_options& options)
        {
            options.pool.max_connections = 1;
            options.timeouts.call = 1min;
        }));
    bool released = false;
    collector stubborn;
    stubborn.on_piece = [&]() -> awaitable<restbind::result<void>>
    {
        while (!released)
        {
            boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, 5ms);
            boost::system::error_code ignored;
            co_await timer.async_wait(
                boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
            co_await boost::asio::this_coro::reset_cancellation_state();
        }
        co_return restbind::result<void>();
    };
    collector unused;
    api::no_request const request;
    std::optional<streamed_outcome> held;
    std::optional<streamed_outcome> in_line;
    boost::asio::co_spawn(io, caller->load_picture(request, stubborn),
        [&](std::exception_ptr, streamed_outcome ended) { held.emplace(std::move(ended)); });
    while (stubborn.pieces == 0)
        io.run_one_for(5s);
    boost::asio::co_spawn(io, caller->load_picture(request, unused),
        [&](std::exception_ptr, streamed_outcome ended) { in_line.emplace(std::move(ended)); });
    io.poll();
    caller.reset();
    io.run_for(300ms);
    BOOST_TEST_REQUIRE(in_line.has_value());
    BOOST_TEST((in_line->error() == error_kind::client_closed), in_line->error().message());
    BOOST_TEST((in_line->error().at() == phase::pool));
    BOOST_TEST(!held.has_value());
    released = true;
    io.run_for(5s);
    BOOST_TEST(held.has_value());
}

BOOST_AUTO_TEST_CASE(a_callback_gets_the_end_of_a_streamed_call)
{
    one_load one(whole("abc"));
    std::optional<streamed_outcome> ended;
    api::no_request const request;
    net::call_options const options;
    one.caller.async_load_picture(
        request, one.sink, options, [&](streamed_outcome value) { ended.emplace(std::move(value)); });
    BOOST_TEST(!ended.has_value());
    one.io.run_for(9s);
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST(ended->has_value());
    BOOST_TEST(one.sink.text == "abc");
}

BOOST_AUTO_TEST_CASE(a_blocking_client_streams_and_reports_what_the_sink_throws)
{
    scripted_server server([](received_request const&) { return whole("abc"); });
    auto const caller = api::blocking_client::make(options_for(server)).value();
    std::string text;
    net::function_sink sink([&](bytes piece) { text += text_of(piece); });
    api::no_request const request;
    auto const loaded = caller.load_picture(request, sink);
    BOOST_TEST_REQUIRE(loaded.has_value(), loaded.error());
    BOOST_TEST(loaded->size == 3U);
    BOOST_TEST(text == "abc");
    net::function_sink throwing([](bytes) { throw std::runtime_error("broken"); });
    BOOST_TEST((caller.load_picture(request, throwing).error() == error_kind::callback_failed));
}

BOOST_AUTO_TEST_CASE(a_function_that_gives_a_result_is_a_sink)
{
    one_load one(whole("abc"));
    net::function_sink refusing([](bytes) -> restbind::result<void>
        { return restbind::error(error_kind::client_error, "enough"); });
    BOOST_TEST(load(one.io, one.caller, refusing).error().detail() == "enough");
    net::function_sink taking(
        [](bytes) -> awaitable<restbind::result<void>> { co_return restbind::result<void>(); });
    BOOST_TEST(load(one.io, one.caller, taking).has_value());
}

BOOST_AUTO_TEST_CASE(a_response_in_json_that_may_come_as_events_does_so_only_to_a_sink)
{
    scripted_server server([](received_request const&)
        { return whole("data: {\"lines\":[]}\n\n", "text/event-stream; charset=utf-8"); });
    boost::asio::io_context io;
    auto const caller = client_of(io, server);
    collector sink;
    run(io,
        [&]() -> awaitable<void>
        {
            api::Order const order{.name = "x"};
            auto work = caller.chat(order, sink);
            auto const outcome = co_await std::move(work);
            BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error());
            auto held = caller.chat(order);
            auto const whole_one = co_await std::move(held);
            BOOST_TEST_REQUIRE(!whole_one.has_value());
            BOOST_TEST((whole_one.error() == error_kind::invalid_response));
        });
    BOOST_TEST(sink.text == "data: {\"lines\":[]}\n\n");
    BOOST_TEST(
        server.requests().front().header("accept") == "application/json, text/event-stream;q=0.9");
}

BOOST_AUTO_TEST_SUITE_END()
