// Values written as RFC 6570 expands variables: what OpenAPI's styles are made of.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/http/detail/ascii.hpp>
#include <restbind/http/detail/encoding.hpp>
#include <restbind/http/detail/parameter_location.hpp>
#include <restbind/http/detail/parameter_style.hpp>
#include <restbind/http/detail/value_shape.hpp>
#include <restbind/json/encode.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::http
{

namespace detail
{

/// Which characters are escaped as %XX.
enum class escaping : unsigned char
{
    all,      ///< every one that is not unreserved
    reserved, ///< see `parameter_style::allow_reserved`
    none      ///< in headers
};

inline void append_reserved(std::string& out, std::string_view text, bool is_part)
{
    constexpr std::string_view kept = ":/?@!$'()*;=";
    for (std::size_t i = 0; i != text.size(); ++i)
    {
        char const c = text[i];
        bool const is_escape = c == '%' && text.size() - i > 2 && hex_value(text[i + 1]) >= 0 &&
                               hex_value(text[i + 2]) >= 0;
        if (is_unreserved(c) || is_escape || (c == ',' && !is_part) ||
            kept.find(c) != std::string_view::npos)
            out.push_back(c);
        else
            append_escape(out, c);
    }
}

/// What an expansion is made of (RFC 6570, appendix A).
struct expansion_rule
{
    std::string_view first;   ///< in front of everything
    std::string_view between; ///< between pieces that are written apart
    std::string_view joint;   ///< between the parts of one piece
    bool named = false;       ///< whether pieces carry names
    bool equals = true;       ///< whether an empty value of a name has its `=`
    bool explode = false;     ///< whether the parts of a value are pieces
    escaping escape = escaping::all;
    char forbidden = 0; ///< what no part may hold, because nothing would tell it from a joint
};

constexpr expansion_rule rule_of(
    parameter_style how, parameter_location place, bool is_first) noexcept
{
    expansion_rule rule;
    rule.explode = how.explode;
    rule.joint = ",";
    switch (place)
    {
    case parameter_location::path:
        rule.first = how.shape == style::label ? "." : how.shape == style::matrix ? ";" : "";
        rule.between = rule.first.empty() ? std::string_view(",") : rule.first;
        rule.named = how.shape == style::matrix;
        rule.equals = false;
        break;
    case parameter_location::query:
        rule.first = is_first ? "?" : "&";
        rule.between = "&";
        rule.named = true;
        rule.escape = how.allow_reserved ? escaping::reserved : escaping::all;
        if (how.shape == style::space_delimited && !how.explode)
        {
            rule.joint = "%20";
            rule.forbidden = ' ';
        }
        if (how.shape == style::pipe_delimited && !how.explode)
        {
            rule.joint = "%7C";
            rule.forbidden = '|';
        }
        break;
    case parameter_location::header:
        rule.between = ",";
        rule.escape = escaping::none;
        rule.forbidden = ',';
        break;
    case parameter_location::cookie:
        rule.first = is_first ? "" : "; ";
        rule.between = "; ";
        rule.named = true;
        break;
    }
    return rule;
}

/// Turns whatever it is shown into one text, lists and objects into their JSON, and hands it on.
template <class Use>
class part_sink
{
public:
    part_sink(Use use, std::string_view& problem)
        : use_(std::move(use))
        , problem_(problem)
    {
    }

    void nothing() const noexcept {}
    void text(std::string_view value) { use_(value); }
    void unusable(std::string_view why) { problem_ = why; }
    template <class List>
    void list(List const& value)
    {
        as_json(value);
    }
    template <class Object>
    void object(Object const& value)
    {
        as_json(value);
    }

private:
    template <class T>
    void as_json(T const& value)
    {
        std::string text;
        if (json::encode_to(text, value))
            use_(text);
        else
            problem_ = "holds what JSON cannot hold";
    }

    Use use_;
    std::string_view& problem_;
};

/// Writes one value; what it is shown is the value itself.
class expansion
{
public:
    /// @param out Is appended to.
    /// @param name Must outlive the expansion.
    expansion(std::string& out, std::string_view name, expansion_rule rule) noexcept
        : out_(out)
        , name_(name)
        , rule_(rule)
    {
    }

    /// What is wrong with the value, to complete "the parameter …"; empty if it was written.
    std::string_view problem() const noexcept { return problem_; }

    void nothing() const noexcept {}
    void unusable(std::string_view why) noexcept { problem_ = why; }

    void text(std::string_view value)
    {
        if (!is_good(value, false))
            return;
        out_.append(rule_.first);
        if (rule_.named)
            name(name_, value.empty());
        append(value, false);
    }

    template <class List>
    void list(List const& value)
    {
        for (typename List::value_type const& element : value)
            show_value(part([this](std::string_view text) { this->add_element(text); }), element);
    }

    template <class Object>
    void object(Object const& value)
    {
        for_each_member(value,
            [this](std::string_view key, auto const& member) { this->add_member(key, member); });
    }

private:
    template <class Use>
    part_sink<Use> part(Use use)
    {
        return part_sink<Use>(std::move(use), problem_);
    }

    /// Shows the members of one member of an object.
    struct member_sink
    {
        expansion& owner;
        std::string_view key;

        void nothing() const noexcept {}
        void text(std::string_view value) { owner.add_pair(key, value); }
        void unusable(std::string_view why) { owner.problem_ = why; }
        template <class List>
        void list(List const& value)
        {
            if (!owner.rule_.named || !owner.rule_.explode)
                return whole(value);
            for (typename List::value_type const& element : value)
                show_value(owner.part([this](std::string_view text) { owner.add_pair(key, text); }),
                    element);
        }
        template <class Object>
        void object(Object const& value)
        {
            whole(value);
        }
        template <class T>
        void whole(T const& value)
        {
            auto sink = owner.part([this](std::string_view text) { owner.add_pair(key, text); });
            sink.list(value);
        }
    };

    template <class T>
    void add_member(std::string_view key, T const& value)
    {
        show_value(member_sink{*this, key}, value);
    }

    void add_element(std::string_view text)
    {
        if (!is_good(text, true))
            return;
        begin_part();
        if (rule_.named && rule_.explode)
            name(name_, text.empty());
        append(text, true);
    }

    void add_pair(std::string_view key, std::string_view text)
    {
        if (!is_good(key, true) || !is_good(text, true))
            return;
        begin_part();
        if (rule_.explode)
        {
            append_name(key);
            if (rule_.equals || !rule_.named || !text.empty())
                out_.push_back('=');
        }
        else
        {
            append(key, true);
            out_.append(rule_.joint);
        }
        append(text, true);
    }

    void begin_part()
    {
        if (std::exchange(has_parts_, true))
        {
            out_.append(rule_.explode ? rule_.between : rule_.joint);
            return;
        }
        out_.append(rule_.first);
        if (rule_.named && !rule_.explode)
            name(name_, false);
    }

    void name(std::string_view text, bool is_empty)
    {
        append_name(text);
        if (rule_.equals || !is_empty)
            out_.push_back('=');
    }

    void append_name(std::string_view text)
    {
        if (rule_.escape == escaping::none)
            out_.append(text);
        else
            percent_encode_segment(out_, text);
    }

    void append(std::string_view text, bool is_part)
    {
        if (rule_.escape == escaping::all)
            percent_encode_segment(out_, text);
        else if (rule_.escape == escaping::reserved)
            append_reserved(out_, text, is_part);
        else
            out_.append(text);
    }

    bool is_good(std::string_view text, bool is_part)
    {
        if (!problem_.empty())
            return false;
        if (utf8_prefix(text) != text.size())
            problem_ = "is not UTF-8";
        else if (is_part && rule_.forbidden != 0 && text.find(rule_.forbidden) != text.npos)
            problem_ = "has a part that holds the character which stands between parts";
        return problem_.empty();
    }

    std::string& out_;
    std::string_view name_;
    expansion_rule rule_;
    std::string_view problem_;
    bool has_parts_ = false;
};

} // namespace detail

} // namespace restbind::http
