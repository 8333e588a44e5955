#pragma once

#include <restbind/net/operation_code.hpp>

namespace restbind::net::detail
{

RESTBIND_DECL error begin_preparation(prepared_call& call, http::operation_info const& operation,
    call_options const& options, call_options const& defaults, session const& shared)
{
    client_options const& settings = shared.options();
    if (error wrong = take_options(call, options, defaults, settings);
        wrong.kind() != error_kind::none)
        return wrong;
    if (policy_of(options, defaults, settings) == validation_policy::observe)
        call.verdict.emplace();
    if (operation.security.empty())
        return {};
    auto const chosen = shared.choose_access(operation);
    if (!chosen)
        return chosen.error();
    call.access = *chosen;
    return {};
}

RESTBIND_DECL error end_preparation(prepared_call& call, result<http::request>&& built,
    call_options const& options, call_options const& defaults, session const& shared)
{
    if (!built)
        return built.error();
    if (call.verdict && call.verdict->status == 0)
        call.verdict.reset();
    call.request = std::move(*built);
    return take_headers(call, options, defaults, shared);
}

} // namespace restbind::net::detail
