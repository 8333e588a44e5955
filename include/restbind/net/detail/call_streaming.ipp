#pragma once

#include <restbind/http/detail/responses.hpp>
#include <restbind/net/detail/call_streaming.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cstdint>
#include <exception>
#include <string>

namespace restbind::net::detail
{

/// Stands between a call and the sink of its response.
template <class Sink>
class streamed_reader final : public response_reader, public body_receiver
{
public:
    streamed_reader(Sink& sink, streamed_operation const& operation) noexcept
        : sink_(sink)
        , operation_(operation)
    {
    }

    std::span<http::response_rule const> successes() const noexcept override
    {
        return operation_.responses;
    }

    /// The head of a success has come. @returns What is wrong with it.
    error begin(http::response const& response)
    try
    {
        auto const place =
            http::choose_response(*operation_.info, operation_.responses, response, nullptr, true);
        if (!place)
            return place.error();
        begun_ = true;
        result_.status = response.status;
        result_.content_type = response.content_type;
        auto const wanted =
            sink_.begin({.status = response.status, .content_type = result_.content_type});
        if (wanted)
            return {};
        return wanted.error().kind() == error_kind::none
                   ? error(error_kind::cancelled, "the sink has given up")
                   : wanted.error();
    }
    catch (...)
    {
        return callback_error(std::current_exception());
    }

    bool has_begun() const noexcept override { return begun_; }

    asio::awaitable<void> deliver(connection& link) override;

    /// Takes a piece, which lives until the result is there. A coroutine, so that what the sink
    /// throws comes out of it in any case.
    asio::awaitable<result<void>> write(std::span<unsigned char const> piece)
    {
        result_.size += piece.size();
        auto work = sink_.write(piece);
        co_return co_await std::move(work);
    }

    error read(http::response const& response, json::limits const& limits) override
    {
        if (http::find_success(operation_.responses, response.status) ==
            operation_.responses.size())
            return operation_.refuse(response, limits);
        return begun_ ? error() : begin(response); // there was no body
    }

    void fail(error why) override { failure_ = std::move(why); }

    result<streamed_response> finish() &&
    {
        if (failure_.kind() != error_kind::none)
            return std::move(failure_);
        return std::move(result_);
    }

private:
    /// A sink at work. It works on a strand, so that it can be told from any thread to stop.
    struct delivery;

    Sink& sink_;
    streamed_operation const& operation_;
    streamed_response result_;
    error failure_;
    bool begun_ = false;
};

template <class Sink>
asio::awaitable<result<streamed_response>> streaming_calls<Sink>::perform(
    pending_call call, Sink& sink, streamed_operation operation)
{
    streamed_reader<Sink> reader(sink, operation);
    if (call.prepared)
        call.prepared->receiver = &reader;
    co_await send(call, reader);
    co_return std::move(reader).finish();
}

template <class Sink>
asio::awaitable<result<streamed_response>> streaming_calls<Sink>::perform_spawned(
    pending_call call, Sink& sink, streamed_operation operation)
{
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await asio::post(asio::use_awaitable);
    auto work = perform(std::move(call), sink, operation);
    co_return co_await std::move(work);
}

} // namespace restbind::net::detail

#include <restbind/net/detail/deliver.ipp>

#ifdef RESTBIND_SEPARATE_COMPILATION
template struct restbind::net::detail::streaming_calls<restbind::net::body_sink>;
#endif
