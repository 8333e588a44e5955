// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/detail/process.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/system/error_code.hpp>

#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Owns what the call needs but the reader, because the thread may drop a call when it ends.
template <class Reader>
asio::awaitable<void> send_owned(pending_call call, Reader& reader)
{
    co_await call.get_deleter().shared->send(*call, reader);
}

/// A thread that runs an execution context until it is told to end.
///
/// @tparam Context Always `asio::io_context`. A parameter, so that only files with a blocking client
/// compile what this class calls.
template <class Runner, class Context>
class io_thread final : public Runner
{
public:
    io_thread() { parts_->owner.claim(); }

    ~io_thread() override
    {
        // A child of this process does not have the thread.
        if (parts_->owner.is_foreign())
            static_cast<void>(parts_.release());
    }

    asio::any_io_executor executor() override { return parts_->context.get_executor(); }

    void run(pending_call&& call, response_reader& reader) override
    {
        if (call->refusal)
            return reader.fail(*call->refusal);
        asio::co_spawn(parts_->context, send_owned(std::move(call), reader), asio::use_future).get();
    }

private:
    struct parts
    {
        ~parts()
        {
            context.stop();
            thread.join();
        }

        Context context{1};
        context_owner& owner = asio::use_service<context_owner>(context);
        asio::executor_work_guard<typename Context::executor_type> work{context.get_executor()};
        std::thread thread{[this] { context.run(); }};
    };

    std::unique_ptr<parts> parts_ = std::make_unique<parts>();
};

template <class Runner>
result<std::shared_ptr<Runner>> start_io_thread()
try
{
    return std::shared_ptr<Runner>(std::make_shared<io_thread<Runner, asio::io_context>>());
}
catch (std::system_error const& failure)
{
    return error(error_kind::connect, "the thread of a blocking client cannot be started")
        .with_code({failure.code().value(), boost::system::system_category()});
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template result<std::shared_ptr<call_runner>> start_io_thread();
#endif

} // namespace restbind::net::detail
