// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/step.hpp>

#include <boost/assert.hpp>
#include <boost/system/errc.hpp>
#include <boost/system/error_code.hpp>

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

/** What stays the same for all attempts of a call. */
struct call_plan
{
    /** Class, rule and policy of the operation's retries. */
    retry_state start{};

    /** When the call begins. Not set: `error::attempts()` tells no durations. */
    std::chrono::steady_clock::time_point begun{};

    /** When the call ends at the latest. */
    std::chrono::steady_clock::time_point deadline = (std::chrono::steady_clock::time_point::max)();

    /** Longest Retry-After that is waited for; a longer one ends the call. */
    std::chrono::milliseconds max_retry_after{60000};

    /** Whether each attempt needs a token. */
    bool needs_token = false;
};

/** The attempts of one call: what each needs, what it came to, and whether another one follows. No
    I/O.

    Ask `next`, do it, and report what came of it. Times and random numbers are passed in, so that
    the same steps always lead to the same calls. Nothing is sent once the deadline has passed.

    | next           | event           | when                                | next after it      |
    |----------------|-----------------|-------------------------------------|--------------------|
    | (start)        |                 | each attempt needs a token          | get_token          |
    | (start)        |                 | it needs none                       | get_connection     |
    | get_token      | token_came      |                                     | get_connection     |
    | get_connection | connection_came |                                     | exchange           |
    | either of them | the same        | the deadline has passed             | decide             |
    | either of them | failed          |                                     | decide             |
    | exchange       | exchanged       | a whole response has come           | done               |
    | exchange       | exchanged       | anything else                       | decide             |
    | done, decide   | refused         | `exchanged` said: read the response | decide             |
    | decide         | decide          | no other attempt follows            | done               |
    | decide         | decide          | the next attempt follows at once    | as at the start    |
    | decide         | decide          | it follows later                    | pause              |
    | pause          | paused          |                                     | as at the start    |
    | pause          | interrupted     |                                     | done               |
    | any            | abandon         |                                     | done               |
*/
class call
{
public:
    /** The clock of all its times. */
    using clock = std::chrono::steady_clock;

    /** @param plan Is copied where it is needed later. */
    explicit call(call_plan const& plan) noexcept
        : state_(plan.start)
        , deadline_(plan.deadline)
        , max_retry_after_(plan.max_retry_after)
        , begun_(plan.begun)
        , needs_token_(plan.needs_token)
        , tells_durations_(plan.begun != clock::time_point())
    {
        begin();
    }

    /** What is to be done. */
    step next() const noexcept { return next_; }

    /** There is a token. */
    void token_came(clock::time_point now)
    {
        BOOST_ASSERT(next_ == step::get_token);
        next_ = step::get_connection;
        check(now);
    }

    /** There is a connection to the service.

        @param reused Whether it has served an earlier request.
    */
    void connection_came(clock::time_point now, bool reused)
    {
        BOOST_ASSERT(next_ == step::get_connection);
        next_ = step::exchange;
        check(now);
        if (next_ != step::exchange)
            return;
        ++sends_;
        outcome_.reused = reused;
    }

    /** There is no token, or no connection. A failure that `secure_channel::failure` calls final
        ends the call.

        @param status Status with which a proxy refused; otherwise 0.
    */
    RESTBIND_COLD void failed(error why, int status = 0)
    {
        BOOST_ASSERT(next_ == step::get_token || next_ == step::get_connection);
        // The request for a token was repeated as often as it may be: no error of it repeats the
        // call.
        outcome_.failure =
            next_ == step::get_token ? error_kind::token_unavailable : why.kind();
        outcome_.status = status;
        outcome_.is_final = rules_out_others(why);
        fail(std::move(why));
        next_ = step::decide;
    }

    /** The exchange is over.

        @param came What it came to, but for what went wrong and whether its connection was a new
            one, which is known here.
        @param ended Success if a whole response came; otherwise what went wrong.
        @returns Whether the response counts: read it, and report with `refused` if its status or
        its body is an error.
    */
    bool exchanged(attempt_outcome const& came, result<void>&& ended)
    {
        BOOST_ASSERT(next_ == step::exchange);
        bool const reused = outcome_.reused;
        outcome_ = came;
        outcome_.reused = reused;
        next_ = ended ? step::done : step::decide;
        if (ended) [[likely]]
            return true;
        fail(std::move(ended).error());
        if (status_counts(came.status, failure_.kind()))
            return true;
        say_what_was_lost();
        return false;
    }

    /** The response is an error, or cannot be read. */
    RESTBIND_COLD void refused(error why)
    {
        BOOST_ASSERT(next_ == step::done || next_ == step::decide);
        if (!is_good_)
            restbind::detail::fill(why).with_detail(restbind::detail::joined(
                {why.detail(), why.detail().empty() ? "" : "; ",
                    "the response's body is not whole: ", to_string(failure_.kind())}));
        fail(std::move(why));
        if (outcome_.status < 300)
            outcome_.failure = failure_.kind();
        next_ = step::decide;
    }

    /** Replaces `failure` by the same error that says more. */
    RESTBIND_COLD void amend(error failure)
    {
        BOOST_ASSERT(next_ == step::decide);
        failure_ = std::move(failure);
    }

    /** Decides what follows an attempt that has failed.

        @param random From 0 to 1.
        @param budget_allows Whether the client's retry budget allows a retry.
    */
    RESTBIND_COLD void decide(clock::time_point now, double random, bool budget_allows)
    {
        BOOST_ASSERT(next_ == step::decide);
        retry_decision const decision = http::decide(state_, outcome_,
            {.left = std::chrono::floor<std::chrono::milliseconds>(deadline_ - now),
                .max_retry_after = max_retry_after_,
                .budget_allows = budget_allows,
                .jitter = random});
        state_ = decision.state;
        note_attempt(now);
        if (decision.budget_spent)
            restbind::detail::fill(failure_).with_retry_budget_spent();
        if (decision.refused_pause.count() > 0)
            say_which_pause_was_refused(decision.refused_pause, now);
        if (decision.step == retry_step::finish)
            return end(may_have_applied());
        pause_ = decision.pause;
        begun_ = now + pause_;
        wants_new_connection_ = decision.step == retry_step::retry_now;
        if (pause_.count() > 0)
            next_ = step::pause;
        else
            begin();
    }

    /** The pause is over. */
    RESTBIND_COLD void paused()
    {
        BOOST_ASSERT(next_ == step::pause);
        begin();
    }

    /** The pause was interrupted: the call ends. */
    RESTBIND_COLD void interrupted(error why)
    {
        BOOST_ASSERT(next_ == step::pause);
        fail(std::move(why));
        outcome_ = {}; // there is no present attempt: all are earlier ones
        end(may_have_applied());
    }

    /** The call cannot go on, because a function of the program that was asked has failed. The
        attempt that was under way is one of those that the error lists. */
    RESTBIND_COLD void abandon(error why, clock::time_point now)
    {
        bool const has_ended = next_ == step::done && !is_good();
        bool const is_in_attempt = next_ != step::pause && !has_ended;
        if (has_ended)
            met_ = failure_.attempts();
        fail(std::move(why));
        restbind::detail::fill(failure_).with_status(outcome_.status);
        if (is_in_attempt)
            note_attempt(now);
        bool const is_over = next_ == step::decide || next_ == step::done;
        end(next_ == step::exchange ? !is_safe() : is_over && may_have_applied());
    }

    /** No attempt may follow this one: part of its response has been handed on. */
    void forbid_retries() noexcept { state_.policy = retry_policy::never; }

    /** Length of the pause before the next attempt; 0: it follows at once. */
    std::chrono::milliseconds pause() const noexcept { return pause_; }

    /** Whether the next connection must be a new one: an idle one was found dead. */
    bool wants_new_connection() const noexcept { return wants_new_connection_; }

    /** What the present attempt came to; `failure` is not set where the response counts. */
    attempt_outcome const& outcome() const noexcept { return outcome_; }

    /** What went wrong in the present attempt, which is not good. When the call has ended: its
        error, with the number of requests sent and whether the outcome is unknown. */
    error const& failure() const noexcept
    {
        BOOST_ASSERT(!is_good_);
        return failure_;
    }

    /** The same, to be moved from at the end of the call. */
    error&& take_failure() noexcept { return std::move(failure_); }

    /** Whether nothing has gone wrong in the present attempt. */
    bool is_good() const noexcept { return is_good_; }

    /** Attempts that have begun. */
    unsigned attempts() const noexcept { return attempts_; }

    /** Attempts in which the request was sent, or a part of it. */
    unsigned sends() const noexcept { return sends_; }

    /** Whether an attempt before the next one may have taken effect. Never for safe requests. */
    bool earlier_may_have_applied() const noexcept { return state_.earlier_may_have_applied; }

    /** When the call ends at the latest. */
    clock::time_point deadline() const noexcept { return deadline_; }

private:
    void begin() noexcept
    {
        if (++attempts_ != 1)
        {
            outcome_ = {};
            is_good_ = true;
        }
        next_ = needs_token_ ? step::get_token : step::get_connection;
    }

    RESTBIND_COLD void fail(error why) noexcept
    {
        failure_ = std::move(why);
        is_good_ = false;
    }

    void check(clock::time_point now)
    {
        if (now < deadline_) [[likely]]
            return;
        next_ = step::get_connection;
        failed(restbind::detail::fill(error(error_kind::timed_out))
                   .with_phase(phase::write)
                   .with_code({ETIMEDOUT, boost::system::system_category()})
                   .take());
    }

    RESTBIND_COLD static bool rules_out_others(error const& why) noexcept
    {
        auto const means = why.code().default_error_condition();
        return why.at() == phase::handshake &&
               (means == boost::system::errc::protocol_not_supported ||
                   means == boost::system::errc::permission_denied);
    }

    bool is_safe() const noexcept { return state_.idempotency == http::idempotency::safe; }

    /// Whether the present attempt may have taken effect. Never for safe requests.
    RESTBIND_COLD bool may_have_applied() const noexcept
    {
        return !is_safe() && detail::may_have_applied(state_.unapplied_statuses, outcome_);
    }

    RESTBIND_COLD void say_what_was_lost()
    {
        outcome_.failure = failure_.kind();
        restbind::detail::fill(failure_).with_status(outcome_.status);
        if (failure_ == error_kind::write && outcome_.sent == sent_part::some &&
            outcome_.status == 0)
            restbind::detail::fill(failure_).with_detail(
                "the connection broke before the whole request was sent: it was "
                "probably not applied" +
                (failure_.detail().empty() ? "" : ": " + failure_.detail()));
    }

    /// Both times: that of the pause, and the one that it does not fit into.
    RESTBIND_COLD void say_which_pause_was_refused(
        std::chrono::milliseconds pause, clock::time_point now)
    {
        using restbind::detail::duration_text;
        auto const asked = outcome_.retry_after.value_or(std::chrono::milliseconds(0));
        bool const is_above_limit = asked > max_retry_after_;
        bool const is_asked = is_above_limit || asked >= pause;
        auto const left = std::chrono::floor<std::chrono::milliseconds>(deadline_ - now);
        restbind::detail::fill(failure_).with_refused_pause(
            is_asked ? asked : std::chrono::milliseconds(0),
            restbind::detail::joined({is_asked ? "Retry-After asks for " : "the next pause takes ",
                duration_text(is_asked ? asked : pause),
                is_above_limit ? ", retry.max_retry_after is " : ", the call has ",
                duration_text(is_above_limit ? max_retry_after_ : left),
                is_above_limit ? "" : " left"}));
    }

    /// Keeps what the present attempt has met, or what the requests for its token have.
    RESTBIND_COLD void note_attempt(clock::time_point now)
    {
        auto const took = tells_durations_
                              ? std::chrono::floor<std::chrono::milliseconds>(now - begun_)
                              : std::chrono::milliseconds(0);
        if (!failure_.attempts().empty())
            met_.insert(met_.end(), failure_.attempts().begin(), failure_.attempts().end());
        else
            met_.push_back(
                {failure_.kind(), failure_.status(), failure_.code(), failure_.at(), took});
        if (met_.size() > error::max_attempts)
            met_.erase(met_.begin(), met_.end() - error::max_attempts);
    }

    RESTBIND_COLD void end(bool last_may_have_applied)
    {
        restbind::detail::fill(failure_)
            .with_sends(sends_ + failure_.sends())
            .with_attempts(std::move(met_))
            .with_outcome_unknown(last_may_have_applied)
            .with_earlier_may_have_applied(state_.earlier_may_have_applied);
        next_ = step::done;
    }

    retry_state state_;
    clock::time_point const deadline_;
    std::chrono::milliseconds const max_retry_after_;
    attempt_outcome outcome_;
    error failure_; ///< of the present attempt, unless it is good
    std::vector<failed_attempt> met_; ///< what the attempts have met so far
    clock::time_point begun_;         ///< of the present attempt
    std::chrono::milliseconds pause_{0};
    unsigned attempts_ = 0;
    unsigned sends_ = 0;
    bool const needs_token_;
    bool const tells_durations_; ///< of attempts
    step next_ = step::get_connection;
    bool wants_new_connection_ = false;
    bool is_good_ = true;
};

} // namespace restbind::http
