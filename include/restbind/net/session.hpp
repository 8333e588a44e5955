// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

namespace detail
{

class client_share;
class response_reader;
struct call_request;
struct call_returner;
struct prepared_call;

/** A call on its way to where it is carried out, or why it cannot be. Owns everything that it
    needs, so that the caller's arguments are not looked at after the function that made it has
    returned.
*/
using pending_call = std::unique_ptr<prepared_call, call_returner>;

} // namespace detail

/** What copies and views of a client share: connections, token, settings, observer.

    Thread-safe. When the last client that holds it is destroyed, all calls in flight end promptly
    with `client_closed`. It must be destroyed before the execution context of its executor. An idle
    session has no pending operation, so that `io_context::run` returns.
*/
class session : public detail::ref_counted<session>
{
public:
    session(session const&) = delete;
    session& operator=(session const&) = delete;
    virtual ~session() = default;

    /** Checks the options and makes a session. Nothing is sent and no connection made.

        @param executor Where connections and background work run; its context must be run by the
        application.
        @returns `invalid_argument`, naming the option, if they are not usable.
    */
    static result<detail::intrusive_ptr<session>> open(
        asio::any_io_executor executor, client_options&& options);

    /** The options, as checked. `tokens.credentials.client_secret`, `tokens.access_token` and
        `security` are empty: they were moved to where they are used. */
    client_options const& options() const noexcept { return options_; }

    /** The executor that was given to `open`. */
    asio::any_io_executor const& executor() const noexcept { return executor_; }

    /** Forgets the cached token and a refusal of the authorization server that would otherwise be
        final, for example after the application's registration there was repaired. For all clients
        of the process that share the token, see `client_options::tokens.credentials`. */
    virtual void reset_token() = 0;

    /** @name The way of a call
        Files that only make calls reach the network through these functions. Only a file that makes
        a client compiles what stands behind them.
        @{
    */
    /** Validates and encodes; nothing is sent. */
    virtual detail::pending_call prepare(detail::call_request const& asked) = 0;

    /** Carries a call out: token, connection, attempts, pauses. One function for all operations.

        @param call Must live until the call has ended.
        @param reader Has accepted a response in the end, or was told why there is none.
    */
    virtual asio::awaitable<void> send(
        detail::prepared_call& call, detail::response_reader& reader) = 0;

    /** Takes the memory of a call that has ended. */
    virtual void take_back(detail::prepared_call* ended) noexcept = 0;
    /** @} */

protected:
    /** Keeps both. */
    session(client_options&& options, asio::any_io_executor&& executor)
        : options_(std::move(options))
        , executor_(std::move(executor))
    {
    }

private:
    friend class detail::client_share;

    /// Ends all calls in flight with `client_closed`: the last client is gone.
    virtual void close() noexcept = 0;

    client_options const options_;
    asio::any_io_executor const executor_;
    std::atomic<std::size_t> clients_{0};
};

namespace detail
{

/** A client's share of its session. When the last one is gone the session is closed; the calls that
    are under way keep its memory.
*/
class client_share
{
public:
    /** @param shared Null only in a copy of what was moved from. */
    explicit client_share(intrusive_ptr<session> shared) noexcept
        : session_(std::move(shared))
    {
        if (session_)
            session_->clients_.fetch_add(1, std::memory_order_relaxed);
    }
    client_share(client_share const& other) noexcept
        : client_share(other.session_)
    {
    }
    client_share(client_share&& other) noexcept = default;
    client_share& operator=(client_share other) noexcept
    {
        session_.swap(other.session_);
        return *this;
    }
    ~client_share()
    {
        if (session_ && session_->clients_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            session_->close();
    }

    session* operator->() const noexcept { return session_.get(); }
    session& operator*() const noexcept { return *session_; }

    friend bool operator==(client_share const&, client_share const&) = default;

private:
    intrusive_ptr<session> session_; ///< null after a move
};

} // namespace detail

} // namespace restbind::net
