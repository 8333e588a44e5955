// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <type_traits>

namespace bench
{

/** Counts what the heap is asked for from here to `stop`, in all threads and all libraries.

    A reallocation counts as an allocation. Only one count at a time. While none runs an allocation
    costs one look at a flag.
*/
void start_counting_allocations() noexcept;

/** Ends the count. @returns Number of allocations. */
std::size_t stop_counting_allocations() noexcept;

/** Number of allocations that a function makes. */
template <class Function>
std::size_t allocations_of(Function&& function)
{
    static_assert(std::is_invocable_v<Function>);
    start_counting_allocations();
    function();
    return stop_counting_allocations();
}

} // namespace bench
