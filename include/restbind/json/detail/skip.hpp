// Moving over any JSON value, checking all of it.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/detail/compare.hpp>
#include <restbind/json/detail/cursor.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/read_string.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::json
{

/** Moves over a word (null, true, false) if it is next. Its letters are compared as one number. */
template <std::size_t Size>
RESTBIND_ALWAYS_INLINE inline bool skip_word(cursor& in, char const (&word)[Size]) noexcept
{
    constexpr std::size_t length = Size - 1;
    if (static_cast<std::size_t>(in.end - in.at) < length || !detail::same<length>(in.at, word))
        return false;
    in.at += length;
    return true;
}

/** Moves over a scalar. */
bool skip_scalar(cursor& in);

/** Moves over a member's name and the colon, to the value. */
RESTBIND_DECL bool skip_name(cursor& in);

/** Moves over the next value, whatever it is. Uses no stack for its depth. */
bool skip_value(cursor& in);

/** Moves over the next value and hands out its text. @param text Lives as long as the cursor. */
RESTBIND_DECL bool read_slice(cursor& in, std::string_view& text);

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/skip.ipp>
#endif
