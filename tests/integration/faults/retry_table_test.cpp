// SPDX-License-Identifier: BSL-1.0
// The table of retries, row by row and class by class, with the effects counted by the server.
#include "one_call.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace faults;
using restbind::http::retry_policy;

enum column : std::size_t
{
    safe,
    idempotent,
    not_idempotent
};
constexpr std::string_view names[] = {"safe", "idempotent", "not idempotent"};

/// What one class of requests must come to.
struct expected
{
    bool success;
    std::size_t received;
    std::size_t effects;
    bool unknown = false;
    error_kind kind = error_kind::none;
};

void check(verdict const& made, expected const& wanted, std::string_view name)
{
    BOOST_TEST_CONTEXT(name)
    {
        BOOST_TEST(made.succeeded() == wanted.success, made.error().message());
        BOOST_TEST(made.received == wanted.received);
        BOOST_TEST(made.effects == wanted.effects);
        BOOST_TEST(made.error().outcome_unknown() == wanted.unknown);
        if (wanted.kind != error_kind::none)
            BOOST_TEST((made.error() == wanted.kind), made.error().message());
        if (!wanted.success)
            BOOST_TEST(made.error().sends() == wanted.received);
    }
}

/// One row: all three classes meet the same scripts.
void check_row(std::string_view name, std::vector<script> const& scripts,
    std::vector<expected> const& wanted, manner const& how = {})
{
    BOOST_TEST_CONTEXT(name << (how.reused ? ", on a used connection" : ""))
    {
        auto const made = make_calls(scripts, how);
        for (std::size_t i = 0; i != made.size(); ++i)
            check(made[i], wanted[i], names[i]);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(retry_table)

// survives: R1-S, R1-I, R1-N
BOOST_AUTO_TEST_CASE(a_connection_that_died_while_idle_costs_nobody_anything)
{
    auto const check_class = [](auto operation, bool reset)
    {
        scripted_server server(
            [&](received_request const&)
            {
                script played = response(200, good_body);
                return reset ? played.reset() : played.close();
            });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        for (std::size_t i = 1; i != 5; ++i)
        {
            BOOST_TEST(call_once<decltype(operation)>(io, caller).has_value());
            BOOST_TEST(server.requests().size() == i, "a request was sent twice");
            BOOST_TEST(server.wait_for_ended(i));
        }
    };
    for (bool const reset : {false, true})
    {
        check_class(operations::look(), reset);
        check_class(operations::change(), reset);
        check_class(operations::buy(), reset);
    }
}

// survives: R1-S, R1-I, R1-N, N5
BOOST_AUTO_TEST_CASE(a_connection_that_is_refused_is_tried_again_for_every_class)
{
    auto const check_class = [](auto operation)
    {
        net::client_options options;
        // The server is gone at once, and nobody listens there any more.
        options.base_url = scripted_server([](received_request const&) { return script(); }).url();
        options.anonymous = true;
        options.retry.initial_delay = 20ms;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const start = clock::now();
        auto const outcome = call_once<decltype(operation)>(io, caller);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        BOOST_TEST((outcome.error() == error_kind::connect));
        BOOST_TEST((outcome.error().at() == phase::connect));
        BOOST_TEST(outcome.error().sends() == 0U);
        BOOST_TEST(!outcome.error().outcome_unknown());
        BOOST_TEST(since(start).count() >= 60, "it was not tried three times");
    };
    check_class(operations::look());
    check_class(operations::change());
    check_class(operations::buy());
}

// survives: R1-S, R1-I, R1-N, N1
BOOST_AUTO_TEST_CASE(a_name_that_is_not_found_at_first_is_looked_up_again_for_every_class)
{
    using found = restbind::result<std::vector<boost::asio::ip::address>>;
    std::atomic<int> lookups{0};
    auto const forget_first_response = [&](net::client_options& options)
    {
        lookups = 0;
        std::string const port = options.base_url.substr(options.base_url.rfind(':'));
        options.base_url = "http://service.test" + port;
        options.allow_plain_http = true;
        options.resolver = [&](std::string const&) -> found
        {
            if (++lookups == 1)
                return restbind::error(error_kind::resolve);
            return std::vector{boost::asio::ip::make_address("127.0.0.1")};
        };
    };
    for (auto const& made : make_calls({done()}, {.adjust = forget_first_response}))
        check(made, {true, 1, 1}, "found at the second time");
    BOOST_TEST(lookups == 2);
}

// survives: R2-S, R2-I, R2-N, N8, N12
BOOST_AUTO_TEST_CASE(a_request_that_is_cut_off_is_sent_again_unless_it_is_not_idempotent,
    *boost::unit_test::label("slow"))
{
    // More than the buffers of both sides hold, so that the server can end in the middle of it.
    std::string const filler(12U << 20, 'x');
    for (bool const reset : {false, true})
        for (column const of : {safe, idempotent, not_idempotent})
            BOOST_TEST_CONTEXT(names[of] << (reset ? " reset" : " closed"))
            {
                scripted_server server(
                    [](received_request const&) { return response(200, good_body); });
                server.on_connect(
                    [&](std::size_t number)
                    {
                        script cut;
                        if (number == 1)
                            cut.swallow(100'000);
                        return number != 1 ? cut : reset ? cut.reset() : cut.close();
                    });
                boost::asio::io_context io;
                client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
                net::call_options call;
                Item const large{.id = 7, .name = filler};
                // A request without a body has its length in a header.
                if (of == safe)
                    call.headers = {{"X-Long", filler}};
                auto const outcome =
                    of == safe         ? call_once<operations::look>(io, caller, good_item, call)
                    : of == idempotent ? call_once<operations::change>(io, caller, large)
                                       : call_once<operations::buy>(io, caller, large);
                if (of != not_idempotent)
                {
                    BOOST_TEST(outcome.has_value());
                    BOOST_TEST(server.requests().size() == 1U);
                    BOOST_TEST(server.connections() == 2U);
                    continue;
                }
                BOOST_TEST_REQUIRE(!outcome.has_value());
                BOOST_TEST((outcome.error().at() == phase::write));
                BOOST_TEST(
                    outcome.error().detail().find("probably not applied") != std::string::npos);
                BOOST_TEST(!outcome.error().outcome_unknown());
                BOOST_TEST(server.requests().empty());
                BOOST_TEST(server.connections() == 1U);
            }
}

// survives: R3-S, R3-I, R3-N
BOOST_AUTO_TEST_CASE(a_request_without_any_response_is_sent_again_unless_it_is_not_idempotent)
{
    for (bool const reused : {false, true})
        for (bool const applied : {false, true})
        {
            auto const effects = applied ? 1U : 0U;
            std::vector<expected> const wanted{{true, 2, 1 + effects},
                {true, 2, 1 + effects}, {false, 1, effects, true, error_kind::read}};
            manner const how{.reused = reused};
            script const before = applied ? carried_out() : script();
            check_row("end", {script(before).close(), done()}, wanted, how);
            check_row("reset", {script(before).reset(), done()}, wanted, how);
        }
}

// survives: R3-S, R3-I, R3-N
BOOST_AUTO_TEST_CASE(a_response_given_up_before_its_first_byte_is_asked_for_again_unless_not_idempotent,
    *boost::unit_test::label("slow"))
{
    for (bool const reused : {false, true})
    {
        manner const how{
            .reused = reused, .adjust = [](auto& options) { options.timeouts.first_byte = 400ms; }};
        check_row("silence after the effect", {carried_out().wait(1min), done()},
            {{true, 2, 2}, {true, 2, 2}, {false, 1, 1, true, error_kind::read}}, how);
        check_row("silence", {script().wait(1min), done()},
            {{true, 2, 1}, {true, 2, 1}, {false, 1, 0, true, error_kind::read}}, how);
    }
}

// survives: R3-S, R3-I, R3-N
BOOST_AUTO_TEST_CASE(a_response_lost_after_an_interim_one_is_as_lost_as_any)
{
    check_row("100, then the end",
        {carried_out().send("HTTP/1.1 100 Continue\r\n\r\n").close(), done()},
        {{true, 2, 2}, {true, 2, 2}, {false, 1, 1, true, error_kind::read}});
    check_row("always the end", {carried_out().close()},
        {{false, 3, 3, false, error_kind::read}, {false, 3, 3, true, error_kind::read},
            {false, 1, 1, true, error_kind::read}});
}

// survives: R4-S, R4-I, R4-N
BOOST_AUTO_TEST_CASE(a_401_costs_one_token_and_one_replay_for_every_class)
{
    auto const check_class = [](auto operation, int refusals)
    {
        std::atomic<int> tokens{0};
        std::atomic<int> asked{0};
        std::atomic<std::size_t> effects{0};
        scripted_server server(
            [&](received_request const& request)
            {
                if (is_token_request(request))
                    return token_response("token-" + std::to_string(++tokens));
                if (++asked <= refusals)
                    return response(401, R"({"detail":"expired"})");
                ++effects;
                return response(200, good_body);
            });
        boost::asio::io_context io;
        client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
        auto const outcome = call_once<decltype(operation)>(io, caller);
        BOOST_TEST(outcome.has_value() == (refusals == 1));
        BOOST_TEST(asked == 2);
        BOOST_TEST(tokens == 2);
        BOOST_TEST(effects == (refusals == 1 ? 1U : 0U));
        auto const requests = server.requests();
        BOOST_TEST(requests.back().header("Authorization") == "Bearer token-2");
        if (!outcome)
        {
            BOOST_TEST((outcome.error() == error_kind::unauthorized));
            BOOST_TEST(outcome.error().sends() == 2U);
            BOOST_TEST(!outcome.error().outcome_unknown());
        }
    };
    for (int const refusals : {1, 2})
    {
        check_class(operations::look(), refusals);
        check_class(operations::change(), refusals);
        check_class(operations::buy(), refusals);
    }
}

// survives: R5-S, R5-I, R5-N
BOOST_AUTO_TEST_CASE(the_provider_s_rule_for_500_and_503_holds_for_every_class)
{
    for (int const status : {500, 503})
    {
        script const failed = response(status);
        auto const kind = status == 500 ? error_kind::server_error : error_kind::unavailable;
        check_row("once", {failed, done()}, {{true, 2, 1}, {true, 2, 1}, {true, 2, 1}});
        check_row("twice", {failed, failed, done()}, {{true, 3, 1}, {true, 3, 1}, {true, 3, 1}});
        check_row("always", {failed},
            {{false, 3, 0, false, kind}, {false, 3, 0, true, kind}, {false, 3, 0, true, kind}});
        check_row("then refused", {failed, response(409)},
            {{false, 2, 0, false, error_kind::conflict},
                {false, 2, 0, true, error_kind::conflict},
                {false, 2, 0, true, error_kind::conflict}});
        // Under the provider's rule an effect may come twice; whoever does not want that says so.
        script const failed_late = carried_out().then(response(status));
        check_row("carried out", {failed_late, done()}, {{true, 2, 2}, {true, 2, 2}, {true, 2, 2}});
        check_row("carried out, restricted", {failed_late, done()},
            {{true, 2, 2}, {true, 2, 2}, {false, 1, 1, true, kind}},
            {.adjust = [](auto& options) { options.retry.policy = retry_policy::only_unapplied; }});
    }
}

// survives: R6-S, R6-I, R6-N
BOOST_AUTO_TEST_CASE(gateway_errors_are_final_unless_the_client_opted_in)
{
    manner const opted_in{.adjust = [](auto& options) {
        options.retry.further_statuses = {408, 429, 502, 504};
    }};
    for (int const status : {502, 504, 408, 429})
        BOOST_TEST_CONTEXT(status)
        {
            bool const unknown = status >= 500;
            std::vector<script> const scripts{response(status), done()};
            check_row("not opted in", scripts,
                {{false, 1, 0}, {false, 1, 0, unknown}, {false, 1, 0, unknown}});
            check_row("opted in", scripts,
                {{true, 2, 1}, {false, 1, 0, unknown}, {false, 1, 0, unknown}}, opted_in);
        }
}

// survives: R7-S, R7-I, R7-N
BOOST_AUTO_TEST_CASE(a_success_that_cannot_be_read_was_applied_and_is_not_sent_again)
{
    std::string const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    std::string const half = head + "Content-Length: 22\r\n\r\n{\"id\":7,";
    std::string const large(2000, ' ');
    struct row
    {
        std::string_view name;
        script played;
        error_kind kind;
    };
    std::vector<row> const rows{
        {"cut off by the end", script().send(half).close(), error_kind::read},
        {"cut off by a reset", script().send(half).wait(5ms).reset(), error_kind::read},
        {"chunks cut off",
            script().send(head + "Transfer-Encoding: chunked\r\n\r\n16\r\n{\"id\"").close(),
            error_kind::read},
        {"empty", response(200), error_kind::invalid_response},
        {"no JSON", response(200, "<html></html>"), error_kind::invalid_response},
        {"a member missing", response(200, R"({"id":7})"), error_kind::invalid_response},
        {"a member of the wrong type", response(200, R"({"id":"7","name":"seat"})"),
            error_kind::invalid_response},
        {"too large by its length", response(200, large), error_kind::too_large},
        {"too large by its chunks",
            script().send(
                head + "Transfer-Encoding: chunked\r\n\r\n7d0\r\n" + large + "\r\n0\r\n\r\n"),
            error_kind::too_large},
        {"too large until the end", script().send(head + "\r\n" + large).close(),
            error_kind::too_large},
    };
    for (auto const& [name, played, kind] : rows)
    {
        manner const how{.adjust = [](auto& options) { options.limits.body = 1000; }};
        std::vector<script> const scripts{carried_out().then(played), done()};
        check_row(name, scripts,
            {{true, 2, 2}, {false, 1, 1, true, kind}, {false, 1, 1, true, kind}}, how);
        BOOST_TEST(make_call<operations::buy>(scripts, how).error().status() == 200, name);
    }
}

// survives: R8-S, R8-I, R8-N
BOOST_AUTO_TEST_CASE(a_refusal_is_final_for_every_class)
{
    for (int const status : {400, 403, 404, 409, 422})
        for (bool const reused : {false, true})
            check_row(std::to_string(status), {response(status), done()},
                {{false, 1, 0}, {false, 1, 0}, {false, 1, 0}}, {.reused = reused});
}

// survives: R9-I, R9-N
BOOST_AUTO_TEST_CASE(
    a_deadline_after_the_first_byte_leaves_the_outcome_open_and_costs_the_connection,
    *boost::unit_test::label("slow"))
{
    for (bool const reused : {false, true})
        for (auto const& [played, at] :
            std::vector<std::pair<script, phase>>{{script().wait(1min), phase::first_byte},
                {script().send("HTTP/1.1 200 OK\r\n").wait(1min), phase::read}})
        {
            manner const how{.reused = reused, .call = {.deadline = 150ms}};
            auto const made = make_calls({carried_out().then(played), done()}, how);
            for (std::size_t i = 0; i != made.size(); ++i)
            {
                check(made[i], {false, 1, 1, i != safe, error_kind::timed_out}, names[i]);
                BOOST_TEST((made[i].error().at() == at));
                BOOST_TEST(made[i].took.count() < 2000);
            }
        }
}

// survives: R9-I, R9-N
BOOST_AUTO_TEST_CASE(a_cancellation_after_the_first_byte_leaves_the_outcome_open)
{
    auto const check_class = [](auto operation, bool unknown)
    {
        scripted_server server([](received_request const& asked)
            { return asked.connection == 1 ? script().wait(1min) : response(200, good_body); });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        auto const outcome = cancel_when_received<decltype(operation)>(io, caller, server);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        BOOST_TEST((outcome.error() == error_kind::cancelled));
        BOOST_TEST(outcome.error().outcome_unknown() == unknown);
        BOOST_TEST(server.requests().size() == 1U);
        BOOST_TEST(call_once<decltype(operation)>(io, caller).has_value());
        BOOST_TEST(server.connections() == 2U, "the response of another call was waiting there");
    };
    check_class(operations::look(), false);
    check_class(operations::change(), true);
    check_class(operations::buy(), true);
}

BOOST_AUTO_TEST_SUITE_END()
