// SPDX-License-Identifier: BSL-1.0
// What the kiosk allows and says, without a window and without sockets.
#include "../../examples/kiosk_screen/visit.hpp"
#include "screen.hpp"

#include <restbind/testing.hpp>
#include <ticketing/v1.hpp>

#include <QtCore/QFile>

#include <stdexcept>

namespace
{

namespace api = ticketing::v1;
namespace ops = api::operations;
namespace testing = restbind::testing;
using kiosk::page;
using kiosk::situation;

constexpr char const* events = R"({"events": [
    {"eventId": 1, "name": "Late", "venueId": 9, "venueName": "Hall", "sessions": [
        {"eventSessionId": 12, "catalogId": 1, "startsAt": "2027-02-01T19:00:00Z", "rates": [
            {"rateId": 5, "label": "Full price", "prices": [
                {"categoryId": 3, "categoryLabel": "Standard", "amount": 19.90, "fees": 0.10}]}]}]},
    {"eventId": 2, "name": "Early", "venueId": 9, "venueName": "Hall", "sessions": [
        {"eventSessionId": 11, "catalogId": 1, "startsAt": "2027-01-01T19:00:00Z", "rates": [
            {"rateId": 5, "label": "Full price", "prices": []}]},
        {"eventSessionId": "of another shape"}, 7]},
    {"of": "another shape"}]})";

api::SeatCartItemDetail seat(std::int64_t number)
{
    api::SeatCartItemDetail made;
    made.rate_id = 5;
    made.amount = *restbind::decimal::from_string("0.10");
    made.fees = *restbind::decimal::from_string("0.20");
    made.seat_properties.seat_id = number;
    made.seat_properties.rank = "A";
    made.seat_properties.seat = std::to_string(number);
    made.seat_properties.is_numbered = true;
    made.seat_properties.coord_x = 40;
    made.seat_properties.coord_y = 40;
    return made;
}

api::AllocateManualSeatsResponse held(std::vector<std::int64_t> const& seats)
{
    api::AllocateManualSeatsResponse made{
        .cart_id = 17, .cart_item_id = 18, .cart_item_detail = {}, .errors = {}};
    for (std::int64_t const one : seats)
        made.cart_item_detail.push_back(seat(one));
    return made;
}

struct shop
{
    screen_test::journal_folder folder;
    testing::fake_service fake;
    std::shared_ptr<restbind::journal::file> journal = folder.open();
    int changes = 0;
    std::vector<std::int64_t> mine; ///< seats that the service holds
    std::optional<kiosk::visit> visit;

    shop()
    {
        fake.complain_to([](std::string const& text) { BOOST_ERROR(text); });
        fake.on<ops::list_events>([](testing::received_request const&)
            { return testing::status(200, events, "application/json"); });
        fake.on<ops::venue_picture>([](testing::received_request const&)
            { return testing::status(404, "{}", "application/json"); });
        fake.on<ops::allocate_manual_seats>(
            [this](api::AllocateManualSeatsRequest const& request)
            {
                std::erase(mine, request.detail[0].seat_id);
                if (request.detail[0].action_select)
                    mine.push_back(request.detail[0].seat_id);
                return held(mine);
            });
        fake.on<ops::allocate_products>(
            [](api::AllocateProductsRequest const& request)
            {
                api::AllocateProductsResponse made{.cart_id = 17, .cart_item_detail = {}};
                made.cart_item_detail.product_id = request.product_id;
                made.cart_item_detail.quantity = request.quantity;
                made.cart_item_detail.amount = *restbind::decimal::from_string("0.70");
                return made;
            });
        fake.on<ops::confirm_order>([](testing::received_request const&)
            { return testing::status(200, R"({"orderId":4711})", "application/json"); });
        auto options = fake.options();
        options.journal = journal;
        options.retry.policy = restbind::http::retry_policy::only_unapplied;
        kiosk::installation what{.venues = {{.venue_id = 9, .seat_size = 20, .seats = {}}},
            .products = {{.product_id = 70, .label = "Poster"}}};
        for (std::int64_t number = 1; number != 9; ++number)
            what.venues[0].seats.push_back({.seat_id = number,
                .category_id = 3,
                .row = "A",
                .number = std::to_string(number),
                .x = 20.0 * static_cast<double>(number),
                .y = 40});
        visit.emplace(api::client(fake.executor(), std::move(options), {.tenant = "arena"}),
            journal, std::move(what), [this] { ++changes; });
    }

    void run() { fake.run_until_idle(); }
    void to_seats()
    {
        BOOST_TEST_REQUIRE(visit->show_events());
        run();
        BOOST_TEST_REQUIRE(visit->choose(1));
    }
    void to_basket()
    {
        to_seats();
        BOOST_TEST_REQUIRE(visit->pick(3));
        run();
        BOOST_TEST_REQUIRE(visit->go_to(page::basket));
    }
    std::string title() const { return visit->message() ? visit->message()->title : std::string(); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(visits, shop)

BOOST_AUTO_TEST_CASE(sessions_come_by_date_and_what_has_another_shape_is_left_out)
{
    BOOST_TEST(visit->show_events());
    BOOST_TEST(visit->waiting_for() == "Looking for events");
    run();
    BOOST_TEST_REQUIRE(visit->sessions().size() == 2U);
    BOOST_TEST(visit->sessions()[0].event == "Early");
    BOOST_TEST(visit->sessions()[1].rates[0].prices[0].amount.to_string() ==
               "19.9"); // exact, from open JSON
    BOOST_TEST(!visit->sessions()[1].available_seats);
    BOOST_TEST(visit->picture(9) == nullptr);
}

BOOST_AUTO_TEST_CASE(nothing_is_begun_while_something_is_under_way)
{
    to_seats();
    BOOST_TEST(visit->pick(3));
    BOOST_TEST(!visit->pick(3)); // the second touch of a double click
    BOOST_TEST(!visit->take_best(2, 3));
    BOOST_TEST(!visit->start_over());
    BOOST_TEST(!visit->show_staff());
    run();
    BOOST_TEST(fake.calls<ops::allocate_manual_seats>().size() == 1U);
    BOOST_TEST((visit->state_of(3) == kiosk::seat_state::mine));
}

BOOST_AUTO_TEST_CASE(totals_are_exact)
{
    to_basket();
    BOOST_TEST(visit->add_product(0, 3));
    run();
    BOOST_TEST(visit->total().to_string() == "2.40"); // 0.10 + 0.20 + 3 x 0.70: no double says so
    BOOST_TEST(visit->pay("desk 1"));
    run();
    BOOST_TEST((visit->at() == page::sold));
    BOOST_TEST(visit->order_number() == "4711");
    BOOST_TEST(journal->latest(1).value().front().memo == "2.40, receipt 1, desk 1");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_form_is_told_by_its_fields_and_nothing_is_sent)
{
    to_seats();
    BOOST_TEST(visit->take_best(11, 3));
    run();
    BOOST_TEST_REQUIRE(visit->violations().size() == 1U);
    BOOST_TEST(visit->violations()[0].field == "quantity");
    BOOST_TEST(visit->violations()[0].message == "Quantity must be between 1 and 10");
    BOOST_TEST(!visit->message());
    BOOST_TEST(fake.calls<ops::allocate_best_seats>().empty());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_stopped_may_have_held_the_seat_so_the_visitor_begins_again)
{
    fake.on<ops::allocate_manual_seats>().then(testing::slow(std::chrono::seconds(20)));
    to_seats();
    BOOST_TEST(visit->pick(3));
    fake.run_for(std::chrono::seconds(1));
    BOOST_TEST(visit->stop());
    run();
    BOOST_TEST((visit->message()->kind == situation::unknown));
    BOOST_TEST(!visit->message()->may_try_again); // without both numbers it might hold two seats
    BOOST_TEST(!visit->pick(4));
    BOOST_TEST(visit->dismiss());
    run();
    BOOST_TEST((visit->at() == page::events));
}

BOOST_AUTO_TEST_CASE(with_both_numbers_a_lost_change_of_seats_is_sent_again)
{
    to_seats();
    BOOST_TEST(visit->pick(3));
    run();
    fake.on<ops::allocate_manual_seats>().then(testing::lost_response());
    BOOST_TEST(visit->pick(4));
    run();
    BOOST_TEST((visit->message()->kind == situation::unknown));
    BOOST_TEST(!visit->may_pay());
    BOOST_TEST(visit->try_again());
    run();
    BOOST_TEST(visit->held().size() == 2U);
    BOOST_TEST(visit->go_to(page::basket));
    BOOST_TEST(visit->may_pay());
}

BOOST_AUTO_TEST_CASE(a_basket_of_which_nobody_knows_what_it_holds_is_not_sold)
{
    to_basket();
    fake.on<ops::allocate_products>().then(testing::lost_response());
    BOOST_TEST(visit->add_product(0, 1));
    run();
    BOOST_TEST((visit->message()->kind == situation::unknown));
    BOOST_TEST(!visit->may_pay());
    BOOST_TEST(!visit->pay(""));
    BOOST_TEST(visit->dismiss());
    run();
    BOOST_TEST((visit->at() == page::events));
    BOOST_TEST(mine.empty()); // the seats are given back
}

BOOST_AUTO_TEST_CASE(an_order_whose_response_is_lost_is_never_sent_again_and_the_staff_settles_it)
{
    fake.on<ops::confirm_order>().then(testing::lost_response());
    to_basket();
    BOOST_TEST(visit->pay("+49 30 1234567"));
    BOOST_TEST(!visit->may_stop());
    BOOST_TEST(!visit->stop());
    run();
    BOOST_TEST((visit->at() == page::unknown));
    BOOST_TEST(!visit->pay(""));
    BOOST_TEST(visit->start_over());
    run();
    BOOST_TEST(mine.size() == 1U); // the seats of a paid order are not given back
    BOOST_TEST(visit->show_staff());
    BOOST_TEST_REQUIRE(visit->unresolved().size() == 1U);
    BOOST_TEST(visit->unresolved()[0].paid == "0.30, receipt 1, +49 30 1234567");
    BOOST_TEST(!visit->settle(visit->unresolved()[0].number, ""));
    BOOST_TEST(visit->settle(visit->unresolved()[0].number, "there is an order"));
    BOOST_TEST(visit->unresolved().empty());
    BOOST_TEST(visit->leave_staff());
    BOOST_TEST(fake.calls<ops::confirm_order>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_order_that_is_refused_gives_the_money_back_and_can_be_paid_again)
{
    fake.on<ops::confirm_order>().then(testing::status(409, "{}", "application/json"));
    to_basket();
    BOOST_TEST(visit->pay(""));
    run();
    BOOST_TEST(title() == "Not sold. You get your money back");
    BOOST_TEST(visit->dismiss());
    BOOST_TEST(visit->pay(""));
    run();
    BOOST_TEST((visit->at() == page::sold));
    BOOST_TEST(journal->latest(1).value().front().memo == "0.30, receipt 2");
}

BOOST_AUTO_TEST_CASE(each_error_of_the_service_has_words_for_the_visitor)
{
    struct row
    {
        std::int64_t code;
        int status;
        char const* title;
    };
    to_basket();
    for (row const& one : {row{10401, 409, "Sold out"}, row{10402, 409, "Not so many left"}})
    {
        fake.on<ops::allocate_products>().then(testing::problem(one.code, "detail", one.status));
        BOOST_TEST(visit->add_product(0, 1));
        run();
        BOOST_TEST(title() == one.title);
        BOOST_TEST(visit->dismiss());
        BOOST_TEST(visit->may_pay());
    }
    fake.on<ops::allocate_manual_seats>().then(testing::problem(13004, "closed", 422));
    BOOST_TEST(visit->go_to(page::seats));
    BOOST_TEST(visit->pick(4));
    run();
    BOOST_TEST(title() == "This basket is closed");
    BOOST_TEST(!visit->may_change_seats());
    BOOST_TEST(visit->dismiss());
    run();
    BOOST_TEST((visit->at() == page::events));
}

BOOST_AUTO_TEST_CASE(without_a_network_the_events_can_be_asked_for_again)
{
    fake.on<ops::list_events>().then(testing::status(503)).repeat(3);
    BOOST_TEST(visit->show_events());
    run();
    BOOST_TEST(title() == "No connection to the ticket service");
    BOOST_TEST(visit->try_again());
    run();
    BOOST_TEST(visit->sessions().size() == 2U);
}

BOOST_AUTO_TEST_CASE(it_may_end_while_an_order_is_on_its_way_and_the_journal_has_the_order)
{
    fake.on<ops::confirm_order>().then(testing::slow(std::chrono::seconds(20)));
    to_basket();
    BOOST_TEST(visit->pay(""));
    fake.run_for(std::chrono::seconds(1));
    int const before = changes;
    visit.reset();
    run();
    BOOST_TEST(changes == before);
    BOOST_TEST(journal->unresolved().value().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_installation_that_cannot_be_used_says_what_is_wrong_with_it)
{
    auto const read = [this](char const* text)
    {
        QString const path = folder.folder.filePath(QStringLiteral("installation.json"));
        QFile file(path);
        BOOST_REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        return kiosk::read_installation(path.toStdString()).error().message();
    };
    BOOST_TEST(read(R"({"venues": [{"venueId": 7, "seatSize": 0, "seats": []}], "products": []})")
                   .find("seatSize of venue 7 is not above 0") != std::string::npos);
    BOOST_TEST(read(R"({"venues": [{"venueId": "seven"}]})").find("venueId") != std::string::npos);
    BOOST_TEST(
        kiosk::read_installation("/nowhere").error().message().find("cannot open /nowhere") !=
        std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_something_throws_stands_on_the_screen)
{
    visit->fail(std::make_exception_ptr(std::runtime_error("the printer burns")));
    BOOST_TEST((visit->message()->kind == situation::out_of_order));
    BOOST_TEST(visit->message()->detail == "the printer burns");
}

BOOST_AUTO_TEST_SUITE_END()
