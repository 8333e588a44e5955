#pragma once

#include <chrono>

namespace restbind::net
{

/** How long each part of one attempt took. 0 for what did not happen, such as the connect of a
    connection that was reused. */
struct attempt_times
{
    /** Waiting for a token. */
    std::chrono::microseconds token{0};

    /** Waiting for a place in the connection pool. */
    std::chrono::microseconds pool{0};

    /** Name lookup. */
    std::chrono::microseconds resolve{0};

    /** Connecting, including the request to a proxy. */
    std::chrono::microseconds connect{0};

    /** TLS handshake. */
    std::chrono::microseconds handshake{0};

    /** Writing the request. */
    std::chrono::microseconds write{0};

    /** From the end of writing to the first byte of the response. */
    std::chrono::microseconds first_byte{0};

    /** From the first byte of the response to its last. */
    std::chrono::microseconds read{0};
};

} // namespace restbind::net
