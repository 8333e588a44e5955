// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/pool_state.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

class pool;

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
    void end() noexcept
    {
        if (held_)
            give_back();
    }

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

    void give_back() noexcept;

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
    pool(asio::any_io_executor const& executor, time_source const& time,
        http::pool_state<pointer>&& state, std::size_t max_connections,
        std::chrono::milliseconds max_wait, phase_limits const& phases)
        : executor_(executor)
        , time_(time)
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
        for (;;)
        {
            auto next = locked([this] { return take_idle(); });
            if (next.step == http::pool_step::none)
                return {};
            if (next.step == http::pool_step::close)
                continue; // what has been idle for too long is closed without the lock
            lease found(*this, std::move(next.connection));
            if (found->is_alive())
                return found;
        }
    }

    /** A connection: an idle one, unless `fresh`, or a new one, which is not connected yet.

        @param waited Receives the time in line; null: the clock is not read for it.
    */
    RESTBIND_COLD asio::awaitable<result<lease>> acquire(
        bool fresh, clock::time_point deadline, std::chrono::microseconds* waited)
    {
        waiter waiting(executor_, time_);
        // A coroutine may be destroyed between the grant and its next step.
        struct declined_at_end
        {
            pool& owner;
            waiter& waiting;
            bool accepted;
            ~declined_at_end()
            {
                if (!accepted && waiting.has_joined())
                    owner.decline(waiting);
            }
        };
        declined_at_end guard{*this, waiting, false};
        while (!waiting.has_joined())
        {
            auto next = locked([&] { return take_or_wait(fresh, waiting, deadline); });
            if (next.step == http::pool_step::none)
                co_return wait_error(wait_end::client_closed, phase::pool);
            if (next.step != http::pool_step::reuse && next.step != http::pool_step::open)
                continue;
            lease found(*this, std::move(next.connection));
            if (next.step == http::pool_step::open || found->is_alive())
                co_return std::move(found);
        }
        auto const begun = waited ? time_.now() : clock::time_point();
        wait_end const end = co_await waiting.wait();
        if (waited)
            *waited = microseconds_between(begun, time_.now());
        if (end == wait_end::timed_out)
            co_return restbind::detail::fill(wait_error(end, phase::pool))
                .with_detail("all " +
                             restbind::detail::number_text(
                                 static_cast<std::int64_t>(max_connections_)) +
                             " connections were in use")
                .take();
        if (end != wait_end::granted)
            co_return wait_error(end, phase::pool);
        for (;;)
        {
            auto next = locked([&] { return take_granted(fresh); });
            if (next.step == http::pool_step::none)
                co_return wait_error(wait_end::client_closed, phase::pool);
            if (next.step == http::pool_step::close)
                continue;
            guard.accepted = true;
            lease granted(*this, std::move(next.connection));
            if (next.step == http::pool_step::reuse && !granted->is_alive())
                replace(granted.held_);
            co_return std::move(granted);
        }
    }

    /** A connection of its own, which takes no place and is not connected yet; none after a
        shutdown. */
    RESTBIND_COLD lease make_extra()
    {
        pointer fresh(new connection(executor_, time_, phases_));
        std::lock_guard const lock(mutex_);
        if (closed_)
            return {};
        working_.push_back(*fresh);
        return lease(*this, std::move(fresh), false);
    }

    /** Closes all idle connections, stops those at work, and ends all waits. */
    RESTBIND_COLD void shut_down()
    {
        std::vector<pointer> closed; // without the lock
        std::lock_guard const lock(mutex_);
        closed_ = true;
        closed = state_.close_all();
        waiting_.shut_down();
        for (connection* busy = working_.front(); busy; busy = busy->next)
            busy->stop(stop_reason::shut_down);
    }

private:
    friend class lease;

    using action = http::pool_action<pointer>;

    /// What a function returns that is called with the lock held. So a connection is never looked
    /// at, closed or destroyed while the lock is held: that may take system calls.
    template <class Function>
    action locked(Function const& work)
    {
        std::lock_guard const lock(mutex_);
        return work();
    }

    /// The connection is in use from now on.
    void take(connection& found)
    {
        state_.taken();
        working_.push_back(found);
    }

    /// The idle connection that was used last (`reuse`), one that has been idle for too long
    /// (`close`, then ask again), or `none`.
    action take_idle()
    {
        auto next = state_.find_idle(time_.aging());
        if (next.step == http::pool_step::reuse)
            take(*next.connection);
        return next;
    }

    /// As `take_idle`, unless `fresh`; else a new connection in a free place (`open`) or, after a
    /// `close`, in that of the one that has been idle for the longest time; else the waiter joins
    /// the queue (`wait`). After a shutdown: `none`.
    RESTBIND_COLD action take_or_wait(bool fresh, waiter& waiting, clock::time_point deadline)
    {
        if (closed_)
            return {};
        if (!fresh)
            if (auto next = take_idle(); next.step != http::pool_step::none)
                return next;
        auto next = state_.find_place();
        if (next.step == http::pool_step::open)
        {
            next.connection.reset(new connection(executor_, time_, phases_));
            take(*next.connection);
        }
        else if (next.step == http::pool_step::wait)
        {
            auto const limit =
                max_wait_.count() > 0 ? time_.now() + max_wait_ : (clock::time_point::max)();
            waiting.join(waiting_, mutex_, (std::min)(limit, deadline));
        }
        return next;
    }

    /// What a place that was granted to a waiter holds: a connection (`reuse`), one to be closed
    /// first because a new one is wanted (`close`), or a new one (`open`). After a shutdown:
    /// `none`.
    RESTBIND_COLD action take_granted(bool fresh)
    {
        if (closed_)
            return {};
        auto next = state_.accept(fresh);
        if (next.step == http::pool_step::close)
            return next;
        // Without memory the place stays granted, for the caller to decline.
        if (next.step == http::pool_step::open)
            next.connection.reset(new connection(executor_, time_, phases_));
        state_.accepted();
        working_.push_back(*next.connection);
        return next;
    }

    /// Puts a new connection in the place of one that is in use.
    RESTBIND_COLD void replace(pointer& used)
    {
        pointer other(new connection(executor_, time_, phases_));
        std::lock_guard const lock(mutex_);
        working_.remove(*used);
        working_.push_back(*other);
        used.swap(other);
    }

    /// Passes a place on if it was granted to a waiter who does not want it any more.
    RESTBIND_COLD void decline(waiter& waiting)
    {
        action next; // its connection is closed without the lock
        std::lock_guard const lock(mutex_);
        if (!waiting.is_granted())
            return;
        next = state_.decline(!waiting_.empty());
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
        // The clock is read only if the connection can be kept.
        auto const now = can_stay ? time_.aging() : clock::time_point();
        bool const stays = can_stay && now < used->expires;
        auto const longest = (std::min)(used->idle_limit(),
            std::chrono::duration_cast<std::chrono::milliseconds>(used->expires - now));
        auto next = state_.give_back(std::move(used), stays, now, !waiting_.empty(), longest);
        if (next.step == http::pool_step::grant)
            waiting_.grant_one();
        return std::move(next.connection);
    }

    asio::any_io_executor const executor_;
    time_source const time_;
    std::size_t const max_connections_;
    std::chrono::milliseconds const max_wait_;
    phase_limits const phases_;

    std::mutex mutex_; ///< guards what follows
    http::pool_state<pointer> state_;
    wait_queue waiting_; ///< for a place
    linked_list<connection> working_; ///< what a shutdown stops
    bool closed_ = false;
};

inline void lease::give_back() noexcept
{
    held_->disarm();
    pointer const dropped =
        from_->take_back(std::move(held_), has_place_, std::exchange(keep_, false));
}

} // namespace restbind::net::detail
