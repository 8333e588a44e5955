// SPDX-License-Identifier: BSL-1.0
// What an open object that is sent as one of several lacks to be one of them.
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/open_json.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/discriminator.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/detail/variants.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** What a request says of a member by its C++ type. */
struct member_shape
{
    std::string_view name;
    types accepts = types::any;
    bool is_needed = false;
};

/** An alternative, without its type. */
struct alternative_shape
{
    bool is_described = false;
    std::span<member_shape const> members;
};

inline constexpr types values_but_null =
    types::boolean | types::integer | types::number | types::string | types::array | types::object;

template <class T, std::size_t I>
constexpr member_shape shape_of_member() noexcept
{
    constexpr member one = member_table<T>[I];
    if (one.access == access_mode::read_only)
        return {one.name};
    using type = member_type<T, I>;
    constexpr types taken = codec<type>::accepts;
    bool const is_needed = one.presence == presence::required || one.presence == presence::nullable;
    bool const has_null = overlap(taken, types::null) && !never_null<type>(one.presence);
    return {one.name, has_null ? taken : taken & values_but_null, is_needed};
}

template <described T>
inline constexpr auto member_shapes = []<std::size_t... I>(std::index_sequence<I...>)
{
    return std::array<member_shape, sizeof...(I)>{shape_of_member<T, I>()...};
}
(std::make_index_sequence<named_count<T>>());

template <class T>
constexpr alternative_shape shape_of() noexcept
{
    if constexpr (described<T>)
        return {true, member_shapes<T>};
    else
        return {};
}

template <class Variant>
inline constexpr auto alternative_shapes = []<std::size_t... I>(std::index_sequence<I...>)
{
    return std::array<alternative_shape, sizeof...(I)>{
        shape_of<std::variant_alternative_t<I, Variant>>()...};
}
(std::make_index_sequence<std::variant_size_v<Variant>>());

/** The nearest alternative to an open object: the one that the discriminator names, or else the one
    that misses least and knows most, and the first thing that is wrong. Looks at the members and
    their JSON types: reading the object as each alternative would take the code for that.

    @param otherwise The alternative of objects with another value.
*/
RESTBIND_COLD RESTBIND_NOINLINE inline nearest_alternative nearest_to(
    boost::json::object const& object, std::string_view name,
    std::span<discriminator_value const> values, stated_value const& stated, std::size_t otherwise,
    std::span<alternative_shape const> shapes)
{
    constexpr auto none = static_cast<std::size_t>(-1);
    auto const* const own = object.if_contains(name);
    bool const states_any = own && !own->is_null();
    std::size_t const named = detail::alternative_of(
        values, stated, otherwise == unlisted_alternative ? none : otherwise);
    nearest_alternative nearest;
    for (std::size_t i = 0; i != shapes.size(); ++i)
    {
        if (named != none ? i != named : !shapes[i].is_described)
            continue;
        std::string_view const called = detail::value_of(values, stated, i);
        std::size_t distance = 0;
        std::size_t known = 0;
        std::string why;
        auto const note = [&](std::size_t weight, std::string_view field, std::string_view wrong)
        {
            distance += weight;
            if (why.empty())
                why = restbind::detail::capitalized(field).append(wrong);
        };
        bool const is_said = states_any && !called.empty();
        if (named == none && is_said)
            note(0, {}, detail::other_alternative(name, values, false, i, stated.shown()));
        for (auto const& one : shapes[i].members)
        {
            auto const* const held = object.if_contains(one.name);
            known += held != nullptr;
            if (one.name == name && is_said)
                continue; // which says something else, or what was meant
            if (!held && one.is_needed)
                note(1, one.name, " is required");
            else if (held && !overlap(detail::types_of(*held), one.accepts))
                note(nearest_alternative::mismatch, one.name,
                    " must be " + detail::names_of(one.accepts));
        }
        nearest.consider(distance, known, called, std::move(why));
    }
    return nearest;
}

/** What an open object states in the member that the discriminator of `Variant` is about. */
template <class Variant>
stated_value stated_by_open(boost::json::object const& object)
{
    constexpr auto by = discriminator_of<Variant>;
    auto const* const own = object.if_contains(by.name);
    return own ? detail::stated_in<has_literals(by)>(*own) : stated_value();
}

} // namespace detail

/** Adds a violation for an open object, which is none of the alternatives that the discriminator
    tells apart.

    @param member The wire name of the member that holds the variant; empty for none.
    @param message What is said; it goes on with which alternative is the nearest, and what is wrong
    for that.
*/
template <class Variant>
void refuse_open_object(
    Variant const& value, violations& found, member_name member, std::string_view message)
{
    auto const* const object = std::get_if<boost::json::object>(&value);
    if (!object) [[likely]]
        return;
    static constexpr auto by = detail::discriminator_of<Variant>;
    auto const stated = detail::stated_by_open<Variant>(*object);
    auto const nearest = detail::nearest_to(*object, by.name, by.values, stated, by.otherwise,
        detail::alternative_shapes<Variant>);
    found.add(member, std::string(message).append(nearest.text()), rule_kind::alternatives);
}

/** The same, but an open object is sent that says by the discriminator which alternative it is, and
    is valid as that: alternatives may need members that only responses have.

    @param rules The schema of the alternatives, with what stands beside them.
*/
template <class Variant, class Rules>
void refuse_open_object(Variant const& value, violations& found, member_name member,
    std::string_view message, Rules const& rules)
{
    auto const* const object = std::get_if<boost::json::object>(&value);
    if (!object) [[likely]]
        return;
    static constexpr auto by = detail::discriminator_of<Variant>;
    auto const stated = detail::stated_by_open<Variant>(*object);
    bool const is_named =
        detail::alternative_of(by.values, stated, by.otherwise) < unlisted_alternative;
    if (!is_named || !rules.accepts(boost::json::value(*object), found.checks_formats(), true))
        json::refuse_open_object(value, found, member, message);
}

} // namespace restbind::json
