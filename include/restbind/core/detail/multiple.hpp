// multipleOf of JSON Schema: exact, in decimal.
#pragma once

#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/numbers.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>

namespace restbind
{

namespace detail
{

/** `value`, of either sign: it is a multiple of a step if its magnitude is one. */
template <std::integral Integer>
constexpr scientific magnitude_of(Integer value) noexcept
{
    scientific number;
    // Unsigned, because the smallest value has no positive counterpart.
    number.coefficient =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return number;
}

/** True when `value` is `step` times a whole number. False for what is no number, and where a
    coefficient has more than 64 bits. */
constexpr bool is_multiple(
    std::optional<scientific> const& value, std::optional<scientific> const& step) noexcept
{
    if (!value || !step || step->coefficient == 0)
        return false;
    if (value->coefficient == 0)
        return true;
    std::int64_t shift = (value->zeros - value->scale) - (step->zeros - step->scale);
    std::uint64_t unit = step->coefficient;
    // Of the step times 10^-shift: beyond 64 bits it is larger than the value.
    for (; shift < 0; ++shift)
        if (__builtin_mul_overflow(unit, std::uint64_t{10}, &unit))
            return false;
    // What the value leaves of the step has to divide 10^shift, that is 2^shift * 5^shift.
    unit /= std::gcd(unit, value->coefficient);
    for (std::int64_t twos = shift; twos != 0 && unit % 2 == 0; --twos)
        unit /= 2;
    for (std::int64_t fives = shift; fives != 0 && unit % 5 == 0; --fives)
        unit /= 5;
    return unit == 1;
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
    return detail::is_multiple(detail::magnitude_of(value), detail::read_scientific(step));
}
template <std::floating_point Floating>
bool is_multiple(Floating value, std::string_view step) noexcept
{
    std::array<char, 64> text;
    char* const end = detail::put_floating(text.data(), value);
    std::string_view const number(text.data(), static_cast<std::size_t>(end - text.data()));
    return detail::is_multiple(detail::read_scientific(number), detail::read_scientific(step));
}
inline bool is_multiple(decimal value, std::string_view step) noexcept
{
    auto number = detail::magnitude_of(value.coefficient());
    number.scale = value.scale();
    return detail::is_multiple(number, detail::read_scientific(step));
}

} // namespace restbind
