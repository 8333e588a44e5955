// SPDX-License-Identifier: BSL-1.0
// Tunnels through a proxy. Plain http inside, which is enough to see who is asked for what.
#include "proxy_server.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;
using restbind::http::retry_policy;

net::client_options options_behind(proxy_server const& proxy)
{
    net::client_options options;
    options.base_url = "http://service.test:8080/v1";
    options.allow_plain_http = true;
    options.anonymous = true;
    options.timeouts.call = 5s;
    options.retry.initial_delay = 10ms;
    options.proxy.url = proxy.url();
    options.user_agent = "kiosk";
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_proxy)

BOOST_AUTO_TEST_CASE(calls_go_through_one_tunnel_whose_proxy_sees_no_request)
{
    for (std::string const reply :
        {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.0 200 Connection established\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nVia: a\r\n\r\n"})
    {
        scripted_server service([](received_request const&) { return response(200, good_body); });
        proxy_server proxy(service.port(), reply);
        boost::asio::io_context io;
        client caller(io.get_executor(), options_behind(proxy), {.tenant = "arena"});
        for (int i = 0; i != 3; ++i)
        {
            auto const outcome = call_once<operations::buy>(io, caller);
            BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
        }
        BOOST_TEST_REQUIRE(proxy.heads().size() == 1U);
        BOOST_TEST(proxy.heads()[0] == "CONNECT service.test:8080 HTTP/1.1\r\nHost: "
                                       "service.test:8080\r\nUser-Agent: kiosk\r\n\r\n");
        BOOST_TEST(service.requests().size() == 3U);
        BOOST_TEST(service.requests()[0].header("host") == "service.test:8080");
        BOOST_TEST(service.requests()[0].target.starts_with("/v1/api/v1/"));
        BOOST_TEST(service.requests()[0].header("proxy-authorization") == "");
    }
}

BOOST_AUTO_TEST_CASE(credentials_go_to_the_proxy_only_and_into_no_text)
{
    scripted_server service([](received_request const&) { return response(200, good_body); });
    proxy_server proxy(service.port());
    auto options = options_behind(proxy);
    options.proxy.username = "kiosk";
    options.proxy.password = restbind::secret("canary");
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST_REQUIRE(proxy.heads().size() == 1U);
    BOOST_TEST(proxy.heads()[0].find("\r\nProxy-Authorization: Basic a2lvc2s6Y2FuYXJ5\r\n") !=
               std::string::npos);
    BOOST_TEST(service.requests().at(0).head.find("roxy") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_proxy_that_wants_other_credentials_is_asked_once_and_the_error_says_so)
{
    proxy_server proxy(0,
        "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"a2lvc2s6Y2FuYXJ5\"\r\n"
        "Content-Length: 6\r\n\r\ncanary");
    auto options = options_behind(proxy);
    options.proxy.username = "kiosk";
    options.proxy.password = restbind::secret("canary");
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::look>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    auto const error = outcome.error();
    BOOST_TEST((error == error_kind::connect), error.message());
    BOOST_TEST((error.at() == phase::connect));
    BOOST_TEST(error.status() == 407);
    BOOST_TEST(error.detail() == "the proxy " + proxy.url().substr(7) +
                                     " wants credentials, or other ones than it got, for the tunnel "
                                     "to service.test:8080 with the status 407");
    BOOST_TEST(!error.outcome_unknown());
    BOOST_TEST(error.message().find("canary") == std::string::npos);
    BOOST_TEST(error.message().find("a2lvc2s6Y2FuYXJ5") == std::string::npos);
    BOOST_TEST(error.body() == "");
    BOOST_TEST(proxy.heads().size() == 1U, "wrong credentials may lock an account");
}

BOOST_AUTO_TEST_CASE(a_401_of_a_proxy_has_nothing_to_do_with_the_token)
{
    scripted_server service([](received_request const&) { return token_response("t"); });
    proxy_server proxy(0, "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
    auto options = token_options_for(service); // the authorization server is on this machine
    options.base_url = "http://service.test:8080";
    options.allow_plain_http = true;
    options.proxy.url = proxy.url();
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::look>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST(outcome.error().status() == 401);
    BOOST_TEST(outcome.error().sends() == 0U);
    BOOST_TEST(proxy.heads().size() == 1U);
    BOOST_TEST(service.requests().size() == 1U, "a token was asked for again");
}

BOOST_AUTO_TEST_CASE(a_proxy_that_cannot_reach_the_service_is_asked_again)
{
    proxy_server proxy(0, "HTTP/1.1 503 Down\r\nContent-Length: 0\r\n\r\n");
    boost::asio::io_context io;
    client caller(io.get_executor(), options_behind(proxy), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST(outcome.error().status() == 503);
    BOOST_TEST(outcome.error().detail() == "the proxy " + proxy.url().substr(7) +
                                               " refused the tunnel to service.test:8080 with the "
                                               "status 503");
    BOOST_TEST(!outcome.error().outcome_unknown());
    BOOST_TEST(proxy.heads().size() == 3U);
}

BOOST_AUTO_TEST_CASE(bytes_behind_the_proxys_consent_are_refused)
{
    scripted_server service([](received_request const&) { return response(200, good_body); });
    proxy_server proxy(service.port(),
        "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        "Content-Length: 22\r\n\r\n" +
            std::string(good_body));
    auto options = options_behind(proxy);
    options.retry.policy = retry_policy::never;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST(outcome.error().detail() ==
               "the proxy " + proxy.url().substr(7) +
                   " sent bytes into a tunnel in which nobody spoke yet: service.test:8080");
    BOOST_TEST(service.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_proxy_that_speaks_no_http_or_closes_is_a_connect_error)
{
    for (std::string const reply : {"SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 200 OK\r\nContent"})
    {
        socket_server proxy(
            [&](int socket, std::size_t)
            {
                read_head(socket);
                send_text(socket, reply);
            });
        net::client_options options;
        options.base_url = "http://service.test";
        options.allow_plain_http = true;
        options.anonymous = true;
        options.retry.policy = retry_policy::never;
        options.proxy.url = proxy.url();
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
        BOOST_TEST((outcome.error().at() == phase::connect));
        BOOST_TEST(!outcome.error().outcome_unknown());
    }
}

BOOST_AUTO_TEST_CASE(a_silent_proxy_ends_with_the_limit_the_deadline_a_cancellation_or_the_client)
{
    proxy_server proxy(0, "");
    auto options = options_behind(proxy);
    options.timeouts.connect = 200ms;
    options.retry.policy = retry_policy::never;
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    auto const limited = call_once<operations::buy>(io, *caller);
    BOOST_TEST((limited.error() == error_kind::connect), limited.error().message());
    BOOST_TEST((limited.error() == boost::asio::error::timed_out));
    BOOST_TEST((limited.error().at() == phase::connect));
    auto const hasty = call_once<operations::buy>(io, *caller, good_item, {.deadline = 50ms});
    BOOST_TEST((hasty.error() == error_kind::timed_out), hasty.error().message());
    BOOST_TEST((hasty.error().at() == phase::connect));

    std::optional<restbind::result<Item>> cancelled;
    std::optional<restbind::result<Item>> ended;
    boost::asio::cancellation_signal signal;
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            auto work = caller->buy(good_item);
            cancelled.emplace(co_await std::move(work));
        },
        boost::asio::bind_cancellation_slot(signal.slot(), boost::asio::detached));
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> r) { ended.emplace(std::move(r)); });
    io.restart();
    while (proxy.heads().size() != 4)
        io.run_for(1ms);
    signal.emit(boost::asio::cancellation_type::terminal);
    io.poll();
    caller.reset();
    io.run_for(5s);
    BOOST_TEST_REQUIRE(cancelled.has_value());
    BOOST_TEST((cancelled->error() == error_kind::cancelled), cancelled->error().message());
    BOOST_TEST((cancelled->error().at() == phase::connect));
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((ended->error() == error_kind::client_closed), ended->error().message());
}

BOOST_AUTO_TEST_CASE(the_authorization_server_is_reached_through_the_proxy_too)
{
    scripted_server service(
        [](received_request const& request)
        {
            return request.method == "POST" && request.target.starts_with("/login/")
                       ? token_response("token")
                       : response(200, good_body);
        });
    proxy_server proxy(service.port());
    auto options = options_behind(proxy);
    options.anonymous = false;
    options.tokens.url = "http://identity.test/login/token";
    options.tokens.credentials.client_id = "kiosk";
    options.tokens.credentials.client_secret = restbind::secret("s");
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
    BOOST_TEST_REQUIRE(proxy.heads().size() == 2U);
    BOOST_TEST(proxy.heads()[0].starts_with("CONNECT identity.test:80 HTTP/1.1\r\n"));
    BOOST_TEST(proxy.heads()[1].starts_with("CONNECT service.test:8080 HTTP/1.1\r\n"));
}

BOOST_AUTO_TEST_CASE(this_machine_and_hosts_on_the_list_are_reached_directly)
{
    scripted_server service([](received_request const&) { return response(200, good_body); });
    for (bool const listed : {false, true})
    {
        proxy_server proxy(0);
        auto options = options_behind(proxy);
        options.base_url = (listed ? "http://service.test:" : "http://127.0.0.1:") +
                           std::to_string(service.port());
        options.allow_plain_http = listed;
        // The rule holds for one port only.
        options.proxy.no_proxy =
            listed ? ".local, service.test:" + std::to_string(service.port()) : "";
        options.resolver = [](std::string const&)
        { return restbind::result<std::vector<boost::asio::ip::address>>({ip("127.0.0.1")}); };
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
        BOOST_TEST(proxy.heads().empty());
    }
}

BOOST_AUTO_TEST_CASE(plain_http_to_another_machine_needs_consent_behind_a_proxy_too)
{
    net::client_options options;
    options.base_url = "http://service.test";
    options.anonymous = true;
    options.proxy.url = "http://127.0.0.1:3128";
    boost::asio::io_context io;
    auto const made = client::make(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST((made.error() == error_kind::invalid_argument));
}

BOOST_AUTO_TEST_CASE(a_proxy_that_cannot_be_reached_is_named)
{
    std::uint16_t port = 0;
    ::close(listen_on("127.0.0.1", 1, port));
    net::client_options options;
    options.base_url = "http://service.test";
    options.allow_plain_http = true;
    options.anonymous = true;
    options.retry.policy = retry_policy::never;
    options.proxy.url = "http://127.0.0.1:" + std::to_string(port);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST((outcome.error() == boost::asio::error::connection_refused));
    BOOST_TEST(outcome.error().detail() == "the proxy 127.0.0.1:" + std::to_string(port) +
                                               " to service.test:80 cannot be reached");
    BOOST_TEST(outcome.error().host() == "service.test:80");
}

BOOST_AUTO_TEST_CASE(the_environment_is_read_only_when_asked)
{
    ::setenv("http_proxy", "http://user:canary@plain.test:1", 1);
    ::setenv("https_proxy", "https://user:canary@secure.test:2", 1);
    ::setenv("no_proxy", "a.test", 1);
    net::client_options options;
    BOOST_TEST(options.proxy.url == "");
    options.base_url = "HTTP://service.test";
    BOOST_TEST(options.use_proxy_from_environment().has_value());
    BOOST_TEST(options.proxy.url == "http://plain.test:1");
    BOOST_TEST(options.proxy.password.reveal() == "canary");
    BOOST_TEST(options.proxy.no_proxy == "a.test");
    options.base_url = "https://service.test";
    auto const refused = options.use_proxy_from_environment();
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().message().find("canary") == std::string::npos);
    BOOST_TEST(options.proxy.url == "http://plain.test:1", "a failure changes nothing");
    ::unsetenv("http_proxy");
    ::unsetenv("https_proxy");
    ::unsetenv("no_proxy");
    BOOST_TEST(options.use_proxy_from_environment().has_value());
    BOOST_TEST(options.proxy.url == "");
}

BOOST_AUTO_TEST_CASE(the_head_of_a_proxys_response_is_bounded)
{
    scripted_server service([](received_request const&) { return response(200, good_body); });
    proxy_server proxy(
        service.port(), "HTTP/1.1 200 OK\r\nX-Long: " + std::string(4000, 'x') + "\r\n\r\n");
    auto options = options_behind(proxy);
    options.retry.policy = retry_policy::never;
    options.limits.header = 2048;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(outcome.has_error());
    BOOST_TEST((outcome.error() == error_kind::connect), outcome.error().message());
    BOOST_TEST(service.requests().empty());
}

BOOST_AUTO_TEST_CASE(the_first_request_in_a_tunnel_is_the_first_on_its_connection)
{
    struct reuses : net::observer
    {
        void attempt_ended(net::attempt_report const& report) noexcept override
        {
            reused.push_back(report.reused_connection);
        }
        std::vector<bool> reused;
    };
    scripted_server service([](received_request const&) { return response(200, good_body); });
    proxy_server proxy(service.port());
    auto const seen = std::make_shared<reuses>();
    auto options = options_behind(proxy);
    options.observer = seen;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST((seen->reused == std::vector<bool>{false, true}));
}

BOOST_AUTO_TEST_CASE(a_client_ends_while_the_name_of_its_proxy_or_authorization_server_is_looked_up)
{
    for (bool const by_proxy : {true, false})
    {
        net::client_options options;
        options.allow_plain_http = true;
        options.timeouts.call = 1min;
        options.timeouts.connect = 1min;
        options.base_url = "http://service.test";
        if (by_proxy)
        {
            options.proxy.url = "http://proxy.test:3128";
            options.anonymous = true;
        }
        else
        {
            options.tokens.url = "http://identity.test/login/token";
            options.tokens.credentials.client_id = "kiosk";
            options.tokens.credentials.client_secret = restbind::secret("s");
        }
        auto const asked = std::make_shared<std::atomic<int>>(0);
        auto const open = std::make_shared<std::atomic<bool>>(false);
        options.resolver = [asked, open](std::string const&)
        {
            ++*asked;
            for (int i = 0; i != 900 && !*open; ++i)
                std::this_thread::sleep_for(10ms);
            return restbind::result<std::vector<boost::asio::ip::address>>({ip("127.0.0.1")});
        };
        boost::asio::io_context io;
        std::optional<client> caller(
            std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
        std::optional<restbind::result<Item>> outcome;
        boost::asio::co_spawn(io, caller->buy(good_item),
            [&](std::exception_ptr, restbind::result<Item> r) { outcome.emplace(std::move(r)); });
        for (auto const start = clock::now(); *asked == 0 && since(start) < 5s;)
            io.run_one_for(10ms);
        auto const start = clock::now();
        caller.reset();
        io.restart();
        io.run_for(5s);
        BOOST_TEST(io.stopped(), "something waits for the name server");
        BOOST_TEST(since(start).count() < 4000);
        BOOST_TEST_REQUIRE(outcome.has_value());
        BOOST_TEST((outcome->error() == error_kind::client_closed), outcome->error().message());
        *open = true;
    }
}

BOOST_AUTO_TEST_SUITE_END()
