// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contestant.hpp"
#include "settings.hpp"

#include <optional>

namespace bench
{

/** What was measured of one entrant. Times are in microseconds for one call. */
struct outcome
{
    entrant who;

    /** CPU time of the client, user mode and kernel, one value a round. */
    std::vector<double> cpu;

    /** Time on the wall divided by the number of calls, one value a round. */
    std::vector<double> wall;

    /** How long each call took, of all rounds. */
    std::vector<std::chrono::nanoseconds> latencies;

    /** Allocations of one call. */
    double allocations = 0;

    /** Instructions of one call in user mode, if they were counted. */
    std::optional<double> instructions;
};

/** Measures the entrants in rounds, each of which measures every entrant, in an order that moves on
    by one from round to round.
*/
std::vector<outcome> measure(
    std::vector<entrant> const& all, service_address const& service, settings const& asked);

/** Makes calls of one entrant in a function of its own, which a profiler can be told to look at:
    `bench_measured_calls`.
*/
void profile(entrant const& who, service_address const& service, std::size_t calls);

/** The value below which a given part of all values lies.

    @param part From 0 to 1. @pre There is a value.
*/
double quantile(std::vector<double> values, double part);

/** The value in the middle. @pre There is a value. */
double median(std::vector<double> values);

} // namespace bench
