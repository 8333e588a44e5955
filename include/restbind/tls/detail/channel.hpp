#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/detail/cipher_buffers.hpp>
#include <restbind/tls/detail/context.hpp>
#include <restbind/tls/detail/openssl_ptr.hpp>
#include <restbind/tls/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace restbind::tls::detail
{

/** One connection's encryption: OpenSSL on one end of two buffers, the socket on the other.

    More than a dozen members: five are single facts about the handshake that OpenSSL does not keep.
*/
class channel final : public http::secure_channel
{
public:
    channel(std::shared_ptr<context> shared, std::string host, std::uint16_t port);
    ~channel() override;
    channel(channel const&) = delete;
    channel& operator=(channel const&) = delete;

    status handshake() override;
    status write(std::string_view head, std::string_view body) override;
    status write_more() override;
    status read(char* to, std::size_t space, std::size_t& count) override;
    std::span<char> input_capacity() override;
    void received(std::size_t count) override { buffers_.received(count); }
    void input_ended() override { buffers_.end_input(); }
    std::string_view outgoing() override { return buffers_.outgoing(); }
    void sent(std::size_t count) override { buffers_.sent(count); }
    bool is_quiet() override;
    bool may_be_refused() const override;
    void close() override;
    error const& failure() const override { return failure_; }

    /** For tests: OpenSSL's side. */
    SSL* get() const noexcept { return ssl_.get(); }

    /** @name Called by OpenSSL
        @{
    */
    static int on_verify(int good, X509_STORE_CTX* store);
    static int on_certificate_request(SSL* ssl, void*);
    static int on_session(SSL* ssl, SSL_SESSION* session);
    /** @} */

private:
    void set_peer(std::string const& host);
    bool has_input() const;
    status outcome(int result);
    void describe_certificate(X509_STORE_CTX* store);
    status fail(errc reason, std::string_view text);

    std::shared_ptr<context> shared_;
    std::string peer_;       ///< host and port
    cipher_buffers buffers_; ///< outlive what reads and writes them
    openssl_ptr<SSL> ssl_;
    std::string first_piece_;    ///< head and beginning of the body, which share a record
    std::string_view unwritten_; ///< what follows in the message
    std::size_t first_written_ = 0;
    error failure_;
    std::string certificate_text_; ///< what was wrong with which certificate
    long verification_ = 0;        ///< X509_V_OK
    bool established_ = false;
    bool wrote_ = false;    ///< whether a message was begun: from then on the peer may have read it
    bool accepted_ = false; ///< whether the peer has shown that the handshake stands
    bool tried_to_resume_ = false;
    bool asked_for_certificate_ = false;
};

} // namespace restbind::tls::detail
