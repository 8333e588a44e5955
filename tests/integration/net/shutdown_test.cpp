// SPDX-License-Identifier: BSL-1.0
// The end of the last client ends its calls, however far they have come.
#include "fixture.hpp"
#include "open_channel.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace
{

using namespace fake;

/// One call, whose client is destroyed when `is_there` says that the call has come far enough.
restbind::error shut_down_when(net::client_options options, std::function<bool()> const& is_there,
    Item const& item = good_item)
{
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller->buy(item),
        [&](std::exception_ptr, restbind::result<Item> ended)
        { outcome.emplace(std::move(ended)); });
    auto const start = clock::now();
    while (!is_there() && since(start) < 5s)
        io.run_one_for(10ms);
    io.run_for(200ms);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    auto const destroyed = clock::now();
    caller.reset();
    io.run_for(5s);
    BOOST_TEST(io.stopped());
    BOOST_TEST(since(destroyed).count() < 1000);
    BOOST_TEST_REQUIRE(outcome.has_value());
    return outcome->error();
}

/// Destroys a client from inside its call, at a moment when nothing is pending that this could end.
class destroyer final : public net::observer, public restbind::http::secure_channel_factory
{
public:
    enum class moment
    {
        attempt,
        handshake,
        write,
        pause
    };

    destroyer(moment when, std::optional<client>& doomed)
        : when_(when)
        , doomed_(doomed)
    {
    }

    void attempt_started(net::attempt_report const&) noexcept override { pass(moment::attempt); }
    void retry_scheduled(net::retry_report const&) noexcept override { pass(moment::pause); }
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        auto channel = std::make_unique<open_channel>(
            [this](open_channel&)
            {
                pass(moment::handshake);
                return restbind::http::secure_channel::status::ok;
            });
        channel->on_write = [this] { pass(moment::write); };
        return channel;
    }

    std::optional<clock::time_point> destroyed;

private:
    void pass(moment now)
    {
        if (now != when_ || destroyed)
            return;
        destroyed = clock::now();
        doomed_.reset();
    }

    moment when_;
    std::optional<client>& doomed_;
};

/// One call that destroys its client.
restbind::error destroyed_at(destroyer::moment when, net::client_options options)
{
    boost::asio::io_context io;
    std::optional<client> caller;
    auto const by = std::make_shared<destroyer>(when, caller);
    options.observer = by;
    options.timeouts.call = 1min;
    if (when == destroyer::moment::handshake || when == destroyer::moment::write)
    {
        options.base_url.replace(0, 4, "https");
        options.tls = by;
    }
    caller.emplace(io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    std::chrono::milliseconds took{0};
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> ended)
        {
            outcome.emplace(std::move(ended));
            took = since(by->destroyed.value());
        });
    io.run_for(5s);
    BOOST_TEST(io.stopped());
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!outcome->has_value());
    BOOST_TEST(took.count() < 1000);
    return outcome->error();
}

void expect(restbind::error const& failure, phase at, bool outcome_unknown)
{
    BOOST_TEST((failure == error_kind::client_closed), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST((failure.at() == at), failure.message());
    BOOST_TEST(failure.outcome_unknown() == outcome_unknown);
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_shutdown)

// survives: P2
BOOST_AUTO_TEST_CASE(while_connecting)
{
    // A port whose queue is full neither accepts nor refuses.
    int const listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    BOOST_TEST_REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
    BOOST_TEST_REQUIRE(::listen(listener, 0) == 0);
    ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    std::array<int, 3> fillers{};
    for (int& filler : fillers)
    {
        filler = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        static_cast<void>(::connect(filler, reinterpret_cast<sockaddr*>(&address), size));
    }
    net::client_options options;
    options.base_url = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    options.anonymous = true;
    expect(shut_down_when(std::move(options), [] { return true; }), phase::connect, false);
    for (int const filler : fillers)
        ::close(filler);
    ::close(listener);
}

// survives: P2
BOOST_AUTO_TEST_CASE(while_the_request_is_written)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([](std::size_t) { return script().wait(1min); });
    Item const large{.id = 7, .name = std::string(12U << 20, 'x')};
    expect(shut_down_when(
               options_for(server), [&] { return server.connections() == 1; }, large),
        phase::write, true);
}

// survives: P2
BOOST_AUTO_TEST_CASE(before_the_first_byte_of_the_response)
{
    silent_server silent;
    expect(shut_down_when(
               options_for(silent.server), [&] { return silent.server.requests().size() == 1; }),
        phase::first_byte, true);
}

// survives: P2
BOOST_AUTO_TEST_CASE(inside_the_response)
{
    scripted_server server([](received_request const&)
        { return script().send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{").wait(1min); });
    expect(shut_down_when(options_for(server), [&] { return server.requests().size() == 1; }),
        phase::read, true);
}

// survives: P2
BOOST_AUTO_TEST_CASE(between_two_attempts)
{
    scripted_server server([](received_request const&) { return response(500); });
    auto options = options_for(server);
    options.retry.initial_delay = 4s;
    expect(shut_down_when(std::move(options), [&] { return server.requests().size() == 1; }),
        phase::backoff, true);
}

// survives: P2
BOOST_AUTO_TEST_CASE(at_the_begin_of_an_attempt_by_an_observer)
{
    scripted_server server([](received_request const& request)
        { return is_token_request(request) ? token_response("t") : response(200, good_body); });
    using enum destroyer::moment;
    expect(destroyed_at(attempt, options_for(server)), phase::pool, false);
    expect(destroyed_at(attempt, token_options_for(server)), phase::token, false);
    BOOST_TEST(server.connections() == 0U);
}

// survives: P2
BOOST_AUTO_TEST_CASE(at_the_end_of_the_handshake)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    expect(destroyed_at(destroyer::moment::handshake, options_for(server)), phase::write, false);
    BOOST_TEST(server.wait_for_ended(1));
    BOOST_TEST(server.requests().empty());
}

// survives: P2
BOOST_AUTO_TEST_CASE(between_the_writing_and_the_reading)
{
    scripted_server server([](received_request const&) { return script().wait(1min); });
    expect(destroyed_at(destroyer::moment::write, options_for(server)), phase::first_byte, true);
}

// survives: P2
BOOST_AUTO_TEST_CASE(right_before_a_pause_by_an_observer)
{
    scripted_server server([](received_request const&) { return response(500); });
    auto options = options_for(server);
    options.retry.initial_delay = 30s;
    expect(destroyed_at(destroyer::moment::pause, std::move(options)), phase::backoff, true);
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
