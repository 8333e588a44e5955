// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/pauses.hpp>
#include <restbind/net/detail/resolver.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The status with which a proxy refused a tunnel for good, as `http::decide` wants it; otherwise 0.
    A proxy that asks for other credentials must not be asked again with the same ones.
*/
inline int refusal_of_proxy(error const& failure)
{
    bool const refused = failure == error_kind::connect && failure.status() / 100 == 4;
    return refused ? failure.status() : 0;
}

/** Makes new connections ready: looks the name up, connects, opens a tunnel, encrypts. Thread-safe.
 */
class dialer
{
public:
    /** @param options Checked options. They and `jitter` outlive this.
        @param proxy The proxy; without a host if there is none.
    */
    RESTBIND_COLD dialer(asio::any_io_executor const& executor, client_options const& options,
        origin&& proxy, jitter_source& jitter)
        : options_(options)
        , proxy_{std::move(proxy)}
        , resolver_(executor, options.resolver)
        , jitter_(jitter)
    {
    }

    /** The way to an origin: through the proxy, or straight. */
    RESTBIND_COLD destination way_to(origin to) const
    {
        bool const via_proxy =
            !proxy_.to.address.host.empty() && !to.address.host.empty() &&
            !http::bypasses_proxy(options_.proxy.no_proxy, to.address.host, to.address.port);
        return {std::move(to), via_proxy};
    }

    /** Connects, through the proxy if there is one for the target, and with encryption if the
        address asks for it.

        @param times Receives the durations of name lookup, connecting and handshake; may be null.
        @returns The status in an error of kind `connect` is that of a proxy that refused.
    */
    asio::awaitable<result<void>> establish(connection& fresh, destination const& target,
        clock::time_point call_deadline, attempt_times* times = nullptr);

    /** Ends all waits for names with `client_closed`. */
    RESTBIND_COLD void shut_down() { resolver_.shut_down(); }

private:
    asio::awaitable<result<void>> open_tunnel(
        connection& fresh, destination const& target, clock::time_point deadline);

    client_options const& options_;
    destination const proxy_; ///< without a host if there is none
    resolver resolver_;
    jitter_source& jitter_;
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/dialer.ipp>
#endif
