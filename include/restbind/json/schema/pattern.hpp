// SPDX-License-Identifier: BSL-1.0
// Runs regular expressions that are compiled: the keyword `pattern` of JSON Schema.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** What a step of a program does, before it goes on at `next`. */
enum class pattern_step : std::uint32_t
{
    characters, ///< takes a character of the set at `index`
    count,      ///< takes several characters of one set: the count at `index`
    split,      ///< goes on at `index`, too
    begin,      ///< at the start of the text only
    end,        ///< at the end only
    boundary,   ///< between a word character and another
    inside,     ///< anywhere else
    look,       ///< where the look `index` holds
    no_look,    ///< where it does not
    accept      ///< matched; there is no next
};

/** What repeats without an end have for their upper bound. */
inline constexpr std::uint32_t unlimited = (std::numeric_limits<std::uint32_t>::max)();

/** The most steps that one check takes; about half a second. */
inline constexpr std::size_t max_pattern_work = 100'000'000;

/** The bits of the word that a set of characters begins with: how many bounds and how many
    properties follow, and whether it is all that is not there. */
inline constexpr std::uint32_t set_bounds = 0xFFFFFF;
inline constexpr unsigned set_properties_shift = 24;
inline constexpr std::uint32_t set_properties = 0x7F;
inline constexpr std::uint32_t set_negative = 0x80000000;

/** A compiled expression, in words: the number of steps, the first step, the numbers of looks and
    of counts; each step (what, next, index); each look (first step, 1 when it looks behind); then
    sets and counts, whose index is their place behind the looks. A set is its first word; its
    bounds, which are where it starts and ends in turns; its properties (unicode_properties.hpp). A
    count is the place of its set, the least and the most characters, and its number.

    The generator compiles those of a document (spec/pattern.py). */
struct pattern_code
{
    std::uint32_t const* words;
    bool (*has_property)(
        std::uint32_t property, std::uint32_t c) = nullptr; // of a set that has some

    std::uint32_t const* step(std::uint32_t i) const noexcept { return words + 4 + 3 * i; }
    std::uint32_t const* look(std::uint32_t i) const noexcept { return step(words[0]) + 2 * i; }
    std::uint32_t const* data(std::uint32_t place) const noexcept { return look(words[2]) + place; }

    bool has(std::uint32_t set, std::uint32_t c) const
    {
        std::uint32_t const* const first = data(set) + 1;
        std::uint32_t const* const last = first + (first[-1] & set_bounds);
        bool found = (std::upper_bound(first, last, c) - first) % 2 != 0;
        for (std::uint32_t i = first[-1] >> set_properties_shift & set_properties; i-- != 0;)
            found = found || has_property(last[i], c);
        return found != ((first[-1] & set_negative) != 0);
    }
};

/** True when the expression fits somewhere in `text`. Takes at most as many steps as the text has
    characters, times the steps of the program.
    @param steps How many it may take: those that it takes are subtracted. At 0 nothing fits. */
RESTBIND_DECL bool matches(pattern_code code, std::string_view text, std::size_t& steps);

/** The same, with as many steps as a check has. */
inline bool matches(pattern_code code, std::string_view text)
{
    std::size_t steps = max_pattern_work;
    return matches(code, text, steps);
}

} // namespace detail

/** True when a compiled expression, whose sets name no properties, fits somewhere in `text`; `^`
   and
    `$` tie it to the ends. Nothing fits into text that is not UTF-8, or whose check takes more than
    100,000,000 steps. */
inline bool matches(std::uint32_t const* program, std::string_view text)
{
    return detail::matches(detail::pattern_code{program}, text);
}

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/schema/pattern.ipp>
#endif
