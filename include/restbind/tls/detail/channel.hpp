// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/detail/cipher_buffers.hpp>
#include <restbind/tls/detail/context.hpp>
#include <restbind/tls/detail/openssl.hpp>
#include <restbind/tls/error.hpp>
#include <restbind/tls/options.hpp>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::tls::detail
{

/// Most bytes of a message that fit into one record.
inline constexpr std::size_t record_size = SSL3_RT_MAX_PLAIN_LENGTH;

/// Overwrites a text and empties it, at the speed of memset.
inline void cleanse(std::string& text) noexcept
{
    OPENSSL_cleanse(text.data(), text.size());
    text.clear();
}

/** One connection's encryption: OpenSSL on one end of two buffers, the socket on the other. */
class channel final : public http::secure_channel
{
public:
    channel(std::shared_ptr<context> shared, std::string host, std::uint16_t port)
        : shared_(std::move(shared))
        , peer_((host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" +
                std::to_string(port))
    {
        clear_openssl_errors();
        ssl_.reset(SSL_new(shared_->get()));
        BIO* const end = ssl_ ? buffers_.make_bio() : nullptr;
        if (!end)
        {
            fail(errc::handshake_failed, text_of(ERR_peek_error()));
            return;
        }
        SSL_set_bio(ssl_.get(), end, end);
        SSL_set_app_data(ssl_.get(), this);
        SSL_set_connect_state(ssl_.get());
        set_peer(host);
        if (auto const session = shared_->sessions.take(peer_))
            tried_to_resume_ = SSL_set_session(ssl_.get(), session.get()) == 1;
    }

    ~channel() override
    {
        cleanse(first_piece_);
        // OpenSSL does not resume the session of a connection that ended without close_notify.
        if (established_ && state_)
            SSL_set_shutdown(ssl_.get(), SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
        clear_openssl_errors();
    }

    channel(channel const&) = delete;
    channel& operator=(channel const&) = delete;

    status handshake() override
    {
        if (!state_)
            return status::failed;
        clear_openssl_errors();
        int const result = SSL_do_handshake(ssl_.get());
        if (result != 1)
        {
            status const step = outcome(result);
            return step == status::closed ? fail(errc::truncated, "closed during the handshake")
                                          : step;
        }
        established_ = true;
        return status::ok;
    }

    status write(std::string_view head, std::string_view body) override
    {
        wrote_ = true;
        if (body.empty())
        {
            unwritten_ = head;
            return write_more();
        }
        // A record costs more than a short copy.
        std::size_t const shared =
            head.size() < record_size ? (std::min)(body.size(), record_size - head.size()) : 0;
        first_piece_.reserve(head.size() + shared);
        first_piece_.assign(head).append(body.substr(0, shared));
        first_written_ = 0;
        unwritten_ = body.substr(shared);
        return write_more();
    }

    status write_more() override
    {
        if (!state_)
            return status::failed;
        for (;;)
        {
            bool const first = first_written_ != first_piece_.size();
            std::string_view const piece =
                first ? std::string_view(first_piece_).substr(first_written_) : unwritten_;
            if (!first && !first_piece_.empty())
            {
                cleanse(first_piece_);
                first_written_ = 0;
            }
            if (piece.empty())
                return status::ok;
            clear_openssl_errors();
            std::size_t count = 0;
            int const result = SSL_write_ex(ssl_.get(), piece.data(), piece.size(), &count);
            if (result != 1)
                return outcome(result);
            if (first)
                first_written_ += count;
            else
                unwritten_.remove_prefix(count);
        }
    }

    decrypted read(std::span<char> to) override
    {
        if (!state_)
            return {status::failed, 0};
        if (!buffers_.input_ended() && !has_input())
            return {status::want_read, 0};
        clear_openssl_errors();
        std::size_t count = 0;
        int const result = SSL_read_ex(ssl_.get(), to.data(), to.size(), &count);
        if (result != 1)
            return {outcome(result), 0};
        accepted_ = true;
        return {status::ok, count};
    }

    std::span<char> input_capacity() override
    {
        return buffers_.input_ended() ? std::span<char>() : buffers_.space();
    }

    void received(std::size_t count) override { buffers_.received(count); }
    void input_ended() override { buffers_.end_input(); }
    std::string_view outgoing() override { return buffers_.outgoing(); }
    void sent(std::size_t count) override { buffers_.sent(count); }
    bool is_quiet() override
    {
        if (!established_ || !state_ || buffers_.input_ended() ||
            (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0)
            return false;
        if (!has_input())
            return true;
        char surplus = 0;
        // Half a record may be the beginning of a response that no request has asked for.
        return read({&surplus, 1}).step == status::want_read && !has_input();
    }

    bool may_be_refused() const override
    {
        // Before TLS 1.3 the handshake itself ends with the server's last message.
        return asked_for_certificate_ && !accepted_ && SSL_version(ssl_.get()) >= TLS1_3_VERSION;
    }

    void close() override
    {
        bool const half_done = !first_piece_.empty() || !unwritten_.empty() || !outgoing().empty();
        if (!established_ || !state_ || half_done)
            return;
        clear_openssl_errors();
        SSL_shutdown(ssl_.get());
    }

    error const& failure() const override { return state_.error(); }

    /** For tests: OpenSSL's side. */
    SSL* get() const noexcept { return ssl_.get(); }

    /** @name Called by OpenSSL
        @{
    */
    static int on_verify(int good, X509_STORE_CTX* store)
    {
        if (good == 1)
            return good;
        auto* const ssl = static_cast<SSL*>(
            X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
        if (SSL_get_verify_mode(ssl) == SSL_VERIFY_NONE)
            return 1;
        auto& self = *static_cast<channel*>(SSL_get_app_data(ssl));
        self.verification_ = X509_STORE_CTX_get_error(store);
        try
        {
            self.describe_certificate(store);
        }
        catch (std::bad_alloc const&)
        {
            // The refusal stands without its text.
        }
        return 0;
    }

    static int on_certificate_request(SSL* ssl, void*)
    {
        static_cast<channel*>(SSL_get_app_data(ssl))->asked_for_certificate_ = true;
        return 1;
    }

    static void on_event(SSL const* ssl, int event, int value)
    {
        if (event == SSL_CB_WRITE_ALERT && (value & 0xff) == SSL_AD_NO_RENEGOTIATION)
            static_cast<channel*>(SSL_get_app_data(ssl))->refused_renegotiation_ = true;
    }

    static int on_session(SSL* ssl, SSL_SESSION* session)
    {
        auto& self = *static_cast<channel*>(SSL_get_app_data(ssl));
        self.accepted_ = true;
        if (!self.shared_->resumes_sessions())
            return 0;
        openssl_ptr<SSL_SESSION> given(session);
        try
        {
            self.shared_->sessions.put(self.peer_, std::move(given));
        }
        catch (std::bad_alloc const&)
        {
            // The next connection does a full handshake.
        }
        return 1;
    }

    /** @} */

private:
    void set_peer(std::string const& host)
    {
        X509_VERIFY_PARAM* const expected = SSL_get0_param(ssl_.get());
        bool const is_address = X509_VERIFY_PARAM_set1_ip_asc(expected, host.c_str()) == 1;
        bool good = true;
        if (is_address)
        {
            if (!shared_->checks_host())
                good = X509_VERIFY_PARAM_set1_ip(expected, nullptr, 0) == 1;
        }
        else
        {
            // Names in certificates have no dot at the end.
            std::string const name = host.ends_with('.') ? host.substr(0, host.size() - 1) : host;
            // OpenSSL checks no name if it is given an empty one.
            good = !name.empty() && SSL_set_tlsext_host_name(ssl_.get(), name.c_str()) == 1 &&
                   (!shared_->checks_host() ||
                       X509_VERIFY_PARAM_set1_host(expected, name.data(), name.size()) == 1);
        }
        clear_openssl_errors();
        if (!good)
            fail(errc::wrong_host, "the host cannot be named in a certificate");
    }

    bool has_input() const { return buffers_.has_input() || SSL_has_pending(ssl_.get()) == 1; }

    status outcome(int result)
    {
        switch (SSL_get_error(ssl_.get(), result))
        {
        case SSL_ERROR_WANT_READ:
            return status::want_read;
        case SSL_ERROR_WANT_WRITE:
            return status::want_write;
        case SSL_ERROR_ZERO_RETURN:
            return status::closed;
        default:
            break;
        }
        if (verification_ != X509_V_OK)
            return fail(reason_of_verification(verification_), certificate_text_);
        unsigned long const code = ERR_peek_error();
        errc reason = reason_of_failure(code, !established_);
        // Before TLS 1.3 there was no alert of its own for a certificate that is missing.
        if (reason == errc::alert && asked_for_certificate_ && !accepted_ &&
            ERR_GET_REASON(code) == SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE)
            reason = errc::client_certificate_refused;
        return fail(reason, text_of(code));
    }

    void describe_certificate(X509_STORE_CTX* store)
    {
        certificate_text_ = X509_verify_cert_error_string(verification_);
        X509* const certificate = X509_STORE_CTX_get_current_cert(store);
        openssl_ptr<BIO> const memory(certificate ? BIO_new(BIO_s_mem()) : nullptr);
        if (!memory || X509_NAME_print_ex(memory.get(), X509_get_subject_name(certificate), 0,
                           XN_FLAG_RFC2253) < 0)
            return;
        constexpr long longest = 200;
        char* name = nullptr;
        long const size = std::clamp(BIO_get_mem_data(memory.get(), &name), 0L, longest);
        certificate_text_.append(" (")
            .append(std::string_view(name, static_cast<std::size_t>(size)))
            .append(", number ")
            .append(std::to_string(X509_STORE_CTX_get_error_depth(store)))
            .append(" of the chain)");
    }

    status fail(errc reason, std::string_view text)
    {
        // A peer that has asked for a certificate may refuse it behind its handshake. Once a
        // message was begun it may have read that, whatever it says afterwards.
        bool const in_handshake =
            !established_ || (asked_for_certificate_ && !accepted_ && !wrote_);
        bool const rejected = verification_ != X509_V_OK || reason == errc::wrong_host;
        std::string_view const before =
            refused_renegotiation_ ? ": the server wanted to renegotiate, which this client "
                                     "refuses (TLS 1.3 asks for a certificate without it)"
                                   : "";
        error failure(rejected       ? error_kind::certificate_rejected
                      : in_handshake ? error_kind::connect
                                     : error_kind::read,
            http::joined({peer_, before, text.empty() ? "" : ": ", text}));
        restbind::detail::fill(failure).with_code(reason);
        state_ = std::move(failure);
        if (in_handshake && tried_to_resume_)
            shared_->sessions.forget(peer_);
        cleanse(first_piece_);
        unwritten_ = {};
        clear_openssl_errors();
        return status::failed;
    }

    std::shared_ptr<context> shared_;
    std::string peer_;       ///< host and port
    cipher_buffers buffers_; ///< outlive what reads and writes them
    openssl_ptr<SSL> ssl_;
    std::string first_piece_;    ///< head and beginning of the body, which share a record
    std::string_view unwritten_; ///< what follows in the message
    std::size_t first_written_ = 0;
    result<void> state_; ///< or why a step has failed: no other one is taken then
    std::string certificate_text_; ///< what was wrong with which certificate
    long verification_ = 0;        ///< X509_V_OK
    bool established_ = false;
    bool wrote_ = false;    ///< whether a message was begun: from then on the peer may have read it
    bool accepted_ = false; ///< whether the peer has shown that the handshake stands
    bool tried_to_resume_ = false;
    bool asked_for_certificate_ = false;
    bool refused_renegotiation_ = false;
};

} // namespace restbind::tls::detail
