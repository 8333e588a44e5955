#pragma once

#include <restbind/core/detail/config.hpp>

#include <algorithm>
#include <atomic>

namespace restbind::http
{

/** Stops a client from retrying requests to a service that is failing for everybody.

    A bucket of points: each attempt that fails in a retryable way takes one, each success gives a
    tenth back. While the bucket is half empty or less nothing is retried. Thread-safe.
*/
class retry_budget
{
public:
    /** @param capacity Points of a full bucket, at most 100 million; 0 means no limit. */
    explicit retry_budget(unsigned capacity = 100) noexcept
        : capacity_((std::min)(capacity, max_capacity) * tenths)
        , points_(capacity_)
    {
    }

    /** Whether a retry is allowed now. */
    bool allows() const noexcept
    {
        return capacity_ == 0 || points_.load(std::memory_order_relaxed) * 2 > capacity_;
    }

    /** An attempt failed in a way that calls for a retry. */
    RESTBIND_COLD void failed() noexcept
    {
        unsigned now = points_.load(std::memory_order_relaxed);
        while (!points_.compare_exchange_weak(
            now, now - (std::min)(now, tenths), std::memory_order_relaxed))
        {
        }
    }

    /** An attempt succeeded. */
    void succeeded() noexcept
    {
        unsigned now = points_.load(std::memory_order_relaxed);
        while (now != capacity_ &&
               !points_.compare_exchange_weak(now, now + 1, std::memory_order_relaxed))
        {
        }
    }

private:
    static constexpr unsigned tenths = 10;
    static constexpr unsigned max_capacity = 100'000'000; // tenths of it fit

    unsigned const capacity_;
    std::atomic<unsigned> points_;
};

} // namespace restbind::http
