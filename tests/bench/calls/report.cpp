// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include "generated_call.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace bench
{

namespace
{

/// Who is compared with whom.
struct comparison
{
    std::string_view name;
    client_kind client;
    conditions under;
    client_kind other;
    conditions other_under;
    std::optional<double> bar;
};

constexpr conditions seq_plain{transport::plain, 1};
constexpr conditions many_plain{transport::plain, many};
constexpr conditions seq_tls{transport::tls, 1};
constexpr conditions resumed{transport::tls, 1, connection_use::resumed};
constexpr conditions full{transport::tls, 1, connection_use::full};

constexpr auto ours = client_kind::generated;

constexpr std::array comparisons{
    comparison{"seq_plain_vs_same_work", ours, seq_plain, client_kind::same_work, seq_plain, 1.15},
    comparison{
        "seq_plain_vs_tuned_beast", ours, seq_plain, client_kind::tuned_beast, seq_plain, {}},
    comparison{
        "seq_plain_vs_docs_beast", ours, seq_plain, client_kind::docs_beast, seq_plain, 0.60},
    comparison{"seq_plain_vs_libcurl", ours, seq_plain, client_kind::libcurl, seq_plain, 0.42},
    comparison{"seq_tls_vs_libcurl", ours, seq_tls, client_kind::libcurl, seq_tls, 0.55},
    comparison{
        "conc32_plain_vs_curl_multi", ours, many_plain, client_kind::libcurl, many_plain, 0.40},
    comparison{"seq_plain_vs_poco", ours, seq_plain, client_kind::poco, seq_plain, 0.68},
    comparison{"resumed_vs_full_handshake", ours, resumed, ours, full, 0.45},
};

outcome const* find_entrant(
    std::vector<outcome> const& outcomes, client_kind client, conditions const& under)
{
    auto const found = std::ranges::find_if(
        outcomes, [&](outcome const& o) { return o.who.client == client && o.who.under == under; });
    return found == outcomes.end() ? nullptr : &*found;
}

/// An entrant whose times were measured.
outcome const* find(
    std::vector<outcome> const& outcomes, client_kind client, conditions const& under)
{
    outcome const* const found = find_entrant(outcomes, client, under);
    return found && !found->cpu.empty() ? found : nullptr;
}

/// Instructions of one plain call at a time, if they were counted.
std::optional<double> instructions_of(std::vector<outcome> const& outcomes, client_kind client)
{
    outcome const* const found = find_entrant(outcomes, client, seq_plain);
    return found ? found->instructions : std::nullopt;
}

std::string describe(client_kind client, conditions const& under)
{
    return name(entrant{client, under, nullptr});
}

std::vector<double> ratios_of_rounds(outcome const& a, outcome const& b)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round != a.cpu.size(); ++round)
        ratios.push_back(a.cpu[round] / b.cpu[round]);
    return ratios;
}

ratio compare(std::vector<outcome> const& outcomes, comparison const& wanted)
{
    ratio made{.name = wanted.name, .bar = wanted.bar};
    outcome const* const a = find(outcomes, wanted.client, wanted.under);
    outcome const* const b = find(outcomes, wanted.other, wanted.other_under);
    if (!a || !b)
    {
        made.missing =
            a ? describe(wanted.other, wanted.other_under) : describe(wanted.client, wanted.under);
        return made;
    }
    std::vector<double> const of_rounds = ratios_of_rounds(*a, *b);
    made.value = median(of_rounds);
    made.lower = quantile(of_rounds, 0.25);
    made.upper = quantile(of_rounds, 0.75);
    if (outcome const* const least = find(outcomes, client_kind::bare_socket, wanted.under))
        made.floor = median(ratios_of_rounds(*least, *b));
    return made;
}

ratio count_allocations(std::vector<outcome> const& outcomes)
{
    ratio made{.name = "allocations_beyond_model", .bar = 0, .is_count = true};
    if (outcome const* const generated = find(outcomes, ours, seq_plain))
        made.value = generated->allocations - static_cast<double>(allocations_of_model());
    else
        made.missing = describe(ours, seq_plain);
    return made;
}

std::string describe_instructions(client_kind client)
{
    return "instructions of " + describe(client, seq_plain);
}

ratio count_instructions(std::vector<outcome> const& outcomes)
{
    return {.name = "instructions_of_call",
        .value = instructions_of(outcomes, ours),
        .bar = 17500,
        .is_count = true,
        .missing = describe_instructions(ours)};
}

ratio compare_instructions(std::vector<outcome> const& outcomes)
{
    ratio made{.name = "instructions_vs_same_work", .bar = 1.40};
    auto const a = instructions_of(outcomes, ours);
    auto const b = instructions_of(outcomes, client_kind::same_work);
    if (a && b)
        made.value = made.lower = made.upper = *a / *b;
    else
        made.missing = describe_instructions(a ? client_kind::same_work : ours);
    return made;
}

double latency_quantile(outcome const& of, double part)
{
    std::vector<double> values;
    values.reserve(of.latencies.size());
    for (auto const each : of.latencies)
        values.push_back(std::chrono::duration<double, std::micro>(each).count());
    return quantile(std::move(values), part);
}

/// A number as text, with as many places behind the point.
std::string fixed(double value, int places)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(places) << value;
    return text.str();
}

/// A column of a table: its heading, and how wide it is.
struct column
{
    std::string_view heading;
    int width;
};

void print_row(
    std::ostream& to, std::span<column const> columns, std::span<std::string const> cells)
{
    for (std::size_t i = 0; i != columns.size(); ++i)
        to << (i == 0 ? std::left : std::right) << std::setw(columns[i].width) << cells[i];
    to << '\n';
}

void print_headings(std::ostream& to, std::span<column const> columns)
{
    std::vector<std::string> cells;
    for (column const& each : columns)
        cells.emplace_back(each.heading);
    print_row(to, columns, cells);
}

void print_outcomes(std::ostream& to, std::vector<outcome> const& outcomes)
{
    constexpr std::array columns{column{"client", 20}, column{"transport", 10},
        column{"in flight", 10}, column{"connections", 12}, column{"requests/s", 11},
        column{"CPU us", 9}, column{"p50 us", 9}, column{"p99 us", 9}, column{"allocations", 12},
        column{"instructions", 13}};
    print_headings(to, columns);
    for (outcome const& each : outcomes)
    {
        bool const timed = !each.cpu.empty();
        if (!timed && !each.instructions)
            continue;
        std::array<std::string, columns.size()> const cells{std::string(title(each.who.client)),
            std::string(name(each.who.under.over)), std::to_string(each.who.under.in_flight),
            std::string(name(each.who.under.connections)),
            timed ? fixed(1e6 / median(each.wall), 0) : "-",
            timed ? fixed(median(each.cpu), 2) : "-",
            timed ? fixed(latency_quantile(each, 0.5), 1) : "-",
            timed ? fixed(latency_quantile(each, 0.99), 1) : "-",
            timed ? fixed(each.allocations, 1) : "-",
            each.instructions ? fixed(*each.instructions, 0) : "-"};
        print_row(to, columns, cells);
    }
}

void print_ratios(std::ostream& to, std::vector<ratio> const& ratios)
{
    constexpr std::array columns{column{"ratio", 28}, column{"median", 9}, column{"quartiles", 16},
        column{"bar", 8}, column{"", 10}, column{"bare socket", 14}};
    print_headings(to, columns);
    for (ratio const& each : ratios)
    {
        if (!each.value)
            continue;
        std::string const verdict = !each.bar ? "" : *each.value <= *each.bar ? "within" : "ABOVE";
        std::array<std::string, columns.size()> const cells{std::string(each.name),
            fixed(*each.value, each.is_count ? 0 : 3),
            each.is_count ? "" : fixed(each.lower, 3) + " - " + fixed(each.upper, 3),
            each.bar ? fixed(*each.bar, each.is_count ? 0 : 2) : "-", verdict,
            each.floor ? fixed(*each.floor, 3) : "-"};
        print_row(to, columns, cells);
    }
}

void print_missing(std::ostream& to, std::vector<ratio> const& ratios)
{
    for (ratio const& each : ratios)
        if (!each.value)
            to << each.name << " is left out: there is no measurement of " << each.missing << ".\n";
}

/// One member of a JSON object: an object with one number of each ratio that has it.
void print_members(std::ostream& to, std::string_view member, std::vector<ratio> const& ratios,
    std::optional<double> ratio::*number, int places)
{
    to << ",\n  \"" << member << "\": {";
    char const* separator = "\n";
    for (ratio const& each : ratios)
        if (each.*number)
        {
            to << separator << "    \"" << each.name << "\": " << fixed(*(each.*number), places);
            separator = ",\n";
        }
    to << "\n  }";
}

} // namespace

std::vector<ratio> make_ratios(std::vector<outcome> const& outcomes)
{
    std::vector<ratio> made;
    for (comparison const& wanted : comparisons)
        made.push_back(compare(outcomes, wanted));
    made.push_back(compare_instructions(outcomes));
    made.push_back(count_instructions(outcomes));
    made.push_back(count_allocations(outcomes));
    return made;
}

bool all_within(std::vector<ratio> const& ratios)
{
    return std::ranges::all_of(ratios,
        [](ratio const& each) { return !each.bar || (each.value && *each.value <= *each.bar); });
}

void print(std::ostream& to, std::vector<outcome> const& outcomes, std::vector<ratio> const& ratios,
    run_facts const& facts)
{
    print_outcomes(to, outcomes);
    if (std::ranges::all_of(outcomes, [](outcome const& each) { return each.cpu.empty(); }))
    {
        to << '\n';
        print_ratios(to, ratios); // of instructions, since no times were wanted
        return;
    }
    to << "\nTimes are medians of " << facts.rounds << " rounds of " << facts.calls
       << " calls; CPU is that of the client alone, kernel included; instructions are those in "
          "user mode.\n"
       << "Scheduling: " << name(facts.schedule) << ".\n\n";
    print_ratios(to, ratios);
    print_missing(to, ratios);
}

void print_json(std::ostream& to, std::vector<outcome> const& outcomes,
    std::vector<ratio> const& ratios, run_facts const& facts)
{
    // All names are plain words: there is nothing to escape.
    to << "{\n  \"bench\": \"calls\",\n  \"rounds\": " << facts.rounds
       << ",\n  \"calls\": " << facts.calls << ",\n  \"scheduling\": \"" << name(facts.schedule)
       << "\",\n  \"clients\": [";
    char const* separator = "\n";
    for (outcome const& each : outcomes)
    {
        to << separator << "    {\"client\": \"" << name(each.who.client) << "\", \"transport\": \""
           << name(each.who.under.over) << "\", \"in_flight\": " << each.who.under.in_flight
           << ", \"connections\": \"" << name(each.who.under.connections) << '"';
        if (!each.cpu.empty())
            to << ", \"requests_per_second\": " << fixed(1e6 / median(each.wall), 1)
               << ", \"cpu_us\": " << fixed(median(each.cpu), 3)
               << ", \"p50_us\": " << fixed(latency_quantile(each, 0.5), 3)
               << ", \"p99_us\": " << fixed(latency_quantile(each, 0.99), 3)
               << ", \"allocations\": " << fixed(each.allocations, 3);
        if (each.instructions)
            to << ", \"instructions\": " << fixed(*each.instructions, 1);
        to << '}';
        separator = ",\n";
    }
    to << "\n  ]";
    print_members(to, "ratios", ratios, &ratio::value, 4);
    print_members(to, "bare_socket", ratios, &ratio::floor, 4);
    print_members(to, "bars", ratios, &ratio::bar, 2);
    to << "\n}\n";
}

} // namespace bench
