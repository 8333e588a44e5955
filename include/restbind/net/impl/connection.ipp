#pragma once

#include <restbind/net/connection.hpp>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/associator.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_executor.hpp>
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
    std::shared_ptr<connection> owner;
    Handler handler;

    template <class... Results>
    void operator()(Results... results)
    {
        connection::follow_up const scope(*owner);
        std::move(handler)(std::move(results)...);
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

template <class Signature, class Start>
auto connection::guarded(error_code& code, Start start)
{
    auto token = asio::redirect_error(asio::use_awaitable, code);
    return asio::async_initiate<decltype(token), Signature>(
        [this, start](auto handler)
        {
            // Once started the operation may end in another thread, where the coroutine goes on:
            // then neither the frame that holds this function nor the connection need be there.
            auto const self = shared_from_this();
            followed_up<decltype(handler)> followed{self, std::move(handler)};
            std::lock_guard const lock(self->mutex_);
            start(std::move(followed));
            if (self->stopped() != stop_reason::none)
            {
                error_code ignored;
                self->socket_.cancel(ignored);
            }
        },
        token);
}

inline auto connection::receive(std::span<char> room, error_code& code)
{
    return guarded<void(error_code, std::size_t)>(code, [this, room](auto handler)
        { socket_.async_read_some(asio::buffer(room.data(), room.size()), std::move(handler)); });
}

RESTBIND_DECL connection::connection(
    asio::any_io_executor const& executor, phase_limits const& limits)
    : socket_(executor)
    , timer_(executor)
    , limits_(limits)
{
}

RESTBIND_DECL connection::~connection()
{
    wipe_buffers();
    // What is left of a request that was given up must not go out after all.
    if (!channel_ || stopped() != stop_reason::none || !channel_->outgoing().empty())
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
    phase_end_ = clock::time_point::max();
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
    if (armed_.load() || timer_end_ == clock::time_point::max())
        return;
    ++timer_generation_;
    timer_end_ = clock::time_point::max();
    timer_.cancel();
}

RESTBIND_DECL void connection::start_timer()
{
    timer_end_ = std::min(deadline_, phase_end_);
    timer_.expires_at(timer_end_);
    timer_.async_wait(
        [weak = weak_from_this(), generation = ++timer_generation_](error_code code)
        {
            if (auto const self = code ? nullptr : weak.lock())
                self->timer_ended(generation);
        });
}

RESTBIND_DECL void connection::timer_ended(std::uint64_t generation)
{
    std::lock_guard const lock(mutex_);
    if (generation != timer_generation_)
        return;
    timer_end_ = clock::time_point::max();
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
    timer_end_ = clock::time_point::max();
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

RESTBIND_DECL asio::awaitable<wait_end> connection::connect(
    std::vector<asio::ip::tcp::endpoint> const& addresses, clock::time_point until,
    error_code& failure)
{
    auto const attempts = std::make_shared<connector>(timer_.get_executor(), addresses);
    {
        std::lock_guard const lock(mutex_);
        if (stopped() != stop_reason::none)
            co_return wait_end::shut_down;
        connecting_ = attempts;
    }
    wait_end const end = co_await attempts->run(until, failure);
    std::lock_guard const lock(mutex_);
    connecting_.reset();
    if (stopped() != stop_reason::none)
        co_return wait_end::shut_down;
    if (end != wait_end::granted || failure)
        co_return end;
    socket_ = attempts->take();
    error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket_.non_blocking(true, failure);
    co_return end;
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

RESTBIND_DECL bool connection::write_now(
    outgoing_bytes& out, exchange_report& report, error_code& code)
{
    using status = secure_channel::status;
    for (;;)
    {
        buffers const pending =
            channel_ ? buffers{asio::buffer(channel_->outgoing()), asio::const_buffer()}
                     : out.plain;
        if (asio::buffer_size(pending) == 0)
        {
            if (!channel_ || out.step == status::ok)
                return true;
            if (out.step != status::want_write)
            {
                code = channel_->failure().code();
                return false;
            }
            out.step = channel_->write_more();
            continue;
        }
        std::size_t const accepted = socket_.write_some(pending, code);
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

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::flush_channel()
{
    error_code code;
    for (std::string_view out = channel_->outgoing(); !code && !out.empty();
         out = channel_->outgoing())
    {
        asio::const_buffer const pending = asio::buffer(out);
        std::size_t accepted = socket_.write_some(pending, code);
        if (code == asio::error::would_block || code == asio::error::try_again)
        {
            if (is_cancelled())
                co_return asio::error::operation_aborted;
            accepted =
                co_await guarded<void(error_code, std::size_t)>(code, [this, pending](auto handler)
                    { socket_.async_write_some(pending, std::move(handler)); });
        }
        channel_->sent(accepted);
    }
    co_return code;
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
        received_ += size;
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

/// Two waits of one socket, of which the first that ends is waited for.
template <class Handler>
class either_wait
{
public:
    using error_code = boost::system::error_code;

    either_wait(std::mutex& mutex, asio::ip::tcp::socket& socket, Handler handler)
        : mutex_(mutex)
        , socket_(socket)
        , handler_(std::move(handler))
    {
    }

    /// @pre The mutex is held.
    static void start(std::shared_ptr<either_wait> const& self)
    {
        auto const executor =
            asio::get_associated_executor(self->handler_, self->socket_.get_executor());
        auto slot = asio::get_associated_cancellation_slot(self->handler_);
        if (slot.is_connected())
            slot.assign(
                [weak = std::weak_ptr(self)](asio::cancellation_type)
                {
                    if (auto const waiting = weak.lock())
                        waiting->cancel();
                });
        auto const ended = [self](error_code code) { self->one_ended(code); };
        using socket = asio::socket_base;
        self->socket_.async_wait(socket::wait_write, asio::bind_executor(executor, ended));
        self->socket_.async_wait(socket::wait_read, asio::bind_executor(executor, ended));
    }

private:
    void cancel()
    {
        std::lock_guard const lock(mutex_);
        error_code ignored;
        socket_.cancel(ignored);
    }

    void one_ended(error_code code)
    {
        if (!first_.exchange(true))
        {
            code_ = code;
            cancel();
        }
        if (left_.fetch_sub(1) != 1)
            return;
        if (auto slot = asio::get_associated_cancellation_slot(handler_); slot.is_connected())
            slot.clear();
        auto handler = std::move(handler_);
        std::move(handler)(code_);
    }

    std::mutex& mutex_;
    asio::ip::tcp::socket& socket_;
    Handler handler_;
    error_code code_;
    std::atomic<bool> first_{false};
    std::atomic<int> left_{2};
};

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::wait_ready()
{
    error_code code;
    auto token = asio::redirect_error(asio::use_awaitable, code);
    co_await asio::async_initiate<decltype(token), void(error_code)>(
        [this](auto handler)
        {
            // As in `guarded`.
            auto const self = shared_from_this();
            followed_up<decltype(handler)> followed{self, std::move(handler)};
            using wait = either_wait<decltype(followed)>;
            auto const both =
                std::make_shared<wait>(self->mutex_, self->socket_, std::move(followed));
            std::lock_guard const lock(self->mutex_);
            wait::start(both);
            if (self->stopped() != stop_reason::none)
            {
                error_code ignored;
                self->socket_.cancel(ignored);
            }
        },
        token);
    co_return code;
}

RESTBIND_DECL answer_assembler::progress connection::read_now(
    answer_assembler& early, error_code& code)
{
    using status = secure_channel::status;
    auto progress = answer_assembler::progress::need_more;
    while (progress == answer_assembler::progress::need_more)
    {
        std::span<char> room;
        std::size_t count = 0;
        if (channel_)
        {
            room = input_.prepare(read_size);
            status const step = channel_->read(room.data(), room.size(), count);
            if (step == status::ok)
            {
                input_.commit(count);
                progress = early.take(input_);
                continue;
            }
            if (step == status::closed)
                code = asio::error::eof;
            else if (step == status::failed)
                code = channel_->failure().code();
            if (step != status::want_read)
                break;
            room = channel_->input_room();
        }
        else
        {
            room = input_.prepare(read_size);
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
            progress = early.take(input_);
        }
    }
    return progress;
}

RESTBIND_DECL asio::awaitable<boost::system::error_code> connection::write_blocked(
    outgoing_bytes& out, answer_assembler& early, exchange_report& report,
    answer_assembler::progress& progress)
{
    using step = answer_assembler::progress;
    auto const restart_limit = [this]
    {
        if (limits_.write.count() > 0)
            limit_phase(clock::now() + limits_.write);
    };
    error_code code;
    restart_limit();
    while (!code && report.sent != http::sent_part::all && progress == step::need_more)
    {
        if (is_cancelled())
            co_return asio::error::operation_aborted;
        code = co_await wait_ready();
        if (stopped() != stop_reason::none)
            code = asio::error::operation_aborted;
        if (code)
            co_return code;
        auto const sent_before = report.bytes_sent;
        if (write_now(out, report, code))
            report.sent = http::sent_part::all;
        if (report.bytes_sent != sent_before)
            restart_limit();
        if (code)
        {
            // A server that refuses a request without reading all of it may have said so before it
            // closed. What ends with the connection cannot be told from what was cut off by it.
            error_code ignored;
            progress = read_now(early, ignored);
            co_return code;
        }
        progress = read_now(early, code);
        if (code == asio::error::eof && !channel_ && early.has_begun() &&
            early.end() == step::complete)
        {
            progress = step::complete;
            code = {};
        }
    }
    limit_phase(clock::time_point::max());
    co_return code;
}

RESTBIND_DECL asio::awaitable<void> connection::exchange(outgoing_request request,
    incoming_limits const& limits, http::response& answer, exchange_report& report)
{
    cancellation_ = co_await asio::this_coro::cancellation_state;
    error_code code;
    auto const begun = request.timed ? clock::now() : clock::time_point();
    received_ = 0;

    // Head and body in one write, and at once: nearly always all of it fits, and there is nothing
    // to wait for.
    outgoing_bytes out;
    if (channel_)
        out.step = channel_->write(request.head, request.body);
    else
        out.plain = {asio::buffer(request.head), asio::buffer(request.body)};
    if (write_now(out, report, code))
        report.sent = http::sent_part::all;

    answer_assembler assembler(answer, limits, request.answer_has_no_body);
    auto progress = answer_assembler::progress::need_more;
    if (!code && report.sent != http::sent_part::all)
        code = co_await write_blocked(out, assembler, report, progress);
    if (report.sent != http::sent_part::all && report.bytes_sent != 0)
        report.sent = http::sent_part::some;
    if (request.timed)
        report.times.write = microseconds_between(begun, clock::now());
    if (code && progress != answer_assembler::progress::complete)
    {
        report.bytes_received = received_;
        report.failure = failed(error_kind::write, code, phase::write);
        report.failure.with_status(answer.status);
        add_channel_failure(code, report);
        co_return;
    }

    code = {};
    std::size_t const room_size = std::min(read_size, limits.header);
    auto mark = begun + report.times.write;
    bool limited = false;
    while (progress == answer_assembler::progress::need_more && !code)
    {
        bool const has_begun = assembler.has_begun();
        auto const limit = has_begun ? limits_.idle_read : limits_.first_byte;
        if (limit.count() > 0 || limited)
            limit_phase(limit.count() > 0 ? clock::now() + limit : clock::time_point::max());
        limited = limit.count() > 0;
        if (is_cancelled())
        {
            code = asio::error::operation_aborted;
            break;
        }
        std::span<char> const room = input_.prepare(room_size);
        std::size_t count = 0;
        if (channel_)
            code = co_await read_decrypted(room, count);
        else
        {
            count = co_await receive(room, code);
            received_ += count;
        }
        if (stopped() != stop_reason::none)
            code = asio::error::operation_aborted;
        if (code && code != asio::error::eof)
            break;
        input_.commit(count);
        progress = code ? assembler.end() : assembler.take(input_);
        if (request.timed && !has_begun && assembler.has_begun())
        {
            auto const now = clock::now();
            report.times.first_byte = microseconds_between(mark, now);
            mark = now;
        }
    }
    if (request.timed && assembler.has_begun())
        report.times.read = microseconds_between(mark, clock::now());
    report.bytes_received = received_;
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
    report.surplus = input_.size() != 0;
    report.reusable = report.sent == http::sent_part::all && assembler.keeps_connection() && !code && !report.surplus;
}

} // namespace restbind::net::detail
