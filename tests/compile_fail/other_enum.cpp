// SPDX-License-Identifier: BSL-1.0
// The constant of another enum is no value of an enum, although their texts may be the same.
// expect: Finish::matt}|Finish_values
#include <golden/enums/models.hpp>

namespace api = golden::enums;

api::Seat seat()
{
#ifdef CORRECT
    return {.colour = api::Colour::red};
#else
    return {.colour = api::Finish::matt};
#endif
}
