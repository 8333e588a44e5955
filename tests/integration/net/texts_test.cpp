// SPDX-License-Identifier: BSL-1.0
// What an error says: where it struck, with whom, for how long, and what came before it.
#include "fixture.hpp"

#include <atomic>
#include <string>

namespace
{

using namespace fake;
using restbind::http::retry_policy;

using adjustment = std::function<void(net::client_options&)>;

/// The error of one call, and the server's host and port.
struct failed_call
{
    restbind::error why;
    std::string host;
};

template <class Operation = operations::buy>
failed_call fail(std::function<script(received_request const&)> const& play,
    adjustment const& adjust = {}, net::call_options const& call = {})
{
    scripted_server server(play);
    auto options = options_for(server);
    if (adjust)
        adjust(options);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<Operation>(io, caller, good_item, call);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    return {outcome.error(), server.url().substr(7)};
}

std::string text_of(boost::asio::error::basic_errors code)
{
    return boost::system::error_code(code).message();
}

void with_token(restbind::net::client_options& options)
{
    options.anonymous = false;
    options.tokens.access_token = restbind::secret("canary-token");
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_texts)

BOOST_AUTO_TEST_CASE(an_error_names_phase_host_and_port)
{
    auto const refused = fail([](received_request const&) { return script(); },
        [](auto& options)
        {
            options.base_url = "http://127.0.0.1:1";
            options.retry.policy = retry_policy::never;
        });
    BOOST_TEST(refused.why.message() ==
               "connection failed: " + text_of(boost::asio::error::connection_refused) +
                   " [system:111] (phase: connect, host: 127.0.0.1:1)");
    auto const unknown = fail([](received_request const&) { return script(); },
        [](auto& options)
        {
            options.base_url = "http://nowhere.test";
            options.allow_plain_http = true;
            options.retry.policy = retry_policy::never;
            options.resolver = [](std::string const&)
                -> restbind::result<std::vector<boost::asio::ip::address>>
            { return restbind::error(error_kind::resolve); };
        });
    BOOST_TEST(unknown.why.host() == "nowhere.test:80");
    BOOST_TEST(unknown.why.message().ends_with("(phase: resolve, host: nowhere.test:80)"),
        unknown.why.message());
    auto const reset = fail([](received_request const&) { return script().reset(); });
    BOOST_TEST(reset.why.message() ==
               "receiving failed: " + text_of(boost::asio::error::connection_reset) +
                   " [system:104] (phase: first byte, host: " + reset.host +
                   "); the request may have taken effect");
    auto const missing = fail([](received_request const&) { return response(404); });
    BOOST_TEST(missing.why.message() == "not found (404) (phase: read, host: " + missing.host + ")");
}

BOOST_AUTO_TEST_CASE(a_time_out_says_how_long_it_waited_and_what_had_come)
{
    auto const silent = [](received_request const&) { return script().wait(1min); };
    auto const first = fail(silent, [](auto& options) { options.timeouts.first_byte = 200ms; });
    BOOST_TEST((first.why == error_kind::read));
    BOOST_TEST(first.why.detail() == "nothing came for 200 ms; 0 bytes of the response had come");
    auto const inside = fail([](received_request const&)
        { return script().send("HTTP/1.1 200 OK\r\n").wait(1min); },
        [](auto& options) { options.timeouts.idle_read = 200ms; });
    BOOST_TEST((inside.why.at() == phase::read));
    BOOST_TEST(inside.why.detail() == "nothing came for 200 ms; 17 bytes of the response had come");
    auto const late = fail(silent, {}, {.deadline = 300ms});
    BOOST_TEST(late.why.message() ==
               "timed out: " + text_of(boost::asio::error::timed_out) +
                   ": the deadline of 300 ms has passed; 0 bytes of the response had come "
                   "[system:110] (phase: first byte, host: " +
                   late.host + "); the request may have taken effect");
}

BOOST_AUTO_TEST_CASE(a_call_that_its_deadline_ends_tells_what_its_attempts_have_met)
{
    std::atomic<int> asked{0};
    auto const failed = fail<operations::look>(
        [&](received_request const&)
        { return ++asked == 1 ? response(503) : script().wait(1min); },
        [](auto& options) { options.retry.initial_delay = 1ms; }, {.deadline = 400ms});
    BOOST_TEST((failed.why == error_kind::timed_out));
    auto const& met = failed.why.attempts();
    BOOST_TEST_REQUIRE(met.size() == 2U);
    BOOST_TEST(met[0].status == 503);
    BOOST_TEST((met[0].at == phase::read));
    BOOST_TEST((met[1].kind == error_kind::timed_out));
    BOOST_TEST((met[1].at == phase::first_byte));
    BOOST_TEST((met[1].duration >= 300ms));
    BOOST_TEST(failed.why.message().find(", sent 2 times, met: 503, timed out)") != std::string::npos,
        failed.why.message());
}

BOOST_AUTO_TEST_CASE(a_call_whose_retry_budget_is_spent_says_so)
{
    auto const spent = fail([](received_request const&) { return response(503); },
        [](auto& options) { options.retry.budget = 1; });
    BOOST_TEST(spent.why.retry_budget_spent());
    BOOST_TEST(spent.why.sends() == 1U);
    BOOST_TEST(spent.why.message().find("not sent again: the retry budget is spent") !=
                   std::string::npos,
        spent.why.message());
    auto const tried = fail([](received_request const&) { return response(503); });
    BOOST_TEST(!tried.why.retry_budget_spent());
}

BOOST_AUTO_TEST_CASE(a_success_that_is_lost_says_so_however_it_is_lost)
{
    std::string const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    for (auto const& reply : {script().send(head + "Content-Length: 99\r\n\r\n{").close(),
             script().send(head + "Transfer-Encoding: chunked\r\n\r\nx\r\n"), response(200, "{"),
             script().send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}"),
             response(204), response(200, std::string(5000, ' ')),
             script().send(head + "Content-Length: 99\r\n\r\n{").wait(1min)})
    {
        auto const lost = fail([&](received_request const&) { return reply; },
            [](auto& options)
            {
                options.limits.body = 4096;
                options.timeouts.idle_read = 200ms;
            });
        std::string const text = lost.why.message();
        BOOST_TEST(lost.why.outcome_unknown(), text);
        BOOST_TEST(lost.why.status() / 100 == 2, text);
        BOOST_TEST(text.ends_with("; the request was applied, but its result is lost"), text);
        BOOST_TEST(text.find("may have") == std::string::npos, text);
    }
    auto const late = fail([&](received_request const&)
        { return script().send(head + "Content-Length: 99\r\n\r\n{").wait(1min); },
        {}, {.deadline = 300ms});
    BOOST_TEST((late.why == error_kind::timed_out));
    BOOST_TEST(late.why.message().ends_with("; the request was applied, but its result is lost"),
        late.why.message());
}

BOOST_AUTO_TEST_CASE(a_retry_after_that_does_not_fit_is_named_with_both_times)
{
    auto const busy = [](received_request const&) { return response(503, {}, "Retry-After: 45\r\n"); };
    auto const too_late = fail<operations::look>(busy);
    BOOST_TEST((too_late.why.retry_after() == 45s));
    std::string const text = too_late.why.message();
    BOOST_TEST(text.starts_with("service unavailable (503) (phase: read, host: " + too_late.host +
                                ", not sent again: Retry-After asks for 45 s, the call has 4"),
        text);
    BOOST_TEST(text.ends_with(" left)"), text);
    auto const too_long =
        fail(busy, [](auto& options) { options.retry.max_retry_after = 10s; }, {.deadline = 2min});
    BOOST_TEST(too_long.why.message() ==
               "service unavailable (503) (phase: read, host: " + too_long.host +
                   ", not sent again: Retry-After asks for 45 s, retry.max_retry_after is 10 s); the "
                   "request may have taken effect");
    BOOST_TEST((fail([](received_request const&) { return response(409, {}, "Retry-After: 45\r\n"); })
                    .why.retry_after() == 0s));
}

BOOST_AUTO_TEST_CASE(a_redirect_names_its_location_without_repeating_a_secret)
{
    auto const moved = fail([](received_request const&)
        { return response(302, {}, "Location: https://login.test/\r\n"); },
        with_token);
    BOOST_TEST(moved.why.detail() == "buy promises status 200, not 302; Location: https://login.test/");
    auto const leaking = fail([](received_request const&)
        { return response(302, {}, "Location: https://login.test/?t=canary-token\r\n"); },
        with_token);
    BOOST_TEST(leaking.why.detail() == "buy promises status 200, not 302");
}

BOOST_AUTO_TEST_CASE(a_success_that_cannot_be_read_keeps_its_body_without_the_token)
{
    auto const page = fail([](received_request const&)
        { return script().send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 25\r\n\r\n"
                               "<html>canary-token</html>"); },
        with_token);
    BOOST_TEST((page.why == error_kind::invalid_response));
    BOOST_TEST(page.why.body() == "<html>***</html>");
    BOOST_TEST(page.why.detail() == "the response's Content-Type text/html is not one that is "
                                    "described: application/json");
}

BOOST_AUTO_TEST_CASE(a_refused_token_is_explained_without_repeating_it)
{
    auto const expired = fail([](received_request const&)
        { return response(401, {}, "WWW-Authenticate: Bearer error=\"invalid_token\"\r\n"); },
        with_token);
    BOOST_TEST_REQUIRE(expired.why.challenge());
    BOOST_TEST(expired.why.message() == "unauthorized (401): invalid_token (phase: read, host: " +
                                            expired.host + ")");
    auto const leaking = fail([](received_request const&)
        { return response(403, {}, "WWW-Authenticate: Bearer error=\"canary-token\"\r\n"); },
        with_token);
    BOOST_TEST(!leaking.why.challenge());
}

BOOST_AUTO_TEST_SUITE_END()
