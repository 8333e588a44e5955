// SPDX-License-Identifier: BSL-1.0
// Tokens that a function of the application gets.
#include "fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace fake;
using own_token = restbind::result<restbind::http::access_token>;

} // namespace

BOOST_AUTO_TEST_SUITE(net_own_token)

BOOST_AUTO_TEST_CASE(a_function_of_the_application_can_get_the_tokens)
{
    scripted_server server(
        [](received_request const& request) {
            return response(request.header("Authorization") == "Bearer own-2" ? 200 : 401, good_body);
        });
    int calls = 0;
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.provider = [&]() -> awaitable<restbind::result<restbind::http::access_token>>
    {
        ++calls;
        if (calls == 3)
            throw std::runtime_error("no more");
        co_return restbind::http::access_token{
            restbind::secret("own-" + std::to_string(calls)), 3600s};
    };
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(calls == 2);
    caller.reset_token();
    auto const failed = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!failed.has_value());
    BOOST_TEST((failed.error() == error_kind::token_unavailable));
    BOOST_TEST(server.count("/login/") == 0U);
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_function_that_gets_tokens_is_cancelled_when_the_client_is_destroyed)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    bool cancelled = false;
    bool entered = false;
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.provider = [&]() -> awaitable<restbind::result<restbind::http::access_token>>
    {
        entered = true;
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, 1h);
        boost::system::error_code code;
        co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, code));
        cancelled = code == boost::asio::error::operation_aborted;
        co_return restbind::error(error_kind::token_unavailable);
    };
    boost::asio::io_context io;
    auto caller = std::make_optional<client>(
        io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> ended)
        { outcome.emplace(std::move(ended)); });
    while (!entered)
        io.run_one_for(5s);
    caller.reset();
    io.run_for(5s);
    BOOST_TEST(io.stopped());
    BOOST_TEST(cancelled);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST((outcome->error() == error_kind::client_closed));
    BOOST_TEST((outcome->error() == boost::asio::error::operation_aborted));
}

BOOST_AUTO_TEST_CASE(a_function_that_gets_tokens_and_does_not_end_hangs_neither_calls_nor_shutdown)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.provider = []() -> awaitable<restbind::result<restbind::http::access_token>>
    {
        co_await boost::asio::this_coro::reset_cancellation_state(
            boost::asio::disable_cancellation());
        co_await sleep_for(1h);
        co_return restbind::error(error_kind::token_unavailable);
    };
    auto const start = clock::now();
    {
        blocking_client const caller(std::move(options), {.tenant = "arena"});
        auto const outcome = caller.buy(good_item, {.deadline = 50ms});
        BOOST_TEST((outcome.error() == error_kind::timed_out));
        BOOST_TEST((outcome.error().at() == phase::token));
    }
    BOOST_TEST(since(start).count() < 5000);
}

// survives: K7
BOOST_AUTO_TEST_CASE(a_token_that_no_header_may_hold_is_never_sent)
{
    using namespace std::string_view_literals;
    for (std::string_view const text :
        {""sv, "a\r\nX-Evil: 1"sv, "a b"sv, "a\0b"sv, "\xC3\xA4"sv, "a\x7F"sv})
    {
        scripted_server server([](received_request const&) { return response(200, good_body); });
        auto options = options_for(server);
        options.anonymous = false;
        options.tokens.provider = [&]() -> awaitable<own_token>
        { co_return restbind::http::access_token{restbind::secret(text), 1h}; };
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(outcome.has_error());
        BOOST_TEST((outcome.error() == error_kind::token_unavailable), outcome.error().message());
        BOOST_TEST((outcome.error().at() == phase::token));
        BOOST_TEST(server.connections() == 0U);
    }
}

BOOST_AUTO_TEST_CASE(an_error_of_kind_none_is_no_token_either)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.provider = []() -> awaitable<own_token> { co_return restbind::error(); };
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_error());
    BOOST_TEST((outcome.error() == error_kind::token_unavailable), outcome.error().message());
    BOOST_TEST(server.connections() == 0U);
}

BOOST_AUTO_TEST_CASE(a_life_of_nothing_serves_the_calls_that_wait_and_an_endless_one_is_a_day)
{
    struct lives : net::observer
    {
        void token_renewed(net::token_report const& report) noexcept override
        {
            last = report.lifetime;
        }
        std::chrono::seconds last{0};
    };
    for (auto const life : {0s, -1s, 1s, std::chrono::seconds::max()})
    {
        scripted_server server([](received_request const&) { return response(200, good_body); });
        auto const seen = std::make_shared<lives>();
        auto options = options_for(server);
        options.anonymous = false;
        options.observer = seen;
        options.tokens.provider = [&]() -> awaitable<own_token>
        { co_return restbind::http::access_token{restbind::secret("own"), life}; };
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(outcome.has_value() == (life >= 0s));
        if (!outcome)
            BOOST_TEST(outcome.error().detail().starts_with("the token is empty, expired or"));
        BOOST_TEST(server.requests().size() == (life >= 0s ? 1U : 0U));
        BOOST_TEST((seen->last == (life > 24h ? 24h : life > 0s ? life : 0s)));
    }
}

BOOST_AUTO_TEST_CASE(a_call_gives_up_when_no_token_lives_until_it_can_be_used)
{
    // Each token is forgotten between its coming and the next step of the call that waits for it.
    struct forgetful : net::observer
    {
        void token_renewed(net::token_report const&) noexcept override { (*caller)->reset_token(); }
        std::optional<client>* caller = nullptr;
    };
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const forgets = std::make_shared<forgetful>();
    std::optional<client> caller;
    forgets->caller = &caller;
    int asked = 0;
    auto options = options_for(server);
    options.anonymous = false;
    options.observer = forgets;
    options.tokens.provider = [&]() -> awaitable<own_token>
    {
        // Without an end the call would ask until its deadline.
        if (++asked > 20)
            co_await sleep_for(1min);
        co_return restbind::http::access_token{restbind::secret("own"), 1h};
    };
    boost::asio::io_context io;
    caller.emplace(io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { outcome.emplace(std::move(r)); });
    for (auto const start = clock::now(); !outcome && since(start) < 9s;)
        io.run_one_for(100ms);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(outcome->has_error());
    BOOST_TEST((outcome->error() == error_kind::token_unavailable), outcome->error().message());
    BOOST_TEST((outcome->error().at() == phase::token));
    BOOST_TEST(outcome->error().detail() == "tokens have expired before they could be used");
    BOOST_TEST(asked <= 5);
    BOOST_TEST(server.connections() == 0U);
    caller.reset();
}

BOOST_AUTO_TEST_CASE(a_call_that_the_function_itself_cancels_does_not_wait_for_the_token)
{
    // Nothing is pending at that moment that the cancellation could end.
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::cancellation_signal signal;
    auto options = options_for(server);
    options.anonymous = false;
    options.timeouts.call = 1min;
    options.tokens.provider = [&]() -> awaitable<own_token>
    {
        signal.emit(boost::asio::cancellation_type::terminal);
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, 1h);
        boost::system::error_code ignored;
        co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        co_return restbind::error(error_kind::token_unavailable);
    };
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            co_await boost::asio::this_coro::throw_if_cancelled(false);
            auto work = caller->buy(good_item);
            outcome.emplace(co_await std::move(work));
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    for (auto const start = clock::now(); !outcome && since(start) < 9s;)
        io.run_one_for(100ms);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST((outcome->error() == error_kind::cancelled), outcome->error().message());
    BOOST_TEST((outcome->error().at() == phase::token));
    caller.reset();
    io.run_for(5s);
    BOOST_TEST(io.stopped());
}

BOOST_AUTO_TEST_SUITE_END()
