// SPDX-License-Identifier: BSL-1.0
// Members that go one way, and timestamps as they came: tests/golden/directions.
#include "golden/directions/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace
{

namespace directions = golden::directions;

directions::User user()
{
    return {.id = 0, .name = "Ann", .password = "12345678"};
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_directions)

BOOST_AUTO_TEST_CASE(what_is_read_only_is_not_sent)
{
    auto given = user();
    given.id = 7;
    given.since = restbind::parse_timestamp("2025-01-15T11:30:00.50+01:00");
    auto const request = directions::operations::add_user::build(given);
    BOOST_TEST_REQUIRE(request.has_value());
    BOOST_TEST(request->body ==
               R"({"name":"Ann","password":"12345678","since":"2025-01-15T11:30:00.50+01:00"})");
}

BOOST_AUTO_TEST_CASE(what_is_read_only_is_not_checked_in_requests_and_what_is_write_only_is)
{
    BOOST_TEST(directions::operations::add_user::build(user()).has_value()); // id 0 is below its minimum
    auto given = user();
    given.password = "short";
    auto const request = directions::operations::add_user::build(given);
    BOOST_TEST_REQUIRE(request.has_error());
    BOOST_TEST(request.error().problem().errors.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_response_needs_what_is_read_only_and_not_what_is_write_only)
{
    using restbind::json::decode;
    std::string_view const text = R"({"id":7,"name":"Ann","created":"2025-01-15T10:30:00Z"})";
    auto const read = decode<directions::User>(text);
    BOOST_TEST_REQUIRE(read.has_value(), (read ? "" : read.error().detail()));
    BOOST_TEST(read->id == 7);
    BOOST_TEST(read->password.empty());
    auto const without = decode<directions::User>(R"({"name":"Ann","created":"2025-01-15T10:30:00Z"})");
    BOOST_TEST_REQUIRE(without.has_error());
    BOOST_TEST(without.error().detail().find("id") != std::string::npos, without.error().detail());
    // In another order, and with what needs not be there.
    auto const other =
        decode<directions::User>(R"({"password":"x","created":"2025-01-15T10:30:00Z","name":"A","id":1})");
    BOOST_TEST_REQUIRE(other.has_value());
    BOOST_TEST(other->password == "x");
}

BOOST_AUTO_TEST_CASE(only_members_that_are_sent_are_counted)
{
    BOOST_TEST(restbind::json::count_members(user()) == 2U); // name, password
}

BOOST_AUTO_TEST_SUITE_END()
