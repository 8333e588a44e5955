// SPDX-License-Identifier: BSL-1.0
// One request and its response without sockets: each state and event, plain and encrypted.
#include "support/fake_channel.hpp"

#include <restbind/http/exchange.hpp>
#include <restbind/http/input_buffer.hpp>

#include <boost/beast/http/error.hpp>
#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace
{

namespace http = restbind::http;
using http::exchange;
using http::sent_part;
using restbind::error_kind;
using restbind::phase;
using restbind::test::fake_channel;
using restbind::test::scrambled;
using http::step;
using channel_status = http::secure_channel::status;

constexpr std::string_view head = "POST /seats HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
constexpr std::string_view seat_body = "seat";
std::string const ok_head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
std::string const whole_response = ok_head + "hi";
auto const reset_by_peer = make_error_code(boost::system::errc::connection_reset);

/// An exchange, and the connection around it.
struct tested
{
    explicit tested(bool encrypted, http::parser_limits const& with = {.body = 1000, .header = 1000},
        http::outgoing_request const& request = {.head = head, .body = seat_body})
        : channel(encrypted ? std::make_unique<fake_channel>() : nullptr)
        , limits(with)
        , asked(request)
    {
    }

    /// Begins once the channel is as the test wants it.
    exchange& machine()
    {
        if (!made_)
            made_ = std::make_unique<exchange>(asked, response, limits, buffer, channel.get());
        return *made_;
    }

    /// Sends up to `most` bytes.
    void send(std::size_t most = std::string::npos)
    {
        while (machine().next() == step::send && most != 0)
        {
            auto const pieces = machine().output();
            std::string const there = std::string(pieces[0]) + std::string(pieces[1]);
            BOOST_TEST_REQUIRE(!pieces[0].empty());
            std::size_t const count = (std::min)(most, there.size());
            wire += there.substr(0, count);
            most -= count;
            machine().sent(count);
        }
    }

    /// Receives a text as far as it is wanted.
    void receive(std::string_view text)
    {
        std::string bytes = channel ? scrambled(text) : std::string(text);
        while (!bytes.empty() && machine().next() != step::done)
        {
            auto const space = machine().input();
            BOOST_TEST_REQUIRE(!space.empty());
            std::size_t const count = bytes.copy(space.data(), space.size());
            bytes.erase(0, count);
            machine().received(count);
            if (machine().next() == step::deliver)
                return;
        }
    }

    std::unique_ptr<fake_channel> channel;
    http::parser_limits limits;
    http::outgoing_request asked;
    http::response response;
    http::input_buffer buffer;
    std::string wire; ///< what the peer gets

private:
    std::unique_ptr<exchange> made_;
};

/// What is to be done next, or what became of it all.
std::string text_of(exchange& machine)
{
    if (machine.next() != step::done)
        return std::string(to_string(machine.next()));
    auto const& report = machine.report();
    std::string text = report.outcome.sent == sent_part::all    ? "sent all; "
                       : report.outcome.sent == sent_part::some ? "sent some; "
                                                        : "sent nothing; ";
    if (report.ended)
        return text + "whole" + (report.reusable ? ", reusable" : "") + (report.surplus ? ", surplus" : "");
    restbind::error const& failure = report.ended.error();
    auto const code = failure.code();
    text += std::string(to_string(failure.kind())) + " in " + std::string(to_string(failure.at()));
    if (code == boost::beast::http::error::end_of_stream)
        text += ", end of stream";
    else if (code == reset_by_peer)
        text += ", reset";
    if (failure.status() != 0)
        text += ", " + std::to_string(failure.status());
    return text;
}

/// How far an exchange has come.
enum class state
{
    nothing_sent,
    some_sent,
    all_sent,
    head_begun, ///< half of the response's head has come
    body_begun, ///< one of two bytes
    open_body   ///< of a body that ends with the connection
};

void bring_to(tested& with, state wanted)
{
    if (wanted == state::some_sent)
        with.send(7);
    else if (wanted != state::nothing_sent)
        with.send();
    if (wanted == state::head_begun)
        with.receive(std::string_view(ok_head).substr(0, 20));
    if (wanted == state::body_begun)
        with.receive(ok_head + "h");
    if (wanted == state::open_body)
        with.receive("HTTP/1.1 200 OK\r\n\r\nhi");
}

struct exchange_row
{
    state at;
    std::string_view event; ///< `sent`, `closed`, `failed`, or what is received
    std::string_view plain;
    std::string_view encrypted{}; ///< empty: the same
};

std::string_view const refused_as_too_large = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n";
std::string_view const interim = "HTTP/1.1 100 Continue\r\n\r\n";
std::string_view const no_http = "220 mail.example.com ESMTP\r\n\r\n";
std::string_view const two = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n";
std::string_view const closing = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

std::vector<exchange_row> const exchange_table{
    {state::nothing_sent, "sent", "receive"},
    {state::nothing_sent, refused_as_too_large, "sent nothing; whole"},
    {state::nothing_sent, interim, "send"},
    {state::nothing_sent, no_http, "sent nothing; HTTP protocol error in read"},
    {state::nothing_sent, two, "sent nothing; whole, surplus"},
    {state::nothing_sent, "closed", "sent nothing; sending failed in write, end of stream",
        "sent nothing; sending failed in write"},
    {state::nothing_sent, "failed", "sent nothing; sending failed in write, reset"},

    {state::some_sent, "sent", "receive"},
    {state::some_sent, refused_as_too_large, "sent some; whole"},
    {state::some_sent, interim, "send"},
    {state::some_sent, no_http, "sent some; HTTP protocol error in read"},
    {state::some_sent, two, "sent some; whole, surplus"},
    {state::some_sent, "closed", "sent some; sending failed in write, end of stream",
        "sent some; sending failed in write"},
    {state::some_sent, "failed", "sent some; sending failed in write, reset"},

    {state::all_sent, whole_response, "sent all; whole, reusable"},
    {state::all_sent, closing, "sent all; whole"},
    {state::all_sent, interim, "receive"},
    {state::all_sent, "HTTP/1.1 2", "receive"},
    {state::all_sent, no_http, "sent all; HTTP protocol error in read"},
    {state::all_sent, two, "sent all; whole, surplus"},
    {state::all_sent, "closed", "sent all; receiving failed in first byte, end of stream",
        "sent all; receiving failed in first byte"},
    {state::all_sent, "failed", "sent all; receiving failed in first byte, reset"},

    {state::head_begun, "tent-Length: 2\r\n\r\nhi", "sent all; whole, reusable"},
    {state::head_begun, "\x01", "sent all; HTTP protocol error in read"},
    {state::head_begun, "closed", "sent all; receiving failed in read, end of stream",
        "sent all; receiving failed in read"},
    {state::head_begun, "failed", "sent all; receiving failed in read, reset"},

    {state::body_begun, "i", "sent all; whole, reusable"},
    {state::body_begun, "ix", "sent all; whole, surplus"},
    {state::body_begun, "closed", "sent all; receiving failed in read, end of stream, 200",
        "sent all; receiving failed in read, 200"},
    {state::body_begun, "failed", "sent all; receiving failed in read, reset, 200"},

    {state::open_body, " there", "receive"},
    // Nobody but the peer may say where an encrypted body ends.
    {state::open_body, "closed", "sent all; whole", "sent all; receiving failed in read, 200"},
    {state::open_body, "failed", "sent all; receiving failed in read, reset, 200"},
};

/// A piece of a success goes to whoever takes it.
constexpr http::response_rule success{.status = 200, .body = http::body_kind::bytes, .media = "*/*"};

http::parser_limits streaming()
{
    return {.body = 1000, .header = 1000, .streamed = {&success, 1}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_exchange)

BOOST_AUTO_TEST_CASE(each_event_in_each_state_leads_to_the_next_step)
{
    for (bool const encrypted : {false, true})
        for (exchange_row const& one : exchange_table)
        {
            tested with(encrypted);
            bring_to(with, one.at);
            auto& machine = with.machine();
            if (one.event == "sent")
                with.send();
            else if (one.event == "closed")
                machine.closed();
            else if (one.event == "failed")
                machine.failed(reset_by_peer);
            else
                with.receive(one.event);
            BOOST_TEST_CONTEXT("state " << static_cast<int>(one.at) << ", " << one.event << (encrypted ? ", encrypted" : ""))
            {
                BOOST_TEST(text_of(machine) ==
                           (encrypted && !one.encrypted.empty() ? one.encrypted : one.plain));
            }
        }
}

BOOST_AUTO_TEST_CASE(head_and_body_go_out_in_one_write)
{
    tested with(false);
    auto const pieces = with.machine().output();
    BOOST_TEST(pieces[0] == head);
    BOOST_TEST(pieces[1] == seat_body);
}

BOOST_AUTO_TEST_CASE(a_request_may_be_sent_in_pieces_of_any_size)
{
    for (bool const encrypted : {false, true})
        for (std::size_t size = 1; size != head.size() + seat_body.size() + 1; ++size)
        {
            tested with(encrypted);
            if (encrypted)
                with.channel->capacity = 10;
            while (with.machine().next() == step::send)
                with.send(size);
            std::string const all = std::string(head) + std::string(seat_body);
            BOOST_TEST(with.wire == (encrypted ? scrambled(all) : all));
            BOOST_TEST(with.machine().report().bytes_sent == all.size());
            BOOST_TEST(!with.machine().is_sending());
        }
}

BOOST_AUTO_TEST_CASE(a_response_may_come_in_pieces_of_any_size)
{
    for (bool const encrypted : {false, true})
        for (std::size_t size = 1; size != whole_response.size() + 1; ++size)
        {
            tested with(encrypted);
            with.send();
            for (std::size_t at = 0; at < whole_response.size(); at += size)
                with.receive(std::string_view(whole_response).substr(at, size));
            BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
            BOOST_TEST(with.response.status == 200);
            BOOST_TEST(with.response.body == "hi");
            BOOST_TEST(with.machine().report().bytes_received == whole_response.size());
            BOOST_TEST(with.machine().response_bytes() == whole_response.size());
        }
}

BOOST_AUTO_TEST_CASE(an_early_response_may_end_with_the_connection)
{
    tested with(false);
    with.send(3);
    with.receive("HTTP/1.1 403 No\r\n\r\ngo away");
    BOOST_TEST(text_of(with.machine()) == "send");
    with.machine().closed();
    BOOST_TEST(text_of(with.machine()) == "sent some; whole");
    BOOST_TEST(with.response.body == "go away");
}

BOOST_AUTO_TEST_CASE(an_early_response_that_has_begun_does_not_stop_the_request)
{
    for (bool const encrypted : {false, true})
    {
        tested with(encrypted);
        with.send(3);
        with.receive(ok_head + "h");
        BOOST_TEST(text_of(with.machine()) == "send");
        with.send();
        BOOST_TEST(text_of(with.machine()) == "receive");
        with.receive("i");
        BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
    }
}

BOOST_AUTO_TEST_CASE(the_space_for_input_follows_the_limit_of_the_head_and_is_never_empty)
{
    for (std::size_t const limit : {std::size_t{0}, std::size_t{1}, std::size_t{100}, exchange::max_read + 1})
    {
        tested with(false, {.body = 1000, .header = limit});
        with.send();
        BOOST_TEST(with.machine().input().size() ==
                   (std::max<std::size_t>)((std::min)(limit, exchange::max_read), 1));
    }
}

BOOST_AUTO_TEST_CASE(what_exceeds_a_limit_ends_the_exchange)
{
    for (bool const encrypted : {false, true})
    {
        tested with(encrypted, {.body = 1, .header = 1000});
        with.send();
        with.receive(whole_response);
        BOOST_TEST(text_of(with.machine()) == "sent all; response too large in read, 200");
        BOOST_TEST(with.machine().report().ended.error().detail() == "the response is larger than the limit");
    }
}

BOOST_AUTO_TEST_CASE(a_response_without_content_ends_with_its_head)
{
    for (bool const has_no_content : {false, true})
    {
        tested with(false, {.body = 1000, .header = 1000},
            {.head = "HEAD / HTTP/1.1\r\n\r\n", .response_has_no_content = has_no_content});
        with.send();
        with.receive("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        BOOST_TEST(text_of(with.machine()) ==
                   (has_no_content ? "sent all; whole, reusable" : "receive"));
    }
}

BOOST_AUTO_TEST_CASE(pieces_of_a_success_are_delivered_before_anything_else_is_received)
{
    for (bool const encrypted : {false, true})
    {
        tested with(encrypted, streaming());
        with.send();
        with.receive("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        BOOST_TEST(text_of(with.machine()) == "receive");
        with.receive("abc");
        BOOST_TEST(text_of(with.machine()) == "deliver");
        BOOST_TEST(with.response.body == "abc");
        BOOST_TEST(!with.machine().is_complete());
        with.machine().delivered();
        BOOST_TEST(text_of(with.machine()) == "receive");
        with.receive("de");
        BOOST_TEST(text_of(with.machine()) == "deliver");
        BOOST_TEST(with.response.body == "de");
        BOOST_TEST(with.machine().is_complete());
        with.machine().delivered();
        BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
        BOOST_TEST(with.response.body == "");
    }
}

BOOST_AUTO_TEST_CASE(nothing_more_is_decrypted_before_a_piece_was_taken)
{
    http::parser_limits small = streaming();
    small.header = small.body = 60; // also the most that is decrypted at a time
    tested with(true, small);
    with.send();
    with.receive("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n" + std::string(200, 'x'));
    std::size_t size = 0;
    int pieces = 0;
    for (; with.machine().next() == step::deliver && pieces != 100; ++pieces)
    {
        size += with.response.body.size();
        with.machine().delivered();
    }
    BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
    BOOST_TEST(size == 200U);
    BOOST_TEST(pieces >= 4);
}

BOOST_AUTO_TEST_CASE(the_last_piece_of_a_body_that_ends_with_the_connection_is_delivered)
{
    tested with(true, streaming());
    with.send();
    with.channel->peer_closes = true;
    with.receive("HTTP/1.1 200 OK\r\n\r\nabc");
    BOOST_TEST(text_of(with.machine()) == "deliver");
    with.machine().delivered();
    BOOST_TEST(text_of(with.machine()) == "sent all; whole");
}

BOOST_AUTO_TEST_CASE(a_refusal_is_not_delivered_in_pieces)
{
    tested with(false, streaming());
    with.send();
    with.receive("HTTP/1.1 422 No\r\nContent-Length: 3\r\n\r\nabc");
    BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
    BOOST_TEST(with.response.body == "abc");
}

BOOST_AUTO_TEST_CASE(a_success_that_comes_early_is_delivered_once_the_request_is_sent)
{
    for (bool const encrypted : {false, true})
    {
        tested with(encrypted, streaming());
        with.send(3);
        with.receive(ok_head + "h");
        BOOST_TEST(text_of(with.machine()) == "send");
        with.send();
        BOOST_TEST(text_of(with.machine()) == "deliver");
        with.machine().delivered();
        with.receive("i");
        with.machine().delivered();
        BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
    }
}

BOOST_AUTO_TEST_CASE(who_cannot_take_a_piece_ends_the_exchange_with_its_own_reason)
{
    for (auto const at : {phase::none, phase::decode})
    {
        tested with(false, streaming());
        with.send();
        with.receive(whole_response);
        restbind::error why(error_kind::callback_failed, "the disk is full");
        with.machine().delivery_failed(restbind::detail::fill(why).with_phase(at).take());
        BOOST_TEST(text_of(with.machine()) ==
                   std::string("sent all; a function of the program has failed in ") +
                       (at == phase::none ? "read, 200" : "decode, 200"));
        BOOST_TEST(with.machine().report().ended.error().detail() == "the disk is full");
        BOOST_TEST(!with.machine().report().reusable);
        BOOST_TEST(with.response.body == "");
    }
}

BOOST_AUTO_TEST_CASE(what_ends_the_call_during_a_delivery_ends_the_exchange)
{
    tested with(false, streaming());
    with.send();
    with.receive(whole_response);
    with.machine().failed(reset_by_peer);
    BOOST_TEST(text_of(with.machine()) == "sent all; receiving failed in read, reset, 200");
    BOOST_TEST(with.response.body == "");
}

BOOST_AUTO_TEST_CASE(encryption_that_has_to_hear_the_peer_first_hears_it_before_it_sends)
{
    tested with(true);
    with.channel->on_write = channel_status::want_read;
    BOOST_TEST(text_of(with.machine()) == "receive");
    BOOST_TEST(with.machine().is_sending());
    with.receive("");
    with.machine().received(0);
    BOOST_TEST(text_of(with.machine()) == "receive");
    with.channel->on_write = channel_status::ok;
    with.machine().received(0);
    BOOST_TEST(text_of(with.machine()) == "send");
    with.send();
    BOOST_TEST(text_of(with.machine()) == "receive");
    BOOST_TEST(!with.machine().is_sending());
}

BOOST_AUTO_TEST_CASE(encryption_that_waits_for_a_peer_that_is_gone_has_failed)
{
    tested with(true);
    with.channel->on_write = channel_status::want_read;
    with.machine();
    with.channel->on_read = channel_status::want_read;
    with.machine().closed();
    BOOST_TEST(text_of(with.machine()) == "sent nothing; sending failed in write, end of stream");

    tested waiting(true);
    waiting.send();
    waiting.channel->on_read = channel_status::want_read;
    waiting.machine().closed();
    BOOST_TEST(text_of(waiting.machine()) == "sent all; receiving failed in first byte, end of stream");
}

// Such a step would be taken again and again, and nothing else would be done on the thread.
BOOST_AUTO_TEST_CASE(encryption_that_waits_for_nothing_has_failed)
{
    tested writing(true);
    writing.channel->on_write = channel_status::want_write;
    BOOST_TEST(text_of(writing.machine()) == "sent nothing; sending failed in write");
    BOOST_TEST(writing.machine().report().ended.error().code().failed());

    tested reading(true);
    reading.send();
    reading.channel->on_read = channel_status::want_write;
    reading.receive("x");
    BOOST_TEST(text_of(reading.machine()) == "sent all; receiving failed in first byte");
    BOOST_TEST(reading.machine().report().ended.error().code().failed());
}

BOOST_AUTO_TEST_CASE(encryption_that_reads_nothing_has_failed)
{
    /// Says that it has decrypted something.
    class empty_reader final : public restbind::test::idle_channel
    {
        decrypted read(std::span<char>) override { return {channel_status::ok, 0}; }
    };
    empty_reader channel;
    http::response response;
    http::input_buffer buffer;
    exchange machine({.head = head}, response, {.body = 10, .header = 100}, buffer, &channel);
    BOOST_TEST(text_of(machine) == "sent all; receiving failed in first byte");
    BOOST_TEST(machine.report().ended.error().detail() == "encryption ended without saying why");
}

// Whatever the peer says of the handshake once it was handed a request, it may have carried that
// out.
BOOST_AUTO_TEST_CASE(a_refusal_of_the_handshake_behind_a_request_is_a_lost_response)
{
    tested with(true);
    with.send();
    with.channel->on_read = channel_status::failed;
    with.channel->failed = restbind::error(error_kind::connect, "bad certificate");
    with.receive("x");
    BOOST_TEST(text_of(with.machine()) == "sent all; receiving failed in first byte");
    BOOST_TEST(with.machine().report().ended.error().detail() == "bad certificate");
    BOOST_TEST((with.machine().report().ended.error().code() == make_error_code(error_kind::connect)));
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_handshake_inside_a_request_is_a_failed_write)
{
    tested with(true);
    with.send(3);
    with.channel->on_read = channel_status::failed;
    with.channel->failed = restbind::error(error_kind::connect, "bad certificate");
    with.receive("x");
    BOOST_TEST(text_of(with.machine()) == "sent some; sending failed in write");
    BOOST_TEST(with.machine().report().ended.error().detail() == "bad certificate");
}

BOOST_AUTO_TEST_CASE(an_encrypted_stream_that_ends_properly_ends_an_open_body)
{
    tested with(true);
    with.send();
    with.channel->peer_closes = true;
    with.receive("HTTP/1.1 200 OK\r\n\r\nhi");
    BOOST_TEST(text_of(with.machine()) == "sent all; whole");
    BOOST_TEST(with.response.body == "hi");

    tested cut(true);
    cut.send();
    cut.channel->peer_closes = true;
    cut.receive(ok_head + "h");
    BOOST_TEST(text_of(cut.machine()) == "sent all; receiving failed in read, end of stream, 200");
    BOOST_TEST(cut.machine().report().ended.error().detail() == "the connection was closed inside the response");
}

BOOST_AUTO_TEST_CASE(what_encryption_responses_to_the_peer_is_sent_between_two_reads)
{
    tested with(true);
    with.send();
    with.channel->response_to_peer = "new key";
    with.receive("HTTP/1.1 2");
    BOOST_TEST(text_of(with.machine()) == "send");
    BOOST_TEST(!with.machine().is_sending());
    with.wire.clear();
    with.send(3);
    BOOST_TEST(text_of(with.machine()) == "send");
    with.send();
    BOOST_TEST(with.wire == "new key");
    BOOST_TEST(text_of(with.machine()) == "receive");
    with.receive("00 OK\r\nContent-Length: 0\r\n\r\n");
    BOOST_TEST(text_of(with.machine()) == "sent all; whole, reusable");
}

BOOST_AUTO_TEST_CASE(a_failed_response_to_the_peer_is_a_lost_response)
{
    tested with(true);
    with.send();
    with.channel->response_to_peer = "new key";
    with.receive("HTTP/1.1 2");
    with.machine().failed(reset_by_peer);
    BOOST_TEST(text_of(with.machine()) == "sent all; receiving failed in read, reset");
}

BOOST_AUTO_TEST_CASE(a_last_word_that_cannot_be_sent_changes_nothing_about_how_the_stream_has_ended)
{
    tested with(true);
    with.send();
    with.channel->response_to_peer = "close_notify";
    with.channel->peer_closes = true;
    with.receive("HTTP/1.1 200 OK\r\n\r\nhi");
    BOOST_TEST(text_of(with.machine()) == "send");
    with.machine().failed(reset_by_peer);
    BOOST_TEST(text_of(with.machine()) == "sent all; whole");
}

BOOST_AUTO_TEST_CASE(encrypted_surplus_that_was_decrypted_keeps_the_connection_from_being_reused)
{
    tested with(true);
    with.send();
    with.receive(whole_response + "HTTP/1.1 200 OK\r\n");
    BOOST_TEST(text_of(with.machine()) == "sent all; whole, surplus");
}

BOOST_AUTO_TEST_CASE(one_buffer_serves_one_exchange_after_the_other)
{
    http::input_buffer buffer;
    for (int round = 0; round != 2; ++round)
    {
        http::response response;
        exchange machine({.head = head, .body = seat_body}, response, {.body = 10, .header = 1000}, buffer);
        machine.sent(head.size() + seat_body.size());
        auto const space = machine.input();
        machine.received(whole_response.copy(space.data(), space.size()));
        BOOST_TEST(text_of(machine) == "sent all; whole, reusable");
        BOOST_TEST(buffer.size() == 0U);
    }
}

BOOST_AUTO_TEST_SUITE_END()
