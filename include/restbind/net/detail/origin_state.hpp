// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** What the calls of a client to one origin share: connections, and what they may use up for
    retries. Thread-safe.
*/
class origin_state
{
public:
    /** @param options Checked options. They and `dials` outlive this.
        @param max_idle Most idle connections that are kept.
        @param max_failures As `http::retry_budget` has it.
    */
    RESTBIND_COLD origin_state(asio::any_io_executor const& executor, time_source const& time,
        client_options const& options, dialer& dials, origin to, std::size_t max_idle,
        unsigned max_failures)
        : target(dials.way_to(std::move(to)))
        , head(target.to.authority, options.user_agent)
        , budget(max_failures)
        , connections(executor, time,
              {options.pool.max_connections, max_idle, options.pool.idle_timeout},
              options.pool.max_connections, options.pool.wait,
              {options.timeouts.write, options.timeouts.first_byte, options.timeouts.idle_read})
        , dialer_(dials)
    {
    }

    /** Where calls go. */
    destination const target;

    /** Writes requests. */
    http::request_head const head;

    /** What all calls may use up for retries. */
    http::retry_budget budget;

    pool connections;

    /** A connection: an idle one, unless `fresh`, or a new one.

        @param times Receives the time in line and the times of setting up; null: the clock is not
            read for it.
    */
    RESTBIND_COLD asio::awaitable<result<lease>> get_connection(
        bool fresh, clock::time_point deadline, attempt_times* times = nullptr)
    {
        result<lease> found =
            co_await connections.acquire(fresh, deadline, times ? &times->pool : nullptr);
        if (!found || (*found)->used)
            co_return std::move(found);
        auto const established = co_await dialer_.establish(**found, target, deadline, times);
        if (!established)
            co_return established.error();
        co_return std::move(found);
    }

private:
    dialer& dialer_;
};

} // namespace restbind::net::detail
