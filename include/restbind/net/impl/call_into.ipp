#pragma once

#include <restbind/http/answers.hpp>
#include <restbind/net/call_into.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace restbind::net::detail
{

/// Stands between a call and the sink of its answer.
class streamed_reader final : public answer_reader, public answer_receiver
{
public:
    streamed_reader(
        answer_sink& sink, streamed_operation const& operation, json::limits const& limits) noexcept
        : sink_(sink)
        , operation_(operation)
        , limits_(limits)
    {
    }

    std::span<http::answer_rule const> successes() const noexcept override
    {
        return operation_.answers;
    }

    /// The head of a success has come. @returns What is wrong with it.
    std::optional<error> begin(http::response const& answer)
    {
        auto const place =
            http::choose_answer(*operation_.info, operation_.answers, answer, nullptr, true);
        if (!place)
            return place.error();
        begun_ = true;
        result_.status = answer.status;
        result_.content_type = answer.content_type;
        auto const wanted =
            sink_.begin({.status = answer.status, .content_type = result_.content_type});
        return wanted ? std::nullopt : std::optional<error>(wanted.error());
    }

    bool has_begun() const noexcept override { return begun_; }

    RESTBIND_DECL asio::awaitable<exchange_step> deliver(connection& link) override;

    /// Takes a piece, which lives until the result is there.
    asio::awaitable<result<void>> write(std::span<unsigned char const> piece)
    {
        result_.size += piece.size();
        return sink_.write(piece);
    }

    std::optional<error> read(http::response const& answer) override
    {
        if (http::find_success(operation_.answers, answer.status) == operation_.answers.size())
            return operation_.refuse(answer, limits_);
        return begun_ ? std::nullopt : begin(answer); // there was no body
    }

    streamed_answer finish() && { return std::move(result_); }

private:
    answer_sink& sink_;
    streamed_operation const& operation_;
    json::limits limits_;
    streamed_answer result_;
    bool begun_ = false;
};

RESTBIND_DECL result<void> guarded_sink::begin(answer_head const& head)
{
    try
    {
        return sink_.begin(head);
    }
    catch (...)
    {
        thrown_ = std::current_exception();
    }
    return error(error_kind::cancelled, "the sink has thrown an exception");
}

RESTBIND_DECL asio::awaitable<result<void>> guarded_sink::write(
    std::span<unsigned char const> piece)
{
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    try
    {
        auto work = sink_.write(piece);
        co_return co_await std::move(work);
    }
    catch (...)
    {
        // After a cancellation a wait of the sink ends so; that is not the caller's to see.
        if (cancellation.cancelled() == asio::cancellation_type::none)
            thrown_ = std::current_exception();
    }
    co_return error(error_kind::cancelled, "the sink has thrown an exception");
}

RESTBIND_DECL asio::awaitable<result<streamed_answer>> carry_out_into(
    std::shared_ptr<engine> shared, result<prepared_call> prepared, answer_sink& sink,
    streamed_operation operation)
{
    if (!prepared)
        co_return prepared.error();
    streamed_reader reader(sink, operation, prepared->limits);
    prepared->receiver = &reader;
    error failure = co_await send(*shared, *prepared, reader);
    if (failure.kind() != error_kind::none)
        co_return failure;
    co_return std::move(reader).finish();
}

RESTBIND_DECL asio::awaitable<result<streamed_answer>> carry_out_into_spawned(
    std::shared_ptr<engine> shared, result<prepared_call> prepared, answer_sink& sink,
    streamed_operation operation)
{
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    co_await asio::this_coro::throw_if_cancelled(false);
    co_await asio::post(asio::use_awaitable);
    auto work = carry_out_into(std::move(shared), std::move(prepared), sink, operation);
    co_return co_await std::move(work);
}

} // namespace restbind::net::detail

#include <restbind/net/impl/deliver.ipp>
