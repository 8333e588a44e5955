// Points in time as RFC 3339 writes them, with their offset and their fraction.
#pragma once

#include <restbind/core/date_time.hpp>

#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace restbind
{

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
    constexpr utc_instant utc() const noexcept
    {
        constexpr std::int64_t most =
            (std::numeric_limits<std::int64_t>::max)() / 1'000'000'000 - 1;
        if (seconds_ > most)
            return (utc_instant::max)();
        if (seconds_ < -most)
            return (utc_instant::min)();
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

    friend constexpr bool operator==(timestamp const& a, timestamp const& b) noexcept
    {
        return (a <=> b) == 0;
    }
    friend constexpr std::strong_ordering operator<=>(
        timestamp const& a, timestamp const& b) noexcept
    {
        auto const rank = [](timestamp const& one)
        { return std::tuple(one.has_value(), one.seconds_, one.nanoseconds_, one.below_); };
        return rank(a) <=> rank(b);
    }

    friend constexpr std::optional<timestamp> parse_timestamp(std::string_view text) noexcept;
    friend std::string format_timestamp(timestamp const& value);

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
    its fraction: none is lost.
*/
constexpr std::optional<timestamp> parse_timestamp(std::string_view text) noexcept
{
    auto const read = detail::read_rfc3339(text);
    if (!read || read->fraction.size() > 18)
        return {};
    timestamp value;
    value.seconds_ = read->seconds;
    for (std::size_t i = 0; i != 18; ++i)
    {
        std::uint32_t& part = i < 9 ? value.nanoseconds_ : value.below_;
        bool const given = i < read->fraction.size();
        part = part * 10 + (given ? static_cast<std::uint32_t>(read->fraction[i] - '0') : 0u);
        value.digits_ = static_cast<std::uint8_t>(value.digits_ + (given ? 1 : 0));
    }
    value.offset_ = static_cast<std::int16_t>(read->offset);
    value.zone_ = read->is_utc                             ? timestamp::zone::utc
                  : read->offset == 0 && read->sign == '-' ? timestamp::zone::unknown
                                                           : timestamp::zone::offset;
    value.lower_t_ = text[10] == 't';
    value.lower_z_ = read->sign == 'z';
    value.is_leap_ = read->is_leap;
    return value;
}

/** Writes an RFC 3339 timestamp as it was read, or as timestamp() says. @returns An empty text
    where there is no point in time, or the local year is not one from 0 to 9999. */
inline std::string format_timestamp(timestamp const& value)
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

} // namespace restbind
