// SPDX-License-Identifier: BSL-1.0
// A TLS server of OpenSSL's own without a socket, and a channel that talks to it.
#pragma once

#include "support/pki.hpp"

#include <restbind/tls.hpp>
#include <restbind/tls/detail/channel.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace in_memory
{

namespace pki = restbind::test::pki;
namespace tls = restbind::tls;
using restbind::error_kind;
using status = restbind::http::secure_channel::status;
using context_pointer = std::shared_ptr<tls::detail::context>;

/// What a server's connections have in common.
class server_context
{
public:
    explicit server_context(pki::chain const& sent)
        : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free)
    {
        // Whatever is too weak is for the client to refuse.
        SSL_CTX_set_security_level(get(), 0);
        pki::use(get(), sent);
        static constexpr unsigned char name[] = "in_memory";
        SSL_CTX_set_session_id_context(get(), name, sizeof name);
    }

    SSL_CTX* get() const noexcept { return context_.get(); }

    server_context& versions(int oldest, int newest)
    {
        SSL_CTX_set_min_proto_version(get(), oldest);
        SSL_CTX_set_max_proto_version(get(), newest);
        return *this;
    }

private:
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
};

/// One connection of the server.
class server
{
public:
    explicit server(server_context const& shared)
        : ssl_(SSL_new(shared.get()), SSL_free)
        , in_(BIO_new(BIO_s_mem()))
        , out_(BIO_new(BIO_s_mem()))
    {
        BIO_set_mem_eof_return(in_, -1);
        SSL_set_bio(get(), in_, out_);
        SSL_set_accept_state(get());
    }

    SSL* get() const noexcept { return ssl_.get(); }

    void feed(std::string_view bytes)
    {
        if (!bytes.empty())
            BOOST_TEST_REQUIRE(BIO_write(in_, bytes.data(), static_cast<int>(bytes.size())) ==
                               static_cast<int>(bytes.size()));
    }

    /// What is there for the client.
    std::string take()
    {
        char* text = nullptr;
        long const size = BIO_get_mem_data(out_, &text);
        std::string bytes(text, static_cast<std::size_t>(size));
        static_cast<void>(BIO_reset(out_));
        return bytes;
    }

    bool handshake() { return SSL_do_handshake(get()) == 1; }
    bool established() const { return SSL_is_init_finished(get()) == 1; }
    bool resumed() const { return SSL_session_reused(get()) == 1; }

    void write(std::string_view text)
    {
        std::size_t count = 0;
        BOOST_TEST_REQUIRE(SSL_write_ex(get(), text.data(), text.size(), &count) == 1);
    }

    /// Decrypts all that is there.
    std::string read()
    {
        std::string found;
        std::string space(32U << 10, '\0');
        std::size_t count = 0;
        while (SSL_read_ex(get(), space.data(), space.size(), &count) == 1)
            found.append(space, 0, count);
        return found;
    }

private:
    std::unique_ptr<SSL, void (*)(SSL*)> ssl_;
    BIO* in_;  ///< belongs to the connection
    BIO* out_; ///< the same
};

/// Hands bytes to a channel, as far as it has space.
inline std::size_t feed(tls::detail::channel& client, std::string_view bytes)
{
    auto const space = client.input_capacity();
    std::size_t const count = std::min(space.size(), bytes.size());
    bytes.copy(space.data(), count);
    client.received(count);
    return count;
}

/// Takes all that a channel wants to send.
inline std::string take(tls::detail::channel& client)
{
    std::string bytes;
    for (auto out = client.outgoing(); !out.empty(); out = client.outgoing())
    {
        bytes += out;
        client.sent(out.size());
    }
    return bytes;
}

/// Carries a handshake through. @param step Most bytes that the client is given at a time.
inline status shake_hands(
    tls::detail::channel& client, server& peer, std::size_t step = std::string::npos)
{
    std::string waiting;
    for (int i = 0; i != 100000; ++i)
    {
        status const now = client.handshake();
        peer.feed(take(client));
        peer.handshake();
        waiting += peer.take();
        if (now == status::failed)
            return now;
        if (now == status::ok && peer.established())
        {
            // Session tickets of TLS 1.3 follow the handshake.
            BOOST_TEST_REQUIRE(feed(client, waiting) == waiting.size());
            return now;
        }
        if (waiting.empty() && now != status::want_write)
            return now;
        waiting.erase(0, feed(client, std::string_view(waiting).substr(0, step)));
    }
    return status::failed;
}

/// Sends a message to the server, which receives it.
inline std::string send(
    tls::detail::channel& client, server& peer, std::string_view head, std::string_view body = {})
{
    std::string received;
    status step = client.write(head, body);
    for (int i = 0; i != 100000; ++i)
    {
        peer.feed(take(client));
        received += peer.read();
        if (step != status::want_write)
            break;
        step = client.write_more();
    }
    BOOST_TEST((step == status::ok));
    return received;
}

/// What the client can decrypt of what the server has sent; the last step's result in `last`.
inline std::string receive(
    tls::detail::channel& client, server& peer, status& last, std::size_t step = std::string::npos)
{
    std::string waiting = peer.take();
    std::string found;
    std::string space(5000, '\0');
    for (int i = 0; i != 1000000; ++i)
    {
        auto const [read, count] = client.read(space);
        last = read;
        if (last == status::ok)
            found.append(space, 0, count);
        else if (last != status::want_read || waiting.empty())
            break;
        else
            waiting.erase(0, feed(client, std::string_view(waiting).substr(0, step)));
    }
    return found;
}

/// A client that trusts an authority.
inline context_pointer trusting(pki::identity const& authority, tls::options settings = {})
{
    settings.ca_pem = authority.certificate_pem();
    return tls::detail::context::open(std::move(settings)).value();
}

inline std::unique_ptr<tls::detail::channel> channel_to(
    context_pointer const& from, std::string host = "shop.example.org")
{
    return std::make_unique<tls::detail::channel>(from, std::move(host), std::uint16_t{443});
}

/// The authority that most tests use.
inline pki::identity const& authority()
{
    static pki::identity const made = pki::make_authority();
    return made;
}

/// A good certificate for shop.example.org.
inline pki::identity const& shop()
{
    static pki::identity const made = pki::make_server(authority(), {"DNS:shop.example.org"});
    return made;
}

} // namespace in_memory
