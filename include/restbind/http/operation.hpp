// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/responses.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/reading.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

/** @file
    All that generated operations need: their base and their description, the builder of requests
    and the readers of responses.
*/

namespace restbind::inline RESTBIND_ABI::http
{

namespace detail
{

/** The parameters of a client, where all have defaults. */
template <class Parameters, bool HasRequired>
    requires(!HasRequired)
Parameters defaults()
{
    return {};
}

} // namespace detail

/** Base of generated operations: how the response to one is read, without a network.

    A generated operation adds `info`, what is fixed about it; `responses`, if its document
    describes more than one success, or one whose body is not JSON; and `fill()`, which puts a
    request together.

    @tparam Operation The generated operation.
    @tparam Request What a caller passes.
    @tparam Response What a success gives: void, one type, or a `std::variant` of
    `restbind::response`.
    @tparam FindCode Gives the typed codes of the API.
    @tparam Parameters What every call of a client sends.
    @tparam HasRequired Whether some of that has no default.
*/
template <class Operation, class Request, class Response, error_code_lookup FindCode,
    class Parameters = no_body_t, bool HasRequired = true>
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

    /** Validates and encodes a request; nothing is sent.

        @param shared What every call of a client sends; may be left out if all of it has defaults.
        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
        @tparam What The request; `no_body_t` stands for one without its body, if that may be left
            out.
    */
    template <class What = Request>
    static result<request> build(What const& what,
        Parameters const& shared = detail::defaults<Parameters, HasRequired>(),
        validation_policy policy = validation_policy::enforce, std::string_view path_prefix = {},
        problem_details* local_problem = nullptr)
    {
        request_builder builder(Operation::info, path_prefix);
        Operation::fill(builder, what, shared, policy, local_problem);
        return std::move(builder).finish();
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
