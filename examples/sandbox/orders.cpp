// SPDX-License-Identifier: BSL-1.0
#include "orders.hpp"

#include "json_writer.hpp"
#include "products.hpp"
#include "seats.hpp"

namespace sandbox {
namespace {

decimal seats_total(world const& content, cart_item const& item)
{
    auto const place = content.session(item.event_session_id);

    decimal total;
    for (auto const& held : item.seats)
    {
        auto const& s = *content.seat(*place.venue, held.seat_id);
        auto const& cost = *price_of(*place.session, held.rate_id, s.category_id);
        total = total + cost.amount + cost.fees;
    }

    return total;
}

bool counts(cart_item const& item)
{
    return !item.disabled && (item.kind == item_kind::product || !item.seats.empty());
}

void write_item(json_writer& out, world const& content, store const& state, cart_item const& item)
{
    out.begin_object();
    out.key("cartItemId").integer(item.cart_item_id);
    out.key("kind").string(item.kind == item_kind::session ? "session" : "product");
    if (item.kind == item_kind::session)
    {
        auto const place = content.session(item.event_session_id);
        out.key("eventSessionId").integer(item.event_session_id);
        out.key("cartItemDetail").begin_array();
        for (auto const& held : item.seats)
            write_seat(out, state, place, held, content);
        out.end_array();
    }
    else
    {
        out.key("cartItemDetail");
        write_product(out, content, item);
    }
    out.end_object();
}

} // namespace

outcome<std::string> confirm_order(world const& content, store& state, caller const& who, confirm_request const& r)
{
    auto const lock = state.lock();

    auto* const c = state.find_cart(who, r.cart_id);
    if (c == nullptr)
        return business_problem(404, business_error::cart_not_found, "The cart does not exist");

    if (c->confirmed)
        return problem{.status = 409, .detail = "The cart is already confirmed"};

    decimal total;
    std::vector<cart_item*> ordered;
    for (auto* const item : state.items_of(*c))
    {
        if (!counts(*item))
            continue;

        ordered.push_back(item);
        total = total + (item->kind == item_kind::session
                             ? seats_total(content, *item)
                             : product_total(*content.product(item->product_id), item->quantity));
    }

    if (ordered.empty())
        return problem{.status = 409, .detail = "The cart is empty"};

    // Nothing was changed so far, so that a sum that does not fit leaves the cart as it was.
    c->confirmed = true;
    for (auto const* const item : ordered)
        state.mark_sold(*item);

    json_writer out;
    out.begin_object();
    out.key("orderId").integer(state.next_id());
    out.key("cartId").integer(c->cart_id);
    out.key("status").string("confirmed");
    out.key("total").number(total);
    out.key("items").begin_array();
    for (auto const* const item : ordered)
        write_item(out, content, state, *item);
    out.end_array();
    out.end_object();

    return out.take();
}

} // namespace sandbox
