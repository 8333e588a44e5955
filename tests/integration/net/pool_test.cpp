// SPDX-License-Identifier: BSL-1.0
// Which connections are kept, used again, closed, and waited for.
#include "sockets.hpp"

#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/pool.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <type_traits>

namespace
{

using namespace fake;

// A connection that a std::shared_ptr owned as well would be freed twice.
static_assert(!std::is_destructible_v<net::detail::connection>);

/// Makes calls at the same time and waits for all of them.
std::size_t calls_at_once(boost::asio::io_context& io, client const& caller, int count)
{
    std::size_t succeeded = 0;
    for (int i = 0; i != count; ++i)
        boost::asio::co_spawn(io, caller.buy(good_item),
            [&](std::exception_ptr, restbind::result<Item> r)
            { succeeded += r.has_value() ? 1U : 0U; });
    io.restart();
    io.run_for(9s);
    return succeeded;
}

/// A server that answers none of the first `count` requests before all of them are there.
class together
{
public:
    explicit together(std::size_t count)
        : server(
              [this, count](received_request const&)
              {
                  if (++arrived_ == count)
                      server.open_gate();
                  return script().wait_for_gate().send(
                      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                      "Content-Length: 22\r\n\r\n" +
                      std::string(good_body));
              })
    {
    }

private:
    std::atomic<std::size_t> arrived_{0};

public:
    scripted_server server;
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_pool)

BOOST_AUTO_TEST_CASE(no_more_idle_connections_are_kept_than_allowed)
{
    for (std::size_t const most : {0U, 1U, 3U, 6U})
    {
        together peers(6);
        auto options = options_for(peers.server);
        options.pool.max_idle = most;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(calls_at_once(io, caller, 6) == 6U);
        BOOST_TEST(peers.server.connections() == 6U);
        BOOST_TEST(calls_at_once(io, caller, 6) == 6U);
        BOOST_TEST(peers.server.connections() == 12U - most);
    }
}

BOOST_AUTO_TEST_CASE(as_many_idle_connections_are_kept_as_there_may_be_connections)
{
    together peers(12);
    auto options = options_for(peers.server);
    options.pool.max_connections = 12;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (int i = 0; i != 3; ++i)
        BOOST_TEST(calls_at_once(io, caller, 12) == 12U);
    BOOST_TEST(peers.server.connections() == 12U);
}

BOOST_AUTO_TEST_CASE(an_idle_connection_is_used_a_second_less_than_its_server_says,
    *boost::unit_test::label("slow"))
{
    struct sample
    {
        std::string value;
        std::chrono::milliseconds pause;
        std::size_t connections;
    };
    for (auto const& [value, pause, connections] : {sample{"timeout=2", 1100ms, 2},
             {"timeout=2", 0ms, 1}, {"timeout=1", 0ms, 2}, {"timeout=5, max=9", 1100ms, 1}})
    {
        scripted_server server([&](received_request const&)
            { return response(200, good_body, "Keep-Alive: " + value + "\r\n"); });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        std::this_thread::sleep_for(pause);
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(server.connections() == connections, value);
    }
}

BOOST_AUTO_TEST_CASE(a_connection_that_is_never_idle_has_a_greatest_age)
{
    scripted_server server([](received_request const& request)
        { return script().wait(request.index == 2 ? 120ms : 0ms).then(response(200, good_body)); });
    boost::asio::io_context io;
    std::atomic<std::size_t> lookups{0};
    for (auto const age : {0ms, 100ms})
    {
        auto options = options_for(server);
        options.base_url = "http://seats.test:" + std::to_string(server.port());
        options.allow_plain_http = true;
        options.pool.max_age = age;
        options.resolver = [&](std::string const&)
            -> restbind::result<std::vector<boost::asio::ip::address>>
        {
            ++lookups;
            return std::vector{ip("127.0.0.1")};
        };
        std::size_t const before = server.connections();
        lookups = 0;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        for (int i = 0; i != 3; ++i)
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        std::size_t const connections = age == 0ms ? 1 : 2;
        BOOST_TEST(server.connections() - before == connections, "exchanges are not cut");
        BOOST_TEST(lookups == connections);
    }
}

BOOST_AUTO_TEST_CASE(the_connection_used_last_is_used_next)
{
    together peers(3);
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(peers.server), {.tenant = "arena"});
    BOOST_TEST(calls_at_once(io, caller, 3) == 3U);
    for (int i = 0; i != 6; ++i)
        BOOST_TEST(calls_at_once(io, caller, 1) == 1U);
    std::set<std::size_t> used;
    auto const requests = peers.server.requests();
    for (std::size_t i = 3; i != requests.size(); ++i)
        used.insert(requests[i].connection);
    BOOST_TEST(used.size() == 1U);
    BOOST_TEST(peers.server.connections() == 3U);
}

BOOST_AUTO_TEST_CASE(of_too_many_idle_connections_the_one_used_last_is_kept)
{
    scripted_server server(
        [](received_request const& request)
        {
            auto step = script();
            if (request.connection == 2 && request.index == 1)
                step.wait_for_gate();
            return step.then(response(200, good_body));
        });
    auto options = options_for(server);
    options.pool.max_idle = 1;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    int ended = 0;
    for (int i = 0; i != 2; ++i)
        boost::asio::co_spawn(io, caller.buy(good_item),
            [&](std::exception_ptr, restbind::result<Item> outcome)
            {
                BOOST_TEST(outcome.has_value());
                if (++ended == 1)
                    server.open_gate();
            });
    // Both have begun before the first response can come.
    io.run_for(9s);
    BOOST_TEST_REQUIRE(ended == 2);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.requests().back().connection == 2U);
    BOOST_TEST(server.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(the_end_of_the_client_closes_idle_connections_whatever_else_goes_on)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    // The second token never comes, and whoever gets it cannot be told to stop: the work outlives
    // the client.
    int asked = 0;
    options.tokens.provider = [&]() -> awaitable<restbind::result<restbind::http::access_token>>
    {
        if (++asked == 2)
        {
            co_await boost::asio::this_coro::reset_cancellation_state(
                boost::asio::disable_cancellation());
            co_await sleep_for(1h);
        }
        co_return restbind::http::access_token{restbind::secret("token"), 3600s};
    };
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, *caller).has_value());
    caller->reset_token();
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { outcome.emplace(std::move(r)); });
    io.restart();
    while (asked != 2)
        io.run_one_for(5s);
    caller.reset();
    BOOST_TEST(server.wait_for_ended(1));
    while (!outcome)
        io.run_one_for(5s);
    BOOST_TEST((outcome->error() == error_kind::client_closed));
}

BOOST_AUTO_TEST_CASE(a_time_that_runs_out_too_late_does_not_end_the_next_request)
{
    // On another thread the end of a deadline may come between the end of a request and that of
    // its clock.
    boost::asio::io_context io;
    net::detail::time_source const time;
    net::detail::intrusive_ptr<net::detail::connection> const link(
        new net::detail::connection(io.get_executor(), time));
    link->arm(clock::now());
    io.run_for(5s);
    BOOST_TEST_REQUIRE((link->stopped() == net::detail::stop_reason::timed_out));
    link->disarm();
    link->arm(clock::now() + 1h);
    BOOST_TEST((link->stopped() == net::detail::stop_reason::none));
    link->limit_phase(clock::now());
    io.restart();
    io.run_for(5s);
    BOOST_TEST_REQUIRE((link->stopped() == net::detail::stop_reason::limit_reached));
    link->arm(clock::now() + 1h);
    BOOST_TEST((link->stopped() == net::detail::stop_reason::none));
    // The end of the client is for good.
    link->stop(net::detail::stop_reason::shut_down);
    link->arm(clock::now() + 1h);
    BOOST_TEST((link->stopped() == net::detail::stop_reason::shut_down));
    link->disarm();
}

BOOST_AUTO_TEST_CASE(connections_that_were_idle_for_too_long_are_closed_when_next_looked_at)
{
    // Two connections; only one is kept busy. The peer sees the end of the other.
    std::atomic<int> ended{0};
    std::atomic<int> begun{0};
    socket_server server(
        [&](int socket, std::size_t)
        {
            for (bool first = true; !read_head(socket).empty(); first = false)
            {
                char body[22];
                ::recv(socket, body, sizeof body, MSG_WAITALL);
                if (first)
                {
                    ++begun;
                    for (int i = 0; i != 5000 && begun < 2; ++i)
                        std::this_thread::sleep_for(1ms);
                }
                send_text(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                  "Content-Length: 22\r\n\r\n" +
                                      std::string(good_body));
            }
            ++ended;
        });
    net::client_options options;
    options.base_url = server.url();
    options.anonymous = true;
    options.pool.idle_timeout = 300ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(calls_at_once(io, caller, 2) == 2U);
    auto const start = clock::now();
    while (ended == 0 && since(start) < 8s)
    {
        BOOST_TEST(calls_at_once(io, caller, 1) == 1U);
        std::this_thread::sleep_for(20ms);
    }
    BOOST_TEST(ended >= 1);
    BOOST_TEST(since(start).count() >= 250);
}

BOOST_AUTO_TEST_CASE(a_place_in_line_has_a_limit_of_its_own)
{
    silent_server silent;
    auto options = options_for(silent.server);
    options.pool.max_connections = 1;
    options.pool.wait = 100ms;
    options.timeouts.call = 700ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::optional<restbind::result<Item>> holder;
    std::optional<restbind::result<Item>> waiting;
    std::chrono::milliseconds took{0};
    auto const start = clock::now();
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { holder.emplace(std::move(r)); });
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r)
        {
            waiting.emplace(std::move(r));
            took = since(start);
        });
    io.run_for(9s);
    BOOST_TEST_REQUIRE(waiting.has_value());
    BOOST_TEST((waiting->error() == error_kind::timed_out), waiting->error().message());
    BOOST_TEST((waiting->error().at() == phase::pool));
    BOOST_TEST(!waiting->error().outcome_unknown());
    BOOST_TEST(took.count() >= 99);
    BOOST_TEST(took.count() < 650);
    BOOST_TEST((holder->error().at() == phase::first_byte));
}

BOOST_AUTO_TEST_CASE(a_place_that_was_granted_to_one_who_is_gone_goes_to_the_next)
{
    // The line stands on an execution context of its own, which is destroyed between the grant and
    // the step that would take the place.
    scripted_server server(
        [](received_request const& request)
        {
            auto step = script();
            if (request.connection == 1 && request.index == 1)
                step.wait_for_gate();
            return step.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                             "Content-Length: 22\r\n\r\n" +
                             std::string(good_body));
        });
    auto options = options_for(server);
    options.pool.max_connections = 1;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    bool held = false;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { held = r.has_value(); });
    io.poll();
    BOOST_TEST_REQUIRE(server.wait_for("/", 1));
    {
        boost::asio::io_context doomed;
        boost::asio::co_spawn(
            doomed, caller.buy(good_item), [](std::exception_ptr, restbind::result<Item>) {});
        doomed.poll();
        server.open_gate();
        io.restart();
        io.run_for(5s);
        BOOST_TEST(held);
    }
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    BOOST_TEST(since(start).count() < 3000);
}

BOOST_AUTO_TEST_CASE(no_place_is_lost_when_those_in_line_give_up_all_the_time)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.pool.max_connections = 2;
    options.timeouts.call = 9s;
    boost::asio::thread_pool threads(3);
    client caller(threads.get_executor(), std::move(options), {.tenant = "arena"});
    std::atomic<int> succeeded{0};
    std::atomic<int> gave_up{0};
    std::atomic<int> wrong{0};
    for (int i = 0; i != 12; ++i)
        boost::asio::co_spawn(
            threads,
            [&, i]() -> awaitable<void>
            {
                for (int k = 0; k != 30; ++k)
                {
                    // Half of them wait for as long as a call takes, more or less.
                    net::call_options const hasty{.deadline = std::chrono::milliseconds(1 + k % 3)};
                    net::call_options const patient;
                    auto const outcome = co_await caller.buy(good_item, i % 2 ? hasty : patient);
                    if (outcome)
                        ++succeeded;
                    else if (i % 2 && outcome.error() == error_kind::timed_out)
                        ++gave_up;
                    else
                        ++wrong;
                }
            },
            boost::asio::detached);
    threads.join();
    BOOST_TEST(wrong == 0);
    BOOST_TEST(succeeded + gave_up == 360);
    BOOST_TEST(succeeded >= 180);
}

BOOST_AUTO_TEST_CASE(a_lease_that_is_assigned_still_keeps_its_connection)
{
    scripted_server const server([](received_request const&) { return script().wait(1min); });
    boost::asio::io_context io;
    net::detail::time_source const time;
    net::detail::pool all(io.get_executor(), time,
        restbind::http::pool_state<net::detail::pool::pointer>(1, 1, 60s), 1, 0ms, {});
    for (bool const keeps : {true, false})
        run(io,
            [&]() -> awaitable<void>
            {
                auto acquiring = all.acquire(true, clock::now() + 5s, nullptr);
                auto acquired = co_await std::move(acquiring);
                BOOST_TEST_REQUIRE(acquired.has_value());
                net::detail::address_list here;
                here.add({boost::asio::ip::address_v4::loopback(), server.port()});
                auto connecting = (*acquired)->connect(here, true, clock::now() + 5s);
                BOOST_TEST_REQUIRE((co_await std::move(connecting)).has_value());
                if (keeps)
                    acquired->keep();
                net::detail::lease assigned;
                assigned = std::move(*acquired);
                assigned.end();
                BOOST_TEST(bool(all.try_acquire()) == keeps);
            });
    all.shut_down();
}

BOOST_AUTO_TEST_SUITE_END()
