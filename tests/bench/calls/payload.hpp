// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

/** The one request that every contestant sends and the one response that it gets. */
namespace bench::payload
{

inline constexpr std::string_view host = "127.0.0.1";
inline constexpr std::string_view target = "/api/v1/cart/allocateManualSeats";
inline constexpr std::string_view tenant = "arena";
inline constexpr std::string_view user_agent = "bench/1";
inline constexpr std::string_view content_type = "application/json";
inline constexpr std::string_view accept = "application/json, application/problem+json;q=0.5";
inline constexpr std::string_view authorization = "Bearer token-of-the-bench-0123456789";

/** Body of the request: an AllocateManualSeatsRequest with three seats, as the generated encoder
    writes it.
*/
inline constexpr std::string_view request_body =
    R"({"cartId":481516,"cartItemId":2342,"eventSessionId":4711,"detail":[)"
    R"({"seatId":101,"rateId":7,"actionSelect":true},)"
    R"({"seatId":102,"rateId":7,"actionSelect":true},)"
    R"({"seatId":103,"rateId":8,"actionSelect":true}]})";

/** Body of the response: an AllocateManualSeatsResponse with one seat. */
inline constexpr std::string_view response_body =
    R"({"cartId":481516,"cartItemId":2342,"cartItemDetail":[{"rateId":7,"amount":42.50,"fees":2.10,)"
    R"("seatProperties":{"seatId":5100000101,"categoryId":4310000002,"contingentId":4320000001,"designationId":2,)"
    R"("floorId":11,"blockId":12,"accessId":null,"tribuneId":3,"doorId":4,"categoryLabel":"Standard",)"
    R"("designationLabel":"Seat with a table","floorLabel":"Ground floor","blockLabel":"Block C, left half",)"
    R"("accessLabel":null,"tribuneLabel":"West stand, upper","doorLabel":"Door 4","rank":"C","seat":"17",)"
    R"("coordX":412.5,"coordY":233.8125,"status":1,"type":0,"isNumbered":true,"rotation":12.5}}],"errors":[]})";

/** Response of the authorization server; its token is the one in `authorization`. */
inline constexpr std::string_view token_body =
    R"({"token_type":"Bearer","expires_in":86400,"ext_expires_in":86400,)"
    R"("access_token":"token-of-the-bench-0123456789"})";

/** First line and headers of the request, up to the number behind "Content-Length: ". */
std::string request_head(unsigned port);

/** Ends the bench with what went wrong unless the response is the expected one. */
void check(long status, std::size_t body_size);

} // namespace bench::payload
