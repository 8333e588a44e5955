// Why a value could not be read or written, and where.
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::json
{

/** One failure. The path grows from the inside to the outside while the readers return, so that a
    value without a failure pays nothing for it; what makes it is kept out of line for the same
    reason. */
struct failure
{
    /** The place relative to the reader that has just returned: `seatProperties.seatId`. */
    std::string path;
    /** What was expected and what was found. */
    std::string text;
    /** Bytes from the start of the text. */
    std::size_t offset = 0;
    /** unreadable, too_large or invalid_argument. */
    error_kind kind = error_kind::unreadable;

    /** Puts a member's name in front of the path. @returns false, so that a reader can return it.
     */
    [[gnu::cold, gnu::noinline]] bool in_member(std::string_view name)
    {
        if (!path.empty() && path.front() != '[')
            path.insert(0, 1, '.');
        path.insert(0, name);
        return false;
    }
    /** Puts a name that came with the text in front of the path: bounded, and without control
        characters. */
    [[gnu::cold, gnu::noinline]] bool in_key(std::string_view name)
    {
        return in_member(printable(name, 64));
    }
    /** Puts an index in front of the path. */
    [[gnu::cold, gnu::noinline]] bool in_element(std::size_t index)
    {
        in_member({});
        path.insert(0, "[" + std::to_string(index) + "]");
        return false;
    }

    /** The failure as an error. */
    [[gnu::cold, gnu::noinline]] error to_error() &&
    {
        error result(kind, std::move(text));
        result.with_json_location(std::move(path), offset);
        return result;
    }
};

} // namespace restbind::json
