// Finding a member by its name.
#pragma once

#include <restbind/core/detail/member.hpp>
#include <restbind/json/detail/compare.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind::json::detail
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

} // namespace restbind::json::detail
