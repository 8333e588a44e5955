// SPDX-License-Identifier: BSL-1.0
// Asio's handlers in Qt's event loop.
#include "../../examples/kiosk_screen/qt_context.hpp"
#include "screen.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <QtCore/QThread>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace
{

namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

struct loop
{
    std::exception_ptr failure;
    std::optional<qt_context> context{
        std::in_place, [this](std::exception_ptr what) { failure = what; }};

    asio::any_io_executor executor() { return context->get_executor(); }

    template <class Condition>
    void until(Condition condition)
    {
        BOOST_REQUIRE(QTest::qWaitFor(condition, 10000));
    }
};

std::chrono::microseconds processor_time()
{
    timespec used{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return std::chrono::microseconds(used.tv_sec * 1'000'000 + used.tv_nsec / 1000);
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(bridge, loop)

BOOST_AUTO_TEST_CASE(handlers_run_in_qts_thread_in_their_order_and_never_at_once)
{
    std::vector<int> seen;
    std::thread other(
        [&]
        {
            for (int i = 0; i != 100; ++i)
                asio::post(executor(),
                    [&seen, i, only_moved = std::make_unique<int>(i)]
                    {
                        BOOST_TEST(
                            QThread::currentThread() == QCoreApplication::instance()->thread());
                        seen.push_back(i);
                    });
        });
    other.join();
    asio::dispatch(executor(), [&] { seen.push_back(100); });
    BOOST_TEST(seen.empty());
    until([&] { return seen.size() == 101; });
    BOOST_TEST(std::ranges::is_sorted(seen));
}

BOOST_AUTO_TEST_CASE(coroutines_read_sockets_in_qts_thread)
{
    std::string got;
    bool is_elsewhere = false;
    auto const in_qt = [&]
    { is_elsewhere |= QThread::currentThread() != QCoreApplication::instance()->thread(); };
    asio::ip::tcp::acceptor listening(executor(), {asio::ip::address_v4::loopback(), 0});
    asio::co_spawn(
        executor(),
        [&]() -> asio::awaitable<void>
        {
            auto socket = co_await listening.async_accept(asio::use_awaitable);
            in_qt();
            co_await asio::async_write(socket, asio::buffer("hello", 5), asio::use_awaitable);
            in_qt();
        },
        [](std::exception_ptr) {});
    asio::co_spawn(
        executor(),
        [&]() -> asio::awaitable<void>
        {
            asio::ip::tcp::socket socket(executor());
            co_await socket.async_connect(listening.local_endpoint(), asio::use_awaitable);
            in_qt();
            std::string bytes(5, ' ');
            co_await asio::async_read(socket, asio::buffer(bytes), asio::use_awaitable);
            in_qt();
            got = bytes;
        },
        [](std::exception_ptr) {});
    until([&] { return got == "hello"; });
    BOOST_TEST(!is_elsewhere);
}

BOOST_AUTO_TEST_CASE(what_a_handler_throws_is_told_and_the_next_one_runs)
{
    bool ran = false;
    asio::post(executor(), [] { throw std::runtime_error("in a handler"); });
    asio::post(executor(), [&] { ran = true; });
    until([&] { return ran; });
    BOOST_REQUIRE(failure);
    BOOST_CHECK_THROW(std::rethrow_exception(failure), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(handlers_that_have_not_run_are_destroyed_with_it_also_those_that_post_more)
{
    struct posts_more
    {
        asio::any_io_executor to;
        std::shared_ptr<int> held;
        ~posts_more()
        {
            if (held)
                asio::post(to, [held = held] { BOOST_ERROR("runs"); });
        }
        posts_more(asio::any_io_executor e, std::shared_ptr<int> h)
            : to(std::move(e))
            , held(std::move(h))
        {
        }
        posts_more(posts_more&&) = default;
    };
    auto const held = std::make_shared<int>();
    asio::post(executor(), [more = posts_more(executor(), held)] { BOOST_ERROR("runs"); });
    asio::steady_timer never(executor(), 1h);
    never.async_wait(
        [more = posts_more(executor(), held)](boost::system::error_code) { BOOST_ERROR("runs"); });
    BOOST_TEST(held.use_count() == 3);
    never.cancel(); // its handler waits for Qt
    std::this_thread::sleep_for(20ms);
    never = asio::steady_timer(asio::system_executor());
    context.reset();
    BOOST_TEST(held.use_count() == 1);
    QCoreApplication::processEvents();
}

BOOST_AUTO_TEST_CASE(it_is_quick_and_costs_nothing_while_nothing_happens)
{
    // From a thread of its own to Qt's, as a socket that is ready does it.
    std::vector<std::chrono::microseconds> late;
    for (int i = 0; i != 200; ++i)
    {
        bool ran = false;
        steady_clock::time_point sent;
        std::thread other(
            [&]
            {
                std::this_thread::sleep_for(1ms); // Qt waits by then
                sent = steady_clock::now();
                asio::post(executor(),
                    [&]
                    {
                        late.push_back(std::chrono::duration_cast<std::chrono::microseconds>(
                            steady_clock::now() - sent));
                        ran = true;
                    });
            });
        while (!ran)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        other.join();
    }
    std::ranges::sort(late);
    asio::steady_timer end(executor(), 2s);
    bool is_over = false;
    end.async_wait([&](boost::system::error_code) { is_over = true; });
    auto const before = processor_time();
    while (!is_over)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    auto const used = processor_time() - before;
    BOOST_TEST_MESSAGE(
        "from a thread to Qt's: " << late[100].count() << " us (half of 200), " << late[198].count()
                                  << " us (the slowest but one); two idle seconds: " << used.count()
                                  << " us of processor time");
    BOOST_TEST(late[100].count() < 2000); // no timer of some milliseconds stands between
    BOOST_TEST(used.count() < 20000);
}

BOOST_AUTO_TEST_SUITE_END()
