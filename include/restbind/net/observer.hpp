#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>

#include <chrono>
#include <string_view>

namespace restbind::net
{

/** One send of a request, as an observer sees it. Its texts and pointers live until the observer's
    function returns. */
struct attempt_report
{
    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** 1 for the first send of a call. */
    unsigned attempt = 1;

    /** Status of the answer; 0 if none came. */
    int status = 0;

    /** What went wrong; null if the answer was a success. */
    error const* failure = nullptr;

    /** Time from the start of the attempt to its end. */
    std::chrono::microseconds duration{0};

    /** Whether the connection had served an earlier request. */
    bool reused_connection = false;
};

/** A repeat that was decided on. */
struct retry_report
{
    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** Number of the attempt that failed, from 1 on. */
    unsigned attempt = 1;

    /** Status of the answer that called for the repeat; 0 if none came. */
    int status = 0;

    /** Time until the next attempt; 0 if it follows at once. */
    std::chrono::milliseconds pause{0};
};

/** What both sides said about a request that the local rules refuse and that was sent all the same.
 */
struct verdict_report
{
    /** Identifier of the operation in the API description. */
    std::string_view operation{};

    /** The document with which the request would have been refused locally. */
    problem_details const& local;

    /** Status of the server's answer; 0 if none came. */
    int status = 0;

    /** The server's refusal or what else went wrong; null if the server accepted the request. */
    error const* server = nullptr;
};

/** Told what a client does. Derive from it to log or to count; every function does nothing by
    default.

    Functions are called on the threads that run the calls, possibly several at once. They must not
    block and must not throw. No text that reaches them holds a secret or a token.
*/
class observer
{
public:
    virtual ~observer() = default;

    /** A request is about to be sent. */
    virtual void attempt_started(attempt_report const&) noexcept {}

    /** A send has ended, well or not. */
    virtual void attempt_ended(attempt_report const&) noexcept {}

    /** The request will be sent again. */
    virtual void retry_scheduled(retry_report const&) noexcept {}

    /** A request that the local rules refuse was sent under `validation_policy::observe`, and this
        came of it. */
    virtual void verdict_observed(verdict_report const&) noexcept {}

    /** A new token is in use.

        @param lifetime How long it is good for, from the start of its request on.
    */
    virtual void token_renewed(std::chrono::seconds lifetime) noexcept
    {
        static_cast<void>(lifetime);
    }

    /** No token could be had. A token that is still valid stays in use. */
    virtual void token_failed(error const&) noexcept {}
};

} // namespace restbind::net
