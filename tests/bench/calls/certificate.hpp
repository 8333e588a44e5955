// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

namespace bench
{

/** Gives an OpenSSL object back. */
struct openssl_deleter
{
    void operator()(SSL_CTX* p) const noexcept { SSL_CTX_free(p); }
    void operator()(SSL* p) const noexcept { SSL_free(p); }
    void operator()(SSL_SESSION* p) const noexcept { SSL_SESSION_free(p); }
    void operator()(X509* p) const noexcept { X509_free(p); }
    void operator()(EVP_PKEY* p) const noexcept { EVP_PKEY_free(p); }
    void operator()(BIO* p) const noexcept { BIO_free(p); }
};

template <class T>
using openssl_ptr = std::unique_ptr<T, openssl_deleter>;

/** A certificate for 127.0.0.1, its key, the intermediate authority that has signed it, and the root
    that has signed that one, as public services have it. Valid for a day; the authorities' keys are
    gone.
*/
struct certificate
{
    openssl_ptr<X509> own;
    openssl_ptr<EVP_PKEY> key;
    openssl_ptr<X509> issuer;
    openssl_ptr<X509> root;
};

/** Makes a new certificate (ECDSA P-256, with two authorities of its own).

    @throws std::runtime_error if OpenSSL cannot.
*/
certificate make_certificate();

/** A certificate as PEM. */
std::string to_pem(X509* certificate);

/** A certificate of PEM. @throws std::runtime_error if it is none. */
openssl_ptr<X509> from_pem(std::string const& pem);

/** A context for clients that trust this authority and no other. */
openssl_ptr<SSL_CTX> make_client_context(std::string const& authority_pem);

/** Ends with OpenSSL's own words. */
[[noreturn]] void throw_openssl_error(char const* what);

} // namespace bench
