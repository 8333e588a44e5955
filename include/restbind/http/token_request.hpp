// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/url.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::http
{

/** An access token and how long it is good for. */
struct access_token
{
    /** The token, without `Bearer`. */
    secret value{};

    /** Lifetime, counted from the moment its request was started. 0: it serves only
        the calls that wait for it. Not below 0. */
    std::chrono::seconds lifetime{0};
};

/** What a client gets tokens with by the client credentials grant (RFC 6749, section 4.4). */
struct client_credentials
{
    /** Identifier of the client. Required. */
    std::string client_id{};

    /** The client's secret: never in source control, never in a browser, never in a log. Required.
     */
    secret client_secret{};

    /** A second copy, made on purpose. */
    client_credentials clone() const
    {
        return {.client_id = client_id, .client_secret = client_secret.clone()};
    }

    friend bool operator==(client_credentials const&, client_credentials const&) = default;
};

/** How a client shows its identifier and its secret to the authorization server (RFC 6749, section
    2.3.1). */
enum class client_authentication : unsigned char
{
    client_secret_basic, ///< HTTP Basic; each authorization server has to know it
    client_secret_post   ///< the form members client_id and client_secret
};

/** One way to tokens: where they are asked for, with what and for what. */
struct token_grant
{
    /** Name of the security scheme that the tokens are for; empty: any. Lives as long as the
        program. */
    std::string_view scheme{};

    /** Who asks. */
    client_credentials credentials{};

    /** Address of the token endpoint; see `expand_token_template`. */
    std::string token_url{};

    /** What the tokens are to be good for; see `expand_token_template`. None: what the
        authorization server gives without being asked. */
    std::vector<std::string> scopes{};

    /** How identifier and secret are sent. */
    client_authentication authentication = client_authentication::client_secret_basic;

    /** Lifetime of a token whose response names none. From 1 s to 24 h. */
    std::chrono::seconds token_lifetime = std::chrono::hours(1);

    /** Time before the end of a token's life at which it is renewed. From 0 s to 24 h. */
    std::chrono::seconds renew_before = std::chrono::minutes(5);

    /** A second copy, made on purpose. */
    token_grant clone() const
    {
        return {.scheme = scheme,
            .credentials = credentials.clone(),
            .token_url = token_url,
            .scopes = scopes,
            .authentication = authentication,
            .token_lifetime = token_lifetime,
            .renew_before = renew_before};
    }
};

/** Where tokens are asked for. */
struct token_endpoint
{
    /** Scheme, host and port. */
    url address{};

    /** Path and query of the request. */
    std::string target{};
};

namespace detail
{

/// Whether the text can be a part of an address behind its scheme, escapes included.
constexpr bool is_address_part(std::string_view text) noexcept
{
    for (char const c : text)
        if (!is_path_character(c) && c != '%' && c != '[' && c != ']')
            return false;
    return text.find('@') == std::string_view::npos;
}

/// Whether the text is a scope (RFC 6749, section 3.3).
constexpr bool is_scope(std::string_view text) noexcept
{
    for (char const c : text)
        if (c <= ' ' || c > '~' || c == '"' || c == '\\')
            return false;
    return !text.empty();
}

} // namespace detail

/** Fills the variables of a token endpoint's address or of a scope in:
    `{authority}/{directory}/token`.

    @param variables Pairs of name and value: any range of them.
    @returns `invalid_argument`, naming the variable, if there is no value for it, or one with a
    character that no part of an address may hold (`?`, `#`, `@`, spaces and control characters
    among them).
*/
template <class Variables>
RESTBIND_COLD result<std::string> expand_token_template(
    std::string_view text, Variables const& variables)
{
    auto const value_of = [&variables](std::string_view name) -> result<std::string_view>
    {
        std::string_view value;
        for (auto const& [key, known] : variables)
            if (key == name)
                value = known;
        if (value.empty())
            return invalid_argument({"there is no value for the variable ", name});
        if (!detail::is_address_part(value))
            return invalid_argument(
                {"the variable ", name, " holds a character that no address may hold"});
        return value;
    };
    return detail::expand_braces(text, value_of, true);
}

/** Takes the address of a token endpoint apart. Its query is kept (RFC 6749, section 3.2).

    @returns `invalid_argument` if it is not an absolute http or https address, or has a fragment.
*/
RESTBIND_COLD inline result<token_endpoint> parse_token_url(std::string_view text)
{
    std::size_t const question = (std::min)(text.find('?'), text.size());
    std::string_view const query = text.substr(question);
    auto parsed = parse_url(text.substr(0, question));
    if (!parsed)
        return parsed.error();
    if (!query.empty() && !detail::is_path(query.substr(1)))
        return invalid_argument(
            {"the address cannot be used: its query holds a character that must be escaped"});
    // Not the prefix that was read: a slash at the end counts here.
    std::size_t const path = (std::min)(text.find('/', text.find("://") + 3), question);
    token_endpoint found;
    found.target = path == question ? "/" : std::string(text.substr(path, question - path));
    found.target.append(query);
    parsed->prefix.clear();
    found.address = std::move(*parsed);
    return found;
}

/** Scopes of a text in which there are spaces between them (RFC 6749, section 3.3). */
RESTBIND_COLD inline std::vector<std::string> split_scopes(std::string_view text)
{
    std::vector<std::string> scopes;
    while (!text.empty())
    {
        std::size_t const end = (std::min)(text.find(' '), text.size());
        if (end != 0)
            scopes.emplace_back(text.substr(0, end));
        text.remove_prefix((std::min)(end + 1, text.size()));
    }
    return scopes;
}

/** Body of the token request: grant_type; with `client_secret_post` client_id and client_secret;
    scope unless it is empty.

    The text holds the secret, in one piece of memory: give it to `wipe` when it was sent.
*/
RESTBIND_COLD inline std::string token_form(client_credentials const& credentials,
    std::string_view scope, client_authentication authentication)
{
    std::string form;
    form.reserve(96 + form_encoded_size(credentials.client_id) +
                 form_encoded_size(credentials.client_secret.reveal()) + form_encoded_size(scope));
    append_field(form, "grant_type", "client_credentials");
    if (authentication == client_authentication::client_secret_post)
    {
        append_field(form, "client_id", credentials.client_id);
        append_field(form, "client_secret", credentials.client_secret.reveal());
    }
    if (!scope.empty())
        append_field(form, "scope", scope);
    return form;
}

/** What stands behind `Authorization: Basic ` in a token request with `client_secret_basic`:
    identifier and secret, each in the encoding of a form, with a colon between them, in base64. */
RESTBIND_COLD inline secret basic_client_authentication(client_credentials const& credentials)
{
    std::string hidden = form_encoded(credentials.client_secret.reveal());
    wipe_guard const wiped(hidden);
    return basic_text(form_encoded(credentials.client_id), hidden);
}

/** The request for a token; its header `token_authorization` is not in it. The body may hold the
    secret, in one piece of memory: give it to `wipe` when it was sent.

    @param target Path and query: `token_endpoint::target`.
*/
RESTBIND_COLD inline request token_request(std::string target,
    client_credentials const& credentials, std::string_view scope,
    client_authentication authentication)
{
    request asked{.method = verb::post, .target = std::move(target)};
    asked.headers.add_unchecked("Accept", "application/json");
    asked.headers.add_unchecked("Content-Type", "application/x-www-form-urlencoded");
    asked.headers.add_unchecked("Connection", "close");
    asked.body = token_form(credentials, scope, authentication);
    return asked;
}

/** The header line of a token request that shows the client, with its end; empty unless the method
    is `client_secret_basic`. */
RESTBIND_COLD inline secret token_authorization(
    client_credentials const& credentials, client_authentication authentication)
{
    if (authentication != client_authentication::client_secret_basic)
        return {};
    return secret(joined(
        {"Authorization: Basic ", basic_client_authentication(credentials).reveal(), "\r\n"}));
}

} // namespace restbind::http
