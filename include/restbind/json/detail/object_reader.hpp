// SPDX-License-Identifier: BSL-1.0
// Objects of JSON: members in any order, and what lenient reading leaves out.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/names.hpp>
#include <restbind/json/detail/tokens.hpp>
#include <restbind/json/reading.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::json::detail
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

/** A described type without its type: with it one function reads the objects of all types, which
    keeps programs small. */
struct object_plan
{
    name_table names;
    std::size_t count = 0;
    /** Reads the value of a member into the object. */
    bool (*read_member)(cursor&, void* object, std::size_t index) = nullptr;
    /** Keeps an unknown member, see extra_codec::read(); null: it is skipped. */
    bool (*keep_unknown)(cursor&, void* object, std::string_view name) = nullptr;
    /** Words of bits: the members that must be there. */
    std::uint64_t const* needed = nullptr;
};

/** Reads a member's name and the colon, and finds the member. Members mostly come in their own
    order, so the likely one is compared before the name is even looked at.

    @param index Set to unknown_member when no member has the name; `name` is then that name.
*/
RESTBIND_ALWAYS_INLINE inline bool read_member_name(cursor& in, object_plan const& plan,
    std::size_t likely, std::size_t& index, std::string_view& name)
{
    if (likely < plan.count)
    {
        // Without the comma.
        std::string_view const guess = plan.names.texts.literal(likely).substr(1);
        if (static_cast<std::size_t>(in.end - in.at) > guess.size() &&
            same(in.at, guess.data(), guess.size()))
        {
            in.at += guess.size();
            index = likely;
            in.skip_space();
            return true;
        }
    }
    if (!read_name(in, name))
        return false;
    index = plan.names.find(name);
    return true;
}

/** Reads the rest of an object, from a member's name or the closing bracket on.

    @param seen Words of bits: the members that have been read.
    @param likely The member that is expected next.
    @param empty No member has been read yet.
*/
bool read_members(cursor& in, void* object, object_plan const& plan, std::uint64_t* seen,
    std::size_t likely, bool empty);

/** The same behind members that were read in their order.

    @param passed Words of bits: those of the members below `reached` that were not there. They
    become the members that have been read.
    @param reached The first member that was not looked for.
*/
bool read_rest(
    cursor& in, void* object, object_plan const& plan, std::uint64_t* passed, std::size_t reached);

/** Reads an object of which members may be left as they are: those that are missing, and those that
    cannot be read. @param seen As `passed` of read_object(). */
RESTBIND_COLD bool read_object_leniently(
    cursor& in, void* object, object_plan const& plan, std::uint64_t* seen);

/** Reads an object.

    @param passed Words of bits for the plan's members, none of them set. What they are afterwards
    means nothing.
*/
bool read_object(cursor& in, void* object, object_plan const& plan, std::uint64_t* passed);

} // namespace restbind::json::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/object_reader.ipp>
#endif
