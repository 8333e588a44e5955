// Member names as they stand in a text.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/members.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::json::detail
{

/** The letter behind the backslash where JSON has a short form for `c`, else NUL. */
constexpr char short_escape(char c) noexcept
{
    switch (c)
    {
    case '"':
    case '\\':
        return c;
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return '\0';
    }
}

/** The number of characters of a string as JSON writes it, without the quotes. */
constexpr std::size_t escaped_size(std::string_view text) noexcept
{
    std::size_t size = 0;
    for (char const c : text)
        size += short_escape(c) != '\0' ? 2 : static_cast<unsigned char>(c) < 0x20 ? 6 : 1;
    return size;
}

constexpr bool is_utf8(std::string_view text) noexcept
{
    char const* at = text.data();
    char const* const end = at + text.size();
    while (at != end)
    {
        std::size_t const size = restbind::detail::utf8_sequence(at, end);
        if (size == 0)
            return false;
        at += size;
    }
    return true;
}

constexpr bool has_utf8_names(member const* table, std::size_t count) noexcept
{
    for (std::size_t i = 0; i != count; ++i)
        if (!is_utf8(table[i].name))
            return false;
    return true;
}

/** Writes `,"name":` in as many characters as escaped_size() says, and 4. */
constexpr void put_name_literal(char* to, std::string_view name) noexcept
{
    constexpr char hex[] = "0123456789abcdef";
    *to++ = ',';
    *to++ = '"';
    for (char const c : name)
    {
        auto const code = static_cast<unsigned char>(c);
        if (char const letter = short_escape(c); letter != '\0')
        {
            *to++ = '\\';
            *to++ = letter;
        }
        else if (code < 0x20)
        {
            *to++ = '\\';
            *to++ = 'u';
            *to++ = '0';
            *to++ = '0';
            *to++ = hex[code >> 4];
            *to++ = hex[code & 15u];
        }
        else
            *to++ = c;
    }
    *to++ = '"';
    *to++ = ':';
}

/** A name as it stands in front of a value in a compact text. A type for each size, so that names
    of one size share it. */
template <std::size_t Size>
struct name_text
{
    static constexpr std::size_t size = Size;

    char text[Size]{};

    constexpr explicit name_text(std::string_view name) noexcept { put_name_literal(text, name); }
};

/** The name of member I of D as it stands in front of its value in a compact text, with escapes
    where the name needs them. */
template <class D, std::size_t I>
inline constexpr name_text<escaped_size(member_table<D>[I].name) + 4> name_literal{
    member_table<D>[I].name};

} // namespace restbind::json::detail
