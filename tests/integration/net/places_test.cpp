// SPDX-License-Identifier: BSL-1.0
// No place in the pool is lost, whatever becomes of the connection in it, and those in line get
// places in turn.
#include "fixture.hpp"

#include <boost/asio/redirect_error.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace
{

using namespace fake;

/// Options for one connection at a time.
net::client_options one_place(scripted_server const& server)
{
    auto options = options_for(server);
    options.pool.max_connections = 1;
    return options;
}

/// Starts a call that tells when it has ended.
void start(boost::asio::io_context& io, client const& caller, Item const& item,
    std::function<void(restbind::result<Item>)> ended)
{
    boost::asio::co_spawn(io, caller.buy(item),
        [ended = std::move(ended)](std::exception_ptr, restbind::result<Item> outcome)
        { ended(std::move(outcome)); });
}

/// The service takes its time over the first request, until the gate opens.
script response_first_behind_gate(received_request const& request)
{
    auto step = script();
    if (request.index == 1)
        step.wait_for_gate();
    return step.then(response(200, good_body));
}

void run_until(boost::asio::io_context& io, std::function<bool()> const& is_there)
{
    io.restart();
    for (auto const begun = clock::now(); !is_there() && since(begun) < 9s;)
        io.run_one_for(10ms);
    BOOST_TEST_REQUIRE(is_there());
}

/// The first connection dies under its second request, once the gate is open.
script reset_second_behind_gate(received_request const& request)
{
    if (request.connection == 1 && request.index == 2)
        return script().wait_for_gate().reset();
    return script().apply().then(response(200, good_body));
}

/// A call whose connection dies, so that it is retried, and another one in line for its place.
struct retry_and_one_in_line
{
    /// Makes a call, which leaves its connection in the only place, and starts the two behind it.
    /// @param server Plays `reset_second_behind_gate`; its gate is closed.
    retry_and_one_in_line(
        boost::asio::io_context& io, client const& caller, scripted_server const& server)
    {
        BOOST_TEST_REQUIRE(call_once<operations::buy>(io, caller).has_value());
        boost::asio::co_spawn(io, caller.look(good_item),
            [this](std::exception_ptr, restbind::result<Item> r)
            { retried.emplace(std::move(r)); });
        io.restart();
        io.poll();
        BOOST_TEST_REQUIRE(server.wait_for("/", 2));
        start(io, caller, good_item,
            [this](restbind::result<Item> outcome) { in_line.emplace(std::move(outcome)); });
        io.restart();
        io.poll();
    }
    retry_and_one_in_line(retry_and_one_in_line const&) = delete;
    retry_and_one_in_line& operator=(retry_and_one_in_line const&) = delete;

    std::optional<restbind::result<Item>> retried;
    std::optional<restbind::result<Item>> in_line;
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_places)

BOOST_AUTO_TEST_CASE(connections_that_die_while_idle_give_their_places_back)
{
    scripted_server server(
        [](received_request const&) { return script().then(response(200, good_body)).close(); });
    boost::asio::io_context io;
    client const caller(io.get_executor(), one_place(server), {.tenant = "arena"});
    for (std::size_t i = 1; i != 5; ++i)
    {
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
        BOOST_TEST(server.wait_for_ended(i));
    }
    BOOST_TEST(server.connections() == 4U);
}

BOOST_AUTO_TEST_CASE(connections_that_were_idle_for_too_long_give_their_places_back)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = one_place(server);
    options.pool.idle_timeout = 1ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (int i = 0; i != 4; ++i)
    {
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
        std::this_thread::sleep_for(3ms);
    }
    BOOST_TEST(server.connections() == 4U);
}

BOOST_AUTO_TEST_CASE(without_an_idle_time_a_connection_is_closed_as_soon_as_its_call_has_ended)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.pool.idle_timeout = 0ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.wait_for_ended(1));
}

BOOST_AUTO_TEST_CASE(those_in_line_are_served_in_turn)
{
    scripted_server server(response_first_behind_gate);
    boost::asio::io_context io;
    client const caller(io.get_executor(), one_place(server), {.tenant = "arena"});
    int ended = 0;
    for (int i = 1; i != 6; ++i)
    {
        start(io, caller, {.id = i, .name = "x"},
            [&](restbind::result<Item> outcome) { ended += outcome.has_value() ? 1 : 0; });
        io.poll();
    }
    BOOST_TEST_REQUIRE(server.wait_for("/", 1));
    server.open_gate();
    run_until(io, [&] { return ended == 5; });
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 5U);
    for (std::size_t i = 0; i != 5; ++i)
        BOOST_TEST(requests[i].body.starts_with("{\"id\":" + std::to_string(i + 1) + ","),
            requests[i].body);
}

BOOST_AUTO_TEST_CASE(a_place_that_one_in_line_declines_goes_to_the_next_in_line)
{
    scripted_server server(response_first_behind_gate);
    boost::asio::io_context io;
    client const caller(io.get_executor(), one_place(server), {.tenant = "arena"});
    bool held = false;
    bool served = false;
    start(io, caller, good_item, [&](restbind::result<Item> r) { held = r.has_value(); });
    io.poll();
    BOOST_TEST_REQUIRE(server.wait_for("/", 1));
    {
        // The first in line stands on an execution context that is destroyed after the grant.
        boost::asio::io_context doomed;
        boost::asio::co_spawn(
            doomed, caller.buy(good_item), [](std::exception_ptr, restbind::result<Item>) {});
        doomed.poll();
        start(io, caller, good_item, [&](restbind::result<Item> r) { served = r.has_value(); });
        io.restart();
        io.poll();
        server.open_gate();
        run_until(io, [&] { return held; });
        io.poll(); // the grant is now with the other execution context
    }
    run_until(io, [&] { return served; });
    BOOST_TEST(server.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_place_that_is_granted_as_the_client_ends_is_not_used)
{
    scripted_server server([](received_request const&)
        { return script().wait_for_gate().then(response(200, good_body)); });
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), one_place(server), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> in_line;
    bool held = false;
    start(io, *caller, good_item,
        [&](restbind::result<Item> outcome)
        {
            held = outcome.has_value();
            caller.reset();
        });
    io.poll();
    BOOST_TEST_REQUIRE(server.wait_for("/", 1));
    start(io, *caller, good_item,
        [&](restbind::result<Item> outcome) { in_line.emplace(std::move(outcome)); });
    io.restart();
    io.poll();
    server.open_gate();
    run_until(io, [&] { return in_line.has_value(); });
    BOOST_TEST(held);
    BOOST_TEST((in_line->error() == error_kind::client_closed), in_line->error().message());
    BOOST_TEST((in_line->error().at() == phase::pool));
    BOOST_TEST(server.requests().size() == 1U);
}

// survives: N18, R1-N
BOOST_AUTO_TEST_CASE(a_connection_that_died_on_its_way_to_the_next_in_line_is_not_used)
{
    scripted_server server(
        [](received_request const& request)
        {
            script played = script().apply().then(response_first_behind_gate(request));
            return request.connection == 1 ? played.close() : played;
        });
    boost::asio::io_context io;
    client const caller(io.get_executor(), one_place(server), {.tenant = "arena"});
    bool held = false;
    std::optional<restbind::result<Item>> in_line;
    start(io, caller, good_item,
        [&](restbind::result<Item> outcome)
        {
            held = outcome.has_value();
            // The place is granted, and its connection not looked at yet.
            BOOST_TEST(!in_line.has_value());
            BOOST_TEST(server.wait_for_ended(1));
        });
    io.poll();
    BOOST_TEST_REQUIRE(server.wait_for("/", 1));
    start(io, caller, good_item,
        [&](restbind::result<Item> outcome) { in_line.emplace(std::move(outcome)); });
    io.restart();
    io.poll();
    server.open_gate();
    run_until(io, [&] { return in_line.has_value(); });
    BOOST_TEST(held);
    // It may not be retried: on the dead connection its outcome would be unknown.
    BOOST_TEST(in_line->has_value(), in_line->error().message());
    BOOST_TEST(server.connections() == 2U);
    BOOST_TEST(server.effects() == 2U);
}

// survives: R1-S
BOOST_AUTO_TEST_CASE(a_retry_in_place_of_a_dead_connection_takes_none_that_others_give_back)
{
    scripted_server server(reset_second_behind_gate);
    boost::asio::io_context io;
    client const caller(io.get_executor(), one_place(server), {.tenant = "arena"});
    retry_and_one_in_line const calls(io, caller, server);
    server.open_gate();
    run_until(io, [&] { return calls.retried && calls.in_line; });
    BOOST_TEST(calls.retried->has_value(), calls.retried->error().message());
    BOOST_TEST(calls.in_line->has_value(), calls.in_line->error().message());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 4U);
    BOOST_TEST(requests[2].method == "POST");
    BOOST_TEST(requests[2].connection == 2U);
    BOOST_TEST(requests[3].method == "GET");
    BOOST_TEST(requests[3].connection == 3U);
    BOOST_TEST(server.effects() == 3U);
}

// survives: R1-S
BOOST_AUTO_TEST_CASE(a_retry_in_place_of_a_dead_connection_takes_the_place_of_an_idle_one)
{
    // Between the end of the dead connection and the retry, which waits for a token, another call
    // comes and goes: its connection is idle in the only place.
    scripted_server server(reset_second_behind_gate);
    int asked = 0;
    auto options = one_place(server);
    options.anonymous = false;
    boost::asio::io_context io;
    boost::asio::steady_timer late(io, 1h);
    options.tokens.provider = [&]() -> awaitable<restbind::result<restbind::http::access_token>>
    {
        if (++asked == 2)
        {
            boost::system::error_code ended;
            co_await late.async_wait(
                boost::asio::redirect_error(boost::asio::use_awaitable, ended));
        }
        co_return restbind::http::access_token{restbind::secret("token"), 3600s};
    };
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    retry_and_one_in_line const calls(io, caller, server); // the one in line has its token
    caller.reset_token();
    server.open_gate();
    run_until(io, [&] { return calls.in_line && asked == 2; });
    BOOST_TEST(calls.in_line->has_value(), calls.in_line->error().message());
    BOOST_TEST(!calls.retried.has_value());
    late.cancel();
    run_until(io, [&] { return calls.retried.has_value(); });
    BOOST_TEST(calls.retried->has_value(), calls.retried->error().message());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 4U);
    BOOST_TEST(requests[2].connection == 2U);
    BOOST_TEST(requests[3].connection == 3U);
    BOOST_TEST(server.effects() == 3U);
}

BOOST_AUTO_TEST_CASE(a_call_in_a_pause_leaves_its_place_to_others)
{
    scripted_server server(
        [](received_request const& request)
        {
            return request.body.find("patient") != std::string::npos ? response(503)
                                                                     : response(200, good_body);
        });
    auto options = one_place(server);
    options.timeouts.call = 1min;
    options.retry.initial_delay = 30s;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    bool ended = false;
    start(io, caller, {.id = 1, .name = "patient"}, [&](restbind::result<Item>) { ended = true; });
    run_until(io, [&] { return server.requests().size() == 1; });
    bool served = false;
    start(io, caller, good_item, [&](restbind::result<Item> r) { served = r.has_value(); });
    run_until(io, [&] { return served; });
    BOOST_TEST(!ended);
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() >= 2U);
    BOOST_TEST(requests[1].body.find("patient") == std::string::npos);
    BOOST_TEST(server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(a_retry_in_place_of_a_dead_connection_takes_no_other_idle_one)
{
    // Both idle connections are dead, which shows only when they are used.
    std::atomic<int> first{0};
    scripted_server server(
        [&](received_request const& request)
        {
            auto step = script();
            if (request.connection == 3)
                return response(200, good_body);
            if (request.index == 2)
                return script().reset();
            if (++first == 2)
                server.open_gate();
            return step.wait_for_gate().then(response(200, good_body));
        });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    int good = 0;
    for (int i = 0; i != 2; ++i)
        start(io, caller, good_item, [&](restbind::result<Item> r) { good += r.has_value(); });
    run_until(io, [&] { return good == 2; });
    auto const outcome = call_once<operations::look>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    auto const requests = server.requests();
    BOOST_TEST(requests.size() == 4U);
    BOOST_TEST(requests.back().connection == 3U);
}

BOOST_AUTO_TEST_SUITE_END()
