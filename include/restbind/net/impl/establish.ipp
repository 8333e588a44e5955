#pragma once

#include <restbind/net/engine.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>

namespace restbind::net::detail
{

/// Least time for one address, so that many addresses do not leave each with next to nothing.
inline constexpr std::chrono::milliseconds least_address_time{250};

/// An error of setting up a connection. A time-out is one of the call only if the call's own time
/// is up.
inline error establish_error(error_kind kind, boost::system::error_code code, phase at,
    std::string const& authority, bool call_is_over)
{
    error failure(call_is_over && code == asio::error::timed_out ? error_kind::timed_out : kind);
    failure.with_code(code).with_phase(at).with_detail(authority);
    return failure;
}

RESTBIND_DECL asio::awaitable<error> engine::look_up(connection& fresh, destination& target,
    clock::time_point deadline, std::vector<asio::ip::tcp::endpoint>& found)
{
    http::url const& address = target.to.address;
    boost::system::error_code code;
    if (auto const literal = asio::ip::make_address(address.host, code); !code)
    {
        found.emplace_back(literal, address.port);
        co_return error();
    }
    code = {};

    std::shared_ptr<lookup> running;
    std::optional<waiter> waiting;
    {
        std::lock_guard const lock(mutex);
        running = target.looking_up;
        if (running)
        {
            std::lock_guard const inner(running->mutex);
            if (running->done)
                running.reset();
        }
        if (!running)
        {
            try
            {
                running = lookup::start(address.host, std::to_string(address.port));
            }
            catch (std::system_error const& failure)
            {
                code.assign(failure.code().value(), boost::system::system_category());
                co_return establish_error(
                    error_kind::resolve, code, phase::resolve, target.to.authority, false);
            }
            target.looking_up = running;
        }
    }
    {
        std::lock_guard const lock(running->mutex);
        if (fresh.stopped() == stop_reason::shut_down)
            co_return wait_error(wait_end::shut_down, phase::resolve);
        if (!running->done)
            waiting.emplace(running->waiting, running->mutex, executor, deadline);
    }
    if (waiting)
    {
        co_await waiting->async_wait(asio::redirect_error(asio::use_awaitable, code));
        wait_end const end = waiting->end(code);
        if (end != wait_end::granted)
            co_return wait_error(end, phase::resolve);
        code = {};
    }
    std::lock_guard const lock(running->mutex);
    found = running->endpoints;
    if (running->code)
        co_return establish_error(
            error_kind::resolve, running->code, phase::resolve, target.to.authority, false);
    co_return error();
}

RESTBIND_DECL asio::awaitable<error> engine::establish(
    connection& fresh, destination& target, clock::time_point call_deadline)
{
    auto const limit = clock::now() + options.connect_timeout;
    bool const call_ends_first = call_deadline <= limit;
    auto const deadline = std::min(limit, call_deadline);

    std::vector<asio::ip::tcp::endpoint> endpoints;
    error failure = co_await look_up(fresh, target, deadline, endpoints);
    if (failure == error_kind::timed_out && !call_ends_first)
        failure.with_kind(error_kind::resolve);
    if (failure.kind() != error_kind::none)
        co_return failure;

    if (target.to.loopback_only)
        std::erase_if(endpoints,
            [](asio::ip::tcp::endpoint const& at) { return !at.address().is_loopback(); });

    auto const cancellation = co_await asio::this_coro::cancellation_state;
    boost::system::error_code code = asio::error::host_not_found;
    for (std::size_t i = 0; i != endpoints.size(); ++i)
    {
        // Each address has its share of the time left, so that one that is silent does not use up
        // all of it.
        auto const now = clock::now();
        auto const left = static_cast<clock::duration::rep>(endpoints.size() - i);
        auto const share = std::max<clock::duration>((deadline - now) / left, least_address_time);
        if (now >= deadline)
        {
            code = asio::error::timed_out;
            break;
        }
        code = co_await fresh.connect(endpoints[i], std::min(deadline, now + share));
        if (!code)
            break;
        if (fresh.stopped() == stop_reason::shut_down)
            co_return wait_error(wait_end::shut_down, phase::connect);
        if (fresh.stopped() == stop_reason::timed_out)
            code = asio::error::timed_out;
        else if (code == asio::error::operation_aborted ||
                 cancellation.cancelled() != asio::cancellation_type::none)
            co_return wait_error(wait_end::cancelled, phase::connect);
    }
    if (code)
        co_return establish_error(
            error_kind::connect, code, phase::connect, target.to.authority, call_ends_first);
    if (!target.to.address.is_secure())
        co_return error();

    auto channel = options.tls->make(target.to.address.host, target.to.address.port);
    fresh.arm(deadline);
    failure = co_await fresh.secure(std::move(channel));
    fresh.disarm();
    if (failure == error_kind::timed_out && !call_ends_first)
        failure.with_kind(error_kind::connect);
    co_return failure;
}

} // namespace restbind::net::detail
