// SPDX-License-Identifier: BSL-1.0
// Models as open JSON values, and back: what Boost.JSON's value_from and value_to do with them.
// Include it in every file that converts models: without it Boost.JSON uses their C++ names, and
// one program must not do both.
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/detail/open_json.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/encode.hpp>

#include <boost/json/conversion.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** The value of `text`, which encode() has written. */
inline result<boost::json::value> open_written(
    std::string const& text, boost::json::storage_ptr memory)
{
    // The text is trusted: only the depth is bounded, by the stack.
    cursor in(text, {.max_bytes = text.size(),
                        .max_depth = (std::numeric_limits<unsigned>::max)(),
                        .max_memory = (std::numeric_limits<std::size_t>::max)()});
    in.exact = true;
    boost::json::value out(std::move(memory));
    if (in.start() && read_open(in, out) && in.finish())
        return out;
    in.why.kind = error_kind::invalid_argument;
    in.why.offset = 0; // the caller has no text in which it would be a place
    return std::move(in.why).to_error();
}

/** The text of an open value. */
inline result<std::string> written_open(boost::json::value const& from)
{
    result<std::string> text = encode(from);
    if (text)
        return text;
    error const why = text.error();
    error unreadable(error_kind::invalid_response, why.detail());
    restbind::detail::fill(unreadable).with_json_location(why.json_path(), 0);
    return unreadable;
}

} // namespace detail

/** A value as an open JSON value: the one that parsing the text of encode() gives.

    @param memory Where the open value takes its memory; the default is the heap.
    @par Numbers
    Whole numbers become std::int64_t or, above it, std::uint64_t; all others double, since an open
    value knows nothing else: the decimal 19.90 becomes the double 19.9, which is read back as the
    decimal 19.9. A number that would not be read back as itself is an error, never another number:
    decimals of 15 digits always pass.
    @par Errors
    error_kind::invalid_argument with error::json_path(): such a number, what encode() refuses, or
    what is nested deeper than limits::deepest.
*/
template <class T>
result<boost::json::value> to_open_value(T const& from, boost::json::storage_ptr memory = {})
{
    result<std::string> const text = encode(from);
    if (!text)
        return text.error();
    return detail::open_written(*text, std::move(memory));
}

/** Reads a value from an open JSON value: what decode() gives for its text. A double is read as the
    shortest number that gives it: 19.9 as the decimal 19.9.

    @par Errors
    error_kind::invalid_response with error::json_path() and error::detail(), as decode();
    error_kind::too_large beyond limits::max_memory. error::json_offset() is 0. Deeper than
    limits::max_depth is unreadable.
*/
template <class T>
result<T> from_open_value(boost::json::value const& from)
{
    result<std::string> const text = detail::written_open(from);
    if (!text)
        return text.error();
    result<T> value = decode<T>(*text, {.max_bytes = text->size()});
    if (!value)
    {
        error why = value.error();
        restbind::detail::fill(why).with_json_location(std::string(why.json_path()), 0);
        value = std::move(why);
    }
    return value;
}

} // namespace restbind::json

// The functions that value_from and value_to look for. Both always look into boost::json, the
// namespace of the tag and of the value, so one set of templates serves the models of every API,
// and their headers need not know of Boost.JSON. A function for one type, which stands beside that
// type, is preferred to them.
namespace boost::json
{

/** Converts a model by its wire names; see restbind::json::to_open_value().

    Give value_from memory as a storage_ptr. From Boost 1.83 at the latest it takes a bare pointer
    for the context of the conversion, and uses the heap.

    @par Errors
    Throws restbind::exception.
*/
template <restbind::json::described T>
void tag_invoke(value_from_tag, value& to, T const& from)
{
    to = restbind::json::to_open_value(from, to.storage()).value();
}

/** Reads a model by its wire names; see restbind::json::from_open_value().

    @par Errors
    Throws restbind::exception, a boost::system::system_error whose text says where and what.
*/
template <restbind::json::described T>
T tag_invoke(value_to_tag<T>, value const& from)
{
    return restbind::json::from_open_value<T>(from).value();
}

/** The same without an exception: only the error code, of restbind::category(). The place and the
    reason are in what restbind::json::from_open_value() returns. */
template <restbind::json::described T>
boost::system::result<T> tag_invoke(try_value_to_tag<T>, value const& from)
{
    auto value = restbind::json::from_open_value<T>(from);
    if (!value)
        return value.error().code();
    return std::move(*value);
}

} // namespace boost::json
