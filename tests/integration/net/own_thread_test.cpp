// SPDX-License-Identifier: BSL-1.0
// A blocking client that is used in its own thread, where its observer, token provider and sinks run.
#include "fixture.hpp"
#include "golden/responses/blocking_client.hpp"

#include <restbind/net/network.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

namespace
{

using namespace fake;
using own_token = restbind::result<restbind::http::access_token>;

void check_refused(restbind::error const& why)
{
    BOOST_TEST((why == error_kind::invalid_argument), why.message());
    BOOST_TEST(why.detail() ==
               "a blocking client cannot be called from its own thread, in which its observer, token "
               "provider and sinks run: call buy of the client that does not block (async_…), or "
               "from another thread");
    BOOST_TEST(why.call_id() != 0U);
}

/// Calls the client that it watches, when a call has ended.
struct calling_observer final : net::observer
{
    void call_ended(net::call_report const&) override
    {
        ++ends;
        auto const info = std::make_shared<net::call_info>();
        info->attempts = 7; // of an earlier call
        net::call_options call;
        call.info = info;
        auto const bought = watched->buy(good_item, call);
        BOOST_TEST_REQUIRE(!bought.has_value());
        check_refused(bought.error());
        BOOST_TEST(info->call_id == bought.error().call_id());
        BOOST_TEST(info->attempts == 0U);
    }

    blocking_client const* watched = nullptr;
    int ends = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_own_thread)

// survives: P7
BOOST_AUTO_TEST_CASE(a_call_from_an_observer_of_the_same_client_is_refused_and_the_first_one_succeeds)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    auto const calling = std::make_shared<calling_observer>();
    options.observer = calling;
    blocking_client const caller(std::move(options), {.tenant = "arena"});
    calling->watched = &caller;
    BOOST_TEST(caller.buy(good_item).has_value());
    BOOST_TEST(calling->ends == 1, "the refused call has told its observer");
    BOOST_TEST(server.requests().size() == 1U);
}

// survives: P7
BOOST_AUTO_TEST_CASE(a_call_from_a_token_provider_of_the_same_client_is_refused)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    blocking_client const* asked = nullptr;
    options.tokens.provider = [&]() -> awaitable<own_token>
    {
        auto const bought = asked->buy(good_item);
        BOOST_TEST_REQUIRE(!bought.has_value());
        check_refused(bought.error());
        co_return bought.error();
    };
    blocking_client const caller(std::move(options), {.tenant = "arena"});
    asked = &caller;
    auto const bought = caller.buy(good_item);
    BOOST_TEST_REQUIRE(!bought.has_value());
    BOOST_TEST((bought.error() == error_kind::invalid_argument), bought.error().message());
    BOOST_TEST(server.requests().empty());
}

// survives: P7
BOOST_AUTO_TEST_CASE(a_call_from_a_sink_of_the_same_client_is_refused)
{
    scripted_server server([](received_request const&)
        { return script().send("HTTP/1.1 200 Fine\r\nContent-Type: image/png\r\n"
                               "Content-Length: 3\r\n\r\nabc"); });
    auto const caller =
        golden::responses::blocking_client::make(options_for(server), {}).value();
    golden::responses::no_request const request;
    net::function_sink unused([](std::span<unsigned char const>) {});
    int pieces = 0;
    net::function_sink sink(
        [&](std::span<unsigned char const>)
        {
            ++pieces;
            auto const loaded = caller.load_picture(request, unused);
            BOOST_TEST_REQUIRE(!loaded.has_value());
            BOOST_TEST((loaded.error() == error_kind::invalid_argument));
        });
    BOOST_TEST(caller.load_picture(request, sink).has_value());
    BOOST_TEST(pieces == 1);
    BOOST_TEST(server.requests().size() == 1U);
}

// survives: P7
BOOST_AUTO_TEST_CASE(the_last_view_may_be_destroyed_in_its_own_thread_which_then_ends)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    auto const kept = std::make_shared<std::optional<blocking_client>>();
    auto const is_last = std::make_shared<std::atomic<bool>>(false);
    auto held = std::make_shared<int>(0);
    std::weak_ptr<int> const there = held; // as long as the client's options are
    options.tokens.provider = [kept, is_last, held]() -> awaitable<own_token>
    {
        while (!*is_last)
            co_await sleep_for(1ms);
        kept->reset();
        co_return restbind::error(error_kind::token_unavailable);
    };
    held.reset();
    kept->emplace(std::move(options), client_parameters{.tenant = "arena"});
    auto const late = (*kept)->buy(good_item, {.deadline = 50ms});
    BOOST_TEST((late.error() == error_kind::timed_out), late.error().message());
    *is_last = true;
    for (int i = 0; i != 5000 && !there.expired(); ++i)
        std::this_thread::sleep_for(1ms);
    BOOST_TEST(there.expired());
    BOOST_TEST(!kept->has_value());
}

BOOST_AUTO_TEST_SUITE_END()
