// SPDX-License-Identifier: BSL-1.0
// Enums of two types do not compare.
// expect: no match for ‘operator==’|invalid operands to binary expression
#include <golden/enums/models.hpp>

namespace api = golden::enums;

bool is_same(api::Colour const& colour, [[maybe_unused]] api::Finish const& finish)
{
#ifdef CORRECT
    return colour == api::Colour::red;
#else
    return colour == finish;
#endif
}
