// Problem documents as JSON.
#pragma once

#include <restbind/core/instant.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/utf8.hpp>
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

/** Walks over the members of the object that is next: calls `f(in, name)` with the cursor at each
   value; f moves over it. `name` lives until the next string is read. */
template <class F>
bool each_member(cursor& in, F&& f)
{
    if (in.peek() != '{')
        return in.expected("an object");
    if (!in.enter())
        return false;
    ++in.at;
    in.skip_space();
    if (in.peek() != '}')
        for (;;)
        {
            std::string_view name;
            if (!read_text(in, name, "a member name"))
                return false;
            in.skip_space();
            if (!in.skip(':'))
                return in.expected("':'");
            in.skip_space();
            if (!f(in, name))
                return false;
            in.skip_space();
            if (in.skip(','))
            {
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

/** Walks over the elements of the array that is next; as each_member(). */
template <class F>
bool each_element(cursor& in, F&& f)
{
    if (in.peek() != '[')
        return in.expected("an array");
    if (!in.enter())
        return false;
    ++in.at;
    in.skip_space();
    if (in.peek() != ']')
        for (;;)
        {
            if (!f(in))
                return false;
            in.skip_space();
            if (in.skip(','))
            {
                in.skip_space();
                continue;
            }
            if (in.peek() != ']')
                return in.expected("',' or ']'");
            break;
        }
    ++in.at;
    in.leave();
    return true;
}

/** Reads a string if one is next; moves over any other value. @returns false only when the text is
   not JSON. */
template <class Target>
bool read_string_or_skip(cursor& in, Target& out)
{
    if (in.peek() != '"')
        return skip_value(in);
    std::string text;
    if (!read_string(in, text))
        return false;
    out = std::move(text);
    return true;
}

/** Reads an integer that fits if one is next; moves over any other value. */
template <class Integer, class Target>
bool read_integer_or_skip(cursor& in, Target& out)
{
    char const* const first = in.at;
    Integer value{};
    if (read_integer(in, value))
        out = value;
    in.at = first;
    in.why = {};
    return skip_value(in);
}

inline bool read_error_list(cursor& in, std::vector<validation_error>& out)
{
    return each_element(in,
        [&out](cursor& element)
        {
            if (element.peek() != '{')
                return skip_value(element);
            std::optional<std::string> field;
            std::optional<std::string> message;
            bool const read = each_member(element,
                [&](cursor& value, std::string_view name)
                {
                    return name == "field"     ? read_string_or_skip(value, field)
                           : name == "message" ? read_string_or_skip(value, message)
                                               : skip_value(value);
                });
            if (read && (field || message))
                out.push_back({std::move(field).value_or(std::string()),
                    std::move(message).value_or(std::string())});
            return read;
        });
}

inline bool read_error_map(cursor& in, std::vector<validation_error>& out)
{
    return each_member(in,
        [&out](cursor& value, std::string_view name)
        {
            std::string const field(name);
            auto const read_message = [&](cursor& text)
            {
                std::optional<std::string> message;
                if (!read_string_or_skip(text, message))
                    return false;
                if (message)
                    out.push_back({field, std::move(*message)});
                return true;
            };
            return value.peek() == '[' ? each_element(value, read_message) : read_message(value);
        });
}

inline bool read_problem_member(cursor& in, std::string_view name, problem_details& out)
{
    if (name == "type")
        return read_string_or_skip(in, out.type);
    if (name == "title")
        return read_string_or_skip(in, out.title);
    if (name == "status")
        return read_integer_or_skip<int>(in, out.status);
    if (name == "detail")
        return read_string_or_skip(in, out.detail);
    if (name == "instance")
        return read_string_or_skip(in, out.instance);
    if (name == "errorCode")
        return read_integer_or_skip<std::int64_t>(in, out.error_code);
    if (name == "errorCount")
        return read_integer_or_skip<std::int64_t>(in, out.error_count);
    if (name == "traceId")
        return read_string_or_skip(in, out.trace_id);
    if (name == "timestamp")
    {
        std::optional<std::string> text;
        if (!read_string_or_skip(in, text))
            return false;
        if (auto const instant = text ? parse_utc_instant(*text) : std::nullopt)
        {
            out.timestamp = instant;
            out.timestamp_text = std::move(text);
        }
        return true;
    }
    if (name == "errors" && (in.peek() == '[' || in.peek() == '{'))
    {
        out.errors.clear();
        out.shape = in.peek() == '[' ? errors_shape::list : errors_shape::map;
        return out.shape == errors_shape::list ? read_error_list(in, out.errors)
                                               : read_error_map(in, out.errors);
    }
    if (name == "errors")
        return skip_value(in);
    std::string key(name);
    std::string_view text;
    if (!read_slice(in, text))
        return false;
    out.extra.emplace_back(std::move(key), std::string(text));
    return true;
}

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

/** Reads a problem document, leniently as RFC 9457 asks: a member of the wrong type counts as
   absent, an unreadable timestamp too. Both shapes of `errors` become one list; of its parts, too,
   those of the wrong type are left out.

    @param text One JSON object.
    @returns The document; an empty object gives an empty document.
    @par Errors
    error_kind::unreadable when the text is not a JSON object, error_kind::too_large beyond
   limits::max_bytes.
*/
inline result<problem_details> decode_problem(std::string_view text, limits const& bounds = {})
{
    cursor in(text, bounds);
    problem_details problem;
    if (in.start() &&
        detail::each_member(in, [&](cursor& value, std::string_view name)
                 { return detail::read_problem_member(value, name, problem); }) &&
             in.finish())
        return problem;
    return std::move(in.why).to_error();
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

/** Writes a problem document as compact JSON. Members in the order type, title, status, detail,
   instance, errorCode, errorCount, errors, traceId, timestamp, then the extra ones; empty ones are
   left out. Never fails: what is not UTF-8 becomes U+FFFD, and an extra member that is not JSON is
   left out. */
inline std::string encode_problem(problem_details const& problem)
{
    std::string text;
    {
        writer out(text, 512);
        detail::write_problem(out, problem);
    }
    return text;
}

} // namespace restbind::json
