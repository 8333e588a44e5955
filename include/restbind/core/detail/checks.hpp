// SPDX-License-Identifier: BSL-1.0
// What generated rules call: uniqueItems and formats of JSON Schema, and quantifiers over lists.
#pragma once

#include <restbind/core/decimal.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

/** True when no two elements are equal.

    Elements that have an order are sorted (n log n comparisons); others, such as models, are
    compared with each other.
*/
template <class Range>
bool are_unique(Range const& range)
{
    using element = typename Range::value_type;
    if constexpr (std::is_same_v<Range, std::vector<bool>>)
        return range.size() < 2 || (range.size() == 2 && range[0] != range[1]);
    else if constexpr (std::totally_ordered<element> && !std::is_floating_point_v<element>)
    {
        std::vector<element const*> sorted;
        sorted.reserve(range.size());
        for (element const& one : range)
            sorted.push_back(&one);
        std::sort(sorted.begin(), sorted.end(),
            [](element const* a, element const* b) { return *a < *b; });
        return std::adjacent_find(sorted.begin(), sorted.end(),
                   [](element const* a, element const* b) { return *a == *b; }) == sorted.end();
    }
    else
    {
        for (auto one = range.begin(); one != range.end(); ++one)
            if (std::find(range.begin(), one, *one) != one)
                return false;
        return true;
    }
}

// <algorithm> has the same functions, but including it costs each file of a client 7 MB of the
// compiler's memory and a twentieth of a second. Elements of a std::vector<bool> are converted to
// bool, here and elsewhere, because libc++ has a type of its own for them.

/** The number of elements for which `is` is true. */
template <class Range, class Predicate>
constexpr std::size_t count_if(Range const& range, Predicate is)
{
    std::size_t count = 0;
    for (typename Range::value_type const& element : range)
        count += is(element) ? 1 : 0;
    return count;
}

/** True when `is` is true for an element; false for an empty range. */
template <class Range, class Predicate>
constexpr bool any_of(Range const& range, Predicate is)
{
    for (typename Range::value_type const& element : range)
        if (is(element))
            return true;
    return false;
}

/** True when `is` is true for each element; true for an empty range. */
template <class Range, class Predicate>
constexpr bool all_of(Range const& range, Predicate is)
{
    for (typename Range::value_type const& element : range)
        if (!is(element))
            return false;
    return true;
}

/** @name Formats
    True for every text of the format. Where a standard leaves something open, or servers differ in
    what they accept, they are true for the other texts, too.
    @{
*/

/** RFC 9562: `01234567-89ab-cdef-0123-456789ABCDEF`, of any version. */
RESTBIND_DECL bool is_uuid(std::string_view text) noexcept;

/** RFC 5321 and 6531: text in quotes, or without white space and `()<>[]:;,"\@`, then `@`, then a
    host, or an address in brackets. Lengths are not checked. */
RESTBIND_DECL bool is_email(std::string_view text) noexcept;

/** RFC 1123: names of 1 to 63 letters, digits and hyphens that do not stand at an end, with dots
    between; all at most 253, a dot at the end left out. */
RESTBIND_DECL bool is_hostname(std::string_view text) noexcept;

/** Four numbers to 255 without zeros in front, with dots between. */
RESTBIND_DECL bool is_ipv4(std::string_view text) noexcept;

/** RFC 4291, section 2.2, without a zone. */
RESTBIND_DECL bool is_ipv6(std::string_view text) noexcept;

/** RFC 3986: a scheme, a colon, and what may follow it. Brackets may stand anywhere. */
RESTBIND_DECL bool is_uri(std::string_view text) noexcept;

/** RFC 3986: the same, or only what may follow a scheme. */
RESTBIND_DECL bool is_uri_reference(std::string_view text) noexcept;

/** RFC 3339: `23:59:60.25+02:00`. Seconds and the offset may be missing. */
RESTBIND_DECL bool is_time(std::string_view text) noexcept;

/** RFC 3339, appendix A: `P1Y2M3DT4H5M6S`, `P2W`. Units may be left out, the last number may have
    a fraction, and a sign may stand in front. */
RESTBIND_DECL bool is_duration(std::string_view text) noexcept;

/** @} */

namespace detail
{

/** The magnitude of a value: a multiple of a step if, and only if, the value is one. */
template <std::integral Integer>
constexpr scientific magnitude_of(Integer value) noexcept
{
    scientific number;
    // Unsigned, because the smallest value has no positive counterpart.
    number.coefficient =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return number;
}

/** True when `value` is `step` times a whole number. False for what is no number, and where a
    coefficient has more than 64 bits. */
constexpr bool is_multiple(
    std::optional<scientific> const& value, std::optional<scientific> const& step) noexcept
{
    if (!value || !step || step->coefficient == 0)
        return false;
    if (value->coefficient == 0)
        return true;
    std::int64_t shift = (value->zeros - value->scale) - (step->zeros - step->scale);
    std::uint64_t unit = step->coefficient;
    // Of the step times 10^-shift: beyond 64 bits it is larger than the value.
    for (; shift < 0; ++shift)
        if (detail::multiply_overflows(unit, std::uint64_t{10}, unit))
            return false;
    // What the value leaves of the step has to divide 10^shift, that is 2^shift * 5^shift.
    unit /= std::gcd(unit, value->coefficient);
    for (std::int64_t twos = shift; twos != 0 && unit % 2 == 0; --twos)
        unit /= 2;
    for (std::int64_t fives = shift; fives != 0 && unit % 5 == 0; --fives)
        unit /= 5;
    return unit == 1;
}

} // namespace detail

/** True when `value` is a whole number of steps.

    Floating-point numbers count as what they are written as, so 0.3 is a multiple of 0.1. Not a
    number and infinities are multiples of nothing.
    @param step A number above 0 in the grammar of JSON: `0.01`.
*/
template <std::integral Integer>
constexpr bool is_multiple(Integer value, std::string_view step) noexcept
{
    return detail::is_multiple(detail::magnitude_of(value), detail::read_scientific(step));
}
template <std::floating_point Floating>
bool is_multiple(Floating value, std::string_view step) noexcept
{
    std::array<char, 64> text;
    char* const end = detail::put_floating(text.data(), value);
    std::string_view const number(text.data(), static_cast<std::size_t>(end - text.data()));
    return detail::is_multiple(detail::read_scientific(number), detail::read_scientific(step));
}
inline bool is_multiple(decimal value, std::string_view step) noexcept
{
    auto number = detail::magnitude_of(value.coefficient());
    number.scale = value.scale();
    return detail::is_multiple(number, detail::read_scientific(step));
}

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/checks.ipp>
#endif
