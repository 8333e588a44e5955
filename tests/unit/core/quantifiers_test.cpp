// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/checks.hpp>

#include <boost/test/unit_test.hpp>

#include <type_traits>
#include <vector>

namespace
{

bool is_odd(int number)
{
    return number % 2 != 0;
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_quantifiers)

BOOST_AUTO_TEST_CASE(elements_that_fit_are_counted)
{
    BOOST_TEST(restbind::count_if(std::vector{1, 2, 3, 5}, is_odd) == 3u);
    BOOST_TEST(restbind::count_if(std::vector<int>(), is_odd) == 0u);
}

BOOST_AUTO_TEST_CASE(one_element_that_fits_is_enough_for_any)
{
    BOOST_TEST(restbind::any_of(std::vector{2, 4, 5}, is_odd));
    BOOST_TEST(!restbind::any_of(std::vector{2, 4}, is_odd));
    BOOST_TEST(!restbind::any_of(std::vector<int>(), is_odd));
}

BOOST_AUTO_TEST_CASE(one_element_that_does_not_fit_is_too_many_for_all)
{
    BOOST_TEST(restbind::all_of(std::vector{1, 3}, is_odd));
    BOOST_TEST(!restbind::all_of(std::vector{1, 3, 4}, is_odd));
    BOOST_TEST(restbind::all_of(std::vector<int>(), is_odd));
}

BOOST_AUTO_TEST_CASE(elements_of_packed_lists_are_booleans)
{
    std::vector<bool> const list{true, false};
    auto const is_set = [](auto const& one)
    {
        static_assert(std::is_same_v<decltype(one), bool const&>);
        return one;
    };
    BOOST_TEST(restbind::count_if(list, is_set) == 1u);
    BOOST_TEST(restbind::any_of(list, is_set));
    BOOST_TEST(!restbind::all_of(list, is_set));
}

BOOST_AUTO_TEST_SUITE_END()
