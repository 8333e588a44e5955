// A decimal number text taken apart, exactly: the common ground of integers and decimals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace restbind::detail
{

/** A number as sign * coefficient * 10^(zeros - scale); the coefficient does not end in 0 unless it
    is 0. */
struct scientific
{
    enum class status : unsigned char
    {
        exact,    ///< all members are set
        too_long, ///< a number, but the coefficient needs more than 64 bits
        malformed ///< not a number in the grammar of JSON
    };

    status state = status::malformed;
    bool negative = false;
    std::uint64_t coefficient = 0;
    /** How many zeros the mantissa as written has after the last digit that counts. */
    std::int64_t zeros = 0;
    /** How many digits the mantissa as written has after the point, less the exponent. */
    std::int64_t scale = 0;
};

/** Reads a number in the grammar of JSON. Exponents beyond 10^12 count as 10^12. */
constexpr scientific read_scientific(std::string_view text) noexcept
{
    scientific number;
    std::size_t at = 0;
    auto const is_digit = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    auto const skip_digits = [&]
    {
        std::size_t const first = at;
        while (is_digit())
            ++at;
        return at - first;
    };
    auto const skip = [&](char c)
    {
        bool const there = at < text.size() && text[at] == c;
        at += there;
        return there;
    };

    number.negative = skip('-');
    std::size_t const mantissa = at;
    bool const leading_zero = is_digit() && text[at] == '0';
    std::size_t const whole_digits = skip_digits();
    if (whole_digits == 0 || (leading_zero && whole_digits > 1))
        return number;
    if (skip('.'))
    {
        number.scale = static_cast<std::int64_t>(skip_digits());
        if (number.scale == 0)
            return number;
    }
    std::size_t const mantissa_end = at;
    if (skip('e') || skip('E'))
    {
        bool const below = skip('-');
        if (!below)
            skip('+');
        std::size_t const first = at;
        std::int64_t exponent = 0;
        for (; is_digit(); ++at)
            if (exponent < 1'000'000'000'000)
                exponent = exponent * 10 + (text[at] - '0');
        if (at == first)
            return number;
        number.scale += below ? exponent : -exponent;
    }
    if (at != text.size())
        return number;

    number.state = scientific::status::too_long;
    constexpr std::uint64_t most = (std::numeric_limits<std::uint64_t>::max)();
    for (std::size_t i = mantissa; i != mantissa_end; ++i)
    {
        if (text[i] == '.')
            continue;
        auto const digit = static_cast<std::uint64_t>(text[i] - '0');
        if (digit == 0)
        {
            // Multiplied in only when a digit follows that counts.
            number.zeros += number.coefficient != 0;
            continue;
        }
        for (; number.zeros > 0; --number.zeros)
        {
            if (number.coefficient > most / 10)
                return number;
            number.coefficient *= 10;
        }
        if (number.coefficient > (most - digit) / 10)
            return number;
        number.coefficient = number.coefficient * 10 + digit;
    }
    number.state = scientific::status::exact;
    return number;
}

} // namespace restbind::detail
