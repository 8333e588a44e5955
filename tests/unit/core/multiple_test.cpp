#include <restbind/core/multiple.hpp>
#include <restbind/core/unique.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
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
