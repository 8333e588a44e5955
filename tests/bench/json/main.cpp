// SPDX-License-Identifier: BSL-1.0
// Time and allocations of reading and writing JSON, ours and others'. See README.md.
#include "../calls/allocations.hpp"
#include "contestant.hpp"
#include "report.hpp"

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace bench;

constexpr std::string_view usage =
    "usage: json [OPTION...]\n"
    "  --json FILE     writes the results as JSON too\n"
    "  --rounds N      rounds, 5 to 1000; 21 if not given\n"
    "  --seconds S     seconds a round takes for each task at least; 0.01 if not given\n"
    "  --only TEXT     only tasks whose name contains TEXT\n"
    "  --enforce       exit status 1 unless every bar was measured and held\n";

struct settings
{
    std::string json;
    std::string only;
    unsigned rounds = 21;
    double seconds = 0.01;
    bool enforce = false;
    bool help = false;
    bool wrong = false;
};

settings read_command_line(int count, char** arguments)
{
    settings asked;
    for (int i = 1; i < count; ++i)
    {
        std::string_view const option = arguments[i];
        if (option == "--enforce")
            asked.enforce = true;
        else if (option == "--help")
            asked.help = true;
        else if (i + 1 == count)
            asked.wrong = true;
        else if (option == "--json")
            asked.json = arguments[++i];
        else if (option == "--only")
            asked.only = arguments[++i];
        else if (option == "--rounds")
            asked.rounds = static_cast<unsigned>(std::strtoul(arguments[++i], nullptr, 10));
        else if (option == "--seconds")
            asked.seconds = std::strtod(arguments[++i], nullptr);
        else
            asked.wrong = true;
    }
    asked.wrong = asked.wrong || asked.rounds < 5 || asked.rounds > 1000 ||
                  !(asked.seconds > 0 && asked.seconds <= 10);
    return asked;
}

// Takes the time of every round instead of printing it.
class collector : public benchmark::BenchmarkReporter
{
public:
    explicit collector(std::vector<outcome>& to)
        : outcomes_(to)
    {
    }
    bool ReportContext(Context const&) override { return true; }
    void ReportRuns(std::vector<Run> const& runs) override
    {
        for (Run const& run : runs)
        {
            if (run.run_type != Run::RT_Iteration)
                continue;
            auto const found =
                std::ranges::find(outcomes_, run.run_name.function_name, &outcome::name);
            if (found == outcomes_.end())
                continue;
            auto const round = static_cast<std::size_t>(run.repetition_index);
            if (found->ns.size() <= round)
                found->ns.resize(round + 1);
            found->ns[round] = run.GetAdjustedCPUTime();
        }
    }

private:
    std::vector<outcome>& outcomes_;
};

std::vector<outcome> measure(std::vector<task> const& tasks, settings const& asked)
{
    std::vector<outcome> outcomes;
    for (task const& each : tasks)
    {
        outcome made{each.name, each.bytes, {}, 0, 0};
        each.run(); // what is allocated only once is left out
        made.allocations = allocations_of(each.run);
        if (each.copy_result)
            made.model_allocations = allocations_of(each.copy_result);
        outcomes.push_back(std::move(made));
        benchmark::RegisterBenchmark(each.name.c_str(),
            [&each](benchmark::State& state)
            {
                for (auto _ : state)
                    each.run();
            })
            ->MinTime(asked.seconds)
            ->Repetitions(static_cast<int>(asked.rounds));
    }
    collector reporter(outcomes);
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return outcomes;
}

} // namespace

int main(int count, char** arguments)
{
    settings const asked = read_command_line(count, arguments);
    if (asked.wrong || asked.help)
    {
        (asked.help ? std::cout : std::cerr) << usage;
        return asked.help ? 0 : 2;
    }
    // Blocks that are given back stay with the program. Otherwise each large one may cost a page
    // fault for every 4 KB, or none, as the heap happens to lie: more than reading or writing it.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);

    // One core for all of it: moving to another one would cost one round its caches.
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(sched_getcpu(), &here);
    sched_setaffinity(0, sizeof here, &here);

    samples const all = make_samples();
    std::vector<task> tasks;
    add_ours(tasks, all);
    add_boost_json(tasks, all);
    add_nlohmann(tasks, all);
    add_rapidjson(tasks, all);
    add_simdjson(tasks, all);
    std::erase_if(
        tasks, [&](task const& each) { return each.name.find(asked.only) == std::string::npos; });

    // Every round runs every task once, in random order: a machine that slows down half-way slows
    // down all of them.
    std::string program = "json";
    std::string interleave = "--benchmark_enable_random_interleaving=true";
    char* options[] = {program.data(), interleave.data(), nullptr};
    int option_count = 2;
    benchmark::Initialize(&option_count, options);

    std::vector<outcome> const outcomes = measure(tasks, asked);
    std::vector<ratio> const ratios = make_ratios(outcomes);
    print(std::cout, outcomes, ratios);
    if (!asked.json.empty())
    {
        std::ofstream file(asked.json);
        print_json(file, outcomes, ratios);
        file.close();
        if (!file)
        {
            std::cerr << "json: cannot write " << asked.json << '\n';
            return 1;
        }
    }
    return asked.enforce && !all_within(ratios) ? 1 : 0;
}
