// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/json/reading.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net
{

/** How long each part of one attempt took. 0 for what did not happen, such as the connect of a
    connection that was reused. */
struct attempt_times
{
    /** Waiting for a token. */
    std::chrono::microseconds token{0};

    /** Waiting for a place in the connection pool. */
    std::chrono::microseconds pool{0};

    /** Name lookup. */
    std::chrono::microseconds resolve{0};

    /** Connecting, including the request to a proxy. */
    std::chrono::microseconds connect{0};

    /** TLS handshake. */
    std::chrono::microseconds handshake{0};

    /** Writing the request. */
    std::chrono::microseconds write{0};

    /** From the end of writing to the first byte of the response, or until it was not waited for
        any more. */
    std::chrono::microseconds first_byte{0};

    /** From the first byte of the response to its last. */
    std::chrono::microseconds read{0};
};

/** One attempt of a call, as an observer sees it. Its texts and pointers live until the observer's
    function returns. Everything behind `attempt` is known only when the attempt has ended. */
struct attempt_report
{
    /** Number of the call: no other call of this process has it. From 1 on. */
    std::uint64_t call_id = 0;

    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** Number of the attempt, from 1 on. Attempts count that ended before anything was sent, too,
        because there was no token or no connection. */
    unsigned attempt = 1;

    /** Status of the response; 0 if none came. */
    int status = 0;

    /** What went wrong; null if the response was a success. */
    error const* failure = nullptr;

    /** Time from the start of the attempt to its end. */
    std::chrono::microseconds duration{0};

    /** What the time went into. */
    attempt_times times{};

    /** Bytes of the request, head included, that were handed to the operating system. */
    std::uint64_t bytes_sent = 0;

    /** Bytes that arrived, head and interim responses included. */
    std::uint64_t bytes_received = 0;

    /** The service's own name for the request: from the headers that
        `client_options::trace_headers` names, or else from its problem document. Empty if there is
        none. */
    std::string_view trace_id{};

    /** Whether the connection had served an earlier request. */
    bool reused_connection = false;
};

/** A retry that was decided on. */
struct retry_report
{
    /** Number of the call: no other call of this process has it. From 1 on. */
    std::uint64_t call_id = 0;

    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** Number of the attempt that failed, from 1 on, as in its `attempt_report`. */
    unsigned attempt = 1;

    /** Status of the response that called for the retry; 0 if none came. */
    int status = 0;

    /** Time until the next attempt; 0 if it follows at once. */
    std::chrono::milliseconds pause{0};

    /** Whether this attempt or an earlier one may have taken effect although it failed, so that the
        retry may apply a request twice that is not idempotent. Only after a status that the
        rule for its retries names. Never for safe requests. */
    bool earlier_may_have_applied = false;
};

/** Local rules and service judge one request differently: the local rules refuse it, it was sent
    under `validation_policy::observe`, and the service accepted it or refused it in another way. */
struct validation_mismatch_report
{
    /** Number of the call: no other call of this process has it. From 1 on. */
    std::uint64_t call_id = 0;

    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** The document with which the request would have been refused locally. */
    problem_details const& local;

    /** Status of the service's response. */
    int status = 0;

    /** The service's refusal; null if it accepted the request. */
    error const* server = nullptr;
};

/** A response that is not as its document describes, and was read leniently. */
struct deviation_report
{
    /** Number of the call: no other call of this process has it. From 1 on. */
    std::uint64_t call_id = 0;

    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** Status of the response. */
    int status = 0;

    /** The places that could not be read; one at least. */
    json::deviations const& found;
};

/** A call that has ended, or was refused before anything was sent. */
struct call_report
{
    /** Number of the call: no other call of this process has it. From 1 on. */
    std::uint64_t call_id = 0;

    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** What has happened; `none` after a success. */
    error_kind kind = error_kind::none;

    /** Status of the success, or `error::status()`. */
    int status = 0;

    /** How often the request was sent, the first time included; 0 if it never was. */
    unsigned attempts = 0;

    /** As `error::outcome_unknown()`. */
    bool outcome_unknown = false;

    /** Whether an attempt before the last one may have taken effect, so that the request may have
        been applied more than once. Also after a success. Never for safe requests. */
    bool earlier_may_have_applied = false;

    /** Time from the start of the call to its end, pauses included; 0 for a call that was refused
        before anything was sent. */
    std::chrono::microseconds duration{0};

    /** The error that the call ends with; null after a success. Lives until the observer's function
        returns. */
    error const* failure = nullptr;

    /** The first exception of an observer's function that was told of this call, as
        `call_info::observer_failure`; null if none has thrown. Lives until the observer's function
        returns. */
    error const* observer_failure = nullptr;
};

/** A request and its response, whole but for secrets. A header that holds a credential of the
    client is left out; elsewhere `***` stands in the credential's place. Members of the request
    that are secret or only written are left out; `***` stands for a secret parameter. All texts
    live until the observer's function returns. */
struct traffic_report
{
    /** Number of the call: no other call of this process has it. From 1 on. */
    std::uint64_t call_id = 0;

    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** Number of the attempt, from 1 on. */
    unsigned attempt = 1;

    /** Method of the request. */
    std::string_view method{};

    /** Where it was sent, with scheme and host. */
    std::string_view url{};

    /** Headers of the request, but for those that the connection adds, such as Host. */
    http::header_list const& headers;

    /** Body of the request. */
    std::string_view body{};

    /** Whether url, headers and body have all members and parameters that were sent: nothing of the
        request is left out or hidden because it is secret or only written. */
    bool is_complete = true;

    /** Status of the response; 0 if no whole one came. */
    int status = 0;

    /** Headers of the response that the client keeps. */
    http::header_list const& response_headers;

    /** Content-Type of the response. */
    std::string_view content_type{};

    /** Body of the response; empty if it went to a sink. */
    std::string_view response_body{};

    /** The pause that the response asks for. */
    std::optional<std::chrono::milliseconds> retry_after{};
};

/** How a token request has ended. No call has it for its own: others wait for the same token. */
struct token_report
{
    /** How long the new token is good for, from the start of its request on; 0 s after a failure.
     */
    std::chrono::seconds lifetime{0};

    /** Time from the start of the request to its end, retries included. */
    std::chrono::microseconds duration{0};

    /** Why there is no token; null after a success. Lives until the observer's function returns. */
    error const* failure = nullptr;
};

/** Told what a client does. Derive from it to log or to count; every function does nothing by
    default.

    Functions are called on the threads that run the calls, possibly several at once. `call_ended`
    of a call that is refused here is called on the thread that makes it. They must not block.
    Who watches changes nothing: whatever they throw, the call goes on, and its result is what the
    service did. The first exception of a call is kept in `call_info::observer_failure` and told to
    `call_ended`; of functions about tokens, which serve many calls, it is lost. Only
    `std::bad_alloc`, the end of memory, comes out of the call; `call_info` says by then what the
    service did. No text that reaches them holds a secret or a token.
*/
class observer
{
public:
    virtual ~observer() = default;

    /** An attempt begins: next come token, connection and request. */
    virtual void attempt_started(attempt_report const&) {}

    /** An attempt has ended, well or not. */
    virtual void attempt_ended(attempt_report const&) {}

    /** The request will be sent again. */
    virtual void retry_scheduled(retry_report const&) {}

    /** Under `validation_policy::observe`, the service does not agree with the local rules. Not
        called if both agree, or if the service did not judge the request: no response, or one
        about the token, the load or its own health (see `http::validation_mismatches`). */
    virtual void validation_mismatched(validation_mismatch_report const&) {}

    /** A call has succeeded, and something of its response could not be read. Only under
        `json::reading::lenient`. */
    virtual void response_deviated(deviation_report const&) {}

    /** A call has ended: the last event of each call, before its result is handed out. Also of one
        that is refused before anything is sent, which has no other event. Not of one that is
        destroyed with its execution context, nor, in a child of `fork()`, of the parent's calls. */
    virtual void call_ended(call_report const&) {}

    /** Whether `exchanged` is called; always the same. Default: no, because its texts are copied. */
    virtual bool watches_traffic() const noexcept { return false; }

    /** A request was sent, and its response has come or will not come any more. */
    virtual void exchanged(traffic_report const&) {}

    /** A new token is in use. Of clients that share a token the one is told that made the request.
     */
    virtual void token_renewed(token_report const&) {}

    /** No token could be had. A token that is still valid stays in use. */
    virtual void token_failed(token_report const&) {}
};

} // namespace restbind::net
