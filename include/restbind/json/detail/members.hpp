// SPDX-License-Identifier: BSL-1.0
// The members of a described type, with the names they have on the wire.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/optional_box.hpp>
#include <restbind/json/codec.hpp>

#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** A type that lists its members itself: restbind::member_pointers. */
template <class D>
concept lists_members = requires { restbind_pointers(static_cast<D**>(nullptr)); };

} // namespace detail

/** A type that was described with BOOST_DESCRIBE_STRUCT, or lists its members itself, and has a
    table of wire names. */
template <class D>
concept described = std::is_class_v<D> &&
    (boost::describe::has_describe_members<D>::value || detail::lists_members<D>) &&
    requires { restbind_members(static_cast<D const*>(nullptr)); };

namespace detail
{

template <auto Pointer>
struct listed_member
{
    static constexpr auto pointer = Pointer;
};
template <class... M>
struct member_list
{
};
template <auto... Pointers>
member_list<listed_member<Pointers>...> list_of(member_pointers<Pointers...>);

/** What Boost.Describe knows of the public members of `D`, those of its public bases first. */
template <class D>
struct members_of
{
    using type = boost::describe::describe_members<D,
        boost::describe::mod_public | boost::describe::mod_inherited>;
};
template <lists_members D>
struct members_of<D>
{
    using type = decltype(detail::list_of(restbind_pointers(static_cast<D**>(nullptr))));
};
template <class D>
using described_members = typename members_of<D>::type;

template <class List>
inline constexpr std::size_t list_size = 0;
template <template <class...> class List, class... M>
inline constexpr std::size_t list_size<List<M...>> = sizeof...(M);

template <class D>
inline constexpr std::size_t member_count = list_size<described_members<D>>;

// Finds a member by its number with one class and one overload for each, where mp_at_c takes six.
template <std::size_t I, class M>
struct numbered_member
{
};
template <class Numbers, class List>
struct numbered_members;
template <std::size_t... I, template <class...> class List, class... M>
struct numbered_members<std::index_sequence<I...>, List<M...>> : numbered_member<I, M>...
{
};
template <std::size_t I, class M>
M find_member(numbered_member<I, M> const*);

template <class D>
using member_index =
    numbered_members<std::make_index_sequence<member_count<D>>, described_members<D>>;

template <class D, std::size_t I>
inline constexpr auto member_pointer =
    decltype(detail::find_member<I>(static_cast<member_index<D> const*>(nullptr)))::pointer;

template <class D, std::size_t I>
using member_type = std::remove_cvref_t<decltype(std::declval<D&>().*member_pointer<D, I>)>;

/** The wire names and needs of D's members, in the order of the description. */
template <class D>
inline constexpr auto member_table = restbind_members(static_cast<D const*>(nullptr));

/** Whether a member is left out of what is kept or shown of a request. */
constexpr bool is_hidden(member const& about) noexcept
{
    return about.is_secret || about.access == access_mode::write_only;
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_optional<optional_box<T>> = true;
template <class T>
inline constexpr bool is_box = false;
template <class T>
inline constexpr bool is_box<optional_box<T>> = true;
template <class T>
inline constexpr bool is_nullable = false;
template <class T, class Optional>
inline constexpr bool is_nullable<nullable<T, Optional>> = true;

/** True when the last member collects unknown members. */
template <class D>
inline constexpr bool keeps_extra = []
{
    constexpr std::size_t count = member_count<D>;
    static_assert(member_table<D>.size() == count,
        "restbind_members must have one entry for each described member");
    if constexpr (count == 0 || member_table<D>.size() != count)
        return false;
    else
        return member_table<D>[count - 1].presence == presence::additional_properties;
}();

/** The number of members that have a name. */
template <class D>
inline constexpr std::size_t named_count = member_count<D> - keeps_extra<D>;

/** True when the first `count` members have a name, and no two the same. */
constexpr bool is_proper_table(member const* table, std::size_t count) noexcept
{
    for (std::size_t i = 0; i != count; ++i)
    {
        if (table[i].presence == presence::additional_properties)
            return false;
        for (std::size_t j = 0; j != i; ++j)
            // The size first: what is looked at here, the compiler looks at for each type.
            if (table[i].name.size() == table[j].name.size() && table[i].name == table[j].name)
                return false;
    }
    return true;
}

/** True when the type of a member can express what the table says about it. */
template <class T, presence Need>
constexpr bool has_proper_type() noexcept
{
    if constexpr (Need == presence::optional)
        return is_optional<T>;
    else if constexpr (Need == presence::optional_nullable)
        return is_optional<T> || is_nullable<T>;
    else if constexpr (Need == presence::nullable)
        return overlap(codec<T>::accepts, types::null);
    else
        return true;
}

/** Null is no value of the member, although its type can be empty. */
template <class T>
constexpr bool never_null(presence need) noexcept
{
    return need == presence::optional || (need == presence::required && is_box<T>);
}

/** The member must be there in what is read. */
constexpr bool is_needed(member const& one) noexcept
{
    return (one.presence == presence::required || one.presence == presence::nullable) &&
           one.access != access_mode::write_only;
}

/** True when bit `i` of a set in words is set. */
constexpr bool has_bit(std::uint64_t const* words, std::size_t i) noexcept
{
    return (words[i / 64] >> (i % 64) & 1u) != 0;
}
/** Sets it. @returns false when it was. */
constexpr bool set_bit(std::uint64_t* words, std::size_t i) noexcept
{
    bool const is_new = !has_bit(words, i);
    words[i / 64] |= std::uint64_t{1} << (i % 64);
    return is_new;
}

/** How many words a set of `count` members takes; 1 at least. */
constexpr std::size_t words_for(std::size_t count) noexcept
{
    return count == 0 ? 1 : (count + 63) / 64;
}

/** The members that must be there in what is read, as a set in words. */
template <class D>
inline constexpr auto needed_members = []
{
    std::array<std::uint64_t, words_for(named_count<D>)> set{};
    for (std::size_t i = 0; i != named_count<D>; ++i)
        if (is_needed(member_table<D>[i]))
            set_bit(set.data(), i);
    return set;
}();

} // namespace detail

/** The number of members that the JSON of `value` has: what minProperties and maxProperties count.
    Absent members do not count, nor those that are only read; members that are null do. */
template <described D>
std::size_t count_members(D const& value)
{
    std::size_t count = 0;
    auto const add = [&]<std::size_t I>(std::integral_constant<std::size_t, I>)
    {
        constexpr presence need = detail::member_table<D>[I].presence;
        auto const& member = value.*detail::member_pointer<D, I>;
        if constexpr (need == presence::additional_properties)
            count += member.size();
        else if constexpr (detail::member_table<D>[I].access == access_mode::read_only)
            return;
        else if constexpr (need != presence::optional && need != presence::optional_nullable)
            ++count;
        else if constexpr (detail::is_nullable<detail::member_type<D, I>>)
            count += !member.is_absent();
        else
            count += member.has_value();
    };
    [&]<std::size_t... I>(std::index_sequence<I...>)
    { (add(std::integral_constant<std::size_t, I>()), ...); }(
        std::make_index_sequence<detail::member_count<D>>());
    return count;
}

} // namespace restbind::json
