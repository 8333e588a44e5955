#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/detail/ascii.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace restbind::http
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

/// Reads the three date forms of RFC 9110 from left to right; `ok` turns false at the first thing
/// out of place.
class http_date_reader
{
public:
    explicit constexpr http_date_reader(std::string_view text) noexcept
        : rest_(text)
    {
    }

    constexpr bool ok() const noexcept { return ok_ && rest_.empty(); }

    constexpr void literal(std::string_view text) noexcept
    {
        ok_ = ok_ && rest_.starts_with(text);
        if (ok_)
            rest_.remove_prefix(text.size());
    }

    constexpr int number(std::size_t digits, bool space_padded = false) noexcept
    {
        int value = 0;
        ok_ = ok_ && rest_.size() >= digits;
        for (std::size_t i = 0; ok_ && i != digits; ++i)
        {
            char const c = rest_[i] == ' ' && space_padded && i == 0 ? '0' : rest_[i];
            ok_ = is_digit(c);
            value = value * 10 + (c - '0');
        }
        if (ok_)
            rest_.remove_prefix(digits);
        return ok_ ? value : 0;
    }

    template <std::size_t N>
    constexpr unsigned one_of(std::array<std::string_view, N> const& names) noexcept
    {
        for (unsigned i = 0; ok_ && i != N; ++i)
        {
            if (rest_.starts_with(names[i]))
            {
                rest_.remove_prefix(names[i].size());
                return i;
            }
        }
        ok_ = false;
        return 0;
    }

private:
    std::string_view rest_;
    bool ok_ = true;
};

inline constexpr std::array<std::string_view, 12> month_names{
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
inline constexpr std::array<std::string_view, 7> day_names{
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
inline constexpr std::array<std::string_view, 7> long_day_names{
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

/// The moment, or nothing if such a date or time does not exist. A leap second counts as the second
/// before.
RESTBIND_COLD inline std::optional<std::chrono::sys_seconds> moment(
    int year, unsigned month, int day, int hour, int minute, int second)
{
    using namespace std::chrono;
    year_month_day const date{std::chrono::year(year), std::chrono::month(month + 1),
        std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    return sys_days(date) + hours(hour) + minutes(minute) + seconds(second == 60 ? 59 : second);
}

/// `06 Nov 1994 08:49:37` or, with dashes and a year of two digits, `06-Nov-94 08:49:37`.
RESTBIND_COLD inline std::optional<std::chrono::sys_seconds> read_day_first(
    http_date_reader reader, std::string_view separator, std::size_t year_digits)
{
    int const day = reader.number(2);
    reader.literal(separator);
    unsigned const month = reader.one_of(month_names);
    reader.literal(separator);
    int year = reader.number(year_digits);
    if (year_digits == 2)
        year += year < 70 ? 2000 : 1900;
    reader.literal(" ");
    int const hour = reader.number(2);
    reader.literal(":");
    int const minute = reader.number(2);
    reader.literal(":");
    int const second = reader.number(2);
    reader.literal(" GMT");
    return reader.ok() ? moment(year, month, day, hour, minute, second) : std::nullopt;
}

/// `Nov  6 08:49:37 1994`, the form of C's asctime.
RESTBIND_COLD inline std::optional<std::chrono::sys_seconds> read_month_first(
    http_date_reader reader)
{
    unsigned const month = reader.one_of(month_names);
    reader.literal(" ");
    int const day = reader.number(2, true);
    reader.literal(" ");
    int const hour = reader.number(2);
    reader.literal(":");
    int const minute = reader.number(2);
    reader.literal(":");
    int const second = reader.number(2);
    reader.literal(" ");
    int const year = reader.number(4);
    return reader.ok() ? moment(year, month, day, hour, minute, second) : std::nullopt;
}

} // namespace detail

/** Reads an HTTP date in any of its three forms; nothing if it is none. The name of the weekday is
    not held to the date. */
RESTBIND_COLD inline std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text)
{
    {
        detail::http_date_reader reader(text);
        reader.one_of(detail::day_names);
        auto by_comma = reader;
        by_comma.literal(", ");
        if (auto const found = detail::read_day_first(by_comma, " ", 4))
            return found;
        reader.literal(" ");
        if (auto const found = detail::read_month_first(reader))
            return found;
    }
    detail::http_date_reader reader(text);
    reader.one_of(detail::long_day_names);
    reader.literal(", ");
    return detail::read_day_first(reader, "-", 2);
}

/** Reads the value of a Retry-After header: a whole number of seconds or an HTTP date.

    A number too large to be meant counts as 10^9 seconds. Nothing is returned for anything else, a
    sign or a fraction included.
*/
RESTBIND_COLD inline std::optional<retry_after> parse_retry_after(std::string_view text)
{
    constexpr std::int64_t limit = 1'000'000'000;
    text = trim(text);
    if (text.empty())
        return std::nullopt;
    if (!is_digit(text.front()))
    {
        auto const date = parse_http_date(text);
        return date ? std::optional(retry_after{.delay = std::nullopt, .date = *date})
                    : std::nullopt;
    }
    std::int64_t value = 0;
    for (char const c : text)
    {
        if (!is_digit(c))
            return std::nullopt;
        value = value * 10 + (c - '0');
        value = value < limit ? value : limit;
    }
    return retry_after{.delay = std::chrono::seconds(value), .date = {}};
}

} // namespace restbind::http
