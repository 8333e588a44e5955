// Several described types that a JSON object may be: which one it is.
#pragma once

#include <restbind/core/discriminator.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/members.hpp>
#include <restbind/json/read_string.hpp>
#include <restbind/json/skip.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace restbind::json::detail
{

template <class Variant>
concept has_discriminator = requires
{
    restbind_discriminator(static_cast<Variant const*>(nullptr));
};

/** How well the members of an object fit a type. */
struct object_fit
{
    std::size_t known = 0;   ///< members that the type has
    std::size_t missing = 0; ///< members that it needs and that are not there
};

/** Calls f(name) for each member of the object at `in`, which must be at its value afterwards; f
   moves over the value. `in` is a copy: nothing is reported from here. */
template <class F>
bool for_each_member(cursor in, F&& f)
{
    if (!in.skip('{'))
        return false;
    in.skip_space();
    while (in.peek() == '"')
    {
        std::string_view text;
        if (!read_text(in, text, "a member name"))
            return false;
        std::string const name(text); // the scratch text is used again
        in.skip_space();
        if (!in.skip(':'))
            return false;
        in.skip_space();
        if (!f(in, std::string_view(name)))
            return false;
        in.skip_space();
        if (in.skip(','))
            in.skip_space();
    }
    return true;
}

inline constexpr std::size_t not_named = static_cast<std::size_t>(-1);

/** The alternative that the discriminator of `Variant` names: `other` for a value that it does not
   know, not_named where there is none. */
template <class Variant>
std::size_t named_alternative(cursor const& in, std::size_t other)
{
    std::size_t found = not_named;
    if constexpr (has_discriminator<Variant>)
    {
        constexpr auto by = restbind_discriminator(static_cast<Variant const*>(nullptr));
        for_each_member(in,
            [&](cursor& at, std::string_view name)
            {
                if (name != by.name || at.peek() != '"')
                    return skip_value(at);
                std::string_view value;
                if (!read_text(at, value, "a text"))
                    return false;
                found = other;
                for (auto const& one : by.values)
                    if (one.value == value)
                        found = one.alternative;
                return true;
            });
    }
    return found;
}

template <class T>
void note_fit(cursor const& in, object_fit& fit)
{
    if constexpr (described<T>)
    {
        member_set<named_count<T>> seen;
        for_each_member(in,
            [&](cursor& at, std::string_view name)
            {
                for (std::size_t i = 0; i != named_count<T>; ++i)
                    if (member_table<T>[i].name == name && seen.insert(i))
                        ++fit.known;
                return skip_value(at);
            });
        for (std::size_t i = 0; i != named_count<T>; ++i)
            fit.missing += needed_members<T>.contains(i) && !seen.contains(i);
    }
}

/** The order in which the alternatives that take objects are tried, and their number: first the one
   that a discriminator names; then by what they miss and what they know. An alternative that takes
   any object is tried before those that miss something, and for an unknown discriminator. */
template <class... T>
std::pair<std::array<std::size_t, sizeof...(T)>, std::size_t> object_order(cursor const& in)
{
    constexpr std::size_t count = sizeof...(T);
    constexpr std::array<bool, count> takes{overlap(codec<T>::accepts, kinds::object)...};
    constexpr std::array<bool, count> any{
        (overlap(codec<T>::accepts, kinds::object) && !described<T>)...};
    std::size_t other = not_named;
    for (std::size_t i = 0; i != count; ++i)
        other = any[i] ? i : other;
    std::array<std::size_t, count> order{};
    std::size_t const named = named_alternative<std::variant<T...>>(in, other);
    std::array<object_fit, count> fits{};
    [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        (note_fit<T>(in, fits[I]), ...);
    }
    (std::index_sequence_for<T...>());
    std::size_t size = 0;
    for (std::size_t i = 0; i != count; ++i)
    {
        if (!takes[i])
            continue;
        std::size_t at = size++;
        auto const is_better = [&](std::size_t than)
        {
            if (i == named || than == named)
                return i == named;
            return fits[i].missing != fits[than].missing ? fits[i].missing < fits[than].missing
                                                         : fits[i].known > fits[than].known;
        };
        for (; at != 0 && is_better(order[at - 1]); --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return {order, size};
}

} // namespace restbind::json::detail
