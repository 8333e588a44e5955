// SPDX-License-Identifier: BSL-1.0
// Types that the JSON tests read and write, described by hand.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/result.hpp>

#include <boost/describe/class.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace json_test
{

// The response of allocateManualSeats.
struct seat_properties
{
    std::int64_t seat_id = 0;
    std::int64_t category_id = 0;
    std::int64_t contingent_id = 0;
    std::int64_t designation_id = 0;
    std::int64_t floor_id = 0;
    std::int64_t block_id = 0;
    std::optional<std::int64_t> access_id;
    std::optional<std::int64_t> tribune_id;
    std::optional<std::int64_t> door_id;
    std::string category_label;
    std::string designation_label;
    std::string floor_label;
    std::string block_label;
    std::optional<std::string> access_label;
    std::optional<std::string> tribune_label;
    std::optional<std::string> door_label;
    std::string rank;
    std::string seat;
    double coord_x = 0;
    double coord_y = 0;
    std::int64_t status = 0;
    std::int64_t type = 0;
    bool is_numbered = false;
    double rotation = 0;

    bool operator==(seat_properties const&) const = default;
};
BOOST_DESCRIBE_STRUCT(seat_properties, (),
    (seat_id, category_id, contingent_id, designation_id, floor_id, block_id, access_id, tribune_id,
        door_id, category_label, designation_label, floor_label, block_label, access_label,
        tribune_label, door_label, rank, seat, coord_x, coord_y, status, type, is_numbered,
        rotation))

constexpr std::array<restbind::member, 24> restbind_members(seat_properties const*) noexcept
{
    using enum restbind::presence;
    return {{{"seatId", required}, {"categoryId", required}, {"contingentId", required},
        {"designationId", required}, {"floorId", required}, {"blockId", required},
        {"accessId", nullable}, {"tribuneId", nullable}, {"doorId", nullable},
        {"categoryLabel", required}, {"designationLabel", required}, {"floorLabel", required},
        {"blockLabel", required}, {"accessLabel", nullable}, {"tribuneLabel", nullable},
        {"doorLabel", nullable}, {"rank", required}, {"seat", required}, {"coordX", required},
        {"coordY", required}, {"status", required}, {"type", required}, {"isNumbered", required},
        {"rotation", required}}};
}

struct cart_item_detail
{
    std::int64_t rate_id = 0;
    restbind::decimal amount;
    restbind::decimal fees;
    json_test::seat_properties seat_properties;

    bool operator==(cart_item_detail const&) const = default;
};
BOOST_DESCRIBE_STRUCT(cart_item_detail, (), (rate_id, amount, fees, seat_properties))

constexpr std::array<restbind::member, 4> restbind_members(cart_item_detail const*) noexcept
{
    using enum restbind::presence;
    return {{{"rateId", required}, {"amount", required}, {"fees", required},
        {"seatProperties", required}}};
}

struct seat_error
{
    std::int64_t seat_id = 0;
    std::variant<std::int64_t, std::string> error;

    bool operator==(seat_error const&) const = default;
};
BOOST_DESCRIBE_STRUCT(seat_error, (), (seat_id, error))

constexpr std::array<restbind::member, 2> restbind_members(seat_error const*) noexcept
{
    using enum restbind::presence;
    return {{{"seatId", required}, {"error", required}}};
}

struct allocated_seats
{
    std::int64_t cart_id = 0;
    std::int64_t cart_item_id = 0;
    std::vector<json_test::cart_item_detail> cart_item_detail;
    std::vector<seat_error> errors;

    bool operator==(allocated_seats const&) const = default;
};
BOOST_DESCRIBE_STRUCT(allocated_seats, (), (cart_id, cart_item_id, cart_item_detail, errors))

constexpr std::array<restbind::member, 4> restbind_members(allocated_seats const*) noexcept
{
    using enum restbind::presence;
    return {{{"cartId", required}, {"cartItemId", required}, {"cartItemDetail", required},
        {"errors", required}}};
}

// One member of each presence.
struct presences
{
    int required = 1;
    std::optional<int> nullable;
    std::optional<int> optional;
    std::optional<int> optional_nullable;
    restbind::nullable<int> three_states;
    int defaulted = 6;

    bool operator==(presences const&) const = default;
};
BOOST_DESCRIBE_STRUCT(
    presences, (), (required, nullable, optional, optional_nullable, three_states, defaulted))

constexpr std::array<restbind::member, 6> restbind_members(presences const*) noexcept
{
    using restbind::presence;
    return {{{"required", presence::required}, {"nullable", presence::nullable},
        {"optional", presence::optional}, {"optionalNullable", presence::optional_nullable},
        {"threeStates", presence::optional_nullable}, {"defaulted", presence::defaulted}}};
}

enum class colour : std::int64_t
{
    red = 1,
    green = 2
};

enum class small_colour : std::uint8_t
{
    red = 1
};

// One member of each type.
struct all_types
{
    bool flag = false;
    std::int8_t i8 = 0;
    std::uint8_t u8 = 0;
    std::int16_t i16 = 0;
    std::uint16_t u16 = 0;
    std::int32_t i32 = 0;
    std::uint32_t u32 = 0;
    std::int64_t i64 = 0;
    std::uint64_t u64 = 0;
    float single = 0;
    double twice = 0;
    std::string text;
    restbind::decimal price;
    restbind::date day{std::chrono::year(2025), std::chrono::month(1), std::chrono::day(1)};
    restbind::timestamp moment = std::chrono::sys_seconds();
    restbind::base64_bytes bytes;
    json_test::colour colour = json_test::colour::red;
    std::vector<bool> flags;
    std::map<std::string, int> counts;
    std::vector<std::optional<std::string>> labels;

    bool operator==(all_types const&) const = default;
};
BOOST_DESCRIBE_STRUCT(all_types, (),
    (flag, i8, u8, i16, u16, i32, u32, i64, u64, single, twice, text, price, day, moment, bytes,
        colour, flags, counts, labels))

constexpr std::array<restbind::member, 20> restbind_members(all_types const*) noexcept
{
    using enum restbind::presence;
    return {{{"flag", required}, {"i8", required}, {"u8", required}, {"i16", required},
        {"u16", required}, {"i32", required}, {"u32", required}, {"i64", required},
        {"u64", required}, {"single", required}, {"twice", required}, {"text", required},
        {"price", required}, {"day", required}, {"moment", required}, {"bytes", required},
        {"colour", required}, {"flags", required}, {"counts", required}, {"labels", required}}};
}

struct node
{
    int id = 0;
    std::vector<node> children;

    bool operator==(node const&) const = default;
};
BOOST_DESCRIBE_STRUCT(node, (), (id, children))

constexpr std::array<restbind::member, 2> restbind_members(node const*) noexcept
{
    using enum restbind::presence;
    return {{{"id", defaulted}, {"children", defaulted}}};
}

struct with_extra
{
    int known = 0;
    std::vector<std::pair<std::string, std::string>> extra;

    bool operator==(with_extra const&) const = default;
};
BOOST_DESCRIBE_STRUCT(with_extra, (), (known, extra))

constexpr std::array<restbind::member, 2> restbind_members(with_extra const*) noexcept
{
    return {{{"known", restbind::presence::required}, {"", restbind::presence::additional_properties}}};
}

// What went wrong, in one line: "path @offset: text".
template <class T>
std::string why(restbind::result<T> const& result)
{
    if (result)
        return "read";
    restbind::error const error = result.error();
    return error.json_path() + " @" + std::to_string(error.json_offset()) + ": " + error.detail();
}

} // namespace json_test
