#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/encoding.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/detail/parameter_text.hpp>
#include <restbind/http/detail/style.hpp>
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
#include <vector>

namespace restbind::http
{

/** A local refusal as an error: the problem document that the server would send, and its status. */
RESTBIND_COLD inline error validation_failed(problem_details problem)
{
    error refusal(error_kind::validation_failed, problem.detail);
    refusal.with_phase(phase::validate)
        .with_status(problem.status)
        .with_problem(std::move(problem));
    return refusal;
}

/** Applies a validation policy to the violations of a request.

    @param info The operation, for the style of its refusals.
    @param instance Path of the request, which the refusal names.
    @param policy `enforce` refuses, `observe` passes and reports, `off` passes.
    @param found Broken rules; none means success.
    @param verdict Receives the refusal under `observe`. May be null.
    @returns Success, or an error of kind `validation_failed`.
*/
RESTBIND_COLD inline result<void> validate_request(operation_info const& info,
    std::string_view instance, validation_policy policy, violations&& found,
    problem_details* verdict)
{
    if (policy == validation_policy::off || found.empty())
        return {};
    problem_details problem = make_validation_problem(info.refusal, found.take(), instance);
    if (policy == validation_policy::enforce)
        return validation_failed(std::move(problem));
    if (verdict)
        *verdict = std::move(problem);
    return {};
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
};

/** What stands between the elements of a list that is sent as one value. */
enum class delimiter
{
    comma, ///< `,`; a comma in an element is escaped
    space, ///< `%20`; no element may hold a space
    pipe   ///< `%7C`; no element may hold a `|`
};

/** Puts a request together, piece by piece. No step fails: the first error is kept and `finish`
    returns it. */
class request_builder
{
public:
    /** @param info The operation; must outlive the builder (it is a constant of generated code).
        @param path_prefix Path of the base address; empty, or with a slash in front.
    */
    RESTBIND_NOINLINE explicit request_builder(
        operation_info const& info, std::string_view path_prefix = {})
        : info_(&info)
    {
        begin(path_prefix);
    }
    request_builder(request_builder const&) = default;
    request_builder(request_builder&&) = default;
    request_builder& operator=(request_builder const&) = default;
    request_builder& operator=(request_builder&&) = default;
    RESTBIND_NOINLINE ~request_builder() {}

    /** Appends a piece of the path as it is. */
    void literal(std::string_view text);

    /** Appends a parameter as a path segment, escaped.

        Refused: an empty text, `.` and `..` (which would change the path), text that is not UTF-8,
        a number that is not finite.
    */
    template <class T>
    void segment(std::string_view name, T const& value)
    {
        add_segment(name, text_of(value));
    }

    /** Appends a parameter as a path segment, or a part of one, as a style writes it.

        Refused: what gives an empty segment, `.` or `..`, and what `expand` refuses.
    */
    template <class T>
    void segment(std::string_view name, T const& value, parameter_style how)
    {
        std::size_t const size = request_.target.size();
        if (!expand_into(request_.target, name, value, how, parameter_location::path, true))
            return;
        std::string_view const piece = std::string_view(request_.target).substr(size);
        if (piece.empty() || piece == "." || piece == "..")
            fail({"the path parameter ", name, " is empty, . or .."});
    }

    /** Appends a query parameter as a style writes it. What is absent or has no parts is not sent.

        Refused: what `expand` refuses.
    */
    template <class T>
    void query(std::string_view name, T const& value, parameter_style how)
    {
        std::size_t const size = request_.target.size();
        if (!expand_into(
                request_.target, name, value, how, parameter_location::query, !has_query_) ||
            request_.target.size() == size)
            return;
        path_size_ = has_query_ ? path_size_ : size;
        has_query_ = true;
    }

    /** Adds a header as a style writes it. What is absent or has no parts is not sent.

        Refused: what `expand` refuses, an empty text, control and non-ASCII characters.
    */
    template <class T>
    void header(std::string_view name, T const& value, parameter_style how)
    {
        absent_sink seen;
        show_value(seen, value);
        std::string text;
        if (seen.absent || !expand_into(text, name, value, how, parameter_location::header, true) ||
            (seen.parts && text.empty()))
            return;
        header(name, text);
    }

    /** Adds a cookie as a style writes it, percent-encoded. All cookies of a request are one
        header. What is absent or has no parts is not sent.

        Refused: what `expand` refuses.
    */
    template <class T>
    void cookie(std::string_view name, T const& value, parameter_style how)
    {
        expand_into(cookies_, name, value, how, parameter_location::cookie, cookies_.empty());
    }

    /** Appends a query parameter, escaped. An absent optional value is not sent; an array is sent
        element by element.

        Refused: text that is not UTF-8, a number that is not finite.
    */
    template <class T>
    void query(std::string_view name, T const& value)
    {
        if constexpr (detail::optional_value<T>)
        {
            if (value.has_value())
                query(name, *value);
        }
        else if constexpr (is_vector<T>::value)
        {
            for (typename T::value_type const& element : value)
                query(name, element);
        }
        else
        {
            add_query(name, text_of(value));
        }
    }

    /** Appends a list as one query parameter, escaped: `name=a,b`. An empty or absent one is not
        sent.

        Refused: as above, and an element that holds what stands between the elements.
    */
    template <class T>
    void query(std::string_view name, T const& value, delimiter between)
    {
        if constexpr (detail::optional_value<T>)
        {
            if (value.has_value())
                query(name, *value, between);
        }
        else
        {
            char const mark = between == delimiter::space ? ' ' : '|';
            bool is_first = true;
            for (typename T::value_type const& element : value)
            {
                auto const text = text_of(element);
                if (!passes(name, text))
                    return;
                if (between != delimiter::comma && text->find(mark) != std::string::npos)
                    return fail({"an element of the parameter ", name,
                        " holds the character that stands between elements"});
                if (!std::exchange(is_first, false))
                {
                    request_.target.append(between == delimiter::comma   ? ","
                                           : between == delimiter::space ? "%20"
                                                                         : "%7C");
                    percent_encode_segment(request_.target, *text);
                    continue;
                }
                add_query(name, text);
            }
        }
    }

    /** Adds a header. An absent optional value is not sent.

        Refused: an empty text, a text with control characters (CR, LF and NUL among them) or
        non-ASCII characters. The error names the header, never the value.
    */
    template <class T>
    void header(std::string_view name, T const& value)
    {
        if constexpr (detail::optional_value<T>)
        {
            if (value.has_value())
                header(name, *value);
        }
        else
        {
            add_header(name, text_of(value));
        }
    }

    /** Validates unless the policy is `off` or an error was found before.

        @param policy What a broken rule leads to.
        @param verdict Receives the refusal under `observe`; left alone if all is well. May be null.
        @param rules Called with a `violations&` to which it adds one violation per broken rule.
    */
    template <class Rules>
    void validate(validation_policy policy, problem_details* verdict, Rules&& rules)
    {
        auto check = [&rules](violations& found) { std::forward<Rules>(rules)(found); };
        apply(
            policy, verdict, [](void* called, violations& found)
            { (*static_cast<decltype(check)*>(called))(found); }, &check);
    }

    /** Says how harmless a retry of this very request is; the operation's class if never called.
     */
    void idempotency(http::idempotency value) noexcept { request_.idempotency = value; }

    /** Encodes the body as JSON unless an error was found before.

        @param content_type Media type of the body: any kind of JSON. A literal.

        Refused: what JSON cannot hold (NaN, infinity, text that is not UTF-8), with the place in
        `json_path()`.
    */
    template <class Body>
    void json_body(Body const& body, std::string_view content_type = "application/json")
    {
        add_json(std::addressof(body), json::detail::write_plan_of<Body>, content_type);
    }

    /** Whether an error was found: nothing that is added now counts. */
    bool failed() const noexcept { return error_.has_value(); }

    /** Takes a body that was encoded elsewhere, or why it could not be, unless an error was found
        before. The functions in form_body.hpp, multipart_body.hpp and plain_body.hpp do so. */
    void body(result<encoded_body> encoded);

    /** The finished request, or the first error: `invalid_argument` or `validation_failed`. */
    result<request> finish() &&;

private:
    // Bytes that most requests do not go beyond.
    static constexpr std::size_t usual_target = 96;
    static constexpr std::size_t usual_headers = 192;
    static constexpr std::size_t usual_body = 512;

    template <class T>
    struct is_vector : std::false_type
    {
    };
    template <class T>
    struct is_vector<std::vector<T>> : std::true_type
    {
    };

    /// Texts are not copied.
    template <class T>
    static auto text_of(T const& value)
    {
        if constexpr (std::is_convertible_v<T const&, std::string_view>)
            return std::optional<std::string_view>(value);
        else
            return parameter_text(value);
    }

    /// Says whether a value is absent, and whether it has parts.
    struct absent_sink
    {
        bool absent = false;
        bool parts = false;

        void nothing() noexcept { absent = true; }
        void text(std::string_view) const noexcept {}
        void unusable(std::string_view) const noexcept {}
        template <class List>
        void list(List const&) noexcept
        {
            parts = true;
        }
        template <class Object>
        void object(Object const&) noexcept
        {
            parts = true;
        }
    };

    template <class T>
    bool expand_into(std::string& out, std::string_view name, T const& value, parameter_style how,
        parameter_location place, bool is_first)
    {
        std::string_view const problem = expand(out, name, value, how, place, is_first);
        if (!problem.empty())
            fail({"the parameter ", name, " ", problem});
        return problem.empty();
    }

    // What does not depend on types is out of line: each operation needs it.

    void begin(std::string_view path_prefix);
    void apply(validation_policy policy, problem_details* verdict,
        void (*check)(void* rules, violations& found), void* rules);
    void add_json(
        void const* body, json::detail::write_plan const& plan, std::string_view content_type);
    /// Whether a text can be sent; otherwise that is the error. None: a number that is not finite.
    bool passes(std::string_view name, std::optional<std::string_view> text);
    void add_segment(std::string_view name, std::optional<std::string_view> text);
    void add_query(std::string_view name, std::optional<std::string_view> text);
    void add_header(std::string_view name, std::optional<std::string_view> text);
    void refuse_header(std::string_view name, std::optional<std::string_view> text);
    void judge(validation_policy policy, problem_details* verdict, violations&& found);
    void fail(std::initializer_list<std::string_view> detail);
    void keep(error found);

    operation_info const* info_;
    request request_;
    std::optional<error> error_;
    std::string cookies_;
    std::size_t path_size_ = 0;
    bool has_query_ = false;
};

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/request_builder.ipp>
#endif
