// SPDX-License-Identifier: BSL-1.0
// A file that uses the models and nothing else.
#include <ticketing/v1/models.hpp>

bool is_new_item(ticketing::v1::AllocateManualSeatsRequest const& request)
{
    return request.cart_item_id == 0;
}
