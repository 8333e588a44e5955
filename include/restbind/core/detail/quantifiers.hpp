// Conditions on the elements of a range, for generated rules.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>

namespace restbind
{

// What <algorithm> has, too, but including that costs each file of a client 7 MB of the compiler's
// memory and a twentieth of a second. Elements of a std::vector<bool> are taken for the bool that
// they are, here and elsewhere: libc++ has a type of its own for them.

/** The number of elements for which `is` is true. */
template <class Range, class Predicate>
constexpr std::size_t count_if(Range const& range, Predicate is)
{
    std::size_t count = 0;
    for (typename Range::value_type const& element : range)
        count += is(element) ? 1 : 0;
    return count;
}

/** True when `is` is true for an element; false for an empty range. */
template <class Range, class Predicate>
constexpr bool any_of(Range const& range, Predicate is)
{
    for (typename Range::value_type const& element : range)
        if (is(element))
            return true;
    return false;
}

/** True when `is` is true for each element; true for an empty range. */
template <class Range, class Predicate>
constexpr bool all_of(Range const& range, Predicate is)
{
    for (typename Range::value_type const& element : range)
        if (!is(element))
            return false;
    return true;
}

} // namespace restbind
