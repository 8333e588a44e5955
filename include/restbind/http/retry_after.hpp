// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/detail/text.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** Value of a Retry-After header: a delay or a date. */
struct retry_after
{
    /** Time to wait from the moment the response came; not set if the header names a date. */
    std::optional<std::chrono::seconds> delay{};

    /** Moment to wait for; meaningful only if `delay` is not set. */
    std::chrono::sys_seconds date{};

    /** Time to wait from `now` on: 0 for a date in the past, at most 10^9 s. */
    std::chrono::milliseconds wait(std::chrono::system_clock::time_point now) const noexcept
    {
        using std::chrono::milliseconds;
        if (delay)
            return *delay;
        // Whole seconds first: a far date does not fit into the nanoseconds of the clock.
        constexpr std::chrono::seconds longest(1'000'000'000);
        auto const rough = date - std::chrono::floor<std::chrono::seconds>(now);
        if (rough > longest)
            return longest;
        return rough.count() > 0 ? std::chrono::ceil<milliseconds>(date - now) : milliseconds(0);
    }

    friend bool operator==(retry_after const&, retry_after const&) = default;
};

namespace detail
{

using calendar_name = char[10];
inline constexpr calendar_name month_names[] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
inline constexpr calendar_name day_names[] = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

/// Takes a number of so many digits off a text. @param space_padded Its first digit may be a space.
RESTBIND_COLD inline std::optional<int> take_number(
    std::string_view& text, std::size_t digits, bool space_padded)
{
    if (text.size() < digits)
        return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i != digits; ++i)
    {
        char const c = text[i] == ' ' && space_padded && i == 0 ? '0' : text[i];
        if (!is_digit(c))
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(digits);
    return value;
}

/// Takes one of several names off a text. @param letters Most letters of a name that stand there.
/// @returns Its number.
RESTBIND_COLD inline std::optional<int> take_name(
    std::string_view& text, std::span<calendar_name const> names, std::size_t letters)
{
    for (std::size_t number = 0; number != names.size(); ++number)
    {
        auto const name = std::string_view(names[number]).substr(0, letters);
        if (!text.starts_with(name))
            continue;
        text.remove_prefix(name.size());
        return static_cast<int>(number);
    }
    return std::nullopt;
}

/// Reads a moment that is written as a format says, whose letters are those of C's strftime.
/// Nothing if there is no such date or time. A leap second counts as the second before.
RESTBIND_COLD inline std::optional<std::chrono::sys_seconds> read_date(
    std::string_view text, std::string_view format)
{
    std::array<int, 128> read{};
    for (; !format.empty(); format.remove_prefix(1))
    {
        if (format.front() != '%')
        {
            if (!text.starts_with(format.front()))
                return std::nullopt;
            text.remove_prefix(1);
            continue;
        }
        format.remove_prefix(1);
        char const letter = format.front();
        auto const value = letter == 'a'   ? take_name(text, day_names, 3)
                           : letter == 'A' ? take_name(text, day_names, 9)
                           : letter == 'b'
                               ? take_name(text, month_names, 3)
                               : take_number(text, letter == 'Y' ? 4 : 2, letter == 'e');
        if (!value)
            return std::nullopt;
        read[static_cast<unsigned char>(letter)] = *value;
        if (letter == 'y')
            read['Y'] = *value + (*value < 70 ? 2000 : 1900);
    }
    using namespace std::chrono;
    year_month_day const date{year(read['Y']), month(static_cast<unsigned>(read['b'] + 1)),
        day(static_cast<unsigned>(read['d'] + read['e']))};
    if (!text.empty() || !date.ok() || read['H'] > 23 || read['M'] > 59 || read['S'] > 60)
        return std::nullopt;
    return sys_seconds(sys_days(date)) +
           seconds(read['H'] * 3600 + read['M'] * 60 + (std::min)(read['S'], 59));
}

} // namespace detail

/** Reads an HTTP date in any of its three forms; nothing if it is none. Whether the name of the
    weekday fits the date is not checked. */
RESTBIND_COLD inline std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text)
{
    for (std::string_view const format :
        {"%a, %d %b %Y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y", "%A, %d-%b-%y %H:%M:%S GMT"})
        if (auto const found = detail::read_date(text, format))
            return found;
    return std::nullopt;
}

/** Reads the value of a Retry-After header: a whole number of seconds or an HTTP date.

    A number too large to be meant counts as 10^9 seconds. Nothing is returned for anything else, a
    sign or a fraction included.
*/
RESTBIND_COLD inline std::optional<retry_after> parse_retry_after(std::string_view text)
{
    text = trim(text);
    if (text.empty())
        return std::nullopt;
    if (!is_digit(text.front()))
    {
        auto const date = parse_http_date(text);
        return date ? std::optional(retry_after{.delay = std::nullopt, .date = *date})
                    : std::nullopt;
    }
    auto const value = read_saturated(text, 1'000'000'000);
    return value ? std::optional(retry_after{.delay = std::chrono::seconds(*value), .date = {}})
                 : std::nullopt;
}

} // namespace restbind::http
