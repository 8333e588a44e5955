// From JSON text to values.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/containers.hpp>
#include <restbind/json/detail/cursor.hpp>
#include <restbind/json/detail/files.hpp>
#include <restbind/json/detail/limits.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/detail/raw.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/detail/secrets.hpp>
#include <restbind/json/detail/structs.hpp>
#include <restbind/json/detail/variants.hpp>
#include <restbind/json/detail/wrappers.hpp>

#include <memory>
#include <string_view>

namespace restbind::json
{

namespace detail
{

/** Reads a value whose type is not known here. */
using read_function = bool(cursor& in, void* out);

/** The reader of a type. */
template <class T>
bool read_into(cursor& in, void* out)
{
    return codec<T>::read(in, *static_cast<T*>(out));
}

/** As decode(), for any type: reads into `out`. */
result<void> decode_into(
    std::string_view text, limits const& bounds, read_function& read, void* out);

} // namespace detail

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
    error_kind::invalid_response with error::json_path(), error::json_offset(), and error::detail()
    that says what was expected and what was found; error_kind::too_large beyond limits::max_bytes
    and limits::max_memory. Never throws for the text.
*/
template <class T>
result<T> decode(std::string_view text, limits const& bounds = {})
{
    result<T> value(std::in_place);
    auto const done =
        detail::decode_into(text, bounds, detail::read_into<T>, std::addressof(*value));
    if (!done) [[unlikely]]
        value = done.error();
    return value; // the only return, so that nothing is moved
}

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/decode.ipp>
#endif
