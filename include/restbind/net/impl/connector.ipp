#pragma once

#include <restbind/net/connector.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace restbind::net::detail
{

/// The addresses in the order in which they are tried.
[[gnu::cold]] inline std::vector<asio::ip::tcp::endpoint> in_turns(
    std::vector<asio::ip::tcp::endpoint> const& addresses)
{
    // A vector<bool> is no sequence of bool.
    auto const is_v6 = std::make_unique<bool[]>(addresses.size());
    for (std::size_t i = 0; i != addresses.size(); ++i)
        is_v6[i] = addresses[i].address().is_v6();
    std::vector<asio::ip::tcp::endpoint> ordered;
    for (std::size_t const at : http::take_turns({is_v6.get(), addresses.size()}))
        ordered.push_back(addresses[at]);
    return ordered;
}

[[gnu::cold]] RESTBIND_DECL connector::connector(
    asio::any_io_executor executor, std::vector<asio::ip::tcp::endpoint> const& addresses)
    : executor_(std::move(executor))
    , addresses_(in_turns(addresses))
    , plan_(addresses_.size())
{
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<wait_end> connector::run(
    clock::time_point until, error_code& code)
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
        if (cancellation.cancelled() != asio::cancellation_type::none)
            co_return wait_end::cancelled;
        std::optional<waiter> waiting;
        {
            std::lock_guard const lock(mutex_);
            if (shut_down_)
                co_return wait_end::shut_down;
            auto const now = clock::now();
            if (!winner_ && !plan_.is_lost() && now >= until)
                co_return wait_end::timed_out;
            while (!winner_ && plan_.is_due(now))
                start(addresses_[plan_.start(now)]);
            if (winner_ || plan_.is_lost())
            {
                code = winner_ ? error_code() : last_failure_;
                co_return wait_end::granted;
            }
            waiting.emplace(waiting_, mutex_, executor_, (std::min)(until, plan_.next_start()));
        }
        wait_end const end = co_await waiting->wait();
        if (end == wait_end::cancelled || end == wait_end::shut_down)
            co_return end;
    }
}

[[gnu::cold]] RESTBIND_DECL void connector::start(asio::ip::tcp::endpoint const& address)
{
    auto& socket = attempts_.emplace_back(executor_);
    error_code code;
    socket.open(address.protocol(), code);
    if (code)
    {
        last_failure_ = code;
        plan_.fail();
        return;
    }
    socket.async_connect(address, [self = shared_from_this(), &socket](error_code result)
        { self->attempt_ended(socket, result); });
}

[[gnu::cold]] RESTBIND_DECL void connector::attempt_ended(
    asio::ip::tcp::socket& attempt, error_code code)
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
        winner_ = &attempt;
    }
    waiting_.grant_one();
}

[[gnu::cold]] RESTBIND_DECL void connector::close()
{
    std::lock_guard const lock(mutex_);
    error_code ignored;
    for (asio::ip::tcp::socket& attempt : attempts_)
        if (&attempt != winner_)
            attempt.close(ignored);
}

[[gnu::cold]] RESTBIND_DECL void connector::shut_down()
{
    std::lock_guard const lock(mutex_);
    shut_down_ = true;
    waiting_.shut_down();
}

[[gnu::cold]] RESTBIND_DECL asio::ip::tcp::socket connector::take()
{
    std::lock_guard const lock(mutex_);
    return std::move(*winner_);
}

} // namespace restbind::net::detail
