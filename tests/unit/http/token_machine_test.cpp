// SPDX-License-Identifier: BSL-1.0
// Who uses a token, who asks for the next one and who waits: every step and event, without sockets.
#include <restbind/http/token_machine.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>

namespace
{

using namespace restbind;
using namespace std::chrono_literals;
using http::token_step;

using machine = http::token_machine<std::string>;
using moment = machine::clock::time_point;

moment const machine_start{1000h};
char const kiosk = 0;
char const office = 0;

std::string_view name_of(token_step step)
{
    switch (step)
    {
    case token_step::use:
        return "use";
    case token_step::use_and_request:
        return "use_and_request";
    case token_step::wait:
        return "wait";
    case token_step::request:
        return "request";
    case token_step::fail:
        return "fail";
    }
    return "?";
}

std::string_view ask(machine& tested, moment now = machine_start, void const* who = &kiosk)
{
    return name_of(tested.ask(now, who, 30s));
}

/// A machine that has had a token of an hour since `start`.
machine machine_with_token()
{
    machine made(5min);
    made.ask(machine_start, &kiosk, 30s);
    made.succeeded(made.request(), "first", 1h);
    return made;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_token_machine)

BOOST_AUTO_TEST_CASE(the_first_asks_and_the_others_wait)
{
    machine tested(5min);
    BOOST_TEST(ask(tested) == "request");
    BOOST_TEST(tested.request() == 1U);
    BOOST_TEST(ask(tested, machine_start, &office) == "wait");
    BOOST_TEST(tested.request() == 1U);
    BOOST_TEST((tested.overdue_at() == machine_start + 30s));
    BOOST_TEST(tested.succeeded(1, "first", 1h));
    BOOST_TEST(ask(tested) == "use");
    BOOST_TEST(tested.token() == "first");
    BOOST_TEST(tested.generation() == 1U);
}

BOOST_AUTO_TEST_CASE(a_token_is_renewed_beside_its_use_and_once)
{
    machine tested = machine_with_token();
    BOOST_TEST(ask(tested, machine_start + 54min) == "use");
    BOOST_TEST(ask(tested, machine_start + 55min) == "use_and_request");
    BOOST_TEST(ask(tested, machine_start + 55min) == "use");
    BOOST_TEST(tested.succeeded(2, "second", 1h));
    BOOST_TEST(tested.token() == "second");
    BOOST_TEST(ask(tested, machine_start + 61min) == "use");
}

BOOST_AUTO_TEST_CASE(what_only_looks_changes_nothing)
{
    machine tested(5min);
    BOOST_TEST(name_of(tested.step(machine_start)) == "request");
    BOOST_TEST(name_of(tested.step(machine_start)) == "request");
    BOOST_TEST(tested.request() == 0U);
}

BOOST_AUTO_TEST_CASE(a_request_that_takes_too_long_is_lost_and_comes_too_late)
{
    machine tested(5min);
    BOOST_TEST(ask(tested) == "request");
    BOOST_TEST(ask(tested, machine_start + 29s) == "wait");
    BOOST_TEST(ask(tested, machine_start + 30s, &office) == "request");
    BOOST_TEST(!tested.succeeded(1, "late", 1h));
    BOOST_TEST(!tested.failed(1, error(error_kind::connect), machine_start + 31s));
    BOOST_TEST(!tested.abandoned(1));
    BOOST_TEST(ask(tested, machine_start + 31s) == "wait");
    BOOST_TEST(tested.succeeded(2, "second", 1h));
    BOOST_TEST(tested.token() == "second");
}

BOOST_AUTO_TEST_CASE(a_request_without_a_limit_is_never_lost)
{
    machine tested(5min);
    BOOST_TEST((tested.ask(machine_start, &kiosk, machine::clock::duration::max()) == token_step::request));
    BOOST_TEST(ask(tested, machine_start + 24h) == "wait");
}

BOOST_AUTO_TEST_CASE(a_failure_is_told_for_a_second_and_then_asked_again)
{
    machine tested(5min);
    BOOST_TEST(ask(tested) == "request");
    BOOST_TEST(tested.failed(1, error(error_kind::connect, "no route"), machine_start));
    BOOST_TEST(ask(tested, machine_start + 999ms) == "fail");
    BOOST_TEST(tested.failure().detail() == "no route");
    BOOST_TEST(ask(tested, machine_start + 1s) == "request");
}

BOOST_AUTO_TEST_CASE(a_failed_renewal_leaves_the_token_in_use)
{
    machine tested = machine_with_token();
    BOOST_TEST(ask(tested, machine_start + 55min) == "use_and_request");
    BOOST_TEST(tested.failed(2, error(error_kind::connect), machine_start + 55min));
    BOOST_TEST(ask(tested, machine_start + 55min) == "use");
    BOOST_TEST(ask(tested, machine_start + 56min) == "use_and_request");
}

BOOST_AUTO_TEST_CASE(what_is_given_up_is_asked_for_by_the_next)
{
    machine tested(5min);
    BOOST_TEST(ask(tested) == "request");
    BOOST_TEST(!tested.leave(&office));
    BOOST_TEST(ask(tested, machine_start, &office) == "wait");
    BOOST_TEST(tested.leave(&kiosk));
    BOOST_TEST(ask(tested, machine_start, &office) == "request");
    BOOST_TEST(!tested.leave(&kiosk));
    BOOST_TEST(tested.abandoned(2));
    BOOST_TEST(ask(tested) == "request");
}

BOOST_AUTO_TEST_CASE(a_rejected_token_is_replaced_and_a_reset_forgets_it)
{
    machine tested = machine_with_token();
    BOOST_TEST(!tested.has_rejections());
    BOOST_TEST(tested.rejected("sell", 1, machine_start + 1min));
    BOOST_TEST(tested.has_rejections());
    BOOST_TEST(ask(tested, machine_start + 1min) == "request");
    BOOST_TEST(tested.succeeded(2, "second", 1h));
    BOOST_TEST(!tested.rejected("sell", 2, machine_start + 2s + 1min));
    BOOST_TEST(ask(tested, machine_start + 2min) == "use");
    tested.accepted("sell", 2);
    BOOST_TEST(!tested.has_rejections());
    tested.reset();
    BOOST_TEST(ask(tested, machine_start + 2min) == "request");
}

BOOST_AUTO_TEST_SUITE_END()
