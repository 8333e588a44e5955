// SPDX-License-Identifier: BSL-1.0
// Which certificates are refused, and why; without a socket.
#include "in_memory.hpp"

#include <string>
#include <utility>
#include <vector>

namespace
{

using namespace in_memory;
using tls::errc;

/// What came of a handshake, in words that a test compares: "ok" or the reason's own.
std::string verdict(context_pointer const& client, server_context const& shared,
    std::string const& host = "shop.example.org")
{
    server peer(shared);
    auto const link = channel_to(client, host);
    status const end = shake_hands(*link, peer);
    if (end == status::ok)
    {
        BOOST_TEST(peer.established());
        return "ok";
    }
    BOOST_TEST(!peer.established());
    BOOST_TEST((end == status::failed));
    bool const is_version = link->failure() == errc::protocol_version;
    BOOST_TEST((link->failure() ==
                (is_version ? error_kind::connect : error_kind::certificate_rejected)));
    BOOST_TEST((link->failure().code().category() == tls::category()));
    BOOST_TEST(link->failure().detail().starts_with(host));
    // Nothing can be sent any more.
    BOOST_TEST((link->write("secret", {}) == status::failed));
    BOOST_TEST(take(*link).empty());
    return link->failure().code().message();
}

std::string verdict(pki::chain const& sent, std::string const& host = "shop.example.org")
{
    return verdict(trusting(authority()), server_context(sent), host);
}

std::string words(errc reason)
{
    return std::string(to_string(reason));
}

/// A server's certificate with one thing that is unusual.
template <class Change>
pki::identity unusual(Change change, pki::identity const& issuer = authority())
{
    pki::description what{.names = {"DNS:shop.example.org"}, .usage = "serverAuth"};
    change(what);
    return pki::make(what, &issuer);
}

pki::identity named(std::vector<std::string> names)
{
    return pki::make_server(authority(), std::move(names));
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_certificates)

BOOST_AUTO_TEST_CASE(a_good_certificate_is_accepted)
{
    BOOST_TEST(verdict({shop()}) == "ok");
}

// survives: T1
BOOST_AUTO_TEST_CASE(an_expired_certificate_is_refused)
{
    auto const expired = unusual(
        [](auto& what)
        {
            what.begins = -std::chrono::hours(48);
            what.ends = -std::chrono::hours(24);
        });
    BOOST_TEST(verdict({expired}) == words(errc::certificate_expired));
}

// survives: T2
BOOST_AUTO_TEST_CASE(a_certificate_that_is_not_yet_valid_is_refused)
{
    auto const early = unusual(
        [](auto& what)
        {
            what.begins = std::chrono::hours(24);
            what.ends = std::chrono::hours(48);
        });
    BOOST_TEST(verdict({early}) == words(errc::certificate_not_yet_valid));
}

BOOST_AUTO_TEST_CASE(the_refusal_names_peer_certificate_and_reason)
{
    auto const expired = unusual(
        [](auto& what)
        {
            what.common_name = "old shop";
            what.begins = -std::chrono::hours(48);
            what.ends = -std::chrono::hours(24);
        });
    server_context const shared({expired});
    server peer(shared);
    auto const link = channel_to(trusting(authority()));
    shake_hands(*link, peer);
    BOOST_TEST(
        link->failure().detail() ==
        "shop.example.org:443: certificate has expired (CN=old shop, number 0 of the chain)");
    BOOST_TEST((link->failure() == errc::certificate_expired));
}

// survives: T3
BOOST_AUTO_TEST_CASE(a_certificate_of_an_unknown_authority_is_refused)
{
    auto const stranger = pki::make_authority("somebody else");
    auto const signed_by_stranger = unusual([](auto&) {}, stranger);
    BOOST_TEST(verdict({signed_by_stranger}) == words(errc::untrusted));
    // Sending the authority along does not help.
    BOOST_TEST(verdict({signed_by_stranger, stranger}) == words(errc::untrusted));
}

BOOST_AUTO_TEST_CASE(an_authority_that_only_has_the_name_of_a_trusted_one_is_refused)
{
    auto const impostor = pki::make_authority();
    BOOST_TEST(verdict({unusual([](auto&) {}, impostor)}) != "ok");
}

// survives: T4
BOOST_AUTO_TEST_CASE(a_self_signed_certificate_is_refused)
{
    BOOST_TEST(verdict({pki::make({.names = {"DNS:shop.example.org"}, .usage = "serverAuth"})}) ==
               words(errc::self_signed));
}

// survives: T5
BOOST_AUTO_TEST_CASE(a_certificate_of_another_host_is_refused)
{
    BOOST_TEST(verdict({shop()}, "bank.example.org") == words(errc::wrong_host));
    BOOST_TEST(verdict({shop()}, "example.org") == words(errc::wrong_host));
    BOOST_TEST(verdict({shop()}, "a.shop.example.org") == words(errc::wrong_host));
    BOOST_TEST(verdict({shop()}, "xshop.example.org") == words(errc::wrong_host));
}

BOOST_AUTO_TEST_CASE(host_names_are_compared_without_case_and_without_the_last_dot)
{
    BOOST_TEST(verdict({shop()}, "SHOP.example.org") == "ok");
    BOOST_TEST(verdict({shop()}, "shop.example.org.") == "ok");
}

// survives: T6
BOOST_AUTO_TEST_CASE(a_common_name_is_not_looked_at)
{
    auto const old_style = unusual(
        [](auto& what)
        {
            what.common_name = "shop.example.org";
            what.names.clear();
        });
    BOOST_TEST(verdict({old_style}) == words(errc::wrong_host));
}

// survives: T7
BOOST_AUTO_TEST_CASE(a_wildcard_stands_for_one_label)
{
    BOOST_TEST(verdict({named({"DNS:*.example.org"})}) == "ok");
    BOOST_TEST(
        verdict({named({"DNS:*.example.org"})}, "a.shop.example.org") == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"DNS:*.example.org"})}, "example.org") == words(errc::wrong_host));
}

// survives: T7
BOOST_AUTO_TEST_CASE(a_wildcard_that_is_too_wide_or_partial_is_refused)
{
    BOOST_TEST(verdict({named({"DNS:*"})}, "localhost") == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"DNS:*.org"})}, "example.org") == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"DNS:*.*.org"})}) == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"DNS:sh*.example.org"})}) == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"DNS:shop.*.org"})}) == words(errc::wrong_host));
}

// survives: T8
BOOST_AUTO_TEST_CASE(an_address_has_to_stand_in_the_certificate_as_an_address)
{
    BOOST_TEST(verdict({named({"IP:192.0.2.7"})}, "192.0.2.7") == "ok");
    BOOST_TEST(verdict({named({"IP:2001:db8::7"})}, "2001:db8::7") == "ok");
    BOOST_TEST(verdict({named({"DNS:192.0.2.7"})}, "192.0.2.7") == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"IP:192.0.2.8"})}, "192.0.2.7") == words(errc::wrong_host));
    BOOST_TEST(verdict({named({"DNS:*.0.2.7"})}, "192.0.2.7") == words(errc::wrong_host));
}

BOOST_AUTO_TEST_CASE(an_empty_host_is_refused_and_not_left_unchecked)
{
    auto const link = channel_to(trusting(authority()), "");
    BOOST_TEST((link->handshake() == status::failed));
    BOOST_TEST((link->failure() == errc::wrong_host));
    BOOST_TEST(take(*link).empty());
}

// survives: T9
BOOST_AUTO_TEST_CASE(a_chain_needs_its_intermediate)
{
    auto const middle = pki::make({.common_name = "middle", .is_authority = true}, &authority());
    auto const leaf = unusual([](auto&) {}, middle);
    BOOST_TEST(verdict({leaf, middle}) == "ok");
    BOOST_TEST(verdict({leaf}) == words(errc::untrusted));
    // Its issuer alone is as good as the root.
    BOOST_TEST(verdict(trusting(middle), server_context({leaf}), "shop.example.org") == "ok");
    BOOST_TEST(verdict(trusting(middle), server_context({leaf, middle}), "shop.example.org") ==
               "ok");
}

// survives: T10
BOOST_AUTO_TEST_CASE(a_certificate_that_may_not_sign_is_no_authority)
{
    auto const middle = pki::make({.common_name = "no authority"}, &authority());
    auto const leaf = unusual([](auto&) {}, middle);
    BOOST_TEST(verdict({leaf, middle}) == words(errc::invalid_authority));
}

// survives: T11
BOOST_AUTO_TEST_CASE(name_constraints_of_an_authority_are_kept)
{
    auto const middle = [](std::string constraint)
    {
        return pki::make({.common_name = "middle",
                             .is_authority = true,
                             .name_constraints = std::move(constraint)},
            &authority());
    };
    auto const here = middle("permitted;DNS:example.org");
    auto const elsewhere = middle("permitted;DNS:example.com");
    auto const not_here = middle("excluded;DNS:example.org");
    BOOST_TEST(verdict({unusual([](auto&) {}, here), here}) == "ok");
    BOOST_TEST(
        verdict({unusual([](auto&) {}, elsewhere), elsewhere}) == words(errc::name_constraint));
    BOOST_TEST(
        verdict({unusual([](auto&) {}, not_here), not_here}) == words(errc::name_constraint));
}

// survives: T12
BOOST_AUTO_TEST_CASE(a_certificate_for_clients_is_refused)
{
    BOOST_TEST(verdict({unusual([](auto& what) { what.usage = "clientAuth"; })}) ==
               words(errc::wrong_purpose));
    BOOST_TEST(verdict({unusual([](auto& what) { what.usage = ""; })}) == "ok");
}

// survives: T13, T14
BOOST_AUTO_TEST_CASE(weak_keys_and_signatures_are_refused)
{
    BOOST_TEST(verdict({unusual([](auto& what) { what.key = pki::key_kind::rsa1024; })}) ==
               words(errc::weak_certificate));
    BOOST_TEST(verdict({unusual([](auto& what) { what.signed_with = pki::digest::sha1; })}) ==
               words(errc::weak_certificate));
    auto const middle = pki::make(
        {.common_name = "weak middle", .key = pki::key_kind::rsa1024, .is_authority = true},
        &authority());
    BOOST_TEST(verdict({unusual([](auto&) {}, middle), middle}) == words(errc::weak_certificate));
}

// survives: T15
BOOST_AUTO_TEST_CASE(the_versions_1_0_and_1_1_are_refused)
{
    for (int const version : {TLS1_VERSION, TLS1_1_VERSION})
    {
        server_context const shared =
            std::move(server_context({shop()}).versions(version, version));
        BOOST_TEST(verdict(trusting(authority()), shared) == words(errc::protocol_version));
    }
}

BOOST_AUTO_TEST_CASE(version_1_2_can_be_refused)
{
    server_context const shared =
        std::move(server_context({shop()}).versions(TLS1_2_VERSION, TLS1_2_VERSION));
    BOOST_TEST(verdict(trusting(authority()), shared) == "ok");
    BOOST_TEST(verdict(trusting(authority(), {.minimum_version = tls::version::tls_1_3}), shared) ==
               words(errc::protocol_version));
}

BOOST_AUTO_TEST_CASE(the_dangerous_switches_do_what_they_say_and_no_more)
{
    auto const stranger = pki::make_authority("somebody else");
    server_context const of_stranger({unusual([](auto&) {}, stranger)});
    server_context const good({shop()});
    auto const any_host = trusting(authority(), {.dangerously_skip_host_name_check = true});
    BOOST_TEST(verdict(any_host, good, "bank.example.org") == "ok");
    BOOST_TEST(verdict(any_host, good, "192.0.2.7") == "ok");
    BOOST_TEST(verdict(any_host, of_stranger) == words(errc::untrusted));
    auto const anybody = trusting(authority(), {.dangerously_accept_any_certificate = true});
    BOOST_TEST(verdict(anybody, of_stranger, "bank.example.org") == "ok");
    BOOST_TEST(verdict(anybody, of_stranger, "192.0.2.7") == "ok");
}

BOOST_AUTO_TEST_CASE(every_reason_has_words_of_its_own)
{
    std::vector<std::string> seen;
    for (int i = 1; i <= static_cast<int>(errc::broken_stream); ++i)
        seen.push_back(tls::make_error_code(static_cast<errc>(i)).message());
    std::sort(seen.begin(), seen.end());
    BOOST_TEST((std::adjacent_find(seen.begin(), seen.end()) == seen.end()));
    BOOST_TEST((std::find(seen.begin(), seen.end(), "unknown TLS error") == seen.end()));
}

BOOST_AUTO_TEST_SUITE_END()
