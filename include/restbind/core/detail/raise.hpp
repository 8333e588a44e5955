// SPDX-License-Identifier: BSL-1.0
// Exceptions where there are none, and growth where there is room.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/config.hpp>

#include <vector>

#ifdef BOOST_NO_EXCEPTIONS
#include <boost/throw_exception.hpp>
#endif

namespace restbind::inline RESTBIND_ABI::detail
{

/** Throws `what`; without exceptions calls the program's own boost::throw_exception(). With them
    that would make a class of its own for each type that is thrown. */
template <class E>
[[noreturn]] RESTBIND_COLD inline void raise(E const& what)
{
#ifdef BOOST_NO_EXCEPTIONS
    boost::throw_exception(what);
#else
    throw what;
#endif
}

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
        RESTBIND_UNREACHABLE();
    return out.emplace_back();
}

} // namespace restbind::detail
