// SPDX-License-Identifier: BSL-1.0
#include "integration/ticketing/fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ticketing_tests;
using restbind::error_kind;

BOOST_FIXTURE_TEST_SUITE(addressing_of_the_service, fixture)

// proves: R1-1, R1-2, R1-4, R5-6
BOOST_AUTO_TEST_CASE(a_post_carries_the_path_and_the_headers_of_the_specification)
{
    auto const held = client().allocate_manual_seats(one_seat());
    BOOST_REQUIRE_MESSAGE(held, held.error());

    auto const last = sandbox.last_request();
    BOOST_REQUIRE(last);
    BOOST_TEST(last->method == "POST");
    BOOST_TEST(last->target == "/api/v1/cart/allocateManualSeats");
    BOOST_TEST(sent_header("Content-Type") == "application/json");
    BOOST_TEST(sent_header("Accept") == "application/json, application/problem+json;q=0.5");
    BOOST_TEST(sent_header("x-tenant") == "arena");
    BOOST_TEST(sent_header("Authorization").starts_with("Bearer "));
    BOOST_TEST(last->body
        == R"({"cartId":0,"cartItemId":0,"eventSessionId":4500000001,)"
           R"("detail":[{"seatId":5100000101,"rateId":4600000001,"actionSelect":true}]})");
}

// proves: R1-2
BOOST_AUTO_TEST_CASE(a_view_for_another_tenant_shares_connection_and_token)
{
    auto const arena = client();
    BOOST_REQUIRE(arena.list_events({}));
    auto const museum = arena.for_tenant("museum");
    BOOST_REQUIRE_MESSAGE(museum, museum.error());
    auto const refused = museum->list_events({});

    BOOST_TEST((refused.has_error() && refused.error() == error_kind::forbidden));
    BOOST_TEST(sent_header("x-tenant") == "museum");
    BOOST_TEST(sandbox.tokens_issued() == 1U);
    BOOST_TEST(sandbox.connections_accepted() <= 2U); // one for the token, one for both calls
}

// proves: R1-3
BOOST_AUTO_TEST_CASE(a_tenant_that_is_not_on_the_list_is_refused_before_any_byte_is_sent)
{
    auto limited = options();
    limited.allowed_parameters = {{"tenant", {"arena", "stadium"}}};
    api::blocking_client const arena(std::move(limited), {.tenant = "arena"});

    auto const view = arena.for_tenant("museum");
    BOOST_REQUIRE(view.has_error());
    BOOST_TEST((view.error() == error_kind::invalid_argument));
    BOOST_TEST(view.error().message().find("tenant") != std::string::npos, view.error());

    restbind::net::call_options other;
    other.parameters = {{"tenant", "museum"}};
    auto const call = arena.list_events({}, other);
    BOOST_TEST((call.has_error() && call.error() == error_kind::invalid_argument));
    BOOST_TEST(sandbox.connections_accepted() == 0U);
    BOOST_TEST((arena.for_tenant("stadium").has_value()));
}

// proves: R1-3
BOOST_AUTO_TEST_CASE(without_a_list_every_tenant_is_left_to_the_server)
{
    auto const response = client("nowhere").list_events({});
    BOOST_TEST((response.has_error() && response.error() == error_kind::forbidden));
    BOOST_TEST(sandbox.requests() == 1U);
}

BOOST_AUTO_TEST_CASE(a_tenant_with_a_line_break_or_none_at_all_makes_no_client)
{
    for (std::string const& tenant : {std::string(), std::string("arena\r\nX-Evil: 1"), std::string("ar\0ena", 6)})
    {
        auto const made = api::blocking_client::make(options(), {.tenant = tenant});
        BOOST_TEST((made.has_error() && made.error() == error_kind::invalid_argument));
    }
    BOOST_TEST(sandbox.connections_accepted() == 0U);
}

// proves: R1-5
BOOST_AUTO_TEST_CASE(the_vendor_segment_is_a_setting_of_the_client_and_is_escaped)
{
    api::VenuePictureRequest const plan{.venue_id = world::hall};
    BOOST_REQUIRE(client().venue_picture(plan));
    BOOST_TEST(sandbox.last_request()->target == "/api/v1/ext/catalog/venues/picture");

    api::blocking_client const other(options(), {.tenant = "arena", .ext = "acme/x y"});
    auto const response = other.venue_picture(plan);
    BOOST_TEST((response.has_error() && response.error() == error_kind::not_found));
    BOOST_TEST(sandbox.last_request()->target == "/api/v1/acme%2Fx%20y/catalog/venues/picture");
}

// proves: R1-4
BOOST_AUTO_TEST_CASE(a_base_address_may_carry_a_path_prefix_and_a_trailing_slash)
{
    auto prefixed = options();
    prefixed.base_url = sandbox.url() + "/gateway/";
    api::blocking_client const behind_a_gateway(std::move(prefixed), {.tenant = "arena"});
    auto const response = behind_a_gateway.list_events({});
    BOOST_TEST(sandbox.last_request()->target == "/gateway/api/v1/catalog/events");
    BOOST_TEST((response.has_error() && response.error() == error_kind::not_found));
}

// proves: R1-6
BOOST_AUTO_TEST_CASE(staging_and_production_are_chosen_by_name)
{
    restbind::net::environments known;
    known.set(std::string(to_string(api::environment::staging)), {.base_url = sandbox.url(), .token_variables = {{"auth_url", sandbox.url()}}});
    known.set(std::string(to_string(api::environment::production)),
        {.base_url = "https://tickets.invalid", .token_variables = {{"auth_url", "https://login.invalid"}}});

    auto staging = options();
    BOOST_REQUIRE(staging.use_environment(known, "staging"));
    BOOST_TEST((api::blocking_client(std::move(staging), {.tenant = "arena"}).list_events({}).has_value()));

    auto production = options();
    BOOST_REQUIRE(production.use_environment(known, "production"));
    BOOST_TEST(production.base_url == "https://tickets.invalid");
    BOOST_TEST(production.tokens.variables["auth_url"] == "https://login.invalid");
    BOOST_TEST(production.tokens.variables["directory_id"] == std::string(world::directory));

    auto wrong = options();
    auto const unknown = wrong.use_environment(known, "testing");
    BOOST_REQUIRE(unknown.has_error());
    BOOST_TEST(unknown.error().message().find("testing") != std::string::npos, unknown.error());
}

// proves: R1-7
BOOST_AUTO_TEST_CASE(another_client_sees_only_what_it_is_configured_for)
{
    auto office = options();
    office.tokens.credentials.client_id = world::office;
    office.tokens.credentials.client_secret = restbind::secret("box office+secret&for=the sandbox, 100%");
    api::blocking_client const limited(std::move(office), {.tenant = "arena"});

    auto const all = client().list_events({});
    auto const some = limited.list_events({});
    BOOST_REQUIRE(all);
    BOOST_REQUIRE_MESSAGE(some, some.error());
    BOOST_TEST(all->events.size() == 2U);
    BOOST_TEST(some->events.size() == 1U);

    auto const hidden = limited.venue_picture({.venue_id = world::hall});
    BOOST_TEST((hidden.has_error() && hidden.error() == api::error_code::venue_not_found));
}

BOOST_AUTO_TEST_SUITE_END()
