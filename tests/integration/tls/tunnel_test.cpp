// SPDX-License-Identifier: BSL-1.0
// TLS inside the tunnel of a proxy: the handshake is with the service, whoever carries the bytes.
#include "fixture.hpp"
#include "integration/net/proxy_server.hpp"

#include <cstdlib>

namespace
{

using namespace fake;
using tls::errc;

tls_behaviour behave_as(char const* name)
{
    tls_behaviour behaviour;
    behaviour.sent = {pki::make_server(authority(), {name})};
    return behaviour;
}

net::client_options options_behind(proxy_server const& proxy)
{
    net::client_options options;
    options.base_url = "https://shop.test";
    options.tokens.access_token = restbind::secret("canary-token");
    options.timeouts.call = 9s;
    options.retry.policy = restbind::http::retry_policy::never;
    options.tls = tls::make_factory(trusting_authority()).value();
    options.proxy.url = proxy.url();
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_tunnel)

// survives: T20
BOOST_AUTO_TEST_CASE(the_handshake_behind_a_proxy_names_the_service)
{
    tls_server const server(behave_as("DNS:shop.test"), response_well);
    proxy_server proxy(server.port());
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_behind(proxy), {.tenant = "arena"});
    for (int i = 0; i != 2; ++i)
    {
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error());
    }
    BOOST_TEST((server.counted().names == std::vector<std::string>{"shop.test"}));
    BOOST_TEST(server.counted().requests == 2U);
    BOOST_TEST_REQUIRE(proxy.heads().size() == 1U);
    BOOST_TEST(proxy.heads()[0].starts_with("CONNECT shop.test:443 HTTP/1.1\r\n"));
    BOOST_TEST(proxy.heads()[0].find("canary") == std::string::npos);
}

// survives: T5
BOOST_AUTO_TEST_CASE(a_proxy_that_leads_elsewhere_is_found_out)
{
    tls_server const server(behave_as("DNS:elsewhere.test"), response_well);
    proxy_server proxy(server.port());
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_behind(proxy), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::certificate_rejected), outcome.error());
    BOOST_TEST((outcome.error() == errc::wrong_host), outcome.error());
    BOOST_TEST((outcome.error().at() == phase::handshake));
    BOOST_TEST(!outcome.error().outcome_unknown());
    BOOST_TEST(server.counted().application_bytes == 0U);
}

// survives: T17
BOOST_AUTO_TEST_CASE(a_stalled_handshake_behind_a_proxy_ends_at_its_limit)
{
    proxy_server proxy(0);
    auto options = options_behind(proxy);
    options.timeouts.handshake = 200ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST(since(start).count() >= 200);
    BOOST_TEST(since(start).count() < 5000);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error());
    BOOST_TEST((outcome.error() == boost::asio::error::timed_out));
    BOOST_TEST((outcome.error().at() == phase::handshake));
}

BOOST_AUTO_TEST_CASE(the_proxy_of_the_environment_is_used)
{
    tls_server const server(behave_as("DNS:shop.test"), response_well);
    proxy_server named(server.port());
    auto options = options_behind(named);
    options.proxy = {};
    ::setenv("https_proxy", ("http://kiosk:p%40ss@" + named.url().substr(7)).c_str(), 1);
    BOOST_TEST(options.use_proxy_from_environment().has_value());
    ::unsetenv("https_proxy");
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error());
    BOOST_TEST_REQUIRE(named.heads().size() == 1U);
    BOOST_TEST(named.heads()[0].find("\r\nProxy-Authorization: Basic a2lvc2s6cEBzcw==\r\n") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
