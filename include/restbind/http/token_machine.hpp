// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/detail/token_response.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

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

/** One token that many calls share, and the one request for it that may be in flight: who uses the
    token, who asks for the next one, who waits. No I/O.

    Times are passed in, so that the same steps always lead to the same state. Tokens are numbered:
    each success is a new generation, from 1 on. The queue of those who wait belongs to the caller:
    a function that returns true has ended what they wait for. Not thread-safe.

    | token                        | request                     | `ask` says                    |
    |------------------------------|-----------------------------|-------------------------------|
    | valid                        | in flight, or not due       | use                           |
    | valid, to be renewed         | none in flight, none held   | use_and_request               |
    | without life, newer than the wait | any                    | use                           |
    | none                         | in flight                   | wait                          |
    | none                         | refused for good, or failed within `hold_failure` | fail    |
    | none                         | none in flight, none held   | request                       |

    | event     | token after it                  | request after it                              |
    |-----------|---------------------------------|-----------------------------------------------|
    | ask said `request` or `use_and_request` | as before | in flight, until `overdue_at` |
    | succeeded | valid for its lifetime          | none                                          |
    | failed    | as before                       | none; held back for a while, or for good      |
    | abandoned, leave | as before                | none                                          |
    | rejected  | none, unless renewals are held back | as before                                 |
    | accepted  | as before; its operation's rejections are forgotten | as before                 |
    | reset     | none                            | as before; nothing is held back               |

    @tparam Token What calls get: any type that can be copied, moved and default-constructed.
*/
template <class Token>
class token_machine
{
public:
    /** The clock of all its times. */
    using clock = std::chrono::steady_clock;
    /** A time of the clock. */
    using time_point = clock::time_point;
    /** A length of time. */
    using duration = clock::duration;

    /** Instead of a token's number: the call has not waited for one. */
    static constexpr std::uint64_t has_not_waited = (std::numeric_limits<std::uint64_t>::max)();

    /** Time after a failed request in which no other one is made: 1 s. */
    static constexpr duration hold_failure = std::chrono::seconds(1);

    /** Time after a renewal because of a rejection in which the same operation leads to no other
        one, unless it has had a success meanwhile: 10 s. Doubles each time that a new token
        achieves nothing for the operation, up to `max_hold_rejected`. */
    static constexpr duration hold_rejected = std::chrono::seconds(10);

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
    */
    explicit token_machine(duration renew_before = std::chrono::minutes(5)) noexcept
        : renew_before_(renew_before)
    {
    }

    /** Somebody needs a token.

        @param who Stands for whoever asks, and would send a request; see `leave`.
        @param longest How long a request may take; longer, and it counts as lost: the next one who
            asks sends another one. The new token's life counts from the start of its request.
        @param seen As with `step`.
    */
    token_step ask(time_point now, void const* who, duration longest,
        std::uint64_t seen = has_not_waited)
    {
        token_step const next = step(now, seen);
        if (next == token_step::use_and_request || next == token_step::request)
        {
            ++request_;
            requester_ = who;
            in_flight_ = true;
            started_at_ = now;
            bool const is_bounded = longest < (time_point::max)() - now;
            overdue_at_ = is_bounded ? now + longest : (time_point::max)();
        }
        return next;
    }

    /** What `ask` would return. Changes nothing.

        @param seen Number of the newest token when the call began to wait. A newer one without any
        life (`expires_in: 0`) serves it all the same. Default: it has not waited.
    */
    token_step step(time_point now, std::uint64_t seen = has_not_waited) const noexcept
    {
        bool const asking = in_flight_ && now < overdue_at_;
        if (valid_ && has_no_life_ && generation_ > seen)
            return token_step::use;
        if (valid_ && now < expires_)
        {
            bool const renew = now >= renew_at_ && !asking && !refused_ && now >= held_until_;
            return renew ? token_step::use_and_request : token_step::use;
        }
        if (asking)
            return token_step::wait;
        return refused_ || now < held_until_ ? token_step::fail : token_step::request;
    }

    /** The newest token, usable or not. */
    Token const& token() const noexcept { return token_; }

    /** Number of the newest token, from 1 on; 0 before the first. */
    std::uint64_t generation() const noexcept { return generation_; }

    /** Number of the newest request, from 1 on. */
    std::uint64_t request() const noexcept { return request_; }

    /** When the request in flight counts as lost. */
    time_point overdue_at() const noexcept { return overdue_at_; }

    /** Why the last request has failed. */
    error const& failure() const noexcept { return failure_; }

    /** A request has brought a token.

        @returns Whether those who wait are to ask again. False for a request that counts as lost.
    */
    bool succeeded(std::uint64_t request, Token token, duration lifetime)
    {
        if (!is_current(request))
            return false;
        std::swap(token_, token);
        in_flight_ = false;
        valid_ = true;
        has_no_life_ = lifetime.count() == 0;
        ++generation_;
        expires_ = started_at_ + lifetime;
        renew_at_ = expires_ - (std::min)(renew_before_, lifetime / 2);
        return true;
    }

    /** A request has failed. A token that is still valid stays in use; no other request follows in
        the next second, or ever after a refusal that would come again, such as `invalid_client`.

        @returns As `succeeded`.
    */
    bool failed(std::uint64_t request, error const& why, time_point now)
    {
        if (!is_current(request))
            return false;
        failure_ = why;
        in_flight_ = false;
        refused_ = is_refused_for_good(why);
        held_until_ = now + hold_failure;
        return true;
    }

    /** The caller that ran a request has given it up: the next one may follow at once. @returns As
        `succeeded`. */
    bool abandoned(std::uint64_t request) noexcept
    {
        if (!is_current(request))
            return false;
        in_flight_ = false;
        return true;
    }

    /** `who` runs no request any more. @returns As `succeeded`. */
    bool leave(void const* who) noexcept { return requester_ == who && abandoned(request_); }

    /** The service has rejected the token of that number in a call of an operation. Only that one
        is dropped: if it was renewed since, nothing happens.

        A service that rejects every token must not cause a token request a call, and an operation
        that is always rejected must not keep others from replacing a token that was withdrawn. So
        renewals are held back for each operation by itself, until it succeeds with a newer token;
        and there is a bound on those of all operations together. While a renewal is held back the
        rejected token stays in use, and the service's response is the call's.

        @returns Whether a retry with another token makes sense.
    */
    bool rejected(std::string_view operation, std::uint64_t generation, time_point now)
    {
        if (generation != generation_ || !valid_)
            return true;
        std::size_t const hash = std::hash<std::string_view>()(operation);
        record* known = find(hash);
        if (known && now < known->held_until)
            return false;
        // Each renewal takes the time of one hold; what is taken ahead of now is bounded.
        int const at_once = max_renewals_at_once - (known ? renewals_for_others : 0);
        time_point const taken = (std::max)(renewals_taken_until_, now) + hold_rejected;
        if (taken > now + at_once * hold_rejected)
            return false;
        renewals_taken_until_ = taken;
        // The first rejection in a while is a token that was withdrawn; one right after the hold
        // is a service that rejects whatever it gets.
        bool const again = known && now - known->held_until < known->hold;
        duration const hold =
            again ? (std::min)(known->hold * 2, max_hold_rejected) : hold_rejected;
        if (!known)
            known = &*std::min_element(records_.begin(), records_.end(),
                [](record const& a, record const& b) { return a.held_until < b.held_until; });
        *known = {hash, generation, now + hold, hold};
        has_rejections_ = true;
        valid_ = false;
        return true;
    }

    /** A call of the operation has succeeded with the token of that number. What is remembered of
        its rejections is forgotten if they were those of older tokens. */
    void accepted(std::string_view operation, std::uint64_t generation)
    {
        record* const known = find(std::hash<std::string_view>()(operation));
        if (known && generation > known->generation)
            *known = {};
        has_rejections_ = false;
        for (record const& one : records_)
            has_rejections_ = has_rejections_ || one.is_used();
    }

    /** Whether `accepted` has anything to do: rejections are remembered. */
    bool has_rejections() const noexcept { return has_rejections_; }

    /** Forgets the token, rejections and a refusal for good; a request in flight goes on. */
    void reset() noexcept
    {
        valid_ = false;
        refused_ = false;
        held_until_ = time_point{};
        renewals_taken_until_ = (time_point::min)();
        records_ = {};
        has_rejections_ = false;
    }

private:
    /// An operation whose token was rejected and that has had no success since.
    struct record
    {
        std::size_t operation = 0;    ///< the hash of its name
        std::uint64_t generation = 0; ///< the one that was rejected; 0: the record is not in use
        time_point held_until = (time_point::min)();
        duration hold{0};

        bool is_used() const noexcept { return generation != 0; }
    };

    bool is_current(std::uint64_t request) const noexcept
    {
        return request == request_ && in_flight_;
    }

    record* find(std::size_t operation) noexcept
    {
        for (record& one : records_)
            if (one.is_used() && one.operation == operation)
                return &one;
        return nullptr;
    }

    duration renew_before_;
    Token token_{};
    error failure_;
    std::uint64_t generation_ = 0; ///< of the token
    std::uint64_t request_ = 0;
    void const* requester_ = nullptr;
    time_point started_at_{}; ///< of the request
    time_point overdue_at_{};
    time_point renew_at_{};
    time_point expires_{};
    time_point held_until_{};
    time_point renewals_taken_until_ = (time_point::min)();
    std::array<record, max_records> records_{};
    bool has_rejections_ = false;
    bool valid_ = false;
    bool has_no_life_ = false;
    bool in_flight_ = false;
    bool refused_ = false;
};

} // namespace restbind::http
