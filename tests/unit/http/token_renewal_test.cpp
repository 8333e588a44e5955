// SPDX-License-Identifier: BSL-1.0
// When a token is used, renewed or waited for, and how often rejections lead to another one.
#include <restbind/http/token_machine.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

using namespace restbind;
using namespace std::chrono_literals;
using http::token_step;

namespace
{

/// A machine whose tokens are of no interest.
struct token_state : http::token_machine<int>
{
    using machine = http::token_machine<int>;
    using machine::machine;

    void started(time_point now, time_point overdue = (time_point::max)())
    {
        auto const longest = overdue == (time_point::max)() ? (duration::max)() : overdue - now;
        token_step const said = ask(now, this, longest);
        BOOST_TEST_REQUIRE((said == token_step::request || said == token_step::use_and_request));
    }
    void succeeded(duration lifetime)
    {
        BOOST_TEST_REQUIRE(machine::succeeded(request(), 0, lifetime));
    }
    void failed(time_point now, bool for_good)
    {
        error why(for_good ? error_kind::token_refused : error_kind::connect);
        if (for_good)
            restbind::detail::fill(why).with_token_error({"invalid_client", "", {}});
        BOOST_TEST_REQUIRE(machine::failed(request(), why, now));
    }
    bool has_token(time_point now) const
    {
        token_step const said = step(now);
        return said == token_step::use || said == token_step::use_and_request;
    }
};

token_state::time_point at(std::chrono::milliseconds offset)
{
    return token_state::time_point(1000h) + offset;
}

// Operations.
constexpr std::string_view buy = "buy";
constexpr std::string_view show = "show";

/// A state with a token of one hour that was asked for at 0 s.
token_state state_with_token(token_state state = token_state())
{
    state.started(at(0s));
    state.succeeded(1h);
    return state;
}

/// Gets the next token, at once.
void renew(token_state& state, token_state::time_point now)
{
    state.started(now);
    state.succeeded(1h);
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_token_renewal)

// proves: R5-2
BOOST_AUTO_TEST_CASE(the_first_call_starts_a_request_and_the_others_wait_for_it)
{
    token_state state;
    BOOST_TEST((state.step(at(0s)) == token_step::request));
    state.started(at(0s));
    BOOST_TEST((state.step(at(1s)) == token_step::wait));
    BOOST_TEST(state.generation() == 0U);
    state.succeeded(1h);
    BOOST_TEST((state.step(at(2s)) == token_step::use));
    BOOST_TEST(state.generation() == 1U);
}

// proves: R5-2
BOOST_AUTO_TEST_CASE(a_token_is_renewed_five_minutes_before_its_end_while_it_stays_in_use)
{
    token_state state = state_with_token();
    BOOST_TEST((state.step(at(55min - 1ms)) == token_step::use));
    BOOST_TEST((state.step(at(55min)) == token_step::use_and_request));
    state.started(at(55min));
    BOOST_TEST((state.step(at(56min)) == token_step::use));
    BOOST_TEST((state.step(at(60min - 1ms)) == token_step::use));
    BOOST_TEST((state.step(at(60min)) == token_step::wait));
    state.succeeded(1h);
    BOOST_TEST(state.generation() == 2U);
    BOOST_TEST(state.has_token(at(115min - 1ms)));
    BOOST_TEST(!state.has_token(at(115min)));
}

// survives: K24
BOOST_AUTO_TEST_CASE(the_life_of_a_token_counts_from_the_start_of_its_request)
{
    // A clock that somebody sets neither prolongs a life nor ends it.
    static_assert(token_state::clock::is_steady);
    token_state state;
    state.started(at(0s));
    BOOST_TEST((state.step(at(30s)) == token_step::wait));
    state.succeeded(1h);
    BOOST_TEST((state.step(at(55min - 1ms)) == token_step::use));
    BOOST_TEST((state.step(at(55min)) == token_step::use_and_request));
    BOOST_TEST(state.has_token(at(1h - 1ms)));
    BOOST_TEST(!state.has_token(at(1h)));
}

// proves: R5-2
// survives: K5
BOOST_AUTO_TEST_CASE(a_short_life_shrinks_the_lead_to_its_half)
{
    token_state state;
    state.started(at(0s));
    state.succeeded(30s);
    BOOST_TEST((state.step(at(15s - 1ms)) == token_step::use));
    BOOST_TEST((state.step(at(15s)) == token_step::use_and_request));
    BOOST_TEST((state.step(at(30s)) == token_step::request));

    token_state late(0s);
    late.started(at(0s));
    late.succeeded(30s);
    BOOST_TEST((late.step(at(30s - 1ms)) == token_step::use));
    BOOST_TEST((late.step(at(30s)) == token_step::request));
}

BOOST_AUTO_TEST_CASE(a_failed_request_is_not_followed_by_another_for_a_second)
{
    token_state state;
    state.started(at(0s));
    state.failed(at(2s), false);
    BOOST_TEST((state.step(at(2s)) == token_step::fail));
    BOOST_TEST((state.step(at(3s - 1ms)) == token_step::fail));
    BOOST_TEST((state.step(at(3s)) == token_step::request));
}

// survives: K21
BOOST_AUTO_TEST_CASE(a_failed_renewal_leaves_the_old_token_in_use)
{
    token_state state = state_with_token();
    state.started(at(55min));
    state.failed(at(55min + 1s), false);
    BOOST_TEST((state.step(at(55min + 1500ms)) == token_step::use));
    BOOST_TEST((state.step(at(55min + 2s)) == token_step::use_and_request));
    BOOST_TEST((state.step(at(60min)) == token_step::request));
}

// proves: R5-4
// survives: K16
BOOST_AUTO_TEST_CASE(a_refusal_for_good_is_never_followed_by_another_request)
{
    token_state state;
    state.started(at(0s));
    state.failed(at(1s), true);
    BOOST_TEST((state.step(at(24h)) == token_step::fail));

    token_state renewing = state_with_token();
    renewing.started(at(55min));
    renewing.failed(at(55min), true);
    BOOST_TEST((renewing.step(at(59min)) == token_step::use));
    BOOST_TEST((renewing.step(at(61min)) == token_step::fail));

    renewing.reset();
    BOOST_TEST((renewing.step(at(61min)) == token_step::request));
}

// proves: R5-3
// survives: K25
BOOST_AUTO_TEST_CASE(a_rejected_token_is_dropped_and_only_that_one)
{
    token_state state = state_with_token();
    BOOST_TEST(state.rejected(buy, 1, at(1s)));
    BOOST_TEST((state.step(at(1s)) == token_step::request));
    state.started(at(1s));
    BOOST_TEST(state.rejected(buy, 1, at(2s)));
    BOOST_TEST((state.step(at(2s)) == token_step::wait));
    state.succeeded(1h);
    BOOST_TEST(state.rejected(buy, 1, at(3s)));
    BOOST_TEST((state.step(at(3s)) == token_step::use));
    BOOST_TEST(state.generation() == 2U);
}

// proves: R5-3
BOOST_AUTO_TEST_CASE(
    a_service_that_rejects_every_token_gets_a_new_one_after_10_20_40_s_and_up_to_5_min)
{
    token_state state = state_with_token();
    std::vector<std::chrono::seconds> renewals;
    // A call every second, each rejected.
    for (std::chrono::seconds now{0}; now < 30min; now += 1s)
    {
        if (state.step(at(now)) == token_step::request)
        {
            state.started(at(now));
            state.succeeded(1h);
        }
        BOOST_TEST_REQUIRE((state.step(at(now)) == token_step::use));
        if (state.rejected(buy, state.generation(), at(now)))
            renewals.push_back(now);
    }
    BOOST_TEST((renewals == std::vector<std::chrono::seconds>{
                                0s, 10s, 30s, 70s, 150s, 310s, 610s, 910s, 1210s, 1510s}));
}

// survives: K26
BOOST_AUTO_TEST_CASE(an_operation_that_is_always_rejected_keeps_no_other_from_a_new_token)
{
    token_state state = state_with_token();
    // One operation is rejected each second, whatever the token. The other one is called each 10 s,
    // and each time its token was withdrawn before anybody had a success with it.
    for (std::chrono::seconds now{0}; now < 20s; now += 1s)
    {
        if (state.rejected(buy, state.generation(), at(now)))
            renew(state, at(now));
        if (now % 10s == 9s)
        {
            BOOST_TEST_REQUIRE(state.rejected(show, state.generation(), at(now)));
            renew(state, at(now));
            state.accepted(show, state.generation());
        }
    }
}

// survives: K27
BOOST_AUTO_TEST_CASE(a_token_that_is_withdrawn_again_after_a_success_is_replaced_again)
{
    token_state state = state_with_token();
    for (std::chrono::milliseconds now : {0ms, 1ms, 5000ms, 9999ms})
    {
        BOOST_TEST(state.rejected(buy, state.generation(), at(now)));
        BOOST_TEST(state.has_rejections());
        renew(state, at(now));
        state.accepted(buy, state.generation());
        BOOST_TEST(!state.has_rejections());
    }
}

// survives: K27
BOOST_AUTO_TEST_CASE(a_success_of_another_operation_or_with_an_older_token_clears_no_record)
{
    token_state state = state_with_token();
    BOOST_TEST(state.rejected(buy, 1, at(0s)));
    renew(state, at(0s));
    state.accepted(show, 2);
    state.accepted(buy, 1);
    BOOST_TEST(state.has_rejections());
    BOOST_TEST(!state.rejected(buy, 2, at(1s)));
    state.accepted(buy, 2);
    BOOST_TEST(state.rejected(buy, 2, at(1s)));
}

// survives: K28
BOOST_AUTO_TEST_CASE(a_service_that_rejects_everything_gets_a_bounded_number_of_tokens)
{
    // Many operations, each of them rejected ten times a second.
    token_state state = state_with_token();
    int renewals = 0;
    for (std::chrono::milliseconds now{0}; now < 5min; now += 100ms)
        for (std::uint64_t operation = 1; operation <= 100; ++operation)
            if (state.rejected(std::to_string(operation), state.generation(), at(now)))
            {
                ++renewals;
                renew(state, at(now));
                BOOST_TEST_REQUIRE(renewals <= 8 + now / 10s);
            }
    BOOST_TEST(renewals >= 30);
}

// survives: K28
BOOST_AUTO_TEST_CASE(a_service_that_rejects_every_other_call_gets_a_bounded_number_of_tokens)
{
    token_state state = state_with_token();
    int renewals = 0;
    for (std::chrono::milliseconds now{0}; now < 5min; now += 100ms)
    {
        if (state.rejected(buy, state.generation(), at(now)))
        {
            ++renewals;
            renew(state, at(now));
        }
        state.accepted(buy, state.generation());
    }
    BOOST_TEST(renewals == 8 + 29);
}

// survives: K26
BOOST_AUTO_TEST_CASE(operations_that_are_rejected_again_leave_renewals_to_the_others)
{
    token_state state = state_with_token();
    for (std::uint64_t const operation : {1U, 2U, 3U, 4U})
    {
        BOOST_TEST(state.rejected(std::to_string(operation), state.generation(), at(0s)));
        renew(state, at(0s));
    }
    // After 10 s there is space for one more, but four are kept for those without a record.
    BOOST_TEST(state.rejected("1", state.generation(), at(10s)));
    renew(state, at(10s));
    BOOST_TEST(!state.rejected("2", state.generation(), at(10s)));
    for (std::uint64_t const operation : {5U, 6U, 7U, 8U})
    {
        BOOST_TEST(state.rejected(std::to_string(operation), state.generation(), at(10s)));
        renew(state, at(10s));
    }
    BOOST_TEST(!state.rejected("9", state.generation(), at(10s)));
    BOOST_TEST(state.rejected("9", state.generation(), at(20s)));
}

BOOST_AUTO_TEST_CASE(more_operations_than_can_be_remembered_are_those_that_are_held_longest)
{
    token_state state = state_with_token();
    for (std::uint64_t operation = 1; operation <= token_state::max_records + 1; ++operation)
    {
        auto const now = at(operation * 10s);
        BOOST_TEST(state.rejected(std::to_string(operation), state.generation(), now));
        renew(state, now);
    }
    auto const now = at((token_state::max_records + 1) * 10s);
    // The newest is still held; the oldest has made space for it.
    BOOST_TEST(!state.rejected(std::to_string(token_state::max_records + 1), state.generation(), now));
    state.accepted("1", state.generation());
    for (std::uint64_t operation = 2; operation <= token_state::max_records + 1; ++operation)
    {
        BOOST_TEST(state.has_rejections());
        state.accepted(std::to_string(operation), state.generation());
    }
    BOOST_TEST(!state.has_rejections());
}

// proves: R5-3
BOOST_AUTO_TEST_CASE(the_first_rejection_in_a_while_renews_at_once)
{
    token_state state = state_with_token();
    BOOST_TEST(state.rejected(buy, 1, at(0s)));
    state.started(at(0s));
    state.succeeded(1h);
    BOOST_TEST(!state.rejected(buy, 2, at(10s - 1ms)));
    BOOST_TEST((state.step(at(10s)) == token_step::use));
    // Held for 10 s and good for another 10 s: after that the count starts anew.
    BOOST_TEST(state.rejected(buy, 2, at(20s)));
    state.started(at(20s));
    state.succeeded(1h);
    BOOST_TEST(!state.rejected(buy, 3, at(30s - 1ms)));
    BOOST_TEST(state.rejected(buy, 3, at(30s)));
}

BOOST_AUTO_TEST_CASE(a_rejection_counts_from_the_first_moment_of_the_clock_on)
{
    token_state state;
    state.started(token_state::time_point());
    state.succeeded(1h);
    BOOST_TEST(state.rejected(buy, 1, token_state::time_point()));
}

BOOST_AUTO_TEST_CASE(a_reset_forgets_the_token_and_earlier_rejections)
{
    token_state state = state_with_token();
    state.rejected(buy, 1, at(0s));
    state.started(at(0s));
    state.succeeded(1h);
    BOOST_TEST(!state.rejected(buy, 2, at(1s)));
    state.reset();
    BOOST_TEST(!state.has_token(at(1s)));
    BOOST_TEST((state.step(at(1s)) == token_step::request));
    state.started(at(1s));
    state.succeeded(1h);
    BOOST_TEST(state.rejected(buy, 3, at(2s)));
}

BOOST_AUTO_TEST_CASE(a_reset_allows_as_many_renewals_as_at_first)
{
    token_state state = state_with_token();
    for (int round = 0; round != 2; ++round)
    {
        for (std::uint64_t operation = 1; operation <= 8; ++operation)
        {
            BOOST_TEST(state.rejected(std::to_string(operation), state.generation(), at(0s)));
            renew(state, at(0s));
        }
        BOOST_TEST(!state.rejected("9", state.generation(), at(0s)));
        state.reset();
        renew(state, at(0s));
    }
}

BOOST_AUTO_TEST_CASE(a_request_that_was_given_up_is_followed_by_another_at_once)
{
    token_state state;
    state.started(at(0s));
    BOOST_TEST(state.abandoned(state.request()));
    BOOST_TEST((state.step(at(0s)) == token_step::request));
}

BOOST_AUTO_TEST_CASE(a_request_that_is_overdue_counts_as_lost)
{
    token_state state;
    state.started(at(0s), at(31s));
    BOOST_TEST((state.step(at(31s - 1ms)) == token_step::wait));
    BOOST_TEST((state.step(at(31s)) == token_step::request));

    token_state renewing = state_with_token();
    renewing.started(at(55min), at(56min));
    BOOST_TEST((renewing.step(at(56min - 1ms)) == token_step::use));
    BOOST_TEST((renewing.step(at(56min)) == token_step::use_and_request));
}

BOOST_AUTO_TEST_CASE(a_reset_ends_the_pause_after_a_failure)
{
    token_state state;
    state.started(at(0s));
    state.failed(at(1s), false);
    BOOST_TEST((state.step(at(1s)) == token_step::fail));
    state.reset();
    BOOST_TEST((state.step(at(1s)) == token_step::request));
}

BOOST_AUTO_TEST_CASE(a_reset_forgets_how_often_tokens_were_rejected)
{
    token_state state = state_with_token();
    std::uint64_t generation = state.generation();
    auto const renew = [&](auto now)
    {
        state.started(now);
        state.succeeded(1h);
        generation = state.generation();
    };
    // Rejections one after another: the hold grows to 20 s.
    BOOST_TEST(state.rejected(buy, generation, at(100s)));
    renew(at(100s));
    BOOST_TEST(state.rejected(buy, generation, at(110s)));
    state.reset();
    renew(at(111s));
    BOOST_TEST(state.rejected(buy, generation, at(111s)));
    renew(at(111s));
    BOOST_TEST(!state.rejected(buy, generation, at(120s)));
    BOOST_TEST(state.rejected(buy, generation, at(121s)));
}

BOOST_AUTO_TEST_SUITE_END()
