// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/handshake.hpp>
#include <restbind/http/input_buffer.hpp>
#include <restbind/http/parser_limits.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/step.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/connection_clock.hpp>
#include <restbind/net/detail/connector.hpp>
#include <restbind/net/detail/own_socket.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/transport.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Most reads, or decrypted pieces, before the thread is left to other work.
inline constexpr int max_reads_at_once = 256;

/// A text as a buffer. `asio::buffer` returns another type, for which the compiler would compile
/// every function that takes buffers once more.
inline asio::const_buffer as_buffer(std::string_view text) noexcept
{
    return {text.data(), text.size()};
}

/// Space as a buffer.
inline asio::mutable_buffer as_buffer(std::span<char> space) noexcept
{
    return {space.data(), space.size()};
}

/// Whether a function of a socket that does not block would have had to wait. Such codes are always
/// the system's.
inline bool means_not_now(boost::system::error_code const& code) noexcept
{
    return code.value() == asio::error::would_block || code.value() == asio::error::try_again;
}

/// A difference as observers see it.
inline std::chrono::microseconds microseconds_between(clock::time_point from, clock::time_point to)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(to - from);
}

/** Limits on the phases of an exchange. 0: none of its own, only the call's deadline. */
struct phase_limits
{
    std::chrono::milliseconds write{0}; ///< in which no byte of the request is accepted
    std::chrono::milliseconds first_byte{
        0}; ///< from the end of writing to the response's first byte
    std::chrono::milliseconds idle_read{0}; ///< in which no byte of a response that has begun comes
};

using http::exchange_report;
using http::outgoing_request;

/** A socket, encrypted or not, with a deadline.

    One coroutine at a time works on a connection; its deadline and a shutdown may stop it from any
    other thread, and Asio does not allow that two threads use one socket at the same time. So the
    connection's mutex is held whenever the socket is used: to start and to cancel operations, and
    to read or write what it takes at once, which never blocks. It is not held across a suspension.
*/
class connection final : public completion_target,
                         public streamed_exchange,
                         public connection_clock::owner,
                         public list_node<connection>,
                         private net::transport::sleeper
{
public:
    /** Throws `system_failure`. */
    RESTBIND_COLD connection(asio::any_io_executor const& executor, time_source const& time,
        phase_limits const& limits = {})
    try
        : time_(time)
        , socket_(executor)
        , clock_(*this, executor, time)
        , limits_(limits)
    {
    }
    catch (boost::system::system_error const& failure)
    {
        throw system_failure{failure.code()};
    }

    /** Starts the clock: at `deadline` whatever the connection is doing is stopped. */
    void arm(clock::time_point deadline)
    {
        std::lock_guard const lock(clock_.mutex());
        // The deadline of the last request may have passed just when its response was complete. It
        // does not concern the request that begins now.
        if (stopped() == stop_reason::timed_out || stopped() == stop_reason::limit_reached)
            stop_.reason.store(stop_reason::none, std::memory_order_release);
        clock_.arm(deadline);
    }

    /** Stops the clock. Nothing is then pending on an idle connection, or not for long. */
    void disarm() { clock_.disarm(); }

    /** Sets the end of the present phase, `max` for none. The clock must run. */
    void limit_phase(clock::time_point until)
    {
        std::lock_guard const lock(clock_.mutex());
        clock_.limit_phase(until);
    }

    /** Stops whatever the connection is doing, for good. */
    void stop(stop_reason reason)
    {
        std::lock_guard const lock(clock_.mutex());
        stop_now(reason);
        if (stop_.connecting)
            stop_.connecting->shut_down();
    }

    /** Why operations fail with `operation_aborted`; `none`: because of a cancellation. */
    stop_reason stopped() const noexcept override
    {
        return stop_.reason.load(std::memory_order_acquire);
    }

    /** Tries addresses, one some time after the other, until one accepts or the time is up. Several
        attempts may be under way at a time; the first success is kept and the others are closed.

        @param loopback_only Whether addresses of other machines are left out.
        @returns As `connector::run`.
    */
    RESTBIND_COLD asio::awaitable<result<void>> connect(
        address_list const& addresses, bool loopback_only, clock::time_point until)
    {
        intrusive_ptr<connector> const attempts(
            new connector(executor(), time_, addresses, loopback_only));
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
        if (!code)
            socket_.non_blocking(true, code);
        if (code)
            co_return connect_error(code);
        co_return connected;
    }

    /** The same by a transport: waits until it has connected.

        @param begun As `transport::connect`.
    */
    asio::awaitable<result<void>> connect(
        result<std::unique_ptr<net::transport::stream>> begun, clock::time_point until);

    /** Whether a transport's stream takes the place of the socket; then `receive_by_stream` that of
        `receive`. */
    bool has_stream() const noexcept { return stream_ != nullptr; }

    /** As `receive`, then `received`; what it has come to is said by `next_step`. */
    asio::awaitable<void> receive_by_stream();

    /** Puts encryption on top and does the handshake.

        @param channel Null: there can be no encryption, which is an error.
        @param maker What made the channel; kept as long as the channel is.
    */
    asio::awaitable<result<void>> secure(std::unique_ptr<http::secure_channel> channel,
        std::shared_ptr<http::secure_channel_factory> maker);

    /** @name One request and its response
        The clock must run. `call_driver` carries it out, without a coroutine frame of its own. A
        response that is complete before all of the request was accepted ends the exchange; the
        connection is then of no further use.
        @{
    */
    /** Sends as much of the request as is accepted at once.

        @param response Must live until the exchange has ended.
        @param cancellation Of the coroutine that carries the exchange out.
        @param times Receives the duration of writing, of waiting for the first byte and of reading;
            null: the clock is not read for it. Must live as long.
        @returns What it waits for. `receive`: await `receive`, then call `received`. `send`: await
        `unblock`, then ask `next_step`. `deliver`: await the receiver's `deliver`, then ask
        `next_step`. `done`: nothing, the report is complete.
    */
    http::step begin(outgoing_request const& request, http::parser_limits const& limits,
        http::response& response, asio::cancellation_state const& cancellation,
        attempt_times* times = nullptr);

    /** Waits for bytes of the peer; an operation that a coroutine awaits without a frame of its
        own. */
    auto receive();

    /** Looks at what came. @returns As `begin`. */
    http::step received();

    /** Sends what was not accepted at once. */
    asio::awaitable<void> unblock();

    /** What `unblock` or `delivered` has come to, as `begin` says. */
    http::step next_step() const noexcept { return present_->next; }

    http::response const& response_so_far() const noexcept override { return last_response; }

    void begin_delivery(intrusive_ptr<completion_target> stop) override
    {
        if (present_->limited)
            limit_phase((clock::time_point::max)());
        std::lock_guard const lock(clock_.mutex());
        stop_.delivery = std::move(stop);
        // What is to end the call may have come a moment before.
        if (stopped() != stop_reason::none)
            stop_.delivery->ended(0, {});
    }

    bool end_delivery() override
    {
        std::lock_guard const lock(clock_.mutex());
        stop_.delivery = nullptr;
        return stopped() != stop_reason::none;
    }

    void delivered(result<void> taken) override
    {
        http::exchange& machine = present_->machine;
        if ((!taken || !machine.is_complete()) && is_over())
            machine.failed(asio::error::operation_aborted);
        else if (!taken)
            machine.delivery_failed(taken.error());
        else
            machine.delivered();
        present_->next = advance();
    }

    /** How long it can be used when it is idle. */
    std::chrono::milliseconds idle_limit() const noexcept
    {
        auto const limit = present_ ? present_->machine.report().idle_limit : std::nullopt;
        return limit ? *limit : (std::chrono::milliseconds::max)();
    }

    /** What became of the exchange, once it has ended. */
    exchange_report& report() noexcept { return present_->machine.report(); }
    /** @} */

    /** Whether the peer has neither closed the idle connection nor sent anything. */
    bool is_alive()
    {
        error_code code;
        if (!encryption_.channel)
        {
            char surplus = 0;
            read_some({&surplus, 1}, asio::socket_base::message_peek, code);
            return means_not_now(code);
        }
        // Session tickets may arrive between two requests, and the connection's end behind them.
        // Anything else would be a response to no request.
        for (int reads = 0; reads != max_reads_at_once && encryption_.channel->is_quiet(); ++reads)
        {
            std::span<char> const space = encryption_.channel->input_capacity();
            if (space.empty())
                return false;
            std::size_t const count = read_some(space, 0, code);
            if (code)
                return means_not_now(code);
            encryption_.channel->received(count);
        }
        return false;
    }

    /** Overwrites all buffers that may hold parts of a token or a secret. */
    void wipe_buffers()
    {
        restbind::wipe(head);
        restbind::wipe(last_response.body);
        http::wipe_buffer(input_);
    }

    /** Memory for the next head; kept from request to request. Wiped after each exchange: see
        `wipe_head`. */
    std::string head;

    /** Overwrites the head. Longer heads were overwritten after their own requests. */
    void wipe_head() noexcept { restbind::wipe(head.data(), head.size()); }

    /** The response to the last request; its memory is kept for the next one, see `trim`. */
    http::response last_response;

    /** Gives memory back that a usual response does not need. */
    void trim()
    {
        constexpr std::size_t max_kept = 64U << 10;
        if (last_response.body.capacity() > max_kept)
            last_response.body = std::string();
    }

    /** Whether the connection has served a request. */
    bool used = false;

    /** When it is too old to be kept, in the pool's time. */
    clock::time_point expires = (clock::time_point::max)();

private:
    // Private: only the release of the last share ends a connection. A std::shared_ptr, which would
    // be a second owner, does not compile.
    RESTBIND_COLD ~connection() override
    {
        {
            std::lock_guard const lock(clock_.mutex());
            clock_.leave_owner();
        }
        wipe_buffers();
        // The rest of a request that was given up must not be sent now.
        if (!encryption_.channel || !encryption_.channel->outgoing().empty())
            return;
        // A close_notify that cannot be sent at once is not sent at all.
        encryption_.channel->close();
        if (std::string_view const close_notify = encryption_.channel->outgoing();
            !close_notify.empty())
        {
            error_code ignored;
            write_some(as_buffer(close_notify), ignored);
        }
    }

    using error_code = boost::system::error_code;

    struct keep_result;
    struct start_receiving;

    /// What a socket can be ready for.
    enum class readiness : unsigned char
    {
        to_read,
        to_write,
        either
    };

    /// Reads. Its result is `last_`.
    auto receive(std::span<char> space);

    void stop_now(stop_reason reason) override
    {
        clock_.cancel();
        stop_.reason.store(reason, std::memory_order_release);
        cancel_operations();
        if (stop_.delivery)
            stop_.delivery->ended(0, {});
    }

    /// The exchange under way, or the last one.
    struct exchange_state
    {
        /// What is measured next.
        enum class part : unsigned char
        {
            write,
            first_byte,
            read
        };

        exchange_state(outgoing_request const& request, http::parser_limits const& limits,
            http::response& target, http::input_buffer& buffer, http::secure_channel* channel,
            attempt_times* measured_times)
            : machine(request, target, limits, buffer, channel)
            , times(measured_times)
        {
        }

        http::exchange machine;
        http::step next = http::step::done;
        attempt_times* times;
        clock::time_point mark{}; ///< begin of the part
        part measured = part::write;
        bool limited = false; ///< whether the phase has an end
        /// Bytes of the response at the begin of the phase; not set while none is waited for.
        std::optional<std::uint64_t> heard{};
    };

    http::step advance();
    void measure();
    /// Each byte of the response begins a new wait, with its own limit.
    void begin_wait()
    {
        exchange_state& now = *present_;
        if (now.heard == now.machine.response_bytes())
            return;
        now.heard = now.machine.response_bytes();
        auto const limit = now.machine.has_begun() ? limits_.idle_read : limits_.first_byte;
        if (limit.count() > 0 || now.limited)
            limit_phase(limit.count() > 0 ? time_.now() + limit : (clock::time_point::max)());
        now.limited = limit.count() > 0;
    }

    void end_exchange()
    {
        if (report().ended) [[likely]]
        {
            used = true;
            return;
        }
        error failure = report().ended.error();
        if (failure.code() == boost::beast::http::error::end_of_stream)
            restbind::detail::fill(failure).with_code(asio::error::eof);
        else
            explain(failure);
        if (failure.code() == asio::error::timed_out && stopped() != stop_reason::none)
            describe_wait(failure);
        report().ended = std::move(failure);
    }

    /// Says how long it was waited for the peer in vain, and how much had come before.
    RESTBIND_COLD void describe_wait(error& failure) const
    {
        auto const limit = failure.at() == phase::write        ? limits_.write
                           : failure.at() == phase::first_byte ? limits_.first_byte
                                                               : limits_.idle_read;
        bool const has_limit = stopped() == stop_reason::limit_reached;
        restbind::detail::fill(failure).with_detail(
            http::joined({has_limit ? failure.at() == phase::write ? "nothing was accepted for "
                                                                   : "nothing came for "
                                    : "",
                has_limit ? duration_text(limit) : std::string(), has_limit ? "; " : "",
                restbind::detail::number_text(
                    static_cast<std::int64_t>(present_->machine.response_bytes())),
                " bytes of the response had come"}));
    }

    /// @name Uses of the socket that end at once
    /// As its functions of these names, with the mutex held.
    /// @{
    asio::any_io_executor executor()
    {
        std::lock_guard const lock(clock_.mutex());
        return socket_.get_executor();
    }
    template <class Buffers>
    std::size_t write_some(Buffers const& buffers, error_code& code)
    {
        std::lock_guard const lock(clock_.mutex());
        if (stream_) [[unlikely]]
            return write_to_stream(*asio::buffer_sequence_begin(buffers), code);
        return socket_.write_some(buffers, code);
    }
    RESTBIND_ALWAYS_INLINE std::size_t read_some( // each call looks at its connection by it
        std::span<char> space, asio::socket_base::message_flags flags, error_code& code)
    {
        std::lock_guard const lock(clock_.mutex());
        if (stream_) [[unlikely]]
            return read_from_stream(space, flags, code);
        return socket_.receive(as_buffer(space), flags, code);
    }
    /// @}

    /// @name With a transport's stream, and the mutex held
    /// @{
    std::size_t write_to_stream(asio::const_buffer bytes, error_code& code);
    std::size_t read_from_stream(
        std::span<char> space, asio::socket_base::message_flags flags, error_code& code);
    /// @}

    /// Ends all waits for the socket with `operation_aborted`. @pre The mutex is held.
    RESTBIND_COLD void cancel_operations()
    {
        if (stream_)
        {
            stream_->cancel();
            if (ready_.waiting.grant_one())
                last_.code = asio::error::operation_aborted;
            return;
        }
        error_code ignored;
        socket_.cancel(ignored);
    }

    /// The stream may be ready.
    RESTBIND_COLD void wake() override
    {
        std::lock_guard const lock(clock_.mutex());
        if (ready_.waiting.grant_one())
            last_.code = {};
    }

    /// Writes what the socket takes at once.
    error_code write_now();
    /// Reads what is there while a part of the request is still to be sent. @returns `eof` where
    /// the peer has ended the connection.
    error_code read_now();
    /// The same; the end of the connection ends the response.
    error_code read_response_now();
    /// @name To go on with a request after the socket has become ready
    /// @{
    void write_then_read();
    /// Where encryption waits for the peer before it can go on.
    void read_then_write();
    void note_progress(std::uint64_t sent_before, error_code code);
    /// @}
    /// Waits until the socket may be ready. Its result is the code of `last_`; `timed_out` after
    /// `until`.
    asio::awaitable<void> wait_ready(
        readiness wanted, clock::time_point until = (clock::time_point::max)());
    RESTBIND_COLD void ended(std::uint64_t number, error_code code) override
    {
        std::lock_guard const lock(clock_.mutex());
        if (number == ready_.number && ready_.waiting.grant_one())
            last_.code = code;
    }

    RESTBIND_COLD void restart_write_limit()
    {
        if (limits_.write.count() > 0)
            limit_phase(time_.now() + limits_.write);
    }

    /// Does what a handshake asks for, or waits until that is possible. Its result is `last_`, the
    /// code `timed_out` after `held_until`.
    asio::awaitable<void> perform(http::handshake& shaking, clock::time_point held_until);
    bool is_cancelled() const noexcept
    {
        return cancellation_.cancelled() != asio::cancellation_type::none;
    }
    /// Whether nothing may be waited for any more.
    bool is_over() const noexcept { return is_cancelled() || stopped() != stop_reason::none; }
    /// Says why an operation was aborted.
    RESTBIND_COLD void explain(error& failure) const
    {
        if (failure.code() != asio::error::operation_aborted)
            return;
        stop_reason const why = stopped();
        if (why == stop_reason::timed_out || why == stop_reason::limit_reached)
            restbind::detail::fill(failure).with_code(asio::error::timed_out);
        if (why != stop_reason::limit_reached)
            restbind::detail::fill(failure).with_kind(
                why == stop_reason::timed_out   ? error_kind::timed_out
                : why == stop_reason::shut_down ? error_kind::client_closed
                                                : error_kind::cancelled);
    }

    /// What `stop` reaches.
    struct stop_state
    {
        std::atomic<stop_reason> reason{stop_reason::none};
        intrusive_ptr<connector> connecting;
        intrusive_ptr<completion_target> delivery;
    };

    /// The wait for the socket to be ready.
    struct ready_state
    {
        wait_queue waiting;
        std::uint64_t number = 0; ///< of the last wait
    };

    struct encryption
    {
        std::shared_ptr<http::secure_channel_factory> maker; ///< outlives what it has made
        std::unique_ptr<http::secure_channel> channel;
    };

    /// What an operation has come to.
    struct outcome
    {
        error_code code;
        std::size_t count = 0; ///< bytes that it has moved
    };

    time_source const time_;
    own_socket socket_;
    std::unique_ptr<net::transport::stream> stream_; ///< in the socket's place, unless null
    connection_clock clock_; ///< its mutex guards the operations and the two states that follow
    stop_state stop_;
    ready_state ready_;
    phase_limits limits_;
    encryption encryption_;
    http::input_buffer input_;
    std::optional<exchange_state> present_;
    outcome last_;
    asio::cancellation_state cancellation_;
};

/// Keeps the result of reading, then calls the handler. After that the connection's timer is looked
/// at.
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

struct connection::start_receiving
{
    connection* link;
    std::span<char> space;

    template <class Handler>
    RESTBIND_ALWAYS_INLINE void operator()(Handler handler) const // part of each call
    {
        // Once started the operation may end in another thread, where the coroutine goes on: then
        // neither the frame that holds this object nor the connection need be there.
        intrusive_ptr<connection> const self(link);
        adapted_handler<keep_result, Handler> kept{{self}, std::move(handler)};
        std::lock_guard const lock(self->clock_.mutex());
        self->socket_.async_read_some(as_buffer(space), std::move(kept));
        if (self->stopped() != stop_reason::none)
        {
            error_code ignored;
            self->socket_.cancel(ignored);
        }
    }
};

inline auto connection::receive(std::span<char> space)
{
    // A deferred operation that is awaited directly needs no coroutine frame.
    asio::deferred_t token;
    return asio::async_initiate<asio::deferred_t, void()>(start_receiving{this, space}, token);
}

inline auto connection::receive()
{
    return receive(present_->machine.input());
}

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/connection.ipp>
#endif
