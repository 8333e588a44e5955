// SPDX-License-Identifier: BSL-1.0
#include <restbind/http/security.hpp>

#include <boost/test/unit_test.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace restbind;
using restbind::location;

namespace
{

constexpr http::api_key_scheme header_key("header_key", location::header, "X-Api-Key");
constexpr http::api_key_scheme query_key("query_key", location::query, "api key");
constexpr http::api_key_scheme cookie_key("cookie_key", location::cookie, "SESSION");
constexpr http::basic_scheme login("login");
constexpr http::bearer_scheme token("token");
constexpr http::http_scheme word("word", "Token");

std::vector<http::credential> ready(http::security_credentials const& given)
{
    auto prepared = given.prepare();
    BOOST_TEST_REQUIRE(prepared.has_value());
    return std::move(*prepared);
}

template <class Scheme>
std::string wire(Scheme const& scheme, std::string_view value)
{
    http::security_credentials given;
    given.set(scheme, secret(value));
    auto const prepared = given.prepare();
    return prepared ? std::string(prepared->at(0).wire.reveal())
                    : "! " + std::string(prepared.error().detail());
}

std::string basic(std::string username, std::string_view password)
{
    http::security_credentials given;
    given.set(login, std::move(username), secret(password));
    auto const prepared = given.prepare();
    return prepared ? std::string(prepared->at(0).wire.reveal())
                    : "! " + std::string(prepared.error().detail());
}

/// What is chosen: names with spaces between, `client` for the client's token.
std::string chosen(std::vector<http::security_requirement> const& accepted,
    std::vector<http::credential> const& held, bool has_token = false, bool allow_anonymous = false)
{
    auto const found = http::select_credentials("act", accepted, held, has_token, allow_anonymous);
    if (!found)
    {
        BOOST_TEST((found.error() == error_kind::invalid_argument));
        return "! " + std::string(found.error().detail());
    }
    std::string text = found->token ? "client" : "";
    for (http::credential const* const one : *found)
        text.append(text.empty() ? "" : " ").append(one->scheme);
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(security)

BOOST_AUTO_TEST_CASE(each_credential_is_sent_in_its_place)
{
    BOOST_TEST(wire(header_key, "k 1") == "X-Api-Key: k 1\r\n");
    BOOST_TEST(wire(query_key, "a&b=ä") == "api%20key=a%26b%3D%C3%A4");
    BOOST_TEST(wire(cookie_key, "a=b/c") == "SESSION=a=b/c");
    BOOST_TEST(wire(token, "t.1") == "Authorization: Bearer t.1\r\n");
    BOOST_TEST(wire(word, "abc") == "Authorization: Token abc\r\n");
    // The example of RFC 7617, section 2, and UTF-8 as in section 2.1.
    BOOST_TEST(
        basic("Aladdin", "open sesame") == "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n");
    BOOST_TEST(basic("test", "123\xC2\xA3") == "Authorization: Basic dGVzdDoxMjPCow==\r\n");
    BOOST_TEST(basic("key", "") == "Authorization: Basic a2V5Og==\r\n");
}

BOOST_AUTO_TEST_CASE(what_could_break_out_of_its_place_is_refused_without_being_repeated)
{
    std::string const of = "! security: what is given for ";
    BOOST_TEST(
        wire(header_key, "canary\r\nX-Evil: 1") == of + "header_key holds a control character");
    BOOST_TEST(wire(query_key, "canary\n") == of + "query_key holds a control character");
    BOOST_TEST(wire(cookie_key, "canary; admin=1") ==
               of + "cookie_key holds a character that no cookie may hold");
    BOOST_TEST(wire(header_key, "\xC3\xA4") ==
               of +
                   "header_key holds a character that no header may hold, or begins or ends with a "
                   "space");
    BOOST_TEST(wire(header_key, " canary") ==
               of +
                   "header_key holds a character that no header may hold, or begins or ends with a "
                   "space");
    BOOST_TEST(wire(query_key, "\xFF") == of + "query_key is not UTF-8");
    BOOST_TEST(wire(token, "a b") == of + "token holds a space");
    BOOST_TEST(wire(header_key, "") == of + "header_key is empty");
    BOOST_TEST(basic("a:b", "canary") == of + "login has a colon in the username");
    BOOST_TEST(basic("a", "canary\n") == of + "login holds a control character");
    BOOST_TEST(basic("", "") == of + "login is empty");
}

BOOST_AUTO_TEST_CASE(a_later_value_replaces_an_earlier_one_and_copies_are_made_on_purpose)
{
    http::security_credentials given;
    given.set(header_key, secret("old"));
    given.set(header_key, secret("new"));
    http::security_credentials const copy = given.clone();
    auto const held = ready(copy);
    BOOST_TEST_REQUIRE(held.size() == 1u);
    BOOST_TEST(held[0].wire.reveal() == "X-Api-Key: new\r\n");
}

BOOST_AUTO_TEST_CASE(the_first_alternative_with_everything_there_is_chosen)
{
    http::security_credentials given;
    given.set(login, "u", secret("p"));
    given.set(query_key, secret("k"));
    auto const held = ready(given);
    BOOST_TEST(chosen({{&header_key}, {&login}}, held) == "login");
    BOOST_TEST(chosen({{&login, &query_key}, {&login}}, held) == "login query_key");
    BOOST_TEST(chosen({{&login, &header_key}, {&query_key}}, held) == "query_key");
    BOOST_TEST(chosen({{&token}, {&login}}, held, true) == "client");
    BOOST_TEST(chosen({{&query_key, &token}}, held, true) == "client query_key");
    BOOST_TEST(chosen({{&header_key}, {}}, held) == "");
    BOOST_TEST(chosen({{}}, held, true) == "");
    BOOST_TEST(chosen({}, held, true) == "client");
}

BOOST_AUTO_TEST_CASE(a_token_of_a_schemes_own_goes_before_the_clients)
{
    http::security_credentials given;
    given.set(token, secret("t"));
    BOOST_TEST(chosen({{&token}}, ready(given), true) == "token");
}

BOOST_AUTO_TEST_CASE(without_credentials_there_is_an_error_that_names_the_schemes)
{
    BOOST_TEST(
        chosen({{&header_key}, {&login, &token}}, {}) ==
        "! the operation act needs header_key, or login with token, for which the client has "
        "no credentials: see client_options::security");
    BOOST_TEST(chosen({{&header_key}, {&login, &token}}, {}, false, true) == "");
}

BOOST_AUTO_TEST_SUITE_END()
