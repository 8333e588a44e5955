// Integer arithmetic of generated rules, without undefined behaviour.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstdint>
#include <limits>

namespace restbind
{

namespace detail
{

/** The least number of 64 bits, or the largest. */
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
    return __builtin_add_overflow(a, b, &sum) ? detail::limit(a < 0) : sum;
}

/** The difference; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_subtract(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t difference = 0;
    return __builtin_sub_overflow(a, b, &difference) ? detail::limit(a < 0) : difference;
}

/** The product; where it does not fit into 64 bits, the limit on that side. */
constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) noexcept
{
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? detail::limit((a < 0) != (b < 0)) : product;
}

/** The negated value; the largest one for the smallest one, whose counterpart does not fit. */
constexpr std::int64_t saturating_negate(std::int64_t a) noexcept
{
    return saturating_subtract(0, a);
}

} // namespace restbind
