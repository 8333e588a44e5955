// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_VALIDATION_HPP
#define SANDBOX_VALIDATION_HPP

#include "requests.hpp"

namespace sandbox {

/// Every failed rule: cart, item, session, detail, its elements by rising index, the deselect rule last.
std::vector<field_message> validate(manual_seats_request const& r);

/// Every failed rule, in the order VenueId, Option, Zoom.
std::vector<field_message> validate(picture_request const& r);

/// Every failed rule.
std::vector<field_message> validate(best_seats_request const& r);

/// The message of the first failed rule: cart, product, quantity, then "both or neither". Nothing = valid.
std::optional<std::string> first_failure(products_request const& r);

} // namespace sandbox

#endif
