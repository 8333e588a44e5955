// SPDX-License-Identifier: BSL-1.0
#include "integration/ticketing/fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <exception>
#include <future>
#include <map>
#include <sstream>
#include <type_traits>

using namespace ticketing_tests;
using restbind::error_kind;

namespace {

/// Notes both verdicts of requests that local rules refuse.
class verdicts final : public restbind::net::observer
{
public:
    void validation_mismatched(restbind::net::validation_mismatch_report const& report) noexcept override
    {
        local = report.local.detail;
        status = report.status;
        server = report.server != nullptr ? report.server->problem().detail : "accepted";
    }

    std::string local;
    std::string server;
    int status = 0;
};

api::AllocateManualSeatsRequest with_every_mistake()
{
    return {.cart_id = -1, .cart_item_id = -1, .event_session_id = 0,
        .detail = {{.seat_id = 0, .rate_id = 0, .action_select = true}}};
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(errors_of_the_service, fixture)

// proves: R7-4, R7-5, R4.1-5
BOOST_AUTO_TEST_CASE(all_mistakes_are_found_before_sending_with_the_exact_messages)
{
    auto const response = client().allocate_manual_seats(with_every_mistake());
    BOOST_REQUIRE(response.has_error());
    BOOST_TEST((response.error() == error_kind::validation_failed));
    BOOST_TEST(response.error().status() == 422);
    BOOST_TEST(response.error().problem().detail == "The request contains 5 validation error(s)");

    std::vector<restbind::validation_error> const expected{
        {"cartId", "CartId must be greater than or equal to 0"},
        {"cartItemId", "CartItemId must be greater than or equal to 0"},
        {"eventSessionId", "EventSessionId must be greater than 0"},
        {"detail[0].seatId", "SeatId must be greater than 0"},
        {"detail[0].rateId", "RateId must be greater than 0"}};
    BOOST_TEST((response.error().problem().errors == expected));
    BOOST_TEST(sandbox.connections_accepted() == 0U);

    auto const empty = client().allocate_manual_seats({.event_session_id = 1, .detail = {}});
    BOOST_REQUIRE(empty.has_error());
    BOOST_REQUIRE(empty.error().problem().errors.size() == 1U);
    BOOST_TEST(empty.error().problem().errors.front().field == "detail");
    BOOST_TEST(empty.error().problem().errors.front().message == "Detail must contain at least one seat operation");

    auto release = one_seat();
    release.detail.front().action_select = false;
    auto const nothing_to_release = client().allocate_manual_seats(release);
    BOOST_REQUIRE(nothing_to_release.has_error());
    BOOST_TEST(nothing_to_release.error().problem().errors.front().field == "cartItemId");
    BOOST_TEST(nothing_to_release.error().problem().errors.front().message
        == "CartItemId must be provided when deselecting seats, because a non-existent cart item cannot be deselected from");
}

// proves: R7-6
BOOST_AUTO_TEST_CASE(the_server_s_errors_reach_the_caller_as_one_type_in_both_shapes)
{
    restbind::net::call_options unchecked;
    unchecked.validation = restbind::validation_policy::off;

    auto const as_list = client().allocate_manual_seats(with_every_mistake(), unchecked);
    BOOST_REQUIRE(as_list.has_error());
    BOOST_TEST((as_list.error() == error_kind::client_error));
    BOOST_REQUIRE(as_list.error().problem().errors.size() == 5U);
    BOOST_TEST(as_list.error().problem().errors.back().field == "detail[0].rateId");
    BOOST_TEST(!as_list.error().trace_id().empty());

    auto const as_map = client().venue_picture({.venue_id = 0, .zoom = 9.0}, unchecked);
    BOOST_REQUIRE(as_map.has_error());
    BOOST_REQUIRE(as_map.error().problem().errors.size() == 2U);
    BOOST_TEST(as_map.error().problem().errors.front().field == "VenueId");
    BOOST_TEST(as_map.error().problem().errors.back().message == "Zoom must be between 0.2 and 5.0");
}

BOOST_AUTO_TEST_CASE(a_refusal_lists_what_is_broken_whatever_its_problem_document_looks_like)
{
    restbind::net::call_options unchecked;
    unchecked.validation = restbind::validation_policy::off;
    for (bool const is_local : {true, false})
        BOOST_TEST_CONTEXT((is_local ? "found here" : "told by the service"))
        {
            auto const options = is_local ? restbind::net::call_options{} : unchecked;
            auto const list = client().allocate_manual_seats(with_every_mistake(), options);
            BOOST_REQUIRE(list.has_error());
            BOOST_REQUIRE(list.error().violations().size() == 5U);
            restbind::violation const seat{.pointer = "/detail/0/rateId",
                .member = is_local ? "detail[0].rate_id" : "", .field = "detail[0].rateId",
                .rule = restbind::rule_kind::exclusive_minimum, .limit = "0",
                .message = "RateId must be greater than 0"};
            BOOST_TEST((list.error().violations().back() == seat));

            auto const map = client().venue_picture({.venue_id = 0, .zoom = 9.0}, options);
            BOOST_REQUIRE(map.has_error());
            BOOST_REQUIRE(map.error().violations().size() == 2U);
            restbind::violation const zoom{.pointer = "/zoom", .member = is_local ? "zoom" : "",
                .field = is_local ? "zoom" : "Zoom", .rule = restbind::rule_kind::range,
                .limit = "0.2 to 5.0", .message = "Zoom must be between 0.2 and 5.0"};
            BOOST_TEST((map.error().violations().back() == zoom));

            api::AllocateProductsRequest const half{
                .cart_id = 1, .product_id = 1, .quantity = 1, .event_id = 1};
            auto const none = client().allocate_products(half, options);
            BOOST_REQUIRE(none.has_error());
            BOOST_REQUIRE(none.error().violations().size() == 1U);
            BOOST_TEST(none.error().violations().front().rule_id == "event-and-session-together");
            BOOST_TEST((none.error().violations().front().rule == restbind::rule_kind::stated));
            BOOST_TEST(none.error().violations().front().pointer == (is_local ? "/eventId" : ""));
        }
}

// proves: R7-7
BOOST_AUTO_TEST_CASE(a_product_mistake_is_a_400_with_a_detail_on_both_sides)
{
    api::AllocateProductsRequest const half{.cart_id = 1, .product_id = 1, .quantity = 1, .event_id = 1};
    restbind::net::call_options unchecked;
    unchecked.validation = restbind::validation_policy::off;
    for (auto const& options : {restbind::net::call_options{}, unchecked})
    {
        auto const response = client().allocate_products(half, options);
        BOOST_REQUIRE(response.has_error());
        BOOST_TEST(response.error().status() == 400);
        BOOST_TEST(response.error().problem().detail == "EventId and EventSessionId must both be set or both be null");
        BOOST_TEST(response.error().problem().errors.empty());
    }
}

BOOST_AUTO_TEST_CASE(observe_sends_anyway_and_reports_nothing_if_both_verdicts_are_the_same)
{
    auto seen = std::make_shared<verdicts>();
    auto watched = options();
    watched.observer = seen;
    watched.validation = restbind::validation_policy::observe;
    api::blocking_client const observing(std::move(watched), {.tenant = "arena"});

    auto const response = observing.allocate_manual_seats(with_every_mistake());
    BOOST_REQUIRE(response.has_error());
    BOOST_TEST((response.error() == error_kind::client_error));
    BOOST_TEST(response.error().problem().errors.size() == 5U);
    BOOST_TEST(sandbox.requests() == 1U);
    BOOST_TEST(seen->status == 0);
}

// proves: R7-2
BOOST_AUTO_TEST_CASE(every_status_of_the_specification_has_a_kind_of_its_own_or_a_status)
{
    struct row
    {
        unsigned status;
        error_kind kind;
    };
    for (auto const& [status, kind] : {row{400, error_kind::client_error}, {403, error_kind::forbidden},
             {404, error_kind::not_found}, {409, error_kind::conflict}, {418, error_kind::client_error},
             {422, error_kind::client_error}, {500, error_kind::server_error}, {502, error_kind::server_error},
             {503, error_kind::unavailable}})
    {
        sandbox.fail_next(3, status);
        auto const response = client().list_events({});
        sandbox.fail_next(0, 500);
        BOOST_REQUIRE(response.has_error());
        BOOST_TEST((response.error() == kind), response.error());
        BOOST_TEST(response.error().status() == static_cast<int>(status));
        BOOST_TEST(!response.error().body().empty());
    }
}

// proves: R7-3
BOOST_AUTO_TEST_CASE(a_503_is_retried_twice_and_then_succeeds_or_is_the_error)
{
    sandbox.fail_next(2, 503);
    auto const info = std::make_shared<restbind::net::call_info>();
    auto const third_time_lucky = client().allocate_manual_seats(one_seat(), {.info = info});
    BOOST_REQUIRE_MESSAGE(third_time_lucky, third_time_lucky.error());
    BOOST_TEST(info->earlier_may_have_applied); // the provider does not say that a 503 does nothing
    BOOST_TEST(sandbox.effects(sandbox_operation::allocate_manual_seats) == 1U);

    sandbox.fail_next(3, 503);
    auto const given_up = client().list_events({});
    BOOST_REQUIRE(given_up.has_error());
    BOOST_TEST(given_up.error().sends() == 3U);
    BOOST_TEST(!given_up.error().outcome_unknown());
    BOOST_TEST(sandbox.requests(sandbox_operation::list_events) == 3U);
}

// proves: R7-3
BOOST_AUTO_TEST_CASE(after_a_5xx_it_is_open_whether_a_request_that_is_not_safe_was_applied)
{
    for (unsigned const status : {500U, 503U})
    {
        sandbox.fail_next(3, status);
        auto const given_up = client().allocate_manual_seats(one_seat());
        sandbox.fail_next(0, status);
        BOOST_REQUIRE(given_up.has_error());
        BOOST_TEST(given_up.error().outcome_unknown(), given_up.error());
    }
}

// survives: R15
BOOST_AUTO_TEST_CASE(confirm_is_retried_after_503_but_not_after_500)
{
    sandbox.fail_next(3, 500);
    auto const response = client().confirm_order({{"cartId", world::cart}});
    BOOST_REQUIRE(response.has_error());
    BOOST_TEST(response.error().sends() == 1U);
    BOOST_TEST(response.error().outcome_unknown());
    BOOST_TEST(sandbox.requests(sandbox_operation::confirm_order) == 1U);

    sandbox.fail_next(3, 503);
    auto const unavailable = client().confirm_order({{"cartId", world::cart}});
    BOOST_REQUIRE(unavailable.has_error());
    BOOST_TEST(unavailable.error().sends() == 3U);
    BOOST_TEST(unavailable.error().outcome_unknown());
    BOOST_TEST(sandbox.requests(sandbox_operation::confirm_order) == 4U);
}

BOOST_AUTO_TEST_CASE(a_lost_response_to_a_request_that_is_not_idempotent_is_never_retried)
{
    sandbox.drop_next_responses(1);
    auto const response = client().allocate_manual_seats(one_seat());
    BOOST_REQUIRE(response.has_error());
    BOOST_TEST(response.error().outcome_unknown());
    BOOST_TEST(sandbox.effects(sandbox_operation::allocate_manual_seats) == 1U);
    BOOST_TEST(sandbox.requests(sandbox_operation::allocate_manual_seats) == 1U);

    sandbox.drop_next_responses(1);
    BOOST_TEST((client().list_events({}).has_value()));
    BOOST_TEST(sandbox.requests(sandbox_operation::list_events) == 2U);
}

// proves: R5-1, R5-4, R5-8
BOOST_AUTO_TEST_CASE(a_wrong_secret_is_a_token_refusal_with_all_its_members)
{
    auto wrong = options();
    wrong.tokens.credentials.client_secret = restbind::secret("not the secret 4711");
    api::blocking_client const stranger(std::move(wrong), {.tenant = "arena"});
    auto const response = stranger.list_events({});
    BOOST_REQUIRE(response.has_error());
    BOOST_TEST((response.error() == error_kind::token_refused));
    auto const* const refusal = response.error().token_error();
    BOOST_REQUIRE(refusal);
    BOOST_TEST(refusal->error == "invalid_client");
    BOOST_TEST(!refusal->error_description.empty());
    std::map<std::string, std::string> const others(refusal->extensions.begin(), refusal->extensions.end());
    BOOST_TEST(others.at("error_codes").starts_with("["));
    BOOST_TEST(others.at("correlation_id").size() > 2U); // its quotes are there, too
    BOOST_TEST(response.error().message().find("4711") == std::string::npos);
    BOOST_TEST(sandbox.requests() == 0U);
}

// proves: R5-3
BOOST_AUTO_TEST_CASE(a_revoked_token_is_renewed_once_and_the_call_retried_once)
{
    auto const kiosk = client();
    BOOST_REQUIRE(kiosk.list_events({}));
    sandbox.revoke_tokens();
    auto const response = kiosk.allocate_manual_seats(one_seat());
    BOOST_REQUIRE_MESSAGE(response, response.error());
    BOOST_TEST(sandbox.tokens_issued() == 2U);
    BOOST_TEST(sandbox.effects(sandbox_operation::allocate_manual_seats) == 1U);

    sandbox.token_lifetime(std::chrono::seconds(0)); // every new token is expired at once: a loop would not end
    sandbox.revoke_tokens();
    auto const hopeless = kiosk.list_events({});
    BOOST_REQUIRE(hopeless.has_error());
    BOOST_TEST(sandbox.token_requests() <= 4U);
}

// proves: R5-2
// survives: K20
BOOST_AUTO_TEST_CASE(a_hundred_callers_wait_for_one_token)
{
    sandbox.delay_tokens(std::chrono::milliseconds(200));
    boost::asio::io_context io;
    api::client const kiosk(io.get_executor(), options(), {.tenant = "arena"});
    int good = 0;
    for (int i = 0; i < 100; ++i)
        kiosk.async_list_events({}, {}, [&good](restbind::result<api::EventList> response) { good += response ? 1 : 0; });
    io.run_for(std::chrono::seconds(20));
    BOOST_TEST(good == 100);
    BOOST_TEST(sandbox.token_requests() == 1U);
}

// proves: R5-5
// survives: X2, X3, X6
BOOST_AUTO_TEST_CASE(no_text_of_an_error_holds_the_secret_or_a_token)
{
    sandbox.fail_next_tokens(1, 401);
    auto const kiosk = client();
    auto const no_token = kiosk.list_events({});
    BOOST_REQUIRE(no_token.has_error());
    kiosk.reset_token();
    sandbox.fail_next(1, 422);
    auto const refused = kiosk.list_events({});
    BOOST_REQUIRE(refused.has_error());
    auto const token = sent_header("Authorization").substr(7);
    BOOST_REQUIRE(token.size() > 20U);
    for (auto const& response : {no_token, refused})
    {
        std::ostringstream printed;
        printed << response.error();
        std::string thrown;
        try
        {
            static_cast<void>(response.value());
        }
        catch (restbind::exception const& e)
        {
            thrown = e.what();
        }
        for (auto const& text : {printed.str(), thrown, response.error().detail()})
        {
            BOOST_TEST(text.find(world::kiosk_secret) == std::string::npos);
            BOOST_TEST(text.find(token) == std::string::npos);
        }
        BOOST_TEST(!thrown.empty());
    }
    std::ostringstream printed;
    printed << options().tokens.credentials.client_secret;
    BOOST_TEST(printed.str() == "***");
}

BOOST_AUTO_TEST_CASE(awaitable_callback_and_future_give_the_same_response)
{
    boost::asio::io_context io;
    api::client const kiosk(io.get_executor(), options(), {.tenant = "arena"});

    std::size_t awaited = 0;
    auto coroutine = [](api::client client, std::size_t& count) -> boost::asio::awaitable<void> {
        api::ListEventsRequest const all;
        auto const response = co_await client.list_events(all);
        count = response ? response->events.size() : 0;
    };
    boost::asio::co_spawn(io, coroutine(kiosk, awaited), [](std::exception_ptr e) { if (e) std::rethrow_exception(e); });

    std::size_t called = 0;
    kiosk.async_list_events({}, {}, [&called](restbind::result<api::EventList> response) {
        called = response ? response->events.size() : 0;
    });
    auto future = kiosk.async_list_events({}, {}, boost::asio::use_future);
    io.run_for(std::chrono::seconds(10));

    BOOST_TEST(awaited == 2U);
    BOOST_TEST(called == 2U);
    BOOST_REQUIRE((future.wait_for(std::chrono::seconds(0)) == std::future_status::ready));
    BOOST_TEST(future.get().value().events.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_default_completion_token_is_that_of_the_executor)
{
    using boost::asio::use_awaitable_t;
    boost::asio::io_context io;
    auto const kiosk = use_awaitable_t<>::as_default_on(
        api::client(io.get_executor(), options(), {.tenant = "arena"}));
    static_assert(std::is_same_v<decltype(kiosk)::executor_type::default_completion_token_type,
        use_awaitable_t<>>);
    BOOST_TEST((kiosk.get_executor() == io.get_executor()));

    std::size_t counts[2]{};
    auto coroutine = [](auto client, std::size_t(&found)[2]) -> boost::asio::awaitable<void> {
        api::ListEventsRequest const all;
        auto const response = co_await client.async_list_events(all);
        found[0] = response ? response->events.size() : 0;
        auto const other = co_await client.for_tenant("arena").value().async_list_events(all);
        found[1] = other ? other->events.size() : 0;
    };
    boost::asio::co_spawn(io, coroutine(kiosk, counts), [](std::exception_ptr e) { if (e) std::rethrow_exception(e); });
    io.run_for(std::chrono::seconds(10));
    BOOST_TEST(counts[0] == 2U);
    BOOST_TEST(counts[1] == 2U);
}

BOOST_AUTO_TEST_CASE(a_token_needs_no_options_and_a_client_takes_an_execution_context)
{
    using boost::asio::use_awaitable;
    boost::asio::io_context io;
    api::client const kiosk(io, options(), {.tenant = "arena"});
    auto made = api::client::make(io, options(), {.tenant = "arena"});
    BOOST_REQUIRE(made.has_value());
    BOOST_TEST((kiosk.get_executor() == io.get_executor()));
    BOOST_TEST((made->get_executor() == io.get_executor()));

    std::size_t found = 0;
    auto const count = [&found](restbind::result<api::EventList> const& listed)
    { found += listed ? listed->events.size() : 0; };
    kiosk.async_list_events({}, count);
    made->async_list_events({}, {}, count);
    made->async_list_events({}, {.validation = restbind::validation_policy::off}, count);
    auto future = kiosk.async_list_events({}, boost::asio::use_future);
    auto coroutine = [&count](api::client client) -> boost::asio::awaitable<void>
    {
        api::ListEventsRequest const all;
        restbind::net::call_options options; // no token, although it is no constant
        count(co_await client.async_list_events(all, use_awaitable));
        count(co_await client.async_list_events(all, options, use_awaitable));
        auto const awaiting = boost::asio::use_awaitable_t<>::as_default_on(client);
        count(co_await awaiting.async_list_events(all, options));
    };
    boost::asio::co_spawn(io, coroutine(kiosk), [](std::exception_ptr e) { if (e) std::rethrow_exception(e); });
    io.run_for(std::chrono::seconds(10));
    BOOST_TEST(found == 12U);
    BOOST_REQUIRE((future.wait_for(std::chrono::seconds(0)) == std::future_status::ready));
    BOOST_TEST(future.get().value().events.size() == 2U);
}

BOOST_AUTO_TEST_CASE(an_error_code_of_a_later_version_is_kept_as_a_number)
{
    auto const code = api::find_error_code(99999);
    BOOST_TEST(code.value() == 99999);
    BOOST_TEST((code.category() == api::error_category()));
    BOOST_TEST(!code.message().empty());
}

BOOST_AUTO_TEST_SUITE_END()
