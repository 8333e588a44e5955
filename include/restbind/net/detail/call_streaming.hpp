#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/operation_info.hpp>
#include <restbind/http/detail/response_rule.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/call.hpp>

#include <boost/asio/awaitable.hpp>

#include <span>

/** @file
    Calls whose responses go to a sink. Nothing here is made anew for each operation.
*/

namespace restbind::net::detail
{

/** What a call with a sink has to know about its operation. */
struct streamed_operation
{
    /** The operation. */
    http::operation_info const* info = nullptr;

    /** What means success. */
    std::span<http::response_rule const> responses{};

    /** Reads a response that is no success. */
    error (*refuse)(http::response const&, json::limits const&) = nullptr;
};

template <class Operation, class Code>
streamed_operation streamed() noexcept
{
    return {&Operation::info, Operation::responses, &Code::refuse};
}

/** Carries calls out whose responses go to a sink.

    @tparam Sink Always `body_sink`. A template only so that a file without such calls does not
        compile what they need.
*/
template <class Sink>
struct streaming_calls
{
    /** Owns everything but the sink. */
    static asio::awaitable<result<streamed_response>> perform(
        pending_call call, Sink& sink, streamed_operation operation);
};

#ifdef RESTBIND_SEPARATE_COMPILATION
extern template struct streaming_calls<body_sink>;
#endif

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/call_streaming.ipp>
#endif
