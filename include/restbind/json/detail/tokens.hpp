// SPDX-License-Identifier: BSL-1.0
// Looking at many characters of a string at once.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/read_number.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::json::detail
{

/** Loads `size` (1 to 8) bytes with loads of fixed size that overlap, instead of one by one; the
    other bytes are 0. */
inline std::uint64_t load_short(char const* at, std::size_t size) noexcept
{
    if constexpr (std::endian::native == std::endian::little)
    {
        if (size >= 4)
        {
            std::uint32_t low;
            std::uint32_t high;
            std::memcpy(&low, at, 4);
            std::memcpy(&high, at + size - 4, 4);
            // In two steps, because a shift by 32 has no meaning for 32 bits.
            return low | (std::uint64_t{high} << 32 >> (8 * (8 - size)));
        }
        auto const byte = [at](std::size_t i)
        { return std::uint64_t{static_cast<unsigned char>(at[i])}; };
        return byte(0) | byte(size / 2) << (8 * (size / 2)) | byte(size - 1) << (8 * (size - 1));
    }
    else
    {
        std::uint64_t word = 0;
        std::memcpy(&word, at, size);
        return word;
    }
}

/** Eight characters in a plain word, for every processor. */
class word_block
{
public:
    static constexpr std::size_t size = 8;

    static word_block load(char const* at) noexcept
    {
        word_block block;
        std::memcpy(&block.word_, at, size);
        return block;
    }
    /** @param count 1 to size; the other characters become NUL. */
    static word_block load_part(char const* at, std::size_t count) noexcept
    {
        word_block block;
        block.word_ = load_short(at, count);
        return block;
    }
    void store(char* at) const noexcept { std::memcpy(at, &word_, size); }

    /** The index of the first quote, backslash, control character or byte that is not ASCII; `size`
        when there is none. */
    std::size_t first_special() const noexcept
    {
        constexpr std::uint64_t ones = 0x0101010101010101u;
        constexpr std::uint64_t highs = 0x8080808080808080u;
        std::uint64_t const quote = word_ ^ (ones * '"');
        std::uint64_t const backslash = word_ ^ (ones * '\\');
        // The high bit of the first special byte is set, and none below it. Bits above it may be
        // wrong, because a subtraction borrows from there.
        std::uint64_t const special =
            ((quote - ones) | (backslash - ones) | (word_ - ones * 0x20) | word_) & highs;
        if (special == 0)
            return size;
        if constexpr (std::endian::native == std::endian::little)
            return static_cast<std::size_t>(std::countr_zero(special)) / 8;
        else
        {
            unsigned char bytes[size];
            std::memcpy(bytes, &word_, size);
            auto const is_plain = [](unsigned char c)
            { return c != '"' && c != '\\' && c >= 0x20 && c < 0x80; };
            std::size_t first = 0;
            while (first != size && is_plain(bytes[first]))
                ++first;
            return first;
        }
    }

private:
    std::uint64_t word_;
};

#if defined(__SSE2__)

/** Sixteen characters in a vector register. Written with the compiler's own vectors: <emmintrin.h>
    costs it 4 MB. */
class sse2_block
{
public:
    static constexpr std::size_t size = 16;

    static sse2_block load(char const* at) noexcept
    {
        sse2_block block;
        std::memcpy(&block.bytes_, at, size);
        return block;
    }
    /** @param count 1 to size; the other characters become NUL. */
    static sse2_block load_part(char const* at, std::size_t count) noexcept
    {
        sse2_block block;
        if (count <= 8)
            block.bytes_ = reinterpret_cast<bytes>(words{load_short(at, count), 0});
        else
        {
            std::uint64_t low;
            std::memcpy(&low, at, 8);
            block.bytes_ = reinterpret_cast<bytes>(words{low, load_short(at + 8, count - 8)});
        }
        return block;
    }
    void store(char* at) const noexcept { std::memcpy(at, &bytes_, size); }

    /** As word_block::first_special(). One signed comparison finds control characters and what is
        not ASCII. */
    std::size_t first_special() const noexcept
    {
        auto const special = (bytes_ == '"') | (bytes_ == '\\') | (bytes_ < 0x20);
        auto const mask = static_cast<unsigned>(
            __builtin_ia32_pmovmskb128(reinterpret_cast<characters>(special)));
        return static_cast<std::size_t>(std::countr_zero(mask | 0x10000u));
    }

private:
    using bytes [[gnu::vector_size(16)]] = signed char;
    using characters [[gnu::vector_size(16)]] = char;
    using words [[gnu::vector_size(16)]] = std::uint64_t;

    bytes bytes_;
};

using best_block = sse2_block;

#else

using best_block = word_block;

#endif

} // namespace restbind::json::detail

namespace restbind::inline RESTBIND_ABI::json
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

namespace restbind::inline RESTBIND_ABI::json::detail
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

namespace restbind::inline RESTBIND_ABI::json
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

namespace restbind::inline RESTBIND_ABI::json::detail
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
