// A member that tells "absent" from "null" and holds a value of the very type that it is a member
// of.
#pragma once

#include <restbind/core/detail/optional_box.hpp>
#include <restbind/core/nullable.hpp>

namespace restbind
{

/** A value, null, or absent, like restbind::nullable, but kept apart like restbind::optional_box:
    `T` may be incomplete where it is named. Copies are deep; copying, comparing and destroying
    recur as deep as values hold each other. */
template <class T>
using nullable_box = nullable<T, optional_box<T>>;

} // namespace restbind
