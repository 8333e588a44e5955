// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/read.hpp>
#include <restbind/http/response.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/body_sink.hpp>
#include <restbind/net/detail/config.hpp>

#include <boost/asio/awaitable.hpp>

#include <span>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

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
    explicit response_reader(http::operation_responses const& known) noexcept
        : described(known)
    {
    }

    /** Which responses are successes, and what is known of the others. */
    http::operation_responses const described;

    /** Reads a success. @returns What is wrong with it, unless it is as the operation promises. */
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
    operation_reader() noexcept
        : response_reader(Operation::described_responses())
    {
    }

    result<void> read(http::response const& response, reading_options const& options) override
    {
        value = Operation::read_success(response, options.limits, options.policy, options.found);
        if (!value)
            return value.error();
        return {};
    }
    void fail(error why) override { value = std::move(why); }

    /// What has come of the call; an error of kind `none` until it has ended. Not in an
    /// std::optional, which every file would compile for each operation that it calls.
    result<typename Operation::response_type> value = error();
};

/** Gets the body of a success piece by piece. */
class body_receiver
{
public:
    /** The responses that are successes. */
    virtual std::span<http::response_rule const> successes() const noexcept = 0;

    /** Whether the sink was called: then the request must not be sent again. */
    virtual bool has_begun() const noexcept = 0;

    /** Takes the body that has come so far out of the response. Virtual, so that a program whose
        calls have no receivers holds no code for it.
    */
    virtual asio::awaitable<void> deliver(streamed_exchange& link) = 0;

protected:
    ~body_receiver() = default;
};

} // namespace restbind::net::detail
