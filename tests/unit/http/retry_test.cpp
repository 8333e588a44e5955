// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/retry.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <optional>
#include <vector>

using namespace restbind;
using namespace std::chrono_literals;
using http::attempt_outcome;
using http::decide;
using http::retry_decision;
using http::retry_limits;
using http::retry_policy;
using http::retry_rule;
using http::retry_state;
using http::retry_step;
using http::sent_part;

namespace
{

constexpr http::idempotency S = http::idempotency::safe;
constexpr http::idempotency I = http::idempotency::idempotent;
constexpr http::idempotency K = http::idempotency::keyed;
constexpr http::idempotency A = http::idempotency::assumed_idempotent;
constexpr http::idempotency N = http::idempotency::not_idempotent;

retry_limits const plenty{.left = 30s};

retry_state call_of(http::idempotency idempotency)
{
    retry_state state;
    state.idempotency = idempotency;
    state.rule = {.initial_delay = 1s, .statuses = {500, 503}};
    state.unapplied_statuses = {503};
    return state;
}

attempt_outcome lost_with(error_kind failure, sent_part sent, bool reused = false)
{
    attempt_outcome outcome;
    outcome.failure = failure;
    outcome.sent = sent;
    outcome.reused = reused;
    return outcome;
}

attempt_outcome attempt_with(int status, std::optional<error_kind> failure = {})
{
    attempt_outcome outcome;
    outcome.sent = sent_part::all;
    outcome.status = status;
    outcome.failure = failure;
    return outcome;
}

bool is_retried(http::idempotency idempotency, attempt_outcome const& outcome)
{
    return decide(call_of(idempotency), outcome, plenty).step != retry_step::finish;
}

bool is_unknown(http::idempotency idempotency, attempt_outcome const& outcome)
{
    return decide(call_of(idempotency), outcome, plenty).outcome_unknown;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_retry)

// survives: R1-S, R1-I, R1-N
BOOST_AUTO_TEST_CASE(what_never_reached_the_server_is_retried_for_every_class)
{
    for (auto const idempotency : {S, I, N})
        for (auto const failure :
            {error_kind::resolve, error_kind::connect, error_kind::write, error_kind::read})
        {
            auto const decision =
                decide(call_of(idempotency), lost_with(failure, sent_part::nothing), plenty);
            BOOST_TEST((decision.step == retry_step::retry_later));
            BOOST_TEST(!decision.outcome_unknown);
        }
}

// survives: R1-S, R1-I, R1-N
BOOST_AUTO_TEST_CASE(a_connection_found_dead_is_replaced_at_once_and_once)
{
    for (auto const idempotency : {S, I, N})
    {
        auto const dead = lost_with(error_kind::write, sent_part::nothing, true);
        auto const first = decide(call_of(idempotency), dead, plenty);
        BOOST_TEST((first.step == retry_step::retry_now));
        BOOST_TEST((first.pause == 0ms));
        BOOST_TEST(first.state.tries == 0U);
        auto const second = decide(first.state, dead, plenty);
        BOOST_TEST((second.step == retry_step::retry_later));
        BOOST_TEST(second.state.tries == 1U);
    }
}

// survives: R2-S, R2-I, R2-N
BOOST_AUTO_TEST_CASE(a_request_cut_off_in_the_middle_is_retried_unless_it_is_not_idempotent)
{
    auto const cut = lost_with(error_kind::write, sent_part::some);
    BOOST_TEST(is_retried(S, cut));
    BOOST_TEST(is_retried(I, cut));
    BOOST_TEST(is_retried(K, cut));
    BOOST_TEST(is_retried(A, cut));
    BOOST_TEST(!is_retried(N, cut));
    for (auto const idempotency : {S, I, N})
        BOOST_TEST(!is_unknown(idempotency, cut));
}

// survives: R3-S, R3-I, R3-K, R3-A, R3-N
BOOST_AUTO_TEST_CASE(a_lost_response_is_asked_for_again_only_if_the_request_has_no_effect_twice)
{
    for (bool const reused : {false, true})
    {
        auto const silent = lost_with(error_kind::read, sent_part::all, reused);
        BOOST_TEST(is_retried(S, silent));
        BOOST_TEST(is_retried(I, silent));
        BOOST_TEST(is_retried(K, silent));
        BOOST_TEST(!is_retried(A, silent));
        BOOST_TEST(!is_retried(N, silent));
        BOOST_TEST(!is_unknown(S, silent));
        for (auto const idempotency : {I, K, A})
            BOOST_TEST(is_unknown(idempotency, silent));
        auto willing = call_of(A);
        willing.retries_lost_assumed = true;
        BOOST_TEST((decide(willing, silent, plenty).step != retry_step::finish));
        willing.idempotency = N;
        BOOST_TEST((decide(willing, silent, plenty).step == retry_step::finish));
        BOOST_TEST(is_unknown(N, silent));
    }
    BOOST_TEST((decide(call_of(S), lost_with(error_kind::read, sent_part::all, true), plenty).step ==
                retry_step::retry_now));
    BOOST_TEST((decide(call_of(S), lost_with(error_kind::read, sent_part::all, false), plenty).step ==
                retry_step::retry_later));
}

// survives: T23
BOOST_AUTO_TEST_CASE(a_response_lost_to_broken_encryption_is_asked_for_again_only_if_safe)
{
    auto lost = lost_with(error_kind::read, sent_part::all);
    lost.encryption_has_failed = true;
    BOOST_TEST(is_retried(S, lost));
    for (auto const idempotency : {I, K, A, N})
    {
        auto willing = call_of(idempotency);
        willing.retries_lost_assumed = true;
        BOOST_TEST((decide(willing, lost, plenty).step == retry_step::finish));
        BOOST_TEST(is_unknown(idempotency, lost));
    }
}

BOOST_AUTO_TEST_CASE(a_response_that_is_no_http_is_never_asked_for_again)
{
    for (auto const failure : {error_kind::protocol, error_kind::too_large})
        for (auto const idempotency : {S, I, N})
        {
            BOOST_TEST(!is_retried(idempotency, lost_with(failure, sent_part::all)));
            BOOST_TEST(is_unknown(idempotency, lost_with(failure, sent_part::all)) == (idempotency != S));
        }
}

// proves: R5-3
// survives: R4-S, R4-I, R4-N
BOOST_AUTO_TEST_CASE(a_401_renews_the_token_once_for_every_class)
{
    for (auto const idempotency : {S, I, N})
    {
        auto refused = attempt_with(401);
        BOOST_TEST(!is_retried(idempotency, refused));
        refused.token_can_be_renewed = true;
        auto const first = decide(call_of(idempotency), refused, plenty);
        BOOST_TEST((first.step == retry_step::renew_token));
        BOOST_TEST(first.state.tries == 0U);
        auto const second = decide(first.state, refused, plenty);
        BOOST_TEST((second.step == retry_step::finish));
        BOOST_TEST(!second.outcome_unknown);
    }
}

// proves: R7-3
// survives: R5-S, R5-I, R5-N, R10
BOOST_AUTO_TEST_CASE(statuses_500_and_503_are_sent_three_times_at_0_1000_and_3000_ms)
{
    for (auto const idempotency : {S, I, N})
        for (int const status : {500, 503})
        {
            auto const first = decide(call_of(idempotency), attempt_with(status), plenty);
            BOOST_TEST((first.step == retry_step::retry_later));
            BOOST_TEST((first.pause == 1000ms));
            auto const second = decide(first.state, attempt_with(status), plenty);
            BOOST_TEST((second.step == retry_step::retry_later));
            BOOST_TEST((second.pause == 2000ms));
            auto const third = decide(second.state, attempt_with(status), plenty);
            BOOST_TEST((third.step == retry_step::finish));
            BOOST_TEST(third.outcome_unknown == (idempotency != S && status == 500));
        }
}

// survives: R5-I, R5-N
BOOST_AUTO_TEST_CASE(an_error_after_an_earlier_500_says_that_the_request_may_have_taken_effect)
{
    auto const first = decide(call_of(N), attempt_with(500), plenty);
    BOOST_TEST(decide(first.state, attempt_with(409), plenty).outcome_unknown);
    auto const safe = decide(call_of(S), attempt_with(500), plenty);
    BOOST_TEST(!decide(safe.state, attempt_with(409), plenty).outcome_unknown);
    BOOST_TEST(is_unknown(N, attempt_with(500)));
    BOOST_TEST(!is_unknown(S, attempt_with(500)));
}

// survives: R22
BOOST_AUTO_TEST_CASE(a_status_means_the_same_whatever_comes_before_and_behind_it)
{
    // Whether one that ends the call or leads to another attempt says that nothing was applied.
    std::array<int, 6> const statuses{500, 503, 502, 302, 307, 409};
    for (bool const documented : {true, false})
        for (auto const policy : {retry_policy::as_specified, retry_policy::never})
            for (int const first : statuses)
                for (int const second : statuses)
                    for (int const third : statuses)
                    {
                        auto state = call_of(N);
                        state.policy = policy;
                        state.unapplied_statuses = {documented ? 503 : 0};
                        bool may_have_applied = false;
                        retry_decision last;
                        for (int const status : {first, second, third})
                        {
                            may_have_applied = may_have_applied || status == 500 || status == 502 ||
                                               status == 302 || (status == 503 && !documented);
                            last = decide(state, attempt_with(status), plenty);
                            BOOST_TEST(last.outcome_unknown == may_have_applied,
                                first << ' ' << second << ' ' << third << ": " << status);
                            if (last.step == retry_step::finish)
                                break;
                            BOOST_TEST(last.state.earlier_may_have_applied == may_have_applied);
                            state = last.state;
                        }
                    }
}

// survives: R23
BOOST_AUTO_TEST_CASE(a_redirection_may_stand_for_work_that_is_done)
{
    for (int const status : {300, 301, 302, 303, 305, 399})
    {
        BOOST_TEST(is_unknown(N, attempt_with(status)));
        BOOST_TEST(is_unknown(I, attempt_with(status)));
        BOOST_TEST(!is_unknown(S, attempt_with(status)));
        BOOST_TEST(!is_retried(N, attempt_with(status)));
    }
    for (int const status : {304, 307, 308})
        BOOST_TEST(!is_unknown(N, attempt_with(status)));
}

// survives: R15
BOOST_AUTO_TEST_CASE(an_operation_may_have_a_rule_of_its_own)
{
    auto state = call_of(N);
    state.rule.statuses = {503, 0, 0, 0};
    BOOST_TEST((decide(state, attempt_with(503), plenty).step == retry_step::retry_later));
    BOOST_TEST((decide(state, attempt_with(500), plenty).step == retry_step::finish));
    BOOST_TEST((decide(state, attempt_with(0), plenty).step == retry_step::finish));

    state.rule = {.max_attempts = 4, .initial_delay = 10ms, .multiplier = 3, .statuses = {500, 0, 0, 0}};
    std::vector<std::chrono::milliseconds> pauses;
    for (;;)
    {
        auto const decision = decide(state, attempt_with(500), plenty);
        if (decision.step == retry_step::finish)
            break;
        pauses.push_back(decision.pause);
        state = decision.state;
    }
    BOOST_TEST((pauses == std::vector<std::chrono::milliseconds>{10ms, 30ms, 90ms}));

    for (unsigned const attempts : {0U, 1U})
    {
        state = call_of(S);
        state.rule.max_attempts = attempts;
        BOOST_TEST((decide(state, attempt_with(500), plenty).step == retry_step::finish));
    }
    state = call_of(S);
    state.rule.initial_delay = 0ms;
    BOOST_TEST((decide(state, attempt_with(500), plenty).pause == 0ms));
}

// survives: R16
BOOST_AUTO_TEST_CASE(the_setting_not_applied_leaves_503_to_what_is_not_idempotent)
{
    for (auto const idempotency : {S, I, N})
    {
        auto state = call_of(idempotency);
        state.policy = retry_policy::only_unapplied;
        BOOST_TEST((decide(state, attempt_with(503), plenty).step == retry_step::retry_later));
        BOOST_TEST((decide(state, attempt_with(500), plenty).step == retry_step::retry_later) ==
                   (idempotency != N));
    }
}

BOOST_AUTO_TEST_CASE(the_setting_never_sends_once)
{
    auto state = call_of(S);
    state.policy = retry_policy::never;
    auto refused = attempt_with(401);
    refused.token_can_be_renewed = true;
    for (auto const& outcome :
        {attempt_with(503), refused, lost_with(error_kind::connect, sent_part::nothing)})
        BOOST_TEST((decide(state, outcome, plenty).step == retry_step::finish));
}

// survives: R6-S, R6-I, R6-N
BOOST_AUTO_TEST_CASE(further_statuses_are_retried_for_safe_requests_only)
{
    for (int const status : {408, 429, 502, 504})
        for (auto const idempotency : {S, I, N})
        {
            auto state = call_of(idempotency);
            BOOST_TEST((decide(state, attempt_with(status), plenty).step == retry_step::finish));
            state.further_statuses = {408, 429, 502, 504};
            BOOST_TEST((decide(state, attempt_with(status), plenty).step == retry_step::retry_later) ==
                       (idempotency == S));
        }
    for (int const status : {502, 504})
        BOOST_TEST(is_unknown(N, attempt_with(status)));
    for (int const status : {408, 429})
        BOOST_TEST(!is_unknown(N, attempt_with(status)));
}

// survives: R7-S, R7-I, R7-N
BOOST_AUTO_TEST_CASE(a_success_that_cannot_be_read_is_asked_for_again_only_if_the_request_is_safe)
{
    for (auto const failure :
        {error_kind::read, error_kind::invalid_response, error_kind::too_large, error_kind::protocol})
        for (auto const idempotency : {S, I, N})
        {
            BOOST_TEST(is_retried(idempotency, attempt_with(200, failure)) == (idempotency == S));
            BOOST_TEST(is_unknown(idempotency, attempt_with(200, failure)) == (idempotency != S));
        }
}

// survives: R8-S, R8-I, R8-N
BOOST_AUTO_TEST_CASE(refusals_successes_and_undeclared_statuses_are_final)
{
    for (auto const idempotency : {S, I, N})
    {
        for (int const status : {300, 302, 304, 400, 403, 404, 405, 409, 410, 422, 501})
            BOOST_TEST(!is_retried(idempotency, attempt_with(status)));
        for (int const status : {400, 403, 404, 409, 422})
            BOOST_TEST(!is_unknown(idempotency, attempt_with(status)));
        BOOST_TEST(!is_retried(idempotency, attempt_with(200)));
        BOOST_TEST(!is_retried(idempotency, attempt_with(202, error_kind::unexpected_status)));
    }
}

// survives: R9-I, R9-N
BOOST_AUTO_TEST_CASE(after_a_cancellation_or_the_deadline_nothing_follows)
{
    for (auto const failure : {error_kind::cancelled, error_kind::timed_out, error_kind::client_closed})
        for (auto const idempotency : {S, I, N})
            for (auto const sent : {sent_part::nothing, sent_part::some, sent_part::all})
            {
                BOOST_TEST(!is_retried(idempotency, lost_with(failure, sent)));
                BOOST_TEST(is_unknown(idempotency, lost_with(failure, sent)) ==
                           (idempotency != S && sent != sent_part::nothing));
            }
}

BOOST_AUTO_TEST_CASE(token_errors_are_final)
{
    for (auto const failure : {error_kind::token_refused, error_kind::token_unavailable})
        for (auto const idempotency : {S, I, N})
        {
            BOOST_TEST(!is_retried(idempotency, lost_with(failure, sent_part::nothing)));
            BOOST_TEST(!is_unknown(idempotency, lost_with(failure, sent_part::nothing)));
        }
}

// proves: R7-3
// survives: R12
BOOST_AUTO_TEST_CASE(retry_after_lengthens_the_pause_up_to_a_cap)
{
    auto asking = attempt_with(503);
    asking.retry_after = 5s;
    BOOST_TEST((decide(call_of(N), asking, plenty).pause == 5s));
    asking.retry_after = 10ms;
    BOOST_TEST((decide(call_of(N), asking, plenty).pause == 1000ms));

    retry_limits limits{.left = 10min};
    asking.retry_after = 60s;
    BOOST_TEST((decide(call_of(N), asking, limits).pause == 60s));
    asking.retry_after = 60001ms;
    BOOST_TEST((decide(call_of(N), asking, limits).step == retry_step::finish));
    limits.max_retry_after = 0ms;
    asking.retry_after = 1s;
    BOOST_TEST((decide(call_of(N), asking, limits).step == retry_step::finish));
}

// survives: R12, R13
BOOST_AUTO_TEST_CASE(a_pause_that_does_not_fit_the_deadline_ends_the_call_at_once)
{
    BOOST_TEST((decide(call_of(S), attempt_with(503), {.left = 1001ms}).pause == 1000ms));
    BOOST_TEST((decide(call_of(S), attempt_with(503), {.left = 1000ms}).step == retry_step::finish));
    BOOST_TEST((decide(call_of(S), attempt_with(503), {.left = 0ms}).step == retry_step::finish));
    BOOST_TEST((decide(call_of(S), attempt_with(503), {.left = -5ms}).step == retry_step::finish));
}

// survives: R11
BOOST_AUTO_TEST_CASE(jitter_only_lengthens_and_by_a_tenth_at_most)
{
    auto limits = plenty;
    limits.jitter = 0.5;
    BOOST_TEST((decide(call_of(S), attempt_with(503), limits).pause == 1050ms));
    limits.jitter = 1;
    BOOST_TEST((decide(call_of(S), attempt_with(503), limits).pause == 1100ms));
    limits.jitter = 17;
    BOOST_TEST((decide(call_of(S), attempt_with(503), limits).pause == 1100ms));
    limits.jitter = -1;
    BOOST_TEST((decide(call_of(S), attempt_with(503), limits).pause == 1000ms));
    limits = {.left = 1050ms, .jitter = 1};
    BOOST_TEST((decide(call_of(S), attempt_with(503), limits).pause == 1049ms));
}

BOOST_AUTO_TEST_CASE(very_long_rules_do_not_overflow)
{
    auto state = call_of(S);
    state.rule = {.max_attempts = 4000,
        .initial_delay = std::chrono::milliseconds::max(),
        .multiplier = 4000000000U,
        .statuses = {500, 0, 0, 0}};
    state.tries = 3000;
    BOOST_TEST((decide(state, attempt_with(500), {.left = 24h}).pause == 1h));
}

// survives: R14
BOOST_AUTO_TEST_CASE(a_budget_that_is_half_used_up_stops_retries)
{
    auto limits = plenty;
    limits.budget_allows = false;
    BOOST_TEST((decide(call_of(S), attempt_with(503), limits).step == retry_step::finish));
    auto refused = attempt_with(401);
    refused.token_can_be_renewed = true;
    BOOST_TEST((decide(call_of(S), refused, limits).step == retry_step::renew_token));

    http::retry_budget budget(4);
    BOOST_TEST(budget.allows());
    budget.failed();
    BOOST_TEST(budget.allows());
    budget.failed();
    BOOST_TEST(!budget.allows());
    for (int i = 0; i != 10; ++i)
        budget.failed();
    BOOST_TEST(!budget.allows());
    for (int i = 0; i != 20; ++i)
        budget.succeeded();
    BOOST_TEST(!budget.allows());
    budget.succeeded();
    BOOST_TEST(budget.allows());
    for (int i = 0; i != 1000; ++i)
        budget.succeeded();
    budget.failed();
    budget.failed();
    BOOST_TEST(!budget.allows());

    http::retry_budget unlimited(0);
    for (int i = 0; i != 1000; ++i)
        unlimited.failed();
    BOOST_TEST(unlimited.allows());
}

BOOST_AUTO_TEST_CASE(a_budget_beyond_all_bounds_does_not_wrap_round)
{
    // Ten times this is 4 in 32 bits.
    http::retry_budget budget(429'496'730);
    budget.failed();
    BOOST_TEST(budget.allows());
}

BOOST_AUTO_TEST_CASE(that_an_earlier_attempt_may_have_applied_is_never_forgotten)
{
    auto const first = decide(call_of(N), attempt_with(500), plenty);
    BOOST_TEST_REQUIRE(first.state.earlier_may_have_applied);
    // The second attempt was certainly not carried out.
    auto const second = decide(first.state, lost_with(error_kind::connect, sent_part::nothing), plenty);
    BOOST_TEST((second.step == retry_step::retry_later));
    BOOST_TEST(second.state.earlier_may_have_applied);
    BOOST_TEST(second.outcome_unknown);
}

BOOST_AUTO_TEST_CASE(when_the_time_is_up_nothing_is_sent_again_not_even_at_once)
{
    for (auto const left : {0ms, -1ms})
    {
        retry_limits const none{.left = left};
        BOOST_TEST((decide(call_of(S), lost_with(error_kind::read, sent_part::all, true), none).step ==
                    retry_step::finish));
        attempt_outcome refused = attempt_with(401);
        refused.token_can_be_renewed = true;
        BOOST_TEST((decide(call_of(S), refused, none).step == retry_step::finish));
    }
}

BOOST_AUTO_TEST_CASE(a_multiplier_of_zero_leaves_the_pauses_as_they_are)
{
    retry_state state = call_of(S);
    state.rule.multiplier = 0;
    state.rule.initial_delay = 70ms;
    for (int i = 0; i != 2; ++i)
    {
        auto const decision = decide(state, attempt_with(503), plenty);
        BOOST_TEST((decision.step == retry_step::retry_later));
        BOOST_TEST((decision.pause == 70ms));
        state = decision.state;
    }
}

BOOST_AUTO_TEST_CASE(only_a_connection_that_broke_without_an_response_counts_as_found_dead)
{
    // A head came: the connection was alive.
    attempt_outcome cut = attempt_with(200, error_kind::read);
    cut.reused = true;
    BOOST_TEST((decide(call_of(S), cut, plenty).step == retry_step::retry_later));
    // So it was when it said what nobody understands.
    BOOST_TEST(
        (decide(call_of(I), lost_with(error_kind::protocol, sent_part::some, true), plenty).step ==
            retry_step::retry_later));
    BOOST_TEST((decide(call_of(I), lost_with(error_kind::write, sent_part::some, true), plenty).step ==
                retry_step::retry_now));
}

BOOST_AUTO_TEST_SUITE_END()
