// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "measurement.hpp"

namespace bench
{

/** Counts instructions of the entrants that make one call at a time on a kept connection, each in a
    process of its own under callgrind.

    Only instructions in user mode count, and only those of the calls: not of connecting, nor of the
    first calls. The profiles stay in the directory `callgrind` beside the program, one
    `<contestant>.out` each, for callgrind_annotate.

    @throws std::runtime_error if valgrind is not there or a run fails.
*/
void count_instructions(std::vector<outcome>& outcomes);

} // namespace bench
