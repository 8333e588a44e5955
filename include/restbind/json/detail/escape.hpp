// Characters that JSON writes as escapes.
#pragma once

#include <cstddef>
#include <string_view>

namespace restbind::json::detail
{

/** The letter behind the backslash where JSON has a short form for `c`, else NUL. */
constexpr char short_escape(char c) noexcept
{
    constexpr std::string_view known = "\"\\\b\f\n\r\t";
    std::size_t const index = known.find(c);
    return index == known.npos ? '\0' : "\"\\bfnrt"[index];
}

/** Writes the escape of a quote, a backslash or a control character: 2 or 6 characters. @returns
    One past the last. */
constexpr char* put_escape(char* to, char c) noexcept
{
    constexpr std::string_view hex = "0123456789abcdef";
    auto const code = static_cast<unsigned char>(c);
    *to++ = '\\';
    if (char const letter = short_escape(c); letter != '\0')
    {
        *to++ = letter;
        return to;
    }
    for (char const digit : {'u', '0', '0', hex[code >> 4], hex[code & 15u]})
        *to++ = digit;
    return to;
}

} // namespace restbind::json::detail
