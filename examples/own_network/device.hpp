// SPDX-License-Identifier: BSL-1.0
// The network stack of a small device: blocking POSIX sockets, nothing else.
#pragma once

#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace device {

/** What a read or a write came to: a number of bytes, or an error. A read of 0 bytes without an error: the peer will send nothing more. */
struct moved
{
    std::size_t count = 0;
    boost::system::error_code code{};
};

/** A TCP connection. Each operation ends after 10 s at the latest, with `operation_would_block`. */
class tcp_connection
{
public:
    tcp_connection() = default;
    ~tcp_connection();
    tcp_connection(tcp_connection const&) = delete;
    tcp_connection& operator=(tcp_connection const&) = delete;

    /** @param host An IPv4 address. @returns No error on success. */
    boost::system::error_code connect(std::string const& host, std::uint16_t port);

    /** Sends a part of the text. */
    moved write(std::string_view text);

    /** Receives what there is; waits for the first byte unless it shall look only. */
    moved read(std::span<char> space, bool waits = true);

    /** Whether there is something to read, within a time. */
    bool can_read(std::chrono::milliseconds longest);

private:
    int descriptor_ = -1;
};

} // namespace device
