// SPDX-License-Identifier: BSL-1.0
// How the ticketing service calls the members of its problem documents.
#pragma once

#include <restbind/core/problem.hpp>

namespace restbind::test
{

inline constexpr problem_format problem_members{.code = "errorCode",
    .error_count = "errorCount",
    .errors = "errors",
    .error_field = "field",
    .error_message = "message",
    .trace_id = "traceId",
    .timestamp = "timestamp"};

} // namespace restbind::test
