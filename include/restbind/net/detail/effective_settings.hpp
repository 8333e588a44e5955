// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/security.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/options.hpp>

#include <chrono>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The settings of one call. Each is as the options of the call say. What these leave open is as
    the client's defaults for calls say, then as the client's options, then as the document. */
struct effective_settings
{
    /** Longest duration of the call. */
    std::chrono::milliseconds deadline{0};

    /** What a request that breaks a local rule leads to. */
    validation_policy validation = validation_policy::enforce;

    /** What happens where the response is not as described. */
    json::reading reading = json::reading::strict;

    /** Bounds on the response's body. */
    json::limits limits{};

    /** How far the request is retried. */
    http::retry_policy retry = http::retry_policy::as_specified;

    /** After which failures it is retried, how often and when; within what `retry` allows. */
    http::retry_rule retry_rule{};

    /** Whether `retry_rule` is the document's, and not the program's. */
    bool retry_is_documented = false;

    /** How harmless a retry is. Empty: as the request says. */
    std::optional<http::idempotency> idempotency{};

    /** The only media type that is asked for; empty: all that the operation has. Refers to the
        options, and so can be used only while the call is prepared. */
    std::string_view accept{};

    /** Filled in when the call ends; may be null. */
    std::shared_ptr<call_info> info{};
};

/** An option as the call has it, else as the defaults have it, else `last`. */
template <class T>
constexpr T first_of(std::optional<T> const& call, std::optional<T> const& defaults, T const& last)
{
    return call ? *call : defaults ? *defaults : last;
}

/** Puts the options of a call, of its defaults and of the client together: sets every member of
    `merged`, whatever it has held. */
inline void merge(effective_settings& merged, client_options const& client,
    call_options const& defaults, call_options const& call, http::operation_info const& operation)
{
    merged.deadline = first_of(call.deadline, defaults.deadline, client.timeouts.call);
    merged.validation = first_of(call.validation, defaults.validation, client.validation);
    merged.reading =
        first_of(call.reading, defaults.reading, client.reading.value_or(operation.reading));
    merged.limits = {.max_bytes = client.limits.body, .max_depth = client.limits.json_depth};
    merged.retry = first_of(call.retry, defaults.retry, client.retry.policy);
    merged.idempotency = call.idempotency ? call.idempotency : defaults.idempotency;
    bool const has_rule = call.retry_rule || defaults.retry_rule;
    merged.retry_is_documented = !has_rule && operation.retry;
    if (has_rule)
        merged.retry_rule = call.retry_rule ? *call.retry_rule : *defaults.retry_rule;
    else
    {
        merged.retry_rule = operation.retry ? *operation.retry : client.retry.otherwise;
        if (client.retry.initial_delay)
            merged.retry_rule.initial_delay = *client.retry.initial_delay;
    }
    auto const& accept = call.accept ? call.accept : defaults.accept;
    merged.accept = accept ? std::string_view(*accept) : std::string_view();
    merged.info = call.info;
}

/** Whether a call can be made with these settings; if not, `invalid_argument`, naming the option.
 */
inline result<void> check(effective_settings const& merged, call_options const& defaults)
{
    using namespace std::chrono;
    if (merged.deadline <= 0ms || merged.deadline > 24h) [[unlikely]]
        return restbind::detail::invalid_argument(
            {"call_options: deadline is not between 1 ms and 24 h"});
    milliseconds const pause = merged.retry_rule.initial_delay;
    if (!merged.retry_is_documented && (pause < 0ms || pause > 24h)) [[unlikely]]
        return restbind::detail::invalid_argument(
            {"call_options: retry_rule.initial_delay is not between 0 ms and 24 h"});
    if (defaults.info) [[unlikely]]
        return restbind::detail::invalid_argument(
            {"call_options: info is for one call and cannot be a default of a client"});
    return {};
}

/** Headers of a call or of a client's defaults. */
using given_headers = std::vector<std::pair<std::string, std::string>>;

/** Whether the name of a header is one of these, whatever the case of its letters. */
constexpr bool is_one_of(
    std::string_view name, std::initializer_list<std::string_view> names) noexcept
{
    for (std::string_view const one : names)
        if (http::iequals(name, one))
            return true;
    return false;
}

/** Whether a request can have a header only once, because its value is no list (RFC 9110, section
    5.3). A header that is not known here may be given several times. */
constexpr bool is_singleton(std::string_view name) noexcept
{
    return is_one_of(name, {"Authorization", "Content-Location", "Content-Range", "Content-Type",
                               "Cookie", "Date", "From", "If-Modified-Since", "If-Range",
                               "If-Unmodified-Since", "Max-Forwards", "Origin",
                               "Proxy-Authorization", "Range", "Referer", "traceparent"});
}

/** Whether the client sets a header itself in each request, or never sends it. */
inline bool is_reserved(
    std::string_view name, std::span<http::credential const> held, bool anonymous) noexcept
{
    if (is_one_of(name, {"Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect",
                            "Upgrade", "TE", "Trailer", "Keep-Alive", "Proxy-Connection",
                            "Accept-Encoding", "User-Agent"}))
        return true;
    // An anonymous client has no token, so the program may set the header.
    if (!anonymous && http::iequals(name, "Authorization"))
        return true;
    for (http::credential const& one : held)
        if ((one.place == location::header && http::iequals(name, one.field)) ||
            (one.place == location::cookie && http::iequals(name, "Cookie")))
            return true;
    return false;
}

/** Adds the headers of the defaults and of a call to those of a request. A header of the call takes
    the place of all headers of the defaults that have its name.

    @returns `invalid_argument`, naming the header, if the client or the operation sets it itself,
    if it is given twice and a request can have it only once, or if name or value cannot be sent.
*/
RESTBIND_COLD inline result<void> add_headers(http::header_list& request,
    given_headers const& defaults, given_headers const& call,
    std::span<http::credential const> held, bool anonymous)
{
    http::header_list added;
    auto const add = [&](std::string const& name, std::string const& value) -> result<void>
    {
        bool const taken = request.find(name) || is_reserved(name, held, anonymous);
        if (taken && http::is_header_name(name))
            return restbind::detail::invalid_argument(
                {"header ", name, " is set by the client and cannot be given for a call"});
        if (is_singleton(name) && added.find(name))
            return restbind::detail::invalid_argument(
                {"header ", name, " is given twice, and a request can have it only once"});
        return added.add(name, value);
    };
    auto const is_replaced = [&call](std::string const& name)
    {
        for (auto const& one : call)
            if (http::iequals(one.first, name))
                return true;
        return false;
    };
    for (auto const& [name, value] : defaults)
        if (!is_replaced(name))
            if (auto const good = add(name, value); !good)
                return good;
    for (auto const& [name, value] : call)
        if (auto const good = add(name, value); !good)
            return good;
    for (auto const [name, value] : added)
        request.add_unchecked(name, value);
    return {};
}

} // namespace restbind::net::detail
