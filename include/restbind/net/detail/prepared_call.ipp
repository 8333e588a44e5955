// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/detail/idempotency_key.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/observer.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Puts the media type that the call asks for in the place of all that the operation has.
RESTBIND_COLD inline result<void> take_accept(
    http::request& request, http::operation_info const& operation, std::string_view wanted)
{
    auto const describes = [&](std::string_view one)
    {
        bool const is_range = one.ends_with('*');
        return one == wanted ||
               (is_range && wanted.starts_with(one.substr(0, one.find('*')))); // image/*
    };
    bool is_described = wanted == operation.accept;
    std::string text;
    for (std::string_view const one : operation.accept_choices)
    {
        is_described |= describes(one);
        http::concat_to(text, text.empty() ? "" : ", ", one);
    }
    if (!is_described)
        return restbind::detail::invalid_argument(
            {"call_options: accept names ", wanted, ", but ", operation.operation_id, " describes ",
                text.empty() ? operation.accept : std::string_view(text)});
    http::header_list headers;
    headers.reserve(request.headers.text().size());
    result<void> added;
    for (auto const [name, value] : request.headers)
        if (name != "Accept")
            headers.add_unchecked(name, value);
        else
            added = headers.add(name, std::string(wanted).append(operation.accept_errors));
    request.headers = std::move(headers);
    return added;
}

/// Gives the request the caller's idempotency key, or a new one.
RESTBIND_COLD inline result<void> add_key(
    http::request& request, http::operation_info const& operation, std::string const* wanted)
{
    if (wanted && operation.idempotency_key.empty())
        return restbind::detail::invalid_argument({"call_options: idempotency_key is given, but ",
            operation.operation_id, " describes no such header"});
    if (wanted && (wanted->empty() || http::trim(*wanted) != *wanted))
        return restbind::detail::invalid_argument(
            {"call_options: idempotency_key is empty, or has a space at an end"});
    request.idempotency_key = wanted ? *wanted : http::detail::new_idempotency_key();
    if (request.idempotency > http::idempotency::keyed)
        request.idempotency = http::idempotency::keyed;
    return request.headers.add(operation.idempotency_key, request.idempotency_key);
}

/// Whether somebody keeps or shows what is sent.
RESTBIND_COLD inline bool is_watched(client_options const& client)
{
    return client.journal || !client.around.empty() ||
           (client.observer && client.observer->watches_traffic());
}

/// Builds the request once more, without what is secret.
RESTBIND_COLD inline result<void> build_shown(
    prepared_call& call, call_request const& asked, std::string_view path_prefix)
{
    http::request_builder builder(asked.operation, path_prefix);
    builder.hide_secrets();
    asked.build(builder, asked.request, asked.parameters, validation_policy::off, nullptr);
    auto built = std::move(builder).finish();
    if (!built)
        return built.error();
    if (asked.operation.hides_body)
        built->body.clear();
    // The call may add headers. So only those are kept that stand in the place of others.
    http::header_list hidden;
    for (auto const [name, value] : call.request.headers)
        if (auto const kept = built->headers.find(name); kept != value)
            hidden.add_unchecked(name, kept.value_or("***"));
    built->headers = std::move(hidden);
    call.shown = std::make_unique<http::request>(std::move(*built));
    return {};
}

RESTBIND_DECL result<void> prepare_call(prepared_call& call, call_request const& asked,
    client_options const& client, std::vector<http::credential> const& held, bool has_token,
    std::string_view path_prefix)
{
    http::operation_info const& operation = asked.operation;
    call_options const& options = asked.options;
    call_options const& defaults = asked.defaults;
    effective_settings& settings = call;
    merge(settings, client, defaults, options, operation);
    if (auto const good = check(settings, defaults); !good)
        return good;
    if (!operation.security.empty())
    {
        auto const chosen = http::select_credentials(operation.operation_id, operation.security,
            held, has_token, client.anonymous);
        if (!chosen)
            return chosen.error();
        call.credentials = *chosen;
    }
    if (settings.validation == validation_policy::observe)
        call.local_problem = std::make_unique<problem_details>();
    http::request_builder builder(call.request, operation, path_prefix);
    asked.build(builder, asked.request, asked.parameters, settings.validation,
        call.local_problem.get());
    if (auto const built = builder.complete(); !built)
        return built;
    if (call.local_problem && call.local_problem->status == 0)
        call.local_problem.reset();
    if (client.journal) [[unlikely]]
        call.memo = options.memo.value_or("");
    if (operation.has_secrets) [[unlikely]]
        if (is_watched(client))
            if (auto const built = build_shown(call, asked, path_prefix); !built)
                return built;
    if (!operation.idempotency_key.empty() || options.idempotency_key) [[unlikely]]
    {
        call.key_header = operation.idempotency_key;
        if (auto const added = add_key(call.request, operation,
                options.idempotency_key ? &*options.idempotency_key : nullptr);
            !added)
            return added;
    }
    if (settings.idempotency)
        call.request.idempotency = *settings.idempotency;
    if (!settings.accept.empty())
        if (auto const taken = take_accept(call.request, operation, settings.accept); !taken)
            return taken;
    if (!defaults.headers.empty() || !options.headers.empty())
        return add_headers(call.request.headers, defaults.headers, options.headers, held,
            client.anonymous);
    return {};
}

} // namespace restbind::net::detail
