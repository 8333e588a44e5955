// SPDX-License-Identifier: BSL-1.0
#include "support/raw.hpp"
#include "unit/json/models.hpp"

#include <restbind/core/date_time.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/encode.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

using json_test::why;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

/// Why null is no T: alone, in a list and in a map.
template <class T>
std::string null_as()
{
    std::string const alone = why(decode<T>("null"));
    BOOST_TEST_REQUIRE(alone.starts_with(" @0: "));
    std::string const reason = alone.substr(3);
    BOOST_TEST(why(decode<std::vector<T>>("[ null]")) == "[0] @2" + reason);
    BOOST_TEST(why(decode<std::map<std::string, T>>(R"({"a":null})")) == "a @5" + reason);
    return reason;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_types)

// survives: J14
BOOST_AUTO_TEST_CASE(null_is_a_value_of_no_type_that_does_not_say_so)
{
    std::string const integer = ": expected an integer, found null";
    BOOST_TEST(null_as<std::int64_t>() == integer);
    BOOST_TEST(null_as<std::uint64_t>() == integer);
    BOOST_TEST(null_as<std::int32_t>() == integer);
    BOOST_TEST(null_as<json_test::colour>() == integer);
    BOOST_TEST(null_as<double>() == ": expected a number, found null");
    BOOST_TEST(null_as<float>() == ": expected a number, found null");
    BOOST_TEST(null_as<restbind::decimal>() == ": expected a number, found null");
    BOOST_TEST(null_as<bool>() == ": expected true or false, found null");
    BOOST_TEST(null_as<std::string>() == ": expected a string, found null");
    BOOST_TEST(null_as<restbind::secret>() == ": expected a string, found null");
    BOOST_TEST(null_as<restbind::date>() == ": expected a date, found null");
    BOOST_TEST(null_as<restbind::timestamp>() == ": expected a timestamp, found null");
    BOOST_TEST(null_as<restbind::base64_bytes>() == ": expected base64 text, found null");
    BOOST_TEST(null_as<restbind::base64_png>() == ": expected base64 text, found null");
    BOOST_TEST(null_as<json_test::node>() == ": expected an object, found null");
    BOOST_TEST((null_as<std::map<std::string, int>>()) == ": expected an object, found null");
    BOOST_TEST(
        (null_as<std::unordered_map<std::string, int>>()) == ": expected an object, found null");
    BOOST_TEST(null_as<std::vector<int>>() == ": expected an array, found null");
    BOOST_TEST((null_as<std::variant<std::int64_t, std::string>>()) ==
               ": expected an integer or a string, found null");
}

BOOST_AUTO_TEST_CASE(booleans_are_true_or_false)
{
    BOOST_TEST(decode<bool>("true").value());
    BOOST_TEST(!decode<bool>("false").value());
    BOOST_TEST(why(decode<bool>("1")) == " @0: expected true or false, found the number 1");
    BOOST_TEST(why(decode<bool>("\"true\"")) == " @0: expected true or false, found a string");
    BOOST_TEST(*encode(true) == "true");
    BOOST_TEST(*encode(false) == "false");
}

BOOST_AUTO_TEST_CASE(dates_and_timestamps_travel_as_text)
{
    BOOST_TEST(*encode(decode<restbind::date>("\"2025-01-15\"").value()) == "\"2025-01-15\"");
    BOOST_TEST(*encode(decode<restbind::timestamp>("\"2025-01-15T11:30:00.5+01:00\"").value()) ==
               "\"2025-01-15T11:30:00.5+01:00\"");
    BOOST_TEST(why(decode<restbind::date>("\"15.01.2025\"")) ==
               " @0: expected a date (YYYY-MM-DD), found \"15.01.2025\"");
    BOOST_TEST(why(decode<restbind::date>("20250115")) ==
               " @0: expected a date, found the number 20250115");
    BOOST_TEST(why(decode<restbind::timestamp>("\"yesterday\"")) ==
               " @0: expected a timestamp (RFC 3339), found \"yesterday\"");
    BOOST_TEST(decode<restbind::date>("\"2025\\u002d01-15\"").has_value());
    BOOST_TEST(why(encode(std::chrono::year(2025) / 2 / 30)) ==
               " @0: not a day of the calendar in the years 0 to 9999");
}

// proves: R4.2-2
// survives: J15, J16
BOOST_AUTO_TEST_CASE(a_picture_is_base64_of_a_png)
{
    auto const picture = decode<restbind::base64_png>("\"iVBORw0KGgo=\"");
    BOOST_REQUIRE(picture.has_value());
    BOOST_TEST(picture->bytes.size() == 8u);
    BOOST_TEST(*encode(*picture) == "\"iVBORw0KGgo=\"");
    BOOST_TEST(decode<restbind::base64_png>("\"iVBORw0KGgo\\u003d\"").has_value());
    BOOST_TEST(why(decode<restbind::base64_png>("\"Zm9vYmFy\"")) ==
               " @0: the decoded bytes are not a PNG picture");
    BOOST_TEST(why(decode<restbind::base64_png>("\"iVBORw0KGgo\"")) ==
               " @0: a string is not valid base64");
    BOOST_TEST(
        why(decode<restbind::base64_png>("null")) == " @0: expected base64 text, found null");
    BOOST_TEST(why(decode<restbind::base64_bytes>("\"Zm9vYmFy\"")) == "read");
    BOOST_TEST(why(decode<restbind::base64_bytes>("\"Zm9v YmFy\"")) ==
               " @0: a string is not valid base64");
}

// proves: A-8
BOOST_AUTO_TEST_CASE(a_seat_error_is_an_integer_or_a_string)
{
    using code = std::variant<std::int64_t, std::string>;
    BOOST_CHECK(decode<code>("7").value() == code(std::int64_t{7}));
    BOOST_CHECK(decode<code>("\"E7\"").value() == code("E7"));
    BOOST_TEST(*encode(code(std::int64_t{7})) == "7");
    BOOST_TEST(*encode(code("E7")) == "\"E7\"");
    BOOST_TEST(why(decode<code>("null")) == " @0: expected an integer or a string, found null");
    BOOST_TEST(why(decode<code>("1.5")) == " @0: expected an integer, found the number 1.5");
    BOOST_TEST(
        why(decode<code>("")) == " @0: expected an integer or a string, found the end of the text");
}

BOOST_AUTO_TEST_CASE(a_variant_takes_the_alternative_of_the_json_type)
{
    using any = std::variant<std::monostate, bool, std::int64_t, double, std::string,
        std::vector<int>, json_test::node>;
    BOOST_TEST(decode<any>("null").value().index() == 0u);
    BOOST_TEST(decode<any>("true").value().index() == 1u);
    BOOST_TEST(decode<any>("1").value().index() == 2u);
    BOOST_TEST(decode<any>("1.0").value().index() == 3u);
    BOOST_TEST(decode<any>("1e2").value().index() == 3u);
    BOOST_TEST(decode<any>("9223372036854775808").value().index() == 3u);
    BOOST_TEST(decode<any>("\"\"").value().index() == 4u);
    BOOST_TEST(decode<any>("[1]").value().index() == 5u);
    BOOST_TEST(decode<any>("{}").value().index() == 6u);
    BOOST_TEST(why(decode<any>("[1,null]")) == "[1] @3: expected an integer, found null");
    BOOST_TEST(why(decode<any>("-")) == " @1: expected a digit, found the end of the text");
    for (std::string_view const text :
        {"null", "true", "1", "1.5", "\"x\"", "[1]", R"({"id":1,"children":[]})"})
        BOOST_TEST(*encode(decode<any>(text).value()) == text);
}

BOOST_AUTO_TEST_CASE(a_number_may_be_any_spelling_where_only_integers_are_taken)
{
    BOOST_TEST(std::get<std::int64_t>(
                   decode<std::variant<std::int64_t, std::string>>("1e2").value()) == 100);
    BOOST_TEST(std::get<double>(decode<std::variant<std::string, double>>("1").value()) == 1.0);
}

BOOST_AUTO_TEST_CASE(arrays_of_all_sizes_are_read)
{
    BOOST_TEST(decode<std::vector<int>>("[]").value().empty());
    BOOST_TEST(decode<std::vector<int>>(" [ 1 , 2 ] ").value().size() == 2u);
    BOOST_CHECK((decode<std::vector<bool>>("[true,false,true]").value() ==
                 std::vector<bool>{true, false, true}));
    std::string text = "[0";
    for (int i = 1; i != 5000; ++i)
        text.append(",").append(std::to_string(i));
    text += "]";
    auto const many = decode<std::vector<int>>(text);
    BOOST_REQUIRE(many.has_value());
    BOOST_TEST(many->size() == 5000u);
    BOOST_TEST(many->back() == 4999);
    BOOST_TEST(*encode(*many) == text);
    BOOST_TEST(why(decode<std::vector<int>>("{}")) == " @0: expected an array, found an object");
    BOOST_TEST(
        why(decode<std::vector<int>>("[1 2]")) == " @3: expected ',' or ']', found the number 2");
    BOOST_TEST(why(decode<std::vector<bool>>("[true,1]")) ==
               "[1] @6: expected true or false, found the number 1");
}

BOOST_AUTO_TEST_CASE(maps_keep_each_name_once)
{
    using map = std::map<std::string, int>;
    BOOST_CHECK(
        (decode<map>(R"({"a":1,"b\n":2,"":3})").value() == map{{"a", 1}, {"b\n", 2}, {"", 3}}));
    BOOST_TEST(*encode(map{{"a", 1}, {"b\n", 2}}) == R"({"a":1,"b\n":2})");
    BOOST_TEST(*encode(map{}) == "{}");
    BOOST_TEST(why(decode<map>(R"({"a":1,"\u0061":2})")) == "a @16: the member appears twice");
    BOOST_TEST(why(decode<map>("[]")) == " @0: expected an object, found an array");
    BOOST_TEST(
        (decode<std::unordered_map<std::string, std::string>>(R"({"a":"b"})").value().at("a") ==
            "b"));
}

BOOST_AUTO_TEST_CASE(elements_may_be_null_where_their_type_says_so)
{
    auto const value = decode<std::vector<std::optional<int>>>("[1,null,2]");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(!(*value)[1].has_value());
    BOOST_TEST(*encode(*value) == "[1,null,2]");
    BOOST_TEST(why(decode<std::optional<int>>("nul")) == " @0: expected an integer, found 'n'");
    BOOST_TEST(decode<restbind::nullable<int>>("null").value().is_null());
    BOOST_TEST(*encode(restbind::nullable<int>()) == "null");
}

BOOST_AUTO_TEST_CASE(raw_text_is_kept_as_it_stands)
{
    using json_test::raw;
    BOOST_TEST(decode<raw>(" {\"a\" : [1.50, \"\\u0041\"]} ").value().text ==
               "{\"a\" : [1.50, \"\\u0041\"]}");
    BOOST_TEST(*encode(raw{"[1, 2]"}) == "[1, 2]");
    BOOST_TEST(*encode(raw{}) == "null");
    BOOST_TEST(why(encode(raw{"1,2"})) == " @0: a text that should be JSON is not");
}

// proves: R5-5
BOOST_AUTO_TEST_CASE(a_secret_is_read_and_never_written)
{
    BOOST_CHECK(decode<restbind::secret>("\"token\"").value() == restbind::secret("token"));
    BOOST_CHECK(decode<restbind::secret>(R"("to\u006ben")").value() == restbind::secret("token"));
    BOOST_TEST(why(decode<restbind::secret>("7")) == " @0: expected a string, found the number 7");
    BOOST_TEST(why(encode(restbind::secret("token"))) == " @0: a secret is not written to JSON");
}

BOOST_AUTO_TEST_SUITE_END()
