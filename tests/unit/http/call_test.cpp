// SPDX-License-Identifier: BSL-1.0
// What follows each event of a call, state by state, without sockets.
#include <restbind/http/call.hpp>
#include <restbind/http/step.hpp>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

using namespace restbind;
using namespace std::chrono_literals;
using http::step;
using http::idempotency;
using http::sent_part;

using moment = http::call::clock::time_point;
moment const call_start{1000h};

http::call_plan plan_of(http::idempotency idempotency, bool needs_token)
{
    http::call_plan plan;
    plan.start.idempotency = idempotency;
    plan.start.rule.initial_delay = 1s;
    plan.start.rule.statuses = {500, 503};
    plan.deadline = call_start + 30s;
    plan.needs_token = needs_token;
    return plan;
}

/// What an exchange has come to.
struct end_of_exchange : http::attempt_outcome
{
    result<void> ended{};
};

end_of_exchange came_with(int status)
{
    return {{.sent = sent_part::all, .status = status}};
}

end_of_exchange lost(error_kind kind, sent_part sent, int status = 0)
{
    return {{.sent = sent, .status = status}, error(kind)};
}

bool exchanged(http::call& tested, end_of_exchange came)
{
    return tested.exchanged(came, std::move(came.ended));
}

/// A response that is an error: it counts and is refused by its status.
void refuse(http::call& tested, end_of_exchange came)
{
    int const status = came.status;
    BOOST_REQUIRE(exchanged(tested, std::move(came)));
    tested.refused(restbind::detail::fill(error(status == 401   ? error_kind::unauthorized
                                                : status == 422 ? error_kind::client_error
                                                                : error_kind::server_error))
                       .with_status(status)
                       .take());
}

/// Reports one event, in a word. Nothing but `decide` needs the time.
void report(http::call& tested, std::string_view event)
{
    if (event == "token")
        tested.token_came(call_start);
    else if (event == "token_late")
        tested.token_came(call_start + 30s);
    else if (event == "no_token")
        tested.failed(error(error_kind::token_refused));
    else if (event == "connection")
        tested.connection_came(call_start, false);
    else if (event == "connection_late")
        tested.connection_came(call_start + 30s, false);
    else if (event == "idle_connection")
        tested.connection_came(call_start, true);
    else if (event == "no_connection")
        tested.failed(error(error_kind::connect));
    else if (event == "no_place")
        tested.failed(error(error_kind::timed_out));
    else if (event == "proxy_503")
        tested.failed(error(error_kind::connect), 503);
    else if (event == "success")
        BOOST_REQUIRE(exchanged(tested, came_with(200)));
    else if (event == "unreadable")
    {
        BOOST_REQUIRE(exchanged(tested, came_with(200)));
        tested.refused(error(error_kind::invalid_response));
    }
    else if (event == "500")
        refuse(tested, came_with(500));
    else if (event == "422")
        refuse(tested, came_with(422));
    else if (event == "401")
        refuse(tested, came_with(401));
    else if (event == "stale_token")
    {
        auto came = came_with(401);
        came.token_can_be_renewed = true;
        refuse(tested, std::move(came));
    }
    else if (event == "cut_500")
        refuse(tested, lost(error_kind::read, sent_part::all, 500));
    else if (event == "cut_200")
        BOOST_REQUIRE(!exchanged(tested, lost(error_kind::read, sent_part::all, 200)));
    else if (event == "cut_before_head")
        BOOST_REQUIRE(!exchanged(tested, lost(error_kind::read, sent_part::all)));
    else if (event == "cut_while_sending")
        BOOST_REQUIRE(!exchanged(tested, lost(error_kind::write, sent_part::some)));
    else if (event == "dead")
        BOOST_REQUIRE(!exchanged(tested, lost(error_kind::write, sent_part::nothing)));
    else if (event == "timed_out")
        BOOST_REQUIRE(!exchanged(tested, lost(error_kind::timed_out, sent_part::all)));
    else if (event == "decide")
        tested.decide(call_start, 0, true);
    else if (event == "decide_late")
        tested.decide(call_start + 29500ms, 0, true);
    else if (event == "decide_without_budget")
        tested.decide(call_start, 0, false);
    else if (event == "paused")
        tested.paused();
    else if (event == "cancelled")
        tested.interrupted(error(error_kind::cancelled));
    else if (event == "thrown")
        tested.abandon(error(error_kind::callback_failed), call_start);
    else if (event == "handed_on")
        tested.forbid_retries();
    else
        BOOST_FAIL("no such event: " << event);
}

struct transition
{
    http::idempotency idempotency;
    bool needs_token;
    std::string_view events;
    std::string_view steps; ///< before the first event, and after each
    std::optional<error_kind> failure{}; ///< not set: nothing has gone wrong
    unsigned sends = 1;
    bool outcome_unknown = false;
};

std::ostream& operator<<(std::ostream& out, transition const& one)
{
    return out << one.events;
}

constexpr auto safe = http::idempotency::safe;
constexpr auto idempotent = http::idempotency::idempotent;
constexpr auto unsafe = http::idempotency::not_idempotent;

transition const transitions[]{
    // The ordinary ways.
    {safe, false, "connection success", "get_connection exchange done"},
    {unsafe, true, "token connection success", "get_token get_connection exchange done"},
    {unsafe, true, "token connection 422 decide", "get_token get_connection exchange decide done",
        error_kind::client_error},

    // Before anything is sent.
    {safe, true, "no_token decide", "get_token decide done", error_kind::token_refused, 0},
    {safe, true, "token_late decide", "get_token decide done", error_kind::timed_out, 0},
    {unsafe, false, "connection_late decide", "get_connection decide done", error_kind::timed_out,
        0},
    {unsafe, false, "no_place decide", "get_connection decide done", error_kind::timed_out, 0},
    {unsafe, false, "no_connection decide paused connection success",
        "get_connection decide pause get_connection exchange done"},
    {unsafe, false, "no_connection decide paused no_connection decide paused no_connection decide",
        "get_connection decide pause get_connection decide pause get_connection decide done",
        error_kind::connect, 0},
    {unsafe, false, "proxy_503 decide paused connection success",
        "get_connection decide pause get_connection exchange done"},

    // A token is replaced once.
    {unsafe, true, "token connection stale_token decide token connection success",
        "get_token get_connection exchange decide get_token get_connection exchange done",
        std::nullopt, 2},
    {unsafe, true, "token connection stale_token decide token connection stale_token decide",
        "get_token get_connection exchange decide get_token get_connection exchange decide done",
        error_kind::unauthorized, 2},
    {unsafe, true, "token connection 401 decide", "get_token get_connection exchange decide done",
        error_kind::unauthorized},

    // A dead connection is replaced at once, and by a new one.
    {unsafe, false, "idle_connection dead decide connection success",
        "get_connection exchange decide get_connection exchange done", std::nullopt, 2},
    {unsafe, false, "idle_connection dead decide connection dead decide",
        "get_connection exchange decide get_connection exchange decide pause", error_kind::write,
        2},

    // What may have been applied is sent again only where that is harmless.
    {safe, false, "connection cut_before_head decide paused connection success",
        "get_connection exchange decide pause get_connection exchange done", std::nullopt, 2},
    {idempotent, false, "connection cut_before_head decide paused connection success",
        "get_connection exchange decide pause get_connection exchange done", std::nullopt, 2},
    {unsafe, false, "connection cut_before_head decide", "get_connection exchange decide done",
        error_kind::read, 1, true},
    {idempotent, false, "connection cut_while_sending decide paused connection success",
        "get_connection exchange decide pause get_connection exchange done", std::nullopt, 2},
    {unsafe, false, "connection cut_while_sending decide", "get_connection exchange decide done",
        error_kind::write},
    {unsafe, false, "connection timed_out decide", "get_connection exchange decide done",
        error_kind::timed_out, 1, true},
    {unsafe, false, "connection cut_200 decide", "get_connection exchange decide done",
        error_kind::read, 1, true},
    {safe, false, "connection unreadable decide paused connection success",
        "get_connection exchange decide pause get_connection exchange done", std::nullopt, 2},
    {unsafe, false, "connection unreadable decide", "get_connection exchange decide done",
        error_kind::invalid_response, 1, true},

    // A status counts even where its body is cut.
    {unsafe, false, "connection cut_500 decide paused connection success",
        "get_connection exchange decide pause get_connection exchange done", std::nullopt, 2},
    {unsafe, false,
        "connection 500 decide paused connection 500 decide paused connection 500 decide",
        "get_connection exchange decide pause get_connection exchange decide pause get_connection "
        "exchange decide done",
        error_kind::server_error, 3, true},
    {unsafe, false, "connection 500 decide paused connection 422 decide",
        "get_connection exchange decide pause get_connection exchange decide done",
        error_kind::client_error, 2, true},

    // What ends a call although a retry would be harmless.
    {safe, false, "connection 500 decide_late", "get_connection exchange decide done",
        error_kind::server_error},
    {safe, false, "connection 500 decide_without_budget", "get_connection exchange decide done",
        error_kind::server_error},
    {safe, false, "connection cut_200 handed_on decide",
        "get_connection exchange decide decide done", error_kind::read},
    {unsafe, false, "connection 500 decide cancelled", "get_connection exchange decide pause done",
        error_kind::cancelled, 1, true},
    {safe, false, "connection 500 decide cancelled", "get_connection exchange decide pause done",
        error_kind::cancelled},
    {unsafe, false, "thrown", "get_connection done", error_kind::callback_failed, 0},
    {unsafe, false, "connection success thrown", "get_connection exchange done done",
        error_kind::callback_failed, 1, true},
    {safe, false, "connection success thrown", "get_connection exchange done done",
        error_kind::callback_failed},
};

} // namespace

BOOST_AUTO_TEST_SUITE(http_call)

BOOST_DATA_TEST_CASE(each_event_leads_to_one_step, transitions, one)
{
    http::call tested(plan_of(one.idempotency, one.needs_token));
    std::string steps(to_string(tested.next()));
    std::istringstream events{std::string(one.events)};
    for (std::string event; events >> event;)
    {
        report(tested, event);
        steps.append(" ").append(to_string(tested.next()));
    }
    BOOST_TEST(steps == one.steps);
    BOOST_TEST(tested.is_good() == !one.failure.has_value());
    if (one.failure && !tested.is_good())
        BOOST_TEST(to_string(tested.failure().kind()) == to_string(*one.failure));
    BOOST_TEST(tested.sends() == one.sends);
    if (tested.next() == step::done && !tested.is_good())
    {
        BOOST_TEST(tested.failure().sends() == one.sends);
        BOOST_TEST(tested.failure().outcome_unknown() == one.outcome_unknown);
    }
}

BOOST_AUTO_TEST_CASE(a_dead_idle_connection_is_replaced_by_a_new_one)
{
    http::call tested(plan_of(unsafe, false));
    BOOST_TEST(!tested.wants_new_connection());
    report(tested, "idle_connection");
    report(tested, "dead");
    report(tested, "decide");
    BOOST_TEST(tested.wants_new_connection());
    BOOST_TEST(tested.attempts() == 2U);
    BOOST_TEST(tested.is_good());
}

BOOST_AUTO_TEST_CASE(pauses_double_and_grow_by_chance)
{
    http::call tested(plan_of(safe, false));
    report(tested, "connection");
    report(tested, "500");
    tested.decide(call_start, 1, true);
    BOOST_TEST(tested.pause().count() == 1100);
    report(tested, "paused");
    report(tested, "connection");
    report(tested, "500");
    tested.decide(call_start, 0, true);
    BOOST_TEST(tested.pause().count() == 2000);
}

BOOST_AUTO_TEST_CASE(an_error_lists_what_each_attempt_has_met)
{
    auto plan = plan_of(safe, false);
    plan.begun = call_start;
    http::call tested(plan);
    report(tested, "connection");
    report(tested, "500");
    tested.decide(call_start + 30ms, 0, true);
    report(tested, "paused");
    tested.failed(
        restbind::detail::fill(error(error_kind::connect)).with_phase(phase::connect).take());
    tested.decide(call_start + 30ms + 1s + 5ms, 0, true);
    tested.interrupted(
        restbind::detail::fill(error(error_kind::timed_out)).with_phase(phase::backoff).take());
    auto const& met = tested.failure().attempts();
    BOOST_TEST_REQUIRE(met.size() == 2U);
    BOOST_TEST(met[0].status == 500);
    BOOST_TEST(met[0].duration.count() == 30);
    BOOST_TEST((met[1].kind == error_kind::connect));
    BOOST_TEST((met[1].at == phase::connect));
    BOOST_TEST(met[1].duration.count() == 5);
    BOOST_TEST(tested.failure().sends() == 1U);
}

BOOST_AUTO_TEST_CASE(a_call_without_budget_says_so_where_it_would_have_gone_on)
{
    for (bool const spent : {true, false})
    {
        http::call tested(plan_of(safe, false));
        report(tested, "connection");
        refuse(tested, came_with(spent ? 500 : 404));
        tested.decide(call_start, 0, false);
        BOOST_TEST(to_string(tested.next()) == "done");
        BOOST_TEST(tested.failure().retry_budget_spent() == spent);
    }
}

BOOST_AUTO_TEST_CASE(a_handshake_that_no_other_attempt_would_change_is_final)
{
    using boost::system::errc::make_error_code;
    for (auto const code : {boost::system::errc::protocol_not_supported,
             boost::system::errc::permission_denied, boost::system::errc::connection_reset})
        for (auto const at : {phase::handshake, phase::connect})
        {
            http::call tested(plan_of(safe, false));
            tested.failed(restbind::detail::fill(error(error_kind::connect))
                              .with_code(make_error_code(code))
                              .with_phase(at)
                              .take());
            tested.decide(call_start, 0, true);
            bool const is_final =
                at == phase::handshake && code != boost::system::errc::connection_reset;
            BOOST_TEST(to_string(tested.next()) == (is_final ? "done" : "pause"));
        }
}

BOOST_AUTO_TEST_CASE(a_pause_lasts_as_long_as_the_server_asks_for)
{
    for (auto const& [asked, expected] : {std::pair{7s, step::pause}, {61s, step::done}})
    {
        auto plan = plan_of(safe, false);
        plan.deadline = call_start + 1h;
        http::call tested(plan);
        report(tested, "connection");
        auto came = came_with(503);
        came.retry_after = asked;
        refuse(tested, std::move(came));
        tested.decide(call_start, 0, true);
        BOOST_TEST(to_string(tested.next()) == to_string(expected));
        if (expected == step::pause)
            BOOST_TEST(tested.pause().count() == 7000);
    }
}

BOOST_AUTO_TEST_CASE(a_pause_that_does_not_fit_is_told_with_both_times)
{
    struct sample
    {
        std::optional<std::chrono::milliseconds> asked;
        std::chrono::milliseconds left;
        std::string_view expected;
        std::chrono::milliseconds retry_after;
        std::chrono::milliseconds longest = 60s;
    };
    for (sample const& one : {sample{61s, 1h, "Retry-After asks for 61 s, retry.max_retry_after is 60 s", 61s},
             {45s, 29500ms, "Retry-After asks for 45 s, the call has 29.5 s left", 45s},
             {45s, 45s, "Retry-After asks for 45 s, the call has 45 s left", 45s},
             {700ms, 1h, "Retry-After asks for 700 ms, retry.max_retry_after is 500 ms", 700ms, 500ms},
             {{}, 250ms, "the next pause takes 1 s, the call has 250 ms left", 0s}, {45s, 46s, "", 0s}})
    {
        auto plan = plan_of(safe, false);
        plan.max_retry_after = one.longest;
        plan.deadline = call_start + one.left;
        http::call tested(plan);
        report(tested, "connection");
        auto came = came_with(503);
        came.retry_after = one.asked;
        refuse(tested, std::move(came));
        tested.decide(call_start, 0, true);
        BOOST_TEST(to_string(tested.next()) == (one.expected.empty() ? "pause" : "done"));
        std::string const text = tested.failure().message();
        BOOST_TEST(text == "server error (503)" + (one.expected.empty() ? std::string()
                               : " (not sent again: " + std::string(one.expected) + ")"));
        BOOST_TEST(tested.failure().retry_after().count() == one.retry_after.count());
    }
    http::call last(plan_of(safe, false));
    for (int i = 0; i != 3; ++i)
    {
        report(last, "connection");
        auto came = came_with(503);
        came.retry_after = i == 2 ? 45s : 0s;
        refuse(last, std::move(came));
        report(last, "decide");
        if (i != 2)
            report(last, "paused");
    }
    BOOST_TEST(last.failure().message() == "server error (503) (sent 3 times)");
}

/// The end of the text behind the last parenthesis or semicolon.
std::string_view effect_of(std::string const& text)
{
    auto const at = text.rfind("; ");
    return at == std::string::npos ? std::string_view() : std::string_view(text).substr(at + 2);
}

BOOST_AUTO_TEST_CASE(an_error_says_of_each_loss_what_it_means)
{
    using k = error_kind;
    constexpr std::string_view applied = "the request was applied, but its result is lost";
    constexpr std::string_view unknown = "the request may have taken effect";
    // A success that is lost on the way, too large, late, given up, or cannot be read.
    for (k const kind : {k::read, k::protocol, k::too_large, k::timed_out, k::cancelled, k::client_closed,
             k::callback_failed})
        for (auto const idempotency : {unsafe, idempotent})
        {
            http::call tested(plan_of(idempotency, false));
            report(tested, "connection");
            BOOST_REQUIRE(!exchanged(tested, lost(kind, sent_part::all, 200)));
            report(tested, "decide");
            BOOST_TEST_CONTEXT(to_string(kind))
            {
                BOOST_TEST(effect_of(tested.failure().message()) == applied);
                BOOST_TEST(tested.failure().outcome_unknown());
                BOOST_TEST(tested.failure().status() == 200);
                BOOST_TEST(tested.failure().detail() == "");
            }
        }
    for (k const kind : {k::invalid_response, k::unexpected_status})
        for (auto const idempotency : {unsafe, idempotent})
        {
            http::call tested(plan_of(idempotency, false));
            report(tested, "connection");
            BOOST_REQUIRE(exchanged(tested, came_with(204)));
            tested.refused(restbind::detail::fill(error(kind)).with_status(204).take());
            report(tested, "decide");
            BOOST_TEST(effect_of(tested.failure().message()) == applied);
            BOOST_TEST(tested.failure().outcome_unknown());
        }
    for (auto const& [events, expected] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"connection success thrown", applied}, {"connection cut_200 thrown", applied},
             {"connection cut_before_head decide", unknown}, {"connection timed_out decide", unknown},
             {"connection thrown", unknown}, {"connection 422 thrown", ""}, {"no_connection thrown", ""},
             {"connection 500 decide cancelled", "an earlier attempt may have taken effect"},
             {"connection 500 decide thrown", "an earlier attempt may have taken effect"},
             {"connection 500 decide paused connection 422 decide", "an earlier attempt may have taken effect"},
             {"connection 500 decide paused connection cut_while_sending decide",
                 "an earlier attempt may have taken effect"},
             {"connection 500 decide paused connection 500 decide paused connection 500 decide",
                 "the request may have taken effect more than once"},
             {"connection 500 decide paused connection cut_200 decide",
                 "the request was applied, perhaps more than once, but its result is lost"}})
    {
        http::call tested(plan_of(unsafe, false));
        std::istringstream each{std::string(events)};
        for (std::string event; each >> event;)
            report(tested, event);
        BOOST_TEST_CONTEXT(events)
        {
            BOOST_TEST(effect_of(tested.failure().message()) == expected);
            BOOST_TEST(tested.failure().outcome_unknown() == !expected.empty());
            BOOST_TEST(tested.failure().earlier_may_have_applied() == (events.find("500 decide") != events.npos));
        }
    }
    http::call read(plan_of(safe, false));
    for (auto const event : {"connection", "cut_200", "decide_without_budget"})
        report(read, event);
    BOOST_TEST(effect_of(read.failure().message()) == "");
}

BOOST_AUTO_TEST_CASE(an_error_says_what_became_of_its_request_and_its_body)
{
    http::call cut(plan_of(unsafe, false));
    report(cut, "connection");
    report(cut, "cut_500");
    BOOST_TEST(cut.failure().detail().ends_with(
        "the response's body is not whole: " + std::string(to_string(error_kind::read))));

    http::call partly(plan_of(unsafe, false));
    report(partly, "connection");
    report(partly, "cut_while_sending");
    BOOST_TEST(
        partly.failure().detail() ==
        "the connection broke before the whole request was sent: it was probably not applied");
}

BOOST_AUTO_TEST_CASE(a_call_that_is_given_up_lists_the_attempt_that_was_under_way)
{
    for (auto const& [events, attempts] : std::vector<std::pair<std::string_view, std::size_t>>{
             {"thrown", 1}, {"connection thrown", 1}, {"connection success thrown", 1},
             {"connection cut_200 thrown", 1}, {"connection 500 decide thrown", 1},
             {"connection 500 decide paused connection success thrown", 2},
             {"connection 500 decide paused connection 422 decide thrown", 2}})
    {
        http::call tested(plan_of(unsafe, false));
        std::istringstream each{std::string(events)};
        for (std::string event; each >> event;)
            report(tested, event);
        BOOST_TEST_CONTEXT(events)
        {
            BOOST_TEST_REQUIRE(tested.failure().attempts().size() == attempts);
            bool const ended_before = events.find("decide thrown") != events.npos;
            BOOST_TEST((tested.failure().attempts().back().kind == error_kind::callback_failed) ==
                       !ended_before);
            BOOST_TEST((tested.failure() == error_kind::callback_failed));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
