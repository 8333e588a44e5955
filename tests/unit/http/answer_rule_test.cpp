#include <restbind/http/answer_rule.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/media_type.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>

using namespace restbind::http;

namespace
{

constexpr std::array<answer_rule, 4> rules{{
    {.status = 200},
    {.status = 404},
    {.status = restbind::status_2xx},
    {.status = restbind::other_status},
}};

constexpr std::size_t none = rules.size();

} // namespace

BOOST_AUTO_TEST_SUITE(http_answer_rule)

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
    BOOST_TEST(find_rule(std::span<answer_rule const>(), 200) == 0U);
}

BOOST_AUTO_TEST_CASE(among_successes_default_is_about_2xx_alone)
{
    std::array<answer_rule, 1> const all{{{.status = restbind::other_status}}};
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
