// SPDX-License-Identifier: BSL-1.0
// Tokens as the authorization server gives and refuses them.
#include <restbind/http/detail/token_response.hpp>
#include <restbind/http/token_request.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

using namespace restbind;
using namespace std::chrono_literals;

namespace
{

// What holds the token while the response is read must wipe its memory.
static_assert(std::is_same_v<decltype(restbind::http::detail::identity_members::access_token),
    std::optional<restbind::secret>>);

std::string body_with(std::string_view members)
{
    return "{\"access_token\":\"canary.token\"" + std::string(members) + "}";
}

std::string why_unusable(std::string_view body)
{
    auto const read = http::read_token(body);
    if (read)
        return "accepted";
    BOOST_TEST((read.error() == error_kind::invalid_response));
    BOOST_TEST((read.error().at() == phase::decode));
    BOOST_TEST(read.error().status() == 200);
    BOOST_TEST(read.error().message().find("canary") == std::string::npos);
    std::string const start = "the token response cannot be used: ";
    BOOST_TEST_REQUIRE(read.error().detail().starts_with(start));
    return read.error().detail().substr(start.size());
}

http::response token_refusal(int status, std::string body)
{
    http::response response;
    response.status = status;
    response.body = std::move(body);
    return response;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_access_token)

// proves: R5-8
BOOST_AUTO_TEST_CASE(a_token_response_is_read)
{
    auto const read = http::read_token(
        R"({"token_type":"Bearer","expires_in":3599,"ext_expires_in":3599,"access_token":"eyJ.a-b_c~d+e/f=","more":[1]})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(read->value.reveal() == "eyJ.a-b_c~d+e/f=");
    BOOST_TEST((read->lifetime == 3599s));
}

// proves: R5-8
// survives: K10, K11
BOOST_AUTO_TEST_CASE(a_token_type_other_than_bearer_is_refused)
{
    for (auto const type : {"bearer", "BEARER", "Bearer"})
        BOOST_TEST(http::read_token(body_with(",\"token_type\":\"" + std::string(type) + "\""))
                       .has_value(),
            type);
    for (auto const members : {"", R"(,"token_type":"mac")", R"(,"token_type":"")",
             R"(,"token_type":null)", R"(,"token_type":1)", R"(,"token_type":"Bearer ")"})
        BOOST_TEST(why_unusable(body_with(members)).starts_with("token_type is"), members);
    BOOST_TEST(why_unusable(body_with(R"(,"expires_in":1)")) ==
               "token_type is missing, which must be Bearer; it has access_token, expires_in");
    BOOST_TEST(why_unusable(body_with(R"(,"token_type":"mac")")) ==
               "token_type is not Bearer but \"mac\"");
    // Of a token in the wrong place that is not enough.
    BOOST_TEST(why_unusable(body_with(R"(,"token_type":"0123456789abcdefghij")"))
                   .starts_with("token_type is not Bearer but \"0123456789abcde"));
    BOOST_TEST(why_unusable(body_with(R"(,"token_type":"0123456789abcdefghij")")).find("fgh") ==
               std::string::npos);
    BOOST_TEST(why_unusable(R"({"token_type":"Bearer","x":1})") ==
               "access_token is missing; it has token_type, x");
    BOOST_TEST(why_unusable("{}") == "access_token is missing; it has no member");
}

// survives: K1, K2, K3, K4
BOOST_AUTO_TEST_CASE(a_lifetime_comes_as_number_or_string_or_not_at_all)
{
    auto const life = [](std::string_view expires_in)
    {
        return http::read_token(
            body_with(R"(,"token_type":"Bearer","expires_in":)" + std::string(expires_in)))
            .value()
            .lifetime;
    };
    BOOST_TEST((life("30") == 30s));
    BOOST_TEST((life("1") == 1s));
    BOOST_TEST((life("0") == 0s));
    BOOST_TEST((life("\"0\"") == 0s));
    BOOST_TEST((life("0.5") == 0s));
    BOOST_TEST((life("3599.9") == 3599s));
    BOOST_TEST((life("3.6e3") == 3600s));
    BOOST_TEST((life("\"3599\"") == 3599s));
    BOOST_TEST((life("1e30") == 24h));
    BOOST_TEST((life("\"99999999999999999999\"") == 24h));
    BOOST_TEST((life("null") == 1h));
    BOOST_TEST(
        (http::read_token(body_with(R"(,"token_type":"Bearer")"), 7min).value().lifetime == 7min));
    for (auto const bad : {"-1", "-1e30", "\"-3599\"",
             "\"-99999999999999999999\"", "\"\"", "\"1h\"", "\" 5\"", "true", "[]", "{}"})
        BOOST_TEST(
            why_unusable(body_with(R"(,"token_type":"Bearer","expires_in":)" + std::string(bad))) ==
                "expires_in is not a number of at least 0",
            bad);
}

// survives: K6, K7, K8, K9
BOOST_AUTO_TEST_CASE(a_token_that_no_header_may_hold_is_refused)
{
    auto const with_token = [](std::string_view token)
    { return R"({"token_type":"Bearer","access_token":)" + std::string(token) + "}"; };
    for (auto const bad : {R"("")", R"("canary\r\nX-Evil: 1")", R"("canary\u0000")",
             R"("canary canary")", R"("canaryé")", R"("canary\u007f")"})
        BOOST_TEST(why_unusable(with_token(bad)) ==
                       "access_token is empty or holds a character that no header may hold",
            bad);
    BOOST_TEST(why_unusable(with_token("17")) == "member access_token is not as it must be");
    BOOST_TEST(why_unusable(with_token("null")) == "member access_token is not as it must be");
    // Names that are not ours are the server's, and may be anything.
    for (auto const bad : {R"({"canary":tru})", R"({"access_token":"t","canary":{"a":[}})",
             R"({"canary":"\x"})", R"({"x":{"canary":{"canary":01}}})"})
        BOOST_TEST(why_unusable(bad) == "member of another name is not as it must be", bad);
    BOOST_TEST(why_unusable(R"({"token_type":{"canary":tru}})") ==
               "member token_type is not as it must be");
    BOOST_TEST(http::read_token(with_token('"' + std::string(16U << 10, 'x') + '"')).has_value());
    BOOST_TEST(why_unusable(with_token('"' + std::string((16U << 10) + 1, 'x') + '"')) ==
               "access_token is longer than 16 KiB");
}

BOOST_AUTO_TEST_CASE(a_response_that_is_no_token_response_is_refused)
{
    for (auto const bad :
        {"", "<html>canary</html>", "[]", "\"canary\"", R"({"access_token":"canary")", "null"})
        BOOST_TEST(why_unusable(bad) == "it is not a JSON object", bad);
    BOOST_TEST(why_unusable("{}") != "accepted");
}

// proves: R5-4
// survives: K12
BOOST_AUTO_TEST_CASE(a_refusal_carries_all_that_the_authorization_server_said)
{
    auto const failure = http::read_token_error(token_refusal(401,
        R"({"error":"invalid_client","error_description":"wrong secret","error_codes":[7000215,9],"correlation_id":"c-1","trace_id":"t"})"));
    BOOST_TEST((failure == error_kind::token_refused));
    BOOST_TEST(failure.status() == 401);
    BOOST_TEST((failure.at() == phase::read));
    BOOST_TEST(failure.message() ==
               "token refused (401): invalid_client: wrong secret; error_codes: [7000215,9]; "
               "correlation_id: \"c-1\"; trace_id: \"t\" (phase: read)");
    token_error const* const said = failure.token_error();
    BOOST_TEST_REQUIRE(said);
    BOOST_TEST(said->error == "invalid_client");
    BOOST_TEST(said->error_description == "wrong secret");
    BOOST_TEST((said->extensions ==
                std::vector<std::pair<std::string, std::string>>{{"error_codes", "[7000215,9]"},
                    {"correlation_id", "\"c-1\""}, {"trace_id", "\"t\""}}));
    BOOST_TEST(http::is_refused_for_good(failure));
}

// proves: R5-4
// survives: K13, K14, K15
BOOST_AUTO_TEST_CASE(a_refusal_is_read_as_far_as_it_can_be)
{
    auto const odd = http::read_token_error(token_refusal(400,
        R"({"error":"invalid_scope","error_description":5,"error_codes":"x","correlation_id":null})"));
    BOOST_TEST((odd == error_kind::token_refused));
    BOOST_TEST_REQUIRE(odd.token_error());
    BOOST_TEST((*odd.token_error() == token_error{"invalid_scope", "",
                                          {{"error_codes", "\"x\""}, {"correlation_id", "null"}}}));
    BOOST_TEST(!http::is_refused_for_good(odd));

    for (auto const body : {"", "<html>no</html>", "[1]"})
    {
        // The words of RFC 6749 are missing: somebody in front of the server has said this.
        auto const bare = http::read_token_error(token_refusal(403, body));
        BOOST_TEST((bare == error_kind::client_error), body);
        BOOST_TEST(bare.message() == "client error (403) (phase: read)");
        BOOST_TEST(!bare.token_error());
        BOOST_TEST(bare.body() == body);
    }
    auto const page = http::read_token_error(token_refusal(502, std::string(100'000, 'x')));
    BOOST_TEST((page == error_kind::server_error));
    BOOST_TEST(page.body().size() == restbind::error::max_body);
    auto const created = http::read_token_error(token_refusal(201, "{}"));
    BOOST_TEST((created == error_kind::unexpected_status));
    BOOST_TEST(created.detail() == "a token comes with the status 200, not 201");
}

BOOST_AUTO_TEST_CASE(of_further_members_of_a_refusal_only_so_many_are_kept)
{
    std::string body = R"({"error":"e")";
    for (int i = 0; i != 100; ++i)
        body += ",\"m" + std::to_string(i) + "\":" + std::to_string(i);
    auto const failure = http::read_token_error(token_refusal(400, body + "}"));
    BOOST_TEST_REQUIRE(failure.token_error());
    auto const& kept = failure.token_error()->extensions;
    BOOST_TEST_REQUIRE(kept.size() == 16U);
    BOOST_TEST(kept.front().first == "m0");
    BOOST_TEST(kept.back().second == "15");
}

// survives: K17, K18, K23
BOOST_AUTO_TEST_CASE(an_authorization_server_in_trouble_has_refused_nothing)
{
    std::pair<int, error_kind> const responses[]{{302, error_kind::unexpected_status},
        {408, error_kind::client_error}, {429, error_kind::client_error},
        {500, error_kind::server_error}, {503, error_kind::unavailable}};
    for (auto const& [status, kind] : responses)
    {
        auto const failure =
            http::read_token_error(token_refusal(status, R"({"error":"invalid_client"})"));
        BOOST_TEST((failure == kind), status);
        BOOST_TEST(failure.status() == status);
        BOOST_TEST_REQUIRE(failure.token_error());
        BOOST_TEST(failure.token_error()->error == "invalid_client");
        BOOST_TEST(!http::is_refused_for_good(failure));
    }
}

BOOST_AUTO_TEST_SUITE_END()
