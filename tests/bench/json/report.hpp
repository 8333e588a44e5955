// SPDX-License-Identifier: BSL-1.0
// Results as tables and as JSON.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench
{

/** What was measured of one task. */
struct outcome
{
    std::string name;
    std::size_t bytes = 0;
    /** CPU nanoseconds of one run of the task, one value a round. */
    std::vector<double> ns;
    /** Allocations of one run, and of a copy of the decoded value. */
    std::size_t allocations = 0;
    std::size_t model_allocations = 0;
};

/** A number that the project has set itself a bar for. */
struct ratio
{
    std::string_view name;
    /** Median over the rounds; none when a task that it needs was not measured. */
    std::optional<double> value;
    /** Quartiles over the rounds. */
    double lower = 0;
    double upper = 0;
    /** What it must not be above. */
    double bar = 0;
};

/** All ratios of the project, those that could not be had without a value. */
std::vector<ratio> make_ratios(std::vector<outcome> const& outcomes);

/** True when every ratio was measured and is not above its bar. */
bool all_within(std::vector<ratio> const& ratios);

/** Prints tables. */
void print(
    std::ostream& to, std::vector<outcome> const& outcomes, std::vector<ratio> const& ratios);

/** Prints one JSON object. */
void print_json(
    std::ostream& to, std::vector<outcome> const& outcomes, std::vector<ratio> const& ratios);

} // namespace bench
