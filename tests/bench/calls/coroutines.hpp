// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contestant.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <exception>

namespace bench
{

namespace asio = boost::asio;

/** The calls of one piece of work, handed out to the coroutines that share it. */
class call_source
{
public:
    explicit call_source(work const& part) noexcept
        : part_(part)
    {
    }

    /** Takes one call. @param timer Started for it. @returns False if none is left. */
    bool take(stopwatch& timer) noexcept
    {
        if (next_ == part_.calls)
            return false;
        timer = stopwatch(part_, next_++);
        return true;
    }

private:
    work const& part_;
    std::size_t next_ = 0;
};

/** Runs `count` coroutines until all have ended.

    @param start `asio::awaitable<void>(std::size_t number)`: makes one of them.
    @throws The first exception that one of them has thrown.
*/
template <class Start>
void run_coroutines(asio::io_context& io, std::size_t count, Start start)
{
    std::exception_ptr failure;
    for (std::size_t number = 0; number != count; ++number)
        asio::co_spawn(io, start(number),
            [&failure](std::exception_ptr thrown)
            {
                if (thrown && !failure)
                    failure = thrown;
            });
    io.restart();
    io.run();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace bench
