// Comparing a few characters as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace restbind::json::detail
{

template <class Word>
[[gnu::always_inline]] inline Word load(char const* at) noexcept
{
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/** True when `Size` characters are the same. A few loads of fixed size that overlap where they
    must: the compiler turns those from a literal into constants, and nothing is called. */
template <std::size_t Size>
[[gnu::always_inline]] inline bool same(char const* a, char const* b) noexcept
{
    auto const differ = [a, b]<class Word>(Word, std::size_t at)
    { return load<Word>(a + at) ^ load<Word>(b + at); };
    if constexpr (Size >= 8)
    {
        std::uint64_t difference = differ(std::uint64_t{}, Size - 8);
        for (std::size_t at = 0; at + 8 < Size; at += 8)
            difference |= differ(std::uint64_t{}, at);
        return difference == 0;
    }
    else if constexpr (Size >= 4)
        return (differ(std::uint32_t{}, 0) | differ(std::uint32_t{}, Size - 4)) == 0;
    else if constexpr (Size >= 2)
        return (differ(std::uint16_t{}, 0) | differ(std::uint16_t{}, Size - 2)) == 0;
    else
        return Size == 0 || *a == *b;
}

/** The same for a size that is known at run time only. */
inline bool same(char const* a, char const* b, std::size_t size) noexcept
{
    if (size >= 8)
    {
        std::uint64_t difference =
            load<std::uint64_t>(a + size - 8) ^ load<std::uint64_t>(b + size - 8);
        for (std::size_t at = 0; at + 8 < size; at += 8)
            difference |= load<std::uint64_t>(a + at) ^ load<std::uint64_t>(b + at);
        return difference == 0;
    }
    if (size >= 4)
        return same<4>(a, b) && same<4>(a + size - 4, b + size - 4);
    for (std::size_t i = 0; i != size; ++i)
        if (a[i] != b[i])
            return false;
    return true;
}

} // namespace restbind::json::detail
