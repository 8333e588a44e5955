// SPDX-License-Identifier: BSL-1.0
// Options of a generated command line: rows of a table, and how their texts become members.
#pragma once

#include <restbind/cli/table.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::cli
{

namespace detail
{

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

inline error unreadable(std::string detail)
{
    return error(error_kind::invalid_argument, std::move(detail));
}

/** Whether a text is a whole number, however long. */
inline bool is_whole_number(std::string_view text)
{
    text.remove_prefix(text.starts_with('-') ? 1 : 0);
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/** What decoding says, with the place in the JSON where that is not all of it. */
inline error unreadable_json(error const& why)
{
    return unreadable(
        why.json_path().empty() ? why.detail() : why.json_path() + ": " + why.detail());
}

/** Reads a value from the text that a user types: a string as it is, true or false, else JSON; what
    is no JSON of the type is taken as a string in JSON. */
template <class T>
result<void> read_text(std::string_view text, T& to)
{
    if constexpr (std::is_same_v<T, std::string>)
        to = text;
    else if constexpr (std::is_same_v<T, bool>)
    {
        if (text != "true" && text != "false" && text != "yes" && text != "no")
            return unreadable("is neither true nor false");
        to = text == "true" || text == "yes";
    }
    else if constexpr (is_optional<T>)
        return read_text(text, to ? *to : to.emplace());
    else if constexpr (is_vector<T>)
        return read_text(text, to.emplace_back());
    else
    {
        auto found = json::decode<T>(text);
        if (!found)
        {
            auto const quoted = json::encode(std::string(text));
            auto as_text = quoted ? json::decode<T>(*quoted) : result<T>(quoted.error());
            if (!as_text)
            {
                bool const is_json = is_whole_number(text) || !found.error().json_path().empty();
                return unreadable_json(is_json ? found.error() : as_text.error());
            }
            found = std::move(as_text);
        }
        to = std::move(*found);
    }
    return {};
}

template <class Member>
struct class_of;
template <class Class, class T>
struct class_of<T Class::*>
{
    using type = Class;
};

/** The value itself, of an optional one that is empty a new one. */
template <class T>
auto& present(T& value)
{
    if constexpr (requires { value.has_value(); value.emplace(); *value; })
    {
        if (!value.has_value())
            value.emplace();
        return *value;
    }
    else
        return value;
}

/** A member of a member of an object. */
template <auto First, auto... Rest>
auto& reach(typename class_of<decltype(First)>::type& object)
{
    if constexpr (sizeof...(Rest) == 0)
        return object.*First;
    else
        return reach<Rest...>(present(object.*First));
}

/** The same of an object whose type the way tells. */
template <auto First, auto... Rest>
auto& member_of(void* object)
{
    using type = typename class_of<decltype(First)>::type;
    return reach<First, Rest...>(*static_cast<type*>(object));
}

} // namespace detail

/** Writes a text into a member, which is given by the way to it. */
template <auto... Way>
result<void> set(void* object, std::string_view text)
{
    return detail::read_text(text, detail::member_of<Way...>(object));
}

/** Replaces an object by what JSON text says. */
template <class T>
result<void> set_json(void* object, std::string_view text)
{
    auto found = json::decode<T>(text);
    if (!found)
        return detail::unreadable_json(found.error());
    *static_cast<T*>(object) = std::move(*found);
    return {};
}

/** Replaces a member by what JSON text says. */
template <auto... Way>
result<void> set_member_json(void* object, std::string_view text)
{
    auto& to = detail::member_of<Way...>(object);
    return set_json<std::remove_reference_t<decltype(to)>>(&to, text);
}

/** A list of small objects, given by the way to it. */
template <auto... Way>
struct list
{
    /** Adds an element whose members stand in one text with colons between them, or that is JSON.

        @tparam Needed How many of the members must be there; the others may be left out at the end.
        So may booleans among these, which are true then.
    */
    template <std::size_t Needed, auto... Members>
    static result<void> add(void* object, std::string_view text)
    {
        auto& to = detail::present(detail::member_of<Way...>(object));
        if (text.starts_with('{'))
            return detail::read_text(text, to);
        auto& element = to.emplace_back();
        std::size_t place = 0, given = 0, needed = 0;
        std::optional<std::string_view> rest(text);
        result<void> done;
        auto const take = [&](auto& member)
        {
            bool const is_needed = ++place <= Needed;
            if (!rest && is_needed && turn_on(member))
                return;
            needed += is_needed ? 1 : 0;
            if (!done || !rest)
                return;
            ++given;
            auto const end = place == sizeof...(Members) ? rest->npos : rest->find(':');
            done = detail::read_text(rest->substr(0, end), member);
            if (end == rest->npos)
                rest.reset();
            else
                rest->remove_prefix(end + 1);
        };
        (take(element.*Members), ...);
        if (done && given < needed)
            return detail::unreadable("has " + std::to_string(given) + " of the "
                + std::to_string(needed) + " parts that it needs");
        return done;
    }

private:
    /** Whether a member is a boolean, which becomes true then. */
    template <class T>
    static bool turn_on([[maybe_unused]] T& member)
    {
        if constexpr (std::is_same_v<T, bool>)
            member = true;
        return std::is_same_v<T, bool>;
    }
};

} // namespace restbind::cli
