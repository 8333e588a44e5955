// Reading on behind a value that cannot be read.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/reading.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace restbind::json::detail
{

/** What lenient reading has come across. Only a text that was read strictly in vain is read so:
    readers look for `cursor::lenient` once for each object, list, map or variant, and then leave
   the fast way.

    No reader keeps a path: places are noted by their offsets, which rise, and named in one further
    walk over the text. */
struct leniency
{
    /** What could not be read. Before its place has a name, the path is that of a missing member
        alone. */
    deviations found{};
    /** Of those that are listed: where the value starts, or where the object ends in which a member
        is missing. */
    std::array<std::size_t, deviations::max_listed> offsets{};
    /** The text is no JSON, or asks for too much: nobody tries to read on. */
    bool ended = false;

    void add(std::size_t offset, std::string_view missing, std::string detail, bool left_out);
};

/** Moves over a value that could not be read, and notes why. Fails where it cannot be moved over,
    and beyond the bounds on depth and memory; then for good.

    @pre in.lenient is set.
    @param start Where the value starts.
    @param left_out See deviation::left_out.
*/
RESTBIND_COLD bool read_past(cursor& in, cursor::mark const& start, bool left_out);

/** Reads a list whose elements may be left out.

    @param read_element Appends the next element to `list`; leaves the list as it was on failure.
    @param size The size of an element in bytes.
*/
RESTBIND_COLD bool read_list_leniently(
    cursor& in, void* list, std::size_t size, bool (*read_element)(cursor&, void* list));

/** Names the places. Those behind the end of what is JSON have the path of the value that was begun
    last. */
RESTBIND_COLD void name_places(std::string_view text, leniency& seen);

} // namespace restbind::json::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/leniency.ipp>
#endif
