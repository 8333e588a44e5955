// SPDX-License-Identifier: BSL-1.0
// A server that speaks of the handshake when it has already taken the request, and one that refuses
// the client before that.
#include "fixture.hpp"

#include <openssl/ssl.h>

#include <atomic>
#include <string>

namespace
{

using namespace fake;
using tls::errc;
using wish = tls_behaviour::client_certificate;

/// What the server does about client certificates, and what this client has.
enum class certificates : unsigned char
{
    not_asked_for,
    asked_for_and_missing,
    asked_for_and_sent
};

tls::options settings_for(certificates wanted)
{
    auto settings = trusting_authority();
    if (wanted == certificates::asked_for_and_sent)
    {
        static auto const kiosk =
            pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &authority());
        settings.certificate_pem = kiosk.certificate_pem();
        settings.private_key_pem = restbind::secret(kiosk.key_pem());
    }
    return settings;
}

tls_behaviour behave(int version, bool tickets, certificates wanted)
{
    auto behaviour = behave_well();
    behaviour.oldest = behaviour.newest = version;
    behaviour.tickets = tickets;
    behaviour.sends_alerts = true;
    if (wanted != certificates::not_asked_for)
    {
        behaviour.wants = wish::welcome;
        behaviour.client_authority = authority();
    }
    return behaviour;
}

net::client_options retrying(tls_server const& server, tls::options settings)
{
    auto options = options_for(server, std::move(settings));
    options.retry.policy = restbind::http::retry_policy::as_specified;
    options.retry.initial_delay = 2ms;
    return options;
}

/// Calls a server that carries a request out and then sends a fatal alert.
template <class Operation>
void check_alert(
    int version, bool tickets, certificates wanted, int alert, unsigned effects_allowed)
{
    std::atomic<unsigned> effects = 0;
    tls_server const server(behave(version, tickets, wanted),
        [&](received_request const&)
        {
            ++effects;
            tls_reply reply;
            reply.alert = alert;
            return reply;
        });
    boost::asio::io_context io;
    client const caller(
        io.get_executor(), retrying(server, settings_for(wanted)), {.tenant = "arena"});
    auto const outcome = call_once<Operation>(io, caller);
    BOOST_TEST_REQUIRE(!outcome);
    BOOST_TEST((outcome.error() == error_kind::read), outcome.error());
    BOOST_TEST(outcome.error().detail().find("alert") != std::string::npos, outcome.error());
    BOOST_TEST(outcome.error().outcome_unknown() == (effects_allowed == 1));
    BOOST_TEST(effects == effects_allowed);
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_late_alerts)

// survives: T23, R3-N, R3-I
BOOST_AUTO_TEST_CASE(
    an_alert_behind_a_request_never_makes_it_go_out_again, *boost::unit_test::label("slow"))
{
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
        for (bool const tickets : {true, false})
            for (auto const wanted : {certificates::not_asked_for,
                     certificates::asked_for_and_missing, certificates::asked_for_and_sent})
                for (int const alert : {SSL_AD_BAD_CERTIFICATE, SSL_AD_CERTIFICATE_UNKNOWN,
                         SSL_AD_CERTIFICATE_REQUIRED, SSL_AD_HANDSHAKE_FAILURE})
                    BOOST_TEST_CONTEXT("version " << version << " tickets " << tickets
                                                  << " certificates " << int(wanted) << " alert "
                                                  << alert)
                    {
                        check_alert<operations::buy>(version, tickets, wanted, alert, 1);
                    }
    check_alert<operations::change>(
        TLS1_3_VERSION, true, certificates::asked_for_and_sent, SSL_AD_BAD_CERTIFICATE, 1);
}

BOOST_AUTO_TEST_CASE(a_safe_request_is_sent_again_after_an_alert)
{
    check_alert<operations::look>(
        TLS1_3_VERSION, true, certificates::not_asked_for, SSL_AD_BAD_CERTIFICATE, 3);
}

// survives: T19
BOOST_AUTO_TEST_CASE(a_client_certificate_that_is_refused_is_known_to_be_before_the_request)
{
    auto const stranger = pki::make_authority("somebody else");
    auto const kiosk = pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &stranger);
    for (int const version : {TLS1_2_VERSION, TLS1_3_VERSION})
    {
        auto behaviour = behave(version, true, certificates::asked_for_and_sent);
        behaviour.wants = wish::required;
        tls_server const server(behaviour, response_well);
        auto settings = trusting_authority();
        settings.certificate_pem = kiosk.certificate_pem();
        settings.private_key_pem = restbind::secret(kiosk.key_pem());
        boost::asio::io_context io;
        client const caller(
            io.get_executor(), options_for(server, std::move(settings)), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome);
        BOOST_TEST((outcome.error() == errc::client_certificate_refused), outcome.error());
        BOOST_TEST((outcome.error() == error_kind::connect));
        BOOST_TEST((outcome.error().at() == phase::handshake));
        BOOST_TEST(!outcome.error().outcome_unknown());
        BOOST_TEST(outcome.error().sends() == 0U);
        BOOST_TEST(server.counted().application_bytes == 0U);
    }
}

BOOST_AUTO_TEST_CASE(a_request_is_held_back_until_a_ticket_comes_or_half_a_second_is_over,
    *boost::unit_test::label("slow"))
{
    for (bool const resumes : {true, false})
        for (bool const tickets : {true, false})
        {
            tls_server const server(
                behave(TLS1_3_VERSION, tickets, certificates::asked_for_and_sent), response_well);
            auto settings = settings_for(certificates::asked_for_and_sent);
            settings.resume_sessions = resumes;
            boost::asio::io_context io;
            client const caller(
                io.get_executor(), options_for(server, std::move(settings)), {.tenant = "arena"});
            auto const start = clock::now();
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
            auto const first = since(start);
            BOOST_TEST((first >= 490ms) == !tickets, first.count());
            BOOST_TEST((first < 3s), first.count());
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value()); // the same connection
            BOOST_TEST((since(start) - first < 400ms));
            BOOST_TEST(server.counted().connections == 1U);
        }
}

BOOST_AUTO_TEST_CASE(a_request_that_is_held_back_ends_with_its_deadline_and_its_client)
{
    tls_server const server(
        behave(TLS1_3_VERSION, false, certificates::asked_for_and_sent), response_well);
    auto options = options_for(server, settings_for(certificates::asked_for_and_sent));
    options.timeouts.call = 150ms;
    boost::asio::io_context io;
    {
        client const caller(io.get_executor(), options.clone(), {.tenant = "arena"});
        auto const start = clock::now();
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome);
        BOOST_TEST((outcome.error() == error_kind::timed_out), outcome.error());
        BOOST_TEST((outcome.error().at() == phase::handshake));
        BOOST_TEST(!outcome.error().outcome_unknown());
        BOOST_TEST((since(start) < 450ms));
    }
    BOOST_TEST(server.counted().requests == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
