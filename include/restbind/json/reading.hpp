// SPDX-License-Identifier: BSL-1.0
// How much a JSON text may ask for, and what happens where it is not as its type promises.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json
{

/** Bounds that hold before memory is taken. */
struct limits
{
    /** The longest text, in bytes. A longer one is refused unread, with error_kind::too_large. */
    std::size_t max_bytes = std::size_t{16} << 20;
    /** How deep arrays and objects may be nested; `[[1]]` is 2 deep. 0 allows only scalars. Deeper
        is unreadable. More than `deepest` counts as that. */
    unsigned max_depth = 32;
    /** The largest max_depth that has an effect. Each level takes up to 2 KB of stack: as much only
        without optimization or with a sanitizer. */
    static constexpr unsigned deepest = 1000;
    /** The most bytes that elements of arrays and maps may take in memory, strings apart.
        `[{},{},…]` of a large type would otherwise take hundreds of times the text. Beyond it
        error_kind::too_large. */
    std::size_t max_memory = std::size_t{256} << 20;
};

/** How far reading goes on in a response that is not as its document describes. */
enum class reading : unsigned char
{
    strict, ///< the first value that cannot be read is the error of the whole
    lenient ///< what cannot be read is left out, and reported; see deviation
};

/** A place of a JSON text that lenient reading could not read. */
struct deviation
{
    /** Where the value stands, or should stand: `items[3].price`; empty for the whole. */
    std::string path{};
    /** What was expected and what was found. It shows no contents of texts, except up to 40
        characters of one that should have a form (a date). */
    std::string detail{};
    /** True if it is left out: an element of a list, an entry of a map, a member of open JSON, or
        the second of two members with one name. False for a member that is as in a new value: it
        has the document's default, or is empty, 0 or absent. */
    bool left_out = false;

    bool operator==(deviation const&) const = default;
};

/** All such places of one text. */
struct deviations
{
    /** The most places that are listed. */
    static constexpr std::size_t max_listed = 100;

    /** The first places, in the order of the text, at most max_listed. A missing member
        counts where its object ends. */
    std::vector<deviation> listed{};
    /** How many there are, listed or not. 0: all was read. */
    std::size_t count = 0;

    bool operator==(deviations const&) const = default;
};

} // namespace restbind::json
