// SPDX-License-Identifier: BSL-1.0
// A sale by clicks and keys, against the sandbox.
#include "../../examples/kiosk_screen/qt_context.hpp"
#include "screen.hpp"

#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <sandbox.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

namespace
{

namespace api = ticketing::v1;

constexpr std::int64_t session_id = 4500000001;

struct shop
{
    std::optional<sandbox::server> service{
        std::in_place, sandbox::load_scenario_file(TICKETING_SANDBOX_SCENARIO)};
    screen_test::journal_folder folder;
    std::shared_ptr<restbind::journal::file> journal = folder.open();
    std::exception_ptr failure;
    std::optional<qt_context> context{
        std::in_place, [this](std::exception_ptr what) { failure = what; }};
    std::optional<kiosk::window> window{std::in_place, QStringLiteral("Arena Tickets"),
        api::client(context->get_executor(), options(), {.tenant = "arena"}), journal,
        kiosk::read_installation(KIOSK_INSTALLATION).value()};
    std::optional<screen_test::visitor> visitor;

    shop()
    {
        visitor.emplace(*window);
        window->show();
        window->model().show_events();
        visitor->wait();
        visitor->until([this] { return window->model().picture(4300000001) != nullptr; });
    }
    ~shop() { BOOST_TEST(!failure); }

    restbind::net::client_options options() const
    {
        auto made = api::default_options({.auth_url = service->url(),
            .directory_id = "d1ec7081-0000-4000-8000-000000000001",
            .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
        made.base_url = service->url();
        made.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
            .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};
        made.retry.policy = restbind::http::retry_policy::only_unapplied;
        made.journal = journal;
        return made;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(sale, shop)

BOOST_AUTO_TEST_CASE(a_visitor_chooses_seats_and_products_and_pays_exactly_that)
{
    visitor->take_picture("events");
    visitor->touch("session_0");
    for (std::int64_t const seat : {5100000105, 5100000104, 5100000103})
    {
        visitor->touch_seat(seat);
        visitor->wait();
    }
    visitor->touch_seat(5100000106); // sold already
    visitor->wait();
    BOOST_TEST(visitor->text("message_title") == "This seat is not available");
    visitor->touch("dismiss");
    visitor->touch("rate_1"); // reduced
    visitor->touch_seat(5100000306);
    visitor->wait();
    visitor->touch_seat(5100000103); // given back
    visitor->wait();
    BOOST_TEST(service->taken_seats(session_id) == 3U + 3U); // three of others from the start
    visitor->take_picture("seats");
    visitor->touch("to_basket");
    BOOST_TEST(visitor->text("total") == "159.25"); // 63.40 + 63.40 + 32.45
    visitor->touch("product_1");
    visitor->type("quantity", "3");
    visitor->press("quantity", Qt::Key_Return);
    visitor->wait();
    BOOST_TEST(visitor->text("total") == "238.60"); // 3 x 24.90 + 3.60 + 1.05
    visitor->type("contact", "+49 30 1234567");
    visitor->take_picture("basket");
    visitor->touch("pay");
    visitor->wait();
    BOOST_TEST(visitor->text("end_title") == "Thank you. Enjoy the evening!");
    visitor->take_picture("sold");
    BOOST_TEST(service->effects(sandbox::operation::confirm_order) == 1U);
    BOOST_TEST(journal->latest(1).value().front().memo == "238.60, receipt 1, +49 30 1234567");
    BOOST_TEST(journal->unresolved().value().empty());
    BOOST_TEST((window->size() == QSize(1024, 768))); // no page has needed more
    visitor->touch("next");
    visitor->wait();
    BOOST_TEST(visitor->may_touch("session_0"));
    BOOST_TEST(window->model().total() == restbind::decimal());
}

BOOST_AUTO_TEST_CASE(the_best_seats_are_shown_where_they_are_also_without_a_picture)
{
    visitor->touch("session_2"); // of a venue whose picture the service cannot draw
    visitor->touch("best");
    visitor->wait();
    BOOST_TEST(window->model().held().size() == 2U);
    BOOST_TEST(visitor->text("plan_total") == "48.250"); // 2 x (24 + 0.125)
    visitor->touch_seat(window->model().held()[0].seat_properties.seat_id);
    visitor->wait();
    BOOST_TEST(service->taken_seats(4500000003) == 1U);
    visitor->touch("start_over");
    visitor->wait();
    BOOST_TEST(service->taken_seats(4500000003) == 0U); // given back
}

BOOST_AUTO_TEST_CASE(window_client_and_context_may_end_while_a_response_is_awaited)
{
    visitor->touch("session_0");
    service->delay(std::chrono::milliseconds(300));
    visitor->touch_seat(5100000105);
    visitor->until([this] { return service->taken_seats(session_id) == 4U; });
    BOOST_TEST(window->close());
    visitor.reset();
    window.reset();
    context.reset();
    BOOST_TEST(journal->unresolved().value().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_call_takes_little_longer_in_qts_loop_than_in_one_of_asio)
{
    std::vector<std::chrono::microseconds> took;
    auto const many_calls = [&](api::client client) -> boost::asio::awaitable<void>
    {
        api::ListEventsRequest const all{};
        took.clear();
        for (int i = 0; i != 300; ++i)
        {
            auto const begun = std::chrono::steady_clock::now();
            (co_await client.list_events(all)).value();
            took.push_back(std::chrono::duration_cast<std::chrono::microseconds>(
                std::chrono::steady_clock::now() - begun));
        }
        std::ranges::sort(took);
    };
    bool is_over = false;
    auto const end = [&](std::exception_ptr why)
    {
        failure = why;
        is_over = true;
    };
    boost::asio::io_context io;
    boost::asio::co_spawn(io, many_calls(api::client(io, options(), {.tenant = "arena"})), end);
    io.run();
    auto const in_asio = took.at(took.size() / 2);
    is_over = false;
    auto const executor = context->get_executor();
    boost::asio::co_spawn(
        executor, many_calls(api::client(executor, options(), {.tenant = "arena"})), end);
    while (!is_over)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    auto const in_qt = took.at(took.size() / 2);
    BOOST_TEST_MESSAGE("half of 300 calls take less than "
                       << in_asio.count() << " us in Asio's loop, in Qt's " << in_qt.count()
                       << " us");
    BOOST_TEST((in_qt < in_asio + std::chrono::milliseconds(2)));
}

BOOST_AUTO_TEST_CASE(a_service_that_is_gone_is_told_and_found_again)
{
    sandbox::options same;
    same.port = service->port();
    service.reset();
    visitor->touch("start_over");
    visitor->wait();
    BOOST_TEST(visitor->text("message_title") == "No connection to the ticket service");
    service.emplace(sandbox::load_scenario_file(TICKETING_SANDBOX_SCENARIO), same);
    visitor->touch("again");
    visitor->wait();
    BOOST_TEST(visitor->may_touch("session_0"));
}

BOOST_AUTO_TEST_SUITE_END()
