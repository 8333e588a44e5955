// Points in time and dates, as RFC 3339 writes them.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace restbind
{

/** A point in time in UTC with a resolution of 1 ns; from 1677-09-21 to 2262-04-11. */
using utc_instant = std::chrono::sys_time<std::chrono::nanoseconds>;

/** A day of the calendar. */
using date = std::chrono::year_month_day;

namespace detail
{

/** Reads `count` decimal digits at `at`. @returns -1 when there are not as many. Out of line,
    because a timestamp needs it eight times. */
RESTBIND_NOINLINE constexpr int digits_at(
    std::string_view text, std::size_t at, std::size_t count) noexcept
{
    if (at > text.size() || text.size() - at < count)
        return -1;
    int value = 0;
    for (std::size_t i = at; i != at + count; ++i)
    {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

inline void append_padded(std::string& out, int value, int width)
{
    for (int divisor = width == 4 ? 1000 : 10; divisor > 0; divisor /= 10)
        out.push_back(static_cast<char>('0' + value / divisor % 10));
}

} // namespace detail

/** Reads `YYYY-MM-DD`. @returns Nothing when it is written otherwise or is not a day of the
    calendar. */
constexpr std::optional<date> parse_date(std::string_view text) noexcept
{
    int const year = detail::digits_at(text, 0, 4);
    int const month = detail::digits_at(text, 5, 2);
    int const day = detail::digits_at(text, 8, 2);
    if (text.size() != 10 || text[4] != '-' || text[7] != '-' || year < 0 || month < 0 || day < 0)
        return {};
    date const result{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
        std::chrono::day(static_cast<unsigned>(day))};
    if (!result.ok())
        return {};
    return result;
}

/** Writes `YYYY-MM-DD`. @returns An empty text for what is no day of the calendar or no year from 0
    to 9999. */
inline std::string format_date(date const& value)
{
    std::string out;
    int const year = static_cast<int>(value.year());
    if (!value.ok() || year < 0 || year > 9999)
        return out;
    detail::append_padded(out, year, 4);
    out.push_back('-');
    detail::append_padded(out, static_cast<int>(static_cast<unsigned>(value.month())), 2);
    out.push_back('-');
    detail::append_padded(out, static_cast<int>(static_cast<unsigned>(value.day())), 2);
    return out;
}

namespace detail
{

/** Writes `T` and the time of a day. */
inline void append_time(std::string& out, int seconds)
{
    out.push_back('T');
    append_padded(out, seconds / 3600, 2);
    out.push_back(':');
    append_padded(out, seconds / 60 % 60, 2);
    out.push_back(':');
    append_padded(out, seconds % 60, 2);
}

/** What an RFC 3339 timestamp says. */
struct rfc3339_text
{
    std::int64_t seconds = 0;    ///< since 1970 in UTC, without the fraction
    std::string_view fraction{}; ///< its digits as written, none without a point
    int offset = 0;              ///< minutes ahead of UTC
    char sign = '+';             ///< of the offset
    bool is_utc = false;         ///< `Z` instead of an offset
    bool is_leap = false;        ///< 23:59:60
};

/** @returns Nothing when it is written otherwise or is no such time. */
constexpr std::optional<rfc3339_text> read_rfc3339(std::string_view text) noexcept
{
    using namespace std::chrono;
    rfc3339_text read;
    auto const day = parse_date(text.substr(0, 10));
    int const hour = digits_at(text, 11, 2);
    int const minute = digits_at(text, 14, 2);
    int const second = digits_at(text, 17, 2);
    if (!day || text.size() < 20 || (text[10] != 'T' && text[10] != 't') || text[13] != ':' ||
        text[16] != ':')
        return {};
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return {};

    std::size_t at = 19;
    if (text[at] == '.')
    {
        std::size_t const first = ++at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9')
            ++at;
        if (at == first || at == text.size())
            return {};
        read.fraction = text.substr(first, at - first);
    }

    read.sign = text[at];
    if (text[at] == 'Z' || text[at] == 'z')
    {
        read.is_utc = true;
        ++at;
    }
    else
    {
        int const offset_hour = digits_at(text, at + 1, 2);
        int const offset_minute = digits_at(text, at + 4, 2);
        if ((text[at] != '+' && text[at] != '-') || text.size() < at + 6 || text[at + 3] != ':')
            return {};
        if (offset_hour < 0 || offset_hour > 23 || offset_minute < 0 || offset_minute > 59)
            return {};
        read.offset = (offset_hour * 60 + offset_minute) * (text[at] == '-' ? -1 : 1);
        at += 6;
    }
    if (at != text.size())
        return {};

    auto const days = sys_days(*day).time_since_epoch().count();
    std::int64_t const minutes =
        static_cast<std::int64_t>(days) * 1440 + hour * 60 + minute - read.offset;
    if (second == 60 && (minutes % 1440 + 1440) % 1440 != 1439)
        return {};
    read.seconds = minutes * 60 + second;
    read.is_leap = second == 60;
    return read;
}

} // namespace detail

/** Reads an RFC 3339 timestamp: `2025-01-15T10:30:00.1234567Z`, `2025-01-15T11:30:00+01:00`.

    The offset is required and honoured. Of the fraction the first 9 digits count. A leap second
    (23:59:60 UTC) is the first instant of the next minute.
    @returns Nothing when it is written otherwise, is no such time, or does not fit into a
    utc_instant.
*/
constexpr std::optional<utc_instant> parse_utc_instant(std::string_view text) noexcept
{
    auto const read = detail::read_rfc3339(text);
    constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)() / 1'000'000'000;
    if (!read || read->seconds <= -most || read->seconds >= most)
        return {};
    std::int64_t fraction = 0;
    for (std::size_t i = 0; i != 9; ++i)
        fraction = fraction * 10 + (i < read->fraction.size() ? read->fraction[i] - '0' : 0);
    return utc_instant(std::chrono::nanoseconds(read->seconds * 1'000'000'000 + fraction));
}

/** Writes an RFC 3339 timestamp in UTC with as many digits of the fraction as are needed:
    `2025-01-15T10:30:00.5Z`. */
inline std::string format_utc_instant(utc_instant value)
{
    using namespace std::chrono;
    auto const second = floor<seconds>(value);
    auto const day = floor<days>(second);
    std::string out = format_date(date(day));
    detail::append_time(out, static_cast<int>((second - day).count()));
    auto rest = static_cast<int>((value - utc_instant(second)).count());
    if (rest != 0)
        out.push_back('.');
    for (int unit = 100'000'000; rest != 0; unit /= 10)
    {
        out.push_back(static_cast<char>('0' + rest / unit));
        rest %= unit;
    }
    out.push_back('Z');
    return out;
}

} // namespace restbind
