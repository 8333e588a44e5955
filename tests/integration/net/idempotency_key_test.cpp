// SPDX-License-Identifier: BSL-1.0
// Idempotency keys: one for each call, the same for all its attempts.
#include "fixture.hpp"

#include <restbind/net/interceptor.hpp>
#include <restbind/net/journal.hpp>

#include <memory>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace fake;

namespace
{

/// An operation whose document names a header for the key.
struct pay : operations::item_operation<pay>
{
    static constexpr std::string_view path_end = "/pay";
    static constexpr restbind::http::operation_info info = []
    {
        auto made = operations::buy::info;
        made.operation_id = "pay";
        made.idempotency_key = "Idempotency-Key";
        return made;
    }();
};

struct keyed
{
    boost::asio::io_context io;

    client caller_of(scripted_server const& server)
    {
        return client(io.get_executor(), options_for(server), {.tenant = "arena"});
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(net_idempotency_key, keyed)

// survives: R3-K
BOOST_AUTO_TEST_CASE(a_lost_response_is_asked_for_again_with_the_same_key)
{
    int count = 0;
    scripted_server server([&](received_request const&)
        { return ++count == 1 ? script().close() : response(200, good_body); });
    auto const caller = caller_of(server);
    auto const info = std::make_shared<net::call_info>();
    BOOST_TEST(call_once<pay>(io, caller, good_item, {.info = info}).has_value());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    std::string const key = requests[0].header("Idempotency-Key");
    BOOST_TEST(std::regex_match(key,
        std::regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")), key);
    BOOST_TEST(requests[1].header("Idempotency-Key") == key);
    BOOST_TEST(info->idempotency_key == key);
    BOOST_TEST(info->earlier_may_have_applied);
}

BOOST_AUTO_TEST_CASE(each_call_has_a_key_of_its_own_or_that_of_the_caller)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const caller = caller_of(server);
    for (int call = 0; call < 5; ++call)
        BOOST_TEST(call_once<pay>(io, caller).has_value());
    BOOST_TEST(call_once<pay>(io, caller, good_item, {.idempotency_key = "sale-17"}).has_value());
    std::set<std::string> keys;
    for (auto const& request : server.requests())
        keys.insert(request.header("Idempotency-Key"));
    BOOST_TEST(keys.size() == 6U);
    BOOST_TEST(keys.count("sale-17") == 1U);
}

BOOST_AUTO_TEST_CASE(a_key_is_never_sent_where_the_document_names_none)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const caller = caller_of(server);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.requests()[0].header("Idempotency-Key").empty());
    auto const refused =
        call_once<operations::buy>(io, caller, good_item, {.idempotency_key = "sale-17"});
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error() == error_kind::invalid_argument));
    BOOST_TEST(server.requests().size() == 1U);
}

// Another key would make a request of its own of each attempt.
BOOST_AUTO_TEST_CASE(an_interceptor_cannot_set_the_key)
{
    struct setter final : net::interceptor
    {
        boost::asio::awaitable<void> around(net::attempt& sent, net::proceed next) override
        {
            refused = sent.set_header("idempotency-key", "another") ? "" : "refused";
            co_await next();
        }
        std::string refused;
    };
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    auto const around = std::make_shared<setter>();
    options.around.push_back(around);
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<pay>(io, caller, good_item, {.idempotency_key = "sale-17"}).has_value());
    BOOST_TEST(around->refused == "refused");
    BOOST_TEST(server.requests()[0].header("Idempotency-Key") == "sale-17");
}

BOOST_AUTO_TEST_CASE(a_key_that_cannot_be_a_header_is_refused)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const caller = caller_of(server);
    for (std::string const key : {"a\r\nb: c", "", " ", "a "})
    {
        auto const refused = call_once<pay>(io, caller, good_item, {.idempotency_key = key});
        BOOST_TEST_REQUIRE(!refused.has_value());
        BOOST_TEST((refused.error() == error_kind::invalid_argument));
    }
    BOOST_TEST(server.requests().empty());
}

BOOST_AUTO_TEST_SUITE_END()
