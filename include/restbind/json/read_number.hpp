// Reading JSON numbers: integers and decimals exactly, doubles correctly rounded.
#pragma once

#include <restbind/core/decimal.hpp>
#include <restbind/core/scientific.hpp>
#include <restbind/json/cursor.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace restbind::json
{

/** A number as it stands in the text. */
struct number_token
{
    std::string_view text;
    /** No point and no exponent. */
    bool whole = true;
};

/** Moves over a number, checking its grammar.

    @param what What is expected, for the error when no number is next.
*/
inline bool read_number(cursor& in, number_token& token, std::string_view what)
{
    char const* const first = in.at;
    auto const is_digit = [&in] { return in.at != in.end && *in.at >= '0' && *in.at <= '9'; };
    auto const digits = [&]
    {
        if (!is_digit())
            return in.expected("a digit");
        while (is_digit())
            ++in.at;
        return true;
    };

    bool const negative = in.skip('-');
    if (!negative && !is_digit())
        return in.expected(what);
    if (in.skip('0'))
    {
        if (is_digit())
            return in.fail("a number must not have a leading zero");
    }
    else if (!digits())
        return false;
    token.whole = true;
    if (in.skip('.'))
    {
        token.whole = false;
        if (!digits())
            return false;
    }
    if (in.skip('e') || in.skip('E'))
    {
        token.whole = false;
        if (!in.skip('+'))
            in.skip('-');
        if (!digits())
            return false;
    }
    token.text = std::string_view(first, static_cast<std::size_t>(in.at - first));
    return true;
}

namespace detail
{

using restbind::detail::read_scientific;
using restbind::detail::scientific;

/** Notes a failure about a number that ends where the cursor stands. */
inline bool fail_number(cursor& in, number_token const& token, std::string_view what)
{
    constexpr std::size_t most = 32;
    in.at = token.text.data();
    std::string text("the number ");
    text.append(token.text.substr(0, most))
        .append(token.text.size() > most ? "... " : " ")
        .append(what);
    return in.fail(std::move(text));
}

template <class T>
constexpr std::string_view out_of_range_text() noexcept
{
    switch (sizeof(T) * (std::is_signed_v<T> ? 1 : 16))
    {
    case 1:
        return "is out of the range of a signed 8-bit integer";
    case 2:
        return "is out of the range of a signed 16-bit integer";
    case 4:
        return "is out of the range of a signed 32-bit integer";
    case 8:
        return "is out of the range of a signed 64-bit integer";
    case 16:
        return "is out of the range of an unsigned 8-bit integer";
    case 32:
        return "is out of the range of an unsigned 16-bit integer";
    case 64:
        return "is out of the range of an unsigned 32-bit integer";
    default:
        return "is out of the range of an unsigned 64-bit integer";
    }
}

/** Any spelling of an integer: `1.0`, `1e2`, `10e-1`, 19 and 20 digits. */
template <class T>
bool read_unusual_integer(cursor& in, T& out)
{
    number_token token;
    if (!read_number(in, token, "an integer"))
        return false;
    auto const number = read_scientific(token.text);
    std::int64_t power = number.zeros - number.scale;
    std::uint64_t magnitude = number.coefficient;
    bool fits = number.state == scientific::status::exact;
    if (magnitude == 0 && fits)
        power = 0;
    if (fits && power < 0)
    {
        in.at = token.text.data();
        return in.expected("an integer");
    }
    for (; fits && power > 0; --power)
        fits = !__builtin_mul_overflow(magnitude, std::uint64_t{10}, &magnitude);
    auto const most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    if constexpr (std::is_signed_v<T>)
        fits = fits && magnitude <= most + number.negative;
    else
        fits = fits && magnitude <= most && !(number.negative && magnitude != 0);
    if (!fits)
        return fail_number(in, token, out_of_range_text<T>());
    out = static_cast<T>(number.negative ? 0 - magnitude : magnitude);
    return true;
}

/** The number of places that the first digit which is not 0 stands before (or, negative, behind)
   the point. */
inline std::int64_t decimal_exponent(std::string_view number) noexcept
{
    std::size_t const exponent_mark = number.find_first_of("eE");
    std::string_view const mantissa = number.substr(0, exponent_mark);
    std::size_t const point = mantissa.find('.');
    std::size_t const first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos)
        return 0;
    auto const place = [](std::size_t i) { return static_cast<std::int64_t>(i); };
    std::int64_t exponent =
        place(point == std::string_view::npos ? mantissa.size() : point) - place(first);
    if (exponent_mark != std::string_view::npos)
    {
        std::string_view digits = number.substr(exponent_mark + 1);
        bool const below = digits.front() == '-';
        if (below || digits.front() == '+')
            digits.remove_prefix(1);
        std::int64_t value = 0;
        for (char const c : digits)
            if (value < 1'000'000'000'000)
                value = value * 10 + (c - '0');
        exponent += below ? -value : value;
    }
    return exponent;
}

} // namespace detail

/** Reads an integer. Any spelling of one is accepted if it is exact: `1.0`, `1e2`. */
template <std::integral T>
bool read_integer(cursor& in, T& out)
{
    char const* at = in.at;
    bool const negative = at != in.end && *at == '-';
    at += negative;
    char const* const first = at;
    std::uint64_t magnitude = 0;
    for (; at != in.end && *at >= '0' && *at <= '9'; ++at)
        magnitude = magnitude * 10 + static_cast<std::uint64_t>(*at - '0');
    auto const digits = at - first;
    bool const ordinary = digits > 0 && digits <= 18 && (*first != '0' || digits == 1) &&
                          (at == in.end || (*at != '.' && *at != 'e' && *at != 'E'));
    if (ordinary) [[likely]] // 18 digits fit into 63 bits
    {
        auto const value =
            negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
        if (std::in_range<T>(value)) [[likely]]
        {
            out = static_cast<T>(value);
            in.at = at;
            return true;
        }
    }
    return detail::read_unusual_integer(in, out);
}

/** Reads a floating-point number, correctly rounded. What is too small becomes 0, what is too large
   is an error. */
template <std::floating_point T>
bool read_floating(cursor& in, T& out)
{
    number_token token;
    if (!read_number(in, token, "a number"))
        return false;
    char const* const last = token.text.data() + token.text.size();
    auto const [end, code] = std::from_chars(token.text.data(), last, out);
    if (code == std::errc())
        return true;
    // from_chars leaves `out` alone for both too large and too small numbers.
    if (detail::decimal_exponent(token.text) > 0)
        return detail::fail_number(in, token, "is out of the range of a floating-point number");
    out = token.text.front() == '-' ? -T(0) : T(0);
    return true;
}

/** Reads an exact decimal. What is not exactly representable is an error. */
inline bool read_decimal(cursor& in, decimal& out)
{
    number_token token;
    if (!read_number(in, token, "a number"))
        return false;
    auto const value = decimal::from_string(token.text);
    if (!value)
        return detail::fail_number(in, token, "is not representable as a decimal of 18 digits");
    out = *value;
    return true;
}

} // namespace restbind::json
