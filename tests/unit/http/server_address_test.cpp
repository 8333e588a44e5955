// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/url.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace restbind;

namespace
{

std::string filled(std::string_view region, std::string_view base = "v1")
{
    auto const address = http::expand_server_url(
        "https://{region}.example.com/{base}/", {{"region", region, {"eu", "us"}}, {"base", base}});
    return address ? *address : "! " + std::string(address.error().detail());
}

} // namespace

BOOST_AUTO_TEST_SUITE(server_addresses)

BOOST_AUTO_TEST_CASE(variables_are_filled_in_and_held_to_their_values)
{
    BOOST_TEST(filled("us") == "https://us.example.com/v1/");
    BOOST_TEST(filled("eu", "a/b") == "https://eu.example.com/a/b/");
    BOOST_TEST(filled("cn") == "! the server's variable region must be one of: eu us");
    for (std::string_view const hostile : {"x@evil", "x?y", "x#y", "x y", "x\r\ny", "{base}"})
        BOOST_TEST(filled("eu", hostile) ==
                   "! the server's variable base holds a character that no address may hold");
    BOOST_TEST(http::expand_server_url("https://{a}", {}).error().detail() ==
               "the server's address has no variable a");
    BOOST_TEST(http::expand_server_url("https://{a", {}).has_error());
}

BOOST_AUTO_TEST_CASE(relative_addresses_are_resolved_against_an_absolute_one)
{
    struct
    {
        char const* base;
        char const* reference;
        char const* result;
    } const rows[] = {
        {"https://a.example/v1", "https://b.example/v2", "https://b.example/v2"},
        {"https://a.example/v1", "/v2", "https://a.example/v2"},
        {"https://a.example:8443", "/v2", "https://a.example:8443/v2"},
        {"https://a.example/v1", "/", "https://a.example"},
        {"https://a.example/v1/", "more", "https://a.example/v1/more"},
        {"https://a.example/v1", "../v2/./x", "https://a.example/v2/x"},
        {"https://a.example/v1", "../../..", "https://a.example"},
        {"https://a.example/v1", "//b.example/x", "https://b.example/x"},
        {"", "/v2", "/v2"},
    };
    for (auto const& [base, reference, result] : rows)
        BOOST_TEST(http::resolve_server(base, reference) == result);
}

BOOST_AUTO_TEST_SUITE_END()
