// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_REQUESTS_HPP
#define SANDBOX_REQUESTS_HPP

#include "problem.hpp"
#include "scenario.hpp"

#include <boost/json/object.hpp>

namespace sandbox {

/// One element of `detail` of allocateManualSeats.
struct seat_action
{
    id seat_id = 0;
    id rate_id = 0;

    /// true holds the seat, false releases it.
    bool select = false;
};

struct manual_seats_request
{
    id cart_id = 0;
    id cart_item_id = 0;
    id event_session_id = 0;
    std::vector<seat_action> detail;
};

struct best_seats_request
{
    id session_id = 0;
    id catalog_id = 0;
    std::int64_t quantity = 0;

    /// Identifier or label of a category of the venue.
    std::variant<id, std::string> price_category;
};

struct products_request
{
    id cart_id = 0;
    std::optional<id> event_id;
    std::optional<id> event_session_id;
    id product_id = 0;
    std::int64_t quantity = 0;
};

struct picture_request
{
    id venue_id = 0;
    std::int64_t option = 800;
    double zoom = 1.0;
};

struct confirm_request
{
    id cart_id = 0;
};

struct events_request
{
    /// `YYYY-MM-DD`, both included; empty = open.
    std::string start_date;
    std::string end_date;
};

/** The JSON object of a POST body, or a 400 whose detail says what is wrong: content type, size, syntax, a member
    that appears twice, or no object at all.
*/
outcome<boost::json::object> read_body(request const& r);

/** Take the members of a body apart. Only types are judged here (400, the detail names the member); what the
    values must be is the business of validation.hpp. Absent and null integers are 0; unknown members pass.
*/
outcome<manual_seats_request> read_manual_seats(boost::json::object const& body);
outcome<best_seats_request> read_best_seats(boost::json::object const& body);
outcome<products_request> read_products(boost::json::object const& body);
outcome<picture_request> read_picture(boost::json::object const& body);
outcome<confirm_request> read_confirm(boost::json::object const& body);

/// Reads the query of the event list: 400 for something that is no date, comes twice, or is the wrong way round.
outcome<events_request> read_events(std::string_view query);

} // namespace sandbox

#endif
