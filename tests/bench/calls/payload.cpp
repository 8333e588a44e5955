// SPDX-License-Identifier: BSL-1.0
#include "payload.hpp"

#include <stdexcept>

namespace bench::payload
{

static_assert(request_body.size() >= 190 && request_body.size() <= 210,
    "the bars are for a request of about 200 bytes");
static_assert(response_body.size() >= 580 && response_body.size() <= 620,
    "the bars are for a response of about 600 bytes");

std::string request_head(unsigned port)
{
    return "POST " + std::string(target) + " HTTP/1.1\r\nHost: " + std::string(host) + ":" +
           std::to_string(port) + "\r\nUser-Agent: " + std::string(user_agent) +
           "\r\nAccept: " + std::string(accept) + "\r\nContent-Type: " + std::string(content_type) +
           "\r\nx-tenant: " + std::string(tenant) +
           "\r\nAuthorization: " + std::string(authorization) + "\r\nContent-Length: ";
}

void check(long status, std::size_t body_size)
{
    if (status != 200 || body_size != response_body.size())
        throw std::runtime_error("a response of status 200 with " +
                                 std::to_string(response_body.size()) +
                                 " bytes was expected, not status " + std::to_string(status) +
                                 " with " + std::to_string(body_size));
}

} // namespace bench::payload
