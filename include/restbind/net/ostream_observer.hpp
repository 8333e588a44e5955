#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/error.hpp>
#include <restbind/http/detail/ascii.hpp>
#include <restbind/net/observer.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace restbind::net
{

/** Logs what a client does onto a stream: one line an event.

    A line is a UTC timestamp with milliseconds, the event, and `key=value` pairs in a fixed order;
    keys of durations end in their unit (`_us`, `_ms`, `_s`). A pair whose value is nothing (no
    status, no trace id, no failure, a phase that did not happen) is left out:

        2026-11-21T14:00:01.250Z retry_scheduled operation=buy attempt=1 status=503 pause_ms=1000

    A text that is not plain stands in double quotes; quotes and backslashes in it are escaped by a
    backslash, and control characters, line breaks and bytes that are not UTF-8 as `\n`, `\u001b`,
    `\xff`: whatever a server sends, an event is one line. A text is cut off after 500 characters.

    Thread-safe: lines do not mix, not even with those of other observers if they are the same
    object. The stream is not flushed. An event that cannot be written, because there is no memory
    or the stream throws, is lost.
*/
class ostream_observer : public observer
{
public:
    /** Tells the time; called on the threads that run the calls, one at a time. */
    using clock_function = std::function<std::chrono::system_clock::time_point()>;

    /** @param out Written to under a lock of this object; must outlive it. Nobody else may write to
        it at the same time.
        @param now The clock of the timestamps. Default: the system's.
    */
    explicit ostream_observer(
        std::ostream& out, clock_function now = [] { return std::chrono::system_clock::now(); })
        : out_(out)
        , now_(std::move(now))
    {
    }

    void attempt_started(attempt_report const& report) noexcept override
    {
        log("attempt_started",
            [&](line& to)
            {
                to.text("operation", report.operation);
                to.number("attempt", report.attempt);
            });
    }

    void attempt_ended(attempt_report const& report) noexcept override
    {
        log("attempt_ended",
            [&](line& to)
            {
                to.text("operation", report.operation);
                to.number("attempt", report.attempt);
                to.number_unless_0("status", report.status);
                to.number("duration_us", report.duration.count());
                to.number_unless_0("token_us", report.times.token.count());
                to.number_unless_0("pool_us", report.times.pool.count());
                to.number_unless_0("resolve_us", report.times.resolve.count());
                to.number_unless_0("connect_us", report.times.connect.count());
                to.number_unless_0("handshake_us", report.times.handshake.count());
                to.number_unless_0("write_us", report.times.write.count());
                to.number_unless_0("first_byte_us", report.times.first_byte.count());
                to.number_unless_0("read_us", report.times.read.count());
                to.number_unless_0("sent", report.bytes_sent);
                to.number_unless_0("received", report.bytes_received);
                to.flag("reused", report.reused_connection);
                to.text_unless_empty("trace_id", report.trace_id);
                to.failure("error", report.failure);
            });
    }

    void retry_scheduled(retry_report const& report) noexcept override
    {
        log("retry_scheduled",
            [&](line& to)
            {
                to.text("operation", report.operation);
                to.number("attempt", report.attempt);
                to.number_unless_0("status", report.status);
                to.number("pause_ms", report.pause.count());
                to.flag("may_have_applied", report.earlier_may_have_applied);
            });
    }

    void validation_mismatched(validation_mismatch_report const& report) noexcept override
    {
        log("validation_mismatched",
            [&](line& to)
            {
                to.text("operation", report.operation);
                to.number("local_status", report.local.status);
                to.number("local_errors", report.local.errors.size());
                to.text_unless_empty("local", report.local.detail);
                to.number("server_status", report.status);
                to.failure("server", report.server);
            });
    }

    void token_renewed(token_report const& report) noexcept override
    {
        log("token_renewed",
            [&](line& to)
            {
                to.number("lifetime_s", report.lifetime.count());
                to.number("duration_us", report.duration.count());
            });
    }

    void token_failed(token_report const& report) noexcept override
    {
        log("token_failed",
            [&](line& to)
            {
                to.number("duration_us", report.duration.count());
                to.failure("error", report.failure);
            });
    }

private:
    /// One line on its way.
    class line
    {
    public:
        line(std::chrono::system_clock::time_point at, std::string_view event)
        {
            auto const second = std::chrono::floor<std::chrono::seconds>(at);
            auto const part = std::chrono::floor<std::chrono::milliseconds>(at - second).count();
            out_ = format_utc_instant(second);
            out_.back() = '.'; // in place of the Z, so that all timestamps have the same length
            std::string const digits = std::to_string(part);
            out_.append(3 - digits.size(), '0').append(digits).append("Z ").append(event);
        }

        template <class Number>
        void number(std::string_view key, Number value)
        {
            pair(key, std::to_string(value));
        }

        template <class Number>
        void number_unless_0(std::string_view key, Number value)
        {
            if (value != 0)
                number(key, value);
        }

        void flag(std::string_view key, bool value)
        {
            if (value)
                pair(key, "true");
        }

        void text(std::string_view key, std::string_view value)
        {
            bool plain = !value.empty();
            for (char const c : value)
                plain = plain && (http::is_letter(c) || http::is_digit(c) || c == '_' || c == '-' ||
                                     c == '.' || c == ':' || c == '/');
            pair(key, plain ? std::string(value) : quoted(value));
        }

        void text_unless_empty(std::string_view key, std::string_view value)
        {
            if (!value.empty())
                text(key, value);
        }

        void failure(std::string_view key, error const* value)
        {
            if (value)
                text(key, value->message());
        }

        std::string finish() &&
        {
            out_.push_back('\n');
            return std::move(out_);
        }

    private:
        void pair(std::string_view key, std::string_view value)
        {
            out_.append(1, ' ').append(key).append(1, '=').append(value);
        }

        static std::string quoted(std::string_view value)
        {
            std::string escaped;
            escaped.reserve(value.size() + 2);
            for (char const c : value)
            {
                if (c == '"' || c == '\\')
                    escaped.push_back('\\');
                escaped.push_back(c);
            }
            std::string text = "\"";
            text.append(printable(escaped)).append(1, '"');
            return text;
        }

        std::string out_;
    };

    template <class Fill>
    void log(std::string_view event, Fill const& fill) noexcept
    {
        try
        {
            std::lock_guard const lock(mutex_);
            line made(now_(), event);
            fill(made);
            std::string const text = std::move(made).finish();
            out_.write(text.data(), static_cast<std::streamsize>(text.size()));
        }
        catch (...)
        {
            // A log must not end a call.
        }
    }

    std::mutex mutex_;
    std::ostream& out_;
    clock_function now_;
};

} // namespace restbind::net
