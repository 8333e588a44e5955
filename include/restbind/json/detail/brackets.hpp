// Walking over the elements of an array and the members of an object.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/detail/cursor.hpp>
#include <restbind/json/detail/read_string.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::json::detail
{

/** Moves into the array or object that is next, to what comes first in it.

    @param bracket The opening one.
    @param more False when there is nothing; the cursor then is behind it.
*/
RESTBIND_NOINLINE inline bool open_brackets(cursor& in, char bracket, bool& more)
{
    bool const array = bracket == '[';
    if (in.peek() != bracket)
        return in.expected(array ? "an array" : "an object");
    if (!in.enter())
        return false;
    ++in.at;
    more = in.next() != (array ? ']' : '}');
    if (!more)
    {
        ++in.at;
        in.leave();
    }
    return true;
}

/** Moves over the bracket behind what came last. @param bracket The opening one. */
RESTBIND_NOINLINE inline bool close_brackets(cursor& in, char bracket)
{
    bool const array = bracket == '[';
    if (!in.skip(array ? ']' : '}')) [[unlikely]]
        return in.expected(array ? "',' or ']'" : "',' or '}'");
    in.leave();
    return true;
}

/** Calls `read(index)` with the cursor at each element, or each member; `read` moves over it. */
template <class Read>
RESTBIND_ALWAYS_INLINE inline bool each_in_brackets(cursor& in, char bracket, Read&& read)
{
    bool more = false;
    if (!open_brackets(in, bracket, more))
        return false;
    for (std::size_t index = 0; more; ++index)
    {
        if (!read(index)) [[unlikely]]
            return false;
        if (in.next() != ',')
            return close_brackets(in, bracket);
        ++in.at;
        in.skip_space();
    }
    return true;
}

/** The same for the members of an object: calls `read(name)` with the cursor at each value. `name`
    lives until the next string is read. */
template <class Read>
RESTBIND_ALWAYS_INLINE inline bool each_member(cursor& in, Read&& read)
{
    return each_in_brackets(in, '{',
        [&](std::size_t)
        {
            std::string_view name;
            return read_name(in, name) && read(name);
        });
}

} // namespace restbind::json::detail
