// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/checks.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(multiple_and_unique)

BOOST_AUTO_TEST_CASE(a_tenth_is_exact)
{
    for (int tenths = 0; tenths != 1000; ++tenths)
        BOOST_TEST(restbind::is_multiple(tenths / 10.0, "0.1"));
    BOOST_TEST(restbind::is_multiple(19.99, "0.01"));
    BOOST_TEST(!restbind::is_multiple(19.999, "0.01"));
    BOOST_TEST(restbind::is_multiple(0.1F, "0.1"));
    BOOST_TEST(restbind::is_multiple(0.0075, "0.0001"));
    BOOST_TEST(!restbind::is_multiple(0.00751, "0.0001"));
}

BOOST_AUTO_TEST_CASE(integers_and_decimals_are_exact)
{
    BOOST_TEST(restbind::is_multiple(std::numeric_limits<std::int64_t>::min(), "2"));
    BOOST_TEST(!restbind::is_multiple(std::numeric_limits<std::int64_t>::max(), "2"));
    BOOST_TEST(restbind::is_multiple(5, "2.5"));
    BOOST_TEST(!restbind::is_multiple(7, "2.5"));
    BOOST_TEST(restbind::is_multiple(restbind::decimal{1990, 2}, "0.05"));
    BOOST_TEST(!restbind::is_multiple(restbind::decimal{1991, 2}, "0.05"));
    BOOST_TEST(restbind::is_multiple(0, "7"));
    BOOST_TEST(restbind::is_multiple(-14, "7"));
}

BOOST_AUTO_TEST_CASE(numbers_far_apart_are_compared_all_the_same)
{
    BOOST_TEST(restbind::is_multiple(1e308, "0.5"));
    BOOST_TEST(!restbind::is_multiple(1e308, "0.123456789"));
    BOOST_TEST(!restbind::is_multiple(1e-300, "1e300"));
    BOOST_TEST(restbind::is_multiple(1e22, "1e-5"));
}

BOOST_AUTO_TEST_CASE(whole_numbers_count_as_what_they_are_written_as)
{
    BOOST_TEST(restbind::is_multiple(1234567890123456768.0, "100"));
    BOOST_TEST(!restbind::is_multiple(1234567890123456768.0, "256"));
    BOOST_TEST(restbind::is_multiple(123456792.0F, "8"));
    BOOST_TEST(restbind::is_multiple(0x1p53, "4"));
}

BOOST_AUTO_TEST_CASE(coefficients_of_64_bits_are_exact)
{
    // 2^63, 5^22, 5^27 and a prime next to 2^64.
    BOOST_TEST(restbind::is_multiple(1e63, "9223372036854775808"));
    BOOST_TEST(!restbind::is_multiple(1e62, "9223372036854775808"));
    BOOST_TEST(restbind::is_multiple(1e22, "2384185791015625"));
    BOOST_TEST(restbind::is_multiple(3e27, "7450580596923828125"));
    BOOST_TEST(!restbind::is_multiple(3e26, "7450580596923828125"));
    BOOST_TEST(restbind::is_multiple(std::uint64_t{18446744073709551557u}, "18446744073709551557"));
    BOOST_TEST(
        restbind::is_multiple(std::uint64_t{18446744073709551557u}, "184467440737.09551557"));
    BOOST_TEST(
        !restbind::is_multiple(std::uint64_t{18446744073709551556u}, "18446744073709551557"));
    BOOST_TEST(!restbind::is_multiple(7e300, "18446744073709551557"));
    BOOST_TEST(
        !restbind::is_multiple(std::uint64_t{18446744073709551615u}, "18446744073709551615e1"));
    BOOST_TEST(!restbind::is_multiple(5, "18446744073709551615e3000000000"));
}

BOOST_AUTO_TEST_CASE(
    random_numbers_are_multiples_as_integers_of_128_bits_say, *boost::unit_test::label("slow"))
{
    using wide = boost::multiprecision::uint128_t;
    std::mt19937_64 random(20260103);
    int multiples = 0;
    for (int i = 0; i != 100'000; ++i)
    {
        // Products of twos and fives, and anything.
        std::uint64_t step = 1 + random() % 9;
        for (auto n = random() % 25; n != 0 && step < (std::uint64_t{1} << 61); --n)
            step *= random() % 2 == 0 ? 2 : 5;
        if (i % 2 == 0)
            step = (random() >> random() % 64) | 1u;
        std::uint64_t const value = (random() >> random() % 64) | 1u;
        auto const shift = static_cast<unsigned>(random() % 19);
        wide power = 1;
        for (unsigned n = 0; n != shift; ++n)
            power *= 10;
        bool const expected = power * value % step == 0;
        std::string const number = std::to_string(value);
        multiples += expected;
        BOOST_REQUIRE_EQUAL(restbind::detail::is_multiple(restbind::detail::read_scientific(
                                                              number + "e" + std::to_string(shift)),
                                restbind::detail::read_scientific(std::to_string(step))),
            expected);
        BOOST_REQUIRE_EQUAL(
            restbind::is_multiple(value, std::to_string(step) + "e-" + std::to_string(shift)),
            expected);
        // A step with more zeros than the value.
        BOOST_REQUIRE_EQUAL(
            restbind::is_multiple(value, std::to_string(step) + "e" + std::to_string(shift)),
            power <= value && step <= value / power && value % (power * step) == 0);
    }
    BOOST_TEST(multiples > 10'000);
}

// survives: J33
BOOST_AUTO_TEST_CASE(what_is_no_number_is_no_multiple)
{
    BOOST_TEST(!restbind::is_multiple(std::numeric_limits<double>::quiet_NaN(), "1"));
    BOOST_TEST(!restbind::is_multiple(std::numeric_limits<double>::infinity(), "1"));
    BOOST_TEST(!restbind::is_multiple(5, "0"));
}

BOOST_AUTO_TEST_CASE(equal_elements_are_found_wherever_they_stand)
{
    BOOST_TEST(restbind::are_unique(std::vector<int>{3, 1, 2}));
    BOOST_TEST(!restbind::are_unique(std::vector<int>{3, 1, 2, 3}));
    BOOST_TEST(!restbind::are_unique(std::vector<std::string>{"a", "b", "a"}));
    BOOST_TEST(!restbind::are_unique(std::vector<double>{0.0, 1.0, -0.0}));
    BOOST_TEST(restbind::are_unique(std::vector<bool>{true, false}));
    BOOST_TEST(!restbind::are_unique(std::vector<bool>{true, false, true}));
    BOOST_TEST(!restbind::are_unique(std::vector<std::vector<int>>{{1}, {2}, {1}}));
    BOOST_TEST(!restbind::are_unique(
        std::vector<restbind::decimal>{restbind::decimal{150, 2}, restbind::decimal{15, 1}}));
    BOOST_TEST(restbind::are_unique(std::vector<int>{}));
}

BOOST_AUTO_TEST_SUITE_END()
