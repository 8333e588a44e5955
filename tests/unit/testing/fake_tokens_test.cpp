// SPDX-License-Identifier: BSL-1.0
// Tokens and other credentials of clients of a fake service, in virtual time.
#include <restbind/testing/fake_tokens.hpp>

#include <restbind/testing/fake_service.hpp>
#include <restbind/testing/reply.hpp>

#include <ticketing/v1.hpp>

#include <boost/test/unit_test.hpp>

#include "golden/security.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace
{

namespace api = ticketing::v1;
namespace guarded = golden::security;
using namespace std::chrono_literals;
using restbind::testing::fake_service;
using list = api::operations::list_events;

void list_nothing(fake_service& fake)
{
    fake.on<list>([](auto const&) { return api::EventList{}; });
}

/// The status of a call; 200 for a success.
int status_of_list(api::blocking_client const& client)
{
    auto const got = client.list_events({});
    return got ? 200 : got.error().status();
}

api::blocking_client blocking_of(fake_service& fake, restbind::net::client_options options)
{
    return fake.blocking<api::blocking_client>(
        api::client(fake.executor(), std::move(options), {.tenant = "arena"}));
}

} // namespace

BOOST_AUTO_TEST_SUITE(testing_fake_tokens)

BOOST_AUTO_TEST_CASE(a_token_is_got_kept_and_renewed_when_it_is_old)
{
    fake_service fake;
    list_nothing(fake);
    auto const client = blocking_of(fake, fake.options());
    BOOST_TEST(status_of_list(client) == 200);
    BOOST_TEST(status_of_list(client) == 200);
    BOOST_TEST(fake.tokens().given() == 1U);
    BOOST_TEST(fake.calls<list>()[1].headers.find("Authorization").value() ==
               "Bearer fake-token-1");
    fake.run_for(2h);
    BOOST_TEST(status_of_list(client) == 200);
    BOOST_TEST(fake.tokens().given() == 2U);
    BOOST_TEST(fake.calls<list>().size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_token_near_its_end_is_renewed_while_calls_go_on)
{
    fake_service fake;
    list_nothing(fake);
    auto const client = blocking_of(fake, fake.options());
    BOOST_TEST(status_of_list(client) == 200);
    fake.run_for(56min); // 5 minutes before its end
    BOOST_TEST(status_of_list(client) == 200);
    fake.run_until_idle();
    BOOST_TEST(fake.tokens().given() == 2U);
    BOOST_TEST(fake.calls<list>()[1].headers.find("Authorization").value() ==
               "Bearer fake-token-1");
}

BOOST_AUTO_TEST_CASE(a_token_that_the_service_rejects_is_replaced_once)
{
    fake_service fake;
    list_nothing(fake);
    auto const client = blocking_of(fake, fake.options());
    BOOST_TEST(status_of_list(client) == 200);
    fake.tokens().revoke();
    BOOST_TEST(status_of_list(client) == 200);
    auto const& calls = fake.calls<list>();
    BOOST_REQUIRE(calls.size() == 3U);
    BOOST_TEST((calls[1].request.error() == restbind::error_kind::unauthorized));
    BOOST_TEST(calls[2].request.has_value());
}

BOOST_AUTO_TEST_CASE(the_authorization_server_can_refuse_and_fail)
{
    fake_service fake;
    list_nothing(fake);
    auto const client = blocking_of(fake, fake.options());
    fake.tokens().then(restbind::testing::status(503)).then_refuse("invalid_client");
    auto const refused = client.list_events({});
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error() == restbind::error_kind::token_refused));
    BOOST_TEST(refused.error().token_error()->error == "invalid_client");
    BOOST_TEST(fake.tokens().requests().size() == 2U);
    BOOST_TEST(fake.tokens().requests()[1].body.find("grant_type=client_credentials") !=
               std::string::npos);
    BOOST_TEST(fake.calls<list>().empty());
    BOOST_TEST(fake.complaints().empty());
}

BOOST_AUTO_TEST_CASE(options_of_the_program_are_sent_to_the_fake)
{
    fake_service fake;
    list_nothing(fake);
    auto options = api::default_options({.auth_url = "https://login.example.com"});
    options.base_url = "https://tickets.example.com";
    options.tokens.credentials = {
        .client_id = "kiosk", .client_secret = restbind::secret("hush-hush")};
    BOOST_TEST(status_of_list(blocking_of(fake, fake.reach(std::move(options)))) == 200);
    BOOST_TEST(fake.tokens().requests().at(0).body.find("kiosk") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_client_that_shows_nothing_is_not_let_in)
{
    fake_service fake;
    fake.on<guarded::operations::by_token>([](auto const&) {});
    restbind::net::client_options options;
    options.anonymous = true;
    guarded::client const client(fake.executor(), fake.reach(std::move(options)), {});
    auto const refused = fake.blocking<guarded::blocking_client>(client).by_token({});
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().status() == 401);
}

BOOST_AUTO_TEST_CASE(keys_passwords_and_other_credentials_are_added)
{
    fake_service fake;
    auto const nothing = [](auto const&) {};
    fake.on<guarded::operations::by_header>(nothing);
    fake.on<guarded::operations::by_query>(nothing);
    fake.on<guarded::operations::by_cookie>(nothing);
    fake.on<guarded::operations::by_password>(nothing);
    fake.on<guarded::operations::by_word>(nothing);
    fake.on<guarded::operations::by_token>(nothing);
    fake.on<guarded::operations::either>(nothing);
    guarded::client const all(fake.executor(), fake.options(), {});
    auto const client = fake.blocking<guarded::blocking_client>(all);
    BOOST_TEST(client.by_header({}).has_value());
    BOOST_TEST(client.by_query({.q = "x"}).has_value());
    BOOST_TEST(client.by_cookie({.lang = "de"}).has_value());
    BOOST_TEST(client.by_password({}).has_value());
    BOOST_TEST(client.by_word({}).has_value());
    BOOST_TEST(client.by_token({}).has_value());
    BOOST_TEST(client.either({}).has_value());
    auto const& query = fake.calls<guarded::operations::by_query>().at(0);
    BOOST_TEST(query.target == "/by-query?q=x&api%20key=fake-secret");
    BOOST_TEST(query.request.value().q.value() == "x");
}

BOOST_AUTO_TEST_SUITE_END()
