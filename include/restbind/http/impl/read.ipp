// Bodies of <restbind/http/read.hpp>.
#pragma once

#include <restbind/http/read.hpp>

namespace restbind::http
{

RESTBIND_DECL error read_refusal(
    operation_info const& info, response const& answer, code_lookup find_code)
{
    error_kind const kind = kind_of_status(answer.status);
    std::string const status = std::to_string(answer.status);
    auto problem = json::decode_problem(answer.body, *info.problem);

    std::string detail;
    if (kind == error_kind::unexpected_status)
        detail = std::string(info.id) + " promises status " + std::to_string(info.success_status) +
                 ", not " + status;
    else if (problem && !problem->detail.empty())
        detail = problem->detail;
    else if (problem)
        detail = problem->title;

    error refusal(kind, std::move(detail));
    refusal.with_phase(phase::read).with_status(answer.status);
    if (problem)
    {
        if (find_code && problem->error_code)
            refusal.with_code(find_code(*problem->error_code));
        refusal.with_problem(std::move(*problem));
    }
    refusal.with_body(answer.body.substr(0, kept_body_limit));
    return refusal;
}

namespace detail
{

RESTBIND_DECL error unreadable(response const& answer, std::string detail)
{
    error failure(error_kind::unreadable, std::move(detail));
    failure.with_phase(phase::decode).with_status(answer.status);
    return failure;
}

[[gnu::noinline]] RESTBIND_DECL error read_json_into(operation_info const& info,
    response const& answer, code_lookup find_code, json::limits const& limits,
    json::detail::read_function& read, void* out)
{
    if (answer.status != info.success_status) [[unlikely]]
        return read_refusal(info, answer, find_code);
    if (!answer.content_type.empty() && !is_json(answer.content_type)) [[unlikely]]
        return unreadable(answer, "the answer's Content-Type is not JSON");
    error failure = json::detail::decode_into(answer.body, limits, read, out);
    if (failure.kind() != error_kind::none) [[unlikely]]
        failure.with_phase(phase::decode).with_status(answer.status);
    return failure;
}

} // namespace detail

} // namespace restbind::http
