#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>

#include <algorithm>

namespace restbind::http
{

/** Whether a response says what the service thinks of a request's content: a success (2xx), or a
    refusal of what was asked for (400, 404, 409, 410, 422).

    A response about the token, the load or the service's own health does not.
*/
constexpr bool judges_request(int status) noexcept
{
    return (status >= 200 && status <= 299) || status == 400 || status == 404 || status == 409 ||
           status == 410 || status == 422;
}

/** Whether the service judges a request otherwise than the local rules, which refuse it.

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
