// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/call.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/pauses.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/resolver.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

class session_state;

/** What never changes and is the same for all session states of a client. */
struct client_settings final : ref_counted<client_settings>
{
    explicit client_settings(client_options&& given)
        : options(std::move(given))
    {
    }

    /** Checked options without their secrets, except those of the proxy. */
    client_options const options;

    /** Credentials other than the token. */
    std::vector<http::credential> held;
};

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

/** What all copies and views of a client share for one origin: connections, tokens, settings. Calls
    in flight keep it alive. Thread-safe: each of its parts has a lock of its own, which is never
    held across a suspension.
*/
class session_state final : public transport
{
public:
    /** @param executor Where connections and background work run.
        @param settings Never null.
        @param to The service.
        @param through The proxy; without a host if there is none.
        @param tokens Where tokens come from: first those of the client's own credentials, then
       those of single security schemes. Never empty.
        @param fixed_line The header line of a token that is never renewed; may be null.
    */
    RESTBIND_COLD session_state(asio::any_io_executor&& executor,
        intrusive_ptr<client_settings const> const& settings, origin&& to, origin&& through,
        std::vector<token_service>&& tokens, intrusive_ptr<header_line const> const& fixed_line)
        : executor_(std::move(executor))
        , owner_(context_owner::of(executor_))
        , settings_(settings)
        , proxy_{std::move(through)}
        , service_{std::move(to)}
        , request_head_(service_.to.authority, options().user_agent)
        , trace_headers_(options().trace_headers)
        , budget_(options().retry.budget)
        , pool_(executor_,
              {options().pool.max_connections, options().pool.max_idle, options().pool.idle_timeout},
              options().pool.max_connections, options().pool.wait,
              {options().timeouts.write, options().timeouts.first_byte, options().timeouts.idle_read})
        , resolver_(executor_, options().resolver)
        , pauses_(executor_)
        , jitter_(static_cast<std::uint64_t>(clock::now().time_since_epoch().count()) ^
                  reinterpret_cast<std::uintptr_t>(this))
        , tokens_(std::move(tokens))
        , fixed_line_(fixed_line)
    {
        service_.via_proxy = uses_proxy(service_.to);
        for (token_service& one : tokens_)
            one.server.via_proxy = uses_proxy(one.server.to);
    }

    RESTBIND_COLD ~session_state() override { delete spare.load(); }

    /** A session state for another address of the same service: the same settings, token and
        credentials, connections of its own. */
    RESTBIND_COLD intrusive_ptr<session_state> for_origin(origin const& other) const
    {
        std::vector<token_service> tokens(tokens_.size());
        for (std::size_t i = 0; i != tokens.size(); ++i)
            tokens[i] = {tokens_[i].source, {tokens_[i].server.to}};
        return intrusive_ptr<session_state>(new session_state(asio::any_io_executor(executor_),
            settings_, origin(other), origin(proxy_.to), std::move(tokens), fixed_line_));
    }

    RESTBIND_DECL asio::awaitable<void> send(
        prepared_call& call, response_reader& reader) override;

    /** Ends all calls in flight with `client_closed` and closes all connections. */
    RESTBIND_COLD void shut_down()
    {
        closed_.store(true);
        pool_.shut_down();
        pauses_.shut_down();
        resolver_.shut_down();
        own_token_request_.shut_down();
        for (token_service const& one : tokens_)
            if (one.source)
                one.source->leave(this);
    }

    /** Where connections and background work run. */
    asio::any_io_executor const& executor() const noexcept { return executor_; }

    /** The process that runs the executor's context. */
    context_owner& owner() const noexcept { return owner_; }

    /** Checked options without their secrets, except those of the proxy. */
    client_options const& options() const noexcept { return settings_->options; }

    /** Credentials other than the token. */
    std::vector<http::credential> const& held() const noexcept { return settings_->held; }

    /** Where calls go. */
    origin const& service() const noexcept { return service_.to; }

    /** Writes requests to the service. */
    http::request_head const& request_head() const noexcept { return request_head_; }

    /** Headers of responses that are kept because they help to trace them. */
    http::header_names const& trace_headers() const noexcept { return trace_headers_; }

    /** What all calls may use up for retries. */
    http::retry_budget& budget() noexcept { return budget_; }

    /** Waits between attempts. */
    pauses& backoff() noexcept { return pauses_; }

    /** Random number from 0 to 1. */
    double jitter() noexcept { return jitter_.next(); }

    /** A connection from the pool; none if there is nothing that could be used at once. */
    lease try_connection() { return pool_.try_acquire(); }

    /** A connection to the service: an idle one, unless `fresh`, or a new one.

        @param times Receives the time in line and the times of setting up; null: the clock is not
            read for it.
    */
    RESTBIND_COLD asio::awaitable<result<lease>> get_connection(
        bool fresh, clock::time_point deadline, attempt_times* times = nullptr)
    {
        result<lease> found =
            co_await pool_.acquire(fresh, deadline, times ? &times->pool : nullptr);
        if (!found || (*found)->used)
            co_return std::move(found);
        auto const established = co_await establish(**found, service_, deadline, times);
        if (!established)
            co_return established.error();
        co_return std::move(found);
    }

    /** The token if it is there; starts its renewal if that is due.

        @param source As `http::selected_credentials::token_source`.
        @param seen As with `token_source::use`.
        @returns False if there is something to wait for.
    */
    bool try_token(authorization& found, std::size_t source, clock::time_point now,
        std::uint64_t seen = http::token_state::has_not_waited);

    /** The token; waits for one if need be. */
    asio::awaitable<result<authorization>> get_token(
        std::size_t source, clock::time_point deadline);

    /** Whether there is a token for any scheme, or a way to one. */
    bool has_token() const noexcept { return tokens_.front().source || fixed_line_; }

    /** The service has rejected this token of a call of the operation. @returns Whether a retry
        with another one makes sense. */
    bool reject_token(std::string_view operation, authorization const& rejected)
    {
        return rejected.from && rejected.from->rejected(operation, rejected.generation);
    }

    /** A call of the operation has succeeded with this token. */
    void accept_token(std::string_view operation, authorization const& accepted)
    {
        if (accepted.from && accepted.from->has_rejections()) [[unlikely]]
            accepted.from->accepted(operation, accepted.generation);
    }

    /** Forgets the tokens and refusals for good, for all clients that share them. */
    void reset_token()
    {
        for (token_service const& one : tokens_)
            if (one.source)
                one.source->reset();
    }

private:
    bool uses_proxy(origin const& to) const
    {
        return !proxy_.to.address.host.empty() && !to.address.host.empty() &&
               !http::bypasses_proxy(options().proxy.no_proxy, to.address.host, to.address.port);
    }

    /// Connects, through the proxy if there is one for the target, and with encryption if the
    /// address asks for it.
    ///
    /// @param times Receives the durations of name lookup, connecting and handshake; may be null.
    /// @returns The status in an error of kind `connect` is that of a proxy that refused.
    asio::awaitable<result<void>> establish(connection& fresh, destination const& target,
        clock::time_point deadline, attempt_times* times = nullptr);
    asio::awaitable<result<void>> open_tunnel(
        connection& fresh, destination const& target, clock::time_point deadline);

    void start_renewal(token_service& from, renewal due);
    /// @param self Keeps this alive.
    asio::awaitable<void> renew(
        intrusive_ptr<session_state> self, token_service& from, renewal due);
    asio::awaitable<void> connect_for_token(token_service& from, lease& link, http::call& machine);
    http::call_plan plan_of_token() const;
    asio::awaitable<result<http::access_token>> fetch_token(token_service& from);

    asio::any_io_executor const executor_;
    context_owner& owner_;
    intrusive_ptr<client_settings const> const settings_;
    destination const proxy_; ///< without a host if there is none
    destination service_;
    http::request_head const request_head_;
    http::header_names const trace_headers_;
    http::retry_budget budget_;
    pool pool_;
    resolver resolver_;
    pauses pauses_;
    jitter_source jitter_;
    std::vector<token_service> tokens_; ///< the list never changes
    intrusive_ptr<header_line const> const fixed_line_;
    own_token_request own_token_request_;
    std::atomic<bool> closed_{false}; ///< whether the last client is gone
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/call.ipp>
#include <restbind/net/detail/session_state.ipp>
#endif
