// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_HTTP_SERVER_HPP
#define SANDBOX_HTTP_SERVER_HPP

#include "sandbox.hpp"
#include "handler.hpp"

namespace sandbox {

/** Carries HTTP/1.1 between a loopback port and what answers it, on its own threads.

    Limits: 16 KiB of headers, 1 MiB of body, `options::max_connections` connections, `options::idle_timeout`
    for a header and again for a body.
*/
class http_server
{
public:
    /** Listens when the constructor returns.

        @param target Must outlive the object.
        @throws start_error The port is taken, or the certificate cannot be used.
    */
    http_server(handler& target, options const& settings);
    ~http_server();

    http_server(http_server const&) = delete;
    http_server& operator=(http_server const&) = delete;

    [[nodiscard]] unsigned short port() const noexcept;
    [[nodiscard]] std::uint64_t connections_accepted() const noexcept;
    [[nodiscard]] std::uint64_t connections_open() const noexcept;

    /// As `server::stop`.
    void stop();

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

} // namespace sandbox

#endif
