// SPDX-License-Identifier: BSL-1.0
// What callers, the service and the journal know of each call, and whether they agree.
#pragma once

#include "history.hpp"

#include <restbind/core/error.hpp>
#include <restbind/http/retry.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simulation
{

/** The operations of the document, in the order of its service. */
enum class operation : unsigned char
{
    find,     ///< safe
    choose,   ///< idempotent: a PUT
    release,  ///< idempotent: a DELETE
    allocate, ///< idempotent by an assumption
    confirm,  ///< not idempotent; the document asks for a retry after 503
    print,    ///< not idempotent
    pay       ///< not idempotent, with a key
};

inline constexpr int operations = 7;

/** What the journal has of a sale. */
enum class recorded : unsigned char
{
    nothing,
    pending,
    unresolved,
    done, ///< the service has said so, perhaps when it was asked once more
    not_applied
};

/** How a call has ended for its caller. */
enum class ending : unsigned char
{
    none,     ///< it is under way
    success,  ///< with its own response
    definite, ///< an error that says that nothing has happened
    open,     ///< an error that leaves the outcome open
    cut       ///< the power has failed
};

/** One call. It makes a sale, or sends the request of an earlier one again. */
struct book
{
    std::int64_t number = 0;

    /// @name Of the caller
    /// @{
    simulation::operation operation = operation::find;
    restbind::http::retry_policy policy = restbind::http::retry_policy::as_specified;
    bool retries_lost = false; ///< `retry_settings::lost_responses`
    bool has_journal = false;
    std::int64_t again = 0; ///< the sale of which this call sends the request again; 0: none
    unsigned effects_before = 0; ///< of that sale, when this call began
    clock::time_point begun{};
    std::chrono::milliseconds deadline{0};
    ending ended = ending::none;
    unsigned ends = 0;
    unsigned sends = 0;
    int status = 0;                ///< of the last response
    bool tells_of_earlier = false; ///< `earlier_may_have_applied`
    /// @}

    /// @name Of the service
    /// @{
    unsigned received = 0;
    unsigned effects = 0;
    unsigned excused = 0; ///< effects behind a status after which a retry is documented
    /// @}

    /// @name Of the sale
    /// @{
    recorded record = recorded::nothing; ///< of the journal
    clock::time_point tried{};           ///< when a call for it has ended last
    unsigned under_way = 0;              ///< calls for it
    std::int64_t last_try = 0; ///< the call that alone can have sent what comes; 0: several
    /// @}
};

/** Whether a call of this kind changes something. */
inline bool changes(operation of) noexcept
{
    return of != operation::find;
}

/** What is wrong with a call that has ended, or was cut; null if nothing is.

    @param sale What the call is about; itself, if it does not send the request of another one again.
    @param is_last Whether nothing more can happen to it: no request is under way.
*/
inline char const* fault_of(book const& call, book const& sale, bool is_last)
{
    bool const is_alone = sale.last_try == call.number;
    if (call.ends > 1)
        return "the call has ended twice";
    if (call.ended == ending::none)
        return "the call never ends";
    if (call.ended == ending::open && !changes(call.operation))
        return "the call changes nothing, and its outcome is called unknown";
    if (call.ended == ending::open && call.sends == 0)
        return "nothing was sent, and the outcome is called unknown";
    if (call.ended == ending::open && call.sends == 1 && call.status >= 400 && call.status < 500 &&
        call.status != 407) // of a proxy, for a later attempt
        return "the service has refused, and the outcome is called unknown";
    if (call.ended == ending::success &&
        (changes(call.operation) ? sale.effects : sale.received) == 0)
        return "the call succeeded without an effect";
    if (call.ended == ending::definite && is_alone && sale.effects != call.effects_before)
        return "the request took effect, and the error denies it";
    if (call.ended != ending::cut && call.again == 0 && is_alone && sale.received > call.sends)
        return "the service received more requests than the client has sent";
    // Three attempts, one more with a new token, one more in place of a dead connection.
    if (call.sends > 5)
        return "the request was sent too often";
    if (sale.effects > 1)
    {
        if (call.operation == operation::pay)
            return "the customer has paid twice";
        bool const documented = call.policy == restbind::http::retry_policy::as_specified ||
                                call.operation == operation::allocate;
        if (!documented || sale.effects - 1 > sale.excused)
            return "the request took effect twice";
        if (call.ended == ending::success && !call.tells_of_earlier)
            return "the request took effect twice, and nobody is told";
    }
    if (!is_last || !call.has_journal || !changes(call.operation))
        return nullptr;
    if (sale.effects != 0 &&
        (sale.record == recorded::nothing || sale.record == recorded::not_applied))
        return "the request took effect, and the journal does not say so";
    if (sale.record == recorded::done && sale.effects == 0)
        return "the journal calls a success what had no effect";
    if (sale.record == recorded::pending)
        return "the journal has a call under way, and no program runs";
    return nullptr;
}

} // namespace simulation
