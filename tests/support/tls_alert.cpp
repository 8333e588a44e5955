// SPDX-License-Identifier: BSL-1.0
#include "tls_alert.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::test
{

namespace
{

constexpr std::size_t key_size = 16;
constexpr std::size_t nonce_size = 12;
constexpr std::size_t tag_size = 16;

std::string from_hex(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
    return bytes;
}

OSSL_PARAM bytes_of(char const* name, std::string const& value)
{
    return OSSL_PARAM_construct_octet_string(name, const_cast<char*>(value.data()), value.size());
}

std::string derive(char const* function, std::size_t size, std::vector<OSSL_PARAM> parameters)
{
    std::unique_ptr<EVP_KDF, void (*)(EVP_KDF*)> const kdf(
        EVP_KDF_fetch(nullptr, function, nullptr), EVP_KDF_free);
    std::unique_ptr<EVP_KDF_CTX, void (*)(EVP_KDF_CTX*)> const context(
        EVP_KDF_CTX_new(kdf.get()), EVP_KDF_CTX_free);
    std::string digest = "SHA256";
    parameters.push_back(OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), 0));
    parameters.push_back(OSSL_PARAM_construct_end());
    std::string out(size, '\0');
    if (EVP_KDF_derive(context.get(), reinterpret_cast<unsigned char*>(out.data()), size,
            parameters.data()) != 1)
        throw std::runtime_error("EVP_KDF_derive");
    return out;
}

/// HKDF-Expand-Label of RFC 8446, section 7.1, without a context.
std::string expand_label(std::string const& secret, std::string_view label, std::size_t size)
{
    std::string info{'\0', static_cast<char>(size), static_cast<char>(label.size() + 6)};
    info.append("tls13 ").append(label).push_back('\0');
    int mode = EVP_KDF_HKDF_MODE_EXPAND_ONLY;
    return derive("HKDF", size,
        {OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode), bytes_of(OSSL_KDF_PARAM_KEY, secret),
            bytes_of(OSSL_KDF_PARAM_INFO, info)});
}

/// AES-128-GCM, with the tag behind the text.
std::string seal(std::string const& key, std::string const& nonce, std::string const& header,
    std::string const& text)
{
    auto const bytes = [](std::string const& from)
    { return reinterpret_cast<unsigned char const*>(from.data()); };
    std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> const context(
        EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    std::string sealed(text.size() + tag_size, '\0');
    auto* const out = reinterpret_cast<unsigned char*>(sealed.data());
    int size = 0;
    bool const done =
        EVP_EncryptInit_ex2(context.get(), EVP_aes_128_gcm(), bytes(key), bytes(nonce), nullptr) ==
            1 &&
        EVP_EncryptUpdate(
            context.get(), nullptr, &size, bytes(header), static_cast<int>(header.size())) == 1 &&
        EVP_EncryptUpdate(context.get(), out, &size, bytes(text), static_cast<int>(text.size())) ==
            1 &&
        EVP_EncryptFinal_ex(context.get(), out + size, &size) == 1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, tag_size, out + text.size()) == 1;
    if (!done)
        throw std::runtime_error("AES-128-GCM");
    return sealed;
}

} // namespace

void alert_sender::prepare(SSL_CTX* context)
{
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_cipher_list(context, "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256");
    SSL_CTX_set_keylog_callback(context, &alert_sender::keep_key);
    SSL_CTX_set_msg_callback(context, &alert_sender::count_message);
}

alert_sender::alert_sender(SSL* connection)
    : connection_(connection)
{
    SSL_set_app_data(connection, this);
}

void alert_sender::keep_key(SSL const* connection, char const* line)
{
    auto* const self = static_cast<alert_sender*>(SSL_get_app_data(connection));
    std::string_view const text = line;
    std::string const secret = from_hex(text.substr(text.rfind(' ') + 1));
    if (text.starts_with("CLIENT_RANDOM "))
        self->master_secret_ = secret;
    else if (text.starts_with("SERVER_TRAFFIC_SECRET_0 "))
        self->traffic_secret_ = secret;
}

void alert_sender::count_message(
    int is_sent, int, int type, void const* text, std::size_t size, SSL* connection, void*)
{
    auto* const self = static_cast<alert_sender*>(SSL_get_app_data(connection));
    if (is_sent == 1 && type == SSL3_RT_HANDSHAKE && size != 0 &&
        *static_cast<unsigned char const*>(text) == SSL3_MT_NEWSESSION_TICKET)
        ++self->records_;
}

std::string alert_sender::record_1_3(std::string const& content) const
{
    std::string const header{
        SSL3_RT_APPLICATION_DATA, 3, 3, 0, static_cast<char>(content.size() + tag_size)};
    std::string nonce = expand_label(traffic_secret_, "iv", nonce_size);
    for (std::size_t i = 0; i != sizeof records_; ++i)
        nonce[nonce_size - 1 - i] =
            static_cast<char>(nonce[nonce_size - 1 - i] ^ static_cast<char>(records_ >> (8 * i)));
    return header + seal(expand_label(traffic_secret_, "key", key_size), nonce, header, content);
}

bool alert_sender::send_empty_record()
{
    std::string const record = record_1_3({SSL3_RT_APPLICATION_DATA});
    ++records_;
    return ::send(SSL_get_fd(connection_), record.data(), record.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(record.size());
}

std::string alert_sender::record_1_2(int description) const
{
    std::array<unsigned char, 64> randoms;
    SSL_get_server_random(connection_, randoms.data(), 32);
    SSL_get_client_random(connection_, randoms.data() + 32, 32);
    std::string const seed =
        "key expansion" +
        std::string(reinterpret_cast<char const*>(randoms.data()), randoms.size());
    std::string const keys = derive("TLS1-PRF", 2 * key_size + 8,
        {bytes_of(OSSL_KDF_PARAM_SECRET, master_secret_), bytes_of(OSSL_KDF_PARAM_SEED, seed)});
    std::string const text{2, static_cast<char>(description)};
    std::string const number{0, 0, 0, 0, 0, 0, 0, 1}; // the Finished message was 0
    std::string const kind{SSL3_RT_ALERT, 3, 3};
    std::string const sealed =
        seal(keys.substr(key_size, key_size), keys.substr(2 * key_size + 4, 4) + number,
            number + kind + std::string{0, static_cast<char>(text.size())}, text);
    return kind + std::string{0, static_cast<char>(number.size() + sealed.size())} + number +
           sealed;
}

void alert_sender::send(int description) const
{
    std::string const record = SSL_version(connection_) == TLS1_3_VERSION
                                   ? record_1_3({2, static_cast<char>(description), SSL3_RT_ALERT})
                                   : record_1_2(description);
    if (::send(SSL_get_fd(connection_), record.data(), record.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(record.size()))
        throw std::runtime_error("the alert cannot be sent");
}

} // namespace restbind::test
