// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/detail/address_plan.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

using namespace restbind;
using namespace std::chrono_literals;

namespace
{

using address_order = std::vector<std::size_t>;
using clock_type = http::address_plan::clock;

template <std::size_t N>
address_order turns(std::array<bool, N> const& is_v6, std::size_t most = http::max_addresses)
{
    auto const taken = http::take_turns(is_v6, most);
    return address_order(taken.begin(), taken.end());
}

clock_type::time_point const start{std::chrono::hours(1)};

} // namespace

BOOST_AUTO_TEST_SUITE(http_address_plan)

BOOST_AUTO_TEST_CASE(families_take_turns_beginning_with_that_of_the_first_address)
{
    BOOST_TEST((turns(std::array{true, true, true, false, false}) == address_order{0, 3, 1, 4, 2}));
    BOOST_TEST((turns(std::array{false, true, true, true}) == address_order{0, 1, 2, 3}));
    BOOST_TEST((turns(std::array{false, false, true}) == address_order{0, 2, 1}));
}

BOOST_AUTO_TEST_CASE(one_family_keeps_its_order)
{
    BOOST_TEST((turns(std::array{false, false, false}) == address_order{0, 1, 2}));
    BOOST_TEST((turns(std::array{true, true}) == address_order{0, 1}));
    BOOST_TEST(http::take_turns({}).empty());
}

BOOST_AUTO_TEST_CASE(the_number_of_addresses_is_bounded_and_the_bound_leaves_both_families)
{
    std::array<bool, 1000> many{};
    many[999] = true;
    auto const taken = http::take_turns(many);
    BOOST_TEST(taken.size() == 16U);
    BOOST_TEST(taken[0] == 0U);
    BOOST_TEST(taken[1] == 999U);
    BOOST_TEST(taken[15] == 14U);
    BOOST_TEST(http::take_turns(many, 0).empty());
}

BOOST_AUTO_TEST_CASE(the_first_attempt_is_due_at_once_and_each_further_one_250_ms_later)
{
    http::address_plan plan(3);
    BOOST_TEST(plan.is_due(start));
    BOOST_TEST(plan.start(start) == 0U);
    BOOST_TEST(!plan.is_due(start + 249ms));
    BOOST_TEST((plan.next_start() == start + 250ms));
    BOOST_TEST(plan.is_due(start + 250ms));
    BOOST_TEST(plan.start(start + 260ms) == 1U);
    BOOST_TEST((plan.next_start() == start + 510ms));
    BOOST_TEST(plan.start(start + 510ms) == 2U);
    BOOST_TEST(!plan.is_due(start + 1h));
    BOOST_TEST((plan.next_start() == clock_type::time_point::max()));
    BOOST_TEST(!plan.is_lost());
}

BOOST_AUTO_TEST_CASE(a_failure_makes_the_next_attempt_due_at_once)
{
    http::address_plan plan(2, 10min);
    plan.start(start);
    BOOST_TEST(!plan.is_due(start));
    plan.fail();
    BOOST_TEST(plan.is_due(start));
    plan.start(start);
    BOOST_TEST(!plan.is_lost());
    plan.fail();
    BOOST_TEST(plan.is_lost());
    BOOST_TEST(!plan.is_due(start + 1h));
}

BOOST_AUTO_TEST_CASE(a_plan_is_lost_only_when_every_address_has_failed)
{
    http::address_plan plan(3, 0ms);
    for (int i = 0; i != 3; ++i)
    {
        BOOST_TEST(plan.is_due(start));
        plan.start(start);
    }
    plan.fail();
    plan.fail();
    BOOST_TEST(!plan.is_lost());
    plan.fail();
    BOOST_TEST(plan.is_lost());
}

BOOST_AUTO_TEST_CASE(a_plan_is_not_lost_while_an_address_is_left)
{
    http::address_plan plan(2);
    plan.start(start);
    plan.fail();
    BOOST_TEST(!plan.is_lost());
    BOOST_TEST(plan.is_due(start));
}

BOOST_AUTO_TEST_SUITE_END()
