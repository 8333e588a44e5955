// SPDX-License-Identifier: BSL-1.0
// Each way in which one call may differ from the others, through the generated client.
#include "support/scripted_server.hpp"

#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace
{

namespace api = ticketing::v1;
namespace net = restbind::net;
using namespace std::chrono_literals;
using restbind::error_kind;
using restbind::test::response;
using restbind::test::received_request;
using restbind::test::script;
using restbind::test::scripted_server;

constexpr std::string_view held = R"({"cartId":1,"cartItemId":2,"cartItemDetail":[],"errors":[]})";

api::AllocateManualSeatsRequest good_request()
{
    return {
        .event_session_id = 4711, .detail = {{.seat_id = 1, .rate_id = 2, .action_select = true}}};
}

api::blocking_client client_of(scripted_server const& server)
{
    auto options = api::default_options();
    options.base_url = server.url();
    options.tokens.access_token = restbind::secret("token");
    options.retry.initial_delay = 0ms;
    options.allowed_parameters = {{"tenant", {"arena", "opera"}}};
    return {std::move(options), {.tenant = "arena"}};
}

/// As in the guide: one call that fails ends the others.
struct until_one_fails
{
    template <class T>
    boost::asio::cancellation_type_t operator()(restbind::result<T> const& outcome) const
    {
        return outcome ? boost::asio::cancellation_type::none : boost::asio::cancellation_type::all;
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(options_of_one_call)

BOOST_AUTO_TEST_CASE(a_call_that_fails_can_end_those_that_run_with_it)
{
    using namespace boost::asio::experimental;
    scripted_server server(
        [](received_request const& one)
        { return one.target.find("events") != std::string::npos ? response(403) : script().wait_for_gate(); });
    auto options = api::default_options();
    options.base_url = server.url();
    options.tokens.access_token = restbind::secret("token");
    options.timeouts.call = 20s;
    boost::asio::io_context io;
    api::client const client(io, std::move(options), {.tenant = "arena"});
    bool done = false;
    auto both = [&]() -> boost::asio::awaitable<void>
    {
        api::ListEventsRequest const events;
        api::VenuePictureRequest const plan{.venue_id = 1};
        auto const [order, listed, picture] =
            co_await make_parallel_group(client.async_list_events(events, boost::asio::deferred),
                client.async_venue_picture(plan, boost::asio::deferred))
                .async_wait(until_one_fails(), boost::asio::use_awaitable);
        BOOST_TEST(order[0] == 0U);
        BOOST_TEST(listed.error().status() == 403);
        BOOST_TEST((picture.error() == error_kind::cancelled), picture.error());
        done = true;
    };
    boost::asio::co_spawn(io, both(), [](std::exception_ptr e) { if (e) std::rethrow_exception(e); });
    io.run_for(10s);
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(a_completion_token_may_stand_where_options_would)
{
    std::string sent;
    scripted_server server(
        [&sent](received_request const& one)
        {
            sent = one.header("X-Kiosk");
            return response(403);
        });
    auto options = api::default_options();
    options.base_url = server.url();
    options.tokens.access_token = restbind::secret("token");
    boost::asio::io_context io;
    api::client client(io, std::move(options), {.tenant = "arena"});
    client.set_defaults({.headers = {{"X-Kiosk", "17"}}});
    int status = 0;
    api::ListEventsRequest const events;
    client.async_list_events(events, [&status](restbind::result<api::EventList> const& listed)
        { status = listed.error().status(); });
    io.run_for(10s);
    BOOST_TEST(status == 403);
    BOOST_TEST(sent == "17");
}

BOOST_AUTO_TEST_CASE(a_call_has_a_deadline_of_its_own)
{
    scripted_server server([](received_request const&) { return script().wait_for_gate(); });
    auto const late = client_of(server).allocate_manual_seats(good_request(), {.deadline = 50ms});
    BOOST_TEST((late.error() == error_kind::timed_out));
    BOOST_TEST(late.error().outcome_unknown());
    BOOST_TEST(server.requests().size() == 1U);
}

// proves: R7-3
BOOST_AUTO_TEST_CASE(a_call_has_a_retry_rule_of_its_own)
{
    for (int const status : {500, 503})
    {
        scripted_server server([status](received_request const&) { return response(status); });
        auto const client = client_of(server);
        static_cast<void>(client.allocate_manual_seats(
            good_request(), {.retry = restbind::http::retry_policy::never}));
        BOOST_TEST(server.requests().size() == 1U);
        static_cast<void>(client.allocate_manual_seats(
            good_request(), {.retry = restbind::http::retry_policy::only_unapplied}));
        BOOST_TEST(server.requests().size() == 2U);
        static_cast<void>(client.allocate_manual_seats(good_request()));
        BOOST_TEST(server.requests().size() == 5U);
    }
}

BOOST_AUTO_TEST_CASE(a_call_has_a_validation_policy_of_its_own)
{
    scripted_server server([](received_request const&) { return response(200, held); });
    auto const client = client_of(server);
    auto wrong = good_request();
    wrong.event_session_id = 0;
    BOOST_TEST((client.allocate_manual_seats(wrong).error() == error_kind::validation_failed));
    BOOST_TEST(server.requests().empty());
    BOOST_TEST(client.allocate_manual_seats(wrong, {.validation = restbind::validation_policy::off})
                   .has_value());
    BOOST_TEST(
        client.allocate_manual_seats(wrong, {.validation = restbind::validation_policy::observe})
            .has_value());
    BOOST_TEST(server.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_call_has_headers_and_a_tenant_of_its_own)
{
    scripted_server server([](received_request const&) { return response(200, held); });
    auto const client = client_of(server);
    BOOST_TEST(client
                   .allocate_manual_seats(good_request(),
                       {.parameters = {{"tenant", "opera"}}, .headers = {{"X-Till", "7"}}})
                   .has_value());
    BOOST_TEST(client.allocate_manual_seats(good_request()).has_value());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    BOOST_TEST(requests[0].header("X-Till") == "7");
    BOOST_TEST(requests[1].header("X-Till") == "");
    BOOST_TEST(requests[0].head.find("opera") != std::string::npos);
    BOOST_TEST(requests[1].head.find("opera") == std::string::npos);
    BOOST_TEST((client.allocate_manual_seats(good_request(), {.parameters = {{"tenant", "circus"}}})
                    .error() == error_kind::invalid_argument));
    BOOST_TEST(server.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_call_tells_how_it_went_also_if_it_has_succeeded)
{
    for (int const status : {500, 503})
    {
        std::atomic<int> asked{0};
        scripted_server server(
            [&](received_request const&)
            {
                return ++asked == 1
                           ? response(status)
                           : response(200, held, "X-Request-Id: r-7\r\nConnection: close\r\n");
            });
        auto const info = std::make_shared<net::call_info>();
        auto const client = client_of(server);
        BOOST_TEST(client.allocate_manual_seats(good_request(), {.info = info}).has_value());
        BOOST_TEST(info->attempts == 2U);
        BOOST_TEST(info->status == 200);
        BOOST_TEST(info->earlier_may_have_applied);
        BOOST_TEST(info->trace_id == "r-7");
    }
}

BOOST_AUTO_TEST_SUITE_END()
