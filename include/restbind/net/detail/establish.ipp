#pragma once

#include <restbind/http/detail/proxy.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/net/detail/session_state.hpp>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <system_error>

namespace restbind::net::detail
{

RESTBIND_DECL void add_address(address_list& to, asio::ip::address const& one, std::uint16_t port)
{
    to.add({one, port});
}

/// The status with which a proxy refused a tunnel for good, as http::decide wants it; otherwise 0.
/// A proxy that asks for other credentials must not be asked again with the same ones.
inline int refusal_of_proxy(error const& failure)
{
    bool const refused = failure == error_kind::connect && failure.status() / 100 == 4;
    return refused ? failure.status() : 0;
}

/// What stands between the client and its target: the error of a call names the target itself.
RESTBIND_COLD inline std::string name_of(destination const& proxy, destination const& target)
{
    return http::joined({"the proxy ", proxy.to.address.host_and_port(), " to ",
        target.to.address.host_and_port(), " "});
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<intrusive_ptr<lookup>>> resolver::resolve(
    http::url const& address, clock::time_point deadline)
{
    boost::system::error_code code;
    std::string const host = address.zone.empty() ? address.host : address.host + "%" + address.zone;
    if (auto const literal = asio::ip::make_address(host, code); !code)
    {
        if (!address.zone.empty() && literal.to_v6().scope_id() == 0)
            co_return resolve_error(asio::error::host_not_found,
                "there is no network interface " + address.zone);
        co_return lookup::of({literal, address.port});
    }

    intrusive_ptr<lookup> found;
    waiter waiting(executor_);
    {
        // A shutdown comes before this, and is seen, or after it, and finds who waits.
        std::lock_guard const lock(mutex_);
        if (closed_)
            co_return wait_error(wait_end::client_closed, phase::resolve);
        try
        {
            found = find_or_start(address.host, address.port);
        }
        catch (std::system_error const& failure)
        {
            code.assign(failure.code().value(), boost::system::system_category());
            co_return resolve_error(code);
        }
        found->join(waiting, deadline);
    }
    if (waiting.has_joined())
    {
        wait_end const end = co_await waiting.wait();
        if (end != wait_end::granted)
            co_return wait_error(end, phase::resolve);
    }
    if (found->failure())
        co_return resolve_error(found->failure());
    co_return found;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> session_state::open_tunnel(
    connection& fresh, destination const& target, clock::time_point deadline)
{
    std::string head = http::tunnel_request(target.to.address, options().proxy, options().user_agent);
    http::wipe_guard const wiped(head);
    outgoing_request const request{.head = head, .response_has_no_content = true};
    http::parser_limits const limits{.header = options().limits.header};
    http::response response;
    fresh.arm(deadline);
    exchange_report report = co_await fresh.exchange(request, limits, response);
    error failure = std::move(report.failure);
    if (failure == error_kind::none)
    {
        fresh.used = false; // the next request is the first: this one was the proxy's
        co_return http::judge_tunnel(
            proxy_.to.address, target.to.address, response.status, report.surplus);
    }
    if (failure != error_kind::timed_out && failure != error_kind::cancelled &&
        failure != error_kind::client_closed)
        failure.with_kind(error_kind::connect)
            .with_detail(http::joined({name_of(proxy_, target), "gave no proper response",
                failure.detail().empty() ? "" : ": ", failure.detail()}));
    co_return failure.with_phase(phase::connect);
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> session_state::establish(
    connection& fresh, destination const& target, clock::time_point call_deadline, attempt_times* times)
{
    auto begun = clock::now();
    auto const lap = [times, &begun](std::chrono::microseconds attempt_times::*part)
    {
        if (!times)
            return;
        auto const now = clock::now();
        times->*part = microseconds_between(begun, now);
        begun = now;
    };
    auto const limit = options().connect_timeout.count() > 0 ? begun + options().connect_timeout
                                                           : (clock::time_point::max)();
    bool const call_ends_first = call_deadline <= limit;
    auto const deadline = (std::min)(limit, call_deadline);
    destination const& next = target.via_proxy ? proxy_ : target;

    // A limit of its own leaves the call time to try again.
    auto const in_time = [&](error failure, error_kind kind)
    {
        if (failure == error_kind::timed_out && !call_ends_first)
            failure.with_kind(kind).with_detail(http::joined({failure.detail(),
                failure.detail().empty() ? "" : "; ", "there was no connection within ",
                duration_text(options().connect_timeout)}));
        return failure;
    };
    auto const name_proxy = [&](error failure, std::string_view what)
    {
        if (target.via_proxy && failure != error_kind::cancelled &&
            failure != error_kind::client_closed)
            failure.with_detail(http::joined({name_of(proxy_, target), what,
                failure.detail().empty() ? "" : ": ", failure.detail()}));
        return failure;
    };

    auto const found = co_await resolver_.resolve(next.to.address, deadline);
    lap(&attempt_times::resolve);
    if (!found)
        co_return name_proxy(in_time(found.error(), error_kind::resolve), "was not found");

    // Of what was found nothing changes any more.
    result<void> done =
        co_await fresh.connect((*found)->addresses(), next.to.loopback_only, deadline);
    if (!done)
        co_return name_proxy(in_time(done.error(), error_kind::connect), "cannot be reached");
    if (target.via_proxy)
        done = co_await open_tunnel(fresh, target, deadline);
    lap(&attempt_times::connect);
    if (!done)
        co_return in_time(done.error(), error_kind::connect);
    if (!target.to.address.is_secure())
        co_return done;

    auto channel = options().tls->make(target.to.address.host, target.to.address.port);
    fresh.arm(call_deadline);
    if (options().handshake_timeout.count() > 0)
        fresh.limit_phase(clock::now() + options().handshake_timeout);
    done = co_await fresh.secure(std::move(channel), options().tls);
    lap(&attempt_times::handshake);
    if (!done && done.error() == error_kind::connect &&
        done.error().code() == asio::error::timed_out)
        done = error(done.error())
                   .with_detail("the handshake was not done within " +
                                duration_text(options().handshake_timeout));
    co_return done;
}

} // namespace restbind::net::detail
