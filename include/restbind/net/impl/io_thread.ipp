#pragma once

#include <restbind/net/blocking_client.hpp>

#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>

#include <exception>
#include <future>
#include <span>
#include <utility>

namespace restbind::net::detail
{

RESTBIND_DECL io_thread::io_thread()
    : work_(context_.get_executor())
    , thread_([this] { context_.run(); })
{
}

RESTBIND_DECL io_thread::~io_thread()
{
    context_.stop();
    thread_.join();
}

RESTBIND_DECL asio::any_io_executor io_thread::executor()
{
    return context_.get_executor();
}

/// Owns what the call needs but the reader, because the thread may drop a call when it ends.
RESTBIND_DECL asio::awaitable<void> send_owned(outgoing_call call, answer_reader& reader)
{
    co_await send(call, reader);
}

/// Sets a promise when a call ends. An exception belongs to the thread that waits.
template <class Value>
struct keep_promise
{
    std::promise<Value> ended;

    template <class... Values> // none if `Value` is void
    void operator()(std::exception_ptr thrown, Values... values)
    {
        if (thrown)
            ended.set_exception(std::move(thrown));
        else
            ended.set_value(std::move(values)...);
    }
};

template <class Value>
Value wait_for(asio::io_context& context, asio::awaitable<Value> work)
{
    std::promise<Value> ended;
    auto outcome = ended.get_future();
    asio::co_spawn(context, std::move(work), keep_promise<Value>{std::move(ended)});
    return outcome.get();
}

RESTBIND_DECL void io_thread::run(outgoing_call&& call, answer_reader& reader)
{
    if (!call.prepared)
        return reader.fail(call.prepared.error());
    wait_for(context_, send_owned(std::move(call), reader));
}

/// Keeps a sink's exception for another thread.
class guarded_sink final : public answer_sink
{
public:
    explicit guarded_sink(answer_sink& sink) noexcept
        : sink_(sink)
    {
    }

    result<void> begin(answer_head const& head) override
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

    asio::awaitable<result<void>> write(std::span<unsigned char const> piece) override
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

    /// Throws what the sink has thrown, if it has.
    void rethrow() const
    {
        if (thrown_)
            std::rethrow_exception(thrown_);
    }

private:
    answer_sink& sink_;
    std::exception_ptr thrown_;
};

RESTBIND_DECL result<streamed_answer> io_thread::run_into(
    outgoing_call call, answer_sink& sink, streamed_operation operation)
{
    guarded_sink guarded(sink);
    auto outcome =
        wait_for(context_, calls_into<answer_sink>::carry_out(std::move(call), guarded, operation));
    guarded.rethrow();
    return outcome;
}

} // namespace restbind::net::detail
