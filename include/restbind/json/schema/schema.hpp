// SPDX-License-Identifier: BSL-1.0
// Checks open JSON values against a JSON Schema (draft 2020-12).
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/detail/open_json.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/object_choice.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/detail/variants.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/schema/schema_references.hpp>
#include <restbind/json/schema/schema_values.hpp>
#include <restbind/json/schema/schema_walk.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI::json
{

/** A JSON Schema. It is read once and can then check any number of values, in any thread.

    Supports the vocabularies core, applicator, unevaluated and validation of draft 2020-12.
    References must stay within the schema; nothing is fetched. The keywords of contents and
    meta-data are not checked; `format` is checked where a function is told to. Numbers are compared
    exactly as far as a double, an std::int64_t or an std::uint64_t holds them.
    @par Bounds
    A check goes at most 200 schemas deep. It takes at most a million steps, and a hundred million
    within patterns. A value that needs more does not fit.
*/
class schema
{
public:
    /** Reads the schema, a JSON text.

        @param patterns All patterns of the schema.
        @par Errors
        error_kind::invalid_argument when the text is not JSON, a reference leads nowhere, or a
        pattern is missing; error::detail() says which.
    */
    static result<schema> read(
        std::string_view text, std::span<compiled_pattern const> patterns = {})
    {
        auto root = decode<value>(text, {.max_depth = max_depth});
        if (!root)
            return error(error_kind::invalid_argument, root.error().detail());
        array held;
        held.push_back(std::move(*root));
        auto references = detail::schema_references::read(held.front(), patterns);
        if (!references)
            return references.error();
        return schema(std::move(held), std::move(*references));
    }
    /** The same. @throws restbind::exception for what is no schema. */
    explicit schema(
        std::string_view text, std::initializer_list<compiled_pattern> patterns = {})
        : schema(read(text, {patterns.begin(), patterns.size()}).value())
    {
    }
    // References point into the values that are held: a copy would miss them.
    schema(schema&&) = default;
    schema& operator=(schema&&) = default;

    /** Whether `instance` fits the schema.

        @param formats Whether `format` is checked, for the formats that requests must keep.
        @param told Whether an object must fit the alternative that its `discriminator` names; else
            any alternative will do.
    */
    bool accepts(boost::json::value const& instance, bool formats = false, bool told = false) const
    {
        return detail::schema_walk(references_, held_.front(), nullptr, {}, formats, told)
            .run(instance);
    }
    /** Checks `instance` and adds an entry to `found` for each broken keyword, with the path to the
        value that breaks it. `anyOf`, `oneOf`, `not` and `contains` make one entry each. If no
        alternative fits, the entry says what the nearest one lacks. The nearest one is that which a
        `discriminator` names, else the one that breaks least.

        @param member The wire name of the member that holds the value, with which paths begin;
            empty for none.
        @param formats As for accepts().
        @param told As for accepts().
    */
    void check(boost::json::value const& instance, violations& found, member_name member = {},
        bool formats = false, bool told = false) const
    {
        detail::schema_walk(references_, held_.front(), &found, member, formats, told)
            .run(instance);
    }

    /** Adds only the members or elements that nothing in the schema describes, as its
        `unevaluatedProperties` and `unevaluatedItems` find them, and those of its layers in `allOf`
        and `$ref`. The parameters are those of check(). */
    void check_unevaluated(boost::json::value const& instance, violations& found,
        member_name member = {}, bool formats = false, bool told = false) const
    {
        detail::schema_walk(references_, held_.front(), &found, member, formats, told)
            .run(instance, true);
    }

    /** How deep a check goes, and how deep texts of schemas and values may be. */
    static constexpr unsigned max_depth = detail::max_schema_depth;

private:
    using value = boost::json::value;
    using object = boost::json::object;
    using array = boost::json::array;

    schema(array held, detail::schema_references references)
        : held_(std::move(held))
        , references_(std::move(references))
    {
    }

    array held_; // the schema: an element stays where it is when its array is moved
    detail::schema_references references_;
};

namespace detail
{

/** The JSON form of a value.

    @par Errors
    error_kind::invalid_argument if it cannot be encoded. Another kind if it is nested too deeply,
    or has a number that no type here can hold.
*/
template <class T>
result<boost::json::value> open_form(T const& value)
{
    auto const text = encode(value);
    return text ? decode<boost::json::value>(*text, {.max_depth = schema::max_depth})
                : result<boost::json::value>(text.error());
}

template <class T>
bool must_be_told(T const& value);

template <class... T>
bool holds_open_object(std::variant<T...> const& value)
{
    auto const is_told = []<class One>(One const* one)
    { return one && (std::is_same_v<One, boost::json::object> || detail::must_be_told(*one)); };
    return (is_told(std::get_if<T>(&value)) || ...);
}

/** Whether an alternative of a value is an open object, also within lists and maps. Then only a
    discriminator says which alternative it is, and the check must ask for that one. */
template <class T>
bool must_be_told(T const& value)
{
    if constexpr (requires { detail::holds_open_object(value); })
        return detail::holds_open_object(value);
    else if constexpr (is_vector<T>)
        return std::ranges::any_of(
            value, [](auto const& one) { return detail::must_be_told(one); });
    else if constexpr (map_of_texts<T>)
        return std::ranges::any_of(
            value, [](auto const& one) { return detail::must_be_told(one.second); });
    else if constexpr (is_optional<T> || is_nullable<T>)
        return value && detail::must_be_told(*value);
    else
        return false;
}

/** The JSON form of a value that is to be checked. If there is none `found` gets an entry, unless
    the encoding of the request refuses the value anyway. */
template <class T>
result<boost::json::value> form_to_check(T const& value, violations& found, member_name member)
{
    auto open = detail::open_form(value);
    if (!open && open.error() != error_kind::invalid_argument)
        found.add(member, "The value cannot be checked: " + open.error().detail());
    return open;
}

} // namespace detail

/** Encodes a value of a generated type as JSON and checks that.

    A value that cannot be encoded gets no entry here: the encoding of the request refuses it. A
    value that is nested too deeply, or has a number that no type here can hold, counts as broken.
    `format` is checked if violations::checks_formats() says so. An open object among alternatives
    must fit the one that its discriminator names.

    @param member As for schema::check().
*/
template <class T>
void check_encoded(schema const& rules, T const& value, violations& found, member_name member = {})
{
    if constexpr (std::is_same_v<T, boost::json::value>)
        rules.check(value, found, member, found.checks_formats());
    else if (auto const open = detail::form_to_check(value, found, member))
        rules.check(*open, found, member, found.checks_formats(), detail::must_be_told(value));
}

/** As check_encoded(), with schema::check_unevaluated(). */
template <class T>
void check_unevaluated(
    schema const& rules, T const& value, violations& found, member_name member = {})
{
    if (auto const open = detail::form_to_check(value, found, member))
        rules.check_unevaluated(
            *open, found, member, found.checks_formats(), detail::must_be_told(value));
}

/** Checks a value by the rules of the alternative that its type stands for. If it breaks them it
    may still be valid as another alternative.

    @param walk Checks the rules, and adds what is broken to `found`. These entries are removed if
        the JSON form of `value` fits all of the schemas, formats included: then the value is valid.
    @returns Whether no entry is left. The caller then checks how many alternatives fit.
*/
template <class T, class Walk, class... Schemas>
bool check_alternative(T const& value, violations& found, Walk const& walk, Schemas const&... rules)
{
    std::size_t const before = found.size();
    walk();
    if (found.size() == before) [[likely]]
        return true;
    auto const open = detail::open_form(value);
    if (!open || !(rules.accepts(*open, found.checks_formats()) && ...))
        return false;
    found.forget_behind(before);
    return true;
}

/** Whether the JSON form of `value` fits the schema, with formats checked or not. Also true if the
    value cannot be encoded. Open objects among alternatives are treated as by check_encoded(). */
template <class T>
bool fits(schema const& rules, T const& value)
{
    auto const open = detail::open_form(value);
    bool const told = detail::must_be_told(value);
    return open ? rules.accepts(*open, false, told) || rules.accepts(*open, true, told)
                : open.error() == error_kind::invalid_argument;
}

} // namespace restbind::json
