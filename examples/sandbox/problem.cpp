// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include "json_writer.hpp"

#include <boost/beast/http/status.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace sandbox {
namespace {

std::string reason_phrase(unsigned status)
{
    auto const phrase = boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(status));
    return {phrase.data(), phrase.size()};
}

void write_errors(json_writer& out, problem const& p)
{
    if (p.errors_shape == problem::shape::list)
    {
        out.key("errors").begin_array();
        for (auto const& e : p.errors)
            out.begin_object().key("field").string(e.field).key("message").string(e.message).end_object();
        out.end_array();
    }

    if (p.errors_shape == problem::shape::map)
    {
        // The messages of one field stand together, so a change of the name opens the next array.
        out.key("errors").begin_object();
        std::string_view open;
        for (auto const& e : p.errors)
        {
            if (e.field != open)
            {
                if (!open.empty())
                    out.end_array();
                out.key(e.field).begin_array();
                open = e.field;
            }
            out.string(e.message);
        }
        out.end_array().end_object();
    }
}

} // namespace

problem business_problem(unsigned status, int code, std::string detail)
{
    return {.status = status, .detail = std::move(detail), .code = code};
}

problem validation_problem(problem::shape shape, std::vector<field_message> errors)
{
    auto detail = "The request contains " + std::to_string(errors.size()) + " validation error(s)";
    return {.status = 422, .detail = std::move(detail), .errors_shape = shape, .errors = std::move(errors)};
}

reply to_reply(problem const& p, std::string_view instance, std::string_view trace_id)
{
    auto const body_status = p.body_status.value_or(p.status);

    json_writer out;
    out.begin_object();
    out.key("type").string("about:blank");
    out.key("title").string(reason_phrase(body_status));
    out.key("status").integer(body_status);
    out.key("detail").string(p.detail);
    out.key("instance").string(instance);
    if (p.code)
        out.key("errorCode").integer(*p.code);
    if (p.errors_shape != problem::shape::none)
    {
        out.key("errorCount").integer(static_cast<std::int64_t>(p.errors.size()));
        write_errors(out, p);
    }
    out.key("traceId").string(trace_id);
    out.key("timestamp").string(timestamp_now());
    out.end_object();

    return {p.status, "application/problem+json", out.take(), p.headers};
}

std::string timestamp_now()
{
    using namespace std::chrono;

    auto const now = system_clock::now().time_since_epoch();
    auto const seconds_now = static_cast<std::time_t>(duration_cast<seconds>(now).count());
    auto const milliseconds_now = static_cast<int>(duration_cast<milliseconds>(now).count() % 1000);

    std::tm utc{};
    gmtime_r(&seconds_now, &utc);
    std::array<char, 32> date{};
    auto const size = std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &utc);
    std::array<char, 8> fraction{};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ", milliseconds_now);

    return std::string(date.data(), size) + fraction.data();
}

} // namespace sandbox
