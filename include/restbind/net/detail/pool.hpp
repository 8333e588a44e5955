#pragma once

#include <restbind/http/pool_state.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <utility>

namespace restbind::net::detail
{

/** The connections to the service: `http::pool_state` with sockets, and the queue of those who wait
    for a place. All functions need the mutex of the session state that owns the pool.
*/
class pool
{
public:
    using pointer = intrusive_ptr<connection>;

    /** @param state Which connections are kept.
        @param phases Limits of the connections' exchanges.
    */
    pool(asio::any_io_executor executor, http::pool_state<pointer>&& state,
        phase_limits const& phases)
        : executor_(std::move(executor))
        , state_(std::move(state))
        , phases_(phases)
    {
    }
    pool(pool const&) = delete;
    pool& operator=(pool const&) = delete;

    /** The idle connection that was used last and is alive, or null. Those that were found dead are
        closed, and those that have been idle for too long. */
    pointer take_idle(clock::time_point now)
    {
        for (;;)
        {
            auto next = state_.find_idle(now);
            if (next.step == http::pool_step::none)
                return nullptr;
            if (next.step == http::pool_step::close || !next.connection->is_alive())
                continue;
            state_.taken();
            enlist(*next.connection);
            return std::move(next.connection);
        }
    }

    /** A new connection, not yet connected, in a free place or in that of the connection that has
        been idle for the longest time; null if connections at work take all places. */
    RESTBIND_COLD pointer take_place()
    {
        auto next = state_.find_place();
        while (next.step == http::pool_step::close)
            next = state_.find_place();
        if (next.step == http::pool_step::wait)
            return nullptr;
        pointer created(new connection(executor_, phases_));
        state_.taken();
        enlist(*created);
        return created;
    }

    /** What a place that was granted to a waiter holds: a live connection or, if there is none or
        `fresh`, a new one. */
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
        enlist(*next.connection);
        return std::move(next.connection);
    }

    /** Passes a place on that was granted to a waiter who does not want it any more. */
    RESTBIND_COLD void decline_granted()
    {
        auto const next = state_.decline(!waiting.empty());
        if (next.step == http::pool_step::grant)
            waiting.grant_one();
    }

    /** Gives a place back.

        @param keep Whether the connection can serve another request.
        @returns A connection to be destroyed without the mutex.
    */
    pointer give_back(pointer used, bool keep)
    {
        delist(*used);
        // The clock is read only where a connection becomes idle.
        auto const longest = used->idle_limit();
        auto next = state_.give_back(std::move(used), keep,
            keep ? clock::now() : clock::time_point(), !waiting.empty(), longest);
        if (next.step == http::pool_step::grant)
            waiting.grant_one();
        return std::move(next.connection);
    }

    /** Closes all idle connections and stops those at work. */
    RESTBIND_COLD void shut_down()
    {
        state_.close_all();
        waiting.shut_down();
        for (connection* busy = working_.front(); busy; busy = busy->next)
            busy->stop(stop_reason::shut_down);
    }

    /** Counts a connection among those at work, which a shutdown stops. */
    void enlist(connection& working) { working_.push_back(working); }

    /** Removes it from there. */
    void delist(connection& working) { working_.remove(working); }

    /** Coroutines that wait for a place. */
    wait_queue waiting;

private:
    asio::any_io_executor executor_;
    http::pool_state<pointer> state_;
    phase_limits phases_;
    linked_list<connection> working_;
};

} // namespace restbind::net::detail
