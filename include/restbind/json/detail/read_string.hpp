// Reading JSON strings.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/cursor.hpp>
#include <restbind/json/detail/simd_block.hpp>

#include <cstddef>
#include <cstdint>
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

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/read_string.ipp>
#endif
