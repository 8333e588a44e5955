// Sees only the fronts of the network code; the bodies are in library.cpp.
#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

namespace api = ticketing::v1;

namespace {

boost::asio::awaitable<void> call(api::client client, bool& refused)
{
    api::AllocateProductsRequest const wrong{.cart_id = 1, .product_id = 1, .quantity = 0};
    auto const answer = co_await client.allocate_products(wrong);
    refused = !answer && answer.error() == restbind::error_kind::refused_locally;
}

} // namespace

int main()
{
    auto options = api::default_options();
    options.base_url = "http://127.0.0.1:9";
    options.anonymous = true;
    boost::asio::io_context io;
    api::client client(io.get_executor(), std::move(options), {.tenant = "arena"});
    bool refused = false;
    boost::asio::co_spawn(io, call(client, refused), [](std::exception_ptr e) { if (e) std::rethrow_exception(e); });
    io.run();
    return refused ? 0 : 1;
}
