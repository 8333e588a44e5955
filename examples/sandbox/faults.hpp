// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_FAULTS_HPP
#define SANDBOX_FAULTS_HPP

#include "sandbox.hpp"

#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace sandbox {

/// What one request meets instead of, or besides, its ordinary response.
struct fault
{
    /// The response has this status; 0 leaves the response as it is.
    unsigned status = 0;

    /// The operation is carried out all the same.
    bool applied = true;

    /// The connection is closed instead of responding.
    bool lost = false;

    /// The response waits so long.
    std::chrono::milliseconds delay{0};

    /// Seconds of a Retry-After header; absent without one.
    std::optional<unsigned> retry_after = {};

    /// As it was written, such as `slow:2s`.
    std::string text = "ok";
};

/// Faults that are still due, in order, for each operation and for `any` and `token`.
using fault_plan = std::map<std::string, std::deque<fault>, std::less<>>;

/** Reads `NAME=FAULT,FAULT,…`, several of them separated by `&`.

    @throws std::invalid_argument The text is not of this form; the message says where.
*/
fault_plan parse_faults(std::string_view text);

/// The name of an operation in the document of the service, such as `allocateBestSeats`.
std::string_view name_of(operation o) noexcept;

inline constexpr std::size_t operation_count = 6;

} // namespace sandbox

#endif
