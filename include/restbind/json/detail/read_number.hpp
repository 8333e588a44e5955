// SPDX-License-Identifier: BSL-1.0
// Reading JSON numbers: integers and decimals exactly, doubles correctly rounded.
#pragma once

#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/json/cursor.hpp>

#include <array>
#include <cfloat>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace restbind::inline RESTBIND_ABI::json
{

/** A number as it stands in the text. */
struct number_token
{
    std::string_view text;
    /** No point and no exponent. */
    bool whole = true;
};

/** The value of a digit; above 9 for every other character. */
inline unsigned digit_value(char c) noexcept
{
    return static_cast<unsigned>(static_cast<unsigned char>(c)) - '0';
}

/** Moves over a number, checking its grammar.

    @param what What is expected, for the error when no number is next.
*/
bool read_number(cursor& in, number_token& token, std::string_view what);

namespace detail
{

using restbind::detail::read_scientific;

/** Notes a failure about a number that ends where the cursor stands. */
RESTBIND_COLD bool fail_number(cursor& in, number_token const& token, std::string_view what);

/** Notes that an integer does not fit into `bytes`. */
RESTBIND_COLD bool fail_range(
    cursor& in, number_token const& token, std::size_t bytes, bool is_signed);

/** Any spelling of an integer: `1.0`, `1e2`, `10e-1`, 19 and 20 digits. */
template <class T>
RESTBIND_COLD RESTBIND_NOINLINE bool read_unusual_integer(cursor& in, T& out)
{
    number_token token;
    if (!read_number(in, token, "an integer"))
        return false;
    auto const number = read_scientific(token.text);
    bool fits = number.has_value();
    std::uint64_t magnitude = fits ? number->coefficient : 0;
    std::int64_t power = magnitude == 0 ? 0 : number->zeros - number->scale;
    bool const negative = fits && number->negative;
    if (power < 0)
    {
        in.at = token.text.data();
        return in.expected("an integer");
    }
    for (; fits && power > 0; --power)
        fits = !restbind::detail::multiply_overflows(magnitude, std::uint64_t{10}, magnitude);
    auto const most = static_cast<std::uint64_t>((std::numeric_limits<T>::max)());
    if constexpr (std::is_signed_v<T>)
        fits = fits && magnitude <= most + negative;
    else
        fits = fits && magnitude <= most && !(negative && magnitude != 0);
    if (!fits)
        return fail_range(in, token, sizeof(T), std::is_signed_v<T>);
    out = static_cast<T>(negative ? 0 - magnitude : magnitude);
    return true;
}

/** The number of places that the first digit which is not 0 stands before (or, negative, behind)
    the point. */
RESTBIND_DECL std::int64_t decimal_exponent(std::string_view number) noexcept;

} // namespace detail

/** Reads an integer. Any spelling of one is accepted if it is exact: `1.0`, `1e2`. */
template <std::integral T>
RESTBIND_ALWAYS_INLINE inline bool read_integer(cursor& in, T& out)
{
    char const* at = in.at;
    bool const negative = *at == '-';
    at += negative;
    char const* const first = at;
    std::uint64_t magnitude = 0;
    // A plain loop: identifiers are short, and tricks for eight digits at once cost more than they
    // save.
    for (unsigned digit = digit_value(*at); digit <= 9; digit = digit_value(*++at))
        magnitude = magnitude * 10 + digit;
    auto const digits = static_cast<std::size_t>(at - first);
    bool const ordinary =
        digits - 1 < 18 && (*first != '0' || digits == 1) && *at != '.' && (*at | 0x20) != 'e';
    if (ordinary) [[likely]] // 18 digits fit into 63 bits
    {
        auto const value =
            negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
        if (std::in_range<T>(value)) [[likely]]
        {
            out = static_cast<T>(value);
            in.at = at;
            return true;
        }
    }
    return detail::read_unusual_integer(in, out);
}

namespace detail
{

/** A number as sign, digits and a power of ten: mantissa * 10^exponent. */
struct plain_number
{
    std::uint64_t mantissa = 0;
    int exponent = 0;
    bool negative = false;
    bool has_exponent = false;
    /** One past the last character; null when the number is not one, or has more than 19 digits, so
        that the mantissa does not hold it. */
    char const* end = nullptr;
};

/** Takes a number apart while it is read. */
RESTBIND_ALWAYS_INLINE inline plain_number scan_number(char const* at) noexcept
{
    plain_number number;
    number.negative = *at == '-';
    at += number.negative;
    char const* const first = at;
    for (unsigned digit = digit_value(*at); digit <= 9; digit = digit_value(*++at))
        number.mantissa = number.mantissa * 10 + digit;
    auto digits = at - first;
    if (digits == 0 || (*first == '0' && digits != 1)) [[unlikely]]
        return number;
    if (*at == '.')
    {
        char const* const fraction = ++at;
        for (unsigned digit = digit_value(*at); digit <= 9; digit = digit_value(*++at))
            number.mantissa = number.mantissa * 10 + digit;
        auto const behind = at - fraction;
        if (behind == 0 || behind > 400) [[unlikely]]
            return number;
        digits += behind;
        number.exponent = -static_cast<int>(behind);
    }
    if (*at == 'e' || *at == 'E') [[unlikely]]
    {
        ++at;
        number.has_exponent = true;
        bool const below = *at == '-';
        at += below || *at == '+';
        char const* const power = at;
        int exponent = 0;
        for (unsigned digit = digit_value(*at); digit <= 9; digit = digit_value(*++at))
            if (exponent < 100'000)
                exponent = exponent * 10 + static_cast<int>(digit);
        if (at == power)
            return number;
        number.exponent += below ? -exponent : exponent;
    }
    if (digits <= 19) [[likely]]
        number.end = at;
    return number;
}

/** The powers of ten that a double holds exactly. */
inline constexpr std::array<double, 23> exact_powers{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
    1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/** Any number, and all errors. */
template <class T>
RESTBIND_NOINLINE bool read_unusual_floating(cursor& in, T& out)
{
    number_token token;
    if (!read_number(in, token, "a number"))
        return false;
    if (restbind::detail::from_chars(token.text, out) == std::errc())
        return true;
    // from_chars leaves `out` alone for both too large and too small numbers.
    if (decimal_exponent(token.text) > 0)
        return fail_number(in, token, "is out of the range of a floating-point number");
    out = token.text.front() == '-' ? -T(0) : T(0);
    return true;
}

} // namespace detail

/** Reads a floating-point number, correctly rounded. What is too small becomes 0, and what is too
    large is an error. */
template <std::floating_point T>
RESTBIND_NOINLINE bool read_floating(cursor& in, T& out)
{
    // Mantissa and power of ten are both exact in a double: then one multiplication or division
    // rounds once, and so correctly. Not where the processor computes with more bits than a double
    // has, and not for float, which would be rounded twice.
    if constexpr (std::same_as<T, double> && FLT_EVAL_METHOD == 0)
    {
        detail::plain_number const number = detail::scan_number(in.at);
        if (number.end && number.mantissa <= (std::uint64_t{1} << 53) && number.exponent >= -22 &&
            number.exponent <= 22) [[likely]]
        {
            auto value = static_cast<double>(number.mantissa);
            if (number.exponent < 0)
                value /= detail::exact_powers[static_cast<std::size_t>(-number.exponent)];
            else
                value *= detail::exact_powers[static_cast<std::size_t>(number.exponent)];
            out = number.negative ? -value : value;
            in.at = number.end;
            return true;
        }
    }
    return detail::read_unusual_floating(in, out);
}

namespace detail
{

bool read_unusual_decimal(cursor& in, decimal& out);

} // namespace detail

/** Reads an exact decimal. What is not exactly representable is an error. */
bool read_decimal(cursor& in, decimal& out);

} // namespace restbind::json

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/detail/read_number.ipp>
#endif
