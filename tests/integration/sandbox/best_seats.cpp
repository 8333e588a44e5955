// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

namespace sandbox_tests {
namespace {

std::string body_of(std::int64_t quantity, std::string const& category, std::int64_t session = world::session_1,
                    std::int64_t catalog = 4550000001)
{
    return R"({"sessionId":)" + std::to_string(session) + R"(,"catalogId":)" + std::to_string(catalog) +
           R"(,"quantity":)" + std::to_string(quantity) + R"(,"priceCategory":)" + category + "}";
}

std::string seats_of(response const& r)
{
    BOOST_REQUIRE_EQUAL(r.status, 200U);
    std::string text;
    auto const body = json_of(r);
    for (auto const& one : body.at("cartItemDetail").as_array())
    {
        auto const& seat = one.at("seatProperties");
        text += std::string(seat.at("rank").as_string().c_str()) + seat.at("seat").as_string().c_str() + " ";
    }
    return text;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_best_seats, sandbox_fixture)

// proves: R4.4-2, A-7
BOOST_AUTO_TEST_CASE(neighbours_of_the_category_are_held_in_a_new_cart)
{
    // A6 and A7 are sold.
    BOOST_TEST(seats_of(post(best_path, body_of(3, "4310000001"))) == "A1 A2 A3 ");
    BOOST_TEST(seats_of(post(best_path, body_of(3, "\"Premium\""))) == "A8 A9 A10 ");
    BOOST_TEST(seats_of(post(best_path, body_of(2, "4310000001"))) == "A4 A5 ");

    auto const last = post(best_path, body_of(9, "\"Premium\""));
    BOOST_TEST(seats_of(last) == "B1 B2 B3 B4 B5 B6 B7 B8 B9 ");
    BOOST_TEST(json_of(last).at("cartId").as_int64() > 2147483647);
    BOOST_TEST(json_of(last).at("cartItemId").as_int64() > 2147483647);
    BOOST_TEST(json_of(last).at("errors").as_array().empty());
    BOOST_TEST(last.body.find(R"("rateId":4600000001,"amount":59.90,"fees":3.50)") != std::string::npos);
}

// proves: R4.4-2
BOOST_AUTO_TEST_CASE(without_enough_neighbours_the_first_free_seats_are_held)
{
    BOOST_TEST(seats_of(post(best_path, body_of(10, "4310000001"))) == "A1 A2 A3 A4 A5 A8 A9 A10 A11 A12 ");
}

// proves: R4.4-2
BOOST_AUTO_TEST_CASE(standing_places_need_no_neighbours)
{
    BOOST_TEST(seats_of(post(best_path, body_of(2, "\"Standing\""))) == "S S ");
}

// proves: R4.4-2, R7-6, R8-1, A-7, A-12
BOOST_AUTO_TEST_CASE(a_quantity_outside_1_to_10_is_refused)
{
    for (auto const quantity : {-1, 0, 11})
    {
        auto const r = post(best_path, body_of(quantity, "4310000001"));
        BOOST_TEST(r.status == 422U);
        BOOST_TEST(stable(r) ==
                   problem_text(422, "Unprocessable Entity", "The request contains 1 validation error(s)", best_path,
                                R"("errorCount":1,"errors":{"Quantity":["Quantity must be between 1 and 10"]},)"));
    }
    BOOST_TEST(post(best_path, body_of(1, "4310000001")).status == 200U);
    BOOST_TEST(post(best_path, body_of(10, "4310000002")).status == 200U);
}

// proves: R4.4-2
BOOST_AUTO_TEST_CASE(what_does_not_exist_is_404)
{
    auto const check = [&](std::string const& body, std::string_view detail) {
        BOOST_TEST(stable(post(best_path, body)) == problem_text(404, "Not Found", detail, best_path));
    };

    check(body_of(1, "4310000001", 4711), "The event session does not exist");
    check(body_of(1, "4310000001", world::session_1, 4550000002), "The catalog does not exist for the event session");
    check(body_of(1, "4711"), "The price category does not exist for the event session");
    check(body_of(1, "\"premium\""), "The price category does not exist for the event session");

    // The category is there, but this session has no rate for it.
    check(body_of(1, "\"Standing\"", world::session_2), "The price category does not exist for the event session");
}

// proves: R4.4-2, R7-2
BOOST_AUTO_TEST_CASE(too_few_free_seats_are_a_conflict_and_nothing_is_held)
{
    BOOST_TEST(post(best_path, body_of(6, "\"Standing\"")).status == 200U);
    BOOST_TEST(stable(post(best_path, body_of(1, "\"Standing\""))) ==
               problem_text(409, "Conflict", "Not enough seats are free in the price category", best_path));
    BOOST_TEST(server.taken_seats(world::session_1) == 9U);
    BOOST_TEST(server.effects(sandbox::operation::allocate_best_seats) == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
