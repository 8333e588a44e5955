#pragma once

#include <chrono>

namespace bench {

/** Binds this process, and those that it starts, to one core. @throws std::system_error if there is no such core. */
void use_one_core(unsigned core);

/** The highest core that this process may use: interrupts mostly go to the lowest. */
unsigned preferred_core();

/** CPU time that this process has used so far, in user mode and in the kernel, all threads. */
std::chrono::nanoseconds cpu_time();

/** Ends the process with status 3 and a message when this much time has passed, whatever it is doing. */
void end_after(std::chrono::seconds limit);

} // namespace bench
