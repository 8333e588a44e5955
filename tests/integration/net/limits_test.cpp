// SPDX-License-Identifier: BSL-1.0
// Limits of single phases, and what the deadline's timer leaves behind.
#include "sockets.hpp"

#include <restbind/net/detail/connection.hpp>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;
using restbind::http::retry_policy;

/// A call that must fail in a phase because of its limit, long before its deadline.
void check_limit(scripted_server& server, std::function<void(net::client_options&)> const& change,
    error_kind kind, phase at, int status, std::size_t sends_if_safe, Item const& item = good_item)
{
    auto options = options_for(server);
    options.timeouts.call = 9s;
    change(options);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller, item);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    auto const error = outcome.error();
    BOOST_TEST((error == kind), error.message());
    BOOST_TEST((error == boost::asio::error::timed_out));
    BOOST_TEST((error.at() == at), error.message());
    BOOST_TEST(error.status() == status);
    BOOST_TEST(error.sends() == 1U);
    BOOST_TEST(since(start).count() >= 99);
    BOOST_TEST(since(start).count() < 5000);
    if (sends_if_safe != 0)
    {
        std::size_t const before = server.requests().size();
        static_cast<void>(call_once<operations::look>(io, caller));
        BOOST_TEST(server.requests().size() - before == sends_if_safe);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_limits)

BOOST_AUTO_TEST_CASE(a_response_that_does_not_begin_is_given_up_and_asked_for_again_only_if_safe)
{
    scripted_server server([](received_request const&) { return script().wait(1min); });
    check_limit(
        server, [](auto& o) { o.timeouts.first_byte = 100ms; }, error_kind::read, phase::first_byte,
        0, 3);
}

BOOST_AUTO_TEST_CASE(a_silence_inside_an_response_is_given_up)
{
    scripted_server server([](received_request const&)
        { return script().send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{").wait(1min); });
    check_limit(
        server, [](auto& o) { o.timeouts.idle_read = 100ms; }, error_kind::read, phase::read, 200,
        3);
}

BOOST_AUTO_TEST_CASE(a_request_of_which_nothing_is_accepted_is_given_up)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([](std::size_t) { return script().wait(1min); });
    Item const large{.id = 7, .name = std::string(20U << 20, 'x')};
    check_limit(
        server, [](auto& o) { o.timeouts.write = 100ms; }, error_kind::write, phase::write, 0, 0,
        large);
}

BOOST_AUTO_TEST_CASE(limits_begin_again_with_each_byte, *boost::unit_test::label("slow"))
{
    // Each pause is a fraction of the limit, all of them are a multiple.
    scripted_server server(
        [](received_request const&)
        {
            return script().send_slowly("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                        "Content-Length: 22\r\n\r\n" +
                                            std::string(good_body),
                20ms);
        });
    auto options = options_for(server);
    options.timeouts.idle_read = 800ms;
    options.timeouts.first_byte = 800ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    BOOST_TEST(since(start).count() > 800);
}

BOOST_AUTO_TEST_CASE(a_limit_of_zero_leaves_the_deadline)
{
    silent_server silent;
    auto options = options_for(silent.server);
    options.timeouts.connect = 0ms;
    options.timeouts.handshake = 0ms;
    options.timeouts.write = 0ms;
    options.timeouts.first_byte = 0ms;
    options.timeouts.idle_read = 0ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller, good_item, {.deadline = 100ms});
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::timed_out), outcome.error().message());
    BOOST_TEST((outcome.error().at() == phase::first_byte));
}

BOOST_AUTO_TEST_CASE(a_limit_that_would_end_after_the_deadline_changes_nothing)
{
    silent_server silent;
    auto options = options_for(silent.server);
    options.timeouts.first_byte = 1min;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller, good_item, {.deadline = 100ms});
    BOOST_TEST((outcome.error() == error_kind::timed_out));
}

BOOST_AUTO_TEST_CASE(a_later_call_on_the_same_connection_has_its_own_deadline)
{
    // The first call's wait is still pending, and ends, while the second call is under way.
    std::atomic<int> requests{0};
    scripted_server server(
        [&](received_request const&)
        {
            auto step = script();
            if (++requests == 2)
                step.wait(400ms);
            return step.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                             "Content-Length: 22\r\n\r\n" +
                             std::string(good_body));
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    net::call_options const hasty{.deadline = 200ms};
    std::optional<restbind::result<Item>> first;
    std::optional<restbind::result<Item>> second;
    std::optional<restbind::result<Item>> third;
    run(io,
        [&]() -> awaitable<void>
        {
            first.emplace(co_await caller.buy(good_item, hasty));
            second.emplace(co_await caller.buy(good_item));
            // An earlier deadline than the one that is waited for.
            third.emplace(co_await caller.buy(good_item, hasty));
        });
    BOOST_TEST(first->has_value());
    BOOST_TEST(second->has_value());
    BOOST_TEST(third->has_value());
    BOOST_TEST(server.connections() == 1U);

    silent_server silent;
    client other(io.get_executor(), options_for(silent.server), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, other, good_item, hasty);
    BOOST_TEST((outcome.error() == error_kind::timed_out));
    BOOST_TEST(since(start).count() < 2000);
}

BOOST_AUTO_TEST_CASE(a_shorter_deadline_strikes_although_a_longer_one_is_being_waited_for)
{
    std::atomic<int> requests{0};
    scripted_server server([&](received_request const&)
        { return ++requests == 1 ? response(200, good_body) : script().wait(1min); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    net::call_options const hasty{.deadline = 100ms};
    std::optional<restbind::result<Item>> second;
    std::chrono::milliseconds took{0};
    run(io,
        [&]() -> awaitable<void>
        {
            auto const first = co_await caller.buy(good_item);
            BOOST_TEST(first.has_value());
            auto const start = clock::now();
            second.emplace(co_await caller.buy(good_item, hasty));
            took = since(start);
        });
    BOOST_TEST((second->error() == error_kind::timed_out));
    BOOST_TEST(took.count() < 2000);
    BOOST_TEST(server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(an_idle_client_leaves_nothing_pending)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (int i = 0; i != 3; ++i)
    {
        auto const start = clock::now();
        run(io,
            [&]() -> awaitable<void>
            {
                for (int k = 0; k != 3; ++k)
                {
                    auto const outcome = co_await caller.buy(good_item);
                    BOOST_TEST(outcome.has_value());
                }
            });
        BOOST_TEST(since(start).count() < 2000);
    }
    // The other way to call, whose result comes by a handler of its own.
    bool called = false;
    caller.async_buy(good_item, {}, [&](restbind::result<Item> r) { called = r.has_value(); });
    auto const start = clock::now();
    io.restart();
    io.run();
    BOOST_TEST(called);
    BOOST_TEST(since(start).count() < 2000);
    BOOST_TEST(server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(many_threads_leave_nothing_pending_either)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.timeouts.call = 1min;
    options.pool.max_connections = 4;
    options.pool.max_idle = 4;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::atomic<int> succeeded{0};
    for (int i = 0; i != 8; ++i)
        boost::asio::co_spawn(
            io,
            [&]() -> awaitable<void>
            {
                for (int k = 0; k != 25; ++k)
                {
                    auto const outcome = co_await caller.buy(good_item);
                    succeeded += outcome.has_value() ? 1 : 0;
                }
            },
            [](std::exception_ptr) {});
    auto const start = clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
        threads.emplace_back([&] { io.run(); });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(succeeded == 200);
    BOOST_TEST(since(start).count() < 30000);
}

BOOST_AUTO_TEST_CASE(an_exchange_is_measured_only_if_asked)
{
    scripted_server server(
        [](received_request const&)
        {
            return script()
                .wait(30ms)
                .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{")
                .wait(400ms) // a client that comes this late sees both parts at once
                .send("}");
        });
    boost::asio::io_context io;
    net::detail::time_source const time;
    net::detail::intrusive_ptr<net::detail::connection> const link(
        new net::detail::connection(io.get_executor(), time));
    std::string const head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    for (bool const timed : {true, false})
    {
        net::detail::exchange_report report;
        net::attempt_times times;
        run(io,
            [&]() -> awaitable<void>
            {
                net::detail::outgoing_request const request{.head = head};
                restbind::http::parser_limits const limits{.body = 100, .header = 4096};
                restbind::http::response response;
                net::detail::address_list where;
                where.add({ip("127.0.0.1"), server.port()});
                if (timed)
                {
                    auto const connected = co_await link->connect(where, false, clock::now() + 5s);
                    BOOST_TEST(connected.has_value());
                }
                link->arm(clock::now() + 5s);
                auto const cancellation = co_await boost::asio::this_coro::cancellation_state;
                auto step = link->begin(request, limits, response, cancellation, timed ? &times : nullptr);
                while (step == restbind::http::step::receive)
                {
                    co_await link->receive();
                    step = link->received();
                }
                BOOST_TEST((step == restbind::http::step::done));
                report = link->report();
                link->disarm();
            });
        BOOST_TEST(report.ended.has_value(), report.ended.error().message());
        BOOST_TEST(report.bytes_sent == head.size());
        BOOST_TEST(report.bytes_received == 40U);
        BOOST_TEST((times.first_byte.count() >= 29000) == timed);
        BOOST_TEST((times.read.count() >= 1000) == timed);
        BOOST_TEST((times.write.count() == 0 || timed));
    }
}

BOOST_AUTO_TEST_CASE(a_deadline_counts_although_an_earlier_calls_was_sooner)
{
    // Two calls without a pause between them: the wait for the first one's deadline is still
    // pending when the second one begins.
    scripted_server server([](received_request const& request)
        { return request.index == 1 ? response(200, good_body) : script().wait_for_gate(); });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    run(io,
        [&]() -> awaitable<void>
        {
            auto first = caller.buy(good_item, {.deadline = 500ms});
            auto const soon = co_await std::move(first);
            BOOST_TEST(soon.has_value());
            auto second = caller.buy(good_item, {.deadline = 900ms});
            auto const late = co_await std::move(second);
            BOOST_TEST_REQUIRE(late.has_error());
            BOOST_TEST((late.error() == error_kind::timed_out), late.error().message());
            BOOST_TEST(late.error().outcome_unknown());
        });
    server.open_gate();
}

BOOST_AUTO_TEST_CASE(the_limit_of_an_earlier_call_does_not_end_a_slow_request)
{
    // No limit on writing: only the deadline counts while the server takes its time to read.
    constexpr std::size_t small_body = 22;
    constexpr std::size_t large_name = 8'000'000;
    socket_server reader(
        [&](int socket, std::size_t)
        {
            std::vector<char> space(1U << 20);
            for (std::size_t left : {small_body, small_body - 4 + large_name})
            {
                if (read_head(socket).empty())
                    return;
                if (left != small_body)
                    std::this_thread::sleep_for(700ms);
                while (left != 0)
                {
                    auto const count =
                        ::recv(socket, space.data(), std::min(left, space.size()), 0);
                    if (count <= 0)
                        return;
                    left -= static_cast<std::size_t>(count);
                }
                send_text(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                  "Content-Length: 22\r\n\r\n" +
                                      std::string(good_body));
            }
        });
    net::client_options options;
    options.base_url = reader.url();
    options.anonymous = true;
    options.timeouts.call = 9s;
    options.timeouts.write = 0ms;
    options.timeouts.first_byte = 400ms;
    options.timeouts.idle_read = 0ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    run(io,
        [&]() -> awaitable<void>
        {
            auto first = caller.buy(good_item);
            auto const soon = co_await std::move(first);
            BOOST_TEST_REQUIRE(soon.has_value(), soon.error().message());
            Item const large{.id = 7, .name = std::string(large_name, 'x')};
            auto second = caller.buy(large);
            auto const outcome = co_await std::move(second);
            BOOST_TEST(outcome.has_value(), outcome.error().message());
        });
}

BOOST_AUTO_TEST_SUITE_END()
