// SPDX-License-Identifier: BSL-1.0
// What the smallest program of a partner does: validate, encode, decode and make a client, without a server.
#include <restbind/src.hpp>
#include <ticketing/v1.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdio>

namespace api = ticketing::v1;

int main()
{
    api::AllocateManualSeatsRequest const wrong{};
    auto const refused = api::operations::allocate_manual_seats::build(wrong, {.tenant = "arena"});
    if (refused || refused.error().violations().size() != 2)
        return 1;

    restbind::http::response response;
    response.status = 200;
    response.body = R"({"events":[{"eventId":1}]})";
    auto const events = api::operations::list_events::read(response);
    if (!events || events->events.size() != 1)
        return 2;

    boost::asio::io_context io;
    auto options = api::default_options();
    options.base_url = "https://service.invalid";
    auto const client = api::client::make(io.get_executor(), std::move(options), {.tenant = "arena"});
    if (client || client.error() != restbind::error_kind::invalid_argument)
        return 3;
    std::puts(client.error().message().c_str());
    return 0;
}
