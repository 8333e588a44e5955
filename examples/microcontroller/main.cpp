// SPDX-License-Identifier: BSL-1.0
// A seat held by a microcontroller without an operating system. Serial line 0 leads to the authorization server, line 1 to the
// service.

#include "board.hpp"
#include "http_over_serial.hpp"

#include <restbind/core/secret.hpp>
#include <restbind/http/token_machine.hpp>
#include <restbind/http/token_request.hpp>
#include <ticketing/v1/operations.hpp>

#include <string>

namespace api = ticketing::v1;
namespace http = restbind::http;

namespace {

api::client_parameters const parameters{.tenant = "arena"};

/** A header line with a new access token. */
restbind::result<restbind::secret> get_token(board::serial_line& line)
{
    // What the service operator supplies: here the sandbox's. Path and scope are those of api::schemes::partner, with their
    // variables filled in by hand, because expand_token_template() would be 6 KB of code.
    http::client_credentials const credentials{.client_id = "c11e0000-0000-4000-8000-00000000000a",
        .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
    auto request = http::token_request("/d1ec7081-0000-4000-8000-000000000001/oauth2/v2.0/token", credentials,
        "api://a9100000-0000-4000-8000-000000000002/.default", api::schemes::partner.authentication);
    auto const response = exchange(line, "login.example", request);
    restbind::wipe(request.body); // the secret is in it
    if (!response)
        return response.error();
    if (response->status != 200)
        return http::read_token_error(*response);
    auto const token = http::read_token(response->body);
    if (!token)
        return token.error();
    return restbind::secret("Authorization: Bearer " + std::string(token->value.reveal()) + "\r\n");
}

/** Prints what is wrong with a request, in the server's words. Nothing is sent. @returns Whether it was refused. */
bool is_refused_here()
{
    api::AllocateManualSeatsRequest const wrong{
        .cart_id = -1, .event_session_id = 4500000001, .detail = {{.seat_id = 0, .rate_id = 4600000001}}};
    auto const request = api::operations::allocate_manual_seats::build(wrong, parameters);
    if (request)
        return false;
    for (auto const& violation : request.error().violations())
        board::print({violation.field, ": ", violation.message, "\n"});
    return true;
}

/** @returns Whether the service holds the seat. */
bool hold_a_seat(board::serial_line& line, restbind::secret const& token)
{
    api::AllocateManualSeatsRequest const seat{.event_session_id = 4500000001,
        .detail = {{.seat_id = 5100000105, .rate_id = 4600000001, .action_select = true}}};
    auto const held = call<api::operations::allocate_manual_seats>(line, "tickets.example", token, seat, parameters);
    if (!held)
    {
        board::print({held.error().message(), "\n"});
        return false;
    }
    for (auto const& one : held->cart_item_detail)
        board::print({"held: row ", one.seat_properties.rank, " seat ", one.seat_properties.seat, ", ", one.amount.to_string(), "\n"});
    for (auto const& one : held->errors)
        board::print({"not held: seat ", std::to_string(one.seat_id), "\n"});
    return held->errors.empty();
}

} // namespace

int main()
{
    board::serial_line authorization_server(0);
    board::serial_line service(1);
    if (!is_refused_here())
        return 1;
    auto const token = get_token(authorization_server);
    if (!token)
    {
        board::print({token.error().message(), "\n"});
        return 1;
    }
    if (!hold_a_seat(service, *token))
        return 1;
    auto const peaks = board::memory_peaks();
    board::print({"heap ", std::to_string(peaks.heap), " bytes, stack ", std::to_string(peaks.stack), " bytes at the peak\n"});
    return 0;
}
