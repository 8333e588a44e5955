// SPDX-License-Identifier: BSL-1.0
// Calls over encrypted connections: reuse, resumption, size, threads, ends.
#include "fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <future>
#include <string>
#include <vector>

namespace
{

using namespace fake;
using tls::errc;
using ending = tls_reply::ending;

/// What became of a call whose handshake is never answered.
struct stalled
{
    stalled()
        : server(
              []
              {
                  auto behaviour = behave_well();
                  behaviour.stalls = true;
                  return behaviour;
              }(),
              response_well)
    {
    }

    void wait_for_handshake() const
    {
        BOOST_TEST_REQUIRE(
            server.wait_until([](auto const& seen) { return seen.first_bytes == 1; }));
    }

    tls_server server;
};

/// A call whose first handshake fails has one effect.
template <class Operation>
void check_second_handshake()
{
    auto behaviour = behave_well();
    behaviour.hangs_up_once = true;
    tls_server const server(behaviour, response_well);
    auto options = options_for(server);
    options.retry.policy = restbind::http::retry_policy::as_specified;
    options.retry.initial_delay = 2ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const info = std::make_shared<restbind::net::call_info>();
    auto const outcome = call_once<Operation>(io, caller, good_item, {.info = info});
    BOOST_TEST(outcome.has_value(), outcome.error());
    BOOST_TEST(info->attempts == 1U);
    BOOST_TEST(!info->earlier_may_have_applied);
    BOOST_TEST(server.counted().connections == 2U);
    BOOST_TEST(server.counted().full_handshakes == 1U);
    BOOST_TEST(server.counted().requests == 1U);
}

/// A client that has made one call, and a server that sends a session ticket behind its response.
class late_ticket
{
public:
    /// Makes the call; what comes behind the response is on its way then.
    /// @param then With a ticket.
    explicit late_ticket(ending then)
        : server(behave_well(),
              [then, gate = responded_.get_future().share()](received_request const& request)
              {
                  auto reply = tls_response(200, good_body);
                  if (request.connection == 1 && request.index == 1)
                  {
                      reply.then = then;
                      reply.before_end = [gate] { gate.wait_for(8s); };
                  }
                  return reply;
              })
        , caller(io.get_executor(), options_for(server), {.tenant = "arena"})
    {
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        responded_.set_value();
    }

private:
    std::promise<void> responded_;

public:
    tls_server const server;
    boost::asio::io_context io;
    client const caller;
};

} // namespace

BOOST_AUTO_TEST_SUITE(tls_calls)

// survives: R1-S, R1-I, R1-N
BOOST_AUTO_TEST_CASE(a_handshake_that_fails_is_tried_again_for_every_class)
{
    check_second_handshake<operations::look>();
    check_second_handshake<operations::change>();
    check_second_handshake<operations::buy>();
}

BOOST_AUTO_TEST_CASE(a_trusted_server_is_reached_by_name_and_by_address)
{
    tls_server const server(behave_well(), response_well);
    boost::asio::io_context io;
    for (std::string const host : {"localhost", "127.0.0.1"})
    {
        client const caller(io.get_executor(), options_for(server, trusting_authority(), host),
            {.tenant = "arena"});
        auto const bought = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(bought.has_value(), bought.error());
        BOOST_TEST((*bought == good_item));
    }
    BOOST_TEST((server.counted().names == std::vector<std::string>{"localhost", ""}));
}

BOOST_AUTO_TEST_CASE(one_connection_serves_many_calls)
{
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
    {
        auto behaviour = behave_well();
        behaviour.newest = version;
        tls_server const server(behaviour, response_well);
        boost::asio::io_context io;
        {
            client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
            for (int i = 0; i != 5; ++i)
                BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        }
        BOOST_TEST(server.counted().connections == 1U);
        BOOST_TEST(server.counted().requests == 5U);
        // The client takes its leave.
        BOOST_TEST(server.wait_until([](auto const& seen) { return seen.close_notifies == 1; }));
    }
}

// survives: T21
BOOST_AUTO_TEST_CASE(a_new_connection_resumes_the_session)
{
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
    {
        auto behaviour = behave_well();
        behaviour.newest = version;
        tls_server const server(behaviour,
            [](received_request const&) { return tls_response(200, good_body, ending::close_notify); });
        boost::asio::io_context io;
        auto options = options_for(server);
        options.pool.idle_timeout = 0ms;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        for (int i = 0; i != 4; ++i)
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(server.counted().full_handshakes == 1U);
        BOOST_TEST(server.counted().resumed_handshakes == 3U);
        BOOST_TEST(server.counted().requests == 4U);
    }
}

// survives: T21
BOOST_AUTO_TEST_CASE(servers_on_different_ports_of_a_host_share_no_sessions)
{
    auto const response_once = [](received_request const&)
    { return tls_response(200, good_body, ending::close_notify); };
    tls_server const first(behave_well(), response_once);
    tls_server const second(behave_well(), response_once);
    auto const shared = tls::make_factory(trusting_authority()).value();
    boost::asio::io_context io;
    for (int i = 0; i != 2; ++i)
        for (tls_server const* const server : {&first, &second})
        {
            auto options = options_for(*server);
            options.tls = shared;
            client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        }
    for (tls_server const* const server : {&first, &second})
    {
        BOOST_TEST(server->counted().full_handshakes == 1U);
        BOOST_TEST(server->counted().resumed_handshakes == 1U);
    }
}

BOOST_AUTO_TEST_CASE(every_handshake_is_full_where_that_is_wished_or_the_server_has_no_tickets)
{
    for (bool const at_the_client : {true, false})
    {
        auto behaviour = behave_well();
        behaviour.tickets = at_the_client;
        tls_server const server(behaviour, response_well);
        boost::asio::io_context io;
        auto settings = trusting_authority();
        settings.resume_sessions = !at_the_client;
        auto options = options_for(server, std::move(settings));
        options.pool.idle_timeout = 0ms;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        for (int i = 0; i != 3; ++i)
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(server.counted().full_handshakes == 3U);
        BOOST_TEST(server.counted().resumed_handshakes == 0U);
    }
}

BOOST_AUTO_TEST_CASE(a_connection_that_the_server_has_ended_is_not_used_again)
{
    for (ending const how : {ending::close_notify, ending::cut})
    {
        tls_server const server(behave_well(),
            [how](received_request const&) { return tls_response(200, good_body, how); });
        boost::asio::io_context io;
        client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        for (std::size_t i = 1; i != 4; ++i)
        {
            // The whole response is there: how the connection ends does not matter any more.
            auto const bought = call_once<operations::buy>(io, caller);
            BOOST_TEST_REQUIRE(bought.has_value(), bought.error());
            BOOST_TEST_REQUIRE(
                server.wait_until([i](auto const& seen) { return seen.closed == i; }));
        }
        BOOST_TEST(server.counted().connections == 3U);
        BOOST_TEST(server.counted().requests == 3U);
    }
}

BOOST_AUTO_TEST_CASE(a_ticket_does_not_hide_that_the_server_has_ended_the_connection)
{
    late_ticket with(ending::ticket_and_cut);
    BOOST_TEST_REQUIRE(with.server.wait_until([](auto const& seen) { return seen.closed == 1; }));
    // A call that may not be made twice shows whether the old connection was tried.
    auto const info = std::make_shared<restbind::net::call_info>();
    auto const bought = call_once<operations::buy>(with.io, with.caller, good_item, {.info = info});
    BOOST_TEST_REQUIRE(bought.has_value(), bought.error());
    BOOST_TEST(info->attempts == 1U);
    BOOST_TEST(with.server.counted().connections == 2U);
}

BOOST_AUTO_TEST_CASE(a_ticket_that_comes_between_two_calls_does_not_cost_the_connection)
{
    late_ticket with(ending::ticket);
    BOOST_TEST_REQUIRE(
        with.server.wait_until([](auto const& seen) { return seen.late_tickets == 1; }));
    BOOST_TEST(call_once<operations::buy>(with.io, with.caller).has_value());
    BOOST_TEST(with.server.counted().connections == 1U);
    BOOST_TEST(with.server.counted().requests == 2U);
}

BOOST_AUTO_TEST_CASE(surplus_behind_an_response_is_never_read_as_the_next_one)
{
    // In a record of its own, which comes together with the response: nothing is left in the socket.
    tls_server const server(behave_well(),
        [](received_request const& request)
        {
            auto reply = tls_response(200, good_body);
            if (request.connection == 1)
                reply.surplus = tls_response(200, R"({"id":666,"name":"foreign"})").bytes;
            return reply;
        });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (int i = 0; i != 2; ++i)
    {
        auto const bought = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(bought.has_value(), bought.error());
        BOOST_TEST((*bought == good_item));
    }
    BOOST_TEST(server.counted().connections == 2U);
    BOOST_TEST(server.counted().requests == 2U);
}

// survives: T18
BOOST_AUTO_TEST_CASE(a_response_that_is_cut_off_is_an_error_and_not_an_response)
{
    std::string const whole = tls_response(200, good_body).bytes;
    struct cut
    {
        std::string bytes;
        phase at;
    };
    for (cut const& each : {cut{"", phase::first_byte}, cut{whole.substr(0, 20), phase::read},
             cut{whole.substr(0, whole.size() - 1), phase::read},
             // Such a body ends where the connection ends: with a close_notify alone.
             cut{"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" +
                     std::string(good_body),
                 phase::read}})
    {
        tls_server const server(behave_well(),
            [&](received_request const&) {
                return tls_reply{each.bytes, ending::cut};
            });
        boost::asio::io_context io;
        client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome);
        BOOST_TEST((outcome.error() == errc::truncated), outcome.error());
        BOOST_TEST((outcome.error() == error_kind::read), outcome.error());
        BOOST_TEST((outcome.error().at() == each.at));
        BOOST_TEST(outcome.error().outcome_unknown());
        BOOST_TEST(outcome.error().sends() == 1U);
        BOOST_TEST(server.counted().requests == 1U);
    }
}

BOOST_AUTO_TEST_CASE(a_close_notify_ends_a_body_without_a_length)
{
    tls_server const server(behave_well(),
        [](received_request const&)
        {
            return tls_reply{"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" +
                                 std::string(good_body),
                ending::close_notify};
        });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    auto const bought = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(bought.has_value(), bought.error());
    BOOST_TEST((*bought == good_item));
}

BOOST_AUTO_TEST_CASE(large_bodies_pass_in_both_directions)
{
    tls_server const server(behave_well(),
        [](received_request const& request) { return tls_response(200, request.body); });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (std::size_t const size : {16000U, 16384U, 17408U, 3000000U})
    {
        Item large{.id = 1, .name = std::string(size, 'x')};
        for (std::size_t i = 0; i < size; i += 97)
            large.name[i] = static_cast<char>('a' + i % 23);
        auto const back = call_once<operations::buy>(io, caller, large);
        BOOST_TEST_REQUIRE(back.has_value(), back.error());
        BOOST_TEST((*back == large));
    }
    BOOST_TEST(server.counted().connections == 1U);
}

BOOST_AUTO_TEST_CASE(many_calls_from_many_threads_get_the_responses_that_belong_to_them)
{
    constexpr std::size_t tasks = 24;
    constexpr std::size_t calls = 20;
    tls_server const server(behave_well(),
        [](received_request const& request)
        {
            // Every third response ends its connection, so that sessions are resumed all the time.
            std::string const id = request.target.substr(request.target.find("id=") + 3);
            return tls_response(200, "{\"id\":" + id + ",\"name\":\"seat\"}",
                request.index == 3 ? ending::close_notify : ending::keep);
        });
    boost::asio::thread_pool threads(4);
    {
        auto options = options_for(server);
        options.pool.max_connections = 6;
        options.timeouts.call = 60s;
        // A connection may end at the very moment at which it is used again.
        options.retry.policy = restbind::http::retry_policy::as_specified;
        options.retry.initial_delay = 1ms;
        options.retry.budget = 0;
        client const caller(threads.get_executor(), std::move(options), {.tenant = "arena"});
        std::atomic<std::size_t> right{0};
        std::vector<std::future<void>> done;
        for (std::size_t task = 0; task != tasks; ++task)
            done.push_back(boost::asio::co_spawn(
                threads,
                [&, task]() -> awaitable<void>
                {
                    for (std::size_t i = 0; i != calls; ++i)
                    {
                        Item const mine{
                            .id = static_cast<std::int64_t>(task * calls + i + 1), .name = "seat"};
                        auto work = caller.call<operations::look>(mine);
                        auto const back = co_await std::move(work);
                        right += back && *back == mine ? 1U : 0U;
                    }
                },
                boost::asio::use_future));
        for (auto& each : done)
            each.get();
        BOOST_TEST(right.load() == tasks * calls);
    }
    threads.join();
    auto const seen = server.counted();
    BOOST_TEST(seen.requests >= tasks * calls);
    BOOST_TEST(seen.resumed_handshakes > seen.full_handshakes);
    BOOST_TEST(seen.failed_handshakes == 0U);
}

BOOST_AUTO_TEST_CASE(the_authorization_server_is_reached_with_the_same_settings)
{
    tls_server const identity(behave_well(),
        [](received_request const&) {
            return tls_response(
                200, R"({"token_type":"Bearer","expires_in":3599,"access_token":"fresh"})");
        });
    std::atomic<bool> token_came{false};
    tls_server const server(behave_well(),
        [&](received_request const& request)
        {
            token_came = request.header("Authorization") == "Bearer fresh";
            return tls_response(200, good_body);
        });
    auto options = options_for(server);
    options.tokens.access_token = {};
    options.tokens.url = identity.url() + "/token";
    options.tokens.credentials = {
        .client_id = "kiosk", .client_secret = restbind::secret("canary-secret")};
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const bought = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(bought.has_value(), bought.error());
    BOOST_TEST(token_came.load());
    BOOST_TEST(identity.counted().requests == 1U);
}

// survives: T19
BOOST_AUTO_TEST_CASE(a_client_certificate_is_shown_to_servers_that_ask_for_it)
{
    auto const kiosk = pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &authority());
    using wish = tls_behaviour::client_certificate;
    for (wish const wanted : {wish::not_asked_for, wish::welcome, wish::required})
        for (bool const given : {true, false})
        {
            if (wanted == wish::required && !given)
                continue; // see the refusals
            auto behaviour = behave_well();
            behaviour.wants = wanted;
            behaviour.client_authority = authority();
            tls_server const server(behaviour, response_well);
            auto settings = trusting_authority();
            if (given)
            {
                settings.certificate_pem = kiosk.certificate_pem();
                settings.private_key_pem = restbind::secret(kiosk.key_pem());
            }
            boost::asio::io_context io;
            client const caller(
                io.get_executor(), options_for(server, std::move(settings)), {.tenant = "arena"});
            auto const bought = call_once<operations::buy>(io, caller);
            BOOST_TEST(bought.has_value(), bought.error());
            BOOST_TEST(server.counted().client_certificates ==
                       (given && wanted != wish::not_asked_for ? 1U : 0U));
        }
}

// survives: T25
BOOST_AUTO_TEST_CASE(a_client_certificate_is_shown_to_a_server_that_asks_for_it_in_a_call)
{
    auto const kiosk = pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &authority());
    auto behaviour = behave_well();
    behaviour.client_authority = authority();
    std::atomic<int> shown{0};
    tls_server const server(behaviour,
        [&](received_request const&)
        {
            tls_reply reply;
            reply.flood = [&](SSL* ssl, restbind::test::alert_sender&)
            {
                SSL_set_verify(ssl, SSL_VERIFY_PEER, [](int, X509_STORE_CTX*) { return 1; });
                SSL_clear_mode(ssl, SSL_MODE_AUTO_RETRY);
                if (SSL_verify_client_post_handshake(ssl) == 1 && SSL_do_handshake(ssl) == 1)
                {
                    char none = 0;
                    SSL_read(ssl, &none, 1); // takes what the client shows
                    shown += SSL_get0_peer_certificate(ssl) != nullptr ? 1 : 0;
                }
                std::string const bytes = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                          "Connection: close\r\nContent-Length: 22\r\n\r\n" +
                                          std::string(good_body);
                SSL_write(ssl, bytes.data(), static_cast<int>(bytes.size()));
                return false;
            };
            return reply;
        });
    auto settings = trusting_authority();
    settings.certificate_pem = kiosk.certificate_pem();
    settings.private_key_pem = restbind::secret(kiosk.key_pem());
    boost::asio::io_context io;
    client const caller(
        io.get_executor(), options_for(server, std::move(settings)), {.tenant = "arena"});
    for (int i = 0; i != 3; ++i)
    {
        auto const bought = call_once<operations::buy>(io, caller);
        BOOST_TEST(bought.has_value(), bought.error());
    }
    BOOST_TEST(shown == 3);
}

// survives: T17
BOOST_AUTO_TEST_CASE(a_stalled_handshake_ends_at_its_limit)
{
    stalled const with;
    auto options = options_for(with.server);
    options.timeouts.connect = 100ms; // has nothing to say any more
    options.timeouts.handshake = 200ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome);
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error());
    BOOST_TEST((outcome.error().at() == phase::handshake));
    BOOST_TEST((outcome.error().code() == boost::asio::error::timed_out));
    BOOST_TEST(since(start).count() >= 200);
    BOOST_TEST(since(start).count() < 5000);
    BOOST_TEST(with.server.counted().first_bytes == 1U);
}

// survives: T17
BOOST_AUTO_TEST_CASE(a_stalled_handshake_ends_at_the_deadline_of_the_call)
{
    stalled const with;
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(with.server), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(
        io, caller, good_item, {.deadline = std::chrono::milliseconds(200)});
    BOOST_TEST_REQUIRE(!outcome);
    BOOST_TEST((outcome.error() == error_kind::timed_out), outcome.error());
    BOOST_TEST((outcome.error().at() == phase::handshake));
    BOOST_TEST(!outcome.error().outcome_unknown());
}

// survives: R9-N
BOOST_AUTO_TEST_CASE(a_connection_that_a_deadline_costs_is_closed_with_a_close_notify)
{
    tls_server const server(behave_well(), [](received_request const&) { return tls_reply(); });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(
        io, caller, good_item, {.deadline = std::chrono::milliseconds(500)});
    BOOST_TEST_REQUIRE(!outcome);
    BOOST_TEST((outcome.error() == error_kind::timed_out), outcome.error());
    BOOST_TEST((outcome.error().at() == phase::first_byte), outcome.error());
    BOOST_TEST(outcome.error().outcome_unknown());
    BOOST_TEST(server.wait_until([](auto const& seen) { return seen.closed == 1; }));
    BOOST_TEST(server.counted().close_notifies == 1U);
    BOOST_TEST(server.counted().requests == 1U);
}

BOOST_AUTO_TEST_CASE(a_stalled_handshake_can_be_cancelled)
{
    stalled const with;
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(with.server), {.tenant = "arena"});
    boost::asio::cancellation_signal signal;
    std::optional<restbind::result<Item>> outcome;
    caller.async_buy(good_item, {},
        boost::asio::bind_cancellation_slot(
            signal.slot(), [&](restbind::result<Item> r) { outcome.emplace(std::move(r)); }));
    std::thread worker([&] { io.run_for(9s); });
    with.wait_for_handshake();
    auto const start = clock::now();
    boost::asio::post(io, [&] { signal.emit(boost::asio::cancellation_type::terminal); });
    worker.join();
    BOOST_TEST(since(start).count() < 1000);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!*outcome);
    BOOST_TEST((outcome->error() == error_kind::cancelled), outcome->error());
    BOOST_TEST((outcome->error().at() == phase::handshake));
}

BOOST_AUTO_TEST_CASE(a_client_can_be_destroyed_in_the_middle_of_a_handshake)
{
    stalled const with;
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), options_for(with.server), client_parameters{.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    caller->async_buy(
        good_item, {}, [&](restbind::result<Item> r) { outcome.emplace(std::move(r)); });
    std::thread worker([&] { io.run_for(9s); });
    with.wait_for_handshake();
    auto const start = clock::now();
    caller.reset();
    worker.join();
    BOOST_TEST(since(start).count() < 1000);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!*outcome);
    BOOST_TEST((outcome->error() == error_kind::client_closed), outcome->error());
    BOOST_TEST((outcome->error().at() == phase::handshake));
}

BOOST_AUTO_TEST_SUITE_END()
