// SPDX-License-Identifier: BSL-1.0
// Open JSON: values whose shape no schema states, as Boost.JSON values.
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/open_json.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/containers.hpp>
#include <restbind/json/detail/object_reader.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/scalars.hpp>
#include <restbind/json/detail/tokens.hpp>
#include <restbind/json/writer.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** Makes the linker name what is missing where no source file supplies Boost.JSON. */
#ifdef RESTBIND_LINKS_BOOST_JSON
inline void need_boost_json() noexcept {}
#else
RESTBIND_FIRST_IN_FILE void need_boost_json() noexcept
{
    static_cast<void>(
        *static_cast<char const volatile*>(&restbind_include_src_hpp_in_one_source_file));
}
#endif

inline bool read_open(cursor& in, boost::json::value& out);
inline bool write_open(writer& out, boost::json::value const& value);

} // namespace detail

/** An `additional_properties` member that is an open object. A name that appears twice is an error:
    one of the two would be lost. */
template <>
struct extra_codec<boost::json::object>
{
    /// Where reading goes on, the member is left out. Not inlined: it would take stack at each
    /// level.
    RESTBIND_NOINLINE static bool leave_out(
        cursor& in, boost::json::object& out, boost::json::object::iterator place, bool is_new)
    {
        in.why.in_key(place->key());
        if (is_new)
            out.erase(place);
        return false;
    }
    static bool read(cursor& in, std::string_view name, boost::json::object& out)
    {
        if (!in.charge(sizeof(boost::json::key_value_pair)))
            return in.why.in_key(name);
        auto const [place, is_new] = out.emplace(name, nullptr);
        bool const done =
            is_new ? detail::read_open(in, place->value()) : in.fail("the member appears twice");
        return done || leave_out(in, out, place, is_new);
    }
    template <class PutName>
    static bool write(writer& out, boost::json::object const& value, PutName&& put_name)
    {
        for (auto const& member : value)
        {
            std::string_view const name = member.key();
            if (!put_name(name))
                return false;
            if (!detail::write_open(out, member.value()))
                return out.why.in_key(name);
        }
        return true;
    }
};

/** Any JSON object. A name that appears twice is an error. */
template <>
struct codec<boost::json::object> : detail::members_codec<boost::json::object>
{
};

/** Any JSON array. */
template <>
struct codec<boost::json::array>
{
    static constexpr types accepts = types::array;
    static bool read(cursor& in, boost::json::array& out)
    {
        out.clear();
        if (in.lenient) [[unlikely]]
            return detail::read_list_leniently(in, &out, sizeof(boost::json::value),
                [](cursor& at, void* list)
                {
                    auto& values = *static_cast<boost::json::array*>(list);
                    bool const done = detail::read_open(at, values.emplace_back(nullptr));
                    if (!done)
                        values.pop_back();
                    return done;
                });
        return detail::each_in_brackets(in, '[',
            [&](std::size_t index)
            {
                return (in.charge(sizeof(boost::json::value)) &&
                           detail::read_open(in, out.emplace_back(nullptr))) ||
                       in.why.in_element(index);
            });
    }
    static bool write(writer& out, boost::json::array const& value)
    {
        out.put('[');
        for (std::size_t i = 0; i != value.size(); ++i)
        {
            if (i != 0)
                out.put(',');
            if (!detail::write_open(out, value[i]))
                return out.why.in_element(i);
        }
        out.put(']');
        return true;
    }
};

namespace detail
{

/** The JSON types of a value; of a whole number integer | number. */
inline types types_of(boost::json::value const& value) noexcept
{
    switch (value.kind())
    {
    case boost::json::kind::null:
        return types::null;
    case boost::json::kind::bool_:
        return types::boolean;
    case boost::json::kind::int64:
    case boost::json::kind::uint64:
        return types::integer | types::number;
    case boost::json::kind::double_:
        return types::number;
    case boost::json::kind::string:
        return types::string;
    case boost::json::kind::array:
        return types::array;
    default:
        return types::object;
    }
}

/** True when `value` is written as the number that `text` is. */
RESTBIND_COLD RESTBIND_NOINLINE inline bool is_kept(std::string_view text, double value)
{
    std::array<char, writer::max_floating_size> buffer;
    char* const first = buffer.data();
    char* end = std::to_chars(first, first + buffer.size(), value).ptr;
    if (!restbind::detail::is_written_exactly(value))
        end = std::to_chars(first, first + buffer.size(), value, std::chars_format::scientific).ptr;
    std::string_view const written(first, static_cast<std::size_t>(end - first));
    if (text == written)
        return true;
    auto const given = read_scientific(text);
    auto const kept = read_scientific(written);
    return given && kept && given->coefficient == kept->coefficient &&
           (given->coefficient == 0 || given->zeros - given->scale == kept->zeros - kept->scale);
}

/** Whole numbers become std::int64_t or, above it, std::uint64_t; all others, and longer ones, the
    nearest double. */
inline bool read_open_number(cursor& in, boost::json::value& out)
{
    char const* const first = in.at;
    number_token token;
    if (!read_number(in, token, "a value"))
        return false;
    in.at = first;
    if (token.whole)
    {
        bool const negative = *first == '-';
        std::int64_t whole = 0;
        std::uint64_t positive = 0;
        if (read_integer(in, whole))
        {
            out = whole;
            return true;
        }
        in.at = first;
        if (!negative && read_integer(in, positive))
        {
            out = positive;
            return true;
        }
        in.at = first;
        in.why = {};
    }
    double value = 0;
    if (!read_floating(in, value))
        return false;
    if (in.exact && !is_kept(token.text, value))
        return fail_number(in, token, "has more digits than a double keeps");
    out = value;
    return true;
}

inline bool read_open(cursor& in, boost::json::value& out)
{
    need_boost_json();
    switch (in.peek())
    {
    case '{':
        return codec<boost::json::object>::read(in, out.emplace_object());
    case '[':
        return codec<boost::json::array>::read(in, out.emplace_array());
    case '"':
    {
        std::string_view text;
        if (!read_text(in, text, "a string"))
            return false;
        out.emplace_string().assign(text.data(), text.size());
        return true;
    }
    case 't':
    case 'f':
        out = in.peek() == 't';
        return skip_scalar(in);
    case 'n':
        return skip_scalar(in); // `out` is null already
    default:
        return read_open_number(in, out);
    }
}

inline bool write_open(writer& out, boost::json::value const& value)
{
    need_boost_json();
    switch (value.kind())
    {
    case boost::json::kind::object:
        return codec<boost::json::object>::write(out, value.get_object());
    case boost::json::kind::array:
        return codec<boost::json::array>::write(out, value.get_array());
    case boost::json::kind::string:
        return out.put_string(value.get_string());
    case boost::json::kind::bool_:
        return codec<bool>::write(out, value.get_bool());
    case boost::json::kind::int64:
        out.put_integer(value.get_int64());
        return true;
    case boost::json::kind::uint64:
        out.put_integer(value.get_uint64());
        return true;
    case boost::json::kind::double_:
    {
        std::size_t const first = out.size();
        if (!out.put_floating(value.get_double()))
            return false;
        // Stays a number with a point, so that it is read back as a double.
        std::string_view const written(out.from(first), out.size() - first);
        if (written.find_first_of(".e") == std::string_view::npos)
            out.put(".0");
        return true;
    }
    default:
        out.put("null");
        return true;
    }
}

} // namespace detail

/** Any JSON value. */
template <>
struct codec<boost::json::value>
{
    static constexpr types accepts = types::any;
    static bool read(cursor& in, boost::json::value& out) { return detail::read_open(in, out); }
    static bool write(writer& out, boost::json::value const& value)
    {
        return detail::write_open(out, value);
    }
};

} // namespace restbind::json
