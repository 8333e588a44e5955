// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/net/blocking_client.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <memory>
#include <thread>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Owns what the call needs but the reader, because the thread may drop a call when it ends.
template <class Reader>
asio::awaitable<void> send_owned(pending_call call, Reader& reader)
{
    co_await call.get_deleter().shared->send(*call, reader);
}

/// A thread that runs an execution context until it is told to end.
template <class Runner>
class io_thread final : public Runner
{
public:
    io_thread()
        : work_(context_.get_executor())
        , thread_([this] { context_.run(); })
    {
    }

    ~io_thread() override
    {
        context_.stop();
        thread_.join();
    }

    asio::any_io_executor executor() override { return context_.get_executor(); }

    void run(pending_call&& call, response_reader& reader) override
    {
        if (call->refusal)
            return reader.fail(*call->refusal);
        asio::co_spawn(context_, send_owned(std::move(call), reader), asio::use_future).get();
    }

private:
    asio::io_context context_{1};
    asio::executor_work_guard<asio::io_context::executor_type> work_;
    std::thread thread_;
};

template <class Runner>
std::shared_ptr<Runner> start_io_thread()
{
    return std::make_shared<io_thread<Runner>>();
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template std::shared_ptr<call_runner> start_io_thread();
#endif

} // namespace restbind::net::detail
