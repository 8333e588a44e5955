// Appending to a vector that has space.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <vector>

namespace restbind::detail
{

/** Appends a value-initialised element. @pre out.size() < out.capacity()

    The code with which emplace_back() grows a vector is twice as long as reserve(). Whoever calls
    reserve() anyway need not compile it: told that it never runs and looked at as a whole, the
    compiler drops it early. Told in the words of emplace_back(), two pointers that differ: of sizes
    that differ it sees too late what follows.
*/
template <class T>
RESTBIND_FLATTEN inline T& unchecked_append(std::vector<T>& out)
{
    if (std::to_address(out.end()) == out.data() + out.capacity())
        __builtin_unreachable();
    return out.emplace_back();
}

} // namespace restbind::detail
