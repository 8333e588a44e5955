// SPDX-License-Identifier: BSL-1.0
// A required member of a class type that a designated initialiser leaves out draws a warning; optional ones, scalars and members
// that have their value from the start do not.
// not: clang<18
// flags: -Wall -Wextra -Werror
// expect: Paint::colour’ [-Werror=missing-field-initializers]|missing field 'colour' initializer
#include <golden/enums/models.hpp>

namespace api = golden::enums;

api::Paint paint()
{
    return {.id = "5f2a1c84-1111-4222-8333-944455556666",
#ifdef CORRECT
        .colour = api::Colour::red,
#endif
        .brand = api::Brand::acme,
        .dried = api::Dried::wet,
        .at = {},
        .finish = api::Finish::matt,
        .either = 1};
}
