// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

/** What a step of `pool_state` asks for. */
enum class pool_step : unsigned char
{
    none,  ///< nothing
    reuse, ///< use the idle connection if it is alive, and report it as `taken`; if not, ask again
    open,  ///< open a new connection and report it as `taken`
    wait,  ///< all places are taken: wait in line for one to be granted
    close, ///< close the connection
    grant  ///< resume the first in line, who calls `accept`; close the connection if there is one
};

/** A step and the connection that it is about. */
template <class Handle>
struct pool_action
{
    /** What is to be done. */
    pool_step step = pool_step::none;

    /** With `reuse`, `close` and perhaps `grant`: the connection. Otherwise empty. */
    Handle connection{};
};

/** Decides which connections to one origin are kept, reused and closed, and who has to wait for
    one: a bounded number of places, each with a connection in use or an idle one. No I/O.

    Times are passed in, so that the same steps always lead to the same state. The queue of those
    who wait belongs to the caller, who says whether it is empty. Not thread-safe. Memory is
    allocated only when a place is taken for a new connection.

    | event      | when                                        | step                              |
    |------------|---------------------------------------------|-----------------------------------|
    | find_idle  | the newest idle connection is fresh enough  | reuse; `taken` if it is alive     |
    | find_idle  | one has been idle for too long              | close; ask again                  |
    | find_idle  | there is none                               | none                              |
    | find_place | a place is free                             | open; `taken` when it is there    |
    | find_place | all are taken, one by an idle connection    | close; ask again                  |
    | find_place | connections in use take all                 | wait                              |
    | give_back  | somebody waits                              | grant; its place is theirs        |
    | give_back  | nobody waits, and it can be kept            | none, or close the oldest         |
    | give_back  | nobody waits, and it cannot be kept         | close                             |
    | accept     | the place came with a connection            | reuse, or close if it must be new |
    | accept     | the place came without one                  | open; `accepted` when it is there |
    | decline    | somebody else waits                         | grant                             |
    | decline    | nobody waits                                | close, or none                    |

    @tparam Handle Owns a connection: closes it when it is destroyed. Moving it does not throw.
*/
template <class Handle>
class pool_state
{
public:
    using clock = std::chrono::steady_clock;
    using action = pool_action<Handle>;
    static_assert(
        std::is_nothrow_move_constructible_v<Handle> && std::is_nothrow_move_assignable_v<Handle>);

    /** @param max_connections Number of places; above 0.
        @param max_idle Number of idle connections that are kept; 0: none.
        @param idle_timeout Time after which an idle connection is not reused; 0: none is kept.
    */
    pool_state(
        std::size_t max_connections, std::size_t max_idle, std::chrono::milliseconds idle_timeout)
        : max_connections_(max_connections)
        , max_idle_(idle_timeout.count() > 0 ? max_idle : 0)
        , idle_timeout_(idle_timeout)
    {
    }

    /** Somebody could use an idle connection.

        @returns `reuse` with the one that was used last, `close` with one that has been idle for
            too long (then ask again), or `none`.
    */
    action find_idle(clock::time_point now)
    {
        if (idle_.empty())
            return {};
        if (idle_.front().until <= now)
            return {pool_step::close, take_oldest()};
        bool const is_late = idle_.back().until <= now;
        action found{
            is_late ? pool_step::close : pool_step::reuse, std::move(idle_.back().connection)};
        idle_.pop_back();
        --places_;
        return found;
    }

    /** Somebody needs a new connection.

        @returns `open`, `close` with the connection that has been idle for the longest time (then
            ask again), or `wait` if connections in use take all places.
    */
    action find_place()
    {
        if (places_ < max_connections_)
        {
            // Giving a connection back must not fail for lack of memory.
            reserve_one(idle_, places_ + 1);
            reserve_one(granted_, places_ + 1);
            return {pool_step::open, {}};
        }
        if (!idle_.empty())
            return {pool_step::close, take_oldest()};
        return {pool_step::wait, {}};
    }

    /** The connection of a `reuse` or `open` is in use now: it takes a place. */
    void taken() noexcept
    {
        BOOST_ASSERT(places_ < max_connections_);
        ++places_;
    }

    /** A waiter uses the place that it was granted, and calls `accepted` once it has a connection.

        @param fresh Whether only a new connection will do.
        @returns `reuse` with the connection that came with the place (if it is dead, ask again),
            `close` with it (then ask again), or `open`.
    */
    action accept(bool fresh) noexcept
    {
        BOOST_ASSERT(places_granted_ != 0);
        if (granted_.empty() || (fresh && granted_.size() < places_granted_))
            return {pool_step::open, {}};
        return {fresh ? pool_step::close : pool_step::reuse, take_granted()};
    }

    /** The granted place has a connection that is in use. */
    void accepted() noexcept
    {
        BOOST_ASSERT(places_granted_ != 0);
        --places_granted_;
    }

    /** A waiter that was granted a place gives it up.

        @returns `grant` for the next in line, `close` with a connection that nobody has a place
            for, or `none`.
    */
    action decline(bool somebody_waits) noexcept
    {
        BOOST_ASSERT(places_granted_ != 0);
        if (somebody_waits)
            return {pool_step::grant, {}};
        --places_granted_;
        --places_;
        if (granted_.size() > places_granted_)
            return {pool_step::close, take_granted()};
        return {};
    }

    /** A connection is not used any more.

        @param keep Whether it can serve another request.
        @param longest Time after which it is not reused, if that is shorter than the pool's own.
        @returns `grant`, `close` with a connection, or `none`.
    */
    action give_back(Handle used, bool keep, clock::time_point now, bool somebody_waits,
        std::chrono::milliseconds longest = (std::chrono::milliseconds::max)()) noexcept
    {
        BOOST_ASSERT(places_ != 0);
        keep = keep && max_idle_ != 0;
        if (somebody_waits)
        {
            ++places_granted_;
            if (!keep)
                return {pool_step::grant, std::move(used)};
            granted_.push_back(std::move(used));
            return {pool_step::grant, {}};
        }
        if (!keep)
        {
            --places_;
            return {pool_step::close, std::move(used)};
        }
        idle_.push_back({std::move(used), now + (std::min)(idle_timeout_, longest)});
        if (idle_.size() <= max_idle_)
            return {};
        return {pool_step::close, take_oldest()};
    }

    /** No connection is kept any more.

        @returns All that were not in use, to be closed.
    */
    std::vector<Handle> close_all() noexcept
    {
        // Each place has room in `granted_`, so that nothing is allocated.
        std::vector<Handle> closed = std::move(granted_);
        granted_.clear();
        for (idle_connection& one : idle_)
            closed.push_back(std::move(one.connection));
        places_ -= idle_.size();
        idle_.clear();
        return closed;
    }

private:
    struct idle_connection
    {
        Handle connection;
        clock::time_point until; ///< when it is not reused any more
    };

    Handle take_oldest() noexcept
    {
        Handle oldest = std::move(idle_.front().connection);
        idle_.erase(idle_.begin());
        --places_;
        return oldest;
    }

    Handle take_granted() noexcept
    {
        Handle first = std::move(granted_.front());
        granted_.erase(granted_.begin());
        return first;
    }

    template <class T>
    static void reserve_one(std::vector<T>& list, std::size_t size)
    {
        if (list.capacity() < size)
            list.reserve((std::max)(size, list.capacity() * 2));
    }

    std::size_t max_connections_;
    std::size_t max_idle_;
    std::chrono::milliseconds idle_timeout_;
    std::size_t places_ = 0;
    std::size_t places_granted_ = 0;
    std::vector<idle_connection> idle_; ///< the one used last is at the back
    std::vector<Handle> granted_;       ///< reusable ones that came with places granted
};

} // namespace restbind::http
