// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/config.hpp>
#include <restbind/net/transport.hpp>

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstdint>

#ifdef __linux__
#include <ctime>
#endif

namespace restbind::inline RESTBIND_ABI::net::detail
{

using clock = std::chrono::steady_clock;

/** The time of a session, and the seed of its random numbers: the system's, or a transport's.
    Nothing else in L3 asks a clock or sets a timer; the machines of L2 get times as arguments. Each
    part of a session has a copy: connections with pending work outlive their session. Thread-safe
    if there is no transport.
*/
class time_source
{
public:
    /** @param given Null: the system's time. It must outlive this object and its copies. */
    explicit time_source(net::transport* given = nullptr) noexcept
        : given_(given)
    {
    }

    /** What stands in for the system; null: nothing does. */
    net::transport* given() const noexcept { return given_; }

    /** The time of deadlines, pauses and tokens. */
    clock::time_point now() const noexcept
    {
        if (given_) [[unlikely]]
            return given_now();
        return clock::now();
    }

    /** The time by which the age of connections is measured. It goes on while the system sleeps,
        because services close connections meanwhile. On Linux that is CLOCK_BOOTTIME: the steady
        clock stops there.
    */
    clock::time_point aging() const noexcept
    {
        if (given_) [[unlikely]]
            return given_now();
#ifdef __linux__
        std::timespec now{};
        if (::clock_gettime(CLOCK_BOOTTIME, &now) == 0)
            return clock::time_point(
                std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
#endif
        return clock::now();
    }

    /** The time of day, by which a service may name the end of a pause. */
    std::chrono::system_clock::time_point time_of_day() const noexcept
    {
        if (given_) [[unlikely]]
            return given_->time_of_day();
        return std::chrono::system_clock::now();
    }

    /** A seed that differs from client to client. */
    RESTBIND_COLD std::uint64_t seed() const
    {
        if (given_)
            return given_->chance();
        return static_cast<std::uint64_t>(clock::now().time_since_epoch().count()) ^
               reinterpret_cast<std::uintptr_t>(this);
    }

    /** Sets the end of a timer's next wait, and cancels the present one. The timer of a sleeper
        that a transport wakes never ends by itself. */
    void set(asio::steady_timer& timer, net::transport::sleeper& waiting,
        clock::time_point end) const
    {
        timer.expires_at(given_ ? (clock::time_point::max)() : end);
        if (given_) [[unlikely]]
            given_->wake_at(waiting, end);
    }

    /** A transport wakes the sleeper no more. */
    void forget(net::transport::sleeper& waiting) const noexcept
    {
        if (given_) [[unlikely]]
            given_->forget(waiting);
    }

private:
    RESTBIND_COLD RESTBIND_NOINLINE clock::time_point given_now() const noexcept
    {
        return given_->now();
    }

    net::transport* const given_;
};

} // namespace restbind::net::detail
