// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/ref_counted.hpp>

#include <array>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> connection::perform(
    http::handshake& shaking, clock::time_point held_until)
{
    last_.code = asio::error::operation_aborted;
    last_.count = 0;
    // If the peer sends without pause, every read completes, also on a connection that was stopped.
    if (is_over())
        co_return;
    std::span<char> const space = shaking.input();
    if (shaking.next() == http::step::send)
    {
        last_.count = write_some(as_buffer(shaking.output()), last_.code);
        if (!means_not_now(last_.code))
            co_return;
        co_await wait_ready(readiness::to_write);
    }
    else if (!shaking.is_held_back() && !stream_)
    {
        auto input = receive(space);
        co_await std::move(input);
    }
    else
    {
        co_await wait_ready(readiness::to_read, held_until);
        if (!last_.code)
            last_.count = read_some(space, 0, last_.code);
        if (means_not_now(last_.code))
            last_.code = {};
    }
    if (stopped() != stop_reason::none)
        last_.code = asio::error::operation_aborted;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> connection::secure(
    std::unique_ptr<http::secure_channel> channel,
    std::shared_ptr<http::secure_channel_factory> maker)
{
    using step = http::step;
    cancellation_ = co_await asio::this_coro::cancellation_state;
    encryption_.maker = std::move(maker);
    encryption_.channel = std::move(channel);
    if (!encryption_.channel)
        co_return restbind::detail::fill(
            error(error_kind::connect, "there is no encryption for the connection"))
            .with_phase(phase::handshake)
            .take();
    http::handshake shaking(*encryption_.channel);
    std::optional<clock::time_point> held_until;
    while (shaking.next() != step::done)
    {
        if (shaking.is_held_back() && !held_until)
            held_until = time_.now() + http::handshake::max_refusal_wait;
        bool const sends = shaking.next() == step::send;
        co_await perform(shaking, held_until.value_or((clock::time_point::max)()));
        if (last_.code == asio::error::timed_out && held_until && !sends)
            shaking.stop_waiting();
        else if (last_.code == asio::error::eof)
            shaking.closed();
        else if (last_.code)
            shaking.failed(last_.code);
        else if (sends)
            shaking.sent(last_.count);
        else
            shaking.received(last_.count);
    }
    if (shaking.ended())
        co_return result<void>();
    error failure = shaking.ended().error();
    explain(failure);
    co_return failure;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> connection::wait_ready(
    readiness wanted, clock::time_point until)
{
    last_.code = asio::error::operation_aborted;
    waiter waiting(executor(), time_);
    {
        std::lock_guard const lock(clock_.mutex());
        if (stopped() != stop_reason::none)
            co_return;
        waiting.join(ready_.waiting, clock_.mutex(), until);
        completion_handler const done{intrusive_ptr<completion_target>(this), ++ready_.number};
        if (stream_) [[unlikely]]
            stream_->wait(wanted != readiness::to_write, wanted != readiness::to_read, *this);
        else if (wanted != readiness::to_read)
            socket_.async_wait(asio::socket_base::wait_write, done);
        if (!stream_ && wanted != readiness::to_write)
            socket_.async_wait(asio::socket_base::wait_read, done);
    }
    wait_end const end = co_await waiting.wait();
    std::lock_guard const lock(clock_.mutex());
    ++ready_.number;
    cancel_operations();
    if (end == wait_end::timed_out)
        last_.code = asio::error::timed_out;
    else if (end != wait_end::granted)
        last_.code = asio::error::operation_aborted;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> connection::connect(
    result<std::unique_ptr<net::transport::stream>> begun, clock::time_point until)
{
    if (!begun)
        co_return begun.error();
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    error_code code;
    {
        std::lock_guard const lock(clock_.mutex());
        if (stopped() != stop_reason::none)
            co_return wait_error(wait_end::client_closed, phase::connect);
        stream_ = std::move(*begun);
        code = stream_->connected();
    }
    while (means_not_now(code))
    {
        co_await wait_ready(readiness::to_write, until);
        if (stopped() != stop_reason::none)
            co_return wait_error(wait_end::client_closed, phase::connect);
        if (cancellation.cancelled() != asio::cancellation_type::none)
            co_return wait_error(wait_end::cancelled, phase::connect);
        if (last_.code == asio::error::timed_out)
            co_return wait_error(wait_end::timed_out, phase::connect);
        std::lock_guard const lock(clock_.mutex());
        code = stream_->connected();
    }
    if (code)
        co_return connect_error(code);
    co_return result<void>();
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> connection::receive_by_stream()
{
    std::span<char> const space = present_->machine.input();
    do
    {
        co_await wait_ready(readiness::to_read);
        last_.count = 0;
        if (!last_.code)
            last_.count = read_some(space, 0, last_.code);
    } while (means_not_now(last_.code));
    present_->next = received();
}

RESTBIND_COLD RESTBIND_DECL std::size_t connection::write_to_stream(
    asio::const_buffer bytes, error_code& code)
{
    code = {};
    return stream_->write_some({static_cast<char const*>(bytes.data()), bytes.size()}, code);
}

RESTBIND_COLD RESTBIND_DECL std::size_t connection::read_from_stream(
    std::span<char> space, asio::socket_base::message_flags flags, error_code& code)
{
    code = {};
    return stream_->read_some(space, flags == asio::socket_base::message_peek, code);
}

RESTBIND_DECL http::step connection::begin(outgoing_request const& request,
    http::parser_limits const& limits, http::response& response,
    asio::cancellation_state const& cancellation, attempt_times* times)
{
    cancellation_ = cancellation;
    // What is to end the call may have come while no operation was pending that it could end. Then
    // encryption is handed nothing, so that its end is a clean one.
    bool const ends = is_over();
    exchange_state& now = present_.emplace(
        request, limits, response, input_, ends ? nullptr : encryption_.channel.get(), times);
    if (times)
        now.mark = time_.now();
    // Nearly always all of the request fits, and there is nothing to wait for.
    if (ends)
        now.machine.failed(asio::error::operation_aborted);
    else if (write_now())
        write_then_read(); // fails again, and reads what the server has sent before it closed
    return advance();
}

RESTBIND_DECL connection::error_code connection::write_now()
{
    http::exchange& machine = present_->machine;
    error_code code;
    while (machine.next() == http::step::send)
    {
        auto const pieces = machine.output();
        // One buffer takes a cheaper system call than two.
        std::array<asio::const_buffer, 2> const both{
            as_buffer(pieces[0]), as_buffer(pieces[1])};
        std::size_t const accepted =
            pieces[1].empty() ? write_some(both[0], code) : write_some(both, code);
        if (!code)
            machine.sent(accepted);
        else if (means_not_now(code))
            return {};
        else
            break;
    }
    return code;
}

RESTBIND_COLD RESTBIND_DECL connection::error_code connection::read_now()
{
    http::exchange& machine = present_->machine;
    error_code code;
    // A peer that floods the connection with what is no response must not keep the thread for
    // itself.
    for (int reads = 0; machine.is_sending() && reads != max_reads_at_once; ++reads)
    {
        std::span<char> const space = machine.input();
        std::size_t const count = read_some(space, 0, code);
        if (means_not_now(code))
            return {};
        if (code)
            break;
        machine.received(count);
    }
    return code;
}

RESTBIND_COLD RESTBIND_DECL connection::error_code connection::read_response_now()
{
    error_code const code = read_now();
    if (code != asio::error::eof)
        return code;
    present_->machine.closed();
    return {};
}

RESTBIND_COLD RESTBIND_DECL void connection::write_then_read()
{
    auto const sent_before = report().bytes_sent;
    error_code code = write_now();
    if (!code)
        code = read_response_now();
    // A server that refuses a request without reading all of it may have said so before it closed.
    // A response that ends where the connection ends may have been cut off: it does not count.
    else if (report().bytes_sent != 0) // else it is about no request
        read_now();
    note_progress(sent_before, code);
}

RESTBIND_COLD RESTBIND_DECL void connection::read_then_write()
{
    auto const sent_before = report().bytes_sent;
    error_code code = read_response_now();
    if (!code && present_->machine.is_sending())
    {
        code = write_now();
        if (code && report().bytes_sent != 0)
            read_now();
    }
    note_progress(sent_before, code);
}

RESTBIND_COLD RESTBIND_DECL void connection::note_progress(
    std::uint64_t sent_before, error_code code)
{
    http::exchange& machine = present_->machine;
    if (report().bytes_sent != sent_before)
        restart_write_limit();
    if (code && machine.is_sending())
        machine.failed(code);
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> connection::unblock()
{
    using step = http::step;
    exchange_state& now = *present_;
    http::exchange& machine = now.machine;
    bool const sends_request = machine.is_sending();
    if (sends_request)
        restart_write_limit();
    while (machine.is_sending() == sends_request && (sends_request || machine.next() == step::send))
    {
        // Where encryption waits for the peer, it does not matter whether the socket takes bytes.
        bool const waits_for_peer = machine.next() == step::receive;
        readiness const wanted = waits_for_peer  ? readiness::to_read
                                 : sends_request ? readiness::either
                                                 : readiness::to_write;
        last_.code = asio::error::operation_aborted;
        if (!is_cancelled())
            co_await wait_ready(wanted);
        if (stopped() != stop_reason::none)
            last_.code = asio::error::operation_aborted;
        if (!last_.code && waits_for_peer && sends_request)
            read_then_write();
        else if (!last_.code && sends_request)
            write_then_read();
        else if (!last_.code)
            last_.code = write_now();
        if (last_.code)
            machine.failed(last_.code);
    }
    if (sends_request)
        limit_phase((clock::time_point::max)());
    now.next = advance();
}

/// What the exchange needs next.
RESTBIND_DECL http::step connection::advance()
{
    using step = http::step;
    exchange_state& now = *present_;
    if (now.times)
        measure();
    if (now.machine.next() == step::deliver)
        return http::step::deliver;
    if (now.machine.next() != step::done)
    {
        if (now.machine.is_sending())
            return http::step::send;
        begin_wait();
        if (now.machine.next() == step::send)
            return http::step::send;
        if (!is_cancelled())
            return http::step::receive;
        now.machine.failed(asio::error::operation_aborted);
        if (now.times)
            measure();
    }
    end_exchange();
    return http::step::done;
}

RESTBIND_COLD RESTBIND_DECL void connection::measure()
{
    using part = exchange_state::part;
    exchange_state& now = *present_;
    auto const end_part = [this, &now](std::chrono::microseconds attempt_times::*length, part then)
    {
        auto const begun = std::exchange(now.mark, time_.now());
        now.times->*length = microseconds_between(begun, now.mark);
        now.measured = then;
    };
    bool const has_begun = now.machine.has_begun();
    if (now.measured == part::write && !now.machine.is_sending())
        end_part(&attempt_times::write, has_begun ? part::read : part::first_byte);
    bool const is_done = now.machine.next() == http::step::done;
    // A wait that was given up has taken its time, too.
    if (now.measured == part::first_byte && (has_begun || is_done))
        end_part(&attempt_times::first_byte, part::read);
    if (now.measured == part::read && has_begun && is_done)
        end_part(&attempt_times::read, part::read);
}

RESTBIND_DECL http::step connection::received()
{
    http::exchange& machine = present_->machine;
    if (stopped() != stop_reason::none)
        machine.failed(asio::error::operation_aborted);
    else if (!last_.code)
        machine.received(last_.count);
    else if (last_.code == asio::error::eof)
        machine.closed();
    else
        machine.failed(last_.code);
    // Bytes of encryption itself can nearly always be sent at once.
    if (machine.next() == http::step::send)
        if (error_code const code = write_now())
            machine.failed(code);
    return advance();
}

} // namespace restbind::net::detail
