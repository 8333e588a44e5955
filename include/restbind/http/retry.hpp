// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>

namespace restbind::inline RESTBIND_ABI::http
{

/** How harmless it is to send one request twice. */
enum class idempotency : unsigned char
{
    safe,               ///< changes nothing on the server
    idempotent,         ///< twice has the effect of once, as the document says
    keyed,              ///< the service does what has one idempotency key once
    assumed_idempotent, ///< twice has the effect of once, as whoever wrote the document assumes
    not_idempotent      ///< twice may have the effect twice
};

/** Whether twice has the effect of once, be it stated or assumed. */
constexpr bool has_no_effect_twice(idempotency value) noexcept
{
    return value != idempotency::not_idempotent;
}

/** HTTP statuses; 0 stands for none. */
using status_list = std::array<int, 4>;

/** Whether a status is on a list. */
constexpr bool is_listed(status_list const& list, int status) noexcept
{
    for (int const listed : list)
        if (listed != 0 && listed == status)
            return true;
    return false;
}

/** Whether a response with this status says that the request was not applied: what the document
    lists, and 304, 307, 308 and 4xx by their meaning. A service that has done the work may respond
    with any other redirection. */
constexpr bool means_unapplied(status_list const& documented, int status) noexcept
{
    return is_listed(documented, status) || status == 304 || status == 307 || status == 308 ||
           (status >= 400 && status < 500);
}

/** Which requests are retried, how often, and after what: as a document says it
    (`x-restbind-retry`), or a program. Whose rule it is makes a difference: see
    `retry_state::documented`. */
struct retry_rule
{
    /** Sends in all, the first among them. 0 counts as 1: no retry. */
    unsigned max_attempts = 3;

    /** Pause after the first attempt, up to 24 h. 0: retries follow at once. */
    std::chrono::milliseconds initial_delay{500};

    /** Factor from one pause to the next. 0 counts as 1. */
    unsigned multiplier = 2;

    /** Statuses after which the request may be sent again. */
    status_list statuses{429, 502, 503, 504};

    /** Only requests at least as harmless as this are retried; `idempotent` stands for all that have
        no effect twice. A connection from the pool that was
        found dead before a byte was sent is replaced for all requests. */
    http::idempotency at_least = http::idempotency::not_idempotent;

    friend constexpr bool operator==(retry_rule const&, retry_rule const&) = default;
};

/** How far a caller lets requests be retried. */
enum class retry_policy : unsigned char
{
    as_specified,   ///< everything that the rule for retries names; where the document states it, a
                    ///< request that is not idempotent may be applied twice, of which
                    ///< `call_info::earlier_may_have_applied` tells
    only_unapplied, ///< as above, but after a status a request that is not idempotent is retried
                    ///< only if the status says that it was not applied
    never           ///< each request is sent once; a response 401 is then final, too
};

} // namespace restbind::http

/** @file
    Decides what follows an attempt: a pure function of what is known so far and of what has just
    happened.
*/

namespace restbind::inline RESTBIND_ABI::http
{

/** How much of a request the operating system has accepted. */
enum class sent_part : unsigned char
{
    nothing, ///< no byte
    some,    ///< a part
    all      ///< the whole request
};

/** What one attempt came to. */
struct attempt_outcome
{
    /** How much of the request went out. */
    sent_part sent = sent_part::nothing;

    /** Status of the response once its head was complete, otherwise 0. */
    int status = 0;

    /** What went wrong. Not set if a whole response came and, with a status that means success,
        could be read. */
    std::optional<error_kind> failure{};

    /** Whether the connection had served an earlier request. */
    bool reused = false;

    /** Whether the token that was sent can be replaced by a new one. */
    bool token_can_be_renewed = false;

    /** Whether the peer has said that any other attempt would end like this one. */
    bool is_final = false;

    /** Whether encryption has broken, for example by a fatal alert of the peer. */
    bool encryption_has_failed = false;

    /** What the response's Retry-After header asks for, from now on. */
    std::optional<std::chrono::milliseconds> retry_after{};
};

/** What is known of a call before an attempt. A fresh value stands for a call of which nothing was
    sent yet. */
struct retry_state
{
    /** How harmless a retry of this request is. */
    http::idempotency idempotency = http::idempotency::not_idempotent;

    /** The rule for retries. */
    retry_rule rule{};

    /** Whether the document states the rule. Only then is a request that is not idempotent retried
        after a status that leaves open whether it was applied, and a safe one after a success that
        cannot be read. */
    bool documented = true;

    /** Statuses from 300 on that say, as the document has it, that the request was not applied,
        besides 304, 307, 308 and 4xx. After any other one it may have been. */
    status_list unapplied_statuses{};

    /** The caller's restriction. */
    retry_policy policy = retry_policy::as_specified;

    /** Statuses after which safe requests are retried beside those of the rule. */
    status_list further_statuses{};

    /** Whether a request that is idempotent by an assumption is retried after a lost response, as one
        that is idempotent by the document is. */
    bool retries_lost_assumed = false;

    /** Attempts that count against the rule: all but replays with a new token or in place of a dead
        connection. */
    unsigned tries = 0;

    /** Whether the token was renewed for this call. */
    bool token_renewed = false;

    /** Whether a dead connection from the pool was replaced at once. */
    bool dead_connection_replaced = false;

    /** Whether an attempt before this one may have taken effect. Never for safe requests. */
    bool earlier_may_have_applied = false;
};

/** Outside limits on retries at the moment of the decision. */
struct retry_limits
{
    /** Time left until the call's deadline. */
    std::chrono::milliseconds left{0};

    /** Longest Retry-After that is waited for; a longer one ends the call. */
    std::chrono::milliseconds max_retry_after{60000};

    /** Whether the client's retry budget allows a retry. */
    bool budget_allows = true;

    /** Random number from 0 to 1: each pause grows by up to a tenth of itself. */
    double jitter = 0;
};

/** What to do after an attempt. */
enum class retry_step : unsigned char
{
    finish,      ///< the attempt's response or error is the call's
    retry_now,   ///< send again at once, over a new connection
    retry_later, ///< send again after the pause
    renew_token  ///< get a new token, then send again at once
};

/** The decision after an attempt. */
struct retry_decision
{
    /** What to do. */
    retry_step step = retry_step::finish;

    /** Pause before the next attempt; 0 unless `step` is `retry_later`. */
    std::chrono::milliseconds pause{0};

    /** Whether the retry budget alone has ended the call. */
    bool budget_spent = false;

    /** The pause that alone has ended the call: longer than the time left, or than the longest
        Retry-After that is waited for. 0: none. */
    std::chrono::milliseconds refused_pause{0};

    /** Whether the error, if the call ends here with one, must say that the request may have taken
        effect. */
    bool outcome_unknown = false;

    /** State before the next attempt. */
    retry_state state{};
};

namespace detail
{

/// Whether an attempt that ended this way may have taken effect.
constexpr bool may_have_applied(
    status_list const& unapplied, attempt_outcome const& outcome) noexcept
{
    if (outcome.status >= 300)
        return !means_unapplied(unapplied, outcome.status);
    if (outcome.status >= 200)
        return true;
    if (outcome.failure == error_kind::cancelled || outcome.failure == error_kind::timed_out ||
        outcome.failure == error_kind::client_closed)
        return outcome.sent != sent_part::nothing;
    return outcome.sent == sent_part::all;
}

/// Whether the table allows a retry after a pause; attempts, time and budget are not looked at.
RESTBIND_COLD constexpr bool retry_is_allowed(
    retry_state const& state, attempt_outcome const& outcome) noexcept
{
    bool const safe = state.idempotency == http::idempotency::safe;
    bool const no_effect_twice = has_no_effect_twice(state.idempotency);

    if (outcome.is_final)
        return false;
    if (outcome.failure)
        switch (*outcome.failure)
        {
        case error_kind::cancelled:
        case error_kind::timed_out:
        case error_kind::client_closed:
        case error_kind::invalid_argument:
        case error_kind::validation_failed:
        case error_kind::token_refused:
        case error_kind::token_unavailable:
            return false;
        default:
            break;
        }
    if (outcome.status >= 300)
    {
        if (is_listed(state.rule.statuses, outcome.status))
            return no_effect_twice ||
                   (state.documented && state.policy != retry_policy::only_unapplied) ||
                   means_unapplied(state.unapplied_statuses, outcome.status);
        return safe && is_listed(state.further_statuses, outcome.status);
    }
    if (outcome.status >= 200)
        return safe && (outcome.failure == error_kind::read ||
                           (state.documented && outcome.failure &&
                               outcome.failure != error_kind::unexpected_status));
    if (outcome.sent == sent_part::nothing)
        return outcome.failure == error_kind::resolve || outcome.failure == error_kind::connect ||
               outcome.failure == error_kind::write || outcome.failure == error_kind::read;
    if (outcome.sent == sent_part::some)
        return no_effect_twice;
    bool const may_be_lost =
        safe || (no_effect_twice && !outcome.encryption_has_failed &&
                    (state.idempotency != http::idempotency::assumed_idempotent ||
                        state.retries_lost_assumed));
    return may_be_lost && outcome.failure != error_kind::protocol &&
           outcome.failure != error_kind::too_large;
}

/// Whether a rule is about requests of this kind.
constexpr bool is_covered(idempotency value, idempotency at_least) noexcept
{
    return value <= at_least || (has_no_effect_twice(value) && at_least != idempotency::safe);
}

/// The pause after `tries` attempts, in the rule's steps.
constexpr std::chrono::milliseconds pause_after(retry_rule const& rule, unsigned tries) noexcept
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    std::chrono::milliseconds pause = (std::min)(rule.initial_delay, longest);
    for (unsigned i = 1; i < tries && pause < longest; ++i)
        pause = (std::min)(pause * (std::max)(rule.multiplier, 1U), longest);
    return pause;
}

} // namespace detail

/** Whether a response counts although its body could not be received whole: from 300 on the status
    alone says that the request failed, and the body only explains why.

    @param status Status of the response; 0 if its head did not come whole.
    @param failure What went wrong after the head.
    @returns False for a status below 300, whose body is what was asked for, and when the call
    itself has ended.
*/
constexpr bool status_counts(int status, error_kind failure) noexcept
{
    return status >= 300 && (failure == error_kind::read || failure == error_kind::protocol ||
                                failure == error_kind::too_large);
}

/** Decides what follows an attempt.

    A retry never happens past the rule's number of attempts, past the deadline (a pause that would
    reach it ends the call at once), with an exhausted budget, or after a cancellation. Jitter only
    lengthens a pause. A request whose last byte was written is retried without a response only if
    it has no effect twice, whatever the state of the connection was.
*/
RESTBIND_COLD constexpr retry_decision decide(
    retry_state state, attempt_outcome const& outcome, retry_limits const& limits) noexcept
{
    retry_decision decision;
    bool const applied = state.idempotency != http::idempotency::safe &&
                         detail::may_have_applied(state.unapplied_statuses, outcome);
    decision.outcome_unknown = applied || state.earlier_may_have_applied;

    bool const success = !outcome.failure && outcome.status >= 200 && outcome.status < 300;
    bool const forbidden =
        success || state.policy == retry_policy::never || limits.left.count() <= 0;

    if (!forbidden && outcome.status == 401)
    {
        if (outcome.token_can_be_renewed && !state.token_renewed)
        {
            decision.step = retry_step::renew_token;
            state.token_renewed = true;
        }
    }
    else if (!forbidden && detail::retry_is_allowed(state, outcome))
    {
        bool const lost_connection =
            outcome.failure == error_kind::write || outcome.failure == error_kind::read;
        bool const found_dead = outcome.reused && outcome.status == 0 && lost_connection;
        if (found_dead && !state.dead_connection_replaced)
        {
            decision.step = retry_step::retry_now;
            state.dead_connection_replaced = true;
        }
        else
        {
            ++state.tries;
            auto const asked = outcome.retry_after.value_or(std::chrono::milliseconds(0));
            auto const planned = (std::max)(detail::pause_after(state.rule, state.tries), asked);
            auto const stretch =
                static_cast<double>(planned.count()) * 0.1 * std::clamp(limits.jitter, 0.0, 1.0);
            auto const pause = planned + std::chrono::milliseconds(
                                             static_cast<std::chrono::milliseconds::rep>(stretch));
            bool const is_due =
                state.tries < state.rule.max_attempts &&
                detail::is_covered(state.idempotency, state.rule.at_least);
            bool const may_follow =
                is_due && asked <= limits.max_retry_after && planned < limits.left;
            if (is_due && !may_follow)
                decision.refused_pause = planned;
            decision.budget_spent = may_follow && !limits.budget_allows;
            if (may_follow && limits.budget_allows)
            {
                decision.step = retry_step::retry_later;
                decision.pause = (std::min)(pause, limits.left - std::chrono::milliseconds(1));
            }
        }
        if (decision.step != retry_step::finish)
            state.earlier_may_have_applied |= applied;
    }
    decision.state = state;
    return decision;
}

/** Stops a client from retrying requests to a service that is failing for everybody.

    A bucket of points: each attempt that fails in a retryable way takes one, each success gives a
    tenth back. While the bucket is half empty or less nothing is retried. Thread-safe.
*/
class retry_budget
{
public:
    /** @param capacity Points of a full bucket, at most 100 million; 0 means no limit. */
    explicit retry_budget(unsigned capacity = 100) noexcept
        : capacity_((std::min)(capacity, max_capacity) * tenths)
        , points_(capacity_)
    {
    }

    /** Whether a retry is allowed now. */
    bool allows() const noexcept
    {
        return capacity_ == 0 || points_.load(std::memory_order_relaxed) * 2 > capacity_;
    }

    /** An attempt failed in a way that calls for a retry. */
    RESTBIND_COLD void failed() noexcept
    {
        unsigned now = points_.load(std::memory_order_relaxed);
        while (!points_.compare_exchange_weak(
            now, now - (std::min)(now, tenths), std::memory_order_relaxed))
        {
        }
    }

    /** An attempt succeeded. */
    void succeeded() noexcept
    {
        unsigned now = points_.load(std::memory_order_relaxed);
        while (now != capacity_ &&
               !points_.compare_exchange_weak(now, now + 1, std::memory_order_relaxed))
        {
        }
    }

private:
    static constexpr unsigned tenths = 10;
    static constexpr unsigned max_capacity = 100'000'000; // tenths of it fit

    unsigned const capacity_;
    std::atomic<unsigned> points_;
};

} // namespace restbind::http
