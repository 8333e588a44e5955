// SPDX-License-Identifier: BSL-1.0
// Values as text: by a stream, and by std::format where the standard library has it.
#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/format.hpp>
#include <restbind/core/validation.hpp>
#include <ticketing/v1/models.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <string>

namespace
{

template <class T>
std::string streamed(T const& value)
{
    std::ostringstream out;
    out << value;
    return out.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(core_format)

BOOST_AUTO_TEST_CASE(values_are_printed_as_they_are_written)
{
    BOOST_TEST(streamed(restbind::decimal(13680, 2)) == "136.80");
    BOOST_TEST(streamed(restbind::decimal(136800000000000, 0)) == "136800000000000");
    BOOST_TEST(streamed(restbind::decimal::from_string("1.368E2").value()) == "136.8");
    BOOST_TEST(streamed(restbind::parse_timestamp("2025-01-15T11:30:00.5+01:00").value()) ==
               "2025-01-15T11:30:00.5+01:00");
    BOOST_TEST(streamed(restbind::error_kind::timed_out) == "timed out");
    BOOST_TEST(streamed(restbind::phase::first_byte) == "first byte");
    BOOST_TEST(streamed(restbind::location::query) == "query");
    BOOST_TEST(streamed(restbind::rule_kind::max_length) == "max_length");
    BOOST_TEST(streamed(restbind::error(restbind::error_kind::conflict, "why")) ==
               restbind::error(restbind::error_kind::conflict, "why").message());
}

#ifdef __cpp_lib_format
BOOST_AUTO_TEST_CASE(format_takes_what_a_stream_takes)
{
    BOOST_TEST(std::format("{:>8}|", restbind::decimal(13680, 2)) == "  136.80|");
    BOOST_TEST(
        std::format("{}", restbind::parse_timestamp("2025-01-15T11:30:00.5+01:00").value()) ==
        "2025-01-15T11:30:00.5+01:00");
    BOOST_TEST(std::format("{} {}", restbind::error_kind::timed_out, restbind::location::query) ==
               "timed out query");
    BOOST_TEST(std::format("{}", restbind::error(restbind::error_kind::conflict, "why")) ==
               restbind::error(restbind::error_kind::conflict, "why").message());
}
#endif

BOOST_AUTO_TEST_SUITE_END()
