// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_SCENARIO_CHECK_HPP
#define SANDBOX_SCENARIO_CHECK_HPP

#include "scenario.hpp"

namespace sandbox {

/** Checks what a single member cannot tell: every reference has its target, no identifier occurs twice, no seat
    is given away twice, a picture stays within 1000 x 1000 plan units.

    @throws scenario_error Names `file` and the path of the first offender.
*/
void check_scenario(scenario const& world, std::string_view file);

} // namespace sandbox

#endif
