// SPDX-License-Identifier: BSL-1.0
// What a caller and the service know of each call, and whether they agree.
#pragma once

#include "integration/net/fake_api.hpp"
#include "random_service.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace faults
{

/** What the caller of one call knows. */
struct record
{
    restbind::http::idempotency idempotency = restbind::http::idempotency::safe;
    bool documented = false;  ///< whether the provider's rule for 500 and 503 was followed
    unsigned completions = 0; ///< times that the call has ended
    bool succeeded = false;   ///< or `failure` holds
    fake::Item response;        ///< of a success
    restbind::error failure;  ///< of anything else
};

/** What the books of a run add up to. */
struct totals
{
    unsigned calls = 0;
    unsigned succeeded = 0;
    unsigned definite = 0; ///< errors that say that nothing happened
    unsigned unknown = 0;  ///< errors that leave the outcome open
    unsigned effects = 0;
    unsigned doubled = 0; ///< effects above one for a call, without the client's knowledge
    unsigned doubled_knowingly = 0;
    unsigned lost = 0;
    unsigned foreign = 0;
    unsigned disagreements = 0;
    std::map<std::string_view, unsigned> kinds;

    void add(totals const& other)
    {
        calls += other.calls;
        succeeded += other.succeeded;
        definite += other.definite;
        unknown += other.unknown;
        effects += other.effects;
        doubled += other.doubled;
        doubled_knowingly += other.doubled_knowingly;
        lost += other.lost;
        foreign += other.foreign;
        disagreements += other.disagreements;
        for (auto const& [kind, count] : other.kinds)
            kinds[kind] += count;
    }
};

/** Compares what caller and service know of one call. */
inline void audit(std::int64_t id, record const& caller, entry const& service, totals& sum)
{
    std::ostringstream complaint;
    bool const changes = caller.idempotency != restbind::http::idempotency::safe;
    ++sum.calls;
    sum.effects += service.effects;
    if (caller.completions != 1)
    {
        ++sum.lost;
        complaint << " ended " << caller.completions << " times;";
    }
    if (caller.succeeded)
    {
        ++sum.succeeded;
        fake::Item const expected{.id = id, .name = "call " + std::to_string(id)};
        if (caller.response != expected)
        {
            ++sum.foreign;
            complaint << " has the response of call " << caller.response.id << ";";
        }
        if (service.requests == 0 || (changes && service.effects == 0))
            complaint << " succeeded without an effect;";
    }
    else
    {
        ++sum.kinds[to_string(caller.failure.kind())];
        ++(caller.failure.outcome_unknown() ? sum.unknown : sum.definite);
        if (service.effects != 0 && !caller.failure.outcome_unknown())
            complaint << " took effect, and the error denies it;";
        if (!changes && caller.failure.outcome_unknown())
            complaint << " changes nothing, and its outcome is called unknown;";
        if (service.requests > caller.failure.sends())
            complaint << " was received more often than sent;";
    }
    bool const harms_twice = caller.idempotency == restbind::http::idempotency::not_idempotent;
    if (harms_twice && service.effects > 1)
    {
        // The provider has 500 and 503 retried; only an effect behind one of them may be followed by
        // another one, only under that rule.
        bool const knowingly =
            caller.documented && service.effects - 1 <= service.effects_with_5xx;
        ++(knowingly ? sum.doubled_knowingly : sum.doubled);
        if (!knowingly)
            complaint << " took effect " << service.effects << " times;";
    }
    if (auto const text = complaint.str(); !text.empty())
    {
        ++sum.disagreements;
        BOOST_TEST_MESSAGE("call " << id << text << " service: " << service.requests
                                   << " requests, " << service.effects << " effects; caller: "
                                   << (caller.succeeded ? "success" : caller.failure.message()));
    }
}

/** Compares the books of all calls; the first one has the number `first`. */
inline void audit_all(std::int64_t first, std::vector<record> const& callers,
    random_service::books const& service, totals& sum)
{
    for (std::size_t i = 0; i != callers.size(); ++i)
    {
        auto const found = service.find(first + static_cast<std::int64_t>(i));
        audit(first + static_cast<std::int64_t>(i), callers[i],
            found == service.end() ? entry() : found->second, sum);
    }
    for (auto const& [id, received] : service)
        if (id < first || id >= first + static_cast<std::int64_t>(callers.size()))
        {
            ++sum.disagreements;
            BOOST_TEST_MESSAGE("the service received call " << id << ", which nobody made");
        }
}

/** Notes how a call has ended. */
inline void note(record& book, restbind::result<fake::Item> const& outcome)
{
    ++book.completions;
    book.succeeded = outcome.has_value();
    if (outcome)
        book.response = *outcome;
    else
        book.failure = outcome.error();
}

/** Fails the test unless every call has ended once, with its own response, and no effect came twice.
 */
inline void check_agreement(totals const& sum)
{
    BOOST_TEST(sum.lost == 0U);
    BOOST_TEST(sum.doubled == 0U);
    BOOST_TEST(sum.foreign == 0U);
    BOOST_TEST(sum.disagreements == 0U, "run with --log_level=message to see them");
}

/** Options of a client of the service: short pauses, no budget. */
inline fake::net::client_options options_for(
    random_service const& service, restbind::http::retry_policy policy)
{
    fake::net::client_options made;
    made.base_url = service.url();
    made.tokens.url = service.url() + "/login/token";
    made.tokens.credentials = {.client_id = "kiosk", .client_secret = restbind::secret("s")};
    made.timeouts.call = std::chrono::milliseconds(1500);
    made.retry.initial_delay = std::chrono::milliseconds(1);
    made.retry.budget = 0;
    made.retry.policy = policy;
    made.pool.max_connections = 6;
    return made;
}

} // namespace faults
