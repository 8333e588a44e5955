// SPDX-License-Identifier: BSL-1.0
// What a network can do to a call: each error names its phase, comes in time, and tells the truth
// about effects.
#include "one_call.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace faults;

/// Every fault ends a call within its deadline; the rest is the slowness of the machine.
void check_in_time(std::chrono::milliseconds took, std::chrono::milliseconds deadline)
{
    BOOST_TEST(took.count() < deadline.count() + 2000);
}

/// Calls a server that ends every connection in the same way before it has read a whole request.
template <class Operation>
restbind::error error_of_unlucky(script const& on_connect, Item const& request = good_item)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([&](std::size_t) { return on_connect; });
    auto options = options_for(server);
    options.retry.initial_delay = 2ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<Operation>(io, caller, request);
    check_in_time(since(start), 5s);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST(server.requests().empty());
    BOOST_TEST(server.connections() >= std::max(1U, outcome.error().sends()));
    return outcome.error();
}

/// An error of a connection that broke before anything was answered. How far a call comes before it
/// notices is up to the system.
void check_broken(restbind::error const& failure, bool safe)
{
    BOOST_TEST(((failure == error_kind::connect && failure.at() == phase::connect) ||
                   (failure == error_kind::write && failure.at() == phase::write) ||
                   (failure == error_kind::read && failure.at() == phase::first_byte)),
        failure.message());
    BOOST_TEST(failure.status() == 0);
    BOOST_TEST(failure.sends() <= 3U);
    // Only where an attempt had all of the request accepted is the outcome open.
    bool const was_accepted = std::ranges::any_of(failure.attempts(),
        [](auto const& made) { return made.kind == error_kind::read; });
    BOOST_TEST(failure.outcome_unknown() == (!safe && was_accepted));
}

std::string const head_200 = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
std::string const long_text(12U << 20, 'x'); // more than the buffers of both sides hold

} // namespace

BOOST_AUTO_TEST_SUITE(network_faults)

// survives: N7, N11, N19, N20
BOOST_AUTO_TEST_CASE(a_connection_that_ends_as_soon_as_it_is_made_is_an_error_of_its_phase)
{
    for (script const& ending : {script().reset(), script().close()})
    {
        check_broken(error_of_unlucky<operations::look>(ending), true);
        check_broken(error_of_unlucky<operations::change>(ending), false);
        check_broken(error_of_unlucky<operations::buy>(ending), false);
    }
}

// survives: N7, N11
BOOST_AUTO_TEST_CASE(one_connection_that_ends_at_once_does_not_stop_a_safe_call)
{
    for (bool const reset : {false, true})
    {
        scripted_server server([](received_request const&) { return response(200, good_body); });
        server.on_connect(
            [&](std::size_t number)
            {
                script ending;
                return number != 1 ? ending : reset ? ending.reset() : ending.close();
            });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::look>(io, caller).has_value());
        BOOST_TEST(server.requests().size() == 1U);
        BOOST_TEST(server.connections() == 2U);
    }
}

// survives: N8, N12, N19
BOOST_AUTO_TEST_CASE(a_connection_that_ends_inside_the_request_is_an_error_of_writing)
{
    Item const large{.id = 7, .name = long_text};
    for (script const& ending :
        {script().swallow(100'000).reset(), script().swallow(100'000).close()})
    {
        auto const bought = error_of_unlucky<operations::buy>(ending, large);
        BOOST_TEST((bought == error_kind::write), bought.message());
        BOOST_TEST((bought.at() == phase::write));
        BOOST_TEST(bought.sends() == 1U);
        BOOST_TEST(!bought.outcome_unknown());

        auto const changed = error_of_unlucky<operations::change>(ending, large);
        BOOST_TEST((changed == error_kind::write), changed.message());
        BOOST_TEST(changed.sends() == 3U);
        BOOST_TEST(!changed.outcome_unknown());
    }
}

// survives: N12
BOOST_AUTO_TEST_CASE(a_server_that_ends_its_half_inside_the_request_has_not_responded)
{
    // It goes on reading, so that all of the request is accepted, and nothing will ever be
    // responded.
    auto const failure =
        error_of_unlucky<operations::buy>(script().swallow(30).half_close().swallow(1U << 30));
    BOOST_TEST((failure == error_kind::read), failure.message());
    BOOST_TEST((failure.at() == phase::first_byte));
    BOOST_TEST(failure.sends() == 1U);
    BOOST_TEST(failure.outcome_unknown());
}

// survives: N9, N10, N13, N14, N19
BOOST_AUTO_TEST_CASE(a_connection_that_ends_inside_the_response_is_an_error_of_reading)
{
    struct place
    {
        std::string_view name;
        std::string sent;
        int status;
    };
    std::vector<place> const places{
        {"status line", "HTTP/1.1 2", 0},
        {"head", head_200 + "Content-Len", 0},
        {"end of the head", head_200 + "Content-Length: 22\r\n", 0},
        {"body", head_200 + "Content-Length: 22\r\n\r\n{\"id\"", 200},
        {"chunk", head_200 + "Transfer-Encoding: chunked\r\n\r\n16\r\n{\"id\"", 200},
    };
    for (auto const& [name, sent, status] : places)
        for (bool const reset : {false, true})
            BOOST_TEST_CONTEXT(name << (reset ? " reset" : " end"))
            {
                script played = carried_out().send(sent);
                if (reset)
                    played.wait(10ms).reset(); // so that it does not overtake the bytes
                else
                    played.close();
                auto const bought = make_call<operations::buy>({played, done()});
                BOOST_TEST_REQUIRE(!bought.succeeded());
                BOOST_TEST((bought.error() == error_kind::read), bought.error().message());
                BOOST_TEST((bought.error().at() == phase::read));
                BOOST_TEST(bought.error().status() == status);
                BOOST_TEST(bought.error().outcome_unknown());
                BOOST_TEST(bought.effects == 1U);
                check_in_time(bought.took, 5s);
                // A head that is not whole is no response; a safe request is sent again either way.
                auto const changed = make_call<operations::change>({played, done()});
                BOOST_TEST(changed.succeeded() == (status == 0), changed.error().message());
                BOOST_TEST(changed.effects == (status == 0 ? 2U : 1U));
                BOOST_TEST(changed.error().outcome_unknown() == (status != 0));
                auto const looked = make_call<operations::look>({played, done()});
                BOOST_TEST(looked.succeeded(), looked.error().message());
                BOOST_TEST(looked.received == 2U);
            }
}

// survives: N15, N20
BOOST_AUTO_TEST_CASE(a_connection_whose_peer_is_gone_costs_one_deadline_and_is_not_used_again)
{
    // Nobody at the other end reads or closes any more: to this side it looks open.
    scripted_server server(
        [](received_request const& request)
        {
            return request.connection == 1 && request.index == 2 ? script().wait(1min)
                                                                 : response(200, good_body);
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    auto const start = clock::now();
    auto const lost = call_once<operations::buy>(io, caller, good_item, {.deadline = 150ms});
    check_in_time(since(start), 150ms);
    BOOST_TEST_REQUIRE(!lost.has_value());
    BOOST_TEST((lost.error() == error_kind::timed_out));
    BOOST_TEST((lost.error().at() == phase::first_byte));
    BOOST_TEST(lost.error().outcome_unknown());
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.connections() == 2U);
    BOOST_TEST(server.requests().size() == 3U);
}

// survives: N16, N19, N20
BOOST_AUTO_TEST_CASE(a_response_that_trickles_in_ends_with_the_deadline)
{
    std::string const whole = head_200 + "Content-Length: 22\r\n\r\n" + std::string(good_body);
    struct stretch
    {
        std::size_t at_once;
        phase at;
        int status;
    };
    for (auto const& [at_once, at, status] :
        {stretch{0, phase::read, 0}, stretch{whole.size() - good_body.size(), phase::read, 200}})
    {
        script trickle = carried_out();
        trickle.send(whole.substr(0, at_once)).send_slowly(whole.substr(at_once), 20ms);
        auto const made = make_call<operations::buy>({trickle}, {.call = {.deadline = 200ms}});
        BOOST_TEST_REQUIRE(!made.succeeded());
        BOOST_TEST((made.error() == error_kind::timed_out), made.error().message());
        BOOST_TEST((made.error().at() == at));
        BOOST_TEST(made.error().status() == status);
        BOOST_TEST(made.error().outcome_unknown());
        BOOST_TEST(made.effects == 1U);
        check_in_time(made.took, 200ms);
    }
    // Slow, but within the deadline: a response like any other.
    BOOST_TEST(make_call<operations::buy>({script().send_slowly(whole, 1ms)}).succeeded());
}

// survives: N17, N19, N20
BOOST_AUTO_TEST_CASE(a_server_that_reads_by_drops_ends_with_the_deadline)
{
    script drops;
    for (int i = 0; i != 500; ++i)
        drops.swallow(1000).wait(10ms);
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([&](std::size_t) { return drops; });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome =
        call_once<operations::buy>(io, caller, {.id = 7, .name = long_text}, {.deadline = 200ms});
    check_in_time(since(start), 200ms);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::timed_out), outcome.error().message());
    BOOST_TEST((outcome.error().at() == phase::write));
    BOOST_TEST(outcome.error().outcome_unknown());
    BOOST_TEST(server.requests().empty());
}

// survives: N17, N19, N20
BOOST_AUTO_TEST_CASE(a_server_that_reads_one_byte_at_a_time_ends_with_the_limit_of_writing)
{
    script bytes;
    for (int i = 0; i != 500; ++i)
        bytes.swallow(1).wait(10ms);
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect([&](std::size_t) { return bytes; });
    auto options = options_for(server);
    options.timeouts.write = 300ms;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome =
        call_once<operations::buy>(io, caller, {.id = 7, .name = long_text}, {.deadline = 9s});
    check_in_time(since(start), 300ms);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    // To the system, single bytes are no space for more.
    BOOST_TEST((outcome.error() == error_kind::write), outcome.error().message());
    BOOST_TEST((outcome.error() == boost::asio::error::timed_out));
    BOOST_TEST((outcome.error().at() == phase::write));
    BOOST_TEST(
        outcome.error().detail() ==
        "the connection broke before the whole request was sent: it was probably not applied: "
        "nothing was accepted for 300 ms; 0 bytes of the response had come");
    BOOST_TEST(!outcome.error().outcome_unknown());
    BOOST_TEST(outcome.error().sends() == 1U);
    BOOST_TEST(server.requests().empty());
}

// survives: N17, N20
BOOST_AUTO_TEST_CASE(
    the_limit_of_writing_begins_again_with_each_byte, *boost::unit_test::label("slow"))
{
    script pieces;
    for (int i = 0; i != 30; ++i)
        pieces.swallow(1U << 20).wait(60ms);
    // What is left is read and responded as a request of its own.
    scripted_server server([](received_request const&) { return response(200, good_body); });
    server.on_connect(
        [&](std::size_t) { return pieces.then(response(200, good_body)).swallow(10U << 20); });
    auto options = options_for(server);
    options.timeouts.write = 1s;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const outcome = call_once<operations::buy>(
        io, caller, {.id = 7, .name = std::string(44U << 20, 'x')}, {.deadline = 9s});
    BOOST_TEST(since(start).count() > 1000);
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
}

// survives: N18
BOOST_AUTO_TEST_CASE(a_connection_that_closes_just_as_it_is_used_again_doubles_nothing)
{
    constexpr std::size_t rounds = 400;
    for (bool const reset : {false, true})
    {
        std::atomic<std::size_t> effects{0};
        scripted_server server(
            [&](received_request const& request)
            {
                // Each connection serves two calls and ends about when the third one comes.
                ++effects;
                script played = response(200, good_body);
                if (request.index == 2)
                {
                    played.wait(std::chrono::microseconds(request.connection * 37 % 300));
                    reset ? played.reset() : played.close();
                }
                return played;
            });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        std::size_t succeeded = 0;
        std::size_t unknown = 0;
        run(io,
            [&]() -> awaitable<void>
            {
                for (std::size_t i = 0; i != rounds; ++i)
                {
                    auto const before = effects.load();
                    auto work = caller.buy(good_item);
                    auto const outcome = co_await std::move(work);
                    std::size_t const came = effects.load() - before;
                    succeeded += outcome.has_value() ? 1U : 0U;
                    unknown += !outcome && outcome.error().outcome_unknown() ? 1U : 0U;
                    BOOST_TEST(came == (outcome ? 1U : 0U), "the request met a closed connection");
                    if (!outcome)
                        BOOST_TEST(
                            (outcome.error() == error_kind::read), outcome.error().message());
                }
            });
        BOOST_TEST_MESSAGE(succeeded << " of " << rounds << " calls succeeded, " << unknown
                                     << " met the end of their connection");
        BOOST_TEST(succeeded > rounds / 2);
        BOOST_TEST(succeeded + unknown == rounds);
        BOOST_TEST(effects == succeeded);
    }
}

BOOST_AUTO_TEST_SUITE_END()
