// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** What a client consists of; passed between the functions that make clients. */
template <class Parameters>
struct client_core
{
    client_share session;                  ///< shared with copies and views
    Parameters parameters;                 ///< values that every call sends
    call_options defaults;                 ///< what calls use unless they say otherwise
};

/** The member that holds the parameter of a name; null if there is none. */
template <class Parameters>
std::string Parameters::* find_parameter([[maybe_unused]] std::string_view name) noexcept
{
    if constexpr (requires { Parameters::by_name(); })
        for (auto const& one : Parameters::by_name())
            if (one.name == name)
                return one.value;
    return nullptr;
}

/** Why a parameter of some name cannot be given: the API has none. */
RESTBIND_COLD inline error unknown_parameter(std::string_view option, std::string_view name)
{
    return restbind::detail::invalid_argument(
        {option, " names ", name, ", which this API does not have"});
}

/** Whether a parameter may have a value: `invalid_argument`, naming the parameter, if not. */
RESTBIND_COLD inline result<void> check_allowed(
    std::string_view name, std::string_view value, std::vector<std::string> const& allowed)
{
    for (std::string const& one : allowed)
        if (one == value)
            return {};
    return restbind::detail::invalid_argument(
        {name, ": not a value of client_options::allowed_parameters"});
}

/** Whether a client may send these values in all its calls: what `check` says, and what
    `client_options::allowed_parameters` has. */
template <class Parameters>
RESTBIND_COLD result<void> check_parameters(session const& shared, Parameters const& parameters)
{
    if (auto const good = parameters.check(); !good)
        return good.error();
    for (auto const& [name, allowed] : shared.options().allowed_parameters)
    {
        auto const value = find_parameter<Parameters>(name);
        if (!value)
            return unknown_parameter("client_options: allowed_parameters", name);
        if (auto const good = check_allowed(name, parameters.*value, allowed); !good)
            return good.error();
    }
    return {};
}

/** Gives parameters other values, without checking them. */
template <class Parameters>
RESTBIND_COLD result<void> change_parameters(Parameters& parameters,
    std::vector<std::pair<std::string, std::string>> const& others, std::string_view option)
{
    for (auto const& [name, other] : others)
    {
        auto const value = find_parameter<Parameters>(name);
        if (!value)
            return unknown_parameter(option, name);
        parameters.*value = other;
    }
    return {};
}

/** As `prepare`, for a call that sends other values than the client. */
template <class Parameters>
RESTBIND_COLD pending_call prepare_with_parameters(
    client_core<Parameters> const& core, call_request asked)
{
    Parameters own = core.parameters;
    result<void> good;
    for (auto const* const given : {&core.defaults.parameters, &asked.options.parameters})
        if (good)
            good = change_parameters(own, *given, "call_options: parameters");
    if (good)
        good = check_parameters(*core.session, own);
    if (!good)
        asked.refusal = &good.error();
    asked.parameters = &own;
    return core.session->prepare(asked);
}

/** Validates and encodes; nothing is sent. One function for all operations of an API. */
template <class Parameters>
pending_call prepare(client_core<Parameters> const& core, http::operation_info const& operation,
    build_function& build, void const* request, call_options const& options)
{
    call_request const asked{.operation = operation,
        .build = build,
        .request = request,
        .parameters = &core.parameters,
        .options = options,
        .defaults = core.defaults};
    bool const has_own = !core.defaults.parameters.empty() || !options.parameters.empty();
    return has_own ? prepare_with_parameters(core, asked) : core.session->prepare(asked);
}

/** Makes what a client consists of. <restbind/net/network.hpp> defines it, so that a file which
    only makes calls does not compile the network. */
template <class Parameters>
struct client_opener;

} // namespace restbind::inline RESTBIND_ABI::net::detail
