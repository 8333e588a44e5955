// SPDX-License-Identifier: BSL-1.0
#include "products.hpp"

namespace sandbox {
namespace {

/// More would overflow the sum of a price with 18 digits; no shop sells it either.
constexpr std::int64_t max_units = 1'000'000;

decimal fees_of(product const& p, std::int64_t quantity)
{
    decimal sum;
    for (auto const& fee : p.fees)
        sum = sum + fee.amount * quantity;

    return sum;
}

/// The product as the request addresses it: globally, or for one session of one event.
product const* find_product(world const& content, caller const& who, products_request const& r)
{
    auto const* const p = content.product_for(who, r.product_id);
    if (p == nullptr || p->sessions.empty() == r.event_session_id.has_value())
        return nullptr;

    if (!r.event_session_id)
        return p;

    auto const place = content.session_for(who, *r.event_session_id);
    return place.event != nullptr && place.event->event_id == r.event_id ? p : nullptr;
}

} // namespace

decimal product_total(product const& p, std::int64_t quantity)
{
    return p.amount * quantity + fees_of(p, quantity);
}

void write_product(json_writer& out, world const& content, cart_item const& item)
{
    auto const& p = *content.product(item.product_id);

    out.begin_object();
    out.key("cartItemId").integer(item.cart_item_id);
    out.key("productId").integer(item.product_id);
    if (item.event_session_id != 0)
    {
        out.key("eventId").integer(content.session(item.event_session_id).event->event_id);
        out.key("eventSessionId").integer(item.event_session_id);
    }
    out.key("quantity").integer(item.quantity);
    out.key("amount").number(p.amount);
    out.key("fees").number(fees_of(p, item.quantity));
    out.key("feesDetails").begin_array();
    for (auto const& fee : p.fees)
    {
        out.begin_object();
        out.key("colId").integer(fee.column_id);
        out.key("amount").number(fee.amount * item.quantity);
        out.end_object();
    }
    out.end_array();
    out.end_object();
}

outcome<std::string> allocate_products(world const& content, store& state, caller const& who,
                                       products_request const& r)
{
    auto const lock = state.lock();

    auto* const c = state.find_cart(who, r.cart_id);
    if (c == nullptr)
        return business_problem(404, business_error::cart_not_found, "The cart does not exist");

    if (c->confirmed)
        return problem{.status = 409, .detail = "The cart is already confirmed"};

    auto const* const p = find_product(content, who, r);
    auto* const stock = p == nullptr ? nullptr : state.stock(r.product_id, r.event_session_id.value_or(0));
    if (stock == nullptr)
        return business_problem(404, business_error::product_not_found, "The product does not exist");

    if (*stock == 0)
        return business_problem(409, business_error::product_out_of_stock, "The product is out of stock");

    if (r.quantity > stock->value_or(max_units))
    {
        return business_problem(409, business_error::quantity_exceeds_stock,
                                "The requested quantity exceeds the available stock");
    }

    // Throws when the sum does not fit, and then nothing may have been changed yet.
    static_cast<void>(product_total(*p, r.quantity));

    if (*stock)
        **stock -= r.quantity;

    auto& item = state.add_item(*c, item_kind::product);
    item.product_id = r.product_id;
    item.event_session_id = r.event_session_id.value_or(0);
    item.quantity = r.quantity;

    json_writer out;
    out.begin_object();
    out.key("cartId").integer(c->cart_id);
    out.key("cartItemDetail");
    write_product(out, content, item);
    out.end_object();

    return out.take();
}

} // namespace sandbox
