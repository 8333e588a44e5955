// Looking at many characters of a string at once.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

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
