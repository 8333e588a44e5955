// SPDX-License-Identifier: BSL-1.0
#include "settings.hpp"

#include <charconv>
#include <string_view>

namespace bench
{

char const* const usage =
    "usage: calls [OPTION...]\n"
    "  --json FILE          write the results as JSON, too\n"
    "  --rounds N           rounds, each with every contestant once; 9 to 1000, by default 15\n"
    "  --calls N            calls of each contestant in one round; 100 to 1000000, by default "
    "2000\n"
    "  --core N             core for client and service; by default the highest\n"
    "  --scheduling NAME    real-time, batch or normal; by default real-time if permitted, else "
    "batch\n"
    "  --only TEXT          only contestants whose name contains TEXT, such as libcurl or /tls/\n"
    "  --instructions       count instructions only, measure no times\n"
    "  --no-instructions    measure times only\n"
    "  --enforce            exit status 1 if a ratio is above its bar or could not be measured\n"
    "  --time-limit N       give up after N seconds; 1 to 86400, by default 900\n"
    "  --profile NAME       make --calls calls of the contestant NAME and print nothing: for a "
    "profiler\n";

namespace
{

std::size_t read_number(
    std::string_view option, std::string_view text, std::size_t least, std::size_t most)
{
    std::size_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
        throw usage_error(std::string(option) + " takes a number from " + std::to_string(least) +
                          " to " + std::to_string(most) + ", not \"" + std::string(text) + "\"");
    return number;
}

scheduling read_scheduling(std::string_view text)
{
    for (scheduling const each : {scheduling::real_time, scheduling::batch, scheduling::normal})
        if (name(each) == text)
            return each;
    throw usage_error(
        "--scheduling takes real-time, batch or normal, not \"" + std::string(text) + "\"");
}

} // namespace

settings read_command_line(int count, char const* const* arguments)
{
    settings read;
    int next = 1;
    while (next < count)
    {
        std::string_view const option = arguments[next++];
        auto const value = [&]() -> std::string_view
        {
            if (next == count)
                throw usage_error(std::string(option) + " needs a value");
            return arguments[next++];
        };
        if (option == "--serve")
            read.what = settings::task::serve;
        else if (option == "--help")
            read.what = settings::task::help;
        else if (option == "--instructions")
            read.times = false;
        else if (option == "--no-instructions")
            read.instructions = false;
        else if (option == "--scheduling")
            read.schedule = read_scheduling(value());
        else if (option == "--enforce")
            read.enforce = true;
        else if (option == "--json")
            read.json = value();
        else if (option == "--only")
            read.only = value();
        else if (option == "--rounds")
            read.rounds = read_number(option, value(), 9, 1000);
        else if (option == "--calls")
            read.calls = read_number(option, value(), 100, 1000000);
        else if (option == "--core")
            read.core = static_cast<unsigned>(read_number(option, value(), 0, 1023));
        else if (option == "--time-limit")
            read.limit = std::chrono::seconds(read_number(option, value(), 1, 86400));
        else if (option == "--profile")
        {
            read.what = settings::task::profile;
            read.contestant = value();
        }
        else
            throw usage_error("unknown option " + std::string(option));
    }
    if (!read.times && !read.instructions)
        throw usage_error("--instructions and --no-instructions together leave nothing to do");
    if (read.enforce && !(read.times && read.instructions))
        throw usage_error("--enforce needs times and instructions");
    return read;
}

} // namespace bench
