// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/http/url.hpp>
#include <restbind/net/detail/config.hpp>

#include <string>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Where connections of one kind go. */
struct origin
{
    /** Scheme, host, port and path prefix. */
    http::url address;

    /** Value of the Host header. */
    std::string authority;

    /** Whether only addresses of this machine are connected to, whatever the name is looked up to.
     */
    bool loopback_only = false;

    friend bool operator==(origin const&, origin const&) = default;
};

/** An origin and the way to it. */
struct destination
{
    origin to{};
    bool via_proxy = false; ///< whether it is reached through a tunnel
};

} // namespace restbind::net::detail
