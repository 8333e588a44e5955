// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_HANDLER_HPP
#define SANDBOX_HANDLER_HPP

#include "message.hpp"

#include <chrono>

namespace sandbox {

/// What the network has to do with a request that was dealt with.
struct response
{
    reply content;

    /// Wait so long before sending.
    std::chrono::milliseconds delay{0};

    /// Close the connection instead of sending.
    bool drop = false;
};

/// What answers the requests of a port. Every function may be called from any thread.
class handler
{
public:
    virtual ~handler() = default;

    virtual response handle(request const& r) = 0;

    /// A response to a request that could not even be read.
    [[nodiscard]] virtual reply refuse(unsigned status, std::string_view detail, std::string_view path) const = 0;
};

} // namespace sandbox

#endif
