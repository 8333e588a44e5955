// Bodies of <restbind/json/detail/problem.hpp>.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/brackets.hpp>
#include <restbind/json/detail/problem.hpp>
#include <restbind/json/detail/raw.hpp>
#include <restbind/json/detail/read_number.hpp>
#include <restbind/json/detail/read_string.hpp>
#include <restbind/json/detail/skip.hpp>
#include <restbind/json/detail/writer.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::json
{

namespace detail
{

/** each_in_brackets() and each_member(), once for all that reads problem documents. */
RESTBIND_NOINLINE inline bool each_element(cursor& in, void* to, bool (*read)(cursor&, void*))
{
    return each_in_brackets(in, '[', [&](std::size_t) { return read(in, to); });
}
RESTBIND_NOINLINE inline bool each_member(
    cursor& in, void* to, bool (*read)(cursor&, std::string_view name, void*))
{
    return each_member(in, [&](std::string_view name) { return read(in, name, to); });
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

/** The list of errors and what its elements are made of. */
struct error_list
{
    std::vector<validation_error>& errors;
    problem_format const& format;
    bool any = false; // whether the last element has a part that can be read
};

inline bool read_error_part(cursor& in, std::string_view name, void* list)
{
    auto& out = *static_cast<error_list*>(list);
    bool const is_field = name == out.format.error_field;
    if (!is_field && name != out.format.error_message)
        return skip_value(in);
    out.any = out.any || in.peek() == '"';
    validation_error& last = out.errors.back();
    return read_string_or_skip(in, is_field ? last.field : last.message);
}

/** An element of the list of errors. @param list An error_list. */
inline bool read_error(cursor& in, void* list)
{
    if (in.peek() != '{')
        return skip_value(in);
    auto& out = *static_cast<error_list*>(list);
    restbind::detail::add_error(out.errors);
    out.any = false;
    if (!each_member(in, &out, &read_error_part))
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

/** The message of a key, or its messages. @param list A vector of errors. */
inline bool read_error_messages(cursor& in, std::string_view name, void* list)
{
    error_key key{std::string(name), *static_cast<std::vector<validation_error>*>(list)};
    return in.peek() == '[' ? each_element(in, &key, &read_error_message)
                            : read_error_message(in, &key);
}

inline bool read_problem_timestamp(cursor& in, problem_details& out)
{
    std::string text;
    if (!read_string_or_skip(in, text))
        return false;
    if (auto const instant = parse_utc_instant(text))
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
        return each_member(in, &out.errors, &read_error_messages);
    error_list list{out.errors, format};
    return each_element(in, &list, &read_error);
}

/** A problem document that is read, and what its provider calls its members. */
struct problem_target
{
    problem_details& problem;
    problem_format const& format;
};

inline bool keep_problem_member(cursor& in, problem_details& out, std::string_view name)
{
    std::string_view text;
    if (!read_slice(in, text))
        return false;
    out.extensions.emplace_back(name, text);
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
inline bool read_problem_value(cursor& in, std::string_view name, problem_target const& target)
{
    auto& [out, format] = target;
    if (name == "type")
        return read_string_or_skip(in, out.type);
    if (name == "title")
        return read_string_or_skip(in, out.title);
    if (name == "status")
        return read_problem_status(in, out.status);
    if (name == "detail")
        return read_string_or_skip(in, out.detail);
    if (name == "instance")
        return read_string_or_skip(in, out.instance);
    if (name.empty()) // an empty name of the format stands for none
        return keep_problem_member(in, out, name);
    if (name == format.code)
        return read_integer_or_skip(in, out.error_code);
    if (name == format.error_count)
        return read_integer_or_skip(in, out.error_count);
    if (name == format.errors)
        return read_problem_errors(in, out, format);
    if (name == format.trace_id)
        return read_string_or_skip(in, out.trace_id);
    if (name == format.timestamp)
        return read_problem_timestamp(in, out);
    return keep_problem_member(in, out, name);
}

/** A member. @param target A problem_target. */
inline bool read_problem_member(cursor& in, std::string_view name, void* target)
{
    std::string const key(name); // reading the value may overwrite `name`
    return read_problem_value(in, key, *static_cast<problem_target*>(target)) || in.why.in_key(key);
}

} // namespace detail

RESTBIND_DECL result<problem_details> decode_problem(
    std::string_view text, problem_format const& format, limits const& bounds)
{
    cursor in(text, bounds);
    result<problem_details> problem(std::in_place);
    detail::problem_target target{*problem, format};
    if (!in.start() || !detail::each_member(in, &target, &detail::read_problem_member) ||
        !in.finish()) [[unlikely]]
        problem = std::move(in.why).to_error();
    return problem; // the only return, so that nothing is moved
}

} // namespace restbind::json
