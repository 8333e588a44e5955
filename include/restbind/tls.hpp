// SPDX-License-Identifier: BSL-1.0
// Encryption of connections with OpenSSL. Link the CMake target `restbind::tls`, or OpenSSL's
// libssl and libcrypto, version 3.0 or newer.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/tls/error.hpp>
#include <restbind/tls/options.hpp>

#include <memory>

namespace restbind::inline RESTBIND_ABI::tls
{

/** Prepares encryption for a client: `client_options::tls = tls::make_factory().value()`.

    Reads all files, and again those that change, see `options::reload_files`. One factory may serve
    several clients with the same trust; the authorization server is reached with the same settings
    as the service. Thread-safe.

    @returns `invalid_argument`, naming option and file, if a file cannot be read, holds no
    certificate or no key, or if the key does not belong to the certificate; also if no authority is
    named and the system has none.
*/
result<std::shared_ptr<http::secure_channel_factory>> make_factory(options settings = {});

} // namespace restbind::tls

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/tls/detail/tls.ipp>
#endif
