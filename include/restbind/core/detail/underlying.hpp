// The integer type of an enumeration.
#pragma once

#include <restbind/core/detail/config.hpp>

namespace restbind::detail
{

RESTBIND_USES_DEPRECATED_BEGIN
/** std::underlying_type_t, which warns in libc++ of an enumeration that is deprecated. */
template <class Enum>
using underlying = __underlying_type(Enum);
RESTBIND_USES_DEPRECATED_END

} // namespace restbind::detail
