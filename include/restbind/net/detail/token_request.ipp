#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/detail/redact.hpp>
#include <restbind/http/detail/token_response.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/net/detail/engine.hpp>
#include <restbind/net/detail/wipe_guard.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

// Qt's macro of this name would hide a member of Asio's signals.
#pragma push_macro("emit")
#undef emit

namespace restbind::net::detail
{

/// Tokens in one call that have expired before they could be used.
inline constexpr int max_expired_tokens = 3;

/// Memory for the response to a request for a token, in bytes.
inline constexpr std::size_t reserved_for_token = 64U << 10;

/// Largest response to a request for a token, in bytes.
inline constexpr std::size_t max_token_response = 1U << 20;

/// Time that a token request has beyond its deadline before it counts as lost: whoever runs it does
/// not run any more.
inline constexpr std::chrono::seconds lost_after{1};

RESTBIND_COLD RESTBIND_DECL http::call_plan engine::plan_of_token() const
{
    http::call_plan plan;
    plan.start.idempotency = http::idempotency::safe;
    plan.start.rule = {
        .initial_delay = options.retry.initial_delay.value_or(std::chrono::seconds(1)),
        .statuses = {500, 503}};
    plan.start.further_statuses = options.retry.further_statuses;
    plan.deadline = clock::now() + options.deadline;
    plan.max_retry_after = options.retry.max_retry_after;
    return plan;
}

RESTBIND_DECL bool engine::is_closed()
{
    std::lock_guard const lock(mutex);
    return closed;
}

/// A failed request for a token, with its server's name.
RESTBIND_COLD inline error with_server(token_service const& from, error failure)
{
    std::string const& authority = from.server.to.authority;
    if (authority.empty())
        return failure;
    bool const says_more = !failure.detail().empty() && failure.detail() != authority;
    return failure.with_detail(http::concat({"getting a token from ", authority,
        says_more ? ": " : "", says_more ? failure.detail() : std::string_view()}));
}

RESTBIND_DECL bool engine::try_token(
    authorization& found, std::size_t source, clock::time_point now)
{
    token_service& from = tokens_[source];
    if (!from.source)
    {
        found.line = fixed_line_;
        return true;
    }
    // A function of the application has all the time that it wants; two of its calls never overlap.
    clock::duration const longest =
        from.server.to.authority.empty() ? (clock::duration::max)() : options.deadline + lost_after;
    renewal due;
    bool const there = from.source->use(found, due, now, this, longest);
    if (due)
        start_renewal(from, std::move(due));
    return there;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<error> engine::get_token(
    authorization& found, std::size_t source, clock::time_point deadline)
{
    std::uint64_t newest = 0;
    for (int expired = 0;;)
    {
        // A request may end before the function that starts it returns, so everything is looked at
        // again after a start.
        if (try_token(found, source, clock::now()))
            co_return error();
        waiter waiting(executor);
        error failure;
        std::uint64_t generation = 0;
        auto const step =
            tokens_[source].source->join(waiting, deadline, this, failure, generation);
        if (step == http::token_step::fail)
            co_return failure;
        // Whoever has joined the queue before this is woken by the shutdown.
        if (is_closed())
            co_return wait_error(wait_end::client_closed, phase::token);
        if (generation != newest && newest != 0 && ++expired == max_expired_tokens)
            co_return error(
                error_kind::token_unavailable, "tokens have expired before they could be used")
                .with_phase(phase::token);
        newest = generation;
        if (step != http::token_step::wait)
            continue;
        co_await waiting.wait();
        wait_end const end = waiting.how();
        // The wait ends early if the request counts as lost: then this call starts the next one.
        bool const out_of_time = end == wait_end::timed_out && clock::now() >= deadline;
        if (out_of_time)
            co_return with_server(tokens_[source], wait_error(end, phase::token));
        if (end == wait_end::cancelled || end == wait_end::client_closed)
            co_return wait_error(end, phase::token);
    }
}

RESTBIND_DECL bool engine::reject_token(std::string_view operation, authorization const& rejected)
{
    return rejected.from && rejected.from->rejected(operation, rejected.generation);
}

RESTBIND_DECL void engine::reset_token()
{
    for (token_service const& one : tokens_)
        if (one.source)
            one.source->reset();
}

RESTBIND_COLD RESTBIND_DECL void engine::start_renewal(token_service& from, renewal due)
{
    if (from.server.to.authority.empty())
        return options.get_token.start_(*this, std::move(due));
    // The coroutine itself reports how the request has ended, whatever it throws.
    asio::co_spawn(
        executor, renew(from, std::move(due)), [self = share<engine>(this)](std::exception_ptr) {});
}

template <class Engine>
RESTBIND_COLD void start_own_request(Engine& client, renewal due)
{
    // It runs on a strand, so that a shutdown on any thread can cancel it.
    struct own_request final : listener
    {
        explicit own_request(asio::any_io_executor const& executor)
            : strand(asio::make_strand(executor))
        {
        }

        /// The client is gone.
        void ended(std::uint64_t, boost::system::error_code) override
        {
            asio::post(strand, [self = share<own_request>(this)]
                { self->signal.emit(asio::cancellation_type::terminal); });
        }

        asio::strand<asio::any_io_executor> strand;
        asio::cancellation_signal signal;
    };

    share<own_request> const running(new own_request(client.executor));
    {
        std::lock_guard const lock(client.mutex);
        client.stop_own_request_ = running;
    }
    asio::co_spawn(running->strand, client.renew(client.tokens_.front(), std::move(due)),
        asio::bind_cancellation_slot(running->signal.slot(),
            [self = share<Engine>(&client), running](std::exception_ptr) {}));
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template void start_own_request(engine& client, renewal due);
#endif

RESTBIND_COLD RESTBIND_DECL void engine::stop_token_request()
{
    share<listener> own_request;
    {
        std::lock_guard const lock(mutex);
        own_request.swap(stop_own_request_);
    }
    if (own_request)
        own_request->ended(0, {});
    for (token_service const& one : tokens_)
        if (one.source)
            one.source->leave(this);
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> engine::renew(token_service& from, renewal due)
{
    auto const start = clock::now();
    http::access_token fetched;
    error failure;
    try
    {
        if (is_closed())
            failure = wait_error(wait_end::client_closed, phase::token);
        else if (from.server.to.authority.empty())
            failure = co_await options.get_token.ask_(options.get_token.function_, fetched);
        else
            failure = co_await fetch_token(from, fetched);
    }
    catch (...)
    {
        failure = error(error_kind::token_unavailable, "getting a token ended with an exception");
    }
    if (failure.kind() == error_kind::none &&
        (!http::detail::is_token_text(fetched.value.reveal()) || fetched.lifetime.count() <= 0))
        failure = error(error_kind::token_unavailable,
            "the token is empty, expired or holds a character that no header may hold");

    bool const is_there = failure.kind() == error_kind::none;
    token_report report;
    if (is_there)
    {
        // A function of the application may name any lifetime; the clock's nanoseconds do not hold
        // all.
        report.lifetime = (std::min)(fetched.lifetime, http::detail::max_token_life);
        due.succeeded(authorization_line(fetched.value.reveal()), report.lifetime);
    }
    else if (is_closed())
    {
        co_return; // nothing was learnt about tokens: another client takes over
    }
    else
    {
        if (failure.at() == phase::none)
            failure.with_phase(phase::token);
        due.failed(failure);
        report.failure = &failure;
    }
    if (!options.observer)
        co_return;
    report.duration = microseconds_between(start, clock::now());
    if (is_there)
        options.observer->token_renewed(report);
    else
        options.observer->token_failed(report);
}

/// Nobody knows what a proxy or a debugging authorization server repeats.
RESTBIND_COLD inline void redact_credentials(
    std::string& body, http::client_credentials const& credentials)
{
    std::string_view const hidden = credentials.client_secret.reveal();
    std::string encoded;
    // In one piece from the start: growing would leave copies of the secret behind.
    encoded.reserve(http::form_encoded_size(hidden));
    http::form_encode(encoded, hidden);
    http::redact(body, hidden);
    http::redact(body, encoded);
    restbind::wipe(encoded);
    http::redact(body, http::basic_client_authentication(credentials).reveal());
}

/// A connection of its own for each request for a token, found by whoever ends the client.
class engine::token_connection
{
public:
    explicit token_connection(engine& owner)
        : owner_(owner)
    {
    }
    token_connection(token_connection const&) = delete;
    token_connection& operator=(token_connection const&) = delete;
    ~token_connection() { close(); }

    /// Prepares one to be opened. @returns False if the client has ended.
    bool begin()
    {
        close();
        share<connection> fresh(new connection(owner_.executor, owner_.phases));
        std::lock_guard const lock(owner_.mutex);
        if (owner_.closed)
            return false;
        owner_.pool_.enlist(*fresh);
        link_.swap(fresh);
        return true;
    }

    void close()
    {
        if (!link_)
            return;
        {
            std::lock_guard const lock(owner_.mutex);
            owner_.pool_.delist(*link_);
        }
        link_.reset();
    }

    connection& operator*() const noexcept { return *link_; }
    connection* operator->() const noexcept { return link_.get(); }

private:
    engine& owner_;
    share<connection> link_;
};

/// Reads the response to a request for a token.
RESTBIND_COLD inline error take_token(
    http::access_token& found, http::response& response, token_settings const& what)
{
    if (response.status != 200)
    {
        redact_credentials(response.body, what.credentials);
        return http::read_token_refusal(response);
    }
    auto fetched = http::read_token(response.body, what.assumed_life);
    if (!fetched)
        return fetched.error();
    found = std::move(*fetched);
    return error();
}

/// Reports the exchange of a request for a token, and what its response says.
RESTBIND_COLD inline void report_token_exchange(http::call& machine, exchange_report&& report,
    http::response& response, http::access_token& found, token_settings const& what)
{
    // The same request would bring the same token again.
    if (response.status == 200 && report.failure.kind() == error_kind::none)
        machine.forbid_retries();
    if (machine.exchanged({.sent = report.sent,
            .status = response.status,
            .retry_after = response.retry_delay(std::chrono::system_clock::now()),
            .lost = std::move(report.failure)}))
        if (error wrong = take_token(found, response, what); wrong.kind() != error_kind::none)
            machine.refused(std::move(wrong));
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<error> engine::fetch_token(
    token_service& from, http::access_token& found)
{
    using step = http::call_step;
    token_settings const& what = from.source->settings;
    http::request asked =
        http::token_request(what.target, what.credentials, what.scope, what.authentication);
    wipe_guard const wiped(asked.body);
    std::string head;
    wipe_guard const wiped_head(head);
    outgoing_request const request =
        http::request_head(from.server.to.authority, options.user_agent)
            .write(head, asked,
                http::token_authorization(what.credentials, what.authentication).reveal());
    http::response response;
    // In one piece from the start: growing would leave copies of the token behind.
    response.body.reserve(reserved_for_token);
    wipe_guard const wiped_response(response.body);

    token_connection link(*this);
    http::call machine(plan_of_token());
    for (step next = machine.next(); next != step::done; next = machine.next())
    {
        if (next == step::get_connection)
        {
            error failure =
                link.begin() ? error() : wait_error(wait_end::client_closed, phase::token);
            if (failure.kind() == error_kind::none)
                failure = co_await establish(*link, from.server, machine.deadline());
            int const status = refusal_of_proxy(failure);
            if (failure.kind() == error_kind::none)
                machine.connection_came(clock::now(), false);
            else
                machine.failed(std::move(failure), status);
        }
        else if (next == step::exchange)
        {
            // Named, because of what g++ 12 does with aggregates inside a co_await expression.
            http::parser_limits const limits{.body = max_token_response,
                .header = options.limits.header,
                .keep_all_headers = false};
            exchange_report report;
            link->arm(machine.deadline());
            co_await link->exchange(request, limits, response, report);
            link->disarm();
            link.close();
            report_token_exchange(machine, std::move(report), response, found, what);
        }
        else if (next == step::decide)
        {
            machine.decide(clock::now(), jitter(), true);
        }
        else
        {
            error interrupted = co_await pause(machine.pause());
            if (interrupted.kind() == error_kind::none)
                machine.paused();
            else
                machine.interrupted(std::move(interrupted));
        }
    }
    error failure = machine.take_failure();
    co_return failure.kind() == error_kind::none ? failure : with_server(from, std::move(failure));
}

} // namespace restbind::net::detail

#pragma pop_macro("emit")
