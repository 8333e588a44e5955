#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/connector.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace restbind::net::detail
{

/// The addresses in the order in which they are tried. @returns How many there are.
RESTBIND_COLD inline std::size_t in_turns(asio::ip::tcp::endpoint (&ordered)[http::max_addresses],
    address_list const& addresses, bool loopback_only)
{
    asio::ip::tcp::endpoint const* usable[address_list::most];
    bool is_v6[address_list::most];
    std::size_t count = 0;
    for (asio::ip::tcp::endpoint const& one : addresses)
    {
        if (loopback_only && !one.address().is_loopback())
            continue;
        usable[count] = &one;
        is_v6[count++] = one.address().is_v6();
    }
    std::size_t placed = 0;
    for (std::size_t const at : http::take_turns({is_v6, count}))
        ordered[placed++] = *usable[at];
    return placed;
}

RESTBIND_DECL connector::connector(
    asio::any_io_executor executor, address_list const& addresses, bool loopback_only)
    : executor_(std::move(executor))
    , plan_(in_turns(addresses_, addresses, loopback_only))
    , last_failure_(asio::error::host_not_found)
{
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> connector::run(clock::time_point until)
{
    struct closed_at_end
    {
        connector& all;
        ~closed_at_end() { all.close(); }
    };
    closed_at_end const guard{*this};
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    for (;;)
    {
        waiter waiting(executor_);
        result<void> gone = wait_error(wait_end::cancelled, phase::connect);
        if (cancellation.cancelled() == asio::cancellation_type::none)
            gone = go_on(waiting, until);
        if (!waiting.has_joined())
            co_return gone;
        wait_end const end = co_await waiting.wait();
        if (end == wait_end::cancelled || end == wait_end::client_closed)
            co_return wait_error(end, phase::connect);
    }
}

RESTBIND_COLD RESTBIND_DECL result<void> connector::go_on(waiter& waiting, clock::time_point until)
{
    std::lock_guard const lock(mutex_);
    if (shut_down_)
        return wait_error(wait_end::client_closed, phase::connect);
    auto const now = clock::now();
    if (!winner_ && !plan_.is_lost() && now >= until)
        return wait_error(wait_end::timed_out, phase::connect);
    while (!winner_ && plan_.is_due(now))
        start(plan_.start(now));
    if (!winner_ && plan_.is_lost())
        return connect_error(last_failure_);
    if (!winner_)
        waiting.join(waiting_, mutex_, (std::min)(until, plan_.next_start()));
    return {};
}

RESTBIND_COLD RESTBIND_DECL void connector::start(std::size_t number)
{
    asio::ip::tcp::endpoint const& address = addresses_[number];
    auto& socket = attempts_[number].emplace(executor_);
    error_code code;
    socket.open(address.protocol(), code);
    if (code)
    {
        last_failure_ = code;
        plan_.fail();
        return;
    }
    socket.async_connect(
        address, completion_handler{intrusive_ptr<completion_target>(this), number});
}

RESTBIND_COLD RESTBIND_DECL void connector::ended(std::uint64_t number, error_code code)
{
    std::lock_guard const lock(mutex_);
    if (winner_)
        return;
    if (code)
    {
        last_failure_ = code;
        plan_.fail();
    }
    else
    {
        winner_ = &attempts_[number];
    }
    waiting_.grant_one();
}

RESTBIND_COLD RESTBIND_DECL void connector::close()
{
    std::lock_guard const lock(mutex_);
    error_code ignored;
    for (auto& one : attempts_)
        if (one && &one != winner_)
            one->close(ignored);
}

RESTBIND_COLD RESTBIND_DECL void connector::shut_down()
{
    std::lock_guard const lock(mutex_);
    shut_down_ = true;
    waiting_.shut_down();
}

RESTBIND_COLD RESTBIND_DECL asio::ip::tcp::socket connector::take()
{
    std::lock_guard const lock(mutex_);
    return std::move(**winner_);
}

} // namespace restbind::net::detail
