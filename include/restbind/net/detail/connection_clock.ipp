// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/detail/connection_clock.hpp>

namespace restbind::inline RESTBIND_ABI::net::detail
{

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
