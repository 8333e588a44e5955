// SPDX-License-Identifier: BSL-1.0
// What is told about a call: the service's own name for it, and whether the service agrees with
// local rules.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/http/headers.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** Headers in which services usually send their identifier of a request: by custom, and by W3C
    Trace Context. */
inline constexpr std::string_view usual_trace_headers =
    "X-Request-Id, Request-Id, X-Correlation-Id, traceparent";

/** The service's own name for a request, from the headers of its response.

    @param names Where it may stand, with `, ` between them.
    @returns The value of the first of them that is there and not empty; of a `traceparent` (W3C
    Trace Context) only the trace's identifier. Otherwise an empty text. Points into the list.
*/
RESTBIND_COLD inline std::string_view find_trace_id(
    header_list const& headers, std::string_view names = usual_trace_headers) noexcept
{
    // version "-" trace-id "-" parent-id "-" flags
    constexpr std::size_t at = 3;
    constexpr std::size_t size = 32;
    while (!names.empty())
    {
        std::string_view const name = take_element(names);
        std::string_view found = headers.find(name).value_or(std::string_view());
        if (iequals(name, "traceparent"))
            found = found.size() > at + size && found[at - 1] == '-' && found[at + size] == '-'
                        ? found.substr(at, size)
                        : std::string_view();
        if (!found.empty())
            return found;
    }
    return {};
}

/** Whether a response says what the service thinks of a request's content: a success (2xx), or a
    refusal of what was asked for (400, 404, 409, 410, 422).

    A response about the token, the load or the service's own health does not.
*/
constexpr bool judges_request(int status) noexcept
{
    return (status >= 200 && status <= 299) || status == 400 || status == 404 || status == 409 ||
           status == 410 || status == 422;
}

/** Whether the service comes to another result than the local rules, which refuse the request.

    @param local The document with which the request would have been refused locally.
    @param status Status of the service's response; 0 if none came.
    @param server The service's problem document; null if there is none that can be read, and then
    the statuses alone are compared. Ignored for a success.
    @returns True if the service accepted the request, or refused it with another status, another
    error code or other validation errors (their order does not matter). False if it said the same,
    or nothing about the request.
*/
RESTBIND_COLD inline bool validation_mismatches(
    problem_details const& local, int status, problem_details const* server)
{
    if (!judges_request(status))
        return false;
    if (status != local.status || !server)
        return status != local.status;
    return server->error_code != local.error_code ||
           !std::is_permutation(local.errors.begin(), local.errors.end(), server->errors.begin(),
               server->errors.end());
}

} // namespace restbind::http
