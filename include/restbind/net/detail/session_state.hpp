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
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/client_tokens.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/pauses.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

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
        , jitter_(static_cast<std::uint64_t>(clock::now().time_since_epoch().count()) ^
                  reinterpret_cast<std::uintptr_t>(this))
        , dialer_(executor_, options(), std::move(through), jitter_)
        , service_(dialer_.way_to(std::move(to)))
        , request_head_(service_.to.authority, options().user_agent)
        , trace_headers_(options().trace_headers)
        , budget_(options().retry.budget)
        , pool_(executor_,
              {options().pool.max_connections, options().pool.max_idle, options().pool.idle_timeout},
              options().pool.max_connections, options().pool.wait,
              {options().timeouts.write, options().timeouts.first_byte, options().timeouts.idle_read})
        , pauses_(executor_)
        , tokens_(*this, executor_, options(), pool_, dialer_, pauses_, jitter_, std::move(tokens),
              fixed_line)
    {
    }

    RESTBIND_COLD ~session_state() override { delete spare.load(); }

    /** A session state for another address of the same service: the same settings, token and
        credentials, connections of its own. */
    RESTBIND_COLD intrusive_ptr<session_state> for_origin(origin const& other) const
    {
        return intrusive_ptr<session_state>(new session_state(asio::any_io_executor(executor_),
            settings_, origin(other), origin(dialer_.proxy()),
            std::vector<token_service>(tokens_.services()), tokens_.fixed_line()));
    }

    asio::awaitable<void> send(prepared_call& call, response_reader& reader) override;

    /** Ends all calls in flight with `client_closed` and closes all connections. */
    RESTBIND_COLD void shut_down()
    {
        pool_.shut_down();
        pauses_.shut_down();
        dialer_.shut_down();
        tokens_.shut_down();
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
        auto const established = co_await dialer_.establish(**found, service_, deadline, times);
        if (!established)
            co_return established.error();
        co_return std::move(found);
    }

    /** Its tokens. */
    client_tokens& tokens() noexcept { return tokens_; }
    client_tokens const& tokens() const noexcept { return tokens_; }

private:
    asio::any_io_executor const executor_;
    context_owner& owner_;
    intrusive_ptr<client_settings const> const settings_;
    jitter_source jitter_;
    dialer dialer_;
    destination const service_;
    http::request_head const request_head_;
    http::header_names const trace_headers_;
    http::retry_budget budget_;
    pool pool_;
    pauses pauses_;
    client_tokens tokens_;
};

} // namespace restbind::net::detail
