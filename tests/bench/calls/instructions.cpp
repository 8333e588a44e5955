// SPDX-License-Identifier: BSL-1.0
#include "instructions.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace bench
{

namespace
{

/// Enough to make what a piece of work costs once, a few thousand instructions, disappear.
constexpr std::size_t profiled_calls = 1000;

/// Runs a program to its end. @returns Its exit status.
int run(std::vector<std::string> arguments)
{
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    pid_t process = -1;
    if (int const failure =
            ::posix_spawnp(&process, pointers[0], nullptr, nullptr, pointers.data(), environ))
        throw std::system_error(failure, std::generic_category(), arguments[0]);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "waitpid");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The number of instructions in a profile.
double read_total(std::filesystem::path const& profile)
{
    std::ifstream file(profile);
    std::string line;
    while (std::getline(file, line))
        for (std::string_view const label : {"totals: ", "summary: "})
            if (line.starts_with(label))
                return std::stod(line.substr(label.size()));
    throw std::runtime_error(profile.string() + " has no total");
}

} // namespace

void count_instructions(std::vector<outcome>& outcomes)
{
    std::filesystem::path const program = std::filesystem::read_symlink("/proc/self/exe");
    std::filesystem::path const directory = program.parent_path() / "callgrind";
    std::filesystem::create_directories(directory);
    for (outcome& each : outcomes)
    {
        if (each.who.under.in_flight != 1 || each.who.under.connections != connection_use::kept)
            continue;
        std::string id = name(each.who);
        std::ranges::replace(id, '/', '.');
        std::filesystem::path const profile = directory / (id + ".out");
        std::filesystem::remove(profile);
        int const status =
            run({"valgrind", "--quiet", "--tool=callgrind", "--toggle-collect=bench_measured_calls",
                "--callgrind-out-file=" + profile.string(), program.string(), "--profile",
                name(each.who), "--calls", std::to_string(profiled_calls)});
        if (status != 0)
            throw std::runtime_error(
                name(each.who) + ": valgrind ended with status " + std::to_string(status));
        each.instructions = read_total(profile) / static_cast<double>(profiled_calls);
    }
}

} // namespace bench
