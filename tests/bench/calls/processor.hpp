// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <string_view>

namespace bench
{

/** Binds this process, and those that it starts, to one core.

    @throws std::system_error if there is no such core.
*/
void use_one_core(unsigned core);

/** When the kernel lets whom run. */
enum class scheduling : unsigned char
{
    real_time, ///< client and service take turns when they wait; no other program comes in between
    batch,     ///< client and service take turns when they wait; other programs may come in between
    normal     ///< the service may take its turn while the client is still sending
};

/** Sets the scheduling of this process and of those that it starts.

    @returns `batch` if `real_time` was wanted and is not permitted.
*/
scheduling use_scheduling(scheduling wanted);

/** `real-time`, `batch` or `normal`. */
std::string_view name(scheduling which);

/** The highest core that this process may use: interrupts mostly go to the lowest. */
unsigned preferred_core();

/** CPU time that this process has used so far, in user mode and in the kernel, all threads. */
std::chrono::nanoseconds cpu_time();

/** Ends the process with status 3 and a message when this much time has passed, whatever it is
    doing.
*/
void end_after(std::chrono::seconds limit);

} // namespace bench
