// The same client in a file without Boost.JSON.
#include <ticketing/v1/closed_client.hpp>

#ifdef BOOST_JSON_OBJECT_HPP
#error "closed_client.hpp includes Boost.JSON"
#endif

namespace api = ticketing::v1;

boost::asio::awaitable<void> call_without_open_json(api::client client, bool& refused)
{
    api::AllocateManualSeatsRequest const wrong{.event_session_id = -1};
    auto const answer = co_await client.allocate_manual_seats(wrong);
    refused = !answer && answer.error() == restbind::error_kind::refused_locally;
}
