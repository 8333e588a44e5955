// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/headers.hpp>
#include <restbind/http/operation_info.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>

using namespace restbind::http;

namespace
{

constexpr std::array<response_rule, 4> rules{{
    {.status = 200},
    {.status = 404},
    {.status = restbind::status_2xx},
    {.status = restbind::default_status},
}};

constexpr std::size_t none = rules.size();

} // namespace

BOOST_AUTO_TEST_SUITE(http_response_rule)

BOOST_AUTO_TEST_CASE(an_exact_status_wins_over_its_hundred_and_that_over_everything_else)
{
    BOOST_TEST(find_rule(rules, 200) == 0U);
    BOOST_TEST(find_rule(rules, 404) == 1U);
    BOOST_TEST(find_rule(rules, 201) == 2U);
    BOOST_TEST(find_rule(rules, 299) == 2U);
    BOOST_TEST(find_rule(rules, 300) == 3U);
    BOOST_TEST(find_rule(rules, 500) == 3U);
}

BOOST_AUTO_TEST_CASE(a_status_without_a_rule_has_no_place)
{
    BOOST_TEST(find_rule(std::span(rules).first(3), 500) == 3U);
    BOOST_TEST(find_rule(std::span<response_rule const>(), 200) == 0U);
}

BOOST_AUTO_TEST_CASE(among_successes_default_is_about_2xx_alone)
{
    std::array<response_rule, 1> const all{{{.status = restbind::default_status}}};
    BOOST_TEST(find_success(all, 200) == 0U);
    BOOST_TEST(find_success(all, 299) == 0U);
    for (int const status : {0, 100, 199, 300, 302, 400, 404, 500, 599})
        BOOST_TEST(find_success(all, status) == 1U, status);
    BOOST_TEST(find_success(rules, 404) == 1U); // what is described by its own status counts
    BOOST_TEST(find_success(rules, 500) == none);
}

BOOST_AUTO_TEST_CASE(a_media_type_is_compared_without_case_and_parameters)
{
    BOOST_TEST(matches_media("text/csv, text/plain", "text/plain; charset=utf-8"));
    BOOST_TEST(matches_media("text/csv, text/plain", "TEXT/CSV"));
    BOOST_TEST(matches_media("text/csv; header=present", "text/csv"));
    BOOST_TEST(!matches_media("text/csv, text/plain", "text/html"));
    BOOST_TEST(!matches_media("text/csv", "text/csv2"));
    BOOST_TEST(!matches_media("", "text/csv"));
}

BOOST_AUTO_TEST_CASE(an_asterisk_stands_for_any_type_or_subtype)
{
    BOOST_TEST(matches_media("application/pdf, image/*", "image/svg+xml"));
    BOOST_TEST(matches_media("*/*", "whatever/it-is"));
    BOOST_TEST(!matches_media("image/*", "images/png"));
    BOOST_TEST(!matches_media("image/*", "image"));
    BOOST_TEST(!matches_media("image/*", "video/mp4"));
}

BOOST_AUTO_TEST_CASE(bytes_of_no_known_kind_take_any_content_type)
{
    for (auto const* const described : {"application/octet-stream", "binary/octet-stream",
             "Application/Octet-Stream; x=1", "text/csv, application/octet-stream", "*/*"})
    {
        response_rule const bytes{.status = 200, .body = body_kind::bytes, .media = described};
        for (auto const* const sent : {"image/jpeg", "application/pdf", "application/json",
                 "text/html; charset=utf-8", "application/octet-stream", ""})
            BOOST_TEST(takes(bytes, sent), described << " takes " << sent);
    }
}

BOOST_AUTO_TEST_CASE(bytes_of_a_known_kind_take_that_kind_alone)
{
    for (auto const* const described : {"application/pdf", "image/*, application/octet-stream2",
             "application/x-octet-stream", "video/octet-stream"})
    {
        response_rule const bytes{.status = 200, .body = body_kind::bytes, .media = described};
        BOOST_TEST(!takes(bytes, "audio/mpeg"), described);
    }
    // What is read as text is another matter: bytes are no text.
    response_rule const text{
        .status = 200, .body = body_kind::text, .media = "application/octet-stream"};
    BOOST_TEST(!takes(text, "image/jpeg"));
}

BOOST_AUTO_TEST_CASE(json_is_taken_under_its_names_and_to_a_sink_under_those_of_its_streams)
{
    response_rule const rule{.status = 200,
        .body = body_kind::json,
        .media = "text/event-stream, application/octet-stream"};
    BOOST_TEST(takes(rule, "application/problem+json"));
    BOOST_TEST(takes(rule, ""));
    BOOST_TEST(!takes(rule, "text/event-stream"));
    BOOST_TEST(takes(rule, "text/event-stream", true));
    BOOST_TEST(!takes(rule, "image/jpeg", true));
}

BOOST_AUTO_TEST_CASE(json_that_holds_something_else_is_not_taken)
{
    for (body_kind const body : {body_kind::json, body_kind::scalar})
    {
        response_rule const rule{
            .status = 200, .body = body, .unread = "application/hal+json, a/b+json"};
        BOOST_TEST(takes(rule, "application/json"));
        BOOST_TEST(takes(rule, "application/vnd.hal+json"));
        BOOST_TEST(!takes(rule, "Application/Hal+JSON; version=2"));
        BOOST_TEST(!takes(rule, "a/b+json"));
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_read_has_any_content_type)
{
    for (body_kind const body : {body_kind::none, body_kind::redirect})
        BOOST_TEST(takes(response_rule{.status = 200, .body = body}, "text/html"));
}

BOOST_AUTO_TEST_CASE(json_has_several_names)
{
    for (auto const* const type : {"application/json", "Application/JSON; charset=utf-8",
             "text/json", "application/problem+json", "application/vnd.jobs.v2+JSON"})
        BOOST_TEST(is_json(type), type);
    for (auto const* const type : {"application/x-ndjson", "text/plain", "+json", "json", ""})
        BOOST_TEST(!is_json(type), type);
}

BOOST_AUTO_TEST_CASE(a_list_of_header_names_is_searched_without_case)
{
    BOOST_TEST(lists_header("Location, X-Rate-Left", "x-rate-left"));
    BOOST_TEST(lists_header("Location", "LOCATION"));
    BOOST_TEST(!lists_header("Location, X-Rate-Left", "x-rate"));
    BOOST_TEST(!lists_header("", "location"));
}

BOOST_AUTO_TEST_SUITE_END()
