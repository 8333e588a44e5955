// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/detail/read.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/parser_limits.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/net/detail/call_driver.hpp>
#include <restbind/net/detail/client_tokens.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/effective_settings.hpp>
#include <restbind/net/detail/origin_state.hpp>
#include <restbind/net/detail/waiter.hpp>

#include <boost/asio/this_coro.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

RESTBIND_DECL asio::awaitable<void> carry_out(
    network_session& shared, prepared_call const& call, response_reader& reader)
{
    // After a cancellation every await would throw; here it has to come back as an error.
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(false);
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    using step = http::step;
    using awaited = call_driver::awaited;
    call_driver driver(shared, call, reader, cancellation);
    std::exception_ptr thrown;
    try
    {
        driver.begin();
        if (driver.is_watched()) [[unlikely]]
        {
            auto watched = driver.carry_out_watched();
            co_await std::move(watched);
        }
        for (step next = driver.next(); next != step::done; next = driver.next())
        {
            awaited const wanted = next == step::get_token        ? driver.get_token()
                                   : next == step::get_connection ? driver.get_connection()
                                   : next == step::exchange       ? driver.exchange()
                                   : next == step::decide         ? driver.decide()
                                                                  : awaited::other;
            if (wanted == awaited::nothing)
                continue;
            if (wanted == awaited::input)
            {
                auto input = driver.receive();
                co_await std::move(input);
                driver.received();
            }
            else
            {
                auto other = driver.wait();
                co_await std::move(other);
            }
            if (driver.is_forked()) [[unlikely]]
                driver.leave_to_parent();
        }
    }
    catch (std::bad_alloc const&)
    {
        thrown = std::current_exception();
    }
    catch (...)
    {
        driver.give_up(std::current_exception());
    }
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(true);
    if (thrown)
        std::rethrow_exception(thrown);
    driver.end();
}

/// What the machine of a call is told when it begins.
inline http::call_plan plan_of(
    client_options const& options, prepared_call const& call, clock::time_point now)
{
    return {.start = {.idempotency = call.request.idempotency,
                .rule = call.retry_rule,
                .documented = call.retry_is_documented,
                .unapplied_statuses = call.request.unapplied_statuses,
                .policy = call.retry,
                .further_statuses = options.retry.further_statuses,
                .retries_lost_assumed = options.retry.lost_responses},
        .begun = now,
        .deadline = now + call.deadline,
        .max_retry_after = options.retry.max_retry_after,
        .needs_token = call.credentials.token};
}

RESTBIND_DECL call_driver::call_driver(network_session& shared, prepared_call const& call,
    response_reader& reader, asio::cancellation_state const& cancellation)
    : shared_(shared)
    , call_(call)
    , reader_(reader)
    , cancellation_(cancellation)
    , machine_(plan_of(shared.options(), call, shared.time().now()))
    , token_{.line = intrusive_ptr<header_line const>(call.line)}
    , secrets_(token_, shared.held())
    , reports_(shared.options(), shared.time(), call, secrets_)
    , now_(machine_.deadline() - call.deadline)
{
}

RESTBIND_DECL void call_driver::begin()
{
    reports_.attempt_started(machine_.attempts(), now_);
    if (shared_.options().journal) [[unlikely]]
        record();
}

/// Begins the entry in the journal, once for all attempts. Calls that are safe have none, nor have
/// requests for tokens and tunnels. What cannot be recorded is not sent.
RESTBIND_COLD RESTBIND_DECL void call_driver::record()
{
    if (entry_ || call_.id == 0 || call_.request.idempotency == http::idempotency::safe)
        return;
    entry_ = std::make_unique<call_entry>(*shared_.options().journal, call_, machine_);
    if (auto const begun = entry_->begin(secrets_, shown_headers(call_.request.headers)); !begun)
        return refuse_attempt(begun.error());
    now_ = shared_.time().now();
}

RESTBIND_ALWAYS_INLINE inline auto call_driver::get_token() -> awaited // part of each call
{
    if (is_cancelled())
        machine_.failed(wait_error(wait_end::cancelled, phase::none));
    else
    {
        token_lookup found = shared_.tokens().try_get(call_.credentials.token_source, now_);
        if (!found.is_there)
        {
            has_asked_ = found.has_asked;
            return awaited::other;
        }
        token_ = std::move(found.token);
        machine_.token_came(now_);
    }
    return awaited::nothing;
}

RESTBIND_COLD RESTBIND_DECL void call_driver::token_came(result<authorization>&& came)
{
    now_ = shared_.time().now();
    reports_.token_came(now_);
    if (!came)
        return machine_.failed(came.error());
    token_ = std::move(*came);
    machine_.token_came(now_);
}

RESTBIND_ALWAYS_INLINE inline auto call_driver::get_connection() -> awaited // part of each call
{
    if (is_cancelled())
    {
        machine_.failed(wait_error(wait_end::cancelled, phase::none));
        return awaited::nothing;
    }
    if (call_.given) [[unlikely]]
        link_ = &call_.given->link;
    else
    {
        if (machine_.wants_new_connection())
            return awaited::other;
        lease_ = call_.to->connections.try_acquire();
        if (!lease_)
            return awaited::other;
        link_ = &*lease_;
    }
    machine_.connection_came(now_, link_->used);
    return awaited::nothing;
}

RESTBIND_COLD RESTBIND_DECL void call_driver::connection_came(result<lease>&& came)
{
    if (!came)
        return machine_.failed(came.error(), refusal_of_proxy(came.error()));
    lease_ = std::move(*came);
    link_ = &*lease_;
    machine_.connection_came(shared_.time().now(), link_->used);
}

/// Goes on with the exchange, up to its end.
inline auto call_driver::transfer() -> awaited
{
    if (!part_)
        part_ = begin_exchange();
    if (part_ == http::step::done)
        return awaited::nothing;
    return part_ == http::step::receive && !link_->has_stream() ? awaited::input : awaited::other;
}

RESTBIND_DECL auto call_driver::exchange() -> awaited
{
    awaited const wanted = transfer();
    if (wanted != awaited::nothing)
        return wanted;
    part_.reset();
    end_exchange();
    return awaited::nothing;
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> call_driver::carry_out_watched()
{
    using step = http::step;
    while (next() != step::done)
    {
        // Interceptors are asked when the token is known, so that none is shown to them.
        if (next() == step::get_connection)
        {
            watched_attempt present(*this);
            co_await present.run();
            continue;
        }
        awaited const wanted = next() == step::get_token  ? get_token()
                               : next() == step::exchange ? exchange()
                               : next() == step::decide   ? decide()
                                                          : awaited::other;
        if (wanted == awaited::nothing)
            continue;
        co_await wait();
        if (is_forked())
            leave_to_parent();
    }
}

/// Takes the steps of an attempt up to the end of its exchange.
RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> call_driver::reach_response(
    watched_attempt& present)
{
    using step = http::step;
    watched_ = &present;
    now_ = shared_.time().now();
    try
    {
        while (next() == step::get_connection ||
               (next() == step::exchange && part_ != step::done))
        {
            awaited const wanted = next() == step::exchange ? transfer() : get_connection();
            if (wanted == awaited::input)
            {
                auto input = receive();
                co_await std::move(input);
                received();
            }
            else if (wanted == awaited::other)
                co_await wait();
            if (is_forked())
                leave_to_parent();
        }
    }
    catch (std::bad_alloc const&)
    {
        throw;
    }
    catch (...)
    {
        give_up(std::current_exception());
    }
    watched_ = nullptr;
}

/// Ends the call at the beginning of an attempt.
RESTBIND_COLD RESTBIND_DECL void call_driver::refuse_attempt(error why)
{
    if (why.at() == phase::none)
        restbind::detail::fill(why).with_phase(phase::encode);
    machine_.forbid_retries();
    machine_.failed(std::move(why));
}

RESTBIND_DECL http::step call_driver::begin_exchange()
{
    client_options const& options = shared_.options();
    http::request_head const& head = call_.given ? call_.given->head : call_.to->head;
    outgoing_request const request =
        head.write(link_->head, watched_ ? watched_->request() : call_.request, token_.text(),
            call_.credentials);
    if (call_.holds_secrets) [[unlikely]] // in one piece: growing would leave copies behind
        link_->last_response.body.reserve(prepared_call::reserved_for_secrets);
    link_->arm(machine_.deadline());
    http::parser_limits const limits{.body = call_.limits.max_bytes,
        .header = options.limits.header,
        .keep_all_headers = options.keep_all_headers && call_.id != 0,
        .trace_headers =
            reports_.tells_headers() || entry_ ? shared_.trace_headers() : http::header_names(""),
        .kept_headers = call_.request.response_headers,
        .streamed = call_.receiver ? call_.receiver->successes()
                                   : std::span<http::response_rule const>()};
    return link_->begin(request, limits, link_->last_response, cancellation_, reports_.times());
}

RESTBIND_DECL void call_driver::end_exchange()
{
    exchange_report& done = link_->report();
    http::response& response = link_->last_response;
    reports_.exchanged(done, response.headers);
    link_->wipe_head();
    if (response.status >= 300)
        hide_secrets(response);

    if (response.retry_after)
        done.outcome.retry_after = response.retry_delay(shared_.time().time_of_day());
    if (reports_.has_observer()) [[unlikely]]
        tell_traffic(response, bool(done.ended));
    if (response.status == 401)
        done.outcome.token_can_be_renewed =
            shared_.tokens().reject(call_.request.operation, token_);
    json::deviations found;
    if (machine_.exchanged(done.outcome, std::move(done.ended)))
        read(response, found);

    if (!lease_) [[unlikely]] // the dialer keeps the connection of a tunnel
        return;
    if (!call_.holds_secrets) [[likely]] // else the connection overwrites the memory when it ends
        link_->trim();
    if (done.reusable)
        lease_.keep();
    if (machine_.is_good())
    {
        shared_.tokens().accept(call_.request.operation, token_);
        call_.to->budget.succeeded();
        reports_.attempt_ended(machine_, found.count != 0 ? &found : nullptr);
        reports_.judged(machine_);
        if (found.count != 0) [[unlikely]]
            reports_.deviated(machine_.outcome().status, found);
        if (entry_) [[unlikely]]
            entry_->keep_trace_id(reports_.trace_id(machine_));
        lease_.end();
    }
}

/// The headers of a request as they may be kept and shown.
RESTBIND_COLD RESTBIND_DECL http::header_list call_driver::shown_headers(
    http::header_list const& sent) const
{
    http::header_list const kept = secrets_.without_secrets(sent);
    if (!call_.shown)
        return kept;
    http::header_list shown;
    for (auto const [name, value] : kept)
        shown.add_unchecked(name, call_.shown->headers.find(name).value_or(value));
    return shown;
}

/// Removes secrets from what an error would repeat of a response.
RESTBIND_COLD RESTBIND_DECL void call_driver::hide_secrets(http::response& response) const
{
    secrets_.redact(response.body);
    http::header_list kept = secrets_.without_secrets(response.headers);
    if (kept != response.headers)
        response.headers = std::move(kept);
}

/// Tells an observer that wants to see it what was sent and what has come.
RESTBIND_COLD RESTBIND_DECL void call_driver::tell_traffic(
    http::response const& response, bool is_whole)
{
    if (!call_.to || !reports_.watches_traffic())
        return;
    http::request const& sent = call_.request;
    http::request const& shown = call_.view();
    http::url const& address = call_.to->target.to.address;
    std::string url = address.scheme + "://" + address.host_and_port() + shown.target;
    std::string body(shown.content());
    std::string received = is_whole ? response.body : std::string();
    std::string type(response.content_type);
    http::header_list const headers = shown_headers(sent.headers);
    http::header_list const response_headers = secrets_.without_secrets(response.headers);
    for (std::string* const text : {&url, &body, &received, &type})
        secrets_.redact(*text);
    reports_.exchanged({.call_id = call_.id,
        .operation = sent.operation,
        .attempt = machine_.attempts(),
        .method = to_string(sent.method),
        .url = url,
        .headers = headers,
        .body = body,
        .is_complete = call_.shows_all(),
        .status = is_whole ? response.status : 0,
        .response_headers = response_headers,
        .content_type = type,
        .response_body = received,
        .retry_after = response.retry_delay(shared_.time().time_of_day())});
}

/// Reads a response that ends the call.
RESTBIND_DECL void call_driver::read(http::response& response, json::deviations& found)
{
    if (!reader_.described.is_success(response.status)) [[unlikely]]
        return refuse(http::read_error_response(reader_.described, response), response);
    auto const read = reader_.read(response, {call_.limits, call_.reading, &found});
    if (!read) [[unlikely]]
        refuse(read.error(), response);
}

/// The response is an error, or cannot be read. The error keeps the body of a success that cannot
/// be read, without secrets. What it says of the response, such as its Content-Type, holds none
/// either.
RESTBIND_COLD RESTBIND_DECL void call_driver::refuse(error why, http::response& response)
{
    std::string detail(why.detail());
    secrets_.redact(detail);
    // A long text is shown in part, and a part of a secret cannot be found in it.
    if (response.content_type.size() > 500 && secrets_.repeats_secret(response.content_type))
        detail = "the response's Content-Type repeats a secret";
    if (detail != why.detail())
        restbind::detail::fill(why).with_detail(std::move(detail));
    if (response.status == 200 && call_.holds_secrets)
        machine_.forbid_retries(); // the same request would bring the same token again
    else if (response.status < 300)
    {
        secrets_.redact(response.body);
        if (!call_.holds_secrets)
            restbind::detail::fill(why).with_body(response.body.substr(0, error::max_body));
    }
    machine_.refused(std::move(why));
}

RESTBIND_COLD RESTBIND_DECL auto call_driver::decide() -> awaited
{
    machine_.amend(explained(machine_.failure()));
    reports_.attempt_ended(machine_);
    if (entry_)
        entry_->keep_trace_id(reports_.trace_id(machine_));
    if (call_.to && spends_budget())
        call_.to->budget.failed();
    // What a sink has got cannot be taken back.
    if (call_.receiver && call_.receiver->has_begun())
        machine_.forbid_retries();
    int const status = machine_.outcome().status;
    unsigned const attempt = machine_.attempts();
    now_ = shared_.time().now();
    machine_.decide(now_, shared_.jitter(), call_.to && call_.to->budget.allows());
    // The connection holds the response, which is not needed any more. Another call can use the
    // connection during the pause.
    lease_.end();
    if (machine_.next() == http::step::done)
        reports_.judged(machine_);
    else
        reports_.retry_scheduled(machine_, attempt, status);
    if (machine_.next() != http::step::done && machine_.next() != http::step::pause)
        begin();
    return awaited::nothing;
}

RESTBIND_COLD RESTBIND_DECL bool call_driver::spends_budget() const noexcept
{
    http::attempt_outcome const& outcome = machine_.outcome();
    auto const& kind = outcome.failure;
    bool const unreachable =
        outcome.status == 0 && (kind == error_kind::resolve || kind == error_kind::connect ||
                                   kind == error_kind::write || kind == error_kind::read);
    return unreachable || outcome.status >= 500 || outcome.status == 429;
}

RESTBIND_COLD RESTBIND_DECL void call_driver::end_pause(result<void> const& paused)
{
    if (!paused)
        return machine_.interrupted(paused.error());
    now_ = shared_.time().now();
    machine_.paused();
    begin();
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> call_driver::wait()
{
    using step = http::step;
    step const waiting = next();
    try
    {
        if (waiting == step::get_token)
            token_came(co_await shared_.tokens().get(
                call_.credentials.token_source, machine_.deadline(), has_asked_));
        else if (waiting == step::get_connection)
            connection_came(co_await call_.to->get_connection(
                machine_.wants_new_connection(), machine_.deadline(), reports_.times()));
        else if (waiting == step::pause)
            end_pause(co_await shared_.backoff().wait(machine_.pause()));
        else
        {
            if (part_ == step::deliver)
                co_await call_.receiver->deliver(*link_);
            else if (part_ == step::receive)
                co_await link_->receive_by_stream();
            else
                co_await link_->unblock();
            part_ = link_->next_step();
        }
    }
    catch (system_failure const& lacking)
    {
        without(lacking);
    }
}

/// Ends a step for which the system has not given what it needs.
RESTBIND_COLD RESTBIND_DECL void call_driver::without(system_failure const& lacking)
{
    if (next() == http::step::get_token)
        machine_.failed(system_error_of(lacking, phase::token));
    else if (next() == http::step::get_connection)
        machine_.failed(system_error_of(lacking, phase::connect));
    else if (next() == http::step::pause) // the attempt's failure stands
        machine_.interrupted(error(machine_.failure()));
    else
        abandon(system_error_of(lacking, phase::none));
}

/// Ends the call within a step.
RESTBIND_COLD RESTBIND_DECL void call_driver::abandon(error why)
{
    machine_.abandon(explained(std::move(why)), shared_.time().now());
}

RESTBIND_COLD RESTBIND_DECL void call_driver::leave_to_parent()
{
    abandon(forked_call_error());
}

/// Which function it was follows from the step: after the response has come only codecs are asked,
/// before that only encryption is.
RESTBIND_COLD RESTBIND_DECL void call_driver::give_up(std::exception_ptr thrown)
{
    bool const was_reading = next() == http::step::done || next() == http::step::decide;
    abandon(
        callback_error(was_reading ? "json::codec::read" : "secure_channel", std::move(thrown)));
}

RESTBIND_DECL void call_driver::end()
{
    if (!machine_.is_good() || reports_.has_observer())
        tell_end();
    if (entry_) [[unlikely]]
        entry_->end();
}

RESTBIND_COLD RESTBIND_DECL void call_driver::tell_end()
{
    std::optional<error> failure;
    if (!machine_.is_good())
    {
        failure = machine_.failure();
        if (failure->call_id() == 0)
            failure = explained(std::move(*failure));
    }
    if (is_forked()) // the parent tells of the end
        reports_.leave_to_parent();
    if (reports_.is_in_attempt())
        reports_.attempt_ended(machine_);
    if (reports_.has_observer())
        reports_.call_ended(machine_, failure ? &*failure : nullptr,
            microseconds_between(machine_.deadline() - call_.deadline, shared_.time().now()));
    if (failure)
        reader_.fail(std::move(*failure));
}

/// Says which deadline has ended a call, if one has.
RESTBIND_COLD inline void describe_deadline(
    error& failure, std::chrono::milliseconds length, bool has_passed)
{
    if (failure == error_kind::timed_out && has_passed)
        restbind::detail::fill(failure).with_detail(
            restbind::detail::joined({"the deadline of ", duration_text(length), " has passed",
                failure.detail().empty() ? "" : "; ", failure.detail()}));
}

/// The error with the number of the call, the deadline that has passed, and the host. The error of
/// a token request names its own deadline and host; the error of a wait for a token does not. The
/// error of a tunnel stays as it is: the call that needs the tunnel explains it.
RESTBIND_COLD RESTBIND_DECL error call_driver::explained(error failure) const
{
    if (!call_.to)
        return failure;
    restbind::detail::fill(failure).with_call_id(call_.id);
    if (failure.host().empty() || failure.at() == phase::token)
        describe_deadline(
            failure, call_.deadline, shared_.time().now() >= machine_.deadline());
    if (failure.host().empty())
        restbind::detail::fill(failure).with_host(
            call_.to->target.to.address.host_and_port());
    return failure;
}

RESTBIND_COLD RESTBIND_DECL watched_attempt::watched_attempt(call_driver& driver)
    : driver_(driver)
{
    http::request const& sent = driver.call_.request;
    request_.method = sent.method;
    request_.target = sent.target;
    request_.headers = sent.headers;
    request_.referred_body = sent.content();
    call_id_ = driver.call_.id;
    operation_ = sent.operation;
    number_ = driver.machine_.attempts();
    auto const method = to_string(sent.method);
    method_ = {method.data(), method.size()};
    http::url const& address = driver.call_.to->target.to.address;
    origin_ = address.scheme + "://" + address.authority();
    target_ = redacted(driver.call_.view().target);
    body_ = driver.call_.view().content();
    is_complete_ = driver.call_.shows_all();
}

RESTBIND_COLD RESTBIND_DECL http::header_list watched_attempt::shown_headers() const
{
    return driver_.shown_headers(request_.headers);
}

RESTBIND_COLD RESTBIND_DECL std::string watched_attempt::redacted(std::string_view text) const
{
    std::string kept(text);
    driver_.secrets_.redact(kept);
    return kept;
}

RESTBIND_COLD RESTBIND_DECL std::chrono::system_clock::time_point watched_attempt::time_of_day()
    const noexcept
{
    return driver_.shared_.time().time_of_day();
}

RESTBIND_COLD RESTBIND_DECL result<void> watched_attempt::put(
    std::string_view name, std::string_view value)
{
    if (is_over_)
        return {};
    if (http::is_header_name(name) &&
        (http::iequals(name, driver_.call_.key_header) ||
            is_reserved(name, driver_.shared_.held(), driver_.shared_.options().anonymous)))
        return restbind::detail::invalid_argument(
            {"header ", name, " is set by the client and cannot be set by an interceptor"});
    http::header_list changed;
    for (auto const [known, text] : request_.headers)
        if (!http::iequals(known, name))
            changed.add_unchecked(known, text);
    auto added = changed.add(name, std::string(value));
    if (added)
        request_.headers = std::move(changed);
    return added;
}

RESTBIND_COLD RESTBIND_DECL void watched_attempt::refuse_by(error why)
{
    if (is_over_)
        return;
    is_over_ = true;
    if (why == error_kind::none)
        why = error(error_kind::callback_failed, "an interceptor has refused the request");
    driver_.refuse_attempt(std::move(why));
}

/// An interceptor has ended without going on.
RESTBIND_COLD RESTBIND_DECL void watched_attempt::end_before_request(std::exception_ptr thrown)
{
    if (driver_.is_cancelled())
    {
        is_over_ = true;
        driver_.machine_.failed(wait_error(wait_end::cancelled, phase::none));
    }
    else if (thrown)
        refuse_by(callback_error("interceptor::around", std::move(thrown)));
    else
        refuse_by(error(error_kind::callback_failed, "an interceptor has not gone on"));
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<void> watched_attempt::pass(std::size_t place)
{
    if (is_over_ || reached_ != place) // refused, or gone on before
        co_return;
    ++reached_;
    auto const& around = driver_.shared_.options().around;
    if (place == around.size())
    {
        is_over_ = true;
        co_await driver_.reach_response(*this);
        co_return;
    }
    std::exception_ptr thrown;
    try
    {
        auto work = around[place]->around(*this, proceed(*this, place + 1));
        co_await std::move(work);
    }
    catch (std::bad_alloc const&)
    {
        throw;
    }
    catch (...)
    {
        thrown = std::current_exception();
    }
    if (!is_over_)
        end_before_request(std::move(thrown));
    else if (thrown)
        driver_.reports_.interceptor_threw(thrown);
}

RESTBIND_COLD RESTBIND_DECL asio::awaitable<attempt_response> watched_attempt::ask(
    std::size_t place)
{
    co_await pass(place);
    co_return response();
}

RESTBIND_COLD RESTBIND_DECL attempt_response watched_attempt::response()
{
    attempt_response came;
    if (!driver_.is_exchanged())
    {
        came.failure = &driver_.machine_.failure();
        came.status = driver_.machine_.outcome().status;
        return came;
    }
    exchange_report const& done = driver_.link_->report();
    http::response const& received = driver_.link_->last_response;
    came.status = done.outcome.status;
    came.failure = done.ended ? nullptr : &done.ended.error();
    came.headers = driver_.secrets_.without_secrets(received.headers);
    came.body = received.body;
    if (driver_.secrets_.repeats_secret(came.body))
    {
        body_without_secrets_ = redacted(came.body);
        came.body = body_without_secrets_;
    }
    return came;
}

} // namespace restbind::net::detail
