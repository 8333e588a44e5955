#pragma once

#include <restbind/http/redact.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/net/call.hpp>
#include <restbind/net/engine.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <string>
#include <string_view>

namespace restbind::net::detail
{

/// Puts the head of a request together. The memory is wiped before it is given back, because a
/// token passes through it.
inline void write_head(std::string& head, engine const& shared, http::request const& request,
    std::string_view authorization_text)
{
    bool const may_have_body = request.verb == http::method::post ||
                               request.verb == http::method::put ||
                               request.verb == http::method::patch;
    std::array<char, 24> digits;
    std::string_view length;
    if (may_have_body || !request.body.empty())
    {
        auto const written =
            std::to_chars(digits.data(), digits.data() + digits.size(), request.body.size());
        length = {digits.data(), static_cast<std::size_t>(written.ptr - digits.data())};
    }
    std::string_view const verb = to_string(request.verb);
    std::size_t const needed = verb.size() + 1 + request.target.size() + shared.fixed_head.size() +
                               request.headers.text().size() + authorization_text.size() + 48;
    if (head.capacity() < needed)
    {
        restbind::wipe(head);
        head.reserve(needed);
    }
    head.assign(verb)
        .append(" ")
        .append(request.target)
        .append(shared.fixed_head)
        .append(request.headers.text());
    head.append(authorization_text);
    if (!length.empty())
        head.append("Content-Length: ").append(length).append("\r\n");
    head.append("\r\n");
}

/// The attempts of one call.
class attempts
{
public:
    attempts(engine& shared, prepared_call const& call, answer_reader& reader)
        : shared_(shared)
        , call_(call)
        , reader_(reader)
        , deadline_(clock::now() + call.deadline)
    {
        state_.repeat = call.request.repeat;
        state_.rule = call.request.retry;
        state_.policy = call.retry;
        state_.gateway_errors = shared.options.retry.gateway_errors;
        if (shared.options.retry.first_delay)
            state_.rule.first_delay = *shared.options.retry.first_delay;
    }

    /// Makes attempts until one is the last.
    asio::awaitable<error> run();

private:
    asio::awaitable<void> attempt();
    void begin_exchange(connection& link);
    void judge_answer();
    void judge_failure();
    http::retry_decision decide();
    attempt_report report() const;

    engine& shared_;
    prepared_call const& call_;
    answer_reader& reader_;
    clock::time_point deadline_;
    clock::time_point started_{};
    http::retry_state state_;
    http::attempt_outcome outcome_;
    http::response answer_;
    authorization authorization_;
    error failure_;
    unsigned sends_ = 0;
    bool fresh_connection_ = false;
};

RESTBIND_DECL attempt_report attempts::report() const
{
    attempt_report report;
    report.operation = call_.request.operation;
    report.attempt = sends_;
    report.reused_connection = outcome_.reused;
    report.status = outcome_.status;
    report.failure = failure_.kind() == error_kind::none ? nullptr : &failure_;
    report.duration =
        std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - started_);
    return report;
}

RESTBIND_DECL asio::awaitable<error> attempts::run()
{
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    for (;;)
    {
        outcome_ = {};
        failure_ = error();
        if (cancellation.cancelled() != asio::cancellation_type::none)
            failure_ = wait_error(wait_end::cancelled, phase::none);
        else
            co_await attempt();

        http::retry_decision const decision = decide();
        state_ = decision.state;
        if (decision.step == http::retry_step::finish)
        {
            if (failure_.kind() != error_kind::none)
                failure_.with_attempts(sends_).with_outcome_unknown(decision.outcome_unknown);
            co_return failure_;
        }
        if (shared_.options.observer)
        {
            retry_report scheduled;
            scheduled.operation = call_.request.operation;
            scheduled.attempt = sends_;
            scheduled.status = outcome_.status;
            scheduled.pause = decision.pause;
            shared_.options.observer->retry_scheduled(scheduled);
        }
        fresh_connection_ = decision.step == http::retry_step::repeat_now;
        if (decision.pause.count() > 0)
        {
            error interrupted = co_await shared_.pause(decision.pause);
            if (interrupted.kind() != error_kind::none)
            {
                interrupted.with_attempts(sends_).with_outcome_unknown(
                    state_.earlier_may_have_applied);
                co_return interrupted;
            }
        }
    }
}

RESTBIND_DECL asio::awaitable<void> attempts::attempt()
{
    if (!shared_.try_token(authorization_))
        failure_ = co_await shared_.get_token(authorization_, deadline_);
    lease link;
    if (failure_.kind() == error_kind::none)
    {
        if (!fresh_connection_)
            shared_.try_connection(link);
        if (!link)
            failure_ = co_await shared_.get_connection(link, fresh_connection_, deadline_);
    }
    if (failure_.kind() != error_kind::none)
    {
        outcome_.failure = failure_.kind();
        outcome_.status = refusal_of_proxy(failure_);
        co_return;
    }

    begin_exchange(*link);
    outgoing_request const request{.head = link->head,
        .body = call_.request.body,
        .answer_has_no_body = call_.request.verb == http::method::head};
    incoming_limits const limits{.body = shared_.options.limits.body,
        .header = shared_.options.limits.header,
        .keep_all_headers = shared_.options.keep_all_headers};
    exchange_report done;
    co_await link->exchange(request, limits, answer_, done);
    restbind::wipe(link->head);
    if (done.reusable)
        link.keep();
    // Others need the connection more than the reader of the answer does.
    link.end();

    outcome_.sent = done.sent;
    outcome_.status = answer_.status;
    failure_ = std::move(done.failure);
    if (failure_.kind() == error_kind::none)
        judge_answer();
    else
        judge_failure();
    if (shared_.options.observer)
        shared_.options.observer->attempt_ended(report());
}

RESTBIND_DECL void attempts::begin_exchange(connection& link)
{
    ++sends_;
    outcome_.reused = link.used;
    if (shared_.options.observer)
    {
        started_ = clock::now();
        shared_.options.observer->attempt_started(report());
    }
    answer_.status = 0;
    answer_.body.clear();
    write_head(link.head, shared_, call_.request, authorization_.text());
    link.arm(deadline_);
}

RESTBIND_DECL void attempts::judge_answer()
{
    int const status = answer_.status;
    if (answer_.retry_after)
        outcome_.retry_after = answer_.retry_after->wait(std::chrono::system_clock::now());
    if (status >= 300)
        http::redact(answer_.body, authorization_.token());
    if (auto wrong = reader_.read(answer_))
        failure_ = std::move(*wrong);
    if (status < 300)
        outcome_.failure = failure_.kind();
    if (status == 401)
    {
        shared_.reject_token(authorization_);
        outcome_.token_can_be_renewed = authorization_.generation != 0;
    }
}

RESTBIND_DECL void attempts::judge_failure()
{
    outcome_.failure = failure_.kind();
    if (failure_ == error_kind::write && outcome_.sent == http::sent_part::some)
        failure_.with_detail(
            "the connection broke before the whole request was sent: it was probably not applied");
}

RESTBIND_DECL http::retry_decision attempts::decide()
{
    // What every call goes through stays cheap: a success needs no random number and no clock.
    bool const success = failure_.kind() == error_kind::none;
    http::retry_limits limits;
    limits.retry_after_cap = shared_.options.retry.retry_after_cap;
    {
        std::lock_guard const lock(shared_.mutex);
        error_kind const kind = outcome_.failure;
        bool const unreachable =
            outcome_.status == 0 && (kind == error_kind::resolve || kind == error_kind::connect ||
                                        kind == error_kind::write || kind == error_kind::read);
        bool const service_fails = unreachable || outcome_.status >= 500 || outcome_.status == 429;
        if (success)
            shared_.budget.succeeded();
        else if (service_fails)
            shared_.budget.failed();
        limits.budget_allows = shared_.budget.allows();
    }
    if (!success)
    {
        limits.left = std::chrono::floor<std::chrono::milliseconds>(deadline_ - clock::now());
        limits.jitter = shared_.jitter();
    }
    return http::decide(state_, outcome_, limits);
}

RESTBIND_DECL asio::awaitable<error> send(
    engine& shared, prepared_call const& call, answer_reader& reader)
{
    // After a cancellation every await would throw; here it has to come back as an error.
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(false);
    attempts work(shared, call, reader);
    error failure;
    std::exception_ptr thrown;
    try
    {
        failure = co_await work.run();
    }
    catch (...)
    {
        thrown = std::current_exception();
    }
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(true);
    if (thrown)
        std::rethrow_exception(thrown);
    if (call.verdict && shared.options.observer)
    {
        verdict_report const report{.operation = call.request.operation,
            .local = *call.verdict,
            .status = failure.status(),
            .server = failure.kind() == error_kind::none ? nullptr : &failure};
        shared.options.observer->verdict_observed(report);
    }
    co_return failure;
}

} // namespace restbind::net::detail
