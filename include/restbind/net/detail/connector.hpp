// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/address_plan.hpp>
#include <restbind/net/detail/own_socket.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/resolver.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// The addresses in the order in which they are tried. @returns How many there are.
RESTBIND_COLD inline std::size_t in_turns(asio::ip::tcp::endpoint (&ordered)[http::max_addresses],
    address_list const& addresses, bool loopback_only)
{
    asio::ip::tcp::endpoint const* usable[address_list::max_size];
    bool is_v6[address_list::max_size];
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

/** The system's error for a connection that could not be made. */
RESTBIND_COLD inline error connect_error(boost::system::error_code code)
{
    return restbind::detail::fill(error(error_kind::connect))
        .with_code(code)
        .with_phase(phase::connect)
        .take();
}

/** Tries the addresses of one destination as `http::address_plan` says, until one accepts. Used
    once.

    Its mutex guards everything, and is never held across a suspension. Attempts hold a share of
    this object; they end when `run` does.
*/
class connector final : public completion_target
{
public:
    /** @param addresses At most `http::max_addresses` of them are tried.
        @param loopback_only Whether those of other machines are left out.
    */
    RESTBIND_COLD connector(
        asio::any_io_executor executor, time_source const& time, address_list const& addresses,
        bool loopback_only)
        : executor_(std::move(executor))
        , time_(time)
        , plan_(in_turns(addresses_, addresses, loopback_only))
        , last_failure_(asio::error::host_not_found)
    {
    }

    /** Carries the plan out.

        @returns As `wait_error` if it was ended before; of kind `connect` if all attempts have
        failed, with the last one's code, or `host_not_found` if there was none.
    */
    RESTBIND_COLD asio::awaitable<result<void>> run(clock::time_point until)
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
            waiter waiting(executor_, time_);
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

    /** Ends `run` from any thread. */
    RESTBIND_COLD void shut_down()
    {
        std::lock_guard const lock(mutex_);
        shut_down_ = true;
        waiting_.shut_down();
    }

    /** The connected socket. @pre `run` has succeeded. */
    RESTBIND_COLD own_socket take()
    {
        std::lock_guard const lock(mutex_);
        return std::move(**winner_);
    }

private:
    using error_code = boost::system::error_code;

    /// Does what is due. Joins those who wait unless all is over.
    RESTBIND_COLD result<void> go_on(waiter& waiting, clock::time_point until)
    {
        std::lock_guard const lock(mutex_);
        if (shut_down_)
            return wait_error(wait_end::client_closed, phase::connect);
        auto const now = time_.now();
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

    RESTBIND_COLD void start(std::size_t number)
    {
        asio::ip::tcp::endpoint const& address = addresses_[number];
        auto& socket = attempts_[number].emplace(executor_);
        if (error_code const code = socket.open_own(address.protocol()))
        {
            last_failure_ = code;
            plan_.fail();
            return;
        }
        socket.async_connect(
            address, completion_handler{intrusive_ptr<completion_target>(this), number});
    }

    RESTBIND_COLD void ended(std::uint64_t number, error_code code) override
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
            winner_ = &attempts_[number];
        waiting_.grant_one();
    }

    RESTBIND_COLD void close()
    {
        std::lock_guard const lock(mutex_);
        for (auto& one : attempts_)
            if (one && &one != winner_)
                one->close_own();
    }

    asio::any_io_executor executor_;
    time_source const time_;
    asio::ip::tcp::endpoint addresses_[http::max_addresses];
    std::mutex mutex_;
    http::address_plan plan_;
    std::optional<own_socket> attempts_[http::max_addresses];
    std::optional<own_socket>* winner_ = nullptr;
    error_code last_failure_;
    wait_queue waiting_;
    bool shut_down_ = false;
};

} // namespace restbind::net::detail
