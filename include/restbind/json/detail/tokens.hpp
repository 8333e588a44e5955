// Reading strings, skipping values that nobody wants, and comparing texts of JSON.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/simd_block.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace restbind::json
{

namespace detail
{

/** Moves over characters that stand for themselves, to the quote or backslash that ends them. Fails
    on a control character, on what is not UTF-8, and at the end of the text.

    @tparam Block How many characters are looked at at once.
*/
template <class Block = best_block>
RESTBIND_ALWAYS_INLINE inline bool skip_plain(cursor& in)
{
    char const* at = in.at;
    char const* const end = in.end;
    for (;;)
    {
        auto const left = static_cast<std::size_t>(end - at);
        std::size_t special = 0;
        if (left >= Block::size) [[likely]]
        {
            special = Block::load(at).first_special();
            if (special == Block::size)
            {
                at += Block::size;
                continue;
            }
        }
        else
        {
            // Fewer characters than a block has are left of the whole text.
            special = left == 0 ? 0 : Block::load_part(at, left).first_special();
            if (special >= left)
            {
                in.at = end;
                return in.fail("the text ends inside a string");
            }
        }
        at += special;
        auto const c = static_cast<unsigned char>(*at);
        if (c == '"' || c == '\\') [[likely]]
        {
            in.at = at;
            return true;
        }
        std::size_t const length = c < 0x20 ? 0 : restbind::detail::non_ascii_sequence(at, end);
        if (length == 0) [[unlikely]]
        {
            in.at = at;
            return in.fail(c < 0x20 ? "a control character in a string must be escaped"
                                    : "a string is not valid UTF-8");
        }
        at += length;
    }
}

/** Reads the escape at the backslash that is next. */
bool read_escape(cursor& in, std::uint32_t& code);

/** Reads the rest of a string that has escapes; the first one is next. What was read stands in
    `out` already. */
bool read_escaped(cursor& in, std::string& out);

} // namespace detail

/** Reads a string into `out`. Out of line: the call costs little beside the string, and a copy of
    this in each member would cost much space. */
bool read_string(cursor& in, std::string& out);

/** Reads a string without a copy where it has no escapes.

    @param text Valid until the next string is read, and as long as the text itself.
    @param what What is expected, for the error.
*/
bool read_text(cursor& in, std::string_view& text, std::string_view what);

/** Reads a member's name and the colon, to the value. @param name As `text` of read_text(). */
RESTBIND_ALWAYS_INLINE inline bool read_name(cursor& in, std::string_view& name)
{
    if (!read_text(in, name, "a member name"))
        return false;
    if (in.next() != ':') [[unlikely]]
        return in.expected("':'");
    ++in.at;
    in.skip_space();
    return true;
}

/** Moves over a string, checking all of it. */
bool skip_string(cursor& in);

} // namespace restbind::json

namespace restbind::json::detail
{

/** The bits in which two words differ. */
template <class Word>
RESTBIND_ALWAYS_INLINE inline Word difference(char const* a, char const* b) noexcept
{
    Word x;
    Word y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x ^ y;
}

/** True when `Size` characters are the same. A few loads of fixed size that overlap where they
    must: the compiler turns those from a literal into constants, and nothing is called. */
template <std::size_t Size>
RESTBIND_ALWAYS_INLINE inline bool same(char const* a, char const* b) noexcept
{
    if constexpr (Size > 16)
    {
        std::uint64_t bits = difference<std::uint64_t>(a + Size - 8, b + Size - 8);
        for (std::size_t at = 0; at + 8 < Size; at += 8)
            bits |= difference<std::uint64_t>(a + at, b + at);
        return bits == 0;
    }
    else if constexpr (Size >= 8)
        return (difference<std::uint64_t>(a, b) |
                   difference<std::uint64_t>(a + Size - 8, b + Size - 8)) == 0;
    else if constexpr (Size >= 4)
        return (difference<std::uint32_t>(a, b) |
                   difference<std::uint32_t>(a + Size - 4, b + Size - 4)) == 0;
    else
    {
        for (std::size_t at = 0; at != Size; ++at)
            if (a[at] != b[at])
                return false;
        return true;
    }
}

/** The same for a size that is known at run time only. */
RESTBIND_ALWAYS_INLINE inline bool same(char const* a, char const* b, std::size_t size) noexcept
{
    if (size >= 8)
    {
        std::uint64_t bits = difference<std::uint64_t>(a + size - 8, b + size - 8);
        for (std::size_t at = 0; at + 8 < size; at += 8)
            bits |= difference<std::uint64_t>(a + at, b + at);
        return bits == 0;
    }
    if (size >= 4)
        return same<4>(a, b) && same<4>(a + size - 4, b + size - 4);
    for (std::size_t i = 0; i != size; ++i)
        if (a[i] != b[i])
            return false;
    return true;
}

} // namespace restbind::json::detail

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

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/tokens.ipp>
#endif
