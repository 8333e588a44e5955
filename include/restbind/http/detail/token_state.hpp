// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace restbind::inline RESTBIND_ABI::http
{

/** What is asked of somebody who needs a token. */
enum class token_step : unsigned char
{
    use,             ///< use the token
    use_and_request, ///< use the token; send a request for the next one beside it
    wait,            ///< a request is in flight: ask again when it has ended
    request,         ///< send a request, and ask again when it has ended
    fail             ///< the last request failed a moment ago, or was refused for good
};

/** Decides when a token is used, renewed or waited for. Knows no token: only times and numbers.

    Times are passed in, so that the same steps always lead to the same state. Tokens are numbered:
    each success is a new generation, from 1 on. Not thread-safe.

    | token                        | request                     | `lookup` says                 |
    |------------------------------|-----------------------------|-------------------------------|
    | valid                        | in flight, or not due       | use                           |
    | valid, to be renewed         | none in flight, none held   | use_and_request               |
    | without life, newer than the wait | any                    | use                           |
    | none                         | in flight                   | wait                          |
    | none                         | refused for good, or failed within `hold_failure` | fail    |
    | none                         | none in flight, none held   | request                       |

    | event     | token after it                  | request after it                              |
    |-----------|---------------------------------|-----------------------------------------------|
    | started   | as before                       | in flight, until `overdue_at`                 |
    | succeeded | valid for its lifetime          | none                                          |
    | failed    | as before                       | none; held back for a while, or for good      |
    | abandoned | as before                       | none                                          |
    | rejected  | none, unless renewals are held back | as before                                 |
    | accepted  | as before; its operation's rejections are forgotten | as before                 |
    | reset     | none                            | as before; nothing is held back               |
*/
class token_state
{
public:
    using clock = std::chrono::steady_clock;
    using time_point = clock::time_point;
    using duration = clock::duration;

    /** Instead of a token's number: the call has not waited for one. */
    static constexpr std::uint64_t has_not_waited = (std::numeric_limits<std::uint64_t>::max)();

    /** Longest time between two renewals because one operation is rejected: 5 min. */
    static constexpr duration max_hold_rejected = std::chrono::minutes(5);

    /** Renewals because of rejections, of all operations, that may follow each other at once: 8.
        After these there is one in each `hold_rejected`. */
    static constexpr int max_renewals_at_once = 8;

    /** Those of them that an operation which is rejected again leaves to the others: 4. */
    static constexpr int renewals_for_others = 4;

    /** Operations whose rejections are remembered: 16, those that are held longest. */
    static constexpr std::size_t max_records = 16;

    /** @param renew_before Time before the end of a token's life at which it is renewed; half of
        the life if that is shorter. 0: only when it has ended.
        @param hold_failure Time after a failed request in which no other one is made. Default 1 s.
        0: none.
        @param hold_rejected Time after a renewal because of a rejection in which the same operation
        leads to no other one, unless it has had a success meanwhile. Default 10 s. Doubles each
        time that a new token achieves nothing for the operation, up to `max_hold_rejected`. 0:
        rejections are not counted.
    */
    explicit constexpr token_state(duration renew_before = std::chrono::minutes(5),
        duration hold_failure = std::chrono::seconds(1),
        duration hold_rejected = std::chrono::seconds(10)) noexcept
        : renew_before_(renew_before)
        , hold_failure_(hold_failure)
        , hold_rejected_(hold_rejected)
    {
    }

    /** What to do for a call that needs a token now. Changes nothing: report a start with
        `started`.

        @param seen Number of the newest token when the call began to wait. A newer one without any
        life (`expires_in: 0`) serves it all the same. Default: it has not waited.
    */
    constexpr token_step lookup(
        time_point now, std::uint64_t seen = has_not_waited) const noexcept
    {
        bool const asking = in_flight_ && now < overdue_at_;
        if (valid_ && has_no_life_ && generation_ > seen)
            return token_step::use;
        if (has_token(now))
        {
            bool const renew = now >= renew_at_ && !asking && !refused_ && now >= held_until_;
            return renew ? token_step::use_and_request : token_step::use;
        }
        if (asking)
            return token_step::wait;
        return refused_ || now < held_until_ ? token_step::fail : token_step::request;
    }

    /** A token request was started. The new token's life counts from here.

        @param overdue_at When the request counts as lost, because whoever runs it does not go on:
        from then on another one may be started.
    */
    constexpr void started(time_point now, time_point overdue_at = (time_point::max)()) noexcept
    {
        BOOST_ASSERT(!in_flight_ || now >= overdue_at_);
        in_flight_ = true;
        started_at_ = now;
        overdue_at_ = overdue_at;
    }

    /** A request brought a token with this lifetime: the one in flight, or one that counted as
        lost. */
    constexpr void succeeded(duration lifetime) noexcept
    {
        in_flight_ = false;
        refused_ = false;
        held_until_ = time_point{};
        valid_ = true;
        has_no_life_ = lifetime.count() == 0;
        ++generation_;
        expires_ = started_at_ + lifetime;
        renew_at_ = expires_ - (std::min)(renew_before_, lifetime / 2);
    }

    /** The request that was in flight failed. A token that is still valid stays in use.

        @param for_good Whether no other request may follow, as after `invalid_client`.
    */
    constexpr void failed(time_point now, bool for_good) noexcept
    {
        BOOST_ASSERT(in_flight_);
        in_flight_ = false;
        refused_ = for_good;
        held_until_ = now + hold_failure_;
    }

    /** The request that was in flight was given up by whoever ran it: the next one may follow at
        once. */
    constexpr void abandoned() noexcept
    {
        BOOST_ASSERT(in_flight_);
        in_flight_ = false;
    }

    /** The service has rejected the token of that generation. Only that one is dropped: if it was
        renewed since, nothing happens.

        A service that rejects every token must not cause a token request a call, and an operation
        that is always rejected must not keep others from replacing a token that was withdrawn. So
        renewals are held back for each operation by itself, until it succeeds with a newer token;
        and there is a bound on those of all operations together. While a renewal is held back the
        rejected token stays in use, and the service's response is the call's.

        @param operation Which operation was rejected: any number that stands for it.
        @returns Whether a retry with another token makes sense.
    */
    constexpr bool rejected(
        std::uint64_t operation, std::uint64_t generation, time_point now) noexcept
    {
        if (generation != generation_ || !valid_)
            return true;
        record* known = find(operation);
        if (known && now < known->held_until)
            return false;
        // Each renewal takes the time of one hold; what is taken ahead of now is bounded.
        int const at_once = max_renewals_at_once - (known ? renewals_for_others : 0);
        time_point const taken = (std::max)(renewals_taken_until_, now) + hold_rejected_;
        if (taken > now + at_once * hold_rejected_)
            return false;
        renewals_taken_until_ = taken;
        // The first rejection in a while is a token that was withdrawn; one right after the hold
        // is a service that rejects whatever it gets.
        bool const again = known && now - known->held_until < known->hold;
        duration const hold =
            again ? (std::min)(known->hold * 2, max_hold_rejected) : hold_rejected_;
        if (!known)
            known = &*std::min_element(records_.begin(), records_.end(),
                [](record const& a, record const& b) { return a.held_until < b.held_until; });
        *known = {operation, generation, now + hold, hold};
        has_records_ = true;
        valid_ = false;
        return true;
    }

    /** The operation has succeeded with the token of that generation. What is remembered of its
        rejections is forgotten if they were those of older tokens. */
    constexpr void accepted(std::uint64_t operation, std::uint64_t generation) noexcept
    {
        if (record* const known = find(operation); known && generation > known->generation)
            *known = {};
        has_records_ = std::any_of(
            records_.begin(), records_.end(), [](record const& one) { return one.is_used(); });
    }

    /** Whether rejections of any operation are remembered: only then `accepted` has something to
        do. */
    constexpr bool has_records() const noexcept { return has_records_; }

    /** Forgets the token, a refusal for good and earlier rejections; a request in flight goes on.
     */
    constexpr void reset() noexcept
    {
        valid_ = false;
        refused_ = false;
        held_until_ = time_point{};
        renewals_taken_until_ = (time_point::min)();
        records_ = {};
        has_records_ = false;
    }

    /** Whether there is a token that has neither expired nor been rejected. */
    constexpr bool has_token(time_point now) const noexcept { return valid_ && now < expires_; }

    /** Number of the newest token; 0 before the first. */
    constexpr std::uint64_t generation() const noexcept { return generation_; }

    /** Whether a token request is in flight. */
    constexpr bool in_flight() const noexcept { return in_flight_; }

    /** When the request in flight counts as lost. */
    constexpr time_point overdue_at() const noexcept { return overdue_at_; }

private:
    /// An operation whose token was rejected and that has had no success since.
    struct record
    {
        std::uint64_t operation = 0;
        std::uint64_t generation = 0; ///< the one that was rejected; 0: the record is not in use
        time_point held_until = (time_point::min)();
        duration hold{0};

        constexpr bool is_used() const noexcept { return generation != 0; }
    };

    constexpr record* find(std::uint64_t operation) noexcept
    {
        for (record& one : records_)
            if (one.is_used() && one.operation == operation)
                return &one;
        return nullptr;
    }

    duration renew_before_;
    duration hold_failure_;
    duration hold_rejected_;
    time_point started_at_{};
    time_point overdue_at_{};
    time_point renew_at_{};
    time_point expires_{};
    time_point held_until_{};
    time_point renewals_taken_until_ = (time_point::min)();
    std::array<record, max_records> records_{};
    std::uint64_t generation_ = 0;
    bool has_records_ = false;
    bool valid_ = false;
    bool has_no_life_ = false;
    bool in_flight_ = false;
    bool refused_ = false;
};

} // namespace restbind::http
