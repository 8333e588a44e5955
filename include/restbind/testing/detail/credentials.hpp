// SPDX-License-Identifier: BSL-1.0
// What clients of a fake service show, and what it takes.
#pragma once

#include <restbind/core/secret.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/options.hpp>
#include <restbind/testing/detail/parts.hpp>
#include <restbind/testing/detail/request_reader.hpp>
#include <restbind/testing/fake_tokens.hpp>
#include <restbind/testing/received_request.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/// Gives a client something to show for a scheme, unless a token serves.
inline void add_credential(
    http::security_credentials& to, http::security_scheme const& scheme)
{
    using kind = http::credential_kind;
    secret made("fake-secret");
    if (scheme.kind == kind::key)
        to.set(http::api_key_scheme(scheme.name, scheme.place, scheme.field), std::move(made));
    else if (scheme.kind == kind::basic)
        to.set(http::basic_scheme(scheme.name), "fake-user", std::move(made));
    else if (scheme.kind == kind::authorization)
        to.set(http::http_scheme(scheme.name, scheme.field), std::move(made));
}

/// Gives the variables of a scope values, if they have none.
inline void complete(net::client_options& options, std::string_view scope)
{
    for (std::size_t at = scope.find('{'); at != std::string_view::npos;
         at = scope.find('{', at + 1))
    {
        std::size_t const end = (std::min)(scope.find('}', at), scope.size());
        std::string& value =
            options.tokens.variables[std::string(scope.substr(at + 1, end - at - 1))];
        if (value.empty())
            value = "fake";
    }
}

/// Whether a request shows a token that the service takes.
inline bool shows_token(received_request const& asked, fake_tokens const& tokens)
{
    auto const [word, text] = cut(asked.headers.find("Authorization").value_or(""), ' ');
    return word == "Bearer" && tokens.accepts(text, asked.at);
}

/// Whether a request shows what a scheme asks for.
inline bool shows_credential(received_request const& asked, http::security_scheme const& scheme,
    fake_tokens const& tokens)
{
    auto const names = [&scheme](named_text const& one)
    { return decoded(one.first) == scheme.field; };
    if (scheme.kind == http::credential_kind::key && scheme.place == location::header)
        return asked.headers.find(scheme.field).has_value();
    if (scheme.kind == http::credential_kind::key)
    {
        auto const all = scheme.place == location::query ? query_of(asked.target)
                                                         : cookies_of(asked.headers);
        return std::any_of(all.begin(), all.end(), names);
    }
    if (scheme.kind == http::credential_kind::token)
        return shows_token(asked, tokens);
    std::string_view const shown = asked.headers.find("Authorization").value_or("");
    return cut(shown, ' ').first ==
           (scheme.kind == http::credential_kind::basic ? "Basic" : scheme.field);
}

/// Whether a request shows what the service asks for. Where the document states nothing, only a
/// token that is not valid is refused.
inline bool is_known(received_request const& asked, http::operation_info const& info,
    fake_tokens const& tokens)
{
    if (info.security.empty())
        return !asked.headers.find("Authorization") || shows_token(asked, tokens);
    auto const shows = [&](http::security_scheme const* scheme)
    { return shows_credential(asked, *scheme, tokens); };
    return std::any_of(info.security.begin(), info.security.end(),
        [&](http::security_requirement const& one)
        { return std::all_of(one.begin(), one.end(), shows); });
}

} // namespace restbind::testing::detail
