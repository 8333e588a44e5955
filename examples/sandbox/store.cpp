// SPDX-License-Identifier: BSL-1.0
#include "store.hpp"

#include <algorithm>

namespace sandbox {

store::store(world const& content)
{
    for (auto const& e : content.content().events)
    {
        for (auto const& s : e.sessions)
        {
            for (auto const seat_id : s.sold_seats)
                taken_[{s.event_session_id, seat_id}] = {std::nullopt, true};
        }
    }

    for (auto const& p : content.content().products)
    {
        if (p.sessions.empty())
            stock_[{p.product_id, 0}] = p.stock;

        for (auto const& s : p.sessions)
            stock_[{p.product_id, s.event_session_id}] = s.stock;
    }

    for (auto const& initial : content.content().carts)
    {
        cart c{initial.cart_id, initial.tenant, initial.client_id, {}, false};
        last_id_ = std::max(last_id_, initial.cart_id);
        for (auto const& i : initial.items)
        {
            cart_item item;
            item.cart_item_id = i.cart_item_id;
            item.cart_id = initial.cart_id;
            item.kind = i.product_id == 0 ? item_kind::session : item_kind::product;
            item.disabled = i.disabled;
            item.event_session_id = i.event_session_id;
            item.product_id = i.product_id;
            item.quantity = i.quantity;
            for (auto const& s : i.seats)
                hold(item, s);

            last_id_ = std::max(last_id_, i.cart_item_id);
            c.items.push_back(i.cart_item_id);
            items_.emplace(i.cart_item_id, std::move(item));
        }
        carts_.emplace(initial.cart_id, std::move(c));
    }
}

cart* store::find_cart(caller const& who, id cart_id)
{
    auto const found = carts_.find(cart_id);
    bool const visible =
        found != carts_.end() && found->second.tenant == who.tenant && found->second.client_id == who.client_id;

    return visible ? &found->second : nullptr;
}

cart_item* store::find_item(caller const& who, id cart_item_id)
{
    auto const found = items_.find(cart_item_id);
    bool const visible = found != items_.end() && find_cart(who, found->second.cart_id) != nullptr;

    return visible ? &found->second : nullptr;
}

std::vector<cart_item*> store::items_of(cart const& c)
{
    std::vector<cart_item*> result;
    for (auto const key : c.items)
        result.push_back(&items_.at(key));

    return result;
}

cart& store::add_cart(caller const& who)
{
    auto const key = next_id();
    return carts_.emplace(key, cart{key, who.tenant, who.client_id, {}, false}).first->second;
}

cart_item& store::add_item(cart& c, item_kind kind)
{
    cart_item item;
    item.cart_item_id = next_id();
    item.cart_id = c.cart_id;
    item.kind = kind;
    c.items.push_back(item.cart_item_id);

    return items_.emplace(item.cart_item_id, std::move(item)).first->second;
}

seat_status store::status(id event_session_id, id seat_id) const
{
    auto const found = taken_.find({event_session_id, seat_id});
    if (found == taken_.end())
        return seat_status::free;

    return found->second.sold ? seat_status::sold : seat_status::held;
}

std::optional<id> store::holder(id event_session_id, id seat_id) const
{
    auto const found = taken_.find({event_session_id, seat_id});
    return found == taken_.end() ? std::nullopt : found->second.item;
}

void store::hold(cart_item& item, seat_and_rate const& what)
{
    taken_[{item.event_session_id, what.seat_id}] = {item.cart_item_id, false};
    item.seats.push_back(what);
}

void store::release(cart_item& item, id seat_id)
{
    taken_.erase({item.event_session_id, seat_id});
    item.seats.erase(std::remove_if(item.seats.begin(), item.seats.end(),
                                    [&](auto const& s) { return s.seat_id == seat_id; }),
                     item.seats.end());
}

void store::mark_sold(cart_item const& item)
{
    for (auto const& s : item.seats)
        taken_[{item.event_session_id, s.seat_id}].sold = true;
}

std::size_t store::taken_seats(id event_session_id) const
{
    auto const count = std::count_if(taken_.begin(), taken_.end(), [&](auto const& entry) {
        return entry.first.first == event_session_id && entry.second.item.has_value();
    });

    return static_cast<std::size_t>(count);
}

std::optional<std::int64_t>* store::stock(id product_id, id event_session_id)
{
    auto const found = stock_.find({product_id, event_session_id});
    return found == stock_.end() ? nullptr : &found->second;
}

} // namespace sandbox
