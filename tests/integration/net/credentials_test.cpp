// SPDX-License-Identifier: BSL-1.0
// What calls show to the service, with the generated client of golden/security.
#include "fixture.hpp"
#include "golden/security.hpp"

#include <restbind/net/ostream_observer.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

namespace security_api = golden::security;
namespace acts = security_api::operations;
using namespace fake;
using restbind::secret;

/// A server that grants everything, and a client of the golden API with whatever a test sets.
struct credentials_fixture
{
    scripted_server server{[this](received_request const& request)
        { return is_token_request(request) ? token_response("client-token") : reply; }};
    script reply = response(204);
    boost::asio::io_context io;

    net::client_options options()
    {
        net::client_options chosen = security_api::default_options();
        chosen.base_url = server.url();
        chosen.timeouts.call = 5s;
        return chosen;
    }

    security_api::client client_of(net::client_options chosen)
    {
        return security_api::client(io.get_executor(), std::move(chosen), {});
    }

    template <class Operation>
    restbind::result<void> call(security_api::client const& caller, net::call_options const& how = {},
        typename Operation::request_type const& request = {})
    {
        std::optional<restbind::result<void>> outcome;
        run(io,
            [&]() -> awaitable<void>
            {
                auto work = caller.call<Operation>(request, how);
                outcome.emplace(co_await std::move(work));
            });
        return std::move(*outcome);
    }

    template <class Operation>
    std::string error_of(security_api::client const& caller, net::call_options const& how = {})
    {
        auto const outcome = call<Operation>(caller, how);
        BOOST_TEST_REQUIRE(outcome.has_error());
        BOOST_TEST((outcome.error() == error_kind::invalid_argument));
        return std::string(outcome.error().detail());
    }

    /// The last request to the service.
    received_request last()
    {
        auto const all = server.requests();
        BOOST_TEST_REQUIRE(!all.empty());
        return all.back();
    }
};

std::string text_of(restbind::error const& failure)
{
    std::ostringstream text;
    text << failure;
    return text.str() + std::string(failure.detail());
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(credentials, credentials_fixture)

BOOST_AUTO_TEST_CASE(each_credential_reaches_the_service_in_its_place)
{
    auto chosen = options();
    chosen.security.set(security_api::schemes::header_key, secret("header key"));
    chosen.security.set(security_api::schemes::query_key, secret("a&b=ä"));
    chosen.security.set(security_api::schemes::cookie_key, secret("c=1"));
    chosen.security.set(security_api::schemes::login, "Aladdin", secret("open sesame"));
    chosen.security.set(security_api::schemes::word, secret("w-1"));
    chosen.security.set(security_api::schemes::user, secret("user-token"));
    auto const caller = client_of(std::move(chosen));

    BOOST_TEST(call<acts::by_header>(caller).has_value());
    BOOST_TEST(last().header("X-Api-Key") == "header key");
    BOOST_TEST(last().header("Authorization") == "");
    BOOST_TEST(last().target == "/by-header");

    BOOST_TEST(call<acts::by_query>(caller).has_value());
    BOOST_TEST(last().target == "/by-query?api%20key=a%26b%3D%C3%A4");
    BOOST_TEST(last().header("X-Api-Key") == "");
    acts::by_query::request_type const asked{.q = "x"};
    BOOST_TEST(call<acts::by_query>(caller, {}, asked).has_value());
    BOOST_TEST(last().target == "/by-query?q=x&api%20key=a%26b%3D%C3%A4");

    BOOST_TEST(call<acts::by_cookie>(caller).has_value());
    BOOST_TEST(last().header("Cookie") == "SESSION=c=1");
    acts::by_cookie::request_type const spoken{.lang = "de"};
    BOOST_TEST(call<acts::by_cookie>(caller, {}, spoken).has_value());
    BOOST_TEST(last().header("Cookie") == "lang=de; SESSION=c=1");

    BOOST_TEST(call<acts::by_password>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    BOOST_TEST(last().header("Content-Length") == "0");

    BOOST_TEST(call<acts::by_word>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Token w-1");
    BOOST_TEST(call<acts::by_other_token>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Bearer user-token");

    // Two together, and nothing where nothing is wanted.
    BOOST_TEST(call<acts::either>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    BOOST_TEST(last().target == "/either?api%20key=a%26b%3D%C3%A4");
    BOOST_TEST(call<acts::optional>(caller).has_value());
    BOOST_TEST(last().header("X-Api-Key") == "header key");
    for (int round = 0; round != 2; ++round)
    {
        auto const open = round == 0 ? call<acts::open_>(caller) : call<acts::certificate>(caller);
        BOOST_TEST(open.has_value());
        BOOST_TEST(last().header("Authorization") == "");
        BOOST_TEST(last().header("X-Api-Key") == "");
        BOOST_TEST(last().header("Cookie") == "");
    }
}

BOOST_AUTO_TEST_CASE(the_clients_token_serves_token_schemes_and_goes_nowhere_else)
{
    auto chosen = options();
    chosen.tokens.url = server.url() + "/login/token";
    chosen.tokens.credentials.client_id = "kiosk";
    chosen.tokens.credentials.client_secret = secret("hidden");
    chosen.security.set(security_api::schemes::header_key, secret("k"));
    auto const caller = client_of(std::move(chosen));

    BOOST_TEST(call<acts::open_>(caller).has_value());
    BOOST_TEST(call<acts::by_header>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "");
    BOOST_TEST(server.count("/login") == 0u); // nobody asks for a token that nobody needs
    BOOST_TEST(call<acts::by_token>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Bearer client-token");
    BOOST_TEST(call<acts::either>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Bearer client-token");
    BOOST_TEST(last().header("X-Api-Key") == "k");
    BOOST_TEST(server.count("/login") == 1u);
}

BOOST_AUTO_TEST_CASE(each_scheme_with_client_credentials_gets_tokens_of_its_own)
{
    std::atomic<int> partners{0};
    std::atomic<int> reporters{0};
    std::atomic<bool> refuses{false};
    scripted_server own(
        [&](received_request const& request)
        {
            if (request.target == "/token" && refuses)
                return response(400, R"({"error":"e","error_description":")" +
                                       request.header("Authorization") + "\"}");
            if (request.target == "/token")
                return token_response("partner-" + std::to_string(++partners));
            if (request.target == "/main/token?for=reports")
                return token_response("reporting-" + std::to_string(++reporters));
            return response(request.header("Authorization") == "Bearer reporting-1" ? 401 : 204);
        });
    auto chosen = options();
    chosen.base_url = own.url();
    chosen.security.set(security_api::schemes::partner,
        restbind::http::client_credentials{.client_id = "ki:osk", .client_secret = secret("p+w")});
    chosen.security.set(security_api::schemes::reporting,
        restbind::http::client_credentials{.client_id = "clerk", .client_secret = secret("r+w")});
    auto const copy = chosen.clone();
    auto const caller = client_of(std::move(chosen));

    BOOST_TEST(call<acts::by_token>(caller).has_value());
    BOOST_TEST(call<acts::by_token>(caller).has_value());
    auto requests = own.requests();
    BOOST_TEST_REQUIRE(requests.size() == 3u);
    // Of `ki%3Aosk:p%2Bw`: Basic is what a document means that says nothing.
    BOOST_TEST(requests[0].header("Authorization") == "Basic a2klM0Fvc2s6cCUyQnc=");
    BOOST_TEST(requests[0].body == "grant_type=client_credentials&scope=read");
    BOOST_TEST(requests[1].header("Authorization") == "Bearer partner-1");
    BOOST_TEST(requests[2].header("Authorization") == "Bearer partner-1");

    // The token of the other scheme is another one, and a 401 replaces it alone.
    BOOST_TEST(call<acts::by_reporting_token>(caller).has_value());
    BOOST_TEST(call<acts::by_token>(caller).has_value());
    requests = own.requests();
    BOOST_TEST_REQUIRE(requests.size() == 8u);
    BOOST_TEST(requests[3].target == "/main/token?for=reports");
    BOOST_TEST(requests[3].header("Authorization") == "");
    BOOST_TEST(requests[3].body == "grant_type=client_credentials&client_id=clerk&"
                                   "client_secret=r%2Bw&scope=write+read");
    BOOST_TEST(requests[4].header("Authorization") == "Bearer reporting-1");
    BOOST_TEST(requests[5].target == "/main/token?for=reports");
    BOOST_TEST(requests[6].header("Authorization") == "Bearer reporting-2");
    BOOST_TEST(requests[7].header("Authorization") == "Bearer partner-1");

    // They are for these schemes alone.
    BOOST_TEST(error_of<acts::by_other_token>(caller) ==
               "the operation byOtherToken needs user, for which the client has no credentials: "
               "see client_options::security");

    // What a server retries of the header is in no error; the other scheme goes on.
    refuses = true;
    caller.reset_token();
    auto const refused = call<acts::by_token>(caller);
    BOOST_TEST_REQUIRE(refused.has_error());
    BOOST_TEST((refused.error() == error_kind::token_refused), refused.error().message());
    BOOST_TEST_REQUIRE(refused.error().token_error());
    BOOST_TEST(refused.error().token_error()->error_description == "Basic ***");
    BOOST_TEST(call<acts::by_reporting_token>(caller).has_value());

    // Secrets are moved into the client, and clients with the same ones share their tokens.
    auto const twin = client_of(copy.clone());
    BOOST_TEST(call<acts::by_reporting_token>(twin).has_value());
    BOOST_TEST(own.requests().back().header("Authorization") == "Bearer reporting-3");
    BOOST_TEST(reporters == 3);
}

BOOST_AUTO_TEST_CASE(
    what_was_set_for_a_scheme_before_is_replaced_by_client_credentials_and_the_reverse)
{
    auto chosen = options();
    chosen.security.set(security_api::schemes::reporting, secret("fixed"));
    chosen.security.set(security_api::schemes::reporting,
        restbind::http::client_credentials{.client_id = "clerk", .client_secret = secret("s")});
    chosen.security.set(security_api::schemes::partner,
        restbind::http::client_credentials{.client_id = "kiosk", .client_secret = secret("s")});
    chosen.security.set(security_api::schemes::partner, secret("fixed"));
    chosen.tokens.variables["realm"] = "login";
    auto const caller = client_of(std::move(chosen));
    BOOST_TEST(call<acts::by_token>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Bearer fixed");
    BOOST_TEST(server.connections() == 1u);
    BOOST_TEST(call<acts::by_reporting_token>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "Bearer client-token");
}

BOOST_AUTO_TEST_CASE(client_credentials_of_a_scheme_that_cannot_be_used_are_named)
{
    auto const why = [&](restbind::http::client_credentials given, std::string const& realm)
    {
        auto chosen = options();
        chosen.tokens.variables["realm"] = realm;
        chosen.security.set(security_api::schemes::reporting, std::move(given));
        auto const made = security_api::client::make(io.get_executor(), std::move(chosen), {});
        return made ? "made" : made.error().detail();
    };
    BOOST_TEST(why({.client_id = "a", .client_secret = secret("b")}, "main") == "made");
    BOOST_TEST(why({.client_id = "", .client_secret = secret("b")}, "main") ==
               "client_options: security: reporting: credentials.client_id is empty");
    BOOST_TEST(why({.client_id = "a", .client_secret = {}}, "main") ==
               "client_options: security: reporting: credentials.client_secret is empty");
    BOOST_TEST(why({.client_id = "a", .client_secret = secret("b")}, "") ==
               "client_options: security: reporting: token_url: there is no value for the variable "
               "realm");
}

BOOST_AUTO_TEST_CASE(a_call_without_usable_credentials_ends_before_anything_is_sent)
{
    auto chosen = options();
    chosen.security.set(security_api::schemes::query_key, secret("canary"));
    auto const caller = client_of(std::move(chosen));
    BOOST_TEST(error_of<acts::by_header>(caller) ==
               "the operation byHeader needs header_key, for which the client has no credentials: "
               "see client_options::security");
    BOOST_TEST(error_of<acts::either>(caller) ==
               "the operation either needs login with queryKey, or partner with header_key, for "
               "which the client has no credentials: see client_options::security");
    BOOST_TEST(server.connections() == 0u);
    BOOST_TEST(call<acts::optional>(caller).has_value());
    BOOST_TEST(last().target == "/optional");
}

BOOST_AUTO_TEST_CASE(an_anonymous_client_sends_what_it_has_and_misses_nothing)
{
    auto chosen = options();
    chosen.anonymous = true;
    chosen.security.set(security_api::schemes::header_key, secret("k"));
    auto const caller = client_of(std::move(chosen));
    BOOST_TEST(call<acts::by_token>(caller).has_value());
    BOOST_TEST(last().header("Authorization") == "");
    BOOST_TEST(call<acts::by_header>(caller).has_value());
    BOOST_TEST(last().header("X-Api-Key") == "k");
}

BOOST_AUTO_TEST_CASE(a_client_is_not_made_with_what_cannot_be_sent)
{
    auto chosen = options();
    chosen.security.set(security_api::schemes::header_key, secret("canary\r\nX-Evil: 1"));
    auto const made = security_api::client::make(io.get_executor(), std::move(chosen), {});
    BOOST_TEST_REQUIRE(made.has_error());
    BOOST_TEST((made.error() == error_kind::invalid_argument));
    BOOST_TEST(made.error().detail() ==
               "client_options: security: what is given for header_key holds a control character");
}

BOOST_AUTO_TEST_CASE(a_call_cannot_replace_what_the_client_shows)
{
    auto chosen = options();
    chosen.anonymous = true;
    chosen.security.set(security_api::schemes::header_key, secret("k"));
    chosen.security.set(security_api::schemes::cookie_key, secret("c"));
    chosen.security.set(security_api::schemes::login, "u", secret("p"));
    auto const caller = client_of(std::move(chosen));
    for (std::string const name : {"x-api-key", "Cookie", "AUTHORIZATION"})
    {
        net::call_options how;
        how.headers = {{name, "other"}};
        BOOST_TEST(error_of<acts::by_header>(caller, how) ==
                   "header " + name + " is set by the client and cannot be given for a call");
    }
}

BOOST_AUTO_TEST_CASE(a_refused_key_is_not_sent_again_and_no_report_repeats_it)
{
    std::ostringstream seen;
    auto chosen = options();
    chosen.security.set(security_api::schemes::query_key, secret("canary&key"));
    chosen.security.set(security_api::schemes::login, "kiosk", secret("canary-password"));
    chosen.observer = std::make_shared<net::ostream_observer>(seen);
    auto const caller = client_of(std::move(chosen));
    // A service that repeats all that it was shown: plain, escaped and encoded.
    std::string_view const body =
        R"({"detail":"canary&key canary%26key canary-password a2lvc2s6Y2FuYXJ5LXBhc3N3b3Jk"})";
    std::string const headers = "Content-Type: application/problem+json\r\n"
                                "x-request-id: canary%26key\r\n";
    for (int const status : {401, 403, 500})
    {
        reply = response(status, body, headers);
        std::size_t const before = server.requests().size();
        for (bool const by_key : {true, false})
        {
            auto const outcome =
                by_key ? call<acts::by_query>(caller) : call<acts::by_password>(caller);
            BOOST_TEST_REQUIRE(outcome.has_error());
            std::string const shown = text_of(outcome.error());
            BOOST_TEST(shown.find(by_key ? "canary&key" : "canary-pass") == std::string::npos);
            BOOST_TEST(shown.find(by_key ? "canary%26key" : "a2lvc2s6") == std::string::npos);
            BOOST_TEST(outcome.error().problem().detail.find("***") != std::string::npos);
        }
        BOOST_TEST(server.requests().size() == before + 2);
    }
    BOOST_TEST(seen.str() != "");
    BOOST_TEST(seen.str().find("canary&") == std::string::npos);
    BOOST_TEST(seen.str().find("canary%26") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_header_that_repeats_a_key_is_not_told)
{
    auto chosen = options();
    chosen.keep_all_headers = true;
    chosen.security.set(security_api::schemes::query_key, secret("canary&key"));
    auto const caller = client_of(std::move(chosen));
    reply = response(204, {}, "X-Plain: a canary&key\r\nX-Coded: canary%26key\r\nX-Kept: b\r\n");
    auto const info = std::make_shared<net::call_info>();
    BOOST_TEST(call<acts::by_query>(caller, {.info = info}).has_value());
    BOOST_TEST(info->headers.find("X-Kept").value_or("") == "b");
    BOOST_TEST(!info->headers.find("X-Plain").has_value());
    BOOST_TEST(!info->headers.find("X-Coded").has_value());
}

BOOST_AUTO_TEST_CASE(the_options_that_a_client_shows_hold_no_credentials)
{
    auto chosen = options();
    chosen.security.set(security_api::schemes::header_key, secret("k"));
    auto copy = chosen.clone();
    auto const caller = client_of(std::move(chosen));
    BOOST_TEST(caller.options().security.empty());
    auto const second = client_of(std::move(copy));
    BOOST_TEST(call<acts::by_header>(second).has_value());
    BOOST_TEST(last().header("X-Api-Key") == "k");
}

BOOST_AUTO_TEST_SUITE_END()
