// SPDX-License-Identifier: BSL-1.0
// Thousands of calls against a service that draws a fault for each, and the books of both sides.
#include "books.hpp"
#include "integration/net/fixture.hpp"

#include <boost/asio/strand.hpp>

#include <atomic>
#include <cstdint>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;
using faults::random_service;
using faults::record;
using faults::totals;
using restbind::http::idempotency;
using restbind::http::retry_policy;

/// Counts the retries after 500 and 503 of one call after another.
class retries_seen : public net::observer
{
public:
    void retry_scheduled(net::retry_report const& report) noexcept override
    {
        after_5xx += report.status >= 500 ? 1U : 0U;
    }
    std::atomic<unsigned> after_5xx{0};
};

/// One coroutine that makes every n-th call.
struct worker
{
    client caller;
    retry_policy policy;
    std::shared_ptr<retries_seen> seen; ///< null if the client is shared with other workers
};

constexpr std::int64_t first_id = 1'000'000;

awaitable<void> make_calls(
    worker const& own, std::vector<record>& records, std::size_t from, std::size_t step)
{
    for (std::size_t i = from; i < records.size(); i += step)
    {
        record& book = records[i];
        auto const id = first_id + static_cast<std::int64_t>(i);
        Item const request{.id = id, .name = "call"};
        net::call_options options;
        options.retry = own.policy;
        // A few callers are in a hurry: their deadline strikes anywhere.
        if (i % 61 == 0)
            options.deadline = std::chrono::milliseconds(1 + i % 7);
        if (own.seen)
            own.seen->after_5xx = 0;

        auto const draw = i / step % 4;
        book.idempotency = draw < 2    ? restbind::http::idempotency::not_idempotent
                           : draw == 2 ? restbind::http::idempotency::idempotent
                                       : restbind::http::idempotency::safe;
        book.observed = own.seen != nullptr;
        book.documented = own.policy == retry_policy::as_specified;
        auto work = draw < 2    ? own.caller.buy(request, options)
                    : draw == 2 ? own.caller.change(request, options)
                                : own.caller.look(request, options);
        restbind::result<Item> const outcome = co_await std::move(work);
        faults::note(book, outcome);
        if (own.seen)
            book.retries_5xx = own.seen->after_5xx;
        // The authorization server is not asked again for a second.
        if (!outcome && outcome.error().detail().starts_with("getting a token"))
            co_await sleep_for(50ms);
    }
}

/// Clients and callers of one run: some share a client and rule out retries after 500 and 503, each of the
/// others has a client of its own and follows the provider's rule.
std::vector<worker> hire(
    boost::asio::any_io_executor const& executor, random_service const& service)
{
    std::vector<worker> workers;
    client const shared(
        executor, faults::options_for(service, retry_policy::only_unapplied), {.tenant = "arena"});
    for (int i = 0; i != 12; ++i)
        workers.push_back({shared, retry_policy::only_unapplied, nullptr});
    for (int i = 0; i != 8; ++i)
    {
        auto const seen = std::make_shared<retries_seen>();
        auto own = faults::options_for(service, retry_policy::as_specified);
        own.observer = seen;
        workers.push_back({client(executor, std::move(own), {.tenant = "arena"}),
            retry_policy::as_specified, seen});
    }
    return workers;
}

totals run_calls(std::uint64_t seed, std::size_t calls)
{
    std::vector<record> records(calls);
    random_service service(seed);
    {
        boost::asio::io_context io;
        auto const workers = hire(io.get_executor(), service);
        for (std::size_t i = 0; i != workers.size(); ++i)
            boost::asio::co_spawn(boost::asio::make_strand(io),
                make_calls(workers[i], records, i, workers.size()),
                [](std::exception_ptr thrown)
                {
                    if (thrown)
                        std::rethrow_exception(thrown);
                });
        std::thread second([&] { io.run_for(3min); });
        io.run_for(3min);
        second.join();
        BOOST_TEST(io.stopped(), "calls are still under way");
    }
    service.stop();

    totals sum;
    faults::audit_all(first_id, records, service.calls(), sum);
    BOOST_TEST_MESSAGE("seed " << seed << ": " << service.connections() << " connections, "
                               << service.token_requests() << " token requests");
    return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(random_faults)

// survives: R18, N18, P1
BOOST_AUTO_TEST_CASE(
    the_books_of_clients_and_service_agree_over_20000_calls, *boost::unit_test::label("slow"))
{
    auto const start = clock::now();
    totals all;
    for (std::uint64_t const seed : {11U, 2027U, 4711U, 65537U, 900001U})
        all.add(run_calls(seed, 4000));

    std::ostringstream kinds;
    for (auto const& [kind, count] : all.kinds)
        kinds << "\n  " << count << " " << kind;
    BOOST_TEST_MESSAGE(all.calls << " calls in " << since(start).count() << " ms: " << all.succeeded
                                 << " succeeded, " << all.definite << " failed without effect, "
                                 << all.unknown << " with unknown outcome; " << all.effects
                                 << " effects, " << all.doubled_knowingly
                                 << " calls doubled as the provider documents it" << kinds.str());
    BOOST_TEST(all.calls == 20'000U);
    faults::check_agreement(all);
    // The faults were real ones, and most calls came through all the same.
    BOOST_TEST(all.succeeded > 12'000U);
    BOOST_TEST(all.definite > 200U);
    BOOST_TEST(all.unknown > 1'000U);
    BOOST_TEST(all.doubled_knowingly > 10U);
    for (auto const kind : {error_kind::read, error_kind::protocol, error_kind::invalid_response,
             error_kind::conflict, error_kind::timed_out, error_kind::server_error})
        BOOST_TEST(all.kinds[to_string(kind)] > 10U, to_string(kind));
}

BOOST_AUTO_TEST_SUITE_END()
