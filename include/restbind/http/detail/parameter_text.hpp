// The text of a single value, where it is no JSON: in a path, a query, a header or a body of text.
#pragma once

#include <restbind/json/encode.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace restbind::http
{

/** A text as it is, and that of a string enum; a number, a boolean, a date, an instant in UTC, a timestamp or an enumeration
    as in JSON, without its quotes. Nothing for what JSON cannot hold: a number that is not finite,
    a day or a timestamp of no year from 0 to 9999, an enum without a value. */
inline std::optional<std::string> parameter_text(std::string_view value)
{
    return std::string(value);
}

template <string_enumeration T>
std::optional<std::string> parameter_text(T const& value)
{
    return value.has_value() ? std::optional<std::string>(value.str()) : std::nullopt;
}

/** The types of single values that have nothing to escape. */
template <class T>
concept single_value =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, decimal> ||
    std::is_same_v<T, date> || std::is_same_v<T, utc_instant> || std::is_same_v<T, timestamp>;

template <single_value T>
std::optional<std::string> parameter_text(T const& value)
{
    std::string text;
    if (!json::encode_to(text, value))
        return std::nullopt;
    if (text.starts_with('"'))
        text = text.substr(1, text.size() - 2);
    return text;
}

} // namespace restbind::http
