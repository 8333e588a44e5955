// SPDX-License-Identifier: BSL-1.0
// A file that makes one call.
#include "call.hpp"

boost::asio::awaitable<void> sell(api::client client, bool& sold)
{
    api::AllocateManualSeatsRequest request{.event_session_id = 1};
    request.detail.push_back({.seat_id = 1, .rate_id = 1, .action_select = true});
    auto const held = co_await client.allocate_manual_seats(request);
    sold = held.has_value();
}

int main(int, char** argv)
{
    return run(api::default_options(), argv);
}
