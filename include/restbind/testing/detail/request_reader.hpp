// SPDX-License-Identifier: BSL-1.0
// Requests read back into the types of their operation.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/date_time.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/bodies.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/testing/detail/parts.hpp>
#include <restbind/testing/received_request.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/// What stands for the parameters of a path's template; nothing if the path is another one.
inline std::optional<std::vector<std::string_view>> values_of_path(
    std::string_view form, std::string_view path)
{
    std::vector<std::string_view> values;
    form = form.substr(0, form.find('?'));
    path = path.substr(0, path.find('?'));
    for (;;)
    {
        std::size_t const brace = form.find('{');
        if (path.substr(0, brace) != form.substr(0, brace))
            return std::nullopt;
        if (brace == std::string_view::npos)
            return values;
        form.remove_prefix(form.find('}', brace) + 1);
        path.remove_prefix(brace);
        std::string_view const next = form.substr(0, form.find('{'));
        std::size_t const segment = (std::min)(path.find('/'), path.size());
        std::size_t const end = next.empty() || next.front() == '/' ? segment : path.find(next);
        if (end > segment || (end == 0 && (values.empty() || !next.empty())))
            return std::nullopt;
        values.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
}

/// The parameters of a target's query, in their encoding.
inline std::vector<named_text> query_of(std::string_view target)
{
    std::vector<named_text> found;
    if (std::size_t const mark = target.find('?'); mark != std::string_view::npos)
        for (std::string_view const one : split(target.substr(mark + 1), "&"))
            found.push_back(cut(one, '='));
    return found;
}

/// The cookies of a request, in their encoding.
inline std::vector<named_text> cookies_of(http::header_list const& headers)
{
    std::vector<named_text> found;
    if (auto const all = headers.find("Cookie"))
        for (std::string_view const one : split(*all, ";"))
            found.push_back(cut(http::trim(one), '='));
    return found;
}

/** Stands in for a `request_builder`: where that takes a value of a request, this sets it to what
    has come. So one generated function tells how a request is written and how it is read. */
class request_reader
{
public:
    /** @param received Must outlive the reader.
        @param names Of parameters in query and cookies, which are no members of an object whose
        members have names of their own there.
    */
    request_reader(received_request const& received, http::operation_info const& info,
        std::vector<std::string> names = {})
        : received_(received)
        , names_(std::move(names))
        , segments_(values_of_path(info.path, received.target).value_or(
              std::vector<std::string_view>()))
        , query_(query_of(received.target))
        , cookies_(cookies_of(received.headers))
    {
    }

    /// The names of parameters that it has read.
    std::vector<std::string> const& names() const noexcept { return names_; }

    /// @name What tells of no value
    /// @{
    void path() noexcept {}
    void literal(std::string_view) noexcept {}
    void idempotency(http::idempotency) noexcept {}
    template <class Rules>
    void validate(validation_policy, problem_details*, Rules const&) noexcept
    {
    }
    /// @}

    template <class T>
    void segment(std::string_view name, T const& value, http::style_options how = {})
    {
        if (next_segment_ != segments_.size())
            read_styled(value, name, {{name, segments_[next_segment_++]}}, how);
    }

    void fixed_query(std::string_view name, std::string_view) { names_.emplace_back(name); }

    template <class T>
    void query(std::string_view name, T const& value, http::style_options how = {})
    {
        names_.emplace_back(name);
        read_styled(value, name, query_, how);
    }

    template <class T>
    void cookie(std::string_view name, T const& value, http::style_options how)
    {
        names_.emplace_back(name);
        read_styled(value, name, cookies_, how, how.style != http::style::cookie);
    }

    template <class T>
    void header(std::string_view name, T const& value, http::style_options how = {})
    {
        if (auto const found = received_.headers.find(name))
            read_styled(value, name, {{name, *found}}, how, false);
    }

    /// Whether there is a body, which may be left out; the value is then made for it.
    template <class T>
    bool sends(T const& body)
    {
        bool const is_there =
            !received_.body.empty() || received_.headers.find("Content-Type").has_value();
        if (is_there)
            to_set(body).emplace();
        return is_there;
    }

    template <class Body>
    void json_body(Body const& body, std::string_view = {}, std::string_view = {})
    {
        json::deviations unread;
        auto got = decode_sent<Body>(received_.body, unread);
        if (got)
            to_set(body) = std::move(*got);
    }

    template <class T>
    void text_body(T const& value, std::string_view)
    {
        read_part(part(received_.body), to_set(value));
    }

    void file_body(file const& value, std::string_view content_type)
    {
        file& set = to_set(value);
        set.content = received_.body;
        std::string_view const type = received_.headers.find("Content-Type").value_or("");
        if (type != content_type)
            set.content_type = type;
    }

    template <class T>
    void form_body(T const& value, std::span<http::form_field const>)
    {
        part form;
        if (!received_.body.empty())
            for (std::string_view const one : split(received_.body, "&"))
            {
                auto const [name, text] = cut(one, '=');
                form.add(form_decoded(name), part(form_decoded(text)));
            }
        read_part(form, to_set(value));
    }

    /// Is not read back: a function of the test takes the request as it came.
    template <class T>
    void multipart_body(T const&, std::span<http::form_field const>) noexcept
    {
    }

private:
    /// The request is the fake's own, and not const.
    template <class T>
    static T& to_set(T const& value) noexcept
    {
        return const_cast<T&>(value);
    }

    template <class T>
    static constexpr bool is_single =
        std::is_convertible_v<T const&, std::string_view> || string_enumeration<T> ||
        http::single_value<T>;

    template <class T>
    static constexpr bool is_object = json::described<T> || requires { typename T::mapped_type; };

    template <class T>
    void read_styled(T const& value, std::string_view name, std::vector<named_text> const& all,
        http::style_options how, bool is_encoded = true)
    {
        if constexpr (http::detail::optional_value<T>)
        {
            typename std::remove_cvref_t<decltype(*value)> made{};
            if (read_value(made, name, all, how, is_encoded))
                to_set(value) = std::move(made);
        }
        else
            read_value(to_set(value), name, all, how, is_encoded);
    }

    /// @returns Whether there was one, and the type takes it.
    template <class T>
    bool read_value(T& value, std::string_view name, std::vector<named_text> const& all,
        http::style_options how, bool is_encoded) const
    {
        auto const text_of = [is_encoded](std::string_view text)
        { return is_encoded ? decoded(text) : std::string(text); };
        bool const has_own_names = is_object<T> && how.explode &&
            (how.style == http::style::form || how.style == http::style::cookie ||
                how.style == http::style::space_delimited ||
                how.style == http::style::pipe_delimited);
        std::vector<std::string_view> found;
        part members;
        bool has_members = false;
        for (auto const& [key, text] : all)
            if (decoded(key) == name)
                found.push_back(text);
            else if (has_own_names && !is_parameter(decoded(key)))
            {
                has_members = true;
                members.add(decoded(key), part(text_of(text)));
            }
            else if (std::string const whole = decoded(key);
                     how.style == http::style::deep_object && whole.starts_with(name) &&
                     whole.substr(name.size()).starts_with('['))
            {
                has_members = true;
                part* at = &members;
                for (std::string_view rest = std::string_view(whole).substr(name.size());
                     rest.starts_with('['); rest.remove_prefix(rest.find(']') + 1))
                    at = &at->at(std::string(rest.substr(1, rest.find(']') - 1)));
                *at = part(text_of(text));
            }
        if (has_members)
            return read_part(members, value);
        if (found.empty())
            return false;
        if (how.style == http::style::json)
        {
            json::deviations unread;
            auto got = decode_sent<T>(text_of(found.front()), unread);
            if (got)
                value = std::move(*got);
            return bool(got);
        }
        if (how.style == http::style::label)
            found.front().remove_prefix((std::min<std::size_t>)(1, found.front().size()));
        if (how.style == http::style::matrix)
            return read_matrix(value, found.front(), how);
        if constexpr (is_single<T>)
            return read_part(part(text_of(found.front())), value);
        else
        {
            bool const is_apart = how.explode && how.style != http::style::simple &&
                how.style != http::style::label;
            if (found.size() == 1 && !is_apart)
                found = split(found.front(), delimiter_of(how));
            return read_part(put_together<T>(found, how, text_of), value);
        }
    }

    bool is_parameter(std::string const& key) const
    {
        return std::find(names_.begin(), names_.end(), key.substr(0, key.find('['))) !=
               names_.end();
    }

    template <class T>
    static bool read_matrix(T& value, std::string_view text, http::style_options how)
    {
        if (text.empty())
            return false;
        std::vector<std::string_view> pieces = split(text.substr(1), ";");
        if (!how.explode || !is_object<T>)
            for (std::string_view& one : pieces)
                one = cut(one, '=').second;
        if constexpr (is_single<T>)
            return read_part(part(decoded(pieces.front())), value);
        else
        {
            if (!how.explode)
                pieces = split(pieces.front(), ",");
            return read_part(put_together<T>(pieces, how, decoded), value);
        }
    }

    static std::string_view delimiter_of(http::style_options how) noexcept
    {
        if (how.style == http::style::space_delimited)
            return "%20";
        if (how.style == http::style::pipe_delimited)
            return "%7C";
        return how.style == http::style::label && how.explode ? "." : ",";
    }

    /// A list or an object of its pieces.
    template <class T, class Decode>
    static part put_together(std::vector<std::string_view> const& pieces, http::style_options how,
        Decode const& text_of)
    {
        part whole;
        constexpr bool is_list = requires(T & value) { value.emplace_back(); };
        if constexpr (!is_object<T>)
        {
            if (!is_list && pieces.size() == 1)
                return part(text_of(pieces.front()));
            whole.is_list();
            for (std::string_view const one : pieces)
                whole.at({}) = part(text_of(one));
        }
        else if (how.explode)
            for (std::string_view const one : pieces)
            {
                auto const [name, text] = cut(one, '=');
                whole.add(text_of(name), part(text_of(text)));
            }
        else
            for (std::size_t i = 0; i + 1 < pieces.size(); i += 2)
                whole.add(text_of(pieces[i]), part(text_of(pieces[i + 1])));
        return whole;
    }

    received_request const& received_;
    std::vector<std::string> names_;
    std::vector<std::string_view> const segments_;
    std::vector<named_text> const query_;
    std::vector<named_text> const cookies_;
    std::size_t next_segment_ = 0;
};

} // namespace restbind::testing::detail
