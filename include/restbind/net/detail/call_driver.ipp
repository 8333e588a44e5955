// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/call_driver.hpp>

#include <boost/asio/this_coro.hpp>

#include <exception>
#include <new>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

RESTBIND_DECL asio::awaitable<void> carry_out(
    network_session& shared, prepared_call& call, response_reader& reader)
{
    // After a cancellation every await would throw; here it has to come back as an error.
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(false);
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    attempts work(shared, call, reader);
    std::exception_ptr thrown;
    try
    {
        work.begin();
        awaited next = work.advance(cancellation);
        while (next != awaited::nothing)
        {
            if (next == awaited::input)
            {
                auto input = work.link->receive();
                co_await std::move(input);
                work.received();
            }
            else
            {
                auto other = work.wait();
                co_await std::move(other);
            }
            if (work.is_forked()) [[unlikely]]
                work.leave_to_parent();
            next = work.advance(cancellation);
        }
    }
    catch (std::bad_alloc const&)
    {
        thrown = std::current_exception();
    }
    catch (...)
    {
        work.give_up(std::current_exception());
    }
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(true);
    if (thrown)
        std::rethrow_exception(thrown);
    work.end();
}

} // namespace restbind::net::detail
