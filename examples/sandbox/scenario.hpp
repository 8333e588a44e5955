// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_SCENARIO_HPP
#define SANDBOX_SCENARIO_HPP

#include "decimal.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// An identifier of the service: a signed 64-bit integer greater than 0.
using id = std::int64_t;

/// An entry of one of a venue's tables: category, floor, block and so on.
struct labelled
{
    id key = 0;
    std::string label;
};

/// One seat of a venue; the members follow `seatProperties` of the service.
struct seat
{
    id seat_id = 0;
    id category_id = 0;
    id contingent_id = 0;
    id designation_id = 0;
    id floor_id = 0;
    id block_id = 0;
    std::optional<id> access_id;
    std::optional<id> tribune_id;
    std::optional<id> door_id;

    /// Row and number as printed on the ticket; the number of an unnumbered seat is empty.
    std::string rank;
    std::string number;

    /// Centre of the seat in plan units: one pixel of a picture with zoom 1.
    double x = 0;
    double y = 0;

    /// Degrees, clockwise.
    double rotation = 0;
    std::int64_t type = 0;
    bool numbered = true;

    /// Seats with the same row are neighbours when they stand next to each other in `venue::seats`.
    std::size_t row = 0;
};

struct venue
{
    id venue_id = 0;
    std::string tenant;
    std::string name;

    /// Its picture cannot be generated.
    bool broken = false;

    /// Edge of a seat in the picture, in plan units.
    double seat_size = 20;

    std::vector<labelled> categories;
    std::vector<labelled> designations;
    std::vector<labelled> floors;
    std::vector<labelled> blocks;
    std::vector<labelled> accesses;
    std::vector<labelled> tribunes;
    std::vector<labelled> doors;
    std::vector<seat> seats;
};

/// What a seat of a category costs at a rate.
struct price
{
    id category_id = 0;
    decimal amount;
    decimal fees;
};

struct rate
{
    id rate_id = 0;
    std::string label;
    std::vector<price> prices;
};

struct event_session
{
    id event_session_id = 0;
    id catalog_id = 0;

    /// `YYYY-MM-DDThh:mm:ssZ`
    std::string starts_at;
    std::vector<rate> rates;

    /// Seats that are gone from the start.
    std::vector<id> sold_seats;
};

struct event
{
    id event_id = 0;
    std::string tenant;
    std::string name;
    id venue_id = 0;
    std::vector<event_session> sessions;
};

/// One itemised fee for one unit of a product.
struct product_fee
{
    id column_id = 0;
    decimal amount;
};

/// How many units of a session-scoped product are left for a session; nothing = without limit.
struct session_stock
{
    id event_session_id = 0;
    std::optional<std::int64_t> stock;
};

struct product
{
    id product_id = 0;
    std::string tenant;
    std::string name;
    decimal amount;
    std::vector<product_fee> fees;

    /// Of a global product: units left; nothing = without limit.
    std::optional<std::int64_t> stock;

    /// Not empty: the product is session-scoped, and `stock` has no meaning.
    std::vector<session_stock> sessions;
};

struct seat_and_rate
{
    id seat_id = 0;
    id rate_id = 0;
};

/// An item of a cart that exists from the start.
struct initial_cart_item
{
    id cart_item_id = 0;
    bool disabled = false;

    /// Session of a session item or of a session-scoped product; 0 for a global product.
    id event_session_id = 0;
    std::vector<seat_and_rate> seats;

    /// 0: a session item.
    id product_id = 0;

    /// Not taken from the stock, which says what is left.
    std::int64_t quantity = 0;
};

/// A cart that exists from the start. Only its client sees it, and only for its tenant.
struct initial_cart
{
    id cart_id = 0;
    std::string tenant;
    std::string client_id;
    std::vector<initial_cart_item> items;
};

/// What a client may see of a tenant.
struct client_configuration
{
    std::string tenant;

    /// The app registration holds the API access permission with administrator consent.
    bool permission = true;

    /// Nothing = everything that the tenant has.
    std::optional<std::set<id>> events;
    std::optional<std::set<id>> venues;
    std::optional<std::set<id>> products;
};

struct client
{
    std::string client_id;
    std::string client_secret;
    std::vector<client_configuration> configurations;
};

/// How a rule for requests differs from the document.
struct changed_rule
{
    /// Its message in the document.
    std::string message;

    /// What the service says instead; empty: it does not have the rule.
    std::string says;
};

/// Everything the service knows at its start.
struct scenario
{
    /// First segment of the token path.
    std::string directory_id;

    /// The scope is `api://<api_app_id>/.default`.
    std::string api_app_id;

    /// The vendor-specific path segment, not encoded.
    std::string ext = "ext";

    /// Put before every API path: empty, or `/prefix` without a slash at its end.
    std::string base_path;

    std::chrono::seconds token_lifetime{3599};

    /// Business errors 13002 to 13004 say 400 in the body although the HTTP status is 422.
    bool legacy_status = false;

    /// Seat errors are strings instead of integers; the service may send either.
    bool seat_errors_as_text = false;

    std::vector<changed_rule> rules;
    std::vector<std::string> tenants;
    std::vector<client> clients;
    std::vector<venue> venues;
    std::vector<event> events;
    std::vector<product> products;
    std::vector<initial_cart> carts;
};

/// A scenario cannot be read; the text names the file and the offending member.
class scenario_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/** Reads a scenario from JSON text (format: README.md).

    @param name_for_errors Stands at the start of an error text, usually the name of the file.
    @throws scenario_error The text is no JSON (`name:line:column: reason`), or a member is missing, unknown, of
            the wrong type, or refers to something that does not exist (`name: $.path.of[0].member: reason`).
*/
scenario parse_scenario(std::string_view text, std::string_view name_for_errors);

/** Reads a scenario file.

    @throws scenario_error As `parse_scenario`, and when the file cannot be read.
*/
scenario load_scenario_file(std::filesystem::path const& path);

} // namespace sandbox

#endif
