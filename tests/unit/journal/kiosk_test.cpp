// SPDX-License-Identifier: BSL-1.0
// The till of examples/kiosk, with a service that fits into a test.
#include "../../../examples/kiosk/till.hpp"
#include "folder.hpp"

#include <restbind/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>

namespace
{

namespace api = ticketing::v1;
namespace testing = restbind::testing;
using kiosk::outcome;
using allocate = api::operations::allocate_best_seats;
using confirm = api::operations::confirm_order;

api::AllocateBestSeatsRequest const one_seat{.session_id = 7,
    .catalog_id = 1,
    .quantity = 1,
    .price_category = std::int64_t(3)};

struct shop
{
    restbind::test::folder const at;
    testing::fake_service fake;
    std::shared_ptr<restbind::journal::file> journal;

    shop()
    {
        fake.on<allocate>(
            [](api::AllocateBestSeatsRequest const&)
            {
                api::AllocateBestSeatsResponse held;
                held.cart_id = 17;
                held.cart_item_detail.resize(1);
                held.cart_item_detail[0].amount = *restbind::decimal::from_string("39.90");
                held.cart_item_detail[0].fees = *restbind::decimal::from_string("2.50");
                return held;
            });
        fake.on<confirm>([](testing::received_request const&)
            { return testing::status(200, R"({"orderId":1})", "application/json"); });
    }

    /// The till as it starts in the morning.
    kiosk::till start()
    {
        journal = restbind::journal::open({.path = at / "till"}).value();
        auto options = fake.options();
        options.journal = journal;
        options.retry.policy = restbind::http::retry_policy::only_unapplied;
        api::client client(fake.executor(), std::move(options), {.tenant = "arena"});
        return kiosk::till(fake.blocking<api::blocking_client>(std::move(client)), journal);
    }

    static outcome sell(kiosk::till const& till)
    {
        return till.confirm(till.hold(one_seat).value(), "receipt 1");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(kiosk_till, shop)

BOOST_AUTO_TEST_CASE(a_sale_that_is_confirmed_needs_no_attention)
{
    auto const till = start();
    BOOST_TEST((sell(till) == outcome::sold));
    BOOST_TEST(till.open_sales().value().empty());
}

BOOST_AUTO_TEST_CASE(a_lost_response_needs_attention_until_somebody_has_found_out)
{
    fake.on<confirm>().then(testing::lost_response());
    BOOST_TEST((sell(start()) == outcome::needs_attention));
    auto const till = start(); // the next morning
    auto const open = till.open_sales().value();
    BOOST_TEST_REQUIRE(open.size() == 1U);
    BOOST_TEST(open[0].operation == "confirmOrder");
    BOOST_TEST(open[0].request == R"({"cartId":17})");
    BOOST_TEST(open[0].paid == "42.40, receipt 1");
    BOOST_TEST(open[0].key.empty());
    BOOST_TEST(open[0].ask.find("by the number of the cart") != std::string::npos);
    BOOST_TEST(open[0].show.find("do not pay again") != std::string::npos);
    BOOST_TEST(till.settle(open[0], "the order exists").has_value());
    BOOST_TEST(till.open_sales().value().empty());
    BOOST_TEST(fake.calls<confirm>().size() == 1U); // never sent a second time
}

BOOST_AUTO_TEST_CASE(a_refusal_gives_the_money_back)
{
    fake.on<confirm>().then(testing::status(409, "{}", "application/json"));
    auto const till = start();
    BOOST_TEST((sell(till) == outcome::not_sold));
    BOOST_TEST(till.open_sales().value().empty());
}

BOOST_AUTO_TEST_CASE(a_lost_cart_is_listed_too_for_it_holds_seats)
{
    fake.on<allocate>().then(testing::lost_response());
    auto const till = start();
    BOOST_TEST(!till.hold(one_seat).has_value());
    auto const open = till.open_sales().value();
    BOOST_TEST_REQUIRE(open.size() == 1U);
    BOOST_TEST(open[0].paid.empty());
}

BOOST_AUTO_TEST_SUITE_END()
