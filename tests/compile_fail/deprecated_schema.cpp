// SPDX-License-Identifier: BSL-1.0
// The compiler warns where a type is named whose schema the document deprecates.
// expect: 'Basket' is deprecated|‘Basket’ is deprecated
#pragma GCC diagnostic error "-Wdeprecated-declarations"
#include <golden/deprecated/models.hpp>

namespace api = golden::deprecated;

bool is_full(api::Cart const& cart)
{
#ifdef CORRECT
    return cart.basket && cart.basket->size;
#else
    api::Basket const basket = cart.basket.value();
    return basket.size.has_value();
#endif
}
