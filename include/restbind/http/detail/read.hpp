// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** What a response with this status means when it is not the status that the operation promises.

    4xx statuses without a kind of their own: `client_error`; 5xx ones: `server_error`; everything
    else: `unexpected_status`.
*/
constexpr error_kind kind_of_status(int status) noexcept
{
    switch (status)
    {
    case 401:
        return error_kind::unauthorized;
    case 403:
        return error_kind::forbidden;
    case 404:
        return error_kind::not_found;
    case 409:
        return error_kind::conflict;
    case 503:
        return error_kind::unavailable;
    default:
        break;
    }
    if (status >= 400 && status <= 499)
        return error_kind::client_error;
    if (status >= 500 && status <= 599)
        return error_kind::server_error;
    return error_kind::unexpected_status;
}

/** Most bytes of an error response's body that `error::body()` keeps; the rest is cut off. */
inline constexpr std::size_t max_kept_body = 64U << 10;

/** What is known of an operation's responses before one is read. */
struct operation_responses
{
    /** The operation. */
    operation_info const* info = nullptr;

    /** What means success; none: the one status of `info`. Exact statuses first, then statuses that
        are described together. */
    std::span<response_rule const> successes{};

    /** Typed codes of the API; may be null. */
    error_code_lookup find_code = nullptr;

    /** Whether a response is a success by its status. */
    constexpr bool is_success(int status) const noexcept
    {
        return successes.empty() ? status == info->success_status
                                 : find_success(successes, status) != successes.size();
    }
};

/** Any response that is not one of the operation's successes, as an error.

    The kind follows the HTTP status alone, whatever the body says. If the body is a JSON object it
    is read as a problem document, whatever its content type; its code becomes the typed code,
    whatever the status. The raw body is kept up to 64 KiB.
*/
RESTBIND_COLD RESTBIND_DECL error read_error_response(
    operation_responses const& described, response const& response);

namespace detail
{

/** A failure to decode the body of a response with a status. */
RESTBIND_COLD RESTBIND_DECL error located(error failure, int status);

/** A success that cannot be read. Its body is for the client to keep, which knows what must not be
    shown. */
RESTBIND_COLD RESTBIND_DECL error unreadable(response const& response, std::string detail);

/** A success of another media type than those that are described. */
RESTBIND_COLD RESTBIND_DECL error wrong_media(
    response const& response, std::string_view described);

/** As read_json(), for any type. */
result<void> read_json_into(response const& response, json::limits const& limits,
    json::reading policy, json::deviations* found, json::detail::read_function& read, void* out);

} // namespace detail

/** Reads a success with a JSON body.

    @param response A response with the status that the operation promises.
    @param limits Bounds on the body.
    @param policy What happens where JSON is not as described.
    @param found Set to what lenient reading could not read. May be null.
    @returns The decoded body; `invalid_response` if the Content-Type names something other than
   JSON (a missing one passes) or the body is not what the operation promises.
*/
template <class T>
result<T> read_json(response const& response, json::limits const& limits = {},
    json::reading policy = json::reading::strict, json::deviations* found = nullptr)
{
    result<T> decoded(std::in_place);
    auto const read = detail::read_json_into(response, limits, policy, found,
        json::detail::read_into<T>, std::addressof(*decoded));
    if (!read) [[unlikely]]
        decoded = read.error();
    return decoded; // the only return, so that nothing is moved
}

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/read.ipp>
#endif
