#pragma once

#include <restbind/net/connection.hpp>
#include <restbind/net/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

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
    using pointer = std::shared_ptr<connection>;

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
    pointer take_first_granted();

    asio::any_io_executor executor_;
    std::size_t limit_;
    std::size_t most_idle_;
    std::chrono::milliseconds idle_timeout_;
    phase_limits phases_;
    std::size_t places_taken_ = 0;
    std::vector<pointer> idle_; ///< the one used last is at the back
    std::vector<pointer> granted_; ///< the place granted first is in front
    std::vector<connection*> working_;
};

inline pool::pointer pool::take_idle(clock::time_point now)
{
    if (idle_.empty())
        return nullptr;
    auto const oldest = now - idle_timeout_;
    auto const young = std::find_if(idle_.begin(), idle_.end(),
        [oldest](pointer const& one) { return one->idle_since > oldest; });
    places_taken_ -= static_cast<std::size_t>(young - idle_.begin());
    idle_.erase(idle_.begin(), young);
    while (!idle_.empty())
    {
        bool const alive = idle_.back()->is_alive();
        if (alive)
            enlist(*idle_.back());
        pointer found = std::move(idle_.back());
        idle_.pop_back();
        if (alive)
            return found;
        --places_taken_;
    }
    return nullptr;
}

inline pool::pointer pool::take_place()
{
    if (places_taken_ == limit_ && !idle_.empty())
    {
        idle_.erase(idle_.begin());
        --places_taken_;
    }
    if (places_taken_ == limit_)
        return nullptr;
    // Giving a place back must not need memory.
    idle_.reserve(places_taken_ + 1);
    granted_.reserve(places_taken_ + 1);
    pointer created = std::make_shared<connection>(executor_, phases_);
    enlist(*created);
    ++places_taken_;
    return created;
}

inline pool::pointer pool::take_first_granted()
{
    pointer found = std::move(granted_.front());
    granted_.erase(granted_.begin());
    return found;
}

inline pool::pointer pool::take_granted(bool fresh)
{
    // Without memory the place stays granted, for the caller to decline.
    pointer& first = granted_.front();
    if (!first || fresh || !first->is_alive())
        first = std::make_shared<connection>(executor_, phases_);
    enlist(*first);
    return take_first_granted();
}

inline void pool::decline_granted()
{
    pointer found = take_first_granted();
    if (waiting.empty())
    {
        --places_taken_;
        return;
    }
    granted_.push_back(std::move(found));
    waiting.grant_one();
}

inline pool::pointer pool::give_back(pointer used, bool keep)
{
    delist(*used);
    keep = keep && most_idle_ != 0;
    if (!waiting.empty())
    {
        granted_.push_back(keep ? std::move(used) : nullptr);
        waiting.grant_one();
        return used;
    }
    if (keep)
    {
        used->idle_since = clock::now();
        idle_.push_back(std::move(used));
        if (idle_.size() <= most_idle_)
            return nullptr;
        used = std::move(idle_.front());
        idle_.erase(idle_.begin());
    }
    --places_taken_;
    return used;
}

inline void pool::shut_down()
{
    idle_.clear();
    waiting.shut_down();
    for (connection* const busy : working_)
        busy->stop(stop_reason::shut_down);
}

inline void pool::enlist(connection& working)
{
    working.index = working_.size();
    working_.push_back(&working);
}

inline void pool::delist(connection& working)
{
    working_.back()->index = working.index;
    working_[working.index] = working_.back();
    working_.pop_back();
}

} // namespace restbind::net::detail
