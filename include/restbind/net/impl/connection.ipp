#pragma once

#include <restbind/net/connection.hpp>

#include <boost/asio/associator.hpp>
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
inline constexpr int most_reads_at_once = 256;

/// Longest time for which a request is held back until the peer has shown that the handshake stands.
/// A server that sends no session tickets costs it once a connection with a client certificate.
inline constexpr std::chrono::milliseconds max_refusal_wait{500};

/// A difference as observers see it.
inline std::chrono::microseconds microseconds_between(clock::time_point from, clock::time_point to)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(to - from);
}

/// Bytes asked for in one read.
inline constexpr std::size_t read_size = 16U << 10;

class connection::follow_up
{
public:
    explicit follow_up(connection& followed) noexcept
        : followed_(followed)
    {
        followed_.follow_ups_.fetch_add(1);
    }
    ~follow_up()
    {
        followed_.follow_ups_.fetch_sub(1);
        followed_.settle();
    }
    follow_up(follow_up const&) = delete;
    follow_up& operator=(follow_up const&) = delete;

private:
    connection& followed_;
};

/// A handler after which the connection's timer is looked at.
template <class Handler>
struct followed_up
{
    share<connection> owner;
    Handler handler;

    void operator()(boost::system::error_code code, std::size_t count)
    {
        connection::follow_up const scope(*owner);
        owner->code_ = code;
        owner->count_ = count;
        std::move(handler)();
    }
};

} // namespace restbind::net::detail

/// Executor, allocator and cancellation slot are those of the handler inside.
template <template <class, class> class Associator, class Handler, class Default>
struct boost::asio::associator<Associator, restbind::net::detail::followed_up<Handler>, Default>
    : Associator<Handler, Default>
{
    static auto get(restbind::net::detail::followed_up<Handler> const& outer) noexcept
    {
        return Associator<Handler, Default>::get(outer.handler);
    }

    static auto get(
        restbind::net::detail::followed_up<Handler> const& outer, Default const& otherwise) noexcept
    {
        return Associator<Handler, Default>::get(outer.handler, otherwise);
    }
};

namespace restbind::net::detail
{

inline auto connection::receive(std::span<char> room)
{
    // Awaited as it is, a deferred operation costs no coroutine frame.
    asio::deferred_t token;
    return asio::async_initiate<asio::deferred_t, void()>(
        [this, room](auto handler)
        {
            // Once started the operation may end in another thread, where the coroutine goes on:
            // then neither the frame that holds this function nor the connection need be there.
            share<connection> const self(this);
            followed_up<decltype(handler)> followed{self, std::move(handler)};
            std::lock_guard const lock(self->mutex_);
            self->socket_.async_read_some(
                asio::buffer(room.data(), room.size()), std::move(followed));
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
    return receive(channel_ ? channel_->input_room()
                            : prepare_span(input_, (std::min)(read_size, present_->limits.header)));
}

RESTBIND_DECL connection::connection(
    asio::any_io_executor const& executor, phase_limits const& limits)
    : socket_(executor)
    , timer_(executor)
    , alarm_(new alarm)
    , mutex_(alarm_->mutex)
    , limits_(limits)
{
    alarm_->owner = this;
}

RESTBIND_DECL connection::~connection()
{
    {
        std::lock_guard const lock(mutex_);
        alarm_->owner = nullptr;
    }
    wipe_buffers();
    // What is left of a request that was given up must not go out after all.
    if (!channel_ || !channel_->outgoing().empty())
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
    deadline_ = deadline;
    phase_end_ = (clock::time_point::max)();
    // A time that ran out just as the work it was meant for ended is none of what begins now.
    if (stopped() == stop_reason::timed_out || stopped() == stop_reason::limit_reached)
        stopped_.store(stop_reason::none, std::memory_order_release);
    armed_.store(true, std::memory_order_relaxed);
    if (deadline_ < timer_end_)
        start_timer();
}

RESTBIND_DECL void connection::limit_phase(clock::time_point until)
{
    std::lock_guard const lock(mutex_);
    phase_end_ = until;
    if (phase_end_ < timer_end_)
        start_timer();
}

RESTBIND_DECL void connection::disarm()
{
    armed_.store(false);
    // While an operation is followed up, `settle` comes later and sees that the clock has stopped.
    // Both sides write before they read, so that one of the two ends the wait.
    if (follow_ups_.load() == 0)
        settle();
}

RESTBIND_DECL void connection::settle()
{
    if (armed_.load())
        return;
    std::lock_guard const lock(mutex_);
    if (armed_.load() || timer_end_ == (clock::time_point::max)())
        return;
    ++timer_generation_;
    timer_end_ = (clock::time_point::max)();
    timer_.cancel();
}

RESTBIND_DECL void connection::start_timer()
{
    timer_end_ = (std::min)(deadline_, phase_end_);
    timer_.expires_at(timer_end_);
    timer_.async_wait(notice{alarm_, ++timer_generation_});
}

RESTBIND_DECL void connection::timer_ended(std::uint64_t generation)
{
    if (generation != timer_generation_)
        return;
    timer_end_ = (clock::time_point::max)();
    if (!armed_.load() || stopped() != stop_reason::none)
        return;
    // The wait may have begun for an earlier request.
    auto const now = clock::now();
    if (now >= deadline_)
        stop_now(stop_reason::timed_out);
    else if (now >= phase_end_)
        stop_now(stop_reason::limit_reached);
    else
        start_timer();
}

RESTBIND_DECL void connection::stop(stop_reason reason)
{
    std::lock_guard const lock(mutex_);
    stop_now(reason);
    if (connecting_)
        connecting_->shut_down();
}

RESTBIND_DECL void connection::stop_now(stop_reason reason)
{
    ++timer_generation_;
    timer_end_ = (clock::time_point::max)();
    timer_.cancel();
    stopped_.store(reason, std::memory_order_release);
    error_code ignored;
    socket_.cancel(ignored);
    if (stop_delivery_)
        stop_delivery_->ended(0, {});
}

[[gnu::cold]] RESTBIND_DECL error connection::failed(
    error_kind kind, error_code code, phase at) const
{
    if (code == asio::error::operation_aborted)
    {
        switch (stopped())
        {
        case stop_reason::timed_out:
            kind = error_kind::timed_out;
            code = asio::error::timed_out;
            break;
        case stop_reason::limit_reached:
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

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> connection::connect(address_list const& addresses,
    bool loopback_only, clock::time_point until, wait_end& end, error_code& failure)
{
    share<connector> const attempts(new connector(timer_.get_executor(), addresses, loopback_only));
    end = wait_end::shut_down;
    {
        std::lock_guard const lock(mutex_);
        if (stopped() != stop_reason::none)
            co_return;
        connecting_ = attempts;
    }
    co_await attempts->run(until, end, failure);
    std::lock_guard const lock(mutex_);
    connecting_.reset();
    if (stopped() != stop_reason::none)
        end = wait_end::shut_down;
    if (end != wait_end::granted || failure)
        co_return;
    socket_ = attempts->take();
    error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket_.non_blocking(true, failure);
}

[[gnu::cold]] RESTBIND_DECL error connection::channel_failure(error_kind usual) const
{
    error failure = channel_->failure();
    if (failure == error_kind::none)
        return error(usual, "encryption ended without saying why");
    if (!failure.code())
        failure.with_code(make_error_code(failure.kind()));
    return failure;
}

RESTBIND_DECL secure_channel::status connection::checked(secure_channel::status step) const
{
    using status = secure_channel::status;
    return step == status::want_write && channel_->outgoing().empty() ? status::failed : step;
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> connection::secure(
    std::unique_ptr<secure_channel> channel, std::shared_ptr<secure_channel_factory> maker)
{
    using status = secure_channel::status;
    cancellation_ = co_await asio::this_coro::cancellation_state;
    maker_ = std::move(maker);
    channel_ = std::move(channel);
    if (!channel_)
    {
        error failure(error_kind::connect, "there is no encryption for the connection");
        co_return failure.with_phase(phase::handshake);
    }
    for (;;)
    {
        status const step = checked(channel_->handshake());
        // What ends the handshake on this side goes out together with the first request, unless
        // the peer has to be heard before that.
        if (step == status::ok && !channel_->may_be_refused())
            co_return error();
        if (step == status::ok)
            co_return co_await await_acceptance();
        // An alert that says why goes out even if the handshake has failed.
        co_await flush_channel();
        if (step == status::failed || step == status::closed)
        {
            error failure = channel_failure(error_kind::connect);
            failure.with_phase(phase::handshake);
            co_return failure;
        }
        if (code_)
            co_return failed(error_kind::connect, code_, phase::handshake);
        // A peer that always has something to say completes every read, also one that was stopped.
        if (is_cancelled() || stopped() != stop_reason::none)
            co_return failed(error_kind::connect, asio::error::operation_aborted, phase::handshake);
        if (step == status::want_write)
            continue;
        auto input = receive(channel_->input_room());
        co_await std::move(input);
        if (code_ == asio::error::eof)
            channel_->input_ended();
        else if (code_)
            co_return failed(error_kind::connect, code_, phase::handshake);
        channel_->received(count_);
    }
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> connection::await_acceptance()
{
    auto const until = clock::now() + max_refusal_wait;
    co_await flush_channel();
    while (!code_ && channel_->may_be_refused() && clock::now() < until)
    {
        co_await wait_ready(readiness::to_read, until);
        if (stopped() != stop_reason::none)
            code_ = asio::error::operation_aborted;
        if (code_ == asio::error::timed_out)
            co_return error();
        if (!code_ && !is_alive())
        {
            error failure = channel_failure(error_kind::connect);
            failure.with_phase(phase::handshake);
            co_return failure;
        }
    }
    if (code_)
        co_return failed(error_kind::connect, code_, phase::handshake);
    co_return error();
}

RESTBIND_DECL bool connection::is_alive()
{
    // To ask whether there is anything to read, be it an end or an error, takes less time than
    // reading in vain. The socket does not block, so this wait does not either.
    error_code code;
    socket_.wait(asio::socket_base::wait_read, code);
    if (code == asio::error::would_block)
        return !channel_ || channel_->is_quiet();
    if (!channel_)
    {
        char surplus = 0;
        socket_.receive(asio::buffer(&surplus, 1), asio::socket_base::message_peek, code);
        return code == asio::error::would_block;
    }
    // Session tickets may arrive between two requests, and the connection's end behind them;
    // anything else that can be read is a foreign answer.
    for (int reads = 0; reads != most_reads_at_once && channel_->is_quiet(); ++reads)
    {
        std::span<char> const room = channel_->input_room();
        if (room.empty())
            return false;
        std::size_t const count = socket_.receive(asio::buffer(room.data(), room.size()), 0, code);
        if (code)
            return code == asio::error::would_block;
        channel_->received(count);
    }
    return false;
}

RESTBIND_DECL void connection::wipe_buffers()
{
    restbind::wipe(head);
    restbind::wipe(last_answer.body);
    wipe(input_);
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> connection::flush_channel()
{
    code_ = {};
    for (std::string_view out = channel_->outgoing(); !code_ && !out.empty();
         out = channel_->outgoing())
    {
        std::size_t const accepted = socket_.write_some(asio::buffer(out), code_);
        if (code_ != asio::error::would_block && code_ != asio::error::try_again)
            channel_->sent(accepted);
        else if (is_cancelled())
            code_ = asio::error::operation_aborted;
        else
            co_await wait_ready(readiness::to_write);
    }
}

} // namespace restbind::net::detail

#include <restbind/net/impl/exchange.ipp>
