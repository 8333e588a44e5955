// SPDX-License-Identifier: BSL-1.0
// Throwing, also in programs without exceptions, and appending to a vector that has capacity left.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <boost/config.hpp>

#include <vector>

#ifdef BOOST_NO_EXCEPTIONS
#include <boost/throw_exception.hpp>
#endif

namespace restbind::inline RESTBIND_ABI::detail
{

/** Throws `what`. In a program without exceptions it calls the program's own
    boost::throw_exception(), which in others would make one more class for each type that is
    thrown. */
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

    The code with which emplace_back() grows a vector is twice as long as reserve(). Callers that
    have called reserve() do not need it, and the compiler drops it if it is told that it never
    runs. It is told by comparing two pointers, as emplace_back() does itself: from a comparison of
    sizes the compiler draws that conclusion too late.
*/
template <class T>
RESTBIND_FLATTEN inline T& unchecked_append(std::vector<T>& out)
{
    if (std::to_address(out.end()) == out.data() + out.capacity())
        RESTBIND_UNREACHABLE();
    return out.emplace_back();
}

} // namespace restbind::detail
