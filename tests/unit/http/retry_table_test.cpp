// SPDX-License-Identifier: BSL-1.0
// The table of safe retries, line by line: what happened, to which class of request, under which
// policy, and what follows.
#include <restbind/http/retry.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace restbind;
using namespace std::chrono_literals;
using http::attempt_outcome;
using http::idempotency;
using http::retry_policy;
using http::retry_state;
using http::retry_step;
using http::sent_part;

namespace
{

constexpr sent_part nothing = sent_part::nothing;
constexpr sent_part some = sent_part::some;
constexpr sent_part all = sent_part::all;

/// What follows, for a safe, an idempotent and a request that is not idempotent:
///   later   another attempt after a pause
///   later!  the same, and the attempt may have taken effect
///   now     another attempt at once, over a new connection
///   renew   another attempt with a new token
///   end     the call ends; an error says that nothing has happened
///   end?    the call ends; an error says that the outcome is unknown
using three = std::array<std::string_view, 3>;

struct retry_row
{
    std::string_view what;
    attempt_outcome outcome;
    three documented;
    three not_applied;
    three never;
};

attempt_outcome failed(error_kind failure, sent_part sent, bool reused = false)
{
    attempt_outcome outcome;
    outcome.failure = failure;
    outcome.sent = sent;
    outcome.reused = reused;
    return outcome;
}

attempt_outcome responded(int status, std::optional<error_kind> failure = {})
{
    attempt_outcome outcome;
    outcome.sent = all;
    outcome.status = status;
    outcome.failure = failure;
    return outcome;
}

attempt_outcome unauthorized(bool renewable)
{
    attempt_outcome outcome = responded(401);
    outcome.token_can_be_renewed = renewable;
    return outcome;
}

std::string decided(retry_state const& before, attempt_outcome const& outcome)
{
    auto const decision = http::decide(before, outcome, {.left = 30s});
    switch (decision.step)
    {
    case retry_step::finish:
        return decision.outcome_unknown ? "end?" : "end";
    case retry_step::retry_now:
        return decision.state.earlier_may_have_applied ? "now!" : "now";
    case retry_step::retry_later:
        return decision.state.earlier_may_have_applied ? "later!" : "later";
    case retry_step::renew_token:
        return "renew";
    }
    return "?";
}

constexpr three ends{"end", "end", "end"};
constexpr three unknown{"end", "end?", "end?"};
constexpr three retries{"later", "later", "later"};

std::vector<retry_row> const& retry_rows()
{
    using k = error_kind;
    static std::vector<retry_row> const rows{
        // Never reached the service.
        {"name lookup failed", failed(k::resolve, nothing), retries, retries, ends},
        {"connect or TLS failed", failed(k::connect, nothing), retries, retries, ends},
        {"reused connection dead before a byte was written", failed(k::write, nothing, true),
            {"now", "now", "now"}, {"now", "now", "now"}, ends},
        {"reused connection dead when read, nothing written", failed(k::read, nothing, true),
            {"now", "now", "now"}, {"now", "now", "now"}, ends},

        // Reached the service in part.
        {"write failed in the middle", failed(k::write, some), {"later", "later", "end"},
            {"later", "later", "end"}, ends},
        {"write failed in the middle of a reused connection", failed(k::write, some, true),
            {"now", "now", "end"}, {"now", "now", "end"}, ends},

        // All written, and no byte of a response.
        {"no response", failed(k::read, all), {"later", "later!", "end?"},
            {"later", "later!", "end?"}, unknown},
        {"no response on a reused connection", failed(k::read, all, true), {"now", "now!", "end?"},
            {"now", "now!", "end?"}, unknown},
        {"a response that is no HTTP", failed(k::protocol, all), unknown, unknown, unknown},
        {"a head without an end", failed(k::too_large, all), unknown, unknown, unknown},

        // The token.
        {"401, token can be renewed", unauthorized(true), {"renew", "renew", "renew"},
            {"renew", "renew", "renew"}, ends},
        {"401, token cannot be renewed", unauthorized(false), ends, ends, ends},
        {"no token: refused", failed(k::token_refused, nothing), ends, ends, ends},
        {"no token: unavailable", failed(k::token_unavailable, nothing), ends, ends, ends},

        // The provider's rule.
        {"500", responded(500), {"later", "later!", "later!"}, {"later", "later!", "end?"},
            {"end", "end?", "end?"}},
        {"503", responded(503), {"later", "later", "later"}, {"later", "later", "later"}, ends},
        {"500 with its body cut off", responded(500, k::read), {"later", "later!", "later!"},
            {"later", "later!", "end?"}, {"end", "end?", "end?"}},
        {"503 with its body cut off", responded(503, k::read), {"later", "later", "later"},
            {"later", "later", "later"}, ends},
        {"503 with a body that is too large", responded(503, k::too_large),
            {"later", "later", "later"}, {"later", "later", "later"}, ends},

        // Not the provider's rule.
        {"502", responded(502), unknown, unknown, unknown},
        {"504", responded(504), unknown, unknown, unknown},
        {"501", responded(501), unknown, unknown, unknown},
        {"408", responded(408), ends, ends, ends},
        {"429", responded(429), ends, ends, ends},

        // Applied, unreadable.
        {"200, body cut off", responded(200, k::read), {"later", "end?", "end?"},
            {"later", "end?", "end?"}, unknown},
        {"200, body no HTTP", responded(200, k::protocol), {"later", "end?", "end?"},
            {"later", "end?", "end?"}, unknown},
        {"200, body too large", responded(200, k::too_large), {"later", "end?", "end?"},
            {"later", "end?", "end?"}, unknown},
        {"200, body unreadable", responded(200, k::invalid_response), {"later", "end?", "end?"},
            {"later", "end?", "end?"}, unknown},
        {"204 where 200 was promised", responded(204, k::unexpected_status), unknown, unknown,
            unknown},

        // Final.
        {"200", responded(200), unknown, unknown, unknown}, // a success: nobody looks at the flag
        {"302", responded(302), unknown, unknown, unknown},
        {"303", responded(303), unknown, unknown, unknown},
        {"304", responded(304), ends, ends, ends},
        {"307", responded(307), ends, ends, ends},
        {"400", responded(400), ends, ends, ends},
        {"403", responded(403), ends, ends, ends},
        {"404", responded(404), ends, ends, ends},
        {"409", responded(409), ends, ends, ends},
        {"422", responded(422), ends, ends, ends},

        // The caller or the clock.
        {"cancelled before the first byte", failed(k::cancelled, nothing), ends, ends, ends},
        {"cancelled after the first byte", failed(k::cancelled, some), unknown, unknown, unknown},
        {"cancelled after the last byte", failed(k::cancelled, all), unknown, unknown, unknown},
        {"deadline before the first byte", failed(k::timed_out, nothing), ends, ends, ends},
        {"deadline after the first byte", failed(k::timed_out, some), unknown, unknown, unknown},
        {"deadline after the last byte", failed(k::timed_out, all), unknown, unknown, unknown},
        {"deadline inside a success", responded(200, k::timed_out), unknown, unknown, unknown},
        {"destroyed after the first byte", failed(k::client_closed, some), unknown, unknown, unknown},
    };
    return rows;
}

constexpr std::array<http::idempotency, 3> classes{
    http::idempotency::safe, http::idempotency::idempotent, http::idempotency::not_idempotent};
constexpr std::array<std::string_view, 3> class_names{"safe", "idempotent", "not idempotent"};

} // namespace

BOOST_AUTO_TEST_SUITE(http_retry_table)

// survives: R3-K, R3-A
BOOST_AUTO_TEST_CASE(a_key_and_an_assumption_count_as_idempotent_but_for_lost_responses)
{
    for (retry_row const& line : retry_rows())
    {
        retry_state state;
        state.rule.statuses = {500, 503};
        state.unapplied_statuses = {503};
        BOOST_TEST_CONTEXT(line.what)
        {
            state.idempotency = http::idempotency::keyed;
            BOOST_TEST(decided(state, line.outcome) == line.documented[1]);
            state.idempotency = http::idempotency::assumed_idempotent;
            bool const is_lost = line.outcome.status == 0 && line.outcome.sent == all;
            BOOST_TEST(decided(state, line.outcome) == line.documented[is_lost ? 2 : 1]);
            state.retries_lost_assumed = true;
            BOOST_TEST(decided(state, line.outcome) == line.documented[1]);
            state.rule.at_least = http::idempotency::idempotent;
            BOOST_TEST(decided(state, line.outcome) == line.documented[1]);
        }
    }
}

// proves: R7-2, R7-3
BOOST_AUTO_TEST_CASE(every_line_holds_for_every_class_and_policy)
{
    for (retry_row const& line : retry_rows())
        for (std::size_t i = 0; i != classes.size(); ++i)
        {
            std::string const place = std::string(line.what) + ", " + std::string(class_names[i]);
            retry_state state;
            state.idempotency = classes[i];
            state.rule.statuses = {500, 503};
            state.unapplied_statuses = {503};
            BOOST_TEST_CONTEXT(place)
            {
                state.policy = retry_policy::as_specified;
                BOOST_TEST(decided(state, line.outcome) == line.documented[i]);
                state.policy = retry_policy::only_unapplied;
                BOOST_TEST(decided(state, line.outcome) == line.not_applied[i]);
                state.policy = retry_policy::never;
                BOOST_TEST(decided(state, line.outcome) == line.never[i]);
            }
        }
}

BOOST_AUTO_TEST_CASE(further_statuses_concern_safe_requests_alone)
{
    retry_state state;
    state.rule.statuses = {500, 503};
    state.further_statuses = {408, 429, 502, 504};
    for (int const status : {408, 429, 502, 504})
    {
        state.idempotency = http::idempotency::safe;
        BOOST_TEST(decided(state, responded(status)) == "later");
        for (auto const other : {http::idempotency::idempotent, http::idempotency::not_idempotent})
        {
            state.idempotency = other;
            BOOST_TEST(decided(state, responded(status)) == (status >= 500 ? "end?" : "end"));
        }
    }
}

// The program's own rule may name every status; the table of effects still holds.
BOOST_AUTO_TEST_CASE(a_rule_of_the_program_retries_nothing_that_may_have_been_applied)
{
    using k = error_kind;
    struct line
    {
        std::string_view what;
        attempt_outcome outcome;
        three all;   // a rule for all requests
        three least; // a rule for requests that are at least idempotent
    };
    line const lines[]{
        {"connect or TLS failed", failed(k::connect, nothing), retries, {"later", "later", "end"}},
        {"reused connection dead", failed(k::write, nothing, true), {"now", "now", "now"},
            {"now", "now", "now"}},
        {"write failed in the middle", failed(k::write, some), {"later", "later", "end"},
            {"later", "later", "end"}},
        {"no response", failed(k::read, all), {"later", "later!", "end?"},
            {"later", "later!", "end?"}},
        {"429", responded(429), retries, {"later", "later", "end"}},
        {"502", responded(502), {"later", "later!", "end?"}, {"later", "later!", "end?"}},
        {"503", responded(503), retries, {"later", "later", "end"}},
        {"504", responded(504), {"later", "later!", "end?"}, {"later", "later!", "end?"}},
        {"500", responded(500), unknown, unknown},
        {"200, body cut off", responded(200, k::read), {"later", "end?", "end?"},
            {"later", "end?", "end?"}},
        {"200, body unreadable", responded(200, k::invalid_response), unknown, unknown},
        {"200, body too large", responded(200, k::too_large), unknown, unknown},
        {"404", responded(404), ends, ends},
    };
    for (line const& one : lines)
        for (std::size_t i = 0; i != classes.size(); ++i)
            BOOST_TEST_CONTEXT(one.what << ", " << class_names[i])
            {
                retry_state state;
                state.idempotency = classes[i];
                state.documented = false;
                state.unapplied_statuses = {503};
                BOOST_TEST(decided(state, one.outcome) == one.all[i]);
                state.rule.at_least = http::idempotency::idempotent;
                BOOST_TEST(decided(state, one.outcome) == one.least[i]);
                state.policy = retry_policy::never;
                BOOST_TEST(decided(state, one.outcome).starts_with("end"));
            }
    retry_state safe;
    safe.idempotency = http::idempotency::idempotent;
    safe.rule.at_least = http::idempotency::safe;
    BOOST_TEST(decided(safe, responded(429)) == "end");
}

BOOST_AUTO_TEST_CASE(a_rule_that_nobody_states_is_three_attempts_half_a_second_apart_and_doubling)
{
    retry_state state;
    state.idempotency = http::idempotency::safe;
    auto const first = http::decide(state, responded(429), {.left = 30s});
    BOOST_TEST((first.pause == 500ms));
    auto const second = http::decide(first.state, responded(504), {.left = 30s});
    BOOST_TEST((second.pause == 1s));
    BOOST_TEST(
        (http::decide(second.state, responded(502), {.left = 30s}).step == retry_step::finish));
}

// proves: R7-2
BOOST_AUTO_TEST_CASE(an_operation_whose_rule_names_503_alone_is_not_retried_after_500)
{
    retry_state confirm;
    confirm.rule.statuses = {503, 0, 0, 0};
    BOOST_TEST(decided(confirm, responded(500)) == "end?");
    BOOST_TEST(decided(confirm, responded(503)) == "later!");
    confirm.unapplied_statuses = {503};
    BOOST_TEST(decided(confirm, responded(503)) == "later");
}

BOOST_AUTO_TEST_CASE(a_later_end_still_says_that_an_earlier_attempt_may_have_taken_effect)
{
    for (std::size_t i = 0; i != classes.size(); ++i)
    {
        retry_state state;
        state.idempotency = classes[i];
        state.rule.statuses = {500};
        auto const first = http::decide(state, responded(500), {.left = 30s});
        std::string_view const expected = i == 0 ? "end" : "end?";
        for (auto const& last : {responded(409), responded(401), failed(error_kind::connect, nothing),
                 failed(error_kind::cancelled, nothing)})
        {
            retry_state late = first.state;
            late.tries = late.rule.max_attempts - 1;
            BOOST_TEST(decided(late, last) == expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_status_counts_without_its_whole_body_unless_the_body_is_what_was_asked_for)
{
    using k = error_kind;
    for (k const cut : {k::read, k::protocol, k::too_large})
    {
        for (int const status : {300, 401, 409, 500, 503})
            BOOST_TEST(http::status_counts(status, cut));
        for (int const status : {0, 200, 204, 299})
            BOOST_TEST(!http::status_counts(status, cut));
    }
    for (k const over : {k::none, k::timed_out, k::cancelled, k::client_closed, k::write})
        BOOST_TEST(!http::status_counts(503, over));
}

BOOST_AUTO_TEST_SUITE_END()
