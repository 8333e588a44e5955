// SPDX-License-Identifier: BSL-1.0
#include "certificate.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <stdexcept>

namespace bench
{

namespace
{

void add_extension(X509* to, X509* issuer, int kind, char const* value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, to, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
    if (!extension)
        throw_openssl_error("X509V3_EXT_conf_nid");
    bool const added = X509_add_ext(to, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    if (!added)
        throw_openssl_error("X509_add_ext");
}

openssl_ptr<EVP_PKEY> make_key()
{
    openssl_ptr<EVP_PKEY> key(EVP_EC_gen("P-256"));
    if (!key)
        throw_openssl_error("EVP_EC_gen");
    return key;
}

/// A certificate without extensions and signature. With no issuer it is its own.
openssl_ptr<X509> start_certificate(EVP_PKEY* key, char const* subject, long number, X509* issuer)
{
    constexpr long day = 24L * 60 * 60;
    openssl_ptr<X509> made(X509_new());
    if (!made)
        throw_openssl_error("X509_new");
    X509_NAME* const name = X509_get_subject_name(made.get());
    bool const complete =
        X509_set_version(made.get(), X509_VERSION_3) == 1 &&
        ASN1_INTEGER_set(X509_get_serialNumber(made.get()), number) == 1 &&
        X509_gmtime_adj(X509_getm_notBefore(made.get()), -60) != nullptr &&
        X509_gmtime_adj(X509_getm_notAfter(made.get()), day) != nullptr &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
            reinterpret_cast<unsigned char const*>(subject), -1, -1, 0) == 1 &&
        X509_set_issuer_name(made.get(), issuer ? X509_get_subject_name(issuer) : name) == 1 &&
        X509_set_pubkey(made.get(), key) == 1;
    if (!complete)
        throw_openssl_error("a new certificate");
    return made;
}

void sign(X509* certificate, EVP_PKEY* key)
{
    if (X509_sign(certificate, key, EVP_sha256()) == 0)
        throw_openssl_error("X509_sign");
}

void make_authority(X509* certificate, X509* issuer)
{
    add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE");
    add_extension(certificate, issuer, NID_key_usage, "critical,keyCertSign");
    add_extension(certificate, issuer, NID_subject_key_identifier, "hash");
}

} // namespace

void throw_openssl_error(char const* what)
{
    char text[256] = "no reason given";
    if (unsigned long const code = ERR_get_error())
        ERR_error_string_n(code, text, sizeof text);
    throw std::runtime_error(std::string(what) + ": " + text);
}

certificate make_certificate()
{
    auto const root_key = make_key();
    auto root = start_certificate(root_key.get(), "root of the bench", 1, nullptr);
    make_authority(root.get(), root.get());
    sign(root.get(), root_key.get());

    auto const issuer_key = make_key();
    auto issuer = start_certificate(issuer_key.get(), "issuer of the bench", 2, root.get());
    make_authority(issuer.get(), root.get());
    sign(issuer.get(), root_key.get());

    auto key = make_key();
    auto own = start_certificate(key.get(), "127.0.0.1", 3, issuer.get());
    add_extension(own.get(), issuer.get(), NID_basic_constraints, "critical,CA:FALSE");
    add_extension(own.get(), issuer.get(), NID_ext_key_usage, "serverAuth");
    add_extension(own.get(), issuer.get(), NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost");
    sign(own.get(), issuer_key.get());
    return {std::move(own), std::move(key), std::move(issuer), std::move(root)};
}

std::string to_pem(X509* certificate)
{
    openssl_ptr<BIO> const memory(BIO_new(BIO_s_mem()));
    if (!memory || PEM_write_bio_X509(memory.get(), certificate) != 1)
        throw_openssl_error("PEM_write_bio_X509");
    char* text = nullptr;
    long const size = BIO_get_mem_data(memory.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

openssl_ptr<X509> from_pem(std::string const& pem)
{
    openssl_ptr<BIO> const memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    openssl_ptr<X509> read(
        memory ? PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr) : nullptr);
    if (!read)
        throw_openssl_error("PEM_read_bio_X509");
    return read;
}

openssl_ptr<SSL_CTX> make_client_context(std::string const& authority_pem)
{
    openssl_ptr<SSL_CTX> context(SSL_CTX_new(TLS_client_method()));
    if (!context)
        throw_openssl_error("SSL_CTX_new");
    auto const authority = from_pem(authority_pem);
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context.get()), authority.get()) != 1)
        throw_openssl_error("X509_STORE_add_cert");
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    return context;
}

} // namespace bench
