// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/detail/reports.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/failures.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/prepared_call.hpp>
#include <restbind/net/detail/time_source.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Keeps the credentials of a call, its token and the client's other ones, out of everything that
    is logged or reported. */
class redactor
{
public:
    /** Both must outlive this object. */
    redactor(authorization const& token, std::vector<http::credential> const& held) noexcept
        : token_(token)
        , held_(held)
    {
    }

    /** Whether a text contains one of them. */
    bool repeats_secret(std::string_view text) const noexcept
    {
        std::string_view const secret = token_.token();
        bool found = !secret.empty() && text.find(secret) != std::string_view::npos;
        for (http::credential const& one : held_)
            for (auto const& hidden : one.hidden)
                found = found ||
                        (hidden.size() > 3 && text.find(hidden.reveal()) != std::string_view::npos);
        return found;
    }

    /** Replaces them by `***`. */
    RESTBIND_COLD void redact(std::string& body) const
    {
        http::redact(body, token_.token());
        for (http::credential const& one : held_)
            for (auto const& hidden : one.hidden)
                http::redact(body, hidden.reveal());
    }

    /** The headers whose values contain none of them. */
    RESTBIND_COLD http::header_list without_secrets(http::header_list const& headers) const
    {
        http::header_list kept;
        for (auto const [name, value] : headers)
            if (!repeats_secret(value))
                kept.add_unchecked(name, value);
        return kept;
    }

private:
    authorization const& token_;
    std::vector<http::credential> const& held_;
};

/** What a function of the observer has thrown, the exception that is being handled. Only
    `std::bad_alloc` comes out. */
RESTBIND_COLD inline error observer_error(std::string_view event, std::uint64_t call_id)
{
    return restbind::detail::fill(
        callback_error(restbind::detail::joined({"observer::", event}), std::current_exception()))
        .with_call_id(call_id)
        .take();
}

/** Tells the observer and `call_info` what becomes of one call.

    What a function of the observer throws is kept, and changes nothing of the call. Only
    `std::bad_alloc` comes out; `call_info` is filled in before.
*/
class reporter
{
public:
    /** All must outlive this object. */
    reporter(client_options const& options, time_source const& time, prepared_call const& call,
        redactor const& secrets)
        : observer_(call.id != 0 ? options.observer.get() : nullptr)
        , trace_headers_(options.trace_headers)
        , time_(time)
        , call_(call)
        , secrets_(secrets)
    {
    }

    /** Where the times of the present attempt go; null without an observer. */
    attempt_times* times() noexcept { return observer_ ? &report_.times : nullptr; }

    /** Whether anybody is told of the headers that help to trace a response. */
    bool tells_headers() const noexcept { return observer_ || call_.info; }

    /** An attempt begins. */
    void attempt_started(unsigned attempt, clock::time_point now)
    {
        is_in_attempt_ = true;
        headers_ = nullptr;
        if (!observer_)
            return;
        started_ = now;
        report_ = {
            .call_id = call_.id, .operation = call_.request.operation, .attempt = attempt};
        tell("attempt_started", &observer::attempt_started, report_);
    }

    /** Whether one has begun and `attempt_ended` was not called yet. */
    bool is_in_attempt() const noexcept { return is_in_attempt_; }

    /** There is a token, or none, at last. */
    RESTBIND_COLD void token_came(clock::time_point now)
    {
        if (observer_)
            report_.times.token = microseconds_between(started_, now);
    }

    /** The exchange is over.

        @param headers Those of the response. They must live until the attempt has ended.
    */
    void exchanged(http::exchange_report const& done, http::header_list const& headers) noexcept
    {
        headers_ = &headers;
        report_.bytes_sent = done.bytes_sent;
        report_.bytes_received = done.bytes_received;
    }

    /** Whether somebody watches what is sent and received. */
    RESTBIND_COLD bool watches_traffic() const { return observer_->watches_traffic(); }

    /** Tells of a request and its response. */
    RESTBIND_COLD void exchanged(traffic_report const& traffic)
    {
        tell("exchanged", &observer::exchanged, traffic);
    }

    /** The attempt has ended.

        @param found Places of its response that lenient reading could not read; null if none.
    */
    void attempt_ended(http::call const& machine, json::deviations const* found = nullptr)
    {
        is_in_attempt_ = false;
        if (call_.info)
            fill_info(machine, found);
        if (observer_)
            tell("attempt_ended", &observer::attempt_ended, report(machine));
    }

    /** Another attempt follows. */
    RESTBIND_COLD void retry_scheduled(http::call const& machine, unsigned attempt, int status)
    {
        if (observer_)
            tell("retry_scheduled", &observer::retry_scheduled,
                {.call_id = call_.id,
                    .operation = call_.request.operation,
                    .attempt = attempt,
                    .status = status,
                    .pause = machine.pause(),
                    .earlier_may_have_applied = machine.earlier_may_have_applied()});
    }

    /** The call has ended with a response. */
    void judged(http::call const& machine)
    {
        if (!call_.local_problem || !observer_) [[likely]]
            return;
        int const status = machine.outcome().status;
        bool const accepted = status >= 200 && status < 300;
        error const* const failure = machine.is_good() ? nullptr : &machine.failure();
        auto const* const problem =
            failure && failure->has_problem() ? &failure->problem() : nullptr;
        if (!http::validation_mismatches(*call_.local_problem, status, problem))
            return;
        tell("validation_mismatched", &observer::validation_mismatched,
            {.call_id = call_.id,
                .operation = call_.request.operation,
                .local = *call_.local_problem,
                .status = status,
                .server = accepted ? nullptr : failure});
    }

    /** Lenient reading could not read all of a success. */
    RESTBIND_COLD void deviated(int status, json::deviations const& found)
    {
        if (observer_)
            tell("response_deviated", &observer::response_deviated,
                {.call_id = call_.id,
                    .operation = call_.request.operation,
                    .status = status,
                    .found = found});
    }

    /** The call has ended.

        @param failure Why it has no result; null if it has one.
    */
    RESTBIND_COLD void call_ended(
        http::call const& machine, error const* failure, std::chrono::microseconds duration)
    {
        tell("call_ended", &observer::call_ended,
            {.call_id = call_.id,
                .operation = call_.request.operation,
                .kind = failure ? failure->kind() : error_kind::none,
                .status = failure ? failure->status() : machine.outcome().status,
                .attempts = machine.sends(),
                .outcome_unknown = failure && failure->outcome_unknown(),
                .earlier_may_have_applied = machine.earlier_may_have_applied(),
                .duration = duration,
                .failure = failure,
                .observer_failure = observer_failure_ ? &*observer_failure_ : nullptr});
    }

    /** An interceptor has thrown when the request had left. */
    RESTBIND_COLD void interceptor_threw(std::exception_ptr thrown)
    {
        if (!observer_failure_)
            observer_failure_ = restbind::detail::fill(
                callback_error("interceptor::around", std::move(thrown)))
                                    .with_call_id(call_.id)
                                    .take();
    }

    /** Whether there is an observer. */
    bool has_observer() const noexcept { return observer_; }

    /** This is a child of the process that has begun the call: its observer is told no more. */
    void leave_to_parent() noexcept { observer_ = nullptr; }

    /** The service's own name for the last request; empty if there is none, or if it repeats a secret.
     */
    RESTBIND_COLD std::string_view trace_id(http::call const& machine) const noexcept
    {
        std::string_view id;
        if (headers_)
            id = http::find_trace_id(*headers_, trace_headers_);
        if (id.empty() && !machine.is_good())
            id = machine.failure().trace_id();
        // A proxy or a misconfigured service may repeat credentials in its headers.
        return secrets_.repeats_secret(id) ? std::string_view() : id;
    }

private:
    template <class Report>
    RESTBIND_COLD void tell(std::string_view name, void (observer::*event)(Report const&),
        std::type_identity_t<Report> const& report)
    {
        try
        {
            (observer_->*event)(report);
        }
        catch (...)
        {
            keep_observer_failure(name);
        }
    }

    /// Keeps the exception that is being handled.
    RESTBIND_COLD void keep_observer_failure(std::string_view event)
    {
        error failure = observer_error(event, call_.id);
        if (observer_failure_)
            return;
        observer_failure_ = std::move(failure);
        if (call_.info && !is_in_attempt_) // else its end fills all of it in
            call_.info->observer_failure = observer_failure_;
    }

    RESTBIND_COLD void fill_info(http::call const& machine, json::deviations const* found)
    {
        *call_.info = {.call_id = call_.id,
            .attempts = machine.sends(),
            .status = machine.outcome().status,
            .earlier_may_have_applied = machine.earlier_may_have_applied(),
            .idempotency_key = call_.request.idempotency_key,
            .trace_id = std::string(trace_id(machine)),
            .headers = headers_ ? secrets_.without_secrets(*headers_) : http::header_list(),
            .deviations = found ? *found : json::deviations(),
            .observer_failure = observer_failure_};
    }

    RESTBIND_COLD attempt_report const& report(http::call const& machine)
    {
        report_.reused_connection = machine.outcome().reused;
        report_.status = machine.outcome().status;
        report_.failure = machine.is_good() ? nullptr : &machine.failure();
        report_.duration = microseconds_between(started_, time_.now());
        report_.trace_id = trace_id(machine);
        return report_;
    }

    observer* observer_;
    std::string_view const trace_headers_;
    time_source const time_;
    prepared_call const& call_;
    redactor const& secrets_;
    http::header_list const* headers_ = nullptr; ///< of the response to the present attempt
    clock::time_point started_;
    attempt_report report_;
    std::optional<error> observer_failure_; ///< the first exception of who looks on
    bool is_in_attempt_ = false;
};

} // namespace restbind::net::detail
