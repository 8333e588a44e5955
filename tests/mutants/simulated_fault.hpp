// SPDX-License-Identifier: BSL-1.0
// For the faults of the simulation, which are compiled together: the one of this number is there.
#pragma once

#include <cstdlib>

/** `SIMULATED_FAULT` of the environment; 0: none. */
inline int const simulated_fault = []
{
    char const* const number = std::getenv("SIMULATED_FAULT");
    return number ? std::atoi(number) : 0;
}();
