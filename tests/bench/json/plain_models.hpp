// SPDX-License-Identifier: BSL-1.0
// The models as the other libraries fill them: members named as on the wire, prices as double.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/mp11/algorithm.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench::plain
{

struct seat_properties
{
    std::int64_t seatId = 0, categoryId = 0, contingentId = 0, designationId = 0, floorId = 0,
                 blockId = 0;
    std::optional<std::int64_t> accessId, tribuneId, doorId;
    std::string categoryLabel, designationLabel, floorLabel, blockLabel;
    std::optional<std::string> accessLabel, tribuneLabel, doorLabel;
    std::string rank, seat;
    double coordX = 0, coordY = 0;
    std::int64_t status = 0, type = 0;
    bool isNumbered = false;
    double rotation = 0;

    bool operator==(seat_properties const&) const = default;
};
BOOST_DESCRIBE_STRUCT(seat_properties, (),
    (seatId, categoryId, contingentId, designationId, floorId, blockId, accessId, tribuneId, doorId,
        categoryLabel, designationLabel, floorLabel, blockLabel, accessLabel, tribuneLabel,
        doorLabel, rank, seat, coordX, coordY, status, type, isNumbered, rotation))

struct cart_item_detail
{
    std::int64_t rateId = 0;
    double amount = 0, fees = 0;
    seat_properties seatProperties;

    bool operator==(cart_item_detail const&) const = default;
};
BOOST_DESCRIBE_STRUCT(cart_item_detail, (), (rateId, amount, fees, seatProperties))

struct seat_error
{
    std::int64_t seatId = 0;
    std::string error;

    bool operator==(seat_error const&) const = default;
};
BOOST_DESCRIBE_STRUCT(seat_error, (), (seatId, error))

struct response
{
    std::int64_t cartId = 0, cartItemId = 0;
    std::vector<cart_item_detail> cartItemDetail;
    std::vector<seat_error> errors;

    bool operator==(response const&) const = default;
};
BOOST_DESCRIBE_STRUCT(response, (), (cartId, cartItemId, cartItemDetail, errors))

struct seat_operation
{
    std::int64_t seatId = 0, rateId = 0;
    bool actionSelect = false;

    bool operator==(seat_operation const&) const = default;
};
BOOST_DESCRIBE_STRUCT(seat_operation, (), (seatId, rateId, actionSelect))

struct request
{
    std::int64_t cartId = 0, cartItemId = 0, eventSessionId = 0;
    std::vector<seat_operation> detail;

    bool operator==(request const&) const = default;
};
BOOST_DESCRIBE_STRUCT(request, (), (cartId, cartItemId, eventSessionId, detail))

} // namespace bench::plain
