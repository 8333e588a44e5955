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
#include <boost/system/error_code.hpp>

#include <exception>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Owns what the call needs but the reader, because the thread may drop a call when it ends.
inline asio::awaitable<void> send_owned(pending_call call, response_reader& reader)
{
    co_await call.get_deleter().to->send(*call, reader);
}

/// A thread that runs an execution context until it is told to end.
///
/// @tparam Context `asio::io_context`.
template <class Context>
class io_thread final : public call_runner
{
public:
    io_thread() { parts_->owner.claim(); }

    ~io_thread() override
    {
        // A child of this process does not have the thread.
        if (parts_->owner.is_foreign())
            static_cast<void>(parts_.release());
        // The function that the thread is in still uses its parts when this returns.
        else if (is_this_thread())
            parts_.release()->end_from_within();
    }

    asio::any_io_executor executor() override { return parts_->context.get_executor(); }

    void run(pending_call&& call, response_reader& reader) override
    {
        if (call->refusal)
            return reader.fail(*call->refusal);
        if (is_this_thread())
            return refuse(*call, reader);
        std::promise<void> promise; // broken if the thread drops the call
        auto ended = promise.get_future();
        asio::co_spawn(parts_->context, send_owned(std::move(call), reader),
            [promise = std::move(promise)](std::exception_ptr thrown) mutable
            {
                if (thrown)
                    promise.set_exception(std::move(thrown));
                else
                    promise.set_value();
            });
        ended.get();
    }

private:
    /// Whether the caller is in this thread, such as an observer's function.
    bool is_this_thread() const noexcept
    {
        return parts_->thread.get_id() == std::this_thread::get_id();
    }

    /// The thread cannot wait for itself. No observer is told: it is likely the one that calls.
    RESTBIND_COLD static void refuse(prepared_call& call, response_reader& reader)
    {
        if (call.info)
            *call.info = {.call_id = call.id};
        reader.fail(restbind::detail::fill(
            restbind::detail::invalid_argument({"a blocking client cannot be called from its own "
                                                "thread, in which its observer, token "
                                                "provider and sinks run: call ",
                call.request.operation,
                " of the client that does not block (async_…), or from another thread"}))
                        .with_call_id(call.id)
                        .take());
    }

    struct parts
    {
        ~parts()
        {
            context.stop();
            if (thread.joinable())
                thread.join();
        }

        /// The thread ends, and these with it, when the function that it is in has returned.
        void end_from_within()
        {
            ends_from_within = true;
            context.stop();
        }

        void run()
        {
            context.run();
            if (!ends_from_within)
                return;
            thread.detach();
            delete this;
        }

        Context context{1};
        context_owner& owner = asio::use_service<context_owner>(context);
        asio::executor_work_guard<typename Context::executor_type> work{context.get_executor()};
        bool ends_from_within = false; ///< written by the thread itself
        std::thread thread{[this] { run(); }};
    };

    std::unique_ptr<parts> parts_ = std::make_unique<parts>();
};

template <class Runner>
result<std::shared_ptr<Runner>> start_io_thread()
try
{
    return std::shared_ptr<Runner>(std::make_shared<io_thread<asio::io_context>>());
}
catch (std::system_error const& failure)
{
    return restbind::detail::fill(
        error(error_kind::connect, "the thread of a blocking client cannot be started"))
        .with_code({failure.code().value(), boost::system::system_category()})
        .take();
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template result<std::shared_ptr<call_runner>> start_io_thread();
#endif

} // namespace restbind::net::detail
