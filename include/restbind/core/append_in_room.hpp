// Appending to a vector that has room.
#pragma once

#include <vector>

namespace restbind::detail
{

/** Appends a value-initialised element. @pre out.size() < out.capacity()

    The code with which emplace_back() grows a vector is twice as long as reserve(). Whoever calls
    reserve() anyway need not compile it: told that it never runs and looked at as a whole, the
    compiler drops it early.
*/
template <class T>
[[gnu::flatten]] inline T& append_in_room(std::vector<T>& out)
{
    if (out.size() == out.capacity())
        __builtin_unreachable();
    return out.emplace_back();
}

} // namespace restbind::detail
