// SPDX-License-Identifier: BSL-1.0
#include "pki.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <utility>

namespace restbind::test::pki
{

namespace
{

void require(bool good, char const* what)
{
    if (good)
        return;
    char text[256] = "no reason given";
    if (unsigned long const code = ERR_get_error())
        ERR_error_string_n(code, text, sizeof text);
    throw std::runtime_error(std::string(what) + ": " + text);
}

void add_extension(X509* to, X509* issuer, int kind, std::string const& value)
{
    if (value.empty())
        return;
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, to, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    require(extension != nullptr, value.c_str());
    int const added = X509_add_ext(to, extension, -1);
    X509_EXTENSION_free(extension);
    require(added == 1, "X509_add_ext");
}

/// What a function writes into a memory buffer.
template <class Write>
std::string text_of(Write write)
{
    BIO* const memory = BIO_new(BIO_s_mem());
    require(memory && write(memory) == 1, "writing PEM");
    char* text = nullptr;
    long const size = BIO_get_mem_data(memory, &text);
    std::string result(text, static_cast<std::size_t>(size));
    BIO_free(memory);
    return result;
}

} // namespace

identity::identity(std::shared_ptr<X509> certificate, std::shared_ptr<EVP_PKEY> key)
    : certificate_(std::move(certificate))
    , key_(std::move(key))
{
}

std::string identity::certificate_pem() const
{
    return text_of([&](BIO* to) { return PEM_write_bio_X509(to, certificate()); });
}

std::string identity::key_pem(std::string const& password) const
{
    return text_of(
        [&](BIO* to)
        {
            return PEM_write_bio_PKCS8PrivateKey(to, key(),
                password.empty() ? nullptr : EVP_aes_128_cbc(), password.data(),
                static_cast<int>(password.size()), nullptr, nullptr);
        });
}

identity make(description const& what, identity const* issuer)
{
    static std::atomic<long> last_number{0};

    std::shared_ptr<EVP_PKEY> key(
        what.key == key_kind::p256 ? EVP_EC_gen("P-256") : EVP_RSA_gen(1024U), EVP_PKEY_free);
    require(key != nullptr, "a new key");
    std::shared_ptr<X509> made(X509_new(), X509_free);
    require(made != nullptr, "X509_new");
    X509_NAME* const name = X509_get_subject_name(made.get());
    X509* const signer = issuer ? issuer->certificate() : made.get();
    bool const complete =
        X509_set_version(made.get(), X509_VERSION_3) == 1 &&
        ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++last_number) == 1 &&
        X509_gmtime_adj(X509_getm_notBefore(made.get()), static_cast<long>(what.begins.count())) &&
        X509_gmtime_adj(X509_getm_notAfter(made.get()), static_cast<long>(what.ends.count())) &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
            reinterpret_cast<unsigned char const*>(what.common_name.c_str()), -1, -1, 0) == 1 &&
        X509_set_issuer_name(made.get(), X509_get_subject_name(signer)) == 1 &&
        X509_set_pubkey(made.get(), key.get()) == 1;
    require(complete, "a new certificate");

    std::string names;
    for (std::string const& one : what.names)
        names += (names.empty() ? "" : ",") + one;
    add_extension(made.get(), signer, NID_basic_constraints,
        what.is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE");
    add_extension(made.get(), signer, NID_key_usage,
        what.is_authority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature");
    add_extension(made.get(), signer, NID_ext_key_usage, what.usage);
    add_extension(made.get(), signer, NID_subject_alt_name, names);
    add_extension(made.get(), signer, NID_name_constraints, what.name_constraints);
    require(X509_sign(made.get(), issuer ? issuer->key() : key.get(),
                what.signed_with == digest::sha256 ? EVP_sha256() : EVP_sha1()) != 0,
        "X509_sign");
    return {std::move(made), std::move(key)};
}

identity make_authority(std::string const& common_name)
{
    return make({.common_name = common_name, .is_authority = true});
}

identity make_server(identity const& issuer, std::vector<std::string> names)
{
    return make({.names = std::move(names), .usage = "serverAuth"}, &issuer);
}

std::string make_revocation_list(
    identity const& issuer, std::vector<identity> const& revoked, std::chrono::seconds ends)
{
    std::unique_ptr<X509_CRL, void (*)(X509_CRL*)> const made(X509_CRL_new(), X509_CRL_free);
    std::unique_ptr<ASN1_TIME, void (*)(ASN1_TIME*)> const time(ASN1_TIME_new(), ASN1_TIME_free);
    X509_gmtime_adj(time.get(), -3600);
    bool complete = X509_CRL_set_version(made.get(), X509_CRL_VERSION_2) == 1 &&
                    X509_CRL_set_issuer_name(
                        made.get(), X509_get_subject_name(issuer.certificate())) == 1 &&
                    X509_CRL_set1_lastUpdate(made.get(), time.get()) == 1;
    for (identity const& one : revoked)
    {
        X509_REVOKED* const entry = X509_REVOKED_new();
        complete = complete &&
                   X509_REVOKED_set_serialNumber(
                       entry, X509_get_serialNumber(one.certificate())) == 1 &&
                   X509_REVOKED_set_revocationDate(entry, time.get()) == 1 &&
                   X509_CRL_add0_revoked(made.get(), entry) == 1;
    }
    X509_gmtime_adj(time.get(), static_cast<long>(ends.count()));
    complete = complete && X509_CRL_set1_nextUpdate(made.get(), time.get()) == 1 &&
               X509_CRL_sort(made.get()) == 1 &&
               X509_CRL_sign(made.get(), issuer.key(), EVP_sha256()) != 0;
    require(complete, "a list of revoked certificates");
    return text_of([&](BIO* to) { return PEM_write_bio_X509_CRL(to, made.get()); });
}

void use(SSL_CTX* server, chain const& sent)
{
    require(SSL_CTX_use_certificate(server, sent.front().certificate()) == 1 &&
                SSL_CTX_use_PrivateKey(server, sent.front().key()) == 1,
        "the server's certificate");
    for (std::size_t i = 1; i < sent.size(); ++i)
        require(SSL_CTX_add1_chain_cert(server, sent[i].certificate()) == 1, "the server's chain");
}

directory::directory()
{
    auto const name = "restbind-pki-" + std::to_string(std::random_device()());
    auto const path = std::filesystem::temp_directory_path() / name;
    require(std::filesystem::create_directory(path), "a directory of a new name");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    path_ = path.string();
}

directory::~directory()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string directory::write(std::string const& name, std::string const& content) const
{
    std::string const path = path_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

void directory::write_hashed(identity const& authority) const
{
    char name[16];
    std::snprintf(name, sizeof name, "%08lx.0", X509_subject_name_hash(authority.certificate()));
    write(name, authority.certificate_pem());
}

} // namespace restbind::test::pki
