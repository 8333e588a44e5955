// SPDX-License-Identifier: BSL-1.0
// What a visitor and the staff see when something goes wrong, by clicks and keys, with a service
// that fits into a test.
#include "../../examples/kiosk_screen/look.hpp"
#include "screen.hpp"

#include <restbind/testing.hpp>
#include <ticketing/v1.hpp>

#include <stdexcept>

namespace
{

namespace api = ticketing::v1;
namespace ops = api::operations;
namespace testing = restbind::testing;

constexpr char const* one_event =
    R"({"events": [{"eventId": 1, "name": "Winter concert", "venueId": 4300000001,
    "venueName": "Main hall", "sessions": [{"eventSessionId": 11, "catalogId": 1,
        "startsAt": "2027-01-15T19:00:00Z",
        "rates": [{"rateId": 5, "label": "Full price", "prices": [
            {"categoryId": 4310000001, "categoryLabel": "Premium",
             "amount": 59.90, "fees": 3.50}]}]}]}]})";

constexpr std::int64_t a3 = 5100000103;
constexpr std::int64_t a4 = 5100000104;

struct shop
{
    screen_test::journal_folder folder;
    testing::fake_service fake;
    std::shared_ptr<restbind::journal::file> journal = folder.open();
    restbind::decimal price = *restbind::decimal::from_string("59.90");
    std::optional<kiosk::window> window;
    std::optional<screen_test::visitor> visitor;

    shop()
    {
        fake.complain_to([](std::string const& text) { BOOST_ERROR(text); });
        fake.on<ops::list_events>([](testing::received_request const&)
            { return testing::status(200, one_event, "application/json"); });
        fake.on<ops::venue_picture>([](testing::received_request const&)
            { return testing::status(404, "{}", "application/json"); });
        fake.on<ops::allocate_manual_seats>(
            [this](api::AllocateManualSeatsRequest const& request)
            {
                api::AllocateManualSeatsResponse made{
                    .cart_id = 17, .cart_item_id = 18, .cart_item_detail = {}, .errors = {}};
                api::SeatCartItemDetail held;
                held.rate_id = 5;
                held.amount = price;
                held.fees = price;
                held.seat_properties.seat_id = request.detail[0].seat_id;
                held.seat_properties.rank = "A";
                held.seat_properties.seat = "3";
                held.seat_properties.is_numbered = true;
                held.seat_properties.category_label = "Premium";
                held.seat_properties.coord_x = 92;
                held.seat_properties.coord_y = 40;
                if (request.detail[0].action_select)
                    made.cart_item_detail.push_back(held);
                return made;
            });
        fake.on<ops::allocate_best_seats>();
        fake.on<ops::allocate_products>();
        fake.on<ops::confirm_order>([](testing::received_request const&)
            { return testing::status(200, "{}", "application/json"); });
        auto options = fake.options();
        options.journal = journal;
        options.retry.policy = restbind::http::retry_policy::only_unapplied;
        window.emplace(QStringLiteral("Arena Tickets"),
            api::client(fake.executor(), std::move(options), {.tenant = "arena"}), journal,
            kiosk::read_installation(KIOSK_INSTALLATION).value());
        visitor.emplace(*window);
        window->show();
        window->model().show_events();
    }

    void run() { fake.run_until_idle(); }
    void to_seats()
    {
        run();
        visitor->touch("session_0");
    }
    void to_basket()
    {
        to_seats();
        visitor->touch_seat(a3);
        run();
        visitor->touch("to_basket");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(screen_faults, shop)

BOOST_AUTO_TEST_CASE(while_the_visitor_waits_only_stop_can_be_touched)
{
    fake.on<ops::allocate_manual_seats>().then(testing::slow(std::chrono::seconds(20)));
    to_seats();
    visitor->touch_seat(a3);
    BOOST_TEST(visitor->text("message_title") == "Holding row A, seat 3 …");
    visitor->take_picture("waiting");
    BOOST_TEST(visitor->is_on_top("stop"));
    BOOST_TEST(!visitor->is_on_top("plan"));
    BOOST_TEST(!visitor->is_on_top("staff"));
    visitor->touch_seat(a4);
    visitor->touch("best");
    fake.run_for(std::chrono::seconds(1));
    BOOST_TEST(fake.calls<ops::allocate_manual_seats>().size() == 1U);
    visitor->touch("stop");
    run();
    BOOST_TEST(visitor->text("message_title") == "We are not sure");
    BOOST_TEST(visitor->text("message_text") ==
               "We are not sure that your seats are held. One moment, please.");
    visitor->touch("dismiss");
    run();
    BOOST_TEST(visitor->may_touch("session_0"));
}

BOOST_AUTO_TEST_CASE(fields_are_marked_by_what_the_library_refuses_and_what_the_service_refuses)
{
    to_seats();
    visitor->type("quantity", "11");
    visitor->press("quantity", Qt::Key_Return);
    run();
    BOOST_TEST(visitor->text("quantity_wrong") == "Quantity must be between 1 and 10");
    BOOST_TEST(visitor->find("quantity")->property("wrong").toBool());
    BOOST_TEST(fake.calls<ops::allocate_best_seats>().empty());
    visitor->take_picture("form");
    visitor->type("quantity", "9");
    BOOST_TEST(!visitor->find("quantity_wrong"));
    fake.on<ops::allocate_best_seats>().then(
        testing::refused({{"Quantity", "Quantity must be less than 9 today"}}));
    visitor->touch("best");
    run();
    BOOST_TEST(visitor->text("quantity_wrong") == "Quantity must be less than 9 today");
    visitor->type("quantity", "many");
    visitor->touch("best");
    BOOST_TEST(visitor->text("quantity_wrong") == "Please enter a number");
    BOOST_TEST(fake.calls<ops::allocate_best_seats>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(each_violation_stands_at_its_field_and_what_fits_none_at_the_first)
{
    kiosk::field first("quantity", QStringLiteral("How many"), {});
    kiosk::field second("priceCategory", QStringLiteral("Which"), {});
    auto const marked = [](kiosk::field const& one)
    {
        QString const name = one.line()->objectName() + QStringLiteral("_wrong");
        return one.findChild<QLabel*>(name)->text().toStdString();
    };
    kiosk::mark({{.field = "PriceCategory", .message = "unknown"},
                    {.field = "quantity", .message = "too many"},
                    {.field = "sessionId", .message = "too late"}},
        {&first, &second});
    BOOST_TEST(marked(first) == "too many\ntoo late");
    BOOST_TEST(marked(second) == "unknown");
}

BOOST_AUTO_TEST_CASE(without_a_network_it_says_so_and_tries_again)
{
    fake.on<ops::list_events>().then(testing::status(503)).repeat(3);
    run();
    BOOST_TEST(visitor->text("message_title") == "No connection to the ticket service");
    visitor->take_picture("offline");
    visitor->touch("again");
    run();
    BOOST_TEST(visitor->may_touch("session_0"));
}

BOOST_AUTO_TEST_CASE(a_seat_that_was_taken_is_crossed_out_and_cannot_be_touched_again)
{
    fake.on<ops::allocate_manual_seats>().then(api::AllocateManualSeatsResponse{.cart_id = 17,
        .cart_item_id = 18,
        .cart_item_detail = {},
        .errors = {{.seat_id = a3, .error = std::int64_t(102)}}});
    to_seats();
    visitor->touch_seat(a3);
    run();
    BOOST_TEST(visitor->text("message_title") == "This seat is not available");
    visitor->touch("dismiss");
    visitor->touch_seat(a3);
    run();
    BOOST_TEST(fake.calls<ops::allocate_manual_seats>().size() == 1U);
    visitor->take_picture("taken");
}

BOOST_AUTO_TEST_CASE(a_closed_basket_and_a_product_that_is_sold_out)
{
    to_basket();
    fake.on<ops::allocate_products>().then(testing::problem(10401, "out of stock", 409));
    visitor->touch("product_3");
    visitor->touch("add");
    run();
    BOOST_TEST(visitor->text("message_title") == "Sold out");
    visitor->touch("dismiss");
    visitor->touch("to_seats");
    fake.on<ops::allocate_manual_seats>().then(testing::problem(13004, "disabled", 422));
    visitor->touch_seat(a4);
    run();
    BOOST_TEST(visitor->text("message_title") == "This basket is closed");
    BOOST_TEST(visitor->text("dismiss") == "Begin again");
    visitor->touch("dismiss");
    run();
    BOOST_TEST(visitor->may_touch("session_0"));
}

BOOST_AUTO_TEST_CASE(a_double_click_pays_once_and_the_window_stays_while_the_order_is_on_its_way)
{
    fake.on<ops::confirm_order>().then(testing::slow(std::chrono::seconds(5)));
    to_basket();
    auto* const pay = visitor->find("pay");
    QTest::mouseClick(pay, Qt::LeftButton);
    QTest::mouseClick(pay, Qt::LeftButton); // even one that gets past the shield
    BOOST_TEST(!visitor->find("stop"));
    BOOST_TEST(!window->close());
    run();
    BOOST_TEST(fake.calls<ops::confirm_order>().size() == 1U);
    BOOST_TEST(visitor->text("end_title") == "Thank you. Enjoy the evening!");
    BOOST_TEST(window->close());
}

BOOST_AUTO_TEST_CASE(a_lost_order_keeps_the_visitor_from_paying_again_and_the_staff_settles_it)
{
    fake.on<ops::confirm_order>().then(testing::lost_response());
    to_basket();
    visitor->type("contact", "+49 30 1234567");
    visitor->touch("pay");
    run();
    BOOST_TEST(visitor->text("end_title") == "We are checking your order");
    BOOST_TEST(visitor->text("end_text").find("Please do not pay again") != std::string::npos);
    visitor->take_picture("unknown");
    visitor->touch("next");
    run();
    visitor->touch("staff");
    BOOST_TEST(visitor->text("staff_title") == "One sale needs attention");
    visitor->take_picture("staff");
    visitor->touch("settle"); // nothing is written yet
    BOOST_TEST(journal->unresolved().value().size() == 1U);
    visitor->type("found_out", "asked the service: there is an order");
    visitor->press("found_out", Qt::Key_Return);
    BOOST_TEST(visitor->text("staff_title") == "No sale needs attention");
    BOOST_TEST(journal->unresolved().value().empty());
    visitor->touch("leave_staff");
    BOOST_TEST(visitor->may_touch("session_0"));
}

BOOST_AUTO_TEST_CASE(the_window_may_be_closed_and_destroyed_during_any_other_call)
{
    fake.on<ops::allocate_manual_seats>().then(testing::slow(std::chrono::seconds(20)));
    to_seats();
    visitor->touch_seat(a3);
    fake.run_for(std::chrono::seconds(1));
    BOOST_TEST(window->close());
    visitor.reset();
    window.reset();
    run();
    BOOST_TEST(journal->unresolved().value().size() == 1U); // the seat may be held
}

BOOST_AUTO_TEST_CASE(
    what_a_slot_or_a_handler_throws_puts_the_kiosk_out_of_order_until_it_begins_again)
{
    to_seats();
    auto* const button = new QPushButton(QStringLiteral("press"), &*window);
    kiosk::on_click(button, window->model(), [] { throw std::runtime_error("in a slot"); });
    QTest::mouseClick(button, Qt::LeftButton);
    BOOST_TEST(visitor->text("message_title") == "Out of order");
    visitor->touch("dismiss");
    run();
    visitor->touch("session_0");
    price = restbind::decimal(
        std::numeric_limits<std::int64_t>::max()); // with the fees it is too long to be added
    visitor->touch_seat(a3);
    try
    {
        run(); // a qt_context would catch it
        BOOST_ERROR("nothing was thrown");
    }
    catch (std::overflow_error const&)
    {
        window->model().fail(std::current_exception());
    }
    BOOST_TEST(visitor->text("message_title") == "Out of order");
    visitor->touch("dismiss");
    run();
    BOOST_TEST(visitor->may_touch("session_0"));
}

BOOST_AUTO_TEST_CASE(the_plan_can_be_used_with_keys_alone)
{
    to_seats();
    auto* const plan = visitor->find("plan");
    plan->setFocus();
    QTest::keyClick(plan, Qt::Key_Right); // the first seat
    QTest::keyClick(plan, Qt::Key_Right);
    QTest::keyClick(plan, Qt::Key_Right);
    QTest::keyClick(plan, Qt::Key_Down);
    QTest::keyClick(plan, Qt::Key_Up);
    QTest::keyClick(plan, Qt::Key_Space);
    run();
    BOOST_TEST((window->model().state_of(a3) == kiosk::seat_state::mine));
    BOOST_TEST(window->focusWidget() == plan); // keys go on from there
}

BOOST_AUTO_TEST_SUITE_END()
