// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/style.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/json/encode.hpp>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace restbind::inline RESTBIND_ABI::http
{

/** A text as it is, and that of a string enum; a number, a boolean, a date, a timestamp or an
    enumeration as in JSON, without its quotes. Nothing for what JSON cannot hold: a number that is
    not finite, a day or a timestamp of no year from 0 to 9999, an enum without a value. */
inline std::optional<std::string> parameter_text(std::string_view value)
{
    return std::string(value);
}

template <string_enumeration T>
std::optional<std::string> parameter_text(T const& value)
{
    return value.has_value() ? std::optional<std::string>(value.str()) : std::nullopt;
}

/** The types of single values that have nothing to escape. */
template <class T>
concept single_value =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, decimal> ||
    std::is_same_v<T, date> || std::is_same_v<T, timestamp>;

template <single_value T>
std::optional<std::string> parameter_text(T const& value)
{
    std::string text;
    if (!json::encode_to(text, value))
        return std::nullopt;
    if (text.starts_with('"'))
        text = text.substr(1, text.size() - 2);
    return text;
}

/** A body that is ready to be sent. */
struct encoded_body
{
    /** The body as it goes over the wire. */
    std::string bytes{};

    /** Its media type as the operation describes it, without parameters. Points to a literal. */
    std::string_view media_type{};

    /** Value of the header Content-Type; empty means `media_type`. */
    std::string content_type{};

    /** The body in place of `bytes`: bytes that live as long as the values of the request. */
    std::string_view referred{};
};

namespace detail
{

template <class T>
concept optional_value = requires(T const& value) {
    value.has_value();
    *value;
};

} // namespace detail

/** Puts a request together, piece by piece. No step fails: the first error is kept and `finish`
    returns it. */
class request_builder
{
public:
    /** @param info The operation; must outlive the builder (it is a constant of generated code).
        @param path_prefix Path of the base address; empty, or with a slash in front.
    */
    explicit request_builder(
        operation_info const& info, std::string_view path_prefix = {})
        : info_(&info)
        , request_(own_.emplace())
    {
        begin(path_prefix);
    }

    /** The same in the place of an earlier request, whose memory is used again.

        @param into Must outlive the builder; means nothing if `complete` returns an error.
    */
    request_builder(request& into, operation_info const& info, std::string_view path_prefix)
        : info_(&info)
        , request_(into)
    {
        begin(path_prefix);
    }

    request_builder(request_builder const&) = delete;
    request_builder& operator=(request_builder const&) = delete;

    /** Appends a piece of the path as it is. */
    void literal(std::string_view text);

    /** Appends the operation's own path, `operation_info::path`, up to its first placeholder. The
        segments that come next stand for its placeholders, one after the other. */
    void path();

    /** Appends a parameter as a path segment, escaped, and what the path has behind it.

        Refused: an empty text, `.` and `..` (which would change the path), text that is not UTF-8,
        a number that is not finite.
    */
    template <class T>
    void segment(std::string_view name, T const& value)
    {
        add_segment(name, text_of(location::path, name, value));
        pass_placeholder();
    }

    /** Appends a parameter as a path segment, or a part of one, as a style writes it, and what the
        path has behind it.

        Refused: what gives an empty segment, `.` or `..`, and what JSON or the style cannot hold
        (see `detail::write_styled`); the place is in `json_path()`.
    */
    template <class T>
    void segment(std::string_view name, T const& value, style_options how)
    {
        styled(location::path, name, value, how);
        pass_placeholder();
    }

    /** Appends what the query of the operation's own path gives; before all other parameters of
        the query. */
    void fixed_query(std::string_view name, std::string_view value);

    /** Appends a query parameter as a style writes it. What is absent or has no parts is not sent;
        nor is a part whose name the fixed query has.

        Refused: what JSON or the style cannot hold.
    */
    template <class T>
    void query(std::string_view name, T const& value, style_options how)
    {
        styled(location::query, name, value, how);
    }

    /** Adds a header as a style writes it. What is absent or has no parts is not sent.

        Refused: what JSON or the style cannot hold, an empty text, control and non-ASCII
        characters.
    */
    template <class T>
    void header(std::string_view name, T const& value, style_options how)
    {
        styled(location::header, name, value, how);
    }

    /** Adds a cookie as a style writes it, percent-encoded but in the style `cookie`; an exploded
        one is several pairs. All cookies of a request are one header. What is absent or has no
        parts is not sent.

        Refused: what JSON or the style cannot hold.
    */
    template <class T>
    void cookie(std::string_view name, T const& value, style_options how)
    {
        styled(location::cookie, name, value, how);
    }

    /** Appends a query parameter, escaped. An absent optional value is not sent.

        Refused: text that is not UTF-8, a number that is not finite.
    */
    template <class T>
    void query(std::string_view name, T const& value)
    {
        if constexpr (!detail::optional_value<T>)
            add_query(name, text_of(location::query, name, value));
        else if (value.has_value())
            query(name, *value);
    }

    /** Adds a header. An absent optional value is not sent.

        Refused: an empty text, a text with control characters (CR, LF and NUL among them) or
        non-ASCII characters. The error names the header, never the value.

        @param name A header's name; the generator refuses any other.
    */
    template <class T>
    void header(std::string_view name, T const& value)
    {
        if constexpr (!detail::optional_value<T>)
            add_header(name, text_of(location::header, name, value));
        else if (value.has_value())
            header(name, *value);
    }

    /** Validates unless the policy is `off` or an error was found before. A parameter that was
        never set does not count as such an error: the rules describe it better.

        @param policy What a broken rule leads to.
        @param local_problem Receives the validation problem under `observe`; unchanged if no
        rule is broken. May be null.
        @param rules Called with a `violations&` to which it adds one violation per broken rule.
    */
    template <class Rules>
    void validate(validation_policy policy, problem_details* local_problem, Rules&& rules)
    {
        auto check = [&rules](violations& found) { std::forward<Rules>(rules)(found); };
        apply(
            policy, local_problem, [](void* called, violations& found)
            { (*static_cast<decltype(check)*>(called))(found); }, &check);
    }

    /** Whether a body that may be left out is there. */
    template <class T>
    static constexpr bool sends(T const& body) noexcept
    {
        if constexpr (requires { body.is_absent(); })
            return !body.is_absent();
        else
            return body.has_value();
    }

    /** Says how harmless a retry of this very request is; the operation's class if never called.
     */
    void idempotency(http::idempotency value) noexcept { request_.idempotency = value; }

    /** Encodes the body as JSON unless an error was found before.

        @param content_type What is sent as Content-Type: any kind of JSON. A literal.

        Refused: what JSON cannot hold (NaN, infinity, text that is not UTF-8), with the place in
        `json_path()`.
    */
    template <class Body>
    void json_body(Body const& body, std::string_view content_type = "application/json")
    {
        add_json(std::addressof(body), json::detail::write_plan_of<Body>, content_type);
    }

    /** The same for a media type that is sent with parameters.

        @param media_type The media type without them. A literal.
        @param content_type What is sent as Content-Type. A literal.
    */
    template <class Body>
    void json_body(Body const& body, std::string_view media_type, std::string_view content_type)
    {
        json_body(body, content_type);
        request_.content_type = media_type;
    }

    /** Takes a request that was built before.

        @param target Path and query, the base address's path prefix included.
        @param headers `name: value\r\n` lines.
        @param left_out The name of a header that is not taken.
        @param body The body; copied.
    */
    void repeat(std::string_view target, std::string_view headers, std::string_view left_out,
        std::string_view body);

    /** Refuses the whole request, unless an error was found before. */
    void refuse_all(error why) { keep(std::move(why)); }

    /** Leaves out members that are secret or only written, and writes `***` for parameters that are
        secret: the request is kept or shown, not sent. */
    void hide_secrets() noexcept { hides_secrets_ = true; }

    /** Whether they are left out. */
    bool hides_secrets() const noexcept { return hides_secrets_; }

    /** Whether an error was found: nothing that is added now counts. */
    bool failed() const noexcept { return error_.has_value(); }

    /** Takes a body that was encoded elsewhere, or why it could not be, unless an error was found
        before. The functions in bodies.hpp and multipart_body.hpp do so. */
    void body(result<encoded_body> encoded);

    /** Ends the request, whose body may refer to the values that it was made of. @returns The first
        error: `invalid_argument` or `validation_failed`. */
    result<void> complete();

    /** The finished request, which refers to nothing, or the first error, as `complete`. */
    result<request> finish() &&;

private:
    // Sizes in bytes that are enough for most requests.
    static constexpr std::size_t usual_target = 96;
    static constexpr std::size_t usual_headers = 192;

    /// Texts are not copied.
    template <class T>
    auto text_of(location where, std::string_view name, T const& value)
    {
        if constexpr (std::is_convertible_v<T const&, std::string_view>)
            return std::optional<std::string_view>(value);
        else
        {
            note_unset(where, name, value);
            return parameter_text(value);
        }
    }

    /// An enum, a date, a timestamp or alternatives that were never set cannot be sent.
    template <class T>
    void note_unset([[maybe_unused]] location where, [[maybe_unused]] std::string_view name,
        [[maybe_unused]] T const& value)
    {
        bool is_unset = false;
        if constexpr (string_enumeration<T> || std::is_same_v<T, timestamp>)
            is_unset = !value.has_value();
        else if constexpr (std::is_same_v<T, date>)
            is_unset = value == date{};
        else if constexpr (requires { value.is_set(); })
            is_unset = !value.is_set();
        if (is_unset)
            refuse_unset(where, name);
    }

    template <class T>
    void styled(location place, std::string_view name, T const& value, style_options how)
    {
        if constexpr (!detail::optional_value<T>)
        {
            note_unset(place, name, value);
            add_styled(place, name, std::addressof(value), json::detail::write_plan_of<T>, how);
        }
        else if (value.has_value())
            styled(place, name, *value, how);
    }

    // What does not depend on types: each operation needs it.

    void begin(std::string_view path_prefix);
    void pass_placeholder();
    /// Appends a path up to its first placeholder or its query, and keeps the rest.
    void append_path(std::string_view text);
    void apply(validation_policy policy, problem_details* local_problem,
        void (*check)(void* rules, violations& found), void* rules);
    void add_json(
        void const* body, json::detail::write_plan const& plan, std::string_view content_type);
    /// Whether a text can be sent; otherwise that is the error. None: a number that is not finite.
    bool passes(location where, std::string_view name, std::optional<std::string_view> text);
    void add_segment(std::string_view name, std::optional<std::string_view> text);
    void add_query(std::string_view name, std::optional<std::string_view> text);
    void add_header(std::string_view name, std::optional<std::string_view> text);
    void refuse_header(std::string_view name, std::optional<std::string_view> text);
    void add_styled(location place, std::string_view name, void const* value,
        json::detail::write_plan const& plan, style_options how);
    void add_hidden(location place, std::string_view name);
    void refuse_value(location where, std::string_view name, error const& found);
    void refuse_unset(location where, std::string_view name);
    void refuse(
        location where, std::string_view name, std::initializer_list<std::string_view> detail);
    void judge(validation_policy policy, problem_details* local_problem, violations&& found);
    void keep_broken(location where, std::string pointer, error found);
    void keep(error found);

    operation_info const* info_;
    std::optional<request> own_;
    request& request_;
    std::optional<error> error_;
    std::string cookies_;
    std::string_view rest_of_path_; // begins with the placeholder that comes next
    std::size_t path_size_ = 0;
    std::size_t fixed_size_ = 0; // of the fixed query
    bool has_query_ = false;
    bool hides_secrets_ = false;
    bool is_unset_ = false; // whether the error is a parameter that was never set
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/request_builder.ipp>
#endif
