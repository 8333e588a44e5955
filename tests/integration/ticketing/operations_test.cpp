// SPDX-License-Identifier: BSL-1.0
#include "integration/ticketing/fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ticketing_tests;
using restbind::decimal;
using restbind::error_kind;

BOOST_FIXTURE_TEST_SUITE(operations_of_the_service, fixture)

// proves: R4.1-3, R4.1-4, A-9, A-10
BOOST_AUTO_TEST_CASE(a_seat_is_held_in_a_new_cart_with_exact_prices_and_all_properties)
{
    auto const held = client().allocate_manual_seats(one_seat());
    BOOST_REQUIRE_MESSAGE(held, held.error());
    BOOST_TEST(held->cart_id > 0);
    BOOST_TEST(held->cart_item_id > 0);
    BOOST_TEST(held->errors.empty());
    BOOST_REQUIRE(held->cart_item_detail.size() == 1U);

    auto const& seat = held->cart_item_detail.front();
    BOOST_TEST((seat.amount == decimal(5990, 2)));
    BOOST_TEST(seat.fees.to_string() == "3.50");
    auto const& place = seat.seat_properties;
    BOOST_TEST(place.seat_id == 5100000101);
    BOOST_TEST(place.category_label == "Premium");
    BOOST_TEST((place.access_id == std::optional<std::int64_t>(4350000001)));
    BOOST_TEST((place.door_label == std::optional<std::string>("Door 3")));
    BOOST_TEST(place.rank == "A");
    BOOST_TEST(place.is_numbered);
}

// proves: R4.1-3
BOOST_AUTO_TEST_CASE(a_place_without_access_tribune_and_door_reads_as_null)
{
    auto const held = client().allocate_manual_seats(one_seat(5100000301));
    BOOST_REQUIRE_MESSAGE(held, held.error());
    auto const& place = held->cart_item_detail.front().seat_properties;
    BOOST_TEST(!place.access_id);
    BOOST_TEST(!place.tribune_id);
    BOOST_TEST(!place.door_id);
    BOOST_TEST(!place.access_label);
    BOOST_TEST(!place.tribune_label);
    BOOST_TEST(!place.door_label);
}

// proves: A-8
BOOST_AUTO_TEST_CASE(a_seat_that_is_taken_is_an_entry_in_errors_and_not_a_refusal)
{
    auto const first = client().allocate_manual_seats(one_seat());
    BOOST_REQUIRE(first);
    auto const second = client().allocate_manual_seats(one_seat());
    BOOST_REQUIRE_MESSAGE(second, second.error());
    BOOST_REQUIRE(second->errors.size() == 1U);
    BOOST_TEST(second->errors.front().seat_id == 5100000101);
}

// proves: R4.1-6, R4.1-7
// survives: J24, J25
BOOST_AUTO_TEST_CASE(business_errors_of_manual_seats_are_typed_whether_the_body_says_400_or_422)
{
    struct row
    {
        std::int64_t cart_id, cart_item_id, session_id;
        api::error_code expected;
        int status;
    };
    std::vector<row> const rows{
        {world::cart + 1, 4900000001, world::session_1, api::error_code::cart_mismatch, 422},
        {world::cart, 4900000001, world::session_2, api::error_code::session_not_valid, 422},
        {world::cart, 4900000003, world::session_1, api::error_code::not_a_session_item, 422},
        {world::cart, 4900000002, world::session_1, api::error_code::cart_item_disabled, 422},
        {world::cart, 4999999999, world::session_1, api::error_code::cart_item_not_found, 404},
    };
    for (bool const legacy : {false, true})
    {
        sandbox.legacy_status(legacy);
        for (auto const& [cart_id, cart_item_id, session_id, expected, status] : rows)
        {
            auto request = one_seat();
            request.cart_id = cart_id;
            request.cart_item_id = cart_item_id;
            request.event_session_id = session_id;
            auto const response = client().allocate_manual_seats(request);
            BOOST_REQUIRE(response.has_error());
            BOOST_TEST((response.error() == expected), response.error());
            BOOST_TEST(response.error().status() == status);
            BOOST_TEST(*response.error().problem().error_code == static_cast<int>(expected));
        }
    }
}

// proves: R4.2-1, R4.2-2
BOOST_AUTO_TEST_CASE(a_picture_is_handed_out_as_checked_png_bytes)
{
    using option = api::VenuePictureRequestOption;
    for (option const labels : {option::seat_numbers_and_letters, option::numbers_only})
    {
        auto const plan = client().venue_picture({.venue_id = world::hall, .option = labels, .zoom = 0.2});
        BOOST_REQUIRE_MESSAGE(plan, plan.error());
        auto const& bytes = plan->picture.bytes;
        BOOST_REQUIRE(bytes.size() > 8U);
        std::string const signature(bytes.begin(), bytes.begin() + 8);
        BOOST_TEST(signature == "\x89PNG\r\n\x1a\n");
    }
}

// proves: R4.2-3
BOOST_AUTO_TEST_CASE(pictures_that_cannot_be_had_give_typed_errors)
{
    auto const unknown = client().venue_picture({.venue_id = 1});
    BOOST_REQUIRE(unknown.has_error());
    BOOST_TEST((unknown.error() == api::error_code::venue_not_found));
    BOOST_TEST((unknown.error() == error_kind::not_found));

    auto const broken = client().venue_picture({.venue_id = world::theatre});
    BOOST_REQUIRE(broken.has_error());
    BOOST_TEST((broken.error() == error_kind::server_error));
    BOOST_TEST(broken.error().status() == 500);
    BOOST_TEST(broken.error().sends() == 3U);
}

// proves: R4.3-1, R4.3-3, R4.3-4
BOOST_AUTO_TEST_CASE(a_global_product_has_no_event_and_a_session_product_has_both)
{
    auto const box = client().allocate_products({.cart_id = world::cart, .product_id = 4700000002, .quantity = 2});
    BOOST_REQUIRE_MESSAGE(box, box.error());
    BOOST_TEST(!box->cart_item_detail.event_id);
    BOOST_TEST(!box->cart_item_detail.event_session_id);
    BOOST_TEST(box->cart_item_detail.quantity == 2);
    BOOST_TEST(box->cart_item_detail.amount.to_string() == "24.90");
    BOOST_REQUIRE(box->cart_item_detail.fees_details.size() == 2U);
    BOOST_TEST(box->cart_item_detail.fees_details.front().col_id == 4710000001);
    BOOST_TEST((box->cart_item_detail.fees_details.front().amount == decimal(240, 2))); // for both units

    auto const parking = client().allocate_products({.cart_id = world::cart, .product_id = world::parking,
        .quantity = 1, .event_id = 4400000001, .event_session_id = world::session_1});
    BOOST_REQUIRE_MESSAGE(parking, parking.error());
    BOOST_TEST((parking->cart_item_detail.event_id == std::optional<std::int64_t>(4400000001)));
    BOOST_TEST((parking->cart_item_detail.event_session_id == std::optional<std::int64_t>(world::session_1)));

    auto const booklet = client().allocate_products({.cart_id = world::cart, .product_id = 4700000001, .quantity = 1});
    BOOST_REQUIRE_MESSAGE(booklet, booklet.error());
    BOOST_TEST(booklet->cart_item_detail.fees_details.empty());
}

// proves: R4.3-5
BOOST_AUTO_TEST_CASE(products_that_cannot_be_had_give_typed_errors)
{
    auto const code_of = [this](api::AllocateProductsRequest const& request) {
        auto const response = client().allocate_products(request);
        BOOST_REQUIRE(response.has_error());
        return std::pair(response.error().code(), response.error().status());
    };
    using api::error_code;
    BOOST_TEST((code_of({.cart_id = 1, .product_id = 4700000001, .quantity = 1})
        == std::pair(make_error_code(error_code::cart_not_found), 404)));
    BOOST_TEST((code_of({.cart_id = world::cart, .product_id = 1, .quantity = 1})
        == std::pair(make_error_code(error_code::product_not_found), 404)));
    BOOST_TEST((code_of({.cart_id = world::cart, .product_id = world::poster, .quantity = 1})
        == std::pair(make_error_code(error_code::product_out_of_stock), 409)));
    BOOST_TEST((code_of({.cart_id = world::cart, .product_id = world::photo, .quantity = 4})
        == std::pair(make_error_code(error_code::quantity_exceeds_stock), 409)));
}

// proves: R4.4-1, A-6
BOOST_AUTO_TEST_CASE(events_are_asked_for_by_day_and_keep_every_member)
{
    auto const january = client().list_events({.start_date = restbind::date{std::chrono::year{2027} / 1 / 1},
        .end_date = restbind::date{std::chrono::year{2027} / 1 / 31}});
    BOOST_REQUIRE_MESSAGE(january, january.error());
    BOOST_TEST(sandbox.last_request()->target == "/api/v1/catalog/events?startDate=2027-01-01&endDate=2027-01-31");
    BOOST_REQUIRE(january->events.size() == 1U);
    BOOST_TEST(january->events.front().at("eventId").as_int64() == 4400000001);
}

// proves: R4.4-2, A-7
BOOST_AUTO_TEST_CASE(best_seats_takes_a_price_category_as_number_or_text)
{
    api::AllocateBestSeatsRequest request{.session_id = world::session_1, .catalog_id = 4550000001, .quantity = 2,
        .price_category = 4310000002};
    auto const by_number = client().allocate_best_seats(request);
    BOOST_REQUIRE_MESSAGE(by_number, by_number.error());
    BOOST_TEST(by_number->cart_item_detail.size() == 2U);

    request.price_category = "Standard";
    auto const by_text = client().allocate_best_seats(request);
    BOOST_TEST((sandbox.last_request()->body.find(R"("priceCategory":"Standard")") != std::string::npos));
    BOOST_REQUIRE_MESSAGE(by_text, by_text.error());
    BOOST_TEST(by_text->cart_item_detail.size() == 2U);
}

// proves: R4.4-2, A-7
BOOST_AUTO_TEST_CASE(best_seats_without_a_price_category_are_refused_before_anything_is_sent)
{
    auto const before = sandbox.requests();
    api::AllocateBestSeatsRequest const request{
        .session_id = world::session_1, .catalog_id = 4550000001, .quantity = 2, .price_category = {}};
    auto const refused = client().allocate_best_seats(request);
    BOOST_TEST_REQUIRE(refused.has_error());
    BOOST_TEST((refused.error() == restbind::error_kind::validation_failed));
    BOOST_TEST_REQUIRE(refused.error().problem().errors.size() == 1U);
    BOOST_TEST(refused.error().problem().errors[0].message == "PriceCategory is required");
    BOOST_TEST(sandbox.requests() == before);
}

// proves: R4.4-3, A-6
BOOST_AUTO_TEST_CASE(an_order_is_confirmed_once_with_open_json_both_ways)
{
    auto const held = client().allocate_manual_seats(one_seat());
    BOOST_REQUIRE(held);
    api::ConfirmOrderRequest const order{{"cartId", held->cart_id}, {"note", "paid in cash"}};
    auto const confirmed = client().confirm_order(order);
    BOOST_REQUIRE_MESSAGE(confirmed, confirmed.error());
    BOOST_TEST(confirmed->contains("orderId"));
    BOOST_TEST((sandbox.last_request()->body.find("paid in cash") != std::string::npos));

    auto const again = client().confirm_order(order);
    BOOST_TEST((again.has_error() && again.error() == error_kind::conflict));
    BOOST_TEST(sandbox.effects(sandbox_operation::confirm_order) == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
