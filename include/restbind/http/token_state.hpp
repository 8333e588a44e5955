#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace restbind::http
{

/** Decides when a token is used, renewed or waited for. Knows no token: only times and numbers.

    Times are passed in, so that the same steps always lead to the same state. Tokens are numbered:
    each success is a new generation, from 1 on. Not thread-safe.
*/
class token_state
{
public:
    using clock = std::chrono::steady_clock;
    using time_point = clock::time_point;
    using duration = clock::duration;

    /** What the caller of `lookup` has to do. */
    enum class action : unsigned char
    {
        use,            ///< the cached token is good
        use_and_renew,  ///< the cached token is good; start a request for the next one beside it
        wait,           ///< a request is in flight; look again when it has ended
        start_and_wait, ///< no usable token: start a request, then look again when it has ended
        fail            ///< the last request failed a moment ago, or was refused for good
    };

    /** Longest time between two renewals because of a rejection: 5 min. */
    static constexpr duration longest_hold_rejected = std::chrono::minutes(5);

    /** @param renew_before Time before the end of a token's life at which it is renewed; half of
        the life if that is shorter. 0: only when it has ended.
        @param hold_failure Time after a failed request in which no other one is made. Default 1 s.
        0: none.
        @param hold_rejected Time after a renewal because of a rejection in which no other rejection
        leads to one. Default 10 s. Doubles each time the service goes on to reject what it gets, up
        to `longest_hold_rejected`. 0: none.
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
        `started`. */
    constexpr action lookup(time_point now) const noexcept
    {
        bool const asking = in_flight_ && now < overdue_at_;
        if (has_token(now))
        {
            bool const renew = now >= renew_at_ && !asking && !refused_ && now >= held_until_;
            return renew ? action::use_and_renew : action::use;
        }
        if (asking)
            return action::wait;
        return refused_ || now < held_until_ ? action::fail : action::start_and_wait;
    }

    /** A token request was started. The new token's life counts from here.

        @param overdue_at When the request counts as lost, because whoever runs it does not go on:
        from then on another one may be started.
    */
    constexpr void started(time_point now, time_point overdue_at = (time_point::max)()) noexcept
    {
        in_flight_ = true;
        started_at_ = now;
        overdue_at_ = overdue_at;
    }

    /** The request that was in flight brought a token with this lifetime. */
    constexpr void succeeded(duration lifetime) noexcept
    {
        in_flight_ = false;
        refused_ = false;
        held_until_ = time_point{};
        valid_ = true;
        ++generation_;
        expires_ = started_at_ + lifetime;
        renew_at_ = expires_ - (std::min)(renew_before_, lifetime / 2);
    }

    /** The request that was in flight failed. A token that is still valid stays in use.

        @param for_good Whether no other request may follow, as after `invalid_client`.
    */
    constexpr void failed(time_point now, bool for_good) noexcept
    {
        in_flight_ = false;
        refused_ = for_good;
        held_until_ = now + hold_failure_;
    }

    /** The request that was in flight was given up by whoever ran it: the next one may follow at
        once. */
    constexpr void abandoned() noexcept { in_flight_ = false; }

    /** The service has refused the token of that generation. Only that one is dropped: if it was
        renewed since, nothing happens.

        A service that refuses every token must not cause a token request a call: soon after a
        renewal because of a rejection the rejected token stays in use, and the service's answer is
        the call's.

        @returns Whether a repeat with another token makes sense.
    */
    constexpr bool rejected(std::uint64_t generation, time_point now) noexcept
    {
        if (generation != generation_ || !valid_)
            return true;
        if (now < rejections_held_until_)
            return false;
        // The first rejection in a while is a token that was withdrawn; one right after the hold
        // is a service that refuses whatever it gets.
        bool const again =
            rejection_hold_.count() != 0 && now - rejections_held_until_ < rejection_hold_;
        rejection_hold_ =
            again ? (std::min)(rejection_hold_ * 2, longest_hold_rejected) : hold_rejected_;
        rejections_held_until_ = now + rejection_hold_;
        valid_ = false;
        return true;
    }

    /** Forgets the token, a refusal for good and earlier rejections; a request in flight goes on.
     */
    constexpr void reset() noexcept
    {
        valid_ = false;
        refused_ = false;
        held_until_ = time_point{};
        rejections_held_until_ = (time_point::min)();
        rejection_hold_ = duration{0};
    }

    /** Whether there is a token that has neither expired nor been rejected. */
    constexpr bool has_token(time_point now) const noexcept { return valid_ && now < expires_; }

    /** Number of the newest token; 0 before the first. */
    constexpr std::uint64_t generation() const noexcept { return generation_; }

    /** Whether a token request is in flight. */
    constexpr bool in_flight() const noexcept { return in_flight_; }

    /** When the request in flight counts as lost. */
    constexpr time_point overdue_at() const noexcept { return overdue_at_; }

    /** Moment from which on the newest token is renewed. */
    constexpr time_point renew_at() const noexcept { return renew_at_; }

    /** End of the newest token's life. */
    constexpr time_point expires() const noexcept { return expires_; }

private:
    duration renew_before_;
    duration hold_failure_;
    duration hold_rejected_;
    time_point started_at_{};
    time_point overdue_at_{};
    time_point renew_at_{};
    time_point expires_{};
    time_point held_until_{};
    time_point rejections_held_until_ = (time_point::min)();
    duration rejection_hold_{0};
    std::uint64_t generation_ = 0;
    bool valid_ = false;
    bool in_flight_ = false;
    bool refused_ = false;
};

} // namespace restbind::http
