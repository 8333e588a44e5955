// SPDX-License-Identifier: BSL-1.0
// Runs compiled regular expressions, for the keyword `pattern` of JSON Schema.
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

/** What a step of a program does before the program goes on at the step `next`. */
enum class pattern_step : std::uint32_t
{
    characters, ///< takes one character, of the set at `index`
    count,      ///< takes several characters of one set, as the count at `index` says
    split,      ///< goes on at the step `index` as well
    begin,      ///< goes on only at the start of the text (`^`)
    end,        ///< goes on only at the end of the text (`$`)
    boundary,   ///< goes on only where a word begins or ends (`\b`)
    inside,     ///< goes on only where none begins or ends (`\B`)
    look,       ///< goes on only where the look-around `index` matches
    no_look,    ///< goes on only where it does not
    accept      ///< the expression matches; there is no next step
};

/** Upper bound of a repetition that has none, as in `a*`. */
inline constexpr std::uint32_t unlimited = (std::numeric_limits<std::uint32_t>::max)();

/** The most steps that one check may take: about half a second. */
inline constexpr std::size_t max_pattern_work = 100'000'000;

/** Bits of the first word of a set of characters: how many bounds and how many properties follow,
    and whether the set is everything but these. */
inline constexpr std::uint32_t set_bounds = 0xFFFFFF;
inline constexpr unsigned set_properties_shift = 24;
inline constexpr std::uint32_t set_properties = 0x7F;
inline constexpr std::uint32_t set_negative = 0x80000000;

/** A compiled expression: an array of words. The generator makes it (spec/pattern.py).

    | words | meaning |
    |---|---|
    | 4 | how many steps, number of the first step, how many look-arounds, how many counts |
    | 3 for each step | what it does (`pattern_step`), `next`, `index` |
    | 2 for each look-around | its first step; 1 if it looks behind, else 0 |
    | sets and counts | an `index` is the place of one behind the look-arounds |

    A set has a first word (see above), bounds and properties. The bounds are in turns the first
    character inside and the first one outside. The properties are those of unicode_properties.hpp.
    A count has the place of its set, the fewest and the most characters, and a number of its own.
*/
struct pattern_code
{
    std::uint32_t const* words;
    bool (*has_property)(
        std::uint32_t property, std::uint32_t c) = nullptr; // null if no set has properties

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

/** Whether the expression matches somewhere in `text`. Takes at most as many steps as the text has
    characters, times the steps of the program.

    @param steps How many steps it may take; those that it takes are subtracted. At 0 nothing
    matches.
*/
RESTBIND_DECL bool matches(pattern_code code, std::string_view text, std::size_t& steps);

/** The same with `max_pattern_work` steps. */
inline bool matches(pattern_code code, std::string_view text)
{
    std::size_t steps = max_pattern_work;
    return matches(code, text, steps);
}

} // namespace detail

/** Whether a compiled expression without properties of characters matches somewhere in `text`.
    False for a text that is not UTF-8, or that takes more than 100,000,000 steps. */
inline bool matches(std::uint32_t const* program, std::string_view text)
{
    return detail::matches(detail::pattern_code{program}, text);
}

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/json/schema/pattern.ipp>
#endif
