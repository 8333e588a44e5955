// What JSON Schema asks about open JSON values: equality, order, whole numbers.
#pragma once

#include <restbind/core/detail/multiple.hpp>

#include <boost/json/array.hpp>
#include <boost/json/kind.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace restbind::json::detail
{

inline std::string_view text_of(boost::json::string_view text) noexcept
{
    return {text.data(), text.size()};
}

/** The JSON types of a value by name: `integer` is a number, too. */
inline bool has_type(boost::json::value const& value, std::string_view type) noexcept
{
    switch (value.kind())
    {
    case boost::json::kind::null:
        return type == "null";
    case boost::json::kind::bool_:
        return type == "boolean";
    case boost::json::kind::int64:
    case boost::json::kind::uint64:
        return type == "integer" || type == "number";
    case boost::json::kind::double_:
        return type == "number" ||
               (type == "integer" && std::trunc(value.get_double()) == value.get_double());
    case boost::json::kind::string:
        return type == "string";
    case boost::json::kind::array:
        return type == "array";
    case boost::json::kind::object:
        return type == "object";
    }
    return false;
}

/** Writes a number so that equal numbers have the same text: 1.0 as `1`. */
inline void append_number(std::string& out, boost::json::value const& value)
{
    std::array<char, 64> text;
    char* end = text.data();
    char* const room = text.data() + text.size();
    if (value.is_int64())
        end = std::to_chars(text.data(), room, value.get_int64()).ptr;
    else if (value.is_uint64())
        end = std::to_chars(text.data(), room, value.get_uint64()).ptr;
    else
    {
        double const number = value.get_double();
        if (std::trunc(number) == number && number >= -0x1p63 && number < 0x1p63)
            end = std::to_chars(text.data(), room, static_cast<std::int64_t>(number)).ptr;
        else if (std::trunc(number) == number && number >= 0 && number < 0x1p64)
            end = std::to_chars(text.data(), room, static_cast<std::uint64_t>(number)).ptr;
        else
            end = std::to_chars(text.data(), room, number).ptr;
    }
    out.append(text.data(), end);
}

/** Writes a value so that values are equal exactly if their texts are. It is no JSON. Beyond
    `depth` levels nothing is told apart. */
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

inline std::string canonical(boost::json::value const& value)
{
    std::string out;
    append_canonical(out, value, 200);
    return out;
}

/** -1, 0, 1: how an integer compares with a double, exactly. */
template <class Integer>
int compare_mixed(Integer a, double b) noexcept
{
    constexpr double above = sizeof(Integer) == 8 && static_cast<Integer>(-1) > 0 ? 0x1p64 : 0x1p63;
    if (b >= above)
        return -1;
    if (b < (above == 0x1p64 ? 0.0 : -0x1p63))
        return 1;
    auto const whole = static_cast<Integer>(b);
    if (a != whole)
        return a < whole ? -1 : 1;
    double const rest = b - static_cast<double>(whole);
    return rest > 0 ? -1 : rest < 0 ? 1 : 0;
}

/** -1, 0, 1: how two numbers compare, exactly. */
inline int compare_numbers(boost::json::value const& a, boost::json::value const& b) noexcept
{
    auto const sign = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
    if (a.is_double() && b.is_double())
        return sign(a.get_double(), b.get_double());
    if (b.is_double())
        return a.is_int64() ? compare_mixed(a.get_int64(), b.get_double())
                            : compare_mixed(a.get_uint64(), b.get_double());
    if (a.is_double())
        return -compare_numbers(b, a);
    if (a.is_int64() && b.is_int64())
        return sign(a.get_int64(), b.get_int64());
    if (a.is_uint64() && b.is_uint64())
        return sign(a.get_uint64(), b.get_uint64());
    if (a.is_int64())
        return a.get_int64() < 0 ? -1
                                 : sign(static_cast<std::uint64_t>(a.get_int64()), b.get_uint64());
    return -compare_numbers(b, a);
}

/** multipleOf, exactly. */
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
