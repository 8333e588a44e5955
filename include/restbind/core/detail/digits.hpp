// Writing numbers as decimal digits.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace restbind::detail
{

/** "00" to "99": two digits for one division. */
inline constexpr std::array<char, 200> digit_pairs = []
{
    std::array<char, 200> pairs{};
    for (std::size_t i = 0; i != 100; ++i)
    {
        pairs[2 * i] = static_cast<char>('0' + i / 10);
        pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}();

/** The most digits of a 64-bit number. */
inline constexpr std::size_t max_digits = 20;

RESTBIND_ALWAYS_INLINE inline char* put_2_digits(char* out, std::uint32_t value) noexcept
{
    std::memcpy(out, digit_pairs.data() + std::size_t{2} * value, 2);
    return out + 2;
}
RESTBIND_ALWAYS_INLINE inline char* put_4_digits(char* out, std::uint32_t value) noexcept
{
    return put_2_digits(put_2_digits(out, value / 100), value % 100);
}

/** Writes a number below 10^4 without leading zeros. */
RESTBIND_ALWAYS_INLINE inline char* put_shorter(char* out, std::uint32_t value) noexcept
{
    if (value >= 1000)
        return put_4_digits(out, value);
    if (value >= 100)
    {
        *out++ = static_cast<char>('0' + value / 100);
        return put_2_digits(out, value % 100);
    }
    if (value >= 10)
        return put_2_digits(out, value);
    *out = static_cast<char>('0' + value);
    return out + 1;
}

/** Writes a number below 10^8 without leading zeros. */
RESTBIND_ALWAYS_INLINE inline char* put_short(char* out, std::uint32_t value) noexcept
{
    if (value < 10000)
        return put_shorter(out, value);
    return put_4_digits(put_shorter(out, value / 10000), value % 10000);
}

/** Writes a number without leading zeros. Numbers below 10^8, which most identifiers are, need
    divisions of 32 bits only.

    @param out Room for max_digits characters.
    @returns One past the last digit.
*/
RESTBIND_NOINLINE inline char* put_digits(char* out, std::uint64_t value) noexcept
{
    constexpr std::uint64_t part = 100'000'000;
    if (value < part)
        return put_short(out, static_cast<std::uint32_t>(value));
    std::uint64_t high = value / part;
    if (high >= part)
    {
        out = put_short(out, static_cast<std::uint32_t>(high / part));
        high %= part;
        out = put_4_digits(out, static_cast<std::uint32_t>(high / 10000));
        out = put_4_digits(out, static_cast<std::uint32_t>(high % 10000));
    }
    else
        out = put_short(out, static_cast<std::uint32_t>(high));
    auto const low = static_cast<std::uint32_t>(value % part);
    return put_4_digits(put_4_digits(out, low / 10000), low % 10000);
}

/** Whether all digits of a number are written: of a float, up to 2^53, and of a power of two. */
template <std::floating_point T>
bool is_written_exactly(T value) noexcept
{
    constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;
    return std::same_as<T, float> || (value < 0x1p53 && value > -0x1p53) ||
           (std::bit_cast<std::uint64_t>(static_cast<double>(value)) & mantissa) == 0;
}

/** Writes a number. Of a double beyond 2^53 the digits that tell it from its neighbours are
    written, then zeros, as RFC 8785 does; but a power of two exactly, as limits and sizes are.
    @param at Space for 40 characters. @returns The end. */
template <std::floating_point T>
char* put_floating(char* at, T value) noexcept
{
    char* const end = std::to_chars(at, at + 40, value).ptr;
    if (is_written_exactly(value) || std::memchr(at, 'e', static_cast<std::size_t>(end - at)))
        return end;
    char text[40];
    char* const last = std::to_chars(text, text + 40, value, std::chars_format::scientific).ptr;
    for (char const* from = text; from != last && *from != 'e'; ++from)
        if (*from != '.')
            *at++ = *from;
    std::memset(at, '0', static_cast<std::size_t>(end - at));
    return end;
}

} // namespace restbind::detail
