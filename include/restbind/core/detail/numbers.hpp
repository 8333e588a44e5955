// SPDX-License-Identifier: BSL-1.0
// Numbers: integer arithmetic of generated rules without undefined behaviour, digits as text, and
// the parts of a decimal number.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/write_floating.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <locale.h>
#include <optional>
#include <stdlib.h>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

// Windows has no strtod_l(). newlib and picolibc, the C libraries of microcontrollers, declare it
// only if _GNU_SOURCE is defined. There std::from_chars() alone reads floating-point numbers;
// strtof() would not do, because newlib's rounds twice.
#if defined(_WIN32) || (defined(_NEWLIB_VERSION) && !defined(_GNU_SOURCE))
#define RESTBIND_NO_STRTOD_L
#endif
#if defined(_NEWLIB_VERSION) && !defined(RESTBIND_NO_FLOATING_TO_CHARS)
#define RESTBIND_NO_FLOATING_TO_CHARS // std::to_chars() is 130 KB of code there
#endif
#if defined(RESTBIND_NO_STRTOD_L) && defined(RESTBIND_NO_FLOATING_FROM_CHARS)
#error                                                                                             \
    "restbind reads floating-point numbers by std::from_chars() or by strtod_l(), and finds neither: take libstdc++, libc++ 20 or newer, or define _GNU_SOURCE for the whole program"
#endif

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** @name Arithmetic that may not fit
    The result, wrapped around, and whether it did not fit. Written in C++ alone: for compilers
    without built-in functions for it.
    @{
*/
constexpr bool portable_add(std::int64_t a, std::int64_t b, std::int64_t& out) noexcept
{
    out = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    return ((a ^ out) & (b ^ out)) < 0;
}

constexpr bool portable_subtract(std::int64_t a, std::int64_t b, std::int64_t& out) noexcept
{
    out = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
    return ((a ^ b) & (a ^ out)) < 0;
}

template <class T>
constexpr bool portable_multiply(T a, T b, T& out) noexcept
{
    out = static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    if (a == 0)
        return false;
    if constexpr (std::is_signed_v<T>)
        if (a == -1) // the quotient below would not fit
            return b == (std::numeric_limits<T>::min)();
    return out / a != b;
}
/** @} */

/** @name The same, as fast as the compiler can
    @tparam T std::int64_t, or std::uint64_t to multiply.
    @{
*/
#ifdef __GNUC__
constexpr bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) noexcept
{
    return __builtin_add_overflow(a, b, &out);
}

constexpr bool subtract_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) noexcept
{
    return __builtin_sub_overflow(a, b, &out);
}

template <class T>
constexpr bool multiply_overflows(T a, T b, T& out) noexcept
{
    return __builtin_mul_overflow(a, b, &out);
}
#else
constexpr bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) noexcept
{
    return portable_add(a, b, out);
}

constexpr bool subtract_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) noexcept
{
    return portable_subtract(a, b, out);
}

template <class T>
constexpr bool multiply_overflows(T a, T b, T& out) noexcept
{
    return portable_multiply(a, b, out);
}
#endif
/** @} */

/** The smallest number of 64 bits, or the largest. */
constexpr std::int64_t limit(bool is_least) noexcept
{
    using limits = std::numeric_limits<std::int64_t>;
    return is_least ? (limits::min)() : (limits::max)();
}

} // namespace detail

/** The sum; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t sum = 0;
    return detail::add_overflows(a, b, sum) ? detail::limit(a < 0) : sum;
}

/** The difference; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_subtract(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t difference = 0;
    return detail::subtract_overflows(a, b, difference) ? detail::limit(a < 0) : difference;
}

/** The product; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t product = 0;
    return detail::multiply_overflows(a, b, product) ? detail::limit((a < 0) != (b < 0)) : product;
}

/** The negated value; the largest one for the smallest one, whose counterpart does not fit. */
constexpr std::int64_t saturating_negate(std::int64_t a) noexcept
{
    return saturating_subtract(0, a);
}

} // namespace restbind

namespace restbind::inline RESTBIND_ABI::detail
{

/** Whether the character is one of 0 to 9. */
constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/** Value of a hexadecimal digit, or -1. */
constexpr int hex_value(char c) noexcept
{
    if (is_digit(c))
        return c - '0';
    char const lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/** The byte that stands for `%XX` at the front of a text, or -1 if there is no such escape
    (RFC 3986). */
constexpr int escaped_byte(std::string_view text) noexcept
{
    if (text.size() < 3 || text[0] != '%' || hex_value(text[1]) < 0 || hex_value(text[2]) < 0)
        return -1;
    return hex_value(text[1]) * 16 + hex_value(text[2]);
}

/** Moves over a character if it is next. @returns Whether it was. */
constexpr bool skip_char(std::string_view& text, char c) noexcept
{
    bool const there = text.starts_with(c);
    text.remove_prefix(there);
    return there;
}

/** Moves over one of the characters `any` if one is next. @returns Whether it was. */
constexpr bool skip_any(std::string_view& text, std::string_view any) noexcept
{
    bool const there = !text.empty() && any.find(text.front()) != any.npos;
    text.remove_prefix(there);
    return there;
}

/** Moves over digits. @returns How many there were. */
constexpr std::size_t skip_digits(std::string_view& text) noexcept
{
    std::size_t size = 0;
    while (size != text.size() && is_digit(text[size]))
        ++size;
    text.remove_prefix(size);
    return size;
}

/** Reads `count` decimal digits at `at`. @returns -1 when there are not as many, or their number is
    more than `most`. Out of line, because a timestamp needs it eight times. */
constexpr int digits_at(
    std::string_view text, std::size_t at, std::size_t count, int most) noexcept
{
    if (at > text.size() || text.size() - at < count)
        return -1;
    int value = 0;
    for (std::size_t i = at; i != at + count; ++i)
    {
        if (!is_digit(text[i]))
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value <= most ? value : -1;
}

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
inline char* put_digits(char* out, std::uint64_t value) noexcept
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

/** Whether all digits of a number are written, not only those that tell it from its neighbours: of
    a float, of a double up to 2^53, and of a power of two. */
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
#ifdef RESTBIND_NO_FLOATING_TO_CHARS
    return write_floating(at, value, is_written_exactly(value));
#else
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
#endif
}

} // namespace restbind::detail

namespace restbind::inline RESTBIND_ABI::detail
{

#ifndef RESTBIND_NO_STRTOD_L
/** Reads a floating-point number as std::from_chars() does; see
    <restbind/core/detail/numbers.hpp>. */
template <std::floating_point T>
std::errc read_floating_text(std::string_view text, T& out)
{
    static locale_t const classic = newlocale(LC_ALL_MASK, "C", nullptr);
    std::string const terminated(text);
    T value{};
    if constexpr (std::same_as<T, float>)
        value = strtof_l(terminated.c_str(), nullptr, classic);
    else if constexpr (std::same_as<T, double>)
        value = strtod_l(terminated.c_str(), nullptr, classic);
    else
        value = strtold_l(terminated.c_str(), nullptr, classic);
    bool const is_zero =
        text.substr(0, text.find_first_of("eE")).find_first_not_of("-0.") == text.npos;
    if (std::isinf(value) || (value == 0 && !is_zero))
        return std::errc::result_out_of_range;
    out = value;
    return std::errc();
}
#endif

/** std::from_chars() of a whole text, which is a number in the grammar of JSON: correctly rounded,
    whatever the locale.

    @returns `std::errc::result_out_of_range`, with `out` left alone, for what is too large, and for
    what is not 0 but rounded to it.
*/
template <std::floating_point T>
std::errc from_chars(std::string_view text, T& out)
{
#ifdef RESTBIND_NO_FLOATING_FROM_CHARS
    return read_floating_text(text, out);
#else
    return std::from_chars(text.data(), text.data() + text.size(), out).ec;
#endif
}

/** A number as sign * coefficient * 10^(zeros - scale); the coefficient does not end in 0 unless it
    is 0. */
struct scientific
{
    bool negative = false;
    std::uint64_t coefficient = 0;
    /** How many zeros the mantissa as written has after the last digit that counts. */
    std::int64_t zeros = 0;
    /** How many digits the mantissa as written has after the point, less the exponent. */
    std::int64_t scale = 0;
};

/** Moves over the sign and the digits of an exponent. One beyond 10^12 is read as about 10^12.
    @returns Nothing when there are no digits. */
constexpr std::optional<std::int64_t> read_exponent(std::string_view& text) noexcept
{
    bool const below = text.starts_with('-');
    skip_any(text, "+-");
    std::string_view digits = text;
    digits = digits.substr(0, skip_digits(text));
    if (digits.empty())
        return {};
    std::int64_t exponent = 0;
    for (char const digit : digits)
        if (exponent < 1'000'000'000'000)
            exponent = exponent * 10 + (digit - '0');
    return below ? -exponent : exponent;
}

/** Takes in the digits of a mantissa, with or without a point. @returns false when the coefficient
    needs more than 64 bits. */
constexpr bool read_mantissa(std::string_view digits, scientific& number) noexcept
{
    constexpr std::uint64_t most = (std::numeric_limits<std::uint64_t>::max)();
    for (char const c : digits)
    {
        if (c == '.')
            continue;
        auto const digit = static_cast<std::uint64_t>(c - '0');
        if (digit == 0)
        {
            // Multiplied in only when a digit follows that counts.
            number.zeros += number.coefficient != 0;
            continue;
        }
        for (; number.zeros > 0; --number.zeros)
        {
            if (number.coefficient > most / 10)
                return false;
            number.coefficient *= 10;
        }
        if (number.coefficient > (most - digit) / 10)
            return false;
        number.coefficient = number.coefficient * 10 + digit;
    }
    return true;
}

/** Reads a number in the grammar of JSON. @returns Nothing for what is none, and where the
    coefficient needs more than 64 bits. */
constexpr std::optional<scientific> read_scientific(std::string_view text) noexcept
{
    scientific number;
    number.negative = skip_char(text, '-');
    std::string_view const mantissa = text;
    std::size_t const whole_digits = skip_digits(text);
    if (whole_digits == 0 || (mantissa.front() == '0' && whole_digits > 1))
        return {};
    if (skip_char(text, '.'))
    {
        number.scale = static_cast<std::int64_t>(skip_digits(text));
        if (number.scale == 0)
            return {};
    }
    if (!read_mantissa(mantissa.substr(0, mantissa.size() - text.size()), number))
        return {};
    if (skip_any(text, "eE"))
    {
        auto const exponent = read_exponent(text);
        if (!exponent)
            return {};
        number.scale -= *exponent;
    }
    if (!text.empty())
        return {};
    return number;
}

/** The distance of the states whose `split_mix` are successive random numbers. */
inline constexpr std::uint64_t split_mix_step = 0x9E3779B97F4A7C15U;

/** A random number of 64 bits from a state, different for each: SplitMix64 (Steele, Lea and Flood,
    2014). */
constexpr std::uint64_t split_mix(std::uint64_t state) noexcept
{
    state += split_mix_step;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9U;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EBU;
    return state ^ (state >> 31);
}

} // namespace restbind::detail
