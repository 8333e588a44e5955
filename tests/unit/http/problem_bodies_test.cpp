// SPDX-License-Identifier: BSL-1.0
// Bodies of refusals as services and gateways really send them, read by a generated operation.
#include <ticketing/v1/operations.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

namespace api = ticketing::v1;
using operation = api::operations::allocate_manual_seats;
using restbind::error;
using restbind::error_kind;
using errors = std::vector<restbind::validation_error>;

/// What a caller learns from a response. Nothing may be thrown, whatever the body looks like.
error read(int status, std::string body, std::string_view type = "application/problem+json")
{
    restbind::http::response response;
    response.status = status;
    response.content_type = type;
    response.body = std::move(body);
    auto const outcome = operation::read(response);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST(outcome.error().status() == status, "the status is that of HTTP");
    return outcome.error();
}

std::string printed(error const& failure)
{
    std::ostringstream text;
    text << failure;
    BOOST_TEST(text.str() == failure.message());
    return text.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_problem_bodies)

// survives: J19, J20, J21
BOOST_AUTO_TEST_CASE(errors_come_as_an_array_as_an_object_or_not_at_all)
{
    errors const expected{{"CartId", "no cart"}, {"Detail", "no seats"}};
    BOOST_TEST((
        read(422,
            R"({"errors":[{"field":"CartId","message":"no cart"},{"field":"Detail","message":"no seats"}]})")
            .problem().errors == expected));
    BOOST_TEST((read(422, R"({"errors":{"CartId":["no cart"],"Detail":["no seats"]}})")
                    .problem().errors == expected));
    for (auto const body : {R"({"detail":"no"})", R"({"detail":"no","errors":null})", "{}"})
    {
        error const failure = read(422, body);
        BOOST_TEST(failure.has_problem());
        BOOST_TEST(failure.problem().errors.empty());
    }
}

// survives: J22
BOOST_AUTO_TEST_CASE(errors_of_the_wrong_type_are_ignored_and_the_rest_is_read)
{
    for (auto const wrong :
        {"\"CartId\"", "17", "true", "[1,2]", "[[]]", "[null]", R"({"CartId":17})", R"({"":{}})"})
    {
        error const failure = read(422,
            R"({"detail":"no seats","errors":)" + std::string(wrong) + R"(,"errorCode":13004})");
        BOOST_TEST(failure.problem().errors.empty(), wrong);
        BOOST_TEST(failure.detail() == "no seats", wrong);
        BOOST_TEST((failure == api::error_code::cart_item_disabled), wrong);
    }
}

// survives: J23, J24
BOOST_AUTO_TEST_CASE(a_status_in_the_body_never_replaces_that_of_http)
{
    for (auto const status :
        {"\"422\"", "\"\"", "null", "[422]", "200", "500", "-1", "99999999999", "1e400", "4.5"})
    {
        error const failure = read(409,
            R"({"status":)" + std::string(status) + R"(,"detail":"sold out","traceId":"t-1"})");
        BOOST_TEST((failure == error_kind::conflict), status);
        BOOST_TEST(failure.status() == 409, status);
        BOOST_TEST(failure.detail() == "sold out", status);
        BOOST_TEST(failure.trace_id() == "t-1", status);
    }
    BOOST_TEST(read(409, R"({"status":"422"})").problem().status == 0);
    BOOST_TEST(read(409, R"({"status":422})").problem().status == 422);
}

// survives: J25
BOOST_AUTO_TEST_CASE(a_code_of_the_service_is_typed_on_422_and_on_400)
{
    std::vector<std::pair<int, api::error_code>> const codes{
        {13001, api::error_code::cart_mismatch}, {13002, api::error_code::session_not_valid},
        {13003, api::error_code::not_a_session_item}, {13004, api::error_code::cart_item_disabled},
        {13005, api::error_code::cart_item_not_found}};
    for (int const status : {400, 422, 404})
        for (auto const& [number, code] : codes)
        {
            error const failure =
                read(status, R"({"status":400,"errorCode":)" + std::to_string(number) + "}");
            BOOST_TEST((failure == code), number);
            BOOST_TEST((failure == (status == 404 ? error_kind::not_found : error_kind::client_error)));
        }
    for (auto const code : {"\"13001\"", "13001.5", "1e99", "null", "[13001]"})
        BOOST_TEST((read(422, R"({"errorCode":)" + std::string(code) + "}").code() ==
                       make_error_code(error_kind::client_error)),
            code);
}

// survives: J26, J27, J28
BOOST_AUTO_TEST_CASE(a_response_of_a_gateway_keeps_its_kind)
{
    std::string const problem = R"({"detail":"no","errorCode":13001})";
    for (auto const type : {"", "text/plain", "application/octet-stream", ";;;", "text/html"})
    {
        error const failure = read(422, problem, type);
        BOOST_TEST((failure == api::error_code::cart_mismatch), type);
        BOOST_TEST(failure.body() == problem, type);
    }
    error const page = read(502, "<html><h1>Bad Gateway</h1></html>", "text/html");
    BOOST_TEST((page == error_kind::server_error));
    BOOST_TEST(!page.has_problem());
    BOOST_TEST(page.body() == "<html><h1>Bad Gateway</h1></html>");
    BOOST_TEST(printed(page).find("<html>") == std::string::npos);

    error const nothing = read(500, "", "");
    BOOST_TEST((nothing == error_kind::server_error));
    BOOST_TEST(!nothing.has_problem());
    BOOST_TEST(nothing.body().empty());
    BOOST_TEST(!printed(nothing).empty());
}

// survives: J29
BOOST_AUTO_TEST_CASE(a_detail_of_two_megabytes_is_bounded_where_it_is_shown)
{
    std::string const detail(2U << 20, 'd');
    error const failure = read(400, R"({"detail":")" + detail + R"(","errorCode":13001})");
    BOOST_TEST((failure == api::error_code::cart_mismatch));
    BOOST_TEST(failure.problem().detail.size() == detail.size());
    BOOST_TEST(failure.body().size() == error::max_body);
    BOOST_TEST(printed(failure).size() < 4096U);

    // Millions of small errors, too, end in a line that can be read.
    std::string many = R"({"errors":[{"field":"a","message":"b"})";
    for (int i = 0; i != 20'000; ++i)
        many += R"(,{"field":"a","message":"b"})";
    error const list = read(422, many + "]}");
    BOOST_TEST(list.problem().errors.size() == 20'001U);
    BOOST_TEST(printed(list).size() < 4096U);
}

// survives: J30
BOOST_AUTO_TEST_CASE(control_characters_of_a_problem_cannot_break_out_of_a_line)
{
    std::string const evil = R"(a\r\nINFO all is well\u001b[2J\u0000\u0085b)";
    error const failure =
        read(422, R"({"title":")" + evil + R"(","detail":")" + evil + R"(","traceId":")" + evil +
                      R"(","errors":{")" + evil + R"(":[")" + evil + R"("]}})");
    BOOST_TEST(failure.has_problem());
    BOOST_TEST(
        failure.problem().detail.find('\n') != std::string::npos, "the value itself is kept");
    std::string const text = printed(failure);
    BOOST_TEST(std::none_of(text.begin(), text.end(),
                   [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; }),
        text);
    // Raw control characters are no JSON: there is no problem then, and still an error.
    error const raw = read(422, "{\"detail\":\"a\nb\"}");
    BOOST_TEST((raw == error_kind::client_error));
    BOOST_TEST(!raw.has_problem());
    BOOST_TEST(printed(raw).find('\n') == std::string::npos);
}

// survives: J31
BOOST_AUTO_TEST_CASE(a_count_that_is_not_that_of_the_errors_changes_nothing)
{
    for (auto const count : {"0", "1", "7", "-1", "2147483648", "\"2\"", "null", "1e99"})
    {
        error const failure = read(
            422, R"({"errorCount":)" + std::string(count) +
                     R"(,"errors":[{"field":"a","message":"b"},{"field":"c","message":"d"}]})");
        BOOST_TEST(failure.problem().errors.size() == 2U, count);
        BOOST_TEST((failure == error_kind::client_error), count);
    }
    BOOST_TEST(read(422, R"({"errorCount":3})").problem().errors.empty());
}

// survives: J1, J3, J4, J6, J7, J17, J18
BOOST_AUTO_TEST_CASE(a_refusal_that_is_no_problem_at_all_is_still_a_refusal)
{
    using namespace std::string_literals;
    for (std::string const& body : {""s, " "s, "null"s, "17"s, "\"x\""s, "[]"s, "{"s, "{\"a\":1"s,
             "{}x"s, "\xEF\xBB\xBF{}"s, "{\0}\0"s, "\0"s, "{\"detail\":\"\xff\"}"s,
             R"({"a":)"s + std::string(100, '[') + std::string(100, ']') + "}",
             "{\"detail\":\"\xf0\x9f\x8e\x28\"}"s, "{\"detail\":\"a\0b\"}"s, "{}\0"s, "\0{}"s,
             "\0{\0}"s, "\xFF\xFE{\0}\0"s, "\xFE\xFF\0{\0}"s, std::string(3U << 20, '{')})
    {
        error const failure = read(404, body);
        BOOST_TEST((failure == error_kind::not_found));
        BOOST_TEST(!failure.has_problem(), restbind::printable(body, 20));
        BOOST_TEST(failure.body() == body.substr(0, error::max_body));
        BOOST_TEST(!printed(failure).empty());
    }
}

BOOST_AUTO_TEST_CASE(a_member_of_a_problem_that_appears_twice_counts_as_it_stands_last)
{
    error const failure = read(404, R"({"detail":"a","detail":"b"})");
    BOOST_TEST((failure == error_kind::not_found));
    BOOST_TEST_REQUIRE(failure.has_problem());
    BOOST_TEST(failure.detail() == "b");
}

// survives: H32, J13
BOOST_AUTO_TEST_CASE(a_success_is_read_by_its_members_and_refused_by_its_type)
{
    std::string const good = R"({"cartId":1,"cartItemId":2,"cartItemDetail":[],"errors":[]})";
    auto const as = [](std::string body, std::string_view type)
    {
        restbind::http::response response;
        response.status = 200;
        response.content_type = type;
        response.body = std::move(body);
        return operation::read(response);
    };
    BOOST_TEST(as(good, "application/json").has_value());
    BOOST_TEST(as(good, "").has_value());
    BOOST_TEST(as(R"({"new":[{}],)" + good.substr(1), "application/json").has_value());
    for (auto const type : {"text/html", "text/plain", "application/xml", "json"})
    {
        auto const wrong = as(good, type);
        BOOST_TEST_REQUIRE(!wrong.has_value(), type);
        BOOST_TEST((wrong.error() == error_kind::invalid_response));
        BOOST_TEST(wrong.error().status() == 200);
    }
    auto const path =
        as(R"({"cartId":1,"cartItemId":2,"cartItemDetail":[{"seatId":null}],"errors":[]})",
            "application/json");
    BOOST_TEST_REQUIRE(!path.has_value());
    BOOST_TEST(path.error().json_path() == "cartItemDetail[0].rateId");
    BOOST_TEST(path.error().detail() ==
               "the required member \"rateId\" is missing; json::reading::lenient would read on");
}

BOOST_AUTO_TEST_SUITE_END()
