// SPDX-License-Identifier: BSL-1.0
// Responses that are not one JSON value with one status: tests/golden/responses.
#include "golden/responses/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace responses = golden::responses;
using restbind::error_kind;
using restbind::phase;
using restbind::http::response;

namespace
{

response got(int status, std::string body = {}, std::string content_type = "application/json")
{
    response response;
    response.status = status;
    if (!body.empty())
        response.content_type = std::move(content_type);
    response.body = std::move(body);
    return response;
}

/// What a request says it can read.
template <class Operation>
std::string accepted(typename Operation::request_type const& request = {})
{
    auto const built = Operation::build(request);
    BOOST_TEST_REQUIRE(built.has_value());
    return std::string(built->headers.find("accept").value_or(""));
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_responses)

BOOST_AUTO_TEST_CASE(each_success_is_an_alternative_that_carries_its_status)
{
    auto const ended = responses::operations::start_job::read(got(200, R"({"lines":["a"]})"));
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST(std::get<0>(*ended).body.lines.at(0) == "a");
    BOOST_TEST(std::get<0>(*ended).status() == 200);

    auto const runs = responses::operations::start_job::read(
        got(202, R"({"id":7})", "application/vnd.jobs+json; charset=utf-8"));
    BOOST_TEST_REQUIRE(runs.has_value());
    auto const& job = std::get<restbind::response<202, responses::Job>>(*runs);
    BOOST_TEST(job.body.id == 7);
    BOOST_TEST(job.status() == 202);

    auto const nothing = responses::operations::start_job::read(got(204));
    BOOST_TEST_REQUIRE(nothing.has_value());
    BOOST_TEST((std::holds_alternative<restbind::response<204, restbind::no_content>>(*nothing)));
}

BOOST_AUTO_TEST_CASE(successes_of_one_type_are_that_type)
{
    static_assert(std::is_same_v<responses::operations::find_job::response_type, responses::Job>);
    static_assert(std::is_void_v<responses::operations::drop_job::response_type>);
    for (int const status : {200, 203})
        BOOST_TEST(responses::operations::find_job::read(got(status, R"({"id":7})")).value().id == 7);
    for (int const status : {200, 204})
        BOOST_TEST(responses::operations::drop_job::read(got(status)).has_value());
}

BOOST_AUTO_TEST_CASE(a_number_as_text_is_a_number)
{
    static_assert(std::is_same_v<responses::operations::count_events::response_type, std::int32_t>);
    BOOST_TEST(responses::operations::count_events::read(got(200, "42", "text/plain")).value() == 42);
    auto const read = [](std::string_view text, std::string type)
    { return responses::operations::count_events::read(got(200, std::string(text), std::move(type))); };
    BOOST_TEST(read("42\r\n", "text/plain; charset=utf-8").value() == 42);
    BOOST_TEST(read("42", "application/json").value() == 42);
    for (std::string_view const text : {"", "many", "4 2", "1.5", "3000000000"})
        BOOST_TEST((read(text, "text/plain").error() == error_kind::invalid_response), text);
    BOOST_TEST((read("42", "text/csv").error() == error_kind::invalid_response));
    BOOST_TEST(accepted<responses::operations::count_events>() == "text/plain");
}

BOOST_AUTO_TEST_CASE(an_alternative_for_several_statuses_says_which_one_came)
{
    auto const exact = responses::operations::find_range::read(got(201, R"(["x"])"));
    BOOST_TEST_REQUIRE(exact.has_value());
    BOOST_TEST(std::get<0>(*exact).body.at(0) == "x");
    auto const other = responses::operations::find_range::read(got(206, R"({"id":7})"));
    BOOST_TEST_REQUIRE(other.has_value());
    auto const& job = std::get<restbind::response<restbind::status_2xx, responses::Job>>(*other);
    BOOST_TEST(job.status() == 206);
    BOOST_TEST(job.body.id == 7);
}

BOOST_AUTO_TEST_CASE(a_status_without_content_is_a_success_whatever_content_is_described)
{
    static_assert(std::is_void_v<responses::operations::set_lines::response_type>);
    BOOST_TEST(responses::operations::set_lines::read(got(204)).has_value());
    auto const added = responses::operations::add_line::read(got(204));
    BOOST_TEST_REQUIRE(added.has_value());
    BOOST_TEST((std::holds_alternative<restbind::response<204, restbind::no_content>>(*added)));
}

BOOST_AUTO_TEST_CASE(of_statuses_described_together_one_without_content_is_null_if_that_is_a_value)
{
    for (int const status : {204, 205})
    {
        auto const optional = responses::operations::change_range::read(got(status));
        BOOST_TEST_REQUIRE(optional.has_value());
        BOOST_TEST(!optional->has_value());
        auto const any = responses::operations::drop_range::read(got(status));
        BOOST_TEST_REQUIRE(any.has_value());
        BOOST_TEST(any->is_null());
    }
    BOOST_TEST(!responses::operations::change_range::read(got(200)).has_value());
    auto const job = responses::operations::find_range::read(got(204));
    BOOST_TEST_REQUIRE(!job.has_value());
    BOOST_TEST((job.error() == error_kind::invalid_response));
    BOOST_TEST(job.error().detail() ==
               "a response with the status 204 has no content, but a value is described for it");
    auto const set = responses::operations::set_range::read(got(205));
    BOOST_TEST((set.error() == error_kind::invalid_response));
}

BOOST_AUTO_TEST_CASE(default_alone_is_every_2xx)
{
    BOOST_TEST(responses::operations::set_range::read(got(299, R"({"id":7})")).value().id == 7);
    auto const refused = responses::operations::set_range::read(got(404, R"({"id":7})"));
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error() == error_kind::not_found));
}

BOOST_AUTO_TEST_CASE(a_status_that_is_not_described_is_an_error_that_names_those_that_are)
{
    auto const outcome = responses::operations::start_job::read(got(206, "{}"));
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::unexpected_status));
    BOOST_TEST(outcome.error().detail() == "startJob promises status 200, 202 or 204, not 206");
    auto const range = responses::operations::find_range::read(got(304));
    BOOST_TEST(range.error().detail() == "findRange promises status 201 or 2XX, not 304");
}

BOOST_AUTO_TEST_CASE(a_redirect_that_is_described_beside_a_success_stays_an_error)
{
    auto const outcome = responses::operations::find_job::read(got(304));
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::unexpected_status));
    BOOST_TEST(outcome.error().status() == 304);
}

BOOST_AUTO_TEST_CASE(an_operation_that_only_redirects_responds_where_to)
{
    response response = got(307);
    response.headers.add_unchecked("location", "/elsewhere?x=1");
    auto const found = responses::operations::find_download::read(response);
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST(found->status == 307);
    BOOST_TEST(found->location == "/elsewhere?x=1");
    BOOST_TEST(responses::operations::find_download::read(got(302)).value().location == "");
    auto const whole = responses::operations::find_download::read(got(200, "{}"));
    BOOST_TEST_REQUIRE(!whole.has_value());
    BOOST_TEST((whole.error() == error_kind::unexpected_status));
}

BOOST_AUTO_TEST_CASE(where_only_errors_are_described_any_2xx_is_a_success_without_content)
{
    static_assert(std::is_void_v<responses::operations::keep_silent::response_type>);
    BOOST_TEST(responses::operations::keep_silent::read(got(200, "anything", "text/html")).has_value());
    BOOST_TEST(responses::operations::keep_silent::read(got(204)).has_value());
    BOOST_TEST(!responses::operations::keep_silent::read(got(400)).has_value());
}

BOOST_AUTO_TEST_CASE(text_comes_as_it_is)
{
    std::string const csv = "a;b\r\n1;\xE4\r\n";
    for (auto const* const type : {"text/csv", "Text/Plain; charset=latin1"})
        BOOST_TEST(responses::operations::print_report::read(got(200, csv, type)).value() == csv, type);
    BOOST_TEST(responses::operations::print_report::read(got(200)).value() == "");
}

BOOST_AUTO_TEST_CASE(bytes_come_with_their_media_type)
{
    std::string const png("\x89PNG\0\xFF", 6);
    auto const picture = responses::operations::load_picture::read(got(200, png, "image/png"));
    BOOST_TEST_REQUIRE(picture.has_value());
    auto const& body = std::get<0>(*picture).body;
    BOOST_TEST(body.content_type == "image/png");
    BOOST_TEST(body.text() == png);
    BOOST_TEST(body.bytes.size() == 6U);
    BOOST_TEST(
        responses::operations::load_anything::read(got(200, png, "odd/type")).value().text() == png);
}

BOOST_AUTO_TEST_CASE(what_may_come_instead_of_text_is_told_by_the_content_type)
{
    using print = responses::operations::print_receipt;
    static_assert(
        std::is_same_v<print::response_type, std::variant<restbind::response<200, std::string>,
                                                 restbind::response<200, restbind::binary_body>>>);
    BOOST_TEST(std::get<0>(print::read(got(200, "a,b", "text/csv")).value()).body == "a,b");
    auto const document = print::read(got(200, "%PDF", "application/pdf"));
    BOOST_TEST(std::get<1>(document.value()).body.text() == "%PDF");
    BOOST_TEST((print::read(got(200, "x", "image/png")).error() == error_kind::invalid_response));
    BOOST_TEST(accepted<print>() == "text/csv, application/pdf;q=0.9");
}

BOOST_AUTO_TEST_CASE(what_may_come_instead_of_json_is_told_by_the_content_type)
{
    using load = responses::operations::load_summary;
    static_assert(std::is_same_v<load::response_type,
        std::variant<restbind::response<200, responses::Report>, restbind::response<200, std::string>,
            restbind::response<200, restbind::binary_body>>>);
    auto const json = load::read(got(200, R"({"lines":["a"]})", "application/json"));
    BOOST_TEST_REQUIRE(json.has_value(), (json ? "" : json.error().detail()));
    BOOST_TEST(json->index() == 0U);
    BOOST_TEST(load::read(got(200, R"({"lines":["a"]})", ""))->index() == 0U);
    auto const text = load::read(got(200, "a,b\n", "text/csv; charset=utf-8"));
    BOOST_TEST_REQUIRE(text.has_value());
    BOOST_TEST(std::get<1>(*text).body == "a,b\n");
    auto const bytes = load::read(got(200, "%PDF", "application/pdf"));
    BOOST_TEST_REQUIRE(bytes.has_value());
    BOOST_TEST(std::get<2>(*bytes).body.text() == "%PDF");
    auto const other = load::read(got(200, "<html>", "text/html"));
    BOOST_TEST_REQUIRE(!other.has_value());
    BOOST_TEST(other.error().detail() == "the response's Content-Type text/html is not one that is described: "
                                         "application/json, text/csv, application/pdf");
    BOOST_TEST(accepted<load>() == "application/json, text/csv;q=0.9, application/pdf;q=0.9");
    // A text in JSON and the same text plain need no two types.
    static_assert(std::is_same_v<responses::operations::load_title::response_type, std::string>);
}

BOOST_AUTO_TEST_CASE(json_with_another_schema_is_not_asked_for_and_an_error)
{
    using list = responses::operations::list_stars;
    BOOST_TEST(accepted<list>() ==
               "application/json, application/vnd.job+json; version=2, text/plain;q=0.9");
    for (auto const* const type : {"application/json", "application/vnd.job+json; version=2",
             "application/vnd.job+json", "application/problem+json", ""})
    {
        auto const job = list::read(got(200, R"({"id":7})", type));
        BOOST_TEST_REQUIRE(job.has_value(), type);
        BOOST_TEST(std::get<0>(*job).body.id == 7, type);
    }
    auto const number = list::read(got(200, "7", "text/plain"));
    BOOST_TEST_REQUIRE(number.has_value());
    BOOST_TEST(std::get<1>(*number).body == 7);
    for (auto const* const body : {R"({"id":7})", "7"})
    {
        auto const other = list::read(got(200, body, "application/vnd.starred+json; a=1"));
        BOOST_TEST_REQUIRE(!other.has_value());
        BOOST_TEST((other.error() == error_kind::invalid_response));
        BOOST_TEST(other.error().detail() ==
                   "the response's Content-Type application/vnd.starred+json; a=1 is described to "
                   "hold something else than was asked for");
    }
}

BOOST_AUTO_TEST_CASE(bytes_of_no_known_kind_are_read_whatever_their_content_type)
{
    using load = responses::operations::load_blob;
    std::string const png("\x89PNG\0\xFF", 6);
    for (auto const* const type : {"image/jpeg", "application/pdf", "application/json",
             "application/octet-stream", "text/plain; charset=utf-8"})
    {
        auto const blob = load::read(got(200, png, type));
        BOOST_TEST_REQUIRE(blob.has_value(), type);
        BOOST_TEST(blob->content_type == type);
        BOOST_TEST(blob->text() == png);
    }
    // What is no success stays an error.
    BOOST_TEST((load::read(got(404, png, "image/jpeg")).error() == error_kind::not_found));
}

BOOST_AUTO_TEST_CASE(a_media_type_that_is_not_described_is_an_error_that_names_those_that_are)
{
    auto const page = responses::operations::load_picture::read(got(200, "<html>", "text/html"));
    BOOST_TEST_REQUIRE(!page.has_value());
    BOOST_TEST((page.error() == error_kind::invalid_response));
    BOOST_TEST((page.error().at() == phase::decode));
    BOOST_TEST(page.error().status() == 200);
    BOOST_TEST(page.error().detail() == "the response's Content-Type text/html is not one that is "
                                        "described: image/*, application/pdf");
    auto const job = responses::operations::start_job::read(got(202, "<job/>", "application/xml"));
    BOOST_TEST_REQUIRE(!job.has_value());
    BOOST_TEST(job.error().detail() == "the response's Content-Type application/xml is not one that is "
                                       "described: application/json");
}

BOOST_AUTO_TEST_CASE(json_that_is_not_as_promised_is_an_error_with_its_place)
{
    auto const outcome = responses::operations::start_job::read(got(202, R"({"id":"x"})"));
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::invalid_response));
    BOOST_TEST(outcome.error().json_path() == "id");
    BOOST_TEST(outcome.error().status() == 202);
}

BOOST_AUTO_TEST_CASE(a_request_names_all_that_can_be_read_and_json_for_refusals)
{
    BOOST_TEST(accepted<responses::operations::start_job>({.name = "x"}) ==
               "application/json, application/vnd.jobs+json");
    BOOST_TEST(accepted<responses::operations::find_job>({.id = 1}) == "application/json");
    BOOST_TEST(accepted<responses::operations::find_range>({.id = 1}) == "application/json");
    BOOST_TEST(accepted<responses::operations::print_report>() ==
               "text/csv, text/plain, application/json;q=0.5");
    BOOST_TEST(accepted<responses::operations::load_anything>() == "*/*");
    BOOST_TEST(accepted<responses::operations::keep_silent>() == "application/json");
}

BOOST_AUTO_TEST_CASE(the_body_of_an_error_is_read_as_described_for_its_status)
{
    using operation = responses::operations::start_job;
    auto const details = [](int status, std::string body, std::string type = "application/json")
    {
        auto const outcome = operation::read(got(status, std::move(body), std::move(type)));
        BOOST_TEST_REQUIRE(!outcome.has_value());
        return restbind::http::error_details<operation>(outcome.error());
    };
    BOOST_TEST(std::get<responses::Conflict>(details(409, R"({"runs":3})").value()).runs == 3);
    BOOST_TEST(std::get<responses::Fault>(details(404, R"({"reason":"a"})").value()).reason == "a");
    BOOST_TEST(std::get<responses::Fault>(details(500, R"({"reason":"b"})").value()).reason == "b");

    auto const wrong = details(409, R"({"runs":"many"})");
    BOOST_TEST_REQUIRE(!wrong.has_value());
    BOOST_TEST((wrong.error() == error_kind::invalid_response));
    BOOST_TEST(wrong.error().json_path() == "runs");
    BOOST_TEST(wrong.error().status() == 409);
    BOOST_TEST(!details(404, "<html>", "text/html").has_value());
    BOOST_TEST(details(404, "").error().detail() == "the error has no body");
    BOOST_TEST(details(404, std::string(80'000, ' ')).error().detail() ==
               "the error's body was too long to be kept whole");
}

BOOST_AUTO_TEST_CASE(an_error_that_is_no_response_has_no_details)
{
    using operation = responses::operations::print_report;
    restbind::error const lost(error_kind::read);
    BOOST_TEST(restbind::http::error_details<operation>(lost).error().detail() ==
               "the error is no response of the service");
    auto const refused = responses::operations::start_job::build({.name = ""});
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST(restbind::http::error_details<responses::operations::start_job>(refused.error())
                   .error()
                   .detail() == "the error is no response of the service");
    auto const failed = operation::read(got(500, R"({"reason":"b"})"));
    BOOST_TEST(restbind::http::error_details<operation>(failed.error()).error().detail() ==
               "printReport does not say what an error with status 500 holds");
}

BOOST_AUTO_TEST_CASE(the_body_of_an_error_is_kept_whatever_it_is)
{
    auto const outcome = responses::operations::print_report::read(got(403, "<h1>No</h1>", "text/html"));
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::forbidden));
    BOOST_TEST(outcome.error().body() == "<h1>No</h1>");
}

BOOST_AUTO_TEST_SUITE_END()
