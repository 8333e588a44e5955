// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/detail/responses.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/detail/streaming.hpp>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

// Qt's macro of this name would hide a member of Asio's signals.
#pragma push_macro("emit")
#undef emit

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Hands the response of a call to its sink.
class streamed_reader final : public response_reader, public body_receiver
{
public:
    streamed_reader(body_sink& sink, http::operation_responses const& known) noexcept
        : response_reader(known)
        , sink_(sink)
    {
    }

    std::span<http::response_rule const> successes() const noexcept override
    {
        return described.successes;
    }

    /// The head of a success has come.
    result<void> begin(http::response const& response)
    try
    {
        auto const place = http::choose_response(described.successes, response, true);
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
        return callback_error("body_sink::begin", std::current_exception());
    }

    bool has_begun() const noexcept override { return begun_; }

    /// Hands the body that has come so far to the sink and waits until it has taken it.
    asio::awaitable<void> deliver(streamed_exchange& link) override
    {
        auto const cancellation = co_await asio::this_coro::cancellation_state;
        http::response const& response = link.response_so_far();
        result<void> begun = begun_ ? result<void>() : begin(response);
        if (begun && cancellation.cancelled() != asio::cancellation_type::none)
            begun = error(error_kind::cancelled);
        if (!begun)
        {
            link.delivered(std::move(begun));
            co_return;
        }

        asio::any_io_executor const own = co_await asio::this_coro::executor;
        auto const under_way = std::make_shared<delivery>(own);
        intrusive_ptr<completion_target> const stop(
            new delivery::connection_stopped(under_way));
        link.begin_delivery(stop);
        asio::deferred_t token;
        auto work = asio::async_initiate<asio::deferred_t, void()>(
            [this, &response, under_way](auto handler)
            {
                auto slot = asio::get_associated_cancellation_slot(handler);
                if (slot.is_connected())
                    slot.assign([weak = std::weak_ptr(under_way)](asio::cancellation_type)
                        { delivery::stop(weak); });
                auto const executor = asio::get_associated_executor(handler, under_way->strand);
                auto ended = [under_way, slot, handler = std::move(handler)](
                                 std::exception_ptr thrown, result<void> taken) mutable
                {
                    under_way->thrown = std::move(thrown);
                    under_way->taken = std::move(taken);
                    if (slot.is_connected())
                        slot.clear();
                    std::move(handler)();
                };
                std::span<unsigned char const> const piece{
                    reinterpret_cast<unsigned char const*>(response.body.data()),
                    response.body.size()};
                // Posted, because a sink that is done at once would otherwise complete the
                // operation before this function has returned.
                asio::post(under_way->strand,
                    [this, under_way, piece,
                        bound = asio::bind_executor(
                            executor, asio::bind_cancellation_slot(
                                          under_way->signal.slot(), std::move(ended)))]() mutable
                    { asio::co_spawn(under_way->strand, write(piece), std::move(bound)); });
            },
            token);
        co_await std::move(work);
        bool const is_ended = link.end_delivery() ||
                              cancellation.cancelled() != asio::cancellation_type::none;
        if (!under_way->thrown)
            link.delivered(judged(std::move(under_way->taken)));
        else
            link.delivered(
                is_ended ? error(error_kind::cancelled)
                         : callback_error("body_sink::write", under_way->thrown));
    }

    /// Takes a piece, which lives until the result is there. A coroutine, so that what the sink
    /// throws comes out of it in any case.
    asio::awaitable<result<void>> write(std::span<unsigned char const> piece)
    {
        result_->size += piece.size();
        auto work = sink_.write(piece);
        co_return co_await std::move(work);
    }

    result<void> read(http::response const& response, reading_options const&) override
    {
        return begun_ ? result<void>() : begin(response); // there was no body
    }

    void fail(error why) override { result_ = std::move(why); }

    result<streamed_response> finish() && { return std::move(result_); }

private:
    /// A sink at work. It works on a strand, so that it can be told from any thread to stop.
    struct delivery
    {
        explicit delivery(asio::any_io_executor const& executor)
            : strand(asio::make_strand(executor))
        {
        }

        /// Tells the sink to stop. Only posts: a lock may be held.
        static void stop(std::weak_ptr<delivery> const& under_way)
        {
            if (auto const self = under_way.lock())
                asio::post(
                    self->strand, [self] { self->signal.emit(asio::cancellation_type::terminal); });
        }

        /// Is told that the connection was stopped. It keeps nothing alive.
        struct connection_stopped final : completion_target
        {
            explicit connection_stopped(std::weak_ptr<delivery> one)
                : under_way(std::move(one))
            {
            }

            void ended(std::uint64_t, boost::system::error_code) override { stop(under_way); }

            std::weak_ptr<delivery> const under_way;
        };

        asio::strand<asio::any_io_executor> strand;
        asio::cancellation_signal signal;
        std::exception_ptr thrown;
        result<void> taken;
    };

    /// The sink's result. An error of kind `none` says that it has given up.
    static result<void> judged(result<void> said)
    {
        if (!said && said.error().kind() == error_kind::none)
            return error(error_kind::cancelled, "the sink has given up");
        return said;
    }

    body_sink& sink_;
    result<streamed_response> result_;
    bool begun_ = false;
};

RESTBIND_DECL asio::awaitable<result<streamed_response>> perform_streaming(
    pending_call call, body_sink& sink, http::operation_responses described)
{
    streamed_reader reader(sink, described);
    if (call->refusal)
        co_return *call->refusal;
    call->receiver = &reader;
    co_await call.get_deleter().to->send(*call, reader);
    co_return std::move(reader).finish();
}

RESTBIND_DECL result<streamed_response> run_streaming(call_runner& runner, pending_call call,
    body_sink& sink, http::operation_responses described)
{
    streamed_reader reader(sink, described);
    call->receiver = &reader;
    runner.run(std::move(call), reader);
    return std::move(reader).finish();
}

} // namespace restbind::net::detail

#pragma pop_macro("emit")
