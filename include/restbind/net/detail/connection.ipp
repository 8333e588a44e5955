#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/adapted_handler.hpp>
#include <restbind/net/detail/connection.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

namespace restbind::net::detail
{

/// Reads, and pieces decrypted, before others have their turn.
inline constexpr int max_reads_at_once = 256;

/// A difference as observers see it.
inline std::chrono::microseconds microseconds_between(clock::time_point from, clock::time_point to)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(to - from);
}

/// Keeps the result of reading. Behind the handler the connection's timer is looked at.
struct connection::keep_result
{
    intrusive_ptr<connection> owner;

    template <class Handler>
    void operator()(Handler&& handler, error_code code, std::size_t count)
    {
        connection_clock::follow_up const scope(owner->clock_);
        owner->last_ = {code, count};
        std::move(handler)();
    }
};

inline auto connection::receive(std::span<char> space)
{
    // Awaited as it is, a deferred operation costs no coroutine frame.
    asio::deferred_t token;
    return asio::async_initiate<asio::deferred_t, void()>(
        [this, space](auto handler)
        {
            // Once started the operation may end in another thread, where the coroutine goes on:
            // then neither the frame that holds this function nor the connection need be there.
            intrusive_ptr<connection> const self(this);
            adapted_handler<keep_result, decltype(handler)> kept{{self}, std::move(handler)};
            std::lock_guard const lock(self->clock_.mutex());
            self->socket_.async_read_some(
                asio::buffer(space.data(), space.size()), std::move(kept));
            if (self->stopped() != stop_reason::none)
            {
                error_code ignored;
                self->socket_.cancel(ignored);
            }
        },
        token);
}

inline auto connection::receive()
{
    return receive(present_->machine.input());
}

RESTBIND_DECL connection::connection(
    asio::any_io_executor const& executor, phase_limits const& limits)
    : socket_(executor)
    , clock_(*this, executor)
    , limits_(limits)
{
}

RESTBIND_DECL connection::~connection()
{
    {
        std::lock_guard const lock(clock_.mutex());
        clock_.leave_owner();
    }
    wipe_buffers();
    // What is left of a request that was given up must not go out after all.
    if (!encryption_.channel || !encryption_.channel->outgoing().empty())
        return;
    // A close_notify that cannot be sent at once is none.
    encryption_.channel->close();
    if (std::string_view const close_notify = encryption_.channel->outgoing();
        !close_notify.empty())
    {
        error_code ignored;
        socket_.write_some(asio::buffer(close_notify), ignored);
    }
}

RESTBIND_DECL void connection_clock::timer_ended(std::uint64_t generation)
{
    if (generation != generation_)
        return;
    timer_end_ = (clock::time_point::max)();
    if (!armed_.load() || owner_.stopped() != stop_reason::none)
        return;
    // The wait may have begun for an earlier request.
    auto const now = clock::now();
    if (now >= deadline_)
        owner_.stop_now(stop_reason::timed_out);
    else if (now >= phase_end_)
        owner_.stop_now(stop_reason::limit_reached);
    else
        start_timer();
}

RESTBIND_COLD RESTBIND_DECL void connection::explain(error& failure) const
{
    if (failure.code() != asio::error::operation_aborted)
        return;
    switch (stopped())
    {
    case stop_reason::timed_out:
        failure.with_kind(error_kind::timed_out).with_code(asio::error::timed_out);
        break;
    case stop_reason::limit_reached:
        failure.with_code(asio::error::timed_out);
        break;
    case stop_reason::shut_down:
        failure.with_kind(error_kind::client_closed);
        break;
    case stop_reason::none:
        failure.with_kind(error_kind::cancelled);
        break;
    }
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> connection::connect(
    address_list const& addresses, bool loopback_only, clock::time_point until)
{
    intrusive_ptr<connector> const attempts(
        new connector(socket_.get_executor(), addresses, loopback_only));
    {
        std::lock_guard const lock(clock_.mutex());
        if (stopped() != stop_reason::none)
            co_return wait_error(wait_end::client_closed, phase::connect);
        stop_.connecting = attempts;
    }
    result<void> connected = co_await attempts->run(until);
    std::lock_guard const lock(clock_.mutex());
    stop_.connecting.reset();
    if (stopped() != stop_reason::none)
        co_return wait_error(wait_end::client_closed, phase::connect);
    if (!connected)
        co_return connected;
    socket_ = attempts->take();
    error_code code;
    socket_.set_option(asio::ip::tcp::no_delay(true), code);
    socket_.non_blocking(true, code);
    if (code)
        co_return connect_error(code);
    co_return connected;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> connection::perform(
    http::handshake& shaking, clock::time_point held_until)
{
    last_.code = asio::error::operation_aborted;
    last_.count = 0;
    // A peer that always has something to say completes every read, also one that was stopped.
    if (is_over())
        co_return;
    std::span<char> const space = shaking.input();
    if (shaking.next() == http::handshake::step::send)
    {
        last_.count = socket_.write_some(asio::buffer(shaking.output()), last_.code);
        if (last_.code != asio::error::would_block && last_.code != asio::error::try_again)
            co_return;
        co_await wait_ready(readiness::to_write);
    }
    else if (!shaking.is_held_back())
    {
        auto input = receive(space);
        co_await std::move(input);
    }
    else
    {
        co_await wait_ready(readiness::to_read, held_until);
        if (!last_.code)
            last_.count = socket_.read_some(asio::buffer(space.data(), space.size()), last_.code);
        if (last_.code == asio::error::would_block || last_.code == asio::error::try_again)
            last_.code = {};
    }
    if (stopped() != stop_reason::none)
        last_.code = asio::error::operation_aborted;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> connection::secure(
    std::unique_ptr<http::secure_channel> channel,
    std::shared_ptr<http::secure_channel_factory> maker)
{
    using step = http::handshake::step;
    cancellation_ = co_await asio::this_coro::cancellation_state;
    encryption_.maker = std::move(maker);
    encryption_.channel = std::move(channel);
    if (!encryption_.channel)
        co_return error(error_kind::connect, "there is no encryption for the connection")
            .with_phase(phase::handshake);
    http::handshake shaking(*encryption_.channel);
    std::optional<clock::time_point> held_until;
    while (shaking.next() != step::done)
    {
        if (shaking.is_held_back() && !held_until)
            held_until = clock::now() + http::handshake::max_refusal_wait;
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
    error failure = shaking.failure();
    if (failure.kind() == error_kind::none)
        co_return result<void>();
    explain(failure);
    co_return failure;
}

RESTBIND_DECL bool connection::is_alive()
{
    // To ask whether there is anything to read, be it an end or an error, takes less time than
    // reading in vain. The socket does not block, so this wait does not either.
    error_code code;
    socket_.wait(asio::socket_base::wait_read, code);
    if (code == asio::error::would_block)
        return !encryption_.channel || encryption_.channel->is_quiet();
    if (!encryption_.channel)
    {
        char surplus = 0;
        socket_.receive(asio::buffer(&surplus, 1), asio::socket_base::message_peek, code);
        return code == asio::error::would_block;
    }
    // Session tickets may arrive between two requests, and the connection's end behind them;
    // anything else that can be read is a foreign response.
    for (int reads = 0; reads != max_reads_at_once && encryption_.channel->is_quiet(); ++reads)
    {
        std::span<char> const space = encryption_.channel->input_capacity();
        if (space.empty())
            return false;
        std::size_t const count =
            socket_.receive(asio::buffer(space.data(), space.size()), 0, code);
        if (code)
            return code == asio::error::would_block;
        encryption_.channel->received(count);
    }
    return false;
}

} // namespace restbind::net::detail

#include <restbind/net/detail/exchange.ipp>
