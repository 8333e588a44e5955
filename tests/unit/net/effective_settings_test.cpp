// SPDX-License-Identifier: BSL-1.0
// What holds for a call: its own options, its client's defaults, the client's options, the document.
#include <restbind/net/detail/effective_settings.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace
{

using namespace std::chrono_literals;
namespace net = restbind::net;
namespace http = restbind::http;
using http::idempotency;
using http::retry_policy;
using net::detail::effective_settings;
using restbind::validation_policy;
using restbind::json::reading;

/// Options of a client, defaults of its calls, options of a call, facts of an operation.
struct given
{
    net::client_options client{};
    net::call_options defaults{};
    net::call_options call{};
    http::operation_info operation{};

    effective_settings merged() const
    {
        net::detail::effective_settings merged;
        net::detail::merge(merged, client, defaults, call, operation);
        return merged;
    }

    /// Why the call cannot be made; "made" if it can.
    std::string why() const
    {
        auto const checked = net::detail::check(merged(), defaults);
        return checked ? "made" : checked.error().detail();
    }
};

/// A rule with that many attempts.
http::retry_rule rule(unsigned attempts)
{
    return {.max_attempts = attempts};
}

/// The headers of a request that had an Accept header before; or why they cannot be sent.
std::string headers(net::detail::given_headers const& defaults,
    net::detail::given_headers const& call, bool anonymous = false)
{
    http::header_list request;
    request.add_unchecked("Accept", "a/b");
    auto const added = net::detail::add_headers(request, defaults, call, {}, anonymous);
    return added ? request.text().substr(13) : added.error().detail();
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_effective_settings)

BOOST_AUTO_TEST_CASE(a_call_goes_before_defaults_and_these_before_the_client)
{
    given all;
    all.client.timeouts.call = 1s;
    all.client.validation = validation_policy::off;
    all.client.reading = reading::lenient;
    all.client.retry.policy = retry_policy::only_unapplied;
    all.client.limits = {.body = 7, .json_depth = 8};
    auto merged = all.merged();
    BOOST_TEST((merged.deadline == 1s));
    BOOST_TEST((merged.validation == validation_policy::off));
    BOOST_TEST((merged.reading == reading::lenient));
    BOOST_TEST((merged.retry == retry_policy::only_unapplied));
    BOOST_TEST(merged.limits.max_bytes == 7U);
    BOOST_TEST(merged.limits.max_depth == 8U);
    BOOST_TEST(!merged.idempotency.has_value());
    BOOST_TEST(merged.accept.empty());

    all.defaults = {.deadline = 2s,
        .validation = validation_policy::observe,
        .reading = reading::strict,
        .accept = "a/b",
        .retry = retry_policy::never,
        .idempotency = idempotency::safe};
    merged = all.merged();
    BOOST_TEST((merged.deadline == 2s));
    BOOST_TEST((merged.validation == validation_policy::observe));
    BOOST_TEST((merged.reading == reading::strict));
    BOOST_TEST((merged.retry == retry_policy::never));
    BOOST_TEST((merged.idempotency == idempotency::safe));
    BOOST_TEST(merged.accept == "a/b");

    all.call = {.deadline = 3s,
        .validation = validation_policy::enforce,
        .reading = reading::lenient,
        .accept = "c/d",
        .retry = retry_policy::as_specified,
        .idempotency = idempotency::idempotent,
        .info = std::make_shared<net::call_info>()};
    merged = all.merged();
    BOOST_TEST((merged.deadline == 3s));
    BOOST_TEST((merged.validation == validation_policy::enforce));
    BOOST_TEST((merged.reading == reading::lenient));
    BOOST_TEST((merged.retry == retry_policy::as_specified));
    BOOST_TEST((merged.idempotency == idempotency::idempotent));
    BOOST_TEST(merged.accept == "c/d");
    BOOST_TEST(merged.info == all.call.info);
}

// One object serves one call after the other. A member that is new does not compile here.
BOOST_AUTO_TEST_CASE(nothing_is_left_of_the_call_before)
{
    given all;
    all.call = {.deadline = 7ms,
        .validation = validation_policy::off,
        .reading = reading::lenient,
        .accept = "a/b",
        .retry = retry_policy::never,
        .retry_rule = rule(9),
        .idempotency = idempotency::safe,
        .info = std::make_shared<net::call_info>()};
    effective_settings used = all.merged();
    given const none;
    net::detail::merge(used, none.client, none.defaults, none.call, none.operation);
    effective_settings const fresh = none.merged();
    auto const& [deadline, validation, how, limits, retry, retries, documented, twice, accept, info] =
        used;
    BOOST_TEST((deadline == fresh.deadline));
    BOOST_TEST((validation == fresh.validation));
    BOOST_TEST((how == fresh.reading));
    BOOST_TEST(limits.max_bytes == fresh.limits.max_bytes);
    BOOST_TEST((retry == fresh.retry));
    BOOST_TEST((retries == fresh.retry_rule));
    BOOST_TEST(documented == fresh.retry_is_documented);
    BOOST_TEST((twice == fresh.idempotency));
    BOOST_TEST(accept.empty());
    BOOST_TEST(!info);
}

BOOST_AUTO_TEST_CASE(a_document_says_how_responses_are_read_if_nobody_else_does)
{
    given all;
    BOOST_TEST((all.merged().reading == reading::strict));
    all.operation.reading = reading::lenient;
    BOOST_TEST((all.merged().reading == reading::lenient));
    all.client.reading = reading::strict;
    BOOST_TEST((all.merged().reading == reading::strict));
}

BOOST_AUTO_TEST_CASE(the_rule_for_retries_is_the_calls_then_the_defaults_the_documents_the_clients)
{
    given all;
    all.client.retry.otherwise = rule(2);
    BOOST_TEST(all.merged().retry_rule.max_attempts == 2U);
    BOOST_TEST(!all.merged().retry_is_documented);
    all.operation.retry = rule(3);
    BOOST_TEST(all.merged().retry_rule.max_attempts == 3U);
    BOOST_TEST(all.merged().retry_is_documented);
    all.client.retry.initial_delay = 9ms;
    BOOST_TEST((all.merged().retry_rule.initial_delay == 9ms));
    all.defaults.retry_rule = rule(4);
    BOOST_TEST(all.merged().retry_rule.max_attempts == 4U);
    BOOST_TEST(!all.merged().retry_is_documented);
    all.call.retry_rule = rule(5);
    BOOST_TEST(all.merged().retry_rule.max_attempts == 5U);
    BOOST_TEST((all.merged().retry_rule.initial_delay == 500ms)); // the rule's own
}

BOOST_AUTO_TEST_CASE(a_rule_does_not_undo_a_policy)
{
    given all;
    all.client.retry.policy = retry_policy::never;
    all.call.retry_rule = rule(5);
    all.defaults.retry_rule = rule(5);
    BOOST_TEST((all.merged().retry == retry_policy::never));
    all.call.retry = retry_policy::only_unapplied;
    BOOST_TEST((all.merged().retry == retry_policy::only_unapplied));
}

BOOST_AUTO_TEST_CASE(options_of_a_call_that_cannot_be_used_are_named)
{
    BOOST_TEST(given().why() == "made");
    for (auto const bad : {0ms, -1ms, std::chrono::milliseconds(24h) + 1ms})
    {
        std::string const reason = "call_options: deadline is not between 1 ms and 24 h";
        BOOST_TEST(given{.defaults = {.deadline = bad}}.why() == reason);
        BOOST_TEST(given{.call = {.deadline = bad}}.why() == reason);
    }
    BOOST_TEST(given{.call = {.deadline = 24h}}.why() == "made");
    for (auto const bad : {-1ms, std::chrono::milliseconds(24h) + 1ms})
        BOOST_TEST(given{.call = {.retry_rule = http::retry_rule{.initial_delay = bad}}}.why() ==
                   "call_options: retry_rule.initial_delay is not between 0 ms and 24 h");
    auto const info = std::make_shared<net::call_info>();
    BOOST_TEST(given{.call = {.info = info}}.why() == "made");
    BOOST_TEST(given{.defaults = {.info = info}}.why() ==
               "call_options: info is for one call and cannot be a default of a client");
}

BOOST_AUTO_TEST_CASE(the_media_type_outlives_the_text_that_it_was_made_of)
{
    net::call_options kept;
    {
        std::string const text(100, 'x');
        kept.accept = text;
    }
    given all;
    all.defaults = kept;
    BOOST_TEST(all.merged().accept == std::string(100, 'x'));
}

BOOST_AUTO_TEST_CASE(a_header_of_a_call_takes_the_place_of_a_default)
{
    BOOST_TEST(headers({}, {}).empty());
    BOOST_TEST(headers({{"X-A", "1"}}, {{"X-B", "2"}}) == "X-A: 1\r\nX-B: 2\r\n");
    BOOST_TEST(headers({{"X-A", "1"}, {"x-a", "2"}, {"X-B", "3"}}, {{"X-a", "4"}}) ==
               "X-B: 3\r\nX-a: 4\r\n");
    BOOST_TEST(headers({{"Cookie", "a=1"}}, {{"cookie", "b=2"}}) == "cookie: b=2\r\n");
}

BOOST_AUTO_TEST_CASE(a_header_that_is_given_twice_is_sent_twice_if_it_may_be)
{
    BOOST_TEST(headers({}, {{"X-A", "1"}, {"x-a", "2"}}) == "X-A: 1\r\nx-a: 2\r\n");
    BOOST_TEST(headers({{"Via", "1"}, {"Via", "2"}}, {}) == "Via: 1\r\nVia: 2\r\n");
    for (std::string const name : {"Content-Type", "Cookie", "authorization", "If-Range"})
        for (bool const in_defaults : {true, false})
        {
            net::detail::given_headers const twice{{name, "1"}, {name, "2"}};
            BOOST_TEST(headers(in_defaults ? twice : net::detail::given_headers(),
                           in_defaults ? net::detail::given_headers() : twice, true) ==
                       "header " + name + " is given twice, and a request can have it only once");
        }
}

BOOST_AUTO_TEST_CASE(a_header_that_the_client_sets_is_refused_from_everybody)
{
    for (std::string const name : {"accept", "HOST", "Authorization", "User-Agent"})
        for (bool const in_defaults : {true, false})
        {
            net::detail::given_headers const given{{name, "1"}};
            BOOST_TEST(headers(in_defaults ? given : net::detail::given_headers(),
                           in_defaults ? net::detail::given_headers() : given) ==
                       "header " + name + " is set by the client and cannot be given for a call");
        }
    BOOST_TEST(headers({{"X\r\n", "1"}}, {}) ==
               "a header's name holds a character that is not allowed");
}

BOOST_AUTO_TEST_SUITE_END()
