// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/error.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/net/interceptor.hpp>

#include <boost/asio/awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::net
{

/** A place in a trace, as W3C Trace Context has it in two headers. */
struct trace_context
{
    /** `00-<trace>-<span>-<flags>`; empty, or not of this form: a new trace begins. */
    std::string traceparent{};

    /** What tracing systems of their own add; sent on as it is. May be empty. */
    std::string tracestate{};
};

/** An attempt of a call as a span of a trace. Lives until the function that gets it returns, as its
    texts do. */
struct attempt_span
{
    /** Identifier of the trace: 32 hexadecimal digits in lower case. */
    std::string_view trace_id{};

    /** Identifier of this span: 16 hexadecimal digits in lower case. */
    std::string_view span_id{};

    /** Identifier of the application's span that the call belongs to; empty if there is none. */
    std::string_view parent_span_id{};

    /** Whether somebody wants to record the trace, as the application's context says. */
    bool is_sampled = true;

    /** The attempt: operation, method, address, numbers. */
    attempt const& sent;

    /** When it has begun. */
    std::chrono::system_clock::time_point begun{};

    /** When its response was there, or when it has failed. */
    std::chrono::system_clock::time_point ended{};

    /** What it has come to. */
    attempt_response const& came;
};

/** Makes each attempt a span: sends the headers `traceparent` and `tracestate` of W3C Trace
    Context, with a new span id for each attempt, and hands the spans to a function.

    The application's context is that of the call, `call_options::headers` with `traceparent` and
    perhaps `tracestate`; else what a function says; else each attempt is a trace of its own.
    Thread-safe if its functions are.
*/
class tracing : public interceptor
{
public:
    /** Gets a span that has ended. What it throws is told in `call_info::observer_failure`. */
    using span_function = std::function<void(attempt_span const&)>;

    /** Says the application's context. Called on the thread that runs the call, which need not be
        the one that has begun it. What it throws ends the call before its request leaves. */
    using context_function = std::function<trace_context()>;

    /** Gives random numbers; the same ones in a test. */
    using chance_function = std::function<std::uint64_t()>;

    /** @param ended May be empty: the headers alone are sent.
        @param current May be empty.
        @param chance Default: the system's random numbers.
    */
    explicit tracing(span_function ended = {}, context_function current = {},
        chance_function chance = &tracing::random_number)
        : ended_(std::move(ended))
        , current_(std::move(current))
        , chance_(std::move(chance))
    {
    }

    asio::awaitable<void> around(attempt& sent, proceed next) override
    {
        place const own = place_of(sent);
        auto const begun = sent.now();
        attempt_response const came = co_await next();
        if (ended_)
            ended_({.trace_id = own.trace_id,
                .span_id = own.span_id,
                .parent_span_id = own.parent_span_id,
                .is_sampled = (own.flags & 1U) != 0,
                .sent = sent,
                .begun = begun,
                .ended = sent.now(),
                .came = came});
    }

private:
    struct place
    {
        std::string trace_id{};
        std::string span_id{};
        std::string parent_span_id{};
        unsigned flags = 1; ///< sampled
    };

    static std::uint64_t random_number()
    {
        std::random_device source;
        return (std::uint64_t(source()) << 32U) | source();
    }

    /// Finds the span's place in a trace, and sends it.
    place place_of(attempt& sent) const
    {
        http::header_list const given = sent.headers();
        trace_context context;
        if (auto const parent = given.find("traceparent"))
            context.traceparent = *parent;
        else if (current_)
            context = current_();
        std::optional<place> const parent = parsed(context.traceparent);
        place own = parent ? *parent : place{.trace_id = identifier(2)};
        own.parent_span_id = std::exchange(own.span_id, identifier(1));
        std::string const flags = {'0', static_cast<char>('0' + own.flags)};
        set(sent, "traceparent", "00-" + own.trace_id + "-" + own.span_id + "-" + flags);
        if (!parent && given.find("tracestate"))
            set(sent, "tracestate", ""); // it belongs to a trace that nobody knows
        else if (parent && !context.tracestate.empty() &&
                 http::is_header_value(context.tracestate))
            set(sent, "tracestate", context.tracestate);
        return own;
    }

    static void set(attempt& sent, std::string_view name, std::string const& value)
    {
        if (auto const done = sent.set_header(name, value); !done)
            sent.refuse(done.error());
    }

    /// Hexadecimal digits of random numbers, not all of which are 0.
    std::string identifier(unsigned numbers) const
    {
        std::string digits;
        while (numbers-- != 0)
        {
            std::uint64_t number = chance_();
            if (number == 0)
                number = 1;
            for (unsigned shift = 64; shift != 0; shift -= 4)
                digits.push_back("0123456789abcdef"[(number >> (shift - 4)) & 15U]);
        }
        return digits;
    }

    static bool is_hex(std::string_view text) noexcept
    {
        return std::all_of(text.begin(), text.end(),
            [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
    }

    static bool is_identifier(std::string_view text) noexcept
    {
        return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos;
    }

    static std::optional<place> parsed(std::string_view text)
    {
        constexpr std::size_t length = 55;
        bool const is_later =
            text.size() > length && text[length] == '-' && !text.starts_with("00");
        if (text.size() != length && !is_later)
            return {};
        std::string_view const version = text.substr(0, 2);
        std::string_view const trace = text.substr(3, 32);
        std::string_view const span = text.substr(36, 16);
        std::string_view const flags = text.substr(53, 2);
        bool const is_valid = text[2] == '-' && text[35] == '-' && text[52] == '-' &&
                              is_hex(version) && version != "ff" && is_identifier(trace) &&
                              is_identifier(span) && is_hex(flags);
        if (!is_valid)
            return {};
        unsigned const low = static_cast<unsigned>(
            flags[1] <= '9' ? flags[1] - '0' : flags[1] - 'a' + 10);
        return place{.trace_id = std::string(trace),
            .span_id = std::string(span),
            .flags = low & 3U}; // sampled, and made at random; the others are not known
    }

    span_function const ended_;
    context_function const current_;
    chance_function const chance_;
};

} // namespace restbind::net
