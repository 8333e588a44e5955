#pragma once

#include <restbind/net/answer_parser.hpp>
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

namespace restbind::net::detail {

/// Most interim answers (1xx) in front of an answer.
inline constexpr int most_interim_answers = 8;

/// Bytes asked for in one read.
inline constexpr std::size_t read_size = 16U << 10;

template <class Signature, class Start>
auto connection::guarded(error_code& code, Start start)
{
    auto token = asio::redirect_error(asio::use_awaitable, code);
    return asio::async_initiate<decltype(token), Signature>(
        [this, start](auto handler) {
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

RESTBIND_DECL connection::connection(asio::any_io_executor const& executor)
    : socket_(executor)
    , timer_(executor)
{
}

RESTBIND_DECL connection::~connection()
{
    wipe_buffers();
}

RESTBIND_DECL void connection::arm(clock::time_point deadline)
{
    std::lock_guard const lock(mutex_);
    std::uint64_t const generation = ++generation_;
    timer_.expires_at(deadline);
    timer_.async_wait([weak = weak_from_this(), generation](error_code code) {
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
    co_await guarded<void(error_code)>(
        code, [this, endpoint](auto handler) { socket_.async_connect(endpoint, std::move(handler)); });
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
        if (step == status::ok)
            co_return error();
        std::span<char> const room = encrypted_.prepare(read_size);
        std::size_t count = 0;
        code = co_await receive(room, count);
        if (code)
            co_return failed(error_kind::connect, code, phase::handshake);
        channel_->feed({room.data(), count});
    }
}

RESTBIND_DECL bool connection::is_alive()
{
    error_code code;
    std::span<char> const room = encrypted_.prepare(read_size);
    auto const flags = channel_ ? 0 : static_cast<int>(asio::socket_base::message_peek);
    std::size_t const count = socket_.receive(asio::buffer(room.data(), room.size()), flags, code);
    if (code == asio::error::would_block)
        return true;
    if (code || !channel_)
        return false;
    // Under TLS session tickets may arrive between two requests; anything else that can be read is a foreign answer.
    channel_->feed({room.data(), count});
    char surplus = 0;
    std::size_t read = 0;
    return channel_->read(&surplus, 1, read) == secure_channel::status::want_read;
}

RESTBIND_DECL void connection::wipe_buffers()
{
    restbind::wipe(head);
    input_.wipe();
    encrypted_.wipe();
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::write_all(buffers pending, std::size_t& accepted)
{
    error_code code;
    bool at_once = true;
    for (;;)
    {
        std::size_t count = 0;
        if (at_once)
        {
            // Nearly always the whole request fits: then there is nothing to wait for.
            at_once = false;
            count = socket_.write_some(pending, code);
            if (code == asio::error::would_block || code == asio::error::try_again)
                code = {};
        }
        else
        {
            if (cancellation_.cancelled() != asio::cancellation_type::none)
                co_return asio::error::operation_aborted;
            count = co_await guarded<void(error_code, std::size_t)>(
                code, [this, pending](auto handler) { socket_.async_write_some(pending, std::move(handler)); });
        }
        accepted += count;
        for (asio::const_buffer& piece : pending)
        {
            std::size_t const done = std::min(count, piece.size());
            piece += done;
            count -= done;
        }
        if (code)
            co_return code;
        if (asio::buffer_size(pending) == 0)
            co_return error_code();
    }
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::flush_channel()
{
    std::string& out = channel_->outgoing();
    if (out.empty())
        co_return error_code();
    std::size_t accepted = 0;
    error_code const code = co_await write_all(buffers{asio::buffer(out), asio::const_buffer()}, accepted);
    out.clear();
    co_return code;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::send_request(
    outgoing_request const& request, http::sent_part& sent)
{
    buffers pending{asio::buffer(request.head), asio::buffer(request.body)};
    if (channel_)
    {
        bool const sealed = channel_->write(request.head) == secure_channel::status::ok
            && (request.body.empty() || channel_->write(request.body) == secure_channel::status::ok);
        if (!sealed)
            co_return asio::error::connection_aborted;
        pending = {asio::buffer(channel_->outgoing()), asio::const_buffer()};
    }
    std::size_t accepted = 0;
    error_code const code = co_await write_all(pending, accepted);
    if (accepted != 0)
        sent = accepted == asio::buffer_size(pending) ? http::sent_part::all : http::sent_part::some;
    if (channel_)
        channel_->outgoing().clear();
    co_return code;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::receive(std::span<char> room, std::size_t& count)
{
    error_code code;
    if (cancellation_.cancelled() != asio::cancellation_type::none)
        co_return asio::error::operation_aborted;
    count = co_await guarded<void(error_code, std::size_t)>(code, [this, room](auto handler) {
        socket_.async_read_some(asio::buffer(room.data(), room.size()), std::move(handler));
    });
    if (!code && stopped() != stop_reason::none)
        code = asio::error::operation_aborted;
    co_return code;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::fill(std::size_t room)
{
    std::span<char> const plain = input_.prepare(room);
    std::size_t count = 0;
    if (!channel_)
    {
        error_code const code = co_await receive(plain, count);
        input_.commit(count);
        co_return code;
    }
    for (;;)
    {
        auto const step = channel_->read(plain.data(), plain.size(), count);
        if (step == secure_channel::status::ok)
        {
            input_.commit(count);
            co_return error_code();
        }
        error_code code = co_await flush_channel();
        if (step == secure_channel::status::closed)
            co_return asio::error::eof;
        if (step == secure_channel::status::failed)
            co_return asio::error::connection_aborted;
        if (code)
            co_return code;
        std::span<char> const received = encrypted_.prepare(read_size);
        code = co_await receive(received, count);
        // A stream that ends without the peer's goodbye may have been cut by anybody.
        if (code == asio::error::eof)
            code = asio::error::connection_aborted;
        if (code)
            co_return code;
        channel_->feed({received.data(), count});
    }
}

RESTBIND_DECL asio::awaitable<void> connection::exchange(
    outgoing_request request, incoming_limits limits, http::response& answer, exchange_report& report)
{
    cancellation_ = co_await asio::this_coro::cancellation_state;
    error_code const code = co_await send_request(request, report.sent);
    if (code)
    {
        report.failure = failed(error_kind::write, code, phase::write);
        co_return;
    }
    co_await read_answer(request, limits, answer, report);
    used = true;
}

RESTBIND_DECL asio::awaitable<void> connection::read_answer(
    outgoing_request const& request, incoming_limits const& limits, http::response& answer, exchange_report& report)
{
    namespace beast_http = boost::beast::http;
    std::optional<answer_parser> parser;
    auto const restart = [&] {
        answer.status = 0;
        answer.content_type.clear();
        answer.headers.clear();
        answer.retry_after.reset();
        parser.emplace(answer, limits.keep_all_headers);
        parser->eager(true);
        parser->skip(request.answer_has_no_body);
        parser->body_limit(limits.body);
        parser->header_limit(static_cast<std::uint32_t>(limits.header));
    };
    auto const fail = [&](error_kind kind, error_code code, std::string detail) {
        report.failure = failed(kind, code, parser->got_some() ? phase::read : phase::first_byte);
        report.failure.with_status(answer.status);
        if (!detail.empty())
            report.failure.with_detail(std::move(detail));
    };

    restart();
    bool ended = false;
    for (int interim = 0;;)
    {
        // Bytes are taken as long as the parser understands any.
        bool progress = input_.size() != 0 || ended;
        while (progress && !parser->is_done())
        {
            error_code code;
            std::size_t taken = 0;
            if (input_.size() != 0)
            {
                taken = parser->put(asio::buffer(input_.view()), code);
                input_.consume(taken);
            }
            progress = taken != 0;
            if (code == beast_http::error::need_more)
            {
                code = {};
                progress = false;
                if (input_.size() > limits.header)
                    code = beast_http::error::header_limit;
            }
            if (code == beast_http::error::body_limit || code == beast_http::error::header_limit)
                co_return fail(error_kind::too_large, code, "the answer is larger than the limit");
            if (code)
            {
                bool const own = !parser->complaint().empty();
                co_return fail(error_kind::protocol, own ? error_code(beast_http::error::bad_value) : code,
                    std::string(parser->complaint()));
            }
        }
        if (!parser->is_done() && ended)
        {
            if (!parser->got_some())
                co_return fail(error_kind::read, asio::error::eof, "the connection was closed without an answer");
            error_code code;
            parser->put_eof(code);
            if (code || !parser->is_done())
                co_return fail(error_kind::read, asio::error::eof, "the connection was closed inside the answer");
        }
        if (parser->is_done())
        {
            int const status = parser->status();
            if (status >= 200)
                break;
            if (status == 101)
                co_return fail(error_kind::protocol, beast_http::error::bad_status, "the server wants to switch protocols");
            if (++interim > most_interim_answers)
                co_return fail(error_kind::protocol, beast_http::error::bad_status, "too many interim answers");
            restart();
            continue;
        }
        error_code code = co_await fill(std::min(read_size, limits.header));
        if (code == asio::error::eof)
            ended = true;
        else if (code)
            co_return fail(error_kind::read, code, {});
    }
    // Surplus bytes would be read as the answer to the next request.
    report.reusable = parser->keep_alive() && !ended && input_.size() == 0;
}

} // namespace restbind::net::detail
