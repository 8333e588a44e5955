// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_COMMAND_LINE_HPP
#define SANDBOX_COMMAND_LINE_HPP

#include "sandbox.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/// What the program was asked to do.
struct command_line
{
    std::string scenario;
    options settings;

    /// Each as `server::fail_next` takes it.
    std::vector<std::string> faults;
    bool help = false;
    bool version = false;
};

/// The text of `--help`.
extern std::string_view const usage;

/// A command line that is not understood.
class usage_problem : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// @throws usage_problem An option is unknown, lacks its value or has a wrong one.
command_line parse_command_line(std::vector<std::string> const& arguments);

} // namespace sandbox

#endif
