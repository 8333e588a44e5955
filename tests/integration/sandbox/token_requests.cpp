// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

namespace sandbox_tests {
namespace {

std::string const good_form = "grant_type=client_credentials&client_id=" + world::kiosk +
                              "&client_secret=" + world::kiosk_secret + "&scope=" + world::scope;

std::string replace(std::string text, std::string_view what, std::string_view with)
{
    auto const at = text.find(what);
    BOOST_REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

void check_refusal(response const& r, unsigned status, std::string_view error)
{
    BOOST_TEST(r.status == status);
    BOOST_TEST(r.headers.at("Content-Type") == "application/json");
    auto const body = json_of(r);
    BOOST_TEST(body.at("error").as_string() == boost::json::string_view(error.data(), error.size()));
    BOOST_TEST(!body.at("error_description").as_string().empty());
    BOOST_REQUIRE(body.at("error_codes").as_array().size() == 1U);
    BOOST_TEST(body.at("error_codes").as_array()[0].is_int64());
    BOOST_TEST(body.at("correlation_id").as_string().size() == 36U);
    BOOST_TEST(body.as_object().size() == 4U);
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_token_requests, sandbox_fixture)

// proves: R5-1, R5-8, R5-7
BOOST_AUTO_TEST_CASE(a_correct_request_gives_a_signed_jwt_that_opens_the_api)
{
    auto const r = token_response(good_form);

    BOOST_TEST(r.status == 200U);
    BOOST_TEST(r.headers.at("Cache-Control") == "no-store");
    auto const body = json_of(r);
    BOOST_TEST(body.at("token_type").as_string() == "Bearer");
    BOOST_TEST(body.at("expires_in").as_int64() == 3599);
    BOOST_TEST(body.at("ext_expires_in").as_int64() == 3599);
    std::string const token(body.at("access_token").as_string().c_str());
    BOOST_TEST(std::count(token.begin(), token.end(), '.') == 2);

    // The signature: 32 bytes in base64url without padding.
    BOOST_TEST(token.size() - token.rfind('.') - 1 == 43U);
    BOOST_TEST(send("GET", events_path, {{"x-tenant", "arena"}, {"Authorization", "Bearer " + token}}).status == 200U);
    BOOST_TEST(server.token_requests() == 1U);
    BOOST_TEST(server.tokens_issued() == 1U);
}

// proves: R5-1
BOOST_AUTO_TEST_CASE(a_form_is_decoded_plus_and_percent_alike)
{
    BOOST_TEST(token(world::office).size() > 100U);

    // The same secret with the plus sign left bare means a blank there.
    auto const bare = replace(world::office_secret_encoded, "%2B", "+");
    check_refusal(token_response("grant_type=client_credentials&client_id=" + world::office +
                                 "&client_secret=" + bare + "&scope=" + world::scope),
                  401, "invalid_client");
}

// proves: R5-4
BOOST_AUTO_TEST_CASE(a_wrong_secret_and_an_unknown_client_are_invalid_client)
{
    check_refusal(token_response(replace(good_form, world::kiosk_secret, "wrong")), 401, "invalid_client");
    check_refusal(token_response(replace(good_form, world::kiosk, "nobody")), 401, "invalid_client");
    BOOST_TEST(server.tokens_issued() == 0U);
    BOOST_TEST(server.token_requests() == 2U);
}

// proves: R5-4
BOOST_AUTO_TEST_CASE(another_grant_type_is_unsupported)
{
    check_refusal(token_response(replace(good_form, "client_credentials", "password")), 400,
                  "unsupported_grant_type");
}

// proves: R5-4
BOOST_AUTO_TEST_CASE(another_scope_is_invalid)
{
    check_refusal(token_response(replace(good_form, "/.default", "/.other")), 400, "invalid_scope");
}

// proves: R5-4
BOOST_AUTO_TEST_CASE(what_is_missing_doubled_or_unreadable_is_an_invalid_request)
{
    for (std::string_view const name : {"grant_type=", "client_id=", "client_secret=", "scope="})
        check_refusal(token_response(replace(good_form, name, "x=")), 400, "invalid_request");

    check_refusal(token_response(good_form + "&scope=" + world::scope), 400, "invalid_request");
    check_refusal(token_response(good_form + "&x=%zz"), 400, "invalid_request");
    check_refusal(token_response(good_form + "&x=%4"), 400, "invalid_request");
    check_refusal(token_response(""), 400, "invalid_request");

    auto const path = "/" + world::directory + "/oauth2/v2.0/token";
    check_refusal(send("POST", path, {{"Content-Type", "application/json"}}, good_form), 400, "invalid_request");
}

// proves: R5-4
BOOST_AUTO_TEST_CASE(an_unknown_directory_is_an_invalid_request)
{
    check_refusal(send("POST", "/elsewhere/oauth2/v2.0/token",
                       {{"Content-Type", "application/x-www-form-urlencoded"}}, good_form),
                  400, "invalid_request");
}

// proves: R5-1
BOOST_AUTO_TEST_CASE(only_post_asks_for_a_token)
{
    auto const r = send("GET", "/" + world::directory + "/oauth2/v2.0/token");
    BOOST_TEST(r.status == 405U);
    BOOST_TEST(r.headers.at("Allow") == "POST");
}

// proves: R5-8
BOOST_AUTO_TEST_CASE(the_lifetime_of_tokens_can_be_set)
{
    server.token_lifetime(std::chrono::seconds(0));
    auto const r = token_response(good_form);
    BOOST_TEST(json_of(r).at("expires_in").as_int64() == 0);

    auto const expired = as();
    BOOST_TEST(send("GET", events_path, expired).status == 401U);

    server.token_lifetime(std::chrono::seconds(60));
    BOOST_TEST(get(events_path).status == 200U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
