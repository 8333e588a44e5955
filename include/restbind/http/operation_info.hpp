// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/response.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/security.hpp>
#include <restbind/json/reading.hpp>

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** A value that every call of one client sends, by name. Generated.

    @tparam Parameters The structure that holds all such values of an API.
*/
template <class Parameters>
struct client_parameter
{
    /** Its name (`x-restbind-client-parameter`); a literal. */
    std::string_view name{};

    /** Where it is. */
    std::string Parameters::* value = nullptr;
};

/** What is fixed about one operation. Generated; all texts are literals. A member for each fact. */
struct operation_info
{
    /** The operation's identifier in the API description. */
    std::string_view operation_id{};

    /** Method of its requests. */
    http::verb method = http::verb::get;

    /** Path with its parameters in braces and the query that the document writes behind it, without
        the base address. */
    std::string_view path{};

    /** How harmless a retry is unless a request says otherwise. */
    http::idempotency idempotency = http::idempotency::not_idempotent;

    /** Header of the idempotency key; empty if the document names none. */
    std::string_view idempotency_key{};

    /** What the document says about retries; none if it says nothing: the client decides. */
    std::optional<retry_rule> retry{};

    /** Statuses from 500 on that say that a request was not applied. */
    status_list unapplied_statuses{};

    /** How the service words a refusal. */
    validation_problem_format validation_problem{};

    /** The rules on all parts of a request: what the service says about a broken one is looked for
        in their messages. */
    std::span<std::span<rule_info const> const> rules{};

    /** In which members problem documents hold what RFC 9457 has none for. Never null. */
    problem_format const* problem = &plain_problem_format;

    /** Status of a response that is a success. */
    int success_status = 200;

    /** Place of the operation in the API description, a JSON pointer. */
    std::string_view pointer{};

    /** Whether its requests can have a part that is secret or only written. */
    bool has_secrets = false;

    /** Whether the whole body of its requests is a secret. */
    bool hides_body = false;

    /** Value of the Accept header of its requests. */
    std::string_view accept = "application/json";

    /** Media types of successes of which a call may ask for one alone; empty where there is one. */
    std::span<std::string_view const> accept_choices{};

    /** What then follows in the Accept header: the media types of errors. */
    std::string_view accept_errors{};

    /** Headers of responses that the description names, with `, ` between them; empty for none. */
    std::string_view response_headers{};
    /** What a request must show, in order of preference. Empty: nothing is stated; the client's
        token is sent if it has one. */
    std::span<security_requirement const> security{};

    /** Name of the server that it is sent to instead of the client's base address, see
        `client_options::servers`. Empty: the base address. */
    std::string_view server{};

    /** How responses are read unless the client or the call says otherwise. */
    json::reading reading = json::reading::strict;
};

/** What a document says is to be done when nobody knows whether a request was applied,
    `x-restbind-after-loss`. Each text is a sentence or more; empty where it says nothing. */
struct after_loss
{
    /** Which call, or which person, can tell what became of it. */
    std::string_view ask{};

    /** What to keep before the call, so that one can ask. */
    std::string_view store{};

    /** What a clerk or a customer sees meanwhile. */
    std::string_view show{};
};

/** What a document says of a lost response of one of its operations.

    The first argument is the list of all operations of generated code: `api::all_operations()`.
    @param operation_id As in `journal::record::operation`.
    @returns Empty texts for an operation that it does not know, or of which it says nothing.
*/
template <template <class...> class List, class... Operations>
constexpr after_loss after_loss_of(List<Operations...>, std::string_view operation_id) noexcept
{
    after_loss found;
    auto const look = [&]<class Operation>(Operation const*)
    {
        if constexpr (requires { Operation::after_loss; })
            if (Operation::info.operation_id == operation_id)
                found = Operation::after_loss;
    };
    (look(static_cast<Operations const*>(nullptr)), ...);
    return found;
}

/** Turns the code of a problem document into the typed code of an API. */
using error_code_lookup = boost::system::error_code (*)(std::int64_t);

/** The media type of a Content-Type value, without parameters: `application/json` of
    `application/json; charset=utf-8`. */
constexpr std::string_view media_type(std::string_view content_type) noexcept
{
    return trim(content_type.substr(0, content_type.find(';')));
}

/** Whether a Content-Type value names JSON: `application/json`, `text/json` or any type that ends
    in `+json`, compared without case. */
constexpr bool is_json(std::string_view content_type) noexcept
{
    constexpr std::string_view suffix = "+json";
    constexpr std::string_view usual = "application/json";
    if (content_type.starts_with(usual) &&
        (content_type.size() == usual.size() || content_type[usual.size()] == ';'))
        return true;
    std::string_view const type = media_type(content_type);
    return iequals(type, "application/json") || iequals(type, "text/json") ||
           (type.size() > suffix.size() &&
               iequals(type.substr(type.size() - suffix.size()), suffix));
}

/** Whether a Content-Type value names one of the media types of a list, compared without case and
    without parameters.

    @param list Media types with commas between them. A type or subtype that is an asterisk stands
    for any.
*/
constexpr bool matches_media(std::string_view list, std::string_view content_type) noexcept
{
    std::string_view const type = media_type(content_type);
    while (!list.empty())
    {
        std::string_view const wanted = media_type(take_element(list));
        if (wanted == "*/*" || iequals(wanted, type))
            return true;
        if (wanted.ends_with("/*") && type.size() >= wanted.size() &&
            iequals(type.substr(0, wanted.size() - 1), wanted.substr(0, wanted.size() - 1)))
            return true;
    }
    return false;
}

/** Whether a list of media types names bytes of no known kind: `application/octet-stream` or
    `binary/octet-stream`. Services that promise these send images, PDF and the like under their own
    names. */
constexpr bool names_plain_bytes(std::string_view list) noexcept
{
    while (!list.empty())
    {
        std::string_view const named = media_type(take_element(list));
        if (iequals(named, "application/octet-stream") || iequals(named, "binary/octet-stream"))
            return true;
    }
    return false;
}

/** How the body of a response is read. */
enum class body_kind : unsigned char
{
    none,    ///< not at all
    json,    ///< as JSON, into a type of its own
    scalar,  ///< as the text of a number or boolean, into a type of its own
    text,    ///< as it is, into a `std::string`
    bytes,   ///< as it is, into a `restbind::binary_body`
    redirect ///< not at all, but Location is kept, in a `restbind::redirect`
};

/** In `response_rule::alternative`: all responses have the same type. */
inline constexpr std::size_t sole_type = (std::numeric_limits<std::size_t>::max)();

/** What a document says about responses with one status, or with several that it describes
    together. Generated; all texts are literals. */
struct response_rule
{
    /** Status from 100 to 599, `status_2xx` and so on for `2XX`, `default_status` for `default`. */
    int status = 0;

    /** How the body is read. */
    body_kind body = body_kind::none;

    /** For scalars, text and bytes: the media types that are described; for JSON: those with which
        the same comes bit by bit, and only to a sink (`text/event-stream`). With `, ` between them,
        as in an Accept header; an asterisk stands for any type or subtype. */
    std::string_view media{};

    /** Place of the type in the `std::variant` of all responses, if that is what they are read
        into.
     */
    std::size_t alternative = sole_type;

    /** For JSON and scalars: media types of JSON that are described to hold something else, as in
        `media`. They are not asked for, and an error where they come all the same. */
    std::string_view unread{};
};

/** Rules that are about every status from 200 on. */
inline constexpr response_rule any_status[] = {
    {.status = 2}, {.status = 3}, {.status = 4}, {.status = 5}};

/** Whether a rule is about a status: the same one, or one of its hundred, or anything at all. */
constexpr bool covers(response_rule const& rule, int status) noexcept
{
    return rule.status == status || rule.status == default_status || rule.status == status / 100;
}

/** Whether a body with a Content-Type can be read as a rule says.

    @param content_type An empty one, of a response that has none, passes.
    @param is_streamed The body goes to a sink; then JSON may be one of the types of `media`, too.
*/
constexpr bool takes(
    response_rule const& rule, std::string_view content_type, bool is_streamed = false) noexcept
{
    if (content_type.empty())
        return true;
    switch (rule.body)
    {
    case body_kind::json:
        return (is_json(content_type) && !matches_media(rule.unread, content_type)) ||
               (is_streamed && matches_media(rule.media, content_type));
    case body_kind::scalar:
        return (is_json(content_type) && !matches_media(rule.unread, content_type)) ||
               matches_media(rule.media, content_type);
    case body_kind::text:
        return matches_media(rule.media, content_type);
    case body_kind::bytes:
        return matches_media(rule.media, content_type) || names_plain_bytes(rule.media);
    case body_kind::none:
    case body_kind::redirect:
        break;
    }
    return true;
}

/** The place of the first rule about a status; the number of rules if there is none.

    @param rules Exact statuses first, then those described together, `default` last.
*/
constexpr std::size_t find_rule(std::span<response_rule const> rules, int status) noexcept
{
    std::size_t place = 0;
    while (place != rules.size() && !covers(rules[place], status))
        ++place;
    return place;
}

/** The same for responses that mean success: `default` is then about 2xx alone, whatever else the
    service puts under it is an error by its status. */
constexpr std::size_t find_success(std::span<response_rule const> rules, int status) noexcept
{
    std::size_t const place = find_rule(rules, status);
    bool const fits = place != rules.size() &&
                      (rules[place].status != default_status || (status >= 200 && status <= 299));
    return fits ? place : rules.size();
}

} // namespace restbind::http
