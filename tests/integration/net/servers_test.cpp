// SPDX-License-Identifier: BSL-1.0
// Operations with servers of their own, with the generated client of golden/servers.
#include "fixture.hpp"
#include "golden/servers.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace
{

namespace servers_api = golden::servers;
namespace server_acts = servers_api::operations;
using namespace fake;

struct servers_fixture
{
    scripted_server main{[](received_request const&) { return response(204); }};
    scripted_server upload{[](received_request const&) { return response(204); }};
    boost::asio::io_context io;

    net::client_options options()
    {
        net::client_options chosen = servers_api::default_options();
        chosen.base_url = main.url() + "/v1";
        chosen.anonymous = false;
        chosen.tokens.access_token = restbind::secret("t");
        chosen.timeouts.call = 5s;
        return chosen;
    }

    servers_api::client client_of(net::client_options chosen)
    {
        return servers_api::client(io.get_executor(), std::move(chosen), {});
    }

    template <class Operation>
    bool call(servers_api::client const& caller)
    {
        std::optional<restbind::result<void>> outcome;
        run(io,
            [&]() -> awaitable<void>
            {
                typename Operation::request_type const request{};
                auto work = caller.call<Operation>(request);
                outcome.emplace(co_await std::move(work));
            });
        return outcome->has_value();
    }

    std::string refused(net::client_options chosen)
    {
        auto const made = servers_api::client::make(io.get_executor(), std::move(chosen), {});
        BOOST_TEST_REQUIRE(made.has_error());
        BOOST_TEST((made.error() == error_kind::invalid_argument));
        return std::string(made.error().detail());
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(servers, servers_fixture)

BOOST_AUTO_TEST_CASE(everything_goes_to_the_base_address_unless_the_application_says_otherwise)
{
    auto const caller = client_of(options());
    BOOST_TEST(call<server_acts::upload>(caller));
    BOOST_TEST(call<server_acts::next>(caller));
    BOOST_TEST(main.count("/v1/files") == 1u);
    BOOST_TEST(main.count("/v1/next") == 1u);
    BOOST_TEST(main.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(an_operation_goes_to_its_own_server_with_that_ones_path_and_the_clients_token)
{
    auto chosen = options();
    chosen.servers["upload_example_com_api"] = upload.url() + "/api/";
    chosen.servers["v2"] = "/v2";
    auto const caller = client_of(std::move(chosen));
    for (int round = 0; round != 2; ++round)
    {
        BOOST_TEST(call<server_acts::list_items>(caller));
        BOOST_TEST(call<server_acts::upload>(caller));
        BOOST_TEST(call<server_acts::next>(caller));
        BOOST_TEST(call<server_acts::download>(caller));
    }
    BOOST_TEST(main.count("/v1/items") == 2u);
    BOOST_TEST(main.count("/v1/files") == 2u); // the download: nothing is said about its server
    BOOST_TEST(main.count("/v2/next") == 2u);
    BOOST_TEST(main.requests().size() == 6u);
    BOOST_TEST(upload.count("/api/files") == 2u);
    BOOST_TEST(upload.requests().size() == 2u);
    BOOST_TEST(upload.requests()[0].header("Authorization") == "Bearer t");
    BOOST_TEST("http://" + upload.requests()[0].header("Host") == upload.url());
    // One connection for each host, however many addresses it has.
    BOOST_TEST(main.connections() == 1u);
    BOOST_TEST(upload.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(a_server_without_a_name_is_that_of_no_operation)
{
    auto chosen = options();
    chosen.servers[""] = upload.url();
    auto const caller = client_of(std::move(chosen));
    BOOST_TEST(call<server_acts::list_items>(caller));
    BOOST_TEST(main.count("/v1/items") == 1u);
    BOOST_TEST(upload.requests().empty());
}

BOOST_AUTO_TEST_CASE(calls_to_other_servers_end_with_the_client)
{
    scripted_server silent([](received_request const&) { return script().wait_for_gate(); });
    auto chosen = options();
    chosen.servers["upload_example_com_api"] = silent.url();
    std::optional<servers_api::client> caller(client_of(std::move(chosen)));
    std::optional<error_kind> ended;
    run(io,
        [&]() -> awaitable<void>
        {
            servers_api::no_request const nothing;
            caller->async_upload(nothing, {},
                [&](restbind::result<void> outcome) { ended = outcome.error().kind(); });
            while (silent.count("/files") == 0)
                co_await sleep_for(1ms);
            caller.reset();
        });
    silent.open_gate();
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((*ended == error_kind::client_closed));
}

BOOST_AUTO_TEST_CASE(addresses_of_other_servers_are_held_to_the_same_rules)
{
    auto chosen = options();
    chosen.servers["v2"] = "http://example.com/canary";
    BOOST_TEST(
        refused(std::move(chosen)) ==
        "client_options: servers[v2] is a plain http address of another machine, where tokens "
        "would travel unprotected: use https, or set allow_plain_http");
    chosen = options();
    chosen.servers["v2"] = "";
    BOOST_TEST(refused(std::move(chosen)) == "client_options: servers[v2] is empty");
}

BOOST_AUTO_TEST_CASE(the_stated_addresses_are_taken_on_request)
{
    net::client_options chosen = servers_api::default_options();
    BOOST_TEST(chosen.base_url == "");
    BOOST_TEST(chosen.servers.empty());
    servers_api::use_document_servers(chosen);
    BOOST_TEST(chosen.base_url == "https://eu.example.com:443/v1");
    BOOST_TEST(chosen.servers.size() == 3u);
    BOOST_TEST(chosen.servers["upload_example_com_api"] == "https://upload.example.com/api");
    BOOST_TEST(chosen.servers["shard_example_com"] == "https://download.example.com");
    BOOST_TEST(chosen.servers["v2"] == "/v2");

    servers_api::servers::region_example_com_port_base_path shop;
    shop.region = "us";
    shop.base_path = "v9";
    BOOST_TEST(shop.url().value() == "https://us.example.com:443/v9");
    shop.region = "evil.example#";
    BOOST_TEST(shop.url().error().detail() == "the server's variable region must be one of: eu us");
}

BOOST_AUTO_TEST_SUITE_END()
