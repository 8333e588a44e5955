// The fields of a form, found in a value's JSON text.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/detail/form_style.hpp>
#include <restbind/json/detail/cursor.hpp>
#include <restbind/json/detail/read_string.hpp>
#include <restbind/json/detail/skip.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::http
{

/** Receives the fields of a form, in order. */
class form_sink
{
public:
    /** One field. Both texts are valid during the call only.

        @param is_json The value is JSON text, not the text of a scalar.
    */
    virtual void field(std::string_view name, std::string_view value, bool is_json) = 0;

    /** A field whose value is made of elements with a delimiter in between; at least one. */
    virtual void joined(
        std::string_view name, std::span<std::string const> elements, char delimiter) = 0;

protected:
    ~form_sink() = default;
};

/** Walks over the JSON text of a value and tells the fields that it makes in a form.

    JSON has decided how each value looks and what is left out, so that a form and a JSON body of
    the same value never disagree.
*/
class form_walk
{
public:
    /** How deep values may be nested. */
    static constexpr unsigned max_depth = 200;

    /** @param text JSON that was written by `json::encode`; must outlive the walk.
        @param sink Receives the fields. */
    form_walk(std::string_view text, form_sink& sink)
        : in_(text, {.max_bytes = text.size(),
                        .max_depth = max_depth,
                        .max_memory = (std::numeric_limits<std::size_t>::max)()})
        , sink_(sink)
    {
    }

    /** Tells the members of an object, each in its style; `plain` for those that `fields` does not
        list.

        @returns `invalid_argument` for what is no object, is too deep, or holds a delimiter within
            an element.
    */
    result<void> members(std::span<form_field const> fields)
    {
        return done(in_.start() && each_member([&](std::string& name)
                                       { return value(name, style_of(fields, name)); }));
    }

    /** Tells one value as the field, or the fields, of a name. Errors as above. */
    result<void> one(std::string name, form_style style)
    {
        return done(in_.start() && value(name, style));
    }

private:
    static form_style style_of(std::span<form_field const> fields, std::string_view name) noexcept
    {
        for (form_field const& one : fields)
            if (one.name == name)
                return one.style;
        return form_style::plain;
    }

    result<void> done(bool walked)
    {
        if (walked)
            return {};
        in_.why.kind = error_kind::invalid_argument;
        in_.why.offset = 0; // there is no text that a caller knows
        return std::move(in_.why).to_error();
    }

    bool value(std::string& name, form_style style)
    {
        char const next = in_.peek();
        if (style != form_style::json && next != '{' && next != '[')
            return scalar(name);
        switch (style)
        {
        case form_style::plain:
            return next == '[' ? repeated(name) : as_json(name);
        case form_style::form:
            return next == '[' ? repeated(name)
                               : each_member([&](std::string& member) { return leaf(member); });
        case form_style::comma:
            return joined(name, ',');
        case form_style::space:
            return joined(name, ' ');
        case form_style::pipe:
            return joined(name, '|');
        case form_style::deep_object:
            return deep(name);
        default:
            return as_json(name);
        }
    }

    bool scalar(std::string_view name)
    {
        std::string_view text;
        if (!scalar_text(text))
            return in_.why.in_member(name);
        sink_.field(name, text, false);
        return true;
    }

    // The text is valid until the next string is read.
    bool scalar_text(std::string_view& text)
    {
        if (in_.peek() == '"')
            return json::read_text(in_, text, "a string");
        if (in_.peek() != 'n')
            return json::read_slice(in_, text);
        text = {};
        return json::skip_value(in_);
    }

    bool as_json(std::string_view name)
    {
        std::string_view text;
        if (!json::read_slice(in_, text))
            return in_.why.in_member(name);
        sink_.field(name, text, true);
        return true;
    }

    // A value that no style looks into.
    bool leaf(std::string_view name)
    {
        char const next = in_.peek();
        return next == '{' || next == '[' ? as_json(name) : scalar(name);
    }

    bool leaf_text(std::string& out)
    {
        char const next = in_.peek();
        std::string_view text;
        if (!(next == '{' || next == '[' ? json::read_slice(in_, text) : scalar_text(text)))
            return false;
        out = text;
        return true;
    }

    bool repeated(std::string_view name)
    {
        return each_element([&](std::size_t) { return leaf(name); });
    }

    bool joined(std::string_view name, char delimiter)
    {
        std::vector<std::string> elements;
        auto const keep = [&]
        {
            if (!leaf_text(elements.emplace_back()))
                return in_.why.in_member(name);
            return delimiter == ',' || elements.back().find(delimiter) == std::string::npos ||
                   holds_delimiter(name);
        };
        bool const kept = in_.peek() == '[' ? each_element([&](std::size_t) { return keep(); })
                                            : each_member(
                                                  [&](std::string& member)
                                                  {
                                                      elements.push_back(member);
                                                      return keep();
                                                  });
        if (kept && !elements.empty())
            sink_.joined(name, elements, delimiter);
        return kept;
    }

    bool holds_delimiter(std::string_view name)
    {
        in_.fail("an element holds the character that stands between elements");
        return in_.why.in_member(name);
    }

    // `name` grows on the way down and is what it was afterwards.
    bool deep(std::string& name)
    {
        std::size_t const size = name.size();
        if (in_.peek() == '{')
            return each_member(
                [&](std::string const& member)
                {
                    name.append("[").append(member).append("]");
                    bool const done = deep(name);
                    name.resize(size);
                    return done;
                });
        if (in_.peek() == '[')
        {
            bool const indexed = holds_container();
            return each_element(
                [&](std::size_t index)
                {
                    name.append("[").append(indexed ? std::to_string(index) : "").append("]");
                    bool const done = deep(name);
                    name.resize(size);
                    return done;
                });
        }
        return scalar(name);
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

    template <class Read>
    bool each_member(Read&& read)
    {
        if (in_.peek() != '{')
            return in_.expected("an object");
        return enclosed('}',
            [&](std::size_t)
            {
                std::string name;
                if (!json::read_string(in_, name) || in_.next() != ':')
                    return in_.expected("a member");
                ++in_.at;
                in_.skip_space();
                return read(name);
            });
    }

    template <class Read>
    bool each_element(Read&& read)
    {
        return enclosed(']', std::forward<Read>(read));
    }

    // What stands in brackets, the opening one of which is next.
    template <class Read>
    bool enclosed(char close, Read&& read)
    {
        if (!in_.enter())
            return false;
        ++in_.at;
        if (in_.next() != close)
        {
            for (std::size_t index = 0;; ++index)
            {
                if (!read(index))
                    return false;
                if (in_.next() != ',')
                    break;
                ++in_.at;
                in_.skip_space();
            }
        }
        if (!in_.skip(close))
            return in_.expected("the end of a list or an object");
        in_.leave();
        return true;
    }

    json::cursor in_;
    form_sink& sink_;
};

} // namespace restbind::http
