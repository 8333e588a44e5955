// SPDX-License-Identifier: BSL-1.0
// What a caller may pass to a generated operation: refused before there is anything to send.
#include <ticketing/v1/operations.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace
{

namespace api = ticketing::v1;
using namespace std::string_literals;
using restbind::error_kind;
using restbind::http::idempotency;

/// The kind of error with which a request is refused; `none` if it may be sent.
template <class Operation>
error_kind kind(typename Operation::request_type const& request, std::string tenant = "arena",
    restbind::validation_policy policy = restbind::validation_policy::enforce)
{
    auto const built = Operation::build(request, {.tenant = std::move(tenant)}, policy);
    return built ? error_kind::none : built.error().kind();
}

using manual = api::operations::allocate_manual_seats;
using picture = api::operations::venue_picture;
using products = api::operations::allocate_products;
using best_seats = api::operations::allocate_best_seats;

api::AllocateManualSeatsRequest seats(std::int64_t cart, std::int64_t item, std::int64_t session,
    std::int64_t seat, std::int64_t rate)
{
    return {.cart_id = cart,
        .cart_item_id = item,
        .event_session_id = session,
        .detail = {{.seat_id = seat, .rate_id = rate, .action_select = true}}};
}

constexpr auto fine = error_kind::none;
constexpr auto refused = error_kind::validation_failed;
constexpr auto invalid = error_kind::invalid_argument;

} // namespace

BOOST_AUTO_TEST_SUITE(http_caller_input)

// survives: C1, C2, C3
BOOST_AUTO_TEST_CASE(a_tenant_that_no_header_may_hold_is_refused)
{
    auto const good = seats(0, 0, 1, 1, 1);
    BOOST_TEST((kind<manual>(good) == fine));
    for (std::string const& tenant : {""s, " "s, "a\r\nX-Evil: 1"s, "a\rb"s, "a\nb"s, "a\0b"s,
             "\0"s, "\x7f"s, "caf\xc3\xa9"s, "\xff"s})
        BOOST_TEST((kind<manual>(good, tenant) == invalid), restbind::printable(tenant));
}

// survives: C8, J32, J33
BOOST_AUTO_TEST_CASE(a_number_that_is_none_is_refused_under_every_policy)
{
    using limits = std::numeric_limits<double>;
    using restbind::validation_policy;
    for (double const zoom : {limits::quiet_NaN(), -limits::quiet_NaN(), limits::signaling_NaN(),
             limits::infinity(), -limits::infinity()})
    {
        api::VenuePictureRequest const request{.venue_id = 1, .zoom = zoom};
        restbind::violations found;
        validate(request, found);
        BOOST_TEST(found.size() == 1U, "the bounds let it pass");
        for (auto const policy :
            {validation_policy::enforce, validation_policy::observe, validation_policy::off})
            BOOST_TEST((kind<picture>(request, "arena", policy) != fine));
    }
}

// survives: C9
BOOST_AUTO_TEST_CASE(text_that_is_no_utf8_is_refused)
{
    for (std::string const& text : {"\xff"s, "a\xc3"s, "\xed\xa0\x80"s, "\xc0\x80"s})
    {
        api::AllocateBestSeatsRequest request{
            .session_id = 1, .catalog_id = 1, .quantity = 1, .price_category = text};
        BOOST_TEST((kind<api::operations::allocate_best_seats>(request) == invalid));
    }
}

// survives: C10
BOOST_AUTO_TEST_CASE(ids_are_held_to_their_bounds_on_both_sides)
{
    BOOST_TEST((kind<manual>(seats(-1, 0, 1, 1, 1)) == refused));
    BOOST_TEST((kind<manual>(seats(0, -1, 1, 1, 1)) == refused));
    BOOST_TEST((kind<manual>(seats(0, 0, 1, 1, 1)) == fine));
    BOOST_TEST((kind<manual>(seats(1, 1, 1, 1, 1)) == fine));
    for (std::int64_t const id : {std::int64_t{-1}, std::int64_t{0}})
    {
        BOOST_TEST((kind<manual>(seats(0, 0, id, 1, 1)) == refused));
        BOOST_TEST((kind<manual>(seats(0, 0, 1, id, 1)) == refused));
        BOOST_TEST((kind<manual>(seats(0, 0, 1, 1, id)) == refused));
        BOOST_TEST((kind<picture>({.venue_id = id}) == refused));
    }
    BOOST_TEST((kind<picture>({.venue_id = 1}) == fine));
    for (std::int64_t const id : {std::int64_t{-1}, std::int64_t{0}})
    {
        BOOST_TEST((kind<products>({.cart_id = id, .product_id = 1, .quantity = 1}) == refused));
        BOOST_TEST((kind<products>({.cart_id = 1, .product_id = id, .quantity = 1}) == refused));
        BOOST_TEST((kind<products>({.cart_id = 1, .product_id = 1, .quantity = id}) == refused));
    }
    BOOST_TEST((kind<products>({.cart_id = 1, .product_id = 1, .quantity = 1}) == fine));
    for (std::int64_t const quantity : {-1, 0, 1, 10, 11})
        BOOST_TEST(
            (kind<best_seats>(
                 {.session_id = 1, .catalog_id = 1, .quantity = quantity, .price_category = 1}) ==
                (quantity == 1 || quantity == 10 ? fine : refused)),
            quantity);
    BOOST_TEST((kind<manual>({.event_session_id = 1, .detail = {}}) == refused), "no seats at all");
    for (double const zoom : {0.2, 1.0, 5.0})
        BOOST_TEST((kind<picture>({.venue_id = 1, .zoom = zoom}) == fine));
    for (double const zoom : {-1.0, 0.0, 0.19999, 5.00001})
        BOOST_TEST((kind<picture>({.venue_id = 1, .zoom = zoom}) == refused));
}

// survives: C11
BOOST_AUTO_TEST_CASE(the_option_of_a_picture_is_800_or_801)
{
    for (int const option : {799, 800, 801, 802})
    {
        auto const outcome =
            kind<picture>({.venue_id = 1, .option = api::VenuePictureRequestOption{option}});
        BOOST_TEST((outcome == (option == 800 || option == 801 ? fine : refused)), option);
    }
}

// survives: R17
BOOST_AUTO_TEST_CASE(seats_are_idempotent_only_in_a_cart_item_that_exists)
{
    for (std::int64_t const cart : {0, 1})
        for (std::int64_t const item : {0, 1})
        {
            auto const built = manual::build(seats(cart, item, 1, 1, 1), {.tenant = "arena"});
            BOOST_TEST_REQUIRE(built.has_value());
            BOOST_TEST((built->idempotency ==
                        (cart == 1 && item == 1 ? restbind::http::idempotency::assumed_idempotent
                                                : restbind::http::idempotency::not_idempotent)));
        }
    auto const class_of = [](auto const& built)
    {
        BOOST_TEST_REQUIRE(built.has_value());
        return built->idempotency;
    };
    BOOST_TEST(
        (class_of(picture::build({.venue_id = 1}, {.tenant = "arena"})) == restbind::http::idempotency::safe));
    BOOST_TEST((class_of(api::operations::list_events::build({}, {.tenant = "arena"})) ==
                restbind::http::idempotency::safe));
    BOOST_TEST((class_of(api::operations::allocate_products::build(
                    {.cart_id = 1, .product_id = 1, .quantity = 1}, {.tenant = "arena"})) ==
                restbind::http::idempotency::not_idempotent));
    BOOST_TEST((class_of(api::operations::confirm_order::build(
                    {{"cartId", 1}}, {.tenant = "arena"})) == restbind::http::idempotency::not_idempotent));
}

BOOST_AUTO_TEST_SUITE_END()
