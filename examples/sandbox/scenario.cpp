// SPDX-License-Identifier: BSL-1.0
#include "scenario.hpp"

#include "json_reader.hpp"
#include "scenario_check.hpp"
#include "scenario_reader.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

namespace sandbox {
namespace {

/// A file beyond this is no scenario.
constexpr std::uintmax_t max_bytes = std::uintmax_t{64} * 1024 * 1024;
constexpr std::int64_t most_seats_in_row = 10000;

std::vector<labelled> read_table(scenario_object& in, std::string_view name)
{
    std::vector<labelled> table;
    in.optional_each(name, [&](scenario_object& o) { table.push_back({o.identifier("id"), o.text("label")}); });
    return table;
}

/// One row of the file becomes `seats` seats.
void read_row(scenario_object& in, venue& v, std::size_t row)
{
    seat pattern;
    pattern.category_id = in.identifier("categoryId");
    pattern.contingent_id = in.identifier("contingentId");
    pattern.designation_id = in.identifier("designationId");
    pattern.floor_id = in.identifier("floorId");
    pattern.block_id = in.identifier("blockId");
    pattern.access_id = in.optional_identifier("accessId");
    pattern.tribune_id = in.optional_identifier("tribuneId");
    pattern.door_id = in.optional_identifier("doorId");
    pattern.rank = in.optional_text("rank", "");
    pattern.rotation = in.optional_number("rotation", 0);
    pattern.type = in.optional_integer("type", 0).value_or(0);
    pattern.numbered = in.optional_flag("isNumbered", true);
    pattern.row = row;

    auto const first_id = in.identifier("firstSeatId");
    auto const first_number = in.optional_integer("firstNumber", 0).value_or(1);
    auto const count = in.integer("seats", 1);
    if (count > most_seats_in_row)
        in.fail("seats", "must be at most " + std::to_string(most_seats_in_row));

    if (first_id > std::numeric_limits<id>::max() - count)
        in.fail("firstSeatId", "leaves no space for the seats of the row");

    if (first_number > std::numeric_limits<std::int64_t>::max() - count)
        in.fail("firstNumber", "leaves no space for the seats of the row");

    auto const x = in.number("x");
    auto const y = in.number("y");
    auto const dx = in.optional_number("dx", 0);
    auto const dy = in.optional_number("dy", 0);

    for (std::int64_t i = 0; i < count; ++i)
    {
        auto s = pattern;
        s.seat_id = first_id + i;
        s.number = s.numbered ? std::to_string(first_number + i) : std::string();
        s.x = x + dx * static_cast<double>(i);
        s.y = y + dy * static_cast<double>(i);
        v.seats.push_back(std::move(s));
    }
}

venue read_venue(scenario_object& in)
{
    venue v;
    v.venue_id = in.identifier("venueId");
    v.tenant = in.text("tenant");
    v.name = in.text("name");
    v.broken = in.optional_flag("broken", false);
    v.seat_size = in.optional_number("seatSize", 20);
    if (v.seat_size < 1 || v.seat_size > 100)
        in.fail("seatSize", "must be between 1 and 100");

    v.categories = read_table(in, "categories");
    v.designations = read_table(in, "designations");
    v.floors = read_table(in, "floors");
    v.blocks = read_table(in, "blocks");
    v.accesses = read_table(in, "accesses");
    v.tribunes = read_table(in, "tribunes");
    v.doors = read_table(in, "doors");

    std::size_t row = 0;
    in.optional_each("rows", [&](scenario_object& o) { read_row(o, v, row++); });

    return v;
}

rate read_rate(scenario_object& in)
{
    rate r;
    r.rate_id = in.identifier("rateId");
    r.label = in.text("label");
    in.each("prices", [&](scenario_object& o) {
        r.prices.push_back({o.identifier("categoryId"), o.money("amount"), o.money("fees")});
    });

    return r;
}

event read_event(scenario_object& in)
{
    event e;
    e.event_id = in.identifier("eventId");
    e.tenant = in.text("tenant");
    e.name = in.text("name");
    e.venue_id = in.identifier("venueId");
    in.each("sessions", [&](scenario_object& o) {
        event_session s;
        s.event_session_id = o.identifier("eventSessionId");
        s.catalog_id = o.identifier("catalogId");
        s.starts_at = o.text("startsAt");
        s.sold_seats = o.optional_identifiers("soldSeats");
        o.each("rates", [&](scenario_object& r) { s.rates.push_back(read_rate(r)); });
        e.sessions.push_back(std::move(s));
    });

    return e;
}

product read_product(scenario_object& in)
{
    product p;
    p.product_id = in.identifier("productId");
    p.tenant = in.text("tenant");
    p.name = in.text("name");
    p.amount = in.money("amount");
    in.optional_each("fees", [&](scenario_object& o) {
        p.fees.push_back({o.identifier("colId"), o.money("amount")});
    });
    p.stock = in.optional_integer("stock", 0);
    in.optional_each("sessions", [&](scenario_object& o) {
        p.sessions.push_back({o.identifier("eventSessionId"), o.optional_integer("stock", 0)});
    });
    if (!p.sessions.empty() && p.stock)
        in.fail("stock", "belongs to the sessions of a session-scoped product");

    return p;
}

client read_client(scenario_object& in)
{
    auto const ids = [](scenario_object& o, std::string_view name) -> std::optional<std::set<id>> {
        auto const list = o.optional_identifiers(name);
        if (!o.has(name))
            return std::nullopt;
        return std::set<id>(list.begin(), list.end());
    };

    client c;
    c.client_id = in.text("clientId");
    c.client_secret = in.text("clientSecret");
    in.optional_each("tenants", [&](scenario_object& o) {
        client_configuration configuration;
        configuration.tenant = o.text("tenant");
        configuration.permission = o.optional_flag("permission", true);
        configuration.events = ids(o, "events");
        configuration.venues = ids(o, "venues");
        configuration.products = ids(o, "products");
        c.configurations.push_back(std::move(configuration));
    });

    return c;
}

initial_cart read_cart(scenario_object& in)
{
    initial_cart c;
    c.cart_id = in.identifier("cartId");
    c.tenant = in.text("tenant");
    c.client_id = in.text("clientId");
    in.each("items", [&](scenario_object& o) {
        initial_cart_item item;
        item.cart_item_id = o.identifier("cartItemId");
        item.disabled = o.optional_flag("disabled", false);
        item.event_session_id = o.optional_identifier("eventSessionId").value_or(0);
        o.optional_each("seats", [&](scenario_object& s) {
            item.seats.push_back({s.identifier("seatId"), s.identifier("rateId")});
        });
        item.product_id = o.optional_identifier("productId").value_or(0);
        if (item.product_id != 0)
            item.quantity = o.integer("quantity", 1);
        if (item.product_id != 0 && !item.seats.empty())
            o.fail("seats", "a product item has no seats");
        if (item.product_id == 0 && item.event_session_id == 0)
            o.fail("eventSessionId", "is missing: a session item needs it");
        c.items.push_back(std::move(item));
    });

    return c;
}

std::string position(std::string_view text, std::size_t offset)
{
    auto const before = text.substr(0, offset);
    auto const line = std::count(before.begin(), before.end(), '\n') + 1;
    auto const last_break = before.rfind('\n');
    auto const column = last_break == std::string_view::npos ? offset + 1 : offset - last_break;

    return std::to_string(line) + ":" + std::to_string(column);
}

} // namespace

scenario parse_scenario(std::string_view text, std::string_view name_for_errors)
{
    auto const parsed = read_json(text);
    if (auto const* const error = std::get_if<json_error>(&parsed))
    {
        throw scenario_error(std::string(name_for_errors) + ":" + position(text, error->offset) + ": " +
                             error->reason);
    }

    scenario result;
    scenario_object in(std::get<boost::json::value>(parsed), "$", name_for_errors);

    result.directory_id = in.text("directoryId");
    result.api_app_id = in.text("apiAppId");
    result.ext = in.optional_text("ext", "ext");
    result.base_path = in.optional_text("basePath", "");
    result.token_lifetime = std::chrono::seconds(in.optional_integer("tokenLifetime", 1).value_or(3599));
    if (result.token_lifetime > std::chrono::hours(24 * 365))
        in.fail("tokenLifetime", "must be at most one year (31536000 seconds)");

    result.legacy_status = in.optional_flag("legacyStatus", false);
    result.seat_errors_as_text = in.optional_flag("seatErrorsAsText", false);
    in.optional_each(
        "rules", [&](scenario_object& o) { result.rules.push_back({o.text("message"), o.optional_text("says", "")}); });
    result.tenants = in.texts("tenants");
    in.each("clients", [&](scenario_object& o) { result.clients.push_back(read_client(o)); });
    in.optional_each("venues", [&](scenario_object& o) { result.venues.push_back(read_venue(o)); });
    in.optional_each("events", [&](scenario_object& o) { result.events.push_back(read_event(o)); });
    in.optional_each("products", [&](scenario_object& o) { result.products.push_back(read_product(o)); });
    in.optional_each("carts", [&](scenario_object& o) { result.carts.push_back(read_cart(o)); });
    in.finish();

    check_scenario(result, name_for_errors);

    return result;
}

scenario load_scenario_file(std::filesystem::path const& path)
{
    std::error_code ec;
    auto const size = std::filesystem::file_size(path, ec);
    std::ifstream file(path, std::ios::binary);
    if (ec || !file)
        throw scenario_error(path.string() + ": the file cannot be read");

    if (size > max_bytes)
        throw scenario_error(path.string() + ": the file is larger than 64 MiB");

    std::string const text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};

    return parse_scenario(text, path.string());
}

} // namespace sandbox
