// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"

#include "problem.hpp"

#include <chrono>
#include <memory>
#include <thread>

namespace sandbox_tests {
namespace {

using namespace std::chrono_literals;

/// Asks again for at most 5 seconds.
template <class Condition>
bool eventually(Condition const& condition)
{
    for (int i = 0; i < 500; ++i)
    {
        if (condition())
            return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(sandbox_http, sandbox_fixture)

// proves: R1-4, R7-1, A-11
BOOST_AUTO_TEST_CASE(an_unknown_path_is_404_and_its_instance_has_no_query)
{
    for (std::string const path : {"/", "/api", "/api/v2/catalog/events", "/api/v1/catalog/events/", "/api/v1/catalog",
                                   "/api/v1/ext/cart/allocateManualSeats", "/api/v1/Catalog/events", "/api/v1/%zz"})
    {
        BOOST_TEST(stable(send("GET", path + "?secret=1")) ==
                   problem_text(404, "Not Found", "The path does not exist", path));
    }
    BOOST_TEST(server.requests() == 0U);
}

// proves: R1-4, R7-2
BOOST_AUTO_TEST_CASE(a_wrong_method_is_405_and_allow_names_the_right_one)
{
    auto const r = send("POST", events_path);
    BOOST_TEST(r.headers.at("Allow") == "GET");
    BOOST_TEST(stable(r) == problem_text(405, "Method Not Allowed", "The path only takes GET", events_path));

    for (auto const& path : {best_path, manual_path, confirm_path, picture_path, products_path})
    {
        auto const other = send("GET", path);
        BOOST_TEST(other.status == 405U);
        BOOST_TEST(other.headers.at("Allow") == "POST");
    }

    auto const head = send("HEAD", events_path);
    BOOST_TEST(head.status == 405U);
    BOOST_TEST(head.body.empty());
}

// proves: R1-4
BOOST_AUTO_TEST_CASE(the_api_can_live_below_a_prefix)
{
    auto const other = with_scenario([](sandbox::scenario& s) { s.base_path = "/gate/way"; });
    BOOST_TEST(other.get("/gate/way" + events_path).status == 200U);
    BOOST_TEST(other.get(events_path).status == 404U);
    BOOST_TEST(other.get("/gate/wayx" + events_path).status == 404U);
}

// proves: R7-1, R7-9
BOOST_AUTO_TEST_CASE(every_problem_has_its_own_trace)
{
    auto const first = json_of(send("GET", "/nowhere"));
    auto const second = json_of(send("GET", "/nowhere"));
    BOOST_TEST(first.at("traceId").as_string() != second.at("traceId").as_string());
}

// proves: R7-6, A-12
BOOST_AUTO_TEST_CASE(the_messages_of_one_field_share_its_array)
{
    auto const p = sandbox::validation_problem(sandbox::problem::shape::map,
                                               {{"Zoom", "first"}, {"Zoom", "second"}, {"Option", "third"}});
    BOOST_TEST(sandbox::to_reply(p, "/x", "t").body.find(
                   R"("errorCount":3,"errors":{"Zoom":["first","second"],"Option":["third"]},"traceId":"t")") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(one_connection_carries_many_requests)
{
    raw_client client(server.port());
    auto const fields = as();
    auto const before = server.connections_accepted();
    for (int i = 0; i < 20; ++i)
    {
        auto const r = client.send("GET", events_path, fields);
        BOOST_TEST(r.status == 200U);
        BOOST_TEST(r.keep_alive);
    }
    BOOST_TEST(server.connections_accepted() == before);
    BOOST_TEST(server.requests(sandbox::operation::list_events) == 20U);

    auto last = fields;
    last.emplace_back("Connection", "close");
    BOOST_TEST(!client.send("GET", events_path, last).keep_alive);
    BOOST_TEST(client.ended());
}

BOOST_AUTO_TEST_CASE(two_requests_in_one_packet_get_two_responses_in_order)
{
    raw_client client(server.port());
    client.send_bytes("GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\n\r\n");
    BOOST_TEST(json_of(client.read()).at("instance").as_string() == "/one");
    BOOST_TEST(json_of(client.read()).at("instance").as_string() == "/two");
}

BOOST_AUTO_TEST_CASE(what_is_no_http_is_400_and_the_connection_ends)
{
    raw_client client(server.port());
    client.send_bytes("rubbish\r\n\r\n");
    auto const r = client.read();
    BOOST_TEST(r.status == 400U);
    BOOST_TEST(r.headers.at("Content-Type") == "application/problem+json");
    BOOST_TEST(client.ended());
}

BOOST_AUTO_TEST_CASE(too_large_a_header_is_431_and_the_connection_ends)
{
    raw_client client(server.port());
    auto const r = client.send("GET", events_path, {{"x-large", std::string(20000, 'x')}});
    BOOST_TEST(r.status == 431U);
    BOOST_TEST(client.ended());
}

BOOST_AUTO_TEST_CASE(a_client_that_expects_100_continue_gets_it)
{
    raw_client client(server.port());
    auto const fields = as();
    client.send_bytes("POST " + confirm_path + " HTTP/1.1\r\nHost: x\r\nx-tenant: arena\r\nAuthorization: " +
                      fields[0].second + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" +
                      "Expect: 100-continue\r\n\r\n");
    BOOST_TEST(client.read().status == 100U);
    client.send_bytes("{}");
    BOOST_TEST(client.read().status == 404U);
}

BOOST_AUTO_TEST_CASE(a_silent_client_is_cut_off)
{
    sandbox::options settings;
    settings.idle_timeout = 50ms;
    sandbox::server impatient(default_scenario(), settings);

    raw_client silent(impatient.port());
    BOOST_TEST(silent.ended());

    raw_client half(impatient.port());
    half.send_bytes("POST " + confirm_path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{");
    BOOST_TEST(half.ended());
    BOOST_TEST(eventually([&] { return impatient.connections_open() == 0; }));
}

BOOST_AUTO_TEST_CASE(too_many_connections_are_turned_away_and_the_others_live_on, *boost::unit_test::label("slow"))
{
    sandbox::options settings;
    settings.max_connections = 2;
    sandbox::server small(default_scenario(), settings);

    auto first = std::make_unique<raw_client>(small.port());
    raw_client second(small.port());
    BOOST_TEST(eventually([&] { return small.connections_open() == 2; }));

    raw_client third(small.port());
    auto const r = third.read();
    BOOST_TEST(r.status == 503U);
    BOOST_TEST(json_of(r).at("detail").as_string() == "Too many connections");
    BOOST_TEST(third.ended());

    BOOST_TEST(second.send("GET", "/").status == 404U);
    first.reset();
    BOOST_TEST(eventually([&] { return small.connections_open() < 2; }));
    BOOST_TEST(raw_client(small.port()).send("GET", "/").status == 404U);
}

BOOST_AUTO_TEST_CASE(stop_ends_idle_and_busy_connections_within_a_second)
{
    raw_client idle(server.port());
    raw_client busy(server.port());
    auto const fields = as();
    server.delay(60s);
    busy.send_bytes("GET " + events_path + " HTTP/1.1\r\nHost: x\r\nx-tenant: arena\r\nAuthorization: " +
                    fields[0].second + "\r\n\r\n");
    BOOST_TEST(eventually([&] { return server.requests() == 1; }));

    auto const port = server.port();
    auto const since = std::chrono::steady_clock::now();
    server.stop();
    server.stop();
    BOOST_TEST((std::chrono::steady_clock::now() - since < 1s));

    // The running request was answered at once; its connection does not stay.
    auto const r = busy.read();
    BOOST_TEST(r.status == 200U);
    BOOST_TEST(!r.keep_alive);
    BOOST_TEST(idle.ended());
    BOOST_CHECK_THROW(raw_client{port}, boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(a_port_that_is_taken_is_an_error)
{
    sandbox::options settings;
    settings.port = server.port();
    BOOST_CHECK_THROW(sandbox::server(default_scenario(), settings), sandbox::start_error);
}

BOOST_AUTO_TEST_CASE(the_address_is_loopback)
{
    BOOST_TEST(server.url() == "http://127.0.0.1:" + std::to_string(server.port()));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace sandbox_tests
