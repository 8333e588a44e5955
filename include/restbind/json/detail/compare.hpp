// Comparing a few characters as numbers.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

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
