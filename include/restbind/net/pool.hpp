#pragma once

#include <restbind/net/connection.hpp>
#include <restbind/net/connection_list.hpp>
#include <restbind/net/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>

namespace restbind::net::detail
{

/** The connections to the service: a bounded number of places, each with a connection at work or an
    idle one.

    Whoever finds no place waits in line; a place that becomes free goes to the first in line. All
    functions need the mutex of the engine that owns the pool.
*/
class pool
{
public:
    using pointer = share<connection>;

    /** @param limit Number of places; above 0.
        @param most_idle Number of idle connections that are kept; 0: none.
        @param idle_timeout Time after which an idle connection is not used again; 0: none is kept.
        @param phases Limits of the connections' exchanges.
    */
    pool(asio::any_io_executor executor, std::size_t limit, std::size_t most_idle,
        std::chrono::milliseconds idle_timeout, phase_limits const& phases)
        : executor_(std::move(executor))
        , limit_(limit)
        , most_idle_(idle_timeout.count() > 0 ? most_idle : 0)
        , idle_timeout_(idle_timeout)
        , phases_(phases)
    {
    }
    pool(pool const&) = delete;
    pool& operator=(pool const&) = delete;
    ~pool()
    {
        close_all(idle_);
        close_all(granted_);
    }

    /** The idle connection that was used last and is alive, or null. Those that were found dead are
        closed, and those that have been idle for too long. */
    pointer take_idle(clock::time_point now);

    /** A new connection, not yet connected, in a free place or in that of the connection that has
        been idle for the longest time; null if connections at work take all places. */
    pointer take_place();

    /** What a place that was granted to a waiter holds: a live connection or, if there is none or
        `fresh`, a new one. */
    pointer take_granted(bool fresh);

    /** Passes a place on that was granted to a waiter who does not want it any more. */
    void decline_granted();

    /** Gives a place back.

        @param keep Whether the connection can serve another request.
        @returns A connection to be destroyed without the mutex.
    */
    pointer give_back(pointer used, bool keep);

    /** Closes all idle connections and stops those at work. */
    void shut_down();

    /** Counts a connection among those at work, which a shutdown stops. */
    void enlist(connection& working);

    /** Removes it from there. */
    void delist(connection& working);

    /** Coroutines that wait for a place. */
    wait_queue waiting;

private:
    static pointer taken_out(connection_list& list, connection& one) noexcept;
    static void close_all(connection_list& list) noexcept;

    asio::any_io_executor executor_;
    std::size_t limit_;
    std::size_t most_idle_;
    std::chrono::milliseconds idle_timeout_;
    phase_limits phases_;
    std::size_t places_taken_ = 0;
    std::size_t places_granted_ = 0;
    connection_list idle_;    ///< shared; the one used last is at the back
    connection_list granted_; ///< shared; live ones that came with places granted
    connection_list working_;
};

/// The share of a connection that one of the lists holds.
inline pool::pointer pool::taken_out(connection_list& list, connection& one) noexcept
{
    list.remove(one);
    return pointer(&one, false);
}

inline void pool::close_all(connection_list& list) noexcept
{
    while (list.front())
        taken_out(list, *list.front());
}

inline pool::pointer pool::take_idle(clock::time_point now)
{
    if (!idle_.front())
        return nullptr;
    for (auto const oldest = now - idle_timeout_;
         idle_.front() && idle_.front()->idle_since <= oldest; --places_taken_)
        taken_out(idle_, *idle_.front());
    while (connection* const last = idle_.back())
    {
        pointer found = taken_out(idle_, *last);
        --places_taken_; // first: encryption may throw when it is asked
        if (last->is_alive())
        {
            ++places_taken_;
            enlist(*last);
            return found;
        }
    }
    return nullptr;
}

inline pool::pointer pool::take_place()
{
    if (places_taken_ == limit_ && idle_.front())
    {
        taken_out(idle_, *idle_.front());
        --places_taken_;
    }
    if (places_taken_ == limit_)
        return nullptr;
    pointer created(new connection(executor_, phases_));
    enlist(*created);
    ++places_taken_;
    return created;
}

inline pool::pointer pool::take_granted(bool fresh)
{
    pointer found;
    if (connection* const first = granted_.front())
    {
        found = taken_out(granted_, *first);
        if (fresh || !found->is_alive())
            found = nullptr;
    }
    // Without memory the place stays granted, for the caller to decline.
    if (!found)
        found = pointer(new connection(executor_, phases_));
    --places_granted_;
    enlist(*found);
    return found;
}

inline void pool::decline_granted()
{
    if (!waiting.empty())
    {
        waiting.grant_one();
        return;
    }
    --places_granted_;
    --places_taken_;
    if (granted_.size() > places_granted_)
        taken_out(granted_, *granted_.front());
}

inline pool::pointer pool::give_back(pointer used, bool keep)
{
    delist(*used);
    keep = keep && most_idle_ != 0;
    if (!waiting.empty())
    {
        ++places_granted_;
        if (keep)
            granted_.push_back(*used.detach());
        waiting.grant_one();
        return used;
    }
    if (keep)
    {
        used->idle_since = clock::now();
        idle_.push_back(*used.detach());
        if (idle_.size() <= most_idle_)
            return nullptr;
        used = taken_out(idle_, *idle_.front());
    }
    --places_taken_;
    return used;
}

inline void pool::shut_down()
{
    close_all(idle_);
    waiting.shut_down();
    for (connection* busy = working_.front(); busy; busy = busy->behind)
        busy->stop(stop_reason::shut_down);
}

inline void pool::enlist(connection& working)
{
    working_.push_back(working);
}

inline void pool::delist(connection& working)
{
    working_.remove(working);
}

} // namespace restbind::net::detail
