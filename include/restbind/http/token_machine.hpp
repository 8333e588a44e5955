// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/detail/token_response.hpp>
#include <restbind/http/detail/token_state.hpp>

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** One token that many calls share, and the one request for it that may be in flight: who uses the
    token, who asks for the next one, who waits. No I/O.

    Times are passed in, so that the same steps always lead to the same state. The queue of those
    who wait belongs to the caller: a function that returns true has ended what they wait for. Not
    thread-safe.

    @tparam Token What calls get: any type that can be copied, moved and default-constructed.
*/
template <class Token>
class token_machine
{
public:
    using clock = token_state::clock;

    /** @param renew_before Time before the end of a token's life at which it is renewed; half of
        the life if that is shorter. 0: only when it has ended.
    */
    explicit token_machine(clock::duration renew_before)
        : state_(renew_before)
    {
    }

    /** Somebody needs a token.

        @param who Stands for whoever asks, and would send a request; see `leave`.
        @param longest How long a request may take; longer, and it counts as lost: the next one who
            asks sends another one.
        @param seen As with `token_state::lookup`.
    */
    token_step ask(clock::time_point now, void const* who, clock::duration longest,
        std::uint64_t seen = token_state::has_not_waited)
    {
        token_step const next = step(now, seen);
        if (next == token_step::use_and_request || next == token_step::request)
        {
            ++request_;
            requester_ = who;
            bool const is_bounded = longest < (clock::time_point::max)() - now;
            state_.started(now, is_bounded ? now + longest : (clock::time_point::max)());
        }
        return next;
    }

    /** What `ask` would return. Changes nothing. */
    token_step step(clock::time_point now,
        std::uint64_t seen = token_state::has_not_waited) const noexcept
    {
        return state_.lookup(now, seen);
    }

    /** The newest token, usable or not. */
    Token const& token() const noexcept { return token_; }

    /** Number of the newest token, from 1 on; 0 before the first. */
    std::uint64_t generation() const noexcept { return state_.generation(); }

    /** Number of the newest request, from 1 on. */
    std::uint64_t request() const noexcept { return request_; }

    /** When the request in flight counts as lost. */
    clock::time_point overdue_at() const noexcept { return state_.overdue_at(); }

    /** Why the last request has failed. */
    error const& failure() const noexcept { return failure_; }

    /** A request has brought a token. Its life counts from the start of the request.

        @returns Whether those who wait are to ask again. False for a request that counts as lost.
    */
    bool succeeded(std::uint64_t request, Token token, clock::duration lifetime)
    {
        if (!is_current(request))
            return false;
        std::swap(token_, token);
        state_.succeeded(lifetime);
        return true;
    }

    /** A request has failed. A token that is still valid stays in use; no other request follows in
        the next second, or ever after a refusal that would come again.

        @returns As `succeeded`.
    */
    bool failed(std::uint64_t request, error const& why, clock::time_point now)
    {
        if (!is_current(request))
            return false;
        failure_ = why;
        state_.failed(now, is_refused_for_good(why));
        return true;
    }

    /** The caller that ran a request has given it up: the next one may follow at once. @returns As
        `succeeded`. */
    bool abandoned(std::uint64_t request) noexcept
    {
        if (!is_current(request))
            return false;
        state_.abandoned();
        return true;
    }

    /** `who` runs no request any more. @returns As `succeeded`. */
    bool leave(void const* who) noexcept { return requester_ == who && abandoned(request_); }

    /** The service has rejected the token of that number in a call of an operation. See
        `token_state::rejected`.

        @returns Whether a retry with another token makes sense.
    */
    bool rejected(std::string_view operation, std::uint64_t generation, clock::time_point now)
    {
        return state_.rejected(std::hash<std::string_view>()(operation), generation, now);
    }

    /** A call of the operation has succeeded with the token of that number. */
    void accepted(std::string_view operation, std::uint64_t generation)
    {
        state_.accepted(std::hash<std::string_view>()(operation), generation);
    }

    /** Whether `accepted` has anything to do: rejections are remembered. */
    bool has_rejections() const noexcept { return state_.has_records(); }

    /** Forgets the token, rejections and a refusal for good; a request in flight goes on. */
    void reset() noexcept { state_.reset(); }

private:
    bool is_current(std::uint64_t request) const noexcept
    {
        return request == request_ && state_.in_flight();
    }

    token_state state_;
    Token token_{};
    error failure_;
    std::uint64_t request_ = 0;
    void const* requester_ = nullptr;
};

} // namespace restbind::http
