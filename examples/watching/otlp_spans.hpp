// SPDX-License-Identifier: BSL-1.0
// Spans as lines of JSON, as OpenTelemetry's file format has them: a collector reads the file with its receiver `otlpjsonfile`.
#pragma once

#include <restbind/net/tracing.hpp>

#include <boost/json.hpp>

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace watching
{

namespace json = boost::json;

/** Writes each span as a line: an object `TracesData` with one resource, one scope and one span. */
class otlp_spans
{
public:
    /** @param out Must outlive this object. */
    otlp_spans(std::ostream& out, std::string service_name)
        : out_(out)
        , service_name_(std::move(service_name))
    {
    }

    void write(restbind::net::attempt_span const& span)
    {
        if (!span.is_sampled)
            return;
        bool const has_failed = span.came.failure || span.came.status >= 400;
        json::array attributes{text("http.request.method", span.sent.method()),
            text("url.full", std::string(span.sent.origin()) + std::string(span.sent.target())),
            text("restbind.operation", span.sent.operation())};
        if (span.came.status != 0)
            attributes.push_back(number("http.response.status_code", span.came.status));
        if (span.sent.number() > 1)
            attributes.push_back(number("http.request.resend_count", span.sent.number() - 1));
        if (has_failed)
            attributes.push_back(text("error.type", span.came.failure ? to_string(span.came.failure->kind())
                                                                      : std::to_string(span.came.status)));
        json::object one{{"traceId", span.trace_id}, {"spanId", span.span_id}, {"name", span.sent.operation()},
            {"kind", 3}, // SPAN_KIND_CLIENT
            {"startTimeUnixNano", nanoseconds(span.begun)}, {"endTimeUnixNano", nanoseconds(span.ended)},
            {"attributes", std::move(attributes)},
            {"status", has_failed ? json::object{{"code", 2}} : json::object()}}; // STATUS_CODE_ERROR
        if (!span.parent_span_id.empty())
            one["parentSpanId"] = span.parent_span_id;
        json::object const scope{{"scope", {{"name", "restbind"}, {"version", RESTBIND_VERSION_STRING}}},
            {"spans", json::array{std::move(one)}}};
        json::object const resource{
            {"resource", {{"attributes", json::array{text("service.name", service_name_)}}}},
            {"scopeSpans", json::array{scope}}};
        std::string const line = json::serialize(json::object{{"resourceSpans", json::array{resource}}});
        std::lock_guard const lock(mutex_);
        out_ << line << '\n' << std::flush;
    }

private:
    static json::object text(std::string_view key, std::string_view value)
    {
        return {{"key", key}, {"value", json::object{{"stringValue", value}}}};
    }

    /// Numbers of 64 bits are texts in OTLP's JSON.
    static json::object number(std::string_view key, long long value)
    {
        return {{"key", key}, {"value", json::object{{"intValue", std::to_string(value)}}}};
    }

    static std::string nanoseconds(std::chrono::system_clock::time_point at)
    {
        return std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count());
    }

    std::mutex mutex_;
    std::ostream& out_;
    std::string const service_name_;
};

} // namespace watching
