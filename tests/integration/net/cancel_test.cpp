// SPDX-License-Identifier: BSL-1.0
// Cancellations and deadlines that strike while no operation is pending.
#include "fixture.hpp"
#include "open_channel.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

namespace
{

using namespace fake;

/// Does something at one moment of a call.
class interrupter final : public net::observer
{
public:
    std::function<void()> on_retry;
    std::function<void()> on_token;

    void retry_scheduled(net::retry_report const&) noexcept override
    {
        if (on_retry)
            on_retry();
    }
    void token_renewed(net::token_report const&) noexcept override
    {
        if (on_token)
            on_token();
    }
};

/// One call whose observer may emit the signal.
restbind::error interrupted_call(net::client_options options, std::shared_ptr<interrupter> by,
    boost::asio::cancellation_signal& signal, std::chrono::milliseconds& took)
{
    options.observer = std::move(by);
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    auto const start = clock::now();
    boost::asio::co_spawn(io, caller.buy(good_item),
        boost::asio::bind_cancellation_slot(signal.slot(),
            [&](std::exception_ptr, restbind::result<Item> ended)
            {
                outcome.emplace(std::move(ended));
                took = since(start);
            }));
    io.run_for(9s);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!outcome->has_value());
    return outcome->error();
}

scripted_server::handler tokens_and_items()
{
    return [](received_request const& request)
    { return is_token_request(request) ? token_response("t") : response(200, good_body); };
}

/// What became of a call that gets the only connection from another one, which does something when
/// it ends: the waiting call was woken then, and cannot go on before that has been done.
restbind::error call_behind_another(scripted_server& server, net::call_options const& limits,
    boost::asio::cancellation_signal& signal, std::function<void()> between)
{
    auto options = options_for(server);
    options.pool.max_connections = 1;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> ended)
        {
            BOOST_TEST(ended.has_value());
            between();
        });
    boost::asio::co_spawn(io, caller.change(good_item, limits),
        boost::asio::bind_cancellation_slot(signal.slot(),
            [&](std::exception_ptr, restbind::result<Item> ended)
            { outcome.emplace(std::move(ended)); }));
    io.run_for(9s);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!outcome->has_value());
    return outcome->error();
}

/// Makes channels whose handshake cancels the call.
class cancelling_factory final : public restbind::http::secure_channel_factory
{
public:
    cancelling_factory(
        boost::asio::cancellation_signal& signal, restbind::http::secure_channel::status outcome)
        : signal_(signal)
        , outcome_(outcome)
    {
    }
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        return std::make_unique<open_channel>(
            [&signal = signal_, outcome = outcome_](open_channel&)
            {
                signal.emit(boost::asio::cancellation_type::terminal);
                return outcome;
            });
    }

private:
    boost::asio::cancellation_signal& signal_;
    restbind::http::secure_channel::status outcome_;
};

/// One call that its first handshake cancels.
restbind::error cancelled_in_handshake(
    restbind::http::secure_channel::status outcome, std::chrono::milliseconds& took)
{
    scripted_server server([](received_request const&) { return script().wait(9s); });
    boost::asio::cancellation_signal signal;
    auto options = options_for(server);
    options.base_url.replace(0, 4, "https");
    options.tls = std::make_shared<cancelling_factory>(signal, outcome);
    return interrupted_call(std::move(options), std::make_shared<interrupter>(), signal, took);
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_cancel)

BOOST_AUTO_TEST_CASE(an_observer_may_cancel_the_call_before_a_pause)
{
    scripted_server server([](received_request const&) { return response(503); });
    auto options = options_for(server);
    options.retry.initial_delay = 3s;
    boost::asio::cancellation_signal signal;
    auto const by = std::make_shared<interrupter>();
    by->on_retry = [&] { signal.emit(boost::asio::cancellation_type::terminal); };
    std::chrono::milliseconds took{0};
    auto const failure = interrupted_call(std::move(options), by, signal, took);
    BOOST_TEST((failure == error_kind::cancelled), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST((failure.at() == phase::backoff));
    BOOST_TEST(took.count() < 2000);
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_just_as_its_token_comes_is_not_sent)
{
    scripted_server server(tokens_and_items());
    boost::asio::cancellation_signal signal;
    auto const by = std::make_shared<interrupter>();
    by->on_token = [&] { signal.emit(boost::asio::cancellation_type::terminal); };
    std::chrono::milliseconds took{0};
    auto const failure = interrupted_call(token_options_for(server), by, signal, took);
    BOOST_TEST((failure == error_kind::cancelled), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST((failure.at() == phase::token), failure.message());
    BOOST_TEST(!failure.outcome_unknown());
    BOOST_TEST(failure.sends() == 0U);
    BOOST_TEST(server.count("/api/") == 0U);
}

BOOST_AUTO_TEST_CASE(a_token_that_comes_when_the_deadline_has_passed_is_not_used)
{
    scripted_server server(tokens_and_items());
    auto options = token_options_for(server);
    options.timeouts.call = 500ms;
    boost::asio::cancellation_signal signal;
    auto const by = std::make_shared<interrupter>();
    // The waiting call was woken and cannot go on before this returns.
    by->on_token = [] { std::this_thread::sleep_for(600ms); };
    std::chrono::milliseconds took{0};
    auto const failure = interrupted_call(std::move(options), by, signal, took);
    BOOST_TEST((failure == error_kind::timed_out), failure.message());
    BOOST_TEST((failure == boost::asio::error::timed_out));
    BOOST_TEST(!failure.outcome_unknown());
    BOOST_TEST(failure.sends() == 0U);
    BOOST_TEST(server.count("/api/") == 0U);
}

// survives: P3
BOOST_AUTO_TEST_CASE(a_cancellation_between_two_pieces_of_an_response_is_not_lost)
{
    scripted_server server([](received_request const&)
        { return script().wait_for_gate().send("HTTP/1.1 200 OK\r\n").apply().wait(8s); });
    boost::asio::io_context io;
    boost::asio::cancellation_signal signal; // holds what belongs to the context
    auto const strand = boost::asio::make_strand(io);
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    auto const start = clock::now();
    boost::asio::co_spawn(strand, caller.buy(good_item),
        boost::asio::bind_cancellation_slot(signal.slot(),
            [&](std::exception_ptr, restbind::result<Item> ended)
            { outcome.emplace(std::move(ended)); }));
    std::thread other([&] { io.run_for(9s); });
    BOOST_TEST(server.wait_for("/api/", 1));
    // While this holds the strand, the other thread reads the piece; the call learns of it, and of
    // the cancellation, only afterwards, when there is no operation left to cancel.
    boost::asio::post(strand,
        [&]
        {
            server.open_gate();
            BOOST_TEST(server.wait_for_effects(1));
            std::this_thread::sleep_for(100ms);
            signal.emit(boost::asio::cancellation_type::terminal);
        });
    io.run_for(9s);
    other.join();
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!outcome->has_value());
    auto const& failure = outcome->error();
    BOOST_TEST((failure == error_kind::cancelled), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST(failure.outcome_unknown());
    BOOST_TEST(since(start).count() < 4000);
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_just_as_it_gets_a_connection_is_not_sent)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::cancellation_signal signal;
    auto const failure = call_behind_another(
        server, {}, signal, [&] { signal.emit(boost::asio::cancellation_type::terminal); });
    BOOST_TEST((failure == error_kind::cancelled), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST(!failure.outcome_unknown());
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_connection_that_comes_when_the_deadline_has_passed_is_not_used)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::cancellation_signal signal;
    auto const failure = call_behind_another(
        server, {.deadline = 500ms}, signal, [] { std::this_thread::sleep_for(600ms); });
    BOOST_TEST((failure == error_kind::timed_out), failure.message());
    BOOST_TEST((failure == boost::asio::error::timed_out));
    BOOST_TEST((failure.at() == phase::write), failure.message());
    BOOST_TEST(!failure.outcome_unknown());
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_cancellation_between_two_steps_of_a_handshake_is_not_lost)
{
    std::chrono::milliseconds took{0};
    auto const failure = cancelled_in_handshake(restbind::http::secure_channel::status::want_read, took);
    BOOST_TEST((failure == error_kind::cancelled), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST((failure.at() == phase::handshake), failure.message());
    BOOST_TEST(took.count() < 4000);
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_at_the_end_of_a_handshake_is_not_sent)
{
    std::chrono::milliseconds took{0};
    auto const failure = cancelled_in_handshake(restbind::http::secure_channel::status::ok, took);
    BOOST_TEST((failure == error_kind::cancelled), failure.message());
    BOOST_TEST((failure == boost::asio::error::operation_aborted));
    BOOST_TEST(!failure.outcome_unknown());
}

BOOST_AUTO_TEST_SUITE_END()
