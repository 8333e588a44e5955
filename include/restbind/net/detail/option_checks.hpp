// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/http/url.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/options.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Client options that have been checked, and what a session needs in another form. */
struct checked_options
{
    /** The options without their secrets, except those of the proxy. */
    client_options options;

    /** The service. */
    origin service;

    /** The proxy; without a host if there is none. */
    origin proxy;

    /** Where operations with a server of their own go, with the server's name. */
    std::list<std::pair<std::string, origin>> servers;

    /** Credentials other than the token. */
    std::vector<http::credential> held;

    /** Where tokens come from: first those of the client's own credentials, then those of single
        security schemes. Never empty. */
    std::vector<token_service> tokens;

    /** The header line of a token that is never renewed; may be null. */
    intrusive_ptr<header_line const> fixed_line;
};

/** Checks the options of a client.

    @returns `invalid_argument`, naming the option, if they are not usable.
*/
result<checked_options> check_options(client_options&& options);

using restbind::detail::invalid_argument;

RESTBIND_COLD inline error unusable(std::string_view option)
{
    return invalid_argument({"client_options: ", option});
}

/// Checks an address and makes an origin of it. `name` is the option's.
RESTBIND_COLD inline result<origin> checked_origin(
    std::string_view name, http::url&& parsed, client_options const& options)
{
    bool const loopback = http::is_loopback(parsed.host);
    if (parsed.is_secure() && !options.tls)
        return invalid_argument({"client_options: ", name,
            " is an https address, which needs TLS: include <restbind/tls.hpp> and set "
            "client_options::tls = restbind::tls::make_factory().value()"});
    if (!parsed.is_secure() && !loopback && !options.allow_plain_http)
        return invalid_argument({"client_options: ", name,
            " is a plain http address of another machine, where tokens would travel "
            "unprotected: use https, or set allow_plain_http"});
    origin found;
    found.authority = parsed.authority();
    found.loopback_only = !parsed.is_secure() && loopback && !options.allow_plain_http;
    found.address = std::move(parsed);
    return found;
}

RESTBIND_COLD inline result<origin> checked_origin(
    std::string_view name, std::string const& address, client_options const& options)
{
    if (address.empty())
        return invalid_argument({"client_options: ", name, " is empty"});
    auto parsed = http::parse_url(address);
    if (!parsed)
        return invalid_argument({"client_options: ", name, ": ", parsed.error().detail()});
    return checked_origin(name, std::move(*parsed), options);
}

RESTBIND_COLD inline result<void> check_bounds(client_options const& options)
{
    using namespace std::chrono;
    struct bounded
    {
        std::string_view name;
        milliseconds value;
        milliseconds least{0};
    };
    // Seconds are clamped first: a large number of them would overflow as milliseconds.
    bounded const durations[]{{"timeouts.call", options.timeouts.call, 1ms},
        {"timeouts.connect", options.timeouts.connect},
        {"timeouts.handshake", options.timeouts.handshake},
        {"timeouts.write", options.timeouts.write},
        {"timeouts.first_byte", options.timeouts.first_byte},
        {"timeouts.idle_read", options.timeouts.idle_read},
        {"pool.wait", options.pool.wait},
        {"pool.idle_timeout", options.pool.idle_timeout},
        {"pool.max_age", options.pool.max_age},
        {"tokens.lifetime", std::clamp<seconds>(options.tokens.lifetime, -1s, 48h), 1ms},
        {"tokens.renew_before", std::clamp<seconds>(options.tokens.renew_before, -1s, 48h)},
        {"retry.max_retry_after", options.retry.max_retry_after},
        {"retry.otherwise.initial_delay", options.retry.otherwise.initial_delay},
        {"retry.initial_delay", options.retry.initial_delay.value_or(0ms)}};
    for (bounded const& one : durations)
        if (one.value < one.least || one.value > 24h)
            return invalid_argument({"client_options: ", one.name, " is not between ",
                one.least > 0ms ? "1" : "0", " ms and 24 h"});
    if (options.pool.max_connections == 0)
        return unusable("pool.max_connections is 0");
    if (options.limits.body == 0 || options.limits.json_depth == 0)
        return unusable("a limit on responses is 0");
    if (options.limits.header < 1024 || options.limits.header > (16U << 20))
        return unusable("limits.header is not between 1 KiB and 16 MiB");
    if (!http::is_header_value(options.user_agent))
        return unusable("user_agent holds a control or non-ASCII character");
    for (auto const& one : options.around)
        if (!one)
            return unusable("around holds a null pointer");
    for (auto const& [name, allowed] : options.allowed_parameters)
        if (allowed.empty())
            return invalid_argument(
                {"client_options: allowed_parameters allows no value of ", name});
    return {};
}

/// Checks the proxy and makes an origin of it; one without a host if there is no proxy.
RESTBIND_COLD inline result<origin> checked_proxy(http::proxy_settings const& proxy)
{
    origin found;
    if (proxy.url.empty())
        return found;
    auto parsed = http::parse_proxy(proxy.url);
    if (!parsed)
        return invalid_argument({"client_options: proxy.url: ", parsed.error().detail()});
    if (auto const rules = http::check_no_proxy(proxy.no_proxy); !rules)
        return invalid_argument({"client_options: proxy.no_proxy: ", rules.error().detail()});
    std::string_view const password = proxy.password.reveal();
    if (http::has_control(proxy.username) || proxy.username.find(':') != std::string::npos)
        return unusable("proxy.username holds a colon or a control character");
    if (http::has_control(password))
        return unusable("proxy.password holds a control character");
    if (proxy.username.empty() && !password.empty())
        return unusable("proxy.password is set and proxy.username is not");
    found.authority = parsed->authority();
    found.address = std::move(*parsed);
    return found;
}

/// Checks that at most one of the ways to get a token is set, and that something shows who calls.
RESTBIND_COLD inline result<void> check_token_options(client_options const& options)
{
    http::client_credentials const& given = options.tokens.credentials;
    bool const has_credentials = !given.client_id.empty() || !given.client_secret.empty();
    int const ways = int{has_credentials} + int{!options.tokens.access_token.empty()} +
                     int{bool(options.tokens.provider)} + int{options.anonymous};
    if (ways == 0 && options.security.empty())
        return unusable("there are no credentials: set tokens.credentials, tokens.access_token, "
                        "tokens.provider or security (or anonymous for a service that wants none)");
    if (ways > 1)
        return unusable("only one of tokens.credentials, tokens.access_token, tokens.provider and "
                        "anonymous can be used");
    if (!options.tokens.access_token.empty() &&
        !http::detail::is_token_text(options.tokens.access_token.reveal()))
        return unusable("tokens.access_token holds a character that no header may hold");
    return {};
}

/// Checks a grant and makes a source of tokens of it. Moves its secret there.
RESTBIND_COLD inline result<token_service> make_token_service(
    http::token_grant&& grant, client_options const& options)
{
    bool const is_own = grant.scheme.empty();
    std::string const group =
        is_own ? std::string("tokens.") : http::joined({"security: ", grant.scheme, ": "});
    std::string_view const url = is_own ? "url" : "token_url";
    auto const wrong = [&](std::string_view what, error const& why)
    { return invalid_argument({"client_options: ", group, what, ": ", why.detail()}); };
    if (grant.credentials.client_id.empty())
        return invalid_argument({"client_options: ", group, "credentials.client_id is empty"});
    if (grant.credentials.client_secret.empty())
        return invalid_argument({"client_options: ", group, "credentials.client_secret is empty"});
    if (grant.token_url.empty())
        return invalid_argument({"client_options: ", group, url, " is empty"});
    auto const address = http::expand_token_template(grant.token_url, options.tokens.variables);
    if (!address)
        return wrong(url, address.error());
    auto endpoint = http::parse_token_url(http::resolve_server(options.base_url, *address));
    if (!endpoint)
        return wrong(url, endpoint.error());
    token_source_settings what;
    for (std::string const& one : grant.scopes)
    {
        auto const scope = http::expand_token_template(one, options.tokens.variables);
        if (!scope)
            return wrong("scopes", scope.error());
        if (!http::detail::is_scope(*scope))
            return invalid_argument({"client_options: ", group,
                "scopes holds a text with a character that no scope may hold"});
        what.scope.append(what.scope.empty() ? "" : " ").append(*scope);
    }
    auto server = checked_origin(group + std::string(url), std::move(endpoint->address), options);
    if (!server)
        return server.error();
    what.credentials = std::move(grant.credentials);
    what.authentication = grant.authentication;
    what.target = std::move(endpoint->target);
    what.server = *server;
    if (server->address.is_secure())
        what.tls = options.tls;
    what.transport = options.transport;
    what.assumed_life = grant.token_lifetime;
    what.renew_before = grant.renew_before;
    return token_service{token_source::shared(std::move(what)), {std::move(*server)}};
}

/// Makes the sources of the client's tokens. The first one is for the client's own credentials or
/// token provider; it is null if there are neither. Moves the secrets out of the options.
/// @param others Grants of single security schemes.
/// @param held Gets a credential for each of these grants.
/// @pre The options were checked.
RESTBIND_COLD inline result<std::vector<token_service>> make_token_services(client_options& options,
    std::vector<http::token_grant>&& others, std::vector<http::credential>& held)
{
    std::vector<token_service> made(1 + others.size());
    std::size_t count = 1;
    if (options.tokens.provider)
    {
        token_source_settings what;
        what.renew_before = options.tokens.renew_before;
        made[0].source.reset(new token_source(std::move(what)));
    }
    http::client_credentials const& given = options.tokens.credentials;
    if (!given.client_id.empty() || !given.client_secret.empty())
    {
        http::token_grant own{.credentials = std::move(options.tokens.credentials),
            .token_url = options.tokens.url,
            .scopes = options.tokens.scopes,
            .authentication = options.tokens.client_authentication,
            .token_lifetime = options.tokens.lifetime,
            .renew_before = options.tokens.renew_before};
        options.tokens.credentials.client_id = own.credentials.client_id;
        auto service = make_token_service(std::move(own), options);
        if (!service)
            return service.error();
        made[0] = std::move(*service);
    }
    for (http::token_grant& one : others)
    {
        std::string_view const scheme = one.scheme;
        auto service = make_token_service(std::move(one), options);
        if (!service)
            return service.error();
        held.push_back({.scheme = scheme, .field = "Authorization", .token_source = count});
        made[count++] = std::move(*service);
    }
    return made;
}

RESTBIND_COLD inline result<checked_options> check_options(client_options&& options)
{
    if (options.base_url.empty())
        return invalid_argument(
            {"client_options: base_url is empty: begin with default_options() and set base_url to "
             "the service's address, or call use_document_servers(options) where the document "
             "lists servers"});
    auto service = checked_origin("base_url", options.base_url, options);
    if (!service)
        return service.error();
    if (auto const bounds = check_bounds(options); !bounds)
        return bounds.error();
    if (auto const ways = check_token_options(options); !ways)
        return ways.error();
    auto proxy = checked_proxy(options.proxy);
    if (!proxy)
        return proxy.error();
    std::list<std::pair<std::string, origin>> servers;
    for (auto const& [name, address] : options.servers)
    {
        auto other = checked_origin("servers[" + name + "]",
            address.empty() ? address : http::resolve_server(options.base_url, address), options);
        if (!other)
            return other.error();
        servers.emplace_back(name, std::move(*other));
    }
    http::security_credentials given = std::move(options.security);
    options.security = {};
    auto held = given.prepare();
    if (!held)
        return invalid_argument({"client_options: ", held.error().detail()});
    auto tokens = make_token_services(options, std::move(given.grants()), *held);
    if (!tokens)
        return tokens.error();
    intrusive_ptr<header_line const> fixed_line;
    if (secret const fixed = std::move(options.tokens.access_token); !fixed.empty())
        fixed_line = authorization_line(fixed.reveal());
    return checked_options{std::move(options), std::move(*service), std::move(*proxy),
        std::move(servers), std::move(*held), std::move(*tokens), std::move(fixed_line)};
}

} // namespace restbind::net::detail
