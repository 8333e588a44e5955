// Looking at many characters of a string at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace restbind::json::detail
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

/** Sixteen characters in a vector register. */
class sse2_block
{
public:
    static constexpr std::size_t size = 16;

    static sse2_block load(char const* at) noexcept
    {
        return sse2_block(_mm_loadu_si128(reinterpret_cast<__m128i const*>(at)));
    }
    /** @param count 1 to size; the other characters become NUL. */
    static sse2_block load_part(char const* at, std::size_t count) noexcept
    {
        if (count <= 8)
            return sse2_block(_mm_set_epi64x(0, static_cast<long long>(load_short(at, count))));
        std::uint64_t low;
        std::memcpy(&low, at, 8);
        return sse2_block(_mm_set_epi64x(
            static_cast<long long>(load_short(at + 8, count - 8)), static_cast<long long>(low)));
    }
    void store(char* at) const noexcept
    {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(at), bytes_);
    }

    /** As word_block::first_special(). One signed comparison finds control characters and what is
        not ASCII. */
    std::size_t first_special() const noexcept
    {
        __m128i const quote = _mm_cmpeq_epi8(bytes_, _mm_set1_epi8('"'));
        __m128i const backslash = _mm_cmpeq_epi8(bytes_, _mm_set1_epi8('\\'));
        __m128i const below = _mm_cmplt_epi8(bytes_, _mm_set1_epi8(0x20));
        auto const mask = static_cast<unsigned>(
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), below)));
        return static_cast<std::size_t>(std::countr_zero(mask | 0x10000u));
    }

private:
    explicit sse2_block(__m128i bytes) noexcept
        : bytes_(bytes)
    {
    }

    __m128i bytes_;
};

using best_block = sse2_block;

#else

using best_block = word_block;

#endif

} // namespace restbind::json::detail
