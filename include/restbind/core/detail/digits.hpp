// Writing unsigned numbers as decimal digits.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <array>
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

} // namespace restbind::detail
