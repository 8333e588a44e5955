// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_PRODUCTS_HPP
#define SANDBOX_PRODUCTS_HPP

#include "json_writer.hpp"
#include "requests.hpp"
#include "store.hpp"

namespace sandbox {

/** Adds a new item with a quantity of a product to an existing cart and takes the quantity off the stock.

    @returns The response's JSON, or 12004, 10400, 10401, 10402, or 409 when the cart is confirmed.
*/
outcome<std::string> allocate_products(world const& content, store& state, caller const& who,
                                       products_request const& r);

/** Writes `cartItemDetail` of a product item: `amount` is for one unit, each entry of `feesDetails` for the whole
    quantity, `fees` is their sum.
*/
void write_product(json_writer& out, world const& content, cart_item const& item);

/// Amount and fees of the whole quantity.
decimal product_total(product const& p, std::int64_t quantity);

} // namespace sandbox

#endif
