// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "board.hpp"

#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>

#include <string_view>

/** Sends a request over a serial line and reads its response, of at most 8 KB.

    @param host The server's host, for the Host header.
    @param authorization A header line with its end; empty: none.
    @returns The response, whatever its status; an error if none came, or none that can be read.
*/
restbind::result<restbind::http::response> exchange(board::serial_line& line, std::string_view host,
    restbind::http::request const& request, std::string_view authorization = {});

/** Calls an operation of an API, once.

    @param token The header line that shows it.
    @param parameters What every call of the API sends.
    @returns What a success gives, or the error: of a request that breaks a rule, of the line, of the server.
*/
template <class Operation>
restbind::result<typename Operation::response_type> call(board::serial_line& line, std::string_view host,
    restbind::secret const& token, typename Operation::request_type const& what, auto const& parameters)
{
    auto const request = Operation::build(what, parameters);
    if (!request)
        return request.error();
    auto const response = exchange(line, host, *request, token.reveal());
    if (!response)
        return response.error();
    return Operation::read(*response);
}
