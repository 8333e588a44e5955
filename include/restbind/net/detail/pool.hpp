// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/pool_state.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

#ifdef __linux__
#include <ctime>
#endif

namespace restbind::inline RESTBIND_ABI::net::detail
{

class pool;

/** The time by which idle connections grow old. It goes on while the system sleeps, in which time
    a service closes them unheard. Linux has a clock of its own for that: its steady clock stops.
*/
inline clock::time_point aging_time() noexcept
{
#ifdef __linux__
    std::timespec now{};
    if (::clock_gettime(CLOCK_BOOTTIME, &now) == 0)
        return clock::time_point(
            std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
#endif
    return clock::now();
}

/** A connection in use. Goes back to its pool when the lease ends, whichever way that happens. */
class lease
{
public:
    lease() = default;
    lease(lease&&) noexcept = default;
    RESTBIND_COLD lease& operator=(lease&& other) noexcept
    {
        end();
        from_ = other.from_;
        held_ = std::move(other.held_);
        has_place_ = other.has_place_;
        keep_ = other.keep_;
        return *this;
    }

    ~lease() { end(); }

    /** Ends the lease now. */
    void end() noexcept;

    /** Says that the connection can serve another request. */
    void keep() noexcept { keep_ = true; }

    explicit operator bool() const noexcept { return held_ != nullptr; }
    connection* operator->() const noexcept { return held_.get(); }
    connection& operator*() const noexcept { return *held_; }

private:
    friend class pool;

    using pointer = intrusive_ptr<connection>;

    lease(pool& from, pointer&& taken, bool has_place = true) noexcept
        : from_(&from)
        , held_(std::move(taken))
        , has_place_(has_place)
    {
    }

    pool* from_ = nullptr; ///< outlives the lease
    pointer held_;
    bool has_place_ = true; ///< whether it has one of the pool's places
    bool keep_ = false;
};

/** The connections to one origin: `http::pool_state` with sockets, and the queue of those who wait
    for a place. Thread-safe; its lock is never held across a suspension.
*/
class pool
{
public:
    using pointer = intrusive_ptr<connection>;

    /** @param state Which connections are kept.
        @param max_connections As in `state`, for the text of an error.
        @param max_wait Longest time in line; 0: no limit of its own.
        @param phases Limits of the connections' exchanges.
    */
    pool(asio::any_io_executor const& executor, http::pool_state<pointer>&& state,
        std::size_t max_connections, std::chrono::milliseconds max_wait, phase_limits const& phases)
        : executor_(executor)
        , max_connections_(max_connections)
        , max_wait_(max_wait)
        , phases_(phases)
        , state_(std::move(state))
    {
    }
    pool(pool const&) = delete;
    pool& operator=(pool const&) = delete;

    /** A connection that is idle and alive, if there is one. */
    lease try_acquire()
    {
        std::lock_guard const lock(mutex_);
        return lease(*this, take_idle());
    }

    /** A connection: an idle one, unless `fresh`, or a new one, which is not connected yet.

        @param waited Receives the time in line; null: the clock is not read for it.
    */
    RESTBIND_COLD asio::awaitable<result<lease>> acquire(
        bool fresh, clock::time_point deadline, std::chrono::microseconds* waited)
    {
        waiter waiting(executor_);
        // A coroutine may be destroyed between the grant and its next step.
        struct declined_at_end
        {
            pool& owner;
            waiter& waiting;
            bool accepted;
            ~declined_at_end()
            {
                if (accepted || !waiting.has_joined())
                    return;
                std::lock_guard const lock(owner.mutex_);
                if (waiting.is_granted())
                    owner.decline_granted();
            }
        };
        declined_at_end guard{*this, waiting, false};
        {
            std::lock_guard const lock(mutex_);
            if (closed_)
                co_return wait_error(wait_end::client_closed, phase::pool);
            lease found(*this, fresh ? nullptr : take_idle());
            if (!found)
                found = lease(*this, take_place());
            if (found)
                co_return std::move(found);
            auto const limit = max_wait_.count() > 0 ? clock::now() + max_wait_
                                                     : (clock::time_point::max)();
            waiting.join(waiting_, mutex_, (std::min)(limit, deadline));
        }
        auto const begun = waited ? clock::now() : clock::time_point();
        wait_end const end = co_await waiting.wait();
        if (waited)
            *waited = microseconds_between(begun, clock::now());
        if (end == wait_end::timed_out)
            co_return restbind::detail::fill(wait_error(end, phase::pool))
                .with_detail("all " + std::to_string(max_connections_) + " connections were in use")
                .take();
        if (end != wait_end::granted)
            co_return wait_error(end, phase::pool);
        std::lock_guard const lock(mutex_);
        if (closed_)
            co_return wait_error(wait_end::client_closed, phase::pool);
        lease granted(*this, take_granted(fresh));
        guard.accepted = true;
        co_return std::move(granted);
    }

    /** A connection of its own, which takes no place and is not connected yet; none after a
        shutdown. */
    RESTBIND_COLD lease make_extra()
    {
        pointer fresh(new connection(executor_, phases_));
        std::lock_guard const lock(mutex_);
        if (closed_)
            return {};
        working_.push_back(*fresh);
        return lease(*this, std::move(fresh), false);
    }

    /** Closes all idle connections, stops those at work, and ends all waits. */
    RESTBIND_COLD void shut_down()
    {
        std::lock_guard const lock(mutex_);
        closed_ = true;
        state_.close_all();
        waiting_.shut_down();
        for (connection* busy = working_.front(); busy; busy = busy->next)
            busy->stop(stop_reason::shut_down);
    }

private:
    friend class lease;

    /// The idle connection that was used last and is alive, or null. Those that were found dead are
    /// closed, and those that have been idle for too long.
    pointer take_idle()
    {
        auto const now = aging_time();
        for (;;)
        {
            auto next = state_.find_idle(now);
            if (next.step == http::pool_step::none)
                return nullptr;
            if (next.step == http::pool_step::close || !next.connection->is_alive())
                continue;
            state_.taken();
            working_.push_back(*next.connection);
            return std::move(next.connection);
        }
    }

    /// A new connection in a free place or in that of the connection that has been idle for the
    /// longest time; null if connections at work take all places.
    RESTBIND_COLD pointer take_place()
    {
        auto next = state_.find_place();
        while (next.step == http::pool_step::close)
            next = state_.find_place();
        if (next.step == http::pool_step::wait)
            return nullptr;
        pointer created(new connection(executor_, phases_));
        state_.taken();
        working_.push_back(*created);
        return created;
    }

    /// What a place that was granted to a waiter holds: a live connection or, if there is none or
    /// `fresh`, a new one.
    RESTBIND_COLD pointer take_granted(bool fresh)
    {
        auto next = state_.accept(fresh);
        while (next.step == http::pool_step::close ||
               (next.step == http::pool_step::reuse && !next.connection->is_alive()))
            next = state_.accept(fresh);
        // Without memory the place stays granted, for the caller to decline.
        if (next.step == http::pool_step::open)
            next.connection.reset(new connection(executor_, phases_));
        state_.accepted();
        working_.push_back(*next.connection);
        return std::move(next.connection);
    }

    /// Passes a place on that was granted to a waiter who does not want it any more.
    RESTBIND_COLD void decline_granted()
    {
        auto const next = state_.decline(!waiting_.empty());
        if (next.step == http::pool_step::grant)
            waiting_.grant_one();
    }

    /// @returns A connection to be destroyed without the lock.
    pointer take_back(pointer used, bool has_place, bool keep)
    {
        std::lock_guard const lock(mutex_);
        working_.remove(*used);
        if (!has_place) [[unlikely]]
            return used;
        bool const can_stay = keep && !closed_;
        // The clock is read only where a connection can be kept.
        auto const now = can_stay ? aging_time() : clock::time_point();
        bool const stays = can_stay && now < used->expires;
        auto const longest = (std::min)(used->idle_limit(),
            std::chrono::duration_cast<std::chrono::milliseconds>(used->expires - now));
        auto next = state_.give_back(std::move(used), stays, now, !waiting_.empty(), longest);
        if (next.step == http::pool_step::grant)
            waiting_.grant_one();
        return std::move(next.connection);
    }

    asio::any_io_executor const executor_;
    std::size_t const max_connections_;
    std::chrono::milliseconds const max_wait_;
    phase_limits const phases_;

    std::mutex mutex_; ///< guards what follows
    http::pool_state<pointer> state_;
    wait_queue waiting_; ///< for a place
    linked_list<connection> working_; ///< what a shutdown stops
    bool closed_ = false;
};

inline void lease::end() noexcept
{
    if (!held_)
        return;
    held_->disarm();
    pointer const dropped =
        from_->take_back(std::move(held_), has_place_, std::exchange(keep_, false));
}

} // namespace restbind::net::detail
