// SPDX-License-Identifier: BSL-1.0
#include "world.hpp"

#include <algorithm>

namespace sandbox {
namespace {

template <class Map>
typename Map::mapped_type find_or_empty(Map const& map, typename Map::key_type const& key)
{
    auto const found = map.find(key);
    return found == map.end() ? typename Map::mapped_type{} : found->second;
}

bool lets_through(std::optional<std::set<id>> const& allowed, id key)
{
    return !allowed || allowed->count(key) != 0;
}

} // namespace

world::world(scenario const& content) : content_(content)
{
    for (auto const& v : content.venues)
    {
        venues_.emplace(v.venue_id, &v);
        for (auto const& s : v.seats)
            seats_.emplace(std::pair(&v, s.seat_id), &s);
    }

    for (auto const& e : content.events)
    {
        events_.emplace(e.event_id, &e);
        for (auto const& s : e.sessions)
            sessions_.emplace(s.event_session_id, session_place{&e, &s, venue(e.venue_id)});
    }

    for (auto const& p : content.products)
        products_.emplace(p.product_id, &p);
}

bool world::knows_tenant(std::string_view tenant) const
{
    return std::find(content_.tenants.begin(), content_.tenants.end(), tenant) != content_.tenants.end();
}

client const* world::client(std::string_view client_id) const
{
    auto const found = std::find_if(content_.clients.begin(), content_.clients.end(),
                                    [&](auto const& c) { return c.client_id == client_id; });
    return found == content_.clients.end() ? nullptr : &*found;
}

client_configuration const* world::configuration(std::string_view client_id, std::string_view tenant) const
{
    auto const* const c = client(client_id);
    if (c == nullptr)
        return nullptr;

    auto const found = std::find_if(c->configurations.begin(), c->configurations.end(),
                                    [&](auto const& configuration) { return configuration.tenant == tenant; });
    return found == c->configurations.end() ? nullptr : &*found;
}

event const* world::event(id event_id) const
{
    return find_or_empty(events_, event_id);
}

session_place world::session(id event_session_id) const
{
    return find_or_empty(sessions_, event_session_id);
}

venue const* world::venue(id venue_id) const
{
    return find_or_empty(venues_, venue_id);
}

product const* world::product(id product_id) const
{
    return find_or_empty(products_, product_id);
}

seat const* world::seat(sandbox::venue const& v, id seat_id) const
{
    return find_or_empty(seats_, {&v, seat_id});
}

bool world::sees_event(caller const& who, sandbox::event const& e) const
{
    return e.tenant == who.tenant && lets_through(who.configuration->events, e.event_id);
}

session_place world::session_for(caller const& who, id event_session_id) const
{
    auto const place = session(event_session_id);
    return place.event != nullptr && sees_event(who, *place.event) ? place : session_place{};
}

venue const* world::venue_for(caller const& who, id venue_id) const
{
    auto const* const v = venue(venue_id);
    bool const visible = v != nullptr && v->tenant == who.tenant && lets_through(who.configuration->venues, venue_id);
    return visible ? v : nullptr;
}

product const* world::product_for(caller const& who, id product_id) const
{
    auto const* const p = product(product_id);
    bool const visible =
        p != nullptr && p->tenant == who.tenant && lets_through(who.configuration->products, product_id);
    return visible ? p : nullptr;
}

std::string const* label_of(std::vector<labelled> const& table, id key)
{
    auto const found = std::find_if(table.begin(), table.end(), [&](auto const& entry) { return entry.key == key; });
    return found == table.end() ? nullptr : &found->label;
}

price const* price_of(event_session const& s, id rate_id, id category_id)
{
    auto const r = std::find_if(s.rates.begin(), s.rates.end(), [&](auto const& x) { return x.rate_id == rate_id; });
    if (r == s.rates.end())
        return nullptr;

    auto const p = std::find_if(r->prices.begin(), r->prices.end(),
                                [&](auto const& x) { return x.category_id == category_id; });
    return p == r->prices.end() ? nullptr : &*p;
}

} // namespace sandbox
