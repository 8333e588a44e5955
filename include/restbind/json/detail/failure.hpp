// Why a value could not be read or written, and where.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>

#include <cstddef>
#include <cstdint>
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
    /** The place relative to the reader that has just returned: `properties.id`. */
    std::string path;
    /** What was expected and what was found. */
    std::string text;
    /** Bytes from the start of the text. */
    std::size_t offset = 0;
    /** invalid_response, too_large or invalid_argument. */
    error_kind kind = error_kind::invalid_response;

    /** Puts a member's name in front of the path. @returns false, so that a reader can return it.
     */
    bool in_member(std::string_view name)
    {
        put_in_front(name);
        return false;
    }
    /** Puts a name that came with the text in front of the path: bounded, and without control
        characters. */
    bool in_key(std::string_view name)
    {
        put_key_in_front(name);
        return false;
    }
    /** Puts an index in front of the path. */
    bool in_element(std::size_t index)
    {
        put_index_in_front(index);
        return false;
    }

    /** The failure as an error. */
    RESTBIND_COLD RESTBIND_NOINLINE error to_error() &&
    {
        error result(kind, std::move(text));
        result.with_json_location(std::move(path), offset);
        return result;
    }

    // The work of the functions above: out of line, while everybody sees that those return false.
    RESTBIND_COLD RESTBIND_NOINLINE void put_in_front(std::string_view name)
    {
        bool const dotted = !path.empty() && path.front() != '[';
        path = restbind::detail::joined({name, dotted ? "." : "", path});
    }
    RESTBIND_COLD RESTBIND_NOINLINE void put_key_in_front(std::string_view name)
    {
        put_in_front(printable(name, 64));
    }
    RESTBIND_COLD RESTBIND_NOINLINE void put_index_in_front(std::size_t index)
    {
        auto const number = restbind::detail::number_text(static_cast<std::int64_t>(index));
        put_in_front(restbind::detail::joined({"[", number, "]"}));
    }
};

} // namespace restbind::json
