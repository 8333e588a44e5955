// SPDX-License-Identifier: BSL-1.0
// What no operation of the service lists, and whoever sets a kiosk up has from the provider: the
// seats of a venue, and products.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/result.hpp>

#include <boost/describe/class.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kiosk
{

/// A seat of a venue's plan.
struct plan_seat
{
    std::int64_t seat_id = 0;
    std::int64_t category_id = 0;
    std::string row;
    std::string number; ///< empty for a place without a number
    double x = 0;       ///< in units of the plan: one pixel of a picture at zoom 1
    double y = 0;
    double rotation = 0; ///< clockwise, in degrees
};
BOOST_DESCRIBE_STRUCT(plan_seat, (), (seat_id, category_id, row, number, x, y, rotation))
constexpr std::array<restbind::member, 7> restbind_members(plan_seat const*) noexcept
{
    using enum restbind::presence;
    return {{{"seatId", required}, {"categoryId", required}, {"row", required},
        {"number", required}, {"x", required}, {"y", required}, {"rotation", required}}};
}

struct venue_plan
{
    std::int64_t venue_id = 0;
    double seat_size = 0; ///< side of a seat, in units of the plan
    std::vector<plan_seat> seats;
};
BOOST_DESCRIBE_STRUCT(venue_plan, (), (venue_id, seat_size, seats))
constexpr std::array<restbind::member, 3> restbind_members(venue_plan const*) noexcept
{
    using enum restbind::presence;
    return {{{"venueId", required}, {"seatSize", required}, {"seats", required}}};
}

/// A product on the shelf. Its price stands in the service's response.
struct product
{
    std::int64_t product_id = 0;
    std::string label;
    bool of_session = false; ///< sold for a session of an event, like a parking lot
};
BOOST_DESCRIBE_STRUCT(product, (), (product_id, label, of_session))
constexpr std::array<restbind::member, 3> restbind_members(product const*) noexcept
{
    using enum restbind::presence;
    return {{{"productId", required}, {"label", required}, {"ofSession", required}}};
}

struct installation
{
    std::vector<venue_plan> venues;
    std::vector<product> products;
};
BOOST_DESCRIBE_STRUCT(installation, (), (venues, products))
constexpr std::array<restbind::member, 2> restbind_members(installation const*) noexcept
{
    using enum restbind::presence;
    return {{{"venues", required}, {"products", required}}};
}

/// Reads a file such as installation.json. @returns `invalid_argument` for a file that cannot be
/// opened, else what is wrong with it and where.
restbind::result<installation> read_installation(std::string const& path);

} // namespace kiosk
