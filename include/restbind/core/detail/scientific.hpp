// A decimal number text taken apart, exactly: the common ground of integers and decimals.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace restbind::detail
{

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
    std::size_t const before = text.size();
    while (skip_any(text, "0123456789"))
        ;
    return before - text.size();
}

/** Moves over the sign and the digits of an exponent; beyond 10^12 it counts as about that.
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
    number.negative = skip_any(text, "-");
    std::string_view const mantissa = text;
    std::size_t const whole_digits = skip_digits(text);
    if (whole_digits == 0 || (mantissa.front() == '0' && whole_digits > 1))
        return {};
    if (skip_any(text, "."))
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

} // namespace restbind::detail
