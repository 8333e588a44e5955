// SPDX-License-Identifier: BSL-1.0
// Letters of ASCII, UTF-8 and its lengths in code points, and a form of any text that is safe in a
// log line.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace restbind::inline RESTBIND_ABI
{

/** The number of code points of a UTF-8 text: what minLength and maxLength of JSON Schema count.

    A byte that does not continue a character counts as one: for text that is not
    UTF-8 the result is between 0 and its size.
*/
constexpr std::size_t code_points(std::string_view text) noexcept
{
    std::size_t count = 0;
    for (char const c : text)
        count += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    return count;
}

namespace detail
{

/** The character in lower case if it is one of A to Z; independent of the locale. */
constexpr char to_lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/** The character in upper case if it is one of a to z. */
constexpr char to_upper(char c) noexcept
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/** Whether the character is one of A to Z or a to z. */
constexpr bool is_letter(char c) noexcept
{
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

/** A name as messages begin with it. */
RESTBIND_COLD inline std::string capitalized(std::string_view name)
{
    std::string text(name);
    if (!text.empty())
        text[0] = to_upper(text[0]);
    return text;
}

/** The length in bytes (1 to 4) of the UTF-8 sequence at `at`, or 0 when it is not one (RFC 3629:
    no overlong forms, no surrogates, nothing above U+10FFFF). @pre at != end */
constexpr std::size_t utf8_sequence(char const* at, char const* end) noexcept
{
    auto const byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    auto const size = static_cast<std::size_t>(end - at);
    auto const tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    unsigned const lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2)
        return 0;
    if (lead < 0xE0)
        return size > 1 && tail(1) ? 2 : 0;
    if (lead < 0xF0)
    {
        if (size < 3 || !tail(1) || !tail(2))
            return 0;
        bool const overlong = lead == 0xE0 && byte(1) < 0xA0;
        bool const surrogate = lead == 0xED && byte(1) > 0x9F;
        return overlong || surrogate ? 0 : 3;
    }
    if (lead > 0xF4 || size < 4 || !tail(1) || !tail(2) || !tail(3))
        return 0;
    bool const overlong = lead == 0xF0 && byte(1) < 0x90;
    bool const too_high = lead == 0xF4 && byte(1) > 0x8F;
    return overlong || too_high ? 0 : 4;
}

/** utf8_sequence() of a byte that is not ASCII. Letters with accents, two bytes each, are frequent
    enough to be found without a call. */
RESTBIND_ALWAYS_INLINE inline std::size_t non_ascii_sequence(
    char const* at, char const* end) noexcept
{
    auto const lead = static_cast<unsigned char>(*at);
    bool const two = lead >= 0xC2 && lead < 0xE0 && end - at > 1 &&
                     (static_cast<unsigned char>(at[1]) & 0xC0u) == 0x80u;
    return two ? 2 : utf8_sequence(at, end);
}

/** The code point of a sequence that utf8_sequence() has accepted. */
constexpr std::uint32_t decode_sequence(char const* at, std::size_t size) noexcept
{
    auto const byte = [at](std::size_t i)
    { return static_cast<std::uint32_t>(static_cast<unsigned char>(at[i])); };
    std::uint32_t code = size == 1 ? byte(0) : byte(0) & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i)
        code = code << 6 | (byte(i) & 0x3Fu);
    return code;
}

/** Appends the UTF-8 form of a code point. @pre Not a surrogate, not above U+10FFFF. */
inline void append_utf8(std::string& out, std::uint32_t code)
{
    char bytes[4];
    std::size_t const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (std::size_t i = size; --i != 0; code >>= 6)
        bytes[i] = static_cast<char>(0x80u | (code & 0x3Fu));
    bytes[0] = static_cast<char>(size == 1 ? code : (0xF00u >> size & 0xFFu) | code);
    out.append(bytes, size);
}

/** True for characters that a terminal or log viewer acts on instead of showing them: control
    characters, line and paragraph separators, and the marks that turn the direction of text. */
constexpr bool is_invisible_control(std::uint32_t code) noexcept
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

} // namespace detail

/** A form of `text` that fits into one line of a log or a dialog.

    Control characters, marks that turn the direction of text, and bytes that are not UTF-8 are
    written as escapes
    (`\n`, `\u202e`, `\xff`). What goes beyond `limit` characters of `text` is cut off and replaced
    by "...".
*/
RESTBIND_COLD RESTBIND_DECL std::string printable(std::string_view text, std::size_t limit = 500);

namespace detail
{

/** A number for a message. One function for numbers of all types: each std::to_string() brings its
    own code. */
RESTBIND_COLD std::string number_text(std::int64_t number);

/** Appends the parts of a message. One function for all messages: each operator+ and append()
    brings its own code. */
RESTBIND_COLD void append_parts(std::string& out, std::initializer_list<std::string_view> parts);

/** The parts of a message as one text. */
RESTBIND_COLD std::string joined(std::initializer_list<std::string_view> parts);

} // namespace detail

/** The offset of the first byte that is not UTF-8, or the size of `text` when all of it is. */
constexpr std::size_t utf8_prefix(std::string_view text) noexcept
{
    char const* at = text.data();
    char const* const end = at + text.size();
    while (at != end)
    {
        // Eight ASCII characters at once: most text on the wire is nothing else.
        if (!std::is_constant_evaluated() && end - at >= 8)
        {
            std::uint64_t word = 0;
            std::memcpy(&word, at, 8);
            if ((word & 0x8080808080808080u) == 0)
            {
                at += 8;
                continue;
            }
        }
        std::size_t const size = detail::utf8_sequence(at, end);
        if (size == 0)
            break;
        at += size;
    }
    return static_cast<std::size_t>(at - text.data());
}

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/utf8.ipp>
#endif
