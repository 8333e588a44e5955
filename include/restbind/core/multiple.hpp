// multipleOf of JSON Schema: exact, in decimal.
#pragma once

#include <restbind/core/decimal.hpp>
#include <restbind/core/scientific.hpp>

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind
{

namespace detail
{

__extension__ typedef unsigned __int128 wide_unsigned;

/** True when `value` is `step` times a whole number. False for what is no number, and where a
    coefficient has more than 64 bits. */
constexpr bool is_multiple(scientific const& value, scientific const& step) noexcept
{
    if (value.state != scientific::status::exact || step.state != scientific::status::exact ||
        step.coefficient == 0)
        return false;
    if (value.coefficient == 0)
        return true;
    std::int64_t shift = (value.zeros - value.scale) - (step.zeros - step.scale);
    if (shift < 0)
    {
        // The step times 10^-shift; beyond 64 bits it is larger than the value.
        wide_unsigned unit = step.coefficient;
        for (; shift != 0 && unit <= value.coefficient; ++shift)
            unit *= 10;
        return shift == 0 && value.coefficient % unit == 0;
    }
    // value * 10^shift modulo the step, by squaring.
    wide_unsigned const modulus = step.coefficient;
    wide_unsigned rest = value.coefficient % modulus;
    for (wide_unsigned power = 10 % modulus; shift != 0; shift /= 2)
    {
        if (shift % 2 != 0)
            rest = rest * power % modulus;
        power = power * power % modulus;
    }
    return rest == 0;
}

} // namespace detail

/** True when `value` is a whole number of steps.

    Floating-point numbers count as what they are written as, so 0.3 is a multiple of 0.1. Not a
    number and infinities are multiples of nothing.
    @param step A number above 0 in the grammar of JSON: `0.01`.
*/
template <std::integral Integer>
constexpr bool is_multiple(Integer value, std::string_view step) noexcept
{
    detail::scientific number;
    number.state = detail::scientific::status::exact;
    // Unsigned, because the smallest value has no positive counterpart.
    number.coefficient =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return detail::is_multiple(number, detail::read_scientific(step));
}
template <std::floating_point Floating>
bool is_multiple(Floating value, std::string_view step) noexcept
{
    std::array<char, 64> text;
    auto const written = std::to_chars(text.data(), text.data() + text.size(), value);
    std::string_view const number(text.data(), static_cast<std::size_t>(written.ptr - text.data()));
    return detail::is_multiple(detail::read_scientific(number), detail::read_scientific(step));
}
inline bool is_multiple(decimal value, std::string_view step) noexcept
{
    std::array<char, decimal::max_chars> text;
    std::string_view const number(
        text.data(), static_cast<std::size_t>(value.to_chars(text.data()) - text.data()));
    return detail::is_multiple(detail::read_scientific(number), detail::read_scientific(step));
}

} // namespace restbind
