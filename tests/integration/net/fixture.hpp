// SPDX-License-Identifier: BSL-1.0
// A client of the fake API, a scripted server, and a way to run coroutines with a bound on time.
#pragma once

#include "fake_api.hpp"
#include "support/scripted_server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace fake
{

using namespace std::chrono_literals;
using restbind::error_kind;
using restbind::phase;
using restbind::test::response;
using restbind::test::received_request;
using restbind::test::script;
using restbind::test::scripted_server;
using restbind::test::token_response;
using clock = std::chrono::steady_clock;

template <class T>
using awaitable = boost::asio::awaitable<T>;

inline Item const good_item{.id = 7, .name = "seat"};
inline constexpr std::string_view good_body = R"({"id":7,"name":"seat"})";

/// Options that fit a scripted server: no token, pauses of milliseconds.
inline net::client_options options_for(scripted_server const& server)
{
    net::client_options options;
    options.base_url = server.url();
    options.anonymous = true;
    options.timeouts.call = 5s;
    options.retry.initial_delay = 20ms;
    return options;
}

/// The same with credentials, for a server that gives tokens, too.
inline net::client_options token_options_for(scripted_server const& server)
{
    net::client_options options = options_for(server);
    options.anonymous = false;
    options.tokens.url = server.url() + "/login/{directory}/token";
    options.tokens.variables = {{"directory", "dir"}, {"service", "guid"}};
    options.tokens.scopes = {"api://{service}/.default"};
    options.tokens.client_authentication = restbind::http::client_authentication::client_secret_post;
    options.tokens.credentials.client_id = "kiosk";
    options.tokens.credentials.client_secret = restbind::secret("canary+&=%secret");
    return options;
}

inline bool is_token_request(received_request const& request)
{
    return request.target.starts_with("/login/");
}

/// Runs a coroutine and everything that it leaves behind; fails the test if that takes 10 s.
inline void run(boost::asio::io_context& io, std::function<awaitable<void>()> body)
{
    std::exception_ptr thrown;
    bool ended = false;
    boost::asio::co_spawn(io, std::move(body),
        [&](std::exception_ptr e)
        {
            thrown = e;
            ended = true;
        });
    io.restart();
    io.run_for(10s);
    if (thrown)
        std::rethrow_exception(thrown);
    BOOST_TEST_REQUIRE(ended);
    BOOST_TEST(io.stopped(), "something is still pending");
}

inline awaitable<void> sleep_for(clock::duration length)
{
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, length);
    co_await timer.async_wait(boost::asio::use_awaitable);
}

inline std::chrono::milliseconds since(clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - start);
}

/// Calls one operation once, on an execution context, and gives its result.
template <class Operation>
restbind::result<Item> call_once(boost::asio::io_context& io, client const& caller,
    Item const& request = good_item, net::call_options const& options = {})
{
    std::optional<restbind::result<Item>> outcome;
    run(io,
        [&]() -> awaitable<void>
        {
            auto work = caller.call<Operation>(request, options);
            outcome.emplace(co_await std::move(work));
        });
    return std::move(*outcome);
}

/// A server that takes requests and never responds.
class silent_server
{
public:
    silent_server()
        : server([](received_request const&) { return script().wait(1min); })
    {
    }
    scripted_server server;
};

} // namespace fake
