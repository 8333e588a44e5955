// Member names as they stand in a text.
#pragma once

#include <restbind/core/utf8.hpp>
#include <restbind/json/members.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace restbind::json::detail
{

/** Calls `put(c)` for each character of a string as JSON writes it, without the quotes. */
template <class Put>
constexpr void put_escaped(std::string_view text, Put&& put)
{
    constexpr std::string_view hex = "0123456789abcdef";
    constexpr std::string_view plain = "\"\\\b\f\n\r\t";
    constexpr std::string_view short_forms = "\"\\bfnrt";
    for (char const c : text)
    {
        std::size_t const known = plain.find(c);
        auto const code = static_cast<unsigned char>(c);
        if (known != std::string_view::npos)
        {
            put('\\');
            put(short_forms[known]);
        }
        else if (code < 0x20)
        {
            for (char const each : {'\\', 'u', '0', '0', hex[code >> 4], hex[code & 15u]})
                put(each);
        }
        else
            put(c);
    }
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

/** `,"name":` of member I of D, with escapes where the name needs them: what stands in front of its
    value in a compact text. */
template <class D, std::size_t I>
inline constexpr auto name_literal = []
{
    constexpr std::string_view name = member_table<D>[I].name;
    static_assert(is_utf8(name), "a member's name must be UTF-8");
    constexpr std::size_t size = [name]
    {
        std::size_t count = 0;
        put_escaped(name, [&](char) { ++count; });
        return count;
    }();
    std::array<char, size + 4> text{};
    std::size_t at = 0;
    text[at++] = ',';
    text[at++] = '"';
    put_escaped(name, [&](char c) { text[at++] = c; });
    text[at++] = '"';
    text[at++] = ':';
    return text;
}();

} // namespace restbind::json::detail
