#pragma once

#include <restbind/net/blocking_client.hpp>

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <future>
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
RESTBIND_DECL asio::awaitable<void> send_owned(pending_call call, response_reader& reader)
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

RESTBIND_DECL void io_thread::run(pending_call&& call, response_reader& reader)
{
    if (!call.prepared)
        return reader.fail(call.prepared.error());
    wait_for(context_, send_owned(std::move(call), reader));
}

RESTBIND_DECL result<streamed_response> io_thread::run_streaming(
    pending_call call, body_sink& sink, streamed_operation operation)
{
    return wait_for(context_, streaming_calls<body_sink>::perform(std::move(call), sink, operation));
}

} // namespace restbind::net::detail
