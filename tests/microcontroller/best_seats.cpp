// SPDX-License-Identifier: BSL-1.0
// A further operation, to measure what it adds to the example's code.
#include "../../examples/microcontroller/http_over_serial.hpp"

#include <ticketing/v1/operations.hpp>

extern "C" std::size_t hold_best_seats(board::serial_line& line, restbind::secret const& token,
    ticketing::v1::AllocateBestSeatsRequest const& what, ticketing::v1::client_parameters const& parameters)
{
    auto const held = call<ticketing::v1::operations::allocate_best_seats>(line, "tickets.example", token, what, parameters);
    return held ? held->cart_item_detail.size() : 0;
}
