// SPDX-License-Identifier: BSL-1.0
// Callbacks, futures and other completion tokens, the blocking client, and several threads.
#if defined(__GNUC__) && !defined(__clang__)
// A false alarm in Boost 1.81's use_future when the sanitizers are on.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <future>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace fake;

namespace
{

/// An operation during whose reading the memory ends.
struct buy_without_memory : operations::item_operation<buy_without_memory>
{
    static constexpr std::string_view path_end = "/buy";
    static constexpr restbind::http::operation_info info = operations::buy::info;

    static restbind::result<response_type> read_success(
        restbind::http::response const&, restbind::json::limits const& = {},
        restbind::json::reading = restbind::json::reading::strict, restbind::json::deviations* = nullptr)
    {
        throw std::bad_alloc();
    }
};

class small_client : public blocking_client
{
public:
    using blocking_client::blocking_client;

    restbind::result<Item> buy_without_memory() const
    {
        return this->run<::buy_without_memory>(good_item);
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_completion)

BOOST_AUTO_TEST_CASE(an_exception_inside_a_blocking_call_reaches_its_caller_and_not_the_thread)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    small_client const caller(options_for(server), {.tenant = "arena"});
    BOOST_CHECK_THROW(static_cast<void>(caller.buy_without_memory()), std::bad_alloc);
    BOOST_TEST(caller.buy(good_item).has_value());
    BOOST_TEST(server.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(
    a_callback_is_called_on_its_executor_and_never_before_the_function_has_returned)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    boost::asio::thread_pool pool(1);
    std::atomic<std::thread::id> pool_thread;
    boost::asio::post(pool, [&] { pool_thread = std::this_thread::get_id(); });
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});

    std::atomic<int> called{0};
    caller.async_buy(good_item, {},
        boost::asio::bind_executor(pool,
            [&](restbind::result<Item> outcome)
            {
                BOOST_TEST(outcome.has_value());
                BOOST_TEST((std::this_thread::get_id() == pool_thread.load()));
                ++called;
            }));
    // A local refusal is known at once, and still comes later.
    bool returned = false;
    boost::asio::post(io,
        [&]
        {
            caller.async_buy(Item(), {},
                [&](restbind::result<Item> outcome)
                {
                    BOOST_TEST((outcome.error() == error_kind::validation_failed));
                    BOOST_TEST(returned);
                    ++called;
                });
            returned = true;
        });
    io.run_for(5s);
    pool.join();
    BOOST_TEST(called == 2);
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_call_can_be_a_future_or_deferred_or_awaited_with_a_token)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});

    std::future<restbind::result<Item>> future =
        caller.async_buy(good_item, {}, boost::asio::use_future);
    io.run_for(5s);
    BOOST_TEST((future.wait_for(0s) == std::future_status::ready));
    BOOST_TEST(future.get().has_value());
    BOOST_TEST(server.requests().size() == 1U);

    auto deferred = caller.async_buy(good_item, {}, boost::asio::deferred);
    io.restart();
    io.run_for(100ms);
    BOOST_TEST(server.requests().size() == 1U, "a deferred call must not start by itself");
    bool called = false;
    std::move(deferred)([&](restbind::result<Item> outcome) { called = outcome.has_value(); });
    io.restart();
    io.run_for(5s);
    BOOST_TEST(called);

    run(io,
        [&]() -> awaitable<void>
        {
            auto work = caller.async_buy(good_item, {}, boost::asio::use_awaitable);
            auto const outcome = co_await std::move(work);
            BOOST_TEST(outcome.has_value());
        });
    BOOST_TEST(server.requests().size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_callback_can_be_cancelled_by_its_slot)
{
    for (auto const type : {boost::asio::cancellation_type::terminal,
             boost::asio::cancellation_type::partial, boost::asio::cancellation_type::total})
    {
        silent_server silent;
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(silent.server), {.tenant = "arena"});
        boost::asio::cancellation_signal signal;
        std::optional<restbind::result<Item>> outcome;
        caller.async_buy(good_item, {},
            boost::asio::bind_cancellation_slot(
                signal.slot(), [&](restbind::result<Item> r) { outcome.emplace(std::move(r)); }));
        boost::asio::steady_timer timer(io, 50ms);
        timer.async_wait([&](boost::system::error_code) { signal.emit(type); });
        auto const start = clock::now();
        io.run_for(5s);
        BOOST_TEST_REQUIRE(outcome.has_value());
        BOOST_TEST((outcome->error() == error_kind::cancelled));
        BOOST_TEST(outcome->error().outcome_unknown());
        BOOST_TEST(since(start).count() < 500);
    }
}

// survives: P1
BOOST_AUTO_TEST_CASE(many_threads_may_run_and_cancel_the_calls_of_one_client)
{
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (is_token_request(request))
                return token_response("t", "2");
            int const number = ++asked;
            return number % 7 == 0 ? script()
                                         .wait(5ms)
                                         .send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n")
                                         .close()
                   : number % 5 == 0 ? response(503)
                                     : response(200, good_body);
        });
    auto options = token_options_for(server);
    options.pool.max_connections = 8;
    options.retry.initial_delay = 1ms;
    options.retry.budget = 0;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    constexpr int calls = 400;
    std::atomic<int> ended{0};
    std::atomic<int> succeeded{0};
    for (int i = 0; i != calls; ++i)
    {
        net::call_options call;
        call.deadline = std::chrono::milliseconds(i % 4 == 0 ? 5 + i % 40 : 5000);
        caller.async_buy(good_item, call,
            boost::asio::bind_executor(boost::asio::make_strand(io),
                [&](restbind::result<Item> r)
                {
                    ++ended;
                    succeeded += r.has_value() ? 1 : 0;
                }));
    }
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
        threads.emplace_back([&] { io.run_for(20s); });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(ended == calls);
    BOOST_TEST(succeeded > calls / 4);
    BOOST_TEST(server.connections() >= 8U);
}

// survives: P4
BOOST_AUTO_TEST_CASE(a_blocking_client_serves_several_threads)
{
    scripted_server server([](received_request const& request)
        { return is_token_request(request) ? token_response("t") : response(200, good_body); });
    blocking_client const caller(token_options_for(server), {.tenant = "arena"});
    std::atomic<int> succeeded{0};
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
        threads.emplace_back(
            [&]
            {
                for (int k = 0; k != 10; ++k)
                    succeeded += caller.buy(good_item).has_value() ? 1 : 0;
            });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(succeeded == 40);
    BOOST_TEST(server.count("/login/") == 1U);
    BOOST_TEST(server.connections() <= 5U);

    auto const opera = caller.for_tenant("opera");
    BOOST_TEST_REQUIRE(opera.has_value());
    BOOST_TEST(opera->buy(good_item).has_value());
    BOOST_TEST(server.requests().back().header("x-tenant") == "opera");
    auto const refused = caller.buy(Item());
    BOOST_TEST((refused.error() == error_kind::validation_failed));
    BOOST_TEST(
        (blocking_client::make({}, {.tenant = "a"}).error() == error_kind::invalid_argument));
    BOOST_CHECK_THROW(blocking_client({}, {.tenant = "a"}), restbind::exception);
}

// survives: P4
BOOST_AUTO_TEST_CASE(calls_of_a_blocking_client_run_side_by_side_and_each_gets_its_own_response)
{
    constexpr std::size_t count = 6;
    scripted_server server([](received_request const& request)
        { return script().wait_for_gate().then(response(200, request.body)); });
    auto options = options_for(server);
    options.timeouts.call = 1min;
    blocking_client const caller(std::move(options), {.tenant = "arena"});
    std::vector<std::optional<restbind::result<Item>>> outcomes(count);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i != count; ++i)
        threads.emplace_back(
            [&, i]
            {
                Item const own{.id = static_cast<std::int64_t>(i + 1), .name = "call"};
                outcomes[i].emplace(caller.buy(own));
            });
    // Nobody is answered before all have asked.
    BOOST_TEST(server.wait_for("/api/", count));
    server.open_gate();
    for (auto& thread : threads)
        thread.join();
    for (std::size_t i = 0; i != count; ++i)
    {
        BOOST_TEST_REQUIRE(outcomes[i]->has_value());
        BOOST_TEST((*outcomes[i])->id == static_cast<std::int64_t>(i + 1));
    }
}

BOOST_AUTO_TEST_CASE(destroying_a_blocking_client_ends_calls_in_flight)
{
    silent_server silent;
    auto caller = std::make_unique<blocking_client>(
        options_for(silent.server), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    std::thread other([&, raw = caller.get()] { outcome.emplace(raw->buy(good_item)); });
    BOOST_TEST(silent.server.wait_for("/", 1));
    auto const start = clock::now();
    caller.reset();
    other.join();
    BOOST_TEST(since(start).count() < 500);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST((outcome->error() == error_kind::client_closed));
    BOOST_TEST(outcome->error().outcome_unknown());
}

BOOST_AUTO_TEST_SUITE_END()
