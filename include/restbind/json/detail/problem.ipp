// Bodies of <restbind/json/detail/problem.hpp>.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/member.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/detail/containers.hpp>
#include <restbind/json/detail/object_reader.hpp>
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

/** Walks over the elements of the array that is next: calls `f(in, to)` with the cursor at each of
    them; f moves over it. */
RESTBIND_NOINLINE inline bool each_element(cursor& in, void* to, bool (*f)(cursor&, void*))
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

/** Reads an object leniently: members may be missing, be of another type or come twice. */
RESTBIND_ALWAYS_INLINE inline bool read_leniently(cursor& in, void* object, object_plan const& plan)
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
    auto& member = out.extra.emplace_back();
    member.first.append(name);
    member.second.append(text);
    return true;
}

/** A member that RFC 9457 does not know. @param object A problem_target. */
inline bool read_provider_member(cursor& in, void* object, std::string_view name)
{
    auto& [out, format] = *static_cast<problem_target*>(object);
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

inline bool read_problem_status(cursor& in, int& out)
{
    std::optional<std::int64_t> status;
    if (!read_integer_or_skip(in, status))
        return false;
    if (status && std::in_range<int>(*status))
        out = static_cast<int>(*status);
    return true;
}

inline constexpr lenient_plan<5> problem_members(
    {",\"type\":", ",\"title\":", ",\"status\":", ",\"detail\":", ",\"instance\":"});

/** @param index That of the member in problem_members. */
inline bool read_problem_member(cursor& in, void* object, std::size_t index)
{
    problem_details& out = static_cast<problem_target*>(object)->problem;
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
    default:
        return read_string_or_skip(in, out.instance);
    }
}

inline constexpr object_plan problem_plan =
    problem_members.plan(&read_problem_member, &read_provider_member);

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

RESTBIND_DECL result<problem_details> decode_problem(
    std::string_view text, problem_format const& format, limits const& bounds)
{
    cursor in(text, bounds);
    result<problem_details> problem(std::in_place);
    detail::problem_target target{*problem, format};
    if (!in.start() || !detail::read_leniently(in, &target, detail::problem_plan) || !in.finish())
        [[unlikely]]
        problem = std::move(in.why).to_error();
    return problem; // the only return, so that nothing is moved
}

namespace detail
{

/** Writes the members of one problem document. */
class problem_writer
{
public:
    problem_writer(writer& out, problem_details const& problem, problem_format const& format)
        : out_(out)
        , problem_(problem)
        , format_(format)
        , start_(out.size())
    {
    }

    void write()
    {
        string("type", problem_.type);
        if (!problem_.title.empty())
            string("title", problem_.title);
        if (problem_.status != 0)
            integer("status", problem_.status);
        if (!problem_.detail.empty())
            string("detail", problem_.detail);
        if (problem_.instance)
            string("instance", *problem_.instance);
        write_provider_members();
        for (auto const& [member, value] : problem_.extra)
            if (is_json(value))
            {
                name(member);
                out_.put(value);
            }
        out_.put('}');
    }

private:
    void name(std::string_view member)
    {
        out_.put(out_.size() == start_ ? '{' : ',');
        put_any_string(out_, member);
        out_.put(':');
    }
    void string(std::string_view member, std::string_view value)
    {
        name(member);
        put_any_string(out_, value);
    }
    void integer(std::string_view member, std::int64_t value)
    {
        name(member);
        out_.put_integer(value);
    }

    void write_provider_members()
    {
        if (problem_.error_code && !format_.code.empty())
            integer(format_.code, *problem_.error_code);
        if (problem_.error_count && !format_.error_count.empty())
            integer(format_.error_count, *problem_.error_count);
        if (problem_.shape != errors_shape::none && !format_.errors.empty())
        {
            name(format_.errors);
            problem_.shape == errors_shape::list ? write_list() : write_map();
        }
        if (problem_.trace_id && !format_.trace_id.empty())
            string(format_.trace_id, *problem_.trace_id);
        if (format_.timestamp.empty())
            return;
        if (problem_.timestamp_text)
            string(format_.timestamp, *problem_.timestamp_text);
        else if (problem_.timestamp)
            string(format_.timestamp, format_utc_instant(*problem_.timestamp));
    }

    void write_list()
    {
        out_.put('[');
        for (std::size_t i = 0; i != problem_.errors.size(); ++i)
        {
            out_.put(i == 0 ? "{" : ",{");
            put_any_string(out_, format_.error_field);
            out_.put(':');
            put_any_string(out_, problem_.errors[i].field);
            out_.put(',');
            put_any_string(out_, format_.error_message);
            out_.put(':');
            put_any_string(out_, problem_.errors[i].message);
            out_.put('}');
        }
        out_.put(']');
    }

    void write_map()
    {
        out_.put('{');
        for (std::size_t i = 0; i != problem_.errors.size(); ++i)
        {
            // Messages of one key stand together.
            bool const same_key =
                i != 0 && problem_.errors[i].field == problem_.errors[i - 1].field;
            if (same_key)
                out_.put(',');
            else
            {
                out_.put(i == 0 ? "" : "],");
                put_any_string(out_, problem_.errors[i].field);
                out_.put(":[");
            }
            put_any_string(out_, problem_.errors[i].message);
        }
        out_.put(problem_.errors.empty() ? "}" : "]}");
    }

    writer& out_;
    problem_details const& problem_;
    problem_format const& format_;
    std::size_t start_;
};

} // namespace detail

RESTBIND_DECL std::string encode_problem(
    problem_details const& problem, problem_format const& format)
{
    std::string text;
    {
        writer out(text, 512);
        detail::problem_writer(out, problem, format).write();
    }
    return text;
}

} // namespace restbind::json
