// SPDX-License-Identifier: BSL-1.0
#include "tls_server.hpp"

#include "tls_alert.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace restbind::test
{

namespace
{

/// Reads until the client has closed.
void swallow(int socket)
{
    std::array<char, 4096> space;
    while (::recv(socket, space.data(), space.size(), 0) > 0)
    {
    }
}

/// Ends a connection in such a way that what was sent last reaches the client.
void drain(int socket)
{
    ::shutdown(socket, SHUT_WR);
    swallow(socket);
}

void set_cork(int socket, bool on)
{
    int const value = on ? 1 : 0;
    ::setsockopt(socket, IPPROTO_TCP, TCP_CORK, &value, sizeof value);
}

bool write_all(SSL* ssl, std::string_view bytes)
{
    while (!bytes.empty())
    {
        std::size_t count = 0;
        if (SSL_write_ex(ssl, bytes.data(), bytes.size(), &count) != 1)
            return false;
        bytes.remove_prefix(count);
    }
    return true;
}

std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> make_context(tls_behaviour const& behaviour)
{
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> made(
        SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
    if (!made)
        throw std::runtime_error("SSL_CTX_new");
    // Old versions and weak keys are what some of the tests are about.
    SSL_CTX_set_security_level(made.get(), 0);
    SSL_CTX_set_min_proto_version(made.get(), behaviour.oldest);
    SSL_CTX_set_max_proto_version(made.get(), behaviour.newest);
    pki::use(made.get(), behaviour.sent);
    static constexpr unsigned char name[] = "tls_server";
    SSL_CTX_set_session_id_context(made.get(), name, sizeof name);
    if (!behaviour.tickets)
    {
        SSL_CTX_set_options(made.get(), SSL_OP_NO_TICKET);
        SSL_CTX_set_num_tickets(made.get(), 0);
        SSL_CTX_set_session_cache_mode(made.get(), SSL_SESS_CACHE_OFF);
    }
    using wish = tls_behaviour::client_certificate;
    if (behaviour.wants != wish::not_asked_for)
    {
        SSL_CTX_set_verify(made.get(),
            SSL_VERIFY_PEER |
                (behaviour.wants == wish::required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0),
            nullptr);
        X509_STORE_add_cert(
            SSL_CTX_get_cert_store(made.get()), behaviour.client_authority->certificate());
    }
    if (behaviour.sends_alerts)
        alert_sender::prepare(made.get());
    if (behaviour.needs_name)
        SSL_CTX_set_tlsext_servername_callback(
            made.get(),
            +[](SSL* ssl, int*, void*)
            {
                return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name)
                           ? SSL_TLSEXT_ERR_OK
                           : SSL_TLSEXT_ERR_ALERT_FATAL;
            });
    return made;
}

} // namespace

tls_reply tls_response(int status, std::string_view body, tls_reply::ending then)
{
    return {"HTTP/1.1 " + std::to_string(status) +
                " Some Reason\r\nContent-Type: application/json\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + std::string(body),
        then};
}

tls_server::tls_server(tls_behaviour behaviour, handler on_request)
    : behaviour_(std::move(behaviour))
    , on_request_(std::move(on_request))
    , context_(make_context(behaviour_))
{
    // OpenSSL writes to sockets without MSG_NOSIGNAL.
    std::signal(SIGPIPE, SIG_IGN);
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || ::bind(listener_, general, size) != 0 || ::listen(listener_, 256) != 0 ||
        ::getsockname(listener_, general, &size) != 0)
        throw std::runtime_error("the TLS server cannot listen");
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_loop(); });
}

tls_server::~tls_server()
{
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
        for (int const socket : sockets_)
            ::shutdown(socket, SHUT_RDWR);
    }
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    ::close(listener_);
    for (std::thread& thread : threads_)
        thread.join();
}

std::string tls_server::url(std::string const& host) const
{
    return "https://" + host + ":" + std::to_string(port_);
}

tls_server::counts tls_server::counted() const
{
    std::lock_guard const lock(mutex_);
    return counts_;
}

bool tls_server::wait_until(std::function<bool(counts const&)> const& wanted) const
{
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [&] { return wanted(counts_); });
}

template <class Change>
void tls_server::count(Change change)
{
    {
        std::lock_guard const lock(mutex_);
        change(counts_);
    }
    changed_.notify_all();
}

void tls_server::accept_loop()
{
    for (;;)
    {
        int const socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        std::lock_guard const lock(mutex_);
        if (stopping_ || socket < 0)
        {
            if (socket >= 0)
                ::close(socket);
            return;
        }
        int const on = 1;
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        ++counts_.connections;
        sockets_.push_back(socket);
        changed_.notify_all();
        threads_.emplace_back([this, socket] { serve(socket); });
    }
}

void tls_server::serve(int socket)
{
    char first = 0;
    bool const is_first = counted().connections == 1;
    if (::recv(socket, &first, 1, MSG_PEEK) == 1)
    {
        count([](counts& all) { ++all.first_bytes; });
        if (behaviour_.stalls)
        {
            swallow(socket);
        }
        else if (behaviour_.plain_http)
        {
            constexpr std::string_view text =
                "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            static_cast<void>(::send(socket, text.data(), text.size(), MSG_NOSIGNAL));
            drain(socket);
        }
        else if (!behaviour_.hangs_up && !(behaviour_.hangs_up_once && is_first))
        {
            serve_encrypted(socket);
        }
        else
        {
            std::array<char, 4096> space;
            static_cast<void>(::recv(socket, space.data(), space.size(), 0));
        }
    }
    {
        std::lock_guard const lock(mutex_);
        sockets_.remove(socket);
        ::close(socket);
    }
    count([](counts& all) { ++all.closed; });
}

void tls_server::serve_encrypted(int socket)
{
    std::unique_ptr<SSL, void (*)(SSL*)> const ssl(SSL_new(context_.get()), SSL_free);
    SSL_set_fd(ssl.get(), socket);
    alert_sender alerts(ssl.get());
    ERR_clear_error();
    if (SSL_accept(ssl.get()) != 1)
    {
        count([](counts& all) { ++all.failed_handshakes; });
        drain(socket);
        return;
    }
    std::size_t connection = 0;
    count(
        [&](counts& all)
        {
            connection = all.full_handshakes + all.resumed_handshakes + 1;
            ++(SSL_session_reused(ssl.get()) == 1 ? all.resumed_handshakes : all.full_handshakes);
            char const* const name = SSL_get_servername(ssl.get(), TLSEXT_NAMETYPE_host_name);
            all.names.emplace_back(name ? name : "");
            all.client_certificates += SSL_get0_peer_certificate(ssl.get()) ? 1U : 0U;
        });
    converse(ssl.get(), connection, alerts);
}

void tls_server::converse(SSL* ssl, std::size_t connection, alert_sender& alerts)
{
    std::string input;
    std::string space(16U << 10, '\0');
    auto const receive = [&]
    {
        ERR_clear_error();
        std::size_t size = 0;
        int const result = SSL_read_ex(ssl, space.data(), space.size(), &size);
        if (result != 1)
        {
            if (SSL_get_error(ssl, result) == SSL_ERROR_ZERO_RETURN)
                count([](counts& all) { ++all.close_notifies; });
            return false;
        }
        input.append(space.data(), size);
        count([&](counts& all) { all.application_bytes += size; });
        return true;
    };
    for (std::size_t index = 1;; ++index)
    {
        std::size_t end = std::string::npos;
        while ((end = input.find("\r\n\r\n")) == std::string::npos)
            if (!receive())
                return;
        received_request request;
        request.head = input.substr(0, end + 2);
        request.connection = connection;
        request.index = index;
        input.erase(0, end + 4);
        if (!behaviour_.early_response.empty())
        {
            count([](counts& all) { ++all.requests; });
            write_all(ssl, behaviour_.early_response);
            pollfd closed{SSL_get_fd(ssl), POLLRDHUP, 0};
            if (!behaviour_.closes_after_early_response)
                static_cast<void>(::poll(&closed, 1, 15000));
            return;
        }
        std::size_t const first = request.head.find(' ');
        std::size_t const second = request.head.find(' ', first + 1);
        request.method = request.head.substr(0, first);
        request.target = request.head.substr(first + 1, second - first - 1);
        std::size_t length = 0;
        std::string const text = request.header("Content-Length");
        std::from_chars(text.data(), text.data() + text.size(), length);
        while (input.size() < length)
            if (!receive())
                return;
        request.body = input.substr(0, length);
        input.erase(0, length);
        count([](counts& all) { ++all.requests; });

        tls_reply const reply = on_request_(request);
        if (reply.flood)
        {
            // OpenSSL does not report that a ticket finds no reader.
            pollfd closed{SSL_get_fd(ssl), POLLRDHUP, 0};
            while (::poll(&closed, 1, 0) == 0 && reply.flood(ssl, alerts))
            {
            }
            return;
        }
        if (reply.alert)
        {
            alerts.send(*reply.alert);
            drain(SSL_get_fd(ssl));
            return;
        }
        // Corked, both reach the client in one piece.
        set_cork(SSL_get_fd(ssl), !reply.surplus.empty());
        if (!write_all(ssl, reply.bytes) || !write_all(ssl, reply.surplus) ||
            reply.then == tls_reply::ending::cut)
            return;
        set_cork(SSL_get_fd(ssl), false);
        if (reply.before_end)
            reply.before_end();
        if (reply.then == tls_reply::ending::ticket ||
            reply.then == tls_reply::ending::ticket_and_cut)
        {
            SSL_new_session_ticket(ssl);
            SSL_do_handshake(ssl);
            count([](counts& seen) { ++seen.late_tickets; });
            if (reply.then == tls_reply::ending::ticket_and_cut)
                return;
        }
        if (reply.then == tls_reply::ending::close_notify)
        {
            SSL_shutdown(ssl);
            return;
        }
    }
}

} // namespace restbind::test
