// SPDX-License-Identifier: BSL-1.0
// Floating-point numbers as text in 3 KB of code, for microcontrollers: std::to_chars() has 130 KB.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace restbind::inline RESTBIND_ABI::detail
{

/** A natural number of up to 1,280 bits. That is enough for a double and the power of ten that it
    is divided by. */
struct long_number
{
    std::array<std::uint32_t, 40> words{}; ///< the lowest first

    void multiply(std::uint32_t factor) noexcept
    {
        std::uint64_t carry = 0;
        for (std::uint32_t& word : words)
        {
            carry += std::uint64_t{word} * factor;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }

    /** Multiplies by a power; not at all if the exponent is below 1. */
    void multiply(std::uint32_t base, int exponent) noexcept
    {
        for (; exponent > 0; --exponent)
            multiply(base);
    }

    void shift(int bits) noexcept
    {
        multiply(std::uint32_t{1} << 16, bits / 16);
        multiply(2, bits % 16);
    }

    /** @pre The other number is not larger. */
    void subtract(long_number const& other) noexcept
    {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i != words.size(); ++i)
        {
            std::uint64_t const difference = std::uint64_t{words[i]} - other.words[i] - borrow;
            words[i] = static_cast<std::uint32_t>(difference);
            borrow = difference >> 63;
        }
    }

    void add(long_number const& other) noexcept
    {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i != words.size(); ++i)
        {
            carry += std::uint64_t{words[i]} + other.words[i];
            words[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }

    friend std::strong_ordering operator<=>(long_number const& a, long_number const& b) noexcept
    {
        for (std::size_t i = a.words.size(); i-- != 0;)
            if (a.words[i] != b.words[i])
                return a.words[i] <=> b.words[i];
        return std::strong_ordering::equal;
    }
};

inline long_number operator+(long_number a, long_number const& b) noexcept
{
    a.add(b);
    return a;
}

/** The digits of a number: 0.`digits` * 10^`point`. */
struct decimal_digits
{
    std::array<char, 24> digits;
    int count = 0;
    int point = 0;
};

/** A positive floating-point number as a fraction, and how far it is to the numbers that are
    halfway to its neighbours: by R. Burger and R. Dybvig, "Printing Floating-Point Numbers Quickly
    and Accurately", 1996. */
struct floating_fraction
{
    long_number numerator{};
    long_number denominator{};
    long_number above{}; ///< in parts of the denominator
    long_number below{};
    bool is_even = false; ///< A text that is halfway is read as this number.
    int point = 0;        ///< The fraction is below 1 after a division by 10^point.

    template <std::floating_point T>
    explicit floating_fraction(T value) noexcept
    {
        using limits = std::numeric_limits<T>;
        static_assert(limits::digits <= 53);
        constexpr int least = limits::min_exponent - limits::digits;
        int size = 0;
        auto mantissa =
            static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &size), limits::digits));
        int exponent = size - limits::digits;
        if (exponent < least) // subnormal
            mantissa >>= least - exponent;
        exponent = (std::max)(exponent, least);
        bool const closer_below =
            mantissa == std::uint64_t{1} << (limits::digits - 1) && exponent > least;
        set(mantissa, exponent, closer_below);
        scale((size - 1) * 30103 / 100000 - (size < 1)); // not above the power of ten below
    }

    /** Moves a digit in front of the point. */
    int take_digit() noexcept
    {
        numerator.multiply(10);
        above.multiply(10);
        below.multiply(10);
        int digit = 0;
        for (; numerator >= denominator; ++digit)
            numerator.subtract(denominator);
        return digit;
    }

    /** Whether the digits so far are read as the number. */
    bool is_enough() const noexcept
    {
        auto const difference = numerator <=> below;
        return is_even ? std::is_lteq(difference) : std::is_lt(difference);
    }

    /** Whether the digits so far are, with the last one raised. */
    bool is_enough_raised() const noexcept
    {
        auto const difference = (numerator + above) <=> denominator;
        return is_even ? std::is_gteq(difference) : std::is_gt(difference);
    }

private:
    void set(std::uint64_t mantissa, int exponent, bool closer_below) noexcept
    {
        numerator.words[0] = static_cast<std::uint32_t>(mantissa);
        numerator.words[1] = static_cast<std::uint32_t>(mantissa >> 32);
        denominator.words[0] = above.words[0] = below.words[0] = 1;
        is_even = mantissa % 2 == 0;
        numerator.multiply(closer_below ? 4 : 2);
        denominator.multiply(closer_below ? 4 : 2);
        above.multiply(closer_below ? 2 : 1);
        numerator.shift(exponent);
        above.shift(exponent);
        below.shift(exponent);
        denominator.shift(-exponent);
    }

    void scale(int estimate) noexcept
    {
        point = estimate;
        denominator.multiply(10, point);
        numerator.multiply(10, -point);
        above.multiply(10, -point);
        below.multiply(10, -point);
        for (; is_enough_raised(); ++point)
            denominator.multiply(10);
    }
};

/** The fewest digits that are read as the number, and of these the nearest to it.
    @param wanted 0, or how many digits are written instead. */
inline decimal_digits digits_of(floating_fraction fraction, int wanted) noexcept
{
    decimal_digits out;
    out.point = fraction.point;
    for (;;)
    {
        int digit = fraction.take_digit();
        bool const enough = wanted == 0 && fraction.is_enough();
        bool const enough_raised = wanted == 0 && fraction.is_enough_raised();
        if (enough && enough_raised)
        {
            auto const half = (fraction.numerator + fraction.numerator) <=> fraction.denominator;
            digit += std::is_gt(half) || (std::is_eq(half) && digit % 2 != 0);
        }
        else
            digit += enough_raised;
        out.digits[static_cast<std::size_t>(out.count++)] = static_cast<char>('0' + digit);
        if (enough || enough_raised || out.count == wanted)
            return out;
    }
}

/** Writes digits without an exponent. @returns The end. */
inline char* put_fixed(char* at, decimal_digits const& number) noexcept
{
    if (number.point <= 0)
    {
        *at++ = '0';
        *at++ = '.';
        at = std::fill_n(at, -number.point, '0');
        return std::copy_n(number.digits.data(), number.count, at);
    }
    int const whole = (std::min)(number.point, number.count);
    at = std::copy_n(number.digits.data(), whole, at);
    at = std::fill_n(at, number.point - whole, '0');
    if (whole == number.count)
        return at;
    *at++ = '.';
    return std::copy_n(number.digits.data() + whole, number.count - whole, at);
}

/** Writes digits with an exponent. @returns The end. */
inline char* put_scientific(char* at, decimal_digits const& number) noexcept
{
    *at++ = number.digits[0];
    if (number.count > 1)
        *at++ = '.';
    at = std::copy_n(number.digits.data() + 1, number.count - 1, at);
    int exponent = number.point - 1;
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent >= 100)
        *at++ = static_cast<char>('0' + exponent / 100);
    *at++ = static_cast<char>('0' + exponent / 10 % 10);
    *at++ = static_cast<char>('0' + exponent % 10);
    return at;
}

/** Writes a number as put_floating() does.
    @param exactly Whether all digits are written where there is no exponent.
    @param at Space for 40 characters. @returns The end. */
template <std::floating_point T>
char* write_floating(char* at, T value, bool exactly) noexcept
{
    if (std::signbit(value))
        *at++ = '-';
    if (value == 0)
    {
        *at++ = '0';
        return at;
    }
    floating_fraction const fraction(std::fabs(value));
    decimal_digits const shortest = digits_of(fraction, 0);
    int const count = shortest.count;
    int const point = shortest.point;
    int const size = point > 0 ? (std::max)(point, count + (point < count)) : 2 - point + count;
    int const size_with_exponent = count + (count > 1) + (point > 100 || point < -98 ? 5 : 4);
    if (size > size_with_exponent)
        return put_scientific(at, shortest);
    if (exactly && point > count)
        return put_fixed(at, digits_of(fraction, point));
    return put_fixed(at, shortest);
}

} // namespace restbind::detail
