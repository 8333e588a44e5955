// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/numbers.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>

namespace
{

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t corners[]{least, least + 1, least / 2, -4294967297, -10, -2, -1, 0, 1, 2, 10,
    3037000499, 3037000500, 4294967296, most / 2, most / 2 + 1, most - 1, most};

} // namespace

BOOST_AUTO_TEST_SUITE(core_arithmetic)

BOOST_AUTO_TEST_CASE(what_fits_into_64_bits_is_exact)
{
    BOOST_TEST(restbind::saturating_add(most - 1, 1) == most);
    BOOST_TEST(restbind::saturating_subtract(least + 1, 1) == least);
    BOOST_TEST(restbind::saturating_multiply(-3, 4) == -12);
    BOOST_TEST(restbind::saturating_negate(most) == -most);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_stays_at_the_limit_on_its_side)
{
    BOOST_TEST(restbind::saturating_add(most, 1) == most);
    BOOST_TEST(restbind::saturating_add(least, -1) == least);
    BOOST_TEST(restbind::saturating_subtract(least, 1) == least);
    BOOST_TEST(restbind::saturating_subtract(most, -1) == most);
    BOOST_TEST(restbind::saturating_multiply(most, 2) == most);
    BOOST_TEST(restbind::saturating_multiply(least, -1) == most);
    BOOST_TEST(restbind::saturating_multiply(most, -2) == least);
    BOOST_TEST(restbind::saturating_negate(least) == most);
}

BOOST_AUTO_TEST_CASE(arithmetic_without_the_compilers_help_agrees_with_it)
{
    namespace detail = restbind::detail;
    for (std::int64_t const a : corners)
        for (std::int64_t const b : corners)
        {
            std::int64_t own = 0;
            std::int64_t helped = 0;
            BOOST_TEST(detail::portable_add(a, b, own) == detail::add_overflows(a, b, helped));
            BOOST_TEST(own == helped);
            BOOST_TEST(
                detail::portable_subtract(a, b, own) == detail::subtract_overflows(a, b, helped));
            BOOST_TEST(own == helped);
            BOOST_TEST(
                detail::portable_multiply(a, b, own) == detail::multiply_overflows(a, b, helped));
            BOOST_TEST(own == helped);
            auto const c = static_cast<std::uint64_t>(a);
            auto const d = static_cast<std::uint64_t>(b);
            std::uint64_t own_unsigned = 0;
            std::uint64_t helped_unsigned = 0;
            BOOST_TEST(detail::portable_multiply(c, d, own_unsigned) ==
                       detail::multiply_overflows(c, d, helped_unsigned));
            BOOST_TEST(own_unsigned == helped_unsigned);
        }
}

BOOST_AUTO_TEST_SUITE_END()
