// SPDX-License-Identifier: BSL-1.0
// The generated clients against the sandbox.
#pragma once

#include "integration/sandbox/fixture.hpp"

#include <ticketing/v1.hpp>

#include <string>
#include <utility>

namespace ticketing_tests {

namespace api = ticketing::v1;
namespace world = sandbox_tests::world;
using sandbox_operation = sandbox::operation;

/** A sandbox with its default world, and clients of it. */
struct fixture
{
    fixture()
        : sandbox(sandbox_tests::default_scenario())
    {}

    /// Options of the kiosk; retries follow at once instead of after a second.
    restbind::net::client_options options() const
    {
        auto made = api::default_options({.auth_url = sandbox.url(), .directory_id = world::directory});
        made.base_url = sandbox.url();
        made.tokens.scopes = {world::scope};
        made.tokens.credentials = {.client_id = world::kiosk, .client_secret = restbind::secret(world::kiosk_secret)};
        made.retry.initial_delay = std::chrono::milliseconds(0);
        return made;
    }

    api::blocking_client client(std::string tenant = "arena") const
    {
        return api::blocking_client(options(), {.tenant = std::move(tenant)});
    }

    /// A header of the last request, '' if it was not sent.
    std::string sent_header(std::string_view name) const
    {
        auto const last = sandbox.last_request();
        BOOST_REQUIRE(last);
        for (auto const& [key, value] : last->headers)
            if (restbind::http::iequals(key, name))
                return value;
        return {};
    }

    sandbox::server sandbox;
};

inline api::AllocateManualSeatsRequest one_seat(std::int64_t seat_id = 5100000101)
{
    return {.event_session_id = world::session_1,
        .detail = {{.seat_id = seat_id, .rate_id = 4600000001, .action_select = true}}};
}

} // namespace ticketing_tests
