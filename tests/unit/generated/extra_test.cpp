// SPDX-License-Identifier: BSL-1.0
// Extra members of one type: tests/golden/extra.
#include "golden/extra/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace extra = golden::extra;
using restbind::json::decode;
using restbind::json::encode;

BOOST_AUTO_TEST_SUITE(generated_extra)

BOOST_AUTO_TEST_CASE(extra_members_are_read_by_their_type_and_written_back)
{
    std::string const json = R"({"id":1,"extra":"own","owner":"me","b":"bb","a\"":"aa"})";
    auto const labels = decode<extra::Labels>(json);
    BOOST_TEST_REQUIRE(labels.has_value(), (labels ? "" : labels.error().detail()));
    BOOST_TEST(*labels->extra == "own");
    BOOST_TEST(*labels->owner == "me");
    BOOST_TEST(labels->additional_properties.size() == 2U);
    BOOST_TEST(labels->additional_properties.at("b") == "bb");
    BOOST_TEST(
        encode(*labels).value() == R"({"id":1,"extra":"own","owner":"me","a\"":"aa","b":"bb"})");
}

BOOST_AUTO_TEST_CASE(an_extra_member_of_another_type_is_told_by_its_name)
{
    auto const labels = decode<extra::Labels>(R"({"id":1,"owner":"me","b":5})");
    BOOST_TEST_REQUIRE(labels.has_error());
    BOOST_TEST(labels.error().json_path() == "b");
    BOOST_TEST(labels.error().detail() == "expected a string, found the number 5");
}

BOOST_AUTO_TEST_CASE(an_extra_member_that_comes_twice_is_refused)
{
    auto const labels = decode<extra::Labels>(R"({"id":1,"owner":"me","b":"x","b":"y"})");
    BOOST_TEST_REQUIRE(labels.has_error());
    BOOST_TEST(labels.error().detail() == "the member appears twice");
}

BOOST_AUTO_TEST_CASE(extra_members_are_charged_for)
{
    std::string json = R"({"id":1,"owner":"me")";
    for (int i = 0; i != 100; ++i)
        json += ",\"n" + std::to_string(i) + "\":\"x\"";
    BOOST_TEST(decode<extra::Labels>(json + "}").has_value());
    BOOST_TEST(decode<extra::Labels>(json + "}", {.max_memory = 2000}).has_error());
}

BOOST_AUTO_TEST_CASE(extra_members_are_checked_and_counted)
{
    extra::Labels labels{.id = 1, .owner = "me"};
    BOOST_TEST(extra::operations::label::build(labels).has_value());
    labels.additional_properties = {{"a", "x"}, {"b", "yy"}, {"c", "zz"}};
    auto const request = extra::operations::label::build(labels);
    BOOST_TEST_REQUIRE(request.has_error());
    std::string told;
    for (auto const& one : request.error().problem().errors)
        told += one.field + ": " + one.message + "; ";
    BOOST_TEST(
        told ==
        ": Object must have at most 4 member(s); a: Extra must have at least 2 character(s); ");
}

BOOST_AUTO_TEST_CASE(an_extra_member_must_not_have_the_name_of_a_known_one)
{
    extra::Labels const labels{.id = 1, .owner = "me", .additional_properties = {{"id", "xx"}}};
    auto const text = encode(labels);
    BOOST_TEST_REQUIRE(text.has_error());
    BOOST_TEST(text.error().json_path() == "id");
}

BOOST_AUTO_TEST_CASE(extra_members_may_be_null_or_of_the_very_type)
{
    std::string const scores = R"({"total":3,"a":null,"b":3})";
    BOOST_TEST(encode(*decode<extra::Scores>(scores)).value() == scores);
    std::string const tree = R"({"name":"t","left":{"name":"l","deep":{}}})";
    auto const read = decode<extra::Tree>(tree);
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(*read->additional_properties.at("left").name == "l");
    BOOST_TEST(encode(*read).value() == tree);
}

BOOST_AUTO_TEST_CASE(a_member_that_only_required_names_is_what_came)
{
    for (std::string const text : {R"({"id":1})", R"({"id":1,"signature":null})", R"({"id":1,"signature":[1]})"})
    {
        auto const read = decode<extra::Signed>(text);
        BOOST_TEST_REQUIRE(read.has_value());
        BOOST_TEST(encode(*read).value() == text);
    }
}

BOOST_AUTO_TEST_CASE(a_request_without_a_member_that_only_required_names_is_refused)
{
    auto const request = extra::operations::label::build({.id = 1, .extra = "own"});
    BOOST_TEST_REQUIRE(request.has_error());
    auto const& errors = request.error().problem().errors;
    BOOST_TEST_REQUIRE(errors.size() == 1U);
    BOOST_TEST(errors[0].field == "owner");
}

BOOST_AUTO_TEST_SUITE_END()
