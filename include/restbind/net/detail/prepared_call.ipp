// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/lines.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/session_state.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Fills in what the options of a call say about how it is carried out; the defaults, and then the
/// client's settings, hold for what they leave open.
inline result<void> take_options(prepared_call& call, call_options const& options,
    call_options const& defaults, client_options const& settings)
{
    call.deadline = options.deadline.value_or(defaults.deadline.value_or(settings.timeouts.call));
    call.retry = settings.retry.policy;
    for (auto const* const given : {&defaults, &options})
        if (given->retry || given->retry_rule)
            call.retry = given->retry.value_or(http::retry_policy::as_specified);
    call.limits = {.max_bytes = settings.limits.body, .max_depth = settings.limits.json_depth};
    call.info = options.info;
    if (call.deadline <= std::chrono::milliseconds(0) || call.deadline > std::chrono::hours(24))
        return restbind::detail::invalid_argument(
            {"call_options: deadline is not between 1 ms and 24 h"});
    return {};
}

/// Settles which rule holds for retries of the finished request, and how harmless they are: what
/// the options say, else the defaults, else the document, else the client's settings.
inline result<void> take_retry_rule(prepared_call& call, call_options const& options,
    call_options const& defaults, client_options const& settings)
{
    http::request& request = call.request;
    if (auto const& stated = options.idempotency ? options.idempotency : defaults.idempotency)
        request.idempotency = *stated;
    auto const& own = options.retry_rule ? options.retry_rule : defaults.retry_rule;
    call.retry_is_documented = request.retry && !own;
    if (own)
    {
        request.retry = own;
        if (own->initial_delay.count() < 0 || own->initial_delay > std::chrono::hours(24))
            return restbind::detail::invalid_argument(
                {"call_options: retry_rule.initial_delay is not between 0 ms and 24 h"});
        return {};
    }
    if (!request.retry)
        request.retry = settings.retry.otherwise;
    if (settings.retry.initial_delay)
        request.retry->initial_delay = *settings.retry.initial_delay;
    return {};
}

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

/// Adds headers of one call to those of a request: `invalid_argument`, naming the header, if the
/// client or the operation sets it itself or if name or value cannot be sent.
RESTBIND_COLD inline result<void> add_headers(http::header_list& headers,
    std::vector<std::pair<std::string, std::string>> const& further, session_state const& shared)
{
    constexpr std::string_view reserved =
        "Host\nContent-Length\nTransfer-Encoding\nConnection\nExpect\nUpgrade\nTE\nTrailer\n"
        "Keep-Alive\nProxy-Connection\nAccept-Encoding\nUser-Agent\n";
    for (auto const& [name, value] : further)
    {
        bool taken = headers.find(name).has_value();
        for (std::string_view own = reserved; !own.empty();)
            taken = http::iequals(name, restbind::detail::take_line(own)) || taken;
        // Without a token of its own the client leaves the header to the application.
        taken = taken || (http::iequals(name, "Authorization") && !shared.options().anonymous);
        for (http::credential const& one : shared.held())
            taken =
                taken ||
                (one.place == location::header && http::iequals(name, one.field)) ||
                (one.place == location::cookie && http::iequals(name, "Cookie"));
        if (taken && http::is_header_name(name))
            return restbind::detail::invalid_argument(
                {"header ", name, " is set by the client and cannot be given for a call"});
        if (auto const added = headers.add(name, value); !added)
            return added;
    }
    return {};
}

/// What a local refusal leads to.
inline validation_policy policy_of(
    call_options const& options, call_options const& defaults, client_options const& settings)
{
    return options.validation.value_or(defaults.validation.value_or(settings.validation));
}

RESTBIND_DECL result<void> prepare_call(prepared_call& call, http::operation_info const& operation,
    build_function& build, void const* request, void const* parameters,
    std::string_view path_prefix, call_options const& options, call_options const& defaults,
    session_state const& shared)
{
    client_options const& settings = shared.options();
    if (auto const taken = take_options(call, options, defaults, settings); !taken)
        return taken;
    call.reading = options.reading.value_or(
        defaults.reading.value_or(settings.reading.value_or(operation.reading)));
    if (!operation.security.empty())
    {
        auto const chosen = http::select_credentials(operation.operation_id, operation.security,
            shared.held(), shared.tokens().any(), settings.anonymous);
        if (!chosen)
            return chosen.error();
        call.credentials = *chosen;
    }
    validation_policy const policy = policy_of(options, defaults, settings);
    std::unique_ptr<problem_details> local;
    if (policy == validation_policy::observe)
        local = std::make_unique<problem_details>();
    http::request_builder builder(call.request, operation, path_prefix);
    build(builder, request, parameters, policy, local.get());
    if (auto const built = builder.complete(); !built)
        return built;
    if (local && local->status != 0)
        call.validation = std::move(local);
    result<void> taken = take_retry_rule(call, options, defaults, settings);
    std::string_view const accept = options.accept.empty() ? defaults.accept : options.accept;
    if (taken && !accept.empty())
        taken = take_accept(call.request, operation, accept);
    for (auto const* const further : {&defaults.headers, &options.headers})
        if (taken && !further->empty())
            taken = add_headers(call.request.headers, *further, shared);
    return taken;
}

} // namespace restbind::net::detail
