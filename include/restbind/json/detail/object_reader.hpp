// Objects whose members come in any order: the part that all described types share.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/names.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind::json::detail
{

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
        std::string_view const guess = plan.names.texts.literal(likely).substr(1); // without the comma
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
