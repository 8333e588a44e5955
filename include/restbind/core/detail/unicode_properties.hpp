// Patterns whose sets of characters name properties: `\p{L}`.
#pragma once

#include <restbind/core/detail/pattern.hpp>
#include <restbind/core/detail/unicode_table.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind
{

namespace detail
{

/** A word for a property: bits for the general categories of category_names, or these and the index
    of one of `scripts`. */
inline constexpr std::uint32_t of_script = 0x80000000;
inline constexpr std::uint32_t of_other_scripts = 0x40000000;

/** Where each of category_runs starts, times 32, plus its category: sorted, to be searched. */
inline constexpr std::array<std::uint32_t, category_runs.size()> category_starts = []
{
    std::array<std::uint32_t, category_runs.size()> out{};
    std::uint32_t first = 0;
    for (std::size_t i = 0; i != out.size(); ++i)
    {
        out[i] = first << 5 | (category_runs[i] & 31u);
        first += category_runs[i] >> 5;
    }
    return out;
}();

/** The number of the general category of a character. */
inline std::uint32_t category_of(std::uint32_t c) noexcept
{
    std::uint32_t const run =
        *(std::upper_bound(category_starts.begin(), category_starts.end(), c << 5 | 31u) - 1);
    std::uint32_t const category = run & 31u;
    return category < cased_in_turns ? category : (c - (run >> 5) + category) % 2;
}

inline bool has_property(std::uint32_t property, std::uint32_t c) noexcept
{
    if ((property & of_script) == 0)
        return (property >> category_of(c) & 1u) != 0;
    script_entry const& script = scripts[property & 31u];
    auto const* const first = script_ranges.data() + script.first;
    for (std::size_t i = 0; i != 2u * script.count; i += 2)
        if (c >= first[i] && c <= first[i + 1])
            return (property & of_other_scripts) == 0;
    return (property & of_other_scripts) != 0;
}

} // namespace detail

/** matches() for an expression with properties of characters. */
inline bool matches_properties(std::uint32_t const* program, std::string_view text)
{
    return detail::matches({program, &detail::has_property}, text);
}

} // namespace restbind
