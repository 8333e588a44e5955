// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/security.hpp>
#include <restbind/net/detail/origin.hpp>
#include <restbind/net/detail/token_source.hpp>
#include <restbind/net/options.hpp>

#include <string>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::net::detail
{

/** Client options after their check, and what the session makes of them. */
struct checked_options
{
    /** The options without their secrets, except those of the proxy. */
    client_options options;

    /** The service. */
    origin service;

    /** The proxy; without a host if there is none. */
    origin proxy;

    /** Where operations with a server of their own go, with the server's name. */
    std::vector<std::pair<std::string, origin>> servers;

    /** Credentials other than the token. */
    std::vector<http::credential> held;

    /** Where tokens come from: first those of the client's own credentials, then those of single
        security schemes. Never empty. */
    std::vector<token_service> tokens;

    /** The header line of a token that is never renewed; may be null. */
    intrusive_ptr<header_line const> fixed_line;
};

/** Checks the options of a client.

    @returns `invalid_argument`, naming the option, if they are not usable.
*/
result<checked_options> check_options(client_options&& options);

} // namespace restbind::net::detail

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/net/detail/option_checks.ipp>
#endif
