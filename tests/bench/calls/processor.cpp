// SPDX-License-Identifier: BSL-1.0
#include "processor.hpp"

#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <string>
#include <system_error>

namespace bench
{

void use_one_core(unsigned core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (::sched_setaffinity(0, sizeof set, &set) != 0)
        throw std::system_error(errno, std::generic_category(), "core " + std::to_string(core));
}

scheduling use_scheduling(scheduling wanted)
{
    sched_param priority{};
    if (wanted == scheduling::real_time)
    {
        priority.sched_priority = 1;
        if (::sched_setscheduler(0, SCHED_FIFO, &priority) == 0)
            return wanted;
        priority.sched_priority = 0;
        wanted = scheduling::batch;
    }
    if (::sched_setscheduler(
            0, wanted == scheduling::batch ? SCHED_BATCH : SCHED_OTHER, &priority) != 0)
        throw std::system_error(errno, std::generic_category(), "sched_setscheduler");
    return wanted;
}

std::string_view name(scheduling which)
{
    switch (which)
    {
    case scheduling::real_time:
        return "real-time";
    case scheduling::batch:
        return "batch";
    case scheduling::normal:
        return "normal";
    }
    return "unknown";
}

unsigned preferred_core()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0)
        throw std::system_error(errno, std::generic_category(), "sched_getaffinity");
    for (unsigned core = CPU_SETSIZE; core-- > 0;)
        if (CPU_ISSET(core, &set))
            return core;
    return 0;
}

std::chrono::nanoseconds cpu_time()
{
    timespec used{};
    if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
        throw std::system_error(errno, std::generic_category(), "clock_gettime");
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

void end_after(std::chrono::seconds limit)
{
    auto const give_up = [](int)
    {
        constexpr std::string_view text = "calls: gave up: the time limit has passed\n";
        [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text.data(), text.size());
        ::_exit(3);
    };
    struct sigaction action = {};
    action.sa_handler = give_up;
    if (::sigaction(SIGALRM, &action, nullptr) != 0)
        throw std::system_error(errno, std::generic_category(), "sigaction");
    ::alarm(static_cast<unsigned>(limit.count()));
}

} // namespace bench
