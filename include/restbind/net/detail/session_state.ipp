// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/detail/token_response.hpp>
#include <restbind/http/detail/tunnel.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/net/detail/callback.hpp>
#include <restbind/net/detail/session_state.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/errc.hpp>

#include <exception>
#include <memory>
#include <new>
#include <string>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// The status with which a proxy refused a tunnel for good, as http::decide wants it; otherwise 0.
/// A proxy that asks for other credentials must not be asked again with the same ones.
inline int refusal_of_proxy(error const& failure)
{
    bool const refused = failure == error_kind::connect && failure.status() / 100 == 4;
    return refused ? failure.status() : 0;
}

/// What stands between the client and its target: the error of a call names the target itself.
RESTBIND_COLD inline std::string name_of(destination const& proxy, destination const& target)
{
    return http::joined({"the proxy ", proxy.to.address.host_and_port(), " to ",
        target.to.address.host_and_port(), " "});
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> session_state::open_tunnel(
    connection& fresh, destination const& target, clock::time_point deadline)
{
    std::string head = http::tunnel_request(target.to.address, options().proxy, options().user_agent);
    http::wipe_guard const wiped(head);
    outgoing_request const request{.head = head, .response_has_no_content = true};
    http::parser_limits const limits{.header = options().limits.header};
    http::response response;
    fresh.arm(deadline);
    exchange_report report = co_await fresh.exchange(request, limits, response);
    error failure = std::move(report.failure);
    if (failure == error_kind::none)
    {
        fresh.used = false; // the next request is the first: this one was the proxy's
        co_return http::judge_tunnel(
            proxy_.to.address, target.to.address, response.status, report.surplus);
    }
    if (failure != error_kind::timed_out && failure != error_kind::cancelled &&
        failure != error_kind::client_closed)
        failure.with_kind(error_kind::connect)
            .with_detail(http::joined({name_of(proxy_, target), "gave no proper response",
                failure.detail().empty() ? "" : ": ", failure.detail()}));
    co_return failure.with_phase(phase::connect);
}

/// Encryption for a connection.
RESTBIND_COLD inline std::unique_ptr<http::secure_channel> make_channel(
    http::secure_channel_factory& factory, http::url const& address)
try
{
    return factory.make(address.host, address.port);
}
catch (...)
{
    throw callback_failure{
        callback_error("secure_channel_factory::make", std::current_exception())};
}

/// The end of memory while a token was got: `std::bad_alloc` for each call that waits for the token.
inline error end_of_memory() noexcept
{
    return error(error_kind::callback_failed).with_code(make_error_code(boost::system::errc::not_enough_memory));
}

/// A failure to get a token.
RESTBIND_COLD inline error const& without_end_of_memory(error const& why)
{
    if (why.kind() == error_kind::callback_failed && why.code() == boost::system::errc::not_enough_memory)
        throw std::bad_alloc();
    return why;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<void>> session_state::establish(
    connection& fresh, destination const& target, clock::time_point call_deadline, attempt_times* times)
{
    auto begun = clock::now();
    auto const lap = [times, &begun](std::chrono::microseconds attempt_times::*part)
    {
        if (!times)
            return;
        auto const now = clock::now();
        times->*part = microseconds_between(begun, now);
        begun = now;
    };
    auto const limit = options().timeouts.connect.count() > 0 ? begun + options().timeouts.connect
                                                           : (clock::time_point::max)();
    bool const call_ends_first = call_deadline <= limit;
    auto const deadline = (std::min)(limit, call_deadline);
    destination const& next = target.via_proxy ? proxy_ : target;

    // A limit of its own leaves the call time to try again.
    auto const in_time = [&](error failure, error_kind kind)
    {
        if (failure == error_kind::timed_out && !call_ends_first)
            failure.with_kind(kind).with_detail(http::joined({failure.detail(),
                failure.detail().empty() ? "" : "; ", "there was no connection within ",
                duration_text(options().timeouts.connect)}));
        return failure;
    };
    auto const name_proxy = [&](error failure, std::string_view what)
    {
        if (target.via_proxy && failure != error_kind::cancelled &&
            failure != error_kind::client_closed)
            failure.with_detail(http::joined({name_of(proxy_, target), what,
                failure.detail().empty() ? "" : ": ", failure.detail()}));
        return failure;
    };

    auto const found = co_await resolver_.resolve(next.to.address, deadline);
    lap(&attempt_times::resolve);
    if (!found)
        co_return name_proxy(in_time(found.error(), error_kind::resolve), "was not found");

    if (auto const age = options().pool.max_age; age.count() > 0)
        fresh.expires = aging_time() + std::chrono::duration_cast<clock::duration>(
                                           age * (1.0 - jitter() / 10));
    // Of what was found nothing changes any more.
    result<void> done =
        co_await fresh.connect((*found)->addresses(), next.to.loopback_only, deadline);
    if (!done)
        co_return name_proxy(in_time(done.error(), error_kind::connect), "cannot be reached");
    if (target.via_proxy)
        done = co_await open_tunnel(fresh, target, deadline);
    lap(&attempt_times::connect);
    if (!done)
        co_return in_time(done.error(), error_kind::connect);
    if (!target.to.address.is_secure())
        co_return done;

    auto channel = make_channel(*options().tls, target.to.address);
    fresh.arm(call_deadline);
    if (options().timeouts.handshake.count() > 0)
        fresh.limit_phase(clock::now() + options().timeouts.handshake);
    done = co_await fresh.secure(std::move(channel), options().tls);
    lap(&attempt_times::handshake);
    if (!done && done.error() == error_kind::connect &&
        done.error().code() == asio::error::timed_out)
        done = error(done.error())
                   .with_detail("the handshake was not done within " +
                                duration_text(options().timeouts.handshake));
    co_return done;
}

/// Tokens in one call that have expired before they could be used.
inline constexpr int max_expired_tokens = 3;

/// Memory for the response to a request for a token, in bytes.
inline constexpr std::size_t reserved_for_token = 64U << 10;

/// Largest response to a request for a token, in bytes.
inline constexpr std::size_t max_token_response = 1U << 20;

/// Time that a token request has beyond its deadline before it counts as lost: whoever runs it does
/// not run any more.
inline constexpr std::chrono::seconds lost_after{1};

RESTBIND_COLD RESTBIND_DECL http::call_plan session_state::plan_of_token() const
{
    http::call_plan plan;
    plan.start.idempotency = http::idempotency::safe;
    plan.start.rule = {
        .initial_delay = options().retry.initial_delay.value_or(std::chrono::seconds(1)),
        .statuses = {500, 503}};
    plan.start.further_statuses = options().retry.further_statuses;
    plan.begun = clock::now();
    plan.deadline = plan.begun + options().timeouts.call;
    plan.max_retry_after = options().retry.max_retry_after;
    return plan;
}

/// A failed request for a token, with its server's name.
RESTBIND_COLD inline error with_server(token_service const& from, error failure)
{
    http::url const& address = from.server.to.address;
    if (address.host.empty())
        return failure;
    std::string host = address.host_and_port();
    failure.with_detail(http::joined({"getting a token from ", host,
        failure.detail().empty() ? "" : ": ", failure.detail()}));
    return failure.with_host(std::move(host));
}

RESTBIND_DECL bool session_state::try_token(
    authorization& found, std::size_t source, clock::time_point now, std::uint64_t seen)
{
    token_service& from = tokens_[source];
    if (!from.source)
    {
        found.line = fixed_line_;
        return true;
    }
    // A function of the application has all the time that it wants; two of its calls never overlap.
    clock::duration const longest =
        from.server.to.authority.empty() ? (clock::duration::max)() : options().timeouts.call + lost_after;
    renewal due;
    bool const there = from.source->use(found, due, now, this, longest, seen);
    if (due)
        start_renewal(from, std::move(due));
    return there;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<authorization>> session_state::get_token(
    std::size_t source, clock::time_point deadline)
{
    authorization found;
    std::uint64_t seen = http::token_state::has_not_waited;
    std::uint64_t newest = 0;
    for (int expired = 0;;)
    {
        // A request may end before the function that starts it returns, so everything is looked at
        // again after a start.
        if (try_token(found, source, clock::now(), seen))
            co_return std::move(found);
        if (found.generation != newest && newest != 0 && ++expired == max_expired_tokens)
            co_return error(
                error_kind::token_unavailable, "tokens have expired before they could be used")
                .with_phase(phase::token);
        newest = found.generation;
        seen = (std::min)(seen, newest);
        waiter waiting(executor_);
        auto const joined = tokens_[source].source->join(waiting, deadline, this, seen);
        if (!joined)
            co_return without_end_of_memory(joined.error());
        // Whoever has joined the queue before this is resumed by the shutdown.
        if (closed_.load())
            co_return wait_error(wait_end::client_closed, phase::token);
        if (!waiting.has_joined())
            continue;
        wait_end const end = co_await waiting.wait();
        // The wait ends early if the request counts as lost: then this call starts the next one.
        bool const out_of_time = end == wait_end::timed_out && clock::now() >= deadline;
        if (out_of_time)
            co_return with_server(tokens_[source], wait_error(end, phase::token));
        if (end == wait_end::cancelled || end == wait_end::client_closed)
            co_return wait_error(end, phase::token);
    }
}

RESTBIND_COLD RESTBIND_DECL void session_state::start_renewal(token_service& from, renewal due)
{
    intrusive_ptr<session_state> self(this);
    // The coroutine itself reports how the request has ended, whatever it throws.
    if (!from.server.to.authority.empty())
        return asio::co_spawn(executor_, renew(std::move(self), from, std::move(due)),
            [](std::exception_ptr) {});
    own_token_request_.started(
        options().tokens.provider.start_(executor_, renew(std::move(self), from, std::move(due))));
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> session_state::renew(
    intrusive_ptr<session_state>, token_service& from, renewal due)
{
    auto const start = clock::now();
    unsigned const asking = process::number();
    result<http::access_token> fetched = wait_error(wait_end::client_closed, phase::token);
    try
    {
        if (!closed_.load() && from.server.to.authority.empty())
            fetched = co_await options().tokens.provider.function_();
        else if (!closed_.load())
            fetched = co_await fetch_token(from);
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
        bool const is_own = from.server.to.authority.empty();
        fetched = callback_error(is_own ? "client_options::tokens.provider" : "secure_channel",
            std::current_exception(),
            is_own ? error_kind::token_unavailable : error_kind::callback_failed);
    }
    if (!fetched && fetched.error().kind() == error_kind::none)
        fetched = error(error_kind::token_unavailable,
            "client_options::tokens.provider has returned an error that is none");
    else if (fetched && (!http::detail::is_token_text(fetched->value.reveal()) ||
                            fetched->lifetime.count() < 0))
        fetched = error(error_kind::token_unavailable,
            "the token is empty, expired or holds a character that no header may hold");

    error failure = fetched.error();
    token_report report;
    if (fetched)
    {
        // A function of the application may name any lifetime; the clock's nanoseconds do not hold
        // all.
        report.lifetime = (std::min)(fetched->lifetime, http::detail::max_token_life);
        due.succeeded(authorization_line(fetched->value.reveal()), report.lifetime);
    }
    else if (closed_.load() || process::number() != asking)
    {
        co_return; // nothing was learnt about tokens: somebody else asks
    }
    else
    {
        if (failure.at() == phase::none)
            failure.with_phase(phase::token);
        due.failed(failure);
        report.failure = &failure;
    }
    if (!options().observer)
        co_return;
    report.duration = microseconds_between(start, clock::now());
    // Who watches changes nothing: what it throws is lost with this coroutine.
    if (fetched)
        options().observer->token_renewed(report);
    else
        options().observer->token_failed(report);
}

/// Nobody knows what a proxy or a debugging authorization server repeats.
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

/// Gets a connection of its own for a request for a token. Whoever ends the client finds it.
RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> session_state::connect_for_token(
    token_service& from, lease& link, http::call& machine)
{
    link = pool_.make_extra();
    result<void> established = wait_error(wait_end::client_closed, phase::token);
    if (link)
        established = co_await establish(*link, from.server, machine.deadline());
    if (established)
        machine.connection_came(clock::now(), false);
    else
        machine.failed(established.error(), refusal_of_proxy(established.error()));
}

/// Reports the exchange of a request for a token, and what its response says.
RESTBIND_COLD inline void report_token_exchange(http::call& machine, exchange_report&& report,
    http::response& response, result<http::access_token>& fetched, token_source_settings const& what)
{
    // The same request would bring the same token again.
    if (response.status == 200 && report.failure.kind() == error_kind::none)
        machine.forbid_retries();
    if (!machine.exchanged({.sent = report.sent,
            .status = response.status,
            .retry_after = response.retry_delay(std::chrono::system_clock::now()),
            .lost = std::move(report.failure)}))
        return;
    if (response.status == 200)
        fetched = http::read_token(response.body, what.assumed_life);
    else
    {
        redact_credentials(response.body, what.credentials);
        fetched = http::read_token_error(response);
    }
    if (!fetched)
        machine.refused(fetched.error());
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<result<http::access_token>> session_state::fetch_token(
    token_service& from)
{
    using step = http::step;
    token_source_settings const& what = from.source->settings;
    http::request asked =
        http::token_request(what.target, what.credentials, what.scope, what.authentication);
    http::wipe_guard const wiped(asked.body);
    std::string head;
    http::wipe_guard const wiped_head(head);
    outgoing_request const request =
        http::request_head(from.server.to.authority, options().user_agent)
            .write(head, asked,
                http::token_authorization(what.credentials, what.authentication).reveal());
    http::response response;
    // In one piece from the start: growing would leave copies of the token behind.
    response.body.reserve(reserved_for_token);
    http::wipe_guard const wiped_response(response.body);

    lease link;
    // Named, because of what g++ 12 does with aggregates inside a co_await expression.
    http::parser_limits const limits{
        .body = max_token_response, .header = options().limits.header, .keep_all_headers = false};

    result<http::access_token> fetched;
    http::call machine(plan_of_token());
    unsigned const process_of_request = process::number();
    for (step next = machine.next(); next != step::done; next = machine.next())
    {
        if (process::number() != process_of_request)
            machine.abandon(forked_call_error(), clock::now());
        else if (next == step::get_connection)
            co_await connect_for_token(from, link, machine);
        else if (next == step::exchange)
        {
            link->arm(machine.deadline());
            exchange_report report = co_await link->exchange(request, limits, response);
            link.end();
            report_token_exchange(machine, std::move(report), response, fetched, what);
        }
        else if (next == step::decide)
            machine.decide(clock::now(), jitter(), true);
        else
        {
            auto const paused = co_await pauses_.wait(machine.pause());
            if (paused)
                machine.paused();
            else
                machine.interrupted(paused.error());
        }
    }
    if (!machine.is_good())
    {
        error failure = machine.take_failure();
        describe_deadline(failure, options().timeouts.call, machine.deadline());
        co_return with_server(from, std::move(failure));
    }
    co_return std::move(fetched);
}

} // namespace restbind::net::detail
