// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/response.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>

using namespace restbind;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(http_response)

BOOST_AUTO_TEST_CASE(a_response_asks_for_no_pause_unless_it_says_so)
{
    http::response response;
    response.date = std::chrono::sys_seconds(100s);
    BOOST_TEST(!response.retry_delay(std::chrono::system_clock::time_point()).has_value());
    response.retry_after = http::retry_after{.delay = 7s};
    BOOST_TEST((response.retry_delay(std::chrono::system_clock::time_point()) == 7s));
}

BOOST_AUTO_TEST_CASE(a_moment_is_measured_by_the_clock_of_the_service_where_it_told_its_time)
{
    http::response response;
    response.retry_after = http::retry_after{.date = std::chrono::sys_seconds(130s)};
    std::chrono::system_clock::time_point const wrong(500s);
    std::chrono::system_clock::time_point const right(110s);
    BOOST_TEST((response.retry_delay(wrong) == 0s));
    BOOST_TEST((response.retry_delay(right) == 20s));
    response.date = std::chrono::sys_seconds(100s);
    BOOST_TEST((response.retry_delay(wrong) == 30s));
    BOOST_TEST((response.retry_delay(right) == 30s));
}

BOOST_AUTO_TEST_SUITE_END()
