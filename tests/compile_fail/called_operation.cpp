// SPDX-License-Identifier: BSL-1.0
// A program compiles those operations that it calls: a model of another one may even be of no use.
// expect: nothing writes this model
#include "unwritable_request.hpp"

#include <ticketing/v1/blocking_client.hpp>
#include <ticketing/v1/client.hpp>

namespace api = ticketing::v1;

// A pointer names the parameters, since each operation has several forms.
auto(api::client::*pointer)(api::ListEventsRequest const&, restbind::net::call_options const&) const
    -> boost::asio::awaitable<restbind::result<api::EventList>> = &api::client::list_events;
restbind::result<api::EventList> (api::blocking_client::*blocking)(api::ListEventsRequest const&,
    restbind::net::call_options const&) const = &api::blocking_client::list_events;

#ifndef CORRECT
auto call(api::client const& client, api::AllocateManualSeatsRequest const& request)
{
    return client.allocate_manual_seats(request);
}
#endif
