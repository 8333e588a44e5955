// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/responses.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/reading.hpp>

#include <type_traits>

/** @file
    All that generated operations need: their base and their description, the builder of requests
    and the readers of responses.
*/

namespace restbind::inline RESTBIND_ABI::http
{

/** Base of generated operations: how the response to one is read, without a network.

    A generated operation adds `info`, what is fixed about it; `responses`, if its document
    describes more than one success, or one whose body is not JSON; and `build()`, which validates
    and encodes a request.

    @tparam Operation The generated operation.
    @tparam Request What a caller passes.
    @tparam Response What a success gives: void, one type, or a `std::variant` of
    `restbind::response`.
    @tparam FindCode Gives the typed codes of the API.
*/
template <class Operation, class Request, class Response, error_code_lookup FindCode>
struct basic_operation
{
    /** What a caller passes. */
    using request_type = Request;

    /** What a success gives. */
    using response_type = Response;

    /** How harmless it is to send this very request again: as harmless as any, unless the operation
        has a function of its own. */
    static constexpr http::idempotency idempotency_of(Request const&) noexcept
    {
        return Operation::info.idempotency;
    }

    /** Reads any response.

        @param limits Bounds on a body in JSON.
        @param policy What happens where a body in JSON is not as described. Default: as was chosen
            when the operation was generated.
        @param found Set to the places that lenient reading could not read. May be null.
        @returns What a success gives; an error for every other status, and for a body that is not
        as promised (`invalid_response`).
    */
    static result<Response> read(response const& received, json::limits const& limits = {},
        json::reading policy = Operation::info.reading, json::deviations* found = nullptr)
    {
        constexpr operation_responses described = described_responses();
        if (!described.is_success(received.status))
            return read_error_response(described, received);
        return read_success(received, limits, policy, found);
    }

    /** What is known of the responses before one is read. */
    static constexpr operation_responses described_responses() noexcept
    {
        operation_responses known{.info = &Operation::info, .find_code = FindCode};
        if constexpr (requires { Operation::responses; })
            known.successes = Operation::responses;
        return known;
    }

    /** As `read`. @pre The response is a success by its status. */
    static result<Response> read_success(response const& received,
        [[maybe_unused]] json::limits const& limits, [[maybe_unused]] json::reading policy,
        [[maybe_unused]] json::deviations* found)
    {
        if constexpr (requires { Operation::responses; })
            return read_responses<Response, Operation::responses>(received, limits, policy, found);
        else if constexpr (std::is_void_v<Response>)
            return {};
        else
            return read_json<Response>(received, limits, policy, found);
    }
};

} // namespace restbind::http
