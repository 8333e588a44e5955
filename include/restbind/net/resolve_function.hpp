#pragma once

#include <restbind/core/result.hpp>
#include <restbind/net/config.hpp>

#include <boost/asio/ip/address.hpp>

#include <functional>
#include <string>
#include <vector>

namespace restbind::net
{

/** A function of the application that looks a host name up.

    Called in a thread of its own, which it may block for as long as it likes: calls give up at
    their limits, and later calls to the same host wait for the same lookup. It may be running when
    the client is destroyed and must not refer to anything that ends before it. An exception counts
    as a failure.

    @param host Name in lower case, never an IP address.
    @returns Addresses in order of preference; at most 64 are looked at. An error's code is reported
        in an error of kind `resolve`.
*/
using resolve_function =
    std::function<result<std::vector<asio::ip::address>>(std::string const& host)>;

} // namespace restbind::net
