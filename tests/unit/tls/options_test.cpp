// SPDX-License-Identifier: BSL-1.0
// Options of encryption that cannot be used are named, and those that can do what they say.
#include "in_memory.hpp"

#include <restbind/tls/options.hpp>

#include <cstdlib>
#include <string>

namespace
{

/** Sets a variable of the environment; none of it is left for an empty value. */
void set_environment(char const* name, std::string const& value)
{
#ifdef _WIN32
    ::_putenv_s(name, value.c_str());
#else
    if (value.empty())
        ::unsetenv(name);
    else
        ::setenv(name, value.c_str(), 1);
#endif
}

#ifdef _WIN32
constexpr char path_separator = ';';
#else
constexpr char path_separator = ':';
#endif

using namespace in_memory;
using tls::errc;

pki::identity const& kiosk()
{
    static pki::identity const made =
        pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &authority());
    return made;
}

/// What is wrong with the options; "made" if nothing is.
template <class Change>
std::string why(Change change)
{
    tls::options settings;
    change(settings);
    auto const made = tls::make_factory(std::move(settings));
    if (made)
        return *made ? "made" : "null";
    BOOST_TEST((made.error() == error_kind::invalid_argument));
    return made.error().detail();
}

bool reaches_shop(tls::options settings)
{
    auto const from = tls::detail::context::open(std::move(settings)).value();
    auto const client = channel_to(from);
    server peer{server_context({shop()})};
    return shake_hands(*client, peer) == status::ok;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_options)

BOOST_AUTO_TEST_CASE(authorities_come_from_file_directory_or_text)
{
    pki::directory const directory;
    auto const file = directory.write("ca.pem", authority().certificate_pem());
    pki::directory const hashed;
    hashed.write_hashed(authority());
    BOOST_TEST(reaches_shop({.ca_file = file}));
    BOOST_TEST(reaches_shop({.ca_directory = hashed.path()}));
    BOOST_TEST(reaches_shop({.ca_pem = authority().certificate_pem()}));
    auto const other = pki::make_authority("somebody else");
    BOOST_TEST(reaches_shop({.ca_pem = other.certificate_pem() + authority().certificate_pem()}));
    BOOST_TEST(!reaches_shop({.ca_pem = other.certificate_pem()}));
    set_environment("SSL_CERT_FILE", directory.write("other.pem", other.certificate_pem()));
    BOOST_TEST(!reaches_shop({}));
    set_environment("SSL_CERT_FILE", "");
}

BOOST_AUTO_TEST_CASE(what_weakens_encryption_has_to_be_asked_for)
{
    tls::options const defaults;
    BOOST_TEST(!defaults.dangerously_accept_any_certificate);
    BOOST_TEST(!defaults.dangerously_skip_host_name_check);
    BOOST_TEST(!defaults.trust_system_store_too);
    BOOST_TEST((defaults.minimum_version == tls::version::tls_1_2));
    BOOST_TEST(defaults.resume_sessions);
}

// No server can be made of OpenSSL that shows what most of these switches do.
BOOST_AUTO_TEST_CASE(switches_of_openssl_are_set_whatever_its_defaults)
{
    auto const from = tls::detail::context::open({.ca_pem = authority().certificate_pem()}).value();
    auto const set = SSL_CTX_get_options(from->get());
    for (auto const wanted :
        {SSL_OP_NO_COMPRESSION, SSL_OP_NO_RENEGOTIATION, SSL_OP_CLEANSE_PLAINTEXT})
        BOOST_TEST((set & wanted) == wanted, wanted);
    for (auto const unwanted : {SSL_OP_LEGACY_SERVER_CONNECT, SSL_OP_IGNORE_UNEXPECTED_EOF,
             SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION})
        BOOST_TEST((set & unwanted) == 0U, unwanted);
    BOOST_TEST(SSL_CTX_get_security_level(from->get()) == 2);
    BOOST_TEST(SSL_CTX_get_min_proto_version(from->get()) == TLS1_2_VERSION);
}

BOOST_AUTO_TEST_CASE(the_system_store_is_left_out_when_authorities_are_named_unless_asked_for)
{
    pki::directory const directory;
    auto const file = directory.write("system.pem", authority().certificate_pem());
    auto const other = pki::make_authority("somebody else");
    set_environment("SSL_CERT_FILE", file);
    BOOST_TEST(reaches_shop({}));
    pki::directory const hashed;
    hashed.write_hashed(other);
    BOOST_TEST(!reaches_shop({.ca_pem = other.certificate_pem()}));
    BOOST_TEST(!reaches_shop({.ca_file = directory.write("other.pem", other.certificate_pem())}));
    BOOST_TEST(!reaches_shop({.ca_directory = hashed.path()}));
    BOOST_TEST(reaches_shop({.ca_pem = other.certificate_pem(), .trust_system_store_too = true}));
    set_environment("SSL_CERT_FILE", "");
}

BOOST_AUTO_TEST_CASE(a_system_without_authorities_is_told_when_the_client_is_made)
{
    pki::directory const empty;
    pki::directory const hashed;
    hashed.write_hashed(authority());
    auto const missing = empty.path() + "/missing.pem";
    auto const unchanged = [](tls::options&) {};
    set_environment("SSL_CERT_FILE", missing);
    set_environment("SSL_CERT_DIR", empty.path());
#ifndef _WIN32 // which has a root store
    BOOST_TEST(why(unchanged) ==
               "tls::options: no authority is known: neither the system's file " + missing +
                   " nor its directory " + empty.path() +
                   " holds one; install them (Debian: ca-certificates), or set ca_file");
#endif
    BOOST_TEST(why([](auto& o) { o.ca_pem = authority().certificate_pem(); }) == "made");
    BOOST_TEST(why([](auto& o) { o.dangerously_accept_any_certificate = true; }) == "made");
    set_environment("SSL_CERT_DIR", empty.path() + path_separator + hashed.path());
    BOOST_TEST(why(unchanged) == "made");
    set_environment("SSL_CERT_FILE", "");
    set_environment("SSL_CERT_DIR", "");
}

BOOST_AUTO_TEST_CASE(a_file_of_authorities_that_cannot_be_used_is_named)
{
    pki::directory const directory;
    auto const missing = directory.path() + "/missing.pem";
    auto const junk = directory.write("junk.pem", "no certificate\n");
    auto const damaged = directory.write(
        "damaged.pem", authority().certificate_pem() +
                           "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n");
    BOOST_TEST(why([&](auto& o) { o.ca_file = missing; }) ==
               "tls::options: ca_file: " + missing + ": No such file or directory");
    BOOST_TEST(why(
        [&](auto& o) {
            o.ca_file = directory.path();
        }).starts_with("tls::options: ca_file: " + directory.path() + ": "));
    BOOST_TEST(why([&](auto& o) { o.ca_file = junk; }) ==
               "tls::options: ca_file: " + junk + ": there is no certificate in it");
    BOOST_TEST(why(
        [&](auto& o) {
            o.ca_file = damaged;
        }).starts_with("tls::options: ca_file: " + damaged + ": a certificate cannot be read: "));
    BOOST_TEST(why([&](auto& o) { o.ca_pem = "junk"; }) ==
               "tls::options: ca_pem: there is no certificate in it");
}

BOOST_AUTO_TEST_CASE(a_file_of_revoked_certificates_that_cannot_be_used_is_named)
{
    pki::directory const directory;
    auto const missing = directory.path() + "/missing.pem";
    auto const junk = directory.write("junk.pem", authority().certificate_pem());
    auto const damaged = directory.write("damaged.pem",
        pki::make_revocation_list(authority(), {}) +
            "-----BEGIN X509 CRL-----\nQUJD\n-----END X509 CRL-----\n");
    BOOST_TEST(why([&](auto& o) { o.crl_file = missing; }) ==
               "tls::options: crl_file: " + missing + ": No such file or directory");
    BOOST_TEST(why([&](auto& o) { o.crl_file = junk; }) ==
               "tls::options: crl_file: " + junk +
                   ": there is no list of revoked certificates in it");
    BOOST_TEST(why(
        [&](auto& o) {
            o.crl_file = damaged;
        }).starts_with("tls::options: crl_file: " + damaged + ": a list cannot be read: "));
}

BOOST_AUTO_TEST_CASE(a_directory_of_authorities_that_cannot_be_used_is_named)
{
    pki::directory const directory;
    directory.write("ca.pem", authority().certificate_pem());
    BOOST_TEST(why([&](auto& o) { o.ca_directory = directory.path(); }) ==
               "tls::options: ca_directory: " + directory.path() +
                   ": no file in it is named by hash; run `openssl rehash` on it");
    auto const missing = directory.path() + "/missing";
    BOOST_TEST(why([&](auto& o) { o.ca_directory = missing; }) ==
               "tls::options: ca_directory: " + missing + ": No such file or directory");
}

BOOST_AUTO_TEST_CASE(client_certificates_come_from_files_or_text)
{
    pki::directory const directory;
    auto const certificate = directory.write("kiosk.pem", kiosk().certificate_pem());
    auto const key = directory.write("kiosk.key", kiosk().key_pem());
    auto const locked = directory.write("locked.key", kiosk().key_pem("open sesame"));
    BOOST_TEST(why(
                   [&](auto& o)
                   {
                       o.certificate_file = certificate;
                       o.private_key_file = key;
                   }) == "made");
    BOOST_TEST(why(
                   [&](auto& o)
                   {
                       o.certificate_pem =
                           kiosk().certificate_pem() + authority().certificate_pem();
                       o.private_key_pem = restbind::secret(kiosk().key_pem());
                   }) == "made");
    BOOST_TEST(why(
                   [&](auto& o)
                   {
                       o.certificate_file = certificate;
                       o.private_key_file = locked;
                       o.private_key_password = restbind::secret("open sesame");
                   }) == "made");
}

BOOST_AUTO_TEST_CASE(a_client_certificate_that_cannot_be_used_is_named)
{
    pki::directory const directory;
    auto const certificate = directory.write("kiosk.pem", kiosk().certificate_pem());
    auto const key = directory.write("kiosk.key", kiosk().key_pem());
    auto const other = directory.write("other.key", shop().key_pem());
    auto const locked = directory.write("locked.key", kiosk().key_pem("open sesame"));
    auto const with_key = [&](std::string const& path, char const* password = "")
    {
        return why(
            [&](auto& o)
            {
                o.certificate_file = certificate;
                o.private_key_file = path;
                o.private_key_password = restbind::secret(password);
            });
    };
    std::string const head = "tls::options: ";
    BOOST_TEST(with_key(directory.path() + "/none") ==
               head + "private_key_file: " + directory.path() + "/none: No such file or directory");
    BOOST_TEST(with_key(certificate)
                   .starts_with(head + "private_key_file: " + certificate +
                                ": there is no private key in it"));
    BOOST_TEST(with_key(other).starts_with(head + "private_key_file: " + other +
                                           ": the private key does not belong to the certificate"));
    auto const of_other_kind =
        directory.write("rsa.key", pki::make({.key = pki::key_kind::rsa1024}).key_pem());
    BOOST_TEST(with_key(of_other_kind)
                   .starts_with(head + "private_key_file: " + of_other_kind +
                                ": the private key does not belong to the certificate"));
    BOOST_TEST(with_key(locked) == head + "private_key_password: " + locked +
                                       ": the private key is encrypted, and there is no password");
    BOOST_TEST(with_key(locked, "wrong") == head + "private_key_password: " + locked +
                                                ": the private key cannot be decrypted with it");
    BOOST_TEST(why([&](auto& o) { o.certificate_file = certificate; }) ==
               head + "certificate_file: there is a certificate but no private key");
    BOOST_TEST(why([&](auto& o) { o.private_key_file = key; }) ==
               head + "private_key_file: there is a private key but no certificate");
    BOOST_TEST(why(
                   [&](auto& o)
                   {
                       o.certificate_file = certificate;
                       o.certificate_pem = kiosk().certificate_pem();
                       o.private_key_file = key;
                   }) == head + "certificate_file: certificate_pem is set as well");
    auto const weak = pki::make({.key = pki::key_kind::rsa1024}, &authority());
    BOOST_TEST(
        why(
            [&](auto& o)
            {
                o.certificate_pem = weak.certificate_pem();
                o.private_key_pem = restbind::secret(weak.key_pem());
            }) == head + "certificate_pem: the certificate cannot be used: ee key too small");
}

BOOST_AUTO_TEST_CASE(a_second_copy_has_every_member_and_every_secret)
{
    tls::options const settings{.ca_file = "a",
        .ca_directory = "b",
        .ca_pem = "c",
        .crl_file = "d",
        .trust_system_store_too = true,
        .certificate_file = "e",
        .certificate_pem = "f",
        .private_key_file = "g",
        .private_key_pem = restbind::secret("h"),
        .private_key_password = restbind::secret("i"),
        .reload_files = false,
        .reloaded = [](restbind::result<void> const&) {},
        .minimum_version = tls::version::tls_1_3,
        .resume_sessions = false,
        .dangerously_accept_any_certificate = true,
        .dangerously_skip_host_name_check = true};
    auto const copy = settings.clone();
    // A member that is added does not compile until it stands here.
    auto const& [ca_file, ca_directory, ca_pem, crl_file, trusts_system, certificate_file,
        certificate_pem, key_file, key_pem, key_password, reload_files, reloaded, minimum_version,
        resume_sessions, accept_any_certificate, skip_host_name_check] = copy;
    BOOST_TEST(ca_file == "a");
    BOOST_TEST(ca_directory == "b");
    BOOST_TEST(ca_pem == "c");
    BOOST_TEST(crl_file == "d");
    BOOST_TEST(trusts_system);
    BOOST_TEST(certificate_file == "e");
    BOOST_TEST(certificate_pem == "f");
    BOOST_TEST(key_file == "g");
    BOOST_TEST(key_pem.reveal() == "h");
    BOOST_TEST(key_password.reveal() == "i");
    BOOST_TEST(!reload_files);
    BOOST_TEST(bool(reloaded));
    BOOST_TEST((minimum_version == tls::version::tls_1_3));
    BOOST_TEST(!resume_sessions);
    BOOST_TEST(accept_any_certificate);
    BOOST_TEST(skip_host_name_check);
}

BOOST_AUTO_TEST_SUITE_END()
