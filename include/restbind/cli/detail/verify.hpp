// SPDX-License-Identifier: BSL-1.0
// Whether a service refuses what its document says that it refuses, in the same words.
#pragma once

#include <restbind/cli/detail/report.hpp>
#include <restbind/cli/table.hpp>
#include <restbind/core/problem.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/retry.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/net/options.hpp>
#include <restbind/testing/detail/encode_problem.hpp>

#include <initializer_list>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::cli
{

namespace detail
{

/** A problem document without the members that differ from response to response. */
inline std::string without_trace(
    std::string body, problem_details const& problem, problem_format const& format)
{
    auto const cut = [&body](std::string_view name, std::string const* value)
    {
        if (name.empty() || value == nullptr)
            return;
        auto const member = "\"" + std::string(name) + "\":" + json::encode(*value).value();
        auto const at = body.find(member);
        if (at == body.npos)
            return;
        bool const has_comma = at != 0 && body[at - 1] == ',';
        body.erase(at - (has_comma ? 1 : 0), member.size() + (has_comma ? 1 : 0));
    };
    cut(format.trace_id, problem.trace_id ? &*problem.trace_id : nullptr);
    cut(format.timestamp, problem.timestamp_text ? &*problem.timestamp_text : nullptr);
    return body;
}

inline void print_drift(std::ostream& out, std::string_view command, std::string_view rule,
    std::string_view ours, std::string_view theirs)
{
    out << command << ' ' << rule << "\n  ours:   " << shown(ours) << "\n  theirs: "
        << shown(theirs) << '\n';
}

inline void print_not_asked(
    std::ostream& out, std::string_view command, std::string_view rule, verification& found)
{
    ++found.not_asked;
    out << command << ' ' << rule << "\n  not asked: no request is known that breaks it\n";
}

/** The messages of a refusal in one line; of one without its text. */
inline std::string told(error const& why)
{
    std::string text = std::to_string(why.status());
    for (violation const& rule : why.violations())
        text.append(" ").append(rule.pointer).append(": ").append(rule.message).append(";");
    if (why.violations().empty())
        text.append(" ").append(why.problem().detail.empty() ? why.message() : why.problem().detail);
    return text;
}

/** Whether a status may be the response to a request that breaks a rule. */
inline bool is_refusal(error const& why)
{
    return why.status() >= 400 && why.status() < 500 && why != error_kind::unauthorized
        && why != error_kind::forbidden && why.status() != 429;
}

} // namespace detail

/** Sends each request that is refused here, unvalidated and once, and compares what the service
    says with what is said here.

    @returns `succeeded`, `drifted`, or `accepted` as soon as the service has accepted one; else the
        status of the error that ended the run.
*/
template <class Operation, class Session>
exit_status verify(std::ostream& out, std::string_view command, std::span<probe const> probes,
    Session const& session, verification& found)
{
    exit_status status = succeeded;
    for (probe const& next : probes)
    {
        if (next.json.empty())
        {
            detail::print_not_asked(out, command, next.rule, found);
            continue;
        }
        auto const request = json::decode<typename Operation::request_type>(next.json);
        auto const local = request
            ? Operation::build(*request, session.client_parameters())
            : result<http::request>(request.error());
        if (local || local.error() != error_kind::validation_failed)
        {
            detail::print_not_asked(out, command, next.rule, found);
            continue;
        }
        net::call_options once;
        once.validation = validation_policy::off;
        once.retry_rule = http::retry_rule{.max_attempts = 1};
        auto const got = session.template run<Operation>(*request, once);
        if (got || (got.error().status() >= 200 && got.error().status() < 300))
        {
            detail::print_drift(out, command, next.rule, detail::told(local.error()), "accepted");
            return accepted;
        }
        error const& theirs = got.error();
        if (!detail::is_refusal(theirs))
        {
            print_error(out, command, theirs);
            return status_of(theirs);
        }
        problem_format const& format = *Operation::info.problem;
        auto const ours = testing::detail::encode_problem(local.error().problem(), format);
        if (theirs.status() == local.error().status()
            && detail::without_trace(theirs.body(), theirs.problem(), format) == ours)
        {
            ++found.same;
            continue;
        }
        ++found.drifted;
        status = drifted;
        detail::print_drift(
            out, command, next.rule, detail::told(local.error()), detail::told(theirs));
    }
    return status;
}

} // namespace restbind::cli
