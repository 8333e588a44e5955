#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/encoding.hpp>
#include <restbind/http/form.hpp>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::http
{

/** What a partner receives to get tokens with the OAuth 2.0 client credentials flow. */
struct client_credentials
{
    /** Identifier of the client. Required. */
    std::string client_id{};

    /** The client's secret: never in source control, never in a browser, never in a log. Required.
     */
    secret client_secret{};

    /** Identifier of the directory at the identity provider; fills `{directory_id}`. */
    std::string directory_id{};

    /** Scope to ask for. Empty: the scope template of the options with `{api_app_guid}` filled in.
     */
    std::string scope{};

    /** Identifier of the service at the identity provider; fills `{api_app_guid}`. */
    std::string api_app_guid{};

    /** A second copy, made on purpose. */
    client_credentials clone() const
    {
        return {client_id, client_secret.clone(), directory_id, scope, api_app_guid};
    }
};

namespace detail
{

/// Replaces `{name}` by the credential of that name, escaped as a path segment if `escape`.
[[gnu::cold]] inline result<std::string> fill_template(std::string_view text,
    client_credentials const& credentials, bool escape, std::string_view what)
{
    std::array<std::pair<std::string_view, std::string_view>, 3> const values{{
        {"directory_id", credentials.directory_id},
        {"api_app_guid", credentials.api_app_guid},
        {"client_id", credentials.client_id},
    }};
    std::string filled;
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{'))
    {
        filled.append(text.substr(0, open));
        auto const close = text.find('}', open);
        std::string_view const name =
            text.substr(open + 1, close == std::string_view::npos ? close : close - open - 1);
        std::string_view const* value = nullptr;
        for (auto const& [key, known] : values)
            value = key == name ? &known : value;
        if (close == std::string_view::npos || !value)
            return error(error_kind::invalid_argument,
                std::string(what) + " holds a placeholder other than {directory_id}, "
                                    "{api_app_guid} and {client_id}");
        if (value->empty())
            return error(error_kind::invalid_argument, std::string(what) +
                                                           " needs the credential " +
                                                           std::string(name) + ", which is empty");
        if (escape)
            percent_encode_segment(filled, *value);
        else
            filled.append(*value);
        text.remove_prefix(close + 1);
    }
    filled.append(text);
    return filled;
}

} // namespace detail

/** Path of the token request: the template with `{directory_id}`, `{api_app_guid}` and
    `{client_id}` filled in and escaped.

    @returns `invalid_argument` for another placeholder and for one whose credential is empty.
*/
[[gnu::cold]] inline result<std::string> token_path(
    std::string_view path_template, client_credentials const& credentials)
{
    return detail::fill_template(path_template, credentials, true, "the token path");
}

/** Scope of the token request: the one of the credentials or, if that is empty, the template filled
    in. Errors as `token_path`. */
[[gnu::cold]] inline result<std::string> token_scope(
    std::string_view scope_template, client_credentials const& credentials)
{
    if (!credentials.scope.empty())
        return credentials.scope;
    return detail::fill_template(scope_template, credentials, false, "the scope");
}

/** Body of the token request: grant_type, client_id, client_secret and, unless it is empty, scope.

    The text holds the secret, in one piece of memory: give it to `wipe` when it was sent.
*/
[[gnu::cold]] inline std::string token_form(
    client_credentials const& credentials, std::string_view scope)
{
    std::string form;
    form.reserve(96 + form_encoded_size(credentials.client_id) +
                 form_encoded_size(credentials.client_secret.reveal()) + form_encoded_size(scope));
    append_field(form, "grant_type", "client_credentials");
    append_field(form, "client_id", credentials.client_id);
    append_field(form, "client_secret", credentials.client_secret.reveal());
    if (!scope.empty())
        append_field(form, "scope", scope);
    return form;
}

} // namespace restbind::http
