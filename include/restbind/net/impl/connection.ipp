#pragma once

#include <restbind/net/connection.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace restbind::net::detail
{

/// Bytes asked for in one read.
inline constexpr std::size_t read_size = 16U << 10;

template <class Signature, class Start>
auto connection::guarded(error_code& code, Start start)
{
    auto token = asio::redirect_error(asio::use_awaitable, code);
    return asio::async_initiate<decltype(token), Signature>(
        [this, start](auto handler)
        {
            std::lock_guard const lock(mutex_);
            start(std::move(handler));
            if (stopped() != stop_reason::none)
            {
                error_code ignored;
                socket_.cancel(ignored);
            }
        },
        token);
}

inline auto connection::receive(std::span<char> room, error_code& code)
{
    return guarded<void(error_code, std::size_t)>(code, [this, room](auto handler)
        { socket_.async_read_some(asio::buffer(room.data(), room.size()), std::move(handler)); });
}

RESTBIND_DECL connection::connection(asio::any_io_executor const& executor)
    : socket_(executor)
    , timer_(executor)
{
}

RESTBIND_DECL connection::~connection()
{
    wipe_buffers();
    if (!channel_ || stopped() != stop_reason::none)
        return;
    // A goodbye that cannot be sent at once is none.
    channel_->close();
    if (std::string_view const goodbye = channel_->outgoing(); !goodbye.empty())
    {
        error_code ignored;
        socket_.write_some(asio::buffer(goodbye), ignored);
    }
}

RESTBIND_DECL void connection::arm(clock::time_point deadline)
{
    std::lock_guard const lock(mutex_);
    std::uint64_t const generation = ++generation_;
    timer_.expires_at(deadline);
    timer_.async_wait(
        [weak = weak_from_this(), generation](error_code code)
        {
            auto const self = code ? nullptr : weak.lock();
            if (!self)
                return;
            // The generation keeps a late handler away from the next request.
            std::lock_guard const guard(self->mutex_);
            if (self->generation_ != generation || self->stopped() != stop_reason::none)
                return;
            self->stopped_.store(stop_reason::timed_out, std::memory_order_release);
            error_code ignored;
            self->socket_.cancel(ignored);
        });
}

RESTBIND_DECL void connection::disarm()
{
    std::lock_guard const lock(mutex_);
    ++generation_;
    timer_.cancel();
}

RESTBIND_DECL void connection::stop(stop_reason reason)
{
    std::lock_guard const lock(mutex_);
    ++generation_;
    timer_.cancel();
    stopped_.store(reason, std::memory_order_release);
    error_code ignored;
    socket_.cancel(ignored);
}

RESTBIND_DECL error connection::failed(error_kind kind, error_code code, phase at) const
{
    if (code == asio::error::operation_aborted)
    {
        switch (stopped())
        {
        case stop_reason::timed_out:
            kind = error_kind::timed_out;
            code = asio::error::timed_out;
            break;
        case stop_reason::shut_down:
            kind = error_kind::shut_down;
            break;
        case stop_reason::none:
            kind = error_kind::cancelled;
            break;
        }
    }
    error failure(kind);
    failure.with_code(code).with_phase(at);
    return failure;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::connect(
    asio::ip::tcp::endpoint endpoint, clock::time_point until)
{
    cancellation_ = co_await asio::this_coro::cancellation_state;
    error_code code;
    {
        std::lock_guard const lock(mutex_);
        if (stopped() == stop_reason::timed_out)
            stopped_.store(stop_reason::none, std::memory_order_release);
        socket_.close(code);
        socket_.open(endpoint.protocol(), code);
    }
    if (code)
        co_return code;
    arm(until);
    co_await guarded<void(error_code)>(code,
        [this, endpoint](auto handler) { socket_.async_connect(endpoint, std::move(handler)); });
    disarm();
    if (!code)
    {
        error_code ignored;
        socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
        socket_.non_blocking(true, code);
    }
    co_return code;
}

RESTBIND_DECL asio::awaitable<error> connection::secure(std::unique_ptr<secure_channel> channel)
{
    using status = secure_channel::status;
    channel_ = std::move(channel);
    for (;;)
    {
        status const step = channel_->handshake();
        // What ends the handshake on this side goes out together with the first request.
        if (step == status::ok)
            co_return error();
        // An alert that says why goes out even if the handshake has failed.
        error_code code = co_await flush_channel();
        if (step == status::failed || step == status::closed)
        {
            error failure = channel_->failure();
            failure.with_phase(phase::handshake);
            co_return failure;
        }
        if (code)
            co_return failed(error_kind::connect, code, phase::handshake);
        if (step == status::want_write)
            continue;
        if (is_cancelled())
            co_return failed(error_kind::connect, asio::error::operation_aborted, phase::handshake);
        std::size_t const count = co_await receive(channel_->input_room(), code);
        if (code == asio::error::eof)
            channel_->input_ended();
        else if (code)
            co_return failed(error_kind::connect, code, phase::handshake);
        channel_->received(count);
    }
}

RESTBIND_DECL bool connection::is_alive()
{
    error_code code;
    if (!channel_)
    {
        char surplus = 0;
        socket_.receive(asio::buffer(&surplus, 1), asio::socket_base::message_peek, code);
        return code == asio::error::would_block;
    }
    std::span<char> const room = channel_->input_room();
    if (room.empty())
        return false;
    std::size_t const count = socket_.receive(asio::buffer(room.data(), room.size()), 0, code);
    if (code && code != asio::error::would_block)
        return false;
    channel_->received(count);
    // Session tickets may arrive between two requests; anything else that can be read is a foreign
    // answer.
    return channel_->is_quiet();
}

RESTBIND_DECL void connection::wipe_buffers()
{
    restbind::wipe(head);
    restbind::wipe(last_answer.body);
    input_.wipe();
}

RESTBIND_DECL std::size_t connection::write_now(buffers& pending, error_code& code)
{
    std::size_t const accepted = socket_.write_some(pending, code);
    if (code == asio::error::would_block || code == asio::error::try_again)
        code = {};
    std::size_t left = accepted;
    for (asio::const_buffer& piece : pending)
    {
        std::size_t const done = std::min(left, piece.size());
        piece += done;
        left -= done;
    }
    return accepted;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::write_rest(buffers& pending)
{
    error_code code;
    while (!code && asio::buffer_size(pending) != 0)
    {
        if (is_cancelled())
            co_return asio::error::operation_aborted;
        std::size_t left =
            co_await guarded<void(error_code, std::size_t)>(code, [this, pending](auto handler)
                { socket_.async_write_some(pending, std::move(handler)); });
        for (asio::const_buffer& piece : pending)
        {
            std::size_t const done = std::min(left, piece.size());
            piece += done;
            left -= done;
        }
    }
    co_return code;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::flush_channel(
    http::sent_part* progress)
{
    error_code code;
    for (std::string_view out = channel_->outgoing(); !code && !out.empty();
         out = channel_->outgoing())
    {
        buffers pending{asio::buffer(out), asio::const_buffer()};
        std::size_t accepted = write_now(pending, code);
        if (!code && accepted == 0)
        {
            if (is_cancelled())
                co_return asio::error::operation_aborted;
            accepted =
                co_await guarded<void(error_code, std::size_t)>(code, [this, pending](auto handler)
                    { socket_.async_write_some(pending, std::move(handler)); });
        }
        channel_->sent(accepted);
        if (progress && accepted != 0)
            *progress = http::sent_part::some;
    }
    co_return code;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::write_encrypted(
    secure_channel::status step, http::sent_part& progress)
{
    using status = secure_channel::status;
    for (;;)
    {
        error_code const code = co_await flush_channel(&progress);
        if (code || step == status::ok)
            co_return code;
        if (step != status::want_write)
            co_return channel_->failure().code();
        step = channel_->write_more();
    }
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::read_decrypted(
    std::span<char> room, std::size_t& count)
{
    using status = secure_channel::status;
    for (;;)
    {
        status const step = channel_->read(room.data(), room.size(), count);
        if (step == status::ok)
            co_return error_code();
        error_code code;
        if (!channel_->outgoing().empty())
            code = co_await flush_channel();
        if (step == status::closed)
            co_return asio::error::eof;
        if (step == status::failed)
            co_return channel_->failure().code();
        if (!code && is_cancelled())
            code = asio::error::operation_aborted;
        if (code)
            co_return code;
        if (step == status::want_write)
            continue;
        std::size_t const size = co_await receive(channel_->input_room(), code);
        // A stream that ends without the peer's goodbye may have been cut by anybody.
        if (code == asio::error::eof)
            channel_->input_ended();
        else if (code)
            co_return code;
        channel_->received(size);
    }
}

RESTBIND_DECL void connection::add_channel_failure(error_code code, exchange_report& report) const
{
    if (!channel_ || !code || code != channel_->failure().code())
        return;
    if (channel_->failure() == error_kind::connect)
    {
        // The peer has refused the handshake although it looked complete: with TLS 1.3 it looks at
        // the client's certificate last. It has not taken the request.
        report.sent = http::sent_part::nothing;
        report.failure = channel_->failure();
        report.failure.with_phase(phase::handshake);
    }
    else
    {
        report.failure.with_detail(channel_->failure().detail());
    }
}

RESTBIND_DECL asio::awaitable<void> connection::exchange(outgoing_request request,
    incoming_limits const& limits, http::response& answer, exchange_report& report)
{
    cancellation_ = co_await asio::this_coro::cancellation_state;
    error_code code;

    // Head and body in one write, and at once: nearly always all of it fits, and there is nothing
    // to wait for.
    if (channel_)
    {
        auto const step = channel_->write(request.head, request.body);
        buffers pending{asio::buffer(channel_->outgoing()), asio::const_buffer()};
        std::size_t const accepted = write_now(pending, code);
        channel_->sent(accepted);
        if (accepted != 0)
            report.sent = http::sent_part::some;
        if (!code && (step != secure_channel::status::ok || !channel_->outgoing().empty()))
            code = co_await write_encrypted(step, report.sent);
        if (!code)
            report.sent = http::sent_part::all;
    }
    else
    {
        buffers pending{asio::buffer(request.head), asio::buffer(request.body)};
        std::size_t const total = asio::buffer_size(pending);
        write_now(pending, code);
        if (!code && asio::buffer_size(pending) != 0)
            code = co_await write_rest(pending);
        if (std::size_t const left = asio::buffer_size(pending); left != total)
            report.sent = left == 0 ? http::sent_part::all : http::sent_part::some;
    }
    if (code)
    {
        report.failure = failed(error_kind::write, code, phase::write);
        add_channel_failure(code, report);
        co_return;
    }

    answer_assembler assembler(answer, limits, request.answer_has_no_body);
    bool ended = false;
    auto progress = answer_assembler::progress::need_more;
    while (progress == answer_assembler::progress::need_more)
    {
        if (is_cancelled())
        {
            code = asio::error::operation_aborted;
            break;
        }
        std::span<char> const room = input_.prepare(std::min(read_size, limits.header));
        std::size_t count = 0;
        if (channel_)
            code = co_await read_decrypted(room, count);
        else
            count = co_await receive(room, code);
        if (stopped() != stop_reason::none)
            code = asio::error::operation_aborted;
        ended = code == asio::error::eof;
        if (code && !ended)
            break;
        input_.commit(count);
        progress = ended ? assembler.end() : assembler.take(input_);
    }
    if (progress != answer_assembler::progress::complete)
    {
        bool const misread = progress == answer_assembler::progress::failed;
        report.failure = failed(misread ? assembler.failure_kind() : error_kind::read,
            misread ? assembler.failure_code() : code,
            assembler.has_begun() ? phase::read : phase::first_byte);
        report.failure.with_status(answer.status);
        if (misread && !assembler.failure_detail().empty())
            report.failure.with_detail(std::string(assembler.failure_detail()));
        if (!misread)
            add_channel_failure(code, report);
        co_return;
    }
    used = true;
    // Surplus bytes would be read as the answer to the next request.
    report.reusable = assembler.keeps_connection() && !ended && input_.size() == 0;
}

} // namespace restbind::net::detail
