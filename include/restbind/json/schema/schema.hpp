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

/** A JSON Schema, read once and then asked often, from any thread.

    Knows the vocabularies core, applicator, unevaluated and validation of draft 2020-12, with
    references within the schema itself; nothing is fetched. Formats, contents and meta-data are
    annotations: they are not checked. Numbers are compared exactly as far as a double, an
    std::int64_t or an std::uint64_t holds them.
    @par Bounds
    A check goes 200 schemas deep and takes a million steps at most, and a hundred million in its
    patterns; what needs more is not accepted.
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

    /** True when `instance` fulfils the schema.

        @param formats Whether formats of texts assert something, those that requests must keep.
        @param told Whether an object must fit the alternative that a `discriminator` says it is.
    */
    bool accepts(boost::json::value const& instance, bool formats = false, bool told = false) const
    {
        return detail::schema_walk(references_, held_.front(), nullptr, {}, formats, told)
            .run(instance);
    }
    /** Checks `instance` and adds each broken keyword to `found`, with the path to where it was
        broken. What `anyOf`, `oneOf`, `not` and `contains` find is one entry; where no alternative
        fits, it says what the nearest one lacks: that which a `discriminator` names, else the one
        that breaks least.

        @param member The wire name of the member that holds it; empty for none. Paths
        start with it.
        @param formats As for accepts().
        @param told As for accepts().
    */
    void check(boost::json::value const& instance, violations& found, member_name member = {},
        bool formats = false, bool told = false) const
    {
        detail::schema_walk(references_, held_.front(), &found, member, formats, told)
            .run(instance);
    }

    /** Adds only what `unevaluatedProperties` and `unevaluatedItems` of the schema itself find, the
        members or elements that nothing describes, its layers in `allOf` and `$ref` included. The
        parameters are those of check(). */
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

/** The JSON form of a value, or why there is none. error_kind::invalid_argument: it cannot be
    encoded; else it is nested too deeply, or holds a number that nothing here can hold. */
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

/** Whether an open object stands among alternatives, also in lists and maps: no type says that it
    is the one that it says it is. */
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

/** The JSON form of a value, to be checked. That there is none is noted in `found`
    unless the encoding of the request refuses it. */
template <class T>
result<boost::json::value> form_to_check(T const& value, violations& found, member_name member)
{
    auto open = detail::open_form(value);
    if (!open && open.error() != error_kind::invalid_argument)
        found.add(member, "The value cannot be checked: " + open.error().detail());
    return open;
}

} // namespace detail

/** Encodes `value` as JSON and checks that; for values of generated types. What cannot be encoded
    is left to the encoding of the request, which refuses it. What is nested too deeply, or holds a
    number that nothing here can hold, cannot be checked and breaks the schema. Formats of texts
    assert something where violations::checks_formats() says so. An open object among alternatives
    must fit the one that a discriminator says it is.

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

/** The same for schema::check_unevaluated(). */
template <class T>
void check_unevaluated(
    schema const& rules, T const& value, violations& found, member_name member = {})
{
    if (auto const open = detail::form_to_check(value, found, member))
        rules.check_unevaluated(
            *open, found, member, found.checks_formats(), detail::must_be_told(value));
}

/** Walks over a value by the rules of one alternative, where another one may hold in its place.

    @param walk Adds what it finds to `found`. That is forgotten where the JSON form of `value`
    fulfils all of the schemas, formats of texts included: then it is valid as another alternative.
    @returns Whether nothing is left that was found, so that the choice itself has to be looked at.
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

/** True when the JSON form of `value` fulfils the schema, with formats of texts or without, or
    cannot be made. Of an open object as for check_encoded(). */
template <class T>
bool fits(schema const& rules, T const& value)
{
    auto const open = detail::open_form(value);
    bool const told = detail::must_be_told(value);
    return open ? rules.accepts(*open, false, told) || rules.accepts(*open, true, told)
                : open.error() == error_kind::invalid_argument;
}

} // namespace restbind::json
