// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/http/detail/style.hpp>.
#pragma once

#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/json/cursor.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <cstddef>
#include <limits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http::detail
{

inline void append_reserved(std::string& out, std::string_view text, bool is_part)
{
    constexpr std::string_view kept = ":/?@!$'()*;=";
    for (std::size_t i = 0; i != text.size(); ++i)
    {
        char const c = text[i];
        if (is_unreserved(c) || escaped_byte(text.substr(i)) >= 0 || (c == ',' && !is_part) ||
            kept.find(c) != std::string_view::npos)
            out.push_back(c);
        else
            append_escape(out, c);
    }
}

inline void append_escaped(
    std::string& out, std::string_view text, escaping escape, bool is_part)
{
    switch (escape)
    {
    case escaping::all:
        return percent_encode_segment(out, text);
    case escaping::reserved:
        return append_reserved(out, text, is_part);
    case escaping::form:
        return form_encode(out, text);
    default:
        out.append(text);
    }
}

RESTBIND_DECL style_target target_of(style_options how, location place, bool is_first) noexcept
{
    switch (place)
    {
    case location::path:
    {
        bool const is_matrix = how.style == style::matrix;
        std::string_view const first = is_matrix ? ";" : how.style == style::label ? "." : "";
        return {.first = first,
            .between = first.empty() ? "," : first,
            .named = is_matrix,
            .equals = !is_matrix};
    }
    case location::query:
        return {.first = is_first ? "?" : "&",
            .between = "&",
            .escape = how.allow_reserved ? escaping::reserved : escaping::all};
    case location::cookie:
        return {.first = is_first ? "" : "; ",
            .between = "; ",
            .escape = how.style == style::cookie ? escaping::cookie : escaping::all};
    default:
        return {.between = ",", .escape = escaping::none, .named = false, .forbidden = ','};
    }
}

RESTBIND_DECL bool text_sink::is_given(std::string_view name) const
{
    std::string wanted;
    percent_encode_segment(wanted, name);
    wanted.push_back('=');
    std::size_t at = given.find(wanted);
    while (at != given.npos && given[at - 1] != '?' && given[at - 1] != '&')
        at = given.find(wanted, at + 1);
    return at != given.npos;
}

RESTBIND_DECL void text_sink::piece(
    std::string_view name, std::string_view text, bool has_name, bool)
{
    if (!given.empty() && has_name && is_given(name))
        return;
    out_.append(std::exchange(is_first_, false) ? to_.first : to_.between);
    if (has_name)
    {
        append_escaped(
            out_, name, to_.escape == escaping::reserved ? escaping::all : to_.escape, true);
        if (to_.equals || !text.empty())
            out_.push_back('=');
    }
    out_.append(text);
}

/// Walks over the JSON text of a value.
class style_walk
{
public:
    static constexpr unsigned max_depth = 200;

    style_walk(std::string_view json, style_target const& to, piece_sink& sink)
        : in_(json, {.max_bytes = json.size(),
                        .max_depth = max_depth,
                        .max_memory = (std::numeric_limits<std::size_t>::max)()})
        , to_(to)
        , sink_(sink)
    {
    }

    bool start() { return in_.start(); }

    error failure()
    {
        in_.why.kind = error_kind::invalid_argument;
        in_.why.offset = 0; // the caller has no text in which it would be a place
        return std::move(in_.why).to_error();
    }

    bool value(std::string& name, style_options how)
    {
        return any(name, how) || in_.why.in_member(name);
    }

    /// `read` may read strings itself: the name that it gets is a copy.
    template <class Read>
    bool each_member(Read&& read)
    {
        return json::detail::each_member(in_,
            [&](std::string_view text)
            {
                std::string name(text);
                return read(name);
            });
    }

private:
    bool any(std::string& name, style_options how)
    {
        bool const is_list = in_.peek() == '[';
        delimiter_ = how.style == style::space_delimited  ? ' '
                     : how.style == style::pipe_delimited ? '|'
                                                          : ',';
        forbidden_ = delimiter_ == ',' || how.explode ? to_.forbidden : delimiter_;
        if (how.style == style::json)
            return whole(name);
        if (!is_list && in_.peek() != '{')
            return leaf(name, to_.named, false);
        if (how.style == style::deep_object)
            return deep(name);
        if (how.style == style::none)
            return is_list ? elements(name) : leaf(name, to_.named, false);
        if (!how.explode)
            return joined(name);
        if (is_list)
            return elements(name);
        return each_member(
            [&](std::string const& member)
            {
                if (!passes(member) || (is_cookie() && !is_header_name(member) && !fail_cookie()))
                    return false;
                return to_.named && in_.peek() == '[' ? elements(member) : leaf(member, true, true);
            });
    }

    bool whole(std::string_view name)
    {
        std::string_view text;
        if (!json::read_slice(in_, text))
            return false;
        kind_ = '{';
        write_part(name, to_.named, text, false);
        return true;
    }

    // A value that no style looks into.
    bool leaf(std::string_view name, bool has_name, bool is_part)
    {
        std::string_view text;
        if (!next_text(text))
            return false;
        bool const is_quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
        if (is_cookie() ? !passes(is_quoted ? text.substr(1, text.size() - 2) : text)
                        : is_part && !passes(text))
            return false;
        if (!is_left_out())
            write_part(name, has_name, text, is_part);
        return true;
    }

    bool elements(std::string_view name)
    {
        return each_element([&](std::size_t) { return leaf(name, to_.named, true); });
    }

    bool joined(std::string_view name)
    {
        std::string all;
        bool is_empty = true;
        auto const add = [&](std::string_view part)
        {
            if (!std::exchange(is_empty, false))
            {
                // A comma stays as it is, so that it differs from one within an element; the other
                // delimiters are not allowed there, and are escaped as everywhere.
                if (delimiter_ == ',')
                    all.push_back(',');
                else
                    append_escaped(all, std::string_view(&delimiter_, 1), to_.escape, true);
            }
            append_escaped(all, part, to_.escape, true);
        };
        auto const read = [&](std::string const* member)
        {
            std::string_view text;
            if ((member && !passes(*member)) || !next_text(text) || !passes(text))
                return false;
            if (is_left_out())
                return true;
            if (member)
                add(*member);
            add(text);
            return true;
        };
        bool const done = in_.peek() == '['
                              ? each_element([&](std::size_t) { return read(nullptr); })
                              : each_member(
                                    [&](std::string const& member) { return read(&member); });
        if (done && !is_empty)
            sink_.piece(name, all, to_.named, false);
        return done;
    }

    // `name` grows on the way down and is what it was afterwards.
    bool deep(std::string& name)
    {
        std::size_t const size = name.size();
        auto const inside = [&](std::string_view step)
        {
            name.append("[").append(step).append("]");
            bool const done = deep(name);
            name.resize(size);
            return done;
        };
        if (in_.peek() == '{')
            return each_member(inside);
        if (in_.peek() != '[')
            return leaf(name, true, false);
        bool const indexed = holds_container();
        return each_element([&](std::size_t index)
            { return inside(indexed ? std::to_string(index) : std::string()); });
    }

    // Whether an element of the list that comes is a list or an object. Nothing is moved over.
    bool holds_container()
    {
        auto const start = in_.here();
        bool found = false;
        each_element(
            [&](std::size_t)
            {
                found = found || in_.peek() == '{' || in_.peek() == '[';
                return !found && json::skip_value(in_);
            });
        in_.look_back(start);
        return found;
    }

    // The text is valid until the next string is read.
    bool next_text(std::string_view& text)
    {
        kind_ = in_.peek();
        bool const read = kind_ == '"' ? json::read_text(in_, text, "a string")
                                       : json::read_slice(in_, text);
        if (kind_ == 'n')
            text = {};
        return read;
    }
    bool is_left_out() const noexcept { return kind_ == 'n' && !to_.sends_null; }

    bool is_cookie() const noexcept { return to_.escape == escaping::cookie; }
    bool fail_cookie() { return in_.fail("holds a character that no cookie may hold"); }

    bool passes(std::string_view part)
    {
        if (is_cookie())
            return is_cookie_text(part) || fail_cookie();
        return forbidden_ == 0 || part.find(forbidden_) == std::string_view::npos ||
               in_.fail("an element holds the character that stands between elements");
    }

    void write_part(std::string_view name, bool has_name, std::string_view text, bool is_part)
    {
        text_.clear();
        append_escaped(text_, text, to_.escape, is_part);
        sink_.piece(name, text_, has_name, kind_ == '{' || kind_ == '[');
    }

    template <class Read>
    bool each_element(Read&& read)
    {
        return json::detail::each_in_brackets(in_, '[', std::forward<Read>(read));
    }

    json::cursor in_;
    style_target const& to_;
    piece_sink& sink_;
    std::string text_;
    char delimiter_ = ',';
    char forbidden_ = 0;
    char kind_ = 0; // the first character of the value that was read last
};

/// Puts the name of a value in front of the place in it that JSON cannot hold.
RESTBIND_COLD inline error inside(std::string_view name, error found)
{
    std::string path(name);
    if (!found.json_path().empty() && found.json_path().front() != '[')
        path.push_back('.');
    path.append(found.json_path());
    restbind::detail::fill(found).with_json_location(std::move(path), 0);
    return found;
}

RESTBIND_DECL result<void> write_styled(void const* value, json::detail::write_plan const& plan,
    std::string_view name, style_options how, style_target const& to, piece_sink& sink)
{
    std::string json;
    if (auto const encoded = json::detail::append(json, value, plan, sink.hides_secrets); !encoded)
        return inside(name, encoded.error());
    style_walk walk(json, to, sink);
    std::string grown(name);
    if (walk.start() && walk.value(grown, how))
        return {};
    return walk.failure();
}

RESTBIND_DECL result<void> write_members(void const* value, json::detail::write_plan const& plan,
    std::span<form_field const> fields, style_target const& to, piece_sink& sink)
{
    std::string json;
    if (auto encoded = json::detail::append(json, value, plan, sink.hides_secrets); !encoded)
        return encoded;
    style_walk walk(json, to, sink);
    auto const one = [&](std::string& name)
    {
        form_field const field = field_of(fields, name);
        sink.field = &field;
        return walk.value(name, field.how);
    };
    if (walk.start() && walk.each_member(one))
        return {};
    return walk.failure();
}

RESTBIND_DECL form_field field_of(
    std::span<form_field const> fields, std::string_view name) noexcept
{
    for (form_field const& one : fields)
        if (one.name == name)
            return one;
    return {.name = name};
}

} // namespace restbind::http::detail
