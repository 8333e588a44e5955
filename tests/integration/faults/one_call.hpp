// SPDX-License-Identifier: BSL-1.0
// One call against a server whose behaviour is written down attempt by attempt, and its effects.
#pragma once

#include "integration/net/fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace faults
{

using namespace fake;

/** A script that has carried the operation out before it does anything else. */
inline script carried_out()
{
    return script().apply();
}

/** A call that was carried out and responded. */
inline script done()
{
    return carried_out().then(response(200, good_body));
}

/** What became of the one call that a test looks at. */
struct verdict
{
    restbind::result<Item> outcome;
    std::size_t received = 0;    ///< complete requests of this call
    std::size_t effects = 0;     ///< times that it was carried out
    std::size_t connections = 0; ///< connections accepted in all
    std::chrono::milliseconds took{0};

    bool succeeded() const { return outcome.has_value(); }
    restbind::error error() const
    {
        return outcome.has_value() ? restbind::error() : outcome.error();
    }
};

/** How the call is made. */
struct manner
{
    bool reused = false; ///< over a connection that has served a call before
    std::function<void(net::client_options&)> adjust{};
    net::call_options call{};
    Item request = good_item;
};

/** Makes one call; its n-th attempt meets the n-th script, the last one again and again. */
template <class Operation>
verdict make_call(std::vector<script> const& scripts, manner const& how = {})
{
    std::atomic<std::size_t> received{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (how.reused && request.connection == 1 && request.index == 1)
                return response(200, good_body);
            return scripts[std::min(received.fetch_add(1), scripts.size() - 1)];
        });
    auto options = options_for(server);
    options.retry.initial_delay = 2ms;
    if (how.adjust)
        how.adjust(options);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    if (how.reused)
        BOOST_TEST(call_once<Operation>(io, caller).has_value());
    auto const start = clock::now();
    auto outcome = call_once<Operation>(io, caller, how.request, how.call);
    return {std::move(outcome), received, server.effects(), server.connections(), since(start)};
}

/** The same for a safe, an idempotent and a not idempotent operation, in this order. */
inline std::vector<verdict> make_calls(std::vector<script> const& scripts, manner const& how = {})
{
    std::vector<verdict> made;
    made.push_back(make_call<operations::look>(scripts, how));
    made.push_back(make_call<operations::change>(scripts, how));
    made.push_back(make_call<operations::buy>(scripts, how));
    return made;
}

/** Makes a call and cancels it once the server has received it; gives its result. */
template <class Operation>
restbind::result<Item> cancel_when_received(
    boost::asio::io_context& io, client const& caller, scripted_server const& server)
{
    std::optional<restbind::result<Item>> outcome;
    boost::asio::cancellation_signal signal;
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            auto work = caller.call<Operation>(good_item, {});
            outcome.emplace(co_await std::move(work));
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    io.restart();
    auto const give_up = clock::now() + 10s;
    while (server.count("/api/") == 0 && clock::now() < give_up)
        io.run_for(1ms);
    signal.emit(boost::asio::cancellation_type::terminal);
    io.run_for(10s);
    BOOST_TEST_REQUIRE(outcome.has_value());
    return std::move(*outcome);
}

} // namespace faults
