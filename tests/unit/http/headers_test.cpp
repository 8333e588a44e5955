// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation_info.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace restbind;
using http::header_list;

BOOST_AUTO_TEST_SUITE(http_headers)

BOOST_AUTO_TEST_CASE(headers_keep_their_order_and_are_found_without_regard_to_case)
{
    header_list headers;
    BOOST_TEST(headers.empty());
    BOOST_TEST(headers.add("Accept", "application/json").has_value());
    BOOST_TEST(headers.add("X-Tenant", "  arena\t").has_value());
    BOOST_TEST(headers.add("X-Empty", "").has_value());
    BOOST_TEST(headers.add("x-tenant", "second").has_value());

    BOOST_TEST(headers.text() ==
               "Accept: application/json\r\nX-Tenant: arena\r\nX-Empty: \r\nx-tenant: second\r\n");
    BOOST_TEST(headers.find("x-TENANT").value() == "arena");
    BOOST_TEST(headers.find("x-empty").value() == "");
    BOOST_TEST(!headers.find("tenant").has_value());

    std::vector<std::string> names;
    for (auto const [name, value] : headers)
        names.emplace_back(name);
    BOOST_TEST(names == (std::vector<std::string>{"Accept", "X-Tenant", "X-Empty", "x-tenant"}),
        boost::test_tools::per_element());
    headers.clear();
    BOOST_TEST((headers.begin() == headers.end()));
}

// survives: H37
BOOST_AUTO_TEST_CASE(a_value_that_could_end_the_line_is_refused_and_never_repeated_in_the_error)
{
    using namespace std::string_view_literals;
    for (std::string_view const bad : {"a\r\nX-Evil: 1"sv, "a\rb"sv, "a\nb"sv, "a\0b"sv,
             "a\x1b[0m"sv, "a\x7f"sv, "caf\xc3\xa9"sv, "\xff"sv})
    {
        header_list headers;
        auto const added = headers.add("x-tenant", bad);
        BOOST_TEST_REQUIRE(!added.has_value());
        BOOST_TEST((added.error() == error_kind::invalid_argument));
        BOOST_TEST(added.error().detail() ==
                   "the value of header x-tenant holds a control or non-ASCII character");
        BOOST_TEST(headers.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_name_that_is_no_token_is_refused)
{
    using namespace std::string_view_literals;
    for (std::string_view const bad :
        {""sv, "a b"sv, "a:"sv, "a\r\n"sv, "\xc3\xa9"sv, "a\0"sv, "(x)"sv})
    {
        header_list headers;
        auto const added = headers.add(bad, "v");
        BOOST_TEST_REQUIRE(!added.has_value());
        BOOST_TEST((added.error() == error_kind::invalid_argument));
        BOOST_TEST(headers.empty());
    }
}

BOOST_AUTO_TEST_CASE(json_is_known_by_its_media_type)
{
    for (auto const type : {"application/json", "Application/JSON; charset=utf-8",
             "application/problem+json", "text/x+JSON ;a=b"})
        BOOST_TEST(http::is_json(type), type);
    for (auto const type : {"", "text/html", "application/jsonp", "+json", "application/json-seq",
             "text/plain; a=application/json"})
        BOOST_TEST(!http::is_json(type), type);
}

BOOST_AUTO_TEST_CASE(a_secret_is_taken_out_of_a_text_wherever_it_stands)
{
    std::string text = "secret and secretsecret, secre";
    http::redact(text, "secret");
    BOOST_TEST(text == "*** and ******, secre");

    std::string shortest = "a pin: 4711";
    http::redact(shortest, "4711");
    BOOST_TEST(shortest == "a pin: ***");

    std::string untouched = "abc";
    http::redact(untouched, "");
    http::redact(untouched, "abc");
    BOOST_TEST(untouched == "abc");
}

BOOST_AUTO_TEST_CASE(names_are_found_in_a_list_without_case)
{
    constexpr restbind::http::header_names names("X-Request-Id, traceparent,Server");
    for (std::string_view const one : {"X-Request-Id", "TRACEPARENT", "server"})
        BOOST_TEST(names.contains(one), one);
    for (std::string_view const one : {"", "Serve", "Sender", "X-Request-Ide", "traceparen", "X-Request-Id, traceparent"})
        BOOST_TEST(!names.contains(one), one);
    BOOST_TEST(!restbind::http::header_names("").contains(""));
    // As many characters as fit into no word of bits.
    std::string const name(70, 'n');
    BOOST_TEST(restbind::http::header_names(name).contains(name));
    BOOST_TEST(!restbind::http::header_names(name).contains(name.substr(64)));
}

BOOST_AUTO_TEST_SUITE_END()
