// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/http/detail/text.hpp>
#include <restbind/net/observer.hpp>

#include <chrono>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

/** Logs what a client does onto a stream: one line an event.

    A line is a UTC timestamp with milliseconds, the event, and `key=value` pairs in a fixed order;
    keys of durations end in their unit (`_us`, `_ms`, `_s`). A pair whose value is nothing (no
    status, no trace id, no failure, a phase that did not happen) is left out:

        2026-11-21T14:00:01.250Z retry_scheduled call=7 operation=buy attempt=1 pause_ms=1000

    `call` is the number of the call. `call_ended` is the last line of each call; one that has not
    begun, because it was refused here, has no other.

    A text that is not plain stands in double quotes; quotes and backslashes in it are escaped by a
    backslash, and control characters, line breaks and bytes that are not UTF-8 as `\n`, `\u001b`,
    `\xff`: whatever a server sends, an event is one line. A text is cut off after 500 characters.

    Thread-safe: one object may serve several clients on several threads, and their lines do not
    mix. The stream must not be shared: while calls run, neither another object of this class nor
    the program writes to it. `std::clog` and the other standard streams may be shared, but lines
    may then mix. The stream is flushed when a call has ended, unless `flushing::never` is given. An
    event that cannot be written, because there is no memory or the stream throws, is lost.
*/
class ostream_observer : public observer
{
public:
    /** Tells the time; called on the threads that run the calls, one at a time. */
    using clock_function = std::function<std::chrono::system_clock::time_point()>;

    /** When the stream is flushed. */
    enum class flushing : unsigned char
    {
        never,     ///< by the stream itself: its last lines are lost if the program is killed
        call_ended ///< at the end of each call, which waits for it
    };

    /** @param out Written to under a lock of this object; must outlive it.
        @param now The clock of the timestamps. Default: the system's.
    */
    explicit ostream_observer(
        std::ostream& out, clock_function now = [] { return std::chrono::system_clock::now(); })
        : out_(out)
        , now_(std::move(now))
    {
    }

    /** The same with the system's clock.

        @param flush When the stream is flushed.
    */
    ostream_observer(std::ostream& out, flushing flush)
        : ostream_observer(out)
    {
        flush_ = flush;
    }

    void attempt_started(attempt_report const& report) noexcept override
    {
        log("attempt_started", {if_any("call", report.call_id), {"operation", report.operation},
                                   {"attempt", report.attempt}});
    }

    void attempt_ended(attempt_report const& report) noexcept override
    {
        attempt_times const& times = report.times;
        log("attempt_ended",
            {if_any("call", report.call_id), {"operation", report.operation},
                {"attempt", report.attempt},
                if_any("status", report.status), {"duration_us", report.duration.count()},
                if_any("token_us", times.token.count()), if_any("pool_us", times.pool.count()),
                if_any("resolve_us", times.resolve.count()),
                if_any("connect_us", times.connect.count()),
                if_any("handshake_us", times.handshake.count()),
                if_any("write_us", times.write.count()),
                if_any("first_byte_us", times.first_byte.count()),
                if_any("read_us", times.read.count()), if_any("sent", report.bytes_sent),
                if_any("received", report.bytes_received),
                if_any("reused", if_true(report.reused_connection)),
                if_any("trace_id", report.trace_id), if_any("error", report.failure)});
    }

    void retry_scheduled(retry_report const& report) noexcept override
    {
        log("retry_scheduled",
            {if_any("call", report.call_id), {"operation", report.operation},
                {"attempt", report.attempt},
                if_any("status", report.status), {"pause_ms", report.pause.count()},
                if_any("may_have_applied", if_true(report.earlier_may_have_applied))});
    }

    void validation_mismatched(validation_mismatch_report const& report) noexcept override
    {
        log("validation_mismatched",
            {if_any("call", report.call_id), {"operation", report.operation},
                {"local_status", report.local.status}, {"local_errors", report.local.errors.size()},
                if_any("local", std::string_view(report.local.detail)),
                {"server_status", report.status}, if_any("server", report.server)});
    }

    /// The line has the first place.
    void response_deviated(deviation_report const& report) noexcept override
    {
        json::deviation const& first = report.found.listed.front();
        log("response_deviated",
            {if_any("call", report.call_id), {"operation", report.operation},
                {"status", report.status},
                {"places", report.found.count}, {"path", std::string_view(first.path)},
                {"detail", std::string_view(first.detail)}});
    }

    void call_ended(call_report const& report) noexcept override
    {
        bool const has_failed = report.kind != error_kind::none;
        log("call_ended",
            {if_any("call", report.call_id), {"operation", report.operation},
                if_any("kind", has_failed ? to_string(report.kind) : std::string_view()),
                if_any("status", report.status), {"attempts", report.attempts},
                if_any("outcome_unknown", if_true(report.outcome_unknown)),
                if_any("earlier_may_have_applied", if_true(report.earlier_may_have_applied)),
                {"duration_us", report.duration.count()}, if_any("error", report.failure),
                if_any("observer_failure", report.observer_failure)});
        if (flush_ == flushing::call_ended)
            flush();
    }

    void token_renewed(token_report const& report) noexcept override
    {
        log("token_renewed",
            {{"lifetime_s", report.lifetime.count()}, {"duration_us", report.duration.count()}});
    }

    void token_failed(token_report const& report) noexcept override
    {
        log("token_failed",
            {{"duration_us", report.duration.count()}, if_any("error", report.failure)});
    }

private:
    /// A pair of a line. Nothing is made of it before the line is.
    struct field
    {
        field(std::string_view name, std::integral auto value) noexcept
            : key(name)
            , number(static_cast<long long>(value))
        {
        }
        field(std::string_view name, std::string_view value) noexcept
            : key(name)
            , text(value)
        {
        }
        field(std::string_view name, error const* value) noexcept
            : key(name)
            , failure(value)
        {
        }

        std::string_view key;
        std::optional<long long> number{};
        std::string_view text{};
        error const* failure = nullptr;
        bool is_shown = true;
    };

    /// The same, left out if the value is nothing.
    template <class Value>
    static field if_any(std::string_view key, Value value) noexcept
    {
        field made(key, value);
        made.is_shown = value != Value{};
        return made;
    }

    static std::string_view if_true(bool value) noexcept { return value ? "true" : ""; }

    static void append_time(std::string& to, std::chrono::system_clock::time_point at)
    {
        auto const second = std::chrono::floor<std::chrono::seconds>(at);
        auto const part = std::chrono::floor<std::chrono::milliseconds>(at - second).count();
        to = to_string(timestamp(second));
        to.back() = '.'; // in place of the Z, so that all timestamps have the same length
        to.append(std::to_string(1000 + part), 1).append("Z ");
    }

    static void append_text(std::string& to, std::string_view value)
    {
        bool plain = !value.empty();
        std::string escaped;
        for (char const c : value)
        {
            plain = plain && (http::is_letter(c) || http::is_digit(c) || c == '_' || c == '-' ||
                                 c == '.' || c == ':' || c == '/');
            if (c == '"' || c == '\\')
                escaped.push_back('\\');
            escaped.push_back(c);
        }
        if (plain)
            to.append(value);
        else
            to.append(1, '"').append(printable(escaped)).append(1, '"');
    }

    void log(std::string_view event, std::initializer_list<field> fields) noexcept
    {
        try
        {
            std::lock_guard const lock(mutex_);
            std::string line;
            append_time(line, now_());
            line.append(event);
            for (field const& one : fields)
            {
                if (!one.is_shown)
                    continue;
                line.append(1, ' ').append(one.key).append(1, '=');
                if (one.number)
                    line.append(std::to_string(*one.number));
                else
                    append_text(line, one.failure ? one.failure->message() : std::string(one.text));
            }
            line.push_back('\n');
            out_.write(line.data(), static_cast<std::streamsize>(line.size()));
        }
        catch (...)
        {
            // A log must not end a call.
        }
    }

    void flush() noexcept
    {
        try
        {
            std::lock_guard const lock(mutex_);
            out_.flush();
        }
        catch (...)
        {
            // A log must not end a call.
        }
    }

    std::mutex mutex_;
    std::ostream& out_;
    clock_function now_;
    flushing flush_ = flushing::call_ended;
};

} // namespace restbind::net
