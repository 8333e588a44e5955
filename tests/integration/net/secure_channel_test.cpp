// SPDX-License-Identifier: BSL-1.0
// What a connection does with its encryption, whatever that is: what it sends when the handshake
// fails, when it is given up, and when it ends.
#include "fixture.hpp"
#include "open_channel.hpp"
#include "sockets.hpp"

#include <restbind/net/detail/connection.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace
{

using namespace fake;
using channel_status = restbind::http::secure_channel::status;
using decrypted = restbind::http::secure_channel::decrypted;

/// A connection whose handshake is over, and what its peer receives of it.
struct secured
{
    /// @param cancels Whether the handshake is cancelled from inside, before each of its steps.
    explicit secured(std::function<channel_status(open_channel&)> on_handshake, bool cancels = false)
        : server(
              [this](int socket, std::size_t)
              {
                  std::string all;
                  char buffer[64];
                  for (auto count = ::recv(socket, buffer, sizeof buffer, 0); count > 0;
                       count = ::recv(socket, buffer, sizeof buffer, 0))
                      all.append(buffer, static_cast<std::size_t>(count));
                  received.set_value(all);
              })
        , link(new net::detail::connection(io.get_executor(), time))
    {
        auto const step = [this, cancels, on_handshake](open_channel& channel)
        {
            if (cancels)
                signal.emit(boost::asio::cancellation_type::terminal);
            return on_handshake(channel);
        };
        boost::asio::co_spawn(io, shake_hands(step),
            boost::asio::bind_cancellation_slot(signal.slot(), [](std::exception_ptr) {}));
        io.run_for(9s);
        BOOST_TEST_REQUIRE(outcome.has_value());
    }

    awaitable<void> shake_hands(std::function<channel_status(open_channel&)> on_handshake)
    {
        co_await boost::asio::this_coro::throw_if_cancelled(false);
        net::detail::address_list addresses;
        addresses.add({ip("127.0.0.1"), server.port()});
        auto const connected = co_await link->connect(addresses, false, clock::now() + 5s);
        BOOST_TEST(connected.has_value(), connected.error().message());
        auto securing =
            link->secure(std::make_unique<open_channel>(std::move(on_handshake)), nullptr);
        outcome = co_await std::move(securing);
    }

    /// Ends the connection. @returns All that the peer received.
    std::string end()
    {
        link.reset();
        auto result = received.get_future();
        BOOST_TEST_REQUIRE((result.wait_for(9s) == std::future_status::ready));
        return result.get();
    }

    std::promise<std::string> received;
    socket_server server;
    boost::asio::io_context io;
    net::detail::time_source time;
    net::detail::intrusive_ptr<net::detail::connection> link;
    boost::asio::cancellation_signal signal;
    std::optional<restbind::result<void>> outcome;
};

/// Makes channels whose handshake is over at once unless a test prepares them otherwise. They see
/// when it ends.
class prepared_factory final : public restbind::http::secure_channel_factory
{
public:
    prepared_factory(std::function<void(open_channel&)> prepare, std::shared_ptr<bool> is_there)
        : prepare_(std::move(prepare))
        , is_there_(std::move(is_there))
    {
    }
    ~prepared_factory() override { *is_there_ = false; }
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        auto made = std::make_unique<open_channel>([](open_channel&) { return channel_status::ok; });
        prepare_(*made);
        return made;
    }

private:
    std::function<void(open_channel&)> prepare_;
    std::shared_ptr<bool> is_there_;
};

/// Options for a server behind such channels. @param is_there Becomes false when the factory ends.
net::client_options options_with(std::string const& url, std::function<void(open_channel&)> prepare,
    std::shared_ptr<bool> is_there = std::make_shared<bool>(true))
{
    net::client_options options;
    options.base_url = "https" + url.substr(4);
    options.anonymous = true;
    options.timeouts.call = 5s;
    options.retry.initial_delay = 20ms;
    options.tls = std::make_shared<prepared_factory>(std::move(prepare), std::move(is_there));
    return options;
}

/// Why one call fails.
restbind::error failure_of_call(net::client_options options)
{
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    return outcome.error();
}

/// Why a call over a channel fails that is sent once, to a server that never responds.
restbind::error failure_of_call(std::function<void(open_channel&)> prepare)
{
    silent_server const silent;
    auto options = options_with(silent.server.url(), std::move(prepare));
    options.retry.policy = restbind::http::retry_policy::never;
    return failure_of_call(std::move(options));
}

/// One call by a coroutine that owns the last client.
awaitable<void> call_as_owner(client caller)
{
    auto work = caller.look(good_item);
    auto const outcome = co_await std::move(work);
    BOOST_TEST(outcome.has_value());
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_secure_channel)

BOOST_AUTO_TEST_CASE(a_connection_that_ends_says_close_notify)
{
    secured with([](open_channel&) { return channel_status::ok; });
    BOOST_TEST(with.outcome->has_value(), with.outcome->error().message());
    BOOST_TEST(with.end() == "close_notify");
}

// The peer would carry out what its caller was told had probably not been applied.
// survives: R2-N, R9-N
BOOST_AUTO_TEST_CASE(what_is_left_of_a_request_does_not_go_out_when_its_connection_ends)
{
    secured with(
        [](open_channel& channel)
        {
            channel.waiting = "rest of a request";
            return channel_status::ok;
        });
    BOOST_TEST(with.outcome->has_value(), with.outcome->error().message());
    BOOST_TEST(with.end() == "");
}

BOOST_AUTO_TEST_CASE(a_handshake_that_fails_tells_the_peer_why)
{
    secured with(
        [](open_channel& channel)
        {
            channel.waiting = "alert";
            channel.failed = restbind::error(error_kind::connect, "no trust");
            return channel_status::failed;
        });
    BOOST_TEST((with.outcome->error() == error_kind::connect), with.outcome->error().message());
    BOOST_TEST((with.outcome->error().at() == phase::handshake));
    BOOST_TEST(with.outcome->error().detail() == "no trust");
    BOOST_TEST(with.end() == "alert");
}

BOOST_AUTO_TEST_CASE(a_handshake_that_ends_without_a_reason_has_failed)
{
    for (auto const step : {channel_status::closed, channel_status::failed})
    {
        secured const with([step](open_channel&) { return step; });
        BOOST_TEST((with.outcome->error() == error_kind::connect), with.outcome->error().message());
        BOOST_TEST((with.outcome->error().at() == phase::handshake));
        BOOST_TEST(with.outcome->error().code().failed());
    }
}

BOOST_AUTO_TEST_CASE(encryption_that_fails_without_a_reason_ends_the_call)
{
    restbind::error const silent;
    restbind::error const without_code =
        restbind::detail::fill(restbind::error(error_kind::read, "bad record"))
            .with_code({})
            .take();
    for (auto const& why : {silent, without_code})
    {
        auto const writing = failure_of_call(
            [&why](open_channel& channel)
            {
                channel.written = channel_status::failed;
                channel.failed = why;
            });
        BOOST_TEST((writing == error_kind::write), writing.message());
        BOOST_TEST(writing.code().failed());
        auto const reading = failure_of_call(
            [&why](open_channel& channel)
            {
                channel.on_read = [](auto&&...) { return decrypted{channel_status::failed, 0}; };
                channel.failed = why;
            });
        BOOST_TEST((reading == error_kind::read), reading.message());
        BOOST_TEST(reading.code().failed());
        BOOST_TEST((reading.detail() == "bad record") == !why.detail().empty());
    }
}

// Such a step would be taken again and again, and nothing else would be done on the thread.
BOOST_AUTO_TEST_CASE(encryption_that_waits_for_nothing_ends_the_call)
{
    auto const shaking = failure_of_call([](open_channel& channel)
        { channel.on_handshake = [](open_channel&) { return channel_status::want_write; }; });
    BOOST_TEST((shaking == error_kind::connect), shaking.message());
    BOOST_TEST((shaking.at() == phase::handshake));
    auto const writing =
        failure_of_call([](open_channel& channel) { channel.written = channel_status::want_write; });
    BOOST_TEST((writing == error_kind::write), writing.message());
    for (auto const step : {channel_status::ok, channel_status::want_write})
    {
        auto const reading = failure_of_call([step](open_channel& channel)
            { channel.on_read = [step](auto&&...) { return decrypted{step, 0}; }; });
        BOOST_TEST((reading == error_kind::read), reading.message());
    }
}

BOOST_AUTO_TEST_CASE(a_factory_that_makes_no_channel_ends_the_call)
{
    class empty_factory final : public restbind::http::secure_channel_factory
    {
        std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
        {
            return nullptr;
        }
    };
    silent_server const silent;
    auto options = options_with(silent.server.url(), {});
    options.tls = std::make_shared<empty_factory>();
    options.retry.policy = restbind::http::retry_policy::never;
    auto const failure = failure_of_call(std::move(options));
    BOOST_TEST((failure == error_kind::connect), failure.message());
    BOOST_TEST((failure.at() == phase::handshake));
}

// Each read completes, so that there is never anything to cancel.
BOOST_AUTO_TEST_CASE(a_peer_that_never_stops_talking_does_not_hold_a_handshake)
{
    socket_server const server(
        [](int socket, std::size_t)
        {
            std::string const noise(4096, 'x');
            auto const end = clock::now() + 4s;
            while (
                clock::now() < end && ::send(socket, noise.data(), noise.size(), MSG_NOSIGNAL) > 0)
                continue;
        });
    auto options = options_with(server.url(), [](open_channel& channel)
        { channel.on_handshake = [](open_channel&) { return channel_status::want_read; }; });
    options.timeouts.handshake = 200ms;
    options.retry.policy = restbind::http::retry_policy::never;
    auto const start = clock::now();
    auto const failure = failure_of_call(std::move(options));
    BOOST_TEST(since(start).count() < 2000);
    BOOST_TEST((failure == error_kind::connect), failure.message());
    BOOST_TEST((failure == boost::asio::error::timed_out));
    BOOST_TEST((failure.at() == phase::handshake));
}

// A peer that was handed a request may have carried it out, whatever it says of the handshake then.
BOOST_AUTO_TEST_CASE(a_refusal_of_the_handshake_behind_a_request_is_a_lost_response)
{
    scripted_server const server(
        [](received_request const&) { return response(200, std::string(good_body)); });
    auto options = options_with(server.url(),
        [&](open_channel& channel)
        {
            channel.on_read = [&](open_channel& self, std::span<char> to)
            {
                if (server.requests().empty())
                    return pass_on(self, to);
                self.failed = restbind::error(error_kind::connect, "bad record");
                return decrypted{channel_status::failed, 0};
            };
        });
    options.retry.initial_delay = 2ms;
    auto const failure = failure_of_call(std::move(options));
    BOOST_TEST((failure == error_kind::read), failure.message());
    BOOST_TEST(failure.outcome_unknown());
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_factory_outlives_its_channels)
{
    scripted_server const server(
        [](received_request const&) { return response(200, std::string(good_body)); });
    auto const is_there = std::make_shared<bool>(true);
    int ends = 0;
    boost::asio::io_context io;
    client caller(io.get_executor(),
        options_with(
            server.url(),
            [&](open_channel& channel)
            {
                channel.on_read = pass_on;
                channel.on_end = [&ends, is_there]
                {
                    ++ends;
                    BOOST_TEST(*is_there);
                };
            },
            is_there),
        {.tenant = "arena"});
    boost::asio::co_spawn(io, call_as_owner(std::move(caller)),
        [](std::exception_ptr thrown) { BOOST_TEST(!thrown); });
    io.run_for(9s);
    BOOST_TEST(ends > 0);
    BOOST_TEST(!*is_there);
}

BOOST_AUTO_TEST_CASE(an_exception_of_encryption_costs_no_place_in_the_pool)
{
    scripted_server const server(
        [](received_request const&) { return response(200, std::string(good_body)); });
    bool throws = true;
    auto options = options_with(server.url(),
        [&](open_channel& channel)
        {
            channel.on_read = pass_on;
            channel.on_quiet = [&]
            {
                if (std::exchange(throws, false))
                    throw std::runtime_error("the card is gone");
            };
        });
    options.pool.max_connections = 1;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::look>(io, caller).has_value());
    auto const failed = call_once<operations::look>(io, caller);
    BOOST_TEST((failed.error() == error_kind::callback_failed));
    BOOST_TEST(failed.error().detail() == "secure_channel has thrown: the card is gone");
    BOOST_TEST(call_once<operations::look>(io, caller).has_value());
}

BOOST_AUTO_TEST_CASE(a_pool_is_not_locked_while_a_connection_is_looked_at_or_closed)
{
    scripted_server const server(
        [](received_request const&) { return response(200, std::string(good_body)); });
    std::atomic<bool> asks{false};
    std::atomic<int> good{0};
    std::function<void()> call_meanwhile;
    auto options = options_with(server.url(),
        [&](open_channel& channel)
        {
            channel.on_read = pass_on;
            channel.on_quiet = channel.on_end = [&]
            {
                if (asks.exchange(false))
                    call_meanwhile();
            };
        });
    options.pool.idle_timeout = 500ms;
    boost::asio::thread_pool workers(2);
    {
        client const caller(workers.get_executor(), std::move(options), {.tenant = "arena"});
        auto const start = [&caller]
        { return caller.async_call<operations::look>(good_item, {}, boost::asio::use_future); };
        call_meanwhile = [&]
        {
            auto other = start();
            good += other.wait_for(3s) == std::future_status::ready && other.get().has_value();
        };
        BOOST_TEST(start().get().has_value());
        asks = true; // the next call looks at the idle connection
        BOOST_TEST(start().get().has_value());
        BOOST_TEST(good == 1);
        std::this_thread::sleep_for(600ms);
        asks = true; // and this one closes it, because it has been idle for too long
        BOOST_TEST(start().get().has_value());
        BOOST_TEST(good == 2);
    }
    workers.join();
}

// survives: T17
BOOST_AUTO_TEST_CASE(a_cancellation_between_two_steps_of_a_handshake_ends_it)
{
    // Nothing is pending at that moment that it could end.
    secured with([](open_channel&) { return channel_status::want_read; }, true);
    BOOST_TEST((with.outcome->error() == error_kind::cancelled), with.outcome->error().message());
    BOOST_TEST((with.outcome->error().at() == phase::handshake));
}

BOOST_AUTO_TEST_SUITE_END()
