// Decimal digits rounded to a binary floating-point number, by integers alone: no locale, no
// allocation, the same result on every processor.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace restbind::detail
{

/** mantissa * 2^exponent */
struct binary_number
{
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

/** What limits a binary floating-point type: see std::numeric_limits. */
struct binary_format
{
    /** Bits of the mantissa, the leading one included. */
    int digits;
    /** The power of two of the smallest number above 0. */
    int min_exponent;
};

/** A natural number of at most 3072 bits: as many as the digits that matter to a double take, and
    the powers of five that they are divided by. */
class big_natural
{
public:
    /** The number of bits; 0 for 0. */
    int bit_width() const noexcept
    {
        return size_ == 0
                   ? 0
                   : 32 * (size_ - 1) + static_cast<int>(std::bit_width(limbs_[at(size_ - 1)]));
    }

    void multiply_add(std::uint32_t factor, std::uint32_t summand) noexcept
    {
        std::uint64_t carry = summand;
        for (int i = 0; i != size_; ++i)
        {
            carry += std::uint64_t{limbs_[at(i)]} * factor;
            limbs_[at(i)] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0)
            limbs_[at(size_++)] = static_cast<std::uint32_t>(carry);
    }

    /** @returns The remainder. */
    std::uint32_t divide(std::uint32_t divisor) noexcept
    {
        std::uint64_t rest = 0;
        for (int i = size_ - 1; i >= 0; --i)
        {
            rest = rest << 32 | limbs_[at(i)];
            limbs_[at(i)] = static_cast<std::uint32_t>(rest / divisor);
            rest %= divisor;
        }
        while (size_ != 0 && limbs_[at(size_ - 1)] == 0)
            --size_;
        return static_cast<std::uint32_t>(rest);
    }

    /** Multiplies by 2^(32 * count). */
    void shift_limbs(int count) noexcept
    {
        for (int i = size_ - 1; i >= 0; --i)
            limbs_[at(i + count)] = limbs_[at(i)];
        for (int i = 0; i != count; ++i)
            limbs_[at(i)] = 0;
        size_ += count;
    }

    bool bit(int index) const noexcept
    {
        return index / 32 < size_ && (limbs_[at(index / 32)] >> (index % 32) & 1u) != 0;
    }

    /** True if one of the lowest `count` bits is set. */
    bool any_below(int count) const noexcept
    {
        for (int i = 0; i != size_ && 32 * i < count; ++i)
        {
            int const bits = count - 32 * i;
            std::uint32_t const mask = bits >= 32 ? ~0u : (1u << bits) - 1;
            if ((limbs_[at(i)] & mask) != 0)
                return true;
        }
        return false;
    }

    /** The number / 2^drop, rounded down; it has to fit into 64 bits. */
    std::uint64_t above(int drop) const noexcept
    {
        std::uint64_t value = 0;
        for (int i = bit_width() - 1; i >= drop; --i)
            value = value << 1 | static_cast<std::uint64_t>(bit(i));
        return value;
    }

private:
    static std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }

    std::array<std::uint32_t, 96> limbs_;
    int size_ = 0;
};

/** The digits of a decimal number that matter, without the point: value * 10^exponent. */
struct decimal_digits
{
    /** No double, and no number halfway between two, has more digits in front of its last zeros.
     */
    static constexpr int max_count = 768;

    big_natural value;
    int count = 0;
    std::int64_t exponent = 0;
};

/** Takes a number apart that is in the grammar of JSON and has no sign. Where it has more digits
    than matter, a digit 1 stands for all others that are not 0. Exponents beyond 10^12 count as
    10^12. */
inline decimal_digits read_digits(std::string_view text) noexcept
{
    decimal_digits number;
    std::size_t at = 0;
    bool in_fraction = false;
    bool has_more = false;
    for (; at != text.size() && text[at] != 'e' && text[at] != 'E'; ++at)
    {
        if (text[at] == '.')
        {
            in_fraction = true;
            continue;
        }
        auto const digit = static_cast<std::uint32_t>(text[at] - '0');
        bool const is_kept = number.count != decimal_digits::max_count;
        number.exponent += (is_kept ? 0 : 1) - (in_fraction ? 1 : 0);
        has_more |= !is_kept && digit != 0;
        if (is_kept && (number.count != 0 || digit != 0))
        {
            number.value.multiply_add(10, digit);
            ++number.count;
        }
    }
    if (has_more)
    {
        number.value.multiply_add(10, 1);
        ++number.count;
        --number.exponent;
    }
    bool const below = at + 1 < text.size() && text[at + 1] == '-';
    std::int64_t exponent = 0;
    for (; at < text.size(); ++at)
        if (text[at] >= '0' && text[at] <= '9' && exponent < 1'000'000'000'000)
            exponent = exponent * 10 + (text[at] - '0');
    number.exponent += below ? -exponent : exponent;
    return number;
}

/** Rounds value * 2^exponent to the nearest number of the format, halves to the even one.

    @param more A part below 1 belongs to the value, too. It then has more bits than the format.
*/
inline binary_number round_binary(
    big_natural const& value, bool more, int exponent, binary_format format) noexcept
{
    int drop = value.bit_width() - format.digits;
    if (exponent + drop < format.min_exponent)
        drop = format.min_exponent - exponent;
    if (drop <= 0)
        return {value.above(0), exponent};
    std::uint64_t mantissa = value.above(drop);
    bool const half = value.bit(drop - 1);
    more = more || value.any_below(drop - 1);
    mantissa += half && (more || mantissa % 2 != 0);
    return {mantissa, exponent + drop};
}

/** The nearest number of the format. What is too large for it is not told from other numbers.

    @param text In the grammar of JSON, without a sign.
*/
RESTBIND_NOINLINE inline binary_number round_decimal(
    std::string_view text, binary_format format) noexcept
{
    constexpr std::uint32_t five_13 = 1'220'703'125; // 5^13, the largest of 32 bits
    decimal_digits number = read_digits(text);
    // The power of ten of the first digit. No double is beyond these limits.
    std::int64_t const first = number.exponent + number.count - 1;
    if (number.count == 0 || first < -400)
        return {};
    if (first > 400)
        return {1, 2000};
    auto power = static_cast<int>(number.exponent);
    int exponent = power; // 10^power is 5^power * 2^exponent
    big_natural& value = number.value;
    for (; power >= 13; power -= 13)
        value.multiply_add(five_13, 0);
    for (; power > 0; --power)
        value.multiply_add(5, 0);
    if (power < 0)
    {
        // 5^n has fewer than 2.33 * n bits, so that the quotient has more than 64.
        int const missing = -power * 233 / 100 + 66 - value.bit_width();
        int const limbs = missing > 0 ? (missing + 31) / 32 : 0;
        value.shift_limbs(limbs);
        exponent -= 32 * limbs;
    }
    bool rest = false;
    for (; power <= -13; power += 13)
        rest |= value.divide(five_13) != 0;
    for (; power < 0; ++power)
        rest |= value.divide(5) != 0;
    return round_binary(value, rest, exponent, format);
}

/** Reads a floating-point number as std::from_chars() does; see
 * <restbind/core/detail/from_chars.hpp>. */
template <std::floating_point T>
std::errc read_floating_text(std::string_view text, T& out) noexcept
{
    using limits = std::numeric_limits<T>;
    static_assert(limits::radix == 2 && limits::digits <= 53,
        "long double needs a standard library with std::from_chars() for floating-point numbers");
    bool const negative = text.starts_with('-');
    text.remove_prefix(negative);
    binary_number const number =
        round_decimal(text, {limits::digits, limits::min_exponent - limits::digits});
    bool const is_zero =
        text.substr(0, text.find_first_of("eE")).find_first_not_of("0.") == std::string_view::npos;
    bool const too_large =
        static_cast<int>(std::bit_width(number.mantissa)) + number.exponent > limits::max_exponent;
    if (too_large || (number.mantissa == 0 && !is_zero))
        return std::errc::result_out_of_range;
    T const magnitude = std::ldexp(static_cast<T>(number.mantissa), number.exponent); // exact
    out = negative ? -magnitude : magnitude;
    return std::errc();
}

} // namespace restbind::detail
