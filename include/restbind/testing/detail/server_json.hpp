// SPDX-License-Identifier: BSL-1.0
// JSON as a server writes it: with members that a client only reads, without those that it only
// writes. It stands apart from the encoder, so that programs without fakes have none of it.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/names.hpp>
#include <restbind/json/encode.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_map = false;
template <class T, class Less>
inline constexpr bool is_map<std::map<std::string, T, Less>> = true;

template <class T>
void append_as_server(std::string& out, T const& value);

/// Appends a member with a comma in front, unless it is absent.
template <class D, std::size_t I>
void append_member_as_server(std::string& out, D const& value)
{
    constexpr member about = json::detail::member_table<D>[I];
    auto const& source = value.*json::detail::member_pointer<D, I>;
    bool is_there = about.access != access_mode::write_only;
    if constexpr (about.presence == presence::optional ||
                  about.presence == presence::optional_nullable)
    {
        if constexpr (json::detail::is_nullable<json::detail::member_type<D, I>>)
            is_there = is_there && !source.is_absent();
        else
            is_there = is_there && source;
    }
    if (!is_there)
        return;
    if constexpr (about.presence == presence::additional_properties)
    {
        std::string more;
        append_as_server(more, source);
        if (more != "{}")
            out.append(",").append(more, 1, more.size() - 2);
    }
    else
    {
        constexpr auto const& name = json::detail::name_literal<D, I>; // `,"name":`
        out.append(name.text, name.size);
        append_as_server(out, source);
    }
}

/// Appends a value. What JSON cannot hold throws. What a discriminator tells apart is written as a
/// client writes it.
template <class T>
void append_as_server(std::string& out, T const& value)
{
    std::size_t const start = out.size();
    auto const close = [&](char opening, char closing)
    {
        out.resize((std::max)(out.size(), start + 1));
        out[start] = opening; // in the place of the first comma
        out += closing;
    };
    if constexpr (json::described<T>)
    {
        [&]<std::size_t... I>(std::index_sequence<I...>)
        { (append_member_as_server<T, I>(out, value), ...); }(
            std::make_index_sequence<json::detail::member_count<T>>());
        close('{', '}');
    }
    else if constexpr (json::detail::is_optional<T> || json::detail::is_nullable<T>)
    {
        if (value)
            append_as_server(out, *value);
        else
            out += "null";
    }
    else if constexpr (is_vector<T>)
    {
        for (auto const& one : value)
        {
            out += ',';
            append_as_server(out, one);
        }
        close('[', ']');
    }
    else if constexpr (is_map<T>)
    {
        for (auto const& [name, one] : value)
        {
            out.append(",").append(json::encode(name).value()).append(":");
            append_as_server(out, one);
        }
        close('{', '}');
    }
    else if constexpr (requires { std::variant_size<T>::value; })
        std::visit([&out](auto const& one) { append_as_server(out, one); }, value);
    else
        out += json::encode(value).value();
}

/// A value as a server writes it.
template <class T>
std::string encode_as_server(T const& value)
{
    std::string out;
    append_as_server(out, value);
    return out;
}

} // namespace restbind::testing::detail
