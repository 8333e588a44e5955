// SPDX-License-Identifier: BSL-1.0
// What happens in a simulated world, in its order, and the random numbers that decide it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace simulation
{

using clock = std::chrono::steady_clock;

/** Random numbers that follow from a seed (SplitMix64). */
class chance
{
public:
    explicit chance(std::uint64_t seed) noexcept
        : state_(seed)
    {
    }

    std::uint64_t next() noexcept
    {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /** From 0 on, below a bound. */
    std::uint64_t below(std::uint64_t bound) noexcept { return next() % bound; }

    /** Both bounds included. */
    std::int64_t between(std::int64_t least, std::int64_t most) noexcept
    {
        return least +
               static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
    }

    bool one_in(std::uint64_t count) noexcept { return below(count) == 0; }
    bool per_mille(std::uint64_t rate) noexcept { return below(1000) < rate; }

    /** A length of time up to a limit; short ones are as likely as long ones. */
    std::chrono::milliseconds length(std::chrono::milliseconds most) noexcept
    {
        auto const whole = static_cast<std::uint64_t>(most.count());
        return std::chrono::milliseconds(below((whole >> below(14)) + 1));
    }

private:
    std::uint64_t state_;
};

/** One thing that has happened. Two worlds of one seed have the same. */
struct event
{
    clock::time_point at{};
    char const* text = ""; ///< with up to two `%lld`; a literal
    std::int64_t first = 0;
    std::int64_t second = 0;

    friend bool operator==(event const& one, event const& other)
    {
        return one.at == other.at && std::string_view(one.text) == other.text &&
               one.first == other.first && one.second == other.second;
    }
};

/** All that has happened. */
class history
{
public:
    void note(clock::time_point at, char const* text, std::int64_t first, std::int64_t second)
    {
        events_.push_back({at, text, first, second});
    }

    std::vector<event> const& events() const noexcept { return events_; }

    void clear() noexcept { events_.clear(); }

    void print(std::ostream& out) const
    {
        std::array<char, 200> line{};
        std::size_t number = 0;
        for (event const& one : events_)
        {
            auto const micros =
                std::chrono::duration_cast<std::chrono::microseconds>(one.at.time_since_epoch());
            std::snprintf(line.data(), line.size(), "%6zu  %14.6f s  ", ++number,
                static_cast<double>(micros.count()) / 1e6);
            out << line.data();
            std::snprintf(line.data(), line.size(), one.text, static_cast<long long>(one.first),
                static_cast<long long>(one.second));
            out << line.data() << '\n';
        }
    }

private:
    std::vector<event> events_;
};

} // namespace simulation
