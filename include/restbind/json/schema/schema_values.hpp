// SPDX-License-Identifier: BSL-1.0
// Questions of JSON Schema about open JSON values: type, equality, order, format.
#pragma once

#include <restbind/core/detail/checks.hpp>
#include <restbind/core/detail/open_json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json::detail
{

/** How many schemas deep a check goes, and how deep the texts of schemas and values may be nested.
 */
inline constexpr unsigned max_schema_depth = 200;

/** The value of a keyword if it is an object; null otherwise. */
inline boost::json::object const* object_of(
    boost::json::object const& rule, std::string_view keyword)
{
    auto const* const found = rule.if_contains(keyword);
    return found ? found->if_object() : nullptr;
}
/** The same for an array. */
inline boost::json::array const* array_of(boost::json::object const& rule, std::string_view keyword)
{
    auto const* const found = rule.if_contains(keyword);
    return found ? found->if_array() : nullptr;
}
/** The same for a text. */
inline boost::json::string const* text_of(boost::json::object const& rule, std::string_view keyword)
{
    auto const* const found = rule.if_contains(keyword);
    return found ? found->if_string() : nullptr;
}
/** The same for a number. */
inline boost::json::value const* number_of(
    boost::json::object const& rule, std::string_view keyword)
{
    auto const* const found = rule.if_contains(keyword);
    return found && found->is_number() ? found : nullptr;
}

/** The names of the members that a schema describes or requires. */
inline std::vector<std::string_view> names_in(boost::json::value const& rule)
{
    std::vector<std::string_view> names;
    auto const* const stated = rule.if_object();
    if (auto const* properties = stated ? object_of(*stated, "properties") : nullptr)
        for (boost::json::key_value_pair const& one : *properties)
            names.push_back(one.key());
    if (auto const* required = stated ? array_of(*stated, "required") : nullptr)
        for (boost::json::value const& name : *required)
            if (name.is_string() &&
                std::find(names.begin(), names.end(), std::string_view(name.get_string())) ==
                    names.end())
                names.push_back(name.get_string());
    return names;
}

/** Whether a value is of a JSON type, by the type's name. A whole number is of the types `number`
    and `integer`. */
inline bool has_type(boost::json::value const& value, std::string_view type) noexcept
{
    // In the order of boost::json::kind.
    static constexpr std::string_view names[]{
        "null", "boolean", "number", "number", "number", "string", "array", "object"};
    bool const is_whole = value.is_double() ? std::trunc(value.get_double()) == value.get_double()
                                            : value.is_number();
    return type == names[static_cast<std::size_t>(value.kind())] || (type == "integer" && is_whole);
}

/** Writes a number so that equal numbers have the same text: 1.0 as `1`. */
inline void append_number(std::string& out, boost::json::value const& value)
{
    std::array<char, 64> text;
    auto const put = [&](auto number)
    {
        if constexpr (std::is_same_v<decltype(number), double>)
            out.append(text.data(), restbind::detail::put_floating(text.data(), number));
        else
            out.append(
                text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr);
    };
    double const number = value.is_double() ? value.get_double() : 0;
    bool const is_whole = value.is_double() && std::trunc(number) == number;
    if (value.is_int64())
        put(value.get_int64());
    else if (value.is_uint64())
        put(value.get_uint64());
    else if (is_whole && number >= -0x1p63 && number < 0x1p63)
        put(static_cast<std::int64_t>(number));
    else if (is_whole && number >= 0 && number < 0x1p64)
        put(static_cast<std::uint64_t>(number));
    else
        put(number);
}

/** Writes a value so that two values are equal exactly if their texts are. The text is no JSON.
    Values that differ only more than `depth` levels deep get the same text. */
inline void append_canonical(std::string& out, boost::json::value const& value, unsigned depth)
{
    if (depth == 0)
        return;
    switch (value.kind())
    {
    case boost::json::kind::null:
        out.push_back('n');
        break;
    case boost::json::kind::bool_:
        out.push_back(value.get_bool() ? 't' : 'f');
        break;
    case boost::json::kind::string:
        // The length in front: no character needs an escape.
        out.append(1, '"').append(std::to_string(value.get_string().size())).append(1, ':');
        out.append(value.get_string().data(), value.get_string().size());
        break;
    case boost::json::kind::array:
        out.push_back('[');
        for (boost::json::value const& element : value.get_array())
        {
            append_canonical(out, element, depth - 1);
            out.push_back(',');
        }
        out.push_back(']');
        break;
    case boost::json::kind::object:
    {
        std::vector<boost::json::key_value_pair const*> members;
        for (boost::json::key_value_pair const& member : value.get_object())
            members.push_back(&member);
        std::sort(members.begin(), members.end(),
            [](auto const* a, auto const* b) { return a->key() < b->key(); });
        out.push_back('{');
        for (auto const* member : members)
        {
            out.append(std::to_string(member->key().size())).append(1, ':');
            out.append(member->key().data(), member->key().size());
            append_canonical(out, member->value(), depth - 1);
            out.push_back(',');
        }
        out.push_back('}');
        break;
    }
    default:
        append_number(out, value);
        break;
    }
}

/** The text that append_canonical() writes. */
inline std::string canonical(boost::json::value const& value)
{
    std::string out;
    append_canonical(out, value, max_schema_depth);
    return out;
}

/** -1, 0, 1: how two numbers compare, exactly. */
template <class A, class B>
int compare_numbers(A a, B b) noexcept
{
    if constexpr (std::is_same_v<A, double> && !std::is_same_v<B, double>)
        return -compare_numbers(b, a);
    else if constexpr (std::is_same_v<A, double>)
        return a < b ? -1 : a > b ? 1 : 0;
    else if constexpr (std::is_same_v<B, double>)
    {
        constexpr bool has_sign = std::is_signed_v<A>;
        if (b >= (has_sign ? 0x1p63 : 0x1p64))
            return -1;
        if (b < (has_sign ? -0x1p63 : 0.0))
            return 1;
        auto const whole = static_cast<A>(b);
        return a != whole ? (a < whole ? -1 : 1)
                          : compare_numbers(0.0, b - static_cast<double>(whole));
    }
    else
        return std::cmp_less(a, b) ? -1 : std::cmp_less(b, a) ? 1 : 0;
}

/** Calls f with the number that a value holds, and returns what f returns. */
template <class F>
int with_number(boost::json::value const& value, F f) noexcept
{
    return value.is_int64()    ? f(value.get_int64())
           : value.is_uint64() ? f(value.get_uint64())
                               : f(value.get_double());
}

inline int compare_numbers(boost::json::value const& a, boost::json::value const& b) noexcept
{
    return with_number(
        a, [&](auto x) { return with_number(b, [x](auto y) { return compare_numbers(x, y); }); });
}

/** A list of values for a message: `800, 801`. */
inline std::string list_of(boost::json::array const& values)
{
    std::string text;
    for (boost::json::value const& one : values)
        text.append(text.empty() ? "" : ", ")
            .append(one.is_string() ? std::string(one.get_string()) : canonical(one));
    return text;
}

/** Whether a text has a format. True for a format that is not known here. */
inline bool has_format(std::string_view text, std::string_view format) noexcept
{
    struct known_format
    {
        std::string_view name;
        bool (*holds)(std::string_view) noexcept;
    };
    static constexpr known_format known[]{{"uuid", is_uuid}, {"email", is_email},
        {"idn-email", is_email}, {"hostname", is_hostname}, {"ipv4", is_ipv4}, {"ipv6", is_ipv6},
        {"uri", is_uri}, {"uri-reference", is_uri_reference}, {"time", is_time},
        {"duration", is_duration}};
    for (auto const& one : known)
        if (one.name == format)
            return one.holds(text);
    return true;
}

/** Whether a number is a multiple of another one (`multipleOf`), computed exactly. */
inline bool is_multiple_value(boost::json::value const& value, boost::json::value const& step)
{
    auto const read = [](boost::json::value const& number)
    {
        std::string text;
        append_number(text, number);
        return restbind::detail::read_scientific(text);
    };
    return restbind::detail::is_multiple(read(value), read(step));
}

} // namespace restbind::json::detail
