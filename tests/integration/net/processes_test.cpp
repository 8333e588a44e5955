// SPDX-License-Identifier: BSL-1.0
// What children of the process get of its connections: nothing, whether they are forked or started.
#include "fixture.hpp"
#include "support/child_process.hpp"

#include <boost/asio/detached.hpp>

#include <fcntl.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace
{

using namespace fake;
using restbind::test::child_process;

/// Sends the number back that it was asked for.
script echo_number(received_request const& request)
{
    auto const from = request.target.find("id=");
    return response(200, R"({"id":)" + request.target.substr(from + 3) + R"(,"name":"seat"})");
}

/// Makes calls one after the other. @returns How many did not get their own response, and why.
std::string look_at(boost::asio::io_context& io, client const& caller, std::int64_t first)
{
    int wrong = 0;
    std::string why;
    boost::asio::co_spawn(
        io,
        [&]() -> awaitable<void>
        {
            for (std::int64_t id = first; id != first + 30; ++id)
            {
                Item const request{.id = id, .name = "seat"};
                auto const got = co_await caller.look(request);
                wrong += got && got->id == id ? 0 : 1;
                if (!got)
                    why = " " + got.error().message();
            }
        },
        boost::asio::detached);
    io.restart();
    io.run();
    return std::to_string(wrong) + why;
}

/// Tells the context that this process is a child.
void tell(boost::asio::io_context& io)
{
    io.notify_fork(boost::asio::execution_context::fork_child);
}

std::set<int> open_descriptors()
{
    std::set<int> found;
    for (auto const& one : std::filesystem::directory_iterator("/proc/self/fd"))
        found.insert(std::stoi(one.path().filename().string()));
    return found;
}

/// Those that a program would inherit, of descriptors that were opened since.
std::string inherited_since(std::set<int> const& before)
{
    std::string found;
    for (int const one : open_descriptors())
        if (int const flags = ::fcntl(one, F_GETFD);
            flags >= 0 && !before.contains(one) && (flags & FD_CLOEXEC) == 0)
            found += " " + std::to_string(one);
    return found;
}

constexpr std::string_view goes_on_in_parent =
    "client closed: the process was forked while the call was under way: it goes on in the parent";

/// Counts the ends of calls.
class end_counter final : public net::observer
{
public:
    void call_ended(net::call_report const&) override { ++ends; }
    void token_failed(net::token_report const&) override { ++failed_tokens; }

    int ends = 0;
    int failed_tokens = 0;
};

bool is_of_parent(std::string const& said)
{
    return said.starts_with("client closed: the client belongs to the process");
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_processes)

BOOST_AUTO_TEST_CASE(programs_that_are_started_inherit_no_descriptor)
{
    std::set<int> const before = open_descriptors();
    scripted_server server([](received_request const&) { return response(200, good_body); });
    blocking_client blocking(options_for(server), {.tenant = "arena"});
    BOOST_TEST(blocking.buy(good_item).has_value());
    boost::asio::io_context io;
    auto options = options_for(server);
    options.base_url = "http://localhost:" + std::to_string(server.port());
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.connections() == 2U);
    BOOST_TEST(inherited_since(before) == "");
}

BOOST_AUTO_TEST_CASE(parent_and_child_each_get_their_own_responses)
{
    scripted_server server(echo_number);
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(look_at(io, caller, 1) == "0");
    io.notify_fork(boost::asio::execution_context::fork_prepare);
    child_process child(
        [&]
        {
            tell(io);
            return look_at(io, caller, 2000);
        });
    io.notify_fork(boost::asio::execution_context::fork_parent);
    BOOST_TEST(look_at(io, caller, 1000) == "0");
    BOOST_TEST(child.said() == "0");
    BOOST_TEST(look_at(io, caller, 3000) == "0");
    BOOST_TEST(server.connections() == 2U, "the parent keeps its connection");
}

BOOST_AUTO_TEST_CASE(a_child_whose_context_was_not_told_gets_an_error)
{
    scripted_server server(echo_number);
    boost::asio::io_context io;
    auto caller = std::make_unique<client>(
        io.get_executor(), options_for(server), client_parameters{.tenant = "arena"});
    BOOST_TEST(look_at(io, *caller, 1) == "0");
    child_process child(
        [&]
        {
            std::string const said = call_once<operations::look>(io, *caller).error().message();
            caller.reset();
            return said;
        });
    BOOST_TEST(is_of_parent(child.said()), child.said());
    BOOST_TEST(look_at(io, *caller, 1000) == "0");
    BOOST_TEST(server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(an_observer_is_told_in_a_child_of_no_call_that_is_the_parents)
{
    scripted_server server([](received_request const&)
        { return script().wait_for_gate().apply().then(response(200, good_body)); });
    boost::asio::io_context io;
    auto const seen = std::make_shared<end_counter>();
    auto options = options_for(server);
    options.observer = seen; // whose lock another thread of the parent may hold
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    boost::asio::co_spawn(io, caller.buy(good_item), boost::asio::detached);
    while (server.count("/") == 0)
        io.run_one_for(1ms);
    child_process untold(
        [&]
        {
            boost::asio::co_spawn(io, caller.buy(good_item), boost::asio::detached);
            return std::to_string(seen->ends);
        });
    BOOST_TEST(untold.said() == "0");
    child_process told(
        [&]
        {
            tell(io);
            io.run();
            return std::to_string(seen->ends);
        });
    BOOST_TEST(told.said() == "0");
    server.open_gate();
    io.run();
    BOOST_TEST(seen->ends == 1);
}

BOOST_AUTO_TEST_CASE(a_client_that_has_made_no_call_works_in_a_child)
{
    scripted_server server(echo_number);
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    child_process child([&] { return look_at(io, caller, 2000); });
    BOOST_TEST(child.said() == "0");
    BOOST_TEST(look_at(io, caller, 1000) == "0");
}

BOOST_AUTO_TEST_CASE(a_call_under_way_ends_in_the_child_and_goes_on_in_the_parent)
{
    scripted_server server([](received_request const&)
        { return script().wait_for_gate().apply().then(response(200, good_body)); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    std::string outcome;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> got)
        {
            outcome = got ? "bought"
                          : got.error().message().substr(0, goes_on_in_parent.size()) +
                                (got.error().outcome_unknown() ? "; unknown" : "");
        });
    while (server.count("/") == 0)
        io.run_one_for(1ms);
    child_process child(
        [&]
        {
            tell(io);
            io.run();
            return outcome;
        });
    BOOST_TEST(child.said() == std::string(goes_on_in_parent) + "; unknown");
    server.open_gate();
    io.run();
    BOOST_TEST(outcome == "bought");
    BOOST_TEST(server.effects() == 1U);
}

BOOST_AUTO_TEST_CASE(a_pause_that_ends_in_a_child_sends_nothing)
{
    scripted_server server(
        [](received_request const& request)
        { return response(request.index == 1 ? 503 : 200, good_body); });
    boost::asio::io_context io;
    auto options = options_for(server);
    options.retry.initial_delay = 100ms;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::string outcome;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> got)
        { outcome = got ? "bought" : got.error().message().substr(0, goes_on_in_parent.size()); });
    while (server.count("/") == 0)
        io.run_one_for(1ms);
    io.run_for(20ms);
    child_process child(
        [&]
        {
            tell(io);
            io.run();
            return outcome;
        });
    io.run();
    BOOST_TEST(child.said() == goes_on_in_parent);
    BOOST_TEST(outcome == "bought");
    BOOST_TEST(server.count("/") == 2U);
}

BOOST_AUTO_TEST_CASE(a_blocking_call_in_a_child_ends_with_an_error)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    for (bool const has_called : {false, true})
    {
        auto caller = std::make_unique<blocking_client>(
            options_for(server), client_parameters{.tenant = "arena"});
        if (has_called)
            BOOST_TEST(caller->buy(good_item).has_value());
        child_process child(
            [&]
            {
                std::string const said = caller->buy(good_item).error().message();
                caller.reset(); // whose thread is not here
                return said;
            });
        BOOST_TEST(is_of_parent(child.said()), child.said());
        BOOST_TEST(caller->buy(good_item).has_value());
    }
    BOOST_TEST(server.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(a_client_made_in_a_child_waits_for_nothing_of_the_parent)
{
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            // The parent's request for a token is never answered in time.
            return ++asked == 1 ? script().wait_for_gate().then(token_response("first"))
                                : token_response("second");
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), token_options_for(server), {.tenant = "arena"});
    std::string outcome;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> got)
        { outcome = got ? "bought" : got.error().message(); });
    while (server.count("/login") == 0)
        io.run_one_for(1ms);
    auto const buy_in_child = [&](bool made_here)
    {
        tell(io);
        if (!made_here)
            return call_once<operations::buy>(io, caller) ? std::string("bought") : "";
        boost::asio::io_context own;
        client fresh(own.get_executor(), token_options_for(server), {.tenant = "arena"});
        auto const got = call_once<operations::buy>(own, fresh);
        return got ? "bought" : got.error().message();
    };
    for (bool const made_here : {true, false})
        BOOST_TEST(child_process([&] { return buy_in_child(made_here); }).said() == "bought");
    BOOST_TEST(asked == 3);
    server.open_gate();
    io.run();
    BOOST_TEST(outcome == "bought");
}

BOOST_AUTO_TEST_CASE(a_token_request_of_the_parent_says_nothing_of_tokens_in_a_child)
{
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            return ++asked == 1 ? script().wait_for_gate().then(token_response("first"))
                                : token_response("second");
        });
    boost::asio::io_context io;
    auto const seen = std::make_shared<end_counter>();
    auto options = token_options_for(server);
    options.observer = seen;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> got) { outcome = std::move(got); });
    while (server.count("/login") == 0)
        io.run_one_for(1ms);
    child_process child(
        [&]
        {
            tell(io);
            io.run(); // the parent's request and call end here
            std::string const ended = std::to_string(seen->ends + seen->failed_tokens);
            auto const got = call_once<operations::buy>(io, caller);
            return ended + (got ? " bought" : got.error().message());
        });
    BOOST_TEST(child.said() == "0 bought");
    server.open_gate();
    io.run();
    BOOST_TEST(outcome->has_value());
}

BOOST_AUTO_TEST_CASE(a_child_looks_names_up_anew)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    auto options = options_for(server);
    options.base_url = "http://seats.test:" + std::to_string(server.port());
    options.allow_plain_http = true;
    std::atomic<bool> go_on{false};
    options.resolver =
        [&](std::string const&) -> restbind::result<std::vector<boost::asio::ip::address>>
    {
        while (!go_on)
            std::this_thread::sleep_for(1ms);
        return std::vector{boost::asio::ip::make_address("127.0.0.1")};
    };
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    bool bought = false;
    boost::asio::co_spawn(io, caller.buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> got) { bought = got.has_value(); });
    io.run_for(10ms);
    child_process child(
        [&]
        {
            go_on = true;
            tell(io);
            std::optional<restbind::result<Item>> outcome;
            boost::asio::co_spawn(io, caller.buy(good_item),
                [&](std::exception_ptr, restbind::result<Item> got)
                {
                    outcome = std::move(got);
                    io.stop();
                });
            io.restart();
            io.run();
            return *outcome ? std::string("bought") : outcome->error().message();
        });
    BOOST_TEST(child.said() == "bought");
    go_on = true;
    io.restart();
    io.run();
    BOOST_TEST(bought);
}

BOOST_AUTO_TEST_SUITE_END()
