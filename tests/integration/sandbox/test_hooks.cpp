// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

#include <chrono>

namespace sandbox_tests {
namespace {

using namespace std::chrono_literals;

std::string const hold_one =
    R"({"eventSessionId":4500000002,"detail":[{"seatId":5100000101,"rateId":4600000001,"actionSelect":true}]})";

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_hooks, sandbox_fixture)

// proves: R7-2, R7-3
BOOST_AUTO_TEST_CASE(injected_failures_carry_nothing_out_and_then_end)
{
    server.fail_next(2, 503, "7");
    for (int i = 0; i < 2; ++i)
    {
        auto const r = post(manual_path, hold_one);
        BOOST_TEST(r.headers.at("Retry-After") == "7");
        BOOST_TEST(stable(r) == problem_text(503, "Service Unavailable", "Injected fault", manual_path));
    }
    BOOST_TEST(server.taken_seats(world::session_2) == 0U);
    BOOST_TEST(post(manual_path, hold_one).status == 200U);
    BOOST_TEST(server.requests(sandbox::operation::allocate_manual_seats) == 3U);
    BOOST_TEST(server.effects(sandbox::operation::allocate_manual_seats) == 1U);
    BOOST_TEST(server.taken_seats(world::session_2) == 1U);

    server.fail_next(1, 500);
    BOOST_TEST(get(events_path).headers.count("Retry-After") == 0U);
}

BOOST_AUTO_TEST_CASE(faults_of_one_operation_are_met_in_order)
{
    server.fail_next("allocateManualSeats=applied:503,ok,lost");
    BOOST_TEST(get(events_path).status == 200U);
    BOOST_TEST(stable(post(manual_path, hold_one)) == problem_text(503, "Service Unavailable", "Injected fault", manual_path));
    BOOST_TEST(server.effects(sandbox::operation::allocate_manual_seats) == 1U);
    BOOST_TEST(post(manual_path, hold_one).status == 200U);
    BOOST_CHECK_THROW(static_cast<void>(post(manual_path, hold_one)), boost::system::system_error);
    BOOST_TEST(server.effects(sandbox::operation::allocate_manual_seats) == 3U);
    BOOST_CHECK_EXCEPTION(server.fail_next("allocateManualSeats=lost,42"), std::invalid_argument,
                          [](auto const& e) { return std::string_view(e.what()).substr(0, 17) == "'42' is no fault:"; });
}

// proves: R5-4
BOOST_AUTO_TEST_CASE(token_requests_fail_on_their_own)
{
    server.fail_next_tokens(2, 503, "1");
    auto const r = token_response("");
    BOOST_TEST(r.status == 503U);
    BOOST_TEST(r.headers.at("Retry-After") == "1");
    BOOST_TEST(json_of(r).at("error").as_string() == "temporarily_unavailable");
    server.fail_next_tokens(1, 401);
    BOOST_TEST(json_of(token_response("")).at("error").as_string() == "invalid_client");
    BOOST_TEST(token().size() > 100U);
    BOOST_TEST(server.token_requests() == 3U);
    BOOST_TEST(server.tokens_issued() == 1U);
    BOOST_TEST(server.requests() == 0U);
}

BOOST_AUTO_TEST_CASE(a_dropped_response_was_carried_out)
{
    auto const fields = as();
    server.drop_next_responses(1);
    BOOST_CHECK_THROW(static_cast<void>(send("POST", manual_path, fields, hold_one)), boost::system::system_error);
    BOOST_TEST(server.effects(sandbox::operation::allocate_manual_seats) == 1U);
    BOOST_TEST(server.taken_seats(world::session_2) == 1U);
    BOOST_TEST(get(events_path).status == 200U);
}

BOOST_AUTO_TEST_CASE(responses_can_be_delayed)
{
    auto const fields = as();
    server.delay(120ms);
    auto const since = std::chrono::steady_clock::now();
    BOOST_TEST(send("GET", events_path, fields).status == 200U);
    BOOST_TEST((std::chrono::steady_clock::now() - since >= 120ms));

    server.delay(0ms);
    server.delay_tokens(120ms);
    auto const before_token = std::chrono::steady_clock::now();
    static_cast<void>(token());
    BOOST_TEST((std::chrono::steady_clock::now() - before_token >= 120ms));
}

// proves: R1-1, R1-2, R5-6
BOOST_AUTO_TEST_CASE(the_last_request_is_kept_as_it_came)
{
    BOOST_TEST(!server.last_request().has_value());

    auto fields = as();
    fields.emplace_back("X-Odd-Case", "a  b");
    static_cast<void>(send("POST", manual_path + "?q=%20", fields, hold_one));

    auto const last = server.last_request().value();
    BOOST_TEST(last.method == "POST");
    BOOST_TEST(last.target == manual_path + "?q=%20");
    BOOST_TEST(last.body == hold_one);
    std::string all;
    for (auto const& [name, value] : last.headers)
        all += name + ": " + value + "\n";
    BOOST_TEST(all == "Host: 127.0.0.1\nAuthorization: " + fields[0].second +
                          "\nx-tenant: arena\nContent-Type: application/json\nX-Odd-Case: a  b\nContent-Length: " +
                          std::to_string(hold_one.size()) + "\n");

    auto const token_request = server.last_token_request().value();
    BOOST_TEST(token_request.target == "/" + world::directory + "/oauth2/v2.0/token");
    BOOST_TEST(token_request.body.find("client_secret=" + world::kiosk_secret) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(stock_can_be_looked_at)
{
    BOOST_TEST(server.stock(world::photo).value() == 3);
    BOOST_TEST(server.stock(world::parking, world::session_1).value() == 20);
    BOOST_TEST(!server.stock(world::parking).has_value());
    BOOST_TEST(!server.stock(4700000002).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
