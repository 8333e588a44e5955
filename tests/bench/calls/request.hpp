// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ticketing/v1/models.hpp>

namespace bench
{

/** The request whose encoding is `payload::request_body`. */
inline ticketing::v1::AllocateManualSeatsRequest make_request()
{
    return {.cart_id = 481516,
        .cart_item_id = 2342,
        .event_session_id = 4711,
        .detail = {{.seat_id = 101, .rate_id = 7, .action_select = true},
            {.seat_id = 102, .rate_id = 7, .action_select = true},
            {.seat_id = 103, .rate_id = 8, .action_select = true}}};
}

} // namespace bench
