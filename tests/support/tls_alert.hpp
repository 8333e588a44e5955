// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace restbind::test
{

/** Lets a server of OpenSSL send any fatal alert at any time, which OpenSSL itself has no function
   for: the record is encrypted by hand with the keys of the connection. For TLS 1.2 and 1.3 with
   AES-128-GCM, while the server has sent no application data. */
class alert_sender
{
public:
    /** Before the first connection: chooses ciphers and asks OpenSSL for keys. */
    static void prepare(SSL_CTX* context);

    /** Before the handshake. Must outlive the connection. */
    explicit alert_sender(SSL* connection);
    alert_sender(alert_sender const&) = delete;
    alert_sender& operator=(alert_sender const&) = delete;

    /** Sends a record of TLS 1.3 without content. @returns Whether the client takes it. */
    bool send_empty_record();

    /** Sends the alert over the connection's socket. @param description Such as
     * SSL_AD_BAD_CERTIFICATE. */
    void send(int description) const;

private:
    static void keep_key(SSL const* connection, char const* line);
    static void count_message(int is_sent, int version, int type, void const* text,
        std::size_t size, SSL* connection, void*);
    std::string record_1_2(int description) const;
    std::string record_1_3(std::string const& content) const;

    SSL* connection_;
    std::string master_secret_;  ///< of TLS 1.2
    std::string traffic_secret_; ///< of TLS 1.3
    std::uint64_t records_ = 0;  ///< of TLS 1.3 that were sent behind the handshake
};

} // namespace restbind::test
