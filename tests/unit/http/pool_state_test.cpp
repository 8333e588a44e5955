// SPDX-License-Identifier: BSL-1.0
// Which connections are kept, reused and closed, and who waits: every state and event, without
// sockets.
#include <restbind/http/detail/pool_state.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace
{

using restbind::http::pool_step;
using namespace std::chrono_literals;

using handle = std::unique_ptr<int>;
using pool = restbind::http::pool_state<handle>;
using moment = pool::clock::time_point;

moment const pool_start{1000h};

/// A step in words, with the number of its connection.
std::string text_of(pool::action const& action)
{
    std::string const number = action.connection ? " " + std::to_string(*action.connection) : "";
    switch (action.step)
    {
    case pool_step::none:
        return "none" + number;
    case pool_step::reuse:
        return "reuse" + number;
    case pool_step::open:
        return "open" + number;
    case pool_step::wait:
        return "wait" + number;
    case pool_step::close:
        return "close" + number;
    case pool_step::grant:
        return "grant" + number;
    }
    return "?";
}

/// Opens as many connections as there are places for, up to `count`. Connections have numbers from
/// 1 on.
void open(pool& tested, int count)
{
    for (int i = 0; i != count; ++i)
    {
        BOOST_REQUIRE_EQUAL(text_of(tested.find_place()), "open");
        tested.taken();
    }
}

std::string give_back(
    pool& tested, int number, bool keep, bool somebody_waits = false, moment now = pool_start)
{
    return text_of(tested.give_back(std::make_unique<int>(number), keep, now, somebody_waits));
}

} // namespace

BOOST_AUTO_TEST_SUITE(pool_state)

BOOST_AUTO_TEST_CASE(an_empty_pool_opens_up_to_its_limit_and_then_lets_wait)
{
    pool tested(2, 2, 60s);
    BOOST_TEST(text_of(tested.find_idle(pool_start)) == "none");
    open(tested, 2);
    BOOST_TEST(text_of(tested.find_place()) == "wait");
    BOOST_TEST(text_of(tested.find_place()) == "wait");
}

BOOST_AUTO_TEST_CASE(a_place_counts_only_once_it_is_taken)
{
    pool tested(1, 1, 60s);
    BOOST_TEST(text_of(tested.find_place()) == "open");
    BOOST_TEST(text_of(tested.find_place()) == "open");
    tested.taken();
    BOOST_TEST(text_of(tested.find_place()) == "wait");
}

BOOST_AUTO_TEST_CASE(a_connection_is_not_reused_for_longer_than_its_server_says)
{
    pool tested(3, 3, 60s);
    open(tested, 3);
    BOOST_TEST(give_back(tested, 1, true) == "none");
    for (int const number : {2, 3})
        BOOST_TEST(text_of(tested.give_back(std::make_unique<int>(number), true, pool_start, false,
                       number == 2 ? 100h : 4s)) == "none");
    BOOST_TEST(text_of(tested.find_idle(pool_start + 4s - 1ms)) == "reuse 3");
    tested.taken();
    BOOST_TEST(text_of(tested.give_back(std::make_unique<int>(3), true, pool_start, false, 4s)) == "none");
    BOOST_TEST(text_of(tested.find_idle(pool_start + 4s)) == "close 3");
    BOOST_TEST(text_of(tested.find_idle(pool_start + 4s)) == "reuse 2");
    tested.taken();
    BOOST_TEST(text_of(tested.find_idle(pool_start + 60s)) == "close 1");
}

BOOST_AUTO_TEST_CASE(the_connection_used_last_is_reused_first)
{
    pool tested(2, 2, 60s);
    open(tested, 2);
    BOOST_TEST(give_back(tested, 1, true) == "none");
    BOOST_TEST(give_back(tested, 2, true) == "none");
    BOOST_TEST(text_of(tested.find_idle(pool_start + 1s)) == "reuse 2");
    tested.taken();
    BOOST_TEST(text_of(tested.find_idle(pool_start + 1s)) == "reuse 1");
    tested.taken();
    BOOST_TEST(text_of(tested.find_idle(pool_start + 1s)) == "none");
    BOOST_TEST(text_of(tested.find_place()) == "wait");
}

BOOST_AUTO_TEST_CASE(a_connection_found_dead_leaves_its_place_free)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    give_back(tested, 1, true);
    BOOST_TEST(text_of(tested.find_idle(pool_start)) == "reuse 1"); // dead: not reported as taken
    BOOST_TEST(text_of(tested.find_idle(pool_start)) == "none");
    BOOST_TEST(text_of(tested.find_place()) == "open");
}

BOOST_AUTO_TEST_CASE(an_idle_connection_is_closed_when_its_time_is_up)
{
    pool tested(3, 3, 60s);
    open(tested, 2);
    give_back(tested, 1, true, false, pool_start);
    give_back(tested, 2, true, false, pool_start + 30s);
    BOOST_TEST(text_of(tested.find_idle(pool_start + 60s)) == "close 1");
    BOOST_TEST(text_of(tested.find_idle(pool_start + 60s)) == "reuse 2");
}

BOOST_AUTO_TEST_CASE(an_idle_connection_is_reused_until_just_before_its_time_is_up)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    give_back(tested, 1, true, false, pool_start);
    BOOST_TEST(text_of(tested.find_idle(pool_start + 60s - 1ns)) == "reuse 1");
}

BOOST_AUTO_TEST_CASE(a_new_connection_takes_the_place_of_the_one_idle_for_longest)
{
    pool tested(2, 2, 60s);
    open(tested, 2);
    give_back(tested, 1, true);
    give_back(tested, 2, true);
    BOOST_TEST(text_of(tested.find_place()) == "close 1");
    BOOST_TEST(text_of(tested.find_place()) == "open");
    tested.taken();
    BOOST_TEST(text_of(tested.find_place()) == "close 2");
}

BOOST_AUTO_TEST_CASE(of_too_many_idle_connections_the_oldest_is_closed)
{
    pool tested(3, 2, 60s);
    open(tested, 3);
    BOOST_TEST(give_back(tested, 1, true) == "none");
    BOOST_TEST(give_back(tested, 2, true) == "none");
    BOOST_TEST(give_back(tested, 3, true) == "close 1");
    open(tested, 1);
}

BOOST_AUTO_TEST_CASE(nothing_is_kept_where_nothing_may_be_idle)
{
    for (auto* const tested : {new pool(1, 0, 60s), new pool(1, 5, 0ms)})
    {
        std::unique_ptr<pool> const owner(tested);
        open(*tested, 1);
        BOOST_TEST(give_back(*tested, 1, true) == "close 1");
        open(*tested, 1);
    }
}

BOOST_AUTO_TEST_CASE(a_connection_that_cannot_be_reused_is_closed)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    BOOST_TEST(give_back(tested, 1, false) == "close 1");
    open(tested, 1);
}

BOOST_AUTO_TEST_CASE(the_first_in_line_is_granted_the_connection_that_is_given_back)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    BOOST_TEST(give_back(tested, 1, true, true) == "grant");
    BOOST_TEST(text_of(tested.find_idle(pool_start)) == "none"); // nobody else gets it
    BOOST_TEST(text_of(tested.find_place()) == "wait");
    BOOST_TEST(text_of(tested.accept(false)) == "reuse 1");
    tested.accepted();
    BOOST_TEST(text_of(tested.find_place()) == "wait");
}

BOOST_AUTO_TEST_CASE(a_granted_place_without_a_usable_connection_gets_a_new_one)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    BOOST_TEST(give_back(tested, 1, false, true) == "grant 1");
    BOOST_TEST(text_of(tested.accept(false)) == "open");
    tested.accepted();
    BOOST_TEST(text_of(tested.find_place()) == "wait");

    BOOST_TEST(give_back(tested, 2, true, true) == "grant");
    BOOST_TEST(text_of(tested.accept(false)) == "reuse 2"); // dead
    BOOST_TEST(text_of(tested.accept(false)) == "open");
}

BOOST_AUTO_TEST_CASE(who_wants_a_new_connection_closes_a_granted_one_only_for_want_of_a_place)
{
    pool tested(2, 2, 60s);
    open(tested, 2);
    give_back(tested, 1, true, true);
    give_back(tested, 2, false, true);
    BOOST_TEST(text_of(tested.accept(true)) == "open"); // the place that came without one
    tested.accepted();
    BOOST_TEST(text_of(tested.accept(true)) == "close 1");
    BOOST_TEST(text_of(tested.accept(true)) == "open");
    tested.accepted();
    BOOST_TEST(text_of(tested.find_place()) == "wait");
}

BOOST_AUTO_TEST_CASE(a_declined_place_goes_to_the_next_in_line)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    give_back(tested, 1, true, true);
    BOOST_TEST(text_of(tested.decline(true)) == "grant");
    BOOST_TEST(text_of(tested.accept(false)) == "reuse 1");
}

BOOST_AUTO_TEST_CASE(a_declined_place_is_free_if_nobody_waits_and_its_connection_is_closed)
{
    pool tested(1, 1, 60s);
    open(tested, 1);
    give_back(tested, 1, true, true);
    BOOST_TEST(text_of(tested.decline(false)) == "close 1");
    open(tested, 1);
    BOOST_TEST(text_of(tested.find_place()) == "wait");

    give_back(tested, 2, false, true);
    BOOST_TEST(text_of(tested.decline(false)) == "none");
    open(tested, 1);
}

BOOST_AUTO_TEST_CASE(a_closed_pool_has_places_again_but_no_connection)
{
    pool tested(2, 2, 60s);
    open(tested, 2);
    give_back(tested, 1, true);
    give_back(tested, 2, true, true);
    auto const closed = tested.close_all();
    BOOST_TEST_REQUIRE(closed.size() == 2U);
    BOOST_TEST(*closed[0] == 2); // it came with the granted place
    BOOST_TEST(*closed[1] == 1);
    BOOST_TEST(text_of(tested.find_idle(pool_start)) == "none");
    BOOST_TEST(text_of(tested.accept(false)) == "open");
    tested.accepted();
    open(tested, 1);
    BOOST_TEST(text_of(tested.find_place()) == "wait");
}

BOOST_AUTO_TEST_SUITE_END()
