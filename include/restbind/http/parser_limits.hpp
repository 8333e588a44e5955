// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/detail/reports.hpp>
#include <restbind/http/headers.hpp>
#include <restbind/http/operation_info.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::http
{

/** Bounds on a response and what is kept of it. */
struct parser_limits
{
    /** Most bytes of the body that are in the response at a time. */
    std::size_t body = 0;

    /** Most bytes of the head, interim responses, chunk extensions and trailers included. */
    std::size_t header = 0;

    /** Whether all headers are kept, or those that help to trace the response. */
    bool keep_all_headers = false;

    /** Headers that help to trace the response. */
    header_names trace_headers = usual_trace_headers;

    /** Further headers that are kept, with `, ` between their names. */
    std::string_view kept_headers{};

    /** Successes whose bodies are taken out of the response while they come; then `body` bounds
        what was not taken out. */
    std::span<response_rule const> streamed{};

    /** Whether the name of a header can be a reason to keep it. */
    bool keeps_by_name() const noexcept
    {
        return keep_all_headers || !trace_headers.empty() || !kept_headers.empty();
    }
};

} // namespace restbind::http
