// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_ORDERS_HPP
#define SANDBOX_ORDERS_HPP

#include "requests.hpp"
#include "store.hpp"

namespace sandbox {

/** Turns a cart into an order: its seats are sold, the cart takes no further change. Disabled items are left out.

    @returns The response's JSON (orderId, cartId, status, total, items), 12004 when there is no such cart, 409 when
             it is empty or already confirmed.
*/
outcome<std::string> confirm_order(world const& content, store& state, caller const& who, confirm_request const& r);

} // namespace sandbox

#endif
