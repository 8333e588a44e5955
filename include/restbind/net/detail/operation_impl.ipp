#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/detail/concat.hpp>
#include <restbind/net/detail/operation_impl.hpp>

namespace restbind::net::detail
{

RESTBIND_COLD RESTBIND_DECL error unknown_parameter(std::string_view option, std::string_view name)
{
    return error(error_kind::invalid_argument,
        http::concat({option, " names ", name, ", which this API does not have"}));
}

RESTBIND_COLD RESTBIND_DECL result<void> check_allowed(
    std::string_view name, std::string_view value, std::vector<std::string> const& allowed)
{
    for (std::string const& one : allowed)
        if (one == value)
            return {};
    return error(error_kind::invalid_argument,
        http::concat({name, ": not a value of client_options::allowed_parameters"}));
}

RESTBIND_DECL bool begin_preparation(result<prepared_call>& call,
    http::operation_info const& operation, call_options const& options,
    call_options const& defaults, session const& shared)
{
    client_options const& settings = shared.options();
    error wrong = take_options(*call, options, defaults, settings);
    if (wrong.kind() != error_kind::none)
    {
        call = std::move(wrong);
        return false;
    }
    if (policy_of(options, defaults, settings) == validation_policy::observe)
        call->verdict.reset(new local_validation);
    if (operation.security.empty())
        return true;
    auto const chosen = shared.select_credentials(operation);
    if (chosen)
        call->access = *chosen;
    else
        call = chosen.error();
    return chosen.has_value();
}

RESTBIND_DECL void end_preparation(result<prepared_call>& call, result<http::request>&& built,
    call_options const& options, call_options const& defaults, session const& shared)
{
    if (!built)
    {
        call = built.error();
        return;
    }
    if (call->verdict && call->verdict->document.status == 0)
        call->verdict.reset();
    call->request = std::move(*built);
    error wrong = take_retry_rule(*call, options, defaults, shared.options());
    if (wrong.kind() == error_kind::none)
        wrong = take_headers(*call, options, defaults, shared);
    if (wrong.kind() != error_kind::none)
        call = std::move(wrong);
}

} // namespace restbind::net::detail
