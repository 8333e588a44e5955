// SPDX-License-Identifier: BSL-1.0
// Options that cannot be used, and copies of options.
#include "integration/net/fake_api.hpp"

#include <restbind/net/journal.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/tracing.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
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
    options.tokens.url = "http://127.0.0.1:9/{directory}/token";
    options.tokens.variables = {{"directory", "dir"}, {"service", "guid"}};
    options.tokens.scopes = {"api://{service}/.default"};
    options.tokens.credentials = {
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

/// Encryption that is never used.
struct no_encryption : restbind::http::secure_channel_factory
{
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        return nullptr;
    }
};

/// A journal that keeps nothing.
struct silent_journal final : net::journal
{
    restbind::result<std::int64_t> begin(net::journal_entry const&) override { return 1; }
    restbind::result<void> end(std::int64_t, net::journal_result const&) override { return {}; }
};

/// Options of which no member is as in new ones.
net::client_options unusual_options()
{
    net::client_options options;
    options.base_url = "http://localhost";
    options.servers = {{"other", "/v2"}};
    options.environment = "staging";
    options.tokens = {.credentials = {.client_id = "i", .client_secret = restbind::secret("s")},
        .url = "/token",
        .variables = {{"directory", "d"}},
        .scopes = {"all"},
        .client_authentication = restbind::http::client_authentication::client_secret_post,
        .lifetime = 9s,
        .renew_before = 8s,
        .access_token = restbind::secret("t"),
        .provider = []() -> net::asio::awaitable<restbind::result<restbind::http::access_token>>
        { co_return restbind::error(error_kind::token_unavailable, "none"); }};
    options.security.set(restbind::http::bearer_scheme("login"), restbind::secret("b"));
    options.anonymous = true;
    options.tls = std::make_shared<no_encryption>();
    options.allow_plain_http = true;
    options.proxy = {.url = "http://proxy",
        .username = "u",
        .password = restbind::secret("p"),
        .no_proxy = "localhost"};
    options.resolver = [](std::string const&)
    { return std::vector<net::asio::ip::address>{net::asio::ip::address_v4::loopback()}; };
    options.timeouts = {.call = 7ms};
    options.pool = {.max_connections = 3};
    options.retry = {.budget = 5};
    options.limits = {.body = 9};
    options.validation = restbind::validation_policy::off;
    options.reading = restbind::json::reading::lenient;
    options.allowed_parameters = {{"tenant", {"a"}}};
    options.user_agent = "kiosk";
    options.keep_all_headers = true;
    options.trace_headers = "X-Trace";
    options.observer = std::make_shared<net::observer>();
    options.journal = std::make_shared<silent_journal>();
    options.around = {std::make_shared<net::tracing>()};
    options.transport = std::make_shared<restbind::testing::virtual_network>();
    return options;
}

// A member that is added does not compile until it stands in these lists.

auto members_of(net::client_options const& options)
{
    auto const& [base_url, servers, environment, tokens, security, anonymous, tls, allow_plain_http,
        proxy, resolver, timeouts, pool, retry, limits, validation, reading, allowed_parameters,
        user_agent, keep_all_headers, trace_headers, observer, journal, around,
        transport] = options;
    return std::tie(base_url, servers, environment, tokens, security, anonymous, tls,
        allow_plain_http, proxy, resolver, timeouts, pool, retry, limits, validation, reading,
        allowed_parameters, user_agent, keep_all_headers, trace_headers, observer, journal,
        around, transport);
}

auto members_of(net::token_settings const& tokens)
{
    auto const& [credentials, url, variables, scopes, client_authentication, lifetime, renew_before,
        access_token, provider] = tokens;
    return std::tie(credentials, url, variables, scopes, client_authentication, lifetime,
        renew_before, access_token, provider);
}

auto members_of(restbind::http::proxy_settings const& proxy)
{
    auto const& [url, username, password, no_proxy] = proxy;
    return std::tie(url, username, password, no_proxy);
}

// Groups that are copied as wholes: one member tells of all.
bool is_copied_whole(net::timeout_settings const& one, net::timeout_settings const& other)
{
    return one.call == other.call;
}
bool is_copied_whole(net::pool_settings const& one, net::pool_settings const& other)
{
    return one.max_connections == other.max_connections;
}
bool is_copied_whole(net::retry_settings const& one, net::retry_settings const& other)
{
    return one.budget == other.budget;
}
bool is_copied_whole(net::response_limits const& one, net::response_limits const& other)
{
    return one.body == other.body;
}

/// Whether a copy has what the original has.
template <class T>
bool is_copied(T const& original, T const& copy)
{
    if constexpr (requires { original == copy; })
        return original == copy;
    else if constexpr (requires { original.empty(); }) // credentials by scheme
        return original.empty() == copy.empty();
    else if constexpr (requires { members_of(original); }) // looked at one by one
        return get<1>(members_of(original)) == get<1>(members_of(copy));
    else if constexpr (std::is_constructible_v<bool, T const&>) // a function
        return bool(original) == bool(copy);
    else
        return is_copied_whole(original, copy);
}

/// Each member is as in the original and not as in a new object.
template <class... Members>
void check_copy(std::tuple<Members const&...> const& original,
    std::tuple<Members const&...> const& copy, std::tuple<Members const&...> const& blank)
{
    auto const check = [&]<std::size_t Index>(std::integral_constant<std::size_t, Index>)
    {
        BOOST_TEST(is_copied(get<Index>(original), get<Index>(copy)), "member " << Index);
        BOOST_TEST(!is_copied(get<Index>(original), get<Index>(blank)),
            "the test leaves member " << Index << " as it is");
    };
    [&]<std::size_t... Index>(std::index_sequence<Index...>)
    { (check(std::integral_constant<std::size_t, Index>()), ...); }(
        std::index_sequence_for<Members...>());
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
            why([&](auto& o) { o.tokens.url = address; }) == "client_options: tokens.url" + refusal,
            address);
        BOOST_TEST(why(
                       [&](auto& o)
                       {
                           o.base_url = o.tokens.url = address;
                           o.allow_plain_http = true;
                       }) == "made",
            address);
    }
    for (auto const address : {"http://localhost", "http://127.0.0.1:8080", "http://[::1]:8080/x"})
        BOOST_TEST(why([&](auto& o) { o.base_url = o.tokens.url = address; }) == "made", address);
}

BOOST_AUTO_TEST_CASE(an_https_address_without_tls_says_what_is_missing)
{
    for (std::string const name : {"base_url", "tokens.url"})
        BOOST_TEST(
            why([&](auto& o)
                { (name == "base_url" ? o.base_url : o.tokens.url) = "https://api.example.com"; }) ==
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
    BOOST_TEST(why([](auto& o) { o.tokens.url = ""; }) == "client_options: tokens.url is empty");
    BOOST_TEST(why([](auto& o) { o.tokens.url = "/login/token?for=all"; }) == "made");
    BOOST_TEST(why([](auto& o) { o.tokens.url = "http://127.0.0.1/a#b"; }) ==
               "client_options: tokens.url: the address cannot be used: it holds a fragment");
    BOOST_TEST(why([](auto& o) { o.tokens.url = "/login/token?for=all of them"; }) ==
               "client_options: tokens.url: the address cannot be used: its query holds a character "
               "that must be escaped");
    BOOST_TEST(why([](auto& o) { o.base_url = "http://u:canary@127.0.0.1"; }) ==
               "client_options: base_url: the address cannot be used: it holds user information");
    BOOST_TEST(why([](auto& o) { o.timeouts.call = 0ms; }) ==
               "client_options: timeouts.call is not between 1 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.timeouts.call = std::chrono::milliseconds::max(); }) ==
               "client_options: timeouts.call is not between 1 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.timeouts.connect = -1ms; }) ==
               "client_options: timeouts.connect is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.timeouts.handshake = 25h; }) ==
               "client_options: timeouts.handshake is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.timeouts.write = -1ms; }) ==
               "client_options: timeouts.write is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.timeouts.first_byte = -1ms; }) ==
               "client_options: timeouts.first_byte is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.timeouts.idle_read = -1ms; }) ==
               "client_options: timeouts.idle_read is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.pool.wait = -1ms; }) ==
               "client_options: pool.wait is not between 0 ms and 24 h");
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
    BOOST_TEST(why([](auto& o) { o.pool.idle_timeout = -1ms; }) ==
               "client_options: pool.idle_timeout is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.pool.idle_timeout = 0ms; }) == "made");
    BOOST_TEST(why([](auto& o) { o.pool.max_age = 25h; }) ==
               "client_options: pool.max_age is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.pool.max_age = 0ms; }) == "made");
    BOOST_TEST(why([](auto& o) { o.tokens.renew_before = std::chrono::seconds::min(); }) ==
               "client_options: tokens.renew_before is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.tokens.lifetime = 0s; }) ==
               "client_options: tokens.lifetime is not between 1 ms and 24 h");
    BOOST_TEST(
        why([](auto& o) { o.pool.max_connections = 0; }) == "client_options: pool.max_connections is 0");
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
    BOOST_TEST(why([](auto& o) { o.tokens.credentials = {}; }) ==
               "client_options: there are no credentials: set tokens.credentials, "
               "tokens.access_token, tokens.provider or "
               "security (or anonymous for a service that wants none)");
    std::string const several = "client_options: only one of tokens.credentials, "
                                "tokens.access_token, tokens.provider and anonymous can be used";
    BOOST_TEST(why([](auto& o) { o.anonymous = true; }) == several);
    BOOST_TEST(why([](auto& o) { o.tokens.access_token = restbind::secret("canary"); }) == several);
    BOOST_TEST(why(
                   [](auto& o)
                   {
                       o.tokens.credentials = {};
                       o.tokens.access_token = restbind::secret("canary\r\nX-Evil: 1");
                   }) == "client_options: tokens.access_token holds a character that no header may hold");
    BOOST_TEST(why([](auto& o) { o.tokens.credentials.client_id = ""; }) ==
               "client_options: tokens.credentials.client_id is empty");
    BOOST_TEST(why([](auto& o) { o.tokens.credentials.client_secret = {}; }) ==
               "client_options: tokens.credentials.client_secret is empty");
    BOOST_TEST(why([](auto& o) { o.tokens.variables["directory"] = ""; }) ==
               "client_options: tokens.url: there is no value for the variable directory");
    BOOST_TEST(why([](auto& o) { o.tokens.variables["service"] = ""; }) ==
               "client_options: tokens.scopes: there is no value for the variable service");
    for (auto const value : {"a?b", "a#b", "a b", "u@b", "a\r\n"})
        BOOST_TEST(why([&](auto& o) { o.tokens.variables["directory"] = value; }) ==
                   "client_options: tokens.url: the variable directory holds a character that no "
                   "address may hold");
    BOOST_TEST(why([](auto& o) { o.tokens.url = "http://127.0.0.1/{directory"; }) ==
               "client_options: tokens.url: a brace is not closed");
    for (auto const scope : {"", "a b", "a\"b", "a\\b", "\xC3\xA9"})
        BOOST_TEST(why(
                       [&](auto& o) {
                           o.tokens.scopes = {"good", scope};
                       }) ==
                   "client_options: tokens.scopes holds a text with a character that no scope may hold");
}

BOOST_AUTO_TEST_CASE(a_second_copy_has_every_member_and_every_secret)
{
    auto const options = unusual_options();
    auto const copy = options.clone();
    check_copy(members_of(options), members_of(copy), members_of(net::client_options()));
    check_copy(members_of(options.tokens), members_of(copy.tokens), members_of(net::token_settings()));
    check_copy(members_of(options.proxy), members_of(copy.proxy),
        members_of(restbind::http::proxy_settings()));
}

BOOST_AUTO_TEST_CASE(variables_of_an_environment_are_added_to_those_that_are_set)
{
    net::environments known{
        {"staging", {.base_url = "https://staging.example.com",
                        .token_variables = {{"login", "https://login.example.com"}}}},
        {"staging", {.base_url = "https://second.example.com"}}};
    net::client_options options;
    options.tokens.variables = {{"login", "old"}, {"directory", "dir"}};
    BOOST_TEST(options.use_environment(known, "staging").has_value());
    BOOST_TEST(options.base_url == "https://staging.example.com");
    BOOST_TEST(options.environment == "staging");
    BOOST_TEST(options.tokens.variables.at("login") == "https://login.example.com");
    BOOST_TEST(options.tokens.variables.at("directory") == "dir");
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
    BOOST_TEST(options.tokens.url == "https://login.example.com/token");
    BOOST_TEST((options.tokens.scopes == std::vector<std::string>{"read", "write"}));
    BOOST_TEST((options.tokens.client_authentication ==
                restbind::http::client_authentication::client_secret_post));
    BOOST_TEST((options.tokens.lifetime == 10min));
    BOOST_TEST((options.tokens.renew_before == 30s));
}

BOOST_AUTO_TEST_SUITE_END()
