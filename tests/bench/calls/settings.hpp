// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "processor.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace bench
{

/** What the command line asks for. */
struct settings
{
    enum class task : unsigned char
    {
        measure, ///< measure and print
        serve,   ///< be the service with the fixed responses
        profile, ///< make calls of one contestant, for a profiler
        help
    };

    task what = task::measure;

    /** Rounds; each measures every contestant once. At least 9: fewer make no median to rely on. */
    std::size_t rounds = 15;

    /** Calls of each contestant in one round; a fiftieth of it, at least one, for those that
        connect anew for each call.
    */
    std::size_t calls = 2000;

    /** Core for client and service. */
    std::optional<unsigned> core;

    /** Scheduling of client and service. */
    scheduling schedule = scheduling::real_time;

    /** Only contestants whose name contains this. Empty: all. */
    std::string only;

    /** Contestant of `profile`. */
    std::string contestant;

    /** Where the results go as JSON. Empty: nowhere. */
    std::filesystem::path json;

    /** Whether times are measured. */
    bool times = true;

    /** Whether instructions are counted. */
    bool instructions = true;

    /** Whether a ratio above its bar makes the program fail. */
    bool enforce = false;

    /** Longest duration of the whole program. */
    std::chrono::seconds limit{900};
};

/** A command line that makes no sense. */
class usage_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/** What there is to say on the command line. */
extern char const* const usage;

/** Reads the command line. @throws usage_error */
settings read_command_line(int count, char const* const* arguments);

} // namespace bench
