// SPDX-License-Identifier: BSL-1.0
#include "validation.hpp"

#include <algorithm>

namespace sandbox {

std::vector<field_message> validate(manual_seats_request const& r)
{
    std::vector<field_message> errors;

    if (r.cart_id < 0)
        errors.push_back({"cartId", "CartId must be greater than or equal to 0"});

    if (r.cart_item_id < 0)
        errors.push_back({"cartItemId", "CartItemId must be greater than or equal to 0"});

    if (r.event_session_id <= 0)
        errors.push_back({"eventSessionId", "EventSessionId must be greater than 0"});

    if (r.detail.empty())
        errors.push_back({"detail", "Detail must contain at least one seat operation"});

    for (std::size_t i = 0; i < r.detail.size(); ++i)
    {
        auto const element = "detail[" + std::to_string(i) + "]";
        if (r.detail[i].seat_id <= 0)
            errors.push_back({element + ".seatId", "SeatId must be greater than 0"});

        if (r.detail[i].rate_id <= 0)
            errors.push_back({element + ".rateId", "RateId must be greater than 0"});
    }

    bool const releases = std::any_of(r.detail.begin(), r.detail.end(), [](auto const& d) { return !d.select; });
    if (releases && r.cart_item_id == 0)
    {
        errors.push_back({"cartItemId", "CartItemId must be provided when deselecting seats, because a non-existent "
                                        "cart item cannot be deselected from"});
    }

    return errors;
}

std::vector<field_message> validate(picture_request const& r)
{
    std::vector<field_message> errors;

    if (r.venue_id <= 0)
        errors.push_back({"VenueId", "VenueId must be greater than 0"});

    if (r.option != 800 && r.option != 801)
        errors.push_back({"Option", "Option must be 800 or 801"});

    // Written so that "not a number" fails too.
    if (!(r.zoom >= 0.2 && r.zoom <= 5.0))
        errors.push_back({"Zoom", "Zoom must be between 0.2 and 5.0"});

    return errors;
}

std::vector<field_message> validate(best_seats_request const& r)
{
    std::vector<field_message> errors;

    if (r.quantity < 1 || r.quantity > 10)
        errors.push_back({"Quantity", "Quantity must be between 1 and 10"});

    return errors;
}

std::optional<std::string> first_failure(products_request const& r)
{
    if (r.cart_id <= 0)
        return "CartId must be greater than 0";

    if (r.product_id <= 0)
        return "ProductId must be greater than 0";

    if (r.quantity <= 0)
        return "Quantity must be greater than 0";

    if (r.event_id.has_value() != r.event_session_id.has_value())
        return "EventId and EventSessionId must both be set or both be null";

    return std::nullopt;
}

} // namespace sandbox
