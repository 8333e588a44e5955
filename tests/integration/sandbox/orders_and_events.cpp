// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

namespace sandbox_tests {
namespace {

std::string const confirm_default_cart = R"({"cartId":4800000001})";

/// Last digit of each event, then of its sessions: `1:12 2:3 `.
std::string listed(response const& r)
{
    BOOST_REQUIRE_EQUAL(r.status, 200U);
    std::string text;
    auto const body = json_of(r);
    for (auto const& e : body.at("events").as_array())
    {
        text += std::to_string(e.at("eventId").as_int64() % 10) + ":";
        for (auto const& s : e.at("sessions").as_array())
            text += std::to_string(s.at("eventSessionId").as_int64() % 10);
        text += " ";
    }
    return text;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_orders_and_events, sandbox_fixture)

// proves: R4.4-3, A-6, A-9
BOOST_AUTO_TEST_CASE(a_cart_becomes_an_order_without_its_disabled_items)
{
    auto const r = post(confirm_path, confirm_default_cart);

    BOOST_TEST(r.status == 200U);
    auto const body = json_of(r);
    BOOST_TEST(body.at("orderId").as_int64() > 2147483647);
    BOOST_TEST(body.at("cartId").as_int64() == world::cart);
    BOOST_TEST(body.at("status").as_string() == "confirmed");

    // 59.90 + 3.50 + 49.90 + 3.50 + 2 * 5.00
    BOOST_TEST(r.body.find(R"("total":126.80,)") != std::string::npos, r.body);
    BOOST_REQUIRE(body.at("items").as_array().size() == 2U);
    auto const& seats = body.at("items").at(0);
    BOOST_TEST(seats.at("cartItemId").as_int64() == 4900000001);
    BOOST_TEST(seats.at("kind").as_string() == "session");
    BOOST_TEST(seats.at("cartItemDetail").as_array().size() == 2U);
    BOOST_TEST(seats.at("cartItemDetail").at(0).at("seatProperties").at("status").as_int64() == 2);
    auto const& product = body.at("items").at(1);
    BOOST_TEST(product.at("kind").as_string() == "product");
    BOOST_TEST(product.at("cartItemDetail").at("quantity").as_int64() == 2);
}

// proves: R4.4-3
BOOST_AUTO_TEST_CASE(a_confirmed_cart_takes_no_further_change)
{
    BOOST_TEST(post(confirm_path, confirm_default_cart).status == 200U);

    BOOST_TEST(stable(post(confirm_path, confirm_default_cart)) ==
               problem_text(409, "Conflict", "The cart is already confirmed", confirm_path));
    BOOST_TEST(post(products_path, R"({"cartId":4800000001,"productId":4700000001,"quantity":1})").status == 409U);
    auto const seat = std::string(R"("detail":[{"seatId":5100000101,"rateId":4600000001,"actionSelect":true}]})");
    auto const session = std::string(R"("eventSessionId":4500000001,)");
    BOOST_TEST(post(manual_path, R"({"cartId":4800000001,)" + session + seat).status == 409U);
    auto const changed = post(manual_path, R"({"cartId":4800000001,"cartItemId":4900000001,)" + session + seat);
    BOOST_TEST(json_of(changed).at("errorCode").as_int64() == 13004);
    BOOST_TEST(server.effects(sandbox::operation::confirm_order) == 1U);
}

// proves: R4.4-3
BOOST_AUTO_TEST_CASE(an_unknown_cart_cannot_be_confirmed)
{
    for (std::string_view const body : {"{}", R"({"cartId":4711})", R"({"cartId":0,"anything":["else"]})"})
    {
        BOOST_TEST(stable(post(confirm_path, body)) == problem_text(404, "Not Found", "The cart does not exist",
                                                                    confirm_path, R"("errorCode":12004,)"));
    }
}

// proves: R4.4-3, R4.1-4
BOOST_AUTO_TEST_CASE(an_empty_cart_cannot_be_confirmed)
{
    auto const empty = post(
        manual_path,
        R"({"eventSessionId":4500000001,"detail":[{"seatId":1,"rateId":1,"actionSelect":true}]})");
    auto const cart = std::to_string(json_of(empty).at("cartId").as_int64());
    BOOST_TEST(stable(post(confirm_path, R"({"cartId":)" + cart + "}")) ==
               problem_text(409, "Conflict", "The cart is empty", confirm_path));
}

// proves: R4.4-1, A-6, A-9
BOOST_AUTO_TEST_CASE(events_tell_their_sessions_rates_and_free_seats)
{
    auto const r = get(events_path);
    BOOST_TEST(listed(r) == "1:12 2:3 ");

    auto const event = json_of(r).at("events").at(0);
    BOOST_TEST(event.at("name").as_string() == "Winter concert");
    BOOST_TEST(event.at("venueId").as_int64() == world::hall);
    BOOST_TEST(event.at("venueName").as_string() == "Main hall");

    // 60 seats, 2 sold, 3 in the cart of the scenario.
    BOOST_TEST(event.at("sessions").at(0).at("availableSeats").as_int64() == 55);
    BOOST_TEST(event.at("sessions").at(0).at("catalogId").as_int64() == 4550000001);
    BOOST_TEST(event.at("sessions").at(0).at("startsAt").as_string() == "2027-01-15T19:00:00Z");
    BOOST_TEST(r.body.find(R"({"rateId":4600000002,"label":"Reduced","prices":[{"categoryId":4310000001,)"
                           R"("categoryLabel":"Premium","amount":49.90,"fees":3.50},)") != std::string::npos);
}

// proves: R4.4-1
BOOST_AUTO_TEST_CASE(the_dates_are_inclusive_and_each_may_be_left_out)
{
    BOOST_TEST(listed(get(events_path + "?startDate=2027-01-16&endDate=2027-03-20")) == "1:2 2:3 ");
    BOOST_TEST(listed(get(events_path + "?startDate=2027-01-17")) == "2:3 ");
    BOOST_TEST(listed(get(events_path + "?endDate=2027-01-15")) == "1:1 ");
    BOOST_TEST(listed(get(events_path + "?startDate=2027-01-15&endDate=2027-01-15&other=x")) == "1:1 ");
    BOOST_TEST(listed(get(events_path + "?endDate=2026-12-31")) == "");
    BOOST_TEST(listed(get(events_path + "?start%44ate=2027-01-17")) == "2:3 ");
}

// proves: R4.4-1, R7-2
BOOST_AUTO_TEST_CASE(what_is_no_date_is_400)
{
    for (std::string_view const bad : {"", "2027-02-29", "2027-13-01", "2027-1-1", "20270101", "2027-01-01T00:00:00Z",
                                       "2027-01-0x", "+2027-01-01"})
    {
        BOOST_TEST(stable(get(events_path + "?startDate=" + std::string(bad))) ==
                   problem_text(400, "Bad Request", "The query parameter 'startDate' must be a date (YYYY-MM-DD)",
                                events_path),
                   bad);
    }

    BOOST_TEST(stable(get(events_path + "?startDate=2027-01-01&endDate=soon")) ==
               problem_text(400, "Bad Request", "The query parameter 'endDate' must be a date (YYYY-MM-DD)",
                            events_path));
    BOOST_TEST(stable(get(events_path + "?startDate=2027-01-02&endDate=2027-01-01")) ==
               problem_text(400, "Bad Request", "The query parameter 'startDate' must not be after 'endDate'",
                            events_path));
    BOOST_TEST(stable(get(events_path + "?startDate=2027-01-02&startDate=2027-01-02")) ==
               problem_text(400, "Bad Request", "The query parameter 'startDate' appears twice", events_path));
    BOOST_TEST(stable(get(events_path + "?startDate=%zz")) ==
               problem_text(400, "Bad Request", "The query cannot be read", events_path));
}

// proves: R1-7
BOOST_AUTO_TEST_CASE(an_event_that_is_not_configured_for_client_and_tenant_is_not_listed)
{
    BOOST_TEST(listed(send("GET", events_path, as(world::office))) == "1:12 ");
    BOOST_TEST(listed(send("GET", events_path, as(world::office, "museum"))) == "");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
