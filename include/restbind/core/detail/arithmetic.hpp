// Integer arithmetic of generated rules, without undefined behaviour.
#pragma once

#include <cstdint>
#include <limits>

namespace restbind
{

/** The sum; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return a < 0 ? (std::numeric_limits<std::int64_t>::min)()
                 : (std::numeric_limits<std::int64_t>::max)();
}

/** The difference; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_subtract(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t difference = 0;
    if (!__builtin_sub_overflow(a, b, &difference))
        return difference;
    return a < 0 ? (std::numeric_limits<std::int64_t>::min)()
                 : (std::numeric_limits<std::int64_t>::max)();
}

/** The product; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(a, b, &product))
        return product;
    return (a < 0) == (b < 0) ? (std::numeric_limits<std::int64_t>::max)()
                              : (std::numeric_limits<std::int64_t>::min)();
}

/** The negated value; the largest one for the smallest one, whose counterpart does not fit. */
constexpr std::int64_t saturating_negate(std::int64_t a) noexcept
{
    return saturating_subtract(0, a);
}

} // namespace restbind
