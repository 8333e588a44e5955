// SPDX-License-Identifier: BSL-1.0
// Ends the program when something does not hold.
#pragma once

#include <restbind/core/detail/utf8.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace fuzz
{

/** Prints what did not hold and for which text, and aborts: for libFuzzer that is a crash. */
inline void require(bool holds, char const* what, std::string_view text)
{
    if (holds) [[likely]]
        return;
    std::string const shown = restbind::printable(text, 2000);
    std::fprintf(stderr, "finding: %s\ntext: %s\n", what, shown.c_str());
    std::abort();
}

} // namespace fuzz
