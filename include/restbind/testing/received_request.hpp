// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation.hpp>
#include <restbind/http/operation_info.hpp>

#include <chrono>
#include <string>
#include <utility>

namespace restbind::inline RESTBIND_ABI::testing
{

/** A request as a fake service has received it. */
struct received_request
{
    std::string method{}; ///< in capitals
    std::string target{}; ///< path and query
    http::header_list headers{}; ///< all, in their order
    std::string body{}; ///< empty for none
    std::chrono::steady_clock::time_point at{}; ///< virtual time
};

namespace detail
{

template <class Operation, class Request, class Response, http::error_code_lookup FindCode,
    class Parameters, bool HasRequired>
Parameters parameters_of(http::basic_operation<Operation, Request, Response, FindCode, Parameters,
    HasRequired> const&);

} // namespace detail

/** What every call of a client of an operation's API sends. */
template <class Operation>
using client_parameters_of = decltype(detail::parameters_of(std::declval<Operation const&>()));

/** A call of an operation as a fake service has received it. */
template <class Operation>
struct received_call : received_request
{
    /** The request: body and parameters in the types of the operation. Or why it was refused:
        `validation_failed` with the problem document of the service, `unauthorized` where its
        credentials are missing or not valid; `invalid_response` if it cannot be read. */
    result<typename Operation::request_type> request;

    /** What every call of the client sends. */
    client_parameters_of<Operation> parameters{};
};

} // namespace restbind::testing
