#pragma once

#include <restbind/http/redact.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/http/token_response.hpp>
#include <restbind/net/engine.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace restbind::net::detail
{

/// Waits in one call for tokens that are of no use when they arrive.
inline constexpr int most_token_waits = 3;

RESTBIND_DECL bool engine::try_token(authorization& found)
{
    if (options.anonymous)
        return true;
    bool renew = false;
    {
        std::lock_guard const lock(mutex);
        if (options.fixed_token.empty())
        {
            using action = http::token_state::action;
            auto const now = clock::now();
            action const step = token_.state.lookup(now);
            if (step != action::use && step != action::use_and_renew)
                return false;
            found.generation = token_.state.generation();
            renew = step == action::use_and_renew && !closed;
            if (renew)
                token_.state.started(now);
        }
        found.line = token_.line;
    }
    if (renew)
        start_renewal();
    return true;
}

RESTBIND_DECL asio::awaitable<error> engine::get_token(
    authorization& found, clock::time_point deadline)
{
    using action = http::token_state::action;
    for (int waits = 0;;)
    {
        if (try_token(found))
            co_return error();
        std::optional<waiter> waiting;
        {
            std::lock_guard const lock(mutex);
            if (closed)
                co_return wait_error(wait_end::shut_down, phase::token);
            auto const now = clock::now();
            action const step = token_.state.lookup(now);
            if (step == action::use || step == action::use_and_renew)
                continue;
            if (step == action::fail)
                co_return token_.last_failure;
            if (++waits > most_token_waits)
                co_return error(
                    error_kind::token_unavailable, "tokens have expired before they could be used")
                    .with_phase(phase::token);
            if (step == action::start_and_wait)
                token_.state.started(now);
            else
                waiting.emplace(token_.waiting, mutex, executor, deadline);
        }
        if (!waiting)
        {
            // The request may have ended before this returns: look again before waiting for it.
            start_renewal();
            --waits;
            continue;
        }
        boost::system::error_code code;
        co_await waiting->async_wait(asio::redirect_error(asio::use_awaitable, code));
        wait_end const end = waiting->end(code);
        if (end != wait_end::granted)
            co_return wait_error(end, phase::token);
    }
}

RESTBIND_DECL void engine::reject_token(authorization const& refused)
{
    std::lock_guard const lock(mutex);
    if (refused.generation != 0)
        token_.state.rejected(refused.generation);
}

RESTBIND_DECL void engine::reset_token()
{
    std::lock_guard const lock(mutex);
    if (options.fixed_token.empty())
        token_.state.reset();
}

RESTBIND_DECL void engine::start_renewal()
{
    asio::co_spawn(executor, renew(),
        [self = shared_from_this()](std::exception_ptr thrown)
        {
            if (thrown)
                self->renewal_failed(error(
                    error_kind::token_unavailable, "getting a token ended with an exception"));
        });
}

RESTBIND_DECL void engine::renewal_failed(error failure)
{
    failure.with_phase(phase::token);
    {
        std::lock_guard const lock(mutex);
        token_.last_failure = failure;
        token_.state.failed(clock::now(), http::is_refused_for_good(failure));
        token_.waiting.grant_all();
    }
    if (options.observer)
        options.observer->token_failed(failure);
}

RESTBIND_DECL asio::awaitable<void> engine::renew()
{
    result<http::access_token> fetched = error(error_kind::token_unavailable);
    if (options.get_token)
        fetched = co_await options.get_token();
    else
        fetched = co_await fetch_token();

    if (fetched &&
        (!http::detail::is_token_text(fetched->value.reveal()) || fetched->lifetime.count() <= 0))
        fetched = error(error_kind::token_unavailable,
            "the token is empty, expired or holds a character that no header may hold");
    if (!fetched)
    {
        renewal_failed(fetched.error());
        co_return;
    }
    // A function of the application may name any lifetime; the clock's nanoseconds do not hold all.
    auto const lifetime = std::min(fetched->lifetime, http::detail::longest_token_life);
    auto line = authorization_line(fetched->value.reveal());
    {
        std::lock_guard const lock(mutex);
        token_.line.swap(line);
        token_.state.succeeded(lifetime);
        token_.waiting.grant_all();
    }
    if (options.observer)
        options.observer->token_renewed(lifetime);
}

RESTBIND_DECL asio::awaitable<result<http::access_token>> engine::fetch_token()
{
    auto const path = http::token_path(options.token_path, options.credentials);
    auto const scope = http::token_scope(options.token_scope, options.credentials);
    if (!path || !scope)
        co_return path ? scope.error() : path.error();

    std::string form = http::token_form(options.credentials, *scope);
    wiped_at_end const wiped(form);
    std::string head = "POST " + http::join_target(identity.to.address.prefix, *path) +
                       " HTTP/1.1\r\nHost: " + identity.to.authority + "\r\n";
    if (!options.user_agent.empty())
        head += "User-Agent: " + options.user_agent + "\r\n";
    head += "Accept: application/json\r\nContent-Type: "
            "application/x-www-form-urlencoded\r\nConnection: close\r\nContent-Length: " +
            std::to_string(form.size()) + "\r\n\r\n";

    http::retry_state state;
    state.repeat = http::repeat_class::safe;
    state.rule.first_delay = options.retry.first_delay.value_or(state.rule.first_delay);
    state.gateway_errors = options.retry.gateway_errors;
    auto const deadline = clock::now() + options.deadline;
    for (unsigned attempts = 1;; ++attempts)
    {
        outgoing_request const request{.head = head, .body = form};
        http::attempt_outcome outcome;
        result<http::access_token> fetched = co_await fetch_token_once(request, deadline, outcome);
        if (fetched)
            co_return fetched;
        http::retry_limits limits;
        limits.left = std::chrono::floor<std::chrono::milliseconds>(deadline - clock::now());
        limits.retry_after_cap = options.retry.retry_after_cap;
        limits.jitter = jitter();
        auto const decision = http::decide(state, outcome, limits);
        state = decision.state;
        error failure = fetched.error();
        if (decision.step == http::retry_step::finish)
            co_return failure.with_attempts(attempts);
        if (decision.pause.count() > 0)
        {
            error const interrupted = co_await pause(decision.pause);
            if (interrupted.kind() != error_kind::none)
                co_return interrupted;
        }
    }
}

RESTBIND_DECL asio::awaitable<result<http::access_token>> engine::fetch_token_once(
    outgoing_request request, clock::time_point deadline, http::attempt_outcome& outcome)
{
    constexpr std::size_t reserved = 64U << 10;
    constexpr std::size_t body_limit = 1U << 20;

    struct enlisted
    {
        engine& owner;
        connection& working;
        ~enlisted()
        {
            std::lock_guard const lock(owner.mutex);
            owner.pool_.delist(working);
        }
    };
    auto const link = std::make_shared<connection>(executor, phases);
    {
        std::lock_guard const lock(mutex);
        if (closed)
            co_return wait_error(wait_end::shut_down, phase::token);
        pool_.enlist(*link);
    }
    enlisted const guard{*this, *link};

    http::response answer;
    // In one piece from the start: growing would leave copies of the token behind.
    answer.body.reserve(reserved);
    wiped_at_end const wiped(answer.body);
    exchange_report report;
    report.failure = co_await establish(*link, identity, deadline);
    if (report.failure.kind() == error_kind::none)
    {
        link->arm(deadline);
        incoming_limits const limits{
            .body = body_limit, .header = options.limits.header, .keep_all_headers = false};
        co_await link->exchange(request, limits, answer, report);
        link->disarm();
    }
    outcome.sent = report.sent;
    outcome.status = answer.status != 0 ? answer.status : refusal_of_proxy(report.failure);
    outcome.failure = report.failure.kind();
    if (answer.retry_after)
        outcome.retry_after = answer.retry_after->wait(std::chrono::system_clock::now());
    if (report.failure.kind() != error_kind::none)
    {
        error failure = report.failure;
        if (failure == error_kind::shut_down)
            co_return failure;
        std::string detail = "getting a token: " + std::string(to_string(failure.kind()));
        if (failure.at() != phase::none)
            detail += " in phase " + std::string(to_string(failure.at()));
        failure.with_kind(error_kind::token_unavailable).with_detail(std::move(detail));
        co_return failure;
    }
    if (answer.status == 200)
    {
        auto fetched = http::read_token(answer.body, options.token_lifetime);
        outcome.failure = fetched ? error_kind::none : error_kind::token_unavailable;
        co_return fetched;
    }
    // Nobody knows what a proxy or a debugging identity provider repeats.
    std::string encoded;
    http::form_encode(encoded, options.credentials.client_secret.reveal());
    http::redact(answer.body, options.credentials.client_secret.reveal());
    http::redact(answer.body, encoded);
    restbind::wipe(encoded);
    co_return http::read_token_refusal(answer);
}

} // namespace restbind::net::detail
