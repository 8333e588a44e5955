// SPDX-License-Identifier: BSL-1.0
// A tour of all calls, with coroutines; a kiosk sells two seats and a booklet: kiosk BASE_ADDRESS [only_unapplied]
// To begin a kiosk of your own, copy till.cpp: what is under way there when the power fails is not forgotten.
// Every step prints what it does; the exit status is 0 only if each did what it should.

#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace api = ticketing::v1;
namespace asio = boost::asio;

namespace {

// What the demo world of the sandbox holds (examples/sandbox/scenario.json).
constexpr std::int64_t session_id = 4500000001;
constexpr std::int64_t catalog_id = 4550000001;
constexpr std::int64_t standard_category = 4310000002;
constexpr std::int64_t full_price = 4600000001;
constexpr std::int64_t front_seat = 5100000101;
constexpr std::int64_t booklet = 4700000001;
constexpr std::int64_t sold_out_poster = 4700000004;
constexpr std::int64_t venue_id = 4300000001;
constexpr std::int64_t disabled_cart = 4800000001;
constexpr std::int64_t disabled_item = 4900000002;

void step(std::string_view title)
{
    static int number = 0;
    std::cout << '\n' << ++number << ". " << title << '\n';
}

/// Ends the demo when something is not as it should be.
void expect(bool condition, std::string const& what)
{
    if (!condition)
        throw std::runtime_error("not as expected: " + what);
}

void show(std::vector<api::SeatCartItemDetail> const& seats)
{
    for (auto const& seat : seats)
        std::cout << "   row " << seat.seat_properties.rank << " seat " << seat.seat_properties.seat << " ("
                  << seat.seat_properties.category_label << "): " << seat.amount << " + " << seat.fees << " fees\n";
}

restbind::decimal price_of(std::vector<api::SeatCartItemDetail> const& seats)
{
    restbind::decimal sum;
    for (auto const& seat : seats)
        sum = sum + seat.amount + seat.fees;
    return sum;
}

/// Says what an operator has to know: the call may have been carried out twice, or nobody knows whether it was.
template <class Response>
void warn(restbind::result<Response> const& outcome, restbind::net::call_info const& info, std::string_view twice,
    std::string_view unknown)
{
    if (outcome.has_error() && outcome.error().outcome_unknown())
        std::cout << "   " << unknown << '\n';
    else if (info.earlier_may_have_applied)
        std::cout << "   an earlier attempt failed and may have been applied, too: " << twice << '\n';
}

asio::awaitable<void> list_events(api::client client)
{
    step("Which events may this kiosk sell?");
    api::ListEventsRequest const year{.start_date = restbind::date{std::chrono::year{2027} / 1 / 1},
        .end_date = restbind::date{std::chrono::year{2027} / 12 / 31}};
    auto const list = (co_await client.list_events(year)).value();
    for (auto const& event : list.events) // the provider leaves their shape open
        std::cout << "   " << event.at("name") << " in " << event.at("venueName") << ", "
                  << event.at("sessions").as_array().size() << " session(s)\n";
    expect(list.events.size() == 2, "two events in 2027");
}

asio::awaitable<void> show_mistakes(api::client client)
{
    step("A request with mistakes is refused here, with the server's own words; nothing is sent.");
    api::AllocateManualSeatsRequest const wrong{
        .cart_id = -1, .event_session_id = session_id, .detail = {{.seat_id = 0, .rate_id = full_price}}};
    auto const refused = co_await client.allocate_manual_seats(wrong);
    expect(refused.has_error() && refused.error() == restbind::error_kind::validation_failed, "a local refusal");
    for (auto const& e : refused.error().violations())
        std::cout << "   " << e.field << ": " << e.message << '\n';
    expect(refused.error().violations().size() == 3, "three mistakes");

    step("The server's business errors are typed.");
    api::AllocateManualSeatsRequest const closed{.cart_id = disabled_cart, .cart_item_id = disabled_item,
        .event_session_id = session_id, .detail = {{.seat_id = front_seat, .rate_id = full_price, .action_select = true}}};
    auto const disabled = co_await client.allocate_manual_seats(closed);
    expect(disabled.has_error() && disabled.error() == api::error_code::cart_item_disabled, "error 13004");
    std::cout << "   " << disabled.error() << '\n';
}

asio::awaitable<api::AllocateBestSeatsResponse> hold_best_seats(api::client client)
{
    step("Two good seats in the standard category, please.");
    api::AllocateBestSeatsRequest const best{.session_id = session_id, .catalog_id = catalog_id, .quantity = 2,
        .price_category = standard_category};
    restbind::net::call_options options;
    options.info = std::make_shared<restbind::net::call_info>();
    auto const outcome = co_await client.allocate_best_seats(best, options);
    warn(outcome, *options.info, "it may hold two more seats, in a cart that we do not know",
        "two seats may be held all the same, in a cart that we do not know");
    auto held = outcome.value();
    show(held.cart_item_detail);
    expect(held.cart_item_detail.size() == 2, "two seats");
    co_return held;
}

asio::awaitable<void> change_seats(api::client client, api::AllocateBestSeatsResponse held)
{
    step("The customer takes one of them and a seat in the front row instead of the other.");
    auto const& given_back = held.cart_item_detail.back();
    api::AllocateManualSeatsRequest const change{
        .cart_id = held.cart_id,
        .cart_item_id = held.cart_item_id,
        .event_session_id = session_id,
        .detail = {{.seat_id = given_back.seat_properties.seat_id, .rate_id = given_back.rate_id, .action_select = false},
                   {.seat_id = front_seat, .rate_id = full_price, .action_select = true}}};
    auto const changed = (co_await client.allocate_manual_seats(change)).value();
    show(changed.cart_item_detail);
    std::cout << "   to pay for the seats: " << price_of(changed.cart_item_detail) << '\n';
    expect(changed.errors.empty() && changed.cart_item_detail.size() == 2, "two seats, no seat error");
    expect(std::ranges::any_of(changed.cart_item_detail,
               [](auto const& seat) { return seat.seat_properties.seat_id == front_seat; }),
        "the front seat is held");
}

asio::awaitable<void> add_products(api::client client, std::int64_t cart_id)
{
    step("A poster is sold out; a booklet it is.");
    api::AllocateProductsRequest product{.cart_id = cart_id, .product_id = sold_out_poster, .quantity = 1};
    auto const sold_out = co_await client.allocate_products(product);
    expect(sold_out.has_error() && sold_out.error() == api::error_code::product_out_of_stock, "error 10401");
    std::cout << "   " << sold_out.error() << '\n';

    product.product_id = booklet;
    auto const added = (co_await client.allocate_products(product)).value();
    std::cout << "   " << added.cart_item_detail.quantity << " booklet at " << added.cart_item_detail.amount << '\n';
    expect(!added.cart_item_detail.event_id, "a global product belongs to no event");
}

asio::awaitable<void> fetch_picture(api::client client)
{
    step("The seating plan as a picture.");
    api::VenuePictureRequest const plan{
        .venue_id = venue_id, .option = api::VenuePictureRequestOption::numbers_only, .zoom = 2.0};
    auto const response = (co_await client.venue_picture(plan)).value();
    std::cout << "   a PNG of " << response.picture.bytes.size() << " bytes\n";
    expect(response.picture.bytes.size() > 100, "a picture");
}

asio::awaitable<void> confirm(api::client client, std::int64_t cart_id)
{
    step("The customer pays; the order is confirmed.");
    api::ConfirmOrderRequest const order{{"cartId", cart_id}};
    restbind::net::call_options options;
    options.info = std::make_shared<restbind::net::call_info>();
    auto const outcome = co_await client.confirm_order(order, options);
    warn(outcome, *options.info, "check for a second order",
        "the order may be confirmed all the same: ask the service before you try again");
    auto const& confirmed = outcome.value();
    std::cout << "   order " << confirmed.at("orderId") << " is " << confirmed.at("status") << '\n';
    expect(confirmed.at("status") == "confirmed", "a confirmed order");
}

asio::awaitable<void> sell(api::client client)
{
    co_await list_events(client);
    co_await show_mistakes(client);
    auto const held = co_await hold_best_seats(client);
    co_await change_seats(client, held);
    co_await add_products(client, held.cart_id);
    co_await fetch_picture(client);
    co_await confirm(client, held.cart_id);
}

} // namespace

int main(int count, char** arguments)
{
    bool const only_unapplied = count == 3 && arguments[2] == std::string_view("only_unapplied");
    if (count != 2 && !only_unapplied)
    {
        std::cerr << "usage: kiosk BASE_ADDRESS [only_unapplied]\n";
        return 2;
    }
    try
    {
        auto options = api::default_options({.auth_url = arguments[1], // the sandbox is its own authorization server
            .directory_id = "d1ec7081-0000-4000-8000-000000000001",
            .api_app_guid = "a9100000-0000-4000-8000-000000000002"});
        options.base_url = arguments[1];
        if (only_unapplied) // a request that is not idempotent is sent once, unless it was certainly not applied
            options.retry.policy = restbind::http::retry_policy::only_unapplied;
        options.tokens.credentials = {.client_id = "c11e0000-0000-4000-8000-00000000000a",
            .client_secret = restbind::secret("kiosk-secret-for-the-sandbox-only")};

        asio::io_context io;
        api::client client(io, std::move(options), {.tenant = "arena"});

        std::exception_ptr failure;
        asio::co_spawn(io, sell(client), [&failure](std::exception_ptr e) { failure = e; });
        io.run();
        if (failure)
            std::rethrow_exception(failure);
        std::cout << "\nSold.\n";
        return 0;
    }
    catch (std::exception const& e)
    {
        std::cerr << "\nThe kiosk gives up: " << e.what() << '\n';
        return 1;
    }
}
