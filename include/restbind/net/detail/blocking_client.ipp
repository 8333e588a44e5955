#pragma once

#include <restbind/net/blocking_client.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

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

/// Owns what the call needs but the reader, because the thread may drop a call when it ends.
RESTBIND_DECL asio::awaitable<void> send_owned(pending_call call, response_reader& reader)
{
    co_await call.shared->send(call, reader);
}

RESTBIND_DECL void io_thread::run(pending_call&& call, response_reader& reader)
{
    if (!call.prepared)
        return reader.fail(call.prepared.error());
    asio::co_spawn(context_, send_owned(std::move(call), reader), asio::use_future).get();
}

RESTBIND_DECL result<streamed_response> io_thread::run_streaming(
    pending_call call, body_sink& sink, http::operation_responses described)
{
    return asio::co_spawn(context_,
        streaming_calls<body_sink>::perform(std::move(call), sink, described), asio::use_future)
        .get();
}

} // namespace restbind::net::detail
