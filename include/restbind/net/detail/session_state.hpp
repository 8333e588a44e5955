#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/detail/retry_budget.hpp>
#include <restbind/http/request_head.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/resolver.hpp>
#include <restbind/net/detail/session.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::net::detail
{

/** A destination together with the name lookup that may be under way for it. */
struct destination
{
    origin to{};
    intrusive_ptr<lookup> looking_up{}; ///< guarded by the session state's mutex
    bool via_proxy = false;             ///< whether it is reached through a tunnel
};

/** A way to tokens. */
struct token_service
{
    intrusive_ptr<token_source> source{}; ///< null: there is none
    destination server{};                 ///< without a host for a function of the application
};

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

/** A connection in use. Goes back to where it came from when the lease ends, whichever way that
    happens. */
class lease
{
public:
    lease() = default;
    lease(lease&&) noexcept = default;
    RESTBIND_COLD lease& operator=(lease&& other) noexcept
    {
        end();
        from_ = other.from_;
        held_ = std::move(other.held_);
        has_place_ = other.has_place_;
        return *this;
    }

    ~lease() { end(); }

    /** @param from Must outlive the lease.
        @param taken Among those at work in the pool of `from`, or null.
        @param has_place Whether it has one of the pool's places.
    */
    void take(session_state& from, pool::pointer taken, bool has_place = true) noexcept
    {
        from_ = &from;
        held_ = std::move(taken);
        has_place_ = has_place;
    }

    /** Ends the lease now. */
    void end() noexcept;

    /** Says that the connection can serve another request. */
    void keep() noexcept { keep_ = true; }

    /** Says that a call has succeeded: the budget of retries counts it when the lease ends, under
        the lock that this takes anyway. */
    void count_success() noexcept { succeeded_ = true; }

    explicit operator bool() const noexcept { return held_ != nullptr; }
    connection* operator->() const noexcept { return held_.get(); }
    connection& operator*() const noexcept { return *held_; }

private:
    session_state* from_ = nullptr;
    pool::pointer held_;
    bool has_place_ = true;
    bool keep_ = false;
    bool succeeded_ = false;
};

/** What all copies and views of a client share: connections, token, settings. Calls in
    flight keep it alive.

    `mutex` protects the members below it; no coroutine suspends while holding it.
*/
class session_state final : public transport
{
public:
    /** @param runs_on Where connections and background work run.
        @param settings Never null.
        @param to The service.
        @param through The proxy; without a host if there is none.
        @param tokens Where tokens come from: first those of the client's own credentials, then
       those of single security schemes. Never empty.
        @param fixed_line The header line of a token that is never renewed; may be null.
    */
    RESTBIND_COLD session_state(asio::any_io_executor&& runs_on,
        intrusive_ptr<client_settings const> const& settings, origin&& to, origin&& through,
        std::vector<token_service>&& tokens, intrusive_ptr<header_line const> const& fixed_line)
        : executor(std::move(runs_on))
        , settings_(settings)
        , options(settings_->options)
        , held(settings_->held)
        , budget(options.retry.budget)
        , service{std::move(to)}
        , proxy{std::move(through)}
        , phases{options.write_timeout, options.first_byte_timeout, options.idle_read_timeout}
        , request_head(service.to.authority, options.user_agent)
        , pool_(executor,
              {options.max_connections, options.max_idle_connections, options.idle_timeout}, phases)
        , tokens_(std::move(tokens))
        , fixed_line_(fixed_line)
        // Machines that were switched on together must not be in step.
        , random_(static_cast<std::uint64_t>(clock::now().time_since_epoch().count()) ^
                  reinterpret_cast<std::uintptr_t>(this))
    {
        service.via_proxy = uses_proxy(service.to);
        for (token_service& one : tokens_)
            one.server.via_proxy = uses_proxy(one.server.to);
    }

    /** A session state for another address of the same service: the same settings, token and
        credentials, connections of its own. */
    RESTBIND_COLD intrusive_ptr<session_state> for_origin(origin const& other) const
    {
        std::vector<token_service> tokens(tokens_.size());
        for (std::size_t i = 0; i != tokens.size(); ++i)
            tokens[i] = {tokens_[i].source, {tokens_[i].server.to}};
        return intrusive_ptr<session_state>(new session_state(asio::any_io_executor(executor),
            settings_, origin(other), origin(proxy.to), std::move(tokens), fixed_line_));
    }

    RESTBIND_DECL asio::awaitable<void> send(
        pending_call& call, response_reader& reader) override;

    /** Ends all calls in flight with `client_closed` and closes all connections. */
    RESTBIND_COLD void shut_down()
    {
        std::vector<intrusive_ptr<lookup>> lookups(2 + tokens_.size());
        {
            std::lock_guard const lock(mutex);
            closed = true;
            pool_.shut_down();
            pauses_.shut_down();
            lookups[0] = service.looking_up;
            lookups[1] = proxy.looking_up;
            for (std::size_t i = 0; i != tokens_.size(); ++i)
                lookups[2 + i] = tokens_[i].server.looking_up;
        }
        stop_token_request();
        for (auto const& running : lookups)
        {
            if (!running)
                continue;
            std::lock_guard const lock(running->mutex);
            running->waiting.shut_down();
        }
    }

    /** @name Connections
        @{
    */
    /** A connection from the pool; none if there is nothing that could be used at once. */
    void try_connection(lease& found, clock::time_point now)
    {
        std::lock_guard const lock(mutex);
        found.take(*this, pool_.take_idle(now));
    }

    /** A connection to the service: an idle one, unless `fresh`, or a new one.

        @param times Receives the time in line and the times of setting up; null: the clock is not
            read for it.
    */
    RESTBIND_COLD asio::awaitable<result<lease>> get_connection(
        bool fresh, clock::time_point deadline, attempt_times* times = nullptr)
    {
        lease found;
        waiter waiting(executor);
        // A coroutine may be destroyed between the grant and its next step.
        struct declined_at_end
        {
            session_state& owner;
            waiter& waiting;
            bool accepted;
            ~declined_at_end()
            {
                if (accepted || !waiting.has_joined())
                    return;
                std::lock_guard const lock(owner.mutex);
                if (waiting.is_granted())
                    owner.pool_.decline_granted();
            }
        };
        declined_at_end guard{*this, waiting, false};
        {
            std::lock_guard const lock(mutex);
            if (closed)
                co_return wait_error(wait_end::client_closed, phase::pool);
            if (!fresh)
                found.take(*this, pool_.take_idle(clock::now()));
            if (found)
                co_return std::move(found);
            found.take(*this, pool_.take_place());
            if (!found)
            {
                auto const limit = options.pool_timeout.count() > 0
                                       ? clock::now() + options.pool_timeout
                                       : (clock::time_point::max)();
                waiting.join(pool_.waiting, mutex, (std::min)(limit, deadline));
            }
        }
        if (waiting.has_joined())
        {
            auto const begun = times ? clock::now() : clock::time_point();
            wait_end const end = co_await waiting.wait();
            if (times)
                times->pool = microseconds_between(begun, clock::now());
            if (end == wait_end::timed_out)
                co_return wait_error(end, phase::pool)
                    .with_detail("all " + std::to_string(options.max_connections) +
                                 " connections were in use");
            if (end != wait_end::granted)
                co_return wait_error(end, phase::pool);
            std::lock_guard const lock(mutex);
            if (closed)
                co_return wait_error(wait_end::client_closed, phase::pool);
            found.take(*this, pool_.take_granted(fresh));
            guard.accepted = true;
        }
        if (!found->used)
        {
            auto const established = co_await establish(*found, service, deadline, times);
            if (!established)
                co_return established.error();
        }
        co_return std::move(found);
    }

    /** Connects, through the proxy if there is one for the target, and with encryption if the
        address asks for it.

        @param times Receives the durations of name lookup, connecting and handshake; may be null.
        @returns The status in an error of kind `connect` is that of a proxy that refused.
    */
    asio::awaitable<result<void>> establish(connection& fresh, destination& target,
        clock::time_point deadline, attempt_times* times = nullptr);
    /** @} */

    /** @name Token
        @{
    */
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

    /** @} */

    /** Waits until the time has passed. */
    RESTBIND_COLD asio::awaitable<result<void>> pause(std::chrono::milliseconds length)
    {
        waiter waiting(executor);
        {
            std::lock_guard const lock(mutex);
            if (closed)
                co_return wait_error(wait_end::client_closed, phase::backoff);
            waiting.join(pauses_, mutex, clock::now() + length);
        }
        wait_end const end = co_await waiting.wait();
        if (end == wait_end::timed_out)
            co_return result<void>();
        co_return wait_error(end, phase::backoff);
    }

    /** Random number from 0 to 1. */
    double jitter()
    {
        std::lock_guard const lock(mutex);
        // Knuth's generator of 64 bits, whose upper bits are the better ones. One number for a
        // pause is not worth all of <random> in every file that makes a call.
        random_ = random_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(random_ >> 11) / static_cast<double>(std::uint64_t{1} << 53);
    }

    /** Where connections and background work run. */
    asio::any_io_executor const executor;

private:
    intrusive_ptr<client_settings const> const settings_;

public:
    /** Never changes. */
    client_options const& options;

    /** Credentials other than the token. Never changes. */
    std::vector<http::credential> const& held;

    /** Guards everything below. */
    std::mutex mutex;

    /** Whether the last client is gone. */
    bool closed = false;

    /** What all calls may use up for retries. */
    http::retry_budget budget;

    /** The service. */
    destination service;

    /** The proxy; without a host if there is none. */
    destination proxy;

    /** Limits of every connection's exchanges. */
    phase_limits const phases;

    /** Writes requests to the service. */
    http::request_head const request_head;

private:
    friend class lease;

    bool is_closed()
    {
        std::lock_guard const lock(mutex);
        return closed;
    }

    void stop_token_request();
    void start_renewal(token_service& from, renewal due);
    /// @param self Keeps this alive.
    asio::awaitable<void> renew(
        intrusive_ptr<session_state> self, token_service& from, renewal due);
    asio::awaitable<void> connect_for_token(token_service& from, lease& link, http::call& machine);
    http::call_plan plan_of_token() const;
    asio::awaitable<result<http::access_token>> fetch_token(token_service& from);
    bool uses_proxy(origin const& to) const
    {
        return !proxy.to.address.host.empty() && !to.address.host.empty() &&
               !http::bypasses_proxy(options.proxy.no_proxy, to.address.host, to.address.port);
    }

    asio::awaitable<result<void>> open_tunnel(
        connection& fresh, destination const& target, clock::time_point deadline);
    asio::awaitable<result<intrusive_ptr<lookup>>> look_up(
        connection& fresh, destination& target, clock::time_point deadline);

    pool pool_;
    std::vector<token_service> tokens_; ///< the list never changes
    intrusive_ptr<header_line const> const fixed_line_;
    intrusive_ptr<completion_target> stop_own_request_;
    wait_queue pauses_;
    std::uint64_t random_;
};

inline void lease::end() noexcept
{
    if (!held_)
        return;
    held_->disarm();
    pool::pointer dropped;
    std::lock_guard const lock(from_->mutex);
    if (std::exchange(succeeded_, false))
        from_->budget.succeeded();
    bool const keep = std::exchange(keep_, false) && !from_->closed;
    if (has_place_) [[likely]]
        dropped = from_->pool_.give_back(std::move(held_), keep);
    else
        from_->pool_.delist(*(dropped = std::move(held_)));
}

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/establish.ipp>
#include <restbind/net/detail/send.ipp>
#include <restbind/net/detail/token_request.ipp>
#endif
