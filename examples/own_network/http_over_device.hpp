// SPDX-License-Identifier: BSL-1.0
// HTTP and TLS over the device's sockets: the runtime's machines know the protocols, this file only moves their bytes.
#pragma once

#include "device.hpp"

#include <restbind/core/result.hpp>
#include <restbind/http/exchange.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/url.hpp>

#include <memory>
#include <string_view>

namespace device {

/** One connection to a server, with or without encryption, for one request. */
class http_connection
{
public:
    /** @param to Where to connect; its host is an IPv4 address.
        @param tls Encryption, if the address asks for it; may be null otherwise.
        @returns An error of kind `connect` or `certificate_rejected`, unless there is a connection.
    */
    restbind::result<void> open(restbind::http::url const& to, restbind::http::secure_channel_factory* tls);

    /** Sends the request and receives its response.

        @param authorization A header line with its end; empty: none.
        @param response Filled in, whatever its status.
        @returns What went out, and what went wrong on the way.
    */
    restbind::http::exchange_report exchange(restbind::http::url const& to, restbind::http::request const& request,
        std::string_view authorization, restbind::http::response& response);

private:
    tcp_connection socket_;
    std::unique_ptr<restbind::http::secure_channel> channel_;
};

} // namespace device
