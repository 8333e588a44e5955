#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace restbind::http
{

/** The character in lower case if it is one of A to Z; independent of the locale. */
constexpr char to_lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/** Whether the character is one of 0 to 9. */
constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/** A whole number of at least one digit and nothing else; the limit, where it is larger.
    @param limit Less than a tenth of what the type holds. */
constexpr std::optional<std::int64_t> read_saturated(
    std::string_view digits, std::int64_t limit) noexcept
{
    std::int64_t value = 0;
    for (char const c : digits)
    {
        if (!is_digit(c))
            return std::nullopt;
        value = value * 10 + (c - '0');
        value = value < limit ? value : limit;
    }
    return digits.empty() ? std::nullopt : std::optional(value);
}

/** Whether the text holds a control character. */
constexpr bool has_control(std::string_view text) noexcept
{
    for (char const c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7F')
            return true;
    return false;
}

/** Whether the character is one of A to Z or a to z. */
constexpr bool is_letter(char c) noexcept
{
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

/** Value of a hexadecimal digit, or -1. */
constexpr int hex_value(char c) noexcept
{
    if (is_digit(c))
        return c - '0';
    char const lower = to_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/** Whether two texts are equal when A to Z count as a to z. */
constexpr bool iequals(std::string_view a, std::string_view b) noexcept
{
    if (a.size() != b.size())
        return false;
    if (a == b)
        return true;
    for (std::size_t i = 0; i != a.size(); ++i)
        if (a[i] != b[i] && to_lower(a[i]) != to_lower(b[i]))
            return false;
    return true;
}

/** The text without spaces and tabs at both ends. */
constexpr std::string_view trim(std::string_view text) noexcept
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/** Takes the next element off a list with commas between its elements, without the spaces around
    it. */
constexpr std::string_view take_element(std::string_view& list) noexcept
{
    std::size_t const comma = list.find(',');
    std::string_view const element = trim(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    return element;
}

} // namespace restbind::http
