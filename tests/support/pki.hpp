// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace restbind::test::pki
{

enum class key_kind : unsigned char
{
    p256,
    rsa1024
};

enum class digest : unsigned char
{
    sha256,
    sha1
};

/** What stands in a certificate. Times are relative to now. */
struct description
{
    std::string common_name = "test";

    /** Subject alternative names: `DNS:localhost`, `IP:127.0.0.1`. */
    std::vector<std::string> names{};

    std::chrono::seconds begins = -std::chrono::hours(1);
    std::chrono::seconds ends = std::chrono::hours(24);
    key_kind key = key_kind::p256;
    digest signed_with = digest::sha256;

    /** Whether it may sign others. */
    bool is_authority = false;

    /** Extended key usage; empty: none. */
    std::string usage{};

    /** Such as `permitted;DNS:example.org`; empty: none. */
    std::string name_constraints{};
};

/** A certificate with its key. Cheap to copy. */
class identity
{
public:
    identity(std::shared_ptr<X509> certificate, std::shared_ptr<EVP_PKEY> key);

    X509* certificate() const noexcept { return certificate_.get(); }
    EVP_PKEY* key() const noexcept { return key_.get(); }

    std::string certificate_pem() const;

    /** @param password Encrypts the key unless it is empty. */
    std::string key_pem(std::string const& password = {}) const;

private:
    std::shared_ptr<X509> certificate_;
    std::shared_ptr<EVP_PKEY> key_;
};

/** Makes a certificate with a new key. @param issuer Who signs it; null: itself. */
identity make(description const& what, identity const* issuer = nullptr);

/** An authority of its own. */
identity make_authority(std::string const& common_name = "test authority");

/** A certificate for servers with these names. */
identity make_server(identity const& issuer, std::vector<std::string> names);

/** An authority's list of revoked certificates, PEM. @param ends When it is out of date, from now. */
std::string make_revocation_list(identity const& issuer, std::vector<identity> const& revoked,
    std::chrono::seconds ends = std::chrono::hours(24));

/** What a server sends: its own certificate, then those of intermediate authorities. */
using chain = std::vector<identity>;

/** Puts chain and key into a server's context. @throws std::runtime_error if OpenSSL does not take
    them. */
void use(SSL_CTX* server, chain const& sent);

/** A directory that is removed in the end. */
class directory
{
public:
    directory();
    ~directory();
    directory(directory const&) = delete;
    directory& operator=(directory const&) = delete;

    /** Writes a file. @returns Its path. */
    std::string write(std::string const& name, std::string const& content) const;

    /** Writes a certificate under the name by which OpenSSL finds it. */
    void write_hashed(identity const& authority) const;

    std::string const& path() const noexcept { return path_; }

private:
    std::string path_;
};

} // namespace restbind::test::pki
