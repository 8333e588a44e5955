// g++ 12 destroys an aggregate that is written inside a co_await expression twice, so a temporary request is refused.
// flags: -DRESTBIND_SEPARATE_COMPILATION
// expect: name the request before the co_await
// only: g++<13
#include <ticketing/v1/client.hpp>

namespace api = ticketing::v1;

boost::asio::awaitable<void> hold(api::client client)
{
#ifdef CORRECT
    api::AllocateManualSeatsRequest const request{.event_session_id = 1};
    auto const held = co_await client.allocate_manual_seats(request);
#else
    auto const held = co_await client.allocate_manual_seats({.event_session_id = 1});
#endif
    (void)held;
}
