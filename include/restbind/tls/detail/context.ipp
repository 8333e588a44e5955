#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/tls/detail/channel.hpp>
#include <restbind/tls/detail/context.hpp>
#include <restbind/tls/detail/factory.hpp>
#include <restbind/tls/detail/failure.hpp>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace restbind::tls::detail
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

/// Reads a file without leaving its text anywhere else in memory.
inline result<secret> read_pem(std::string_view option, std::string const& path)
{
    std::error_code failure;
    auto const size = std::filesystem::file_size(path, failure);
    if (failure)
        return unusable(option, path + ": " + failure.message());
    if (size > max_pem)
        return unusable(option, path + ": is larger than 1 MiB");
    struct closer
    {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, closer> const file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return unusable(
            option, path + ": " + std::error_code(errno, std::generic_category()).message());
    std::setvbuf(file.get(), nullptr, _IONBF, 0);
    std::string text(static_cast<std::size_t>(size), '\0');
    std::size_t const count = std::fread(text.data(), 1, text.size(), file.get());
    bool const failed = std::ferror(file.get()) != 0;
    secret content(std::string_view(text).substr(0, count));
    wipe(text);
    if (failed)
        return unusable(option, path + ": cannot be read");
    return content;
}

/// A read-only view of a text for OpenSSL.
inline openssl_ptr<BIO> view_of(std::string_view text)
{
    return openssl_ptr<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// All certificates of a text; at least one.
inline result<std::vector<openssl_ptr<X509>>> read_certificates(
    std::string_view option, std::string const& place, std::string_view pem)
{
    if (pem.size() > max_pem)
        return unusable(option, "is larger than 1 MiB");
    clear_openssl_errors();
    openssl_ptr<BIO> const source = view_of(pem);
    std::vector<openssl_ptr<X509>> found;
    while (X509* const next =
               source ? PEM_read_bio_X509(source.get(), nullptr, nullptr, nullptr) : nullptr)
        found.emplace_back(next);
    unsigned long const ended_with = ERR_peek_last_error();
    bool const at_end =
        ERR_GET_LIB(ended_with) == ERR_LIB_PEM && ERR_GET_REASON(ended_with) == PEM_R_NO_START_LINE;
    if (at_end)
        ERR_clear_error();
    if (!at_end)
        return unusable(option, place + "a certificate cannot be read");
    if (found.empty())
        return unusable(option, place + "there is no certificate in it");
    return found;
}

/// Adds all lists of revoked certificates of a text to a store, and has them looked at.
inline result<void> add_revocation_lists(
    X509_STORE* store, std::string const& place, std::string_view pem)
{
    clear_openssl_errors();
    openssl_ptr<BIO> const source = view_of(pem);
    bool found = false;
    while (openssl_ptr<X509_CRL> const next{
        source ? PEM_read_bio_X509_CRL(source.get(), nullptr, nullptr, nullptr) : nullptr})
    {
        if (X509_STORE_add_crl(store, next.get()) != 1)
            return unusable("crl_file", place + "a list cannot be used");
        found = true;
    }
    unsigned long const ended_with = ERR_peek_last_error();
    bool const at_end =
        ERR_GET_LIB(ended_with) == ERR_LIB_PEM && ERR_GET_REASON(ended_with) == PEM_R_NO_START_LINE;
    if (!at_end)
        return unusable("crl_file", place + "a list cannot be read");
    ERR_clear_error();
    if (!found)
        return unusable("crl_file", place + "there is no list of revoked certificates in it");
    X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK);
    return {};
}

/// The password of a private key, and whether OpenSSL has asked for it.
struct key_password
{
    std::string_view text;
    bool asked = false;

    static int give(char* to, int room, int, void* self)
    {
        auto& password = *static_cast<key_password*>(self);
        password.asked = true;
        if (password.text.empty() || password.text.size() > static_cast<std::size_t>(room))
            return -1;
        password.text.copy(to, password.text.size());
        return static_cast<int>(password.text.size());
    }
};

RESTBIND_DECL result<std::shared_ptr<context>> context::open(options settings)
{
    clear_openssl_errors();
    std::shared_ptr<context> made(new context);
    made->context_.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX* const raw = made->get();
    bool const recent_only = settings.minimum_version == version::tls_1_3;
    // Nothing here relies on openssl.cnf, which may be lax.
    if (!raw ||
        SSL_CTX_set_min_proto_version(raw, recent_only ? TLS1_3_VERSION : TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_purpose(raw, X509_PURPOSE_SSL_SERVER) != 1)
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

    // The usual order of browsers. Where AES has instructions of its own so has SHA-256, which
    // makes handshakes cheaper than with OpenSSL's order, where SHA-384 comes first.
    if (SSL_CTX_set_ciphersuites(raw, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:"
                                      "TLS_CHACHA20_POLY1305_SHA256") != 1)
        return unusable("minimum_version", "OpenSSL cannot make a context");
    constexpr unsigned char protocols[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    if (SSL_CTX_set_alpn_protos(raw, protocols, sizeof protocols) != 0)
        return unusable("minimum_version", "OpenSSL cannot make a context");

    // Also where no session is resumed: a ticket shows that the server has accepted the handshake.
    SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(raw, &channel::on_session);
    made->resumes_sessions_ = settings.resume_sessions;
    if (!settings.resume_sessions)
        SSL_CTX_set_options(raw, SSL_OP_NO_TICKET);

    if (auto const trusted = made->trust(settings); !trusted)
        return trusted.error();
    if (auto const used = made->use_certificate(settings); !used)
        return used.error();
    return made;
}

RESTBIND_DECL result<void> context::trust(options const& settings)
{
    namespace fs = std::filesystem;
    clear_openssl_errors();
    SSL_CTX* const raw = get();
    auto const add = [&](std::string_view option, std::string const& place,
                         std::string_view pem) -> result<void>
    {
        auto const authorities = read_certificates(option, place, pem);
        if (!authorities)
            return authorities.error();
        for (auto const& authority : *authorities)
            if (X509_STORE_add_cert(SSL_CTX_get_cert_store(raw), authority.get()) != 1)
                return unusable(option, place + "a certificate cannot be used");
        return {};
    };

    if (!settings.ca_file.empty())
    {
        auto const content = read_pem("ca_file", settings.ca_file);
        if (!content)
            return content.error();
        if (auto added = add("ca_file", settings.ca_file + ": ", content->reveal()); !added)
            return added;
    }
    if (!settings.ca_pem.empty())
        if (auto added = add("ca_pem", {}, settings.ca_pem); !added)
            return added;
    if (!settings.ca_directory.empty())
    {
        // OpenSSL looks there by hash when it needs to, and would say nothing of a directory in
        // which it never finds anything.
        std::error_code failure;
        bool has_hashes = false;
        for (fs::directory_iterator at(settings.ca_directory, failure), end;
            !failure && at != end && !has_hashes; at.increment(failure))
        {
            std::string const name = at->path().filename().string();
            has_hashes = name.size() > 9 && name[8] == '.' &&
                         name.find_first_not_of("0123456789abcdef") == 8 &&
                         name.find_first_not_of("0123456789", 9) == std::string::npos;
        }
        if (failure)
            return unusable("ca_directory", settings.ca_directory + ": " + failure.message());
        if (!has_hashes)
            return unusable("ca_directory", settings.ca_directory +
                                                ": no file in it is named by hash; run `openssl "
                                                "rehash` on it");
        if (SSL_CTX_load_verify_dir(raw, settings.ca_directory.c_str()) != 1)
            return unusable("ca_directory", settings.ca_directory + ": cannot be used");
    }
    if (!settings.crl_file.empty())
    {
        auto const content = read_pem("crl_file", settings.crl_file);
        if (!content)
            return content.error();
        auto const added = add_revocation_lists(
            SSL_CTX_get_cert_store(raw), settings.crl_file + ": ", content->reveal());
        if (!added)
            return added.error();
    }
    bool const names_some =
        !settings.ca_file.empty() || !settings.ca_directory.empty() || !settings.ca_pem.empty();
    if ((!names_some || settings.trust_system_store_too) &&
        SSL_CTX_set_default_verify_paths(raw) != 1)
        return unusable("trust_system_store_too", "the system's authorities cannot be read");
    // A system without a file of authorities is left to the directory.
    clear_openssl_errors();
    return {};
}

RESTBIND_DECL result<void> context::use_certificate(options& settings)
{
    SSL_CTX* const raw = get();
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

    std::string_view option = "certificate_pem";
    std::string place;
    std::string_view text = settings.certificate_pem;
    secret content;
    if (!settings.certificate_file.empty())
    {
        option = "certificate_file";
        place = settings.certificate_file + ": ";
        auto read = read_pem(option, settings.certificate_file);
        if (!read)
            return read.error();
        content = std::move(*read);
        text = content.reveal();
    }
    auto const chain = read_certificates(option, place, text);
    if (!chain)
        return chain.error();
    if (SSL_CTX_use_certificate(raw, chain->front().get()) != 1)
        return unusable(option, place + "the certificate cannot be used");
    for (std::size_t i = 1; i != chain->size(); ++i)
        if (SSL_CTX_add1_chain_cert(raw, (*chain)[i].get()) != 1)
            return unusable(option, place + "an intermediate certificate cannot be used");

    option = "private_key_pem";
    place.clear();
    content = std::move(settings.private_key_pem);
    if (!settings.private_key_file.empty())
    {
        option = "private_key_file";
        place = settings.private_key_file + ": ";
        auto read = read_pem(option, settings.private_key_file);
        if (!read)
            return read.error();
        content = std::move(*read);
    }
    if (content.size() > max_pem)
        return unusable(option, place + "is larger than 1 MiB");
    key_password password{settings.private_key_password.reveal()};
    openssl_ptr<BIO> const source = view_of(content.reveal());
    openssl_ptr<EVP_PKEY> const key(
        source ? PEM_read_bio_PrivateKey(source.get(), nullptr, &key_password::give, &password)
               : nullptr);
    if (!key && password.asked)
    {
        ERR_clear_error();
        return unusable("private_key_password",
            place + (password.text.empty()
                            ? "the private key is encrypted, and there is no password"
                            : "the private key cannot be decrypted with it"));
    }
    if (!key)
        return unusable(option, place + "there is no private key in it");
    if (SSL_CTX_use_PrivateKey(raw, key.get()) != 1 || SSL_CTX_check_private_key(raw) != 1)
        return unusable(option, place + "the private key does not belong to the certificate");
    return {};
}

RESTBIND_DECL std::unique_ptr<http::secure_channel> context::make(
    std::string const& host, std::uint16_t port)
{
    return std::make_unique<channel>(shared_from_this(), host, port);
}

} // namespace restbind::tls::detail

namespace restbind::tls
{

RESTBIND_DECL result<std::shared_ptr<http::secure_channel_factory>> make_factory(options settings)
{
    auto made = detail::context::open(std::move(settings));
    if (!made)
        return made.error();
    return std::shared_ptr<http::secure_channel_factory>(std::move(*made));
}

} // namespace restbind::tls
