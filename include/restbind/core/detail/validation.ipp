// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/core/validation.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/raise.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/validation.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** A limit of a rule as a number. */
RESTBIND_COLD inline std::optional<rule_bound> bound_of(std::string_view limit, bool exclusive)
{
    rule_bound found{.exclusive = exclusive};
    if (from_chars(limit, found.value) != std::errc())
        return std::nullopt;
    return found;
}

} // namespace detail

RESTBIND_DECL std::optional<rule_bound> rule_info::minimum() const
{
    switch (rule)
    {
    case rule_kind::minimum:
    case rule_kind::min_length:
    case rule_kind::min_items:
    case rule_kind::min_properties:
        return detail::bound_of(limit, false);
    case rule_kind::exclusive_minimum:
        return detail::bound_of(limit, true);
    case rule_kind::range:
        return detail::bound_of(limit.substr(0, limit.find(' ')), false);
    default:
        return std::nullopt;
    }
}

RESTBIND_DECL std::optional<rule_bound> rule_info::maximum() const
{
    switch (rule)
    {
    case rule_kind::maximum:
    case rule_kind::max_length:
    case rule_kind::max_items:
    case rule_kind::max_properties:
        return detail::bound_of(limit, false);
    case rule_kind::exclusive_maximum:
        return detail::bound_of(limit, true);
    case rule_kind::range:
        return detail::bound_of(limit.substr(limit.rfind(' ') + 1), false);
    default:
        return std::nullopt;
    }
}

namespace detail
{

/** `lines[0].itemId` becomes `Lines[0].ItemId`. */
RESTBIND_COLD inline std::string pascal_path(std::string path)
{
    bool first = true;
    for (char& c : path)
    {
        c = first ? to_upper(c) : c;
        first = c == '.';
    }
    return path;
}

/** Replaces a mark wherever it stands; what is put in is not looked at again. */
RESTBIND_COLD inline void fill_in(std::string& text, std::string_view mark, std::string_view value)
{
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += value.size())
        text.replace(at, mark.size(), value);
}

/** Moves each error behind the earlier ones of its field; fields stay in the order of their first
    error. */
RESTBIND_COLD inline std::vector<validation_error> grouped_by_field(
    std::vector<validation_error> errors)
{
    constexpr auto none = static_cast<std::size_t>(-1);
    struct place
    {
        std::size_t in_bucket = none; // the error before in the same bucket
        std::size_t of_field = none;  // the next error of the same field
        std::size_t last = none;      // for the first error of a field: the last one
    };
    std::size_t const count = errors.size();
    std::vector<place> places(count);
    // A hash table of the first errors of all fields: sorting takes far more code.
    std::vector<std::size_t> buckets(2 * count + 1, none);
    for (std::size_t i = 0; i != count; ++i)
    {
        std::string_view const field = errors[i].field;
        std::size_t& bucket = buckets[std::hash<std::string_view>()(field) % buckets.size()];
        std::size_t first = bucket;
        while (first != none && errors[first].field != field)
            first = places[first].in_bucket;
        if (first == none)
        {
            places[i].in_bucket = bucket;
            bucket = first = i;
        }
        else
            places[places[first].last].of_field = i;
        places[first].last = i;
    }

    std::vector<validation_error> grouped;
    grouped.reserve(count);
    for (std::size_t first = 0; first != count; ++first)
        if (places[first].last != none)
            for (std::size_t i = first; i != none; i = places[i].of_field)
                unchecked_append(grouped) = std::move(errors[i]);
    return grouped;
}

RESTBIND_DECL std::vector<validation_error> errors_of(std::span<violation const> broken)
{
    std::vector<validation_error> errors;
    errors.reserve(broken.size());
    for (violation const& one : broken)
        unchecked_append(errors) = {one.field, one.message};
    return errors;
}

} // namespace detail

RESTBIND_DECL problem_details make_validation_problem(validation_problem_format const& style,
    std::vector<validation_error> errors, std::string_view instance)
{
    problem_details problem;
    if (!style.type.empty())
        problem.type = style.type;
    problem.title = style.title;
    problem.status = style.status;
    std::string_view const first =
        errors.empty() ? std::string_view() : std::string_view(errors.front().message);
    problem.detail = style.detail.empty() ? "{first}" : style.detail;
    // A number brings no mark; the message, which may, comes last.
    detail::fill_in(
        problem.detail, "{count}", detail::number_text(static_cast<std::int64_t>(errors.size())));
    detail::fill_in(problem.detail, "{first}", first);
    problem.instance = instance;
    problem.shape = style.shape;
    if (style.shape == errors_shape::none)
        return problem;

    if (style.keys == key_style::pascal_case)
        for (validation_error& e : errors)
            e.field = detail::pascal_path(std::move(e.field));
    if (style.shape == errors_shape::map)
        errors = detail::grouped_by_field(std::move(errors));
    problem.error_count = static_cast<std::int64_t>(errors.size());
    problem.errors = std::move(errors);
    return problem;
}

} // namespace restbind
