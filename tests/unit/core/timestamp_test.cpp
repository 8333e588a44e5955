// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/date_time.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace
{

using restbind::timestamp;
using instant = std::chrono::sys_time<std::chrono::nanoseconds>;

std::string timestamp_rewritten(std::string_view text)
{
    auto const value = restbind::parse_timestamp(text);
    return value ? to_string(*value) : "refused";
}

timestamp at(std::string_view text)
{
    return restbind::parse_timestamp(text).value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_timestamp)

BOOST_AUTO_TEST_CASE(a_timestamp_is_written_as_it_was_read)
{
    for (std::string_view const text : {"2025-01-15T10:30:00Z", "2025-01-15T10:30:00+00:00",
             "2025-01-15T10:30:00-00:00", "2025-01-15T11:30:00+01:00", "2025-01-15T23:59:59-23:59",
             "2025-01-15T10:30:00.500Z", "2025-01-15T10:30:00.0+05:30", "2025-01-15T10:30:00.000Z",
             "2025-01-15T10:30:00.123456789Z", "2025-01-15T10:30:00.1234567890Z",
             "2025-01-15T10:30:00.000000000000000001Z", "2025-01-15T10:30:00.123456789012345678Z",
             "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-12:00",
             "1969-12-31T23:59:59.25-01:00", "2025-01-15t10:30:00z", "2025-01-15t10:30:00+01:00",
             "2025-01-15T10:30:00.5z", "2016-12-31T23:59:60Z", "2017-01-01T00:59:60.25+01:00",
             "2016-12-31t18:59:60-05:00", "9999-12-31T23:59:60Z"})
        BOOST_TEST(timestamp_rewritten(text) == text);
}

BOOST_AUTO_TEST_CASE(what_is_no_timestamp_is_refused)
{
    for (std::string_view const text : {"", "2025-01-15", "2025-01-15T10:30:00",
             "2025-01-15T10:30:00.Z", "2025-01-15T10:30:00.5", "2025-02-29T10:30:00Z",
             "2025-01-15T10:30:00.1234567890123456789Z", // none of its digits may be lost
             "2025-01-15T10:30:00+24:00", "2025-01-15T10:30:00ZZ", "2025-01-15T10:30:61Z"})
        BOOST_TEST(timestamp_rewritten(text) == "refused", text << " is taken");
}

BOOST_AUTO_TEST_CASE(points_in_time_are_compared_and_not_how_they_are_written)
{
    BOOST_TEST((at("2025-01-15T11:30:00+01:00") == at("2025-01-15T10:30:00.000Z")));
    BOOST_TEST((at("2025-01-15T11:30:00+01:00") < at("2025-01-15T10:30:00.000000000001Z")));
    BOOST_TEST((at("1969-12-31T23:59:59.9Z") < at("1970-01-01T00:00:00Z")));
    BOOST_TEST((at("2016-12-31T23:59:60Z") == at("2017-01-01t00:00:00z")));
}

BOOST_AUTO_TEST_CASE(a_timestamp_that_was_never_set_is_no_point_in_time)
{
    timestamp const unset;
    BOOST_TEST(!unset.has_value());
    BOOST_TEST(to_string(unset) == "");
    BOOST_TEST((unset == timestamp() && unset != at("1970-01-01T00:00:00Z")));
    BOOST_TEST((unset < at("0000-01-01T00:00:00Z")));
    BOOST_TEST(!unset.offset().has_value());
    BOOST_TEST(at("1970-01-01T00:00:00-00:00").has_value());
    BOOST_TEST(timestamp(std::chrono::sys_seconds()).has_value());
}

BOOST_AUTO_TEST_CASE(a_point_in_time_of_chrono_is_written_in_utc_with_the_digits_it_needs)
{
    using namespace std::chrono;
    timestamp const half = sys_days(year(2025) / 1 / 15) + 500ms;
    BOOST_TEST(to_string(half) == "2025-01-15T00:00:00.5Z");
    BOOST_TEST(to_string(timestamp(sys_seconds(-1s))) == "1969-12-31T23:59:59Z");
    BOOST_TEST(to_string(timestamp(instant(-1ns))) ==
               "1969-12-31T23:59:59.999999999Z");
    BOOST_TEST(
        to_string(timestamp(sys_seconds(0s), -90min)) == "1969-12-31T22:30:00-01:30");
    BOOST_TEST((timestamp(instant(-1ns)).utc() == instant(-1ns)));
}

BOOST_AUTO_TEST_CASE(its_parts_can_be_asked_for)
{
    using namespace std::chrono;
    auto const value = at("1970-01-01T01:00:01.50+01:00");
    BOOST_TEST((value.seconds() == sys_seconds(1s)));
    BOOST_TEST((value.subseconds() == 500ms));
    BOOST_TEST((value.offset() == minutes(60)));
    BOOST_TEST(value.fraction_digits() == 2U);
    BOOST_TEST(!at("1970-01-01T00:00:00-00:00").offset().has_value());
    BOOST_TEST((at("9999-12-31T23:59:59Z").utc() == (instant::max)()));
    BOOST_TEST((at("0001-01-01T00:00:00Z").utc() == (instant::min)()));
}

BOOST_AUTO_TEST_CASE(a_local_year_beyond_9999_has_no_text)
{
    BOOST_TEST(timestamp_rewritten("9999-12-31T23:59:59.9-00:00") == "9999-12-31T23:59:59.9-00:00");
    auto const last = at("9999-12-31T23:59:59Z");
    BOOST_TEST(to_string(timestamp(last.seconds(), std::chrono::minutes(1))).empty());
}

BOOST_AUTO_TEST_SUITE_END()
