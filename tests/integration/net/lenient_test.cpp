// SPDX-License-Identifier: BSL-1.0
// Responses that are not as described: the policy of the API, of a client and of a call.
#include "fixture.hpp"
#include "golden/lenient.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace
{

using namespace fake;
namespace lenient_api = golden::lenient; // generated with --reading lenient
namespace json = restbind::json;

class warning_recorder : public net::observer
{
public:
    void response_deviated(net::deviation_report const& report) override
    {
        told += std::string(report.operation) + ' ' + std::to_string(report.status);
        for (auto const& one : report.found.listed)
            told += ' ' + one.path;
        if (throws)
            throw std::runtime_error("the log is full");
    }

    std::string told;
    bool throws = false;
};

struct lenient_fixture
{
    scripted_server server{[](received_request const&)
        { return response(200, R"({"total":1,"events":[{"id":1},"x"]})"); }};
    boost::asio::io_context io;
    std::shared_ptr<warning_recorder> seen = std::make_shared<warning_recorder>();
    net::call_options call{.info = std::make_shared<net::call_info>()};

    restbind::result<lenient_api::EventList> list(std::optional<json::reading> of_client = {})
    {
        auto options = options_for(server);
        options.observer = seen;
        options.reading = of_client;
        auto const caller = lenient_api::client::make(io.get_executor(), std::move(options), {}).value();
        std::optional<restbind::result<lenient_api::EventList>> outcome;
        run(io,
            [&]() -> awaitable<void>
            {
                lenient_api::no_request const request;
                auto work = caller.list_events(request, call);
                outcome.emplace(co_await std::move(work));
            });
        return std::move(*outcome);
    }
};

constexpr char const* told_of_all =
    "listEvents 200 events[0].name events[0].kind events[0].price events[0].starts events[1]";

} // namespace

BOOST_FIXTURE_TEST_SUITE(net_lenient, lenient_fixture)

BOOST_AUTO_TEST_CASE(without_a_word_the_policy_is_the_one_that_was_generated)
{
    auto const events = list();
    BOOST_TEST_REQUIRE(events.has_value());
    BOOST_TEST(events->events.size() == 1u);
    BOOST_TEST(seen->told == told_of_all);
    json::deviations const& found = call.info->deviations;
    BOOST_TEST(found.count == 5u);
    BOOST_TEST_REQUIRE(found.listed.size() == 5u);
    BOOST_TEST(found.listed[4].path == "events[1]");
    BOOST_TEST(found.listed[4].detail == "expected an object, found a string");
    BOOST_TEST(found.listed[4].left_out);
    BOOST_TEST(call.info->status == 200);
}

BOOST_AUTO_TEST_CASE(a_client_and_a_call_may_have_another)
{
    auto const refused = [&](std::optional<json::reading> of_client)
    {
        auto const events = list(of_client);
        BOOST_TEST_REQUIRE(events.has_error());
        BOOST_TEST((events.error() == error_kind::invalid_response));
        BOOST_TEST(events.error().json_path() == "events[0].name");
        BOOST_TEST(events.error().detail() == "the required member \"name\" is missing; "
                                              "json::reading::lenient would read on");
        BOOST_TEST(call.info->deviations.count == 0u);
        BOOST_TEST(seen->told == "");
    };
    refused(json::reading::strict);
    call.reading = json::reading::strict;
    refused({});
    refused(json::reading::lenient);

    call.reading = json::reading::lenient;
    BOOST_TEST(list(json::reading::strict).has_value());
    BOOST_TEST(seen->told == told_of_all);
}

BOOST_AUTO_TEST_CASE(a_response_as_described_is_not_reported)
{
    scripted_server good(
        [](received_request const&) { return response(200, R"({"total":0,"events":[]})"); });
    auto options = options_for(good);
    options.observer = seen;
    auto const caller = lenient_api::client::make(io.get_executor(), std::move(options), {}).value();
    call.info->deviations.count = 7; // of an earlier call
    run(io,
        [&]() -> awaitable<void>
        {
            lenient_api::no_request const request;
            auto work = caller.list_events(request, call);
            BOOST_TEST((co_await std::move(work)).has_value());
        });
    BOOST_TEST(seen->told == "");
    BOOST_TEST(call.info->deviations.count == 0u);
}

// survives: P5
BOOST_AUTO_TEST_CASE(what_the_observer_throws_changes_nothing_of_a_lenient_reading)
{
    seen->throws = true;
    auto const events = list();
    BOOST_TEST_REQUIRE(events.has_value());
    BOOST_TEST(events->events.size() == 1u);
    BOOST_TEST(call.info->deviations.count == 5u);
    BOOST_TEST_REQUIRE(call.info->observer_failure.has_value());
    BOOST_TEST(call.info->observer_failure->detail() ==
               "observer::response_deviated has thrown: the log is full");
}

BOOST_AUTO_TEST_CASE(what_is_no_object_is_an_error_by_either_policy)
{
    scripted_server list_server([](received_request const&) { return response(200, "[]"); });
    auto const caller = lenient_api::client::make(io.get_executor(), options_for(list_server), {}).value();
    run(io,
        [&]() -> awaitable<void>
        {
            lenient_api::no_request const request;
            auto work = caller.list_events(request, call);
            auto const events = co_await std::move(work);
            BOOST_TEST((events.error() == error_kind::invalid_response));
            BOOST_TEST(events.error().detail() == "expected an object, found an array");
        });
}

BOOST_AUTO_TEST_SUITE_END()
