// SPDX-License-Identifier: BSL-1.0
// Reading, checking and writing without exceptions and run-time type information. Returns 0 only
// when all is right.
#include <restbind/core/decimal.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/error.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/http/detail/response_parser.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/testing/detail/encode_problem.hpp>
#include <ticketing/v1/models.hpp>
#include <ticketing/v1/operations.hpp>
#include <ticketing/v1/validation.hpp>

#include <boost/assert/source_location.hpp>
#include <boost/describe/class.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boost
{

// What Boost asks of a program without exceptions.
void throw_exception(std::exception const&, source_location const&)
{
    std::abort();
}
void throw_exception(std::exception const&)
{
    std::abort();
}

} // namespace boost

namespace
{

struct line
{
    std::int64_t seat_id = 0;
    restbind::decimal amount;
    std::optional<std::string> label;
};
BOOST_DESCRIBE_STRUCT(line, (), (seat_id, amount, label))

constexpr std::array<restbind::member, 3> restbind_members(line const*) noexcept
{
    return {{{"seatId", restbind::presence::required}, {"amount", restbind::presence::required},
        {"label", restbind::presence::nullable}}};
}

struct cart
{
    std::int64_t cart_id = 0;
    std::vector<line> detail;
};
BOOST_DESCRIBE_STRUCT(cart, (), (cart_id, detail))

constexpr std::array<restbind::member, 2> restbind_members(cart const*) noexcept
{
    return {{{"cartId", restbind::presence::defaulted}, {"detail", restbind::presence::required}}};
}

bool reads_and_writes()
{
    constexpr std::string_view text =
        R"({"cartId":7,"detail":[{"seatId":1,"amount":19.90,"label":null},{"seatId":2,"amount":0.10,"label":"A"}]})";
    auto const read = restbind::json::decode<cart>(text);
    if (!read || read->detail.size() != 2)
        return false;
    auto const sum = restbind::decimal::checked_add(read->detail[0].amount, read->detail[1].amount);
    auto const written = restbind::json::encode(*read);
    return sum && sum->to_string() == "20.00" && written && *written == text;
}

bool says_where_reading_failed()
{
    auto const read = restbind::json::decode<cart>(R"({"detail":[{"seatId":"x"}]})");
    return !read && read.error() == restbind::error_kind::invalid_response &&
           read.error().json_path() == "detail[0].seatId" && read.error().json_offset() == 21;
}

bool refuses_as_the_service_would()
{
    cart const request{.cart_id = -1, .detail = {{.seat_id = 0, .amount = {}, .label = {}}}};
    restbind::violations found;
    if (request.cart_id < 0)
        found.add("cartId", "CartId must be greater than or equal to 0");
    found.each("detail", request.detail,
        [&](line const& one)
        {
            if (one.seat_id <= 0)
                found.add("seatId", "SeatId must be greater than 0");
        });
    auto const problem =
        restbind::make_validation_problem({422, restbind::errors_shape::list, restbind::key_style::wire,
                                   "The request contains {count} validation error(s)"},
            restbind::detail::errors_of(
            found.take()), "/cart");
    return restbind::testing::detail::encode_problem(problem, ticketing::v1::problem_members) ==
           R"({"type":"about:blank","title":"Unprocessable Entity","status":422,)"
           R"-("detail":"The request contains 2 validation error(s)","instance":"/cart","errorCount":2,)-"
           R"("errors":[{"field":"cartId","message":"CartId must be greater than or equal to 0"},)"
           R"({"field":"detail[0].seatId","message":"SeatId must be greater than 0"}]})";
}

// The generated operation without a network: builds the request, refuses a wrong one, reads
// responses.
bool calls_without_a_network()
{
    namespace api = ticketing::v1;
    using operation = api::operations::allocate_manual_seats;
    api::AllocateManualSeatsRequest const request{
        .cart_id = 0, .cart_item_id = 0, .event_session_id = 4711, .detail = {{101, 7, true}}};
    restbind::violations found;
    validate(request, found);
    if (!found.empty())
        return false;
    auto const built = operation::build(request, {.tenant = "kiosk"});
    if (!built ||
        built->body !=
            R"({"cartId":0,"cartItemId":0,"eventSessionId":4711,"detail":[{"seatId":101,"rateId":7,"actionSelect":true}]})")
        return false;
    restbind::http::response response;
    restbind::http::response_parser parser(response, {.body = 1000, .header = 1000}, false);
    std::string_view received =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 83\r\n\r\n"
        R"({"cartId":1,"cartItemId":2,"cartItemDetail":[],"errors":[{"seatId":3,"error":"X"}]})";
    if (parser.take(received) != restbind::http::response_parser::progress::complete)
        return false;
    auto const held = operation::read(response);
    response.status = 409;
    response.body = R"({"title":"Conflict","status":409,"errorCode":13001,"more":[1, 2]})";
    auto const refused = operation::read(response);
    return held && held->cart_item_id == 2 && held->errors.size() == 1 && !refused &&
           refused.error().problem().extensions.size() == 1;
}

} // namespace

int main()
{
    if (!reads_and_writes())
        return 1;
    if (!says_where_reading_failed())
        return 2;
    if (!refuses_as_the_service_would())
        return 3;
    return calls_without_a_network() ? 0 : 4;
}
