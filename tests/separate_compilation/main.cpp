// SPDX-License-Identifier: BSL-1.0
// Sees only the fronts of the network code and of the operations: see library.cpp and
// operations.cpp.
#include "calls.hpp"

#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdio>

namespace api = ticketing::v1;

namespace
{

boost::asio::awaitable<void> call(api::client client, bool& refused)
{
    api::AllocateProductsRequest const wrong{.cart_id = 1, .product_id = 1, .quantity = 0};
    auto const response = co_await client.allocate_products(wrong);
    refused = !response && is_refusal(response.error());
}

restbind::net::client_options options()
{
    auto options = api::default_options();
    options.base_url = "http://127.0.0.1:9";
    options.anonymous = true;
    return options;
}

} // namespace

int main()
{
    boost::asio::io_context io;
    api::client client(io.get_executor(), options(), {.tenant = "arena"});
    auto const rethrow = [](std::exception_ptr thrown)
    {
        if (thrown)
            std::rethrow_exception(thrown);
    };
    bool awaited = false;
    boost::asio::co_spawn(io, call(client, awaited), rethrow);
    io.run();
    bool const waited_for = is_refused_without_coroutines(options());
    bool const next = is_refused_by_next_version(options());
    std::printf("awaited %d, waited for %d, next version %d\n", awaited, waited_for, next);
    return awaited && waited_for && next ? 0 : 1;
}
