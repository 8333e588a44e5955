// SPDX-License-Identifier: BSL-1.0
#include "decimal.hpp"

#include <stdexcept>
#include <utility>

namespace sandbox {
namespace {

constexpr std::size_t max_digits = 18;
constexpr std::size_t max_fraction_digits = 9;

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

std::int64_t times(std::int64_t left, std::int64_t right)
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(left, right, &product))
        throw std::overflow_error("a sum of money does not fit in 64 bits");

    return product;
}

} // namespace

std::optional<decimal> decimal::parse(std::string_view text)
{
    auto const dot = text.find('.');
    auto const whole = text.substr(0, dot);
    auto const fraction = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);

    bool const leading_zero = whole.size() > 1 && whole.front() == '0';
    bool const empty_fraction = dot != std::string_view::npos && fraction.empty();
    if (whole.empty() || leading_zero || empty_fraction)
        return std::nullopt;

    if (fraction.size() > max_fraction_digits || whole.size() + fraction.size() > max_digits)
        return std::nullopt;

    std::int64_t units = 0;
    for (auto const part : {whole, fraction})
    {
        for (char const c : part)
        {
            if (!is_digit(c))
                return std::nullopt;

            units = units * 10 + (c - '0');
        }
    }

    return decimal(units, static_cast<int>(fraction.size()));
}

std::string decimal::text() const
{
    auto digits = std::to_string(units_);
    auto const scale = static_cast<std::size_t>(scale_);
    if (scale == 0)
        return digits;

    if (digits.size() <= scale)
        digits.insert(0, scale + 1 - digits.size(), '0');

    digits.insert(digits.size() - scale, 1, '.');

    return digits;
}

decimal operator+(decimal left, decimal right)
{
    if (left.scale_ < right.scale_)
        std::swap(left, right);

    for (; right.scale_ < left.scale_; ++right.scale_)
        right.units_ = times(right.units_, 10);

    std::int64_t sum = 0;
    if (__builtin_add_overflow(left.units_, right.units_, &sum))
        throw std::overflow_error("a sum of money does not fit in 64 bits");

    return {sum, left.scale_};
}

decimal operator*(decimal value, std::int64_t count)
{
    return {times(value.units_, count), value.scale_};
}

} // namespace sandbox
