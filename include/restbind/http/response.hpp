// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/headers.hpp>
#include <restbind/http/retry_after.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace restbind::inline RESTBIND_ABI::http
{

/** A response: status, body and the headers that matter. */
struct response
{
    /** Status code, 200 to 599; 0 before a response came. */
    int status = 0;

    /** Value of the Content-Type header; empty if there was none. */
    std::string content_type{};

    /** The body with its transfer coding removed. */
    std::string body{};

    /** Headers that the sender chose to keep. */
    header_list headers{};

    /** Value of the Retry-After header, if there was a readable one. */
    std::optional<http::retry_after> retry_after{};

    /** Value of the Date header, if the status is 300 or more and there was a readable one. */
    std::optional<std::chrono::sys_seconds> date{};

    /** Time that the Retry-After header asks for, measured by the sender's clock where it told its
        time: that of this machine may be wrong. Not set if it asks for none. */
    std::optional<std::chrono::milliseconds> retry_delay(
        std::chrono::system_clock::time_point now) const noexcept
    {
        if (!retry_after)
            return std::nullopt;
        return retry_after->wait(date ? *date : now);
    }
};

} // namespace restbind::http
