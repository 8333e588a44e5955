// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/detail/token_response.hpp>
#include <restbind/http/operation_info.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/origin_state.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/ref_counted.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/detail/waiter.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>
#include <restbind/net/session.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <list>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** The call of the program's token provider that is under way, if any. Thread-safe. */
class own_token_request
{
public:
    /** Notes that it has begun. @param cancel Cancels it; that happens at once after `shut_down`.
     */
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

    /** Cancels it, and each one that begins later. */
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

/** The tokens of a client: gives them to calls, makes calls wait, and sends requests for new ones.
    Thread-safe. */
class client_tokens
{
public:
    /** @param owner The session, which holds this object and the other arguments. A request that is
            under way keeps it alive.
        @param services Where tokens come from: first those of the client's own credentials, then
            those of single security schemes. Never empty.
        @param fixed_line The header line of a token that is never renewed; may be null.
    */
    RESTBIND_COLD client_tokens(session& owner, asio::any_io_executor const& executor,
        time_source const& time, client_options const& options, dialer& dials,
        std::vector<token_service>&& services, intrusive_ptr<header_line const> const& fixed_line)
        : owner_(owner)
        , executor_(executor)
        , time_(time)
        , options_(options)
        , fixed_line_(fixed_line)
    {
        services_.reserve(services.size());
        for (token_service& one : services)
        {
            origin_state* server = nullptr;
            // No connection to it is kept, and no budget limits the retries.
            if (!one.server.address.host.empty())
                server = &servers_.emplace_back(
                    executor, time, options, dials, std::move(one.server), std::size_t{0}, 0U);
            services_.push_back({std::move(one.source), server});
        }
    }

    /** Looks for the token without waiting, and starts a request for a new one if that is due.

        @param source As `http::selected_credentials::token_source`.
        @param seen As for `token_source::use`.
    */
    token_lookup try_get(std::size_t source, clock::time_point now,
        std::uint64_t seen = token_source::has_not_waited);

    /** The token. Waits for a new one if there is none.

        @param has_asked Whether this call has begun a request, as `try_get` has said before.
        @returns The token, or why there is none, which is also an error of a request that another
            call has begun. Throws `std::bad_alloc` if memory ended in a request that this call has
            begun or waited for.
    */
    asio::awaitable<result<authorization>> get(
        std::size_t source, clock::time_point deadline, bool has_asked);

    /** Whether there is a token for any scheme, or a way to one. */
    bool any() const noexcept { return services_.front().source || fixed_line_; }

    /** Notes that the service has rejected the token of a call (401).

        @param operation The call's operation.
        @returns Whether a retry with another token makes sense.
    */
    bool reject(std::string_view operation, authorization const& rejected)
    {
        return rejected.from &&
               rejected.from->rejected(operation, rejected.generation, time_.now());
    }

    /** Notes that a call of an operation has succeeded with this token. */
    void accept(std::string_view operation, authorization const& accepted)
    {
        if (accepted.from && accepted.from->has_rejections()) [[unlikely]]
            accepted.from->accepted(operation, accepted.generation);
    }

    /** Forgets the tokens, and that the authorization server has refused one for good. For all
        clients that share them. */
    RESTBIND_COLD void reset()
    {
        for (service const& one : services_)
            if (one.source)
                one.source->reset();
    }

    /** Ends all waits of this client with `client_closed`. Requests that are under way go on: other
        clients may wait for them. */
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
        origin_state* server;               ///< null: the program's token provider gives them
    };

    void start_renewal(service& from, renewal due);
    /// Gets a new token, and tells the source and the observer how that ended.
    /// @param owner Keeps this object alive.
    asio::awaitable<void> renew(intrusive_ptr<session> owner, service& from, renewal due);
    asio::awaitable<result<http::access_token>> fetch(service const& from);

    session& owner_;
    asio::any_io_executor const& executor_;
    time_source const time_;
    client_options const& options_;
    std::list<origin_state> servers_; ///< neither list changes after the constructor
    std::vector<service> services_;
    intrusive_ptr<header_line const> const fixed_line_;
    own_token_request own_request_;
    std::atomic<bool> closed_{false}; ///< whether the last client is gone
};

/// The error of a token request in which memory ended. The calls that wait for the request turn it
/// into `std::bad_alloc`, see `failure_of_request`.
inline error end_of_memory() noexcept
{
    return error(error_kind::callback_failed,
        make_error_code(boost::system::errc::not_enough_memory));
}

/// The error of a call that gets no token. Throws `std::bad_alloc` if that is what ended the
/// request.
///
/// @param is_of_this_call Whether this call has begun the request, or waited for it. If it came
/// later the end of memory was not its own, and is an error like any other.
RESTBIND_COLD inline error failure_of_request(error const& why, bool is_of_this_call)
{
    if (why.kind() != error_kind::callback_failed ||
        why.code() != boost::system::errc::not_enough_memory)
        return why;
    if (is_of_this_call)
        throw std::bad_alloc();
    return restbind::detail::fill(error(error_kind::token_unavailable, why.code()))
        .with_phase(phase::token)
        .take();
}

/// A call gives up when this many tokens have expired before it could use them.
inline constexpr int max_expired_tokens = 3;

/// Largest response to a request for a token, in bytes.
inline constexpr std::size_t max_token_response = 1U << 20;

/// A token request that has not ended this long after its deadline counts as lost: its execution
/// context does not run any more.
inline constexpr std::chrono::seconds lost_after{1};

/// Adds the name of the authorization server to the error of a request for a token.
RESTBIND_COLD inline error with_server(origin_state const* server, error failure)
{
    if (!server)
        return failure;
    std::string host = server->target.to.address.host_and_port();
    restbind::detail::fill(failure).with_detail(http::joined({"getting a token from ", host,
        failure.detail().empty() ? "" : ": ", failure.detail()}));
    return restbind::detail::fill(failure).with_host(std::move(host)).take();
}

inline token_lookup client_tokens::try_get(
    std::size_t source, clock::time_point now, std::uint64_t seen)
{
    service& from = services_[source];
    if (!from.source)
        return {.token = {.line = fixed_line_}, .is_there = true};
    // A token provider has no deadline, and no second call of it begins while one is under way.
    clock::duration const longest =
        !from.server ? (clock::duration::max)() : options_.timeouts.call + lost_after;
    token_and_renewal looked_up = from.source->use(now, this, longest, seen);
    if (looked_up.due)
    {
        looked_up.has_asked = true;
        start_renewal(from, std::move(looked_up.due));
    }
    return looked_up;
}

RESTBIND_COLD inline asio::awaitable<result<authorization>> client_tokens::get(
    std::size_t source, clock::time_point deadline, bool has_asked)
{
    std::uint64_t seen = token_source::has_not_waited;
    std::uint64_t newest = 0;
    bool has_part = has_asked; // whether this call has begun a request, or waited for one
    for (int expired = 0;;)
    {
        // `try_get` may start a request that ends before it returns. So the source is asked again,
        // by `join`, before this call waits.
        token_lookup found = try_get(source, time_.now(), seen);
        has_part = has_part || found.has_asked;
        if (found.is_there)
            co_return std::move(found.token);
        std::uint64_t const generation = found.token.generation;
        if (generation != newest && newest != 0 && ++expired == max_expired_tokens)
            co_return restbind::detail::fill(error(error_kind::token_unavailable,
                                                 "tokens have expired before they could be used"))
                .with_phase(phase::token)
                .take();
        newest = generation;
        seen = (std::min)(seen, newest);
        waiter waiting(executor_, time_);
        auto const joined =
            services_[source].source->join(waiting, time_.now(), deadline, this, seen);
        if (!joined)
            co_return failure_of_request(joined.error(), has_part);
        // A shutdown that comes later wakes the waiter. One that came earlier is seen here.
        if (closed_.load())
            co_return wait_error(wait_end::client_closed, phase::token);
        if (!waiting.has_joined())
            continue;
        has_part = true;
        wait_end const end = co_await waiting.wait();
        // If the wait ended before the deadline the request counts as lost (see `lost_after`). Then
        // the loop starts another one.
        bool const out_of_time = end == wait_end::timed_out && time_.now() >= deadline;
        if (out_of_time)
            co_return with_server(services_[source].server, wait_error(end, phase::token));
        if (end == wait_end::cancelled || end == wait_end::client_closed)
            co_return wait_error(end, phase::token);
    }
}

RESTBIND_COLD inline void client_tokens::start_renewal(service& from, renewal due)
{
    intrusive_ptr<session> self(&owner_);
    // Nothing comes out of the coroutine: it reports itself how the request has ended.
    if (from.server)
        return asio::co_spawn(executor_, renew(std::move(self), from, std::move(due)),
            [](std::exception_ptr) {});
    own_request_.started(
        options_.tokens.provider.start_(executor_, renew(std::move(self), from, std::move(due))));
}

RESTBIND_COLD inline asio::awaitable<void> client_tokens::renew(
    intrusive_ptr<session>, service& from, renewal due)
{
    auto const start = time_.now();
    unsigned const asking = process::number();
    result<http::access_token> fetched = wait_error(wait_end::client_closed, phase::token);
    try
    {
        if (!closed_.load() && !from.server)
            fetched = co_await options_.tokens.provider.function_();
        else if (!closed_.load())
            fetched = co_await fetch(from);
    }
    catch (system_failure const& lacking)
    {
        fetched = system_error_of(lacking, phase::token);
    }
    catch (std::bad_alloc const&)
    {
        fetched = end_of_memory();
    }
    catch (...)
    {
        bool const is_own = !from.server;
        fetched = callback_error(is_own ? "client_options::tokens.provider" : "secure_channel",
            std::current_exception(),
            is_own ? error_kind::token_unavailable : error_kind::callback_failed);
    }
    if (!fetched && fetched.error().kind() == error_kind::none)
        fetched = error(error_kind::token_unavailable,
            "client_options::tokens.provider has returned an error of kind none");
    else if (fetched && (!http::detail::is_token_text(fetched->value.reveal()) ||
                            fetched->lifetime.count() < 0))
        fetched = error(error_kind::token_unavailable,
            "the token is empty, expired or holds a character that no header may hold");

    error failure = fetched.error();
    token_report report;
    if (fetched)
    {
        // A token provider may name any lifetime. The nanoseconds of the clock could overflow.
        report.lifetime = (std::min)(fetched->lifetime, http::detail::max_token_life);
        due.succeeded(authorization_line(fetched->value.reveal()), report.lifetime);
    }
    else if (closed_.load() || process::number() != asking)
    {
        co_return; // says nothing about the token: this client is gone, or this is a forked child
    }
    else
    {
        if (failure.at() == phase::none)
            restbind::detail::fill(failure).with_phase(phase::token);
        due.failed(failure, time_.now());
        report.failure = &failure;
    }
    if (!options_.observer)
        co_return;
    report.duration = microseconds_between(start, time_.now());
    // An observer cannot change the result. What it throws ends this coroutine, and nothing else.
    if (fetched)
        options_.observer->token_renewed(report);
    else
        options_.observer->token_failed(report);
}

/// Removes the client's secret from a response, in each form in which the request held it: a proxy
/// or an authorization server may repeat parts of the request.
RESTBIND_COLD inline void redact_credentials(
    std::string& body, http::client_credentials const& credentials)
{
    std::string_view const hidden = credentials.client_secret.reveal();
    std::string encoded = http::form_encoded(hidden);
    http::wipe_guard const wiped(encoded);
    http::redact(body, hidden);
    http::redact(body, encoded);
    http::redact(body, http::basic_client_authentication(credentials).reveal());
}

/// Reads the response to a request for a token, whatever its status is.
class token_reader final : public response_reader
{
public:
    explicit token_reader(token_source_settings const& what) noexcept
        : response_reader({.successes = http::any_status})
        , what_(what)
    {
    }

    RESTBIND_COLD result<void> read(
        http::response const& response, reading_options const&) override
    {
        if (response.status == 200)
            fetched = http::read_token(response.body, what_.assumed_life);
        else
        {
            http::response refusal = response;
            http::wipe_guard const wiped(refusal.body);
            redact_credentials(refusal.body, what_.credentials);
            fetched = http::read_token_error(refusal);
        }
        return fetched ? result<void>() : fetched.error();
    }

    void fail(error why) override { fetched = std::move(why); }

    result<http::access_token> fetched = error();

private:
    token_source_settings const& what_;
};

RESTBIND_COLD inline asio::awaitable<result<http::access_token>> client_tokens::fetch(
    service const& from)
{
    token_source_settings const& what = from.source->settings;
    prepared_call call;
    call.to = from.server;
    call.deadline = options_.timeouts.call;
    call.limits.max_bytes = max_token_response;
    call.retry_rule = {
        .initial_delay = options_.retry.initial_delay.value_or(std::chrono::seconds(1)),
        .statuses = {500, 503}};
    call.retry_is_documented = true;
    call.credentials.token = false;
    call.holds_secrets = true;
    call.request =
        http::token_request(what.target, what.credentials, what.scope, what.authentication);
    http::wipe_guard const wiped(call.request.body);
    call.request.idempotency = http::idempotency::safe;
    intrusive_ptr<header_line const> const line(
        new header_line(http::token_authorization(what.credentials, what.authentication)));
    call.line = line.get();

    token_reader reader(what);
    co_await owner_.send(call, reader);
    if (!reader.fetched)
        co_return with_server(from.server, reader.fetched.error());
    co_return std::move(reader.fetched);
}

} // namespace restbind::net::detail
