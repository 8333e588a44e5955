// SPDX-License-Identifier: BSL-1.0
// g++ 12 destroys what is written inside a co_await expression twice if it has memory of its own: temporary requests and options
// are refused, also where a completion token makes the result one that is awaited.
// flags: -DRESTBIND_SEPARATE_COMPILATION
// expect: name the request before the co_await
// expect: name the options before the co_await
// expect: name the request before the co_await
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
    auto const held = co_await client.allocate_manual_seats(request);
    co_await client.allocate_manual_seats(request, options);
    client.async_list_events({}, {}, [](auto const&) {}); // a handler that nothing awaits takes temporaries
    client.async_list_events({}, [](auto const&) {});
    co_await client.async_allocate_manual_seats(request, boost::asio::as_tuple(boost::asio::use_awaitable));
    co_await client.async_allocate_manual_seats(request, options,
        boost::asio::as_tuple(boost::asio::use_awaitable));
#else
    auto const held = co_await client.allocate_manual_seats({.event_session_id = 1});
    co_await client.allocate_manual_seats(request, {.headers = {{"X-A", "1"}}});
    co_await client.async_allocate_manual_seats({.event_session_id = 1}, options,
        boost::asio::as_tuple(boost::asio::use_awaitable));
    co_await client.async_allocate_manual_seats({.event_session_id = 1}, boost::asio::use_awaitable);
#endif
    static_cast<void>(held);
}
