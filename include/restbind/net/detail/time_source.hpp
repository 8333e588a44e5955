// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/config.hpp>

#include <boost/asio/steady_timer.hpp>

#include <chrono>

#ifdef __linux__
#include <ctime>
#endif

namespace restbind::inline RESTBIND_ABI::net::detail
{

using clock = std::chrono::steady_clock;

/** The time of a session. Nothing else in L3 asks a clock or sets a timer; the machines of L2 get
    times as arguments. A session has one, which its parts refer to. Thread-safe.
*/
class time_source
{
public:
    time_source() = default;
    time_source(time_source const&) = delete;
    time_source& operator=(time_source const&) = delete;

    /** The time of deadlines, pauses and tokens. */
    clock::time_point now() const noexcept { return clock::now(); }

    /** The time by which the age of connections is measured. It goes on while the system sleeps,
        because services close connections meanwhile. On Linux that is CLOCK_BOOTTIME: the steady
        clock stops there.
    */
    clock::time_point aging() const noexcept
    {
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
        return std::chrono::system_clock::now();
    }

    /** Sets the end of a timer's next wait, and cancels the present one. */
    void set(asio::steady_timer& timer, clock::time_point end) const { timer.expires_at(end); }
};

} // namespace restbind::net::detail
