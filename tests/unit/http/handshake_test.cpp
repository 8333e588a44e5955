// SPDX-License-Identifier: BSL-1.0
// The handshake of an encrypted connection without sockets: each state and event.
#include "support/fake_channel.hpp"

#include <restbind/http/handshake.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

namespace
{

namespace http = restbind::http;
using http::handshake;
using restbind::error_kind;
using restbind::phase;
using restbind::test::fake_channel;
using channel_status = http::secure_channel::status;

auto const reset_code = make_error_code(boost::system::errc::connection_reset);

/// What is to be done next, or how it has ended.
std::string text_of(handshake const& machine)
{
    if (machine.next() != http::step::done)
        return std::string(to_string(machine.next())) + (machine.is_held_back() ? ", held back" : "");
    if (machine.ended())
        return "done";
    restbind::error const& failure = machine.ended().error();
    BOOST_TEST((failure.at() == phase::handshake));
    BOOST_TEST(failure.code().failed());
    return std::string(to_string(failure.kind())) + (failure.code() == reset_code ? ", reset" : "") +
           ": " + failure.detail();
}

/// A channel whose steps come to this, with bytes for the peer.
fake_channel stepping(channel_status step, std::string out = {}, bool refusable = false)
{
    fake_channel channel;
    channel.on_handshake = step;
    channel.out = std::move(out);
    channel.refusable = refusable;
    return channel;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_handshake)

BOOST_AUTO_TEST_CASE(each_step_of_encryption_leads_to_the_next_step)
{
    struct row
    {
        channel_status step;
        std::string_view out;
        bool refusable;
        std::string_view first;
        std::string_view after_sending;
    };
    for (row const& one : {
             // What is left goes out together with the first request.
             row{channel_status::ok, "", false, "done", ""},
             row{channel_status::ok, "finished", false, "done", ""},
             row{channel_status::ok, "", true, "receive, held back", ""},
             row{channel_status::ok, "finished", true, "send, held back", "receive, held back"},
             row{channel_status::want_read, "", false, "receive", ""},
             row{channel_status::want_read, "hello", false, "send", "receive"},
             // Such a step would be taken for ever.
             row{channel_status::want_write, "", false, "connection failed: no trust", ""},
             row{channel_status::failed, "", false, "connection failed: no trust", ""},
             row{channel_status::failed, "alert", false, "send", "connection failed: no trust"},
             row{channel_status::closed, "", false, "connection failed: no trust", ""},
         })
    {
        fake_channel channel = stepping(one.step, std::string(one.out), one.refusable);
        channel.failed = restbind::error(error_kind::connect, "no trust");
        handshake machine(channel);
        BOOST_TEST(text_of(machine) == one.first);
        if (machine.next() != http::step::send)
            continue;
        BOOST_TEST(machine.output() == one.out);
        machine.sent(1);
        BOOST_TEST(text_of(machine) == one.first);
        machine.sent(one.out.size() - 1);
        BOOST_TEST(text_of(machine) == one.after_sending);
    }
}

BOOST_AUTO_TEST_CASE(a_message_longer_than_the_space_for_it_goes_on_after_sending)
{
    fake_channel channel = stepping(channel_status::want_write, "hello");
    handshake machine(channel);
    BOOST_TEST(text_of(machine) == "send");
    channel.on_handshake = channel_status::want_read;
    machine.sent(5);
    BOOST_TEST(channel.handshakes == 2);
    BOOST_TEST(text_of(machine) == "receive");
}

BOOST_AUTO_TEST_CASE(bytes_of_the_peer_carry_the_handshake_on)
{
    fake_channel channel = stepping(channel_status::want_read);
    handshake machine(channel);
    machine.input()[0] = 'x';
    machine.received(1);
    BOOST_TEST(channel.in == "x");
    BOOST_TEST(text_of(machine) == "receive");
    channel.on_handshake = channel_status::ok;
    machine.received(0);
    BOOST_TEST(text_of(machine) == "done");
}

BOOST_AUTO_TEST_CASE(an_end_of_the_stream_ends_the_handshake)
{
    for (bool const refusable : {false, true})
    {
        fake_channel channel =
            stepping(refusable ? channel_status::ok : channel_status::want_read, {}, refusable);
        handshake machine(channel);
        machine.closed();
        BOOST_TEST(channel.has_ended);
        BOOST_TEST(text_of(machine) == "connection failed: encryption ended without saying why");
    }
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_socket_is_told_unless_encryption_has_failed_before)
{
    fake_channel waiting = stepping(channel_status::want_read);
    handshake first(waiting);
    first.failed(reset_code);
    BOOST_TEST(text_of(first) == "connection failed, reset: ");

    // The alert that says why could not be sent.
    fake_channel broken = stepping(channel_status::failed, "alert");
    broken.failed = restbind::error(error_kind::certificate_rejected, "expired");
    handshake second(broken);
    second.failed(reset_code);
    BOOST_TEST(text_of(second) == "certificate rejected: expired");
}

BOOST_AUTO_TEST_CASE(a_failure_without_a_code_gets_that_of_its_kind)
{
    fake_channel channel = stepping(channel_status::failed);
    channel.failed = restbind::detail::fill(restbind::error(error_kind::connect, "bad record"))
                         .with_code({})
                         .take();
    handshake const machine(channel);
    BOOST_TEST(text_of(machine) == "connection failed: bad record");
    BOOST_TEST((machine.ended().error().code() == make_error_code(error_kind::connect)));
}

BOOST_AUTO_TEST_CASE(the_first_request_is_held_back_until_the_handshake_stands)
{
    fake_channel channel = stepping(channel_status::ok, {}, true);
    handshake machine(channel);
    BOOST_TEST(text_of(machine) == "receive, held back");
    machine.received(0); // nothing that says anything
    BOOST_TEST(text_of(machine) == "receive, held back");
    channel.refusable = false; // a session ticket
    machine.received(0);
    BOOST_TEST(text_of(machine) == "done");
    BOOST_TEST(channel.handshakes == 1);
}

BOOST_AUTO_TEST_CASE(a_refusal_while_the_request_is_held_back_is_a_failed_handshake)
{
    fake_channel channel = stepping(channel_status::ok, {}, true);
    handshake machine(channel);
    channel.quiet = false;
    channel.failed = restbind::error(error_kind::connect, "bad certificate");
    machine.received(0);
    BOOST_TEST(text_of(machine) == "connection failed: bad certificate");
}

BOOST_AUTO_TEST_CASE(a_peer_that_says_nothing_does_not_hold_the_request_back_for_ever)
{
    fake_channel channel = stepping(channel_status::ok, {}, true);
    handshake machine(channel);
    BOOST_TEST(handshake::max_refusal_wait.count() == 500);
    machine.stop_waiting();
    BOOST_TEST(text_of(machine) == "done");
}

BOOST_AUTO_TEST_SUITE_END()
