// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/http/detail/read.hpp>.
#pragma once

#include <restbind/core/detail/raise.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/detail/text.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

namespace detail
{

/// Takes the first element off a list whose elements may hold commas in quotes.
RESTBIND_COLD inline std::string_view take_quoted_element(std::string_view& list)
{
    bool quoted = false;
    std::size_t end = 0;
    for (; end != list.size() && (quoted || list[end] != ','); ++end)
        if (list[end] == '"')
            quoted = !quoted;
        else if (list[end] == '\\' && quoted && end + 1 != list.size())
            ++end;
    std::string_view const element = list.substr(0, end);
    list.remove_prefix((std::min)(end + 1, list.size()));
    return trim(element);
}

/// A quoted string without quotes and escapes; anything else as it is.
RESTBIND_COLD inline std::string unquoted(std::string_view text)
{
    if (text.size() < 2 || !text.starts_with('"') || !text.ends_with('"'))
        return std::string(text);
    std::string plain;
    for (std::size_t i = 1; i + 1 < text.size(); ++i)
    {
        i += text[i] == '\\' && i + 2 < text.size() ? 1 : 0;
        plain.push_back(text[i]);
    }
    return plain;
}

/// What the `Bearer` challenge in the WWW-Authenticate headers of a response says (RFC 6750,
/// section 3); not set without one, or if it says nothing about the token.
RESTBIND_COLD inline std::optional<token_challenge> read_challenge(response const& response)
{
    token_challenge said;
    for (auto const [header, value] : response.headers)
    {
        bool is_bearer = false;
        std::string_view rest = iequals(header, "WWW-Authenticate") ? value : std::string_view();
        while (!rest.empty())
        {
            std::string_view one = take_quoted_element(rest);
            // A scheme stands in front of its first parameter.
            std::size_t const space = (std::min)(one.find(' '), one.size());
            std::string_view const behind = trim(one.substr(space));
            if (space < one.find('=') && !behind.starts_with('='))
            {
                is_bearer = iequals(one.substr(0, space), "Bearer");
                one = behind;
            }
            std::size_t const equals = one.find('=');
            if (!is_bearer || equals == std::string_view::npos)
                continue;
            std::string_view const name = trim(one.substr(0, equals));
            std::string text = unquoted(trim(one.substr(equals + 1)));
            if (iequals(name, "error"))
                said.error = std::move(text);
            else if (iequals(name, "error_description"))
                said.error_description = std::move(text);
            else if (iequals(name, "scope"))
                said.scope = std::move(text);
        }
    }
    return said == token_challenge() ? std::nullopt : std::optional(std::move(said));
}

// Finds the rule that a service's message is about.
RESTBIND_COLD inline void note_rule(violation& broken, operation_info const& info)
{
    for (std::span<rule_info const> const& rules : info.rules)
        for (rule_info const& one : rules)
            if (one.rule != rule_kind::nested && one.message == broken.message)
            {
                broken.rule = one.rule;
                broken.rule_id = one.id;
                broken.limit = one.limit;
                return;
            }
}

// The violations that a problem document lists, as far as they can be recognised.
RESTBIND_COLD inline std::vector<violation> violations_told(
    operation_info const& info, problem_details const& problem)
{
    std::vector<violation> told;
    told.reserve(problem.errors.size() + 1);
    for (validation_error const& one : problem.errors)
    {
        violation& broken = restbind::detail::unchecked_append(told);
        broken.field = one.field;
        broken.message = one.message;
        std::string_view path = one.field;
        path.remove_prefix(path.starts_with('#') ? 1 : 0);
        if (path.starts_with('/')) // a JSON Pointer, as in the example of RFC 9457
            broken.pointer = path;
        else
            restbind::detail::append_pointer_of_path(broken.pointer, path);
        if (info.validation_problem.keys == key_style::pascal_case)
            for (std::size_t at = 1; at < broken.pointer.size(); ++at)
                if (char& c = broken.pointer[at];
                    broken.pointer[at - 1] == '/' && c >= 'A' && c <= 'Z')
                    c = static_cast<char>(c - 'A' + 'a');
        note_rule(broken, info);
    }
    if (told.empty()) // some services name only the first broken rule, in `detail`
    {
        violation broken{.message = problem.detail};
        note_rule(broken, info);
        if (broken.rule != rule_kind::other)
            told.push_back(std::move(broken));
    }
    return told;
}

/// "200, 202 or 4XX".
RESTBIND_COLD inline std::string spell_statuses(std::span<response_rule const> rules)
{
    std::string text;
    for (std::size_t i = 0; i != rules.size(); ++i)
    {
        int const status = rules[i].status;
        text += i == 0 ? "" : i + 1 == rules.size() ? " or " : ", ";
        text += status == default_status ? "2" : restbind::detail::number_text(status);
        text += status == default_status || status < 100 ? "XX" : "";
    }
    return text;
}

/// That a status is none of those that are promised; of a redirect, where to.
RESTBIND_COLD inline std::string not_promised(
    operation_responses const& described, response const& response)
{
    auto const location = response.headers.find("Location");
    return joined({described.info->operation_id, " promises status ",
        described.successes.empty() ? restbind::detail::number_text(described.info->success_status)
                                    : spell_statuses(described.successes),
        ", not ", restbind::detail::number_text(response.status), location ? "; Location: " : "",
        location ? printable(*location, 300) : std::string()});
}

} // namespace detail

RESTBIND_DECL error read_error_response(
    operation_responses const& described, response const& response)
{
    operation_info const& info = *described.info;
    error_kind const kind = kind_of_status(response.status);
    auto problem = json::decode_problem(response.body, *info.problem);

    std::string detail;
    if (kind == error_kind::unexpected_status)
        detail = detail::not_promised(described, response);
    else if (problem && !problem->detail.empty())
        detail = problem->detail;
    else if (problem)
        detail = problem->title;

    error failure(kind, std::move(detail));
    restbind::detail::fill(failure).with_phase(phase::read).with_status(response.status);
    if (problem)
    {
        if (described.find_code && problem->error_code)
            restbind::detail::fill(failure).with_code(described.find_code(*problem->error_code));
        if (auto told = detail::violations_told(info, *problem); !told.empty())
            restbind::detail::fill(failure).with_violations(std::move(told));
        restbind::detail::fill(failure).with_problem(std::move(*problem));
    }
    restbind::detail::fill(failure).with_body(response.body.substr(0, max_kept_body));
    if (kind == error_kind::unauthorized || kind == error_kind::forbidden)
        if (auto said = detail::read_challenge(response))
            restbind::detail::fill(failure).with_challenge(std::move(*said));
    return failure;
}

namespace detail
{

RESTBIND_DECL error located(error failure, int status)
{
    return restbind::detail::fill(failure).with_phase(phase::decode).with_status(status).take();
}

RESTBIND_DECL error unreadable(response const& response, std::string detail)
{
    return located(error(error_kind::invalid_response, std::move(detail)), response.status);
}

RESTBIND_DECL error wrong_media(response const& response, std::string_view described)
{
    return unreadable(response, "the response's Content-Type " + printable(response.content_type) +
                                    " is not one that is described: " + std::string(described));
}

RESTBIND_DECL result<void> read_json_into(response const& response,
    json::limits const& limits, json::reading policy, json::deviations* found,
    json::detail::read_function& read, void* out)
{
    if (!response.content_type.empty() && !is_json(response.content_type)) [[unlikely]]
        return wrong_media(response, "application/json");
    auto done = json::detail::decode_into(response.body, limits, policy, found, read, out);
    if (done) [[likely]]
        return {};
    return located(done.error(), response.status);
}

} // namespace detail

} // namespace restbind::http
