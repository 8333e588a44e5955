// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

#include "decimal.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#ifndef TICKETING_SANDBOX_PROGRAM
#error "define TICKETING_SANDBOX_PROGRAM as the path of the program ticketing-sandbox"
#endif

namespace sandbox_tests {
namespace {

std::string default_text()
{
    std::ifstream file(TICKETING_SANDBOX_SCENARIO);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The text of the error that the default scenario gives after a change.
std::string error_after(std::string_view what, std::string_view with)
{
    auto text = default_text();
    auto const at = text.find(what);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, what << " is not in the scenario");
    text.replace(at, what.size(), with);
    try
    {
        static_cast<void>(sandbox::parse_scenario(text, "world.json"));
    }
    catch (sandbox::scenario_error const& e)
    {
        return e.what();
    }
    return "no error";
}

struct ended
{
    int status = -1;
    std::string output;
};

/// Runs the program to its end, both streams together.
ended run(std::string const& arguments)
{
    ended result;
    auto* const pipe = popen(("timeout 20 " TICKETING_SANDBOX_PROGRAM " " + arguments + " 2>&1").c_str(), "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::array<char, 256> part{};
    for (int i = 0; i < 1000 && std::fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr; ++i)
        result.output += part.data();
    auto const status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sandbox_scenario_files)

BOOST_AUTO_TEST_CASE(the_default_world_is_read)
{
    auto const s = default_scenario();
    BOOST_TEST(s.venues.size() == 2U);
    BOOST_TEST(s.venues[0].seats.size() == 60U);
    BOOST_TEST(s.venues[0].seats[11].seat_id == 5100000112);
    BOOST_TEST(s.venues[0].seats[11].number == "12");
    BOOST_TEST(s.venues[0].seats[11].x == 326.0);
    BOOST_TEST(s.events.size() == 2U);
    BOOST_TEST(s.products.size() == 5U);
}

BOOST_AUTO_TEST_CASE(broken_json_is_reported_with_line_and_column)
{
    BOOST_TEST(error_after("\"ext\": \"ext\"", "\"ext\": ext").find("world.json:4:10: ") == 0U);
    BOOST_TEST(error_after("\"ext\"", "\"apiAppId\"") == "world.json:4:12: the member 'apiAppId' appears twice");
}

BOOST_AUTO_TEST_CASE(a_wrong_member_is_reported_with_its_path)
{
    BOOST_TEST(error_after("\"ext\": \"ext\"", "\"ext\": 1") == "world.json: $.ext: must be a string");
    BOOST_TEST(error_after("\"ext\"", "\"exd\"") == "world.json: $.exd: is not a member of the scenario format");
    BOOST_TEST(error_after("\"clientSecret\"", "\"secret\"") ==
               "world.json: $.clients[0].clientSecret: is missing");
    BOOST_TEST(error_after("\"amount\": \"49.90\"", "\"amount\": 49.90") ==
               "world.json: $.events[0].sessions[0].rates[1].prices[0].amount: must be a string");
    BOOST_TEST(error_after("\"amount\": \"49.90\"", "\"amount\": \"49,90\"") ==
               "world.json: $.events[0].sessions[0].rates[1].prices[0].amount: must be a decimal number in a string, "
               "such as \"19.90\"");
    BOOST_TEST(error_after("\"stock\": 500", "\"stock\": -1") == "world.json: $.products[0].stock: must be at least 0");
    BOOST_TEST(error_after("\"x\": 40,", "\"x\": \"40\",") ==
               "world.json: $.venues[0].rows[0].x: must be a number between -1000000 and 1000000");
    BOOST_TEST(error_after("[5100000106,", "[\"5\",") ==
               "world.json: $.events[0].sessions[0].soldSeats[0]: must be an integer of at least 1");
}

BOOST_AUTO_TEST_CASE(a_dangling_or_double_reference_is_reported_with_its_path)
{
    BOOST_TEST(error_after("\"tenant\": \"stadium\"", "\"tenant\": \"nowhere\"") ==
               "world.json: $.clients[0].tenants[1].tenant: 'nowhere' is not in $.tenants");
    BOOST_TEST(error_after("\"events\": [4400000001]", "\"events\": [7]") ==
               "world.json: $.clients[1].tenants[0].events: 7 does not exist");
    BOOST_TEST(error_after("\"firstSeatId\": 5100000201", "\"firstSeatId\": 5100000112") ==
               "world.json: $.venues[0].rows[1].firstSeatId: 5100000112 occurs twice");
    BOOST_TEST(error_after("\"contingentId\": 4380000001, \"designationId\": 4320000001",
                           "\"contingentId\": 1, \"designationId\": 2") ==
               "world.json: $.venues[0].rows[0].designationId: 2 is not in the venue's table");
    BOOST_TEST(error_after("[5100000106,", "[5200000101,") ==
               "world.json: $.events[0].sessions[0].soldSeats: 5200000101 is no seat of the venue");
    BOOST_TEST(error_after("{\"seatId\": 5100000210,", "{\"seatId\": 5100000211,") ==
               "world.json: $.carts[0].items[1].seats[0].seatId: is already taken");
    BOOST_TEST(error_after("2027-01-15T19", "2027-02-30T19") ==
               "world.json: $.events[0].sessions[0].startsAt: must have the form YYYY-MM-DDThh:mm:ssZ");
    BOOST_TEST(error_after("\"x\": 60, \"y\": 180", "\"x\": 900, \"y\": 180") ==
               "world.json: $.venues[0].rows: the plan is larger than 1000 x 1000 units");
}

BOOST_AUTO_TEST_CASE(a_world_put_together_in_code_is_checked_too)
{
    auto content = default_scenario();
    content.events[0].venue_id = 1;
    BOOST_CHECK_THROW(sandbox::server(std::move(content)), sandbox::scenario_error);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_reported_by_name)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(sandbox::load_scenario_file("/nowhere/x.json")), sandbox::scenario_error,
                          [](auto const& e) { return e.what() == std::string("/nowhere/x.json: the file cannot be read"); });
}

BOOST_AUTO_TEST_CASE(the_program_refuses_a_bad_command_line_with_status_2)
{
    for (std::string const arguments : {"", "--port 0", "--scenario", "--port 65536 --scenario x", "--bogus",
                                        "--port -1 --scenario x", "--port 1x --scenario x"})
    {
        auto const r = run(arguments);
        BOOST_TEST(r.status == 2, arguments);
        BOOST_TEST(r.output.find("usage: ticketing-sandbox") != std::string::npos, r.output);
    }
    BOOST_TEST(run("--help").status == 0);
    auto const missing = run("--scenario /nowhere/x.json");
    BOOST_TEST(missing.status == 2);
    BOOST_TEST(missing.output == "ticketing-sandbox: /nowhere/x.json: the file cannot be read\n");
}

BOOST_AUTO_TEST_CASE(the_program_says_where_it_listens_and_ends_on_a_signal, *boost::unit_test::label("slow"))
{
    // `timeout` sends SIGTERM after a second and reports 124 when that ended the program.
    auto* const pipe = popen("timeout 1 " TICKETING_SANDBOX_PROGRAM " --scenario " TICKETING_SANDBOX_SCENARIO
                             " --access-log 2>&1; echo status $?",
                             "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::array<char, 256> line{};
    BOOST_REQUIRE(std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr);
    std::string const first(line.data());
    std::string const greeting = "ticketing-sandbox listening on http://127.0.0.1:";
    auto const port_text = first.substr(std::min(first.size(), greeting.size()));
    bool const said = first.compare(0, greeting.size(), greeting) == 0 && port_text.size() > 1 &&
                      has_form(port_text, std::string(port_text.size() - 1, 'd') + "\n");
    BOOST_TEST(said, first);
    if (said)
    {
        auto const port = static_cast<unsigned short>(std::stoi(port_text));
        BOOST_TEST(raw_client(port).send("GET", "/x?secret=1").status == 404U);
    }

    std::string rest;
    for (int i = 0; i < 100 && std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr; ++i)
        rest += line.data();
    pclose(pipe);
    BOOST_TEST(rest.find("GET /x 404 ") == 0U, rest);
    BOOST_TEST(rest.find("ms\nstatus 124\n") != std::string::npos, rest);
}

// proves: A-9
BOOST_AUTO_TEST_CASE(decimals_are_exact)
{
    for (std::string const text : {"0", "0.00", "19.90", "0.005", "7", "999999999.999999999", "10.0"})
        BOOST_TEST(sandbox::decimal::parse(text).value().text() == text);

    for (std::string const text : {"", ".5", "5.", "05", "-1", "+1", "1e2", "1,5", "1.0000000001", "1234567890123456789",
                                   " 1", "1.2.3"})
        BOOST_TEST(!sandbox::decimal::parse(text).has_value(), text);

    auto const of = [](std::string_view text) { return sandbox::decimal::parse(text).value(); };
    BOOST_TEST((of("0.1") + of("0.20")).text() == "0.30");
    BOOST_TEST((of("19.95") * 3).text() == "59.85");
    BOOST_TEST((of("1") + of("0.005")).text() == "1.005");
    BOOST_CHECK_THROW(static_cast<void>(of("999999999999999999") * 100), std::overflow_error);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
