// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/tunnel.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/proxy.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/pauses.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/resolver.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The status (4xx) with which a proxy has refused a tunnel; 0 for all other failures.
    `http::decide` does not retry after such a status: the same request would be refused again.
*/
inline int refusal_of_proxy(error const& failure)
{
    bool const refused = failure == error_kind::connect && failure.status() / 100 == 4;
    return refused ? failure.status() : 0;
}

/** Sets connections up: looks the name up, connects, opens a tunnel, encrypts. Thread-safe. */
class dialer
{
public:
    /** @param owner The session, which holds this object. It carries out the requests for tunnels.
        @param options Checked options. They and `jitter` must outlive this object.
        @param proxy The proxy; without a host if there is none.
    */
    RESTBIND_COLD dialer(session& owner, asio::any_io_executor const& executor,
        time_source const& time, client_options const& options, origin&& proxy,
        jitter_source& jitter)
        : owner_(owner)
        , time_(time)
        , options_(options)
        , proxy_{std::move(proxy)}
        , resolver_(executor, time, options.resolver)
        , jitter_(jitter)
    {
    }

    /** Whether an origin is reached through the proxy or directly. */
    RESTBIND_COLD destination way_to(origin to) const
    {
        bool const via_proxy =
            !proxy_.to.address.host.empty() && !to.address.host.empty() &&
            !http::bypasses_proxy(options_.proxy.no_proxy, to.address.host, to.address.port);
        return {std::move(to), via_proxy};
    }

    /** Connects: through the proxy if the target has one, encrypted if its address is https.

        @param times Receives the durations of name lookup, connecting and handshake; may be null.
        @returns What went wrong. If a proxy has refused the tunnel the error is of kind `connect`
            and has the proxy's status.
    */
    asio::awaitable<result<void>> establish(connection& fresh, destination const& target,
        clock::time_point call_deadline, attempt_times* times = nullptr);

    /** Ends all waits for names with `client_closed`. */
    RESTBIND_COLD void shut_down() { resolver_.shut_down(); }

private:
    asio::awaitable<result<void>> open_tunnel(
        connection& fresh, destination const& target, clock::time_point deadline);

    session& owner_;
    time_source const time_;
    client_options const& options_;
    destination const proxy_; ///< without a host if there is none
    resolver resolver_;
    jitter_source& jitter_;
};

/// Names the proxy in the detail of an error; the host of the error is the target.
RESTBIND_COLD inline std::string name_of(destination const& proxy, destination const& target)
{
    return http::joined({"the proxy ", proxy.to.address.host_and_port(), " to ",
        target.to.address.host_and_port(), " "});
}

/// Accepts each response of a proxy. `http::judge_tunnel` looks at its status afterwards.
class tunnel_reader final : public response_reader
{
public:
    tunnel_reader() noexcept
        : response_reader({.successes = http::any_status})
    {
    }

    result<void> read(http::response const&, reading_options const&) override { return {}; }
    void fail(error why) override { ended = std::move(why); }

    result<void> ended;
};

RESTBIND_COLD inline asio::awaitable<result<void>> dialer::open_tunnel(
    connection& fresh, destination const& target, clock::time_point deadline)
{
    http::request_head const head(target.to.address.host_and_port(), options_.user_agent);
    given_connection const given{fresh, head};
    prepared_call call;
    call.given = &given;
    call.request = http::tunnel_request(target.to.address);
    call.deadline = std::chrono::ceil<std::chrono::milliseconds>(deadline - time_.now());
    call.retry = http::retry_policy::never;
    call.credentials.token = false;
    intrusive_ptr<header_line const> const line(
        new header_line(http::proxy_authorization(options_.proxy)));
    call.line = line.get();

    tunnel_reader reader;
    co_await owner_.send(call, reader);
    fresh.used = false; // its first request to the target is yet to come
    if (reader.ended)
        co_return http::judge_tunnel(proxy_.to.address, target.to.address,
            fresh.last_response.status, fresh.report().surplus);
    // A new error, without the list of attempts: the error of the call that needs the tunnel lists
    // its own attempts.
    error const& why = reader.ended.error();
    error failure(why.kind(), why.code(), std::string(why.detail()), phase::connect);
    restbind::detail::fill(failure).with_status(why.status());
    if (failure != error_kind::timed_out && failure != error_kind::cancelled &&
        failure != error_kind::client_closed)
        restbind::detail::fill(failure)
            .with_kind(error_kind::connect)
            .with_detail(http::joined({name_of(proxy_, target), "gave no proper response",
                failure.detail().empty() ? "" : ": ", failure.detail()}));
    co_return failure;
}

/// Makes the encryption of a connection. Throws `callback_failure` if the program's factory throws.
RESTBIND_COLD inline std::unique_ptr<http::secure_channel> make_channel(
    http::secure_channel_factory& factory, http::url const& address)
try
{
    return factory.make(address.host, address.port);
}
catch (...)
{
    throw callback_failure{
        callback_error("secure_channel_factory::make", std::current_exception())};
}

RESTBIND_COLD inline asio::awaitable<result<void>> dialer::establish(
    connection& fresh, destination const& target, clock::time_point call_deadline,
    attempt_times* times)
{
    auto begun = time_.now();
    // Notes the time since the last lap.
    auto const lap = [this, times, &begun](std::chrono::microseconds attempt_times::*part)
    {
        if (!times)
            return;
        auto const now = time_.now();
        times->*part = microseconds_between(begun, now);
        begun = now;
    };
    auto const limit = options_.timeouts.connect.count() > 0 ? begun + options_.timeouts.connect
                                                           : (clock::time_point::max)();
    bool const call_ends_first = call_deadline <= limit;
    auto const deadline = (std::min)(limit, call_deadline);
    destination const& next = target.via_proxy ? proxy_ : target;

    // If `timeouts.connect` has passed and not the call's deadline, the error is one that may be
    // retried.
    auto const in_time = [&](error failure, error_kind kind)
    {
        if (failure == error_kind::timed_out && !call_ends_first)
            restbind::detail::fill(failure).with_kind(kind).with_detail(
                http::joined({failure.detail(), failure.detail().empty() ? "" : "; ",
                    "there was no connection within ", duration_text(options_.timeouts.connect)}));
        return failure;
    };
    auto const name_proxy = [&](error failure, std::string_view what)
    {
        if (target.via_proxy && failure != error_kind::cancelled &&
            failure != error_kind::client_closed)
            restbind::detail::fill(failure).with_detail(http::joined({name_of(proxy_, target), what,
                failure.detail().empty() ? "" : ": ", failure.detail()}));
        return failure;
    };

    result<intrusive_ptr<lookup>> found = intrusive_ptr<lookup>();
    if (!time_.given()) [[likely]]
        found = co_await resolver_.resolve(next.to.address, deadline);
    lap(&attempt_times::resolve);
    if (!found)
        co_return name_proxy(in_time(found.error(), error_kind::resolve), "was not found");

    if (auto const age = options_.pool.max_age; age.count() > 0)
        fresh.expires = time_.aging() + std::chrono::duration_cast<clock::duration>(
                                           age * (1.0 - jitter_.next() / 10));
    result<void> done;
    if (net::transport* const given = time_.given()) [[unlikely]]
        done = co_await fresh.connect(
            given->connect(next.to.address.host, next.to.address.port), deadline);
    else // The addresses that were found do not change any more: no lock is needed.
        done = co_await fresh.connect((*found)->addresses(), next.to.loopback_only, deadline);
    if (!done)
        co_return name_proxy(in_time(done.error(), error_kind::connect), "cannot be reached");
    if (target.via_proxy)
        done = co_await open_tunnel(fresh, target, deadline);
    lap(&attempt_times::connect);
    if (!done)
        co_return in_time(done.error(), error_kind::connect);
    if (!target.to.address.is_secure())
        co_return done;

    auto channel = make_channel(*options_.tls, target.to.address);
    fresh.arm(call_deadline);
    if (options_.timeouts.handshake.count() > 0)
        fresh.limit_phase(time_.now() + options_.timeouts.handshake);
    done = co_await fresh.secure(std::move(channel), options_.tls);
    lap(&attempt_times::handshake);
    if (!done && done.error() == error_kind::connect &&
        done.error().code() == asio::error::timed_out)
        done = restbind::detail::fill(error(done.error()))
                   .with_detail("the handshake was not done within " +
                                duration_text(options_.timeouts.handshake))
                   .take();
    co_return done;
}

} // namespace restbind::net::detail
