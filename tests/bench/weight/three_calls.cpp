// SPDX-License-Identifier: BSL-1.0
// The same with two further operations.
#include "call.hpp"

boost::asio::awaitable<void> sell(api::client client, bool& sold)
{
    api::AllocateManualSeatsRequest request{.event_session_id = 1};
    request.detail.push_back({.seat_id = 1, .rate_id = 1, .action_select = true});
    auto const held = co_await client.allocate_manual_seats(request);

    api::AllocateBestSeatsRequest best{.session_id = 1, .quantity = 1};
    auto const found = co_await client.allocate_best_seats(best);

    api::AllocateProductsRequest product{.cart_id = 1, .product_id = 1, .quantity = 1};
    auto const added = co_await client.allocate_products(product);

    sold = held.has_value() && found.has_value() && added.has_value();
}

int main(int, char** argv)
{
    return run(api::default_options(), argv);
}
