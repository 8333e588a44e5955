// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/date_time.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace
{

std::string instant_rewritten(std::string_view text)
{
    auto const value = restbind::parse_timestamp(text);
    return value ? to_string(restbind::timestamp(value->utc())) : "refused";
}

std::string date_rewritten(std::string_view text)
{
    auto const value = restbind::parse_date(text);
    return value ? restbind::format_date(*value) : "refused";
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_instant)

// proves: R7-9
BOOST_AUTO_TEST_CASE(a_timestamp_is_an_instant_in_utc_with_its_fraction)
{
    using namespace std::chrono;
    auto const value = restbind::parse_timestamp("2025-01-15T10:30:00.1234567Z");
    BOOST_REQUIRE(value.has_value());
    sys_time<nanoseconds> const expected =
        sys_days(year(2025) / 1 / 15) + hours(10) + minutes(30) + nanoseconds(123456700);
    BOOST_CHECK(value->utc() == expected);
}

BOOST_AUTO_TEST_CASE(offsets_are_honoured)
{
    BOOST_TEST(instant_rewritten("2025-01-15T11:30:00+01:00") == "2025-01-15T10:30:00Z");
    BOOST_TEST(instant_rewritten("2025-01-15T00:00:00+00:30") == "2025-01-14T23:30:00Z");
    BOOST_TEST(instant_rewritten("2024-12-31T23:00:00-02:00") == "2025-01-01T01:00:00Z");
    BOOST_TEST(instant_rewritten("2025-01-15T10:30:00-00:00") == "2025-01-15T10:30:00Z");
    BOOST_TEST(instant_rewritten("2025-01-15t10:30:00z") == "2025-01-15T10:30:00Z");
}

BOOST_AUTO_TEST_CASE(nine_digits_of_a_fraction_count_and_as_many_as_needed_are_written)
{
    BOOST_TEST(instant_rewritten("2025-01-15T10:30:00.5Z") == "2025-01-15T10:30:00.5Z");
    BOOST_TEST(instant_rewritten("2025-01-15T10:30:00.500Z") == "2025-01-15T10:30:00.5Z");
    BOOST_TEST(instant_rewritten("2025-01-15T10:30:00.000Z") == "2025-01-15T10:30:00Z");
    BOOST_TEST(
        instant_rewritten("2025-01-15T10:30:00.123456789Z") == "2025-01-15T10:30:00.123456789Z");
    BOOST_TEST(
        instant_rewritten("2025-01-15T10:30:00.1234567899Z") == "2025-01-15T10:30:00.123456789Z");
    BOOST_TEST(
        instant_rewritten("2025-01-15T10:30:00.000000001Z") == "2025-01-15T10:30:00.000000001Z");
}

BOOST_AUTO_TEST_CASE(a_leap_second_is_the_start_of_the_next_minute)
{
    BOOST_TEST(instant_rewritten("2016-12-31T23:59:60Z") == "2017-01-01T00:00:00Z");
    BOOST_TEST(instant_rewritten("2017-01-01T00:59:60+01:00") == "2017-01-01T00:00:00Z");
    BOOST_TEST(instant_rewritten("2016-12-31T22:59:60Z") == "refused");
}

BOOST_AUTO_TEST_CASE(instants_before_1970_are_written_as_read)
{
    BOOST_TEST(instant_rewritten("1969-12-31T23:59:59.25Z") == "1969-12-31T23:59:59.25Z");
    BOOST_TEST(instant_rewritten("1677-09-22T00:00:00Z") == "1677-09-22T00:00:00Z");
    BOOST_TEST(instant_rewritten("2262-04-11T00:00:00Z") == "2262-04-11T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(what_is_no_timestamp_is_refused)
{
    for (std::string_view const text : {"", "2025-01-15", "2025-01-15T10:30:00",
             "2025-01-15T10:30Z", "2025-01-15 10:30:00Z", "2025-01-15T24:00:00Z",
             "2025-01-15T10:60:00Z", "2025-01-15T10:30:61Z", "2025-02-29T10:30:00Z",
             "2025-13-01T10:30:00Z", "2025-01-15T10:30:00.Z", "2025-01-15T10:30:00.5",
             "2025-01-15T10:30:00+0100", "2025-01-15T10:30:00+01", "2025-01-15T10:30:00+24:00",
             "2025-01-15T10:30:00+01:60", "2025-01-15T10:30:00+01:00x", "2025-01-15T10:30:00ZZ",
             "2025-01-15T10:30:00 Z", "2025-1-15T10:30:00Z", "x025-01-15T10:30:00Z",
             "2025-01-15T1x:30:00Z", "2025-01-15T10:30:-1Z"})
        BOOST_TEST(instant_rewritten(text) == "refused", text << " is taken");
}

BOOST_AUTO_TEST_CASE(a_date_is_a_day_of_the_calendar)
{
    for (std::string_view const text :
        {"2025-01-15", "2024-02-29", "0000-01-01", "9999-12-31", "2000-02-29"})
        BOOST_TEST(date_rewritten(text) == text);
    for (std::string_view const text : {"", "2025-1-15", "2025-01-32", "2025-02-29", "1900-02-29",
             "2025-00-01", "2025-01-00", "20250115", "2025/01/15", "2025-01-15 ", "2025-01-15T",
             "+025-01-15", "2025-01-1x", "-001-01-01"})
        BOOST_TEST(date_rewritten(text) == "refused", text << " is taken");
}

BOOST_AUTO_TEST_CASE(what_is_no_day_has_no_text)
{
    using namespace std::chrono;
    BOOST_TEST(restbind::format_date(year(2025) / 2 / 30).empty());
    BOOST_TEST(restbind::format_date(year(-1) / 2 / 1).empty());
    BOOST_TEST(restbind::format_date(year(10000) / 2 / 1).empty());
}

BOOST_AUTO_TEST_SUITE_END()
