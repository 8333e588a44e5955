// A network stack as a small device might have: one POSIX socket for each request, no Asio, no Beast.
#pragma once

#include <restbind/http/request.hpp>
#include <restbind/http/response.hpp>

#include <string>

namespace device {

/** Sends one request and reads the answer until the peer closes the connection.

    @param host An IPv4 address.
    @param authorization Value of the Authorization header; empty = none.
    @throws std::runtime_error The peer cannot be reached, takes longer than 10 s, or does not answer with HTTP.
*/
restbind::http::response exchange(std::string const& host, unsigned short port,
    restbind::http::request const& request, std::string const& authorization);

} // namespace device
