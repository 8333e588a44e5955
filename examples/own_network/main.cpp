// A device with a network stack of its own: own_network BASE_ADDRESS
// Only build() and read() of the operations are used; no Asio, no Beast, no client.

#include "socket_http.hpp"

#include <restbind/http/token_request.hpp>
#include <restbind/http/token_response.hpp>
#include <restbind/http/url.hpp>
#include <ticketing/v1/operations.hpp>

#include <iostream>
#include <map>
#include <string>

namespace api = ticketing::v1;
namespace http = restbind::http;

namespace {

restbind::result<http::access_token> fetch_token(std::string const& authority)
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

    http::request request;
    request.verb = http::verb::post;
    request.target = endpoint.target;
    request.headers.add("Content-Type", "application/x-www-form-urlencoded").value();
    request.body = http::token_form(credentials, scope, scheme.authentication);
    auto const answer = device::exchange(endpoint.address.host, endpoint.address.port, request, "");
    return answer.status == 200 ? http::read_token(answer.body) : http::read_token_refusal(answer);
}

int hold_a_seat(std::string const& address)
{
    using operation = api::operations::allocate_manual_seats;

    auto const service = http::parse_url(address).value();
    auto const token = fetch_token(address); // the sandbox is its own identity provider
    if (!token)
    {
        std::cerr << token.error() << '\n';
        return 1;
    }
    api::AllocateManualSeatsRequest const seat{.event_session_id = 4500000001,
        .detail = {{.seat_id = 5100000105, .rate_id = 4600000001, .action_select = true}}};
    auto const request = operation::build(seat, {.tenant = "arena"});
    if (!request)
    {
        std::cerr << request.error() << '\n';
        return 1;
    }
    auto const answer =
        device::exchange(service.host, service.port, *request, "Bearer " + std::string(token->value.reveal()));
    auto const held = operation::read(answer);
    if (!held)
    {
        std::cerr << held.error() << '\n';
        return 1;
    }
    std::cout << "Cart " << held->cart_id << " holds " << held->cart_item_detail.size() << " seat.\n";
    return held->cart_item_detail.size() == 1 ? 0 : 1;
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2)
    {
        std::cerr << "usage: own_network BASE_ADDRESS\n";
        return 2;
    }
    try
    {
        return hold_a_seat(arguments[1]);
    }
    catch (std::exception const& e)
    {
        std::cerr << e.what() << '\n';
        return 1;
    }
}
