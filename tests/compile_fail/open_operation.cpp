// The client without Boost.JSON only declares operations with open JSON.
// expect: incomplete type
#ifdef CORRECT
#include <ticketing/v1/client.hpp>
#else
#include <ticketing/v1/closed_client.hpp>
#endif

namespace api = ticketing::v1;

boost::asio::awaitable<void> list(api::client client, api::ListEventsRequest request)
{
    auto const events = co_await client.list_events(request);
    (void)events;
}
