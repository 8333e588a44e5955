// SPDX-License-Identifier: BSL-1.0
#include "calls.hpp"

#include <ticketing/v2/client.hpp>

#include <boost/asio/io_context.hpp>

namespace api = ticketing::v2;

bool is_refused_by_next_version(restbind::net::client_options options)
{
    boost::asio::io_context io;
    api::client const client(io.get_executor(), std::move(options), {.tenant = "arena"});
    bool refused = false;
    api::AllocateBestSeatsRequest const wrong{.session_id = 1, .quantity = 0, .price_category = 1};
    client.async_allocate_best_seats(wrong, {},
        [&refused](restbind::result<api::AllocateBestSeatsResponse> response)
        { refused = !response && is_refusal(response.error()); });
    io.run();
    return refused;
}
