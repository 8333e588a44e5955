// SPDX-License-Identifier: BSL-1.0
// What a till does, without a screen: it sells, and it forgets no sale of which nobody knows what became.
#pragma once

#include "sales.hpp"

#include <restbind/journal.hpp>
#include <ticketing/v1.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kiosk {

/// Seats that a customer may pay for.
struct offer
{
    std::int64_t cart_id = 0;
    restbind::decimal price;
};

/// The till. Its journal is that of the client's options, too.
class till
{
public:
    till(api::blocking_client service, std::shared_ptr<restbind::journal::file> journal)
        : service_(std::move(service))
        , open_sales_(std::move(journal))
    {
    }

    /// The sales of which nobody knows what became: of a run that was killed, or of a call just now.
    restbind::result<std::vector<open_sale>> open_sales() const { return open_sales_.list(); }

    /// An operator has found out what became of a sale.
    restbind::result<void> settle(open_sale const& sale, std::string_view what) const
    {
        return open_sales_.settle(sale, what);
    }

    /// Holds the best seats. A response that is lost here costs nobody money, but the seats may be held: it is an open sale, too.
    restbind::result<offer> hold(api::AllocateBestSeatsRequest const& wanted) const
    {
        auto const held = service_.allocate_best_seats(wanted);
        if (!held)
            return held.error();
        return offer{.cart_id = held->cart_id, .price = price_of(held->cart_item_detail)};
    }

    /// The customer has paid: confirms the order. The journal has it on the disk before it is sent.
    outcome confirm(offer const& paid_for, std::string_view receipt) const
    {
        return outcome_of(service_.confirm_order(
            {{"cartId", paid_for.cart_id}}, {.memo = memo_of(paid_for.price, receipt)}));
    }

private:
    api::blocking_client service_;
    kiosk::open_sales open_sales_;
};

} // namespace kiosk
