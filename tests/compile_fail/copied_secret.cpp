// SPDX-License-Identifier: BSL-1.0
// A secret is copied only on purpose, with clone().
// expect: deleted
#include <restbind/core/secret.hpp>

restbind::secret twice(restbind::secret const& one)
{
#ifdef CORRECT
    return one.clone();
#else
    return one;
#endif
}
