// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/net/detail/ref_counted.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

// Qt's macro of this name would hide a member of Asio's signals.
#pragma push_macro("emit")
#undef emit

namespace restbind::inline RESTBIND_ABI::net
{

namespace detail
{

class client_tokens;

/** Work on a strand, so that any thread can cancel it.

    @tparam Executor Always `asio::any_io_executor`. A template, so that only programs with a token
        provider compile it.
*/
template <class Executor>
class cancellable_work final : public completion_target
{
public:
    /** Starts a coroutine. @returns What cancels it. */
    RESTBIND_COLD static intrusive_ptr<completion_target> start(
        Executor const& executor, asio::awaitable<void> work)
    {
        intrusive_ptr<cancellable_work> const running(new cancellable_work(executor));
        asio::co_spawn(running->strand_, std::move(work),
            asio::bind_cancellation_slot(
                running->signal_.slot(), [running](std::exception_ptr) {}));
        return running;
    }

    /** Cancels it. */
    void ended(std::uint64_t, boost::system::error_code) override
    {
        asio::post(strand_, [self = intrusive_ptr<cancellable_work>(this)]
            { self->signal_.emit(asio::cancellation_type::terminal); });
    }

private:
    explicit cancellable_work(Executor const& executor)
        : strand_(asio::make_strand(executor))
    {
    }

    asio::strand<Executor> strand_;
    asio::cancellation_signal signal_;
};

} // namespace detail

/** A function of the application that gets a token: it returns an
    `asio::awaitable<result<http::access_token>>`.

    One call is in flight at a time, on a strand of the client's executor. Its token is cached and
    renewed like any other, and belongs to this client alone. A failure is the error of the calls
    that wait for the token, whatever its kind; a token that no header may hold counts as
    `token_unavailable`, and so does an exception, whose text `error::detail()` has.
    `std::bad_alloc` comes out of the calls that wait. A lifetime above 24 hours counts as 24 hours.

    Calls do not wait for it past their deadlines, but it has no deadline of its own and no second
    one is started beside it. When the last client is destroyed it gets a terminal cancellation
    through its cancellation slot and should end; nothing waits for it to do so.
*/
class token_provider
{
    using function_type = std::function<asio::awaitable<result<http::access_token>>()>;

public:
    /** None. */
    token_provider() noexcept = default;

    /** @param function Anything that can be called without arguments and can be copied. Called
            again and again. */
    template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, token_provider> &&
             std::is_constructible_v<function_type, Function>) token_provider(Function&& function)
        : function_(std::forward<Function>(function))
        , start_(&detail::cancellable_work<asio::any_io_executor>::start)
    {
    }

    /** Whether there is one. */
    explicit operator bool() const noexcept { return static_cast<bool>(function_); }

private:
    friend class detail::client_tokens;

    function_type function_;

    /// Named only where there is a function: other programs hold no code for it.
    detail::intrusive_ptr<detail::completion_target> (*start_)(
        asio::any_io_executor const&, asio::awaitable<void>) = nullptr;
};

} // namespace restbind::net

#pragma pop_macro("emit")
