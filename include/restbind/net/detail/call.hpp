#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/response_rule.hpp>
#include <restbind/http/idempotency.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/security.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/net/detail/adapted_handler.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/session.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <span>
#include <utility>

namespace restbind::net::detail
{

class connection;

/** Gets the body of a success piece by piece. */
class body_receiver
{
public:
    /** What means success. */
    virtual std::span<http::response_rule const> successes() const noexcept = 0;

    /** Whether anything was handed on: then nothing may be sent again. */
    virtual bool has_begun() const noexcept = 0;

    /** Takes the body that has come so far out of the connection's response. A program whose calls
        have no receivers holds no code for this. See `connection::delivered`.
    */
    virtual asio::awaitable<void> deliver(connection& link) = 0;

protected:
    ~body_receiver() = default;
};

/** The document with which a request would have been refused. */
struct local_validation final : ref_counted<local_validation>
{
    problem_details document;
};

/** A call that is validated and encoded and only has to be carried out.

    Lives in the frame of its coroutine. Asio keeps the memory of a frame for the next call only up
    to about 1,000 bytes, so what few calls need is behind a pointer.
*/
struct prepared_call
{
    /** The request. */
    http::request request{};

    /** Under `validation_policy::observe` what local rules say; usually null. */
    intrusive_ptr<local_validation> validation{};

    /** Longest duration of the call. */
    std::chrono::milliseconds deadline{0};

    /** How far the request is retried. */
    http::retry_policy retry = http::retry_policy::as_specified;

    /** Whether the document states the rule for retries, and not the program. */
    bool retry_is_documented = true;

    /** Bounds on the response's body. */
    json::limits limits{};

    /** What happens where the response is not as described. */
    json::reading reading = json::reading::strict;

    /** Filled in when the call ends; may be null. */
    std::shared_ptr<call_info> info{};

    /** Receives the bodies of successes instead of the response; may be null. */
    body_receiver* receiver = nullptr;

    /** What the request shows. The credentials belong to the session state. */
    http::selected_credentials credentials{};
};

/** A call on its way to where it is carried out, or why it cannot be. Owns everything that it
    needs, so that the caller's arguments are not looked at after the function that made it has
    returned.

    Moved and destroyed out of line, because the coroutine of every operation holds one.
*/
struct pending_call
{
    pending_call() = default;
    RESTBIND_NOINLINE pending_call(pending_call&& other) noexcept
        : shared(std::move(other.shared))
        , prepared(std::move(other.prepared))
    {
    }
    RESTBIND_NOINLINE ~pending_call() {}

    /** What carries it out. */
    intrusive_ptr<transport> shared{};

    /** The call. */
    result<prepared_call> prepared{};
};

/** What a function of the program has thrown, as an error of kind `callback_failed`. */
error callback_error(std::exception_ptr thrown);

/** How a response is read. */
struct reading_options
{
    /** Bounds on the body. */
    json::limits limits{};

    /** What happens where it is not as described. */
    json::reading policy = json::reading::strict;

    /** Set to the places that lenient reading could not read. */
    json::deviations* found = nullptr;
};

/** Turns a response into the result of an operation; the only part of a call that differs from
    operation to operation. */
class response_reader
{
public:
    /** Reads any response. @returns What is wrong with it, unless it is the success that the
        operation promises. */
    virtual result<void> read(http::response const& response, reading_options const& options) = 0;

    /** The call has failed: that is its result, whatever was read. */
    virtual void fail(error why) = 0;

protected:
    ~response_reader() = default;
};

template <class Operation>
class operation_reader final : public response_reader
{
public:
    result<void> read(http::response const& response, reading_options const& options) override
    {
        value = Operation::read(response, options.limits, options.policy, options.found);
        if (!value)
            return value.error();
        return {};
    }
    void fail(error why) override { value = std::move(why); }

    /// What has come of the call; an error of kind `none` until it has ended. Not in an
    /// std::optional, which every file would compile for each operation that it calls.
    result<typename Operation::response_type> value = error();
};

// g++ 12 takes the allocation functions of Asio's coroutine frames for mismatched when it inlines
// only one of them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

/// The whole of a call. What does not depend on the operation is in `transport::send`.
template <class Operation>
asio::awaitable<result<typename Operation::response_type>> perform(pending_call call)
{
    operation_reader<Operation> reader;
    if (!call.prepared)
        co_return call.prepared.error();
    co_await call.shared->send(call, reader);
    co_return std::move(reader.value);
}

/// A call of its own: no completion before the initiating function has returned, and total
/// cancellation accepted.
template <class Result>
asio::awaitable<Result> spawned(asio::awaitable<Result> call)
{
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await asio::post(asio::use_awaitable);
    co_return co_await std::move(call);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Hands a call's result to a completion handler.
struct hand_over
{
    template <class Handler, class Result>
    void operator()(Handler&& handler, std::exception_ptr thrown, Result&& outcome) const
    {
        if (thrown)
            std::rethrow_exception(thrown);
        std::move(handler)(std::move(outcome));
    }
};

/// Starts what `spawned` has made.
struct start_call
{
    template <class Handler, class Result>
    void operator()(
        Handler&& handler, asio::any_io_executor executor, asio::awaitable<Result> call) const
    {
        asio::co_spawn(std::move(executor), std::move(call),
            adapted_handler<hand_over, std::decay_t<Handler>>{{}, std::forward<Handler>(handler)});
    }
};

} // namespace restbind::net::detail
