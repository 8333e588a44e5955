// SPDX-License-Identifier: BSL-1.0
// A system that sleeps: what was kept before is old behind it.
#include "fixture.hpp"

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <utility>

namespace
{
std::atomic<std::time_t> seconds_asleep{0};
}

// The clocks of this program. The one that counts sleep is ahead by what the system has slept.
extern "C" int clock_gettime(clockid_t clock, std::timespec* now) noexcept
{
    auto const status = static_cast<int>(::syscall(SYS_clock_gettime, clock, now));
    if (clock == CLOCK_BOOTTIME)
        now->tv_sec += seconds_asleep;
    return status;
}

namespace
{
using namespace fake;
}

BOOST_AUTO_TEST_SUITE(net_sleep)

BOOST_AUTO_TEST_CASE(a_connection_that_was_kept_before_a_sleep_is_too_old_behind_it)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.pool.idle_timeout = 30s;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (auto const& [asleep, connections] : {std::pair(0, 1U), std::pair(20, 1U), std::pair(31, 2U)})
    {
        seconds_asleep += asleep;
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(server.connections() == connections);
    }
}

BOOST_AUTO_TEST_SUITE_END()
#endif
