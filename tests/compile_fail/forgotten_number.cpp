// SPDX-License-Identifier: BSL-1.0
// In headers that were generated with --required-without-default, a required number or boolean of which zero is valid draws a warning
// where a designated initialiser leaves it out. One that a limit refuses is told before it is sent, and one of a response has its value.
// not: clang<18
// flags: -Wall -Wextra -Werror
// expect: Cart::session’ [-Werror=missing-field-initializers]|missing field 'session' initializer
#include <golden/zeros/models.hpp>

namespace api = golden::zeros;

api::Cart cart()
{
    return {
#ifdef CORRECT
        .session = 4711,
#endif
        .discount = 0,
        .gift = false,
        .kind = api::CartKind::value_0,
        .lines = {{.quantity = 1, .level = api::LineLevel::value_1}}};
}

api::Receipt receipt()
{
    return {};
}
