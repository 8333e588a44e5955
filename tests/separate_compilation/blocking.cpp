// SPDX-License-Identifier: BSL-1.0
#include "calls.hpp"

namespace api = ticketing::v1;

bool is_refused_without_coroutines(restbind::net::client_options options)
{
    auto const client = api::blocking_client::make(std::move(options), {.tenant = "arena"});
    if (!client)
        return false;
    api::AllocateProductsRequest const wrong{.cart_id = 1, .product_id = 1, .quantity = 0};
    auto const response = client->allocate_products(wrong);
    return !response && is_refusal(response.error());
}
