// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/json/decode.hpp>.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/object_reader.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/tokens.hpp>
#include <restbind/json/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json::detail
{

RESTBIND_NOINLINE RESTBIND_DECL result<void> decode_into(
    std::string_view text, limits const& bounds, read_function& read, void* out)
{
    cursor in(text, bounds);
    if (in.start() && read(in, out) && in.finish()) [[likely]]
        return {};
    return std::move(in.why).to_error();
}

/** Reads leniently what cannot be read strictly, because of `strict`, or was kept as JSON. */
RESTBIND_COLD RESTBIND_NOINLINE inline result<void> read_on(error strict, std::string_view text,
    limits const& bounds, reading policy, deviations* found, read_function& read, void* out)
{
    if (strict.kind() != error_kind::invalid_response)
        return strict;
    leniency seen;
    cursor in(text, bounds);
    in.lenient = &seen;
    bool const done = in.start() && read(in, out) && in.finish();
    if (policy == reading::strict)
    {
        if (done)
            restbind::detail::fill(strict).with_detail(restbind::detail::joined(
                {strict.detail(), "; json::reading::lenient would read on"}));
        return strict;
    }
    if (!done)
    {
        seen.found.listed.clear();
        seen.found.listed.emplace_back();
        seen.offsets[0] = in.why.offset;
    }
    name_places(text, seen);
    if (done)
    {
        if (found)
            *found = std::move(seen.found);
        return {};
    }
    in.why.path = std::move(seen.found.listed[0].path);
    return std::move(in.why).to_error();
}

RESTBIND_NOINLINE RESTBIND_DECL result<void> decode_into(std::string_view text,
    limits const& bounds, reading policy, deviations* found, read_function& read, void* out)
{
    if (found)
        *found = {};
    cursor in(text, bounds);
    bool const is_read = in.start() && read(in, out) && in.finish();
    if (is_read && (!in.kept || policy == reading::strict))
        return {};
    return read_on(std::move(in.why).to_error(), text, bounds, policy, found, read, out);
}

} // namespace restbind::json::detail

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** each_in_brackets(), once for all that reads problem documents. */
RESTBIND_NOINLINE inline bool each_element(
    cursor& in, void* to, bool (*read)(cursor&, void*), char bracket = '[')
{
    return each_in_brackets(in, bracket, [&](std::size_t) { return read(in, to); });
}

/** The members of an object that are looked for; an empty name stands for none. */
template <std::size_t Count>
struct wanted_names
{
    std::string_view names[Count];
    std::size_t next = 0;   // the place of the one that is likely to come: most come in order
    std::string other = {}; // a name that is not looked for

    /** Reads a name. @returns Its place; Count for another one, and more than that when the text is
        not JSON. */
    RESTBIND_ALWAYS_INLINE std::size_t read(cursor& in)
    {
        while (next != Count && names[next].empty())
            ++next;
        std::size_t const size = next != Count ? names[next].size() : 0;
        if (size != 0 && static_cast<std::size_t>(in.end - in.at) > size + 3 && in.at[0] == '"' &&
            in.at[size + 1] == '"' && in.at[size + 2] == ':' &&
            same(in.at + 1, names[next].data(), size))
        {
            in.at += size + 3;
            in.skip_space();
            return next++;
        }
        return search(in);
    }

private:
    RESTBIND_NOINLINE std::size_t search(cursor& in)
    {
        std::string_view name;
        if (!read_name(in, name))
            return Count + 1;
        for (std::size_t at = 0; at != Count && !name.empty(); ++at)
        {
            if (names[at] != name)
                continue;
            next = at + 1;
            return at;
        }
        other = name;
        return Count;
    }
};

/** Calls `read(in, place, to)` with the cursor at the value of each member of an object; `place` is
    that of its name. The names are read within the loop, because each place that the cursor is
    handed through memory costs time. */
template <std::size_t Count>
RESTBIND_NOINLINE inline bool each_wanted(cursor& in, wanted_names<Count>& names, void* to,
    bool (*read)(cursor&, std::size_t, void*))
{
    return each_in_brackets(in, '{',
        [&](std::size_t)
        {
            std::size_t const place = names.read(in);
            return place <= Count && read(in, place, to);
        });
}

/** Reads a string if one is next; moves over any other value. @returns false only when the text is
    not JSON. */
RESTBIND_NOINLINE inline bool read_string_or_skip(cursor& in, std::string& out)
{
    return in.peek() == '"' ? read_string(in, out) : skip_value(in);
}
RESTBIND_NOINLINE inline bool read_string_or_skip(cursor& in, std::optional<std::string>& out)
{
    return in.peek() == '"' ? read_string(in, out.emplace()) : skip_value(in);
}

/** Reads an integer that fits if one is next; moves over any other value. */
RESTBIND_NOINLINE inline bool read_integer_or_skip(cursor& in, std::optional<std::int64_t>& out)
{
    char const* const first = in.at;
    // Anything but a number would have to make a message first.
    if (in.peek() == '-' || digit_value(in.peek()) <= 9)
    {
        std::int64_t value = 0;
        if (read_integer(in, value)) [[likely]]
        {
            out = value;
            return true;
        }
        in.at = first;
        in.why = {};
    }
    return skip_value(in);
}

/** The list of errors and what its elements are made of: a field, and a message. */
struct error_list
{
    std::vector<validation_error>& errors;
    wanted_names<2> parts;
    bool any = false; // whether the last element has a part that can be read
};

inline bool read_error_part(cursor& in, std::size_t place, void* list)
{
    if (place == 2)
        return skip_value(in);
    auto& out = *static_cast<error_list*>(list);
    out.any = out.any || in.peek() == '"';
    validation_error& last = out.errors.back();
    return read_string_or_skip(in, place == 0 ? last.field : last.message);
}

/** An element of the list of errors. @param list An error_list. */
inline bool read_error(cursor& in, void* list)
{
    if (in.peek() != '{')
        return skip_value(in);
    auto& out = *static_cast<error_list*>(list);
    restbind::detail::add_error(out.errors);
    out.any = false;
    out.parts.next = 0;
    if (!each_wanted(in, out.parts, &out, &read_error_part))
        return false;
    if (!out.any)
        out.errors.pop_back();
    return true;
}

/** A key of the map of errors and where its messages go. */
struct error_key
{
    std::string field;
    std::vector<validation_error>& list;
};

/** A message. @param key An error_key. */
inline bool read_error_message(cursor& in, void* key)
{
    if (in.peek() != '"')
        return skip_value(in);
    auto const& [field, list] = *static_cast<error_key*>(key);
    validation_error& error = restbind::detail::add_error(list);
    error.field.append(field);
    return read_string(in, error.message);
}

/** A key, and its message or messages. @param list A vector of errors. */
inline bool read_error_messages(cursor& in, void* list)
{
    std::string_view name;
    if (!read_name(in, name))
        return false;
    error_key key{std::string(name), *static_cast<std::vector<validation_error>*>(list)};
    return in.peek() == '[' ? each_element(in, &key, &read_error_message)
                            : read_error_message(in, &key);
}

inline bool read_problem_timestamp(cursor& in, problem_details& out)
{
    std::string text;
    if (!read_string_or_skip(in, text))
        return false;
    if (auto const instant = parse_timestamp(text))
    {
        out.timestamp = instant;
        out.timestamp_text.emplace() = std::move(text);
    }
    return true;
}

inline bool read_problem_errors(cursor& in, problem_details& out, problem_format const& format)
{
    char const first = in.peek();
    if (first != '[' && first != '{')
        return skip_value(in);
    out.errors.clear();
    out.shape = first == '[' ? errors_shape::list : errors_shape::map;
    if (first == '{')
        return each_element(in, &out.errors, &read_error_messages, '{');
    error_list list{out.errors, {{format.error_field, format.error_message}}};
    return each_element(in, &list, &read_error);
}

/** A problem document that is read, and what its provider calls its members. */
struct problem_target
{
    problem_details& problem;
    problem_format const& format;
    wanted_names<10> members{{"type", "title", "status", "detail", "instance", format.code,
        format.error_count, format.errors, format.trace_id, format.timestamp}};
};

inline bool keep_problem_member(cursor& in, problem_details& out, std::string_view name)
{
    std::string_view text;
    if (!read_slice(in, text))
        return false;
    out.extensions.push_back({std::string(name), std::string(text)});
    return true;
}

inline bool read_problem_status(cursor& in, int& out)
{
    std::optional<std::int64_t> status;
    if (!read_integer_or_skip(in, status))
        return false;
    if (status && std::in_range<int>(*status))
        out = static_cast<int>(*status);
    return true;
}

/** The value of a member, which may be missing, be of another type, or come twice. */
RESTBIND_ALWAYS_INLINE inline bool read_problem_value(
    cursor& in, std::size_t place, problem_details& out, problem_format const& format)
{
    switch (place)
    {
    case 0:
        return read_string_or_skip(in, out.type);
    case 1:
        return read_string_or_skip(in, out.title);
    case 2:
        return read_problem_status(in, out.status);
    case 3:
        return read_string_or_skip(in, out.detail);
    case 4:
        return read_string_or_skip(in, out.instance);
    case 5:
        return read_integer_or_skip(in, out.error_code);
    case 6:
        return read_integer_or_skip(in, out.error_count);
    case 7:
        return read_problem_errors(in, out, format);
    case 8:
        return read_string_or_skip(in, out.trace_id);
    default:
        return read_problem_timestamp(in, out);
    }
}

/** A member. @param to A problem_target. */
inline bool read_problem_member(cursor& in, std::size_t place, void* to)
{
    auto& [problem, format, members] = *static_cast<problem_target*>(to);
    if (place < std::size(members.names))
        return read_problem_value(in, place, problem, format) ||
               in.why.in_key(members.names[place]);
    return keep_problem_member(in, problem, members.other) || in.why.in_key(members.other);
}

} // namespace detail

RESTBIND_DECL result<problem_details> decode_problem(
    std::string_view text, problem_format const& format, limits const& bounds)
{
    cursor in(text, bounds);
    result<problem_details> problem(std::in_place);
    detail::problem_target target{*problem, format};
    if (!in.start() ||
        !detail::each_wanted(in, target.members, &target, &detail::read_problem_member) ||
        !in.finish()) [[unlikely]]
        problem = std::move(in.why).to_error();
    return problem; // the only return, so that nothing is moved
}

} // namespace restbind::json
