#pragma once

#include <restbind/http/redact.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/http/token_response.hpp>
#include <restbind/net/engine.hpp>
#include <restbind/net/wiped_at_end.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

// Qt's macro of this name would hide a member of Asio's signals.
#pragma push_macro("emit")
#undef emit

namespace restbind::net::detail
{

/// Tokens in one call that have expired before they could be used.
inline constexpr int most_expired_tokens = 3;

/// Time that a token request has beyond its deadline before it counts as lost: whoever runs it does
/// not run any more.
inline constexpr std::chrono::seconds lost_after{1};

RESTBIND_DECL bool engine::is_closed()
{
    std::lock_guard const lock(mutex);
    return closed;
}

RESTBIND_DECL bool engine::try_token(authorization& found, clock::time_point now)
{
    if (!token_)
    {
        found.line = fixed_line_;
        return true;
    }
    // A function of the application has all the time that it wants; two of its calls never overlap.
    clock::duration const longest =
        options.get_token ? (clock::duration::max)() : options.deadline + lost_after;
    renewal due;
    bool const there = token_->use(found, due, now, this, longest);
    if (due)
        start_renewal(std::move(due));
    return there;
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> engine::get_token(
    authorization& found, clock::time_point deadline)
{
    std::uint64_t newest = 0;
    for (int expired = 0;;)
    {
        // A request may end before the function that starts it returns, so everything is looked at
        // again after a start.
        if (try_token(found, clock::now()))
            co_return error();
        waiter waiting(executor);
        error failure;
        std::uint64_t generation = 0;
        auto const step = token_->join(waiting, deadline, this, failure, generation);
        if (step == token_source::step::fail)
            co_return failure;
        // Whoever has joined the queue before this is woken by the shutdown.
        if (is_closed())
            co_return wait_error(wait_end::shut_down, phase::token);
        if (generation != newest && newest != 0 && ++expired == most_expired_tokens)
            co_return error(
                error_kind::token_unavailable, "tokens have expired before they could be used")
                .with_phase(phase::token);
        newest = generation;
        if (step == token_source::step::look_again)
            continue;
        co_await waiting.wait();
        wait_end const end = waiting.how();
        // The wait ends early if the request counts as lost: then this call starts the next one.
        bool const out_of_time = end == wait_end::timed_out && clock::now() >= deadline;
        if (out_of_time || end == wait_end::cancelled || end == wait_end::shut_down)
            co_return wait_error(end, phase::token);
    }
}

RESTBIND_DECL bool engine::reject_token(authorization const& refused)
{
    return refused.generation != 0 && token_->rejected(refused.generation);
}

RESTBIND_DECL void engine::reset_token()
{
    if (token_)
        token_->reset();
}

[[gnu::cold]] RESTBIND_DECL void engine::start_renewal(renewal due)
{
    if (options.get_token)
        return options.get_token.start_(*this, std::move(due));
    // The coroutine itself reports how the request has ended, whatever it throws.
    asio::co_spawn(
        executor, renew(std::move(due)), [self = share<engine>(this)](std::exception_ptr) {});
}

template <class Engine>
[[gnu::cold]] void start_own_request(Engine& client, renewal due)
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
    asio::co_spawn(running->strand, client.renew(std::move(due)),
        asio::bind_cancellation_slot(running->signal.slot(),
            [self = share<Engine>(&client), running](std::exception_ptr) {}));
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template void start_own_request(engine& client, renewal due);
#endif

[[gnu::cold]] RESTBIND_DECL void engine::stop_token_request()
{
    if (!token_)
        return;
    share<listener> own_request;
    {
        std::lock_guard const lock(mutex);
        own_request.swap(stop_own_request_);
    }
    if (own_request)
        own_request->ended(0, {});
    token_->leave(this);
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> engine::renew(renewal due)
{
    auto const start = clock::now();
    http::access_token fetched;
    error failure;
    try
    {
        if (is_closed())
            failure = wait_error(wait_end::shut_down, phase::token);
        else if (options.get_token)
            failure = co_await options.get_token.ask_(options.get_token.function_, fetched);
        else
            failure = co_await fetch_token(fetched);
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
        report.lifetime = (std::min)(fetched.lifetime, http::detail::longest_token_life);
        due.succeeded(authorization_line(fetched.value.reveal()), report.lifetime);
    }
    else if (is_closed())
    {
        co_return; // nothing was learnt about tokens: another client takes over
    }
    else
    {
        due.failed(failure.with_phase(phase::token));
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

[[gnu::cold]] RESTBIND_DECL std::string engine::token_head(std::size_t body_size) const
{
    return http::concat(
        {"POST ", http::join_target(identity.to.address.prefix, token_->settings.path),
            fixed_lines(identity.to),
            "Accept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            "Connection: close\r\nContent-Length: ",
            std::to_string(body_size), "\r\n\r\n"});
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> engine::fetch_token(http::access_token& found)
{
    token_settings const& what = token_->settings;
    std::string form = http::token_form(what.credentials, what.scope);
    wiped_at_end const wiped(form);
    std::string const head = token_head(form.size());

    http::retry_state state;
    state.repeat = http::repeat_class::safe;
    state.rule.first_delay = options.retry.first_delay.value_or(state.rule.first_delay);
    state.gateway_errors = options.retry.gateway_errors;
    auto const deadline = clock::now() + options.deadline;
    for (unsigned attempts = 1;; ++attempts)
    {
        outgoing_request const request{.head = head, .body = form};
        http::attempt_outcome outcome;
        error failure = co_await fetch_token_once(found, request, deadline, outcome);
        if (failure.kind() == error_kind::none)
            co_return failure;
        http::retry_limits limits;
        limits.left = std::chrono::floor<std::chrono::milliseconds>(deadline - clock::now());
        limits.retry_after_cap = options.retry.retry_after_cap;
        limits.jitter = jitter();
        auto const decision = http::decide(state, outcome, limits);
        state = decision.state;
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

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> engine::fetch_token_once(
    http::access_token& found, outgoing_request request, clock::time_point deadline,
    http::attempt_outcome& outcome)
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
    share<connection> const link(new connection(executor, phases));
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
        http::answer_limits const limits{
            .body = body_limit, .header = options.limits.header, .keep_all_headers = false};
        co_await link->exchange(request, limits, answer, report);
        link->disarm();
    }
    outcome.sent = report.sent;
    outcome.status = answer.status != 0 ? answer.status : refusal_of_proxy(report.failure);
    outcome.failure = report.failure.kind();
    if (answer.retry_after)
        outcome.retry_after = answer.retry_after->wait(std::chrono::system_clock::now());
    error failure = report.failure;
    if (failure.kind() != error_kind::none && !http::status_counts(answer.status, failure.kind()))
    {
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
        auto fetched = http::read_token(answer.body, token_->settings.assumed_life);
        outcome.failure = fetched ? error_kind::none : error_kind::token_unavailable;
        if (!fetched)
            co_return fetched.error();
        found = std::move(*fetched);
        co_return error();
    }
    // Nobody knows what a proxy or a debugging identity provider repeats.
    std::string encoded;
    secret const& hidden = token_->settings.credentials.client_secret;
    // In one piece from the start, as above.
    encoded.reserve(http::form_encoded_size(hidden.reveal()));
    http::form_encode(encoded, hidden.reveal());
    http::redact(answer.body, hidden.reveal());
    http::redact(answer.body, encoded);
    restbind::wipe(encoded);
    co_return http::read_token_refusal(answer);
}

} // namespace restbind::net::detail

#pragma pop_macro("emit")
