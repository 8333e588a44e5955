// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/retry_after.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string_view>

using namespace restbind;
using namespace std::chrono_literals;

namespace
{

std::chrono::sys_seconds at(int year, unsigned month, unsigned day, std::chrono::seconds time)
{
    using namespace std::chrono;
    return sys_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day)) +
           time;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_retry_after)

// proves: R7-3
// survives: R12
BOOST_AUTO_TEST_CASE(a_number_is_a_delay_in_seconds)
{
    auto const now = std::chrono::system_clock::time_point();
    BOOST_TEST((http::parse_retry_after("0").value().wait(now) == 0ms));
    BOOST_TEST((http::parse_retry_after(" 120 ").value().wait(now) == 120s));
    BOOST_TEST(
        (http::parse_retry_after("99999999999999999999999").value().wait(now) == 1'000'000'000s));
    for (std::string_view const bad : {"", " ", "-1", "+1", "1.5", "1s", "0x10", "soon"})
        BOOST_TEST(!http::parse_retry_after(bad).has_value(), bad);
}

// survives: R12
BOOST_AUTO_TEST_CASE(a_date_is_read_in_all_three_forms)
{
    auto const moment = at(1994, 11, 6, 8h + 49min + 37s);
    for (std::string_view const text : {"Sun, 06 Nov 1994 08:49:37 GMT",
             "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"})
    {
        auto const read = http::parse_retry_after(text);
        BOOST_TEST_REQUIRE(read.has_value(), text);
        BOOST_TEST((read->date == moment), text);
        BOOST_TEST((read->wait(moment - 2s) == 2s), text);
        BOOST_TEST((read->wait(moment + 2s) == 0s), text);
    }
    // A part of a millisecond counts as a whole one: not before the moment.
    auto const read = http::parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT");
    BOOST_TEST((read.value().wait(std::chrono::system_clock::time_point(moment) - 1500us) == 2ms));
    BOOST_TEST(
        (http::parse_http_date("Wednesday, 01-Jan-69 00:00:00 GMT").value() == at(2069, 1, 1, 0s)));
    BOOST_TEST(
        (http::parse_http_date("Thursday, 01-Jan-70 00:00:00 GMT").value() == at(1970, 1, 1, 0s)));
    BOOST_TEST(
        (http::parse_http_date("Saturday, 01-Jan-50 00:00:00 GMT").value() == at(2050, 1, 1, 0s)));
    BOOST_TEST((http::parse_http_date("Fri, 30 Jun 2023 23:59:60 GMT").value() ==
                at(2023, 6, 30, 24h - 1s)));
    BOOST_TEST(
        (http::parse_http_date("Thu, 29 Feb 2024 00:00:00 GMT").value() == at(2024, 2, 29, 0s)));
}

BOOST_AUTO_TEST_CASE(a_date_beyond_the_clock_s_range_is_a_long_wait_and_not_none)
{
    auto const now = std::chrono::system_clock::time_point(std::chrono::hours(24 * 365 * 50));
    for (auto const text : {"Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 01 Jan 2600 00:00:00 GMT"})
        BOOST_TEST((http::parse_retry_after(text).value().wait(now) == 1'000'000'000s), text);
}

BOOST_AUTO_TEST_CASE(a_date_in_the_past_is_no_wait_however_far_it_lies_back)
{
    auto const now = std::chrono::system_clock::time_point(std::chrono::hours(24 * 365 * 50));
    // Nanoseconds of 64 bits reach back to 1677 only: what came before must not wrap round.
    for (auto const text : {"Thu, 01 Jan 1970 00:00:00 GMT", "Tue, 21 Sep 1677 00:12:43 GMT",
             "Thu, 01 Nov 1600 08:49:37 GMT", "Thu, 01 Nov 1500 08:49:37 GMT",
             "Sat, 01 Jan 0001 00:00:00 GMT"})
        BOOST_TEST((http::parse_retry_after(text).value().wait(now) == 0ms), text);
}

BOOST_AUTO_TEST_CASE(what_only_looks_like_a_date_is_none)
{
    for (std::string_view const text : {"Sun, 06 Nov 1994 08:49:37",
             "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 2024 00:00:00 GMT",
             "Sun, 00 Jan 2024 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
             "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
             "Xun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
             "Sun, 06 Nov 1994 08:49:37 GMT!", "Sun", "Sunday, ", "Sun, 06 Nov 19x4 08:49:37 GMT"})
        BOOST_TEST(!http::parse_retry_after(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
