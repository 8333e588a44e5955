#pragma once

#include <restbind/http/detail/responses.hpp>
#include <restbind/net/detail/call_streaming.hpp>

#include <exception>
#include <span>
#include <utility>

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

    /// The head of a success has come.
    result<void> begin(http::response const& response)
    try
    {
        auto const place =
            http::choose_response(*operation_.info, operation_.responses, response, nullptr, true);
        if (!place)
            return place.error();
        begun_ = true;
        result_->status = response.status;
        result_->content_type = response.content_type;
        return judged(
            sink_.begin({.status = response.status, .content_type = result_->content_type}));
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
        result_->size += piece.size();
        auto work = sink_.write(piece);
        co_return co_await std::move(work);
    }

    result<void> read(http::response const& response, reading_options const& options) override
    {
        if (http::find_success(operation_.responses, response.status) ==
            operation_.responses.size())
            return operation_.refuse(response, options.limits);
        return begun_ ? result<void>() : begin(response); // there was no body
    }

    void fail(error why) override { result_ = std::move(why); }

    result<streamed_response> finish() && { return std::move(result_); }

private:
    /// A sink at work. It works on a strand, so that it can be told from any thread to stop.
    struct delivery;

    /// What a sink says. It may give up without saying why.
    static result<void> judged(result<void> said)
    {
        if (!said && said.error().kind() == error_kind::none)
            return error(error_kind::cancelled, "the sink has given up");
        return said;
    }

    Sink& sink_;
    streamed_operation const& operation_;
    result<streamed_response> result_;
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

} // namespace restbind::net::detail

#include <restbind/net/detail/deliver.ipp>

#ifdef RESTBIND_SEPARATE_COMPILATION
template struct restbind::net::detail::streaming_calls<restbind::net::body_sink>;
#endif
