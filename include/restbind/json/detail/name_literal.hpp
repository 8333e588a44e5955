// Member names as they stand in a text.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/escape.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/names.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind::json::detail
{

/** The number of characters of a string as JSON writes it, without the quotes. */
constexpr std::size_t escaped_size(std::string_view text) noexcept
{
    std::size_t size = 0;
    for (char const c : text)
        size += short_escape(c) != '\0' ? 2 : static_cast<unsigned char>(c) < 0x20 ? 6 : 1;
    return size;
}

constexpr bool has_utf8_names(member const* table, std::size_t count) noexcept
{
    for (std::size_t i = 0; i != count; ++i)
        if (utf8_prefix(table[i].name) != table[i].name.size())
            return false;
    return true;
}

/** Writes `,"name":` in as many characters as escaped_size() says, and 4. */
constexpr void put_name_literal(char* to, std::string_view name) noexcept
{
    *to++ = ',';
    *to++ = '"';
    for (char const c : name)
        if (short_escape(c) != '\0' || static_cast<unsigned char>(c) < 0x20)
            to = put_escape(to, c);
        else
            *to++ = c;
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

/** How long the text of a name_texts is. */
constexpr std::size_t name_texts_size(member const* members, std::size_t count) noexcept
{
    std::size_t sum = 0;
    for (std::size_t i = 0; i != count; ++i)
    {
        std::size_t const size = members[i].name.size();
        std::size_t const escaped = escaped_size(members[i].name);
        sum += escaped + 4 + (escaped != size ? size : 0);
    }
    return sum;
}

/** What a name_texts refers to. @tparam Size Its name_texts_size(). */
template <std::size_t Count, std::size_t Size>
struct name_texts_of
{
    char text[Size + 1]{};
    name_texts::place places[Count + 1]{};

    constexpr explicit name_texts_of(member const* members) noexcept
    {
        std::uint32_t at = 0;
        for (std::size_t i = 0; i != Count; ++i)
        {
            std::string_view const name = members[i].name;
            auto const size = static_cast<std::uint32_t>(escaped_size(name));
            places[i] = {at, size + 4, at + 2, static_cast<std::uint32_t>(name.size())};
            put_name_literal(text + at, name);
            at += size + 4;
            if (size == name.size())
                continue;
            places[i].name = at; // a name that the literal escapes stands behind it once more
            at += static_cast<std::uint32_t>(name.copy(text + at, name.size()));
        }
    }

    constexpr name_texts texts() const noexcept { return {text, places}; }
};

} // namespace restbind::json::detail
