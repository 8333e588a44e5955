#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>

namespace restbind::tls::detail
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

} // namespace restbind::tls::detail
