#pragma once

#include <restbind/http/headers.hpp>
#include <restbind/http/retry_after.hpp>

#include <optional>
#include <string>

namespace restbind::http
{

/** An answer: status, body and the headers that matter. */
struct response
{
    /** Status code, 200 to 599; 0 before an answer came. */
    int status = 0;

    /** Value of the Content-Type header; empty if there was none. */
    std::string content_type{};

    /** The body with its transfer coding removed. */
    std::string body{};

    /** Headers that the sender chose to keep. */
    header_list headers{};

    /** Value of the Retry-After header, if there was a readable one. */
    std::optional<http::retry_after> retry_after{};
};

} // namespace restbind::http
