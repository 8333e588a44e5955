// SPDX-License-Identifier: BSL-1.0
// The same over https.
#include "call.hpp"

#include <restbind/tls.hpp>

boost::asio::awaitable<void> sell(api::client client, bool& sold)
{
    api::AllocateManualSeatsRequest request{.event_session_id = 1};
    request.detail.push_back({.seat_id = 1, .rate_id = 1, .action_select = true});
    auto const held = co_await client.allocate_manual_seats(request);
    sold = held.has_value();
}

int main(int, char** argv)
{
    auto tls = restbind::tls::make_factory();
    if (!tls)
        return 3;
    auto options = api::default_options();
    options.tls = std::move(*tls);
    return run(std::move(options), argv);
}
