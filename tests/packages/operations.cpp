// SPDX-License-Identifier: BSL-1.0
// What a device with its own network does: one request is refused here, one response is read.
#ifdef SINGLE_HEADER
#define RESTBIND_IMPLEMENTATION
#include "ticketing-v1-core.hpp"
#else
#include <restbind/src.hpp>
#include <ticketing/v1/operations.hpp>
#endif

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
    return events && events->events.size() == 1 ? 0 : 2;
}
