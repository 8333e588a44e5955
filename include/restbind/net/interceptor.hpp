// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/net/detail/config.hpp>

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::net
{

/** What an attempt has come to, before its response is read. Its pointer and its text live until
    `interceptor::around` has ended. */
struct attempt_response
{
    /** Status of the response; 0 if its head has not come whole. */
    int status = 0;

    /** Why there is no whole response; null if there is one, whatever its status. */
    error const* failure = nullptr;

    /** Headers of the response, as `call_info::headers`. */
    http::header_list headers{};

    /** The body, with `***` in the place of the client's credentials; empty where a sink has taken
        it. */
    std::string_view body{};
};

/** One attempt of a call, as an interceptor sees it before its request leaves. Lives until
    `interceptor::around` has ended, as its texts do. */
class attempt
{
public:
    /** Number of the call, as observers and `call_info` have it. */
    std::uint64_t call_id() const noexcept { return call_id_; }

    /** Identifier of the operation in the API description. */
    std::string_view operation() const noexcept { return operation_; }

    /** Number of the attempt, from 1 on. */
    unsigned number() const noexcept { return number_; }

    /** Method of the request line, for example `POST`. */
    std::string_view method() const noexcept { return method_; }

    /** Where the request goes: `https://tickets.example.com`. */
    std::string_view origin() const noexcept { return origin_; }

    /** Path and query, escaped, without members that are secret or only written, and with `***` in
        the place of secret parameters and of the client's credentials. */
    std::string_view target() const noexcept { return target_; }

    /** The headers of the operation and of the call, and those that interceptors have set. What the
        client writes itself (Host, User-Agent, Content-Length, credentials) is not among them, nor
        is a header whose value holds one of its credentials. `***` stands in the place of a secret
        parameter. */
    virtual http::header_list headers() const = 0;

    /** The body as it is sent, without members that are secret or only written; empty if there is
        none. */
    std::string_view body() const noexcept { return body_; }

    /** Whether target, headers and body have all members and parameters that are sent: nothing of
        the request is left out or hidden because it is secret or only written. */
    bool is_complete() const noexcept { return is_complete_; }

    /** The text with `***` in the place of each of the client's credentials. */
    virtual std::string without_secrets(std::string_view text) const = 0;

    /** Adds a header to this attempt, or replaces one of the operation or the call. Has no effect
        once the request has left.

        @returns `invalid_argument`, naming the header, if the client writes it itself, or if name
        or value cannot be sent.
    */
    virtual result<void> set_header(std::string_view name, std::string_view value) = 0;

    /** Ends the call with this error: no request leaves, no interceptor behind this one is asked,
        and no other attempt follows. Has no effect once the request has left. An error without a
        kind becomes one of kind `callback_failed`. */
    virtual void refuse(error why) = 0;

    /** The time of day; a test's own where `client_options::transport` has one. */
    virtual std::chrono::system_clock::time_point now() const noexcept = 0;

protected:
    attempt() = default;
    ~attempt() = default;
    attempt(attempt const&) = delete;
    attempt& operator=(attempt const&) = delete;

    /// Carries out what is behind the interceptor before this place, once.
    virtual asio::awaitable<attempt_response> go_on(std::size_t place) = 0;

    std::uint64_t call_id_ = 0;  ///< of call_id()
    std::string_view operation_; ///< of operation()
    unsigned number_ = 0;        ///< of number()
    std::string_view method_;    ///< of method()
    std::string origin_;         ///< of origin()
    std::string target_;         ///< of target()
    std::string_view body_;      ///< of body()
    bool is_complete_ = true;    ///< of is_complete()

    friend class proceed;
};

/** What is behind an interceptor: the interceptors that follow, then connection, request and
    response. */
class proceed
{
public:
    /** Of the interceptor before this place; for the client. */
    proceed(attempt& of, std::size_t place) noexcept
        : of_(&of)
        , place_(place)
    {
    }

    /** Carries the attempt out. A second call carries nothing out; it has the same result. Throws
        nothing but `std::bad_alloc`: what goes wrong is in `attempt_response::failure`. */
    asio::awaitable<attempt_response> operator()() const { return of_->go_on(place_); }

private:
    attempt* of_;
    std::size_t place_;
};

/** Stands around each attempt of a client's calls: see `client_options::around`.

    ```cpp
    asio::awaitable<void> around(attempt& sent, proceed next) override
    {
        if (!sent.set_header("X-Till", "4"))
            sent.refuse(restbind::error(restbind::error_kind::invalid_argument, "no till"));
        attempt_response const came = co_await next();
        count(sent.operation(), came.status);
    }
    ```

    It may set headers, read the body, wait for something of its own, and refuse the attempt before
    its request leaves: by `attempt::refuse`, by an exception, or by not calling `next`. The last
    two end the call with an error of kind `callback_failed`. Behind `next` it looks on: what it
    throws there is told in `call_info::observer_failure` and changes nothing of the call; only
    `std::bad_alloc` ends it.

    It must await `next()` itself, not in another coroutine that it has spawned. The call waits for
    it: before the request its time counts for the deadline, which does not interrupt it; behind the
    response it keeps the connection from other calls. A cancellation of the call reaches what it
    awaits.

    Requests for tokens and tunnels have no interceptors, nor has an attempt for which there is no
    token, or a call that was refused before its first attempt. Functions are called on the threads that run the calls, possibly several at once.
*/
class interceptor
{
public:
    virtual ~interceptor() = default;

    /** Called once for each attempt. Both arguments live until the coroutine has ended. */
    virtual asio::awaitable<void> around(attempt& sent, proceed next) = 0;
};

} // namespace restbind::net
