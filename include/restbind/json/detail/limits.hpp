// How much a JSON text may ask for.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>

namespace restbind::json
{

/** Bounds that hold before memory is taken. */
struct limits
{
    /** The longest text, in bytes. A longer one is refused unread, with error_kind::too_large. */
    std::size_t max_bytes = std::size_t{16} << 20;
    /** How deep arrays and objects may be nested; `[[1]]` is 2 deep. 0 allows only scalars. Deeper
        is unreadable. More than `deepest` counts as that. */
    unsigned max_depth = 32;
    /** The largest max_depth that has an effect: each level takes 2 KB of stack, if the compiler
        does not optimize or a sanitizer looks on, and less otherwise. */
    static constexpr unsigned deepest = 1000;
    /** The most bytes that elements of arrays and maps may take in memory, strings apart.
        `[{},{},…]` of a large type would otherwise take hundreds of times the text. Beyond it
        error_kind::too_large. */
    std::size_t max_memory = std::size_t{256} << 20;
};

} // namespace restbind::json
