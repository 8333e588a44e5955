// SPDX-License-Identifier: BSL-1.0
#include <restbind/testing.hpp>
#include <restbind/testing/fake_service.hpp>
#include <restbind/testing/reply.hpp>
#include <restbind/testing/scripted_operation.hpp>

#include <ticketing/v1.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace api = ticketing::v1;
namespace asio = boost::asio;
using namespace std::chrono_literals;
using restbind::testing::fake_service;
using allocate = api::operations::allocate_manual_seats;
using confirm = api::operations::confirm_order;

api::client client_of(fake_service& fake, restbind::net::client_options options)
{
    return api::client(fake.executor(), std::move(options), {.tenant = "arena"});
}

api::client client_of(fake_service& fake)
{
    return client_of(fake, fake.options());
}

api::AllocateManualSeatsRequest two_seats()
{
    return {.event_session_id = 4711,
        .detail = {{.seat_id = 101, .rate_id = 7, .action_select = true},
            {.seat_id = 102, .rate_id = 7, .action_select = true}}};
}

/// What an allocation has come to.
using outcome = std::optional<restbind::result<api::AllocateManualSeatsResponse>>;

/// Makes a call and lets it end.
outcome hold(fake_service& fake, api::client const& client,
    restbind::net::call_options const& options = {})
{
    outcome ended;
    client.async_allocate_manual_seats(
        two_seats(), options, [&ended](auto&& got) { ended.emplace(std::move(got)); });
    fake.run_until_idle();
    return ended;
}

void answer_all(fake_service& fake)
{
    fake.on<allocate>([](auto const& request)
        {
            api::AllocateManualSeatsResponse held;
            held.cart_id = request.event_session_id;
            return held;
        });
}

} // namespace

BOOST_AUTO_TEST_SUITE(testing_fake_service)

BOOST_AUTO_TEST_CASE(typed_requests_and_responses_travel_as_bytes)
{
    fake_service fake;
    answer_all(fake);
    auto const client = client_of(fake);
    auto const held = hold(fake, client);
    BOOST_REQUIRE(held);
    BOOST_REQUIRE_MESSAGE(*held, held->error().message());
    BOOST_TEST((*held)->cart_id == 4711);
    auto const& calls = fake.calls<allocate>();
    BOOST_REQUIRE(calls.size() == 1U);
    BOOST_TEST(calls[0].method == "POST");
    BOOST_TEST(calls[0].target == "/api/v1/cart/allocateManualSeats");
    BOOST_TEST(calls[0].headers.find("x-tenant").value_or("") == "arena");
    BOOST_TEST((calls[0].request.value() == two_seats()));
    BOOST_TEST(fake.complaints().empty());
}

BOOST_AUTO_TEST_CASE(coroutines_make_calls)
{
    fake_service fake;
    answer_all(fake);
    auto const client = client_of(fake);
    std::int64_t cart = 0;
    asio::co_spawn(
        fake.executor(),
        [&]() -> asio::awaitable<void>
        {
            auto const request = two_seats();
            auto held = co_await client.allocate_manual_seats(request);
            cart = held.value().cart_id;
        },
        asio::detached);
    fake.run_until_idle();
    BOOST_TEST(cart == 4711);
}

BOOST_AUTO_TEST_CASE(blocking_calls_run_in_the_thread_of_the_test)
{
    fake_service fake;
    answer_all(fake);
    fake.on<allocate>().then(restbind::testing::slow(10s));
    auto const blocking = fake.blocking<api::blocking_client>(client_of(fake));
    auto const begun = fake.network().now();
    BOOST_TEST(blocking.allocate_manual_seats(two_seats()).value().cart_id == 4711);
    BOOST_TEST((fake.network().now() - begun == 10s));
}

BOOST_AUTO_TEST_CASE(a_function_may_take_the_request_as_it_came)
{
    fake_service fake;
    std::string target;
    fake.on<api::operations::list_events>(
        [&target](restbind::testing::received_request const& received)
        {
            target = received.target;
            return restbind::testing::status(503);
        });
    auto const blocking = fake.blocking<api::blocking_client>(client_of(fake));
    api::ListEventsRequest request;
    request.start_date = std::chrono::year(2030) / 1 / 2;
    auto const got = blocking.list_events(request, {.retry = restbind::http::retry_policy::never});
    BOOST_TEST(got.error().status() == 503);
    BOOST_TEST(target == "/api/v1/catalog/events?startDate=2030-01-02");
}

BOOST_AUTO_TEST_CASE(a_kept_connection_serves_the_next_call)
{
    fake_service fake;
    answer_all(fake);
    auto const client = client_of(fake);
    for (int count = 0; count != 3; ++count)
        BOOST_TEST(hold(fake, client)->has_value());
    BOOST_TEST(fake.calls<allocate>().size() == 3U);
    BOOST_TEST(fake.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(an_hour_of_pauses_passes_at_once)
{
    fake_service fake;
    answer_all(fake);
    fake.on<allocate>().then(restbind::testing::status(503)).then(restbind::testing::status(503));
    auto const client = client_of(fake);
    auto const begun = std::chrono::steady_clock::now();
    auto const held = hold(fake, client,
        {.deadline = 2h,
            .retry_rule = restbind::http::retry_rule{.max_attempts = 3,
                .initial_delay = 40min,
                .multiplier = 1,
                .statuses = {503}},
            .idempotency = restbind::http::idempotency::idempotent});
    BOOST_REQUIRE(held);
    BOOST_REQUIRE_MESSAGE(*held, held->error().message());
    auto const& calls = fake.calls<allocate>();
    BOOST_REQUIRE(calls.size() == 3U);
    BOOST_TEST((calls[2].at - calls[0].at >= 40min)); // pauses vary
    BOOST_TEST((std::chrono::steady_clock::now() - begun < 10s));
}

BOOST_AUTO_TEST_CASE(a_deadline_strikes_in_virtual_time)
{
    fake_service fake;
    answer_all(fake);
    fake.on<allocate>().then(restbind::testing::slow(1h));
    auto const client = client_of(fake);
    auto const begun = fake.network().now();
    std::optional<std::chrono::steady_clock::time_point> ended;
    std::optional<restbind::error_kind> kind;
    client.async_allocate_manual_seats(two_seats(), {.deadline = 20s},
        [&](auto&& got)
        {
            ended = fake.network().now();
            kind = got.error().kind();
        });
    fake.run_until_idle();
    BOOST_REQUIRE(ended);
    BOOST_TEST((*kind == restbind::error_kind::timed_out));
    BOOST_TEST((*ended - begun == 20s));
}

BOOST_AUTO_TEST_CASE(a_lost_response_leaves_the_outcome_unknown)
{
    fake_service fake;
    fake.on<confirm>([](api::ConfirmOrderRequest const&) { return api::ConfirmOrderResponse{}; })
        .then(restbind::testing::lost_response());
    auto const client = client_of(fake);
    std::optional<bool> unknown;
    client.async_confirm_order(api::ConfirmOrderRequest{}, {},
        [&](auto&& got) { unknown = got.error().outcome_unknown(); });
    fake.run_until_idle();
    BOOST_REQUIRE(unknown);
    BOOST_TEST(*unknown);
    BOOST_TEST(fake.calls<confirm>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_problem_has_the_code_of_the_api)
{
    fake_service fake;
    fake.on<allocate>().then(restbind::testing::problem(13001, "another cart"));
    auto const client = client_of(fake);
    auto const held = hold(fake, client);
    BOOST_REQUIRE(held);
    BOOST_REQUIRE(!*held);
    BOOST_TEST((held->error() == api::error_code::cart_mismatch));
    BOOST_TEST(held->error().detail() == "another cart");
}

BOOST_AUTO_TEST_CASE(requests_are_checked_as_the_service_would)
{
    fake_service fake;
    answer_all(fake);
    auto options = fake.options();
    options.validation = restbind::validation_policy::off;
    auto const client = client_of(fake, std::move(options));
    api::AllocateManualSeatsRequest const nothing{};
    outcome ended;
    client.async_allocate_manual_seats(nothing, {}, [&](auto&& got) { ended.emplace(got); });
    fake.run_until_idle();
    BOOST_REQUIRE(ended);
    BOOST_REQUIRE(!*ended);
    auto const local = allocate::build(nothing, {.tenant = "arena"});
    BOOST_REQUIRE(!local);
    BOOST_TEST(ended->error().status() == 422);
    BOOST_TEST((ended->error().problem() == local.error().problem()));
    BOOST_TEST(!ended->error().problem().errors.empty());
    BOOST_TEST((fake.calls<allocate>().at(0).request.error() ==
                restbind::error_kind::validation_failed));
}

BOOST_AUTO_TEST_CASE(a_response_that_is_cut_off_leaves_the_outcome_unknown)
{
    fake_service fake;
    answer_all(fake);
    fake.on<allocate>().then(restbind::testing::cut_off());
    auto const client = client_of(fake);
    auto const held = hold(fake, client);
    BOOST_REQUIRE(held);
    BOOST_REQUIRE(!*held);
    BOOST_TEST(held->error().outcome_unknown());
    BOOST_TEST(fake.calls<allocate>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(garbage_is_no_response)
{
    fake_service fake;
    fake.on<allocate>().then(restbind::testing::garbage());
    auto const client = client_of(fake);
    auto const held = hold(fake, client);
    BOOST_REQUIRE(held);
    BOOST_REQUIRE(!*held);
    BOOST_TEST((held->error().kind() == restbind::error_kind::protocol));
}

BOOST_AUTO_TEST_CASE(a_refused_connection_is_tried_again)
{
    fake_service fake;
    answer_all(fake);
    fake.network().refuse();
    auto const client = client_of(fake);
    auto const begun = fake.network().now();
    BOOST_TEST(hold(fake, client)->has_value());
    BOOST_TEST((fake.network().now() > begun)); // it has paused
    BOOST_TEST(fake.calls<allocate>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_beginning_of_a_response_is_all_that_comes)
{
    struct byte_counter : restbind::net::observer
    {
        void attempt_ended(restbind::net::attempt_report const& seen) override
        {
            bytes = seen.bytes_received;
        }
        std::uint64_t bytes = 0;
    };
    auto const counter = std::make_shared<byte_counter>();
    fake_service fake;
    fake.on<allocate>().then(restbind::testing::cut_off(60));
    auto options = fake.options();
    options.observer = counter;
    auto const client = client_of(fake, std::move(options));
    auto const held = hold(fake, client);
    BOOST_TEST(counter->bytes == 60U);
    BOOST_REQUIRE(held);
    BOOST_REQUIRE(!*held);
    BOOST_TEST((held->error().kind() == restbind::error_kind::read));
    BOOST_TEST(held->error().outcome_unknown());
}

BOOST_AUTO_TEST_CASE(fields_are_refused_as_the_document_says)
{
    fake_service fake;
    fake.on<allocate>().then(restbind::testing::refused({{"detail[1].seatId", "Seat is sold"}}));
    auto const client = client_of(fake);
    auto const held = hold(fake, client);
    BOOST_REQUIRE(held);
    BOOST_REQUIRE(!*held);
    BOOST_TEST(held->error().status() == 422);
    BOOST_TEST(held->error().detail() == "The request contains 1 validation error(s)");
    BOOST_REQUIRE(held->error().violations().size() == 1U);
    BOOST_TEST(held->error().violations()[0].pointer == "/detail/1/seatId");
    BOOST_TEST(held->error().violations()[0].message == "Seat is sold");
}

BOOST_AUTO_TEST_CASE(steps_hold_values_and_headers_and_are_repeated)
{
    fake_service fake;
    api::AllocateManualSeatsResponse seventh;
    seventh.cart_id = 7;
    fake.on<allocate>()
        .then(restbind::testing::with_header(
            restbind::testing::status(503), "Retry-After", "25"))
        .then(seventh)
        .repeat(2)
        .then(restbind::testing::problem(13001, "another cart"))
        .always();
    auto const client = client_of(fake);
    auto const begun = fake.network().now();
    BOOST_TEST(hold(fake, client)->value().cart_id == 7);
    BOOST_TEST((fake.network().now() - begun >= 25s));
    BOOST_TEST(hold(fake, client)->value().cart_id == 7);
    BOOST_TEST((hold(fake, client)->error() == api::error_code::cart_mismatch));
    BOOST_TEST((hold(fake, client)->error() == api::error_code::cart_mismatch));
    BOOST_TEST(fake.complaints().empty());
}

BOOST_AUTO_TEST_CASE(calls_that_nobody_expected_are_told)
{
    fake_service fake;
    auto const client = client_of(fake);
    auto const held = hold(fake, client);
    BOOST_REQUIRE(held);
    BOOST_TEST(held->error().status() == 501);
    auto const told = fake.complaints();
    BOOST_REQUIRE(told.size() == 1U);
    BOOST_TEST(told[0] == "POST /api/v1/cart/allocateManualSeats: no such operation");
    BOOST_TEST(fake.complaints().empty());
    fake.on<allocate>();
    BOOST_TEST(hold(fake, client)->error().status() == 501);
    BOOST_TEST(fake.complaints().at(0) ==
               "POST /api/v1/cart/allocateManualSeats: the script has ended");
}

BOOST_AUTO_TEST_CASE(steps_that_nobody_used_are_told_in_the_end)
{
    std::vector<std::string> told;
    {
        fake_service fake;
        fake.complain_to([&told](std::string const& text) { told.push_back(text); });
        fake.on<confirm>().then(restbind::testing::status(503)).repeat(2);
        fake.on<allocate>().then(restbind::testing::status(503)).always();
        fake.tokens().then_refuse();
    }
    BOOST_REQUIRE(told.size() == 3U);
    BOOST_TEST(told[0] == "confirmOrder: 2 steps of the script were not used");
    BOOST_TEST(told[1] == "allocateManualSeats: 1 step of the script was not used");
    BOOST_TEST(told[2] == "tokens: 1 step of the script was not used");
}

BOOST_AUTO_TEST_CASE(parameters_come_in_their_types)
{
    fake_service fake;
    std::optional<restbind::date> first;
    fake.on<api::operations::list_events>(
        [&first](api::ListEventsRequest const& request)
        {
            first = request.start_date;
            return api::EventList{};
        });
    auto const blocking = fake.blocking<api::blocking_client>(client_of(fake));
    api::ListEventsRequest request;
    request.start_date = std::chrono::year(2030) / 1 / 2;
    BOOST_TEST(blocking.list_events(request).has_value());
    BOOST_TEST((first == request.start_date));
    auto const& call = fake.calls<api::operations::list_events>().at(0);
    BOOST_TEST((call.request.value() == request));
    BOOST_TEST(call.parameters.tenant == "arena");
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
BOOST_AUTO_TEST_CASE(a_sale_as_the_guide_shows_it)
{
    using restbind::testing::lost_response;
    using restbind::testing::problem;
    using restbind::testing::status;
    restbind::testing::fake_service fake;
    fake.on<api::operations::allocate_manual_seats>([]([[maybe_unused]] auto const& request) {
        return api::AllocateManualSeatsResponse{.cart_id = 7};
    });
    fake.on<api::operations::confirm_order>()
        .then(status(503))
        .then(lost_response())
        .then(problem(13001, "..."));
    api::client client(fake.executor(), fake.options(), {.tenant = "arena"});
    std::optional<restbind::error> ended;
    auto const confirm_it = [&]
    {
        client.async_confirm_order(
            api::ConfirmOrderRequest{}, [&](auto&& got) { ended = got.error(); });
        fake.run_until_idle(); // pauses, deadlines and token lives pass in virtual time
    };
    confirm_it();
    BOOST_TEST(ended->outcome_unknown());
    BOOST_TEST(fake.calls<api::operations::confirm_order>().size() == 2U);
    confirm_it();
    BOOST_TEST((*ended == api::error_code::cart_mismatch));
    BOOST_TEST(fake.calls<api::operations::confirm_order>().size() == 3U);
    BOOST_TEST(fake.complaints().empty());
}
#pragma GCC diagnostic pop

BOOST_AUTO_TEST_SUITE_END()
