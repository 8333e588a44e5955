// SPDX-License-Identifier: BSL-1.0
// Codecs of values that may be absent or null, and of JSON that is kept as it is.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/optional_box.hpp>
#include <restbind/core/response.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/size_bound.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** Reads null or a value. */
template <class Optional>
RESTBIND_ALWAYS_INLINE inline bool read_or_null(cursor& in, Optional& out)
{
    if (in.peek() != 'n' || !skip_word(in, "null"))
        return detail::read_one_of_many(in, out.emplace());
    if constexpr (requires { out.set_null(); })
        out.set_null();
    else
        out.reset();
    return true;
}

/** What holds a `T` itself. */
template <class T, class Optional>
struct optional_codec : bounded_writer<Optional>
{
    static constexpr types accepts = codec<T>::accepts | types::null;
    static constexpr std::size_t space = largest_bound_of<4, T>;

    RESTBIND_ALWAYS_INLINE static bool read(cursor& in, Optional& out)
    {
        return detail::read_or_null(in, out);
    }
    RESTBIND_ALWAYS_INLINE static bool write_unchecked(
        writer& out, Optional const& value, std::size_t rest)
    {
        if (value)
            return detail::write_unchecked(out, *value, rest);
        std::memcpy(out.at, "null", 4);
        out.at += 4;
        return true;
    }
    static void estimate(size_estimate& to, Optional const& value)
    {
        to.add(4);
        if (value)
            detail::estimate(to, *value);
    }
};

/** What keeps a `T` apart. Nothing is asked of `T`, which is described only later. */
template <class T, class Optional>
struct box_codec
{
    static constexpr types accepts = types::object | types::null;
    static bool read(cursor& in, Optional& out) { return detail::read_or_null(in, out); }
    static bool write(writer& out, Optional const& value)
    {
        if (value)
            return codec<T>::write(out, *value);
        out.put("null");
        return true;
    }
};

} // namespace detail

/** Null is empty, and empty is null. A member that is left out is the concern of the struct. */
template <class T>
struct codec<std::optional<T>> : detail::optional_codec<T, std::optional<T>>
{
};
template <class T>
struct codec<optional_box<T>> : detail::box_codec<T, optional_box<T>>
{
};

/** Null is null. Absent, where it cannot be left out, is written as null. */
template <class T>
struct codec<nullable<T>> : detail::optional_codec<T, nullable<T>>
{
};
template <class T>
struct codec<nullable_box<T>> : detail::box_codec<T, nullable_box<T>>
{
};

/** A structure that restbind_wrapper() marks. */
template <class T>
concept wrapped = requires(T const* none, T const& one) {
    restbind_wrapper(none);
    one.value;
};

/** Reads and writes the member `value`. */
template <wrapped T>
struct codec<T>
{
    using type = decltype(T::value);

    static constexpr types accepts = codec<type>::accepts;

    static bool read(cursor& in, T& out) { return detail::read_one_of_many(in, out.value); }
    static bool write(writer& out, T const& value) { return codec<type>::write(out, value.value); }
    static void estimate(size_estimate& to, T const& value) { detail::estimate(to, value.value); }
};

/** True when `text` is one JSON value that is not deeper than `bounds` allow; space around it is
    allowed. */
inline bool is_json(std::string_view text, limits const& bounds = {})
{
    cursor in(text, bounds);
    return in.start() && skip_value(in) && in.finish();
}

namespace detail
{

inline bool read_text_of_value(cursor& in, std::string& out)
{
    std::string_view text;
    if (!read_slice(in, text) || !in.charge(text.size()))
        return false;
    out = text;
    return true;
}
inline bool write_text_of_value(writer& out, std::string_view text)
{
    if (!is_json(text, {.max_depth = limits::deepest}))
        return out.fail("a text that should be JSON is not");
    out.put(text);
    return true;
}

} // namespace detail

/** It takes what no other alternative can be read from, and no JSON type of its own. */
template <>
struct codec<unknown_value>
{
    static constexpr types accepts = types::none;
    static bool read(cursor& in, unknown_value& out)
    {
        return detail::read_text_of_value(in, out.json);
    }
    static bool write(writer& out, unknown_value const& value)
    {
        return detail::write_text_of_value(out, value.json);
    }
};

} // namespace restbind::json
