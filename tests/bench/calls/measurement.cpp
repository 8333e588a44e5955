// SPDX-License-Identifier: BSL-1.0
#include "measurement.hpp"

#include "allocations.hpp"
#include "processor.hpp"

#include <algorithm>
#include <stdexcept>

/// What a profiler is told to look at. Has C linkage so that its name is plain, and is never
/// inlined.
extern "C" [[gnu::noinline]] void bench_measured_calls(
    bench::contestant& who, bench::work const& part)
{
    who.run(part);
}

namespace bench
{

namespace
{

using microseconds = std::chrono::duration<double, std::micro>;

std::size_t calls_of_round(entrant const& who, settings const& asked)
{
    return who.under.connections == connection_use::kept ? asked.calls : asked.calls / 50;
}

void measure_times(contestant& who, std::size_t calls, outcome& into)
{
    // Whoever came before has left the caches full of his own.
    who.run({.calls = calls / 10 + 1});

    auto const began = std::chrono::steady_clock::now();
    auto const used_before = cpu_time();
    who.run({.calls = calls});
    microseconds const used = cpu_time() - used_before;
    microseconds const passed = std::chrono::steady_clock::now() - began;
    into.cpu.push_back(used.count() / static_cast<double>(calls));
    into.wall.push_back(passed.count() / static_cast<double>(calls));

    // In calls of their own, because looking at the clock is not part of a call.
    std::size_t const timed = calls / 2;
    std::size_t const before = into.latencies.size();
    into.latencies.resize(before + timed);
    who.run({.calls = timed, .latencies = std::span(into.latencies).subspan(before)});
}

/// What a piece of work allocates once, however many calls it has, cancels out.
double measure_allocations(contestant& who, std::size_t calls)
{
    std::size_t const once = allocations_of([&] { who.run({.calls = calls}); });
    std::size_t const twice = allocations_of([&] { who.run({.calls = 2 * calls}); });
    return (static_cast<double>(twice) - static_cast<double>(once)) / static_cast<double>(calls);
}

} // namespace

std::vector<outcome> measure(
    std::vector<entrant> const& all, service_address const& service, settings const& asked)
{
    std::vector<std::unique_ptr<contestant>> contestants;
    std::vector<outcome> outcomes;
    for (entrant const& who : all)
    {
        outcome& into = outcomes.emplace_back();
        into.who = who;
        std::size_t const calls = calls_of_round(who, asked);
        into.latencies.reserve(asked.rounds * (calls / 2));
        try
        {
            contestant& made = *contestants.emplace_back(who.make(service, who.under));
            made.run({.calls = calls});
            into.allocations = measure_allocations(made, calls);
        }
        catch (std::exception const& e)
        {
            throw std::runtime_error(name(who) + ": " + e.what());
        }
    }
    for (std::size_t round = 0; round != asked.rounds; ++round)
        for (std::size_t turn = 0; turn != all.size(); ++turn)
        {
            std::size_t const now = (round + turn) % all.size();
            measure_times(*contestants[now], calls_of_round(all[now], asked), outcomes[now]);
        }
    return outcomes;
}

void profile(entrant const& who, service_address const& service, std::size_t calls)
{
    auto const made = who.make(service, who.under);
    made->run({.calls = calls / 10 + 1});
    bench_measured_calls(*made, {.calls = calls});
}

double quantile(std::vector<double> values, double part)
{
    auto const place =
        static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
    std::ranges::nth_element(values, values.begin() + place);
    return values[static_cast<std::size_t>(place)];
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    std::size_t const middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace bench
