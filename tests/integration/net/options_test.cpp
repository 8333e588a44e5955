// SPDX-License-Identifier: BSL-1.0
// What is refused before any byte is sent.
#include "fixture.hpp"

#include <functional>
#include <string>
#include <vector>

namespace
{

using namespace fake;

} // namespace

BOOST_AUTO_TEST_SUITE(net_options)

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
    options.tokens.access_token = restbind::secret("t");
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

BOOST_AUTO_TEST_CASE(a_header_of_a_call_replaces_a_default_and_a_list_is_sent_whole)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    caller.set_defaults({.headers = {{"X-Office", "north"}, {"Cookie", "a=1"}, {"Via", "1.1 till"}}});
    auto const sent = [&](net::call_options const& call)
    {
        auto const outcome = call_once<operations::buy>(io, caller, good_item, call);
        BOOST_TEST(outcome.has_value());
        return server.requests().back().head;
    };
    auto const head = sent({.headers = {{"x-office", "south"}, {"Via", "1.1 a"}, {"Via", "1.1 b"}}});
    BOOST_TEST(head.find("\r\nCookie: a=1\r\nx-office: south\r\nVia: 1.1 a\r\nVia: 1.1 b\r\n") !=
                   std::string::npos,
        head);
    BOOST_TEST(head.find("north") == std::string::npos, head);
    BOOST_TEST(head.find("till") == std::string::npos, head);
    // The defaults are as before.
    BOOST_TEST(sent({}).find("\r\nX-Office: north\r\nCookie: a=1\r\nVia: 1.1 till\r\n") !=
               std::string::npos);

    auto const requests = server.requests().size();
    net::call_options const twice{.headers = {{"Cookie", "b=2"}, {"cookie", "c=3"}}};
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item, twice).error().detail() ==
               "header cookie is given twice, and a request can have it only once");
    caller.set_defaults({.info = std::make_shared<net::call_info>()});
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item).error().detail() ==
               "call_options: info is for one call and cannot be a default of a client");
    BOOST_TEST(server.requests().size() == requests);
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
    BOOST_TEST(refused.error().sends() == 0U);
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
    BOOST_TEST(options.tokens.variables["login"] == staging.url());
    boost::asio::io_context io;
    client const there(io.get_executor(), options.clone(), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, there).has_value());
    BOOST_TEST(options.use_environment(known, "production").has_value());
    client const live(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, live).has_value());
    BOOST_TEST(staging.requests().size() == 1U);
    BOOST_TEST(production.requests().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
