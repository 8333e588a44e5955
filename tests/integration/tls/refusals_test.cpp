// SPDX-License-Identifier: BSL-1.0
// Servers that must not be talked to: the refusal is typed, and no byte of a request has gone out.
#include "fixture.hpp"

#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace fake;
using tls::errc;

struct refused_handshake
{
    std::string what;
    tls_behaviour behaviour;
    errc expected{};
    error_kind kind = error_kind::certificate_rejected;
    std::string host = "localhost";
    tls::options settings = trusting_authority();
};

template <class Change>
tls_behaviour sending(Change change)
{
    pki::description what{.names = {"DNS:localhost", "IP:127.0.0.1"}, .usage = "serverAuth"};
    change(what);
    tls_behaviour behaviour;
    behaviour.sent = {pki::make(what, &authority())};
    return behaviour;
}

std::vector<refused_handshake> all_refusals()
{
    std::vector<refused_handshake> all;
    auto const add = [&](std::string what, tls_behaviour behaviour, errc expected,
                         error_kind kind = error_kind::certificate_rejected) {
        all.push_back({std::move(what), std::move(behaviour), expected, kind});
    };

    add("expired",
        sending(
            [](auto& what)
            {
                what.begins = -std::chrono::hours(48);
                what.ends = -std::chrono::hours(24);
            }),
        errc::certificate_expired);
    add("not yet valid",
        sending(
            [](auto& what)
            {
                what.begins = std::chrono::hours(24);
                what.ends = std::chrono::hours(48);
            }),
        errc::certificate_not_yet_valid);
    add("wrong host", sending([](auto& what) { what.names = {"DNS:bank.example.org"}; }),
        errc::wrong_host);
    add("common name alone",
        sending(
            [](auto& what)
            {
                what.common_name = "localhost";
                what.names.clear();
            }),
        errc::wrong_host);
    add("client certificate", sending([](auto& what) { what.usage = "clientAuth"; }),
        errc::wrong_purpose);
    add("rsa1024", sending([](auto& what) { what.key = pki::key_kind::rsa1024; }),
        errc::weak_certificate);
    add("sha1", sending([](auto& what) { what.signed_with = pki::digest::sha1; }),
        errc::weak_certificate);

    tls_behaviour behaviour;
    behaviour.sent = {pki::make({.names = {"DNS:localhost"}, .usage = "serverAuth"})};
    add("self-signed", behaviour, errc::self_signed);

    auto const stranger = pki::make_authority("somebody else");
    behaviour.sent = {pki::make_server(stranger, {"DNS:localhost"}), stranger};
    add("unknown authority", behaviour, errc::untrusted);

    auto const middle = pki::make({.common_name = "middle", .is_authority = true}, &authority());
    behaviour.sent = {pki::make_server(middle, {"DNS:localhost"})};
    add("missing intermediate", behaviour, errc::untrusted);

    auto const no_authority = pki::make({.common_name = "no authority"}, &authority());
    behaviour.sent = {pki::make_server(no_authority, {"DNS:localhost"}), no_authority};
    add("issuer that is no authority", behaviour, errc::invalid_authority);

    auto const elsewhere = pki::make({.common_name = "elsewhere",
                                         .is_authority = true,
                                         .name_constraints = "permitted;DNS:example.org"},
        &authority());
    behaviour.sent = {pki::make_server(elsewhere, {"DNS:localhost"}), elsewhere};
    add("name constraint", behaviour, errc::name_constraint);

    behaviour = behave_well();
    behaviour.newest = TLS1_VERSION;
    add("version 1.0", behaviour, errc::protocol_version, error_kind::connect);
    behaviour.newest = TLS1_1_VERSION;
    add("version 1.1", behaviour, errc::protocol_version, error_kind::connect);

    behaviour = behave_well();
    behaviour.plain_http = true;
    add("plain http", behaviour, errc::not_tls, error_kind::connect);

    behaviour = behave_well();
    behaviour.hangs_up = true;
    add("hangs up", behaviour, errc::truncated, error_kind::connect);

    add("system store", behave_well(), errc::untrusted);
    all.back().settings = {};
    add("address in a name", sending([](auto& what) { what.names = {"DNS:127.0.0.1"}; }),
        errc::wrong_host);
    all.back().host = "127.0.0.1";
    behaviour = behave_well();
    behaviour.needs_name = true;
    add("no server name", behaviour, errc::alert, error_kind::connect);
    all.back().host = "127.0.0.1";
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_refusals)

// survives: T1, T2, T3, T4, T5, T6, T8, T9, T10, T11, T12, T13, T14, T15, T16
BOOST_AUTO_TEST_CASE(a_server_that_cannot_be_trusted_gets_no_byte_of_a_request)
{
    for (refused_handshake& each : all_refusals())
    {
        BOOST_TEST_CONTEXT(each.what)
        {
            tls_server const server(each.behaviour, response_well);
            boost::asio::io_context io;
            client const caller(io.get_executor(),
                options_for(server, std::move(each.settings), each.host), {.tenant = "arena"});
            auto const outcome = call_once<operations::buy>(io, caller);
            BOOST_TEST_REQUIRE(!outcome);
            BOOST_TEST((outcome.error() == each.expected), outcome.error());
            BOOST_TEST((outcome.error() == each.kind), outcome.error());
            BOOST_TEST((outcome.error().at() == phase::handshake));
            BOOST_TEST(!outcome.error().outcome_unknown());
            BOOST_TEST(outcome.error().sends() == 0U);
            BOOST_TEST(outcome.error().detail().starts_with(each.host + ":"));
            BOOST_TEST(outcome.error().message().find("canary") == std::string::npos);
            BOOST_TEST(server.wait_until([](auto const& seen)
                { return seen.connections >= 1 && seen.closed == seen.connections; }));
            BOOST_TEST(server.counted().application_bytes == 0U);
            BOOST_TEST(server.counted().requests == 0U);
            BOOST_TEST(server.counted().connections == 1U);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_authorization_server_that_cannot_be_trusted_gets_no_secret)
{
    auto const stranger = pki::make_authority("somebody else");
    tls_behaviour untrusted;
    untrusted.sent = {pki::make_server(stranger, {"DNS:localhost"})};
    tls_server const identity(untrusted, response_well);
    tls_server const server(behave_well(), response_well);
    auto options = options_for(server);
    options.retry = {};
    options.tokens.access_token = {};
    options.tokens.url = identity.url() + "/token";
    options.tokens.credentials = {
        .client_id = "kiosk", .client_secret = restbind::secret("canary-secret")};
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome);
    BOOST_TEST((outcome.error() == errc::untrusted), outcome.error());
    BOOST_TEST((outcome.error() == error_kind::certificate_rejected));
    BOOST_TEST((outcome.error().at() == phase::handshake));
    BOOST_TEST(
        outcome.error().message().find("getting a token from localhost") != std::string::npos,
        outcome.error());
    BOOST_TEST(outcome.error().message().find("canary") == std::string::npos);
    BOOST_TEST(identity.counted().connections == 1U);
    BOOST_TEST(identity.counted().application_bytes == 0U);
    BOOST_TEST(server.counted().connections == 0U);
}

BOOST_AUTO_TEST_CASE(a_certificate_that_is_rejected_is_not_tried_again)
{
    auto const stranger = pki::make_authority("somebody else");
    tls_behaviour untrusted;
    untrusted.sent = {pki::make_server(stranger, {"DNS:localhost"})};
    tls_server const server(untrusted, response_well);
    auto options = options_for(server);
    options.retry = {.initial_delay = 2ms};
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const outcome = call_once<operations::look>(io, caller);
    BOOST_TEST_REQUIRE(!outcome);
    BOOST_TEST((outcome.error() == error_kind::certificate_rejected), outcome.error());
    BOOST_TEST(server.counted().connections == 1U);
}

// survives: T24
BOOST_AUTO_TEST_CASE(a_certificate_on_a_list_of_revoked_ones_is_rejected)
{
    pki::directory const directory;
    auto const other = pki::make_server(authority(), {"DNS:localhost"});
    struct expectation
    {
        std::string list;
        std::optional<errc> expected;
    };
    expectation const all[]{{pki::make_revocation_list(authority(), {other}), std::nullopt},
        {pki::make_revocation_list(authority(), {other, local()}), errc::certificate_revoked},
        {pki::make_revocation_list(authority(), {other}, -std::chrono::minutes(1)),
            errc::bad_certificate},
        {pki::make_revocation_list(pki::make_authority("somebody else"), {}),
            errc::bad_certificate}};
    for (auto const& [list, expected] : all)
    {
        tls_server const server(behave_well(), response_well);
        auto settings = trusting_authority();
        settings.crl_file = directory.write("revoked.pem", list);
        boost::asio::io_context io;
        client const caller(
            io.get_executor(), options_for(server, std::move(settings)), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST(outcome.has_value() == !expected.has_value(), outcome.error());
        if (expected)
            BOOST_TEST((outcome.error() == *expected), outcome.error());
        BOOST_TEST((outcome.error() == error_kind::certificate_rejected) == expected.has_value());
    }
}

// survives: T15, T16, T19
BOOST_AUTO_TEST_CASE(what_no_other_attempt_would_change_is_tried_once)
{
    std::vector<tls_behaviour> hopeless(3, behave_well());
    hopeless[0].newest = TLS1_1_VERSION;
    hopeless[1].plain_http = true;
    hopeless[2].wants = tls_behaviour::client_certificate::required;
    hopeless[2].client_authority = authority();
    for (tls_behaviour const& behaviour : hopeless)
    {
        tls_server const server(behaviour, response_well);
        auto options = options_for(server);
        options.retry = {};
        options.retry.initial_delay = std::chrono::milliseconds(10);
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::look>(io, caller);
        BOOST_TEST_REQUIRE(!outcome);
        BOOST_TEST((outcome.error().at() == phase::handshake), outcome.error());
        BOOST_TEST(outcome.error().attempts().size() == 1U);
        BOOST_TEST(server.counted().connections == 1U);
    }
}

// survives: T19
BOOST_AUTO_TEST_CASE(a_missing_client_certificate_is_refused_before_the_request_is_taken)
{
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
    {
        auto behaviour = behave_well();
        behaviour.newest = version;
        behaviour.wants = tls_behaviour::client_certificate::required;
        behaviour.client_authority = authority();
        tls_server const server(behaviour, response_well);
        boost::asio::io_context io;
        client const caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome);
        BOOST_TEST((outcome.error() == errc::client_certificate_refused), outcome.error());
        BOOST_TEST((outcome.error() == error_kind::connect));
        BOOST_TEST((outcome.error().at() == phase::handshake));
        BOOST_TEST(!outcome.error().outcome_unknown());
        BOOST_TEST(server.counted().application_bytes == 0U);
    }
}

BOOST_AUTO_TEST_SUITE_END()
