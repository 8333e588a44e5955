// uniqueItems of JSON Schema.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <vector>

namespace restbind
{

/** True when no two elements are equal.

    Elements that have an order are sorted (n log n comparisons); others, such as models, are
    compared with each other.
*/
template <class Range>
bool are_unique(Range const& range)
{
    using element = typename Range::value_type;
    if constexpr (std::is_same_v<Range, std::vector<bool>>)
        return range.size() < 2 || (range.size() == 2 && range[0] != range[1]);
    else if constexpr (std::totally_ordered<element> && !std::is_floating_point_v<element>)
    {
        std::vector<element const*> sorted;
        sorted.reserve(range.size());
        for (element const& one : range)
            sorted.push_back(&one);
        std::sort(sorted.begin(), sorted.end(),
            [](element const* a, element const* b) { return *a < *b; });
        return std::adjacent_find(sorted.begin(), sorted.end(),
                   [](element const* a, element const* b) { return *a == *b; }) == sorted.end();
    }
    else
    {
        for (auto one = range.begin(); one != range.end(); ++one)
            if (std::find(range.begin(), one, *one) != one)
                return false;
        return true;
    }
}

} // namespace restbind
