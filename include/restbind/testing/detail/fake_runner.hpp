// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/net/detail/io_thread.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/session.hpp>
#include <restbind/testing/virtual_network.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <utility>

namespace restbind::inline RESTBIND_ABI::testing::detail
{

/// Carries out the calls of blocking clients in the thread that makes them.
class fake_runner final : public net::detail::call_runner
{
public:
    /// Both must outlive this object.
    fake_runner(boost::asio::io_context& context, virtual_network& network) noexcept
        : context_(context)
        , network_(network)
    {
    }

    boost::asio::any_io_executor executor() override { return context_.get_executor(); }

    void run(net::detail::pending_call&& call, net::detail::response_reader& reader) override
    {
        if (call->refusal)
            return reader.fail(*call->refusal);
        bool done = false;
        std::exception_ptr thrown;
        boost::asio::co_spawn(context_, send(std::move(call), reader),
            [&](std::exception_ptr why)
            {
                thrown = std::move(why);
                done = true;
            });
        network_.run_until(context_, done);
        if (thrown)
            std::rethrow_exception(thrown);
    }

private:
    static boost::asio::awaitable<void> send(
        net::detail::pending_call call, net::detail::response_reader& reader)
    {
        co_await call.get_deleter().to->send(*call, reader);
    }

    boost::asio::io_context& context_;
    virtual_network& network_;
};

} // namespace restbind::testing::detail
