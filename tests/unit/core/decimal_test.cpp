// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/decimal.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

using restbind::decimal;

namespace
{

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

// The text as written back; "refused" when it is not taken.
std::string rewritten(std::string_view text)
{
    auto const value = decimal::from_string(text);
    return value ? value->to_string() : "refused";
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_decimal)

// proves: A-9
BOOST_AUTO_TEST_CASE(a_price_keeps_its_digits_as_written)
{
    for (std::string_view const text :
        {"0", "0.00", "19.90", "-19.90", "0.1", "-0.05", "100", "1000000000000000000",
            "0.000000000000000001", "9223372036854775807", "-9223372036854775808",
            "9.223372036854775807", "-9.223372036854775808", "123456789.123456789"})
        BOOST_TEST(rewritten(text) == text);
}

BOOST_AUTO_TEST_CASE(an_exponent_is_resolved_exactly)
{
    BOOST_TEST(rewritten("1e2") == "100");
    BOOST_TEST(rewritten("1E+2") == "100");
    BOOST_TEST(rewritten("1.5e3") == "1500");
    BOOST_TEST(rewritten("1.5e-3") == "0.0015");
    BOOST_TEST(rewritten("10e-1") == "1.0");
    BOOST_TEST(rewritten("1990e-2") == "19.90");
    BOOST_TEST(rewritten("10e-19") == "0.000000000000000001");
    BOOST_TEST(rewritten("0e400") == "0");
    BOOST_TEST(rewritten("-0") == "0");
    BOOST_TEST(rewritten("0.1e-17") == "0.000000000000000001");
}

BOOST_AUTO_TEST_CASE(zeros_at_the_end_give_way_before_anything_is_refused)
{
    BOOST_TEST(rewritten("0.1000000000000000000000000") == "0.100000000000000000");
    BOOST_TEST(rewritten("5000000000000000000.00") == "5000000000000000000");
    BOOST_TEST(rewritten("0.00000000000000000000") == "0.000000000000000000");
}

// proves: A-9
BOOST_AUTO_TEST_CASE(what_cannot_be_represented_exactly_is_refused_and_never_rounded)
{
    for (std::string_view const text : {"0.1234567890123456789", "1e-19", "9223372036854775808",
             "-9223372036854775809", "1e19", "1e400", "1e-400", "123456789012345678901234567890",
             "99999999999999999999", "1e99999999999999999", "0.00000000000000000001"})
        BOOST_TEST(rewritten(text) == "refused");
}

BOOST_AUTO_TEST_CASE(what_is_not_a_number_in_the_grammar_of_json_is_refused)
{
    for (std::string_view const text : {"", "-", "+1", "01", "-01", ".5", "5.", "1e", "1e+", "1.e1",
             " 1", "1 ", "1x", "0x1", "NaN", "Infinity", "1,5", "--1", "1e1.5"})
        BOOST_TEST(rewritten(text) == "refused");
}

BOOST_AUTO_TEST_CASE(coefficient_and_scale_make_a_number)
{
    constexpr decimal price{1990, 2};
    static_assert(price.coefficient() == 1990 && price.scale() == 2);
    BOOST_TEST(price.to_string() == "19.90");
    BOOST_TEST(decimal().to_string() == "0");
    BOOST_TEST(decimal{5}.to_string() == "5");
    BOOST_TEST((decimal{lowest, 18}.to_string() == "-9.223372036854775808"));
    BOOST_CHECK_THROW((decimal{1, 19}), std::out_of_range);
    BOOST_CHECK_THROW((decimal{1, -1}), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(comparison_goes_by_value)
{
    static_assert(decimal{1990, 2} == decimal{199, 1});
    static_assert(decimal{0, 0} == decimal{0, 18});
    static_assert(decimal{-1, 1} < decimal{0});
    static_assert(decimal{-15, 1} < decimal{-1});
    static_assert(decimal{-1, 2} > decimal{-1, 1});
    static_assert(decimal{highest} > decimal{highest, 18});
    static_assert(decimal{lowest} < decimal{lowest, 1});
    static_assert(decimal{100000000000000001, 17} > decimal{1});
    BOOST_TEST((decimal{199, 1} <=> decimal{20} == std::strong_ordering::less));
}

BOOST_AUTO_TEST_CASE(sums_are_exact)
{
    BOOST_TEST((decimal{1990, 2} + decimal{1, 1}).to_string() == "20.00");
    BOOST_TEST((decimal{1, 1} + decimal{2, 1} == decimal{3, 1}));
    BOOST_TEST((decimal{1990, 2} - decimal{2000, 2}).to_string() == "-0.10");
    BOOST_TEST((decimal{-5, 1} + decimal{1}).to_string() == "0.5");
    BOOST_TEST((decimal{5, 1} + decimal{-1}).to_string() == "-0.5");
    BOOST_TEST((decimal{-1} - decimal{lowest}).to_string() == "9223372036854775807");
    decimal total;
    for (int i = 0; i < 1000; ++i)
        total += decimal{10, 2};
    BOOST_TEST(total.to_string() == "100.00");
    total -= decimal{1, 2};
    BOOST_TEST(total.to_string() == "99.99");
    BOOST_TEST((-total).to_string() == "-99.99");
}

BOOST_AUTO_TEST_CASE(a_sum_drops_zeros_at_the_end_rather_than_fail)
{
    BOOST_TEST((decimal{9000000000000000000} + decimal{0, 2}).to_string() == "9000000000000000000");
    BOOST_TEST(
        (decimal{9223372036854775807, 1} + decimal{3, 1}).to_string() == "922337203685477581");
}

BOOST_AUTO_TEST_CASE(products_are_exact)
{
    BOOST_TEST((decimal{1990, 2} * 3).to_string() == "59.70");
    BOOST_TEST((3 * decimal{-1990, 2}).to_string() == "-59.70");
    BOOST_TEST((decimal{5000000000000000000, 1} * 10).to_string() == "5000000000000000000");
    decimal amount{125, 2};
    amount *= 4;
    BOOST_TEST(amount.to_string() == "5.00");
    BOOST_TEST((decimal{9223372036854775805, 1} * 2).to_string() == "1844674407370955161");
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_throws_or_gives_nothing)
{
    BOOST_CHECK_THROW((void)(decimal{highest} + decimal{1}), std::overflow_error);
    BOOST_CHECK_THROW((void)(decimal{lowest} - decimal{1}), std::overflow_error);
    BOOST_CHECK_THROW((void)(decimal{highest} * 2), std::overflow_error);
    BOOST_CHECK_THROW((void)(-decimal{lowest}), std::overflow_error);
    BOOST_TEST(!decimal::checked_add(decimal{highest}, decimal{1, 18}).has_value());
    BOOST_TEST(!decimal::checked_subtract(decimal{1}, decimal{lowest}).has_value());
    BOOST_TEST(!decimal::checked_multiply(decimal{highest, 18}, 3).has_value());
    BOOST_TEST(!decimal::checked_negate(decimal{lowest}).has_value());
}

BOOST_AUTO_TEST_CASE(it_prints_in_plain_notation)
{
    std::ostringstream out;
    out << decimal{-5, 2} << ' ' << decimal{lowest};
    BOOST_TEST(out.str() == "-0.05 -9223372036854775808");
    BOOST_TEST((decimal{1990, 2}.to_double() == 19.90));
}

BOOST_AUTO_TEST_SUITE_END()
