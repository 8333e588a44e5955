#pragma once

#include <restbind/http/append_all.hpp>
#include <restbind/http/redact.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/http/security.hpp>
#include <restbind/http/trace_id.hpp>
#include <restbind/http/verdict.hpp>
#include <restbind/net/call.hpp>
#include <restbind/net/engine.hpp>

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::net::detail
{

RESTBIND_DECL error take_options(prepared_call& call, call_options const& options,
    call_options const& defaults, client_options const& settings)
{
    call.deadline = options.deadline.value_or(defaults.deadline.value_or(settings.deadline));
    call.retry = settings.retry.policy;
    for (auto const* const given : {&defaults, &options})
        if (given->retry || given->retry_rule)
            call.retry = given->retry.value_or(http::retry_policy::as_documented);
    call.limits = {.max_bytes = settings.limits.body, .max_depth = settings.limits.json_depth};
    call.info = options.info;
    if (call.deadline <= std::chrono::milliseconds(0) || call.deadline > std::chrono::hours(24))
        return error(
            error_kind::invalid_argument, "call_options: deadline is not between 1 ms and 24 h");
    return {};
}

RESTBIND_DECL error take_retry_rule(prepared_call& call, call_options const& options,
    call_options const& defaults, client_options const& settings)
{
    http::request& request = call.request;
    if (auto const& stated = options.idempotency ? options.idempotency : defaults.idempotency)
        request.repeat = *stated;
    auto const& own = options.retry_rule ? options.retry_rule : defaults.retry_rule;
    call.retry_is_documented = request.retry && !own;
    if (own)
    {
        request.retry = own;
        if (own->first_delay.count() < 0 || own->first_delay > std::chrono::hours(24))
            return error(error_kind::invalid_argument,
                "call_options: retry_rule.first_delay is not between 0 ms and 24 h");
        return {};
    }
    if (!request.retry)
        request.retry = settings.retry.otherwise;
    if (settings.retry.first_delay)
        request.retry->first_delay = *settings.retry.first_delay;
    return {};
}

RESTBIND_DECL error take_headers(prepared_call& call, call_options const& options,
    call_options const& defaults, session const& shared)
{
    for (auto const* const further : {&defaults.headers, &options.headers})
        if (!further->empty())
            if (auto const added = shared.add_headers(call.request.headers, *further); !added)
                return added.error();
    return {};
}

[[gnu::cold]] RESTBIND_DECL error callback_error(std::exception_ptr thrown)
{
    try
    {
        std::rethrow_exception(std::move(thrown));
    }
    catch (std::exception const& failure)
    {
        return error(error_kind::callback_failed, failure.what());
    }
    catch (...)
    {
        return error(error_kind::callback_failed, "the exception is no std::exception");
    }
}

/// Largest body, in bytes, that is copied behind its head: one buffer is sent for less than two.
inline constexpr std::size_t most_copied_body = 4096;

/// Appends a request's first line, the headers that never change and its own, with the credentials
/// among them. The memory does not grow.
inline void append_with_credentials(std::string& head, std::string_view verb,
    std::string_view fixed_head, http::request const& request, http::access const& shown)
{
    http::append_all(head, verb, " ", request.target);
    char mark = request.target.find('?') == std::string::npos ? '?' : '&';
    for (http::credential const* const one : shown)
        if (one->place == http::parameter_place::query)
        {
            head.push_back(std::exchange(mark, '&'));
            head.append(one->wire.reveal());
        }
    head.append(fixed_head);

    // All cookies are one header (RFC 6265, section 5.4).
    std::string_view headers = request.headers.text();
    auto const own = request.headers.find("Cookie");
    bool has_cookie = own.has_value();
    if (own)
    {
        auto const end = static_cast<std::size_t>(own->data() + own->size() - headers.data());
        head.append(headers.substr(0, end));
        headers.remove_prefix(end);
    }
    for (http::credential const* const one : shown)
        if (one->place == http::parameter_place::cookie)
        {
            head.append(std::exchange(has_cookie, true) ? "; " : "Cookie: ");
            head.append(one->wire.reveal());
        }
    if (!own && has_cookie)
        head.append("\r\n");
    head.append(headers);
    for (http::credential const* const one : shown)
        if (one->place == http::parameter_place::header)
            head.append(one->wire.reveal());
}

/// Puts the head of a request together, and a small body behind it. The memory is wiped before it
/// is given back, because a token passes through it.
inline void write_head(std::string& head, engine const& shared, http::request const& request,
    std::string_view authorization_text, http::access const& shown)
{
    bool const may_have_body = request.verb == http::verb::post ||
                               request.verb == http::verb::put ||
                               request.verb == http::verb::patch;
    std::array<char, 24> digits;
    std::string_view name;
    std::string_view length;
    std::string_view end = "\r\n";
    if (may_have_body || !request.body.empty())
    {
        auto const written =
            std::to_chars(digits.data(), digits.data() + digits.size(), request.body.size());
        name = "Content-Length: ";
        length = {digits.data(), static_cast<std::size_t>(written.ptr - digits.data())};
        end = "\r\n\r\n";
    }
    std::string_view const verb = to_string(request.verb);
    std::string_view const headers = request.headers.text();
    std::string_view const body =
        request.body.size() <= most_copied_body ? request.body : std::string_view();
    std::size_t credentials = 0;
    for (http::credential const* const one : shown)
        credentials += one->wire.size() + 12; // `Cookie: ` and line end, or one mark
    std::size_t const needed = credentials + verb.size() + request.target.size() +
                               shared.fixed_head.size() + headers.size() +
                               authorization_text.size() + body.size() + 64;
    if (head.capacity() < needed)
    {
        restbind::wipe(head);
        head.reserve(needed);
    }
    head.clear();
    if (shown.count == 0)
        return http::append_all(head, verb, " ", request.target, shared.fixed_head, headers,
            authorization_text, name, length, end, body);
    append_with_credentials(head, verb, shared.fixed_head, request, shown);
    http::append_all(head, authorization_text, name, length, end, body);
}

/// The attempts of one call: everything about them that does not wait. What waits is in `send`, one
/// coroutine, because each further frame costs every call an allocation.
class attempts
{
public:
    attempts(engine& shared, prepared_call const& call, answer_reader& reader)
        : shared_(shared)
        , call_(call)
        , reader_(reader)
        , observer_(shared.options.observer.get())
        , now(clock::now())
        , deadline(now + call.deadline)
    {
        state_.repeat = call.request.repeat;
        state_.rule = *call.request.retry;
        state_.documented = call.retry_is_documented;
        state_.unapplied_statuses = call.request.unapplied_statuses;
        state_.policy = call.retry;
        state_.further_statuses = shared.options.retry.further_statuses;
    }

    /// An attempt begins.
    void begin();

    /// The wait for a token is over.
    void token_came();

    /// Where the times of setting up a connection go; null if nobody wants to know them.
    attempt_times* setup_times() noexcept { return observer_ ? &times_ : nullptr; }

    /// There are a token and a connection.
    exchange_step begin_exchange(connection& link, asio::cancellation_state const& cancellation);

    /// The exchange is over; what became of it is judged.
    void end_exchange(connection& link);

    /// The attempt is over. @returns Whether another one follows, after `pause`.
    bool goes_on();

    /// The pause was interrupted.
    void give_up(error interrupted);

    /// A function of the program has thrown, at any moment.
    void give_up(std::exception_ptr thrown);

    /// Whether nothing has gone wrong so far in this attempt.
    bool is_good() const noexcept { return failure.kind() == error_kind::none; }

private:
    void judge(http::response& answer);
    void judge_lost_answer();
    http::retry_decision decide();
    void tell_verdict() const;
    attempt_report report() const;
    std::string_view trace_id() const noexcept;
    bool repeats_secret(std::string_view text) const noexcept;
    http::header_list answer_headers() const;

    engine& shared_;
    prepared_call const& call_;
    answer_reader& reader_;
    observer* observer_;
    clock::time_point started_{};
    http::retry_state state_;
    http::attempt_outcome outcome_;
    attempt_times times_;
    std::uint64_t bytes_sent_ = 0;
    std::uint64_t bytes_received_ = 0;
    http::header_list const* answer_headers_ = nullptr; ///< those of the connection in use
    unsigned count_ = 0;
    unsigned sends_ = 0;

public:
    clock::time_point now; ///< as good as: since then the attempt has not waited
    clock::time_point const deadline;
    authorization token;
    error failure;
    std::chrono::milliseconds pause{0};
    bool fresh_connection = false;
};

[[gnu::cold]] RESTBIND_DECL std::string_view attempts::trace_id() const noexcept
{
    std::string_view id;
    if (answer_headers_)
        id = http::find_trace_id(*answer_headers_, shared_.options.trace_headers);
    if (id.empty())
        id = failure.trace_id();
    // Nobody knows what a proxy or a debugging service repeats.
    return repeats_secret(id) ? std::string_view() : id;
}

RESTBIND_DECL bool attempts::repeats_secret(std::string_view text) const noexcept
{
    std::string_view const secret = token.token();
    bool found = !secret.empty() && text.find(secret) != std::string_view::npos;
    for (http::credential const& one : shared_.held)
        for (auto const& hidden : one.hidden)
            found = found ||
                    (hidden.size() > 3 && text.find(hidden.reveal()) != std::string_view::npos);
    return found;
}

[[gnu::cold]] RESTBIND_DECL http::header_list attempts::answer_headers() const
{
    http::header_list kept;
    if (!answer_headers_)
        return kept;
    for (auto const [name, value] : *answer_headers_)
        if (!repeats_secret(value))
            kept.add_unchecked(name, value);
    return kept;
}

[[gnu::cold]] RESTBIND_DECL attempt_report attempts::report() const
{
    attempt_report report;
    report.operation = call_.request.operation;
    report.attempt = count_;
    report.reused_connection = outcome_.reused;
    report.status = outcome_.status;
    report.failure = is_good() ? nullptr : &failure;
    report.duration = microseconds_between(started_, clock::now());
    report.times = times_;
    report.bytes_sent = bytes_sent_;
    report.bytes_received = bytes_received_;
    report.trace_id = trace_id();
    return report;
}

RESTBIND_DECL void attempts::begin()
{
    if (++count_ != 1)
    {
        now = clock::now();
        outcome_ = {};
        failure = error();
        answer_headers_ = nullptr;
    }
    if (!observer_)
        return;
    times_ = {};
    bytes_sent_ = bytes_received_ = 0;
    started_ = now;
    observer_->attempt_started({.operation = call_.request.operation, .attempt = count_});
}

RESTBIND_DECL void attempts::token_came()
{
    // The request for it was repeated as often as it may be: no error of it repeats the call.
    if (!is_good())
        outcome_.failure = error_kind::token_unavailable;
    now = clock::now();
    if (observer_)
        times_.token = microseconds_between(started_, now);
}

RESTBIND_DECL exchange_step attempts::begin_exchange(
    connection& link, asio::cancellation_state const& cancellation)
{
    ++sends_;
    outcome_.reused = link.used;
    answer_headers_ = &link.last_answer.headers;
    write_head(link.head, shared_, call_.request, token.text(), call_.access);
    link.arm(deadline);
    outgoing_request const request{.head = link.head,
        .body = call_.request.body.size() > most_copied_body ? std::string_view(call_.request.body)
                                                             : std::string_view(),
        .answer_has_no_body = call_.request.verb == http::verb::head,
        .timed = observer_ != nullptr};
    http::answer_limits const limits{.body = shared_.options.limits.body,
        .header = shared_.options.limits.header,
        .keep_all_headers = shared_.options.keep_all_headers,
        .trace_headers = shared_.options.trace_headers,
        .kept_headers = call_.request.answer_headers,
        .streamed =
            call_.receiver ? call_.receiver->successes() : std::span<http::answer_rule const>()};
    return link.begin(request, limits, link.last_answer, cancellation);
}

RESTBIND_DECL void attempts::end_exchange(connection& link)
{
    exchange_report& done = link.report();
    link.wipe_head();
    outcome_.sent = done.sent;
    outcome_.status = link.last_answer.status;
    times_.write = done.times.write;
    times_.first_byte = done.times.first_byte;
    times_.read = done.times.read;
    bytes_sent_ = done.bytes_sent;
    bytes_received_ = done.bytes_received;
    failure = std::move(done.failure);
    judge(link.last_answer);
}

RESTBIND_DECL void attempts::judge(http::response& answer)
{
    int const status = answer.status;
    error_kind const cut = failure.kind();
    if (answer.retry_after)
        outcome_.retry_after = answer.retry_delay(std::chrono::system_clock::now());
    if (status >= 300)
    {
        http::redact(answer.body, token.token());
        for (http::credential const& one : shared_.held)
            for (auto const& hidden : one.hidden)
                http::redact(answer.body, hidden.reveal());
    }
    if (cut != error_kind::none && !http::status_counts(status, cut))
    {
        judge_lost_answer();
    }
    else if (error wrong = reader_.read(answer, call_.limits); wrong.kind() != error_kind::none)
    {
        failure = std::move(wrong);
        if (cut != error_kind::none)
            failure.with_detail((failure.detail().empty() ? "" : failure.detail() + "; ") +
                                "the answer's body is not whole: " + std::string(to_string(cut)));
    }
    if (status < 300)
        outcome_.failure = failure.kind();
    if (status == 401)
        outcome_.token_can_be_renewed = shared_.reject_token(call_.request.operation, token);
    else if (is_good())
        shared_.accept_token(call_.request.operation, token);
}

[[gnu::cold]] RESTBIND_DECL void attempts::judge_lost_answer()
{
    outcome_.failure = failure.kind();
    if (failure == error_kind::write && outcome_.sent == http::sent_part::some &&
        outcome_.status == 0)
        failure.with_detail(
            "the connection broke before the whole request was sent: it was probably not applied");
    else if (outcome_.status >= 200 && outcome_.status < 300 &&
             state_.repeat != http::repeat_class::safe)
        failure.with_detail("the request was applied, its answer is unreadable" +
                            (failure.detail().empty() ? "" : ": " + failure.detail()));
}

[[gnu::cold]] RESTBIND_DECL http::retry_decision attempts::decide()
{
    http::retry_limits limits;
    limits.retry_after_cap = shared_.options.retry.retry_after_cap;
    {
        std::lock_guard const lock(shared_.mutex);
        error_kind const kind = outcome_.failure;
        bool const unreachable =
            outcome_.status == 0 && (kind == error_kind::resolve || kind == error_kind::connect ||
                                        kind == error_kind::write || kind == error_kind::read);
        if (unreachable || outcome_.status >= 500 || outcome_.status == 429)
            shared_.budget.failed();
        limits.budget_allows = shared_.budget.allows();
    }
    limits.left = std::chrono::floor<std::chrono::milliseconds>(deadline - clock::now());
    limits.jitter = shared_.jitter();
    // What a sink has got cannot be taken back.
    if (call_.receiver && call_.receiver->has_begun())
        state_.policy = http::retry_policy::never;
    return http::decide(state_, outcome_, limits);
}

RESTBIND_DECL bool attempts::goes_on()
{
    if (!is_good() && outcome_.failure == error_kind::none && outcome_.status == 0)
    {
        outcome_.failure = failure.kind();
        outcome_.status = refusal_of_proxy(failure);
    }
    if (observer_)
        observer_->attempt_ended(report());

    // After a success there is nothing to decide: no lock, no clock, no random number.
    http::retry_decision decision;
    if (!is_good())
        decision = decide();
    if (call_.info)
        *call_.info = {.attempts = sends_,
            .status = outcome_.status,
            .earlier_may_have_applied = state_.earlier_may_have_applied,
            .trace_id = std::string(trace_id()),
            .headers = answer_headers()};
    if (decision.step == http::retry_step::finish)
    {
        if (!is_good())
            failure.with_attempts(sends_).with_outcome_unknown(decision.outcome_unknown);
        if (call_.verdict && observer_)
            tell_verdict();
        return false;
    }
    state_ = decision.state;
    fresh_connection = decision.step == http::retry_step::repeat_now;
    pause = decision.pause;
    if (observer_)
    {
        retry_report scheduled;
        scheduled.operation = call_.request.operation;
        scheduled.attempt = count_;
        scheduled.status = outcome_.status;
        scheduled.pause = decision.pause;
        scheduled.earlier_may_have_applied = state_.earlier_may_have_applied;
        observer_->retry_scheduled(scheduled);
    }
    return true;
}

[[gnu::cold]] RESTBIND_DECL void attempts::give_up(error interrupted)
{
    failure = std::move(interrupted);
    failure.with_attempts(sends_).with_outcome_unknown(state_.earlier_may_have_applied);
}

[[gnu::cold]] RESTBIND_DECL void attempts::give_up(std::exception_ptr thrown)
{
    failure = callback_error(std::move(thrown));
    failure.with_status(outcome_.status)
        .with_attempts(sends_)
        .with_outcome_unknown(sends_ != 0 && state_.repeat != http::repeat_class::safe);
}

[[gnu::cold]] RESTBIND_DECL void attempts::tell_verdict() const
{
    int const status = outcome_.status;
    bool const accepted = status >= 200 && status < 300;
    auto const* const problem = failure.has_problem() ? &failure.problem() : nullptr;
    if (!http::verdicts_differ(call_.verdict->document, status, problem))
        return;
    observer_->verdict_differed({.operation = call_.request.operation,
        .local = call_.verdict->document,
        .status = status,
        .server = accepted ? nullptr : &failure});
}

RESTBIND_DECL asio::awaitable<void> send(outgoing_call& outgoing, answer_reader& reader)
{
    if (!outgoing.prepared)
    {
        reader.fail(outgoing.prepared.error());
        co_return;
    }
    engine& shared = *outgoing.shared;
    prepared_call const& call = *outgoing.prepared;
    // After a cancellation every await would throw; here it has to come back as an error.
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(false);
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    attempts work(shared, call, reader);
    std::exception_ptr thrown;
    try
    {
        for (;;)
        {
            work.begin();
            lease link;
            bool waited = false;
            if (cancellation.cancelled() != asio::cancellation_type::none)
                work.failure = wait_error(wait_end::cancelled, phase::none);
            if (work.is_good() && call.access.token &&
                !shared.try_token(work.token, call.access.token_source, work.now))
            {
                waited = true;
                work.failure =
                    co_await shared.get_token(work.token, call.access.token_source, work.deadline);
                work.token_came();
            }
            if (work.is_good() && !work.fresh_connection)
                shared.try_connection(link, work.now);
            if (work.is_good() && !link)
            {
                waited = true;
                work.failure = co_await shared.get_connection(
                    link, work.fresh_connection, work.deadline, work.setup_times());
            }
            // What was waited for may come at the very end of the time. Nothing is sent after it.
            if (waited && work.is_good() && clock::now() >= work.deadline)
                work.failure = wait_error(wait_end::timed_out, phase::write);
            if (work.is_good())
            {
                exchange_step next = work.begin_exchange(*link, cancellation);
                while (next != exchange_step::ended)
                {
                    if (next == exchange_step::receive)
                    {
                        auto input = link->receive();
                        co_await std::move(input);
                        next = link->received();
                    }
                    else if (next == exchange_step::deliver)
                    {
                        co_await call.receiver->deliver(*link);
                        next = link->next_step();
                    }
                    else
                    {
                        co_await link->unblock();
                        next = link->next_step();
                    }
                }
                work.end_exchange(*link);
                link->trim();
                if (link->report().reusable)
                    link.keep();
                if (work.is_good())
                    link.count_success();
            }
            bool const repeat = work.goes_on();
            // The connection was needed to read its answer; others need it more than a pause does.
            link.end();
            if (!repeat)
                break;
            if (work.pause.count() == 0)
                continue;
            error interrupted = co_await shared.pause(work.pause);
            if (interrupted.kind() != error_kind::none)
            {
                work.give_up(std::move(interrupted));
                break;
            }
        }
    }
    catch (std::bad_alloc const&)
    {
        thrown = std::current_exception();
    }
    catch (...)
    {
        work.give_up(std::current_exception());
    }
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(true);
    if (thrown)
        std::rethrow_exception(thrown);
    if (!work.is_good())
        reader.fail(std::move(work.failure));
}

} // namespace restbind::net::detail
