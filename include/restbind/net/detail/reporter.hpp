// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/detail/reports.hpp>
#include <restbind/http/detail/secrets.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/call.hpp>
#include <restbind/net/detail/connection.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/observer.hpp>
#include <restbind/net/options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Keeps the credentials of one call out of what others see: its token and the client's other
    credentials. */
class redactor
{
public:
    /** Both must outlive this object. */
    redactor(authorization const& token, std::vector<http::credential> const& held) noexcept
        : token_(token)
        , held_(held)
    {
    }

    /** Whether a text repeats one of them. */
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

    /** The headers that repeat none of them. */
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

/** Tells the observer and `call_info` what becomes of one call. The observer's functions may throw.
 */
class reporter
{
public:
    /** All must outlive this object. */
    reporter(client_options const& options, prepared_call const& call, redactor const& secrets)
        : observer_(options.observer.get())
        , trace_headers_(options.trace_headers)
        , call_(call)
        , secrets_(secrets)
    {
    }

    /** Where the times of the present attempt go; null if nobody wants to know. */
    attempt_times* times() noexcept { return observer_ ? &report_.times : nullptr; }

    /** Whether anybody is told of the headers that help to trace a response. */
    bool tells_headers() const noexcept { return observer_ || call_.info; }

    /** An attempt begins. */
    void attempt_started(unsigned attempt, clock::time_point now)
    {
        headers_ = nullptr;
        if (!observer_)
            return;
        started_ = now;
        report_ = {
            .call_id = call_.id, .operation = call_.request.operation, .attempt = attempt};
        observer_->attempt_started(report_);
    }

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

    /** The attempt has ended. */
    void attempt_ended(http::call const& machine)
    {
        if (observer_)
            observer_->attempt_ended(report(machine));
        if (call_.info)
            *call_.info = {.call_id = call_.id,
                .attempts = machine.sends(),
                .status = machine.outcome().status,
                .earlier_may_have_applied = machine.earlier_may_have_applied(),
                .trace_id = std::string(trace_id(machine)),
                .headers = headers_ ? secrets_.without_secrets(*headers_) : http::header_list()};
    }

    /** Another attempt follows. */
    RESTBIND_COLD void retry_scheduled(http::call const& machine, unsigned attempt, int status)
    {
        if (observer_)
            observer_->retry_scheduled({.call_id = call_.id,
                .operation = call_.request.operation,
                .attempt = attempt,
                .status = status,
                .pause = machine.pause(),
                .earlier_may_have_applied = machine.earlier_may_have_applied()});
    }

    /** The call has ended with a response. */
    void judged(http::call const& machine) const
    {
        if (!call_.validation || !observer_) [[likely]]
            return;
        int const status = machine.outcome().status;
        bool const accepted = status >= 200 && status < 300;
        error const& failure = machine.failure();
        auto const* const problem = failure.has_problem() ? &failure.problem() : nullptr;
        if (!http::validation_mismatches(*call_.validation, status, problem))
            return;
        observer_->validation_mismatched({.call_id = call_.id,
            .operation = call_.request.operation,
            .local = *call_.validation,
            .status = status,
            .server = accepted ? nullptr : &failure});
    }

    /** Lenient reading could not read all of a success. */
    RESTBIND_COLD void deviated(int status, json::deviations&& found) const
    {
        if (observer_)
            observer_->response_deviated({.call_id = call_.id,
                .operation = call_.request.operation,
                .status = status,
                .found = found});
        if (call_.info)
            call_.info->deviations = std::move(found);
    }

    /** The call has ended.

        @param failure Why it has no result; kind `none` if it has one.
    */
    RESTBIND_COLD void call_ended(
        http::call const& machine, error const& failure, std::chrono::microseconds duration) const
    {
        bool const is_good = failure.kind() == error_kind::none;
        observer_->call_ended({.call_id = call_.id,
            .operation = call_.request.operation,
            .kind = failure.kind(),
            .status = is_good ? machine.outcome().status : failure.status(),
            .attempts = machine.sends(),
            .outcome_unknown = failure.outcome_unknown(),
            .earlier_may_have_applied = machine.earlier_may_have_applied(),
            .duration = duration,
            .failure = is_good ? nullptr : &failure});
    }

    /** Whether there is an observer. */
    bool has_observer() const noexcept { return observer_; }

private:
    RESTBIND_COLD attempt_report const& report(http::call const& machine)
    {
        report_.reused_connection = machine.outcome().reused;
        report_.status = machine.outcome().status;
        report_.failure = machine.is_good() ? nullptr : &machine.failure();
        report_.duration = microseconds_between(started_, clock::now());
        report_.trace_id = trace_id(machine);
        return report_;
    }

    RESTBIND_COLD std::string_view trace_id(http::call const& machine) const noexcept
    {
        std::string_view id;
        if (headers_)
            id = http::find_trace_id(*headers_, trace_headers_);
        if (id.empty())
            id = machine.failure().trace_id();
        // Nobody knows what a proxy or a debugging service repeats.
        return secrets_.repeats_secret(id) ? std::string_view() : id;
    }

    observer* const observer_;
    std::string_view const trace_headers_;
    prepared_call const& call_;
    redactor const& secrets_;
    http::header_list const* headers_ = nullptr; ///< of the response to the present attempt
    clock::time_point started_;
    attempt_report report_;
};

} // namespace restbind::net::detail
