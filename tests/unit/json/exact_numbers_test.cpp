// SPDX-License-Identifier: BSL-1.0
// Numbers at the edges of what their types hold, and many random ones, against the C library.
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/test/unit_test.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using restbind::decimal;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

std::uint64_t bits(double value)
{
    std::uint64_t word;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

void check_against_c(std::string const& text)
{
    double const expected = std::strtod(text.c_str(), nullptr);
    auto const read = decode<double>(text);
    if (std::isinf(expected))
    {
        BOOST_REQUIRE_MESSAGE(!read, text);
        return;
    }
    BOOST_REQUIRE_MESSAGE(read && bits(*read) == bits(expected), text);
    // Inside a container the text is not copied first.
    auto const element = decode<std::vector<double>>("[" + text + "]");
    BOOST_REQUIRE_MESSAGE(element && bits(element->front()) == bits(expected), text);
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_exact_numbers)

BOOST_AUTO_TEST_CASE(random_doubles_of_17_digits_are_the_nearest_ones)
{
    std::mt19937_64 random(4);
    char text[64];
    for (int i = 0; i != 100000; ++i)
    {
        double value;
        std::uint64_t const word = random();
        std::memcpy(&value, &word, sizeof value);
        if (!std::isfinite(value))
            continue;
        std::snprintf(text, sizeof text, "%.16e", value);
        check_against_c(text);
    }
}

BOOST_AUTO_TEST_CASE(random_numbers_of_few_digits_are_the_nearest_ones)
{
    std::mt19937_64 random(5);
    for (int i = 0; i != 20000; ++i)
    {
        std::string text = std::to_string(random() >> (random() % 64));
        if (random() % 2 != 0 && text.size() > 1)
            text.insert(static_cast<std::size_t>(1 + random() % (text.size() - 1)), ".");
        if (random() % 2 != 0)
            text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
        if (random() % 2 != 0)
            text.insert(0, "-");
        if (text.find("00") == 0)
            continue;
        if (text.find_first_of(".e") == text.npos)
            text += ".0"; // an integer would have to be kept as it is
        check_against_c(text);
    }
}

BOOST_AUTO_TEST_CASE(doubles_at_the_edges_are_the_nearest_ones)
{
    for (char const* const text : {"9007199254740991", "9007199254740992", "9007199254740993e0",
             "9007199254740994", "9007199254740995e0", "1e22", "1e23", "9007199254740992e22",
             "9007199254740993e22", "1e-22", "1e-23", "4.9e-324", "2.4703282292062327e-324",
             "2.4703282292062328e-324", "2.2250738585072009e-308", "1.7976931348623158e308",
             "1.7976931348623159e308", "1e309", "-1e400", "0e400", "-0", "-0.0", "0.000",
             "1234567890123456789.0", "12345678901234567890.0", "123456789012345678901.0",
             "0.1234567890123456789", "99999999999999999999e-1", "1e0000000000000000000001"})
        check_against_c(text);
}

BOOST_AUTO_TEST_CASE(doubles_are_written_shortest_and_read_back)
{
    std::mt19937_64 random(6);
    for (int i = 0; i != 100000; ++i)
    {
        // Numbers with up to four digits behind the point, which are written without to_chars().
        double const value =
            static_cast<double>(static_cast<std::int64_t>(random()) >> (random() % 64)) / 1e4;
        std::string const written = *encode(value);
        BOOST_REQUIRE(bits(decode<double>(written).value()) == bits(value));
        char shortest[64];
        char const* const end =
            std::to_chars(shortest, shortest + sizeof shortest, value, std::chars_format::fixed)
                .ptr;
        auto const digits = [](std::string_view text)
        {
            std::size_t count = 0;
            for (char const c : text.substr(0, text.find('e')))
                count += c >= '0' && c <= '9';
            return count;
        };
        BOOST_REQUIRE(
            digits(written) <= digits({shortest, static_cast<std::size_t>(end - shortest)}));
    }
    BOOST_TEST(*encode(100000.0) == "100000");
    BOOST_TEST(*encode(0.0001) == "0.0001");
    BOOST_TEST(*encode(-12.5) == "-12.5");
    BOOST_TEST(*encode(99999999999.9999) == "99999999999.9999");
    BOOST_TEST(*encode(1e11) == "1e+11");
    BOOST_TEST(*encode(0.00005) == "5e-05");
    BOOST_TEST(*encode(0.0) == "0");
    BOOST_TEST(*encode(-0.0) == "-0");
}

BOOST_AUTO_TEST_CASE(integers_of_every_length_are_read_and_written)
{
    for (std::uint64_t value = 1, power = 1;; power *= 10)
    {
        for (std::uint64_t const each : {power - 1, power, power + 1, power * 9})
        {
            std::string const text = std::to_string(each);
            BOOST_TEST(*encode(each) == text);
            BOOST_TEST(decode<std::uint64_t>(text).value() == each);
            if (each <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            {
                auto const negative = -static_cast<std::int64_t>(each);
                BOOST_TEST(*encode(negative) == std::to_string(negative));
                BOOST_TEST(decode<std::int64_t>(std::to_string(negative)).value() == negative);
            }
        }
        value = power;
        if (value > 1'000'000'000'000'000'000)
            break;
    }
    BOOST_TEST(*encode(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    BOOST_TEST(*encode(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
}

BOOST_AUTO_TEST_CASE(decimals_are_read_as_their_text_says)
{
    std::mt19937_64 random(7);
    for (int i = 0; i != 50000; ++i)
    {
        std::string text = std::to_string(random() >> (random() % 64));
        if (auto const point = static_cast<std::size_t>(random() % (text.size() + 2));
            point < text.size())
            text.insert(point, point == 0 ? "0." : ".");
        if (text[0] == '0' && text.size() > 1 && text[1] != '.')
            continue;
        if (random() % 4 == 0)
            text += "e" + std::to_string(static_cast<int>(random() % 8) - 4);
        if (random() % 2 != 0)
            text.insert(0, "-");
        auto const expected = decimal::from_string(text);
        auto const read = decode<std::vector<decimal>>("[" + text + "]");
        BOOST_REQUIRE_MESSAGE(read.has_value() == expected.has_value(), text);
        if (!read)
            continue;
        BOOST_REQUIRE_MESSAGE(read->front().coefficient() == expected->coefficient() &&
                                  read->front().scale() == expected->scale(),
            text);
        std::string const plain = expected->to_string();
        BOOST_REQUIRE(*encode(*read) == "[" + plain + "]");
        // Written by hand: the digits with a point before the last ones.
        std::string digits = std::to_string(expected->coefficient());
        bool const negative = digits[0] == '-';
        digits.erase(0, negative);
        auto const scale = static_cast<std::size_t>(expected->scale());
        if (digits.size() <= scale)
            digits.insert(0, scale + 1 - digits.size(), '0');
        if (scale != 0)
            digits.insert(digits.size() - scale, ".");
        BOOST_REQUIRE_EQUAL(plain, (negative ? "-" : "") + digits);
    }
}

BOOST_AUTO_TEST_SUITE_END()
