// SPDX-License-Identifier: BSL-1.0
// Dates, and points in time with their offset and fraction (RFC 3339).
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace restbind::inline RESTBIND_ABI
{

/** A day of the calendar. */
using date = std::chrono::year_month_day;

namespace detail
{

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
    int const year = detail::digits_at(text, 0, 4, 9999);
    int const month = detail::digits_at(text, 5, 2, 12);
    int const day = detail::digits_at(text, 8, 2, 31);
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

/** What a time of a day says (RFC 3339). */
struct time_text
{
    int minutes = 0;             ///< since midnight
    int second = -1;             ///< to 60; -1 where there is none
    std::string_view fraction{}; ///< its digits as written, none without a point
    char zone = '\0';            ///< `Z` or `z` for UTC, the sign of an offset; NUL for none
    int offset = 0;              ///< minutes ahead of UTC
};

/** Reads a time of day; seconds and offset may be missing. @returns Nothing when it is written
    otherwise or is no such time. */
constexpr std::optional<time_text> read_time(std::string_view text) noexcept
{
    auto const minutes_at = [text](std::size_t at)
    {
        int const hour = digits_at(text, at, 2, 23);
        int const minute = digits_at(text, at + 3, 2, 59);
        return hour < 0 || minute < 0 || text[at + 2] != ':' ? -1 : hour * 60 + minute;
    };
    time_text time;
    time.minutes = minutes_at(0);
    if (time.minutes < 0)
        return {};
    std::size_t at = 5;
    if (at != text.size() && text[at] == ':')
    {
        time.second = digits_at(text, 6, 2, 60);
        if (time.second < 0)
            return {};
        at = 8;
        if (at != text.size() && text[at] == '.')
        {
            std::size_t const first = ++at;
            while (at != text.size() && is_digit(text[at]))
                ++at;
            if (at == first)
                return {};
            time.fraction = text.substr(first, at - first);
        }
    }
    if (at != text.size())
        time.zone = text[at];
    if (time.zone == 'Z' || time.zone == 'z')
        ++at;
    else if (time.zone == '+' || time.zone == '-')
    {
        int const ahead = minutes_at(at + 1);
        if (ahead < 0)
            return {};
        time.offset = time.zone == '-' ? -ahead : ahead;
        at += 6;
    }
    return at == text.size() ? std::optional(time) : std::nullopt;
}

/** What an RFC 3339 timestamp says. */
struct rfc3339_text
{
    std::int64_t seconds = 0; ///< since 1970 in UTC, without the fraction
    time_text time{};         ///< with a zone
};

/** @returns Nothing when it is written otherwise or is no such time. */
constexpr std::optional<rfc3339_text> read_rfc3339(std::string_view text) noexcept
{
    auto const day = parse_date(text.substr(0, 10));
    if (!day || text.size() < 11 || (text[10] != 'T' && text[10] != 't'))
        return {};
    auto const time = read_time(text.substr(11));
    if (!time || time->second < 0 || time->zone == '\0')
        return {};
    auto const days = std::chrono::sys_days(*day).time_since_epoch().count();
    std::int64_t const minutes =
        static_cast<std::int64_t>(days) * 1440 + time->minutes - time->offset;
    if (time->second == 60 && (minutes % 1440 + 1440) % 1440 != 1439) // a leap second
        return {};
    return rfc3339_text{minutes * 60 + time->second, *time};
}

} // namespace detail

/** A point in time from the year 0 to 9999 that is written as it was read: with its offset from UTC
    and with as many digits of the fraction, up to 18.

    Equality and order are those of the points in time: 11:30+01:00 equals 10:30Z. A leap second
    (23:59:60 UTC) is the first instant of the next minute, and written as it was read.
    @code
    request.since = std::chrono::system_clock::now();
    @endcode
*/
class timestamp
{
public:
    /** No point in time: before all others, and not to be sent. */
    constexpr timestamp() noexcept = default;
    /** A point in time, written in UTC with as many digits as are needed: none to 9. */
    template <class Duration>
    constexpr timestamp(std::chrono::sys_time<Duration> time) noexcept
        : timestamp(time, std::chrono::minutes(0))
    {
        zone_ = zone::utc;
    }
    /** The same, written with an offset from UTC, from -23:59 to 23:59. */
    template <class Duration>
    constexpr timestamp(std::chrono::sys_time<Duration> time, std::chrono::minutes offset) noexcept
        : seconds_(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count())
        , nanoseconds_(static_cast<std::uint32_t>(std::chrono::floor<std::chrono::nanoseconds>(
              time - std::chrono::floor<std::chrono::seconds>(time))
                  .count()))
        , offset_(static_cast<std::int16_t>(offset.count()))
        , zone_(zone::offset)
    {
        digits_ = nanoseconds_ == 0 ? 0 : 9;
        for (std::uint32_t rest = nanoseconds_; rest != 0 && rest % 10 == 0; rest /= 10)
            --digits_;
    }

    /** False as long as there is no point in time. */
    constexpr bool has_value() const noexcept { return zone_ != zone::none; }
    /** Whole seconds since 1970, rounded down. */
    constexpr std::chrono::sys_seconds seconds() const noexcept
    {
        return std::chrono::sys_seconds(std::chrono::seconds(seconds_));
    }
    /** What is left above seconds(): from 0 to below 1 s; more digits than 9 are cut off. */
    constexpr std::chrono::nanoseconds subseconds() const noexcept
    {
        return std::chrono::nanoseconds(nanoseconds_);
    }
    /** The point in time; the nearest one that can be held where the year is before 1678 or after
        2261. */
    constexpr std::chrono::sys_time<std::chrono::nanoseconds> utc() const noexcept
    {
        using instant = std::chrono::sys_time<std::chrono::nanoseconds>;
        constexpr std::int64_t most =
            (std::numeric_limits<std::int64_t>::max)() / 1'000'000'000 - 1;
        if (seconds_ > most)
            return (instant::max)();
        if (seconds_ < -most)
            return (instant::min)();
        return seconds() + subseconds();
    }
    /** Minutes by which the written time is ahead of UTC: 0 for `Z`. Nothing for `-00:00`, which
        says that the local time is not known. */
    constexpr std::optional<std::chrono::minutes> offset() const noexcept
    {
        if (zone_ == zone::unknown || zone_ == zone::none)
            return {};
        return std::chrono::minutes(offset_);
    }
    /** How many digits of the fraction are written, from 0 to 18. */
    constexpr unsigned fraction_digits() const noexcept { return digits_; }

    /** Equal when both are the same moment, however it is written; also when both have no value. */
    friend constexpr bool operator==(timestamp const& a, timestamp const& b) noexcept
    {
        return std::is_eq(a <=> b);
    }
    /** The earlier moment is less; what has no value is least. */
    friend constexpr std::strong_ordering operator<=>(
        timestamp const& a, timestamp const& b) noexcept
    {
        auto const rank = [](timestamp const& one)
        { return std::tuple(one.has_value(), one.seconds_, one.nanoseconds_, one.below_); };
        return rank(a) <=> rank(b);
    }

    friend constexpr std::optional<timestamp> parse_timestamp(std::string_view text) noexcept;
    friend std::string to_string(timestamp const& value);

private:
    enum class zone : std::uint8_t
    {
        none,    // no point in time
        utc,     // Z
        offset,  // +01:00, and +00:00
        unknown, // -00:00
    };

    std::int64_t seconds_ = 0;
    std::uint32_t nanoseconds_ = 0;
    std::uint32_t below_ = 0; // the digits 10 to 18 of the fraction
    std::int16_t offset_ = 0;
    zone zone_ = zone::none;
    std::uint8_t digits_ = 0;
    bool lower_t_ = false; // `t` is written in place of `T`
    bool lower_z_ = false;
    bool is_leap_ = false; // the second before is written as the 60th
};

/** Reads an RFC 3339 timestamp: `2025-01-15T10:30:00.1234567Z`, `2025-01-15T11:30:00+01:00`. The
    offset is required.
    @returns Nothing when it is written otherwise, is no such time, or has more than 18 digits in
    its fraction, which would be lost.
*/
constexpr std::optional<timestamp> parse_timestamp(std::string_view text) noexcept
{
    auto const read = detail::read_rfc3339(text);
    if (!read || read->time.fraction.size() > 18)
        return {};
    std::string_view const fraction = read->time.fraction;
    char const mark = read->time.zone;
    timestamp value;
    value.seconds_ = read->seconds;
    for (std::size_t i = 0; i != 18; ++i)
    {
        std::uint32_t& part = i < 9 ? value.nanoseconds_ : value.below_;
        bool const given = i < fraction.size();
        part = part * 10 + (given ? static_cast<std::uint32_t>(fraction[i] - '0') : 0u);
    }
    value.digits_ = static_cast<std::uint8_t>(fraction.size());
    value.offset_ = static_cast<std::int16_t>(read->time.offset);
    value.zone_ = mark == 'Z' || mark == 'z'         ? timestamp::zone::utc
                  : mark == '-' && value.offset_ == 0 ? timestamp::zone::unknown
                                                      : timestamp::zone::offset;
    value.lower_t_ = text[10] == 't';
    value.lower_z_ = mark == 'z';
    value.is_leap_ = read->time.second == 60;
    return value;
}

/** Writes an RFC 3339 timestamp as it was read, or as timestamp() says. @returns An empty text
    where there is no point in time, or the local year is not one from 0 to 9999. */
inline std::string to_string(timestamp const& value)
{
    using namespace std::chrono;
    if (!value.has_value())
        return {};
    auto const local = value.seconds() + minutes(value.offset_) - seconds(value.is_leap_ ? 1 : 0);
    auto const day = floor<days>(local);
    std::string out = format_date(date(day));
    if (out.empty())
        return out;
    detail::append_time(out, static_cast<int>((local - day).count()));
    if (value.lower_t_)
        out[10] = 't';
    if (value.is_leap_)
        out.replace(out.size() - 2, 2, "60");
    if (value.digits_ != 0)
    {
        out.push_back('.');
        std::uint32_t unit = 100'000'000;
        for (unsigned i = 0; i != value.digits_; ++i)
        {
            std::uint32_t const part = i < 9 ? value.nanoseconds_ : value.below_;
            out.push_back(static_cast<char>('0' + part / unit % 10));
            unit = unit == 1 ? 100'000'000 : unit / 10;
        }
    }
    if (value.zone_ == timestamp::zone::utc)
    {
        out.push_back(value.lower_z_ ? 'z' : 'Z');
        return out;
    }
    int const offset = value.offset_ < 0 ? -value.offset_ : value.offset_;
    out.push_back(value.offset_ < 0 || value.zone_ == timestamp::zone::unknown ? '-' : '+');
    detail::append_padded(out, offset / 60, 2);
    out.push_back(':');
    detail::append_padded(out, offset % 60, 2);
    return out;
}

/** Prints to_string(). */
template <class Traits> // compiled where it is used
std::basic_ostream<char, Traits>& operator<<(
    std::basic_ostream<char, Traits>& out, timestamp const& value)
{
    return out << to_string(value);
}

} // namespace restbind
