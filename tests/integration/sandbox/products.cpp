// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

namespace sandbox_tests {
namespace {

std::string body_of(std::int64_t product, std::int64_t quantity, std::string const& more = "",
                    std::int64_t cart = world::cart)
{
    return R"({"cartId":)" + std::to_string(cart) + R"(,"productId":)" + std::to_string(product) +
           R"(,"quantity":)" + std::to_string(quantity) + more + "}";
}

std::string const in_session_1 = R"(,"eventId":4400000001,"eventSessionId":4500000001)";
std::string const in_session_2 = R"(,"eventId":4400000001,"eventSessionId":4500000002)";

std::string item_of(response const& r)
{
    return std::to_string(json_of(r).at("cartItemDetail").at("cartItemId").as_int64());
}

void check_refusal(response const& r, unsigned status, std::string_view title, int code, std::string_view detail)
{
    BOOST_TEST(r.status == status);
    BOOST_TEST(stable(r) ==
               problem_text(status, title, detail, products_path, "\"errorCode\":" + std::to_string(code) + ","));
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_products, sandbox_fixture)

// proves: R4.3-1, R4.3-3, R4.3-4
BOOST_AUTO_TEST_CASE(a_global_product_has_no_event_and_may_have_no_fees)
{
    auto const r = post(products_path, body_of(4700000001, 3));
    BOOST_TEST(r.status == 200U);
    BOOST_TEST(r.body == R"({"cartId":4800000001,"cartItemDetail":{"cartItemId":)" + item_of(r) +
                             R"(,"productId":4700000001,"quantity":3,"amount":5.00,"fees":0,"feesDetails":[]}})");
    BOOST_TEST(server.stock(4700000001).value() == 497);
}

// proves: R4.3-4, A-9
BOOST_AUTO_TEST_CASE(fees_are_itemised_and_summed_exactly)
{
    auto const r = post(products_path, body_of(4700000002, 3));
    BOOST_TEST(r.body == R"({"cartId":4800000001,"cartItemDetail":{"cartItemId":)" + item_of(r) +
                             R"(,"productId":4700000002,"quantity":3,"amount":24.90,"fees":4.65,"feesDetails":[)"
                             R"({"colId":4710000001,"amount":3.60},{"colId":4710000002,"amount":1.05}]}})");
}

// proves: R4.3-3, A-5
BOOST_AUTO_TEST_CASE(a_session_scoped_product_is_linked_to_its_session)
{
    auto const r = post(products_path, body_of(world::parking, 2, in_session_1));
    BOOST_TEST(r.body == R"({"cartId":4800000001,"cartItemDetail":{"cartItemId":)" + item_of(r) +
                             R"(,"productId":4700000003,"eventId":4400000001,"eventSessionId":4500000001,)"
                             R"("quantity":2,"amount":8.00,"fees":1.00,)"
                             R"("feesDetails":[{"colId":4710000001,"amount":1.00}]}})");
    BOOST_TEST(server.stock(world::parking, world::session_1).value() == 18);
}

// proves: R4.3-3
BOOST_AUTO_TEST_CASE(null_counts_as_absent)
{
    BOOST_TEST(post(products_path, body_of(4700000001, 1, R"(,"eventId":null,"eventSessionId":null)")).status == 200U);
}

// proves: R4.3-2, R7-7, A-5
BOOST_AUTO_TEST_CASE(the_first_failing_rule_gives_the_detail)
{
    auto const check = [&](std::string const& body, std::string_view detail) {
        BOOST_TEST(stable(post(products_path, body)) == problem_text(400, "Bad Request", detail, products_path));
    };

    check("{}", "CartId must be greater than 0");
    check(R"({"cartId":-1,"productId":-1,"quantity":-1,"eventId":1})", "CartId must be greater than 0");
    check(R"({"cartId":1,"quantity":-1,"eventId":1})", "ProductId must be greater than 0");
    check(R"({"cartId":1,"productId":1,"quantity":0,"eventId":1})", "Quantity must be greater than 0");
    check(R"({"cartId":1,"productId":1,"quantity":1,"eventId":1})",
          "EventId and EventSessionId must both be set or both be null");
    check(R"({"cartId":1,"productId":1,"quantity":1,"eventId":null,"eventSessionId":0})",
          "EventId and EventSessionId must both be set or both be null");
}

// proves: R4.3-5, R7-8
BOOST_AUTO_TEST_CASE(an_unknown_cart_is_12004_and_so_is_that_of_another_client)
{
    check_refusal(post(products_path, body_of(4700000001, 1, "", 4711)), 404, "Not Found", 12004,
                  "The cart does not exist");
    check_refusal(send("POST", products_path, as(world::office), body_of(4700000001, 1)), 404, "Not Found", 12004,
                  "The cart does not exist");
}

// proves: R4.3-5, R7-8
BOOST_AUTO_TEST_CASE(an_unknown_product_is_10400_and_so_is_one_in_the_wrong_place)
{
    auto const check = [&](std::string const& body) {
        check_refusal(post(products_path, body), 404, "Not Found", 10400, "The product does not exist");
    };

    check(body_of(4711, 1));

    // Session-scoped without session, global with one, a session without it, an event that is not the session's.
    check(body_of(world::parking, 1));
    check(body_of(4700000001, 1, in_session_1));
    check(body_of(world::parking, 1, R"(,"eventId":4400000002,"eventSessionId":4500000003)"));
    check(body_of(world::parking, 1, R"(,"eventId":4400000002,"eventSessionId":4500000001)"));
    check(body_of(world::parking, 1, R"(,"eventId":4400000001,"eventSessionId":4711)"));
}

// proves: R4.3-5, R7-8
BOOST_AUTO_TEST_CASE(no_stock_is_10401)
{
    check_refusal(post(products_path, body_of(world::poster, 1)), 409, "Conflict", 10401,
                  "The product is out of stock");
    check_refusal(post(products_path, body_of(world::parking, 1, in_session_2)), 409, "Conflict", 10401,
                  "The product is out of stock");
}

// proves: R4.3-5, R7-8, R8-1
BOOST_AUTO_TEST_CASE(more_than_the_stock_is_10402_and_takes_nothing)
{
    check_refusal(post(products_path, body_of(world::photo, 4)), 409, "Conflict", 10402,
                  "The requested quantity exceeds the available stock");
    check_refusal(post(products_path, body_of(4700000002, 9223372036854775807)), 409, "Conflict", 10402,
                  "The requested quantity exceeds the available stock");
    BOOST_TEST(server.stock(world::photo).value() == 3);

    BOOST_TEST(post(products_path, body_of(world::photo, 3)).status == 200U);
    check_refusal(post(products_path, body_of(world::photo, 1)), 409, "Conflict", 10401,
                  "The product is out of stock");
    BOOST_TEST(server.effects(sandbox::operation::allocate_products) == 1U);
}

// proves: R1-7
BOOST_AUTO_TEST_CASE(a_product_that_is_not_configured_does_not_exist)
{
    auto const office = as(world::office);
    auto const held = send("POST", best_path, office,
                           R"({"sessionId":4500000001,"catalogId":4550000001,"quantity":1,"priceCategory":"Premium"})");
    auto const cart = json_of(held).at("cartId").as_int64();

    BOOST_TEST(send("POST", products_path, office, body_of(4700000001, 1, "", cart)).status == 200U);
    check_refusal(send("POST", products_path, office, body_of(4700000002, 1, "", cart)), 404, "Not Found", 10400,
                  "The product does not exist");
}

// proves: R1-5
BOOST_AUTO_TEST_CASE(the_vendor_segment_is_a_setting_and_arrives_decoded)
{
    auto const other = with_scenario([](sandbox::scenario& s) { s.ext = "ven/dor 1"; });
    auto const body = body_of(4700000001, 1);
    BOOST_TEST(other.post("/api/v1/ven%2Fdor%201/cart/allocateProducts", body).status == 200U);
    BOOST_TEST(other.post(products_path, body).status == 404U);
    BOOST_TEST(other.post("/api/v1/ven/dor%201/cart/allocateProducts", body).status == 404U);
    BOOST_TEST(post("/api/v1/other/cart/allocateProducts", body).status == 404U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
