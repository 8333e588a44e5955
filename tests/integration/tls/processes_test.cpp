// SPDX-License-Identifier: BSL-1.0
// What children of the process get of its encrypted connections: nothing.
#include "fixture.hpp"
#include "support/child_process.hpp"

#include <fcntl.h>

#include <filesystem>
#include <memory>
#include <string>

namespace
{

using namespace fake;
using restbind::test::child_process;

std::string call_in(boost::asio::io_context& io, client const& caller)
{
    auto const got = call_once<operations::look>(io, caller);
    return got ? "ok" : got.error().message();
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls_processes)

BOOST_AUTO_TEST_CASE(a_child_says_nothing_on_its_parents_connection)
{
    tls_server server(behave_well(), response_well);
    boost::asio::io_context io;
    auto caller = std::make_unique<client>(
        io.get_executor(), options_for(server), client_parameters{.tenant = "arena"});
    BOOST_TEST(call_in(io, *caller) == "ok");
    BOOST_TEST(server.counted().connections == 1U);
    for (bool const told : {true, false})
    {
        child_process child(
            [&]
            {
                if (told)
                    io.notify_fork(boost::asio::execution_context::fork_child);
                std::string const said = call_in(io, *caller);
                caller.reset(); // not with close_notify
                return said;
            });
        if (told)
            BOOST_TEST(child.said() == "ok");
        else
            BOOST_TEST(child.said().starts_with("client closed: "), child.said());
        BOOST_TEST(call_in(io, *caller) == "ok");
    }
    BOOST_TEST(server.counted().connections == 2U, "one of the parent, one of the child");
}

BOOST_AUTO_TEST_CASE(a_blocking_client_says_nothing_in_a_child)
{
    tls_server server(behave_well(), response_well);
    auto caller = std::make_unique<blocking_client>(
        options_for(server), client_parameters{.tenant = "arena"});
    BOOST_TEST(caller->buy(good_item).has_value());
    child_process child(
        [&]
        {
            std::string const said = caller->buy(good_item).error().message();
            caller.reset();
            return said;
        });
    BOOST_TEST(child.said().starts_with("client closed: "), child.said());
    BOOST_TEST(caller->buy(good_item).has_value());
    BOOST_TEST(server.counted().connections == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
