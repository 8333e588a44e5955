// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/numbers.hpp>

#include <boost/test/unit_test.hpp>

#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

#ifdef RESTBIND_NO_STRTOD_L // std::from_chars() alone reads them
using restbind::detail::from_chars;
#define read_floating_text from_chars
#else
using restbind::detail::read_floating_text;
#endif

namespace
{

/** What a reader makes of a text: its bits, or "out of range". */
template <class T>
std::string told(std::errc failure, T value)
{
    if (failure == std::errc::result_out_of_range && value == T(42))
        return "out of range";
    char text[64];
    std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
    return failure == std::errc() ? text : "failed";
}

template <class T>
std::string own(std::string_view text)
{
    T value = 42;
    auto const failure = read_floating_text(text, value);
    return told(failure, value);
}

/** What the C library says, which rounds correctly where these tests run. */
template <class T>
std::string reference(std::string const& text)
{
    T value = 0;
    if constexpr (sizeof(T) == sizeof(float))
        value = std::strtof(text.c_str(), nullptr);
    else
        value = std::strtod(text.c_str(), nullptr);
    bool const is_zero =
        text.substr(0, text.find('e')).find_first_not_of("-0.") == std::string::npos;
    if (std::isinf(value) || (value == 0 && !is_zero))
        return told(std::errc::result_out_of_range, T(42));
    return told(std::errc(), value);
}

void check(std::string const& text)
{
    BOOST_TEST_CONTEXT(text.substr(0, 80))
    {
        BOOST_TEST(own<double>(text) == reference<double>(text));
        BOOST_TEST(own<float>(text) == reference<float>(text));
        double value = 42;
        auto const failure = restbind::detail::from_chars(text, value);
        BOOST_TEST(told(failure, value) == reference<double>(text));
    }
}

/** mantissa * 2^exponent in all its decimal digits; the exponent is not above 0. */
std::string exact_text(std::uint64_t mantissa, int exponent)
{
    std::string digits = std::to_string(mantissa); // the first digit last
    digits.assign(digits.rbegin(), digits.rend());
    for (int i = exponent; i < 0; ++i)
    {
        int carry = 0;
        for (char& digit : digits)
        {
            int const product = (digit - '0') * 5 + carry;
            digit = static_cast<char>('0' + product % 10);
            carry = product / 10;
        }
        if (carry != 0)
            digits.push_back(static_cast<char>('0' + carry));
    }
    digits.assign(digits.rbegin(), digits.rend());
    return digits + "e" + std::to_string(exponent);
}

/** A number halfway between two, the numbers next to it, and these as texts with a point. */
void check_around(std::uint64_t mantissa, int exponent)
{
    std::string const half = exact_text(2 * mantissa + 1, exponent - 1);
    std::size_t const e = half.find('e');
    check(half);
    check("-" + half);
    check(std::string(half).insert(e, ".000"));
    check(std::string(half).insert(e, ".0000000000000000000000000000000000000000000000001"));
    check("0." + half.substr(0, e) + "e" +
          std::to_string(static_cast<int>(e) + std::stoi(half.substr(e + 1))));
    std::string below = half;
    below[e - 1] = '4'; // it ends in 5
    check(below.insert(e, ".99999999999999999999999999999999999"));
    check(exact_text(mantissa, exponent));
}

} // namespace

BOOST_AUTO_TEST_SUITE(reading_floating_point_numbers)

BOOST_AUTO_TEST_CASE(numbers_halfway_between_two_are_rounded_to_the_even_one)
{
    check_around((std::uint64_t{1} << 53) - 1, -53);
    check_around(std::uint64_t{1} << 52, -52);
    check_around((std::uint64_t{1} << 24) - 1, -24);
    check_around(std::uint64_t{1} << 23, 0);
    std::mt19937_64 random(20260101);
    for (int i = 0; i != 300; ++i)
    {
        auto const bits = random();
        check_around(bits >> 11 | std::uint64_t{1} << 52, -static_cast<int>(random() % 1000));
        check_around(bits >> 40 | std::uint64_t{1} << 23, -static_cast<int>(random() % 149));
    }
}

#ifndef _WIN32 // there the C library, which is the reference, takes the least normal number for them
BOOST_AUTO_TEST_CASE(subnormal_numbers_are_rounded_once)
{
    for (std::uint64_t const mantissa :
        {0ull, 1ull, 2ull, 3ull, 0xFFFFFFFFFFFFFull, 0x8000000000001ull})
        check_around(mantissa, -1074);
    for (std::uint64_t const mantissa : {0ull, 1ull, 2ull, 0x7FFFFFull, 0x400001ull})
        check_around(mantissa, -149);
    for (std::string const text : {"2.2250738585072011e-308", "2.2250738585072014e-308", "5e-324",
             "3e-324", "2.4703282292062328e-324", "2.4703282292062327e-324", "2e-324", "1e-310",
             "1e-45", "7e-46"})
        check(text);
}
#endif

BOOST_AUTO_TEST_CASE(what_is_too_large_or_too_small_is_out_of_range)
{
    for (std::string const text :
        {"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309",
            "-1.8e308", "3.4028235e38", "3.4028236e38", "3.40282357e38", "1e39", "1e-400", "1e-46",
            "1e99999999999999999999", "1e-99999999999999999999", "-1e-99999999999999999999"})
        check(text);
    BOOST_TEST(own<double>("1.8e308") == "out of range");
    BOOST_TEST(own<double>("2e-324") == "out of range");
    check("1" + std::string(400, '0'));
}

BOOST_AUTO_TEST_CASE(a_zero_keeps_its_sign_whatever_its_exponent)
{
    for (std::string const text :
        {"0", "-0", "0.000", "-0.0e5", "0e400", "-0e-99999999999999999999"})
        check(text);
    BOOST_TEST(own<double>("-0.0") == "-0x0p+0");
}

BOOST_AUTO_TEST_CASE(the_locale_of_the_program_does_not_matter)
{
    std::string const before = std::setlocale(LC_ALL, nullptr);
    for (char const* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"})
        if (std::setlocale(LC_ALL, name))
            break;
    std::string const point = std::localeconv()->decimal_point;
    BOOST_TEST_MESSAGE("the decimal point of the locale: " << point);
    double value = 0;
    static_cast<void>(read_floating_text("1.5", value));
    std::setlocale(LC_ALL, before.c_str());
    BOOST_TEST(value == 1.5);
}

BOOST_AUTO_TEST_CASE(any_number_of_digits_counts)
{
    for (std::size_t const count : {17u, 19u, 20u, 767u, 768u, 769u, 770u, 5000u})
    {
        std::string const zeros(count, '0');
        std::string const minus = std::to_string(count);
        check("9007199254740993." + zeros);
        check("9007199254740993." + zeros + "1");
        check("9007199254740992" + zeros + "9e-" + minus);
        check("0." + zeros + "17e" + minus);
        check("17" + zeros + "e-" + minus);
        check(std::string(count, '9') + "e-" + minus);
        check(std::string(count, '1') + "E+3");
    }
}

BOOST_AUTO_TEST_CASE(random_numbers_are_read_as_the_c_library_reads_them)
{
    std::mt19937_64 random(20260102);
    for (int i = 0; i != 5000; ++i)
    {
        std::uint64_t const bits = random();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value))
            continue;
        char text[64];
        std::snprintf(text, sizeof text, "%.*e", static_cast<int>(random() % 25), value);
        check(text);
        int const power =
            static_cast<int>(random() % 80) - 40; // within float's range, and next to it
        std::snprintf(text, sizeof text, "0.%llue%d", static_cast<unsigned long long>(bits), power);
        check(text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
