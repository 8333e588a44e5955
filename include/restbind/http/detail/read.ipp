// Bodies of <restbind/http/detail/read.hpp>.
#pragma once

#include <restbind/http/detail/read.hpp>

namespace restbind::http
{

RESTBIND_DECL error read_error_response(
    operation_info const& info, response const& response, error_code_lookup find_code)
{
    error_kind const kind = kind_of_status(response.status);
    std::string const status = std::to_string(response.status);
    auto problem = json::decode_problem(response.body, *info.problem);

    std::string detail;
    if (kind == error_kind::unexpected_status)
        detail = std::string(info.operation_id) + " promises status " +
                 std::to_string(info.success_status) + ", not " + status;
    else if (problem && !problem->detail.empty())
        detail = problem->detail;
    else if (problem)
        detail = problem->title;

    error failure(kind, std::move(detail));
    failure.with_phase(phase::read).with_status(response.status);
    if (problem)
    {
        if (find_code && problem->error_code)
            failure.with_code(find_code(*problem->error_code));
        failure.with_problem(std::move(*problem));
    }
    failure.with_body(response.body.substr(0, max_kept_body));
    return failure;
}

namespace detail
{

RESTBIND_DECL error located(error failure, int status)
{
    return std::move(failure.with_phase(phase::decode).with_status(status));
}

RESTBIND_DECL error unreadable(response const& response, std::string detail)
{
    return located(error(error_kind::invalid_response, std::move(detail)), response.status);
}

RESTBIND_NOINLINE RESTBIND_DECL result<void> read_json_into(operation_info const& info,
    response const& response, error_code_lookup find_code, json::limits const& limits,
    json::reading policy, json::deviations* found, json::detail::read_function& read, void* out)
{
    if (response.status != info.success_status) [[unlikely]]
        return read_error_response(info, response, find_code);
    if (!response.content_type.empty() && !is_json(response.content_type)) [[unlikely]]
        return unreadable(response, "the response's Content-Type is not JSON");
    auto done = json::detail::decode_into(response.body, limits, policy, found, read, out);
    if (done) [[likely]]
        return {};
    return located(done.error(), response.status);
}

} // namespace detail

} // namespace restbind::http
