// The form with a completion token is refused like the plain one if its result is awaited.
// flags: -DRESTBIND_SEPARATE_COMPILATION
// expect: name the request before the co_await
// only: g++<13
#include <ticketing/v1/client.hpp>

#include <boost/asio/as_tuple.hpp>

namespace api = ticketing::v1;

boost::asio::awaitable<void> hold(api::client client)
{
    api::AllocateManualSeatsRequest const request{.event_session_id = 1};
    restbind::net::call_options const options{.headers = {{"X-A", "1"}}};
#ifdef CORRECT
    client.async_list_events({}, {}, [](auto const&) {}); // a handler that nothing awaits takes temporaries
    co_await client.async_allocate_manual_seats(request, options,
        boost::asio::as_tuple(boost::asio::use_awaitable));
#else
    co_await client.async_allocate_manual_seats({.event_session_id = 1}, options,
        boost::asio::as_tuple(boost::asio::use_awaitable));
#endif
    static_cast<void>(request);
    static_cast<void>(options);
}
