// SPDX-License-Identifier: BSL-1.0
// Models and Boost.JSON's value_from and value_to.
#include "support/raw.hpp"
#include "unit/json/models.hpp"

#include <restbind/json/boost_json.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/encode.hpp>
#include <ticketing/v1/models.hpp>

#include <boost/describe/class.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace api = ticketing::v1;

using boost::json::try_value_to;
using boost::json::value_from;
using boost::json::value_to;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

struct price
{
    restbind::decimal amount;
    std::vector<double> factors;
    json_test::raw note;

    bool operator==(price const&) const = default;
};
BOOST_DESCRIBE_STRUCT(price, (), (amount, factors, note))

constexpr std::array<restbind::member, 3> restbind_members(price const*) noexcept
{
    using enum restbind::presence;
    return {{{"Amount", required}, {"Factors", defaulted}, {"Note", defaulted}}};
}

// Has functions of its own.
struct peculiar
{
    int number = 0;
};
BOOST_DESCRIBE_STRUCT(peculiar, (), (number))

constexpr std::array<restbind::member, 1> restbind_members(peculiar const*) noexcept
{
    return {{{"Number", restbind::presence::required}}};
}
void tag_invoke(boost::json::value_from_tag, boost::json::value& to, peculiar const& from)
{
    to = from.number;
}
peculiar tag_invoke(boost::json::value_to_tag<peculiar>, boost::json::value const& from)
{
    return {boost::json::value_to<int>(from)};
}

// Described for Boost.JSON alone, with a model inside.
struct basket
{
    std::string name;
    std::vector<api::SeatOperation> seats;
    std::optional<api::SeatOperation> best;
    std::map<std::string, api::SeatOperation> by_name;
};
BOOST_DESCRIBE_STRUCT(basket, (), (name, seats, best, by_name))

api::AllocateManualSeatsResponse response()
{
    api::AllocateManualSeatsResponse made{.cart_id = std::numeric_limits<std::int64_t>::max(),
        .cart_item_id = -9'007'199'254'740'993,
        .cart_item_detail = {},
        .errors = {}};
    api::SeatCartItemDetail seat;
    seat.amount = restbind::decimal(123'456'789'012'345, 2);
    seat.fees = restbind::decimal(-5, 3);
    seat.seat_properties.coord_x = 0.1 + 0.2;
    seat.seat_properties.coord_y = 5e-324;
    seat.seat_properties.rank = "\xC3\x89\"\n";
    seat.seat_properties.door_label = "Door";
    made.cart_item_detail.push_back(seat);
    api::SeatError error;
    error.seat_id = 1;
    error.error = std::string("taken");
    made.errors.push_back(error);
    return made;
}

template <class F>
std::string thrown_by(F&& f)
{
    try
    {
        f();
    }
    catch (restbind::exception const& e)
    {
        return e.what();
    }
    return "nothing";
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_interop)

BOOST_AUTO_TEST_CASE(a_model_becomes_an_open_value_by_its_wire_names)
{
    api::AllocateManualSeatsRequest const request{
        .cart_id = 1, .cart_item_id = 0, .event_session_id = 3, .detail = {{4, 5, true}}};
    boost::json::value const expected = {{"cartId", 1}, {"cartItemId", 0}, {"eventSessionId", 3},
        {"detail", {{{"seatId", 4}, {"rateId", 5}, {"actionSelect", true}}}}};
    BOOST_TEST(value_from(request) == expected);
}

BOOST_AUTO_TEST_CASE(what_is_absent_is_left_out_and_what_is_null_stays_null)
{
    json_test::presences value;
    value.three_states.set_null();
    BOOST_TEST(boost::json::serialize(value_from(value)) == encode(value).value());
    BOOST_TEST((value_to<json_test::presences>(value_from(value)) == value));
    BOOST_TEST(!value_from(value).as_object().contains("optional"));
    BOOST_TEST(value_from(value).at("threeStates").is_null());
}

BOOST_AUTO_TEST_CASE(an_open_value_is_what_parsing_the_encoded_text_gives)
{
    boost::json::value const open = value_from(response());
    BOOST_TEST(open.at("cartId").as_int64() == std::numeric_limits<std::int64_t>::max());
    BOOST_TEST(open.at("cartItemDetail").at(0).at("amount").as_double() == 1234567890123.45);
    BOOST_TEST(
        open.at("cartItemDetail").at(0).at("seatProperties").at("coordX").as_double() == 0.1 + 0.2);
    BOOST_TEST((open == decode<boost::json::value>(encode(response()).value()).value()));
}

BOOST_AUTO_TEST_CASE(a_model_comes_back_from_its_open_value)
{
    BOOST_TEST((value_to<api::AllocateManualSeatsResponse>(value_from(response())) == response()));
    auto const tried = try_value_to<api::AllocateManualSeatsResponse>(value_from(response()));
    BOOST_REQUIRE(tried.has_value());
    BOOST_TEST((*tried == response()));
}

BOOST_AUTO_TEST_CASE(every_type_of_member_comes_back)
{
    json_test::all_types value;
    value.u64 = std::numeric_limits<std::uint64_t>::max();
    value.single = 0.1F;
    value.price = restbind::decimal(1990, 2);
    value.colour = static_cast<json_test::colour>(99);
    value.bytes.bytes = {1, 255};
    value.flags = {true, false};
    value.counts = {{"a", 1}};
    value.labels = {std::nullopt, "x"};
    boost::json::value const open = value_from(value);
    BOOST_TEST(open.at("u64").is_uint64());
    BOOST_TEST(open.at("colour").as_int64() == 99);
    BOOST_TEST((value_to<json_test::all_types>(open) == value));

    json_test::with_extra const extra{1, {{"more", R"({"a":[1]})"}}};
    BOOST_TEST(value_from(extra).at("more").at("a").at(0).as_int64() == 1);
    BOOST_TEST((value_to<json_test::with_extra>(value_from(extra)) == extra));
}

BOOST_AUTO_TEST_CASE(a_value_of_any_depth_is_written_and_one_too_deep_is_refused)
{
    json_test::node value;
    for (int i = 0; i != 20; ++i)
        value = {i, {value}};
    boost::json::value const open = value_from(value);
    auto const read = restbind::json::from_open_value<json_test::node>(open);
    BOOST_REQUIRE(read.has_error());
    BOOST_TEST(read.error().detail() == "nested deeper than 32 levels");
}

BOOST_AUTO_TEST_CASE(members_may_come_in_any_order_and_unknown_ones_are_skipped)
{
    boost::json::value const open = {
        {"actionSelect", true}, {"colour", {1, 2}}, {"rateId", 5.0}, {"seatId", 4}};
    BOOST_TEST((value_to<api::SeatOperation>(open) == api::SeatOperation{4, 5, true}));
}

BOOST_AUTO_TEST_CASE(models_inside_of_other_types_are_found)
{
    basket const from{"b", {{1, 2, true}}, api::SeatOperation{3, 4, false}, {{"x", {5, 6, true}}}};
    boost::json::value const open = value_from(from);
    BOOST_TEST(open.at("seats").at(0).at("seatId").as_int64() == 1);
    BOOST_TEST(open.at("best").at("rateId").as_int64() == 4);
    auto const back = value_to<basket>(open);
    BOOST_TEST(
        (back.seats == from.seats && back.best == from.best && back.by_name == from.by_name));
}

BOOST_AUTO_TEST_CASE(the_memory_that_is_given_is_used)
{
    boost::json::monotonic_resource resource;
    // Newer versions of Boost.JSON take a bare pointer for the context of a conversion.
    boost::json::storage_ptr const memory(&resource);
    boost::json::value const open = value_from(response(), memory);
    BOOST_TEST(open.storage().get() == &resource);
    auto const direct = restbind::json::to_open_value(response(), &resource);
    BOOST_TEST(direct.value().storage().get() == &resource);
    BOOST_TEST(open.at("errors").at(0).at("error").storage().get() == &resource);
}

BOOST_AUTO_TEST_CASE(functions_of_the_type_itself_come_first)
{
    BOOST_TEST(encode(peculiar{7}).value() == R"({"Number":7})");
    BOOST_TEST(value_from(peculiar{7}).as_int64() == 7);
    BOOST_TEST(value_to<peculiar>(boost::json::value(8)).number == 8);
}

BOOST_AUTO_TEST_CASE(a_number_that_a_double_does_not_keep_is_an_error)
{
    auto const open = [](restbind::decimal amount)
    { return restbind::json::to_open_value(price{amount, {}, {}}); };
    for (restbind::decimal const kept :
        {restbind::decimal(1990, 2), restbind::decimal(999'999'999'999'999, 15),
            restbind::decimal(1, 18), restbind::decimal(-5), restbind::decimal(0, 3),
            restbind::decimal(std::numeric_limits<std::int64_t>::min()),
            restbind::decimal(9'007'199'254'740'993)})
    {
        auto const value = open(kept);
        BOOST_REQUIRE(value.has_value());
        BOOST_TEST(value_to<price>(*value).amount == kept);
    }
    auto const value = open(restbind::decimal(9'007'199'254'740'993, 1));
    BOOST_REQUIRE(value.has_error());
    BOOST_TEST((value.error() == restbind::error_kind::invalid_argument));
    BOOST_TEST(value.error().json_path() == "Amount");
    BOOST_TEST(value.error().detail() ==
               "the number 900719925474099.3 has more digits than a double keeps");

    price const raw{{}, {}, {R"([1.0, 123456789012345678901234567890])"}};
    BOOST_TEST(thrown_by([&] { value_from(raw); }) ==
               "invalid argument, nothing was sent: at Note[1]: the number "
               "123456789012345678901234567890 has more digits than a double keeps");
}

BOOST_AUTO_TEST_CASE(every_finite_double_is_kept)
{
    price value;
    value.factors = {1e20, 123456789012345683968.0, 1.7976931348623157e308, 5e-324, 0.1, 1.0 / 3,
        -1e22, 2e-7, 1e15 + 0.3, -0.0};
    BOOST_TEST((value_to<price>(value_from(value)) == value));
}

BOOST_AUTO_TEST_CASE(what_json_cannot_carry_is_refused_with_its_place)
{
    price value;
    value.factors = {1, std::numeric_limits<double>::infinity()};
    BOOST_TEST(
        thrown_by([&] { value_from(value); }) ==
        "invalid argument, nothing was sent: at Factors[1]: an infinity has no form in JSON");
    boost::json::value open = {{"Amount", 1}, {"Factors", {1, 2}}};
    open.at("Factors").at(1) = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST(thrown_by([&] { value_to<price>(open); }) ==
               "invalid response: at Factors[1]: NaN has no form in JSON");
}

BOOST_AUTO_TEST_CASE(an_open_value_that_does_not_fit_is_an_error_with_its_place)
{
    boost::json::value open = value_from(response());
    open.at("cartItemDetail").at(0).at("seatProperties").as_object()["seatId"] = "4";
    auto const read = restbind::json::from_open_value<api::AllocateManualSeatsResponse>(open);
    BOOST_REQUIRE(read.has_error());
    BOOST_TEST((read.error() == restbind::error_kind::invalid_response));
    BOOST_TEST(read.error().json_path() == "cartItemDetail[0].seatProperties.seatId");
    BOOST_TEST(read.error().detail() == "expected an integer, found a string");
    BOOST_TEST(read.error().json_offset() == 0u);
    BOOST_TEST(thrown_by([&] { value_to<api::AllocateManualSeatsResponse>(open); }) ==
               "invalid response: at cartItemDetail[0].seatProperties.seatId: expected an "
               "integer, found a string");
    auto const tried = try_value_to<api::AllocateManualSeatsResponse>(open);
    BOOST_REQUIRE(tried.has_error());
    BOOST_TEST((tried.error() == make_error_code(restbind::error_kind::invalid_response)));
}

BOOST_AUTO_TEST_CASE(a_missing_member_is_an_error)
{
    BOOST_TEST(
        thrown_by(
            [] {
                value_to<api::SeatOperation>({{"seatId", 1}, {"rateId", 2}});
            }) ==
        "invalid response: at actionSelect: the required member \"actionSelect\" is missing");
}

BOOST_AUTO_TEST_SUITE_END()
