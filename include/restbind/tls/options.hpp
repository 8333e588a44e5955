// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/core/secret.hpp>

#include <functional>
#include <string>

namespace restbind::inline RESTBIND_ABI::tls
{

/** Oldest version of TLS that is spoken. Older ones than 1.2 cannot be chosen. */
enum class version : unsigned char
{
    tls_1_2, ///< TLS 1.2 (RFC 5246)
    tls_1_3  ///< TLS 1.3 (RFC 8446)
};

/** How connections are encrypted and whom they trust.

    Without further settings: the system's authorities, TLS 1.2 or newer, the certificate's chain,
    purpose and host name checked (subject alternative names alone, never the common name), keys and
    signatures of at least 112 bits (no RSA below 2048 bits, no SHA-1), no renegotiation.
*/
struct options
{
    /** @name Whom to trust
        If none of the three is set, the authorities of the system: OpenSSL's default file and
        directory, which the environment variables SSL_CERT_FILE and SSL_CERT_DIR replace, and on
        Windows the authorities of servers in its root store, as it stands when the client is made.
        If any is set, these authorities alone; see `trust_system_store_too`. Paths are UTF-8. A
        certificate that is named is trusted as it is: an intermediate authority needs no root.
        @{
    */
    /** File with certificates of authorities, PEM. */
    std::string ca_file{};

    /** Directory with certificates of authorities, named by hash (`openssl rehash`). */
    std::string ca_directory{};

    /** Certificates of authorities, PEM. */
    std::string ca_pem{};

    /** File with lists of revoked certificates (CRL), PEM; empty: nobody is asked whether a
        certificate was revoked. The peer's own certificate is checked, not those of intermediate
        authorities: a list of its issuer must be there and not be out of date, or the peer is
        refused. */
    std::string crl_file{};

    /** Whether the system's authorities are trusted beside those named here. Default: no. */
    bool trust_system_store_too = false;
    /** @} */

    /** @name Client certificate
        Sent to servers that ask for one: in the handshake or, with TLS 1.3, later, as for a part of
        a host alone. A server with TLS 1.2 would have to renegotiate for that, which is refused. At
        most one of each pair, file or text, is set.
        @{
    */
    /** File with the certificate and, behind it, those of intermediate authorities, PEM. */
    std::string certificate_file{};

    /** The same as text. */
    std::string certificate_pem{};

    /** File with the certificate's private key, PEM. */
    std::string private_key_file{};

    /** The same as text. Wiped once the key is read, or with the factory if any file is read again.
     */
    secret private_key_pem{};

    /** Password of the private key. Empty: the key is not encrypted; nobody is ever asked for it.
     */
    secret private_key_password{};
    /** @} */

    /** @name Renewal
        `ca_file`, `crl_file`, `certificate_file` and `private_key_file` may be replaced while the
        program runs; new connections then use what they hold. While they cannot be used, as when
        only one half of a pair was written, what was read before stays in use.
        @{
    */
    /** Whether the files are looked at when a connection is made, and read again if their time or
        size has changed. Files that cannot be used, or were written moments ago, are read again
        every 2 s at most. Default: yes. No: they are read once, by `make_factory`. */
    bool reload_files = true;

    /** Told when files that have changed were read: success, or why the old ones stay in use.
        Called by the thread that makes a connection, so two threads may call it at once. It must
        not use the client. What it throws is ignored. Empty: nothing is called. */
    std::function<void(result<void> const& outcome)> reloaded{};
    /** @} */

    /** Oldest version of TLS that is spoken. Default: 1.2. */
    version minimum_version = version::tls_1_2;

    /** Whether a new connection resumes the session of an earlier one to the same host and port,
        which costs a third of a full handshake. Up to 64 sessions are kept in memory, each at most
        as long as the server allows and its certificate is valid. Default: yes. */
    bool resume_sessions = true;

    /** Accepts any certificate. An attacker on the network can then read tokens and change orders.
        Only for experiments on your own machine. Default: no. */
    bool dangerously_accept_any_certificate = false;

    /** Accepts a trusted certificate of any other host. Whoever owns one can read tokens and change
        orders. Default: no. */
    bool dangerously_skip_host_name_check = false;

    /** A second copy, secrets included, made on purpose. */
    options clone() const
    {
        return {.ca_file = ca_file,
            .ca_directory = ca_directory,
            .ca_pem = ca_pem,
            .crl_file = crl_file,
            .trust_system_store_too = trust_system_store_too,
            .certificate_file = certificate_file,
            .certificate_pem = certificate_pem,
            .private_key_file = private_key_file,
            .private_key_pem = private_key_pem.clone(),
            .private_key_password = private_key_password.clone(),
            .reload_files = reload_files,
            .reloaded = reloaded,
            .minimum_version = minimum_version,
            .resume_sessions = resume_sessions,
            .dangerously_accept_any_certificate = dangerously_accept_any_certificate,
            .dangerously_skip_host_name_check = dangerously_skip_host_name_check};
    }
};

} // namespace restbind::tls
