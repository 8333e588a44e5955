#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/tls/error.hpp>

#include <string>

namespace restbind::tls::detail
{

/** What a result of OpenSSL's certificate check (X509_V_ERR_…) means. */
errc reason_of_verification(long result) noexcept;

/** What the oldest error of OpenSSL's queue means.

    @param code From `ERR_get_error`; 0 if the queue was empty.
    @param in_handshake Whether the handshake was still under way.
*/
errc reason_of_failure(unsigned long code, bool in_handshake) noexcept;

/** An error of OpenSSL's queue in its own words; empty for 0. */
std::string text_of(unsigned long code);

/** Empties OpenSSL's error queue of this thread, which has to be empty before each step. */
void clear_openssl_errors() noexcept;

} // namespace restbind::tls::detail
