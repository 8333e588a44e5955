// SPDX-License-Identifier: BSL-1.0
#include "support/problem_format.hpp"
#include "unit/json/models.hpp"

#include <restbind/core/validation.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/testing/detail/encode_problem.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

using json_test::why;
using restbind::errors_shape;
using restbind::problem_details;
using restbind::validation_error;

namespace
{

constexpr auto& format = restbind::test::problem_members;

auto decode_problem(std::string_view text, restbind::json::limits const& bounds = {})
{
    return restbind::json::decode_problem(text, format, bounds);
}

std::string encode_problem(problem_details const& problem)
{
    return restbind::testing::detail::encode_problem(problem, format);
}

using errors = std::vector<validation_error>;

problem_details read(std::string_view text)
{
    auto const problem = decode_problem(text);
    BOOST_REQUIRE_EQUAL(why(problem), "read");
    return *problem;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_problem)

// proves: R7-1, R7-9
BOOST_AUTO_TEST_CASE(all_members_are_read_and_written_back)
{
    constexpr std::string_view text =
        R"({"type":"about:blank","title":"Unprocessable Entity","status":422,"detail":"no","instance":"/p",)"
        R"("errorCode":13001,"errorCount":1,"errors":[{"field":"cartId","message":"m"}],"traceId":"t-1",)"
        R"("timestamp":"2025-01-15T10:30:00.1234567+00:00","tenant":"kiosk","more":[1, {"a":1.50}]})";
    problem_details const problem = read(text);
    BOOST_TEST(problem.type == "about:blank");
    BOOST_TEST(problem.title == "Unprocessable Entity");
    BOOST_TEST(problem.status == 422);
    BOOST_TEST(problem.detail == "no");
    BOOST_TEST(problem.instance.value() == "/p");
    BOOST_TEST(problem.error_code.value() == 13001);
    BOOST_TEST(problem.error_count.value() == 1);
    BOOST_CHECK(problem.shape == errors_shape::list);
    BOOST_CHECK(problem.errors == (errors{{"cartId", "m"}}));
    BOOST_TEST(problem.trace_id.value() == "t-1");
    BOOST_CHECK(problem.timestamp == restbind::parse_timestamp("2025-01-15T10:30:00.1234567Z"));
    BOOST_TEST(problem.timestamp_text.value() == "2025-01-15T10:30:00.1234567+00:00");
    BOOST_REQUIRE(problem.extensions.size() == 2u);
    BOOST_TEST(problem.extensions[1].second == "[1, {\"a\":1.50}]");
    BOOST_TEST(encode_problem(problem) == text);
}

// proves: R7-6
// survives: J19, J20
BOOST_AUTO_TEST_CASE(both_shapes_of_errors_become_one_list)
{
    problem_details const list =
        read(R"({"errors":[{"field":"Zoom","message":"z"},{"field":"VenueId","message":"v"}]})");
    problem_details const map = read(R"({"errors":{"Zoom":["z"],"VenueId":["v"]}})");
    BOOST_CHECK(list.errors == map.errors);
    BOOST_CHECK(list.shape == errors_shape::list);
    BOOST_CHECK(map.shape == errors_shape::map);
}

// proves: R7-6, A-12
BOOST_AUTO_TEST_CASE(a_map_of_errors_is_written_with_one_array_for_each_key)
{
    problem_details const problem =
        restbind::make_validation_problem({422, errors_shape::map, restbind::key_style::pascal_case,
                                              "The request contains {count} validation error(s)"},
            {{"venueId", "v1"}, {"zoom", "z"}, {"venueId", "v2"}}, "/p");
    std::string const text = encode_problem(problem);
    BOOST_TEST(
        text ==
        R"-({"type":"about:blank","title":"Unprocessable Entity","status":422,)-"
        R"-("detail":"The request contains 3 validation error(s)","instance":"/p","errorCount":3,)-"
        R"-("errors":{"VenueId":["v1","v2"],"Zoom":["z"]}})-");
    BOOST_CHECK(read(text) == problem);
}

// proves: A-11, A-12
BOOST_AUTO_TEST_CASE(a_list_refusal_has_its_members_in_order)
{
    problem_details const problem =
        restbind::make_validation_problem({422, errors_shape::list, restbind::key_style::wire,
                                              "The request contains {count} validation error(s)"},
            {{"cartId", "CartId must be greater than or equal to 0"}},
            "/api/v1/cart/allocateManualSeats");
    std::string const text = encode_problem(problem);
    BOOST_TEST(
        text ==
        R"-({"type":"about:blank","title":"Unprocessable Entity","status":422,)-"
        R"-("detail":"The request contains 1 validation error(s)",)-"
        R"-("instance":"/api/v1/cart/allocateManualSeats","errorCount":1,)-"
        R"-("errors":[{"field":"cartId","message":"CartId must be greater than or equal to 0"}]})-");
    BOOST_CHECK(read(text) == problem);
}

// proves: A-11
BOOST_AUTO_TEST_CASE(a_plain_refusal_has_neither_errors_nor_their_number)
{
    problem_details const problem = restbind::make_validation_problem(
        {400, errors_shape::none, restbind::key_style::wire, "{first}", "", "Bad Request"},
        {{"cartId", "CartId must be greater than 0"}}, "/api/v1/ext/cart/allocateProducts");
    BOOST_TEST(
        encode_problem(problem) ==
        R"({"type":"about:blank","title":"Bad Request","status":400,"detail":"CartId must be greater than 0",)"
        R"("instance":"/api/v1/ext/cart/allocateProducts"})");
}

// proves: R7-1
// survives: J21, J22, J23
BOOST_AUTO_TEST_CASE(a_member_of_the_wrong_type_counts_as_absent)
{
    problem_details const problem = read(
        R"({"type":1,"title":null,"status":"422","detail":["x"],"instance":{},"errorCode":"13001","errorCount":1.5,)"
        R"("errors":"x","traceId":7,"timestamp":12})");
    BOOST_CHECK(problem == problem_details());
    BOOST_CHECK(read("{}") == problem_details());
    BOOST_CHECK(!read(R"({"errorCode":9223372036854775808})").error_code.has_value());
    BOOST_CHECK(read(R"({"status":1e3})").status == 1000);
    BOOST_CHECK(read(R"({"status":1e30})").status == 0);
    BOOST_CHECK(read(R"({"errors":null})").shape == errors_shape::none);
}

// proves: R7-6
// survives: J22
BOOST_AUTO_TEST_CASE(parts_of_errors_of_the_wrong_type_are_left_out)
{
    BOOST_CHECK(
        read(
            R"({"errors":[1,null,{"field":1,"message":"m"},{"field":"f"},{"x":1},"s",[],{"message":"n","y":[]}]})")
            .errors == (errors{{"", "m"}, {"f", ""}, {"", "n"}}));
    BOOST_CHECK(read(R"({"errors":{"a":["1",2,"3"],"b":"4","c":5,"d":[],"e\n":["6"]}})").errors ==
                (errors{{"a", "1"}, {"a", "3"}, {"b", "4"}, {"e\n", "6"}}));
    BOOST_CHECK(read(R"({"errors":[]})").shape == errors_shape::list);
    BOOST_TEST(encode_problem(read(R"({"errors":{}})")) == R"({"type":"about:blank","errors":{}})");
    BOOST_TEST(encode_problem(read(R"({"errors":[]})")) == R"({"type":"about:blank","errors":[]})");
}

// proves: R7-9
BOOST_AUTO_TEST_CASE(members_come_in_any_order_and_spelling)
{
    problem_details const wanted = read(
        R"({"type":"t","title":"a","status":422,"detail":"d","errorCode":7,"errors":[{"field":"f","message":"m"}],"types":1})");
    BOOST_TEST(wanted.extensions.size() == 1U);
    for (std::string_view const text :
        {R"({"types":1,"errors":[{"message":"m","field":"f"}],"errorCode":7,"detail":"d","status":422,"title":"a","type":"t"})",
            R"({ "type" : "t" ,"title" :"a","status": 422, "detail":"d","errorCode":7,"errors":[{"field" :"f", "message":"m"}],"types":1})",
            R"({"ty\u0070e":"t","title":"a","status":422,"types":1,"detail":"d","errorCode":7,"errors":[{"fi\u0065ld":"f","message":"m"}]})",
            R"({"type":"old","title":"a","type":"t","status":1,"status":422,"detail":"d","errorCode":7,"errors":[{"field":"g","field":"f","x":{},"message":"m"}],"types":1})"})
        BOOST_TEST((read(text) == wanted), text);
    // A name that only begins as expected, in texts that end behind it.
    for (std::string_view const text : {R"({"type)", R"({"type")", R"({"type":)", R"({"type"x"t"})",
             R"({"type" "t"})", R"({"errors":[{"field":)", R"({"errors":[{"field)"})
        BOOST_TEST(decode_problem(text).has_error(), text);
    BOOST_TEST(read(R"({"":1})").extensions.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_timestamp_of_any_year_is_kept)
{
    problem_details const problem = read(R"({"timestamp":"0001-01-01T00:00:00Z"})");
    BOOST_TEST_REQUIRE(problem.timestamp.has_value());
    BOOST_TEST(to_string(*problem.timestamp) == "0001-01-01T00:00:00Z");
    BOOST_TEST(problem.timestamp_text.value() == "0001-01-01T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(an_unreadable_timestamp_is_ignored)
{
    for (std::string_view const text : {R"("yesterday")", R"("2025-01-15")", R"("")", "null",
             "1736937000"})
    {
        problem_details const problem =
            read(R"({"timestamp":)" + std::string(text) + R"(,"detail":"d"})");
        BOOST_TEST(!problem.timestamp.has_value());
        BOOST_TEST(!problem.timestamp_text.has_value());
        BOOST_TEST(problem.detail == "d");
    }
}

// proves: R7-9
BOOST_AUTO_TEST_CASE(a_timestamp_without_its_text_is_written_with_its_offset)
{
    problem_details problem;
    problem.timestamp = restbind::parse_timestamp("2025-01-15T11:30:00.25+01:00");
    BOOST_TEST(encode_problem(problem) ==
               R"({"type":"about:blank","timestamp":"2025-01-15T11:30:00.25+01:00"})");
}

// survives: J1, J17, J18
BOOST_AUTO_TEST_CASE(what_is_no_object_is_unreadable)
{
    BOOST_TEST(why(decode_problem("")) == " @0: expected an object, found the end of the text");
    BOOST_TEST(why(decode_problem("<html>")) == " @0: expected an object, found '<'");
    BOOST_TEST(why(decode_problem("[]")) == " @0: expected an object, found an array");
    BOOST_TEST(why(decode_problem("null")) == " @0: expected an object, found null");
    BOOST_TEST(why(decode_problem(R"({"detail":"x")")) ==
               " @13: expected ',' or '}', found the end of the text");
    BOOST_TEST(why(decode_problem(R"({"errors":[{"field":"x"}})")) ==
               "errors @24: expected ',' or ']', found '}'");
    BOOST_TEST(why(decode_problem("{} x")) == " @3: expected the end of the text, found 'x'");
    BOOST_CHECK(decode_problem("{}", {.max_bytes = 1}).error() == restbind::error_kind::too_large);
    BOOST_TEST(!decode_problem(R"({"x":)" + std::string(40, '[') + std::string(40, ']') + "}")
            .has_value());
}

BOOST_AUTO_TEST_CASE(writing_never_fails)
{
    problem_details problem;
    problem.detail = "a\xFF"
                     "b\n";
    problem.extensions = {{"good", "1"}, {"bad", "1,2"}};
    BOOST_TEST(encode_problem(problem) == "{\"type\":\"about:blank\",\"detail\":\"a\xEF\xBF\xBD"
                                          "b\\n\",\"good\":1}");
}

// proves: R7-1
BOOST_AUTO_TEST_CASE(without_a_format_there_is_rfc_9457_and_nothing_else)
{
    constexpr std::string_view text =
        R"({"type":"/out","title":"No","status":409,"detail":"d","instance":"/p","errorCode":13001,)"
        R"("errorCount":1,"errors":[{"field":"a","message":"m"}],"traceId":"t","timestamp":"x","":5})";
    auto const problem = restbind::json::decode_problem(text);
    BOOST_REQUIRE(problem);
    BOOST_TEST(problem->type == "/out");
    BOOST_TEST(problem->instance.value() == "/p");
    BOOST_TEST(!problem->error_code.has_value());
    BOOST_TEST(!problem->error_count.has_value());
    BOOST_TEST(!problem->trace_id.has_value());
    BOOST_TEST(!problem->timestamp.has_value());
    BOOST_TEST(problem->errors.empty());
    BOOST_TEST(problem->extensions.size() == 6U);
    BOOST_TEST(restbind::testing::detail::encode_problem(*problem) == text);

    auto const local =
        restbind::make_validation_problem({}, {{"a", "A is wrong"}, {"b", "B is wrong"}}, "/p");
    BOOST_TEST(local.status == 422);
    BOOST_TEST(local.errors.size() == 2U);
    BOOST_TEST(restbind::testing::detail::encode_problem(local) ==
               R"({"type":"about:blank","title":"Unprocessable Entity","status":422,)"
               R"("detail":"A is wrong","instance":"/p"})");
}

BOOST_AUTO_TEST_CASE(each_provider_has_names_of_its_own)
{
    constexpr restbind::problem_format other{.code = "code", .errors = "violations"};
    constexpr std::string_view text =
        R"({"type":"about:blank","code":7,"violations":[{"pointer":"#/age","detail":"too \"old\""}],)"
        R"("errorCode":8})";
    auto const problem = restbind::json::decode_problem(text, other);
    BOOST_REQUIRE(problem);
    BOOST_TEST(problem->error_code.value() == 7);
    BOOST_CHECK(problem->errors == (errors{{"#/age", "too \"old\""}}));
    BOOST_REQUIRE(problem->extensions.size() == 1U);
    BOOST_TEST(problem->extensions[0].first == "errorCode");
    BOOST_TEST(restbind::testing::detail::encode_problem(*problem, other) == text);
}

BOOST_AUTO_TEST_SUITE_END()
