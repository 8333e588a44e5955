// SPDX-License-Identifier: BSL-1.0
// Calls over TLS, with a token and through a proxy, that are cancelled or whose client is destroyed
// after each of the steps that they consist of.
#include "fixture.hpp"
#include "integration/net/proxy_server.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace
{

using namespace fake;

pki::identity const& shop()
{
    static pki::identity const made = pki::make_server(authority(), {"DNS:shop.test"});
    return made;
}

/// A service that gives tokens at once and answers nothing else before it is told to.
class held_service
{
public:
    held_service()
        : server(
              []
              {
                  tls_behaviour behaviour;
                  behaviour.sent = {shop()};
                  return behaviour;
              }(),
              [this](received_request const& request) { return reply(request); })
    {
    }
    ~held_service() { let_go(); }

    /// From now on only requests for this item count: those of calls that have ended may arrive
    /// as late as the machine is slow.
    void expect(Item const& item)
    {
        std::lock_guard const lock(mutex_);
        wanted_ = R"({"id":)" + std::to_string(item.id) + ",";
        received_ = false;
    }

    bool has_received() const { return received_; }

    bool wait_for_it(std::chrono::milliseconds longest) const
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, longest, [&] { return received_.load(); });
    }

    void let_go()
    {
        std::lock_guard const lock(mutex_);
        ++round_;
        changed_.notify_all();
    }

private:
    tls_reply reply(received_request const& request)
    {
        if (is_token_request(request))
            return tls_response(200,
                R"({"token_type":"Bearer","expires_in":3599,"access_token":"t"})",
                tls_reply::ending::close_notify);
        std::unique_lock lock(mutex_);
        if (!request.body.starts_with(wanted_))
            return tls_response(200, good_body);
        received_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this, begun = round_] { return round_ != begun; });
        return tls_response(200, good_body);
    }

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::atomic<bool> received_{false};
    std::string wanted_;
    int round_ = 0;

public:
    tls_server server;
};

enum class way
{
    direct,
    with_token,
    through_proxy
};

net::client_options moment_options_for(way how, held_service const& service, proxy_server const& proxy)
{
    net::client_options options;
    options.base_url = service.server.url("shop.test");
    options.timeouts.call = 8s;
    options.retry.policy = restbind::http::retry_policy::never;
    static auto const factory = tls::make_factory(trusting_authority()).value();
    options.tls = factory;
    options.resolver = [](std::string const&)
    { return restbind::result<std::vector<boost::asio::ip::address>>({ip("127.0.0.1")}); };
    options.anonymous = how != way::with_token;
    if (how == way::with_token)
    {
        options.tokens.url = service.server.url("shop.test") + "/login/token";
        options.tokens.credentials.client_id = "kiosk";
        options.tokens.credentials.client_secret = restbind::secret("s");
    }
    if (how == way::through_proxy)
        options.proxy.url = proxy.url();
    return options;
}

/// What became of a call that was interrupted.
struct interruption
{
    restbind::error failure;
    bool sent_before = false; ///< the request had reached the service when it was interrupted
    bool sent_at_all = false;
    bool was_last = false; ///< the call was waiting for its response
    std::chrono::milliseconds took{0};
};

/// Makes a call, lets `steps` of its handlers run, and then cancels it or destroys its client.
interruption interrupt(way how, bool destroys, int steps, held_service& service,
    proxy_server const& proxy, std::chrono::milliseconds patience)
{
    interruption made;
    static std::int64_t calls = 0;
    Item const item{.id = ++calls, .name = "seat"};
    service.expect(item);
    boost::asio::io_context io;
    std::optional<client> caller(std::in_place, io.get_executor(), moment_options_for(how, service, proxy),
        client_parameters{.tenant = "arena"});
    boost::asio::cancellation_signal signal;
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller->buy(item),
        boost::asio::bind_cancellation_slot(signal.slot(),
            [&](std::exception_ptr, restbind::result<Item> ended)
            { outcome.emplace(std::move(ended)); }));
    auto const begun = clock::now();
    for (int done = 0; done != steps && !service.has_received() && since(begun) < 7s;)
        done += static_cast<int>(io.run_one_for(20ms));
    made.was_last = service.has_received();
    BOOST_TEST_REQUIRE(!outcome.has_value());
    auto start = clock::now();
    // From inside: from outside it would queue behind handlers that are ready, and the first of
    // them may be the one that sends the request.
    boost::asio::post(io,
        [&]
        {
            if (destroys)
                caller.reset();
            else
                signal.emit(boost::asio::cancellation_type::terminal);
            // What was written before is on its way.
            made.sent_before = service.wait_for_it(patience);
            start = clock::now();
        });
    while (!outcome && since(start) < 6s)
        io.run_one_for(100ms);
    made.took = since(start);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST_REQUIRE(!outcome->has_value());
    made.failure = outcome->error();
    caller.reset();
    io.run_for(2s);
    service.let_go();
    made.sent_at_all = made.sent_before || service.wait_for_it(5ms);
    return made;
}

void interrupt_after_each_step(way how, bool destroys)
{
    held_service service;
    proxy_server proxy(service.server.port());
    constexpr int max_steps = 200;
    bool to_the_end = false;
    for (int steps = 0; steps != max_steps && !to_the_end; ++steps)
        BOOST_TEST_CONTEXT("after " << steps << " steps")
        {
            auto made = interrupt(how, destroys, steps, service, proxy, 5ms);
            // A slow machine may deliver late what was sent in time.
            if (made.sent_at_all && !made.sent_before)
                made = interrupt(how, destroys, steps, service, proxy, 500ms);
            auto const wanted = destroys ? error_kind::client_closed : error_kind::cancelled;
            BOOST_TEST((made.failure == wanted), made.failure.message());
            BOOST_TEST((made.failure == boost::asio::error::operation_aborted));
            BOOST_TEST(made.took.count() < 1000);
            BOOST_TEST(made.sent_at_all == made.sent_before,
                "a request was sent after its call had ended: " << made.failure.message());
            BOOST_TEST((made.failure.outcome_unknown() || !made.sent_at_all));
            to_the_end = made.was_last;
        }
    BOOST_TEST(to_the_end);
}

/// Ends a client from another thread while its calls run on three.
void destroy_while_set_up(
    net::client_options options, phase at, std::function<bool()> const& is_there)
{
    constexpr int count = 12;
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    std::atomic<int> aborted{0};
    std::atomic<int> ended{0};
    for (int i = 0; i != count; ++i)
        boost::asio::co_spawn(io, caller->buy(good_item),
            [&](std::exception_ptr, restbind::result<Item> outcome)
            {
                bool const good = !outcome && outcome.error() == error_kind::client_closed &&
                                  outcome.error() == boost::asio::error::operation_aborted &&
                                  outcome.error().at() == at && !outcome.error().outcome_unknown();
                aborted += good ? 1 : 0;
                ++ended;
            });
    std::vector<std::thread> threads;
    for (int i = 0; i != 3; ++i)
        threads.emplace_back([&] { io.run_for(20s); });
    auto const begun = clock::now();
    while (!is_there() && since(begun) < 10s)
        std::this_thread::yield();
    BOOST_TEST(ended == 0);
    auto const start = clock::now();
    std::thread([&] { caller.reset(); }).join();
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(since(start).count() < 1000);
    BOOST_TEST(ended == count);
    BOOST_TEST(aborted == count);
}

net::client_options options_without_limits()
{
    net::client_options options;
    options.anonymous = true;
    options.timeouts.call = 1min;
    options.timeouts.connect = 0ms;
    options.timeouts.handshake = 0ms;
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_every_moment)

// survives: P3
BOOST_AUTO_TEST_CASE(a_call_can_be_cancelled_after_each_of_its_steps)
{
    for (way const how : {way::direct, way::with_token, way::through_proxy})
        interrupt_after_each_step(how, false);
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_client_can_be_destroyed_after_each_step_of_its_call)
{
    for (way const how : {way::direct, way::with_token, way::through_proxy})
        interrupt_after_each_step(how, true);
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_client_can_be_destroyed_while_threads_shake_hands)
{
    auto behaviour = behave_well();
    behaviour.stalls = true;
    tls_server const server(behaviour, response_well);
    auto options = options_without_limits();
    options.base_url = server.url();
    options.tls = tls::make_factory(trusting_authority()).value();
    destroy_while_set_up(
        std::move(options), phase::handshake, [&] { return server.counted().first_bytes == 12U; });
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_client_can_be_destroyed_while_threads_ask_for_tunnels)
{
    proxy_server const proxy(0, "");
    auto options = options_without_limits();
    options.base_url = "https://shop.test";
    options.tls = tls::make_factory(trusting_authority()).value();
    options.proxy.url = proxy.url();
    destroy_while_set_up(
        std::move(options), phase::connect, [&] { return proxy.heads().size() == 12U; });
}

// survives: P2
BOOST_AUTO_TEST_CASE(a_client_can_be_destroyed_while_threads_try_several_addresses)
{
    std::uint16_t port = 0;
    ::close(listen_on("127.0.0.1", 1, port));
    silent_address const first("127.0.0.1", port);
    silent_address const second("127.0.0.2", port);
    silent_address const third("127.0.0.3", port);
    auto options = options_without_limits();
    options.base_url = "http://shop.test:" + std::to_string(port);
    options.allow_plain_http = true;
    std::atomic<bool> found{false};
    options.resolver = [&](std::string const&)
    {
        found = true;
        return restbind::result<std::vector<boost::asio::ip::address>>(
            {ip("127.0.0.1"), ip("127.0.0.2"), ip("127.0.0.3")});
    };
    std::optional<clock::time_point> since_found;
    destroy_while_set_up(std::move(options), phase::connect,
        [&]
        {
            if (found && !since_found)
                since_found = clock::now();
            // By then the second address is being tried.
            return since_found && since(*since_found) > 400ms;
        });
}

BOOST_AUTO_TEST_SUITE_END()
