#pragma once

#include <restbind/core/error.hpp>

namespace restbind::http
{

/** What a response with this status means when it is not the status that the operation promises.

    400, 422 and other 4xx without a kind of their own are `refused`, 5xx without one are
    `server_error`, everything else is `unexpected_status`.
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

} // namespace restbind::http
