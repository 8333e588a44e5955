// SPDX-License-Identifier: BSL-1.0
// The glue between OpenSSL and a connection, without a socket.
#include "in_memory.hpp"

#include <restbind/tls/detail/openssl.hpp>

#include <openssl/err.h>

#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace in_memory;
using tls::errc;

/// A client and a server that have done their handshake.
struct pair
{
    explicit pair(int version = TLS1_3_VERSION, tls::options settings = {})
        : shared(server_context({shop()}))
        , client_context(trusting(authority(), std::move(settings)))
    {
        shared.versions(version, version);
        renew();
    }

    /// Another connection.
    void renew()
    {
        client = channel_to(client_context);
        peer.emplace(shared);
        BOOST_TEST_REQUIRE((shake_hands(*client, *peer) == status::ok));
    }

    server_context shared;
    context_pointer client_context;
    std::unique_ptr<tls::detail::channel> client;
    std::optional<server> peer;
};

std::string text_of_size(std::size_t size)
{
    std::string text(size, '\0');
    for (std::size_t i = 0; i != size; ++i)
        text[i] = static_cast<char>('a' + i * 31 % 26 + i / 1000 % 3);
    return text;
}

/// Number of records in a piece of an encrypted stream.
std::size_t records_in(std::string_view stream)
{
    std::size_t count = 0;
    for (; stream.size() >= 5; ++count)
        stream.remove_prefix(
            std::min<std::size_t>(stream.size(), 5U + 256U * static_cast<unsigned char>(stream[3]) +
                                                     static_cast<unsigned char>(stream[4])));
    return count;
}

int const both_versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};

} // namespace

BOOST_AUTO_TEST_SUITE(tls_channel)

BOOST_AUTO_TEST_CASE(text_passes_in_both_directions)
{
    for (int const version : both_versions)
    {
        pair with(version);
        BOOST_TEST(send(*with.client, *with.peer, "question", " and body") == "question and body");
        with.peer->write("response");
        status last{};
        BOOST_TEST(receive(*with.client, *with.peer, last) == "response");
        BOOST_TEST((last == status::want_read));
    }
}

BOOST_AUTO_TEST_CASE(bytes_may_come_one_at_a_time)
{
    for (int const version : both_versions)
    {
        server_context shared({shop()});
        shared.versions(version, version);
        server peer(shared);
        auto const client = channel_to(trusting(authority()));
        BOOST_TEST((shake_hands(*client, peer, 1) == status::ok));
        BOOST_TEST(send(*client, peer, "question") == "question");
        peer.write(text_of_size(1000));
        status last{};
        BOOST_TEST(receive(*client, peer, last, 1) == text_of_size(1000));
        BOOST_TEST((last == status::want_read));
    }
}

BOOST_AUTO_TEST_CASE(head_and_body_share_a_record)
{
    pair with;
    BOOST_TEST((with.client->write("head", "body") == status::ok));
    BOOST_TEST(records_in(take(*with.client)) == 1U);
}

BOOST_AUTO_TEST_CASE(messages_of_any_size_arrive_whole)
{
    pair with;
    for (std::size_t const head :
        {std::size_t{1}, std::size_t{400}, std::size_t{16384}, std::size_t{20000}})
        for (std::size_t const body : {std::size_t{0}, std::size_t{15983}, std::size_t{15984},
                 std::size_t{15985}, std::size_t{300000}})
        {
            std::string const first = text_of_size(head);
            std::string const second = text_of_size(body);
            BOOST_TEST((send(*with.client, *with.peer, first, second) == first + second));
        }
}

BOOST_AUTO_TEST_CASE(what_is_outgoing_is_bounded_whatever_the_message)
{
    pair with;
    std::string const body = text_of_size(5U << 20);
    BOOST_TEST((with.client->write("head", body) == status::want_write));
    std::string const out = take(*with.client);
    BOOST_TEST(out.size() <= tls::detail::cipher_buffers::capacity);
}

BOOST_AUTO_TEST_CASE(a_message_goes_on_however_little_is_sent_at_a_time)
{
    pair with;
    std::string const body = text_of_size(100000);
    status step = with.client->write("head", body);
    std::string received;
    for (int i = 0;
         i != 1000000 && (step == status::want_write || !with.client->outgoing().empty()); ++i)
    {
        auto const piece = with.client->outgoing().substr(0, 997);
        with.peer->feed(piece);
        with.client->sent(piece.size());
        received += with.peer->read();
        if (step == status::want_write)
            step = with.client->write_more();
    }
    BOOST_TEST((step == status::ok));
    BOOST_TEST((received == "head" + body));
}

BOOST_AUTO_TEST_CASE(large_responses_arrive_whole)
{
    pair with;
    std::string const text = text_of_size(1U << 20);
    with.peer->write(text);
    status last{};
    BOOST_TEST((receive(*with.client, *with.peer, last) == text));
    BOOST_TEST((last == status::want_read));
}

BOOST_AUTO_TEST_CASE(a_close_notify_ends_the_stream_properly)
{
    pair with;
    with.peer->write("last words");
    SSL_shutdown(with.peer->get());
    status last{};
    BOOST_TEST(receive(*with.client, *with.peer, last) == "last words");
    BOOST_TEST((last == status::closed));
    BOOST_TEST(!with.client->is_quiet());
}

BOOST_AUTO_TEST_CASE(a_cut_is_not_a_close_notify)
{
    for (int const version : both_versions)
    {
        pair with(version);
        with.peer->write("last words");
        status last{};
        BOOST_TEST(receive(*with.client, *with.peer, last) == "last words");
        with.client->input_ended();
        char space = 0;
        BOOST_TEST((with.client->read({&space, 1}).step == status::failed));
        BOOST_TEST((with.client->failure() == errc::truncated));
        BOOST_TEST((with.client->failure() == error_kind::read));
    }
}

BOOST_AUTO_TEST_CASE(a_cut_during_the_handshake_is_a_failed_connection)
{
    server_context const shared({shop()});
    server peer(shared);
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST((client->handshake() == status::want_read));
    peer.feed(take(*client));
    peer.handshake();
    feed(*client, peer.take().substr(0, 100));
    client->input_ended();
    BOOST_TEST((client->handshake() == status::failed));
    BOOST_TEST((client->failure() == errc::truncated));
    BOOST_TEST((client->failure() == error_kind::connect));
}

// survives: T18
BOOST_AUTO_TEST_CASE(a_close_notify_during_the_handshake_is_a_failed_connection)
{
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST((client->handshake() == status::want_read));
    feed(*client, std::string_view("\x15\x03\x03\x00\x02\x01\x00", 7)); // close_notify
    BOOST_TEST((client->handshake() == status::failed));
    BOOST_TEST((client->failure() == errc::truncated));
    BOOST_TEST((client->failure() == error_kind::connect));
}

// survives: T16
BOOST_AUTO_TEST_CASE(a_server_that_does_not_speak_tls_is_named_so)
{
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST((client->handshake() == status::want_read));
    feed(*client, "HTTP/1.1 400 Bad Request\r\n\r\n");
    BOOST_TEST((client->handshake() == status::failed));
    BOOST_TEST((client->failure() == errc::not_tls));
    BOOST_TEST((client->failure() == error_kind::connect));
}

BOOST_AUTO_TEST_CASE(damaged_bytes_break_the_stream)
{
    pair with;
    with.peer->write("a response");
    std::string stream = with.peer->take();
    stream.back() = static_cast<char>(stream.back() ^ 1);
    feed(*with.client, stream);
    char space[64];
    auto const decrypted = with.client->read(space);
    BOOST_TEST((decrypted.step == status::failed));
    BOOST_TEST(decrypted.count == 0U);
    BOOST_TEST((with.client->failure() == errc::broken_stream));
    BOOST_TEST((with.client->failure() == error_kind::read));
    BOOST_TEST((with.client->write("more", {}) == status::failed));
    BOOST_TEST((with.client->handshake() == status::failed));
}

BOOST_AUTO_TEST_CASE(a_server_that_stops_speaking_tls_breaks_the_stream)
{
    pair with;
    feed(*with.client, "HTTP/1.1 400 Bad Request\r\n\r\n");
    char space[64];
    BOOST_TEST((with.client->read(space).step == status::failed));
    BOOST_TEST((with.client->failure() == errc::broken_stream));
    BOOST_TEST((with.client->failure() == error_kind::read));
}

BOOST_AUTO_TEST_CASE(an_alert_in_the_handshake_is_reported_in_words)
{
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST((client->handshake() == status::want_read));
    feed(*client, std::string_view("\x15\x03\x03\x00\x02\x02\x50", 7)); // internal_error
    BOOST_TEST((client->handshake() == status::failed));
    BOOST_TEST((client->failure() == errc::alert));
    BOOST_TEST(client->failure().detail() == "shop.example.org:443: tlsv1 alert internal error");
}

// survives: T19
BOOST_AUTO_TEST_CASE(a_failed_handshake_says_nothing_of_a_certificate_that_nobody_asked_for)
{
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST((client->handshake() == status::want_read));
    feed(*client, std::string_view("\x15\x03\x03\x00\x02\x02\x28", 7)); // handshake_failure
    BOOST_TEST((client->handshake() == status::failed));
    BOOST_TEST((client->failure() == errc::alert));
}

BOOST_AUTO_TEST_CASE(tickets_are_no_response)
{
    pair with;
    BOOST_TEST(with.client_context->sessions.size() == 0U);
    BOOST_TEST(with.client->is_quiet());
    BOOST_TEST(with.client_context->sessions.size() == 2U);
    BOOST_TEST(with.client->is_quiet());
    BOOST_TEST(send(*with.client, *with.peer, "question") == "question");
}

BOOST_AUTO_TEST_CASE(whatever_else_is_received_between_requests_is_not_quiet)
{
    {
        pair with;
        with.peer->write("foreign response");
        feed(*with.client, with.peer->take());
        BOOST_TEST(!with.client->is_quiet());
    }
    {
        pair with;
        with.peer->write("foreign response");
        feed(*with.client, with.peer->take().substr(0, 3)); // tickets, then half a record
        BOOST_TEST(!with.client->is_quiet());
    }
    {
        // The surplus came together with the response before it and is already with OpenSSL.
        pair with;
        with.peer->write("response");
        with.peer->write("foreign response");
        feed(*with.client, with.peer->take());
        char space[6];
        BOOST_TEST((with.client->read(space).step == status::ok));
        BOOST_TEST(!with.client->is_quiet());
    }
}

BOOST_AUTO_TEST_CASE(keys_may_be_changed_on_the_way)
{
    pair with;
    BOOST_TEST(SSL_key_update(with.peer->get(), SSL_KEY_UPDATE_REQUESTED) == 1);
    with.peer->write("with new keys");
    status last{};
    BOOST_TEST(receive(*with.client, *with.peer, last) == "with new keys");
    BOOST_TEST(send(*with.client, *with.peer, "question") == "question");
    with.peer->write("still there");
    BOOST_TEST(receive(*with.client, *with.peer, last) == "still there");
    BOOST_TEST(SSL_get_key_update_type(with.peer->get()) == SSL_KEY_UPDATE_NONE);
}

BOOST_AUTO_TEST_CASE(a_renegotiation_is_declined)
{
    pair with(TLS1_2_VERSION);
    BOOST_TEST(SSL_renegotiate(with.peer->get()) == 1);
    with.peer->handshake();
    std::string const request = with.peer->take();
    BOOST_TEST(!request.empty());
    feed(*with.client, request);
    char space[16];
    BOOST_TEST((with.client->read(space).step == status::want_read));
    // A warning, and no new handshake: nothing but a record of one alert.
    std::string const reaction = take(*with.client);
    BOOST_TEST_REQUIRE(!reaction.empty());
    BOOST_TEST(int{reaction[0]} == SSL3_RT_ALERT);
    BOOST_TEST(records_in(reaction) == 1U);
}

BOOST_AUTO_TEST_CASE(closing_says_close_notify)
{
    pair with;
    with.client->close();
    with.peer->feed(take(*with.client));
    char space = 0;
    std::size_t count = 0;
    int const result = SSL_read_ex(with.peer->get(), &space, 1, &count);
    BOOST_TEST(SSL_get_error(with.peer->get(), result) == SSL_ERROR_ZERO_RETURN);
}

BOOST_AUTO_TEST_CASE(nothing_is_said_in_the_middle_of_a_message_or_before_the_handshake)
{
    pair with;
    std::string const body = text_of_size(100000);
    BOOST_TEST((with.client->write("head", body) == status::want_write));
    std::size_t const before = take(*with.client).size();
    BOOST_TEST(before > 0U);
    with.client->close();
    BOOST_TEST(take(*with.client).empty());

    pair unsent;
    BOOST_TEST((unsent.client->write("head", "body") == status::ok));
    std::size_t const size = unsent.client->outgoing().size();
    unsent.client->close();
    BOOST_TEST(take(*unsent.client).size() == size);

    auto const early = channel_to(with.client_context);
    early->close();
    BOOST_TEST(take(*early).empty());
}

BOOST_AUTO_TEST_CASE(a_session_is_resumed_on_the_next_connection)
{
    for (int const version : both_versions)
    {
        pair with(version);
        BOOST_TEST(with.client->is_quiet()); // takes the tickets in
        BOOST_TEST(!with.peer->resumed());
        for (int i = 0; i != 3; ++i)
        {
            with.renew();
            BOOST_TEST(with.peer->resumed());
            BOOST_TEST(with.client->is_quiet());
            BOOST_TEST(send(*with.client, *with.peer, "question") == "question");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_ticket_of_version_1_3_is_used_once)
{
    pair with;
    BOOST_TEST(with.client->is_quiet());
    BOOST_TEST(with.client_context->sessions.size() == 2U);
    auto const second = channel_to(with.client_context);
    auto const third = channel_to(with.client_context);
    BOOST_TEST(with.client_context->sessions.size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_session_of_version_1_2_serves_several_connections)
{
    pair with(TLS1_2_VERSION);
    BOOST_TEST(with.client_context->sessions.size() == 1U);
    auto const second = channel_to(with.client_context);
    auto const third = channel_to(with.client_context);
    server of_second(with.shared);
    server of_third(with.shared);
    BOOST_TEST((shake_hands(*second, of_second) == status::ok));
    BOOST_TEST((shake_hands(*third, of_third) == status::ok));
    BOOST_TEST(of_second.resumed());
    BOOST_TEST(of_third.resumed());
}

BOOST_AUTO_TEST_CASE(sessions_are_resumed_with_the_same_host_and_port_only)
{
    server_context shared(
        {pki::make_server(authority(), {"DNS:a.example.org", "DNS:b.example.org"})});
    auto const from = trusting(authority());
    auto const resumes = [&](std::string const& host, std::uint16_t port)
    {
        tls::detail::channel client(from, host, port);
        server peer(shared);
        BOOST_TEST((shake_hands(client, peer) == status::ok));
        BOOST_TEST(client.is_quiet());
        return peer.resumed();
    };
    BOOST_TEST(!resumes("a.example.org", 443));
    BOOST_TEST(!resumes("b.example.org", 443));
    BOOST_TEST(!resumes("a.example.org", 444));
    BOOST_TEST(resumes("a.example.org", 443));
}

BOOST_AUTO_TEST_CASE(resumption_can_be_switched_off)
{
    for (int const version : both_versions)
    {
        pair with(version, {.resume_sessions = false});
        // With TLS 1.2 no ticket is even asked for.
        if (version == TLS1_2_VERSION)
            BOOST_TEST(SSL_SESSION_has_ticket(SSL_get0_session(with.client->get())) == 0);
        BOOST_TEST(with.client->is_quiet());
        BOOST_TEST(with.client_context->sessions.size() == 0U);
        with.renew();
        BOOST_TEST(!with.peer->resumed());
    }
}

BOOST_AUTO_TEST_CASE(a_session_does_not_outlive_the_certificate, *boost::unit_test::label("slow"))
{
    pki::description const brief{
        .names = {"DNS:shop.example.org"}, .ends = std::chrono::seconds(3), .usage = "serverAuth"};
    auto const leaf = pki::make(brief, &authority());
    server_context shared({leaf});
    auto const from = trusting(authority());
    auto client = channel_to(from);
    server peer(shared);
    BOOST_TEST_REQUIRE((shake_hands(*client, peer) == status::ok));
    BOOST_TEST(client->is_quiet());
    BOOST_TEST(from->sessions.size() == 2U);
    while (X509_cmp_time(X509_get0_notAfter(leaf.certificate()), nullptr) > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    client = channel_to(from);
    server second(shared);
    BOOST_TEST((shake_hands(*client, second) == status::failed));
    BOOST_TEST((client->failure() == errc::certificate_expired));
}

BOOST_AUTO_TEST_CASE(sessions_are_forgotten_when_resuming_fails)
{
    pair with(TLS1_2_VERSION);
    BOOST_TEST(with.client_context->sessions.size() == 1U);
    auto const client = channel_to(with.client_context);
    BOOST_TEST((client->handshake() == status::want_read));
    feed(*client, std::string_view("\x15\x03\x03\x00\x02\x02\x50", 7));
    BOOST_TEST((client->handshake() == status::failed));
    BOOST_TEST(with.client_context->sessions.size() == 0U);
}

BOOST_AUTO_TEST_CASE(sessions_are_kept_when_a_full_handshake_fails)
{
    auto const from = trusting(authority());
    auto const early = channel_to(from); // there was no session yet
    server_context const shared({shop()});
    server peer(shared);
    auto const client = channel_to(from);
    BOOST_TEST_REQUIRE((shake_hands(*client, peer) == status::ok));
    BOOST_TEST(client->is_quiet());
    BOOST_TEST(from->sessions.size() == 2U);
    early->input_ended();
    BOOST_TEST((early->handshake() == status::failed));
    BOOST_TEST(from->sessions.size() == 2U);
}

BOOST_AUTO_TEST_CASE(the_number_of_sessions_is_bounded)
{
    using tls::detail::session_cache;
    pair with;
    BOOST_TEST(with.client->is_quiet());
    auto const session = with.client_context->sessions.take("shop.example.org:443");
    BOOST_TEST_REQUIRE(session.get());
    session_cache cache;
    auto const put = [&](std::string const& peer)
    {
        SSL_SESSION_up_ref(session.get());
        cache.put(peer, tls::detail::openssl_ptr<SSL_SESSION>(session.get()));
    };
    for (std::size_t i = 0; i != 3 * session_cache::most; ++i)
        put("busy");
    BOOST_TEST(cache.size() == session_cache::max_sessions_of_peer);
    for (std::size_t i = 0; i != 3 * session_cache::most; ++i)
        put("peer " + std::to_string(i));
    BOOST_TEST(cache.size() == session_cache::most);
    BOOST_TEST(!cache.take("peer 0"));
    BOOST_TEST((cache.take("peer " + std::to_string(3 * session_cache::most - 1)) != nullptr));
    cache.forget("peer " + std::to_string(3 * session_cache::most - 2));
    BOOST_TEST(cache.size() == session_cache::most - 2);
}

// survives: T20
BOOST_AUTO_TEST_CASE(names_are_sent_and_addresses_are_not)
{
    server_context shared({pki::make_server(
        authority(), {"DNS:shop.example.org", "IP:192.0.2.7", "IP:2001:db8::7"})});
    auto const from = trusting(authority());
    auto const name_sent = [&](std::string const& host)
    {
        auto const client = channel_to(from, host);
        server peer(shared);
        BOOST_TEST((shake_hands(*client, peer) == status::ok));
        char const* const name = SSL_get_servername(peer.get(), TLSEXT_NAMETYPE_host_name);
        return std::string(name ? name : "none");
    };
    BOOST_TEST(name_sent("shop.example.org") == "shop.example.org");
    BOOST_TEST(name_sent("shop.example.org.") == "shop.example.org");
    BOOST_TEST(name_sent("192.0.2.7") == "none");
    BOOST_TEST(name_sent("2001:db8::7") == "none");
}

BOOST_AUTO_TEST_CASE(http_1_1_is_offered)
{
    server_context shared({shop()});
    std::string offered;
    SSL_CTX_set_alpn_select_cb(
        shared.get(),
        [](SSL*, unsigned char const** out, unsigned char* size, unsigned char const* in,
            unsigned int in_size, void* found)
        {
            static_cast<std::string*>(found)->assign(reinterpret_cast<char const*>(in), in_size);
            *out = in + 1;
            *size = in[0];
            return SSL_TLSEXT_ERR_OK;
        },
        &offered);
    auto const client = channel_to(trusting(authority()));
    server peer(shared);
    BOOST_TEST((shake_hands(*client, peer) == status::ok));
    BOOST_TEST(offered == "\x08http/1.1");
}

BOOST_AUTO_TEST_CASE(errors_of_others_in_the_queue_of_openssl_do_no_harm)
{
    server_context const shared({shop()});
    server peer(shared);
    auto const client = channel_to(trusting(authority()));
    ERR_raise(ERR_LIB_SSL, SSL_R_WRONG_VERSION_NUMBER);
    BOOST_TEST((client->handshake() == status::want_read));
    peer.feed(take(*client));
    peer.handshake();
    feed(*client, peer.take());
    ERR_raise(ERR_LIB_SSL, SSL_R_WRONG_VERSION_NUMBER);
    BOOST_TEST((client->handshake() == status::ok));
    peer.feed(take(*client));
    peer.handshake();
    feed(*client, peer.take()); // tickets
    ERR_raise(ERR_LIB_SSL, SSL_R_WRONG_VERSION_NUMBER);
    BOOST_TEST(client->is_quiet());
    ERR_raise(ERR_LIB_SSL, SSL_R_WRONG_VERSION_NUMBER);
    BOOST_TEST(send(*client, peer, "question") == "question");
    ERR_clear_error();
}

BOOST_AUTO_TEST_CASE(a_client_certificate_is_sent_when_asked_for)
{
    for (int const version : both_versions)
    {
        auto const kiosk = pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &authority());
        server_context shared({shop()});
        shared.versions(version, version);
        SSL_CTX_set_verify(
            shared.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        X509_STORE_add_cert(SSL_CTX_get_cert_store(shared.get()), authority().certificate());
        tls::options settings;
        settings.certificate_pem = kiosk.certificate_pem();
        settings.private_key_pem = restbind::secret(kiosk.key_pem());
        auto const client = channel_to(trusting(authority(), std::move(settings)));
        server peer(shared);
        BOOST_TEST((shake_hands(*client, peer) == status::ok));
        BOOST_TEST((SSL_get0_peer_certificate(peer.get()) != nullptr));
    }
}

// survives: T25
BOOST_AUTO_TEST_CASE(a_certificate_that_is_asked_for_after_the_handshake_is_sent)
{
    auto const kiosk = pki::make({.common_name = "kiosk", .usage = "clientAuth"}, &authority());
    for (bool const has_certificate : {true, false})
    {
        tls::options settings;
        if (has_certificate)
        {
            settings.certificate_pem = kiosk.certificate_pem();
            settings.private_key_pem = restbind::secret(kiosk.key_pem());
        }
        pair with(TLS1_3_VERSION, std::move(settings));
        X509_STORE_add_cert(SSL_CTX_get_cert_store(with.shared.get()), authority().certificate());
        SSL* const peer = with.peer->get();
        BOOST_TEST(send(*with.client, *with.peer, "question") == "question");
        SSL_set_verify(peer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        // The client has said in its handshake whether it can be asked.
        BOOST_TEST((SSL_verify_client_post_handshake(peer) == 1) == has_certificate);
        if (!has_certificate)
            continue;
        with.peer->handshake();
        status last{};
        BOOST_TEST(receive(*with.client, *with.peer, last) == "");
        BOOST_TEST((last == status::want_read));
        with.peer->feed(take(*with.client));
        BOOST_TEST(with.peer->read() == "");
        BOOST_TEST((SSL_get0_peer_certificate(peer) != nullptr));
        with.peer->write("response");
        BOOST_TEST(receive(*with.client, *with.peer, last) == "response");
    }
}

// survives: T25
BOOST_AUTO_TEST_CASE(a_server_that_insists_on_a_renegotiation_is_an_error_that_says_so)
{
    pair with(TLS1_2_VERSION);
    BOOST_TEST(send(*with.client, *with.peer, "question") == "question");
    BOOST_TEST(SSL_renegotiate(with.peer->get()) == 1);
    with.peer->handshake();
    status last{};
    receive(*with.client, *with.peer, last);
    BOOST_TEST((last == status::want_read));
    // For the server that is a failed handshake.
    with.peer->feed(take(*with.client));
    BOOST_TEST(with.peer->read() == "");
    receive(*with.client, *with.peer, last);
    BOOST_TEST((last == status::failed));
    BOOST_TEST((with.client->failure() == error_kind::read));
    BOOST_TEST(with.client->failure().detail().starts_with(
                   "shop.example.org:443: the server wanted to renegotiate, which this client refuses "
                   "(TLS 1.3 asks for a certificate without it): "),
        with.client->failure());
}

BOOST_AUTO_TEST_CASE(a_missing_client_certificate_is_named_even_after_the_handshake)
{
    for (int const version : both_versions)
    {
        server_context shared({shop()});
        shared.versions(version, version);
        SSL_CTX_set_verify(
            shared.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        auto const client = channel_to(trusting(authority()));
        server peer(shared);
        status last = shake_hands(*client, peer);
        if (last == status::ok || last == status::want_read)
            receive(*client, peer, last);
        BOOST_TEST((last == status::failed));
        BOOST_TEST((client->failure() == errc::client_certificate_refused), client->failure());
        BOOST_TEST((client->failure() == error_kind::connect));
        BOOST_TEST(!peer.established());
    }
}

// survives: T19
BOOST_AUTO_TEST_CASE(a_certificate_refused_behind_a_part_of_an_response_is_an_error_of_reading)
{
    server_context const shared({shop()});
    SSL_CTX_set_verify(shared.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    server peer(shared);
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST((client->handshake() == status::want_read));
    peer.feed(take(*client));
    // TLS 1.3 lets a server answer before it has seen who asks.
    char none = 0;
    std::size_t count = 0;
    BOOST_TEST_REQUIRE(
        SSL_read_early_data(peer.get(), &none, 1, &count) == SSL_READ_EARLY_DATA_FINISH);
    BOOST_TEST_REQUIRE(SSL_write_early_data(peer.get(), "response", 8, &count) == 1);
    feed(*client, peer.take());
    BOOST_TEST((client->handshake() == status::ok));
    status last{};
    BOOST_TEST(receive(*client, peer, last) == "response");
    peer.feed(take(*client));
    BOOST_TEST(!peer.handshake());
    receive(*client, peer, last);
    BOOST_TEST((last == status::failed));
    BOOST_TEST((client->failure() == errc::client_certificate_refused), client->failure());
    BOOST_TEST((client->failure() == error_kind::read));
}

// survives: T19
BOOST_AUTO_TEST_CASE(an_alert_behind_an_response_says_nothing_of_the_certificate)
{
    server_context shared({shop()});
    shared.versions(TLS1_2_VERSION, TLS1_2_VERSION);
    SSL_CTX_set_verify(shared.get(), SSL_VERIFY_PEER, nullptr); // asks and does not insist
    server peer(shared);
    auto const client = channel_to(trusting(authority()));
    BOOST_TEST_REQUIRE((shake_hands(*client, peer) == status::ok));
    peer.write("response");
    status last{};
    BOOST_TEST(receive(*client, peer, last) == "response");
    // A renegotiation that is declined is a failed handshake for the server.
    BOOST_TEST(SSL_renegotiate(peer.get()) == 1);
    peer.handshake();
    receive(*client, peer, last);
    peer.feed(take(*client));
    BOOST_TEST(peer.read() == "");
    receive(*client, peer, last);
    BOOST_TEST((last == status::failed));
    BOOST_TEST((client->failure() == errc::alert), client->failure());
    BOOST_TEST((client->failure() == error_kind::read));
}

BOOST_AUTO_TEST_SUITE_END()
