// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace bench
{

namespace
{

struct comparison
{
    std::string_view name;
    std::string_view numerator;
    std::string_view denominator;
    double bar;
};

constexpr comparison comparisons[] = {
    {"decode_200_vs_empty_parser", "decode/response_200/ours", "decode/response_200/boost_empty_parser",
        0.60},
    {"decode_1_vs_empty_parser", "decode/response_1/ours", "decode/response_1/boost_empty_parser",
        0.70},
    {"decode_5000_vs_empty_parser", "decode/response_5000/ours",
        "decode/response_5000/boost_empty_parser", 0.85},
    {"decode_problem_vs_empty_parser", "decode/problem/ours", "decode/problem/boost_empty_parser",
        1.4},
    {"decode_200_indented_vs_empty_parser", "decode/response_200_indented/ours",
        "decode/response_200_indented/boost_empty_parser", 0.85},
    {"decode_200_unknown_vs_empty_parser", "decode/response_200_unknown/ours",
        "decode/response_200_unknown/boost_empty_parser", 0.85},
    {"decode_200_shuffled_vs_empty_parser", "decode/response_200_shuffled/ours",
        "decode/response_200_shuffled/boost_empty_parser", 1.45},
    {"decode_200_vs_value_to", "decode/response_200/ours", "decode/response_200/boost_value_to", 0.09},
    {"encode_200_vs_value_from", "encode/response_200/ours", "encode/response_200/boost_value_from",
        0.05},
    {"encode_200_vs_rapidjson", "encode/response_200/ours", "encode/response_200/rapidjson_writer",
        0.22},
};

outcome const* find(std::vector<outcome> const& outcomes, std::string_view name)
{
    auto const found = std::ranges::find(outcomes, name, &outcome::name);
    return found == outcomes.end() ? nullptr : &*found;
}

// The value that a share of all values is not above.
double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

ratio compare(std::vector<outcome> const& outcomes, comparison const& wanted)
{
    ratio made{wanted.name, {}, 0, 0, wanted.bar};
    outcome const* const above = find(outcomes, wanted.numerator);
    outcome const* const below = find(outcomes, wanted.denominator);
    if (!above || !below)
        return made;
    std::vector<double> each;
    for (std::size_t i = 0; i != std::min(above->ns.size(), below->ns.size()); ++i)
        each.push_back(above->ns[i] / below->ns[i]);
    if (each.empty())
        return made;
    made.value = quantile(each, 0.5);
    made.lower = quantile(each, 0.25);
    made.upper = quantile(each, 0.75);
    return made;
}

ratio count(std::vector<outcome> const& outcomes, std::string_view name, std::string_view task,
    bool beyond_model, double bar)
{
    ratio made{name, {}, 0, 0, bar};
    if (outcome const* const found = find(outcomes, task))
    {
        made.value = static_cast<double>(found->allocations) -
                     (beyond_model ? static_cast<double>(found->model_allocations) : 0);
        made.lower = made.upper = *made.value;
    }
    return made;
}

std::string text(char const* format, double value)
{
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

void print_row(std::ostream& to, std::initializer_list<std::pair<std::string, int>> cells)
{
    for (auto const& [cell, width] : cells)
    {
        std::string const padding(
            static_cast<std::size_t>(std::max(0, std::abs(width) - static_cast<int>(cell.size()))),
            ' ');
        to << (width < 0 ? cell + padding : padding + cell) << "  ";
    }
    to << '\n';
}

} // namespace

std::vector<ratio> make_ratios(std::vector<outcome> const& outcomes)
{
    std::vector<ratio> made;
    for (comparison const& wanted : comparisons)
        made.push_back(compare(outcomes, wanted));
    made.push_back(
        count(outcomes, "allocations_decode_200_beyond_model", "decode/response_200/ours", true, 5));
    made.push_back(count(outcomes, "allocations_encode_200", "encode/response_200/ours", false, 1));
    made.push_back(
        count(outcomes, "allocations_validate_200", "validate/request_200/ours", false, 0));
    return made;
}

bool all_within(std::vector<ratio> const& ratios)
{
    return std::ranges::all_of(
        ratios, [](ratio const& each) { return each.value && *each.value <= each.bar; });
}

void print(std::ostream& to, std::vector<outcome> const& outcomes, std::vector<ratio> const& ratios)
{
    print_row(to, {{"task", -48}, {"bytes", 8}, {"ns", 12}, {"MB/s", 8}, {"allocations", 12},
                      {"the model's", 12}});
    for (outcome const& each : outcomes)
    {
        double const ns = quantile(each.ns, 0.5);
        print_row(to, {{each.name, -48}, {std::to_string(each.bytes), 8}, {text("%.1f", ns), 12},
                          {text("%.0f", static_cast<double>(each.bytes) * 1000 / ns), 8},
                          {std::to_string(each.allocations), 12},
                          {std::to_string(each.model_allocations), 12}});
    }
    to << '\n';
    print_row(to, {{"ratio", -40}, {"median", 8}, {"quartiles", 16}, {"bar", 6}, {"", -6}});
    for (ratio const& each : ratios)
    {
        if (!each.value)
        {
            to << each.name << " is left out: not all of its tasks were measured.\n";
            continue;
        }
        print_row(to,
            {{std::string(each.name), -40}, {text("%.3f", *each.value), 8},
                {text("%.3f", each.lower) + " - " + text("%.3f", each.upper), 16},
                {text("%.2f", each.bar), 6}, {*each.value <= each.bar ? "within" : "ABOVE", -6}});
    }
}

void print_json(
    std::ostream& to, std::vector<outcome> const& outcomes, std::vector<ratio> const& ratios)
{
    // All names are plain words: there is nothing to escape.
    to << "{\n  \"bench\": \"json\",\n  \"tasks\": [";
    char const* separator = "\n";
    for (outcome const& each : outcomes)
    {
        double const ns = quantile(each.ns, 0.5);
        to << separator << "    {\"name\": \"" << each.name << "\", \"bytes\": " << each.bytes
           << ", \"ns\": " << text("%.2f", ns)
           << ", \"mb_per_s\": " << text("%.1f", static_cast<double>(each.bytes) * 1000 / ns)
           << ", \"allocations\": " << each.allocations
           << ", \"model_allocations\": " << each.model_allocations << '}';
        separator = ",\n";
    }
    auto const members = [&](char const* name, auto&& number)
    {
        to << "\n  },\n  \"" << name << "\": {";
        char const* comma = "\n";
        for (ratio const& each : ratios)
            if (each.value)
            {
                to << comma << "    \"" << each.name << "\": " << text("%.4f", number(each));
                comma = ",\n";
            }
    };
    to << "\n  ],\n  \"facts\": {\"rounds\": "
       << (outcomes.empty() ? 0 : outcomes.front().ns.size());
    members("ratios", [](ratio const& each) { return *each.value; });
    members("bars", [](ratio const& each) { return each.bar; });
    to << "\n  }\n}\n";
}

} // namespace bench
