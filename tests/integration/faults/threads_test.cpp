// SPDX-License-Identifier: BSL-1.0
// One client and many threads: calls, cancellations, and the end of the client in the middle of
// calls.
#include "books.hpp"
#include "integration/net/fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace
{

using namespace fake;
using faults::random_service;
using faults::record;
using faults::totals;
using restbind::http::retry_policy;
namespace asio = boost::asio;

constexpr std::int64_t first_thread_id = 1;

/// Threads that run an execution context until there is nothing left to do.
class crew
{
public:
    crew(asio::io_context& io, int count)
    {
        for (int i = 0; i != count; ++i)
            threads_.emplace_back([&io] { io.run_for(2min); });
    }
    ~crew() { join(); }
    crew(crew const&) = delete;
    crew& operator=(crew const&) = delete;

    void join()
    {
        for (std::thread& thread : threads_)
            thread.join();
        threads_.clear();
    }

private:
    std::vector<std::thread> threads_;
};

void rethrow(std::exception_ptr thrown)
{
    if (thrown)
        std::rethrow_exception(thrown);
}

Item item(std::size_t number)
{
    return {.id = first_thread_id + static_cast<std::int64_t>(number), .name = "call"};
}

/// Makes one call and notes how it ended.
awaitable<void> buy(client const& caller, std::size_t number, record& book)
{
    book.idempotency = restbind::http::idempotency::not_idempotent;
    auto work = caller.buy(item(number));
    faults::note(book, co_await std::move(work));
}

/// A number of calls that are in flight when a client is destroyed, and what became of them.
struct flight
{
    std::atomic<int> aborted{0};
    std::atomic<int> ended{0};

    void land(restbind::result<Item> const& outcome)
    {
        bool const stopped = !outcome && outcome.error() == error_kind::client_closed &&
                             outcome.error() == asio::error::operation_aborted;
        aborted += stopped ? 1 : 0;
        ++ended;
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(threads)

// survives: P1
BOOST_AUTO_TEST_CASE(one_client_makes_3000_calls_on_eight_threads)
{
    constexpr std::size_t count = 3000;
    random_service service(1, false);
    std::vector<record> records(count);
    {
        asio::io_context io;
        auto options = faults::options_for(service, retry_policy::as_specified);
        options.timeouts.call = 60s;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const opera = caller.for_tenant("opera");
        // With and without a strand, through the client and through a view of it.
        for (std::size_t i = 0; i != count; ++i)
        {
            client const& used = i % 2 == 0 ? caller : *opera;
            if (i % 3 == 0)
                asio::co_spawn(asio::make_strand(io), buy(used, i, records[i]), rethrow);
            else
                asio::co_spawn(io, buy(used, i, records[i]), rethrow);
        }
        crew(io, 8).join();
        BOOST_TEST(io.stopped());
    }
    service.stop();
    totals sum;
    faults::audit_all(first_thread_id, records, service.calls(), sum);
    faults::check_agreement(sum);
    BOOST_TEST(sum.succeeded == count);
    BOOST_TEST(sum.effects == count);
    BOOST_TEST(service.token_requests() == 1U);
    BOOST_TEST(service.connections() <= 7U);
}

// survives: P3
BOOST_AUTO_TEST_CASE(calls_are_cancelled_from_other_threads)
{
    constexpr std::size_t count = 1500;
    random_service service(7);
    std::vector<record> records(count);
    {
        asio::io_context io;
        std::vector<asio::cancellation_signal> signals(count);
        auto options = faults::options_for(service, retry_policy::only_unapplied);
        options.timeouts.call = 5s;
        options.pool.max_connections = 16;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        std::vector<asio::strand<asio::io_context::executor_type>> strands;
        for (std::size_t i = 0; i != count; ++i)
        {
            strands.push_back(asio::make_strand(io));
            asio::co_spawn(strands[i], buy(caller, i, records[i]),
                asio::bind_cancellation_slot(signals[i].slot(), rethrow));
        }
        crew runners(io, 4);
        // A signal is emitted where its call runs, while other calls run elsewhere.
        for (std::size_t i = 0; i != count; ++i)
            if (i % 2 == 0)
                asio::post(
                    strands[i], [&, i] { signals[i].emit(asio::cancellation_type::terminal); });
        runners.join();
        BOOST_TEST(io.stopped());
    }
    service.stop();
    totals sum;
    faults::audit_all(first_thread_id, records, service.calls(), sum);
    faults::check_agreement(sum);
    BOOST_TEST(sum.kinds[to_string(error_kind::cancelled)] > 100U);
    BOOST_TEST(sum.succeeded > 300U);
}

// survives: P3, R9-N
BOOST_AUTO_TEST_CASE(exchanges_are_cancelled_from_other_threads)
{
    constexpr std::size_t count = 60;
    scripted_server server([](received_request const&)
        { return script().apply().wait_for_gate().then(response(200, good_body)); });
    asio::io_context io;
    auto options = fake::options_for(server);
    options.timeouts.call = 1min;
    options.pool.max_connections = count;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::vector<asio::cancellation_signal> signals(count);
    std::vector<std::optional<restbind::result<Item>>> outcomes(count);
    std::vector<asio::strand<asio::io_context::executor_type>> strands;
    for (std::size_t i = 0; i != count; ++i)
    {
        strands.push_back(asio::make_strand(io));
        asio::co_spawn(strands[i], caller.buy(good_item),
            asio::bind_cancellation_slot(signals[i].slot(),
                [&outcome = outcomes[i]](std::exception_ptr thrown, restbind::result<Item> ended)
                {
                    rethrow(thrown);
                    outcome.emplace(std::move(ended));
                }));
    }
    std::atomic<std::size_t> cancelled{0};
    crew runners(io, 4);
    // All requests are with the server, which does not answer any of them yet.
    BOOST_TEST(server.wait_for("/api/", count));
    for (std::size_t i = 0; i < count; i += 2)
        asio::post(strands[i],
            [&, i]
            {
                signals[i].emit(asio::cancellation_type::terminal);
                // Only now may the others be answered.
                if (cancelled.fetch_add(1) + 1 == count / 2)
                    server.open_gate();
            });
    runners.join();
    for (std::size_t i = 0; i != count; ++i)
    {
        BOOST_TEST_REQUIRE(outcomes[i].has_value());
        BOOST_TEST_REQUIRE(outcomes[i]->has_value() == (i % 2 == 1));
        if (i % 2 == 1)
            continue;
        auto const failure = outcomes[i]->error();
        BOOST_TEST((failure == error_kind::cancelled), failure.message());
        BOOST_TEST((failure == asio::error::operation_aborted));
        BOOST_TEST((failure.at() == phase::first_byte), failure.message());
        BOOST_TEST(failure.outcome_unknown());
        BOOST_TEST(failure.sends() == 1U);
    }
    BOOST_TEST(server.requests().size() == count);
    BOOST_TEST(server.wait_for_effects(count)); // those of cancelled calls, too
    BOOST_TEST(server.effects() == count);
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_client_is_destroyed_while_its_calls_run_on_other_threads)
{
    constexpr int count = 40;
    for (int round = 0; round != 12; ++round)
    {
        // Calls wait for the token, for a response, for a place in the pool, for their next
        // attempt.
        scripted_server server(
            [&](received_request const& request)
            {
                if (is_token_request(request))
                    return round % 3 == 0 ? script().wait(1min) : token_response("t");
                return round % 3 == 1 ? response(503) : script().wait(1min);
            });
        auto options = token_options_for(server);
        options.timeouts.call = 1min;
        options.retry.initial_delay = 30s;
        options.retry.budget = 0;
        options.pool.max_connections = 4;
        flight calls;
        asio::io_context io;
        std::optional<client> caller(
            std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
        for (int i = 0; i != count; ++i)
            asio::co_spawn(io, caller->buy(good_item),
                [&](std::exception_ptr thrown, restbind::result<Item> outcome)
                {
                    rethrow(thrown);
                    calls.land(outcome);
                });
        crew runners(io, 4);
        // All wait for the token; or a call that waits for its next attempt has left its place to
        // another one, until all have asked; or calls at work hold all places.
        std::size_t const received[]{1, count, 4};
        BOOST_TEST(server.wait_for(round % 3 == 0 ? "/login/" : "/api/", received[round % 3]));
        auto const start = clock::now();
        std::thread([&] { caller.reset(); }).join();
        runners.join();
        BOOST_TEST(since(start).count() < 1000);
        BOOST_TEST(calls.ended == count);
        BOOST_TEST(calls.aborted == count);
    }
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_client_may_be_destroyed_at_any_moment_of_busy_calls)
{
    random_service service(3);
    constexpr int count = 60;
    for (int round = 0; round != 20; ++round)
    {
        asio::io_context io;
        std::optional<client> caller(std::in_place, io.get_executor(),
            faults::options_for(service, retry_policy::only_unapplied), client_parameters{.tenant = "arena"});
        std::atomic<int> ended{0};
        for (int i = 0; i != count; ++i)
            asio::co_spawn(asio::make_strand(io), caller->buy(item(static_cast<std::size_t>(i))),
                [&](std::exception_ptr thrown, restbind::result<Item>)
                {
                    rethrow(thrown);
                    ++ended;
                });
        crew runners(io, 3);
        // The moment differs from round to round.
        while (ended < round * 3)
            std::this_thread::yield();
        auto const start = clock::now();
        caller.reset();
        runners.join();
        BOOST_TEST(since(start).count() < 1000);
        BOOST_TEST(ended == count);
    }
}

// survives: P4
BOOST_AUTO_TEST_CASE(a_blocking_client_is_used_from_eight_threads)
{
    constexpr std::size_t each = 100;
    random_service service(1, false);
    std::vector<record> records(8 * each);
    {
        auto options = faults::options_for(service, retry_policy::as_specified);
        options.timeouts.call = 60s;
        blocking_client const caller(std::move(options), {.tenant = "arena"});
        std::vector<std::thread> users;
        for (std::size_t user = 0; user != 8; ++user)
            users.emplace_back(
                [&, user]
                {
                    for (std::size_t i = user * each; i != (user + 1) * each; ++i)
                    {
                        records[i].idempotency = restbind::http::idempotency::not_idempotent;
                        faults::note(records[i], caller.buy(item(i)));
                    }
                });
        for (std::thread& user : users)
            user.join();
    }
    service.stop();
    totals sum;
    faults::audit_all(first_thread_id, records, service.calls(), sum);
    faults::check_agreement(sum);
    BOOST_TEST(sum.effects == 8 * each);
}

BOOST_AUTO_TEST_SUITE_END()
