// SPDX-License-Identifier: BSL-1.0
// The names of members as they stand in a text, and finding a member by its name.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/tokens.hpp>
#include <restbind/json/writer.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::json::detail
{

/** No member. */
inline constexpr std::size_t unknown_member = static_cast<std::size_t>(-1);

/** What the place of a name in the table depends on: length, first, middle and last character. */
constexpr std::uint32_t name_features(std::string_view name) noexcept
{
    auto const byte = [name](std::size_t i)
    { return std::uint32_t{static_cast<unsigned char>(name[i])}; };
    if (name.empty())
        return 0;
    return byte(0) | byte(name.size() - 1) << 8 | byte(name.size() / 2) << 16 |
           static_cast<std::uint32_t>(name.size() & 0xFFu) << 24;
}

/** The names of members, each as it is and as it stands in front of a value: `,"name":`. Numbers,
    because views would cost a program a relocation and two words for every one. */
struct name_texts
{
    struct place
    {
        std::uint32_t literal;
        std::uint32_t literal_size;
        std::uint32_t name;
        std::uint32_t name_size;
    };

    char const* text = nullptr;
    place const* places = nullptr;

    constexpr std::string_view name(std::size_t i) const noexcept
    {
        return {text + places[i].name, places[i].name_size};
    }
    constexpr std::string_view literal(std::size_t i) const noexcept
    {
        return {text + places[i].literal, places[i].literal_size};
    }
};

/** A hash table of names that is made at compile time: one multiplication, one look, one
    comparison.

    The multiplier is searched so that no two names share a slot. Where none is found (many names,
    or names alike in all that is looked at), names of one slot are chained.
*/
struct name_table
{
    static constexpr std::uint16_t none = 0xFFFF;

    name_texts texts{};
    std::uint16_t const* buckets = nullptr;
    /** For each member the next one of its slot. */
    std::uint16_t const* chain = nullptr;
    std::uint32_t multiplier = 0;
    unsigned shift = 31;

    std::size_t find(std::string_view name) const noexcept
    {
        std::uint16_t index = buckets[name_features(name) * multiplier >> shift];
        for (; index != none; index = chain[index])
        {
            std::string_view const candidate = texts.name(index);
            if (candidate.size() == name.size() && same(candidate.data(), name.data(), name.size()))
                return index;
        }
        return unknown_member;
    }
};

/** The arrays behind a name_table. */
template <std::size_t Count>
struct name_slots
{
    static_assert(Count < name_table::none, "a type has too many members");

    // At most every fourth slot is taken: then few multipliers have to be tried.
    static constexpr unsigned bits = std::bit_width(Count) + 2;

    std::uint16_t buckets[std::size_t{1} << bits]{};
    std::uint16_t chain[Count + 1]{};
    std::uint32_t multiplier = 0;

    static constexpr unsigned shift = 32 - bits;

    /** @param members Count of them. */
    constexpr explicit name_slots(member const* members)
    {
        multiplier = find_multiplier(members);
        for (std::uint16_t& bucket : buckets)
            bucket = name_table::none;
        for (std::size_t i = Count; i-- != 0;)
        {
            std::uint16_t& bucket = buckets[name_features(members[i].name) * multiplier >> shift];
            chain[i] = bucket;
            bucket = static_cast<std::uint16_t>(i);
        }
    }

    constexpr name_table table(name_texts const& texts) const noexcept
    {
        return {texts, buckets, chain, multiplier, shift};
    }

private:
    static constexpr std::uint32_t find_multiplier(member const* members)
    {
        std::uint32_t candidate = 0x9E3779B1u;
        std::uint32_t best = candidate;
        std::size_t best_count = 0;
        // Which attempt took a slot last: nothing has to be cleared between attempts.
        std::uint16_t taken_by[std::size_t{1} << bits]{};
        for (std::uint16_t attempt = 1; attempt <= 300; ++attempt)
        {
            std::size_t count = 0;
            while (count != Count)
            {
                std::uint16_t& slot =
                    taken_by[name_features(members[count].name) * candidate >> shift];
                if (slot == attempt)
                    break;
                slot = attempt;
                ++count;
            }
            if (count == Count)
                return candidate;
            if (count > best_count)
            {
                best_count = count;
                best = candidate;
            }
            candidate = (candidate * 1664525u + 1013904223u) | 1u;
        }
        return best;
    }
};

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
