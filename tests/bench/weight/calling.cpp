// SPDX-License-Identifier: BSL-1.0
// A file that gets a client and makes one call.
#include <ticketing/v1/client.hpp>

namespace api = ticketing::v1;

boost::asio::awaitable<bool> hold(
    api::client const& client, api::AllocateManualSeatsRequest const& request)
{
    auto const held = co_await client.allocate_manual_seats(request);
    co_return held.has_value();
}
