#pragma once

#include <restbind/http/url.hpp>

#include <string>

namespace restbind::net::detail
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

} // namespace restbind::net::detail
