// SPDX-License-Identifier: BSL-1.0
// Reasons of encryption as error codes and in words.
#include <restbind/core/error.hpp>
#include <restbind/tls/error.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>
#include <utility>

namespace
{

namespace tls = restbind::tls;
using tls::errc;

} // namespace

BOOST_AUTO_TEST_SUITE(tls_error)

BOOST_AUTO_TEST_CASE(each_reason_has_its_own_words)
{
    std::pair<errc, char const*> const known[]{
        {errc::certificate_expired, "the server's certificate has expired"},
        {errc::certificate_not_yet_valid, "the server's certificate is not yet valid"},
        {errc::untrusted, "the server's certificate leads to no trusted authority"},
        {errc::self_signed, "the server's certificate is signed by itself"},
        {errc::invalid_authority, "the server's certificate is signed by one that may not sign"},
        {errc::name_constraint, "the server's authority may not sign for this name"},
        {errc::wrong_purpose, "the server's certificate is not one for servers"},
        {errc::weak_certificate, "a key or signature of the server's certificates is too weak"},
        {errc::certificate_revoked, "the server's certificate was revoked"},
        {errc::wrong_host, "the server's certificate is for another host"},
        {errc::bad_certificate, "the server's certificate cannot be used"},
        {errc::protocol_version, "the server offers no TLS version that is safe enough"},
        {errc::not_tls, "the server does not speak TLS"},
        {errc::client_certificate_refused,
            "the server does not accept the client's certificate, or wants one"},
        {errc::alert, "the server has ended the connection with an alert"},
        {errc::truncated, "the encrypted connection was cut off"},
        {errc::handshake_failed, "the TLS handshake failed"},
        {errc::broken_stream, "the encrypted data are damaged"},
    };
    for (auto const& [reason, words] : known)
    {
        BOOST_TEST(tls::to_string(reason) == words);
        BOOST_TEST(tls::make_error_code(reason).message() == words);
    }
}

BOOST_AUTO_TEST_CASE(a_number_that_is_no_reason_has_words_too)
{
    constexpr int beyond = static_cast<int>(errc::broken_stream) + 1;
    for (int const number : {0, -1, beyond, (std::numeric_limits<int>::min)()})
        BOOST_TEST(tls::to_string(static_cast<errc>(number)) == "unknown TLS error");
}

BOOST_AUTO_TEST_CASE(an_error_is_compared_with_a_reason_directly)
{
    restbind::error failure(restbind::error_kind::connect, "example.com:443");
    restbind::detail::fill(failure).with_code(errc::not_tls);
    BOOST_TEST((failure == errc::not_tls));
    BOOST_TEST((failure != errc::alert));
    BOOST_TEST((failure == restbind::error_kind::connect));
    BOOST_TEST(failure.code().category().name() == std::string("restbind.tls"));
    // The numbers of another category mean something else.
    restbind::detail::fill(failure).with_code(
        {static_cast<int>(errc::not_tls), restbind::category()});
    BOOST_TEST((failure != errc::not_tls));
}

BOOST_AUTO_TEST_SUITE_END()
