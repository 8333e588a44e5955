// SPDX-License-Identifier: BSL-1.0
#include "seats.hpp"

#include <algorithm>

namespace sandbox {
namespace {

/// The seats that could not be dealt with, in the order of the request.
using seat_errors = std::vector<std::pair<id, seat_error>>;

void write_nullable_id(json_writer& out, std::string_view name, std::optional<id> value)
{
    out.key(name);
    if (value)
        out.integer(*value);
    else
        out.null();
}

void write_label(json_writer& out, std::string_view name, std::vector<labelled> const& table, std::optional<id> key)
{
    auto const* const label = key ? label_of(table, *key) : nullptr;
    out.key(name);
    if (label != nullptr)
        out.string(*label);
    else
        out.null();
}

void write_properties(json_writer& out, venue const& v, seat const& s, seat_status status)
{
    out.begin_object();
    out.key("seatId").integer(s.seat_id);
    out.key("categoryId").integer(s.category_id);
    out.key("contingentId").integer(s.contingent_id);
    out.key("designationId").integer(s.designation_id);
    out.key("floorId").integer(s.floor_id);
    out.key("blockId").integer(s.block_id);
    write_nullable_id(out, "accessId", s.access_id);
    write_nullable_id(out, "tribuneId", s.tribune_id);
    write_nullable_id(out, "doorId", s.door_id);
    write_label(out, "categoryLabel", v.categories, s.category_id);
    write_label(out, "designationLabel", v.designations, s.designation_id);
    write_label(out, "floorLabel", v.floors, s.floor_id);
    write_label(out, "blockLabel", v.blocks, s.block_id);
    write_label(out, "accessLabel", v.accesses, s.access_id);
    write_label(out, "tribuneLabel", v.tribunes, s.tribune_id);
    write_label(out, "doorLabel", v.doors, s.door_id);
    out.key("rank").string(s.rank);
    out.key("seat").string(s.number);
    out.key("coordX").number(s.x);
    out.key("coordY").number(s.y);
    out.key("status").integer(static_cast<std::int64_t>(status));
    out.key("type").integer(s.type);
    out.key("isNumbered").boolean(s.numbered);
    out.key("rotation").number(s.rotation);
    out.end_object();
}

std::optional<seat_error> select_seat(world const& content, store& state, session_place const& place, cart_item& item,
                                      seat_and_rate const& wanted)
{
    auto const* const s = content.seat(*place.venue, wanted.seat_id);
    if (s == nullptr)
        return seat_error::unknown_seat;

    if (price_of(*place.session, wanted.rate_id, s->category_id) == nullptr)
        return seat_error::wrong_rate;

    if (state.holder(item.event_session_id, wanted.seat_id) == item.cart_item_id)
    {
        for (auto& held : item.seats)
        {
            if (held.seat_id == wanted.seat_id)
                held.rate_id = wanted.rate_id;
        }
        return std::nullopt;
    }

    if (state.status(item.event_session_id, wanted.seat_id) != seat_status::free)
        return seat_error::seat_taken;

    state.hold(item, wanted);

    return std::nullopt;
}

std::optional<seat_error> release_seat(world const& content, store& state, session_place const& place, cart_item& item,
                                       id seat_id)
{
    if (content.seat(*place.venue, seat_id) == nullptr)
        return seat_error::unknown_seat;

    if (state.holder(item.event_session_id, seat_id) != item.cart_item_id)
        return seat_error::seat_not_held;

    state.release(item, seat_id);

    return std::nullopt;
}

/// The item the request names, or the reason why it must not be touched.
outcome<cart_item*> existing_item(store& state, caller const& who, manual_seats_request const& r, bool legacy_status)
{
    auto const unprocessable = [&](int code, std::string detail) {
        auto p = business_problem(422, code, std::move(detail));
        if (legacy_status)
            p.body_status = 400;
        return p;
    };

    auto* const item = state.find_item(who, r.cart_item_id);
    if (item == nullptr)
        return business_problem(404, business_error::cart_item_not_found, "The cart item does not exist");

    if (item->cart_id != r.cart_id)
        return business_problem(422, business_error::cart_mismatch, "The cart does not match the cart item");

    // Before the session: a product item has no session that could be the right one.
    if (item->kind != item_kind::session)
        return unprocessable(business_error::not_a_session_item, "The cart item is not a session item");

    if (item->event_session_id != r.event_session_id)
        return unprocessable(business_error::session_not_valid, "The event session is not valid for the cart item");

    if (item->disabled || state.find_cart(who, item->cart_id)->confirmed)
        return unprocessable(business_error::cart_item_disabled, "The cart item is disabled and cannot be modified");

    return item;
}

/// A new item, in a new cart if the request names none.
outcome<cart_item*> new_item(world const& content, store& state, caller const& who, manual_seats_request const& r,
                             bool legacy_status)
{
    auto* c = r.cart_id == 0 ? nullptr : state.find_cart(who, r.cart_id);
    if (r.cart_id != 0 && c == nullptr)
        return business_problem(422, business_error::cart_mismatch, "The cart does not exist");

    if (content.session_for(who, r.event_session_id).session == nullptr)
    {
        auto p = business_problem(422, business_error::session_not_valid, "The event session does not exist");
        if (legacy_status)
            p.body_status = 400;
        return p;
    }

    if (c != nullptr && c->confirmed)
        return problem{.status = 409, .detail = "The cart is already confirmed"};

    if (c == nullptr)
        c = &state.add_cart(who);

    auto& item = state.add_item(*c, item_kind::session);
    item.event_session_id = r.event_session_id;

    return &item;
}

std::string write_response(world const& content, store const& state, cart_item const& item, seat_errors const& errors)
{
    auto const place = content.session(item.event_session_id);

    json_writer out;
    out.begin_object();
    out.key("cartId").integer(item.cart_id);
    out.key("cartItemId").integer(item.cart_item_id);
    out.key("cartItemDetail").begin_array();
    for (auto const& held : item.seats)
        write_seat(out, state, place, held, content);
    out.end_array();
    out.key("errors").begin_array();
    for (auto const& [seat_id, error] : errors)
    {
        out.begin_object().key("seatId").integer(seat_id).key("error");
        if (content.content().seat_errors_as_text)
            out.string(to_text(error));
        else
            out.integer(static_cast<std::int64_t>(error));
        out.end_object();
    }
    out.end_array();
    out.end_object();

    return out.take();
}

/// The category of the venue that `wanted` names by identifier or label.
std::optional<id> find_category(venue const& v, std::variant<id, std::string> const& wanted)
{
    for (auto const& entry : v.categories)
    {
        if (wanted == std::variant<id, std::string>(entry.key) || wanted == std::variant<id, std::string>(entry.label))
            return entry.key;
    }

    return std::nullopt;
}

/// Fewer than `count` seats when there are not enough.
std::vector<seat const*> choose_seats(store const& state, session_place const& place, id category, std::size_t count)
{
    std::vector<seat const*> any;
    std::vector<seat const*> run;
    seat const* previous = nullptr;

    for (auto const& s : place.venue->seats)
    {
        bool const usable = s.category_id == category &&
                            state.status(place.session->event_session_id, s.seat_id) == seat_status::free;
        bool const adjacent = previous != nullptr && previous->row == s.row;
        previous = &s;
        if (!usable || !adjacent || !s.numbered)
            run.clear();

        if (!usable)
            continue;

        if (any.size() < count)
            any.push_back(&s);

        if (s.numbered)
            run.push_back(&s);

        if (run.size() == count)
            return run;
    }

    return any;
}

/// The first rate of the session that has a price for the category; 0 when there is none.
id first_rate(event_session const& s, id category)
{
    auto const found = std::find_if(s.rates.begin(), s.rates.end(), [&](auto const& r) {
        return price_of(s, r.rate_id, category) != nullptr;
    });

    return found == s.rates.end() ? 0 : found->rate_id;
}

} // namespace

std::string_view to_text(seat_error e)
{
    switch (e)
    {
    case seat_error::unknown_seat:
        return "UNKNOWN_SEAT";
    case seat_error::seat_taken:
        return "SEAT_TAKEN";
    case seat_error::wrong_rate:
        return "WRONG_RATE";
    case seat_error::seat_not_held:
        return "SEAT_NOT_HELD";
    }

    return "UNKNOWN";
}

void write_seat(json_writer& out, store const& state, session_place const& place, seat_and_rate const& held,
                world const& content)
{
    auto const& s = *content.seat(*place.venue, held.seat_id);
    auto const& cost = *price_of(*place.session, held.rate_id, s.category_id);

    out.begin_object();
    out.key("rateId").integer(held.rate_id);
    out.key("amount").number(cost.amount);
    out.key("fees").number(cost.fees);
    out.key("seatProperties");
    write_properties(out, *place.venue, s, state.status(place.session->event_session_id, held.seat_id));
    out.end_object();
}

outcome<std::string> allocate_manual_seats(world const& content, store& state, caller const& who,
                                           manual_seats_request const& r, bool legacy_status)
{
    auto const lock = state.lock();

    auto const found = r.cart_item_id == 0 ? new_item(content, state, who, r, legacy_status)
                                           : existing_item(state, who, r, legacy_status);
    if (auto const* const refusal = std::get_if<problem>(&found))
        return *refusal;

    auto& item = *std::get<cart_item*>(found);
    auto const place = content.session(item.event_session_id);

    seat_errors errors;
    for (auto const& action : r.detail)
    {
        auto const error = action.select
                               ? select_seat(content, state, place, item, {action.seat_id, action.rate_id})
                               : release_seat(content, state, place, item, action.seat_id);
        if (error)
            errors.emplace_back(action.seat_id, *error);
    }

    return write_response(content, state, item, errors);
}

outcome<std::string> allocate_best_seats(world const& content, store& state, caller const& who,
                                         best_seats_request const& r)
{
    auto const place = content.session_for(who, r.session_id);
    if (place.session == nullptr)
        return problem{.status = 404, .detail = "The event session does not exist"};

    if (place.session->catalog_id != r.catalog_id)
        return problem{.status = 404, .detail = "The catalog does not exist for the event session"};

    auto const category = find_category(*place.venue, r.price_category);
    auto const rate_id = category ? first_rate(*place.session, *category) : 0;
    if (rate_id == 0)
        return problem{.status = 404, .detail = "The price category does not exist for the event session"};

    auto const lock = state.lock();

    auto const count = static_cast<std::size_t>(r.quantity);
    auto const chosen = choose_seats(state, place, *category, count);
    if (chosen.size() < count)
        return problem{.status = 409, .detail = "Not enough seats are free in the price category"};

    auto& item = state.add_item(state.add_cart(who), item_kind::session);
    item.event_session_id = r.session_id;
    for (auto const* const s : chosen)
        state.hold(item, {s->seat_id, rate_id});

    return write_response(content, state, item, {});
}

} // namespace sandbox
