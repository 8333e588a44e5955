#pragma once

#include <string_view>

namespace restbind::http
{

/** The bytes of a request. The texts belong to somebody else. */
struct outgoing_request
{
    /** Everything in front of the body, perhaps with the body behind it. */
    std::string_view head{};

    /** The body, unless it is in `head`. */
    std::string_view body{};

    /** Whether the response has no content whatever its head says (HEAD, CONNECT). */
    bool response_has_no_content = false;
};

} // namespace restbind::http
