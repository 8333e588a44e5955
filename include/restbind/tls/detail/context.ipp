// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/tls/detail/channel.hpp>
#include <restbind/tls/detail/context.hpp>
#include <restbind/tls/detail/openssl.hpp>
#include <restbind/tls/detail/system.hpp>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// Most bytes of a file with certificates or a key.
inline constexpr std::size_t max_pem = 1U << 20;

/// An option that cannot be used, with OpenSSL's reason for it.
inline error unusable(std::string_view option, std::string_view why)
{
    std::string text = "tls::options: " + std::string(option) + ": " + std::string(why);
    if (std::string const reason = text_of(ERR_peek_error()); !reason.empty())
        text += ": " + reason;
    clear_openssl_errors();
    return error(error_kind::invalid_argument, std::move(text));
}

/// A text of an option, and what its errors begin with.
struct pem_text
{
    std::string_view option;
    std::string place{};
    secret text{};

    error unusable(std::string_view why) const
    {
        return detail::unusable(option, place + std::string(why));
    }
};

/// Reads a file without leaving its text anywhere else in memory.
inline result<pem_text> read_pem(std::string_view option, std::string const& path)
{
    pem_text found{.option = option, .place = path + ": "};
    std::filesystem::path const name = path_of(path);
    std::error_code failure;
    auto const size = std::filesystem::file_size(name, failure);
    if (failure)
        return found.unusable(failure.message());
    if (size > max_pem)
        return found.unusable("is larger than 1 MiB");
    auto const file = open_to_read(name);
    if (!file)
        return found.unusable(std::error_code(errno, std::generic_category()).message());
    std::setvbuf(file.get(), nullptr, _IONBF, 0);
    std::string text(static_cast<std::size_t>(size), '\0');
    std::size_t const count = std::fread(text.data(), 1, text.size(), file.get());
    bool const failed = std::ferror(file.get()) != 0;
    found.text = secret(std::string_view(text).substr(0, count));
    wipe(text);
    if (failed)
        return found.unusable("cannot be read");
    return found;
}

/// A text that stands in the options themselves.
inline result<pem_text> given_pem(std::string_view option, secret text)
{
    pem_text found{.option = option, .text = std::move(text)};
    if (found.text.size() > max_pem)
        return found.unusable("is larger than 1 MiB");
    return found;
}

/// A read-only view of a text for OpenSSL.
inline openssl_ptr<BIO> view_of(pem_text const& pem)
{
    std::string_view const text = pem.text.reveal();
    return openssl_ptr<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// All that `read` finds in a text; at least one.
template <class T>
result<std::vector<openssl_ptr<T>>> read_all(pem_text const& pem, std::string_view what,
    std::string_view nothing, T* (*read)(BIO*, T**, pem_password_cb*, void*))
{
    clear_openssl_errors();
    openssl_ptr<BIO> const source = view_of(pem);
    std::vector<openssl_ptr<T>> found;
    while (T* const next = source ? read(source.get(), nullptr, nullptr, nullptr) : nullptr)
        found.emplace_back(next);
    unsigned long const ended_with = ERR_peek_last_error();
    if (ERR_GET_LIB(ended_with) != ERR_LIB_PEM || ERR_GET_REASON(ended_with) != PEM_R_NO_START_LINE)
        return pem.unusable(std::string(what) + " cannot be read");
    ERR_clear_error();
    if (found.empty())
        return pem.unusable(nothing);
    return found;
}

inline constexpr std::string_view no_certificate = "there is no certificate in it";

/// Adds all that `read` finds in a text to a store.
template <class T>
result<void> add_all(X509_STORE* store, result<pem_text> const& pem, std::string_view what,
    std::string_view nothing, T* (*read)(BIO*, T**, pem_password_cb*, void*),
    int (*add)(X509_STORE*, T*))
{
    if (!pem)
        return pem.error();
    auto const found = read_all(*pem, what, nothing, read);
    if (!found)
        return found.error();
    for (auto const& one : *found)
        if (add(store, one.get()) != 1)
            return pem->unusable(std::string(what) + " cannot be used");
    return {};
}

/// Adds all certificates of a text to those that are trusted.
inline result<void> add_authorities(X509_STORE* store, result<pem_text> const& pem)
{
    return add_all(
        store, pem, "a certificate", no_certificate, &PEM_read_bio_X509, &X509_STORE_add_cert);
}

/// Adds the certificates of a directory to those that are trusted.
inline result<void> add_directory(SSL_CTX* raw, std::string const& path)
{
    pem_text const source{.option = "ca_directory", .place = path + ": "};
    // OpenSSL looks there by hash when it needs to, and would say nothing of a directory in which
    // it never finds anything.
    std::error_code failure;
    bool const has_hashes = holds_hashed_file(path_of(path), failure);
    if (failure)
        return source.unusable(failure.message());
    if (!has_hashes)
        return source.unusable("no file in it is named by hash; run `openssl rehash` on it");
    if (SSL_CTX_load_verify_dir(raw, path.c_str()) != 1)
        return source.unusable("cannot be used");
    return {};
}

/// Adds all lists of revoked certificates of a text to a store, and has them looked at.
inline result<void> add_revocation_lists(X509_STORE* store, result<pem_text> const& pem)
{
    X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK);
    return add_all(store, pem, "a list", "there is no list of revoked certificates in it",
        &PEM_read_bio_X509_CRL, &X509_STORE_add_crl);
}

/// The password of a private key, and whether OpenSSL has asked for it.
struct key_password
{
    std::string_view text;
    bool asked = false;

    static int give(char* to, int space, int, void* self)
    {
        auto& password = *static_cast<key_password*>(self);
        password.asked = true;
        if (password.text.empty() || password.text.size() > static_cast<std::size_t>(space))
            return -1;
        password.text.copy(to, password.text.size());
        return static_cast<int>(password.text.size());
    }
};

/// Adds the authorities that the options name to those that are trusted.
inline result<void> trust(SSL_CTX* raw, options const& settings)
{
    clear_openssl_errors();
    X509_STORE* const store = SSL_CTX_get_cert_store(raw);
    // An authority that is trusted need not be a root.
    X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
    result<void> done;
    if (!settings.ca_file.empty())
        done = add_authorities(store, read_pem("ca_file", settings.ca_file));
    if (done && !settings.ca_pem.empty())
        done = add_authorities(store, given_pem("ca_pem", secret(settings.ca_pem)));
    if (done && !settings.ca_directory.empty())
        done = add_directory(raw, settings.ca_directory);
    if (done && !settings.crl_file.empty())
        done = add_revocation_lists(store, read_pem("crl_file", settings.crl_file));
    if (!done)
        return done;
    bool const names_some =
        !settings.ca_file.empty() || !settings.ca_directory.empty() || !settings.ca_pem.empty();
    if ((!names_some || settings.trust_system_store_too) && !trust_system(raw))
        return unusable("trust_system_store_too", "the system's authorities cannot be read");
    // A system without a file of authorities is left to the directory.
    clear_openssl_errors();
    if (!names_some && !settings.dangerously_accept_any_certificate && !trusts_anybody(raw))
        return error(error_kind::invalid_argument, "tls::options: " + no_authorities());
    return {};
}

/// Takes the private key of the client's certificate.
inline result<void> use_key(SSL_CTX* raw, options& settings)
{
    auto const pem = settings.private_key_file.empty()
                         ? given_pem("private_key_pem", std::move(settings.private_key_pem))
                         : read_pem("private_key_file", settings.private_key_file);
    if (!pem)
        return pem.error();
    key_password password{settings.private_key_password.reveal()};
    openssl_ptr<BIO> const source = view_of(*pem);
    openssl_ptr<EVP_PKEY> const key(
        source ? PEM_read_bio_PrivateKey(source.get(), nullptr, &key_password::give, &password)
               : nullptr);
    if (!key && password.asked)
    {
        ERR_clear_error();
        return unusable("private_key_password",
            pem->place + (password.text.empty()
                                 ? "the private key is encrypted, and there is no password"
                                 : "the private key cannot be decrypted with it"));
    }
    if (!key)
        return pem->unusable("there is no private key in it");
    if (SSL_CTX_use_PrivateKey(raw, key.get()) != 1 || SSL_CTX_check_private_key(raw) != 1)
        return pem->unusable("the private key does not belong to the certificate");
    return {};
}

/// Takes the certificate of the client, if the options name one.
inline result<void> use_certificate(SSL_CTX* raw, options& settings)
{
    bool const has_certificate =
        !settings.certificate_file.empty() || !settings.certificate_pem.empty();
    bool const has_key = !settings.private_key_file.empty() || !settings.private_key_pem.empty();
    if (!settings.certificate_file.empty() && !settings.certificate_pem.empty())
        return unusable("certificate_file", "certificate_pem is set as well");
    if (!settings.private_key_file.empty() && !settings.private_key_pem.empty())
        return unusable("private_key_file", "private_key_pem is set as well");
    if (has_certificate != has_key)
        return unusable(has_key ? "private_key_file" : "certificate_file",
            has_key ? "there is a private key but no certificate"
                    : "there is a certificate but no private key");
    if (!has_certificate)
        return {};

    auto const pem = settings.certificate_file.empty()
                         ? given_pem("certificate_pem", secret(settings.certificate_pem))
                         : read_pem("certificate_file", settings.certificate_file);
    if (!pem)
        return pem.error();
    auto const chain = read_all(*pem, "a certificate", no_certificate, &PEM_read_bio_X509);
    if (!chain)
        return chain.error();
    if (SSL_CTX_use_certificate(raw, chain->front().get()) != 1)
        return pem->unusable("the certificate cannot be used");
    for (std::size_t i = 1; i != chain->size(); ++i)
        if (SSL_CTX_add1_chain_cert(raw, (*chain)[i].get()) != 1)
            return pem->unusable("an intermediate certificate cannot be used");
    // A server may want the certificate only for a part of what it offers (RFC 8446, 4.2.6).
    SSL_CTX_set_post_handshake_auth(raw, 1);
    return use_key(raw, settings);
}

RESTBIND_DECL result<std::shared_ptr<context>> context::open(options settings)
{
    clear_openssl_errors();
    std::shared_ptr<context> made(new context);
    made->context_.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX* const raw = made->get();
    bool const recent_only = settings.minimum_version == version::tls_1_3;
    // The usual order of browsers. Where AES has instructions of its own so has SHA-256, which
    // makes handshakes cheaper than with OpenSSL's order, where SHA-384 comes first.
    constexpr char ciphers[] =
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
    constexpr unsigned char protocols[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    // Nothing here relies on openssl.cnf, which may be lax.
    if (!raw ||
        SSL_CTX_set_min_proto_version(raw, recent_only ? TLS1_3_VERSION : TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_purpose(raw, X509_PURPOSE_SSL_SERVER) != 1 ||
        SSL_CTX_set_ciphersuites(raw, ciphers) != 1 ||
        SSL_CTX_set_alpn_protos(raw, protocols, sizeof protocols) != 0)
        return unusable("minimum_version", "OpenSSL cannot make a context");
    SSL_CTX_set_security_level(raw, 2);
    SSL_CTX_set_options(raw, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                 // Tokens must not stay in OpenSSL's buffers.
                                 SSL_OP_CLEANSE_PLAINTEXT);
    SSL_CTX_clear_options(raw, SSL_OP_LEGACY_SERVER_CONNECT | SSL_OP_IGNORE_UNEXPECTED_EOF |
                                   SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION);
    SSL_CTX_set_mode(raw,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_read_ahead(raw, 1);

    made->checks_host_ =
        !settings.dangerously_skip_host_name_check && !settings.dangerously_accept_any_certificate;
    X509_VERIFY_PARAM_set_hostflags(SSL_CTX_get0_param(raw),
        X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    SSL_CTX_set_verify(raw,
        settings.dangerously_accept_any_certificate ? SSL_VERIFY_NONE : SSL_VERIFY_PEER,
        &channel::on_verify);
    SSL_CTX_set_cert_cb(raw, &channel::on_certificate_request, nullptr);
    SSL_CTX_set_info_callback(raw, &channel::on_event);

    // Also where no session is resumed: a ticket shows that the server has accepted the handshake.
    SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(raw, &channel::on_session);
    made->resumes_sessions_ = settings.resume_sessions;
    if (!settings.resume_sessions)
        SSL_CTX_set_options(raw, SSL_OP_NO_TICKET);

    if (auto const trusted = trust(raw, settings); !trusted)
        return trusted.error();
    if (auto const used = use_certificate(raw, settings); !used)
        return used.error();
    return made;
}

RESTBIND_DECL std::unique_ptr<http::secure_channel> context::make(
    std::string const& host, std::uint16_t port)
{
    return std::make_unique<channel>(shared_from_this(), host, port);
}

} // namespace restbind::tls::detail
