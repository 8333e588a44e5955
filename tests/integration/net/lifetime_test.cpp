// SPDX-License-Identifier: BSL-1.0
// Deadlines, name lookups, waiting in line, cancellation, and the end of a client.
#include "fixture.hpp"


#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;

/// A port on which connections are neither accepted nor refused: its queue is full.
class deaf_port
{
public:
    explicit deaf_port(std::uint32_t address = INADDR_LOOPBACK, std::uint16_t port = 0)
    {
        listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
        address_.sin_family = AF_INET;
        address_.sin_addr.s_addr = htonl(address);
        address_.sin_port = htons(port);
        socklen_t size = sizeof address_;
        BOOST_TEST_REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address_), size) == 0);
        BOOST_TEST_REQUIRE(::listen(listener_, 0) == 0);
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address_), &size);
        for (int& filler : fillers_)
        {
            filler = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
            static_cast<void>(::connect(filler, reinterpret_cast<sockaddr*>(&address_), size));
        }
        std::this_thread::sleep_for(20ms);
    }
    ~deaf_port()
    {
        for (int const filler : fillers_)
            ::close(filler);
        ::close(listener_);
    }
    std::uint16_t port() const { return ntohs(address_.sin_port); }

private:
    int listener_ = -1;
    int fillers_[3]{};
    sockaddr_in address_{};
};

/// Awaits a call whose cancellation is asked for after a while; gives its result.
restbind::result<Item> cancelled_after(std::chrono::milliseconds delay, client const& caller,
    boost::asio::io_context& io,
    boost::asio::cancellation_type type = boost::asio::cancellation_type::terminal)
{
    std::optional<restbind::result<Item>> outcome;
    std::chrono::milliseconds took{0};
    auto const start = clock::now();
    boost::asio::cancellation_signal signal;
    boost::asio::steady_timer timer(io, delay);
    timer.async_wait([&](boost::system::error_code) { signal.emit(type); });
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            auto work = caller.buy(good_item);
            outcome.emplace(co_await std::move(work));
            took = since(start);
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    io.restart();
    io.run_for(5s);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST(io.stopped());
    BOOST_TEST(took.count() < delay.count() + 300);
    return std::move(*outcome);
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_lifetime)

// survives: R9-N, N16, N19
BOOST_AUTO_TEST_CASE(a_deadline_names_the_phase_in_which_it_struck)
{
    auto const check = [](script const& played, phase at, int status)
    {
        scripted_server server([&](received_request const&) { return played; });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        auto const start = clock::now();
        auto const outcome = call_once<operations::buy>(io, caller, good_item, {.deadline = 150ms});
        BOOST_TEST_REQUIRE(!outcome.has_value());
        auto const error = outcome.error();
        BOOST_TEST((error == error_kind::timed_out), error.message());
        BOOST_TEST((error == boost::asio::error::timed_out));
        BOOST_TEST((error.at() == at), error.message());
        BOOST_TEST(error.status() == status);
        BOOST_TEST(error.sends() == 1U);
        BOOST_TEST(error.outcome_unknown());
        BOOST_TEST(since(start).count() >= 149);
        BOOST_TEST(since(start).count() < 400);
        BOOST_TEST(server.requests().size() == 1U);
    };
    check(script().wait(1min), phase::first_byte, 0);
    check(script().send("HTTP/1.1 200 OK\r\nContent-").wait(1min), phase::read, 0);
    check(script().send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{").wait(1min), phase::read,
        200);
    check(script().send_slowly("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{", 20ms), phase::read,
        0);
}

// survives: R9-N
BOOST_AUTO_TEST_CASE(a_deadline_strikes_while_the_request_is_being_written)
{
    Item const large{.id = 7, .name = std::string(12U << 20, 'x')};
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([](std::size_t) { return script().wait(1min); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller, large, {.deadline = 200ms});
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::timed_out));
    BOOST_TEST((outcome.error().at() == phase::write));
    BOOST_TEST(outcome.error().outcome_unknown());
}

// survives: N6
BOOST_AUTO_TEST_CASE(a_silent_host_costs_the_time_to_connect_and_no_more)
{
    deaf_port const deaf;
    net::client_options options;
    options.base_url = "http://127.0.0.1:" + std::to_string(deaf.port());
    options.anonymous = true;
    options.timeouts.connect = 100ms;
    options.retry.initial_delay = 10ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), options.clone(), {.tenant = "arena"});
    auto start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST((outcome.error() == boost::asio::error::timed_out));
    BOOST_TEST((outcome.error().at() == phase::connect));
    BOOST_TEST(since(start).count() >= 300);
    BOOST_TEST(since(start).count() < 1200);

    start = clock::now();
    auto const hasty = call_once<operations::buy>(io, caller, good_item, {.deadline = 50ms});
    BOOST_TEST((hasty.error() == error_kind::timed_out));
    BOOST_TEST((hasty.error().at() == phase::connect));
    BOOST_TEST(!hasty.error().outcome_unknown());
    BOOST_TEST(since(start).count() < 300);
}

BOOST_AUTO_TEST_CASE(all_addresses_are_tried_and_a_silent_one_does_not_use_up_the_time)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    deaf_port const second(INADDR_LOOPBACK + 1, server.port());
    deaf_port const fourth(INADDR_LOOPBACK + 3, server.port());
    auto options = options_for(server);
    options.base_url = "http://localhost:" + std::to_string(server.port());
    options.timeouts.connect = 1500ms;
    options.retry.policy = restbind::http::retry_policy::never;
    options.resolver = [](std::string const&)
    {
        std::this_thread::sleep_for(50ms);
        std::vector<boost::asio::ip::address> found;
        for (unsigned const after : {1U, 2U, 3U, 0U}) // nothing listens at the third
            found.push_back(boost::asio::ip::address_v4(INADDR_LOOPBACK + after));
        return restbind::result<std::vector<boost::asio::ip::address>>(found);
    };
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    BOOST_TEST(server.connections() == 1U);
}

// proves: R5-6
BOOST_AUTO_TEST_CASE(a_loopback_name_that_leads_to_another_machine_is_not_followed)
{
    net::client_options options;
    options.base_url = "http://localhost:9";
    options.tokens.access_token = restbind::secret("token");
    options.retry.policy = restbind::http::retry_policy::never;
    options.resolver = [](std::string const&)
    {
        std::this_thread::sleep_for(20ms);
        return restbind::result<std::vector<boost::asio::ip::address>>(
            {boost::asio::ip::make_address("192.0.2.1")});
    };
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller, good_item, {.deadline = 1s});
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST((outcome.error() == boost::asio::error::host_not_found));
}

// survives: N2, N3
BOOST_AUTO_TEST_CASE(a_silent_name_server_hangs_neither_the_call_nor_the_shutdown)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.base_url = "http://localhost:" + std::to_string(server.port());
    std::promise<void> end_of_test;
    options.resolver = [over = end_of_test.get_future().share()](std::string const&)
    {
        over.wait_for(20s);
        return restbind::result<std::vector<boost::asio::ip::address>>(
            restbind::error(error_kind::resolve));
    };
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});

    auto start = clock::now();
    auto const outcome = call_once<operations::buy>(io, *caller, good_item, {.deadline = 100ms});
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::timed_out));
    BOOST_TEST((outcome.error().at() == phase::resolve));
    BOOST_TEST(since(start).count() < 300);

    std::optional<restbind::result<Item>> ended;
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { ended.emplace(std::move(r)); });
    io.restart();
    io.run_for(50ms);
    start = clock::now();
    caller.reset();
    io.run_for(5s);
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((ended->error() == error_kind::client_closed));
    BOOST_TEST(since(start).count() < 300);
}

// survives: N1
BOOST_AUTO_TEST_CASE(a_name_that_does_not_exist_is_an_error_within_the_deadline)
{
    net::client_options options;
    options.base_url = "http://no-such-host.invalid";
    options.allow_plain_http = true;
    options.anonymous = true;
    options.retry.policy = restbind::http::retry_policy::never;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller, good_item, {.deadline = 2s});
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::resolve || outcome.error() == error_kind::timed_out),
        outcome.error().message());
    BOOST_TEST((outcome.error().at() == phase::resolve));
    BOOST_TEST(since(start).count() < 2500);
}

BOOST_AUTO_TEST_CASE(connections_are_bounded_and_callers_wait_in_line)
{
    std::atomic<int> working{0};
    std::atomic<int> most{0};
    scripted_server server(
        [&](received_request const&)
        {
            int const now = ++working;
            most = std::max(most.load(), now);
            std::this_thread::sleep_for(10ms);
            --working;
            return response(200, good_body);
        });
    auto options = options_for(server);
    options.pool.max_connections = 3;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::size_t succeeded = 0;
    for (int i = 0; i != 30; ++i)
        boost::asio::co_spawn(io, caller.buy(good_item),
            [&](std::exception_ptr, restbind::result<Item> r)
            { succeeded += r.has_value() ? 1U : 0U; });
    io.run_for(5s);
    BOOST_TEST(succeeded == 30U);
    BOOST_TEST(most == 3);
    BOOST_TEST(server.connections() == 3U);
}

BOOST_AUTO_TEST_CASE(a_caller_in_line_has_its_own_deadline_and_can_be_cancelled)
{
    silent_server silent;
    auto options = options_for(silent.server);
    options.pool.max_connections = 1;
    options.timeouts.call = 600ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::optional<restbind::result<Item>> holder;
    std::optional<restbind::result<Item>> waiting;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { holder.emplace(std::move(r)); });
    boost::asio::co_spawn(io, caller.buy(good_item, {.deadline = 50ms}),
        [&](std::exception_ptr, restbind::result<Item> r) { waiting.emplace(std::move(r)); });
    auto const cancelled = cancelled_after(100ms, caller, io);
    BOOST_TEST_REQUIRE(waiting.has_value());
    BOOST_TEST((waiting->error() == error_kind::timed_out));
    BOOST_TEST((waiting->error().at() == phase::pool));
    BOOST_TEST((cancelled.error() == error_kind::cancelled));
    BOOST_TEST((cancelled.error().at() == phase::pool));
    BOOST_TEST(!cancelled.error().outcome_unknown());
    BOOST_TEST_REQUIRE(holder.has_value());
    BOOST_TEST((holder->error() == error_kind::timed_out));
    BOOST_TEST(silent.server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_idle_timeout_of_zero_keeps_no_connection_and_a_short_one_drops_it)
{
    for (auto const& [idle, expected] :
        std::vector<std::pair<std::chrono::milliseconds, std::size_t>>{
            {0ms, 3}, {10ms, 3}, {10s, 1}})
    {
        scripted_server server([](received_request const&) { return response(200, good_body); });
        auto options = options_for(server);
        options.pool.idle_timeout = idle;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        for (int i = 0; i != 3; ++i)
        {
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
            std::this_thread::sleep_for(15ms);
        }
        BOOST_TEST(server.connections() == expected);
    }
}

// survives: R9-N
BOOST_AUTO_TEST_CASE(a_cancelled_call_says_how_far_it_had_come)
{
    silent_server silent;
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(silent.server), {.tenant = "arena"});
    auto const waiting = cancelled_after(50ms, caller, io);
    BOOST_TEST_REQUIRE(!waiting.has_value());
    BOOST_TEST((waiting.error() == error_kind::cancelled));
    BOOST_TEST((waiting.error().at() == phase::first_byte));
    BOOST_TEST((waiting.error() == boost::asio::error::operation_aborted));
    BOOST_TEST(waiting.error().outcome_unknown());
    BOOST_TEST(waiting.error().sends() == 1U);
    BOOST_TEST(silent.server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_cancellation_ends_a_pause_between_attempts)
{
    scripted_server server([](received_request const&) { return response(500); });
    auto options = options_for(server);
    options.retry.initial_delay = 3s;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = cancelled_after(50ms, caller, io);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::cancelled));
    BOOST_TEST((outcome.error().at() == phase::backoff));
    BOOST_TEST(outcome.error().sends() == 1U);
    BOOST_TEST(outcome.error().outcome_unknown());
}

BOOST_AUTO_TEST_CASE(after_a_cancelled_call_the_caller_throws_again_as_before)
{
    silent_server silent;
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(silent.server), {.tenant = "arena"});
    boost::asio::cancellation_signal signal;
    bool threw = false;
    boost::asio::steady_timer timer(io, 50ms);
    timer.async_wait(
        [&](boost::system::error_code) { signal.emit(boost::asio::cancellation_type::terminal); });
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            auto work = caller.buy(good_item);
            auto const outcome = co_await std::move(work);
            BOOST_TEST(!outcome.has_value());
            try
            {
                co_await sleep_for(1ms);
            }
            catch (boost::system::system_error const& e)
            {
                threw = e.code() == boost::asio::error::operation_aborted;
            }
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    io.run_for(5s);
    BOOST_TEST(threw);
}

BOOST_AUTO_TEST_CASE(arguments_are_not_looked_at_after_the_function_has_returned)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    run(io,
        [&]() -> awaitable<void>
        {
            auto request = std::make_unique<Item>(good_item);
            auto options = std::make_unique<net::call_options>();
            options->headers = {{"X-Long", std::string(100, 'x')}};
            auto work = caller.buy(*request, *options);
            request->name = "changed";
            request.reset();
            options.reset();
            auto const outcome = co_await std::move(work);
            BOOST_TEST(outcome.has_value());
        });
    BOOST_TEST_REQUIRE(server.requests().size() == 1U);
    BOOST_TEST(server.requests()[0].body == good_body);
}

// survives: P2
BOOST_AUTO_TEST_CASE(destroying_the_last_client_ends_its_calls)
{
    for (bool const token_is_late : {false, true})
    {
        silent_server silent;
        boost::asio::io_context io;
        auto options =
            token_is_late ? token_options_for(silent.server) : options_for(silent.server);
        options.pool.max_connections = 2;
        std::optional<client> first(
            std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
        std::optional<client> second(*first->for_tenant("opera"));
        std::vector<restbind::error> errors;
        for (int i = 0; i != 5; ++i)
            boost::asio::co_spawn(io, second->buy(good_item),
                [&](std::exception_ptr, restbind::result<Item> r) { errors.push_back(r.error()); });
        io.run_for(100ms);
        BOOST_TEST(errors.empty());
        first.reset();
        io.run_for(50ms);
        BOOST_TEST(errors.empty(), "a view is still there");
        auto const start = clock::now();
        second.reset();
        io.run_for(5s);
        BOOST_TEST(since(start).count() < 300);
        BOOST_TEST_REQUIRE(errors.size() == 5U);
        for (auto const& error : errors)
        {
            BOOST_TEST((error == error_kind::client_closed), error.message());
            BOOST_TEST((error == boost::asio::error::operation_aborted));
        }
        BOOST_TEST(io.stopped());
    }
}

BOOST_AUTO_TEST_CASE(an_execution_context_may_be_destroyed_in_the_middle_of_calls)
{
    silent_server silent;
    auto io = std::make_unique<boost::asio::io_context>();
    {
        client caller(io->get_executor(), options_for(silent.server), {.tenant = "arena"});
        for (int i = 0; i != 3; ++i)
            boost::asio::co_spawn(*io, caller.buy(good_item), boost::asio::detached);
        io->run_for(50ms);
    }
    io.reset();
    BOOST_TEST(silent.server.connections() == 3U);
}

BOOST_AUTO_TEST_CASE(defaults_for_calls_belong_to_one_copy)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client plain(io.get_executor(), options_for(server), {.tenant = "arena"});
    client marked = plain;
    marked.set_defaults({.parameters = {{"tenant", "opera"}}, .headers = {{"X-Mark", "1"}}});
    BOOST_TEST(call_once<operations::buy>(io, marked).has_value());
    BOOST_TEST(call_once<operations::buy>(io, plain).has_value());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    BOOST_TEST(requests[0].header("X-Mark") == "1");
    BOOST_TEST(requests[0].header("x-tenant") == "opera");
    BOOST_TEST(requests[1].header("X-Mark") == "");
    BOOST_TEST(requests[1].header("x-tenant") == "arena");
}

BOOST_AUTO_TEST_SUITE_END()
