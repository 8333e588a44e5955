// The part of a connection that sends a request and receives its answer.
#pragma once

#include <restbind/net/impl/connection.ipp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace restbind::net::detail
{

RESTBIND_DECL bool connection::write_now(
    outgoing_bytes& out, exchange_report& report, error_code& code)
{
    using status = secure_channel::status;
    for (;;)
    {
        buffers const pending =
            channel_ ? buffers{asio::buffer(channel_->outgoing()), asio::const_buffer()}
                     : out.plain;
        if (pending[0].size() == 0 && pending[1].size() == 0)
        {
            if (!channel_ || out.step == status::ok)
                return true;
            if (out.step == status::failed || out.step == status::closed)
            {
                code = asio::error::eof;
                if (out.step == status::failed)
                    code = channel_failure(error_kind::read).code();
                return false;
            }
            // Encryption may have to hear the rest of a message of its own before it goes on.
            bool const waited_for_peer = out.step == status::want_read;
            out.step = checked(channel_->write_more());
            if (waited_for_peer && out.step == status::want_read)
                return false;
            continue;
        }
        // One buffer takes a cheaper system call than two.
        std::size_t const accepted = pending[1].size() == 0 ? socket_.write_some(pending[0], code)
                                                            : socket_.write_some(pending, code);
        if (code)
        {
            if (code == asio::error::would_block || code == asio::error::try_again)
                code = {};
            return false;
        }
        report.bytes_sent += accepted;
        if (channel_)
            channel_->sent(accepted);
        else
            out.advance(accepted);
    }
}

RESTBIND_DECL secure_channel::status connection::read_channel(
    std::span<char> room, std::size_t& count)
{
    using status = secure_channel::status;
    status const step = channel_->read(room.data(), room.size(), count);
    return step == status::ok && count == 0 ? status::failed : checked(step);
}

[[gnu::cold]] RESTBIND_DECL void connection::add_channel_failure(
    error_code code, exchange_report& report) const
{
    if (!channel_)
        return;
    error why = channel_failure(error_kind::read);
    if (code != why.code())
        return;
    // Whatever the peer says now, it may have read the request before.
    report.failure.with_detail(why.detail());
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> connection::wait_ready(
    readiness wanted, clock::time_point until)
{
    code_ = asio::error::operation_aborted;
    waiter waiting(timer_.get_executor());
    {
        std::lock_guard const lock(mutex_);
        if (stopped() != stop_reason::none)
            co_return;
        waiting.join(ready_, mutex_, until);
        notice const end{share<listener>(this), ++ready_wait_};
        if (wanted != readiness::to_read)
            socket_.async_wait(asio::socket_base::wait_write, end);
        if (wanted != readiness::to_write)
            socket_.async_wait(asio::socket_base::wait_read, end);
    }
    co_await waiting.wait();
    std::lock_guard const lock(mutex_);
    ++ready_wait_;
    error_code ignored;
    socket_.cancel(ignored);
    if (waiting.how() == wait_end::timed_out)
        code_ = asio::error::timed_out;
    else if (waiting.how() != wait_end::granted)
        code_ = asio::error::operation_aborted;
}

[[gnu::cold]] RESTBIND_DECL void connection::ended(std::uint64_t number, error_code code)
{
    std::lock_guard const lock(mutex_);
    if (number == ready_wait_ && ready_.grant_one())
        code_ = code;
}

RESTBIND_DECL http::response_parser::progress connection::read_now(error_code& code)
{
    using status = secure_channel::status;
    auto progress = http::response_parser::progress::need_more;
    // A peer that floods the connection with what is no answer must not keep the thread for itself.
    for (int reads = 0;
         progress == http::response_parser::progress::need_more && reads != most_reads_at_once;
         ++reads)
    {
        std::span<char> room;
        std::size_t count = 0;
        if (channel_)
        {
            room = prepare_span(input_, read_size);
            status const step = read_channel(room, count);
            if (step == status::ok)
            {
                input_.commit(count);
                progress = parse_input();
                continue;
            }
            if (step == status::closed)
                code = asio::error::eof;
            else if (step == status::failed)
                code = channel_failure(error_kind::read).code();
            if (step != status::want_read)
                break;
            room = channel_->input_room();
        }
        else
        {
            room = prepare_span(input_, read_size);
        }
        count = socket_.read_some(asio::buffer(room.data(), room.size()), code);
        if (code == asio::error::would_block || code == asio::error::try_again)
        {
            code = {};
            break;
        }
        if (channel_ && code == asio::error::eof)
        {
            code = {};
            channel_->input_ended();
            continue;
        }
        if (code)
            break;
        received_ += count;
        if (channel_)
        {
            channel_->received(count);
        }
        else
        {
            input_.commit(count);
            progress = parse_input();
        }
    }
    return progress;
}

[[gnu::cold]] RESTBIND_DECL void connection::restart_write_limit()
{
    if (limits_.write.count() > 0)
        limit_phase(clock::now() + limits_.write);
}

/// Whether encryption waits for the peer: a socket that takes bytes is then no news.
[[gnu::cold]] RESTBIND_DECL bool connection::hears_first() const
{
    return channel_ && present_->out.step == secure_channel::status::want_read &&
           channel_->outgoing().empty();
}

/// Goes on with a request after the socket has become ready.
[[gnu::cold]] RESTBIND_DECL void connection::write_on(bool after_reading)
{
    using step = http::response_parser::progress;
    exchange_state& now = *present_;
    if (after_reading)
        now.progress = read_now(now.code);
    auto const sent_before = now.report.bytes_sent;
    bool const writes = !now.code && now.progress == step::need_more;
    if (writes && write_now(now.out, now.report, now.code))
        now.report.sent = http::sent_part::all;
    if (now.report.bytes_sent != sent_before)
        restart_write_limit();
    if (writes && now.code)
    {
        // A server that refuses a request without reading all of it may have said so before it
        // closed. What ends with the connection cannot be told from what was cut off by it.
        error_code ignored;
        now.progress = read_now(ignored);
        return;
    }
    if (!after_reading)
        now.progress = read_now(now.code);
    if (now.code == asio::error::eof && !channel_ && now.parser.has_begun() &&
        now.parser.end() == step::complete)
    {
        now.progress = step::complete;
        now.code = {};
    }
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> connection::exchange(outgoing_request request,
    http::answer_limits const& limits, http::response& answer, exchange_report& report)
{
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    exchange_step next = begin(request, limits, answer, cancellation);
    while (next != exchange_step::ended)
    {
        if (next == exchange_step::receive)
        {
            auto input = receive();
            co_await std::move(input);
            next = received();
        }
        else
        {
            co_await unblock();
            next = next_step();
        }
    }
    report = std::move(present_->report);
}

RESTBIND_DECL exchange_step connection::begin(outgoing_request const& request,
    http::answer_limits const& limits, http::response& answer,
    asio::cancellation_state const& cancellation)
{
    cancellation_ = cancellation;
    received_ = 0;
    exchange_state& now = present_.emplace(request, limits, answer);
    if (now.timed)
        now.mark = clock::now();

    // What is to end the call may have come while no operation was pending that it could end.
    if (is_cancelled() || stopped() != stop_reason::none)
    {
        now.report.failure =
            failed(error_kind::write, asio::error::operation_aborted, phase::write);
        return exchange_step::ended;
    }

    // Head and body in one write, and at once: nearly always all of it fits, and there is nothing
    // to wait for.
    if (channel_)
        now.out.step = channel_->write(request.head, request.body);
    else
        now.out.plain = {asio::buffer(request.head), asio::buffer(request.body)};
    if (write_now(now.out, now.report, now.code))
        now.report.sent = http::sent_part::all;
    else if (!now.code)
        return exchange_step::unblock;
    return end_of_writing();
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> connection::unblock()
{
    using status = secure_channel::status;
    exchange_state& now = *present_;
    if (now.report.sent == http::sent_part::all)
    {
        co_await flush_channel();
        bool const has_ended =
            now.channel_step == status::closed || now.channel_step == status::failed;
        if (code_ && !has_ended)
            now.code = code_;
        now.next = code_ && !has_ended ? end_of_reading() : next_of_reading();
        co_return;
    }
    restart_write_limit();
    while (!now.code && now.report.sent != http::sent_part::all &&
           now.progress == http::response_parser::progress::need_more)
    {
        bool const hears = hears_first();
        code_ = asio::error::operation_aborted;
        if (!is_cancelled())
            co_await wait_ready(hears ? readiness::to_read : readiness::either);
        now.code = stopped() != stop_reason::none ? asio::error::operation_aborted : code_;
        if (!now.code)
            write_on(hears);
    }
    limit_phase((clock::time_point::max)());
    now.next = end_of_writing();
}

RESTBIND_DECL exchange_step connection::end_of_writing()
{
    exchange_state& now = *present_;
    exchange_report& report = now.report;
    if (report.sent != http::sent_part::all && report.bytes_sent != 0)
        report.sent = http::sent_part::some;
    if (now.timed)
    {
        auto const begun = std::exchange(now.mark, clock::now());
        report.times.write = microseconds_between(begun, now.mark);
    }
    if (now.code && now.progress != http::response_parser::progress::complete)
    {
        report.bytes_received = received_;
        report.failure = failed(error_kind::write, now.code, phase::write);
        report.failure.with_status(now.answer.status);
        add_channel_failure(now.code, report);
        return exchange_step::ended;
    }
    now.code = {};
    return next_of_reading();
}

RESTBIND_DECL void connection::begin_wait()
{
    exchange_state& now = *present_;
    now.waiting = true;
    auto const limit = now.parser.has_begun() ? limits_.idle_read : limits_.first_byte;
    if (limit.count() > 0 || now.limited)
        limit_phase(limit.count() > 0 ? clock::now() + limit : (clock::time_point::max)());
    now.limited = limit.count() > 0;
}

RESTBIND_DECL exchange_step connection::next_of_reading()
{
    using status = secure_channel::status;
    exchange_state& now = *present_;
    for (;;)
    {
        if (has_piece())
            return exchange_step::deliver;
        if (now.progress != http::response_parser::progress::need_more || now.code)
            break;
        if (!now.waiting)
            begin_wait();
        if (!channel_)
        {
            if (!is_cancelled())
                return exchange_step::receive;
            now.code = asio::error::operation_aborted;
            break;
        }
        // What a step that ended the stream has left to send was sent; now its end counts.
        bool const ended = now.channel_step == status::closed || now.channel_step == status::failed;
        std::size_t count = 0;
        if (!ended)
        {
            std::span<char> const room = prepare_span(input_, (std::min)(read_size, now.limits.header));
            now.channel_step = read_channel(room, count);
            if (now.channel_step == status::ok)
            {
                take_input(count);
                continue;
            }
            if (!channel_->outgoing().empty())
                return exchange_step::unblock;
        }
        if (now.channel_step == status::closed)
        {
            now.code = asio::error::eof;
            now.progress = now.parser.end();
        }
        else if (now.channel_step == status::failed)
            now.code = channel_failure(error_kind::read).code();
        else if (is_cancelled())
            now.code = asio::error::operation_aborted;
        else if (now.channel_step == status::want_read)
            return exchange_step::receive;
    }
    return end_of_reading();
}

RESTBIND_DECL bool connection::has_piece() const noexcept
{
    exchange_state const& now = *present_;
    return !now.limits.streamed.empty() && !now.answer.body.empty() &&
           now.progress != http::response_parser::progress::failed && now.parser.is_streamed();
}

RESTBIND_DECL void connection::begin_delivery(share<listener> stop)
{
    if (present_->limited)
        limit_phase((clock::time_point::max)());
    std::lock_guard const lock(mutex_);
    stop_delivery_ = std::move(stop);
    // What is to end the call may have come a moment before.
    if (stopped() != stop_reason::none)
        stop_delivery_->ended(0, {});
}

RESTBIND_DECL void connection::end_delivery()
{
    std::lock_guard const lock(mutex_);
    stop_delivery_ = nullptr;
}

RESTBIND_DECL void connection::delivered(error failure)
{
    exchange_state& now = *present_;
    bool const has_failed = failure.kind() != error_kind::none;
    now.answer.body.clear();
    bool const is_whole = now.progress == http::response_parser::progress::complete;
    if ((has_failed || !is_whole) && (stopped() != stop_reason::none || is_cancelled()))
    {
        now.progress = http::response_parser::progress::need_more;
        now.code = asio::error::operation_aborted;
    }
    else if (has_failed)
    {
        if (now.timed)
            now.report.times.read = microseconds_between(now.mark, clock::now());
        now.report.bytes_received = received_;
        failure.with_status(now.answer.status);
        if (failure.at() == phase::none)
            failure.with_phase(phase::read);
        now.report.failure = std::move(failure);
        now.next = exchange_step::ended;
        return;
    }
    now.next = next_of_reading();
}

RESTBIND_DECL http::response_parser::progress connection::parse_input()
{
    std::string_view rest = view(input_);
    auto const progress = present_->parser.take(rest);
    input_.consume(input_.size() - rest.size());
    return progress;
}

RESTBIND_DECL void connection::take_input(std::size_t count)
{
    exchange_state& now = *present_;
    bool const had_begun = now.parser.has_begun();
    input_.commit(count);
    now.progress = parse_input();
    now.waiting = false;
    if (now.timed && !had_begun && now.parser.has_begun())
    {
        auto const begun = std::exchange(now.mark, clock::now());
        now.report.times.first_byte = microseconds_between(begun, now.mark);
    }
}

RESTBIND_DECL exchange_step connection::received()
{
    exchange_state& now = *present_;
    now.code = code_;
    if (stopped() != stop_reason::none)
        now.code = asio::error::operation_aborted;
    bool const ended = now.code == asio::error::eof;
    if (now.code && !ended)
        return end_of_reading();
    received_ += count_;
    if (channel_)
    {
        // A stream that ends without the peer's goodbye may have been cut by anybody.
        now.code = {};
        if (ended)
            channel_->input_ended();
        channel_->received(count_);
    }
    else if (ended)
    {
        now.progress = now.parser.end();
    }
    else
    {
        take_input(count_);
    }
    return next_of_reading();
}

/// The code that goes with what is wrong with an answer.
RESTBIND_DECL boost::system::error_code code_of(error_kind misread)
{
    if (misread == error_kind::read)
        return asio::error::eof;
    return make_error_code(misread == error_kind::too_large ? boost::system::errc::message_size
                                                            : boost::system::errc::bad_message);
}

RESTBIND_DECL exchange_step connection::end_of_reading()
{
    exchange_state& now = *present_;
    exchange_report& report = now.report;
    if (now.timed && now.parser.has_begun())
        report.times.read = microseconds_between(now.mark, clock::now());
    report.bytes_received = received_;
    if (now.progress != http::response_parser::progress::complete)
    {
        bool const misread = now.progress == http::response_parser::progress::failed;
        report.failure = failed(misread ? now.parser.failure_kind() : error_kind::read,
            misread ? code_of(now.parser.failure_kind()) : now.code,
            now.parser.has_begun() ? phase::read : phase::first_byte);
        report.failure.with_status(now.answer.status);
        if (misread && !now.parser.failure_detail().empty())
            report.failure.with_detail(std::string(now.parser.failure_detail()));
        if (!misread)
            add_channel_failure(now.code, report);
        return exchange_step::ended;
    }
    used = true;
    // Surplus bytes would be read as the answer to the next request.
    report.surplus = input_.size() != 0;
    report.reusable =
        report.sent == http::sent_part::all && now.parser.keeps_connection() && !report.surplus;
    return exchange_step::ended;
}

} // namespace restbind::net::detail
