#pragma once

#include <restbind/core/detail/config.hpp>

#include <algorithm>

namespace restbind::http
{

/** Stops a client from retrying requests to a service that is failing for everybody.

    A bucket of points: each attempt that fails in a retryable way takes one, each success gives a
    tenth back. While the bucket is half empty or less nothing is retried. Not thread-safe.
*/
class retry_budget
{
public:
    /** @param capacity Points of a full bucket, at most 100 million; 0 means no limit. */
    explicit constexpr retry_budget(unsigned capacity = 100) noexcept
        : capacity_((std::min)(capacity, most) * tenths)
        , points_(capacity_)
    {
    }

    /** Whether a retry is allowed now. */
    constexpr bool allows() const noexcept { return capacity_ == 0 || points_ * 2 > capacity_; }

    /** An attempt failed in a way that calls for a retry. */
    constexpr void failed() noexcept { points_ -= (std::min)(points_, tenths); }

    /** An attempt succeeded. */
    constexpr void succeeded() noexcept { points_ = (std::min)(points_ + 1, capacity_); }

private:
    static constexpr unsigned tenths = 10;
    static constexpr unsigned most = 100'000'000; // tenths of it fit

    unsigned capacity_;
    unsigned points_;
};

} // namespace restbind::http
