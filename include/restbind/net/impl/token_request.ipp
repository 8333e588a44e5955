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
inline constexpr int most_expired_tokens = 3;

/// Time that a token request has beyond its deadline before it counts as lost: whoever runs it does
/// not run any more.
inline constexpr std::chrono::seconds lost_after{1};

RESTBIND_DECL bool engine::is_closed()
{
    std::lock_guard const lock(mutex);
    return closed;
}

/// A failed request for a token, with its server's name.
[[gnu::cold]] inline error with_server(token_service const& from, error failure)
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

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> engine::get_token(
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
        if (out_of_time)
            co_return with_server(tokens_[source], wait_error(end, phase::token));
        if (end == wait_end::cancelled || end == wait_end::shut_down)
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

[[gnu::cold]] RESTBIND_DECL void engine::start_renewal(token_service& from, renewal due)
{
    if (from.server.to.authority.empty())
        return options.get_token.start_(*this, std::move(due));
    // The coroutine itself reports how the request has ended, whatever it throws.
    asio::co_spawn(
        executor, renew(from, std::move(due)), [self = share<engine>(this)](std::exception_ptr) {});
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
    asio::co_spawn(running->strand, client.renew(client.tokens_.front(), std::move(due)),
        asio::bind_cancellation_slot(running->signal.slot(),
            [self = share<Engine>(&client), running](std::exception_ptr) {}));
}

#ifdef RESTBIND_SEPARATE_COMPILATION
template void start_own_request(engine& client, renewal due);
#endif

[[gnu::cold]] RESTBIND_DECL void engine::stop_token_request()
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

[[gnu::cold]] RESTBIND_DECL asio::awaitable<void> engine::renew(token_service& from, renewal due)
{
    auto const start = clock::now();
    http::access_token fetched;
    error failure;
    try
    {
        if (is_closed())
            failure = wait_error(wait_end::shut_down, phase::token);
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
        report.lifetime = (std::min)(fetched.lifetime, http::detail::longest_token_life);
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

[[gnu::cold]] RESTBIND_DECL std::string engine::token_head(
    token_service const& from, std::size_t body_size) const
{
    token_settings const& what = from.source->settings;
    bool const is_basic = what.authentication == http::client_authentication::client_secret_basic;
    secret const basic = is_basic ? http::basic_client_authentication(what.credentials) : secret();
    return http::concat({"POST ", what.target, fixed_lines(from.server.to),
        is_basic ? "Authorization: Basic " : "", basic.reveal(), is_basic ? "\r\n" : "",
        "Accept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        "Connection: close\r\nContent-Length: ",
        std::to_string(body_size), "\r\n\r\n"});
}

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> engine::fetch_token(
    token_service& from, http::access_token& found)
{
    token_settings const& what = from.source->settings;
    std::string form = http::token_form(what.credentials, what.scope, what.authentication);
    wiped_at_end const wiped(form);
    std::string head = token_head(from, form.size());
    wiped_at_end const wiped_head(head);

    http::retry_state state;
    state.repeat = http::repeat_class::safe;
    state.rule = {.first_delay = options.retry.first_delay.value_or(std::chrono::seconds(1)),
        .statuses = {500, 503}};
    state.further_statuses = options.retry.further_statuses;
    auto const deadline = clock::now() + options.deadline;
    for (unsigned attempts = 1;; ++attempts)
    {
        outgoing_request const request{.head = head, .body = form};
        http::attempt_outcome outcome;
        error failure = co_await fetch_token_once(from, found, request, deadline, outcome);
        if (failure.kind() == error_kind::none)
            co_return failure;
        http::retry_limits limits;
        limits.left = std::chrono::floor<std::chrono::milliseconds>(deadline - clock::now());
        limits.retry_after_cap = options.retry.retry_after_cap;
        limits.jitter = jitter();
        auto const decision = http::decide(state, outcome, limits);
        state = decision.state;
        if (decision.step == http::retry_step::finish)
            co_return with_server(from, failure.with_attempts(attempts));
        if (decision.pause.count() > 0)
        {
            error const interrupted = co_await pause(decision.pause);
            if (interrupted.kind() != error_kind::none)
                co_return interrupted;
        }
    }
}

/// Nobody knows what a proxy or a debugging authorization server repeats.
[[gnu::cold]] inline void redact_credentials(
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

[[gnu::cold]] RESTBIND_DECL asio::awaitable<error> engine::fetch_token_once(token_service& from,
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
    report.failure = co_await establish(*link, from.server, deadline);
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
    outcome.retry_after = answer.retry_delay(std::chrono::system_clock::now());
    error failure = report.failure;
    if (failure.kind() != error_kind::none && !http::status_counts(answer.status, failure.kind()))
        co_return failure;
    if (answer.status == 200)
    {
        auto fetched = http::read_token(answer.body, from.source->settings.assumed_life);
        // The same request would bring the same again: that ends the attempts.
        outcome.failure = fetched ? error_kind::none : error_kind::token_unavailable;
        if (!fetched)
            co_return fetched.error();
        found = std::move(*fetched);
        co_return error();
    }
    redact_credentials(answer.body, from.source->settings.credentials);
    co_return http::read_token_refusal(answer);
}

} // namespace restbind::net::detail

#pragma pop_macro("emit")
