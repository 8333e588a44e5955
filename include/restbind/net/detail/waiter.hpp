#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associator.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <mutex>
#include <utility>

namespace restbind::net::detail
{

using clock = std::chrono::steady_clock;

/** How a wait ended. */
enum class wait_end : unsigned char
{
    granted,      ///< what was waited for is there
    timed_out,    ///< the time is up
    cancelled,    ///< the caller gave up
    client_closed ///< the last client was destroyed
};

class wait_queue;

/** Goes on with a coroutine when a timer's wait has ended. Executor, allocator and cancellation
   slot are those of the handler inside. */
template <class Handler>
struct woken
{
    boost::system::error_code* code;
    Handler handler;

    void operator()(boost::system::error_code result)
    {
        *code = result;
        std::move(handler)();
    }
};

/** One coroutine that waits for something that another one grants, for the end of its time, or for
    a cancellation: a timer and a flag. All of it is guarded by one mutex, which is never held
    across a suspension.
*/
class waiter
{
public:
    explicit waiter(asio::any_io_executor const& executor);
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

    /** Waits until `how` is known. The mutex must not be held. @pre It has joined a queue. */
    asio::awaitable<void> wait();

    /** How `wait` ended. */
    wait_end how() const noexcept { return how_; }

    /** The wait of the timer alone. The mutex must not be held.

        @param handler Gets an error code that `end` turns into the result.
    */
    template <class Handler>
    void start(Handler handler)
    {
        // Under the mutex a grant comes either before this, and is seen, or after it, and finds
        // the timer waiting.
        std::lock_guard const lock(*mutex_);
        if (granted_ || shut_down_)
            timer_.expires_at((clock::time_point::min)());
        timer_.async_wait(std::move(handler));
    }

    /** Leaves the queue and tells how the wait ended. The mutex must not be held. */
    wait_end end(boost::system::error_code code);

    /** Whether the wait was granted. @pre The mutex is held. */
    bool is_granted() const noexcept { return granted_; }

private:
    friend class wait_queue;

    asio::steady_timer timer_;
    std::mutex* mutex_ = nullptr;
    wait_queue* queue_ = nullptr; ///< the queue that it is in, if any
    void const* owner_ = nullptr;
    waiter* before_ = nullptr; ///< neighbours in the queue
    waiter* behind_ = nullptr;
    boost::system::error_code code_;
    wait_end how_ = wait_end::granted;
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
        if (!first_)
            return false;
        wake(*first_, &waiter::granted_);
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
        while (first_)
            wake(*first_, &waiter::shut_down_);
    }

    /** Wakes the waiters of one client: it is gone. */
    void shut_down(void const* owner)
    {
        for (waiter* at = first_; at;)
        {
            waiter& sleeping = *at;
            at = at->behind_;
            if (sleeping.owner_ == owner)
                wake(sleeping, &waiter::shut_down_);
        }
    }

    /** Whether nobody waits. */
    bool empty() const noexcept { return !first_; }

private:
    friend class waiter;

    void add(waiter& sleeping) noexcept
    {
        sleeping.queue_ = this;
        sleeping.before_ = last_;
        (last_ ? last_->behind_ : first_) = &sleeping;
        last_ = &sleeping;
    }

    RESTBIND_NOINLINE void remove(waiter& sleeping) noexcept
    {
        (sleeping.before_ ? sleeping.before_->behind_ : first_) = sleeping.behind_;
        (sleeping.behind_ ? sleeping.behind_->before_ : last_) = sleeping.before_;
        sleeping.queue_ = nullptr;
    }

    void wake(waiter& sleeping, bool waiter::* flag)
    {
        remove(sleeping);
        sleeping.*flag = true;
        sleeping.timer_.cancel();
    }

    waiter* first_ = nullptr;
    waiter* last_ = nullptr;
};

RESTBIND_COLD inline waiter::waiter(asio::any_io_executor const& executor)
    : timer_(executor)
{
}

RESTBIND_COLD inline void waiter::join(
    wait_queue& queue, std::mutex& mutex, clock::time_point until, void const* owner)
{
    mutex_ = &mutex;
    owner_ = owner;
    timer_.expires_at(until);
    queue.add(*this);
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
    if (shut_down_)
        return wait_end::client_closed;
    if (granted_)
        return wait_end::granted;
    return code ? wait_end::cancelled : wait_end::timed_out;
}

} // namespace restbind::net::detail

template <template <class, class> class Associator, class Handler, class Default>
struct boost::asio::associator<Associator, restbind::net::detail::woken<Handler>, Default>
    : Associator<Handler, Default>
{
    static auto get(restbind::net::detail::woken<Handler> const& outer) noexcept
    {
        return Associator<Handler, Default>::get(outer.handler);
    }

    static auto get(
        restbind::net::detail::woken<Handler> const& outer, Default const& otherwise) noexcept
    {
        return Associator<Handler, Default>::get(outer.handler, otherwise);
    }
};

namespace restbind::net::detail
{

RESTBIND_COLD inline asio::awaitable<void> waiter::wait()
{
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    // An observer or a token provider may have cancelled the call, when nothing was pending that
    // this could end.
    if (cancellation.cancelled() == asio::cancellation_type::none)
    {
        // Awaited as it is, a deferred operation costs no coroutine frame.
        asio::deferred_t token;
        auto sleep = asio::async_initiate<asio::deferred_t, void()>([this](auto handler)
            { start(woken<decltype(handler)>{&code_, std::move(handler)}); }, token);
        co_await std::move(sleep);
    }
    how_ = end(code_);
    // A grant that comes together with a cancellation counts for nothing: no later wait would hear
    // of the cancellation.
    if (cancellation.cancelled() != asio::cancellation_type::none &&
        how_ != wait_end::client_closed)
        how_ = wait_end::cancelled;
}

} // namespace restbind::net::detail
