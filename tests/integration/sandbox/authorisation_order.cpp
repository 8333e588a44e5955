// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

#include "crypto.hpp"
#include "jwt.hpp"

namespace sandbox_tests {
namespace {

void check_problem(response const& r, unsigned status, std::string_view title, std::string_view detail)
{
    BOOST_TEST(r.status == status);
    BOOST_TEST(r.headers.at("Content-Type") == "application/problem+json");
    BOOST_TEST(stable(r) == problem_text(status, title, detail, events_path));
}

/// A token that says what ours says, signed with a key of our own making.
std::string forged(std::string const& client)
{
    sandbox::jwt_claims claims;
    claims.issuer = "urn:ticketing-sandbox:" + world::directory;
    claims.audience = "api://a9100000-0000-4000-8000-000000000002";
    claims.client_id = client;
    claims.issued_at = 1;
    claims.expires_at = 4'000'000'000;
    claims.serial = 1'000'000;

    return sandbox::sign_jwt(claims, "not the key");
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_authorization, sandbox_fixture)

// proves: R5-7, R1-2
BOOST_AUTO_TEST_CASE(the_tenant_header_comes_first)
{
    // Everything is wrong; the first step responses.
    check_problem(send("GET", events_path), 400, "Bad Request", "The x-tenant header is required");
    check_problem(send("GET", events_path, {{"Authorization", "Bearer rubbish"}}), 400, "Bad Request",
                  "The x-tenant header is required");
    check_problem(send("GET", events_path, {{"x-tenant", " "}}), 400, "Bad Request",
                  "The x-tenant header is required");
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(an_unknown_tenant_comes_before_client_and_token)
{
    check_problem(send("GET", events_path, {{"x-tenant", "nowhere"}}), 403, "Forbidden",
                  "The tenant 'nowhere' is unknown");
    check_problem(send("GET", events_path, as(world::kiosk, "nowhere")), 403, "Forbidden",
                  "The tenant 'nowhere' is unknown");
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(a_missing_configuration_names_client_and_tenant)
{
    check_problem(send("GET", events_path, as(world::kiosk, "museum")), 403, "Forbidden",
                  "Access denied: no configuration exists for the client 'c11e0000-0000-4000-8000-00000000000a' and "
                  "the tenant 'museum'");
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(a_missing_configuration_comes_before_the_validity_of_the_token)
{
    auto const expected = "Access denied: no configuration exists for the client "
                          "'c11e0000-0000-4000-8000-00000000000a' and the tenant 'museum'";

    auto const revoked = as(world::kiosk, "museum");
    server.revoke_tokens();
    check_problem(send("GET", events_path, revoked), 403, "Forbidden", expected);
    check_problem(send("GET", events_path,
                       {{"x-tenant", "museum"}, {"Authorization", "Bearer " + forged(world::kiosk)}}),
                  403, "Forbidden", expected);
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(no_authorization_header_is_401_also_where_the_client_would_have_no_configuration)
{
    for (std::string const tenant : {"arena", "museum", "stadium"})
    {
        auto const r = send("GET", events_path, {{"x-tenant", tenant}});
        check_problem(r, 401, "Unauthorized", "The Authorization header is missing");
        BOOST_TEST(r.headers.at("WWW-Authenticate") == "Bearer");
    }
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(an_invalid_token_is_401)
{
    auto const good = token();
    auto const flipped = good.substr(0, good.size() - 2) + (good[good.size() - 2] == 'A' ? 'B' : 'A') + good.back();

    for (std::string const& value :
         {std::string("Bearer rubbish"), std::string("Bearer"), std::string("Bearer "), "Basic " + good, good,
          "Bearer " + flipped, "Bearer " + forged(world::kiosk), std::string("Bearer a.b.c"), "Bearer " + good + ".x"})
    {
        auto const r = send("GET", events_path, {{"x-tenant", "arena"}, {"Authorization", value}});
        check_problem(r, 401, "Unauthorized", "The token is invalid or expired");
        BOOST_TEST(r.headers.at("WWW-Authenticate") == R"(Bearer error="invalid_token")");
    }

    // The scheme is compared without case.
    BOOST_TEST(send("GET", events_path, {{"x-tenant", "arena"}, {"Authorization", "bearer " + good}}).status == 200U);
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(a_token_without_signature_is_401)
{
    auto const good = token();
    auto const payload = good.substr(good.find('.') + 1, good.rfind('.') - good.find('.') - 1);
    auto const none = sandbox::base64url(R"({"alg":"none","typ":"JWT"})") + "." + payload + ".";
    auto const other = sandbox::base64url(R"({"alg":"RS256","typ":"JWT"})") + good.substr(good.find('.'));

    for (auto const& value : {none, other})
    {
        check_problem(send("GET", events_path, {{"x-tenant", "arena"}, {"Authorization", "Bearer " + value}}), 401,
                      "Unauthorized", "The token is invalid or expired");
    }
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(only_hs256_is_taken_even_with_the_right_key)
{
    std::string const payload = sandbox::base64url(R"({"client_id":"c","iat":1,"exp":100})");
    auto const verified = [&](std::string_view header) {
        auto const text = sandbox::base64url(header) + "." + payload;
        auto const token = text + "." + sandbox::base64url(sandbox::hmac_sha256("key", text));
        return sandbox::verify_jwt(token, "key", 50).has_value();
    };

    BOOST_TEST(verified(R"({"alg":"HS256"})"));
    BOOST_TEST(!verified(R"({"alg":"HS384"})"));
    BOOST_TEST(!verified(R"({"alg":"none"})"));
    BOOST_TEST(!verified(R"({"typ":"JWT"})"));
    BOOST_TEST(!verified(R"([])"));
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(a_token_of_another_service_is_401)
{
    // Two services with the same world have different keys.
    sandbox_fixture other;
    check_problem(send("GET", events_path, other.as()), 401, "Unauthorized", "The token is invalid or expired");
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(an_expired_token_is_401_until_a_new_one_is_fetched)
{
    auto const old = as();
    BOOST_TEST(send("GET", events_path, old).status == 200U);

    server.force_expired_tokens();
    check_problem(send("GET", events_path, old), 401, "Unauthorized", "The token is invalid or expired");
    BOOST_TEST(get(events_path).status == 200U);
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(a_revoked_token_is_401_until_a_new_one_is_fetched)
{
    auto const old = as();
    server.revoke_tokens();
    check_problem(send("GET", events_path, old), 401, "Unauthorized", "The token is invalid or expired");
    BOOST_TEST(get(events_path).status == 200U);
}

// proves: R5-7
BOOST_AUTO_TEST_CASE(permission_comes_last)
{
    auto const fields = as(world::kiosk, "stadium");
    check_problem(send("GET", events_path, fields), 403, "Forbidden",
                  "The client 'c11e0000-0000-4000-8000-00000000000a' has no permission on the tenant 'stadium'");

    // The same configuration with a bad token stops one step earlier.
    server.revoke_tokens();
    check_problem(send("GET", events_path, fields), 401, "Unauthorized", "The token is invalid or expired");
}

// proves: R5-7, R4.2-3, R4.3-5
BOOST_AUTO_TEST_CASE(every_operation_is_guarded_before_its_body_is_looked_at)
{
    for (auto const& path : {best_path, manual_path, confirm_path, picture_path, products_path})
    {
        auto const r = send("POST", path, {}, "{");
        BOOST_TEST(stable(r) == problem_text(400, "Bad Request", "The x-tenant header is required", path));
        BOOST_TEST(send("POST", path, {{"x-tenant", "arena"}}, "{").status == 401U);
    }
    for (int o = 0; o < 6; ++o)
        BOOST_TEST(server.effects(static_cast<sandbox::operation>(o)) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
