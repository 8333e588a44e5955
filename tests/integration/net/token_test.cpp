// SPDX-License-Identifier: BSL-1.0
// How clients get and share tokens, and what responses of the authorization server mean.
#include "token_server.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;

/// Encryption for an address that is never reached.
class no_encryption final : public restbind::http::secure_channel_factory
{
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        return nullptr;
    }
};

restbind::error first_error(script const& token_reply, std::size_t* token_requests = nullptr)
{
    scripted_server server([&](received_request const& request)
        { return is_token_request(request) ? token_reply : response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST(server.count(api_path) == 0U);
    BOOST_TEST(outcome.error().host() == server.url().substr(7));
    BOOST_TEST(outcome.error().sends() == server.count(token_path));
    BOOST_TEST(outcome.error().attempts().size() == server.count(token_path));
    BOOST_TEST(!outcome.error().outcome_unknown());
    // It says whose response it was.
    BOOST_TEST(outcome.error().message().find("getting a token from " + server.url().substr(7)) !=
                   std::string::npos,
        outcome.error().message());
    if (token_requests)
        *token_requests = server.count(token_path);
    return outcome.error();
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_token)

// proves: R5-1, R5-6
// survives: K19
BOOST_AUTO_TEST_CASE(a_token_is_asked_for_with_a_form_and_sent_as_bearer)
{
    token_server tokens;
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    auto const requests = tokens.server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    BOOST_TEST(requests[0].method == "POST");
    BOOST_TEST(requests[0].target == "/login/dir/token");
    BOOST_TEST(requests[0].header("Content-Type") == "application/x-www-form-urlencoded");
    BOOST_TEST(requests[0].header("Authorization") == "");
    BOOST_TEST(requests[0].header("x-tenant") == "");
    BOOST_TEST(requests[0].body == "grant_type=client_credentials&client_id=kiosk&client_secret="
                                   "canary%2B%26%3D%25secret&scope=api%3A%2F%2Fguid%2F.default");
    BOOST_TEST(requests[1].header("Authorization") == "Bearer token-1");
}

// survives: K19
BOOST_AUTO_TEST_CASE(a_secret_beyond_ascii_arrives_byte_for_byte)
{
    token_server tokens;
    boost::asio::io_context io;
    auto options = token_options_for(tokens.server);
    options.tokens.credentials.client_secret = restbind::secret("p\xC3\xA4+\xC3\x9F&=% \xE2\x82\xAC");
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    auto const requests = tokens.server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    BOOST_TEST(requests[0].body ==
               "grant_type=client_credentials&client_id=kiosk&client_secret="
               "p%C3%A4%2B%C3%9F%26%3D%25+%E2%82%AC&scope=api%3A%2F%2Fguid%2F.default");
}

// proves: R5-2
// survives: K20
BOOST_AUTO_TEST_CASE(a_hundred_callers_cause_one_token_request)
{
    token_server tokens;
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    auto const results = call_all(io, std::vector<client>(100, caller));
    BOOST_TEST(
        std::all_of(results.begin(), results.end(), [](auto const& r) { return r.has_value(); }));
    BOOST_TEST(tokens.server.count(token_path) == 1U);
    BOOST_TEST(tokens.server.count(api_path) == 100U);
    BOOST_TEST(tokens.server.connections() <= 33U);
}

// proves: R1-2, R5-2
BOOST_AUTO_TEST_CASE(a_view_for_another_tenant_shares_connection_and_token)
{
    token_server tokens;
    boost::asio::io_context io;
    client const arena(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    auto const opera = arena.for_tenant("opera");
    BOOST_TEST_REQUIRE(opera.has_value());
    BOOST_TEST(call_once<operations::buy>(io, arena).has_value());
    BOOST_TEST(call_once<operations::buy>(io, *opera).has_value());
    BOOST_TEST(
        call_once<operations::buy>(io, arena, good_item, {.parameters = {{"tenant", "circus"}}})
            .has_value());
    std::vector<std::string> tenants;
    for (auto const& request : tokens.server.requests())
        if (!is_token_request(request))
            tenants.push_back(request.header("x-tenant"));
    BOOST_TEST(tenants == (std::vector<std::string>{"arena", "opera", "circus"}),
        boost::test_tools::per_element());
    BOOST_TEST(tokens.server.count(token_path) == 1U);
    BOOST_TEST(tokens.server.connections() == 2U);
}

// proves: R5-4
// survives: K12, K16
BOOST_AUTO_TEST_CASE(a_refused_token_request_says_why_and_invalid_client_is_never_retried,
    *boost::unit_test::label("slow"))
{
    scripted_server server(
        [](received_request const&)
        {
            return response(401,
                R"({"error":"invalid_client","error_description":"bad secret canary+&=%secret canary%2B%26%3D%25secret","error_codes":[7000215],"correlation_id":"c-1"})");
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    for (int i = 0; i != 3; ++i)
    {
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        auto const& error = outcome.error();
        BOOST_TEST((error == error_kind::token_refused));
        BOOST_TEST(error.status() == 401);
        BOOST_TEST_REQUIRE(error.token_error());
        BOOST_TEST(error.token_error()->error == "invalid_client");
        BOOST_TEST(error.token_error()->error_description == "bad secret *** ***");
        BOOST_TEST((error.token_error()->extensions ==
                    std::vector<std::pair<std::string, std::string>>{
                        {"error_codes", "[7000215]"}, {"correlation_id", "\"c-1\""}}));
        BOOST_TEST(error.sends() == 1U);
        BOOST_TEST(error.message() == "token refused (401): getting a token from " +
                                          server.url().substr(7) +
                                          ": invalid_client: bad secret *** ***; error_codes: "
                                          "[7000215]; correlation_id: \"c-1\" (phase: read, host: " +
                                          server.url().substr(7) + ")");
        std::this_thread::sleep_for(i == 1 ? 1100ms : 0ms);
    }
    BOOST_TEST(server.requests().size() == 1U);
    caller.reset_token();
    static_cast<void>(call_once<operations::buy>(io, caller));
    BOOST_TEST(server.requests().size() == 2U);
}

// survives: K15
BOOST_AUTO_TEST_CASE(another_refusal_is_held_for_a_second_only, *boost::unit_test::label("slow"))
{
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            return ++asked == 1 ? response(400, R"({"error":"invalid_scope"})")
                                : token_response("t");
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::token_refused));
    BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::token_refused));
    BOOST_TEST(server.count(token_path) == 1U);
    std::this_thread::sleep_for(1050ms);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
}

// proves: R5-8
// survives: K2, K6, K7, K9, K10, K17, K23
BOOST_AUTO_TEST_CASE(a_token_response_that_cannot_be_used_is_an_error_and_is_not_asked_for_again)
{
    for (auto const& reply :
        {token_response(""), token_response(R"(a\r\nX-Evil: 1)"), token_response("t", "-1"), response(200, R"({"token_type":"mac","access_token":"t"})"),
            response(200, R"({"access_token":5,"token_type":"Bearer"})"), response(200, "<html>"),
            response(200)})
    {
        std::size_t requests = 0;
        auto const error = first_error(reply, &requests);
        BOOST_TEST((error == error_kind::invalid_response), error.message());
        BOOST_TEST((error.at() == phase::decode));
        BOOST_TEST(error.status() == 200);
        BOOST_TEST(requests == 1U);
    }
    std::size_t requests = 0;
    auto const elsewhere =
        first_error(response(302, {}, "Location: http://evil.example/\r\n"), &requests);
    BOOST_TEST((elsewhere == error_kind::unexpected_status), elsewhere.message());
    BOOST_TEST(requests == 1U);
    auto const busy = first_error(response(429), &requests);
    BOOST_TEST((busy == error_kind::client_error), busy.message());
    BOOST_TEST(busy.status() == 429);
    BOOST_TEST(requests == 1U);
}

// survives: K8, R7-S
BOOST_AUTO_TEST_CASE(a_token_response_of_more_than_a_megabyte_is_not_read)
{
    std::string const body = R"({"token_type":"Bearer","expires_in":3599,"access_token":"token"})" +
                             std::string(1U << 20, ' ');
    scripted_server server([&](received_request const& request)
        { return response(200, is_token_request(request) ? body : std::string(good_body)); });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::too_large), outcome.error().message());
    BOOST_TEST((outcome.error().at() == phase::read));
    BOOST_TEST(server.count("/login/") == 3U);
    BOOST_TEST(server.count("/api/") == 0U);
}

// survives: K18
BOOST_AUTO_TEST_CASE(an_authorization_server_in_trouble_is_asked_three_times)
{
    struct trouble
    {
        script reply;
        error_kind kind;
        phase at;
        int status;
    };
    for (auto const& [reply, kind, at, status] :
        {trouble{response(503), error_kind::unavailable, phase::read, 503},
            trouble{response(500), error_kind::server_error, phase::read, 500},
            trouble{script().close(), error_kind::read, phase::first_byte, 0},
            trouble{script().send("HTT").reset(), error_kind::read, phase::read, 0}})
    {
        std::size_t requests = 0;
        auto const start = clock::now();
        auto const error = first_error(reply, &requests);
        BOOST_TEST((error == kind), error.message());
        BOOST_TEST((error.at() == at), error.message());
        BOOST_TEST(error.status() == status);
        BOOST_TEST(requests == 3U);
        BOOST_TEST(since(start).count() < 2500, "the pauses are not those of the options");
    }
}

BOOST_AUTO_TEST_CASE(the_rules_for_retries_hold_for_token_requests_too)
{
    struct rule
    {
        script reply;
        std::chrono::milliseconds cap;
        restbind::http::status_list further;
        std::size_t requests;
    };
    for (auto const& [reply, cap, further, requests] :
        {rule{response(502), 60s, {}, 1}, rule{response(502), 60s, {502}, 3},
            rule{response(503, {}, "Retry-After: 2\r\n"), 1s, {}, 1},
            rule{response(503, {}, "Retry-After: 0\r\n"), 1s, {}, 3}})
    {
        scripted_server server([&](received_request const&) { return reply; });
        auto options = token_options_for(server);
        options.retry.max_retry_after = cap;
        options.retry.further_statuses = further;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST(outcome.error().status() >= 502, outcome.error().message());
        BOOST_TEST(server.count(token_path) == requests);
    }
}

BOOST_AUTO_TEST_CASE(an_authorization_server_that_cannot_be_reached_is_named)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = token_options_for(server);
    options.tokens.url = "http://127.0.0.1:1/token";
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect));
    BOOST_TEST((outcome.error().at() == phase::connect));
    BOOST_TEST((outcome.error() == boost::asio::error::connection_refused));
    BOOST_TEST(outcome.error().detail() == "getting a token from 127.0.0.1:1");
    BOOST_TEST(outcome.error().host() == "127.0.0.1:1");
    BOOST_TEST(outcome.error().sends() == 0U);
    BOOST_TEST(outcome.error().attempts().size() == 3U);
    BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(
    a_token_host_without_an_address_is_named_and_its_lookup_is_not_retried_by_the_call)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = token_options_for(server);
    options.tokens.url = "https://login.nowhere.test/token";
    options.tls = std::make_shared<no_encryption>();
    std::atomic<int> lookups{0};
    options.resolver =
        [&](std::string const& host) -> restbind::result<std::vector<boost::asio::ip::address>>
    {
        ++lookups;
        BOOST_TEST(host == "login.nowhere.test");
        return restbind::error(error_kind::resolve);
    };
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::look>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::resolve));
    BOOST_TEST((outcome.error().at() == phase::resolve));
    BOOST_TEST(outcome.error().detail().starts_with("getting a token from login.nowhere.test"));
    BOOST_TEST(outcome.error().sends() == 0U);
    BOOST_TEST(lookups == 3);
    BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(a_caller_that_waits_for_a_token_has_its_own_deadline)
{
    scripted_server server(
        [](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            script late;
            late.wait(400ms);
            std::string const body = R"({"token_type":"Bearer","access_token":"t"})";
            return late.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
                             "\r\n\r\n" + body);
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    std::optional<restbind::result<Item>> hasty;
    std::optional<restbind::result<Item>> patient;
    std::chrono::milliseconds hasty_took{0};
    auto const start = clock::now();
    boost::asio::co_spawn(io, caller.buy(good_item, {.deadline = 100ms}),
        [&](std::exception_ptr, restbind::result<Item> outcome)
        {
            hasty.emplace(std::move(outcome));
            hasty_took = since(start);
        });
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> outcome)
        { patient.emplace(std::move(outcome)); });
    io.run_for(5s);
    BOOST_TEST_REQUIRE(hasty.has_value());
    BOOST_TEST_REQUIRE(patient.has_value());
    BOOST_TEST((hasty->error() == error_kind::timed_out));
    BOOST_TEST((hasty->error().at() == phase::token));
    BOOST_TEST(hasty->error().detail() ==
               "the deadline of 100 ms has passed; getting a token from " + server.url().substr(7));
    BOOST_TEST(hasty->error().sends() == 0U);
    BOOST_TEST(hasty_took.count() < 250);
    BOOST_TEST(patient->has_value());
    BOOST_TEST(server.count(token_path) == 1U);
}

// survives: K24
BOOST_AUTO_TEST_CASE(
    a_token_that_was_longer_on_its_way_than_it_lives_is_not_used, *boost::unit_test::label("slow"))
{
    std::atomic<int> given{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            return ++given == 1 ? script().wait(1100ms).then(token_response("late", "1"))
                                : token_response("fresh");
        });
    auto options = token_options_for(server);
    options.timeouts.call = 1min;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.count(token_path) == 2U);
    BOOST_TEST(server.count(api_path) == 1U);
    BOOST_TEST(server.requests().back().header("Authorization") == "Bearer fresh");
}

// survives: K2
BOOST_AUTO_TEST_CASE(a_token_without_any_life_serves_the_calls_that_wait_for_it)
{
    std::atomic<int> given{0};
    scripted_server server(
        [&](received_request const& request)
        {
            return is_token_request(request)
                       ? token_response("t" + std::to_string(++given), "0")
                       : response(200, good_body);
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    int succeeded = 0;
    for (int i = 0; i != 3; ++i)
        boost::asio::co_spawn(io, caller.buy(good_item),
            [&](std::exception_ptr, restbind::result<Item> outcome)
            { succeeded += outcome.has_value() ? 1 : 0; });
    io.run_for(9s);
    BOOST_TEST(succeeded == 3);
    BOOST_TEST(server.count(token_path) == 1U);
    // Whoever comes later asks for its own.
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.requests().back().header("Authorization") == "Bearer t2");
}

// survives: K13, K14
BOOST_AUTO_TEST_CASE(what_somebody_in_front_of_the_authorization_server_says_is_no_refusal_and_is_kept)
{
    std::string const page = "<html>No required SSL certificate was sent canary+&=%secret</html>";
    for (int const status : {400, 401, 403, 404, 413})
    {
        auto const failure = first_error(response(status, page, "Content-Type: text/html\r\n"));
        BOOST_TEST((failure == error_kind::client_error), failure.message());
        BOOST_TEST(failure.status() == status);
        BOOST_TEST(!failure.token_error());
        BOOST_TEST(failure.body() == "<html>No required SSL certificate was sent ***</html>");
    }
    std::size_t requests = 0;
    auto const busy = first_error(
        response(503, R"({"error":"temporarily_unavailable","error_description":"later"})"),
        &requests);
    BOOST_TEST((busy == error_kind::unavailable));
    BOOST_TEST_REQUIRE(busy.token_error());
    BOOST_TEST(busy.token_error()->error == "temporarily_unavailable");
    BOOST_TEST(busy.sends() == 3U);
    BOOST_TEST_REQUIRE(busy.attempts().size() == 3U);
    for (auto const& one : busy.attempts())
        BOOST_TEST(one.status == 503);
}

BOOST_AUTO_TEST_CASE(the_kinds_of_token_responses_that_can_be_used_are_used)
{
    for (auto const& reply : {token_response("t", "\"3599\""), token_response("t", "1e30"),
             token_response("t", "null"), token_response("t", "30"),
             response(200, R"({"token_type":"bearer","access_token":"t"})")})
    {
        scripted_server server([&](received_request const& request)
            { return is_token_request(request) ? reply : response(200, good_body); });
        boost::asio::io_context io;
        client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
        for (int i = 0; i != 3; ++i)
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(server.count(token_path) == 1U);
    }
}

BOOST_AUTO_TEST_CASE(a_redirect_of_the_authorization_server_is_not_followed)
{
    scripted_server elsewhere([](received_request const&) { return token_response("stolen"); });
    for (int const status : {301, 302, 303, 307, 308})
        first_error(response(status, {}, "Location: " + elsewhere.url() + "/login/\r\n"));
    BOOST_TEST(elsewhere.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_authorization_server_counts_though_its_body_is_not_whole)
{
    std::size_t requests = 0;
    std::string const head = "HTTP/1.1 400 Bad Request\r\nContent-Length: 50\r\n\r\n{";
    auto const error = first_error(script().send(head).close(), &requests);
    BOOST_TEST((error == error_kind::client_error));
    BOOST_TEST((error.at() == phase::read));
    BOOST_TEST(error.status() == 400);
    BOOST_TEST(requests == 1U);
}

// proves: R5-5
// survives: X2, X3, X4, X5
BOOST_AUTO_TEST_CASE(secret_and_token_turn_up_in_no_text)
{
    struct listener : net::observer
    {
        std::ostringstream heard;
        void tell(restbind::error const* failure)
        {
            if (!failure)
                return;
            heard << *failure << failure->detail() << failure->body() << failure->problem().detail
                  << failure->problem().title;
            if (auto const* refusal = failure->token_error())
            {
                heard << refusal->error << refusal->error_description;
                for (auto const& [name, value] : refusal->extensions)
                    heard << name << value;
            }
            heard << restbind::exception(*failure).what();
        }
        void attempt_ended(net::attempt_report const& report) noexcept override
        {
            tell(report.failure);
        }
        void token_failed(net::token_report const& report) noexcept override
        {
            tell(report.failure);
        }
    };
    // A service and an authorization server that repeat whatever they are told.
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(request.target.ends_with("buy") ? 401 : 409,
                    R"({"title":"t","detail":")" + request.header("Authorization") + "\"}");
            return ++asked <= 1 ? token_response("canary-token")
                                : response(400, R"({"error":"e","error_description":")" +
                                                    request.body + "\"}");
        });
    auto const heard = std::make_shared<listener>();
    auto options = token_options_for(server);
    options.observer = heard;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const conflict = call_once<operations::change>(io, caller);
    BOOST_TEST_REQUIRE(!conflict.has_value());
    BOOST_TEST(conflict.error().problem().detail == "Bearer ***");
    auto const refused = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!refused.has_value());
    for (restbind::error const& failure : {conflict.error(), refused.error()})
        heard->tell(&failure);
    std::string const text = heard->heard.str();
    BOOST_TEST(text.size() > 200U);
    BOOST_TEST(text.find("canary") == std::string::npos, text);
    BOOST_TEST(server.count(token_path) == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
