// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_HTTP_SERVER_HPP
#define SANDBOX_HTTP_SERVER_HPP

#include "sandbox.hpp"
#include "service.hpp"

namespace sandbox {

/** Carries HTTP/1.1 between a loopback port and the service, on its own threads.

    Limits: 16 KiB of headers, 1 MiB of body, `options::max_connections` connections, `options::idle_timeout`
    for a header and again for a body.
*/
class http_server
{
public:
    /** Listens when the constructor returns.

        @param target Must outlive the object.
        @throws boost::system::system_error The port cannot be bound.
    */
    http_server(service& target, options const& settings);
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
