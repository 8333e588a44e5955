// SPDX-License-Identifier: BSL-1.0
// Clients with the same credentials share one token and one request for it.
#include "fixture.hpp"

#include <restbind/net/detail/token_source.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;

constexpr auto has_not_waited = restbind::net::detail::token_source::has_not_waited;

constexpr std::string_view shared_token_path = "/login/";

/// Gives out token-1, token-2, …; the first requests may be left without_response.
class shared_provider
{
public:
    explicit shared_provider(int silent_requests = 0)
        : server(
              [this, silent_requests](received_request const& request)
              {
                  if (!is_token_request(request))
                      return response(200, good_body);
                  int const number = ++asked_;
                  if (number <= silent_requests)
                      return script().wait_for_gate();
                  return token_response("token-" + std::to_string(number));
              })
    {
    }

private:
    std::atomic<int> asked_{0};

public:
    scripted_server server;
};

client make_client(boost::asio::io_context& io, scripted_server const& server)
{
    return client(io.get_executor(), token_options_for(server), {.tenant = "arena"});
}

/// Starts a call; its result arrives in `outcome`.
void start(boost::asio::io_context& io, client const& caller,
    std::optional<restbind::result<Item>>& outcome, net::call_options const& options = {})
{
    boost::asio::co_spawn(io, caller.buy(good_item, options),
        [&](std::exception_ptr thrown, restbind::result<Item> ended)
        {
            if (thrown)
                std::rethrow_exception(thrown);
            outcome.emplace(std::move(ended));
        });
}

std::vector<std::string> tokens_sent(scripted_server const& server)
{
    std::vector<std::string> sent;
    for (auto const& request : server.requests())
        if (!is_token_request(request))
            sent.push_back(request.header("Authorization"));
    return sent;
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_shared_token)

// proves: R5-2
BOOST_AUTO_TEST_CASE(two_clients_on_one_context_share_one_token)
{
    shared_provider provider;
    boost::asio::io_context io;
    auto const one = make_client(io, provider.server);
    auto const two = make_client(io, provider.server);
    std::optional<restbind::result<Item>> outcomes[2];
    start(io, one, outcomes[0]);
    start(io, two, outcomes[1]);
    io.run_for(10s);
    BOOST_TEST_REQUIRE(outcomes[0].has_value());
    BOOST_TEST_REQUIRE(outcomes[1].has_value());
    BOOST_TEST(outcomes[0]->has_value());
    BOOST_TEST(outcomes[1]->has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 1U);
    BOOST_TEST(tokens_sent(provider.server) ==
                   (std::vector<std::string>{"Bearer token-1", "Bearer token-1"}),
        boost::test_tools::per_element());
    // A client that comes later finds the token.
    auto const three = make_client(io, provider.server);
    BOOST_TEST(call_once<operations::buy>(io, three).has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 1U);
}

// proves: R5-2
BOOST_AUTO_TEST_CASE(clients_on_contexts_of_their_own_share_one_token)
{
    shared_provider provider;
    constexpr std::size_t threads = 4;
    std::atomic<std::size_t> good{0};
    auto const began = clock::now();
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i != threads; ++i)
        workers.emplace_back(
            [&]
            {
                boost::asio::io_context io;
                auto const caller = make_client(io, provider.server);
                std::vector<std::optional<restbind::result<Item>>> outcomes(10);
                for (auto& outcome : outcomes)
                    start(io, caller, outcome);
                io.run_for(10s);
                for (auto& outcome : outcomes)
                    good += outcome && outcome->has_value() ? 1U : 0U;
                // Nobody leaves while others may still need the token.
                while (good != threads * outcomes.size() && since(began) < 10s)
                    std::this_thread::yield();
            });
    for (auto& worker : workers)
        worker.join();
    BOOST_TEST(good == threads * 10U);
    BOOST_TEST(provider.server.count(shared_token_path) == 1U);
}

// proves: R5-2
BOOST_AUTO_TEST_CASE(when_the_client_that_asks_is_destroyed_another_one_takes_over_at_once)
{
    shared_provider provider(1);
    boost::asio::io_context io;
    auto one = std::make_optional(make_client(io, provider.server));
    auto const two = make_client(io, provider.server);
    std::optional<restbind::result<Item>> outcomes[2];
    start(io, *one, outcomes[0]);
    start(io, two, outcomes[1]);
    while (provider.server.count(shared_token_path) == 0)
        io.run_one_for(10ms);
    auto const destroyed = clock::now();
    one.reset();
    io.run_for(10s);
    BOOST_TEST(io.stopped());
    BOOST_TEST(since(destroyed).count() < 2000);
    BOOST_TEST_REQUIRE(outcomes[0].has_value());
    BOOST_TEST_REQUIRE(outcomes[1].has_value());
    BOOST_TEST((outcomes[0]->error() == error_kind::client_closed));
    BOOST_TEST((outcomes[0]->error() == boost::asio::error::operation_aborted));
    BOOST_TEST(outcomes[1]->has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 2U);
    BOOST_TEST(tokens_sent(provider.server) == (std::vector<std::string>{"Bearer token-2"}),
        boost::test_tools::per_element());
}

// proves: R5-2
// survives: P2
BOOST_AUTO_TEST_CASE(a_client_that_waits_for_the_request_of_another_can_be_destroyed)
{
    shared_provider provider(1);
    boost::asio::io_context io;
    auto const one = make_client(io, provider.server);
    auto two = std::make_optional(make_client(io, provider.server));
    std::optional<restbind::result<Item>> outcomes[2];
    start(io, one, outcomes[0]);
    while (provider.server.count(shared_token_path) == 0)
        io.run_one_for(10ms);
    start(io, *two, outcomes[1]);
    io.run_for(20ms);
    auto const destroyed = clock::now();
    two.reset();
    while (!outcomes[1] && since(destroyed) < 4s)
        io.run_one_for(100ms);
    BOOST_TEST(since(destroyed).count() < 1000);
    BOOST_TEST_REQUIRE(outcomes[1].has_value());
    BOOST_TEST((outcomes[1]->error() == error_kind::client_closed));
    BOOST_TEST((outcomes[1]->error() == boost::asio::error::operation_aborted));
    BOOST_TEST((outcomes[1]->error().at() == phase::token));
    // The other client's request goes on.
    BOOST_TEST(!outcomes[0].has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 1U);
}

// proves: R5-2
BOOST_AUTO_TEST_CASE(a_client_whose_context_does_not_run_any_more_leaves_its_request_to_others)
{
    shared_provider provider(1);
    boost::asio::io_context stopped;
    boost::asio::io_context io;
    auto one = std::make_optional(make_client(stopped, provider.server));
    auto const two = make_client(io, provider.server);
    std::optional<restbind::result<Item>> outcomes[2];
    start(stopped, *one, outcomes[0]);
    while (provider.server.count(shared_token_path) == 0)
        stopped.run_one_for(10ms);
    start(io, two, outcomes[1]);
    io.run_one_for(1s);
    // The client's end alone has to do.
    one.reset();
    io.run_for(10s);
    BOOST_TEST(!outcomes[0].has_value());
    BOOST_TEST_REQUIRE(outcomes[1].has_value());
    BOOST_TEST(outcomes[1]->has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 2U);
}

// proves: R5-2
BOOST_AUTO_TEST_CASE(
    a_request_that_nobody_runs_any_more_counts_as_lost, *boost::unit_test::label("slow"))
{
    shared_provider provider(1);
    boost::asio::io_context abandoned;
    boost::asio::io_context io;
    auto options = token_options_for(provider.server);
    options.timeouts.call = 100ms; // lost one second after that
    client const one(abandoned.get_executor(), std::move(options), {.tenant = "arena"});
    auto const two = make_client(io, provider.server);
    std::optional<restbind::result<Item>> outcomes[2];
    start(abandoned, one, outcomes[0]);
    while (provider.server.count(shared_token_path) == 0)
        abandoned.run_one_for(1ms);
    start(io, two, outcomes[1], {.deadline = 20s});
    io.run_for(20s);
    BOOST_TEST_REQUIRE(outcomes[1].has_value());
    BOOST_TEST(outcomes[1]->has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 2U);
}

// proves: R5-2
BOOST_AUTO_TEST_CASE(clients_that_differ_in_what_a_token_depends_on_share_none)
{
    using change = std::function<void(net::client_options&)>;
    std::vector<change> const changes{
        [](auto& options) { options.tokens.credentials.client_id = "other"; },
        [](auto& options) { options.tokens.credentials.client_secret = restbind::secret("other"); },
        [](auto& options) { options.tokens.variables["directory"] = "other"; },
        [](auto& options) { options.tokens.variables["service"] = "other"; },
        [](auto& options) { options.tokens.scopes = {"other"}; },
        [](auto& options) { options.tokens.url += "/other"; },
        [](auto& options) { options.tokens.url += "?other"; },
        [](auto& options) {
            options.tokens.client_authentication =
                restbind::http::client_authentication::client_secret_basic;
        },
        [](auto& options) { options.tokens.lifetime = 1min; },
        [](auto& options) { options.tokens.renew_before = 1min; },
    };
    for (auto const& differ : changes)
    {
        shared_provider provider;
        boost::asio::io_context io;
        auto options = token_options_for(provider.server);
        differ(options);
        auto const one = make_client(io, provider.server);
        client const two(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, one).has_value());
        BOOST_TEST(call_once<operations::buy>(io, two).has_value());
        BOOST_TEST(provider.server.count(shared_token_path) == 2U);
    }
}

BOOST_AUTO_TEST_CASE(clients_that_differ_in_other_settings_share_their_token)
{
    shared_provider provider;
    boost::asio::io_context io;
    auto options = token_options_for(provider.server);
    options.user_agent = "other";
    options.timeouts.call = 7s;
    options.pool.max_connections = 1;
    auto const one = make_client(io, provider.server);
    client const two(io.get_executor(), std::move(options), {.tenant = "opera"});
    BOOST_TEST(call_once<operations::buy>(io, one).has_value());
    BOOST_TEST(call_once<operations::buy>(io, two).has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 1U);
}

BOOST_AUTO_TEST_CASE(the_token_goes_with_the_last_client_that_shares_it)
{
    shared_provider provider;
    boost::asio::io_context io;
    for (int i = 0; i != 2; ++i)
    {
        auto const caller = make_client(io, provider.server);
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    }
    BOOST_TEST(provider.server.count(shared_token_path) == 2U);
}

BOOST_AUTO_TEST_CASE(a_reset_is_for_all_clients_that_share_the_token)
{
    shared_provider provider;
    boost::asio::io_context io;
    auto const one = make_client(io, provider.server);
    auto const two = make_client(io, provider.server);
    BOOST_TEST(call_once<operations::buy>(io, one).has_value());
    two.reset_token();
    BOOST_TEST(call_once<operations::buy>(io, one).has_value());
    BOOST_TEST(provider.server.count(shared_token_path) == 2U);
}

BOOST_AUTO_TEST_CASE(a_client_gives_its_secrets_away_and_cannot_be_asked_for_them)
{
    shared_provider provider;
    boost::asio::io_context io;
    auto const caller = make_client(io, provider.server);
    BOOST_TEST(caller.options().tokens.credentials.client_id == "kiosk");
    BOOST_TEST(caller.options().tokens.credentials.client_secret.empty());
}

// One source, two clients, and times as the test wants them.
BOOST_AUTO_TEST_CASE(the_end_of_a_request_that_counts_as_lost_changes_nothing)
{
    using net::detail::authorization_line;
    net::detail::intrusive_ptr<net::detail::token_source> const source(
        new net::detail::token_source(net::detail::token_source_settings()));
    int const clients[2]{};
    auto const now = clock::now();
    auto const use_at = [&](clock::time_point when, int client)
    { return source->use(when, &clients[client], 5s, has_not_waited); };
    for (int const ending : {0, 1, 2})
    {
        source->reset();
        std::optional<net::detail::token_and_renewal> second;
        {
            auto first = use_at(now, 0);
            BOOST_TEST(!first.is_there);
            BOOST_TEST_REQUIRE(bool(first.due));
            auto const waiting = use_at(now + 4s, 1);
            BOOST_TEST(!waiting.is_there);
            BOOST_TEST_REQUIRE(!waiting.due, "two requests are in flight");
            second.emplace(use_at(now + 6s, 1));
            BOOST_TEST(!second->is_there);
            BOOST_TEST_REQUIRE(bool(second->due), "a request that is overdue does not count as lost");
            if (ending == 0)
                first.due.succeeded(authorization_line("late"), 1h);
            else if (ending == 1)
                first.due.failed(restbind::error(error_kind::token_refused), now + 7s);
        }
        auto const waiting = use_at(now + 7s, 0);
        BOOST_TEST(!waiting.is_there);
        BOOST_TEST_REQUIRE(!waiting.due, "the second request is not in flight any more");
        second->due.succeeded(authorization_line("good"), 1h);
        auto const found = use_at(now + 8s, 0);
        BOOST_TEST_REQUIRE(found.is_there);
        BOOST_TEST(found.token.token() == "good");
    }
}

BOOST_AUTO_TEST_CASE(a_client_that_leaves_takes_its_own_request_with_it_and_no_other)
{
    net::detail::intrusive_ptr<net::detail::token_source> const source(
        new net::detail::token_source(net::detail::token_source_settings()));
    int const clients[2]{};
    auto const now = clock::now();
    auto const first = source->use(now, &clients[0], 1h, has_not_waited);
    BOOST_TEST_REQUIRE(bool(first.due));
    source->leave(&clients[1]);
    BOOST_TEST_REQUIRE(!source->use(now, &clients[1], 1h, has_not_waited).due);
    source->leave(&clients[0]);
    auto second = source->use(now, &clients[1], 1h, has_not_waited);
    BOOST_TEST_REQUIRE(bool(second.due));
    second.due.failed(restbind::error(error_kind::token_unavailable), now);
}

BOOST_AUTO_TEST_SUITE_END()
