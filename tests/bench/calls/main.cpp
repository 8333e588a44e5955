// SPDX-License-Identifier: BSL-1.0
// Client CPU, throughput, latency, allocations and instructions of one call: the generated
// operation against its peers. See README.md.

#include "instructions.hpp"
#include "measurement.hpp"
#include "processor.hpp"
#include "report.hpp"
#include "service.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <fstream>
#include <iostream>

namespace
{

using namespace bench;

std::vector<entrant> chosen(settings const& asked)
{
    std::vector<entrant> all = entrants();
    std::erase_if(
        all, [&](entrant const& each) { return name(each).find(asked.only) == std::string::npos; });
    if (all.empty())
        throw usage_error("no contestant has \"" + asked.only + "\" in its name");
    return all;
}

entrant find_entrant(std::string const& wanted)
{
    std::vector<entrant> const all = entrants();
    auto const found =
        std::ranges::find_if(all, [&](entrant const& each) { return name(each) == wanted; });
    if (found != all.end())
        return *found;
    std::string known;
    for (entrant const& each : all)
        known += "\n  " + name(each);
    throw usage_error("there is no contestant \"" + wanted + "\", but" + known);
}

int measure_and_report(settings const& asked, scheduling in_force)
{
    std::vector<entrant> const all = chosen(asked);
    std::vector<outcome> outcomes;
    if (asked.times)
    {
        service_process const service;
        outcomes = measure(all, service.address(), asked);
    }
    else
    {
        for (entrant const& who : all)
            outcomes.emplace_back().who = who;
    }
    if (asked.instructions)
        count_instructions(outcomes);

    std::vector<ratio> const ratios = make_ratios(outcomes);
    run_facts const facts{.rounds = asked.rounds, .calls = asked.calls, .schedule = in_force};
    print(std::cout, outcomes, ratios, facts);
    if (!asked.json.empty())
    {
        std::ofstream file(asked.json);
        print_json(file, outcomes, ratios, facts);
        file.close();
        if (!file)
            throw std::runtime_error("cannot write " + asked.json.string());
    }
    return asked.enforce && !all_within(ratios) ? 1 : 0;
}

int run(settings const& asked)
{
    if (asked.what == settings::task::help)
    {
        std::cout << usage;
        return 0;
    }
    end_after(asked.limit);
    std::signal(SIGPIPE, SIG_IGN);
    if (asked.what == settings::task::serve)
        return serve();

    use_one_core(asked.core.value_or(preferred_core()));
    scheduling const in_force = use_scheduling(asked.schedule);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        throw std::runtime_error("libcurl cannot be initialised");
    if (asked.what == settings::task::profile)
    {
        entrant const who = find_entrant(asked.contestant);
        service_process const service;
        profile(who, service.address(), asked.calls);
        return 0;
    }
    return measure_and_report(asked, in_force);
}

} // namespace

int main(int count, char** arguments)
{
    try
    {
        return run(read_command_line(count, arguments));
    }
    catch (usage_error const& e)
    {
        std::cerr << "calls: " << e.what() << '\n' << usage;
        return 2;
    }
    catch (std::exception const& e)
    {
        std::cerr << "calls: " << e.what() << '\n';
        return 1;
    }
}
