// Bodies of <restbind/json/problem.hpp>.
#pragma once

#include <restbind/core/instant.hpp>
#include <restbind/core/member.hpp>
#include <restbind/core/utf8.hpp>
#include <restbind/json/containers.hpp>
#include <restbind/json/object_reader.hpp>
#include <restbind/json/problem.hpp>
#include <restbind/json/raw.hpp>
#include <restbind/json/read_number.hpp>
#include <restbind/json/read_string.hpp>
#include <restbind/json/skip.hpp>
#include <restbind/json/writer.hpp>

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

/** Walks over the elements of the array that is next: calls `f(in, to)` with the cursor at each of
    them; f moves over it. */
[[gnu::noinline]] inline bool each_element(cursor& in, void* to, bool (*f)(cursor&, void*))
{
    bool more = false;
    if (!open_array(in, more))
        return false;
    if (!more)
        return true;
    for (;;)
    {
        if (!f(in, to))
            return false;
        if (in.next() != ',')
            return close_array(in);
        ++in.at;
        in.skip_space();
    }
}

/** Walks over the members of the object that is next: calls `f(in, name, to)` with the cursor at
   each value; f moves over it. `name` lives until the next string is read. */
inline bool each_member(cursor& in, void* to, bool (*f)(cursor&, std::string_view name, void*))
{
    if (in.peek() != '{')
        return in.expected("an object");
    if (!in.enter())
        return false;
    ++in.at;
    if (in.next() != '}')
        for (;;)
        {
            std::string_view name;
            if (!read_text(in, name, "a member name"))
                return false;
            if (in.next() != ':')
                return in.expected("':'");
            ++in.at;
            in.skip_space();
            if (!f(in, name, to))
                return false;
            if (in.next() == ',')
            {
                ++in.at;
                in.skip_space();
                continue;
            }
            if (in.peek() != '}')
                return in.expected("',' or '}'");
            break;
        }
    ++in.at;
    in.leave();
    return true;
}

/** Reads a string if one is next; moves over any other value. @returns false only when the text is
    not JSON. */
[[gnu::noinline]] inline bool read_string_or_skip(cursor& in, std::string& out)
{
    return in.peek() == '"' ? read_string(in, out) : skip_value(in);
}
[[gnu::noinline]] inline bool read_string_or_skip(cursor& in, std::optional<std::string>& out)
{
    return in.peek() == '"' ? read_string(in, out.emplace()) : skip_value(in);
}

/** Reads an integer that fits if one is next; moves over any other value. */
[[gnu::noinline]] inline bool read_integer_or_skip(cursor& in, std::optional<std::int64_t>& out)
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

/** Reads an object leniently: members may be missing, be of another type or come twice. */
[[gnu::always_inline]] inline bool read_leniently(cursor& in, void* object, object_plan const& plan)
{
    if (in.peek() != '{')
        return in.expected("an object");
    if (!in.enter())
        return false;
    ++in.at;
    std::uint64_t seen = 0;
    return read_members(in, object, plan, &seen, 0, true);
}

/** The plan of an object that is read leniently, from the literals of its members. */
template <std::size_t Count>
struct lenient_plan
{
    std::string_view literals[Count];
    member names[Count];
    name_slots<Count> buckets;

    constexpr explicit lenient_plan(std::string_view const (&all)[Count])
        : lenient_plan(all, std::make_index_sequence<Count>())
    {
    }

    constexpr object_plan plan(bool (*read_member)(cursor&, void*, std::size_t),
        bool (*keep_unknown)(cursor&, void*, std::string_view)) const noexcept
    {
        return {buckets.table(names), Count, literals, read_member, keep_unknown, &nothing_needed,
            true};
    }

private:
    static constexpr std::uint64_t nothing_needed = 0;

    template <std::size_t... I>
    constexpr lenient_plan(std::string_view const (&all)[Count], std::index_sequence<I...>)
        : literals{all[I]...} // Without comma, quotes and colon.
        , names{{all[I].substr(2, all[I].size() - 4), presence::optional}...}
        , buckets(names)
    {
    }
};

/** An element of the list of errors, as far as it can be read. */
struct error_parts
{
    validation_error& error;
    bool any = false;
};

inline bool read_error_part(cursor& in, void* object, std::size_t index)
{
    auto& parts = *static_cast<error_parts*>(object);
    parts.any = parts.any || in.peek() == '"';
    return read_string_or_skip(in, index == 0 ? parts.error.field : parts.error.message);
}

inline constexpr lenient_plan<2> error_parts_members({",\"field\":", ",\"message\":"});
inline constexpr object_plan error_parts_plan = error_parts_members.plan(&read_error_part, nullptr);

/** An element of the list of errors. @param list A vector of errors. */
inline bool read_error(cursor& in, void* list)
{
    if (in.peek() != '{')
        return skip_value(in);
    auto& out = *static_cast<std::vector<validation_error>*>(list);
    error_parts parts{restbind::detail::add_error(out)};
    if (!read_leniently(in, &parts, error_parts_plan))
        return false;
    if (!parts.any)
        out.pop_back();
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

inline bool read_problem_errors(cursor& in, problem_details& out)
{
    char const first = in.peek();
    if (first != '[' && first != '{')
        return skip_value(in);
    out.errors.clear();
    out.shape = first == '[' ? errors_shape::list : errors_shape::map;
    return first == '[' ? each_element(in, &out.errors, &read_error)
                        : each_member(in, &out.errors, &read_error_messages);
}

inline bool keep_problem_member(cursor& in, void* object, std::string_view name)
{
    std::string_view text;
    if (!read_slice(in, text))
        return false;
    auto& member = static_cast<problem_details*>(object)->extra.emplace_back();
    member.first.append(name);
    member.second.append(text);
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

inline constexpr lenient_plan<10> problem_members(
    {",\"type\":", ",\"title\":", ",\"status\":", ",\"detail\":", ",\"instance\":",
        ",\"errorCode\":", ",\"errorCount\":", ",\"errors\":", ",\"traceId\":", ",\"timestamp\":"});

/** @param index That of the member in problem_members. */
inline bool read_problem_member(cursor& in, void* object, std::size_t index)
{
    auto& out = *static_cast<problem_details*>(object);
    switch (index)
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
        return read_problem_errors(in, out);
    case 8:
        return read_string_or_skip(in, out.trace_id);
    default:
        return read_problem_timestamp(in, out);
    }
}

inline constexpr object_plan problem_plan =
    problem_members.plan(&read_problem_member, &keep_problem_member);

/** Appends a string; what is not UTF-8 becomes U+FFFD, so that a refusal can always be shown. */
inline void put_any_string(writer& out, std::string_view text)
{
    if (utf8_prefix(text) == text.size())
    {
        out.put_string(text);
        return;
    }
    std::string repaired;
    while (!text.empty())
    {
        std::size_t const good = utf8_prefix(text);
        repaired.append(text.substr(0, good));
        text.remove_prefix(good);
        if (!text.empty())
        {
            repaired.append("\xEF\xBF\xBD");
            text.remove_prefix(1);
        }
    }
    out.put_string(repaired);
}

} // namespace detail

RESTBIND_DECL result<problem_details> decode_problem(std::string_view text, limits const& bounds)
{
    cursor in(text, bounds);
    result<problem_details> problem(std::in_place);
    if (!in.start() || !detail::read_leniently(in, &*problem, detail::problem_plan) || !in.finish())
        [[unlikely]]
        problem = std::move(in.why).to_error();
    return problem; // the only return, so that nothing is moved
}

namespace detail
{

inline void write_problem(writer& out, problem_details const& problem)
{
    std::size_t const start = out.size();
    auto const name = [&](std::string_view member)
    {
        out.put(out.size() == start ? '{' : ',');
        put_any_string(out, member);
        out.put(':');
    };
    auto const string = [&](std::string_view member, std::string_view value)
    {
        name(member);
        put_any_string(out, value);
    };
    string("type", problem.type);
    if (!problem.title.empty())
        string("title", problem.title);
    if (problem.status != 0)
    {
        name("status");
        out.put_integer(problem.status);
    }
    if (!problem.detail.empty())
        string("detail", problem.detail);
    if (problem.instance)
        string("instance", *problem.instance);
    if (problem.error_code)
    {
        name("errorCode");
        out.put_integer(*problem.error_code);
    }
    if (problem.error_count)
    {
        name("errorCount");
        out.put_integer(*problem.error_count);
    }
    if (problem.shape == errors_shape::list)
    {
        name("errors");
        out.put('[');
        for (std::size_t i = 0; i != problem.errors.size(); ++i)
        {
            out.put(i == 0 ? "{\"field\":" : ",{\"field\":");
            put_any_string(out, problem.errors[i].field);
            out.put(",\"message\":");
            put_any_string(out, problem.errors[i].message);
            out.put('}');
        }
        out.put(']');
    }
    else if (problem.shape == errors_shape::map)
    {
        name("errors");
        out.put('{');
        for (std::size_t i = 0; i != problem.errors.size(); ++i)
        {
            // Messages of one key stand together.
            bool const same_key = i != 0 && problem.errors[i].field == problem.errors[i - 1].field;
            if (same_key)
                out.put(',');
            else
            {
                out.put(i == 0 ? "" : "],");
                put_any_string(out, problem.errors[i].field);
                out.put(":[");
            }
            put_any_string(out, problem.errors[i].message);
        }
        out.put(problem.errors.empty() ? "}" : "]}");
    }
    if (problem.trace_id)
        string("traceId", *problem.trace_id);
    if (problem.timestamp_text)
        string("timestamp", *problem.timestamp_text);
    else if (problem.timestamp)
        string("timestamp", format_utc_instant(*problem.timestamp));
    for (auto const& [member, value] : problem.extra)
        if (is_json(value))
        {
            name(member);
            out.put(value);
        }
    out.put('}');
}

} // namespace detail

RESTBIND_DECL std::string encode_problem(problem_details const& problem)
{
    std::string text;
    {
        writer out(text, 512);
        detail::write_problem(out, problem);
    }
    return text;
}

} // namespace restbind::json
