// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>
#include <restbind/net/transport.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Why a connection's operations were stopped from outside. */
enum class stop_reason : unsigned char
{
    none,
    timed_out,     ///< the call's deadline has passed
    limit_reached, ///< the limit of one phase has passed; the call may go on elsewhere
    shut_down
};

/** The deadline of a connection and the end of its present phase.

    A request usually costs no operation of the timer. A wait that is pending and ends before the
    new deadline is left alone: when it ends, it compares the time with the deadline that holds
    then. The wait of an idle connection is cancelled, but only after the handler of its last
    operation has returned, because a program that makes one call after the other has begun the next
    one by then.
*/
class connection_clock final : private net::transport::sleeper
{
public:
    /** What is stopped when its time has run out: a connection. */
    class owner
    {
    public:
        /** Why it was stopped; `none` if it was not. */
        virtual stop_reason stopped() const noexcept = 0;

        /** Stops it. @pre The clock's mutex is held. */
        virtual void stop_now(stop_reason reason) = 0;

    protected:
        ~owner() = default;
    };

    RESTBIND_COLD connection_clock(
        owner& timed, asio::any_io_executor const& executor, time_source const& time)
        : owner_(timed)
        , time_(time)
        , timer_(executor)
        , deadline_timer_(new deadline_timer)
    {
        deadline_timer_->target = this;
    }

    connection_clock(connection_clock const&) = delete;
    connection_clock& operator=(connection_clock const&) = delete;

    /** Guards the owner, too: its operations are started and stopped under it. */
    std::mutex& mutex() const noexcept { return deadline_timer_->mutex; }

    /** @name With the mutex held
        @{
    */
    /** Starts: the owner has time until `deadline`, and there is no phase yet. */
    void arm(clock::time_point deadline)
    {
        deadline_ = deadline;
        phase_end_ = (clock::time_point::max)();
        armed_.store(true, std::memory_order_relaxed);
        if (deadline_ < timer_end_)
            start_timer();
    }

    /** Sets the end of the present phase, `max` for none. */
    void limit_phase(clock::time_point until)
    {
        phase_end_ = until;
        if (phase_end_ < timer_end_)
            start_timer();
    }

    /** Ends the wait of the timer. */
    void cancel()
    {
        ++generation_;
        timer_end_ = (clock::time_point::max)();
        timer_.cancel();
        time_.forget(*this);
    }

    /** The owner is going to be destroyed. */
    void leave_owner() noexcept
    {
        deadline_timer_->target = nullptr;
        time_.forget(*this);
    }
    /** @} */

    /** Stops. Nothing is then pending on an idle connection, or not for long. */
    void disarm()
    {
        armed_.store(false);
        // While a handler runs, `follow_up` cancels the timer after it. This function writes
        // `armed_` and reads `follow_ups_`, that one writes `follow_ups_` and reads `armed_`: so
        // one of the two sees what the other has written, and cancels the timer.
        if (follow_ups_.load() == 0)
            cancel_idle_timer();
    }

    /** Exists while the handler of a completed operation runs. When the last one ends, the timer of
        a connection that is idle by then is cancelled. */
    class follow_up
    {
    public:
        explicit follow_up(connection_clock& followed) noexcept
            : followed_(followed)
        {
            followed_.follow_ups_.fetch_add(1);
        }
        ~follow_up()
        {
            followed_.follow_ups_.fetch_sub(1);
            followed_.cancel_idle_timer();
        }
        follow_up(follow_up const&) = delete;
        follow_up& operator=(follow_up const&) = delete;

    private:
        connection_clock& followed_;
    };

private:
    /// Is told when the wait of the timer ends. It outlives the connection, which may be gone by
    /// then.
    struct deadline_timer final : completion_target
    {
        std::mutex mutex;
        connection_clock* target = nullptr;

        void ended(std::uint64_t generation, boost::system::error_code code) override
        {
            std::lock_guard const lock(mutex);
            if (!code && target)
                target->timer_ended(generation);
        }
    };

    void start_timer()
    {
        timer_end_ = (std::min)(deadline_, phase_end_);
        time_.set(timer_, *this, timer_end_);
        ++generation_;
        if (!time_.given()) [[likely]]
            timer_.async_wait(completion_handler{deadline_timer_, generation_});
    }

    RESTBIND_COLD void wake() override
    {
        std::lock_guard const lock(mutex());
        timer_ended(generation_);
    }

    RESTBIND_COLD void timer_ended(std::uint64_t generation)
    {
        if (generation != generation_)
            return;
        timer_end_ = (clock::time_point::max)();
        if (!armed_.load() || owner_.stopped() != stop_reason::none)
            return;
        // The wait may have begun for an earlier request.
        auto const now = time_.now();
        if (now >= deadline_)
            owner_.stop_now(stop_reason::timed_out);
        else if (now >= phase_end_)
            owner_.stop_now(stop_reason::limit_reached);
        else
            start_timer();
    }

    void cancel_idle_timer()
    {
        if (armed_.load())
            return;
        std::lock_guard const lock(mutex());
        if (!armed_.load() && timer_end_ != (clock::time_point::max)())
            cancel();
    }

    owner& owner_;
    time_source const time_;
    asio::steady_timer timer_;
    intrusive_ptr<deadline_timer> const deadline_timer_;
    clock::time_point deadline_ = (clock::time_point::max)();
    clock::time_point phase_end_ = (clock::time_point::max)();
    clock::time_point timer_end_ = (clock::time_point::max)(); ///< `max`: no wait is pending
    std::uint64_t generation_ = 0; ///< keeps a wait that was given up from doing anything
    std::atomic<bool> armed_{false};
    std::atomic<unsigned> follow_ups_{0};
};

} // namespace restbind::net::detail
