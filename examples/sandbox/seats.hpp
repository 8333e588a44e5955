// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_SEATS_HPP
#define SANDBOX_SEATS_HPP

#include "json_writer.hpp"
#include "requests.hpp"
#include "store.hpp"

namespace sandbox {

/** Why a single seat of allocateManualSeats was not carried out: `errors[].error` of a response with status 200.

    The service does not list its codes; these are the sandbox's own.
*/
enum class seat_error
{
    /// The session has no such seat.
    unknown_seat = 101,

    /// Another item holds the seat, or it is sold.
    seat_taken = 102,

    /// The rate does not exist for the session or has no price for the seat's category.
    wrong_rate = 103,

    /// A release of a seat that the item does not hold.
    seat_not_held = 104
};

/// The error in words, for scenarios with `seatErrorsAsText`.
std::string_view to_text(seat_error e);

/** Holds and releases single seats. A seat that fails does not stop the others. Holding a seat again that the item
    holds changes its rate.

    @param legacy_status Errors 13002 to 13004 say 400 in the body, 422 on the status line.
    @returns The response's JSON, or 13001 to 13005, or 409 when the cart is confirmed.
*/
outcome<std::string> allocate_manual_seats(world const& content, store& state, caller const& who,
                                           manual_seats_request const& r, bool legacy_status);

/** Holds `quantity` seats of one category in a new cart: neighbours in one row where there are enough, otherwise the
    first free ones.

    @returns The response's JSON; 404 for an unknown session, catalog or category, 409 when too few seats are free.
*/
outcome<std::string> allocate_best_seats(world const& content, store& state, caller const& who,
                                         best_seats_request const& r);

/// Writes one element of `cartItemDetail`. The caller holds the store's lock.
void write_seat(json_writer& out, store const& state, session_place const& place, seat_and_rate const& held,
                world const& content);

} // namespace sandbox

#endif
