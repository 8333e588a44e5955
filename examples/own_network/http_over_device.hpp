// HTTP and TLS over the device's sockets: the runtime's machines know the protocols, this file only moves their bytes.
#pragma once

#include <restbind/core/result.hpp>
#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>
#include <restbind/http/secure_channel.hpp>
#include <restbind/http/url.hpp>

#include <string_view>

namespace device {

/** Sends one request over a new connection and receives its response.

    @param to Where to connect; its host is an IPv4 address.
    @param tls Encryption, if the address asks for it; may be null otherwise.
    @param authorization A header line with its end; empty: none.
    @returns The response, whatever its status. An error of kind `connect`, `write`, `read`, `protocol` or `too_large` if there is none.
*/
restbind::result<restbind::http::response> exchange(restbind::http::url const& to, restbind::http::secure_channel_factory* tls,
    restbind::http::request const& request, std::string_view authorization);

} // namespace device
