// From JSON text to values.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/json/containers.hpp>
#include <restbind/json/files.hpp>
#include <restbind/json/limits.hpp>
#include <restbind/json/optionals.hpp>
#include <restbind/json/raw.hpp>
#include <restbind/json/scalars.hpp>
#include <restbind/json/secrets.hpp>
#include <restbind/json/structs.hpp>
#include <restbind/json/variants.hpp>
#include <restbind/json/wrappers.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace restbind::json
{

/** Reads a value from JSON text.

    Strict RFC 8259: all of the text is checked, also what is skipped. Members that `T` does not
    have are skipped; a member that appears twice, is missing or null where it may not be, or has
    another type is an error. Integers and decimals are exact, floating-point numbers correctly
    rounded.

    @param text One JSON value; space around it is allowed, a byte order mark is not. Need not
    outlive the call.
    @param bounds How much the text may ask for; see limits.
    @returns The value.
    @par Errors
    error_kind::unreadable with error::json_path(), error::json_offset(), and error::detail() that
    says what was expected and what was found; error_kind::too_large beyond limits::max_bytes and
    limits::max_memory. Never throws for the text.
*/
template <class T>
result<T> decode(std::string_view text, limits const& bounds = {})
{
    cursor in(text, bounds);
    result<T> value(std::in_place);
    T& out = *value;
    if (!in.start() || !codec<T>::read(in, out) || !in.finish()) [[unlikely]]
        value = std::move(in.why).to_error();
    return value; // the only return, so that nothing is moved
}

} // namespace restbind::json
