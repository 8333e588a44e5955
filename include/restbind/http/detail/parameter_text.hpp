#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/underlying.hpp>
#include <restbind/core/timestamp.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace restbind::http
{

namespace detail
{

template <class T>
concept boolean = std::same_as<T, bool>;

template <class T>
concept integer = std::integral<T> && !boolean<T>;

template <class T>
concept enumeration = std::is_enum_v<T>;

} // namespace detail

/** @name Text of a value in a path, a query or a header
    Numbers without exponent padding or locale, `true` and `false`, dates as `YYYY-MM-DD`, instants
    in UTC, timestamps with their offset, enumerations as their numbers. Nothing is returned for a
    number that is not finite and for a timestamp of no year from 0 to 9999.
    @{
*/
inline std::optional<std::string> parameter_text(std::string_view value)
{
    return std::string(value);
}

template <detail::boolean T>
std::optional<std::string> parameter_text(T value)
{
    return std::string(value ? "true" : "false");
}

template <detail::integer T>
std::optional<std::string> parameter_text(T value)
{
    return std::to_string(value);
}

template <std::floating_point T>
std::optional<std::string> parameter_text(T value)
{
    if (!std::isfinite(value))
        return std::nullopt;
    std::array<char, 64> buffer;
    auto const written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), written.ptr);
}

template <detail::enumeration T>
std::optional<std::string> parameter_text(T value)
{
    return std::to_string(static_cast<restbind::detail::underlying<T>>(value));
}

inline std::optional<std::string> parameter_text(date value)
{
    return format_date(value);
}

inline std::optional<std::string> parameter_text(utc_instant value)
{
    return format_utc_instant(value);
}

inline std::optional<std::string> parameter_text(timestamp const& value)
{
    std::string text = format_timestamp(value);
    if (text.empty())
        return std::nullopt;
    return text;
}

inline std::optional<std::string> parameter_text(decimal const& value)
{
    return value.to_string();
}
/** @} */

} // namespace restbind::http
