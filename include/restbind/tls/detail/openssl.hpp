// SPDX-License-Identifier: BSL-1.0
// What this layer adds to OpenSSL: owners of its objects, and names for its errors.
#pragma once

#include <restbind/tls/error.hpp>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// Gives an OpenSSL object back.
struct openssl_deleter
{
    void operator()(BIO* p) const noexcept { BIO_free(p); }
    void operator()(EVP_PKEY* p) const noexcept { EVP_PKEY_free(p); }
    void operator()(SSL* p) const noexcept { SSL_free(p); }
    void operator()(SSL_CTX* p) const noexcept { SSL_CTX_free(p); }
    void operator()(SSL_SESSION* p) const noexcept { SSL_SESSION_free(p); }
    void operator()(X509* p) const noexcept { X509_free(p); }
    void operator()(X509_CRL* p) const noexcept { X509_CRL_free(p); }
};

template <class T>
using openssl_ptr = std::unique_ptr<T, openssl_deleter>;

/** What a result of OpenSSL's certificate check (X509_V_ERR_…) means. */
inline errc reason_of_verification(long result) noexcept
{
    static constexpr std::pair<long, errc> known[]{
        {X509_V_ERR_CERT_HAS_EXPIRED, errc::certificate_expired},
        {X509_V_ERR_CERT_NOT_YET_VALID, errc::certificate_not_yet_valid},
        {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, errc::untrusted},
        {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, errc::untrusted},
        {X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, errc::untrusted},
        {X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, errc::untrusted},
        {X509_V_ERR_CERT_UNTRUSTED, errc::untrusted},
        {X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, errc::self_signed},
        {X509_V_ERR_INVALID_CA, errc::invalid_authority},
        {X509_V_ERR_PATH_LENGTH_EXCEEDED, errc::invalid_authority},
        {X509_V_ERR_KEYUSAGE_NO_CERTSIGN, errc::invalid_authority},
        {X509_V_ERR_PERMITTED_VIOLATION, errc::name_constraint},
        {X509_V_ERR_EXCLUDED_VIOLATION, errc::name_constraint},
        {X509_V_ERR_SUBTREE_MINMAX, errc::name_constraint},
        {X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, errc::name_constraint},
        {X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX, errc::name_constraint},
        {X509_V_ERR_UNSUPPORTED_NAME_SYNTAX, errc::name_constraint},
        {X509_V_ERR_INVALID_PURPOSE, errc::wrong_purpose},
        {X509_V_ERR_CERT_REJECTED, errc::wrong_purpose},
        {X509_V_ERR_EE_KEY_TOO_SMALL, errc::weak_certificate},
        {X509_V_ERR_CA_KEY_TOO_SMALL, errc::weak_certificate},
        {X509_V_ERR_CA_MD_TOO_WEAK, errc::weak_certificate},
        {X509_V_ERR_CERT_REVOKED, errc::certificate_revoked},
        {X509_V_ERR_HOSTNAME_MISMATCH, errc::wrong_host},
        {X509_V_ERR_IP_ADDRESS_MISMATCH, errc::wrong_host},
    };
    for (auto const& [known_result, reason] : known)
        if (known_result == result)
            return reason;
    return errc::bad_certificate;
}

/** What the oldest error of OpenSSL's queue means.

    @param code From `ERR_get_error`; 0 if the queue was empty.
    @param in_handshake Whether the handshake was still under way.
*/
inline errc reason_of_failure(unsigned long code, bool in_handshake) noexcept
{
    errc const other = in_handshake ? errc::handshake_failed : errc::broken_stream;
    if (ERR_GET_LIB(code) != ERR_LIB_SSL)
        return other;
    int const reason = ERR_GET_REASON(code);
    switch (reason)
    {
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_UNSUPPORTED_SSL_VERSION:
    case SSL_R_WRONG_SSL_VERSION:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        return errc::protocol_version;
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST:
        return in_handshake ? errc::not_tls : errc::broken_stream;
    case SSL_R_UNEXPECTED_EOF_WHILE_READING:
        return errc::truncated;
    default:
        break;
    }
    switch (reason - SSL_AD_REASON_OFFSET)
    {
    case SSL_AD_BAD_CERTIFICATE:
    case SSL_AD_UNSUPPORTED_CERTIFICATE:
    case SSL_AD_CERTIFICATE_REVOKED:
    case SSL_AD_CERTIFICATE_EXPIRED:
    case SSL_AD_CERTIFICATE_UNKNOWN:
    case SSL_AD_UNKNOWN_CA:
    case SSL_AD_CERTIFICATE_REQUIRED:
        return errc::client_certificate_refused;
    default:
        return reason >= SSL_AD_REASON_OFFSET ? errc::alert : other;
    }
}

/** An error of OpenSSL's queue in its own words; empty for 0. */
inline std::string text_of(unsigned long code)
{
    if (code == 0)
        return {};
    if (ERR_SYSTEM_ERROR(code))
        return std::generic_category().message(static_cast<int>(ERR_GET_REASON(code)));
    char const* const text = ERR_reason_error_string(code);
    return text ? text : "OpenSSL error " + std::to_string(code);
}

/** Empties OpenSSL's error queue of this thread, which has to be empty before each step. */
inline void clear_openssl_errors() noexcept
{
    // To look costs less than to clear, and the queue is nearly always empty.
    if (ERR_peek_error() != 0)
        ERR_clear_error();
}

} // namespace restbind::tls::detail
