// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/token_request.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace restbind;

namespace
{

http::client_credentials credentials()
{
    return {.client_id = "kiosk 1", .client_secret = secret("+&=%\xc3\xa9")};
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_token_request)

// proves: R5-1
// survives: K19
BOOST_AUTO_TEST_CASE(a_token_request_is_a_form_with_the_secret_in_it_or_in_a_header)
{
    using enum http::client_authentication;
    auto const given = credentials();
    BOOST_TEST(http::token_form(given, "api://g-1/.default", client_secret_post) ==
               "grant_type=client_credentials&client_id=kiosk+1&client_secret=%2B%26%3D%25%C3%A9&"
               "scope=api%3A%2F%2Fg-1%2F.default");
    BOOST_TEST(http::token_form(given, "a b", client_secret_basic) ==
               "grant_type=client_credentials&scope=a+b");
    BOOST_TEST(http::token_form(given, "", client_secret_basic) == "grant_type=client_credentials");
    // Of `kiosk+1:%2B%26%3D%25%C3%A9`.
    BOOST_TEST(http::basic_client_authentication(given).reveal() ==
               "a2lvc2srMTolMkIlMjYlM0QlMjUlQzMlQTk=");
}

BOOST_AUTO_TEST_CASE(a_form_never_moves_in_memory_while_the_secret_goes_in)
{
    http::client_credentials given = credentials();
    given.client_secret = secret(std::string(3000, '&'));
    std::string const form =
        http::token_form(given, "scope", http::client_authentication::client_secret_post);
    BOOST_TEST(form.capacity() <= 96U + 9000U + 64U);
    BOOST_TEST(form.capacity() >= form.size());
}

BOOST_AUTO_TEST_CASE(variables_are_filled_in)
{
    std::vector<std::pair<std::string, std::string>> const known{
        {"login", "https://[::1]:8080/x/"}, {"directory", "d%2F1/e"}, {"empty", ""}};
    auto const fill = [&](std::string_view text)
    {
        auto const filled = http::expand_token_template(text, known);
        return filled ? *filled : filled.error().detail();
    };
    BOOST_TEST(fill("{login}/{directory}/token") == "https://[::1]:8080/x/d%2F1/e/token");
    BOOST_TEST(fill("{login}") == "https://[::1]:8080/x/");
    BOOST_TEST(fill("") == "");
    BOOST_TEST(fill("/token?a=b") == "/token?a=b");
    BOOST_TEST(fill("{empty}/token") == "there is no value for the variable empty");
    BOOST_TEST(fill("{other}/token") == "there is no value for the variable other");
    BOOST_TEST(fill("/{}") == "there is no value for the variable ");
    BOOST_TEST(fill("/{directory") == "a brace is not closed");
}

BOOST_AUTO_TEST_CASE(the_address_of_a_token_endpoint_keeps_its_path_and_query)
{
    auto const target = [](std::string_view text)
    { return http::parse_token_url(text).value().target; };
    BOOST_TEST(target("https://login.example") == "/");
    BOOST_TEST(target("https://login.example/a/b/") == "/a/b/");
    BOOST_TEST(target("https://login.example:8443/a?b=c/d&e=%20") == "/a?b=c/d&e=%20");
    BOOST_TEST(target("https://login.example?b") == "/?b");
    auto const parsed = http::parse_token_url("HTTPS://Login.Example:8443/a");
    BOOST_TEST(parsed->address.host == "login.example");
    BOOST_TEST(parsed->address.port == 8443);
    BOOST_TEST(parsed->address.prefix == "");
    for (auto const bad : {"", "/token", "ftp://a/b", "https://a/b#c", "https://a/b?c#d",
             "https://u@a/b", "https://a/b?c?d", "https://a/b?c d", "https://a/b?%2"})
        BOOST_TEST(!http::parse_token_url(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(a_token_request_shows_its_client_in_one_place_only)
{
    using enum http::client_authentication;
    auto const given = credentials();
    auto const asked = http::token_request("/token?a", given, "s", client_secret_basic);
    BOOST_TEST((asked.method == http::verb::post));
    BOOST_TEST(asked.target == "/token?a");
    BOOST_TEST(asked.headers.text() ==
               "Accept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
               "Connection: close\r\n");
    BOOST_TEST(asked.body == "grant_type=client_credentials&scope=s");
    BOOST_TEST(http::token_authorization(given, client_secret_basic).reveal() ==
               "Authorization: Basic a2lvc2srMTolMkIlMjYlM0QlMjUlQzMlQTk=\r\n");
    BOOST_TEST(http::token_authorization(given, client_secret_post).empty());
    BOOST_TEST(
        http::token_request("/", given, "s", client_secret_post).body.find("client_secret=") !=
        std::string::npos);
}

BOOST_AUTO_TEST_CASE(scopes_are_split_at_spaces)
{
    std::vector<std::string> const two{"a", "b/.default"};
    BOOST_TEST((http::split_scopes(" a  b/.default ") == two));
    BOOST_TEST(http::split_scopes("").empty());
    BOOST_TEST(http::split_scopes("  ").empty());
}

BOOST_AUTO_TEST_CASE(a_grant_is_copied_whole)
{
    http::token_grant const grant{.scheme = "s",
        .credentials = credentials(),
        .token_url = "https://a/t",
        .scopes = {"a"},
        .authentication = http::client_authentication::client_secret_post,
        .token_lifetime = std::chrono::seconds(7),
        .renew_before = std::chrono::seconds(3)};
    auto const copy = grant.clone();
    // A member that is added does not compile until it stands here.
    auto const& [scheme, shown, token_url, scopes, authentication, token_lifetime, renew_before] = copy;
    auto const& [client_id, client_secret] = shown;
    BOOST_TEST(scheme == "s");
    BOOST_TEST(client_id == "kiosk 1");
    BOOST_TEST(client_secret.reveal() == "+&=%\xc3\xa9");
    BOOST_TEST(token_url == "https://a/t");
    BOOST_TEST((scopes == grant.scopes));
    BOOST_TEST((authentication == grant.authentication));
    BOOST_TEST((token_lifetime == grant.token_lifetime));
    BOOST_TEST((renew_before == grant.renew_before));
}

BOOST_AUTO_TEST_SUITE_END()
