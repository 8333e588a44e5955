// SPDX-License-Identifier: BSL-1.0
// Runs one coroutine with a client. What every program here shares; a file that makes calls needs no more.
#pragma once

#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <utility>

namespace api = ticketing::v1;

boost::asio::awaitable<void> sell(api::client client, bool& sold);

inline int run(restbind::net::client_options options, char** argv)
{
    options.base_url = argv[1];
    options.tokens.variables = {
        {"auth_url", argv[1]}, {"directory_id", "directory"}, {"api_app_guid", "app"}};
    options.tokens.credentials.client_id = "kiosk";
    options.tokens.credentials.client_secret = restbind::secret(argv[2]);
    boost::asio::io_context io;
    auto client = api::client::make(io.get_executor(), std::move(options), {.tenant = "arena"});
    if (!client)
        return 2;
    bool sold = false;
    boost::asio::co_spawn(io, sell(std::move(*client), sold),
        [](std::exception_ptr thrown)
        {
            if (thrown)
                std::rethrow_exception(thrown);
        });
    io.run();
    return sold ? 0 : 1;
}
