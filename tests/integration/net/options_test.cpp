// What is refused before any byte is sent.
#include "fixture.hpp"

#include <functional>
#include <string>
#include <vector>

namespace
{

using namespace fake;

/// Why a client cannot be made; "made" if it can.
std::string why(std::function<void(net::client_options&)> const& adjust,
    parameters const& shared = {.tenant = "arena"})
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

BOOST_AUTO_TEST_SUITE(net_options)

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
    BOOST_TEST(why([](auto& o) { o.base_url = ""; }) == "client_options: base_url is empty");
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
    BOOST_TEST(why([](auto& o) { o.renew_before = std::chrono::seconds::min(); }) ==
               "client_options: renew_before is not between 0 ms and 24 h");
    BOOST_TEST(why([](auto& o) { o.token_lifetime = 0s; }) ==
               "client_options: token_lifetime is not between 1 ms and 24 h");
    BOOST_TEST(
        why([](auto& o) { o.max_connections = 0; }) == "client_options: max_connections is 0");
    BOOST_TEST(
        why([](auto& o) { o.limits.body = 0; }) == "client_options: a limit on responses is 0");
    BOOST_TEST(
        why([](auto& o) { o.limits.json_depth = 0; }) == "client_options: a limit on responses is 0");
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
    BOOST_TEST(
        why([](auto& o) { o.credentials = {}; }) ==
        "client_options: there are no credentials: set credentials, fixed_token, get_token or "
        "security (or anonymous for a service that wants none)");
    std::string const several =
        "client_options: only one of credentials, fixed_token, get_token and anonymous can be used";
    BOOST_TEST(why([](auto& o) { o.anonymous = true; }) == several);
    BOOST_TEST(why([](auto& o) { o.fixed_token = restbind::secret("canary"); }) == several);
    BOOST_TEST(why(
                   [](auto& o)
                   {
                       o.credentials = {};
                       o.fixed_token = restbind::secret("canary\r\nX-Evil: 1");
                   }) == "client_options: fixed_token holds a character that no header may hold");
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

// proves: R1-3
// survives: C5
BOOST_AUTO_TEST_CASE(a_tenant_that_is_not_on_the_list_is_refused_before_any_byte)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = token_options_for(server);
    options.allowed_parameters = {{"tenant", {"arena", "opera"}}};
    boost::asio::io_context io;
    std::string const refusal = "tenant: not a value of client_options::allowed_parameters";
    auto const circus = client::make(io.get_executor(), options.clone(), {.tenant = "circus"});
    BOOST_TEST_REQUIRE(!circus.has_value());
    BOOST_TEST((circus.error() == error_kind::invalid_argument));
    BOOST_TEST(circus.error().detail() == refusal);

    client const arena(io.get_executor(), options.clone(), {.tenant = "arena"});
    BOOST_TEST(arena.for_tenant("opera").has_value());
    auto const view = arena.for_tenant("circus");
    BOOST_TEST_REQUIRE(!view.has_value());
    BOOST_TEST(view.error().detail() == refusal);
    // What is nearly on the list is not on it.
    for (auto const tenant : {"circus", "aren", "arena2", "Arena", "ARENA", "arena ", " arena"})
    {
        auto const another = client::make(io.get_executor(), options.clone(), {.tenant = tenant});
        BOOST_TEST_REQUIRE(!another.has_value(), tenant);
        BOOST_TEST(another.error().detail() == refusal);
        BOOST_TEST(!arena.for_tenant(tenant).has_value(), tenant);
        auto const call =
            call_once<operations::buy>(io, arena, good_item, {.parameters = {{"tenant", tenant}}});
        BOOST_TEST_REQUIRE(!call.has_value(), tenant);
        BOOST_TEST((call.error() == error_kind::invalid_argument));
        BOOST_TEST(call.error().detail() == refusal);

        client by_default = arena;
        by_default.set_defaults({.parameters = {{"tenant", tenant}}});
        auto const defaulted = call_once<operations::buy>(io, by_default);
        BOOST_TEST_REQUIRE(!defaulted.has_value(), tenant);
        BOOST_TEST((defaulted.error() == error_kind::invalid_argument));
        BOOST_TEST(defaulted.error().detail() == refusal);
    }
    BOOST_TEST(server.connections() == 0U);
}

// proves: R1-2
BOOST_AUTO_TEST_CASE(a_call_may_send_other_values_of_the_parameters_of_its_client)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    caller.set_defaults({.parameters = {{"ext", "second"}}});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    net::call_options const other{.parameters = {{"tenant", "opera"}, {"ext", "third"}}};
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item, other).has_value());
    // A value of the call makes up for one of the defaults that could not be sent.
    caller.set_defaults({.parameters = {{"tenant", ""}}});
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item, other).has_value());
    BOOST_TEST(caller.for_tenant("circus").has_value());
    auto const sent = server.requests();
    BOOST_TEST_REQUIRE(sent.size() == 3U);
    BOOST_TEST(sent[0].target == "/api/v1/second/buy");
    BOOST_TEST(sent[0].header("x-tenant") == "arena");
    BOOST_TEST(sent[1].target == "/api/v1/third/buy");
    BOOST_TEST(sent[1].header("x-tenant") == "opera");
    BOOST_TEST(sent[2].target == "/api/v1/third/buy");

    auto const unknown =
        call_once<operations::buy>(io, caller, good_item, {.parameters = {{"tenants", "opera"}}});
    BOOST_TEST((unknown.error() == error_kind::invalid_argument));
    BOOST_TEST(unknown.error().detail() ==
               "call_options: parameters names tenants, which this API does not have");
    BOOST_TEST(server.requests().size() == 3U);
}

// proves: R1-2
// survives: C1, C2, C3
BOOST_AUTO_TEST_CASE(a_tenant_that_no_header_may_hold_is_refused_before_any_byte)
{
    using namespace std::string_literals;
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client const arena(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (auto const& tenant : {""s, "a\r\nX-Evil: 1"s, "a\0b"s, "\x01"s, "caf\xc3\xa9"s})
    {
        BOOST_TEST(
            (client::make(io.get_executor(), options_for(server), {.tenant = tenant}).error() ==
                error_kind::invalid_argument));
        BOOST_TEST((arena.for_tenant(tenant).error() == error_kind::invalid_argument));
        BOOST_TEST(
            (call_once<operations::buy>(io, arena, good_item, {.parameters = {{"tenant", tenant}}})
                    .error() == error_kind::invalid_argument));
    }
    BOOST_TEST(server.connections() == 0U);
}

// survives: C4, H37
BOOST_AUTO_TEST_CASE(headers_of_a_call_cannot_replace_or_smuggle_anything)
{
    using namespace std::string_literals;
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    options.fixed_token = restbind::secret("t");
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const reason = [&](std::string name, std::string value)
    {
        net::call_options call;
        call.headers = {{std::move(name), std::move(value)}};
        auto const outcome = call_once<operations::buy>(io, caller, good_item, call);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        BOOST_TEST((outcome.error() == error_kind::invalid_argument));
        return outcome.error().detail();
    };
    for (auto const name :
        {"Host", "content-length", "Transfer-Encoding", "Connection", "Authorization", "X-Tenant",
            "Content-Type", "accept", "User-Agent", "Accept-Encoding", "Expect", "Upgrade"})
        BOOST_TEST(reason(name, "x") == "header " + std::string(name) +
                                            " is set by the client and cannot be given for a call");
    BOOST_TEST(reason("X-A", "a\r\nX-Evil: 1") ==
               "the value of header X-A holds a control or non-ASCII character");
    BOOST_TEST(
        reason("X-A", "a\0b"s) == "the value of header X-A holds a control or non-ASCII character");
    BOOST_TEST(
        reason("X-A\r\nX-Evil", "1") == "a header's name holds a character that is not allowed");
    BOOST_TEST(reason("", "1") == "a header has an empty name");
    // Each of the characters alone, at every place, in the headers of a call and in a client's own.
    for (char const bad : {'\r', '\n', '\0', '\x01', '\x7f', '\xe9'})
        for (std::string const& text :
            {bad + "b"s, "a"s + bad + "b", "a"s + bad, std::string(1, bad)})
        {
            BOOST_TEST(reason("X-A", text) ==
                       "the value of header X-A holds a control or non-ASCII character");
            BOOST_TEST(
                reason(text, "1") == "a header's name holds a character that is not allowed");
            for (auto const& [name, value] : {std::pair("X-A"s, text), std::pair(text, "1"s)})
            {
                client marked = caller;
                marked.set_defaults({.headers = {{name, value}}});
                auto const outcome = call_once<operations::buy>(io, marked);
                BOOST_TEST_REQUIRE(!outcome.has_value());
                BOOST_TEST((outcome.error() == error_kind::invalid_argument));
            }
        }
    BOOST_TEST(server.connections() == 0U);

    // A client without a token of its own leaves that header to the application.
    client const bare(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(
        io, bare, good_item, {.headers = {{"Authorization", "Basic eA=="}}})
                   .has_value());
    BOOST_TEST(server.requests().front().header("Authorization") == "Basic eA==");
}

// survives: C9
BOOST_AUTO_TEST_CASE(a_deadline_of_zero_and_a_broken_rule_are_refused_before_any_byte)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (auto const deadline : {0ms, -1ms, std::chrono::milliseconds::max()})
        BOOST_TEST(
            (call_once<operations::buy>(io, caller, good_item, {.deadline = deadline}).error() ==
                error_kind::invalid_argument));
    auto const refused = call_once<operations::buy>(io, caller, Item());
    BOOST_TEST((refused.error() == error_kind::validation_failed));
    BOOST_TEST(refused.error().attempts() == 0U);
    BOOST_TEST(refused.error().problem().instance.value() == "/api/v1/ext/buy");
    Item const not_text{.id = 1, .name = "\xff"};
    BOOST_TEST(
        (call_once<operations::buy>(io, caller, not_text).error() == error_kind::invalid_argument));
    BOOST_TEST(server.connections() == 0U);
}

// proves: R1-6
BOOST_AUTO_TEST_CASE(environments_are_looked_up_by_name)
{
    scripted_server staging([](received_request const&) { return response(200, good_body); });
    scripted_server production([](received_request const&) { return response(200, good_body); });
    net::environments known{
        {"staging", {.base_url = staging.url(), .token_variables = {{"login", staging.url()}}}}};
    known.set("production", {.base_url = production.url()});

    net::client_options options;
    options.anonymous = true;
    auto const unknown = options.use_environment(known, "test");
    BOOST_TEST_REQUIRE(!unknown.has_value());
    BOOST_TEST((unknown.error() == error_kind::invalid_argument));
    BOOST_TEST(unknown.error().detail() ==
               "there is no environment \"test\"; known are: staging production");
    BOOST_TEST(!net::environments().find("x").has_value());

    BOOST_TEST(options.use_environment(known, "staging").has_value());
    BOOST_TEST(options.environment == "staging");
    BOOST_TEST(options.token_variables["login"] == staging.url());
    boost::asio::io_context io;
    client const there(io.get_executor(), options.clone(), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, there).has_value());
    BOOST_TEST(options.use_environment(known, "production").has_value());
    client const live(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, live).has_value());
    BOOST_TEST(staging.requests().size() == 1U);
    BOOST_TEST(production.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_second_copy_of_options_is_complete)
{
    net::client_options options;
    options.base_url = "http://localhost";
    options.credentials.client_secret = restbind::secret("s");
    options.fixed_token = restbind::secret("t");
    options.allowed_parameters = {{"tenant", {"a"}}};
    options.trace_headers = "X-Trace";
    options.deadline = 7ms;
    options.limits.body = 9;
    options.keep_all_headers = true;
    options.first_byte_timeout = 8ms;
    options.max_idle_connections = 3;
    options.proxy = {.url = "http://proxy", .username = "u", .password = restbind::secret("p")};
    auto const copy = options.clone();
    BOOST_TEST(copy.base_url == options.base_url);
    BOOST_TEST(copy.credentials.client_secret.reveal() == "s");
    BOOST_TEST(copy.fixed_token.reveal() == "t");
    BOOST_TEST(copy.allowed_parameters.size() == 1U);
    BOOST_TEST(copy.trace_headers == "X-Trace");
    BOOST_TEST((copy.deadline == 7ms));
    BOOST_TEST(copy.limits.body == 9U);
    BOOST_TEST(copy.keep_all_headers);
    BOOST_TEST((copy.first_byte_timeout == 8ms));
    BOOST_TEST((copy.idle_read_timeout == 10s));
    BOOST_TEST(copy.max_idle_connections == 3U);
    BOOST_TEST(copy.proxy.url == "http://proxy");
    BOOST_TEST(copy.proxy.password.reveal() == "p");
}

BOOST_AUTO_TEST_SUITE_END()
