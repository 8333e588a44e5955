// Options with memory of their own are destroyed twice by g++ 12, too, when they are written inside a co_await expression.
// flags: -DRESTBIND_SEPARATE_COMPILATION
// expect: name the options before the co_await
// only: g++<13
#include <ticketing/v1/client.hpp>

#include <boost/asio/as_tuple.hpp>

namespace api = ticketing::v1;

boost::asio::awaitable<void> hold(api::client client)
{
    api::AllocateManualSeatsRequest const request{.event_session_id = 1};
    restbind::net::call_options const options{.headers = {{"X-A", "1"}}};
#ifdef CORRECT
    co_await client.allocate_manual_seats(request, options);
#else
    co_await client.allocate_manual_seats(request, {.headers = {{"X-A", "1"}}});
#endif
    static_cast<void>(request);
    static_cast<void>(options);
}
