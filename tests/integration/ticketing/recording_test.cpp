// SPDX-License-Identifier: BSL-1.0
// Traffic over sockets is recorded, and played back without one.
#include "fixture.hpp"

#include <restbind/testing/fake_service.hpp>
#include <restbind/testing/recorder.hpp>
#include <restbind/testing/recording.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>

using namespace ticketing_tests;

namespace
{

template <class Response>
void tell(std::ostream& story, char const* what, restbind::result<Response> const& outcome)
{
    story << what << ": ";
    if constexpr (requires { restbind::json::encode(*outcome); })
        if (outcome)
            story << restbind::json::encode(*outcome).value();
    if (!outcome) // but for the host, and for how the connection has ended
        story << to_string(outcome.error().kind()) << ' ' << outcome.error().status() << ' ' << outcome.error().body()
              << outcome.error().trace_id() << (outcome.error().outcome_unknown() ? ", unknown" : "");
    story << '\n';
}

/// A sale with all that can happen to one: the same over sockets and played back.
std::string sale_of(api::blocking_client const& client)
{
    std::ostringstream story;
    tell(story, "events", client.list_events({}));
    auto const held = client.allocate_manual_seats(one_seat());
    tell(story, "held", held);
    tell(story, "taken", client.allocate_manual_seats(one_seat()));
    tell(story, "lost", client.allocate_manual_seats(one_seat(5100000102)));
    tell(story, "wrong cart", client.allocate_products({.cart_id = 77, .product_id = 4700000001, .quantity = 1}));
    std::int64_t const cart = held ? held->cart_id : 0;
    tell(story, "sold out", client.allocate_products({.cart_id = cart, .product_id = 4700000004, .quantity = 1}));
    auto const plan = client.venue_picture({.venue_id = 4300000001});
    story << "plan: " << (plan ? plan->picture.bytes.size() : 0) << '\n';
    tell(story, "sold", client.confirm_order({{"cartId", cart}}));
    tell(story, "again", client.confirm_order({{"cartId", cart}}));
    return story.str();
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(ticketing_recording, fixture)

BOOST_AUTO_TEST_CASE(a_sale_over_sockets_is_played_back_without_one)
{
    auto const path = (std::filesystem::temp_directory_path() /
                       ("restbind-tape-" + std::to_string(sandbox.port()))).string();
    std::ofstream file(path, std::ios::binary);
    auto recorded = options();
    recorded.observer = std::make_shared<restbind::testing::recorder>(file);
    sandbox.fail_next("listEvents=503:0&allocateManualSeats=ok,ok,lost&venuePicture=2x503:0");
    std::string const story = sale_of(api::blocking_client(std::move(recorded), {.tenant = "arena"}));
    file.close();
    BOOST_TEST(story.find("sold: {\"") != std::string::npos, story);
    BOOST_TEST(story.find(", unknown") != std::string::npos, story);
    BOOST_TEST(story.find("plan: 0") == std::string::npos, story);

    std::stringstream lines;
    lines << std::ifstream(path, std::ios::binary).rdbuf();
    BOOST_TEST(lines.str().find(world::kiosk_secret) == std::string::npos);
    BOOST_TEST(lines.str().find("Bearer") == std::string::npos);
    auto tape = restbind::testing::recording::read(path);
    std::remove(path.c_str());
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    BOOST_TEST(tape->size() == 12U); // nine calls, three of their attempts failed
    restbind::testing::fake_service fake;
    fake.otherwise(std::ref(*tape));
    api::client const client(fake.executor(), fake.reach(options()), {.tenant = "arena"});
    BOOST_TEST(sale_of(fake.blocking<api::blocking_client>(client)) == story);
    BOOST_TEST(tape->left() == 0U);
    BOOST_TEST(fake.complaints().empty());
}

BOOST_AUTO_TEST_SUITE_END()
