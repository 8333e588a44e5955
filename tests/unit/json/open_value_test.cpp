// SPDX-License-Identifier: BSL-1.0
#include "unit/json/models.hpp"

#include <restbind/core/decimal.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/open_number.hpp>

#include <boost/describe/class.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using json_test::why;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

struct events
{
    std::vector<boost::json::object> list;
    std::optional<boost::json::value> note;
    boost::json::object extra;
};
BOOST_DESCRIBE_STRUCT(events, (), (list, note, extra))

constexpr std::array<restbind::member, 3> restbind_members(events const*) noexcept
{
    return {{{"events", restbind::presence::required}, {"note", restbind::presence::optional},
        {"", restbind::presence::additional_properties}}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_open_value)

// proves: A-6
BOOST_AUTO_TEST_CASE(a_number_of_an_open_value_is_the_decimal_that_was_written)
{
    using restbind::decimal;
    auto const read = [](std::string_view text)
    {
        auto const open = decode<boost::json::value>(text);
        return restbind::json::to_decimal(open.value());
    };
    BOOST_TEST(read("19.90").value() == decimal(199, 1));
    BOOST_TEST(read("-0.07").value() == decimal(-7, 2));
    BOOST_TEST(read("0").value() == decimal());
    BOOST_TEST(read("0.00").value() == decimal());
    BOOST_TEST(read("40.00").value() == decimal(40));
    BOOST_TEST(read("1.5e3").value() == decimal(1500));
    BOOST_TEST(read("1234567890123.45").value() == decimal(123456789012345, 2));
    BOOST_TEST(read("0.000000000000001").value() == decimal(1, 15));
    BOOST_TEST(read("9223372036854775807").value() == decimal(9223372036854775807));
    for (std::string_view const longer : {"12345678901234.567", "0.1234567890123456789",
             "9223372036854775808", "1e30", "100000000000000000000.5"})
    {
        auto const lost = read(longer);
        BOOST_TEST_REQUIRE(!lost.has_value(), longer);
        BOOST_CHECK(lost.error().kind() == restbind::error_kind::invalid_response);
        BOOST_TEST(lost.error().detail() == "has more digits than are known");
    }
    for (std::string_view const other : {"null", "true", R"("19.90")", "[19.90]", "{}"})
        BOOST_TEST(read(other).error().detail() == "is no number");
}

BOOST_AUTO_TEST_CASE(nothing_of_an_open_value_is_lost)
{
    for (std::string_view const text :
        {R"({"a":[1,-2,3.5,true,false,null,"x\n",{"b":{}},[]],"c":18446744073709551615,"d":-9223372036854775808})",
            "[]", "{}", "\"x\"", "1", "1.0", "0.1", "-0.0", "1e+300", "null", "true"})
        BOOST_TEST(*encode(decode<boost::json::value>(text).value()) == text);
}

// proves: A-6
BOOST_AUTO_TEST_CASE(an_open_object_stands_among_described_members)
{
    constexpr std::string_view text = R"({"events":[{"id":1,"name":"x"},{}],"note":null,"page":2})";
    auto const value = decode<events>(text);
    BOOST_REQUIRE_EQUAL(why(value), "read");
    BOOST_TEST(value->list[0].at("id").as_int64() == 1);
    BOOST_TEST(value->note.value().is_null());
    BOOST_TEST(value->extra.at("page").as_int64() == 2);
    BOOST_TEST(*encode(*value) == text);
}

BOOST_AUTO_TEST_CASE(numbers_take_the_type_that_holds_them)
{
    BOOST_TEST(decode<boost::json::value>("9223372036854775807")->is_int64());
    BOOST_TEST(decode<boost::json::value>("9223372036854775808")->is_uint64());
    BOOST_TEST(decode<boost::json::value>("18446744073709551616")->is_double());
    BOOST_TEST(decode<boost::json::value>("-9223372036854775808e1")->is_double());
    BOOST_TEST(decode<boost::json::value>("-9223372036854775809")->as_double() == -0x1p63);
    BOOST_TEST(decode<boost::json::value>("123456789012345678901")->as_double() ==
               123456789012345683968.0);
    BOOST_TEST(decode<boost::json::value>("1.0")->is_double());
    BOOST_TEST(decode<boost::json::value>("1e2")->is_double());
}

BOOST_AUTO_TEST_CASE(errors_have_their_path)
{
    BOOST_TEST(why(decode<events>(R"({"events":[{},{"a":[1,tru]}]})")) ==
               "events[1].a[1] @22: expected a value, found 't'");
    BOOST_TEST(why(decode<events>(R"({"events":[1]})")) ==
               "events[0] @11: expected an object, found the number 1");
    BOOST_TEST(why(decode<boost::json::array>("{}")) == " @0: expected an array, found an object");
    BOOST_TEST(why(decode<boost::json::value>("1e400")) ==
               " @0: the number 1e400 is out of the range of a floating-point number");
    boost::json::value bad = boost::json::array{1, std::nan("")};
    BOOST_TEST(why(encode(bad)) == "[1] @0: NaN has no form in JSON");
    BOOST_TEST(why(encode(boost::json::value(boost::json::object{{"a", "\xFF"}}))) ==
               "a @0: a string is not valid UTF-8");
}

BOOST_AUTO_TEST_CASE(a_name_that_appears_twice_is_refused)
{
    BOOST_TEST(decode<boost::json::object>(R"({"a":1,"a":2})").error().json_path() == "a");
    BOOST_TEST(decode<events>(R"({"events":[],"x":1,"x":2})").error().json_path() == "x");
}

BOOST_AUTO_TEST_CASE(depth_and_memory_are_bounded)
{
    BOOST_TEST(
        !decode<boost::json::value>(std::string(33, '[') + std::string(33, ']')).has_value());
    BOOST_TEST(decode<boost::json::value>(std::string(32, '[') + std::string(32, ']')).has_value());
    auto const r =
        decode<boost::json::value>("[1,2,3]", {.max_memory = 2 * sizeof(boost::json::value)});
    BOOST_CHECK(r.error() == restbind::error_kind::too_large);
    BOOST_TEST(r.error().json_path() == "[2]");
}

BOOST_AUTO_TEST_SUITE_END()
