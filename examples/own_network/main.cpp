// A device with a network stack of its own: own_network BASE_ADDRESS [CA_FILE]
// Operations, and the runtime's machines without I/O; no Asio, no client. CA_FILE holds the authority of an https server.

#include "http_over_device.hpp"

#include <restbind/http/token_request.hpp>
#include <restbind/http/detail/token_response.hpp>
#include <restbind/http/url.hpp>
#include <restbind/tls.hpp>
#include <ticketing/v1/operations.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>

namespace api = ticketing::v1;
namespace http = restbind::http;

namespace {

using tls_factory = std::shared_ptr<http::secure_channel_factory>;

restbind::result<http::access_token> fetch_token(std::string const& authority, tls_factory const& tls)
{
    http::client_credentials const credentials{.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    // What the document says about tokens, with what the service operator supplies filled in.
    auto const& scheme = api::schemes::partner;
    std::map<std::string, std::string> const variables{{"auth_url", authority},
        {"directory_id", "d1ec7081-0000-4000-8000-000000000001"},
        {"api_app_guid", "a9100000-0000-4000-8000-000000000002"}};
    auto const address = http::expand_token_template(scheme.token_url, variables).value();
    auto const endpoint = http::parse_token_url(address).value();
    auto const scope = http::expand_token_template(scheme.scopes, variables).value();

    auto request = http::token_request(endpoint.target, credentials, scope, scheme.authentication);
    auto const line = http::token_authorization(credentials, scheme.authentication);
    auto const response = device::exchange(endpoint.address, tls.get(), request, line.reveal());
    restbind::wipe(request.body); // the secret may be in it
    if (!response)
        return response.error();
    return response->status == 200 ? http::read_token(response->body) : http::read_token_refusal(*response);
}

restbind::result<api::AllocateManualSeatsResponse> hold_a_seat(std::string const& address, tls_factory const& tls)
{
    using operation = api::operations::allocate_manual_seats;

    auto const token = fetch_token(address, tls); // the sandbox is its own authorization server
    if (!token)
        return token.error();
    api::AllocateManualSeatsRequest const seat{.event_session_id = 4500000001,
        .detail = {{.seat_id = 5100000105, .rate_id = 4600000001, .action_select = true}}};
    auto const request = operation::build(seat, {.tenant = "arena"});
    if (!request)
        return request.error();
    restbind::secret const line("Authorization: Bearer " + std::string(token->value.reveal()) + "\r\n");
    auto const response = device::exchange(http::parse_url(address).value(), tls.get(), *request, line.reveal());
    if (!response)
        return response.error();
    return operation::read(*response);
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
        tls_factory tls;
        if (count == 3)
            tls = restbind::tls::make_factory({.ca_file = arguments[2]}).value();
        auto const held = hold_a_seat(arguments[1], tls);
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
