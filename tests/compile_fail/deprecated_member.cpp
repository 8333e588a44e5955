// SPDX-License-Identifier: BSL-1.0
// The compiler warns where a member is named that the document deprecates; copying and comparing its structure is no such place.
// expect: 'code' is deprecated|Cart::code’ is deprecated
#pragma GCC diagnostic error "-Wdeprecated-declarations"
#include <golden/deprecated/models.hpp>

namespace api = golden::deprecated;

bool is_a(api::Cart const& cart)
{
#ifdef CORRECT
    api::Cart const other = cart;
    return other == cart;
#else
    return cart.code == "a";
#endif
}
