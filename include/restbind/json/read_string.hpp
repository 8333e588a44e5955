// Reading JSON strings.
#pragma once

#include <restbind/core/utf8.hpp>
#include <restbind/json/block.hpp>
#include <restbind/json/cursor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace restbind::json
{

namespace detail
{

using restbind::detail::append_utf8;
using restbind::detail::utf8_sequence;

/** Moves over characters that stand for themselves, to the quote or backslash that ends them. Fails
    on a control character, on what is not UTF-8, and at the end of the text.

    @tparam Block How many characters are looked at at once.
*/
template <class Block = best_block>
[[gnu::always_inline]] inline bool skip_plain(cursor& in)
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
        // Letters with accents, two bytes each, are frequent enough to be found here.
        bool const two = c >= 0xC2 && c < 0xE0 && end - at > 1 &&
                         (static_cast<unsigned char>(at[1]) & 0xC0u) == 0x80u;
        std::size_t const length = two ? 2 : c < 0x20 ? 0 : utf8_sequence(at, end);
        if (length == 0) [[unlikely]]
        {
            in.at = at;
            return in.fail(c < 0x20 ? "a control character in a string must be escaped"
                                    : "a string is not valid UTF-8");
        }
        at += length;
    }
}

/** Reads four hexadecimal digits at `at`. @returns -1 when there are not as many. */
inline int hex_digits(char const* at, char const* end) noexcept
{
    if (end - at < 4)
        return -1;
    int value = 0;
    for (int i = 0; i < 4; ++i)
    {
        char const c = at[i];
        int const digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/** Reads the escape at the backslash that is next. */
[[gnu::noinline]] inline bool read_escape(cursor& in, std::uint32_t& code)
{
    if (in.end - in.at < 2)
    {
        in.at = in.end;
        return in.fail("the text ends inside a string");
    }
    char const kind = in.at[1];
    switch (kind)
    {
    case '"':
    case '\\':
    case '/':
        code = static_cast<unsigned char>(kind);
        break;
    case 'b':
        code = '\b';
        break;
    case 'f':
        code = '\f';
        break;
    case 'n':
        code = '\n';
        break;
    case 'r':
        code = '\r';
        break;
    case 't':
        code = '\t';
        break;
    case 'u':
    {
        int const first = hex_digits(in.at + 2, in.end);
        if (first < 0)
            return in.fail("\\u needs four hexadecimal digits");
        code = static_cast<std::uint32_t>(first);
        if (first < 0xD800 || first > 0xDFFF)
        {
            in.at += 6;
            return true;
        }
        bool const pair =
            first < 0xDC00 && in.end - in.at >= 12 && in.at[6] == '\\' && in.at[7] == 'u';
        int const second = pair ? hex_digits(in.at + 8, in.end) : -1;
        if (second < 0xDC00 || second > 0xDFFF)
            return in.fail("an escaped surrogate has no partner");
        code = 0x10000u + ((code - 0xD800u) << 10) + (static_cast<std::uint32_t>(second) - 0xDC00u);
        in.at += 12;
        return true;
    }
    default:
        return in.fail("an unknown escape in a string");
    }
    in.at += 2;
    return true;
}

/** Reads the rest of a string that has escapes; the first one is next. What was read stands in
    `out` already. */
[[gnu::noinline]] inline bool read_escaped(cursor& in, std::string& out)
{
    do
    {
        std::uint32_t code = 0;
        if (!read_escape(in, code))
            return false;
        append_utf8(out, code);
        char const* const first = in.at;
        if (!skip_plain(in))
            return false;
        out.append(first, in.at);
    } while (*in.at == '\\');
    ++in.at;
    return true;
}

} // namespace detail

/** Reads a string into `out`. Out of line: the call costs little beside the string, and a copy of
    this in each member would cost much room. */
[[gnu::noinline]] inline bool read_string(cursor& in, std::string& out)
{
    if (in.peek() != '"')
        return in.expected("a string");
    char const* const first = ++in.at;
    if (!detail::skip_plain(in))
        return false;
    // clear() and append() do less than assign(), which allows for a source inside the target.
    out.clear();
    out.append(first, static_cast<std::size_t>(in.at - first));
    if (*in.at == '\\') [[unlikely]]
        return detail::read_escaped(in, out);
    ++in.at;
    return true;
}

/** Reads a string without a copy where it has no escapes.

    @param text Valid until the next string is read, and as long as the text itself.
    @param what What is expected, for the error.
*/
[[gnu::noinline]] inline bool read_text(cursor& in, std::string_view& text, std::string_view what)
{
    if (in.peek() != '"')
        return in.expected(what);
    char const* const first = ++in.at;
    if (!detail::skip_plain(in))
        return false;
    text = std::string_view(first, static_cast<std::size_t>(in.at - first));
    if (*in.at == '\\')
    {
        in.scratch.assign(text);
        if (!detail::read_escaped(in, in.scratch))
            return false;
        text = in.scratch;
        return true;
    }
    ++in.at;
    return true;
}

/** Moves over a string, checking all of it. */
[[gnu::noinline]] inline bool skip_string(cursor& in)
{
    if (in.peek() != '"')
        return in.expected("a string");
    ++in.at;
    for (;;)
    {
        if (!detail::skip_plain(in))
            return false;
        if (*in.at == '"')
        {
            ++in.at;
            return true;
        }
        std::uint32_t code = 0;
        if (!detail::read_escape(in, code))
            return false;
    }
}

} // namespace restbind::json
