// SPDX-License-Identifier: BSL-1.0
// Traffic of one fake service is recorded, and played back to clients of another one.
#include <restbind/testing/recorder.hpp>
#include <restbind/testing/recording.hpp>

#include <restbind/testing/fake_service.hpp>
#include <restbind/testing/reply.hpp>

#include <golden/directions.hpp>
#include <ticketing/v1.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace
{

namespace api = ticketing::v1;
namespace directions = golden::directions;
using restbind::testing::fake_service;
using restbind::testing::recording;
using pick = api::operations::allocate_manual_seats;

/// What a program does: the same against a service and against its recording.
std::string sell(fake_service& fake, std::shared_ptr<restbind::net::observer> const& watching = {})
{
    auto options = fake.options();
    options.observer = watching;
    api::client const client(fake.executor(), std::move(options), {.tenant = "arena"});
    auto const blocking = fake.blocking<api::blocking_client>(client);
    api::AllocateManualSeatsRequest const seat{.event_session_id = 4711,
        .detail = {{.seat_id = 101, .rate_id = 7, .action_select = true}}};
    std::string story;
    auto const held = blocking.allocate_manual_seats(seat);
    story += held ? "cart " + std::to_string(held->cart_id) : held.error().message();
    auto const again = blocking.allocate_manual_seats(seat);
    story += again ? "; cart " + std::to_string(again->cart_id)
                   : "; " + std::string(again.error().detail());
    auto const confirmed = blocking.confirm_order(api::ConfirmOrderRequest{});
    story += confirmed ? "; confirmed" : confirmed.error().outcome_unknown() ? "; unknown" : "; no";
    auto const picture = blocking.venue_picture({.venue_id = 1});
    story += picture ? "; " + std::to_string(picture->picture.bytes.size()) + " bytes" : "; none";
    return story;
}

constexpr std::string_view story = "cart 7; another cart; unknown; 8 bytes";

std::string record()
{
    std::ostringstream file;
    fake_service real;
    api::AllocateManualSeatsResponse seventh;
    seventh.cart_id = 7;
    real.on<pick>()
        .then(restbind::testing::with_header(restbind::testing::status(503), "Retry-After", "20"))
        .then(seventh)
        .then(restbind::testing::problem(13001, "another cart"));
    real.on<api::operations::confirm_order>().then(restbind::testing::lost_response());
    api::VenuePictureResponse plan;
    plan.picture.bytes = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    real.on<api::operations::venue_picture>().then(plan);
    BOOST_TEST(sell(real, std::make_shared<restbind::testing::recorder>(file)) == story);
    return file.str();
}

} // namespace

BOOST_AUTO_TEST_SUITE(testing_recording)

BOOST_AUTO_TEST_CASE(what_was_recorded_is_played_back)
{
    std::string const lines = record();
    BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 5);
    BOOST_TEST(lines.find("fake-token") == std::string::npos);
    BOOST_TEST(lines.find("fake-secret") == std::string::npos);
    BOOST_TEST(lines.find("\"_operation\":\"allocateManualSeats\"") != std::string::npos);
    auto tape = recording::parse(lines);
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    fake_service fake;
    fake.otherwise(std::ref(*tape));
    auto const begun = fake.network().now();
    BOOST_TEST(sell(fake) == story);
    BOOST_TEST((fake.network().now() - begun >= std::chrono::seconds(20)));
    BOOST_TEST(tape->size() == 5U);
    BOOST_TEST(tape->left() == 0U);
    BOOST_TEST(fake.complaints().empty());
}

BOOST_AUTO_TEST_CASE(a_token_that_comes_back_in_a_response_is_not_recorded)
{
    std::ostringstream file;
    fake_service real;
    real.on<api::operations::list_events>()
        .then(restbind::testing::status(
            200, R"({"note":"you are fake-token-1"})", "application/json"))
        .always();
    auto options = real.options();
    options.keep_all_headers = true;
    options.observer = std::make_shared<restbind::testing::recorder>(file);
    api::client const client(real.executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(real.blocking<api::blocking_client>(client).list_events({}).has_error());
    auto const& call = real.calls<api::operations::list_events>().at(0);
    BOOST_TEST(call.headers.find("Authorization").value() == "Bearer fake-token-1");
    std::string const lines = file.str();
    BOOST_TEST(lines.find("you are ***") != std::string::npos);
    BOOST_TEST(lines.find("fake-token") == std::string::npos);
}

/// Adds a user with a password and a hint.
bool add_user(fake_service& fake, std::string const& name,
    std::shared_ptr<restbind::net::observer> const& watching = {})
{
    auto options = fake.options();
    options.observer = watching;
    directions::client const client(fake.executor(), std::move(options));
    auto const added = fake.blocking<directions::blocking_client>(client).add_user(
        {.name = name, .password = "correct horse", .hint = "battery"});
    return added && added->id == 7;
}

BOOST_AUTO_TEST_CASE(secret_members_are_not_recorded_and_not_compared)
{
    std::ostringstream file;
    fake_service real;
    real.on<directions::operations::add_user>().then(restbind::testing::status(
        200, R"({"id":7,"name":"Ann","created":"2030-01-01T00:00:00Z"})", "application/json"));
    BOOST_TEST(add_user(real, "Ann", std::make_shared<restbind::testing::recorder>(file)));
    std::string const lines = file.str();
    BOOST_TEST(lines.find(R"({\"name\":\"Ann\"})") != std::string::npos, lines);
    BOOST_TEST(lines.find("correct horse") == std::string::npos, lines);
    BOOST_TEST(lines.find("battery") == std::string::npos, lines);
    auto tape = recording::parse(lines);
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    fake_service fake;
    fake.otherwise(std::ref(*tape));
    BOOST_TEST(!add_user(fake, "Bob"));
    BOOST_TEST(tape->left() == 1U);
    BOOST_TEST(add_user(fake, "Ann"));
    BOOST_TEST(tape->left() == 0U);
    static_cast<void>(fake.complaints());
}

/// Opens a session; all but the language is secret.
bool open_session(fake_service& fake, std::string const& lang, std::string const& code,
    std::shared_ptr<restbind::net::observer> const& watching = {})
{
    auto options = fake.options();
    options.observer = watching;
    directions::client const client(fake.executor(), std::move(options), {});
    return fake.blocking<directions::blocking_client>(client)
        .open_session({.code = code, .pin = "p" + code, .lang = lang, .x_device = 7, .card = code})
        .has_value();
}

BOOST_AUTO_TEST_CASE(secret_parameters_are_not_recorded_and_not_compared)
{
    std::ostringstream file;
    fake_service real;
    real.on<directions::operations::open_session>().then(restbind::testing::status(204));
    auto const recorder = std::make_shared<restbind::testing::recorder>(file);
    BOOST_TEST(open_session(real, "de", "batt/ery", recorder));
    std::string const lines = file.str();
    BOOST_TEST(lines.find("batt") == std::string::npos, lines);
    BOOST_TEST(lines.find("/sessions/***?") != std::string::npos, lines);
    auto tape = recording::parse(lines);
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    fake_service fake;
    fake.otherwise(std::ref(*tape));
    BOOST_TEST(!open_session(fake, "en", "staple"));
    BOOST_TEST(tape->left() == 1U);
    BOOST_TEST(open_session(fake, "de", "sta/ple"));
    BOOST_TEST(tape->left() == 0U);
    static_cast<void>(fake.complaints());
}

BOOST_AUTO_TEST_CASE(what_stands_around_a_secret_in_a_path_is_compared)
{
    auto tape = recording::parse(
        R"({"_isComplete":false,"request":{"method":"GET","url":"https://a.test/v2/x/;k=***.json/y"},)"
        R"("response":{"status":200}})");
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    for (char const* const other : {"/x/;k=1.xml/y", "/x/;k=1/2.json/y", "/x/;j=1.json/y", "/x/y",
             "/v3/x/;k=1.json/y", "/w/v2/x/;k=1.json/y", "/x/;k=1.json/y/z", "/x/;k=json/y"})
        BOOST_TEST(!(*tape)({.method = "GET", .target = other}), other);
    BOOST_TEST((*tape)({.method = "GET", .target = "/x/;k=1.2.json/y"}).has_value());
}

BOOST_AUTO_TEST_CASE(each_exchange_is_played_once)
{
    auto tape = recording::parse(record());
    BOOST_REQUIRE(tape);
    fake_service fake;
    fake.otherwise(std::ref(*tape));
    sell(fake);
    sell(fake);
    auto const told = fake.complaints();
    BOOST_REQUIRE(!told.empty());
    BOOST_TEST(told[0] == "POST /api/v1/cart/allocateManualSeats: no such operation");
}

BOOST_AUTO_TEST_CASE(bodies_are_compared_as_values_and_addresses_are_not)
{
    auto tape = recording::parse(
        R"({"request":{"method":"POST","url":"https://real.example.com/v2/a?b=c","postData":)"
        R"({"text":"{ \"x\" : 1, \"y\":[true]}"}},"response":{"status":201}})"
        "\n\n");
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    BOOST_TEST(!(*tape)({.method = "POST", .target = "/a?b=c", .body = R"({"x":2,"y":[true]})"}));
    BOOST_TEST(!(*tape)({.method = "PUT", .target = "/a?b=c", .body = R"({"y":[true],"x":1})"}));
    BOOST_TEST(!(*tape)({.method = "POST", .target = "/a?b=d", .body = R"({"y":[true],"x":1})"}));
    auto const found =
        (*tape)({.method = "POST", .target = "/a?b=c", .body = R"({"y":[true],"x":1})"});
    BOOST_REQUIRE(found);
    BOOST_TEST(found->status == 201);
}

BOOST_AUTO_TEST_CASE(files_of_browsers_are_read)
{
    auto tape = recording::parse(R"({"log":{"version":"1.2","creator":{"name":"x"},"entries":[
        {"startedDateTime":"2026-01-01T00:00:00Z","time":3,"cache":{},
         "request":{"method":"GET","url":"https://real.example.com/a","httpVersion":"http/2.0",
                    "headers":[{"name":":path","value":"/a"}],"queryString":[],"cookies":[]},
         "response":{"status":200,"statusText":"","headers":
            [{"name":"content-encoding","value":"gzip"},{"name":"x-trace","value":"7"}],
            "content":{"size":3,"mimeType":"image/png","text":"/wAB","encoding":"base64"}}}]}})");
    BOOST_REQUIRE_MESSAGE(tape, tape.error().message());
    auto const found = (*tape)({.method = "GET", .target = "/a"});
    BOOST_REQUIRE(found);
    BOOST_TEST(found->body == std::string("\xFF\0\x01", 3));
    BOOST_TEST(found->content_type == "image/png");
    BOOST_REQUIRE(found->headers.size() == 1U);
    BOOST_TEST(found->headers[0].first == "x-trace");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_recorded_as_base64)
{
    namespace har = restbind::testing::detail::har;
    std::string const bytes("\xFF\0\x01", 3);
    auto const kept = har::content_of(bytes, "image/png");
    BOOST_TEST(kept.text == "/wAB");
    BOOST_TEST(har::bytes_of(kept).value() == bytes);
    BOOST_TEST(har::content_of("ö", "text/plain").text == "ö");
}

BOOST_AUTO_TEST_CASE(what_is_no_recording_is_told_with_its_line)
{
    auto const broken = recording::parse("\n{\"request\":7}\n");
    BOOST_REQUIRE(!broken);
    BOOST_TEST(broken.error().detail().starts_with("line 2: "));
    BOOST_TEST((recording::read("/no/such/file").error() ==
                restbind::error_kind::invalid_argument));
}

BOOST_AUTO_TEST_SUITE_END()
