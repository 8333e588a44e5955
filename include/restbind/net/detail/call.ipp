// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/lines.hpp>
#include <restbind/http/call.hpp>
#include <restbind/http/detail/request_builder.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/json/reading.hpp>
#include <restbind/net/detail/call.hpp>
#include <restbind/net/detail/connection.ipp>
#include <restbind/net/detail/process.ipp>
#include <restbind/net/detail/reporter.hpp>
#include <restbind/net/detail/session_state.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/// Fills in what the options of a call say about how it is carried out; the defaults, and then the
/// client's settings, hold for what they leave open.
inline result<void> take_options(prepared_call& call, call_options const& options,
    call_options const& defaults, client_options const& settings)
{
    call.deadline = options.deadline.value_or(defaults.deadline.value_or(settings.timeouts.call));
    call.retry = settings.retry.policy;
    for (auto const* const given : {&defaults, &options})
        if (given->retry || given->retry_rule)
            call.retry = given->retry.value_or(http::retry_policy::as_specified);
    call.limits = {.max_bytes = settings.limits.body, .max_depth = settings.limits.json_depth};
    call.info = options.info;
    if (call.deadline <= std::chrono::milliseconds(0) || call.deadline > std::chrono::hours(24))
        return restbind::detail::invalid_argument(
            {"call_options: deadline is not between 1 ms and 24 h"});
    return {};
}

/// Settles which rule holds for retries of the finished request, and how harmless they are: what
/// the options say, else the defaults, else the document, else the client's settings.
inline result<void> take_retry_rule(prepared_call& call, call_options const& options,
    call_options const& defaults, client_options const& settings)
{
    http::request& request = call.request;
    if (auto const& stated = options.idempotency ? options.idempotency : defaults.idempotency)
        request.idempotency = *stated;
    auto const& own = options.retry_rule ? options.retry_rule : defaults.retry_rule;
    call.retry_is_documented = request.retry && !own;
    if (own)
    {
        request.retry = own;
        if (own->initial_delay.count() < 0 || own->initial_delay > std::chrono::hours(24))
            return restbind::detail::invalid_argument(
                {"call_options: retry_rule.initial_delay is not between 0 ms and 24 h"});
        return {};
    }
    if (!request.retry)
        request.retry = settings.retry.otherwise;
    if (settings.retry.initial_delay)
        request.retry->initial_delay = *settings.retry.initial_delay;
    return {};
}

/// Puts the media type that the call asks for in the place of all that the operation has.
RESTBIND_COLD inline result<void> take_accept(
    http::request& request, http::operation_info const& operation, std::string_view wanted)
{
    auto const describes = [&](std::string_view one)
    {
        bool const is_range = one.ends_with('*');
        return one == wanted ||
               (is_range && wanted.starts_with(one.substr(0, one.find('*')))); // image/*
    };
    bool is_described = wanted == operation.accept;
    std::string text;
    for (std::string_view const one : operation.accept_choices)
    {
        is_described |= describes(one);
        http::concat_to(text, text.empty() ? "" : ", ", one);
    }
    if (!is_described)
        return restbind::detail::invalid_argument(
            {"call_options: accept names ", wanted, ", but ", operation.operation_id, " describes ",
                text.empty() ? operation.accept : std::string_view(text)});
    http::header_list headers;
    headers.reserve(request.headers.text().size());
    result<void> added;
    for (auto const [name, value] : request.headers)
        if (name != "Accept")
            headers.add_unchecked(name, value);
        else
            added = headers.add(name, std::string(wanted).append(operation.accept_errors));
    request.headers = std::move(headers);
    return added;
}

/// Adds headers of one call to those of a request: `invalid_argument`, naming the header, if the
/// client or the operation sets it itself or if name or value cannot be sent.
RESTBIND_COLD inline result<void> add_headers(http::header_list& headers,
    std::vector<std::pair<std::string, std::string>> const& further, session_state const& shared)
{
    constexpr std::string_view reserved =
        "Host\nContent-Length\nTransfer-Encoding\nConnection\nExpect\nUpgrade\nTE\nTrailer\n"
        "Keep-Alive\nProxy-Connection\nAccept-Encoding\nUser-Agent\n";
    for (auto const& [name, value] : further)
    {
        bool taken = headers.find(name).has_value();
        for (std::string_view own = reserved; !own.empty();)
            taken = http::iequals(name, restbind::detail::take_line(own)) || taken;
        // Without a token of its own the client leaves the header to the application.
        taken = taken || (http::iequals(name, "Authorization") && !shared.options().anonymous);
        for (http::credential const& one : shared.held())
            taken =
                taken ||
                (one.place == location::header && http::iequals(name, one.field)) ||
                (one.place == location::cookie && http::iequals(name, "Cookie"));
        if (taken && http::is_header_name(name))
            return restbind::detail::invalid_argument(
                {"header ", name, " is set by the client and cannot be given for a call"});
        if (auto const added = headers.add(name, value); !added)
            return added;
    }
    return {};
}

/// What a local refusal leads to.
inline validation_policy policy_of(
    call_options const& options, call_options const& defaults, client_options const& settings)
{
    return options.validation.value_or(defaults.validation.value_or(settings.validation));
}

/// Prepares a call whose parameters are known.
///
/// @returns Why it cannot be made: an error of the options, of the credentials, of the request, or
/// of the headers.
RESTBIND_DECL result<void> prepare_call(prepared_call& call, http::operation_info const& operation,
    build_function& build, void const* request, void const* parameters,
    std::string_view path_prefix, call_options const& options, call_options const& defaults,
    session_state const& shared)
{
    client_options const& settings = shared.options();
    if (auto const taken = take_options(call, options, defaults, settings); !taken)
        return taken;
    call.reading = options.reading.value_or(
        defaults.reading.value_or(settings.reading.value_or(operation.reading)));
    if (!operation.security.empty())
    {
        auto const chosen = http::select_credentials(operation.operation_id, operation.security,
            shared.held(), shared.tokens().any(), settings.anonymous);
        if (!chosen)
            return chosen.error();
        call.credentials = *chosen;
    }
    validation_policy const policy = policy_of(options, defaults, settings);
    std::unique_ptr<problem_details> local;
    if (policy == validation_policy::observe)
        local = std::make_unique<problem_details>();
    http::request_builder builder(call.request, operation, path_prefix);
    build(builder, request, parameters, policy, local.get());
    if (auto const built = builder.complete(); !built)
        return built;
    if (local && local->status != 0)
        call.validation = std::move(local);
    result<void> taken = take_retry_rule(call, options, defaults, settings);
    std::string_view const accept = options.accept.empty() ? defaults.accept : options.accept;
    if (taken && !accept.empty())
        taken = take_accept(call.request, operation, accept);
    for (auto const* const further : {&defaults.headers, &options.headers})
        if (taken && !further->empty())
            taken = add_headers(call.request.headers, *further, shared);
    return taken;
}

/// What of a call's plan does not change from call to call, and what does.
inline http::call_plan plan_of(
    session_state const& shared, prepared_call const& call, clock::time_point now)
{
    http::call_plan plan;
    plan.start.idempotency = call.request.idempotency;
    plan.start.rule = *call.request.retry;
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
    attempts(session_state& shared, prepared_call const& call, response_reader& reader)
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
                connection_came(co_await shared_.get_connection(
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
        error failure = final_failure();
        if (is_forked()) // the parent tells of the end
            reports_.leave_to_parent();
        if (reports_.is_in_attempt())
            reports_.attempt_ended(machine);
        if (reports_.has_observer())
            reports_.call_ended(machine, failure,
                microseconds_between(machine.deadline() - call_.deadline, clock::now()));
        if (failure.kind() != error_kind::none)
            reader_.fail(std::move(failure));
    }

    /// The error of the call; kind `none` if it has a result.
    RESTBIND_COLD error final_failure() const
    {
        error const& failure = machine.failure();
        return machine.is_good() || failure.call_id() != 0 ? failure : explained(failure);
    }

    /// The error with the number of the call, with the deadline that has passed, and with its host.
    /// A request for a token has both of its own, but not the wait for it.
    RESTBIND_COLD error explained(error failure) const
    {
        failure.with_call_id(call_.id);
        if (failure.host().empty() || failure.at() == phase::token)
            describe_deadline(failure, call_.deadline, machine.deadline());
        if (failure.host().empty())
            failure.with_host(shared_.service().address.host_and_port());
        return failure;
    }

    bool try_token()
    {
        if (!shared_.tokens().try_get(token, call_.credentials.token_source, now_))
            return false;
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
        link = shared_.try_connection();
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
        outgoing_request const request = shared_.request_head().write(
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

        http::exchange_outcome came{
            .sent = done.sent, .status = response.status, .lost = std::move(done.failure)};
        if (response.retry_after)
            came.retry_after = response.retry_delay(std::chrono::system_clock::now());
        if (response.status == 401)
            came.token_can_be_renewed = shared_.tokens().reject(call_.request.operation, token);
        json::deviations found;
        if (machine.exchanged(std::move(came)))
            read(response, found);

        link->trim();
        if (done.reusable)
            link.keep();
        if (machine.is_good())
        {
            shared_.tokens().accept(call_.request.operation, token);
            shared_.budget().succeeded();
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
            why.with_body(response.body.substr(0, error::max_body));
        }
        machine.refused(std::move(why));
    }

    RESTBIND_COLD void decide()
    {
        machine.amend(explained(machine.failure()));
        reports_.attempt_ended(machine);
        if (spends_budget())
            shared_.budget().failed();
        // What a sink has got cannot be taken back.
        if (call_.receiver && call_.receiver->has_begun())
            machine.forbid_retries();
        int const status = machine.outcome().status;
        unsigned const attempt = machine.attempts();
        now_ = clock::now();
        machine.decide(now_, shared_.jitter(), shared_.budget().allows());
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
        error_kind const kind = outcome.failure;
        bool const unreachable =
            outcome.status == 0 && (kind == error_kind::resolve || kind == error_kind::connect ||
                                       kind == error_kind::write || kind == error_kind::read);
        return unreachable || outcome.status >= 500 || outcome.status == 429;
    }

    redactor const secrets_;
    reporter reports_;
    session_state& shared_;
    prepared_call const& call_;
    response_reader& reader_;
    clock::time_point now_;          ///< of the last event: no wait has happened since
    unsigned const process_ = process::number();
    std::optional<http::step> part_; ///< what the exchange waits for; none under way: empty
};

/// Carries a call out. Whatever the functions throw that it asks (encryption, a sink, a codec) ends
/// it, too; only `std::bad_alloc` comes out.
RESTBIND_DECL asio::awaitable<void> session_state::send(
    prepared_call& call, response_reader& reader)
{
    // After a cancellation every await would throw; here it has to come back as an error.
    bool const throws = co_await asio::this_coro::throw_if_cancelled();
    if (throws)
        co_await asio::this_coro::throw_if_cancelled(false);
    auto const cancellation = co_await asio::this_coro::cancellation_state;
    attempts work(*this, call, reader);
    std::exception_ptr thrown;
    try
    {
        work.begin();
        awaited next = work.advance(cancellation);
        while (next != awaited::nothing)
        {
            if (next == awaited::input)
            {
                auto input = work.link->receive();
                co_await std::move(input);
                work.received();
            }
            else
            {
                auto other = work.wait();
                co_await std::move(other);
            }
            if (work.is_forked()) [[unlikely]]
                work.leave_to_parent();
            next = work.advance(cancellation);
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
    work.end();
}

} // namespace restbind::net::detail
