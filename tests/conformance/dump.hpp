// SPDX-License-Identifier: BSL-1.0
// A value as JSON with all its members. The encoder leaves out what only goes into responses; here
// everything that was read from one has to show.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/json/encode.hpp>

#if __has_include(<restbind/core/response.hpp>)
#include <restbind/core/response.hpp>
#endif

#include <boost/describe/members.hpp>
#include <boost/describe/modifiers.hpp>
#include <boost/mp11/algorithm.hpp>

#include <concepts>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace documents
{

template <class T>
concept described = requires
{
    restbind_members(static_cast<T const*>(nullptr));
};

template <class T>
concept maybe = requires(T const& value)
{
    typename T::value_type;
    {
        static_cast<bool>(value)
    } -> std::same_as<bool>;
    *value;
};

/** Appends values as JSON; `why` is what could not be written. */
struct dumper
{
    std::string out{};
    std::string why{};

    template <class T>
    void put(T const& value)
    {
        if constexpr (described<T>)
            put_members(value);
        else if constexpr (requires { value.body; value.status(); }) // one of several successes
            put(value.body);
        else if constexpr (requires { value.bytes; value.text(); }) // neither JSON nor text
            put_scalar(std::string(value.text()));
        else if constexpr (requires { value.location; value.status; }) // a redirect
            put_scalar(value.location);
        else if constexpr (std::is_empty_v<T> && !requires { value.index(); }) // no content
            out += "null";
        else if constexpr (maybe<T>)
        {
            if (value)
                put(*value);
            else
                out += "null";
        }
        else
            put_scalar(value);
    }

    template <class T>
    void put(std::vector<T> const& values)
    {
        out += '[';
        for (std::size_t i = 0; i != values.size(); ++i)
        {
            out += i == 0 ? "" : ",";
            put(static_cast<T const&>(values[i]));
        }
        out += ']';
    }

    template <class T>
    void put(std::map<std::string, T> const& values)
    {
        out += '{';
        bool is_first = true;
        put_entries(values, is_first);
        out += '}';
    }

    template <class... T>
    void put(std::variant<T...> const& value)
    {
        std::visit([this](auto const& one) { this->put(one); }, value);
    }

private:
    template <class T>
    void put_scalar(T const& value)
    {
        if (auto const text = restbind::json::encode(value))
            out += *text;
        else
            why = text.error().message();
    }

    template <class T>
    void put_entries(std::map<std::string, T> const& values, bool& is_first)
    {
        for (auto const& [name, value] : values)
        {
            put_name(name, is_first);
            put(value);
        }
    }

    /// Open JSON: what stands between the braces.
    template <class T>
    void put_entries(T const& values, bool& is_first)
    {
        std::size_t const start = out.size();
        put_scalar(values);
        if (out.size() <= start + 2)
            return out.resize(start);
        out.pop_back();
        out[start] = is_first ? ' ' : ',';
        is_first = false;
    }

    template <class T>
    void put_members(T const& value)
    {
        [[maybe_unused]] static constexpr auto table = restbind_members(static_cast<T const*>(nullptr));
        std::size_t index = 0;
        bool is_first = true;
        auto const put_one = [&](auto pointer)
        {
            auto const& place = table[index++];
            put_member(value.*pointer, place, is_first);
        };
        out += '{';
        if constexpr (boost::describe::has_describe_members<T>::value)
            boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>(
                [&](auto one) { put_one(one.pointer); });
        else
            [&]<auto... Pointers>(restbind::member_pointers<Pointers...>) { (put_one(Pointers), ...); }(
                restbind_pointers(static_cast<T**>(nullptr)));
        out += '}';
    }

    /** Structures with deprecated members warn where they are compared, or made by `{}`. */
    template <class T>
    static bool is_initial(T const& value)
    {
        if constexpr (requires { value.empty(); })
            return value.empty();
        else if constexpr (requires { value.is_absent(); })
            return value.is_absent();
        else if constexpr (requires { value.has_value(); })
            return !value.has_value();
        else if constexpr (described<T>)
        {
            dumper own, initial;
            own.put(value);
            initial.put(*std::make_unique<T>());
            return own.out == initial.out;
        }
        else if constexpr (requires { value == T{}; })
            return value == T{};
        else
            return false;
    }

    template <class T>
    void put_member(T const& value, restbind::member const& place, bool& is_first)
    {
        using restbind::presence;
        // A response need not bring what goes into requests. What it brings is kept all the same.
        if (place.access == restbind::access_mode::write_only && is_initial(value))
            return;
        if constexpr (requires { put_entries(value, is_first); } && requires { value.size(); })
        {
            if (place.presence == presence::additional_properties)
                return put_entries(value, is_first);
        }
        if constexpr (requires { value.is_absent(); })
        {
            if (value.is_absent())
                return;
        }
        else if constexpr (maybe<T>)
        {
            bool const may_be_absent = place.presence == presence::optional ||
                                       place.presence == presence::optional_nullable;
            if (!value && may_be_absent)
                return;
        }
        put_name(place.name, is_first);
        put(value);
    }

    void put_name(std::string_view name, bool& is_first)
    {
        out += is_first ? "" : ",";
        is_first = false;
        put_scalar(std::string(name));
        out += ':';
    }
};

} // namespace documents
