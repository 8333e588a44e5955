// SPDX-License-Identifier: BSL-1.0
// Exact decimal numbers: prices.
#pragma once

#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/raise.hpp>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** 10^exponent, for 0 to 18. */
constexpr std::int64_t power_of_ten(int exponent) noexcept
{
    std::int64_t value = 1;
    for (; exponent > 0; --exponent)
        value *= 10;
    return value;
}

} // namespace detail

/** An exact decimal number: a 64-bit coefficient and 0 to 18 digits after the point. Never rounds.

    It keeps the digits as written: 19.90 is written as `19.90` again. Comparison goes by
    value: 19.90 == 19.9.
*/
class decimal
{
public:
    /** The most digits after the point. */
    static constexpr int max_scale = 18;
    /** The most characters that to_chars() writes: sign, point, a leading zero and 19 digits. */
    static constexpr std::size_t max_chars = 22;

    /** Zero. */
    constexpr decimal() noexcept = default;

    /** `coefficient` / 10^`scale`: `decimal{1990, 2}` is 19.90, `decimal{5}` is 5.

        @par Errors
        Throws std::out_of_range for a scale below 0 or above 18.
    */
    constexpr explicit decimal(std::int64_t coefficient, int scale = 0)
        : coefficient_(coefficient)
        , scale_(scale)
    {
        if (scale < 0 || scale > max_scale)
            detail::raise(std::out_of_range("the scale of a decimal is 0 to 18"));
    }

    /** Reads a number in the grammar of JSON: `-12.50`, `1.5e3`.

        @returns Nothing when `text` is not such a number or cannot be represented exactly.
    */
    static constexpr std::optional<decimal> from_string(std::string_view text) noexcept;

    /** The digits without the point: 1990 for 19.90. */
    constexpr std::int64_t coefficient() const noexcept { return coefficient_; }
    /** The number of digits after the point, 0 to 18: 2 for 19.90. */
    constexpr int scale() const noexcept { return scale_; }

    /** Writes the number in plain notation, without an exponent and without a terminating zero.

        @param out Room for max_chars characters.
        @returns One past the last character.
    */
    char* to_chars(char* out) const noexcept
    {
        // Unsigned, because the smallest coefficient has no positive counterpart.
        auto const magnitude = coefficient_ < 0 ? 0 - static_cast<std::uint64_t>(coefficient_)
                                                : static_cast<std::uint64_t>(coefficient_);
        if (coefficient_ < 0)
            *out++ = '-';
        char* end = detail::put_digits(out, magnitude);
        if (scale_ == 0)
            return end;
        // A digit before the point at least: zeros go in front of a coefficient that is too short.
        auto const behind = static_cast<std::size_t>(scale_);
        auto const digits = static_cast<std::size_t>(end - out);
        if (digits <= behind)
        {
            std::size_t const missing = behind + 1 - digits;
            std::memmove(out + missing, out, digits);
            std::memset(out, '0', missing);
            end += missing;
        }
        // A loop instead of memmove: mostly two digits move.
        for (char* at = end; at != end - behind; --at)
            *at = at[-1];
        *(end - behind) = '.';
        return end + 1;
    }

    /** The number in plain notation. */
    std::string to_string() const
    {
        std::array<char, max_chars> text;
        return std::string(text.data(), to_chars(text.data()));
    }

    /** The nearest double; for display and drawing, not for sums. */
    double to_double() const
    {
        double value = 0;
        detail::from_chars(to_string(), value);
        return value;
    }

    /** The sum, or nothing when it cannot be represented exactly. */
    static constexpr std::optional<decimal> checked_add(decimal a, decimal b) noexcept
    {
        std::int64_t whole = 0;
        if (detail::add_overflows(a.whole(), b.whole(), whole))
            return {};
        std::int64_t fraction = a.fraction() + b.fraction(); // below 2 * 10^18: fits
        constexpr std::int64_t one = detail::power_of_ten(max_scale);
        std::int64_t carry = fraction / one;
        fraction %= one;
        if (detail::add_overflows(whole, carry, whole))
            return {};
        // Both parts get the same sign.
        if (whole > 0 && fraction < 0)
        {
            --whole;
            fraction += one;
        }
        else if (whole < 0 && fraction > 0)
        {
            ++whole;
            fraction -= one;
        }
        return join(whole, fraction, a.scale_ > b.scale_ ? a.scale_ : b.scale_);
    }

    /** The difference, or nothing when it cannot be represented exactly. */
    static constexpr std::optional<decimal> checked_subtract(decimal a, decimal b) noexcept
    {
        if (auto const minus_b = checked_negate(b))
            return checked_add(a, *minus_b);
        // Only the smallest coefficient has no negative: move one unit of it to the other side.
        b.coefficient_ += 1;
        if (auto const sum = checked_add(a, *checked_negate(b)))
            return checked_add(*sum, decimal(1, b.scale_));
        return {};
    }

    /** The product, or nothing when it cannot be represented exactly. */
    static constexpr std::optional<decimal> checked_multiply(
        decimal a, std::int64_t factor) noexcept
    {
        std::int64_t c = a.coefficient_;
        int scale = a.scale_;
        std::int64_t product = 0;
        while (detail::multiply_overflows(c, factor, product))
        {
            // One digit less after the point, if the product ends in 0: take a 2 and a 5 out of the
            // factors.
            bool const has_two = c % 2 == 0 || factor % 2 == 0;
            bool const has_five = c % 5 == 0 || factor % 5 == 0;
            if (scale == 0 || !has_two || !has_five)
                return {};
            (c % 2 == 0 ? c : factor) /= 2;
            (c % 5 == 0 ? c : factor) /= 5;
            --scale;
        }
        return decimal(product, scale);
    }

    /** The number with the other sign, or nothing for a coefficient of -2^63. */
    static constexpr std::optional<decimal> checked_negate(decimal a) noexcept
    {
        if (a.coefficient_ == (std::numeric_limits<std::int64_t>::min)())
            return {};
        a.coefficient_ = -a.coefficient_;
        return a;
    }

    /** Exact arithmetic. A sum has as many digits after the point as the longer of both; a product
        as many as `a`.

        @par Errors
        Throws std::overflow_error when the exact result cannot be represented.
    */
    friend constexpr decimal operator+(decimal a, decimal b) { return must(checked_add(a, b)); }
    /** @overload */
    friend constexpr decimal operator-(decimal a, decimal b)
    {
        return must(checked_subtract(a, b));
    }
    /** @overload */
    friend constexpr decimal operator-(decimal a) { return must(checked_negate(a)); }
    /** @overload */
    friend constexpr decimal operator*(decimal a, std::int64_t factor)
    {
        return must(checked_multiply(a, factor));
    }
    /** @overload */
    friend constexpr decimal operator*(std::int64_t factor, decimal a)
    {
        return must(checked_multiply(a, factor));
    }
    /** The same in place. On an error the value stays as it was. */
    constexpr decimal& operator+=(decimal b) { return *this = *this + b; }
    /** @overload */
    constexpr decimal& operator-=(decimal b) { return *this = *this - b; }
    /** @overload */
    constexpr decimal& operator*=(std::int64_t factor) { return *this = *this * factor; }

    /** Compares by value: 1.50 equals 1.5. */
    friend constexpr std::strong_ordering operator<=>(decimal a, decimal b) noexcept
    {
        if (auto const order = a.whole() <=> b.whole(); std::is_neq(order))
            return order;
        return a.fraction() <=> b.fraction();
    }
    /** @overload */
    friend constexpr bool operator==(decimal a, decimal b) noexcept { return std::is_eq(a <=> b); }

    /** Prints to_string(). */
    template <class Traits> // compiled where it is used
    friend std::basic_ostream<char, Traits>& operator<<(
        std::basic_ostream<char, Traits>& out, decimal value)
    {
        return out << value.to_string();
    }

private:
    // The two parts have the number's sign; the fraction counts units of 10^-18, whatever the
    // scale.
    constexpr std::int64_t whole() const noexcept
    {
        return coefficient_ / detail::power_of_ten(scale_);
    }
    constexpr std::int64_t fraction() const noexcept
    {
        return coefficient_ % detail::power_of_ten(scale_) *
               detail::power_of_ten(max_scale - scale_);
    }

    // Puts the parts together with `scale` digits after the point, or with as few as are needed if
    // that is too long.
    static constexpr std::optional<decimal> join(
        std::int64_t whole, std::int64_t fraction, int scale) noexcept
    {
        for (; scale >= 0; --scale)
        {
            std::int64_t const unit = detail::power_of_ten(max_scale - scale);
            if (fraction % unit != 0)
                return {};
            std::int64_t coefficient = 0;
            if (!detail::multiply_overflows(whole, detail::power_of_ten(scale), coefficient) &&
                !detail::add_overflows(coefficient, fraction / unit, coefficient))
                return decimal(coefficient, scale);
        }
        return {};
    }

    static constexpr decimal must(std::optional<decimal> result)
    {
        if (!result)
            detail::raise(std::overflow_error("the result is not representable as a decimal"));
        return *result;
    }

    std::int64_t coefficient_ = 0;
    int scale_ = 0;
};

constexpr std::optional<decimal> decimal::from_string(std::string_view text) noexcept
{
    auto const number = detail::read_scientific(text);
    if (!number)
        return {};
    constexpr auto most_positive =
        static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)());
    std::uint64_t const most = most_positive + number->negative;
    std::uint64_t coefficient = number->coefficient;
    if (coefficient == 0)
        return decimal(0, number->scale < 0           ? 0
                          : number->scale > max_scale ? max_scale
                                                      : static_cast<int>(number->scale));
    if (coefficient > most)
        return {};
    // Zeros before the point have to fit. Zeros after it are kept while they fit: 19.90
    // stays 19.90.
    std::int64_t scale = number->scale - number->zeros;
    while (scale < 0 || (scale < number->scale && scale < max_scale))
    {
        if (coefficient > most / 10)
        {
            if (scale < 0)
                return {};
            break;
        }
        coefficient *= 10;
        ++scale;
    }
    if (scale > max_scale)
        return {};
    return decimal(static_cast<std::int64_t>(number->negative ? 0 - coefficient : coefficient),
        static_cast<int>(scale));
}

} // namespace restbind
