// SPDX-License-Identifier: BSL-1.0
// Problem documents as JSON.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/containers.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/detail/structs.hpp>
#include <restbind/json/detail/variants.hpp>
#include <restbind/json/reading.hpp>

#include <memory>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::json
{

/** Reads a problem document, leniently as RFC 9457 asks: a member of the wrong type counts as
    absent, an unreadable timestamp too. Both shapes of `errors` become one list; of its parts, too,
    those of the wrong type are left out.

    @param text One JSON object.
    @param format Names of the members that RFC 9457 does not have.
    @returns The document; an empty object gives an empty document.
    @par Errors
    error_kind::invalid_response when the text is not a JSON object, error_kind::too_large beyond
    limits::max_bytes.
*/
RESTBIND_DECL result<problem_details> decode_problem(
    std::string_view text, problem_format const& format = {}, limits const& bounds = {});

namespace detail
{

/** Reads a value whose type is not known here. */
using read_function = bool(cursor& in, void* out);

/** The reader of a type. */
template <class T>
bool read_into(cursor& in, void* out)
{
    T& value = *static_cast<T*>(out);
    if (in.lenient) [[unlikely]]
        value = T(); // without what strict reading has stored
    return codec<T>::read(in, value);
}

/** As decode(), for any type: reads into `out`. */
result<void> decode_into(
    std::string_view text, limits const& bounds, read_function& read, void* out);

/** As decode_into(); what happens where the text is not as its type promises depends on `policy`. A
    failure of strict reading says whether the lenient one would read on.

    @param found Set to what lenient reading could not read; may be null. */
result<void> decode_into(std::string_view text, limits const& bounds, reading policy,
    deviations* found, read_function& read, void* out);

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

/** As `decode`, but reads on after a value that cannot be read. An element of a list or a map is
    left out. A member that is missing, null, of another type or out of range stays as it is in a
    new `T`; of one that is there twice the first counts. If no alternative fits, the likeliest one
    is read in this way.

    For a text that `decode` can read, value and cost are the same; any other is read three times.

    @param found Set to the places that could not be read.
    @par Errors
    As `decode`, when the text is no JSON, is beyond the bounds, or is of another JSON type than
    `T` (a list in place of an object): then no part of it can be kept.
*/
template <class T>
result<T> decode_leniently(std::string_view text, deviations& found, limits const& bounds = {})
{
    result<T> value(std::in_place);
    auto const done = detail::decode_into(
        text, bounds, reading::lenient, &found, detail::read_into<T>, std::addressof(*value));
    if (!done) [[unlikely]]
        value = done.error();
    return value;
}

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/decode.ipp>
#endif
