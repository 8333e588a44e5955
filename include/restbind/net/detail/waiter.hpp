// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/net/detail/config.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/linked_list.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/transport.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <mutex>
#include <optional>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** How a wait ended. */
enum class wait_end : unsigned char
{
    granted,      ///< what was waited for is there
    timed_out,    ///< the time is up
    cancelled,    ///< the caller gave up
    client_closed ///< the last client was destroyed
};

/** An error for a wait that did not end with what was waited for. */
RESTBIND_COLD inline error wait_error(wait_end end, phase at)
{
    bool const is_late = end == wait_end::timed_out;
    return restbind::detail::fill(error(is_late                      ? error_kind::timed_out
                                        : end == wait_end::cancelled ? error_kind::cancelled
                                                                     : error_kind::client_closed))
        .with_code(is_late ? asio::error::timed_out : asio::error::operation_aborted)
        .with_phase(at)
        .take();
}

class wait_queue;

/** One coroutine that waits for something that another one grants, for the end of its time, or for
    a cancellation: a timer and a flag. All of it is guarded by one mutex, which is never held
    across a suspension.
*/
class waiter final : public list_node<waiter>, private net::transport::sleeper
{
public:
    /** Throws `system_failure`. */
    RESTBIND_COLD waiter(asio::any_io_executor const& executor, time_source const& time)
    try
        : time_(time)
        , timer_(executor)
    {
    }
    catch (boost::system::system_error const& failure)
    {
        throw system_failure{failure.code()};
    }

    ~waiter();
    waiter(waiter const&) = delete;
    waiter& operator=(waiter const&) = delete;

    /** Joins a queue, once. @pre The queue's mutex is held.

        @param owner Client on whose behalf it waits, for queues that several clients share.
    */
    void join(
        wait_queue& queue, std::mutex& mutex, clock::time_point until, void const* owner = nullptr);

    /** Whether it has ever been in a queue. */
    bool has_joined() const noexcept { return mutex_ != nullptr; }

    /** Waits. The mutex must not be held. @pre It has joined a queue. */
    asio::awaitable<wait_end> wait();

    /** The wait of the timer alone. The mutex must not be held.

        @param handler Gets an error code that `end` turns into the result.
    */
    template <class Handler>
    void start(Handler handler)
    {
        // The mutex is held: a grant before this is seen here, and one after it finds the timer
        // waiting.
        std::lock_guard const lock(*mutex_);
        timer_.async_wait(std::move(handler));
        if (end_)
            timer_.cancel();
    }

    /** Leaves the queue and tells how the wait ended. The mutex must not be held. */
    wait_end end(boost::system::error_code code);

    /** Whether the wait was granted. @pre The mutex is held. */
    bool is_granted() const noexcept { return end_ == wait_end::granted; }

private:
    friend class wait_queue;

    /// The time is up, by a transport's clock.
    RESTBIND_COLD inline void wake() override;

    time_source const time_;
    asio::steady_timer timer_;
    std::mutex* mutex_ = nullptr;
    wait_queue* queue_ = nullptr; ///< the queue that it is in, if any
    void const* owner_ = nullptr;
    boost::system::error_code code_;
    std::optional<wait_end> end_; ///< how it ended
};

/** Waiters in the order in which they came. Every function needs the mutex held. */
class wait_queue
{
public:
    /** Wakes the first waiter. @returns Whether there was one. */
    bool grant_one()
    {
        if (empty())
            return false;
        wake(*all_.front(), wait_end::granted);
        return true;
    }

    /** Wakes all waiters. */
    void grant_all()
    {
        while (grant_one())
        {
        }
    }

    /** Wakes the waiters of one client, which is gone; null: all waiters. */
    void shut_down(void const* owner = nullptr)
    {
        for (waiter* at = all_.front(); at;)
        {
            waiter& sleeping = *at;
            at = at->next;
            if (!owner || sleeping.owner_ == owner)
                wake(sleeping, wait_end::client_closed);
        }
    }

    /** Whether nobody waits. */
    bool empty() const noexcept { return !all_.front(); }

private:
    friend class waiter;

    void remove(waiter& sleeping) noexcept
    {
        all_.remove(sleeping);
        sleeping.queue_ = nullptr;
        sleeping.time_.forget(sleeping);
    }

    void wake(waiter& sleeping, wait_end end)
    {
        remove(sleeping);
        sleeping.end_ = end;
        sleeping.timer_.cancel();
    }

    linked_list<waiter> all_;
};

RESTBIND_COLD inline void waiter::join(
    wait_queue& queue, std::mutex& mutex, clock::time_point until, void const* owner)
{
    mutex_ = &mutex;
    owner_ = owner;
    time_.set(timer_, *this, until);
    queue_ = &queue;
    queue.all_.push_back(*this);
}

RESTBIND_COLD inline void waiter::wake()
{
    std::lock_guard const lock(*mutex_);
    if (queue_)
        queue_->wake(*this, wait_end::timed_out);
}

RESTBIND_COLD inline waiter::~waiter()
{
    if (!mutex_)
        return;
    std::lock_guard const lock(*mutex_);
    if (queue_)
        queue_->remove(*this);
}

RESTBIND_COLD inline wait_end waiter::end(boost::system::error_code code)
{
    std::lock_guard const lock(*mutex_);
    if (queue_)
        queue_->remove(*this);
    if (end_)
        return *end_;
    return code ? wait_end::cancelled : wait_end::timed_out;
}

RESTBIND_COLD inline asio::awaitable<wait_end> waiter::wait()
{
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    // An observer or a token provider may have cancelled the call, when nothing was pending that
    // this could end.
    if (cancellation.cancelled() == asio::cancellation_type::none)
    {
        // A deferred operation that is awaited directly needs no coroutine frame.
        asio::deferred_t token;
        auto sleep = asio::async_initiate<asio::deferred_t, void()>([this](auto handler)
            { start(asio::redirect_error(std::move(handler), code_)); },
            token);
        co_await std::move(sleep);
    }
    wait_end const how = end(code_);
    // A grant that comes together with a cancellation counts for nothing: no later wait would hear
    // of the cancellation.
    bool const is_cancelled = cancellation.cancelled() != asio::cancellation_type::none;
    co_return is_cancelled&& how != wait_end::client_closed ? wait_end::cancelled : how;
}

} // namespace restbind::net::detail
