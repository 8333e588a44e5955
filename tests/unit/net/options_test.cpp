// SPDX-License-Identifier: BSL-1.0
// Options that cannot be used, and copies of options.
#include "integration/net/fake_api.hpp"

#include <restbind/net/options.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace
{

using namespace fake;
using namespace std::chrono_literals;
using restbind::error_kind;

/// Why a client cannot be made; "made" if it can.
std::string why(std::function<void(net::client_options&)> const& adjust,
    client_parameters const& shared = {.tenant = "arena"})
{
    net::client_options options;
    options.base_url = "http://127.0.0.1:9";
    options.token_url = "http://127.0.0.1:9/{directory}/token";
    options.token_variables = {{"directory", "dir"}, {"service", "guid"}};
    options.scopes = {"api://{service}/.default"};
    options.credentials = {
        .client_id = "kiosk", .client_secret = restbind::secret("canary-secret")};
    adjust(options);
    boost::asio::io_context io;
    auto const made = client::make(io.get_executor(), options.clone(), shared);
    if (made)
        return "made";
    BOOST_TEST((made.error() == error_kind::invalid_argument));
    BOOST_TEST(made.error().message().find("canary") == std::string::npos);
    BOOST_CHECK_EXCEPTION(client(io.get_executor(), std::move(options), shared),
        restbind::exception,
        [&](restbind::exception const& e) { return e.error().detail() == made.error().detail(); });
    return made.error().detail();
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_client_options)

// proves: R5-6
// survives: C6
BOOST_AUTO_TEST_CASE(plain_http_is_for_this_machine_only_unless_asked_for)
{
    std::string const refusal = " is a plain http address of another machine, where tokens would "
                                "travel unprotected: use https, or set allow_plain_http";
    for (auto const address : {"http://api.example.com", "http://10.0.0.1",
             "http://127.0.0.1.example.com", "http://localhost.example.com"})
    {
        BOOST_TEST(
            why([&](auto& o) { o.base_url = address; }) == "client_options: base_url" + refusal,
            address);
        BOOST_TEST(
            why([&](auto& o) { o.token_url = address; }) == "client_options: token_url" + refusal,
            address);
        BOOST_TEST(why(
                       [&](auto& o)
                       {
                           o.base_url = o.token_url = address;
                           o.allow_plain_http = true;
                       }) == "made",
            address);
    }
    for (auto const address : {"http://localhost", "http://127.0.0.1:8080", "http://[::1]:8080/x"})
        BOOST_TEST(why([&](auto& o) { o.base_url = o.token_url = address; }) == "made", address);
}

BOOST_AUTO_TEST_CASE(an_https_address_without_tls_says_what_is_missing)
{
    for (std::string const name : {"base_url", "token_url"})
        BOOST_TEST(
            why([&](auto& o)
                { (name == "base_url" ? o.base_url : o.token_url) = "https://api.example.com"; }) ==
            "client_options: " + name +
                " is an https address, which needs TLS: include <restbind/tls.hpp> and set "
                "client_options::tls = restbind::tls::make_factory().value()");
}

// survives: C7
BOOST_AUTO_TEST_CASE(options_that_cannot_be_used_are_named)
{
    BOOST_TEST(why([](auto&) {}) == "made");
    BOOST_TEST(why([](auto& o) { o.base_url = ""; }) ==
        "client_options: base_url is empty: begin with default_options() and set base_url to the service's "
        "address, or call use_document_servers(options) where the document lists servers");
    BOOST_TEST(why([](auto& o) { o.token_url = ""; }) == "client_options: token_url is empty");
    BOOST_TEST(why([](auto& o) { o.token_url = "/login/token?for=all"; }) == "made");
    BOOST_TEST(why([](auto& o) { o.token_url = "http://127.0.0.1/a#b"; }) ==
               "client_options: token_url: the address cannot be used: it holds a fragment");
    BOOST_TEST(why([](auto& o) { o.token_url = "/login/token?for=all of them"; }) ==
               "client_options: token_url: the address cannot be used: its query holds a character "
               "that must be escaped");
    BOOST_TEST(why([](auto& o) { o.base_url = "http://u:canary@127.0.0.1"; }) ==
               "client_options: base_url: the address cannot be used: it holds user information");
    BOOST_TEST(why([](auto& o) { o.deadline = 0ms; }) ==
               "client_options: deadline is not between 1 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.deadline = std::chrono::milliseconds::max(); }) ==
               "client_options: deadline is not between 1 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.connect_timeout = -1ms; }) ==
               "client_options: connect_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.handshake_timeout = 25h; }) ==
               "client_options: handshake_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.write_timeout = -1ms; }) ==
               "client_options: write_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.first_byte_timeout = -1ms; }) ==
               "client_options: first_byte_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.idle_read_timeout = -1ms; }) ==
               "client_options: idle_read_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.pool_timeout = -1ms; }) ==
               "client_options: pool_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.proxy.url = "https://proxy"; }) ==
               "client_options: proxy.url: the proxy's address cannot be used: TLS to the proxy "
               "itself (https://) is not supported: the tunnel through an http:// proxy is "
               "encrypted all the same");
    BOOST_TEST(why([](auto& o) { o.proxy.url = "http://u:canary@proxy"; }) ==
               "client_options: proxy.url: the proxy's address cannot be used: it holds user "
               "information, which belongs in username and password");
    BOOST_TEST(why(
                   [](auto& o)
                   {
                       o.proxy.url = "http://proxy";
                       o.proxy.username = "a:b";
                   }) == "client_options: proxy.username holds a colon or a control character");
    BOOST_TEST(why(
                   [](auto& o)
                   {
                       o.proxy.url = "http://proxy";
                       o.proxy.username = "a";
                       o.proxy.password = restbind::secret("canary\n");
                   }) == "client_options: proxy.password holds a control character");
    BOOST_TEST(why(
                   [](auto& o)
                   {
                       o.proxy.url = "http://proxy";
                       o.proxy.password = restbind::secret("canary");
                   }) == "client_options: proxy.password is set and proxy.username is not");
    BOOST_TEST(why([](auto& o) { o.idle_timeout = -1ms; }) ==
               "client_options: idle_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.idle_timeout = 0ms; }) == "made");
    BOOST_TEST(why([](auto& o) { o.max_connection_age = 25h; }) ==
               "client_options: max_connection_age is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.max_connection_age = 0ms; }) == "made");
    BOOST_TEST(why([](auto& o) { o.renew_before = std::chrono::seconds::min(); }) ==
               "client_options: renew_before is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.token_lifetime = 0s; }) ==
               "client_options: token_lifetime is not between 1 ms and 24 h");
    BOOST_TEST(
        why([](auto& o) { o.max_connections = 0; }) == "client_options: max_connections is 0");
    BOOST_TEST(
        why([](auto& o) { o.limits.body = 0; }) == "client_options: a limit on responses is 0");
    BOOST_TEST(why([](auto& o) { o.limits.json_depth = 0; }) ==
               "client_options: a limit on responses is 0");
    BOOST_TEST(why([](auto& o) { o.limits.header = 1023; }) ==
               "client_options: limits.header is not between 1 KiB and 16 MiB");
    BOOST_TEST(why([](auto& o) { o.retry.otherwise.initial_delay = 25h; }) ==
               "client_options: retry.otherwise.initial_delay is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.retry.initial_delay = -1ms; }) ==
               "client_options: retry.initial_delay is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.user_agent = "a\r\nb"; }) ==
               "client_options: user_agent holds a control or non-ASCII character");
    BOOST_TEST(why([](auto& o) { o.user_agent = ""; }) == "made");
    BOOST_TEST(why(
                   [](auto& o) {
                       o.allowed_parameters = {{"tenant", {}}};
                   }) == "client_options: allowed_parameters allows no value of tenant");
    BOOST_TEST(why(
                   [](auto& o) {
                       o.allowed_parameters = {{"tenants", {"arena"}}};
                   }) == "client_options: allowed_parameters names tenants, which this API does "
                         "not have");
    boost::asio::any_io_executor none;
    net::client_options options;
    BOOST_TEST((client::make(none, std::move(options), {.tenant = "a"}).error() ==
                error_kind::invalid_argument));
}

// proves: R5-1
BOOST_AUTO_TEST_CASE(there_is_exactly_one_way_to_get_a_token)
{
    BOOST_TEST(why([](auto& o) { o.credentials = {}; }) ==
               "client_options: there are no credentials: set credentials, access_token, "
               "token_provider or "
               "security (or anonymous for a service that wants none)");
    std::string const several = "client_options: only one of credentials, access_token, "
                                "token_provider and anonymous can be used";
    BOOST_TEST(why([](auto& o) { o.anonymous = true; }) == several);
    BOOST_TEST(why([](auto& o) { o.access_token = restbind::secret("canary"); }) == several);
    BOOST_TEST(why(
                   [](auto& o)
                   {
                       o.credentials = {};
                       o.access_token = restbind::secret("canary\r\nX-Evil: 1");
                   }) == "client_options: access_token holds a character that no header may hold");
    BOOST_TEST(why([](auto& o) { o.credentials.client_id = ""; }) ==
               "client_options: credentials.client_id is empty");
    BOOST_TEST(why([](auto& o) { o.credentials.client_secret = {}; }) ==
               "client_options: credentials.client_secret is empty");
    BOOST_TEST(why([](auto& o) { o.token_variables["directory"] = ""; }) ==
               "client_options: token_url: there is no value for the variable directory");
    BOOST_TEST(why([](auto& o) { o.token_variables["service"] = ""; }) ==
               "client_options: scopes: there is no value for the variable service");
    for (auto const value : {"a?b", "a#b", "a b", "u@b", "a\r\n"})
        BOOST_TEST(why([&](auto& o) { o.token_variables["directory"] = value; }) ==
                   "client_options: token_url: the variable directory holds a character that no "
                   "address may hold");
    BOOST_TEST(why([](auto& o) { o.token_url = "http://127.0.0.1/{directory"; }) ==
               "client_options: token_url: a brace is not closed");
    for (auto const scope : {"", "a b", "a\"b", "a\\b", "\xC3\xA9"})
        BOOST_TEST(why(
                       [&](auto& o) {
                           o.scopes = {"good", scope};
                       }) ==
                   "client_options: scopes holds a text with a character that no scope may hold");
}

BOOST_AUTO_TEST_CASE(a_second_copy_of_options_is_complete)
{
    net::client_options options;
    options.base_url = "http://localhost";
    options.credentials.client_secret = restbind::secret("s");
    options.access_token = restbind::secret("t");
    options.allowed_parameters = {{"tenant", {"a"}}};
    options.trace_headers = "X-Trace";
    options.deadline = 7ms;
    options.limits.body = 9;
    options.keep_all_headers = true;
    options.first_byte_timeout = 8ms;
    options.max_idle_connections = 3;
    options.proxy = {.url = "http://proxy", .username = "u", .password = restbind::secret("p")};
    options.reading = restbind::json::reading::lenient;
    auto const copy = options.clone();
    BOOST_TEST(copy.base_url == options.base_url);
    BOOST_TEST(copy.credentials.client_secret.reveal() == "s");
    BOOST_TEST(copy.access_token.reveal() == "t");
    BOOST_TEST(copy.allowed_parameters.size() == 1U);
    BOOST_TEST(copy.trace_headers == "X-Trace");
    BOOST_TEST((copy.deadline == 7ms));
    BOOST_TEST(copy.limits.body == 9U);
    BOOST_TEST(copy.keep_all_headers);
    BOOST_TEST((copy.reading == restbind::json::reading::lenient));
    BOOST_TEST((copy.first_byte_timeout == 8ms));
    BOOST_TEST((copy.idle_read_timeout == 10s));
    BOOST_TEST(copy.max_idle_connections == 3U);
    BOOST_TEST(copy.proxy.url == "http://proxy");
    BOOST_TEST(copy.proxy.password.reveal() == "p");
}

BOOST_AUTO_TEST_CASE(variables_of_an_environment_are_added_to_those_that_are_set)
{
    net::environments known{
        {"staging", {.base_url = "https://staging.example.com",
                        .token_variables = {{"login", "https://login.example.com"}}}},
        {"staging", {.base_url = "https://second.example.com"}}};
    net::client_options options;
    options.token_variables = {{"login", "old"}, {"directory", "dir"}};
    BOOST_TEST(options.use_environment(known, "staging").has_value());
    BOOST_TEST(options.base_url == "https://staging.example.com");
    BOOST_TEST(options.environment == "staging");
    BOOST_TEST(options.token_variables.at("login") == "https://login.example.com");
    BOOST_TEST(options.token_variables.at("directory") == "dir");
    BOOST_TEST(options.use_environment(known, "test").error().detail() ==
               "there is no environment \"test\"; known are: staging");
    BOOST_TEST(options.environment == "staging");
    BOOST_TEST(options.use_environment({}, "test").error().detail() ==
               "there is no environment \"test\"; known are: none");
}

BOOST_AUTO_TEST_CASE(a_scheme_says_how_tokens_are_got)
{
    restbind::http::oauth2_scheme const scheme("login", "https://login.example.com/token",
        "read write", restbind::http::client_authentication::client_secret_post, 10min, 30s);
    net::client_options options;
    options.use_scheme(scheme);
    BOOST_TEST(options.token_url == "https://login.example.com/token");
    BOOST_TEST((options.scopes == std::vector<std::string>{"read", "write"}));
    BOOST_TEST((options.client_authentication ==
                restbind::http::client_authentication::client_secret_post));
    BOOST_TEST((options.token_lifetime == 10min));
    BOOST_TEST((options.renew_before == 30s));
}

BOOST_AUTO_TEST_SUITE_END()
