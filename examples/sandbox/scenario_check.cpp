// SPDX-License-Identifier: BSL-1.0
#include "scenario_check.hpp"

#include "dates.hpp"
#include "world.hpp"

#include <algorithm>

namespace sandbox {
namespace {

/// Zoom 5 then makes a picture of at most 5000 x 5000 pixels, 100 MB while it is drawn.
constexpr double max_plan_units = 1000;

/// New identifiers are counted up from the largest one of the scenario.
constexpr id most_initial_id = id{1} << 62;

class checker
{
public:
    checker(scenario const& content, std::string_view file) : content_(content), file_(file), world_(content) {}

    void run()
    {
        head();
        clients();
        venues();
        events();
        products();
        carts();
    }

private:
    void require(bool good, std::string const& path, std::string const& reason) const
    {
        if (!good)
            throw scenario_error(std::string(file_) + ": " + path + ": " + reason);
    }

    static std::string at(std::string const& list, std::size_t index)
    {
        return list + "[" + std::to_string(index) + "]";
    }

    void unique(std::set<id>& seen, id key, std::string const& path) const
    {
        require(seen.insert(key).second, path, std::to_string(key) + " occurs twice");
    }

    void known_tenant(std::string const& tenant, std::string const& path) const
    {
        require(world_.knows_tenant(tenant), path + ".tenant", "'" + tenant + "' is not in $.tenants");
    }

    void head() const
    {
        require(!content_.directory_id.empty(), "$.directoryId", "is empty");
        require(!content_.api_app_id.empty(), "$.apiAppId", "is empty");
        require(!content_.ext.empty(), "$.ext", "is empty");

        auto const& base = content_.base_path;
        require(base.empty() || (base.front() == '/' && base.back() != '/'), "$.basePath",
                "must be empty, or start with a slash and end without one");

        std::set<std::string> tenants;
        for (std::size_t i = 0; i < content_.tenants.size(); ++i)
        {
            require(!content_.tenants[i].empty(), at("$.tenants", i), "is empty");
            require(tenants.insert(content_.tenants[i]).second, at("$.tenants", i), "occurs twice");
        }
    }

    void clients() const
    {
        std::set<std::string> ids;
        for (std::size_t i = 0; i < content_.clients.size(); ++i)
        {
            auto const& c = content_.clients[i];
            auto const path = at("$.clients", i);
            require(!c.client_id.empty(), path + ".clientId", "is empty");
            require(!c.client_secret.empty(), path + ".clientSecret", "is empty");
            require(ids.insert(c.client_id).second, path + ".clientId", "occurs twice");

            std::set<std::string> tenants;
            for (std::size_t k = 0; k < c.configurations.size(); ++k)
            {
                auto const& configuration = c.configurations[k];
                auto const inner = at(path + ".tenants", k);
                known_tenant(configuration.tenant, inner);
                require(tenants.insert(configuration.tenant).second, inner + ".tenant", "occurs twice");
                exist(configuration.events, inner + ".events", [&](id key) { return world_.event(key) != nullptr; });
                exist(configuration.venues, inner + ".venues", [&](id key) { return world_.venue(key) != nullptr; });
                exist(configuration.products, inner + ".products",
                      [&](id key) { return world_.product(key) != nullptr; });
            }
        }
    }

    template <class Known>
    void exist(std::optional<std::set<id>> const& ids, std::string const& path, Known const& known) const
    {
        for (auto const key : ids.value_or(std::set<id>{}))
            require(known(key), path, std::to_string(key) + " does not exist");
    }

    void in_table(std::vector<labelled> const& table, std::optional<id> key, std::string const& path) const
    {
        require(!key || label_of(table, *key) != nullptr, path,
                std::to_string(key.value_or(0)) + " is not in the venue's table");
    }

    void venues() const
    {
        std::set<id> ids;
        std::set<id> seats;
        for (std::size_t i = 0; i < content_.venues.size(); ++i)
        {
            auto const& v = content_.venues[i];
            auto const path = at("$.venues", i);
            known_tenant(v.tenant, path);
            unique(ids, v.venue_id, path + ".venueId");

            double right = 0;
            double bottom = 0;
            for (auto const& s : v.seats)
            {
                auto const row = at(path + ".rows", s.row);
                unique(seats, s.seat_id, row + ".firstSeatId");
                in_table(v.categories, s.category_id, row + ".categoryId");
                in_table(v.designations, s.designation_id, row + ".designationId");
                in_table(v.floors, s.floor_id, row + ".floorId");
                in_table(v.blocks, s.block_id, row + ".blockId");
                in_table(v.accesses, s.access_id, row + ".accessId");
                in_table(v.tribunes, s.tribune_id, row + ".tribuneId");
                in_table(v.doors, s.door_id, row + ".doorId");
                require(s.x >= 0 && s.y >= 0, row, "a seat lies left of or above the plan");
                right = std::max(right, s.x);
                bottom = std::max(bottom, s.y);
            }
            require(std::max(right, bottom) + 2 * v.seat_size <= max_plan_units, path + ".rows",
                    "the plan is larger than 1000 x 1000 units");
        }
    }

    void events() const
    {
        std::set<id> events;
        std::set<id> sessions;
        for (std::size_t i = 0; i < content_.events.size(); ++i)
        {
            auto const& e = content_.events[i];
            auto const path = at("$.events", i);
            known_tenant(e.tenant, path);
            unique(events, e.event_id, path + ".eventId");

            auto const* const v = world_.venue(e.venue_id);
            require(v != nullptr, path + ".venueId", std::to_string(e.venue_id) + " does not exist");
            for (std::size_t k = 0; k < e.sessions.size(); ++k)
            {
                unique(sessions, e.sessions[k].event_session_id, at(path + ".sessions", k) + ".eventSessionId");
                session(e.sessions[k], *v, at(path + ".sessions", k));
            }
        }
    }

    void session(event_session const& s, venue const& v, std::string const& path) const
    {
        bool const well_formed = s.starts_at.size() == 20 && s.starts_at[10] == 'T' && s.starts_at[19] == 'Z';
        require(well_formed && is_date(s.starts_at.substr(0, 10)), path + ".startsAt",
                "must have the form YYYY-MM-DDThh:mm:ssZ");

        std::set<id> rates;
        for (std::size_t i = 0; i < s.rates.size(); ++i)
        {
            auto const inner = at(path + ".rates", i);
            unique(rates, s.rates[i].rate_id, inner + ".rateId");
            for (std::size_t k = 0; k < s.rates[i].prices.size(); ++k)
                in_table(v.categories, s.rates[i].prices[k].category_id, at(inner + ".prices", k) + ".categoryId");
        }

        for (auto const seat_id : s.sold_seats)
        {
            require(world_.seat(v, seat_id) != nullptr, path + ".soldSeats",
                    std::to_string(seat_id) + " is no seat of the venue");
        }
    }

    void products() const
    {
        std::set<id> ids;
        for (std::size_t i = 0; i < content_.products.size(); ++i)
        {
            auto const& p = content_.products[i];
            auto const path = at("$.products", i);
            known_tenant(p.tenant, path);
            unique(ids, p.product_id, path + ".productId");

            std::set<id> sessions;
            for (std::size_t k = 0; k < p.sessions.size(); ++k)
            {
                auto const inner = at(path + ".sessions", k) + ".eventSessionId";
                unique(sessions, p.sessions[k].event_session_id, inner);
                require(world_.session(p.sessions[k].event_session_id).session != nullptr, inner, "does not exist");
            }
        }
    }

    void carts() const
    {
        std::set<id> carts;
        std::set<id> items;
        std::set<std::pair<id, id>> seats;
        for (std::size_t i = 0; i < content_.carts.size(); ++i)
        {
            auto const& c = content_.carts[i];
            auto const path = at("$.carts", i);
            known_tenant(c.tenant, path);
            unique(carts, c.cart_id, path + ".cartId");
            require(c.cart_id <= most_initial_id, path + ".cartId", "is above 2^62");
            require(world_.client(c.client_id) != nullptr, path + ".clientId", "does not exist");
            for (std::size_t k = 0; k < c.items.size(); ++k)
            {
                auto const inner = at(path + ".items", k) + ".cartItemId";
                unique(items, c.items[k].cart_item_id, inner);
                require(c.items[k].cart_item_id <= most_initial_id, inner, "is above 2^62");
                cart_item(c.items[k], seats, at(path + ".items", k));
            }
        }
    }

    void cart_item(initial_cart_item const& item, std::set<std::pair<id, id>>& taken, std::string const& path) const
    {
        auto const place = world_.session(item.event_session_id);
        require(item.event_session_id == 0 || place.session != nullptr, path + ".eventSessionId", "does not exist");

        if (item.product_id != 0)
        {
            auto const* const p = world_.product(item.product_id);
            require(p != nullptr, path + ".productId", "does not exist");
            require(p->sessions.empty() == (item.event_session_id == 0), path + ".eventSessionId",
                    "must be given for a session-scoped product, and only then");
        }

        for (std::size_t i = 0; i < item.seats.size(); ++i)
        {
            auto const inner = at(path + ".seats", i);
            auto const [seat_id, rate_id] = item.seats[i];
            auto const* const s = world_.seat(*place.venue, seat_id);
            require(s != nullptr, inner + ".seatId", "is no seat of the session's venue");
            require(price_of(*place.session, rate_id, s->category_id) != nullptr, inner + ".rateId",
                    "has no price for the seat's category");

            auto const& sold = place.session->sold_seats;
            bool const free = std::find(sold.begin(), sold.end(), seat_id) == sold.end() &&
                              taken.insert({item.event_session_id, seat_id}).second;
            require(free, inner + ".seatId", "is already taken");
        }
    }

    scenario const& content_;
    std::string_view file_;
    world world_;
};

} // namespace

void check_scenario(scenario const& world, std::string_view file)
{
    checker(world, file).run();
}

} // namespace sandbox
