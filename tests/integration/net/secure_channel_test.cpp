// What a connection does with its encryption, whatever that is: what it sends when the handshake
// fails, when it is given up, and when it ends.
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

// survives: T17
BOOST_AUTO_TEST_CASE(a_cancellation_between_two_steps_of_a_handshake_ends_it)
{
    // Nothing is pending at that moment that it could end.
    secured with([](open_channel&) { return status::want_read; }, true);
    BOOST_TEST((*with.outcome == error_kind::cancelled), with.outcome->message());
    BOOST_TEST((with.outcome->at() == phase::handshake));
}

BOOST_AUTO_TEST_SUITE_END()
