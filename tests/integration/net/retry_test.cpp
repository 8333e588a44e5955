// SPDX-License-Identifier: BSL-1.0
// Which requests are sent again, when, and what a caller learns about their effects, counted on the
// server's side.
#include "fixture.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;
using restbind::http::retry_policy;

/// Answers the requests of all calls one after another; the last response is repeated.
class sequence
{
public:
    explicit sequence(std::vector<script> responses)
        : responses_(std::move(responses))
    {
    }

    script operator()(received_request const&)
    {
        // Connections have threads of their own.
        std::size_t const at = next_.fetch_add(1);
        return responses_[std::min(at, responses_.size() - 1)];
    }

private:
    std::vector<script> responses_;
    std::atomic<std::size_t> next_{0};
};

/// What `buy` is, by a document that says what a 503 means.
struct buy_unless_503 : operations::item_operation<buy_unless_503>
{
    static constexpr std::string_view path_end = operations::buy::path_end;
    static constexpr restbind::http::operation_info info = []
    {
        auto described = operations::buy::info;
        described.unapplied_statuses = {503};
        return described;
    }();
};

struct retry_outcome
{
    restbind::result<Item> result;
    std::size_t effects;     ///< complete requests that the server received
    std::size_t connections; ///< connections that the server accepted
    std::vector<std::chrono::milliseconds> times;
};

/// One call against a server that responds with these scripts in turn.
template <class Operation>
retry_outcome call_with(std::vector<script> responses, net::call_options const& call = {},
    std::function<void(net::client_options&)> const& adjust = {})
{
    sequence played(std::move(responses));
    scripted_server server([&](received_request const& request) { return played(request); });
    auto options = options_for(server);
    if (adjust)
        adjust(options);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto result = call_once<Operation>(io, caller, good_item, call);
    auto const requests = server.requests();
    std::vector<std::chrono::milliseconds> times;
    for (auto const& request : requests)
        times.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(
            request.at - requests.front().at));
    return {std::move(result), requests.size(), server.connections(), std::move(times)};
}

/// The operations as a document describes them that says nothing about retries.
template <class Operation>
struct silent : operations::item_operation<silent<Operation>>
{
    static constexpr std::string_view path_end = Operation::path_end;
    static constexpr restbind::http::operation_info info{
        .operation_id = Operation::info.operation_id,
        .method = Operation::info.method,
        .path = Operation::info.path,
        .idempotency = Operation::info.idempotency};
};

script lost()
{
    return script().close();
}

/// A moment as the headers Date and Retry-After write it.
std::string http_date(std::chrono::sys_seconds moment)
{
    std::time_t const seconds = std::chrono::system_clock::to_time_t(moment);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    char text[40];
    return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

/// Records what an observer is told.
class retry_recorder : public net::observer
{
public:
    void attempt_started(net::attempt_report const& report) noexcept override
    {
        note("start " + std::to_string(report.attempt));
    }
    void attempt_ended(net::attempt_report const& report) noexcept override
    {
        note("end " + std::to_string(report.attempt) + " " + std::to_string(report.status) +
             (report.failure ? " failed" : " ok"));
    }
    void retry_scheduled(net::retry_report const& report) noexcept override
    {
        note("retry after " + std::to_string(report.attempt) + " " + std::string(report.operation));
    }
    void validation_mismatched(net::validation_mismatch_report const& report) noexcept override
    {
        note("verdict local " + std::to_string(report.local.status) + " " +
             std::to_string(report.local.errors.size()) + " server " +
             (report.server ? std::to_string(report.status) : "ok"));
    }

    std::vector<std::string> notes;

private:
    void note(std::string text)
    {
        std::lock_guard const lock(mutex_);
        notes.push_back(std::move(text));
    }
    std::mutex mutex_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_retry)

// proves: R7-3
// survives: R5-N, R10
BOOST_AUTO_TEST_CASE(statuses_500_and_503_are_sent_three_times_with_doubling_pauses)
{
    for (int const status : {500, 503})
    {
        auto const done = call_with<operations::buy>(
            {response(status)}, {}, [](auto& options) { options.retry.initial_delay = 100ms; });
        BOOST_TEST_REQUIRE(!done.result.has_value());
        auto const& error = done.result.error();
        BOOST_TEST((error == (status == 500 ? error_kind::server_error : error_kind::unavailable)));
        BOOST_TEST(error.status() == status);
        BOOST_TEST(error.sends() == 3U);
        BOOST_TEST(error.outcome_unknown());
        BOOST_TEST_REQUIRE(done.effects == 3U);
        auto const first = done.times[1] - done.times[0];
        auto const second = done.times[2] - done.times[1];
        BOOST_TEST(first.count() >= 99);
        BOOST_TEST(first.count() < 180);
        BOOST_TEST(second.count() >= 199);
        BOOST_TEST(second.count() < 290);
    }
}

BOOST_AUTO_TEST_CASE(a_retry_that_succeeds_is_a_success)
{
    auto const done =
        call_with<operations::buy>({response(503), response(500), response(200, good_body)});
    BOOST_TEST_REQUIRE(done.result.has_value());
    BOOST_TEST(done.effects == 3U);
    BOOST_TEST(done.connections == 1U);
}

BOOST_AUTO_TEST_CASE(
    a_refusal_after_an_earlier_500_says_that_the_first_attempt_may_have_taken_effect)
{
    auto const done = call_with<operations::buy>({response(500), response(409)});
    BOOST_TEST_REQUIRE(!done.result.has_value());
    BOOST_TEST((done.result.error() == error_kind::conflict));
    BOOST_TEST(done.result.error().outcome_unknown());
    BOOST_TEST(done.result.error().sends() == 2U);
    auto const safe = call_with<operations::look>({response(500), response(409)});
    BOOST_TEST(!safe.result.error().outcome_unknown());
}

// survives: R6-S, R6-I, R6-N, R8-S, R8-N
BOOST_AUTO_TEST_CASE(refusals_and_gateway_errors_are_not_retried)
{
    for (int const status : {400, 403, 404, 408, 409, 422, 429, 502, 504})
    {
        BOOST_TEST(call_with<operations::buy>({response(status)}).effects == 1U, status);
        BOOST_TEST(call_with<operations::look>({response(status)}).effects == 1U, status);
    }
    auto const opted_in = [](auto& options) {
        options.retry.further_statuses = {408, 429, 502, 504};
    };
    BOOST_TEST(call_with<operations::look>({response(502), response(200, good_body)}, {}, opted_in)
                   .effects == 2U);
    BOOST_TEST(
        call_with<operations::change>({response(502), response(200, good_body)}, {}, opted_in)
            .effects == 1U);
}

// survives: R25
BOOST_AUTO_TEST_CASE(where_the_document_is_silent_the_client_decides)
{
    auto const quick = [](auto& options) { options.retry.otherwise.initial_delay = 1ms; };
    script const good = response(200, good_body);
    for (int const status : {429, 502, 503, 504})
        BOOST_TEST_CONTEXT(status)
        {
            std::vector<script> const bad{response(status), response(status), good};
            BOOST_TEST(call_with<silent<operations::look>>(bad, {}, quick).effects == 3U);
            BOOST_TEST(call_with<silent<operations::change>>(bad, {}, quick).effects == 3U);
            auto const buy = call_with<silent<operations::buy>>(bad, {}, quick);
            BOOST_TEST(buy.effects == 1U);
            BOOST_TEST(buy.result.error().outcome_unknown() == (status >= 500));
        }
    BOOST_TEST(call_with<silent<operations::look>>({response(500), good}, {}, quick).effects == 1U);
    BOOST_TEST(call_with<silent<operations::look>>({lost(), good}, {}, quick).effects == 2U);
    BOOST_TEST(call_with<silent<operations::change>>({lost(), good}, {}, quick).effects == 2U);
    BOOST_TEST(call_with<silent<operations::buy>>({lost(), good}, {}, quick).effects == 1U);
    auto const unreadable = call_with<silent<operations::look>>({response(200, "{}")}, {}, quick);
    BOOST_TEST(unreadable.effects == 1U);

    auto const spaced = call_with<silent<operations::look>>({response(503), good});
    BOOST_TEST_REQUIRE(spaced.times.size() == 2U);
    BOOST_TEST(spaced.times[1].count() >= 20); // options_for sets retry.initial_delay

    auto const once = [](auto& options) { options.retry.otherwise = {.max_attempts = 1}; };
    BOOST_TEST(call_with<silent<operations::look>>({response(503), good}, {}, once).effects == 1U);
    auto const all = [](auto& options) {
        options.retry.otherwise = {.initial_delay = 1ms, .statuses = {429, 500}};
    };
    BOOST_TEST(call_with<silent<operations::buy>>({response(429), good}, {}, all).effects == 2U);
    BOOST_TEST(call_with<silent<operations::buy>>({response(500), good}, {}, all).effects == 1U);
    BOOST_TEST(call_with<silent<operations::change>>({response(500), good}, {}, all).effects == 2U);
    // What a document states is not touched.
    BOOST_TEST(call_with<operations::buy>({response(429), good}, {}, all).effects == 1U);
    BOOST_TEST(call_with<operations::buy>({response(500), good}, {}, all).effects == 2U);
}

// survives: R25
BOOST_AUTO_TEST_CASE(a_call_may_be_retried_more_often_or_less_than_its_client_says)
{
    script const good = response(200, good_body);
    restbind::http::retry_rule const more{
        .max_attempts = 5, .initial_delay = 1ms, .statuses = {429, 500, 418}};
    auto const never = [](auto& options) { options.retry.policy = retry_policy::never; };
    std::vector<script> const teapots{
        response(418), response(429), response(418), response(429), good};

    BOOST_TEST(call_with<operations::buy>(teapots, {.retry_rule = more}).effects == 5U);
    BOOST_TEST(call_with<operations::buy>(teapots, {.retry_rule = more}, never).effects == 1U);
    net::call_options const both{.retry = retry_policy::as_specified, .retry_rule = more};
    BOOST_TEST(call_with<operations::buy>(teapots, both, never).effects == 5U);
    net::call_options const neither{.retry = retry_policy::never, .retry_rule = more};
    BOOST_TEST(call_with<operations::look>(teapots, neither).effects == 1U);
    net::call_options const fewer{.retry_rule = restbind::http::retry_rule{.max_attempts = 1}};
    BOOST_TEST(call_with<operations::look>({response(503), good}, fewer).effects == 1U);

    // The document has a purchase retried after 500; the caller alone may not.
    BOOST_TEST(call_with<operations::buy>({response(500), good}).effects == 2U);
    auto const buy = call_with<operations::buy>({response(500), good}, {.retry_rule = more});
    BOOST_TEST(buy.effects == 1U);
    BOOST_TEST(buy.result.error().outcome_unknown());
    net::call_options known{.retry_rule = more};
    known.idempotency = restbind::http::idempotency::idempotent;
    auto const keyed = call_with<operations::buy>({response(500), good}, known);
    BOOST_TEST(keyed.effects == 2U);
    BOOST_TEST(keyed.result.has_value());
    BOOST_TEST(call_with<operations::buy>({lost(), good}, known).effects == 2U);
    known.idempotency = restbind::http::idempotency::assumed_idempotent;
    BOOST_TEST(call_with<operations::buy>({response(500), good}, known).effects == 2U);
    BOOST_TEST(call_with<operations::buy>({lost(), good}, known).effects == 1U);
    auto const willing = [](auto& options) { options.retry.lost_responses = true; };
    BOOST_TEST(call_with<operations::buy>({lost(), good}, known, willing).effects == 2U);
    known.idempotency = restbind::http::idempotency::safe;
    BOOST_TEST(call_with<operations::buy>({lost(), good}, known).effects == 2U);
    net::call_options careful;
    careful.idempotency = restbind::http::idempotency::not_idempotent;
    BOOST_TEST(call_with<operations::look>({lost(), good}, careful).effects == 1U);

    // A 503 says what the document says it says, whoever states the rule.
    restbind::http::retry_rule const busy{.initial_delay = 1ms};
    BOOST_TEST(
        call_with<buy_unless_503>({response(503), good}, {.retry_rule = busy}).effects == 2U);
    BOOST_TEST(
        call_with<silent<operations::buy>>({response(503), good}, {.retry_rule = busy}).effects ==
        1U);

    auto const wrong = call_with<operations::buy>(
        {good}, {.retry_rule = restbind::http::retry_rule{.initial_delay = -1ms}});
    BOOST_TEST(wrong.effects == 0U);
    BOOST_TEST((wrong.result.error() == error_kind::invalid_argument));
}

// survives: R3-S, R3-I, R3-N
BOOST_AUTO_TEST_CASE(a_lost_response_is_asked_for_again_only_if_the_request_has_no_effect_twice)
{
    auto const look = call_with<operations::look>({lost(), response(200, good_body)});
    BOOST_TEST(look.result.has_value());
    BOOST_TEST(look.effects == 2U);

    for (auto const& loss : {lost(), script().reset(), script().send("HTTP/1.1 2").close()})
    {
        auto const change = call_with<operations::change>({loss, response(200, good_body)});
        BOOST_TEST(change.result.has_value());
        BOOST_TEST(change.effects == 2U);
        auto const buy = call_with<operations::buy>({loss, response(200, good_body)});
        BOOST_TEST_REQUIRE(!buy.result.has_value());
        BOOST_TEST(buy.effects == 1U);
        BOOST_TEST((buy.result.error() == error_kind::read));
        BOOST_TEST(buy.result.error().outcome_unknown());
        BOOST_TEST(buy.result.error().sends() == 1U);
    }
}

// survives: R3-S, R3-I, R3-N
BOOST_AUTO_TEST_CASE(a_lost_response_on_a_used_connection_is_no_exception)
{
    // The server takes the second request of the first connection, carries it out, and hangs up.
    auto const two_calls = [](auto tag)
    {
        using operation = decltype(tag);
        scripted_server server(
            [](received_request const& request) {
                return request.connection == 1 && request.index == 2 ? lost()
                                                                     : response(200, good_body);
            });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        BOOST_TEST(call_once<operation>(io, caller).has_value());
        auto result = call_once<operation>(io, caller);
        return retry_outcome{std::move(result), server.requests().size(), server.connections(), {}};
    };
    auto const look = two_calls(operations::look());
    BOOST_TEST(look.result.has_value());
    BOOST_TEST(look.effects == 3U);
    BOOST_TEST(look.connections == 2U);

    auto const change = two_calls(operations::change());
    BOOST_TEST(change.result.has_value());
    BOOST_TEST(change.effects == 3U);

    auto const buy = two_calls(operations::buy());
    BOOST_TEST_REQUIRE(!buy.result.has_value());
    BOOST_TEST(buy.result.error().outcome_unknown());
    BOOST_TEST(buy.effects == 2U, "the request was carried out twice");
    BOOST_TEST(buy.connections == 1U);
}

// survives: R1-N
BOOST_AUTO_TEST_CASE(an_idle_connection_that_the_server_has_closed_is_replaced_without_a_trace)
{
    for (bool const reset : {false, true})
    {
        scripted_server server(
            [&](received_request const&)
            {
                script played = response(200, good_body);
                if (reset)
                    played.reset();
                else
                    played.close();
                return played;
            });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        for (int i = 0; i != 4; ++i)
        {
            BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
            std::this_thread::sleep_for(20ms);
        }
        BOOST_TEST(server.requests().size() == 4U);
        BOOST_TEST(server.connections() == 4U);
    }
}

// survives: R3-N, R6-N, R7-N, R8-N
BOOST_AUTO_TEST_CASE(what_is_not_idempotent_is_never_sent_twice_after_all_of_it_was_written)
{
    // Whatever happens to the response: one effect for each call.
    std::vector<script> const mishaps{lost(), script().reset(), script().half_close(),
        script().send("HT").close(),
        script().send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{").close(),
        script().send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{").reset(),
        script().send("junk\r\n\r\n"), response(200, "{}"), response(200, "not json"),
        response(204), response(302), response(404), response(502), response(504)};
    for (std::size_t i = 0; i != mishaps.size(); ++i)
    {
        auto const done = call_with<operations::buy>({mishaps[i], response(200, good_body)});
        BOOST_TEST(!done.result.has_value(), i);
        BOOST_TEST(done.effects == 1U, i);
    }
}

// survives: R7-S, R7-I
BOOST_AUTO_TEST_CASE(a_success_that_cannot_be_read_is_asked_for_again_only_if_the_request_is_safe)
{
    for (auto const& unreadable : {response(200, "{}"),
             script().send("HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n{").close()})
    {
        BOOST_TEST(
            call_with<operations::look>({unreadable, response(200, good_body)}).result.has_value());
        auto const change = call_with<operations::change>({unreadable, response(200, good_body)});
        BOOST_TEST_REQUIRE(!change.result.has_value());
        BOOST_TEST(change.effects == 1U);
        BOOST_TEST(change.result.error().outcome_unknown());
        BOOST_TEST(change.result.error().status() == 200);
    }
}

// survives: R2-I, R2-N, N8
BOOST_AUTO_TEST_CASE(a_request_cut_off_in_the_middle_is_retried_unless_it_is_not_idempotent)
{
    Item const large{.id = 7, .name = std::string(12U << 20, 'x')};
    auto const cut_first = [&](auto tag)
    {
        using operation = decltype(tag);
        scripted_server server([](received_request const&) { return response(200, good_body); });
        server.on_connect([](std::size_t number)
            { return number == 1 ? script().swallow(100000).reset() : script(); });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        auto result = call_once<operation>(io, caller, large);
        return retry_outcome{std::move(result), server.requests().size(), server.connections(), {}};
    };
    auto const change = cut_first(operations::change());
    BOOST_TEST(change.result.has_value());
    BOOST_TEST(change.effects == 1U);
    BOOST_TEST(change.connections == 2U);

    auto const buy = cut_first(operations::buy());
    BOOST_TEST_REQUIRE(!buy.result.has_value());
    BOOST_TEST((buy.result.error() == error_kind::write), buy.result.error().message());
    BOOST_TEST((buy.result.error().at() == phase::write));
    BOOST_TEST(
        buy.result.error().detail() ==
        "the connection broke before the whole request was sent: it was probably not applied");
    BOOST_TEST(!buy.result.error().outcome_unknown());
    BOOST_TEST(buy.effects == 0U);
    BOOST_TEST(buy.connections == 1U);
}

// survives: R1-N, N5
BOOST_AUTO_TEST_CASE(a_refused_connection_is_tried_three_times_and_nothing_is_sent)
{
    boost::asio::io_context io;
    boost::asio::ip::tcp::acceptor unused(io, {boost::asio::ip::address_v4::loopback(), 0});
    net::client_options options;
    options.base_url = "http://127.0.0.1:" + std::to_string(unused.local_endpoint().port());
    unused.close();
    options.anonymous = true;
    options.retry.initial_delay = 30ms;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const start = clock::now();
    auto const done = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!done.has_value());
    BOOST_TEST((done.error() == error_kind::connect));
    BOOST_TEST((done.error().at() == phase::connect));
    BOOST_TEST((done.error() == boost::asio::error::connection_refused));
    BOOST_TEST(done.error().sends() == 0U);
    BOOST_TEST(!done.error().outcome_unknown());
    BOOST_TEST(since(start).count() >= 90);
}

BOOST_AUTO_TEST_CASE(a_server_that_comes_up_late_is_reached_by_a_retry)
{
    boost::asio::io_context io;
    std::optional<scripted_server> server;
    std::uint16_t port = 0;
    {
        scripted_server probe([](received_request const&) { return script(); });
        port = probe.port();
    }
    net::client_options options;
    options.base_url = "http://127.0.0.1:" + std::to_string(port);
    options.anonymous = true;
    options.retry.initial_delay = 100ms;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    std::thread late(
        [&]
        {
            std::this_thread::sleep_for(50ms);
            server.emplace([](received_request const&) { return response(200, good_body); }, port);
        });
    auto const done = call_once<operations::buy>(io, caller);
    late.join();
    BOOST_TEST_REQUIRE(done.has_value(), done.error().message());
    BOOST_TEST(server->requests().size() == 1U);
}

// survives: R22
BOOST_AUTO_TEST_CASE(a_503_of_which_the_document_says_what_it_means_means_it_first_or_last)
{
    auto const quick = [](auto& options) { options.retry.initial_delay = 1ms; };
    for (int const first : {500, 503})
        for (int const second : {500, 503})
            for (int const third : {500, 503})
            {
                auto const done = call_with<buy_unless_503>(
                    {response(first), response(second), response(third)}, {}, quick);
                BOOST_TEST_REQUIRE(!done.result.has_value());
                BOOST_TEST(done.effects == 3U);
                BOOST_TEST(done.result.error().outcome_unknown() ==
                           (first == 500 || second == 500 || third == 500));
            }
    for (int const status : {500, 503})
    {
        auto const once =
            call_with<buy_unless_503>({response(status)}, {.retry = retry_policy::never});
        BOOST_TEST(once.effects == 1U);
        BOOST_TEST(once.result.error().outcome_unknown() == (status == 500));
        auto const too_late =
            call_with<buy_unless_503>({response(status, {}, "Retry-After: 3600\r\n")});
        BOOST_TEST(too_late.effects == 1U);
        BOOST_TEST(too_late.result.error().outcome_unknown() == (status == 500));
    }
}

// survives: R23
BOOST_AUTO_TEST_CASE(a_redirection_of_a_request_that_changes_something_leaves_its_outcome_open)
{
    for (int const status : {301, 302, 303, 307, 308})
    {
        auto const done = call_with<operations::buy>({response(status)});
        BOOST_TEST_REQUIRE(!done.result.has_value());
        BOOST_TEST(done.effects == 1U);
        BOOST_TEST(done.result.error().outcome_unknown() == (status < 307));
        BOOST_TEST(
            !call_with<operations::look>({response(status)}).result.error().outcome_unknown());
    }
}

// survives: R24
BOOST_AUTO_TEST_CASE(
    a_date_to_retry_after_is_measured_by_the_clock_of_the_service, *boost::unit_test::label("slow"))
{
    // The service is an hour behind or ahead of this machine; its response asks for one second.
    for (auto const difference : {-1h, 1h})
    {
        auto const there =
            std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now() + difference);
        auto const done =
            call_with<operations::look>({response(503, {},
                                             "Retry-After: " + http_date(there + 1s) +
                                                 "\r\nDate: " + http_date(there) + "\r\n"),
                response(200, good_body)});
        BOOST_TEST(done.result.has_value());
        BOOST_TEST_REQUIRE(done.effects == 2U);
        BOOST_TEST((done.times[1] - done.times[0]).count() >= 999);
        BOOST_TEST((done.times[1] - done.times[0]).count() < 1500);
    }
}

// proves: R7-3
// survives: R12
BOOST_AUTO_TEST_CASE(
    retry_after_is_honoured_up_to_the_cap_and_the_deadline, *boost::unit_test::label("slow"))
{
    auto const waited = call_with<operations::buy>(
        {response(503, {}, "Retry-After: 1\r\n"), response(200, good_body)});
    BOOST_TEST(waited.result.has_value());
    BOOST_TEST_REQUIRE(waited.effects == 2U);
    BOOST_TEST((waited.times[1] - waited.times[0]).count() >= 999);
    BOOST_TEST((waited.times[1] - waited.times[0]).count() < 1300);

    auto const start = clock::now();
    auto const past_cap = call_with<operations::buy>({response(503, {}, "Retry-After: 2\r\n")}, {},
        [](auto& options) { options.retry.max_retry_after = 1s; });
    BOOST_TEST((past_cap.result.error() == error_kind::unavailable));
    BOOST_TEST(past_cap.effects == 1U);
    auto const past_deadline =
        call_with<operations::buy>({response(503, {}, "Retry-After: 10\r\n")});
    BOOST_TEST((past_deadline.result.error() == error_kind::unavailable));
    BOOST_TEST(past_deadline.effects == 1U);
    auto const date = call_with<operations::buy>(
        {response(503, {}, "Retry-After: Fri, 01 Jan 2100 00:00:00 GMT\r\n")});
    BOOST_TEST(date.effects == 1U);
    auto const past = call_with<operations::buy>(
        {response(503, {}, "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n")});
    BOOST_TEST(past.effects == 3U);
    BOOST_TEST(since(start).count() < 800);
}

// survives: R13
BOOST_AUTO_TEST_CASE(one_deadline_spans_all_attempts)
{
    auto const start = clock::now();
    auto const done = call_with<operations::buy>({response(503)}, {.deadline = 250ms},
        [](auto& options) { options.retry.initial_delay = 100ms; });
    BOOST_TEST((done.result.error() == error_kind::unavailable));
    BOOST_TEST(done.effects == 2U);
    BOOST_TEST(since(start).count() < 250);
}

// survives: R16
BOOST_AUTO_TEST_CASE(a_caller_can_restrict_retries)
{
    net::call_options const not_applied{.retry = retry_policy::only_unapplied};
    BOOST_TEST(call_with<operations::buy>({response(500)}, not_applied).effects == 1U);
    BOOST_TEST(call_with<operations::buy>({response(503)}, not_applied).effects == 1U);
    BOOST_TEST(call_with<buy_unless_503>({response(503)}, not_applied).effects == 3U);
    BOOST_TEST(call_with<buy_unless_503>({response(500)}, not_applied).effects == 1U);
    BOOST_TEST(call_with<operations::change>({response(500)}, not_applied).effects == 3U);
    BOOST_TEST(
        call_with<operations::look>({response(503)}, {.retry = retry_policy::never}).effects == 1U);
    BOOST_TEST(call_with<operations::buy>({response(500)}, {},
                   [](auto& options) { options.retry.policy = retry_policy::only_unapplied; })
                   .effects == 1U);
}

// survives: R14
BOOST_AUTO_TEST_CASE(a_retry_budget_stops_a_storm)
{
    scripted_server server([](received_request const&) { return response(503); });
    auto options = options_for(server);
    options.retry.initial_delay = 0ms;
    options.retry.budget = 10;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (int i = 0; i != 20; ++i)
        BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::unavailable));
    // The fifth failure leaves half of the points: three retries were made by then, and no other
    // one follows.
    BOOST_TEST(server.requests().size() == 23U);
}

BOOST_AUTO_TEST_CASE(successes_fill_the_retry_budget_again)
{
    std::atomic<int> failures = 6;
    scripted_server server([&](received_request const&)
        { return failures.fetch_sub(1) > 0 ? response(503) : response(200, good_body); });
    auto options = options_for(server);
    options.retry.initial_delay = 0ms;
    options.retry.budget = 4;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    auto const succeed = [&](int times)
    {
        while (times-- != 0)
            BOOST_TEST_REQUIRE(call_once<operations::buy>(io, caller).has_value());
    };
    auto const fail_once = [&]
    {
        failures = 1;
        return call_once<operations::buy>(io, caller).has_value();
    };
    // One retry is made before half of the points are gone.
    for (int i = 0; i != 5; ++i)
        BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::unavailable));
    // A success gives a tenth of a point back; a retry needs more than two after its failure.
    succeed(30);
    BOOST_TEST(!fail_once());
    succeed(10);
    BOOST_TEST(!fail_once());
    succeed(11);
    BOOST_TEST(fail_once());
}

BOOST_AUTO_TEST_CASE(an_observer_sees_attempts_and_retries)
{
    auto const seen = std::make_shared<retry_recorder>();
    call_with<operations::buy>({response(503), response(200, good_body)}, {},
        [&](auto& options) { options.observer = seen; });
    BOOST_TEST(seen->notes == (std::vector<std::string>{"start 1", "end 1 503 failed",
                                  "retry after 1 buy", "start 2", "end 2 200 ok"}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(under_observe_verdicts_are_reported_if_they_differ)
{
    Item const wrong{.id = 0, .name = "x"};
    for (auto const& [played, expected] : std::vector<std::pair<script, std::string>>{
             {response(200, good_body), "verdict local 422 1 server ok"},
             {response(422, "{}"), "verdict local 422 1 server 422"}})
    {
        auto const seen = std::make_shared<retry_recorder>();
        scripted_server server([&](received_request const&) { return played; });
        auto options = options_for(server);
        options.observer = seen;
        options.validation = restbind::validation_policy::observe;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        static_cast<void>(call_once<operations::buy>(io, caller, wrong));
        BOOST_TEST_REQUIRE(!seen->notes.empty());
        BOOST_TEST(seen->notes.back() == expected);
        BOOST_TEST(server.requests().size() == 1U);

        auto const enforced = call_once<operations::buy>(
            io, caller, wrong, {.validation = restbind::validation_policy::enforce});
        BOOST_TEST((enforced.error() == error_kind::validation_failed));
        BOOST_TEST(server.requests().size() == 1U);
        static_cast<void>(call_once<operations::buy>(
            io, caller, wrong, {.validation = restbind::validation_policy::off}));
        BOOST_TEST(server.requests().size() == 2U);
    }
}

BOOST_AUTO_TEST_CASE(only_failures_of_the_service_use_the_budget_up_and_successes_fill_it)
{
    // Three points: one failure leaves space for a retry, two do not.
    std::atomic<int> status{404};
    scripted_server server(
        [&](received_request const& request)
        {
            int const now = status;
            if (now == 503 && request.target.ends_with("buy"))
                status = 200;
            return now == 200 ? response(200, good_body) : response(now);
        });
    auto options = options_for(server);
    options.retry.initial_delay = 0ms;
    options.retry.budget = 3;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (int i = 0; i != 5; ++i)
        BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::not_found));
    status = 503;
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    for (int i = 0; i != 9; ++i)
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    status = 503;
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value(), "successes give nothing back");
    status = 503;
    BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::unavailable));
}

BOOST_AUTO_TEST_CASE(a_service_that_cannot_be_reached_or_has_too_much_to_do_uses_the_budget_up)
{
    // Two points: nothing is retried after one failure.
    auto const small = [](net::client_options& options)
    {
        options.retry.initial_delay = 0ms;
        options.retry.budget = 2;
        options.retry.further_statuses = {408, 429, 502, 504};
    };
    BOOST_TEST(call_with<operations::look>({response(429)}, {}, small).effects == 1U);
    BOOST_TEST(call_with<operations::look>({lost()}, {}, small).effects == 1U);
    BOOST_TEST(call_with<operations::look>({response(502)}, {}, small).effects == 1U);
    auto const unlimited = [&](net::client_options& options)
    {
        small(options);
        options.retry.budget = 0;
    };
    BOOST_TEST(call_with<operations::look>({response(429)}, {}, unlimited).effects == 3U);
    BOOST_TEST(call_with<operations::look>({lost()}, {}, unlimited).effects == 3U);
}

BOOST_AUTO_TEST_CASE(pauses_are_lengthened_by_chance)
{
    struct pauses : net::observer
    {
        void retry_scheduled(net::retry_report const& report) noexcept override
        {
            all.push_back(report.pause.count());
        }
        std::vector<std::chrono::milliseconds::rep> all;
    };
    auto const seen = std::make_shared<pauses>();
    call_with<operations::look>({response(503)}, {},
        [&](net::client_options& options)
        {
            options.retry.initial_delay = 100ms;
            options.observer = seen;
        });
    BOOST_TEST_REQUIRE(seen->all.size() == 2U);
    BOOST_TEST(seen->all[0] >= 100);
    BOOST_TEST(seen->all[0] <= 110);
    BOOST_TEST(seen->all[1] >= 200);
    BOOST_TEST(seen->all[1] <= 220);
    // Once in 200 times both numbers may be the smallest.
    bool lengthened = false;
    for (int i = 0; i != 20 && !lengthened; ++i)
    {
        lengthened = seen->all.back() > 200;
        if (!lengthened)
            call_with<operations::look>({response(500)}, {},
                [&](net::client_options& options)
                {
                    options.retry.initial_delay = 100ms;
                    options.observer = seen;
                });
    }
    BOOST_TEST(lengthened);
}

BOOST_AUTO_TEST_CASE(a_client_that_ends_as_a_retry_is_planned_ends_the_pause)
{
    struct ender : net::observer
    {
        void retry_scheduled(net::retry_report const&) noexcept override { caller->reset(); }
        std::optional<client>* caller = nullptr;
    };
    scripted_server server([](received_request const&) { return response(500); });
    auto const observer = std::make_shared<ender>();
    auto options = options_for(server);
    options.timeouts.call = 1min;
    options.retry.initial_delay = 30s;
    options.observer = observer;
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    observer->caller = &caller;
    std::optional<restbind::result<Item>> retry_outcome;
    boost::asio::co_spawn(io, caller->buy(good_item),
        [&](std::exception_ptr, restbind::result<Item> ended)
        { retry_outcome.emplace(std::move(ended)); });
    io.run_for(9s);
    BOOST_TEST_REQUIRE(retry_outcome.has_value());
    BOOST_TEST((retry_outcome->error() == error_kind::client_closed));
    BOOST_TEST((retry_outcome->error().at() == phase::backoff));
    BOOST_TEST(retry_outcome->error().outcome_unknown());
}

BOOST_AUTO_TEST_SUITE_END()
