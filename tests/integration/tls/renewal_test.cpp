// SPDX-License-Identifier: BSL-1.0
// Certificates, authorities and lists of revoked certificates that are renewed on disk.
#include "fixture.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace
{

using namespace fake;

pki::identity client_of(std::string const& name)
{
    return pki::make({.common_name = name, .usage = "clientAuth"}, &authority());
}

/// Sends the name in the client's certificate, and closes.
bool send_name(SSL* ssl)
{
    char name[64] = "nobody";
    if (X509* const shown = SSL_get0_peer_certificate(ssl))
        X509_NAME_get_text_by_NID(X509_get_subject_name(shown), NID_commonName, name, sizeof name);
    std::string const body = R"({"id":7,"name":")" + std::string(name) + R"("})";
    std::string const bytes = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                              "Connection: close\r\nContent-Length: " +
                              std::to_string(body.size()) + "\r\n\r\n" + body;
    SSL_write(ssl, bytes.data(), static_cast<int>(bytes.size()));
    return false;
}

/// A server that wants a certificate and names it in its responses.
class naming_server
{
public:
    naming_server()
        : server(behaviour(),
              [](received_request const&)
              {
                  tls_reply reply;
                  reply.flood = [](SSL* ssl, restbind::test::alert_sender&)
                  { return send_name(ssl); };
                  return reply;
              })
    {
    }
    tls_server server;

private:
    static tls_behaviour behaviour()
    {
        auto wanted = behave_well();
        wanted.wants = tls_behaviour::client_certificate::required;
        wanted.client_authority = authority();
        return wanted;
    }
};

/// Files, and what was told of them.
struct renewed_files
{
    renewed_files()
    {
        settings.reloaded = [this](restbind::result<void> const& outcome)
        { told.push_back(outcome ? "renewed" : outcome.error().detail()); };
    }

    pki::directory directory;
    tls::options settings;
    std::vector<std::string> told;
};

std::string name_shown(boost::asio::io_context& io, client const& caller)
{
    std::this_thread::sleep_for(5ms); // a file that is written now has another time
    auto const got = call_once<operations::look>(io, caller);
    return got ? got->name : got.error().message();
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_renewal)

BOOST_AUTO_TEST_CASE(a_client_certificate_that_is_renewed_on_disk_is_shown)
{
    naming_server const peer;
    renewed_files files;
    auto const write = [&](pki::identity const& certificate, pki::identity const& key)
    {
        files.settings.certificate_file =
            files.directory.write("live.pem", certificate.certificate_pem());
        files.settings.private_key_file = files.directory.write("live.key", key.key_pem());
    };
    auto const one = client_of("one");
    auto const two = client_of("two");
    write(one, one);
    files.settings.ca_pem = authority().certificate_pem();
    boost::asio::io_context io;
    client const caller(
        io.get_executor(), options_for(peer.server, files.settings.clone()), {.tenant = "arena"});
    BOOST_TEST(name_shown(io, caller) == "one");
    BOOST_TEST(files.told.empty());
    write(two, one);
    for (int i = 0; i != 3; ++i)
        BOOST_TEST(name_shown(io, caller) == "one", "half of a pair is of no use");
    BOOST_TEST_REQUIRE(files.told.size() == 1U);
    BOOST_TEST(files.told[0].find("the private key does not belong to the certificate") !=
               std::string::npos);
    write(two, two);
    for (int i = 0; i != 2; ++i)
        BOOST_TEST(name_shown(io, caller) == "two");
    BOOST_TEST_REQUIRE(files.told.size() == 2U);
    BOOST_TEST(files.told[1] == "renewed");
    BOOST_TEST(peer.server.counted().client_certificates == 6U);
}

BOOST_AUTO_TEST_CASE(authorities_and_revoked_certificates_are_renewed_on_disk)
{
    tls_server const server(behave_well(), response_well);
    renewed_files files;
    auto const other = pki::make_authority("somebody else");
    files.settings.ca_file = files.directory.write("ca.pem", other.certificate_pem());
    boost::asio::io_context io;
    auto options = options_for(server, files.settings.clone());
    options.pool.idle_timeout = 0ms;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const is_refused = [&] { return name_shown(io, caller).starts_with("certificate rejected"); };
    BOOST_TEST(is_refused());
    files.directory.write("ca.pem", authority().certificate_pem());
    BOOST_TEST(!is_refused());
    files.directory.write("ca.pem", "no certificate");
    BOOST_TEST(!is_refused());

    renewed_files lists;
    lists.settings.ca_pem = authority().certificate_pem();
    lists.settings.crl_file =
        lists.directory.write("crl.pem", pki::make_revocation_list(authority(), {}));
    auto revoking = options_for(server, lists.settings.clone());
    revoking.pool.idle_timeout = 0ms;
    client const careful(io.get_executor(), std::move(revoking), {.tenant = "arena"});
    BOOST_TEST(name_shown(io, careful) == "seat");
    lists.directory.write("crl.pem", pki::make_revocation_list(authority(), {local()}));
    BOOST_TEST(name_shown(io, careful).starts_with("certificate rejected"));
    BOOST_TEST(lists.told == std::vector<std::string>{"renewed"});
}

BOOST_AUTO_TEST_CASE(files_that_were_written_moments_ago_are_read_again,
    *boost::unit_test::label("slow"))
{
    namespace fs = std::filesystem;
    tls_server const server(behave_well(), response_well);
    renewed_files files;
    std::string const good = authority().certificate_pem();
    std::string const bad = pki::make_authority("other authority").certificate_pem();
    std::size_t const size = std::max(good.size(), bad.size());
    auto const padded = [size](std::string text)
    {
        text.resize(size, '\n');
        return text;
    };
    files.settings.ca_file = files.directory.write("ca.pem", padded(bad));
    auto const written = fs::last_write_time(files.settings.ca_file);
    boost::asio::io_context io;
    client const caller(
        io.get_executor(), options_for(server, files.settings.clone()), {.tenant = "arena"});
    files.directory.write("ca.pem", padded(good));
    fs::last_write_time(files.settings.ca_file, written); // as if it was the same moment
    BOOST_TEST(name_shown(io, caller).starts_with("certificate rejected"));
    std::this_thread::sleep_for(2100ms);
    BOOST_TEST(name_shown(io, caller) == "seat");
}

BOOST_AUTO_TEST_CASE(files_are_read_once_if_that_is_asked_for)
{
    tls_server const server(behave_well(), response_well);
    renewed_files files;
    files.settings.reload_files = false;
    files.settings.ca_file = files.directory.write("ca.pem", authority().certificate_pem());
    boost::asio::io_context io;
    auto options = options_for(server, files.settings.clone());
    options.pool.idle_timeout = 0ms;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(name_shown(io, caller) == "seat");
    files.directory.write("ca.pem", pki::make_authority("somebody else").certificate_pem());
    BOOST_TEST(name_shown(io, caller) == "seat");
    BOOST_TEST(files.told.empty());
}

BOOST_AUTO_TEST_SUITE_END()
