// SPDX-License-Identifier: BSL-1.0
// A file that only declares the code of operations instantiates none of it: a model may be of no
// use there.
// expect: nothing writes this model
#ifdef CORRECT
#define RESTBIND_SEPARATE_COMPILATION
#endif

#include "unwritable_request.hpp"

#include <ticketing/v1/blocking_client.hpp>
#include <ticketing/v1/client.hpp>

namespace api = ticketing::v1;

auto call(api::client const& client, api::AllocateManualSeatsRequest const& request)
{
    client.async_allocate_manual_seats(
        request, {}, [](restbind::result<api::AllocateManualSeatsResponse>) {});
    return client.allocate_manual_seats(request);
}

auto call(api::blocking_client const& client, api::AllocateManualSeatsRequest const& request)
{
    return client.allocate_manual_seats(request);
}
