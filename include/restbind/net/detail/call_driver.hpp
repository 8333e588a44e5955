// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/step.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/detail/callback.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/dialer.hpp>
#include <restbind/net/detail/network_session.hpp>
#include <restbind/net/detail/origin_state.hpp>
#include <restbind/net/detail/pool.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/process.hpp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/detail/response_reader.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/detail/wait_error.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_state.hpp>

#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Carries a call out. Whatever the functions throw that it asks (encryption, a sink, a codec) ends
    it, too; only `std::bad_alloc` comes out.

    @param call Must live until the call has ended, as `reader` must.
*/
asio::awaitable<void> carry_out(
    network_session& shared, prepared_call& call, response_reader& reader);

/// What of a call's plan does not change from call to call, and what does.
inline http::call_plan plan_of(
    network_session const& shared, prepared_call const& call, clock::time_point now)
{
    http::call_plan plan;
    plan.start.idempotency = call.request.idempotency;
    plan.start.rule = call.retry_rule;
    plan.start.documented = call.retry_is_documented;
    plan.start.unapplied_statuses = call.request.unapplied_statuses;
    plan.start.policy = call.retry;
    plan.start.further_statuses = shared.options().retry.further_statuses;
    plan.begun = now;
    plan.deadline = now + call.deadline;
    plan.max_retry_after = shared.options().retry.max_retry_after;
    plan.needs_token = call.credentials.token;
    return plan;
}

/// What a call waits for.
enum class awaited : unsigned char
{
    nothing, ///< it has ended
    input,   ///< bytes of the response: `connection::receive`
    other    ///< anything else
};

/// The attempts of one call: everything about them that does not wait. What waits is in `send`, one
/// coroutine, because each further frame costs every call an allocation.
class attempts
{
public:
    attempts(network_session& shared, prepared_call const& call, response_reader& reader)
        : machine(plan_of(shared, call, clock::now()))
        , secrets_(token, shared.held())
        , reports_(shared.options(), call, secrets_)
        , shared_(shared)
        , call_(call)
        , reader_(reader)
        , now_(machine.deadline() - call.deadline)
    {
    }

    /// An attempt begins.
    void begin() { reports_.attempt_started(machine.attempts(), now_); }

    /// Does all that needs no waiting. @returns What is to be awaited next.
    awaited advance(asio::cancellation_state const& cancellation)
    {
        using step = http::step;
        for (;;)
        {
            step const next = machine.next();
            if (next == step::done)
                return awaited::nothing;
            if (next == step::pause)
                return awaited::other;
            if (next == step::decide)
                decide();
            else if (next == step::exchange)
            {
                if (!part_)
                    part_ = begin_exchange(cancellation);
                if (part_ != http::step::done)
                    return part_ == http::step::receive ? awaited::input : awaited::other;
                part_.reset();
                end_exchange();
            }
            else if (cancellation.cancelled() != asio::cancellation_type::none)
                machine.failed(wait_error(wait_end::cancelled, phase::none));
            else if (next == step::get_token ? !try_token() : !try_connection())
                return awaited::other;
        }
    }

    /// Waits for `awaited::other`.
    RESTBIND_COLD asio::awaitable<void> wait()
    {
        using step = http::step;
        step const next = machine.next();
        try
        {
            if (next == step::get_token)
                token_came(
                    co_await shared_.tokens().get(call_.credentials.token_source, machine.deadline()));
            else if (next == step::get_connection)
                connection_came(co_await call_.to->get_connection(
                    machine.wants_new_connection(), machine.deadline(), reports_.times()));
            else if (next == step::pause)
                end_pause(co_await shared_.backoff().wait(machine.pause()));
            else
            {
                if (part_ == step::deliver)
                    co_await call_.receiver->deliver(*link);
                else
                    co_await link->unblock();
                part_ = link->next_step();
            }
        }
        catch (system_failure const& lacking)
        {
            without(lacking);
        }
    }

    /// What was awaited as `awaited::input` has come.
    void received() { part_ = link->received(); }

    /// Whether this is a child of the process that has begun the call.
    bool is_forked() const noexcept { return process_ != process::number(); }

    /// The call goes on in the parent.
    RESTBIND_COLD void leave_to_parent() { abandon(forked_call_error()); }

    /// A function of the program that was asked has thrown: one that reads the response, or
    /// encryption, which takes part in everything before.
    RESTBIND_COLD void give_up(std::exception_ptr thrown)
    {
        bool const was_reading =
            machine.next() == http::step::done || machine.next() == http::step::decide;
        abandon(callback_error(
            was_reading ? "json::codec::read" : "secure_channel", std::move(thrown)));
    }

    /// The call has ended: its error goes to the reader, and the observer is told.
    void end()
    {
        if (!machine.is_good() || reports_.has_observer())
            tell_end();
    }

    http::call machine;
    authorization token;
    lease link;

private:
    /// The system has not given what the next step needs.
    RESTBIND_COLD void without(system_failure const& lacking)
    {
        http::step const next = machine.next();
        if (next == http::step::get_token)
            machine.failed(system_error_of(lacking, phase::token));
        else if (next == http::step::get_connection)
            machine.failed(system_error_of(lacking, phase::connect));
        else if (next == http::step::pause) // the attempt's failure stands
            machine.interrupted(error(machine.failure()));
        else
            abandon(system_error_of(lacking, phase::none));
    }

    /// The call ends in the middle of something.
    RESTBIND_COLD void abandon(error why)
    {
        machine.abandon(explained(std::move(why)), clock::now());
    }

    RESTBIND_COLD void tell_end()
    {
        std::optional<error> failure;
        if (!machine.is_good())
            failure = final_failure();
        if (is_forked()) // the parent tells of the end
            reports_.leave_to_parent();
        if (reports_.is_in_attempt())
            reports_.attempt_ended(machine);
        if (reports_.has_observer())
            reports_.call_ended(machine, failure ? &*failure : nullptr,
                microseconds_between(machine.deadline() - call_.deadline, clock::now()));
        if (failure)
            reader_.fail(std::move(*failure));
    }

    /// The error of a call that has no result.
    RESTBIND_COLD error final_failure() const
    {
        error const& failure = machine.failure();
        return failure.call_id() != 0 ? failure : explained(failure);
    }

    /// The error with the number of the call, with the deadline that has passed, and with its host.
    /// A request for a token has both of its own, but not the wait for it.
    RESTBIND_COLD error explained(error failure) const
    {
        restbind::detail::fill(failure).with_call_id(call_.id);
        if (failure.host().empty() || failure.at() == phase::token)
            describe_deadline(failure, call_.deadline, machine.deadline());
        if (failure.host().empty())
            restbind::detail::fill(failure).with_host(
                call_.to->target.to.address.host_and_port());
        return failure;
    }

    bool try_token()
    {
        token_lookup found = shared_.tokens().try_get(call_.credentials.token_source, now_);
        if (!found.is_there)
            return false;
        token = std::move(found.token);
        machine.token_came(now_);
        return true;
    }

    RESTBIND_COLD void token_came(result<authorization>&& came)
    {
        now_ = clock::now();
        reports_.token_came(now_);
        if (!came)
            return machine.failed(came.error());
        token = std::move(*came);
        machine.token_came(now_);
    }

    bool try_connection()
    {
        if (machine.wants_new_connection())
            return false;
        link = call_.to->connections.try_acquire();
        if (!link)
            return false;
        machine.connection_came(now_, link->used);
        return true;
    }

    RESTBIND_COLD void connection_came(result<lease>&& came)
    {
        if (!came)
            return machine.failed(came.error(), refusal_of_proxy(came.error()));
        link = std::move(*came);
        machine.connection_came(clock::now(), link->used);
    }

    http::step begin_exchange(asio::cancellation_state const& cancellation)
    {
        client_options const& options = shared_.options();
        outgoing_request const request = call_.to->head.write(
            link->head, call_.request, token.text(), call_.credentials);
        link->arm(machine.deadline());
        http::parser_limits const limits{.body = options.limits.body,
            .header = options.limits.header,
            .keep_all_headers = options.keep_all_headers,
            .trace_headers =
                reports_.tells_headers() ? shared_.trace_headers() : http::header_names(""),
            .kept_headers = call_.request.response_headers,
            .streamed = call_.receiver ? call_.receiver->successes()
                                       : std::span<http::response_rule const>()};
        return link->begin(request, limits, link->last_response, cancellation, reports_.times());
    }

    void end_exchange()
    {
        exchange_report& done = link->report();
        http::response& response = link->last_response;
        reports_.exchanged(done, response.headers);
        link->wipe_head();
        if (response.status >= 300)
            hide_secrets(response);

        if (response.retry_after)
            done.outcome.retry_after = response.retry_delay(std::chrono::system_clock::now());
        if (response.status == 401)
            done.outcome.token_can_be_renewed = shared_.tokens().reject(call_.request.operation, token);
        json::deviations found;
        if (machine.exchanged(done.outcome, std::move(done.ended)))
            read(response, found);

        link->trim();
        if (done.reusable)
            link.keep();
        if (machine.is_good())
        {
            shared_.tokens().accept(call_.request.operation, token);
            call_.to->budget.succeeded();
            reports_.attempt_ended(machine, found.count != 0 ? &found : nullptr);
            reports_.judged(machine);
            if (found.count != 0) [[unlikely]]
                reports_.deviated(machine.outcome().status, found);
            link.end();
        }
    }

    /// What an error would repeat of a refusal.
    RESTBIND_COLD void hide_secrets(http::response& response) const
    {
        secrets_.redact(response.body);
        http::header_list kept = secrets_.without_secrets(response.headers);
        if (kept != response.headers)
            response.headers = std::move(kept);
    }

    /// The response counts.
    void read(http::response& response, json::deviations& found)
    {
        if (!reader_.described.is_success(response.status)) [[unlikely]]
            return refuse(http::read_error_response(reader_.described, response), response);
        auto const read = reader_.read(response, {call_.limits, call_.reading, &found});
        if (!read) [[unlikely]]
            refuse(read.error(), response);
    }

    /// The response is an error, or cannot be read. The error keeps the body of a success that
    /// cannot be read, without secrets.
    RESTBIND_COLD void refuse(error why, http::response& response)
    {
        if (response.status < 300)
        {
            secrets_.redact(response.body);
            restbind::detail::fill(why).with_body(response.body.substr(0, error::max_body));
        }
        machine.refused(std::move(why));
    }

    RESTBIND_COLD void decide()
    {
        machine.amend(explained(machine.failure()));
        reports_.attempt_ended(machine);
        if (spends_budget())
            call_.to->budget.failed();
        // What a sink has got cannot be taken back.
        if (call_.receiver && call_.receiver->has_begun())
            machine.forbid_retries();
        int const status = machine.outcome().status;
        unsigned const attempt = machine.attempts();
        now_ = clock::now();
        machine.decide(now_, shared_.jitter(), call_.to->budget.allows());
        // The connection was needed to read its response; others need it more than a pause does.
        link.end();
        if (machine.next() == http::step::done)
            return reports_.judged(machine);
        reports_.retry_scheduled(machine, attempt, status);
        if (machine.next() != http::step::pause)
            begin();
    }

    RESTBIND_COLD void end_pause(result<void> const& paused)
    {
        if (!paused)
            return machine.interrupted(paused.error());
        now_ = clock::now();
        machine.paused();
        begin();
    }

    RESTBIND_COLD bool spends_budget() const noexcept
    {
        http::attempt_outcome const& outcome = machine.outcome();
        auto const& kind = outcome.failure;
        bool const unreachable =
            outcome.status == 0 && (kind == error_kind::resolve || kind == error_kind::connect ||
                                       kind == error_kind::write || kind == error_kind::read);
        return unreachable || outcome.status >= 500 || outcome.status == 429;
    }

    redactor const secrets_;
    reporter reports_;
    network_session& shared_;
    prepared_call const& call_;
    response_reader& reader_;
    clock::time_point now_;          ///< of the last event: no wait has happened since
    unsigned const process_ = process::number();
    std::optional<http::step> part_; ///< what the exchange waits for; none under way: empty
};

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/call_driver.ipp>
#endif
