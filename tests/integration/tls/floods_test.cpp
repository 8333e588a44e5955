// SPDX-License-Identifier: BSL-1.0
// A peer that never stops talking TLS, and never responds.
#include "fixture.hpp"
#include "support/tls_alert.hpp"

#include <boost/asio/detached.hpp>

#include <openssl/ssl.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

namespace
{

using namespace fake;
using restbind::test::alert_sender;
using flood = std::function<bool(SSL*, alert_sender&)>;

/// Memory of this process that is in use, in bytes.
std::size_t resident_size()
{
    std::ifstream statistics("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    statistics >> total >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Memory that a flood may cost, in bytes. The address sanitizer keeps up to 256 MiB of what was
/// freed.
#ifdef RESTBIND_SANITIZED
constexpr std::size_t max_growth = 320U << 20;
#else
constexpr std::size_t max_growth = 64U << 20;
#endif

/// How a call ended, and how often other work of its thread was done meanwhile.
struct outcome_under_flood
{
    restbind::error failure;
    std::chrono::milliseconds took{0};
    int ticks = 0;
};

awaitable<void> tick(int& count, bool const& ended)
{
    while (!ended)
    {
        co_await sleep_for(5ms);
        ++count;
    }
}

/// One call with a deadline of 600 ms to a server that floods the client instead of answering it.
outcome_under_flood call_under(flood const& sending)
{
    std::atomic<int> effects = 0;
    auto behaviour = behave_well();
    behaviour.oldest = TLS1_3_VERSION;
    behaviour.sends_alerts = true;
    tls_server const server(behaviour,
        [&](received_request const&)
        {
            ++effects;
            tls_reply reply;
            reply.flood = sending;
            return reply;
        });
    auto options = options_for(server);
    options.timeouts.call = 600ms;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    outcome_under_flood seen;
    bool ended = false;
    boost::asio::co_spawn(io, tick(seen.ticks, ended), boost::asio::detached);
    auto const start = clock::now();
    std::optional<restbind::result<Item>> outcome;
    run(io,
        [&]() -> awaitable<void>
        {
            auto work = caller.buy(good_item);
            outcome.emplace(co_await std::move(work));
            seen.took = since(start);
            ended = true;
        });
    BOOST_TEST_REQUIRE(!outcome->has_value());
    seen.failure = outcome->error();
    BOOST_TEST(effects == 1);
    BOOST_TEST(seen.failure.outcome_unknown());
    return seen;
}

bool send_ticket(SSL* ssl, alert_sender&)
{
    return SSL_new_session_ticket(ssl) == 1 && SSL_do_handshake(ssl) == 1;
}

bool send_key_update(SSL* ssl, alert_sender&)
{
    return SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1 && SSL_do_handshake(ssl) == 1;
}

bool ask_for_key_update(SSL* ssl, alert_sender&)
{
    return SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) == 1 && SSL_do_handshake(ssl) == 1;
}

bool send_empty_record(SSL*, alert_sender& records)
{
    return records.send_empty_record();
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_floods)

// survives: T22
BOOST_AUTO_TEST_CASE(a_flood_of_messages_of_tls_ends_at_the_deadline_and_leaves_others_their_turn,
    *boost::unit_test::label("slow"))
{
    for (auto const sending : {&send_ticket, &send_key_update, &ask_for_key_update})
    {
        std::size_t const before = resident_size();
        auto const seen = call_under(sending);
        BOOST_TEST((seen.failure == error_kind::timed_out || seen.failure == error_kind::read),
            seen.failure);
        BOOST_TEST((seen.took < 1200ms), seen.took.count());
        if (seen.failure == error_kind::timed_out)
            BOOST_TEST(seen.ticks >= 5); // 600 ms have time for 120, a busy machine for fewer
        BOOST_TEST(resident_size() < before + max_growth);
    }
}

// survives: T22
BOOST_AUTO_TEST_CASE(a_flood_of_empty_records_ends_the_call)
{
    auto const seen = call_under(&send_empty_record);
    BOOST_TEST((seen.failure == error_kind::read), seen.failure);
    // OpenSSL takes 32 of them in a row.
    BOOST_TEST(seen.failure.detail().find("record too small") != std::string::npos, seen.failure);
    BOOST_TEST((seen.took < 600ms), seen.took.count());
}

BOOST_AUTO_TEST_SUITE_END()
