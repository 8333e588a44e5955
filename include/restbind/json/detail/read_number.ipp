// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/json/detail/read_number.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/read_number.hpp>

namespace restbind::inline RESTBIND_ABI::json
{

RESTBIND_NOINLINE RESTBIND_DECL bool read_number(
    cursor& in, number_token& token, std::string_view what)
{
    char const* const first = in.at;
    char const* at = first;
    auto const digits = [&at]
    {
        char const* const start = at;
        while (digit_value(*at) <= 9)
            ++at;
        return at != start;
    };
    auto const no_digit = [&]
    {
        in.at = at;
        return in.expected("a digit");
    };

    if (at == in.end) [[unlikely]]
        return in.expected(what);
    bool const negative = *at == '-';
    at += negative;
    if (*at == '0')
    {
        ++at;
        if (digit_value(*at) <= 9)
        {
            in.at = at;
            return in.fail("a number must not have a leading zero");
        }
    }
    else if (!digits())
        return negative ? no_digit() : in.expected(what);
    token.whole = true;
    if (*at == '.')
    {
        ++at;
        token.whole = false;
        if (!digits())
            return no_digit();
    }
    if (*at == 'e' || *at == 'E')
    {
        ++at;
        token.whole = false;
        at += *at == '+' || *at == '-';
        if (!digits())
            return no_digit();
    }
    token.text = std::string_view(first, static_cast<std::size_t>(at - first));
    in.at = at;
    return true;
}

namespace detail
{

RESTBIND_NOINLINE RESTBIND_DECL bool fail_number(
    cursor& in, number_token const& token, std::string_view what)
{
    constexpr std::size_t most = 32;
    in.at = token.text.data();
    return in.fail(restbind::detail::joined({"the number ", token.text.substr(0, most),
        token.text.size() > most ? "... " : " ", what}));
}

RESTBIND_NOINLINE RESTBIND_DECL bool fail_range(
    cursor& in, number_token const& token, std::size_t bytes, bool is_signed)
{
    return fail_number(in, token,
        restbind::detail::joined({"is out of the range of ",
            is_signed ? "a signed " : "an unsigned ",
            restbind::detail::number_text(static_cast<std::int64_t>(8 * bytes)), "-bit integer"}));
}

RESTBIND_DECL std::int64_t decimal_exponent(std::string_view number) noexcept
{
    std::size_t const exponent_mark = number.find_first_of("eE");
    std::string_view const mantissa = number.substr(0, exponent_mark);
    std::size_t const point = mantissa.find('.');
    std::size_t first = 0;
    while (first != mantissa.size() && digit_value(mantissa[first]) - 1 > 8)
        ++first;
    if (first == mantissa.size())
        return 0;
    auto const place = [](std::size_t i) { return static_cast<std::int64_t>(i); };
    std::int64_t exponent =
        place(point == std::string_view::npos ? mantissa.size() : point) - place(first);
    if (exponent_mark != std::string_view::npos)
    {
        std::string_view rest = number.substr(exponent_mark + 1);
        exponent += restbind::detail::read_exponent(rest).value_or(0);
    }
    return exponent;
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_unusual_decimal(cursor& in, decimal& out)
{
    number_token token;
    if (!read_number(in, token, "a number"))
        return false;
    auto const value = decimal::from_string(token.text);
    if (!value)
        return fail_number(in, token, "is not representable as a decimal of 18 digits");
    out = *value;
    return true;
}

} // namespace detail

RESTBIND_NOINLINE RESTBIND_DECL bool read_decimal(cursor& in, decimal& out)
{
    // Prices: up to 18 digits without an exponent are coefficient and scale as they stand.
    detail::plain_number const number = detail::scan_number(in.at);
    constexpr std::uint64_t most = 999'999'999'999'999'999;
    if (number.end && number.mantissa <= most && number.exponent <= 0 &&
        number.exponent >= -decimal::max_scale && !number.has_exponent) [[likely]]
    {
        auto const coefficient = static_cast<std::int64_t>(number.mantissa);
        out = decimal(number.negative ? -coefficient : coefficient, -number.exponent);
        in.at = number.end;
        return true;
    }
    return detail::read_unusual_decimal(in, out);
}

} // namespace restbind::json
