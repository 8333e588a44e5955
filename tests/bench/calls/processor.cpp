#include "processor.hpp"

#include <csignal>
#include <ctime>
#include <sched.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace bench {

void use_one_core(unsigned core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    if (::sched_setaffinity(0, sizeof set, &set) != 0)
        throw std::system_error(errno, std::generic_category(), "core " + std::to_string(core));
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
    auto const give_up = [](int) {
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
