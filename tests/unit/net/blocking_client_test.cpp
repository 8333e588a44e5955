// SPDX-License-Identifier: BSL-1.0
// A client with a thread of its own, and nobody to talk to.
#include "integration/net/fake_api.hpp"

#include <restbind/net/blocking_client.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

namespace
{

using namespace fake;
using namespace std::chrono_literals;
using restbind::error_kind;

Item const sent_item{.id = 7, .name = "seat"};

/// Of a service that nobody runs: port 9 is that of a protocol that nobody uses.
net::client_options nobody()
{
    net::client_options options;
    options.base_url = "http://127.0.0.1:9";
    options.anonymous = true;
    options.timeouts.call = 20s;
    options.retry.initial_delay = 1ms;
    return options;
}

class thrower final : public net::observer
{
public:
    void attempt_started(net::attempt_report const&) override { throw std::runtime_error("full"); }
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_blocking_client)

BOOST_AUTO_TEST_CASE(a_call_to_nobody_ends_with_an_error_on_the_thread_that_made_it)
{
    blocking_client const caller(nobody(), {.tenant = "arena"});
    auto const info = std::make_shared<net::call_info>();
    auto const bought = caller.buy(sent_item, {.info = info});
    BOOST_TEST_REQUIRE(!bought.has_value());
    BOOST_TEST((bought.error() == error_kind::connect), bought.error().message());
    BOOST_TEST((bought.error().at() == restbind::phase::connect));
    BOOST_TEST(bought.error().code().failed());
    BOOST_TEST(!bought.error().outcome_unknown());
    BOOST_TEST(info->attempts == 0U);
    BOOST_TEST(info->status == 0);
}

// survives: P5
BOOST_AUTO_TEST_CASE(what_an_observer_throws_is_not_the_result)
{
    auto options = nobody();
    options.observer = std::make_shared<thrower>();
    blocking_client const caller(std::move(options), {.tenant = "arena"});
    auto const info = std::make_shared<net::call_info>();
    auto const bought = caller.buy(sent_item, {.info = info});
    BOOST_TEST((bought.error() == error_kind::connect));
    BOOST_TEST(bought.error().attempts().size() >= 1U);
    BOOST_TEST_REQUIRE(info->observer_failure.has_value());
    BOOST_TEST(info->observer_failure->detail().ends_with(" has thrown: full"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_sent_is_refused_without_the_thread)
{
    blocking_client caller(nobody(), {.tenant = "arena"});
    BOOST_TEST((caller.buy(Item()).error() == error_kind::validation_failed));
    caller.set_defaults({.deadline = 25h});
    BOOST_TEST((caller.buy(sent_item).error() == error_kind::invalid_argument));
    BOOST_TEST(caller.client_parameters().tenant == "arena");
    BOOST_TEST(caller.options().anonymous);
    auto const opera = caller.for_tenant("opera");
    BOOST_TEST_REQUIRE(opera.has_value());
    BOOST_TEST(opera->client_parameters().tenant == "opera");
    BOOST_TEST((caller.for_tenant("").error() == error_kind::invalid_argument));
}

BOOST_AUTO_TEST_CASE(options_that_cannot_be_used_leave_no_thread_behind)
{
    BOOST_TEST(
        (blocking_client::make({}, {.tenant = "a"}).error() == error_kind::invalid_argument));
    BOOST_CHECK_THROW(blocking_client({}, {.tenant = "a"}), restbind::exception);
    BOOST_TEST(blocking_client::make(nobody(), {.tenant = "a"}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
