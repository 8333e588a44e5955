// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/origin_state.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The token request of the application's own that is under way, if any. Thread-safe. */
class own_token_request
{
public:
    /** It was started. @param cancel Cancels it; at once after a shutdown. */
    RESTBIND_COLD void started(intrusive_ptr<completion_target> cancel)
    {
        {
            std::lock_guard const lock(mutex_);
            if (!closed_)
            {
                cancel_ = std::move(cancel);
                return;
            }
        }
        cancel->ended(0, {});
    }

    /** Cancels it. */
    RESTBIND_COLD void shut_down()
    {
        intrusive_ptr<completion_target> cancel;
        {
            std::lock_guard const lock(mutex_);
            closed_ = true;
            cancel.swap(cancel_);
        }
        if (cancel)
            cancel->ended(0, {});
    }

private:
    std::mutex mutex_; ///< guards what follows
    intrusive_ptr<completion_target> cancel_;
    bool closed_ = false;
};

/** The tokens of a client: who gets one, who waits, and the requests for new ones. Thread-safe. */
class client_tokens
{
public:
    /** @param owner What requests that are under way keep alive. It holds this and the others.
        @param services Where tokens come from: first those of the client's own credentials, then
            those of single security schemes. Never empty.
        @param fixed_line The header line of a token that is never renewed; may be null.
    */
    RESTBIND_COLD client_tokens(session& owner, asio::any_io_executor const& executor,
        time_source const& time, client_options const& options, dialer& dials, std::vector<token_service>&& services,
        intrusive_ptr<header_line const> const& fixed_line)
        : owner_(owner)
        , executor_(executor)
        , time_(time)
        , options_(options)
        , fixed_line_(fixed_line)
    {
        services_.reserve(services.size());
        for (token_service& one : services)
        {
            // No connection is kept, and each request is retried as often as its rule says.
            origin_state* const server = one.server.address.host.empty()
                                             ? nullptr
                                             : &servers_.emplace_back(executor, time, options, dials,
                                                   std::move(one.server), std::size_t{0}, 0U);
            services_.push_back({std::move(one.source), server});
        }
    }

    /** The token if it is there; starts its renewal if that is due.

        @param source As `http::selected_credentials::token_source`.
        @param seen As with `token_source::use`.
    */
    token_lookup try_get(std::size_t source, clock::time_point now,
        std::uint64_t seen = token_source::has_not_waited);

    /** The token; waits for one if need be.

        @param has_asked What `try_get` has said before: whether this call has begun a request.
    */
    asio::awaitable<result<authorization>> get(
        std::size_t source, clock::time_point deadline, bool has_asked);

    /** Whether there is a token for any scheme, or a way to one. */
    bool any() const noexcept { return services_.front().source || fixed_line_; }

    /** The service has rejected this token of a call of the operation. @returns Whether a retry
        with another one makes sense. */
    bool reject(std::string_view operation, authorization const& rejected)
    {
        return rejected.from && rejected.from->rejected(operation, rejected.generation, time_.now());
    }

    /** A call of the operation has succeeded with this token. */
    void accept(std::string_view operation, authorization const& accepted)
    {
        if (accepted.from && accepted.from->has_rejections()) [[unlikely]]
            accepted.from->accepted(operation, accepted.generation);
    }

    /** Forgets the tokens and refusals for good, for all clients that share them. */
    RESTBIND_COLD void reset()
    {
        for (service const& one : services_)
            if (one.source)
                one.source->reset();
    }

    /** Ends all waits with `client_closed` and leaves requests under way to other clients. */
    RESTBIND_COLD void shut_down()
    {
        closed_.store(true);
        own_request_.shut_down();
        for (origin_state& one : servers_)
            one.connections.shut_down();
        for (service const& one : services_)
            if (one.source)
                one.source->leave(this);
    }

private:
    /// A way to tokens.
    struct service
    {
        intrusive_ptr<token_source> source; ///< null: there is none
        origin_state* server;               ///< null: a function of the application gives them
    };

    void start_renewal(service& from, renewal due);
    /// @param owner Keeps this alive.
    asio::awaitable<void> renew(intrusive_ptr<session> owner, service& from, renewal due);
    asio::awaitable<result<http::access_token>> fetch(service const& from);

    session& owner_;
    asio::any_io_executor const& executor_;
    time_source const& time_;
    client_options const& options_;
    std::deque<origin_state> servers_; ///< neither list changes after the constructor
    std::vector<service> services_;
    intrusive_ptr<header_line const> const fixed_line_;
    own_token_request own_request_;
    std::atomic<bool> closed_{false}; ///< whether the last client is gone
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/client_tokens.ipp>
#endif
