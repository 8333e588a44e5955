// SPDX-License-Identifier: BSL-1.0
// A grant from another thread at the very moment in which the wait begins.
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace
{

using namespace restbind::net::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

/// A handler that is asked for its executor when the wait is about to begin.
struct inquisitive
{
    using executor_type = asio::any_io_executor;

    executor_type get_executor() const
    {
        (*when_asked)();
        return executor;
    }
    void operator()(boost::system::error_code code) const { ended->emplace(code); }

    executor_type executor;
    std::function<void()>* when_asked;
    std::optional<boost::system::error_code>* ended;
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_waiter)

// survives: P1
BOOST_AUTO_TEST_CASE(a_grant_that_comes_while_the_wait_begins_is_not_missed)
{
    asio::io_context io;
    std::mutex mutex;
    wait_queue queue;
    time_source const time;
    waiter waiting(io.get_executor(), time);
    {
        std::lock_guard const lock(mutex);
        waiting.join(queue, mutex, clock::now() + 20s);
    }
    std::thread other;
    std::mutex told;
    std::condition_variable change;
    bool granted = false;
    std::function<void()> when_asked = [&]
    {
        if (other.joinable())
            return;
        other = std::thread(
            [&]
            {
                {
                    std::lock_guard const lock(mutex);
                    queue.grant_one();
                }
                std::lock_guard const lock(told);
                granted = true;
                change.notify_one();
            });
        // The grant has to wait until the wait has begun. If it came now it would find no wait to
        // end.
        std::unique_lock lock(told);
        BOOST_TEST(!change.wait_for(lock, 200ms, [&] { return granted; }));
    };
    std::optional<boost::system::error_code> ended;
    waiting.start(inquisitive{io.get_executor(), &when_asked, &ended});
    BOOST_TEST_REQUIRE(other.joinable());
    auto const start = clock::now();
    io.run_for(10s);
    other.join();
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((waiting.end(*ended) == wait_end::granted));
    BOOST_TEST((clock::now() - start < 5s));
}

BOOST_AUTO_TEST_SUITE_END()
