// SPDX-License-Identifier: BSL-1.0
// Integers of all widths, unsigned ones among them: tests/golden/counters.
#include "golden/counters/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace
{

namespace counters = golden::counters;

constexpr std::uint64_t most = (std::numeric_limits<std::uint64_t>::max)();

/// What reading a meter says of its failure, with place and offset.
std::string complaint(std::string_view json)
{
    auto const read = restbind::json::decode<counters::Meter>(json);
    if (read)
        return "";
    restbind::error const& why = read.error();
    return why.json_path() + " @" + std::to_string(why.json_offset()) + ": " +
           std::string(why.detail());
}

/// The messages of a refused meter, with their fields.
std::string refusal(counters::Meter const& meter)
{
    auto const built = counters::operations::add_meter::build(meter);
    if (built)
        return "";
    std::string text;
    for (auto const& one : built.error().problem().errors)
        text += one.field + ": " + one.message + "\n";
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_counters)

BOOST_AUTO_TEST_CASE(an_integer_beyond_int64_has_an_unsigned_type_and_a_smaller_one_has_not)
{
    static_assert(std::is_same_v<decltype(counters::Meter::count), std::uint64_t>);
    static_assert(std::is_same_v<decltype(counters::Meter::wide), std::optional<std::uint64_t>>);
    static_assert(std::is_same_v<decltype(counters::Meter::small_), std::optional<std::int64_t>>);
    BOOST_TEST(counters::Meter{}.full == most);
}

BOOST_AUTO_TEST_CASE(the_whole_range_is_read_and_written_exactly)
{
    std::string const json =
        R"({"count":9223372036854775810,"wide":18446744073709551615,"full":9007199254740993,)"
        R"("all":[0,9223372036854775808,18446744073709551614],"maybe":null,)"
        R"("one":18446744073709551615,"either":18446744073709551613,"small":4294967295})";
    auto const meter = restbind::json::decode<counters::Meter>(json);
    BOOST_TEST_REQUIRE(meter.has_value(), (meter ? "" : meter.error().detail()));
    BOOST_TEST(meter->count == 9223372036854775810U);
    BOOST_TEST(*meter->wide == most);
    BOOST_TEST(std::get<1>(*meter->either) == most - 2);
    auto const sent = counters::operations::set_meter::build({.id = most, .body = *meter});
    BOOST_TEST_REQUIRE(sent.has_value(), (sent ? "" : sent.error().detail()));
    BOOST_TEST(sent->body == json);
}

BOOST_AUTO_TEST_CASE(what_is_outside_of_the_range_is_an_error_that_names_the_place)
{
    BOOST_TEST(complaint(R"({"count":-1})") ==
               "count @9: the number -1 is out of the range of an unsigned 64-bit integer");
    BOOST_TEST(complaint(R"({"count":5,"all":[1,18446744073709551616]})") ==
               "all[1] @20: the number 18446744073709551616 is out of the range of an unsigned "
               "64-bit integer");
    BOOST_TEST(
        complaint(R"({"count":0.5})") == "count @9: expected an integer, found the number 0.5");
    BOOST_TEST(complaint(R"({"count":-0})") == "");
    BOOST_TEST(complaint(R"({"count":1.8446744073709551615e19})") == "");
}

BOOST_AUTO_TEST_CASE(an_integer_of_a_narrow_format_has_its_range)
{
    static_assert(std::is_same_v<decltype(counters::Meter::tiny), std::optional<std::int8_t>>);
    static_assert(std::is_same_v<decltype(counters::Meter::age), std::optional<std::uint8_t>>);
    static_assert(std::is_same_v<decltype(counters::Meter::port), std::optional<std::uint16_t>>);
    std::string const json =
        R"({"count":5,"full":1,"tiny":-128,"age":200,"port":65534,"short":300,"ports":[1,65535]})";
    auto const meter = restbind::json::decode<counters::Meter>(json);
    BOOST_TEST_REQUIRE(meter.has_value(), (meter ? "" : meter.error().detail()));
    BOOST_TEST(int(*meter->tiny) == -128);
    auto const sent = counters::operations::set_meter::build({.id = 1, .body = *meter});
    BOOST_TEST_REQUIRE(sent.has_value(), (sent ? "" : sent.error().detail()));
    BOOST_TEST(sent->body == json);
    BOOST_TEST(complaint(R"({"count":5,"tiny":-129})") ==
               "tiny @18: the number -129 is out of the range of a signed 8-bit integer");
    BOOST_TEST(complaint(R"({"count":5,"ports":[65536]})") ==
               "ports[0] @20: the number 65536 is out of the range of an unsigned 16-bit integer");
    BOOST_TEST(refusal({.count = 5, .tiny = 100}) == "tiny: Tiny must be less than 100\n");
    BOOST_TEST(refusal({.count = 5, .age = 201}) == "age: Age must be between 0 and 200\n");
    BOOST_TEST(refusal({.count = 5, .port = 3}) == "port: Port must be a multiple of 2\n");
}

BOOST_AUTO_TEST_CASE(limits_hold_to_the_last_digit)
{
    BOOST_TEST(refusal({.count = 5}) == "");
    BOOST_TEST(refusal({.count = most}) == ""); // a multiple of 5
    BOOST_TEST(refusal({.count = most - 1}) == "count: Count must be a multiple of 5\n");
    BOOST_TEST(refusal({.count = 0}) == "count: Count must be greater than 4\n");
    BOOST_TEST(refusal({.count = 5, .all = {{most - 1}}}) == "");
    BOOST_TEST(refusal({.count = 5, .all = {{0, most}}}) ==
               "all[1]: All must be less than 18446744073709551615\n");
    BOOST_TEST(refusal({.count = 5, .one = most}) == "");
    BOOST_TEST(refusal({.count = 5, .one = most - 1}) != "");
    auto const far = counters::operations::set_meter::build(
        {.id = 1, .above = 18446744073709551001U, .body = {.count = 5}});
    BOOST_TEST_REQUIRE(!far.has_value());
    BOOST_TEST((far.error() == restbind::error_kind::validation_failed));
}

BOOST_AUTO_TEST_CASE(they_stand_in_paths_queries_headers_and_forms)
{
    auto const sent = counters::operations::set_meter::build(
        {.id = most, .above = 9223372036854775808U, .x_seen = {{0, most}}, .body = {.count = 5}});
    BOOST_TEST_REQUIRE(sent.has_value(), (sent ? "" : sent.error().detail()));
    BOOST_TEST(sent->target == "/meters/18446744073709551615?above=9223372036854775808");
    BOOST_TEST(sent->headers.find("x-seen").value_or("") == "0,18446744073709551615");
    auto const form = counters::operations::add_meter::build({.count = 5, .all = {{most - 1}}});
    BOOST_TEST_REQUIRE(form.has_value(), (form ? "" : form.error().detail()));
    BOOST_TEST(form->body == "count=5&full=18446744073709551615&all=18446744073709551614");
}

BOOST_AUTO_TEST_SUITE_END()
