// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

namespace sandbox_tests {
namespace {

/// Of `{cartId, cartItemId}` as sent.
struct item_ids
{
    std::int64_t cart = 0;
    std::int64_t item = 0;
};

item_ids ids_of(response const& r)
{
    auto const body = json_of(r);
    return {body.at("cartId").as_int64(), body.at("cartItemId").as_int64()};
}

std::string body_of(std::int64_t cart, std::int64_t item, std::int64_t session, std::string const& detail)
{
    return R"({"cartId":)" + std::to_string(cart) + R"(,"cartItemId":)" + std::to_string(item) +
           R"(,"eventSessionId":)" + std::to_string(session) + R"(,"detail":[)" + detail + "]}";
}

std::string action(std::int64_t seat, bool select, std::int64_t rate = 4600000001)
{
    return R"({"seatId":)" + std::to_string(seat) + R"(,"rateId":)" + std::to_string(rate) + R"(,"actionSelect":)" +
           (select ? "true" : "false") + "}";
}

std::string seat_ids(response const& r)
{
    std::string text;
    auto const body = json_of(r);
    for (auto const& one : body.at("cartItemDetail").as_array())
        text += std::to_string(one.at("seatProperties").at("seatId").as_int64() % 1000) + " ";
    return text;
}

std::string errors_of(response const& r)
{
    return boost::json::serialize(json_of(r).at("errors"));
}

void check_business(response const& r, unsigned status, std::string_view title, int code, std::string_view detail)
{
    BOOST_TEST(r.status == status);
    BOOST_TEST(r.headers.at("Content-Type") == "application/problem+json");
    BOOST_TEST(stable(r) ==
               problem_text(status, title, detail, manual_path, "\"errorCode\":" + std::to_string(code) + ","));
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_manual_seats, sandbox_fixture)

// proves: R4.1-1, R4.1-3, R4.1-4, R1-1, A-1, A-10
BOOST_AUTO_TEST_CASE(a_held_seat_is_described_to_the_letter)
{
    auto const r = post(manual_path, body_of(0, 0, world::session_1, action(5100000101, true)));

    BOOST_TEST(r.status == 200U);
    BOOST_TEST(r.headers.at("Content-Type") == "application/json");
    auto const [cart, item] = ids_of(r);
    BOOST_TEST(r.body ==
               R"({"cartId":)" + std::to_string(cart) + R"(,"cartItemId":)" + std::to_string(item) +
                   R"(,"cartItemDetail":[{"rateId":4600000001,"amount":59.90,"fees":3.50,"seatProperties":{)"
                   R"("seatId":5100000101,"categoryId":4310000001,"contingentId":4380000001,)"
                   R"("designationId":4320000001,"floorId":4330000001,"blockId":4340000001,)"
                   R"("accessId":4350000001,"tribuneId":4360000001,"doorId":4370000001,)"
                   R"("categoryLabel":"Premium","designationLabel":"Seat","floorLabel":"Ground floor",)"
                   R"("blockLabel":"Block 1","accessLabel":"North entrance","tribuneLabel":"East tribune",)"
                   R"("doorLabel":"Door 3","rank":"A","seat":"1","coordX":40,"coordY":40,"status":1,"type":0,)"
                   R"("isNumbered":true,"rotation":0}}],"errors":[]})");
}

// proves: R4.1-3
BOOST_AUTO_TEST_CASE(absent_access_tribune_and_door_are_null_and_fractions_survive)
{
    auto const r = post(manual_path, body_of(0, 0, world::session_1, action(5100000303, true, 4600000002) + "," +
                                                                         action(5100000501, true) + "," +
                                                                         action(5100000601, true, 4600000003)));

    BOOST_TEST(r.status == 200U);
    for (std::string_view const part :
         {R"("amount":29.95,"fees":2.50,)",
          R"("accessId":null,"tribuneId":null,"doorId":null,"categoryLabel":"Standard")",
          R"("accessLabel":null,"tribuneLabel":null,"doorLabel":null,"rank":"C","seat":"3","coordX":92.5,"coordY":100.25)",
          R"("doorLabel":"Door 3","rank":"E","seat":"101")", R"("type":1,"isNumbered":true,"rotation":12.5)",
          R"("amount":0.00,"fees":0.00,)", R"("rank":"S","seat":"",)", R"("isNumbered":false)"})
        BOOST_TEST(r.body.find(part) != std::string::npos, part << " is not in " << r.body);
}

// proves: A-9
BOOST_AUTO_TEST_CASE(a_price_keeps_exactly_the_digits_of_the_scenario)
{
    auto const r = post(manual_path, body_of(0, 0, 4500000003, action(5200000101, true)));
    BOOST_TEST(r.body.find(R"("amount":24,"fees":0.125,)") != std::string::npos, r.body);
}

// proves: R4.1-1, R4.1-4, A-1
BOOST_AUTO_TEST_CASE(seats_are_added_released_and_added_again)
{
    auto const first =
        post(manual_path, R"({"eventSessionId":4500000001,"detail":[)" + action(5100000101, true) + "]}");
    BOOST_TEST(first.status == 200U);
    auto const [cart, item] = ids_of(first);
    BOOST_TEST(cart > 2147483647);

    auto const second = post(
        manual_path, body_of(cart, item, world::session_1, action(5100000102, true) + "," + action(5100000103, true)));
    BOOST_TEST(seat_ids(second) == "101 102 103 ");
    BOOST_TEST(ids_of(second).item == item);

    auto const third = post(
        manual_path, body_of(cart, item, world::session_1, action(5100000102, false) + "," + action(5100000104, true)));
    BOOST_TEST(seat_ids(third) == "101 103 104 ");
    BOOST_TEST(errors_of(third) == "[]");

    // The released seat is free for another item of the same cart.
    auto const other = post(manual_path, body_of(cart, 0, world::session_1, action(5100000102, true)));
    BOOST_TEST(ids_of(other).cart == cart);
    BOOST_TEST(ids_of(other).item != item);
    BOOST_TEST(seat_ids(other) == "102 ");
    BOOST_TEST(errors_of(other) == "[]");
    BOOST_TEST(server.effects(sandbox::operation::allocate_manual_seats) == 4U);
}

// proves: R4.1-3, A-8
BOOST_AUTO_TEST_CASE(a_seat_that_fails_is_reported_and_does_not_stop_the_others)
{
    auto const mine = post(manual_path, body_of(0, 0, world::session_1, action(5100000101, true)));
    auto const [cart, item] = ids_of(mine);

    // Sold, held by another item, unknown, of another venue, a rate that is none, one without that category.
    auto const r = post(manual_path, body_of(0, 0, world::session_1,
                                             action(5100000106, true) + "," + action(5100000101, true) + "," +
                                                 action(9, true) + "," + action(5200000101, true) + "," +
                                                 action(5100000110, true, 77) + "," +
                                                 action(5100000602, true, 4600000002) + "," +
                                                 action(5100000108, true)));
    BOOST_TEST(r.status == 200U);
    BOOST_TEST(seat_ids(r) == "108 ");
    BOOST_TEST(errors_of(r) == R"([{"seatId":5100000106,"error":102},{"seatId":5100000101,"error":102},)"
                               R"({"seatId":9,"error":101},{"seatId":5200000101,"error":101},)"
                               R"({"seatId":5100000110,"error":103},{"seatId":5100000602,"error":103}])");

    auto const release = post(
        manual_path, body_of(cart, item, world::session_1, action(5100000108, false) + "," + action(7, false)));
    BOOST_TEST(seat_ids(release) == "101 ");
    BOOST_TEST(errors_of(release) == R"([{"seatId":5100000108,"error":104},{"seatId":7,"error":101}])");
}

// proves: A-8
BOOST_AUTO_TEST_CASE(seat_errors_can_be_strings)
{
    auto const other = with_scenario([](sandbox::scenario& s) { s.seat_errors_as_text = true; });
    auto const r = other.post(manual_path, body_of(4800000001, 4900000001, world::session_1,
                                                   action(5100000106, true) + "," + action(9, true) + "," +
                                                       action(5100000110, true, 77) + "," + action(5100000101, false)));
    BOOST_TEST(errors_of(r) == R"([{"seatId":5100000106,"error":"SEAT_TAKEN"},{"seatId":9,"error":"UNKNOWN_SEAT"},)"
                               R"({"seatId":5100000110,"error":"WRONG_RATE"},)"
                               R"({"seatId":5100000101,"error":"SEAT_NOT_HELD"}])");
}

// proves: R4.1-1
BOOST_AUTO_TEST_CASE(holding_a_held_seat_again_changes_its_rate)
{
    auto const r = post(manual_path,
                        body_of(world::cart, 4900000001, world::session_1, action(5100000211, true, 4600000002)));
    BOOST_TEST(errors_of(r) == "[]");
    BOOST_TEST(seat_ids(r) == "211 212 ");
    BOOST_TEST(r.body.find("59.90") == std::string::npos);
    BOOST_TEST(server.taken_seats(world::session_1) == 3U);
}

// proves: R4.1-8
BOOST_AUTO_TEST_CASE(no_distance_is_kept_between_carts_and_single_seats_may_be_left)
{
    auto const around = post(
        manual_path, body_of(0, 0, world::session_2, action(5100000101, true) + "," + action(5100000103, true)));
    BOOST_TEST(errors_of(around) == "[]");

    // Right between the seats of somebody else.
    auto const between = post(manual_path, body_of(0, 0, world::session_2, action(5100000102, true)));
    BOOST_TEST(errors_of(between) == "[]");
    BOOST_TEST(seat_ids(between) == "102 ");
}

// proves: R4.1-2, R4.1-5, R7-4, R7-5, A-2, A-3, A-11, A-12
BOOST_AUTO_TEST_CASE(all_validation_errors_come_together_in_their_order)
{
    auto const r = post(manual_path, R"({"cartId":-1,"cartItemId":-1,"eventSessionId":0,"detail":[)"
                                     R"({"seatId":0,"rateId":0,"actionSelect":true},)"
                                     R"({"seatId":5,"rateId":-3,"actionSelect":true},)"
                                     R"({"seatId":-9223372036854775808,"rateId":1,"actionSelect":true}]})");

    BOOST_TEST(r.status == 422U);
    BOOST_TEST(r.headers.at("Content-Type") == "application/problem+json");
    BOOST_TEST(stable(r) ==
               problem_text(422, "Unprocessable Entity", "The request contains 7 validation error(s)", manual_path,
                            R"("errorCount":7,"errors":[)"
                            R"({"field":"cartId","message":"CartId must be greater than or equal to 0"},)"
                            R"({"field":"cartItemId","message":"CartItemId must be greater than or equal to 0"},)"
                            R"({"field":"eventSessionId","message":"EventSessionId must be greater than 0"},)"
                            R"({"field":"detail[0].seatId","message":"SeatId must be greater than 0"},)"
                            R"({"field":"detail[0].rateId","message":"RateId must be greater than 0"},)"
                            R"({"field":"detail[1].rateId","message":"RateId must be greater than 0"},)"
                            R"({"field":"detail[2].seatId","message":"SeatId must be greater than 0"}],)"));
}

// proves: R4.1-1, R7-5, A-1
BOOST_AUTO_TEST_CASE(an_absent_a_null_and_an_empty_detail_are_the_same_error)
{
    for (std::string_view const body : {R"({"eventSessionId":1})", R"({"eventSessionId":1,"detail":null})",
                                        R"({"eventSessionId":1,"detail":[]})", R"({"eventSessionId":1,"cartId":null})"})
    {
        BOOST_TEST(stable(post(manual_path, body)) ==
                   problem_text(422, "Unprocessable Entity", "The request contains 1 validation error(s)", manual_path,
                                R"("errorCount":1,"errors":[{"field":"detail","message":)"
                                R"("Detail must contain at least one seat operation"}],)"));
    }
}

// proves: R4.1-2, R7-5, A-2, A-3
BOOST_AUTO_TEST_CASE(a_release_without_an_item_is_the_last_error_and_its_rate_is_checked)
{
    auto const r = post(manual_path, R"({"eventSessionId":1,"detail":[{"seatId":1,"actionSelect":false},)"
                                     R"({"seatId":1,"rateId":1,"actionSelect":false}]})");
    BOOST_TEST(stable(r) ==
               problem_text(422, "Unprocessable Entity", "The request contains 2 validation error(s)", manual_path,
                            R"("errorCount":2,"errors":[)"
                            R"({"field":"detail[0].rateId","message":"RateId must be greater than 0"},)"
                            R"({"field":"cartItemId","message":"CartItemId must be provided when deselecting seats, )"
                            R"(because a non-existent cart item cannot be deselected from"}],)"));
}

// proves: R4.1-6, R7-8
BOOST_AUTO_TEST_CASE(a_cart_that_does_not_match_is_13001)
{
    check_business(post(manual_path, body_of(4800000002, 4900000001, world::session_1, action(5100000101, true))), 422,
                   "Unprocessable Entity", 13001, "The cart does not match the cart item");
    check_business(post(manual_path, body_of(0, 4900000001, world::session_1, action(5100000101, true))), 422,
                   "Unprocessable Entity", 13001, "The cart does not match the cart item");
    check_business(post(manual_path, body_of(4711, 0, world::session_1, action(5100000101, true))), 422,
                   "Unprocessable Entity", 13001, "The cart does not exist");
    BOOST_TEST(server.effects(sandbox::operation::allocate_manual_seats) == 0U);
}

// proves: R4.1-6, R7-8
BOOST_AUTO_TEST_CASE(a_session_that_is_not_the_items_is_13002)
{
    check_business(post(manual_path, body_of(world::cart, 4900000001, world::session_2, action(5100000101, true))),
                   422, "Unprocessable Entity", 13002, "The event session is not valid for the cart item");
    check_business(post(manual_path, body_of(0, 0, 4711, action(5100000101, true))), 422, "Unprocessable Entity",
                   13002, "The event session does not exist");
}

// proves: R4.1-6, R7-8
BOOST_AUTO_TEST_CASE(a_product_item_is_13003)
{
    check_business(post(manual_path, body_of(world::cart, 4900000003, world::session_1, action(5100000101, true))),
                   422, "Unprocessable Entity", 13003, "The cart item is not a session item");
}

// proves: R4.1-6, R7-8
BOOST_AUTO_TEST_CASE(a_disabled_item_is_13004_and_keeps_its_seats)
{
    check_business(post(manual_path, body_of(world::cart, 4900000002, world::session_1, action(5100000210, false))),
                   422, "Unprocessable Entity", 13004, "The cart item is disabled and cannot be modified");
    BOOST_TEST(server.taken_seats(world::session_1) == 3U);
}

// proves: R4.1-6, R7-8
BOOST_AUTO_TEST_CASE(an_unknown_item_is_13005_and_so_is_that_of_another_client)
{
    check_business(post(manual_path, body_of(world::cart, 4711, world::session_1, action(5100000101, true))), 404,
                   "Not Found", 13005, "The cart item does not exist");
    check_business(send("POST", manual_path, as(world::office),
                        body_of(world::cart, 4900000001, world::session_1, action(5100000101, true))),
                   404, "Not Found", 13005, "The cart item does not exist");
}

// proves: R4.1-7
BOOST_AUTO_TEST_CASE(the_old_service_says_400_in_the_body_of_13002_to_13004_and_nowhere_else)
{
    struct expectation
    {
        std::int64_t item;
        std::int64_t session;
        int code;
        std::int64_t body_status;
    };

    auto const other = with_scenario([](sandbox::scenario& s) { s.legacy_status = true; });
    for (auto const& e : {expectation{4900000001, world::session_2, 13002, 400}, {0, 4711, 13002, 400},
                          expectation{4900000003, world::session_1, 13003, 400},
                          expectation{4900000002, world::session_1, 13004, 400}})
    {
        auto const r = other.post(manual_path, body_of(world::cart, e.item, e.session, action(5100000101, true)));
        BOOST_TEST(r.status == 422U);
        BOOST_TEST(json_of(r).at("status").as_int64() == e.body_status);
        BOOST_TEST(json_of(r).at("title").as_string() == "Bad Request");
        BOOST_TEST(json_of(r).at("errorCode").as_int64() == e.code);
    }

    auto const mismatch = other.post(manual_path, body_of(5, 4900000001, world::session_1, action(1, true)));
    BOOST_TEST(json_of(mismatch).at("status").as_int64() == 422);
}

// proves: R1-7
BOOST_AUTO_TEST_CASE(a_session_of_an_event_that_is_not_configured_does_not_exist)
{
    auto const body = body_of(0, 0, 4500000003, action(5200000101, true));
    BOOST_TEST(post(manual_path, body).status == 200U);
    check_business(send("POST", manual_path, as(world::office), body), 422, "Unprocessable Entity", 13002,
                   "The event session does not exist");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
