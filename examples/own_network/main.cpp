// SPDX-License-Identifier: BSL-1.0
// A device with a network stack of its own: own_network BASE_ADDRESS [CA_FILE]
// Operations, and the runtime's machines without I/O; no Asio, no client. CA_FILE holds the authority of an https server.

#include "service.hpp"

#include <restbind/http/url.hpp>
#include <restbind/tls.hpp>
#include <ticketing/v1/operations.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace api = ticketing::v1;
namespace http = restbind::http;

namespace {

device::token_settings partner_tokens(std::string const& authority)
{
    // What the document says about tokens, with what the service operator supplies filled in.
    auto const& scheme = api::schemes::partner;
    std::map<std::string, std::string> const variables{{"auth_url", authority},
        {"directory_id", "d1ec7081-0000-4000-8000-000000000001"},
        {"api_app_guid", "a9100000-0000-4000-8000-000000000002"}};
    auto const address = http::expand_token_template(scheme.token_url, variables).value();
    return {.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
                .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")},
        .endpoint = http::parse_token_url(address).value(),
        .scope = http::expand_token_template(scheme.scopes, variables).value(),
        .authentication = scheme.authentication};
}

restbind::result<api::AllocateManualSeatsResponse> hold_a_seat(device::service& service)
{
    api::AllocateManualSeatsRequest const seat{.event_session_id = 4500000001,
        .detail = {{.seat_id = 5100000105, .rate_id = 4600000001, .action_select = true}}};
    return service.call<api::operations::allocate_manual_seats>(
        seat, api::client_parameters{.tenant = "arena"});
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2 && count != 3)
    {
        std::cerr << "usage: own_network BASE_ADDRESS [CA_FILE]\n";
        return 2;
    }
    try
    {
        std::shared_ptr<http::secure_channel_factory> tls;
        if (count == 3)
            tls = restbind::tls::make_factory({.ca_file = arguments[2]}).value();
        // The sandbox is its own authorization server.
        device::service service(http::parse_url(arguments[1]).value(), std::move(tls), partner_tokens(arguments[1]));
        auto const held = hold_a_seat(service);
        if (!held)
        {
            std::cerr << held.error() << '\n';
            return 1;
        }
        std::cout << "Cart " << held->cart_id << " holds " << held->cart_item_detail.size() << " seat.\n";
        return held->cart_item_detail.size() == 1 ? 0 : 1;
    }
    catch (std::exception const& e)
    {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
