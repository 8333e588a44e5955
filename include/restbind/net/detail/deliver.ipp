// The part of a call that hands pieces of a response to its sink.
#pragma once

#include <restbind/net/detail/call_streaming.ipp>
#include <restbind/net/detail/connection.hpp>

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
#include <span>
#include <utility>

// As in token_request.ipp.
#pragma push_macro("emit")
#undef emit

namespace restbind::net::detail
{

template <class Sink>
struct streamed_reader<Sink>::delivery
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

/// Hands the body that has come so far to the sink and waits until it has taken it.
template <class Sink>
asio::awaitable<void> streamed_reader<Sink>::deliver(connection& link)
{
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    http::response const& response = link.last_response;
    if (!has_begun())
        if (auto begun = begin(response); !begun)
        {
            link.delivered(std::move(begun));
            co_return;
        }
    if (cancellation.cancelled() != asio::cancellation_type::none)
    {
        link.delivered(error(error_kind::cancelled));
        co_return;
    }

    asio::any_io_executor const own = co_await asio::this_coro::executor;
    auto const under_way = std::make_shared<delivery>(own);
    intrusive_ptr<completion_target> const stop(new typename delivery::connection_stopped(under_way));
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
                reinterpret_cast<unsigned char const*>(response.body.data()), response.body.size()};
            // Not at once: what ends within this function would complete before it has begun.
            asio::post(under_way->strand,
                [this, under_way, piece,
                    bound = asio::bind_executor(
                        executor, asio::bind_cancellation_slot(
                                      under_way->signal.slot(), std::move(ended)))]() mutable
                { asio::co_spawn(under_way->strand, write(piece), std::move(bound)); });
        },
        token);
    co_await std::move(work);
    link.end_delivery();
    bool const is_ended = link.stopped() != stop_reason::none ||
                          cancellation.cancelled() != asio::cancellation_type::none;
    if (!under_way->thrown)
        link.delivered(judged(std::move(under_way->taken)));
    else
        link.delivered(is_ended ? error(error_kind::cancelled) : callback_error(under_way->thrown));
}

} // namespace restbind::net::detail

#pragma pop_macro("emit")
