// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/nullable.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

using restbind::nullable;

BOOST_AUTO_TEST_SUITE(core_nullable)

BOOST_AUTO_TEST_CASE(it_is_absent_to_begin_with)
{
    nullable<int> const value;
    BOOST_TEST(value.is_absent());
    BOOST_TEST(!value.is_null());
    BOOST_TEST(!value.has_value());
    BOOST_TEST(!value);
}

BOOST_AUTO_TEST_CASE(null_is_another_state_than_absent)
{
    nullable<int> value = restbind::null;
    BOOST_TEST(value.is_null());
    BOOST_TEST(!value.is_absent());
    BOOST_CHECK(value == restbind::null);
    BOOST_CHECK(value != nullable<int>());
    value.reset();
    BOOST_CHECK(value == nullable<int>(std::nullopt));
    value.set_null();
    BOOST_TEST(value.is_null());
}

BOOST_AUTO_TEST_CASE(a_value_takes_the_place_of_null_and_the_other_way_round)
{
    nullable<std::string> value = restbind::null;
    value = "text";
    BOOST_TEST(*value == "text");
    BOOST_TEST(value->size() == 4u);
    BOOST_TEST(!value.is_null());
    BOOST_CHECK(value == std::string("text"));
    value.set_null();
    BOOST_TEST(value.value_or("other") == "other");
    value.emplace(3, 'x');
    BOOST_TEST(value.value_or("other") == "xxx");
}

BOOST_AUTO_TEST_CASE(it_holds_what_can_only_be_moved)
{
    nullable<std::unique_ptr<int>> value = std::make_unique<int>(7);
    auto const moved = *std::move(value);
    BOOST_TEST(*moved == 7);
}

BOOST_AUTO_TEST_CASE(values_compare_by_value_and_states_by_state)
{
    BOOST_CHECK(nullable<int>(1) == nullable<int>(1));
    BOOST_CHECK(nullable<int>(1) != nullable<int>(2));
    BOOST_CHECK(nullable<int>(1) != nullable<int>(restbind::null));
    BOOST_CHECK(nullable<int>(restbind::null) == nullable<int>(restbind::null));
}

BOOST_AUTO_TEST_SUITE_END()
