// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "measurement.hpp"

#include <iosfwd>

namespace bench
{

/** A number that the project has set itself a bar for. */
struct ratio
{
    std::string_view name;

    /** Median over the rounds, or a count; none if a contestant that it needs was not measured. */
    std::optional<double> value{};

    /** Quartiles over the rounds, as a hint how far the value can be trusted. None for a count;
        equal for a ratio of counts. */
    double lower = 0;
    double upper = 0;

    /** The ratio of a bare socket, which no client can be below on this machine; none if it was not
        measured.
    */
    std::optional<double> floor{};

    /** What it must not be above; none: no bar. */
    std::optional<double> bar{};

    /** Whether it is a number of something, not a ratio. */
    bool is_count = false;

    /** What was not measured, if there is no value. */
    std::string missing{};
};

/** The ratios that the measurements give, those that could not be had included. */
std::vector<ratio> make_ratios(std::vector<outcome> const& outcomes);

/** Whether every ratio that has a bar was measured and is not above it. */
bool all_within(std::vector<ratio> const& ratios);

/** How the measurements were made. */
struct run_facts
{
    std::size_t rounds = 0;
    std::size_t calls = 0;
    scheduling schedule = scheduling::normal;
};

/** Prints tables. */
void print(std::ostream& to, std::vector<outcome> const& outcomes, std::vector<ratio> const& ratios,
    run_facts const& facts);

/** Prints one JSON object. */
void print_json(std::ostream& to, std::vector<outcome> const& outcomes,
    std::vector<ratio> const& ratios, run_facts const& facts);

} // namespace bench
