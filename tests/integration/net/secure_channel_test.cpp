// What a connection does with its encryption, whatever that is: what it sends when the handshake
// fails, when it is given up, and when it ends.
#include "fixture.hpp"
#include "open_channel.hpp"
#include "sockets.hpp"

#include <restbind/net/connection.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace
{

using namespace fake;
using status = net::secure_channel::status;

/// A connection whose handshake is over, and what its peer receives of it.
struct secured
{
    /// @param cancels Whether the handshake is cancelled from inside, before each of its steps.
    explicit secured(std::function<status(open_channel&)> on_handshake, bool cancels = false)
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
        , link(new net::detail::connection(io.get_executor()))
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

    awaitable<void> shake_hands(std::function<status(open_channel&)> on_handshake)
    {
        co_await boost::asio::this_coro::throw_if_cancelled(false);
        net::detail::address_list addresses;
        addresses.add({ip("127.0.0.1"), server.port()});
        auto end = net::detail::wait_end::timed_out;
        boost::system::error_code code;
        co_await link->connect(addresses, false, clock::now() + 5s, end, code);
        BOOST_TEST((end == net::detail::wait_end::granted));
        BOOST_TEST(!code, code.message());
        auto securing = link->secure(std::make_unique<open_channel>(std::move(on_handshake)));
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
    net::detail::share<net::detail::connection> link;
    boost::asio::cancellation_signal signal;
    std::optional<restbind::error> outcome;
};

/// Makes channels whose handshake is over at once and which are then as a test wants them.
class prepared_factory final : public net::secure_channel_factory
{
public:
    explicit prepared_factory(std::function<void(open_channel&)> prepare)
        : prepare_(std::move(prepare))
    {
    }
    std::unique_ptr<net::secure_channel> make(std::string const&, std::uint16_t) override
    {
        auto made = std::make_unique<open_channel>([](open_channel&) { return status::ok; });
        prepare_(*made);
        return made;
    }

private:
    std::function<void(open_channel&)> prepare_;
};

/// Why a call over such a channel fails.
restbind::error failure_of_call(std::function<void(open_channel&)> prepare)
{
    scripted_server const server([](received_request const&) { return script().wait(9s); });
    auto options = options_for(server);
    options.base_url.replace(0, 4, "https");
    options.tls = std::make_shared<prepared_factory>(std::move(prepare));
    options.retry.policy = restbind::http::retry_policy::never;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    return outcome.error();
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_secure_channel)

BOOST_AUTO_TEST_CASE(a_connection_that_ends_says_goodbye)
{
    secured with([](open_channel&) { return status::ok; });
    BOOST_TEST((*with.outcome == error_kind::none), with.outcome->message());
    BOOST_TEST(with.end() == "goodbye");
}

// The peer would carry out what its caller was told had probably not been applied.
// survives: R2-N, R9-N
BOOST_AUTO_TEST_CASE(what_is_left_of_a_request_does_not_go_out_when_its_connection_ends)
{
    secured with(
        [](open_channel& channel)
        {
            channel.waiting = "rest of a request";
            return status::ok;
        });
    BOOST_TEST((*with.outcome == error_kind::none), with.outcome->message());
    BOOST_TEST(with.end() == "");
}

BOOST_AUTO_TEST_CASE(a_handshake_that_fails_tells_the_peer_why)
{
    secured with(
        [](open_channel& channel)
        {
            channel.waiting = "alert";
            channel.failed = restbind::error(error_kind::connect, "no trust");
            return status::failed;
        });
    BOOST_TEST((*with.outcome == error_kind::connect), with.outcome->message());
    BOOST_TEST((with.outcome->at() == phase::handshake));
    BOOST_TEST(with.outcome->detail() == "no trust");
    BOOST_TEST(with.end() == "alert");
}

BOOST_AUTO_TEST_CASE(a_handshake_that_ends_without_a_reason_has_failed)
{
    for (auto const step : {status::closed, status::failed})
    {
        secured const with([step](open_channel&) { return step; });
        BOOST_TEST((*with.outcome == error_kind::connect), with.outcome->message());
        BOOST_TEST((with.outcome->at() == phase::handshake));
        BOOST_TEST(with.outcome->code().failed());
    }
}

BOOST_AUTO_TEST_CASE(encryption_that_fails_without_a_reason_ends_the_call)
{
    restbind::error const silent;
    restbind::error const without_code =
        restbind::error(error_kind::read, "bad record").with_code({});
    for (auto const& why : {silent, without_code})
    {
        auto const writing = failure_of_call(
            [&why](open_channel& channel)
            {
                channel.written = status::failed;
                channel.failed = why;
            });
        BOOST_TEST((writing == error_kind::write), writing.message());
        BOOST_TEST(writing.code().failed());
        auto const reading = failure_of_call(
            [&why](open_channel& channel)
            {
                channel.next_read = status::failed;
                channel.failed = why;
            });
        BOOST_TEST((reading == error_kind::read), reading.message());
        BOOST_TEST(reading.code().failed());
        BOOST_TEST((reading.detail() == "bad record") == !why.detail().empty());
    }
}

// survives: T17
BOOST_AUTO_TEST_CASE(a_cancellation_between_two_steps_of_a_handshake_ends_it)
{
    // Nothing is pending at that moment that it could end.
    secured with([](open_channel&) { return status::want_read; }, true);
    BOOST_TEST((*with.outcome == error_kind::cancelled), with.outcome->message());
    BOOST_TEST((with.outcome->at() == phase::handshake));
}

BOOST_AUTO_TEST_SUITE_END()
