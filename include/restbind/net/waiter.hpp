#pragma once

#include <restbind/net/config.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <list>
#include <mutex>
#include <utility>

namespace restbind::net::detail
{

using clock = std::chrono::steady_clock;

/** How a wait ended. */
enum class wait_end : unsigned char
{
    granted,   ///< what was waited for is there
    timed_out, ///< the time is up
    cancelled, ///< the caller gave up
    shut_down  ///< the last client was destroyed
};

class wait_queue;

/** One coroutine that waits for something that another one grants, for the end of its time, or for
    a cancellation: a timer and a flag. All of it is guarded by one mutex, which is never held
    across a suspension.
*/
class waiter
{
public:
    /** Joins the queue. @pre The queue's mutex is held.

        @param owner Client on whose behalf it waits, for queues that several clients share.
    */
    waiter(wait_queue& queue, std::mutex& mutex, asio::any_io_executor const& executor,
        clock::time_point until, void const* owner = nullptr);
    ~waiter();
    waiter(waiter const&) = delete;
    waiter& operator=(waiter const&) = delete;

    /** Waits, and tells how that ended. The mutex must not be held. */
    asio::awaitable<wait_end> wait();

    /** The wait of the timer alone. The mutex must not be held. Completes with an error code that
        `end` turns into the result. */
    template <class Token>
    auto async_wait(Token&& token)
    {
        return asio::async_initiate<Token, void(boost::system::error_code)>(
            [this](auto handler)
            {
                // Under the mutex a grant comes either before this, and is seen, or after it, and
                // finds the timer waiting.
                std::lock_guard const lock(mutex_);
                if (granted_ || shut_down_)
                    timer_.expires_at((clock::time_point::min)());
                timer_.async_wait(std::move(handler));
            },
            token);
    }

    /** Leaves the queue and tells how the wait ended. The mutex must not be held. */
    wait_end end(boost::system::error_code code);

    /** Whether the wait was granted. @pre The mutex is held. */
    bool is_granted() const noexcept { return granted_; }

private:
    friend class wait_queue;

    wait_queue& queue_;
    std::mutex& mutex_;
    asio::steady_timer timer_;
    void const* owner_;
    std::list<waiter*>::iterator place_;
    bool queued_ = true;
    bool granted_ = false;
    bool shut_down_ = false;
};

/** Waiters in the order in which they came. Every function needs the mutex held. */
class wait_queue
{
public:
    /** Wakes the first waiter. @returns Whether there was one. */
    bool grant_one()
    {
        if (waiting_.empty())
            return false;
        wake(*waiting_.front(), &waiter::granted_);
        return true;
    }

    /** Wakes all waiters. */
    void grant_all()
    {
        while (grant_one())
        {
        }
    }

    /** Wakes all waiters: the client is gone. */
    void shut_down()
    {
        while (!waiting_.empty())
            wake(*waiting_.front(), &waiter::shut_down_);
    }

    /** Wakes the waiters of one client: it is gone. */
    void shut_down(void const* owner)
    {
        for (auto at = waiting_.begin(); at != waiting_.end();)
        {
            waiter& sleeping = **at++;
            if (sleeping.owner_ == owner)
                wake(sleeping, &waiter::shut_down_);
        }
    }

    /** Whether nobody waits. */
    bool empty() const noexcept { return waiting_.empty(); }

private:
    friend class waiter;

    void wake(waiter& sleeping, bool waiter::*flag)
    {
        waiting_.erase(sleeping.place_);
        sleeping.queued_ = false;
        sleeping.*flag = true;
        sleeping.timer_.cancel();
    }

    std::list<waiter*> waiting_;
};

[[gnu::cold]] inline waiter::waiter(wait_queue& queue, std::mutex& mutex,
    asio::any_io_executor const& executor, clock::time_point until, void const* owner)
    : queue_(queue)
    , mutex_(mutex)
    , timer_(executor, until)
    , owner_(owner)
    , place_(queue.waiting_.insert(queue.waiting_.end(), this))
{
}

inline waiter::~waiter()
{
    std::lock_guard const lock(mutex_);
    if (queued_)
        queue_.waiting_.erase(place_);
}

[[gnu::cold]] inline wait_end waiter::end(boost::system::error_code code)
{
    std::lock_guard const lock(mutex_);
    if (std::exchange(queued_, false))
        queue_.waiting_.erase(place_);
    if (shut_down_)
        return wait_end::shut_down;
    if (granted_)
        return wait_end::granted;
    return code ? wait_end::cancelled : wait_end::timed_out;
}

[[gnu::cold]] inline asio::awaitable<wait_end> waiter::wait()
{
    boost::system::error_code code;
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    // An observer or a token function may have cancelled the call, when nothing was pending that
    // this could end.
    if (cancellation.cancelled() == asio::cancellation_type::none)
        co_await async_wait(asio::redirect_error(asio::use_awaitable, code));
    wait_end const how = end(code);
    // A grant that comes together with a cancellation counts for nothing: no later wait would hear
    // of the cancellation.
    bool const cancelled = cancellation.cancelled() != asio::cancellation_type::none;
    co_return cancelled && how != wait_end::shut_down ? wait_end::cancelled : how;
}

} // namespace restbind::net::detail
