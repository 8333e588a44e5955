// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/result.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Coroutines that wait until a time has passed. Thread-safe. */
class pauses
{
public:
    pauses(asio::any_io_executor const& executor, time_source const& time)
        : executor_(executor)
        , time_(time)
    {
    }

    /** Waits until the time has passed. */
    RESTBIND_COLD asio::awaitable<result<void>> wait(std::chrono::milliseconds length)
    {
        waiter waiting(executor_, time_);
        {
            std::lock_guard const lock(mutex_);
            if (closed_)
                co_return wait_error(wait_end::client_closed, phase::backoff);
            waiting.join(waiting_, mutex_, time_.now() + length);
        }
        wait_end const end = co_await waiting.wait();
        if (end == wait_end::timed_out)
            co_return result<void>();
        co_return wait_error(end, phase::backoff);
    }

    /** Ends all waits with `client_closed`. */
    RESTBIND_COLD void shut_down()
    {
        std::lock_guard const lock(mutex_);
        closed_ = true;
        waiting_.shut_down();
    }

private:
    asio::any_io_executor const executor_;
    time_source const time_;

    std::mutex mutex_; ///< guards what follows
    wait_queue waiting_;
    bool closed_ = false;
};

/** Random numbers for pauses, without <random>, which costs too much to compile. Thread-safe. */
class jitter_source
{
public:
    /** @param seed Differs from machine to machine, so that machines that were switched on together
        do not retry together. */
    explicit jitter_source(std::uint64_t seed) noexcept
        : state_(seed)
    {
    }

    /** From 0 to 1. */
    double next() noexcept
    {
        std::uint64_t const z = restbind::detail::split_mix(
            state_.fetch_add(restbind::detail::split_mix_step, std::memory_order_relaxed));
        return static_cast<double>(z >> 11) / static_cast<double>(std::uint64_t{1} << 53);
    }

private:
    std::atomic<std::uint64_t> state_;
};

} // namespace restbind::net::detail
