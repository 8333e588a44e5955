#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace restbind::http
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

/** Most bytes of a refusal's body that `error::body()` keeps; the rest is cut off. */
inline constexpr std::size_t max_kept_body = 64U << 10;

/** Any response that is not the operation's success, as an error.

    The kind follows the HTTP status alone, whatever the body says. If the body is a JSON object it
    is read as a problem document, whatever its content type; its code becomes the typed code,
    whatever the status. The raw body is kept up to 64 KiB.
*/
RESTBIND_COLD RESTBIND_DECL error read_error_response(
    operation_info const& info, response const& response, error_code_lookup find_code);

namespace detail
{

/** A failure to decode the body of a response with a status. */
RESTBIND_COLD RESTBIND_DECL error located(error failure, int status);

/** That a status is none of those that are promised; of a redirect, where to. */
RESTBIND_COLD RESTBIND_DECL std::string not_promised(
    operation_info const& info, std::string_view promised, response const& response);

/** A success that cannot be read. Its body is for the client to keep, which knows what must not be
    shown. */
RESTBIND_COLD RESTBIND_DECL error unreadable(response const& response, std::string detail);

/** A success of another media type than those that are described. */
RESTBIND_COLD RESTBIND_DECL error wrong_media(
    response const& response, std::string_view described);

/** As read_json(), for any type. */
result<void> read_json_into(operation_info const& info, response const& response,
    error_code_lookup find_code, json::limits const& limits, json::reading policy,
    json::deviations* found, json::detail::read_function& read, void* out);

} // namespace detail

/** Reads a response with a JSON body.

    @param info The operation.
    @param response Any response.
    @param find_code Typed codes of the API; may be null.
    @param limits Bounds on the body.
    @param policy What happens where JSON is not as described.
    @param found Set to what lenient reading could not read. May be null.
    @returns The decoded body if the status is the operation's; `invalid_response` if the
   Content-Type names something other than JSON (a missing one passes) or the body is not what the
   operation promises; otherwise the refusal.
*/
template <class T>
result<T> read_json(operation_info const& info, response const& response,
    error_code_lookup find_code, json::limits const& limits = {},
    json::reading policy = json::reading::strict, json::deviations* found = nullptr)
{
    result<T> decoded(std::in_place);
    auto const read = detail::read_json_into(info, response, find_code, limits, policy, found,
        json::detail::read_into<T>, std::addressof(*decoded));
    if (!read) [[unlikely]]
        decoded = read.error();
    return decoded; // the only return, so that nothing is moved
}

/** Reads the response of an operation whose success has no body; a body is ignored. */
inline result<void> read_nothing(
    operation_info const& info, response const& response, error_code_lookup find_code)
{
    if (response.status != info.success_status)
        return read_error_response(info, response, find_code);
    return {};
}

} // namespace restbind::http

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/http/detail/read.ipp>
#endif
