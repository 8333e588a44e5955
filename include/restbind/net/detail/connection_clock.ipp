#pragma once

#include <restbind/net/detail/connection.hpp>

#include <algorithm>
#include <mutex>

namespace restbind::net::detail
{

RESTBIND_DECL connection_clock::connection_clock(
    connection& owner, asio::any_io_executor const& executor)
    : owner_(owner)
    , timer_(executor)
    , deadline_timer_(new deadline_timer)
{
    deadline_timer_->target = this;
}

RESTBIND_DECL void connection_clock::arm(clock::time_point deadline)
{
    deadline_ = deadline;
    phase_end_ = (clock::time_point::max)();
    armed_.store(true, std::memory_order_relaxed);
    if (deadline_ < timer_end_)
        start_timer();
}

RESTBIND_DECL void connection_clock::limit_phase(clock::time_point until)
{
    phase_end_ = until;
    if (phase_end_ < timer_end_)
        start_timer();
}

RESTBIND_DECL void connection_clock::cancel()
{
    ++generation_;
    timer_end_ = (clock::time_point::max)();
    timer_.cancel();
}

RESTBIND_DECL void connection_clock::disarm()
{
    armed_.store(false);
    // While an operation is followed up, `cancel_idle_timer` comes later and sees that the clock has stopped.
    // Both sides write before they read, so that one of the two ends the wait.
    if (follow_ups_.load() == 0)
        cancel_idle_timer();
}

RESTBIND_DECL void connection_clock::cancel_idle_timer()
{
    if (armed_.load())
        return;
    std::lock_guard const lock(mutex());
    if (!armed_.load() && timer_end_ != (clock::time_point::max)())
        cancel();
}

RESTBIND_DECL void connection_clock::start_timer()
{
    timer_end_ = (std::min)(deadline_, phase_end_);
    timer_.expires_at(timer_end_);
    timer_.async_wait(completion_handler{deadline_timer_, ++generation_});
}

RESTBIND_DECL void connection_clock::timer_ended(std::uint64_t generation)
{
    if (generation != generation_)
        return;
    timer_end_ = (clock::time_point::max)();
    if (!armed_.load() || owner_.stopped() != stop_reason::none)
        return;
    // The wait may have begun for an earlier request.
    auto const now = clock::now();
    if (now >= deadline_)
        owner_.stop_now(stop_reason::timed_out);
    else if (now >= phase_end_)
        owner_.stop_now(stop_reason::limit_reached);
    else
        start_timer();
}

} // namespace restbind::net::detail
