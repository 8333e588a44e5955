// SPDX-License-Identifier: BSL-1.0
#include "unit/json/models.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

using json_test::why;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

template <class T>
std::string rewritten(std::string_view text)
{
    auto const value = decode<T>(text);
    return value ? *encode(*value) : why(value);
}

bool same_bits(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_numbers)

// proves: A-10
// survives: J9
BOOST_AUTO_TEST_CASE(identifiers_are_exact_over_all_64_bits)
{
    for (std::string_view const text :
        {"0", "1", "-1", "9007199254740993", "999999999999999999", "1000000000000000000",
            "9223372036854775807", "-9223372036854775808", "-9223372036854775807"})
        BOOST_TEST(rewritten<std::int64_t>(text) == text);
    BOOST_TEST(rewritten<std::uint64_t>("18446744073709551615") == "18446744073709551615");
}

// survives: J11
BOOST_AUTO_TEST_CASE(any_exact_spelling_of_an_integer_is_one)
{
    BOOST_TEST(rewritten<std::int64_t>("-0") == "0");
    BOOST_TEST(rewritten<std::int64_t>("1.0") == "1");
    BOOST_TEST(rewritten<std::int64_t>("1.000000000000000000000000000000") == "1");
    BOOST_TEST(rewritten<std::int64_t>("1e2") == "100");
    BOOST_TEST(rewritten<std::int64_t>("10e-1") == "1");
    BOOST_TEST(rewritten<std::int64_t>("1.5e1") == "15");
    BOOST_TEST(rewritten<std::int64_t>("0.0e-999999999999") == "0");
    BOOST_TEST(rewritten<std::int64_t>("0e999999999999") == "0");
    BOOST_TEST(rewritten<std::int64_t>("9223372036854775807.0") == "9223372036854775807");
    BOOST_TEST(rewritten<std::int64_t>("-922337203685477580.8e1") == "-9223372036854775808");
    BOOST_TEST(rewritten<std::uint64_t>("1844674407370955161.5e1") == "18446744073709551615");
    BOOST_TEST(rewritten<std::uint8_t>("2.55e2") == "255");
    BOOST_TEST(rewritten<std::uint8_t>("-0") == "0");
}

// proves: A-10
// survives: J8, J10
BOOST_AUTO_TEST_CASE(an_integer_out_of_range_is_refused)
{
    BOOST_TEST(
        rewritten<std::int64_t>("9223372036854775808") ==
        " @0: the number 9223372036854775808 is out of the range of a signed 64-bit integer");
    BOOST_TEST(
        rewritten<std::int64_t>("-9223372036854775809") ==
        " @0: the number -9223372036854775809 is out of the range of a signed 64-bit integer");
    BOOST_TEST(
        rewritten<std::int64_t>("18446744073709551617") ==
        " @0: the number 18446744073709551617 is out of the range of a signed 64-bit integer");
    BOOST_TEST(
        rewritten<std::uint64_t>("18446744073709551616") ==
        " @0: the number 18446744073709551616 is out of the range of an unsigned 64-bit integer");
    BOOST_TEST(rewritten<std::uint64_t>("-1") ==
               " @0: the number -1 is out of the range of an unsigned 64-bit integer");
    BOOST_TEST(rewritten<std::int64_t>("1e400") ==
               " @0: the number 1e400 is out of the range of a signed 64-bit integer");
    BOOST_TEST(rewritten<std::int8_t>("128") ==
               " @0: the number 128 is out of the range of a signed 8-bit integer");
    BOOST_TEST(rewritten<std::int8_t>("-128") == "-128");
    BOOST_TEST(rewritten<std::uint8_t>("256") ==
               " @0: the number 256 is out of the range of an unsigned 8-bit integer");
    BOOST_TEST(rewritten<std::int16_t>("-32769") ==
               " @0: the number -32769 is out of the range of a signed 16-bit integer");
    BOOST_TEST(rewritten<std::uint16_t>("65536") ==
               " @0: the number 65536 is out of the range of an unsigned 16-bit integer");
    BOOST_TEST(rewritten<std::int32_t>("2147483648") ==
               " @0: the number 2147483648 is out of the range of a signed 32-bit integer");
    BOOST_TEST(rewritten<std::uint32_t>("4294967296") ==
               " @0: the number 4294967296 is out of the range of an unsigned 32-bit integer");
    BOOST_TEST(rewritten<std::int64_t>("123456789012345678901234567890123456789") ==
               " @0: the number 12345678901234567890123456789012... is out of the range of a "
               "signed 64-bit integer");
}

// survives: J11
BOOST_AUTO_TEST_CASE(what_is_no_integer_is_refused)
{
    BOOST_TEST(rewritten<std::int64_t>("1.5") == " @0: expected an integer, found the number 1.5");
    BOOST_TEST(
        rewritten<std::int64_t>("1e-1") == " @0: expected an integer, found the number 1e-1");
    BOOST_TEST(
        rewritten<std::int64_t>("-0.1") == " @0: expected an integer, found the number -0.1");
    BOOST_TEST(rewritten<std::int64_t>("\"1\"") == " @0: expected an integer, found a string");
    BOOST_TEST(rewritten<std::int64_t>("null") == " @0: expected an integer, found null");
    BOOST_TEST(rewritten<std::int64_t>("true") == " @0: expected an integer, found true");
    BOOST_TEST(rewritten<std::int64_t>("[1]") == " @0: expected an integer, found an array");
    BOOST_TEST(rewritten<std::int64_t>("-") == " @1: expected a digit, found the end of the text");
    BOOST_TEST(rewritten<std::int64_t>("012") == " @1: a number must not have a leading zero");
    BOOST_TEST(rewritten<std::int64_t>("1.") == " @2: expected a digit, found the end of the text");
    BOOST_TEST(rewritten<std::int64_t>("1ex") == " @2: expected a digit, found 'x'");
}

BOOST_AUTO_TEST_CASE(a_leading_zero_is_refused_in_every_kind_of_number)
{
    std::string const why = "a number must not have a leading zero";
    BOOST_TEST(rewritten<double>("01.5") == " @1: " + why);
    BOOST_TEST(rewritten<double>("-00") == " @2: " + why);
    BOOST_TEST(rewritten<restbind::decimal>("01.5") == " @1: " + why);
    BOOST_TEST(rewritten<restbind::decimal>("-019.90") == " @2: " + why);
    BOOST_TEST(rewritten<std::uint8_t>("007") == " @1: " + why);
}

BOOST_AUTO_TEST_CASE(a_decimal_has_at_most_18_digits_behind_the_point)
{
    std::string const zeros(17, '0');
    BOOST_TEST(rewritten<restbind::decimal>("0." + zeros + "1") == "0." + zeros + "1");
    BOOST_TEST(rewritten<restbind::decimal>("1e-18") == "0." + zeros + "1");
    BOOST_TEST(rewritten<restbind::decimal>("0.0" + zeros + "1") ==
               " @0: the number 0.0" + zeros + "1 is not representable as a decimal of 18 digits");
    BOOST_TEST(rewritten<restbind::decimal>("1e-19") ==
               " @0: the number 1e-19 is not representable as a decimal of 18 digits");
    BOOST_TEST(rewritten<restbind::decimal>("9223372036854775807") == "9223372036854775807");
    BOOST_TEST(
        rewritten<restbind::decimal>("9223372036854775808") ==
        " @0: the number 9223372036854775808 is not representable as a decimal of 18 digits");
}

BOOST_AUTO_TEST_CASE(doubles_are_correctly_rounded)
{
    auto const read = [](std::string_view text) { return decode<double>(text).value(); };
    BOOST_CHECK(same_bits(read("0.1"), 0.1));
    BOOST_CHECK(same_bits(read("-0"), -0.0));
    BOOST_CHECK(same_bits(read("-0.0e5"), -0.0));
    BOOST_CHECK(same_bits(read("9007199254740993.0"), 9007199254740992.0));
    BOOST_CHECK(
        same_bits(read("9007199254740993.0000000000000000000000000000000001"), 9007199254740994.0));
    BOOST_CHECK(same_bits(read("2.2250738585072011e-308"), 0x0.fffffffffffffp-1022));
    BOOST_CHECK(same_bits(read("2.2250738585072014e-308"), std::numeric_limits<double>::min()));
    BOOST_CHECK(same_bits(read("1.7976931348623157e308"), std::numeric_limits<double>::max()));
    BOOST_CHECK(same_bits(read("1.7976931348623158e308"), std::numeric_limits<double>::max()));
    BOOST_CHECK(same_bits(
        read("0.500000000000000166533453693773481063544750213623046875"), 0.5000000000000002));
    BOOST_CHECK(same_bits(read("3.14159265358979323846264338327950288"), 3.141592653589793));
    BOOST_CHECK(same_bits(read("1e23"), 1e23));
    BOOST_CHECK(same_bits(read("8.533e+68"), 8.533e+68));
    BOOST_CHECK(same_bits(read("4.1006e-184"), 4.1006e-184));
    BOOST_CHECK(same_bits(read("100000000000000000000000000000000000000000000000000e-50"), 1.0));
    BOOST_CHECK(read("0.1") != static_cast<double>(decode<float>("0.1").value()));
}

BOOST_AUTO_TEST_CASE(an_integer_beyond_what_a_double_holds_is_rounded_like_a_fraction)
{
    for (std::string_view const text :
        {"9007199254740991", "9007199254740992", "-9007199254740994", "-0"})
        BOOST_TEST(rewritten<double>(text) == text);
    BOOST_TEST(rewritten<double>("9007199254740993") == "9007199254740992");
    BOOST_TEST(rewritten<double>("-9007199254740995") == "-9007199254740996");
    BOOST_TEST(rewritten<double>("9007199254740993.5") == "9007199254740994");
    BOOST_TEST(rewritten<double>("18446744073709551615") == "18446744073709551616");
    BOOST_TEST(rewritten<double>("123456789012345678901234567890") == "1.2345678901234568e+29");
    BOOST_TEST(rewritten<double>("0.10000000000000001") == "0.1");
    BOOST_TEST(rewritten<float>("16777217") == "16777216");
    BOOST_TEST(rewritten<float>("1000000000") == "1e+09");
    BOOST_TEST(rewritten<float>("0.123456789") == "0.12345679");
    BOOST_TEST(rewritten<float>("123456789") == "123456792");
}

// As RFC 8785 writes them: the digits that tell it from its neighbours, then zeros.
BOOST_AUTO_TEST_CASE(an_integer_with_the_digits_of_a_double_is_kept)
{
    for (std::string_view const text :
        {"1234567890123456800", "-1234567890123456800", "123456789012345680000",
            "589735030408323000", "9007199254740994", "27670116110564327000"})
        BOOST_TEST(rewritten<double>(text) == text);
    // Sizes and limits are powers of two.
    for (std::string_view const text : {"1152921504606846976", "9223372036854775808",
             "-9223372036854775808", "18446744073709551616", "1180591620717411303424"})
        BOOST_TEST(rewritten<double>(text) == text);
    for (std::string_view const text : {"123456792", "-2147483520", "16777218"})
        BOOST_TEST(rewritten<float>(text) == text);
    BOOST_TEST(rewritten<float>("340282350000000000000") == "3.4028235e+20");
}

BOOST_AUTO_TEST_CASE(random_doubles_that_are_whole_read_back)
{
    std::mt19937_64 random(7);
    for (int i = 0; i != 20'000; ++i)
    {
        double const value = std::ldexp(
            std::trunc(static_cast<double>(random() >> 11)), static_cast<int>(random() % 80));
        std::string const written = *restbind::json::encode(value);
        auto const again = decode<double>(written);
        BOOST_TEST_REQUIRE(again.has_value(), written);
        BOOST_TEST_REQUIRE(same_bits(*again, value), written);
    }
}

BOOST_AUTO_TEST_CASE(what_is_too_small_becomes_a_denormal_or_zero)
{
    auto const read = [](std::string_view text) { return decode<double>(text).value(); };
    BOOST_CHECK(same_bits(read("5e-324"), std::numeric_limits<double>::denorm_min()));
    BOOST_CHECK(same_bits(read("3e-324"), std::numeric_limits<double>::denorm_min()));
    BOOST_CHECK(same_bits(read("1e-310"), 1e-310));
    BOOST_CHECK(same_bits(read("2e-324"), 0.0));
    BOOST_CHECK(same_bits(read("1e-400"), 0.0));
    BOOST_CHECK(same_bits(read("-1e-400"), -0.0));
    BOOST_CHECK(same_bits(read("1e-99999999999999999999"), 0.0));
    BOOST_CHECK(same_bits(read("0." + std::string(500, '0') + "1"), 0.0));
    BOOST_CHECK(same_bits(read("0." + std::string(500, '0') + "1e501"), 1.0));
    BOOST_CHECK(same_bits(read("0e99999999999999999999"), 0.0));
    BOOST_CHECK(decode<float>("1e-60").value() == 0.0f);
}

BOOST_AUTO_TEST_CASE(what_is_too_large_for_a_double_is_refused)
{
    BOOST_TEST(rewritten<double>("1e400") ==
               " @0: the number 1e400 is out of the range of a floating-point number");
    BOOST_TEST(rewritten<double>("-1.8e308") ==
               " @0: the number -1.8e308 is out of the range of a floating-point number");
    BOOST_TEST(
        rewritten<double>("1e99999999999999999999") ==
        " @0: the number 1e99999999999999999999 is out of the range of a floating-point number");
    BOOST_TEST(!decode<double>("1" + std::string(400, '0')).has_value());
    BOOST_TEST(decode<double>("1" + std::string(400, '0') + "e-400").value() == 1.0);
    BOOST_TEST(rewritten<float>("1e39") ==
               " @0: the number 1e39 is out of the range of a floating-point number");
    BOOST_TEST(rewritten<double>("\"1\"") == " @0: expected a number, found a string");
    BOOST_TEST(rewritten<double>("NaN") == " @0: expected a number, found 'N'");
}

// proves: A-9
BOOST_AUTO_TEST_CASE(prices_are_exact_from_text_to_text)
{
    for (std::string_view const text :
        {"19.90", "0.1", "0.30", "100", "-0.05", "123456789012345.678", "0.00"})
        BOOST_TEST(rewritten<restbind::decimal>(text) == text);
    BOOST_TEST(rewritten<restbind::decimal>("1.99e1") == "19.9");
    BOOST_TEST(
        rewritten<restbind::decimal>("0.12345678901234567891") ==
        " @0: the number 0.12345678901234567891 is not representable as a decimal of 18 digits");
    BOOST_TEST(rewritten<restbind::decimal>("1e400") ==
               " @0: the number 1e400 is not representable as a decimal of 18 digits");
    BOOST_TEST(
        rewritten<restbind::decimal>("\"19.90\"") == " @0: expected a number, found a string");
}

// proves: A-8
BOOST_AUTO_TEST_CASE(an_enumeration_keeps_any_value_of_its_base)
{
    BOOST_CHECK(decode<json_test::colour>("2").value() == json_test::colour::green);
    BOOST_TEST(rewritten<json_test::colour>("99") == "99");
    BOOST_TEST(rewritten<json_test::colour>("-9223372036854775808") == "-9223372036854775808");
    BOOST_TEST(rewritten<json_test::small_colour>("256") ==
               " @0: the number 256 is out of the range of an unsigned 8-bit integer");
    BOOST_TEST(
        rewritten<json_test::colour>("\"red\"") == " @0: expected an integer, found a string");
}

BOOST_AUTO_TEST_CASE(doubles_are_written_in_their_shortest_form)
{
    BOOST_TEST(*encode(0.1) == "0.1");
    BOOST_TEST(*encode(5.0) == "5");
    BOOST_TEST(*encode(-0.0) == "-0");
    BOOST_TEST(*encode(1e300) == "1e+300");
    BOOST_TEST(*encode(0.1f) == "0.1");
    BOOST_TEST(*encode(5e-324) == "5e-324");
    BOOST_TEST(*encode(1.7976931348623157e308) == "1.7976931348623157e+308");
}

BOOST_AUTO_TEST_CASE(random_doubles_read_back_bit_for_bit)
{
    std::mt19937_64 random(20250115);
    for (int i = 0; i < 20000; ++i)
    {
        std::uint64_t const bits = random();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value))
            continue;
        BOOST_REQUIRE(same_bits(decode<double>(*encode(value)).value(), value));
    }
}

BOOST_AUTO_TEST_CASE(random_integers_read_back)
{
    std::mt19937_64 random(20250115);
    for (int i = 0; i < 20000; ++i)
    {
        auto const value = static_cast<std::int64_t>(random()) >> (random() % 64);
        BOOST_REQUIRE(decode<std::int64_t>(*encode(value)).value() == value);
        BOOST_REQUIRE(decode<std::int64_t>(*encode(value) + ".0").value() == value);
    }
}

BOOST_AUTO_TEST_SUITE_END()
