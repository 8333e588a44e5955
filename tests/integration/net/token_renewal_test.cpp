// SPDX-License-Identifier: BSL-1.0
// How clients renew tokens, in the background and after a 401.
#include "token_server.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;

class token_recorder : public net::observer
{
public:
    void token_renewed(net::token_report const& report) noexcept override
    {
        ++renewed;
        last_lifetime = report.lifetime.count();
        last_duration = report.duration.count();
    }
    void token_failed(net::token_report const& report) noexcept override
    {
        failed += report.failure ? 1 : 0;
    }

    std::atomic<int> renewed{0};
    std::atomic<int> failed{0};
    std::atomic<long> last_lifetime{0};
    std::atomic<long> last_duration{0}; ///< microseconds
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_token_renewal)

// proves: R5-2
// survives: K22
BOOST_AUTO_TEST_CASE(
    a_token_is_renewed_in_the_background_and_no_call_waits_for_it, *boost::unit_test::label("slow"))
{
    // A life of 2 s is renewed after 1 s. The authorization server takes its time for every token
    // but the first.
    std::atomic<int> given{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            int const number = ++given;
            script slow;
            if (number > 1)
                slow.wait(300ms);
            std::string const body =
                R"({"token_type":"Bearer","expires_in":2,"access_token":"token-)" +
                std::to_string(number) + "\"}";
            return slow.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
                             "\r\n\r\n" + body);
        });
    auto const seen = std::make_shared<token_recorder>();
    auto options = token_options_for(server);
    options.observer = seen;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::chrono::milliseconds longest{0};
    run(io,
        [&]() -> awaitable<void>
        {
            {
                auto first = caller.buy(good_item);
                auto const warm = co_await std::move(first);
                BOOST_TEST(warm.has_value());
            }
            auto const start = clock::now();
            while (since(start) < 2500ms)
            {
                auto const before = clock::now();
                auto work = caller.buy(good_item);
                auto const done = co_await std::move(work);
                BOOST_TEST(done.has_value());
                longest = std::max(longest, since(before));
                co_await sleep_for(10ms);
            }
        });
    BOOST_TEST(longest.count() < 200, "a call waited for the renewal");
    BOOST_TEST(server.count(token_path) == 3U);
    BOOST_TEST(seen->renewed == 3);
    BOOST_TEST(seen->last_lifetime == 2);
    BOOST_TEST(seen->last_duration >= 300'000);
    auto const requests = server.requests();
    BOOST_TEST(requests.back().header("Authorization") == "Bearer token-3");
}

// survives: K21
BOOST_AUTO_TEST_CASE(an_authorization_server_that_is_down_does_no_harm_while_the_old_token_is_valid,
    *boost::unit_test::label("slow"))
{
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            return ++asked == 1 ? token_response("token-1", "2") : response(503);
        });
    auto options = token_options_for(server);
    options.retry.initial_delay = 0ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    run(io,
        [&]() -> awaitable<void>
        {
            auto const start = clock::now();
            while (since(start) < 1900ms)
            {
                auto work = caller.buy(good_item);
                auto const done = co_await std::move(work);
                BOOST_TEST(done.has_value());
                co_await sleep_for(20ms);
            }
        });
    // Renewal starts after 1 s and is not tried again for another second: the first token, then
    // three attempts.
    BOOST_TEST(server.count(token_path) == 4U);
}

// proves: R5-3
// survives: R4-N
BOOST_AUTO_TEST_CASE(a_401_leads_to_one_renewal_and_one_replay)
{
    token_server tokens(
        "3599", [](std::string const& header) { return header != "Bearer token-1"; });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(tokens.server.count(token_path) == 2U);
    BOOST_TEST(tokens.server.count(api_path) == 2U);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(tokens.server.count(token_path) == 2U);
}

// proves: R5-3, R7-2
// survives: R4-N
BOOST_AUTO_TEST_CASE(a_service_that_always_says_401_is_asked_twice_and_never_in_a_loop)
{
    token_server tokens("3599", [](std::string const&) { return false; });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::unauthorized));
    BOOST_TEST(outcome.error().sends() == 2U);
    BOOST_TEST(outcome.error().problem().detail == "expired");
    BOOST_TEST(!outcome.error().outcome_unknown());
    BOOST_TEST(tokens.server.count(token_path) == 2U);
    BOOST_TEST(tokens.server.count(api_path) == 2U);
}

// proves: R5-3
BOOST_AUTO_TEST_CASE(a_service_that_goes_on_to_say_401_costs_no_token_request_a_call)
{
    token_server tokens("3599", [](std::string const&) { return false; });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).error().sends() == 2U);
    for (int i = 0; i != 5; ++i)
    {
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST((outcome.error() == error_kind::unauthorized));
        BOOST_TEST(outcome.error().problem().detail == "expired");
        BOOST_TEST(outcome.error().sends() == 1U);
    }
    BOOST_TEST(tokens.server.count(token_path) == 2U);
    BOOST_TEST(tokens.server.count(api_path) == 7U);
    // Whoever has repaired the registration need not wait.
    caller.reset_token();
    BOOST_TEST(call_once<operations::buy>(io, caller).error().sends() == 2U);
    BOOST_TEST(tokens.server.count(token_path) == 4U);
}

// proves: R5-3
// survives: K26, K27
BOOST_AUTO_TEST_CASE(an_operation_that_is_always_refused_keeps_no_other_from_a_new_token)
{
    // One operation gets 401 whatever it sends, because a permission is missing. The others get it
    // for each token but the newest that was not withdrawn.
    std::atomic<int> given{0};
    std::atomic<int> withdrawn{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (is_token_request(request))
                return token_response("token-" + std::to_string(++given));
            bool const good =
                !request.target.ends_with("buy") && given > withdrawn &&
                request.header("Authorization") == "Bearer token-" + std::to_string(given);
            return good ? response(200, good_body) : response(401);
        });
    boost::asio::io_context io;
    client const caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    auto const buy = [&] { return call_once<operations::buy>(io, caller).error().sends(); };
    auto const change = [&] { return call_once<operations::change>(io, caller).has_value(); };
    BOOST_TEST(buy() == 2U);
    for (int i = 0; i != 3; ++i)
    {
        withdrawn = given.load();
        BOOST_TEST(change());
        BOOST_TEST(server.count(token_path) == 3U + static_cast<unsigned>(i));
        // The one without a permission gets no token for it.
        BOOST_TEST(buy() == 1U);
        BOOST_TEST(change());
        BOOST_TEST(server.count(token_path) == 3U + static_cast<unsigned>(i));
    }
}

// proves: R5-3
// survives: K28
BOOST_AUTO_TEST_CASE(a_service_that_refuses_all_operations_causes_no_storm_of_token_requests)
{
    token_server tokens("3599", [](std::string const&) { return false; });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    for (int i = 0; i != 20; ++i)
    {
        BOOST_TEST(call_once<operations::buy>(io, caller).has_error());
        BOOST_TEST(call_once<operations::change>(io, caller).has_error());
        BOOST_TEST(call_once<operations::look>(io, caller).has_error());
    }
    // The first token, and one more for each operation.
    BOOST_TEST(tokens.server.count(token_path) == 4U);
    BOOST_TEST(tokens.server.count(api_path) == 63U);
}

// proves: R5-3
// survives: K28
BOOST_AUTO_TEST_CASE(a_service_that_refuses_every_other_call_causes_no_storm_of_token_requests)
{
    std::atomic<int> asked{0};
    token_server tokens("3599", [&](std::string const&) { return ++asked % 2 == 0; });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    for (int i = 0; i != 40; ++i)
        static_cast<void>(call_once<operations::buy>(io, caller));
    BOOST_TEST(tokens.server.count(token_path) == 9U);
}

// proves: R5-3
BOOST_AUTO_TEST_CASE(a_401_whose_body_is_not_whole_renews_the_token_all_the_same)
{
    std::string const head = "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n";
    for (auto const& cut : {script().send(head + "Content-Length: 50\r\n\r\n{").close(),
             script().send(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n").close(),
             script().send(head + "Content-Length: 5000\r\n\r\n" + std::string(5000, ' '))})
    {
        std::atomic<int> given{0};
        scripted_server server(
            [&](received_request const& request)
            {
                if (is_token_request(request))
                    return token_response("token-" + std::to_string(++given));
                return request.header("Authorization") == "Bearer token-1"
                           ? cut
                           : response(200, good_body);
            });
        auto options = token_options_for(server);
        options.limits.body = 1000;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST(outcome.has_value());
        BOOST_TEST(server.count(token_path) == 2U);
        BOOST_TEST(server.count(api_path) == 2U);
    }
}

// proves: R5-3
BOOST_AUTO_TEST_CASE(many_callers_that_are_refused_at_once_cause_one_renewal)
{
    token_server tokens(
        "3599", [](std::string const& header) { return header != "Bearer token-1"; });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(tokens.server), {.tenant = "arena"});
    auto const results = call_all(io, std::vector<client>(50, caller));
    BOOST_TEST(
        std::all_of(results.begin(), results.end(), [](auto const& r) { return r.has_value(); }));
    BOOST_TEST(tokens.server.count(token_path) == 2U);
    BOOST_TEST(tokens.server.count(api_path) <= 100U);
}

// proves: R5-3
// survives: K25
BOOST_AUTO_TEST_CASE(a_401_for_an_old_token_leaves_the_new_one_alone)
{
    // Two calls go out with the first token. One is refused and gets the second; only then is the
    // other one refused.
    std::atomic<int> given{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (is_token_request(request))
                return token_response("token-" + std::to_string(++given));
            if (request.header("Authorization") != "Bearer token-1")
                return response(200, good_body);
            auto const refusal = response(401, R"({"detail":"withdrawn"})");
            return request.target.ends_with("buy") ? refusal
                                                   : script().wait_for_gate().then(refusal);
        });
    auto options = token_options_for(server);
    options.timeouts.call = 1min;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::optional<restbind::result<Item>> late;
    boost::asio::co_spawn(io, caller.change(good_item),
        [&](std::exception_ptr, restbind::result<Item> outcome)
        { late.emplace(std::move(outcome)); });
    auto const begun = clock::now();
    while (server.count(api_path) == 0 && since(begun) < 30s)
        io.run_one_for(10ms);
    std::optional<restbind::result<Item>> early;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> outcome)
        {
            early.emplace(std::move(outcome));
            server.open_gate();
        });
    io.run_for(1min);
    BOOST_TEST_REQUIRE(early.has_value());
    BOOST_TEST(early->has_value());
    BOOST_TEST_REQUIRE(late.has_value());
    BOOST_TEST(late->has_value());
    BOOST_TEST(server.count(token_path) == 2U);
    BOOST_TEST(server.count(api_path) == 4U);
    BOOST_TEST(server.requests().back().header("Authorization") == "Bearer token-2");
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.count(token_path) == 2U, "the new token was dropped");
}

BOOST_AUTO_TEST_CASE(a_fixed_token_is_sent_as_it_is_and_a_401_is_final)
{
    scripted_server server(
        [](received_request const& request)
        {
            return request.header("Authorization") == "Bearer mine" &&
                           request.target.ends_with("buy")
                       ? response(200, good_body)
                       : response(401);
        });
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.access_token = restbind::secret("mine");
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    auto const refused = call_once<operations::change>(io, caller);
    BOOST_TEST((refused.error() == error_kind::unauthorized));
    BOOST_TEST(refused.error().sends() == 1U);
    BOOST_TEST(server.requests().size() == 2U);
}

// proves: R5-2
// survives: K21, K22
BOOST_AUTO_TEST_CASE(a_silent_authorization_server_does_no_harm_while_the_old_token_is_valid,
    *boost::unit_test::label("slow"))
{
    // A life of 4 s is renewed after 2 s. The provider says nothing to that.
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            return ++asked == 1 ? token_response("token-1", "4") : script().wait_for_gate();
        });
    boost::asio::io_context io;
    auto caller = std::make_optional<client>(
        io.get_executor(), token_options_for(server), client_parameters{.tenant = "arena"});
    auto const start = clock::now();
    BOOST_TEST(call_once<operations::buy>(io, *caller).has_value());
    std::this_thread::sleep_for(2050ms - since(start));
    std::size_t calls = 0;
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            while (since(start) < 3500ms)
            {
                auto work = caller->buy(good_item, {.deadline = 1s});
                auto const done = co_await std::move(work);
                if (since(start) < 3900ms)
                    BOOST_TEST(done.has_value());
                ++calls;
                co_await sleep_for(50ms);
            }
            caller.reset();
        },
        [](std::exception_ptr thrown)
        {
            if (thrown)
                std::rethrow_exception(thrown);
        });
    io.restart();
    io.run_for(10s);
    BOOST_TEST(io.stopped());
    BOOST_TEST(calls >= 1U);
    BOOST_TEST(server.count(token_path) == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
