// SPDX-License-Identifier: BSL-1.0
// Types that hold themselves through alternatives, lists and maps: tests/golden/circles.
#include "golden/circles/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace circles = golden::circles;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

/** Reads, copies, compares, writes. */
template <class T>
std::string round_trip(std::string_view json)
{
    auto const read = decode<T>(json);
    if (!read)
        return read.error().json_path() + ": " + read.error().detail();
    T const copy = *read;
    BOOST_TEST((copy == *read));
    return encode(copy).value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_circles)

BOOST_AUTO_TEST_CASE(an_alias_that_holds_itself_stands_for_its_value)
{
    std::string const json = R"([1,"a",true,{"x":[[],{"y":2.5}]}])";
    BOOST_TEST(round_trip<circles::Json>(json) == json);
    BOOST_TEST(round_trip<circles::Nested>("[[],[[]]]") == "[[],[[]]]");
    circles::Json const made{std::vector<circles::Json>{circles::Json{std::string("a")}, circles::Json{true}}};
    BOOST_TEST(encode(made).value() == R"(["a",true])");
}

BOOST_AUTO_TEST_CASE(what_no_alternative_takes_is_open_json)
{
    BOOST_TEST(round_trip<circles::Json>("[1,null]") == "[1,null]");
    auto const read = decode<circles::Json>("[1,null]");
    auto const& elements = std::get<std::vector<circles::Json>>(read->value);
    BOOST_TEST(std::get<restbind::unknown_value>(elements[1].value).json == "null");
    BOOST_TEST(
        round_trip<circles::Json>("[1,nul]") ==
        "[1]: expected true or false or a number or a string or an array or an object, found 'n'");
}

BOOST_AUTO_TEST_CASE(depth_is_bounded)
{
    std::string const deep = std::string(200, '[') + std::string(200, ']');
    auto const read = decode<circles::Json>(deep);
    BOOST_TEST_REQUIRE(read.has_error());
    BOOST_TEST(read.error().detail() == "nested deeper than 32 levels");
    BOOST_TEST(decode<circles::Json>(deep, {.max_depth = 200}).has_value());
}

BOOST_AUTO_TEST_CASE(a_required_member_in_a_box_must_be_there)
{
    std::string const sum =
        R"({"left":{"value":1},"right":{"left":{"value":2},"right":{"value":3}}})";
    BOOST_TEST(round_trip<circles::Sum>(sum) == sum);
    BOOST_TEST(round_trip<circles::Sum>(R"({"left":{"value":1}})") ==
               R"(right: the required member "right" is missing)");
    BOOST_TEST(round_trip<circles::Sum>(R"({"left":null,"right":{"value":1}})") ==
               "left: expected an object, found null");
    // In another order the general loop reads them.
    BOOST_TEST(round_trip<circles::Sum>(R"({"right":null,"left":{"value":1}})") ==
               "right: expected an object, found null");
    auto const empty = encode(circles::Sum{});
    BOOST_TEST_REQUIRE(empty.has_error());
    BOOST_TEST(empty.error().detail() == "the required member has no value");
    BOOST_TEST(empty.error().json_path() == "left");
}

BOOST_AUTO_TEST_CASE(alternatives_that_hold_each_other_are_read_and_written)
{
    std::string const filter =
        R"({"all":[{"field":"a"},{"field":"b","not":{"all":[{"field":"c"}]}}]})";
    BOOST_TEST(round_trip<circles::Filter>(filter) == filter);
}

BOOST_AUTO_TEST_CASE(rules_reach_through_alternatives_and_boxes)
{
    auto const question = decode<circles::Question>(
        R"({"term":{"left":{"value":1},"right":{"value":-1}},"filter":{"field":"a","not":{"field":""}}})");
    BOOST_TEST_REQUIRE(question.has_value());
    restbind::violations found;
    circles::validate(*question, found);
    std::string fields;
    for (auto const& one : found.take())
        fields += one.field + ' ';
    BOOST_TEST(fields.find("term.right.value ") != std::string::npos, fields);
    BOOST_TEST(fields.find("filter.not.field ") != std::string::npos, fields);
}

BOOST_AUTO_TEST_SUITE_END()
