// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pki.hpp"
#include "scripted_server.hpp"

#include <openssl/ssl.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace restbind::test
{

class alert_sender;

/** What a TLS server does with one request. */
struct tls_reply
{
    enum class ending : unsigned char
    {
        keep,          ///< waits for the next request
        close_notify,  ///< sends close_notify and closes
        cut,           ///< closes without a close_notify
        ticket,        ///< sends a session ticket later, and waits for the next request
        ticket_and_cut ///< sends a session ticket later, and closes without a close_notify
    };

    std::string bytes;
    ending then = ending::keep;
    std::string surplus{};              ///< sent at once with the bytes, in records of its own
    std::function<void()> before_end{}; ///< called between the response and what comes then
    std::function<bool(SSL*, alert_sender&)> flood{}; ///< called until it returns false, instead
    std::optional<int>
        alert{}; ///< a fatal alert, such as SSL_AD_BAD_CERTIFICATE, instead of all that
};

/** A response with a Content-Length. */
tls_reply tls_response(
    int status, std::string_view body = {}, tls_reply::ending then = tls_reply::ending::keep);

/** How a TLS server behaves before the first request. */
struct tls_behaviour
{
    enum class client_certificate : unsigned char
    {
        not_asked_for,
        welcome,
        required
    };

    pki::chain sent;     ///< certificates; the first one's key is used
    int oldest = 0;      ///< version of TLS, such as TLS1_VERSION; 0: any
    int newest = 0;      ///< the same; 0: any
    bool tickets = true; ///< whether sessions can be resumed

    client_certificate wants = client_certificate::not_asked_for;
    std::optional<pki::identity> client_authority{};

    bool stalls = false;        ///< takes bytes and never responds
    bool plain_http = false;    ///< answers as a server without TLS
    bool hangs_up = false;      ///< closes instead of answering the first bytes
    bool hangs_up_once = false; ///< the same, on the first connection
    bool sends_alerts = false;  ///< whether replies may be alerts
    bool needs_name = false;    ///< refuses clients that do not name a server

    std::string early_response{}; ///< sent as soon as a head is there; the body is not read
    bool closes_after_early_response = false; ///< or else waits for the client to close
};

/** A TLS server on the loopback interface that misbehaves on order and counts what it received.
   Each connection has a thread of its own. */
class tls_server
{
public:
    using handler = std::function<tls_reply(received_request const&)>;

    tls_server(tls_behaviour behaviour, handler on_request);
    ~tls_server();
    tls_server(tls_server const&) = delete;
    tls_server& operator=(tls_server const&) = delete;

    std::uint16_t port() const noexcept { return port_; }

    /** `https://host:port`. */
    std::string url(std::string const& host = "localhost") const;

    struct counts
    {
        std::size_t connections = 0;
        std::size_t first_bytes = 0; ///< connections on which a client has begun a handshake
        std::size_t full_handshakes = 0;
        std::size_t resumed_handshakes = 0;
        std::size_t failed_handshakes = 0;
        std::size_t application_bytes = 0; ///< decrypted bytes of clients
        std::size_t requests = 0;
        std::size_t close_notifies = 0;            ///< connections that the client has ended properly
        std::size_t client_certificates = 0; ///< handshakes with one
        std::size_t late_tickets = 0;        ///< tickets that were sent behind a response
        std::size_t closed = 0;              ///< connections that are over
        std::vector<std::string> names;      ///< server name of each handshake; empty: none given
    };

    counts counted() const;

    /** Waits until the counts are as wanted; false after 10 s. */
    bool wait_until(std::function<bool(counts const&)> const& wanted) const;

private:
    void accept_loop();
    void serve(int socket);
    void serve_encrypted(int socket);
    void converse(SSL* ssl, std::size_t connection, alert_sender& alerts);
    template <class Change>
    void count(Change change);

    tls_behaviour behaviour_;
    handler on_request_;
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
    int listener_ = -1;
    std::uint16_t port_ = 0;

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    counts counts_;
    std::list<int> sockets_;
    std::vector<std::thread> threads_;
    bool stopping_ = false;
    std::thread acceptor_;
};

} // namespace restbind::test
