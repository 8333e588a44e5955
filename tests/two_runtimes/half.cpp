// SPDX-License-Identifier: BSL-1.0
// One of the two libraries: HALF is its namespace.
#include "half.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/src.hpp>
#include <ticketing/v1.hpp>

#include <boost/asio/io_context.hpp>

/// Reads a request, and says why a call refuses it before anything is sent.
std::string HALF::refuse(std::string const& request)
{
    auto const read = restbind::json::decode<ticketing::v1::AllocateManualSeatsRequest>(request);
    if (!read)
        return read.error().message();
    restbind::net::client_options options;
    options.base_url = "http://127.0.0.1:1"; // nothing is sent there
    options.tokens.access_token = restbind::secret("none");
    boost::asio::io_context io;
    auto const client = ticketing::v1::client::make(io.get_executor(), std::move(options), {.tenant = "arena"});
    if (!client)
        return client.error().message();
    std::string said;
    client->async_allocate_manual_seats(*read, {},
        [&](auto const& result) { said = result ? "not refused" : result.error().message(); });
    io.run();
    return said;
}

std::size_t HALF::size_of_error()
{
    return sizeof(restbind::error);
}
