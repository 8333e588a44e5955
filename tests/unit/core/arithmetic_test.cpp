// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/numbers.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>

namespace
{

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

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

BOOST_AUTO_TEST_SUITE_END()
