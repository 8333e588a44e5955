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

RESTBIND_DECL connector::~connector()
{
    while (attempt* const newest = attempts_)
    {
        attempts_ = newest->before;
        delete newest;
    }
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> connector::run(
    clock::time_point until, wait_end& end, error_code& code)
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
        end = cancellation.cancelled() != asio::cancellation_type::none
                  ? wait_end::cancelled
                  : go_on(waiting, until, code);
        if (!waiting.has_joined())
            co_return;
        co_await waiting.wait();
        end = waiting.how();
        if (end == wait_end::cancelled || end == wait_end::client_closed)
            co_return;
    }
}

RESTBIND_COLD RESTBIND_DECL wait_end connector::go_on(
    waiter& waiting, clock::time_point until, error_code& code)
{
    std::lock_guard const lock(mutex_);
    if (shut_down_)
        return wait_end::client_closed;
    auto const now = clock::now();
    if (!winner_ && !plan_.is_lost() && now >= until)
        return wait_end::timed_out;
    while (!winner_ && plan_.is_due(now))
        start(plan_.start(now));
    if (winner_ || plan_.is_lost())
        code = winner_ ? error_code() : last_failure_;
    else
        waiting.join(waiting_, mutex_, (std::min)(until, plan_.next_start()));
    return wait_end::granted;
}

RESTBIND_COLD RESTBIND_DECL void connector::start(std::size_t number)
{
    asio::ip::tcp::endpoint const& address = addresses_[number];
    attempts_ = new attempt{asio::ip::tcp::socket(executor_), number, attempts_};
    error_code code;
    attempts_->socket.open(address.protocol(), code);
    if (code)
    {
        last_failure_ = code;
        plan_.fail();
        return;
    }
    attempts_->socket.async_connect(address, notice{share<listener>(this), number});
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
        for (winner_ = attempts_; winner_->number != number;)
            winner_ = winner_->before;
    }
    waiting_.grant_one();
}

RESTBIND_COLD RESTBIND_DECL void connector::close()
{
    std::lock_guard const lock(mutex_);
    error_code ignored;
    for (attempt* one = attempts_; one; one = one->before)
        if (one != winner_)
            one->socket.close(ignored);
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
    return std::move(winner_->socket);
}

} // namespace restbind::net::detail
