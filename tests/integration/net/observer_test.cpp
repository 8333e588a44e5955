// SPDX-License-Identifier: BSL-1.0
// What an observer is told, and what the log on a stream makes of it.
#include "fixture.hpp"

#include <restbind/net/ostream_observer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace
{

using namespace fake;

std::chrono::system_clock::time_point noon()
{
    return std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 12h + 7ms;
}

/// Keeps what can be kept of the reports.
class recorder : public net::observer
{
public:
    struct attempt
    {
        unsigned number;
        int status;
        std::string operation;
        std::string trace_id;
        error_kind failure;
        bool reused;
        std::chrono::microseconds duration;
        std::chrono::microseconds token;
        net::attempt_times times;
        std::string host;
    };
    struct call
    {
        std::uint64_t id;
        std::string operation;
        error_kind kind;
        int status;
        unsigned attempts;
        bool outcome_unknown;
        bool earlier;
        std::chrono::microseconds duration;
        std::optional<restbind::error> failure;
    };

    void attempt_started(net::attempt_report const& report) noexcept override
    {
        ++started;
        ids.push_back(report.call_id);
    }
    void attempt_ended(net::attempt_report const& report) noexcept override
    {
        ids.push_back(report.call_id);
        if (report.failure)
            ids.push_back(report.failure->call_id());
        ended.push_back({report.attempt, report.status, std::string(report.operation),
            std::string(report.trace_id),
            report.failure ? report.failure->kind() : error_kind::none, report.reused_connection,
            report.duration, report.times.token, report.times,
            report.failure ? report.failure->host() : ""});
    }
    void retry_scheduled(net::retry_report const& report) noexcept override
    {
        ids.push_back(report.call_id);
        retries.push_back(report.earlier_may_have_applied);
    }
    void validation_mismatched(net::validation_mismatch_report const& report) noexcept override
    {
        ids.push_back(report.call_id);
        verdicts.push_back(report.server ? report.status : 200);
    }
    void response_deviated(net::deviation_report const& report) noexcept override
    {
        ids.push_back(report.call_id);
    }
    void call_ended(net::call_report const& report) override
    {
        ids.push_back(report.call_id);
        calls.push_back({report.call_id, std::string(report.operation), report.kind, report.status,
            report.attempts, report.outcome_unknown, report.earlier_may_have_applied, report.duration,
            report.failure ? std::optional(*report.failure) : std::nullopt});
    }

    int started = 0;
    std::vector<attempt> ended;
    std::vector<bool> retries;
    std::vector<int> verdicts;
    std::vector<call> calls;
    std::vector<std::uint64_t> ids; ///< of all events, in their order
};

/// One call with an observer.
template <class Operation>
std::shared_ptr<recorder> watch(std::function<script(received_request const&)> const& play,
    std::function<void(net::client_options&)> const& adjust = {}, Item const& item = good_item,
    net::call_options const& call = {})
{
    auto const seen = std::make_shared<recorder>();
    scripted_server server(play);
    auto options = options_for(server);
    options.observer = seen;
    if (adjust)
        adjust(options);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    static_cast<void>(call_once<Operation>(io, caller, item, call));
    return seen;
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_observer)

BOOST_AUTO_TEST_CASE(an_attempt_that_never_gets_a_connection_is_reported_too)
{
    auto const seen = watch<operations::buy>([](received_request const&) { return response(200); },
        [](auto& options)
        {
            options.base_url = "http://127.0.0.1:1";
            options.retry.initial_delay = 0ms;
        });
    BOOST_TEST(seen->started == 3);
    BOOST_TEST_REQUIRE(seen->ended.size() == 3U);
    for (unsigned i = 0; i != 3; ++i)
    {
        BOOST_TEST(seen->ended[i].number == i + 1);
        BOOST_TEST(seen->ended[i].operation == "buy");
        BOOST_TEST(seen->ended[i].status == 0);
        BOOST_TEST((seen->ended[i].failure == error_kind::connect));
        BOOST_TEST(seen->ended[i].host == "127.0.0.1:1");
    }
    BOOST_TEST((seen->retries == std::vector<bool>{false, false}));
}

BOOST_AUTO_TEST_CASE(a_wait_for_the_first_byte_that_is_given_up_has_taken_its_time)
{
    auto const seen = watch<operations::buy>(
        [](received_request const&) { return script().wait(1min); },
        [](auto& options) { options.timeouts.first_byte = 200ms; });
    BOOST_TEST_REQUIRE(seen->ended.size() == 1U);
    BOOST_TEST((seen->ended[0].times.first_byte >= 190ms));
    BOOST_TEST((seen->ended[0].times.write < 100ms));
    BOOST_TEST((seen->ended[0].times.read == 0ms));
    auto const cut = watch<operations::buy>([](received_request const&)
        { return script().send("HTTP/1.1 200 OK\r\n").wait(1min); },
        [](auto& options) { options.timeouts.idle_read = 200ms; });
    BOOST_TEST_REQUIRE(cut->ended.size() == 1U);
    BOOST_TEST((cut->ended[0].times.first_byte < 100ms));
    BOOST_TEST((cut->ended[0].times.read >= 190ms));
}

BOOST_AUTO_TEST_CASE(an_attempt_has_the_trace_id_of_its_response)
{
    struct sample
    {
        script reply;
        std::string expected;
    };
    std::string const problem = R"({"traceId":"of-the-problem"})";
    std::string const parent =
        "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n";
    for (auto const& [reply, expected] : std::vector<sample>{{response(200, good_body), ""},
             {response(200, good_body, "X-Request-Id: r-1\r\n" + parent), "r-1"},
             {response(200, good_body, parent), "0af7651916cd43dd8448eb211c80319c"},
             {response(409, problem), "of-the-problem"},
             {response(409, problem, "Request-Id: r-2\r\n"), "r-2"}})
    {
        auto const info = std::make_shared<net::call_info>();
        auto const seen = watch<operations::buy>(
            [&](received_request const&) { return reply; }, {}, good_item, {.info = info});
        BOOST_TEST_REQUIRE(seen->ended.size() == 1U);
        BOOST_TEST(seen->ended[0].trace_id == expected);
        BOOST_TEST(info->trace_id == expected);
    }
}

BOOST_AUTO_TEST_CASE(a_content_type_that_repeats_the_token_is_not_told)
{
    struct watcher : net::observer
    {
        bool watches_traffic() const noexcept override { return true; }
        void exchanged(net::traffic_report const& told) override { type = told.content_type; }
        std::string type;
    };
    for (std::string const& filling : {std::string(), std::string(480, 'x')})
    {
        scripted_server server(
            [&filling](received_request const&)
            {
                return script().send("HTTP/1.1 200 OK\r\nContent-Type: text/html; of=" + filling +
                                     "canary-token\r\nContent-Length: 2\r\n\r\n{}");
            });
        auto options = options_for(server);
        options.anonymous = false;
        options.tokens.access_token = restbind::secret("canary-token");
        auto const seen = std::make_shared<watcher>();
        options.observer = seen;
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const got = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!got.has_value());
        BOOST_TEST((got.error() == error_kind::invalid_response));
        BOOST_TEST(got.error().message().find("canary") == std::string::npos, got.error());
        BOOST_TEST(seen->type.find("text/html; of=") == 0U);
        BOOST_TEST(seen->type.find("canary") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_trace_id_that_repeats_the_token_is_left_out)
{
    auto const seen = watch<operations::buy>([](received_request const& request)
        { return response(409, {}, "X-Request-Id: " + request.header("Authorization") + "\r\n"); },
        [](auto& options)
        {
            options.anonymous = false;
            options.tokens.access_token = restbind::secret("canary-token");
        });
    BOOST_TEST_REQUIRE(seen->ended.size() == 1U);
    BOOST_TEST(seen->ended[0].trace_id == "");
}

BOOST_AUTO_TEST_CASE(the_time_spent_waiting_for_a_token_is_told_apart)
{
    scripted_server server(
        [](received_request const& request)
        {
            if (!is_token_request(request))
                return response(200, good_body);
            std::string const body = R"({"token_type":"Bearer","access_token":"t"})";
            return script().wait(100ms).send("HTTP/1.1 200 OK\r\nContent-Length: " +
                                             std::to_string(body.size()) + "\r\n\r\n" + body);
        });
    auto const seen = std::make_shared<recorder>();
    auto options = token_options_for(server);
    options.observer = seen;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    for (int i = 0; i != 2; ++i)
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST_REQUIRE(seen->ended.size() == 2U);
    BOOST_TEST(seen->ended[0].token.count() >= 100'000);
    BOOST_TEST(seen->ended[0].duration.count() >= seen->ended[0].token.count());
    BOOST_TEST(!seen->ended[0].reused);
    BOOST_TEST(seen->ended[1].token.count() == 0);
    BOOST_TEST(seen->ended[1].duration.count() > 0);
    BOOST_TEST(seen->ended[1].reused);
}

BOOST_AUTO_TEST_CASE(verdicts_are_reported_only_if_the_service_judges_otherwise)
{
    Item const wrong{.id = 0, .name = "x"};
    std::string const same =
        R"({"status":422,"errors":[{"field":"id","message":"Id must be greater than 0"}]})";
    struct sample
    {
        script reply;
        std::vector<int> expected;
    };
    for (auto const& [reply, expected] : std::vector<sample>{{response(422, same), {}},
             {response(200, good_body), {200}}, {response(200, "{"), {200}}, {response(422, "{}"), {422}},
             {response(422), {}}, {response(409, "{}"), {409}}, {response(403), {}}, {response(502), {}},
             {script().close(), {}}})
    {
        auto const seen = watch<operations::buy>([&](received_request const&) { return reply; },
            [](auto& options) { options.validation = restbind::validation_policy::observe; },
            wrong);
        BOOST_TEST(seen->verdicts == expected, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_success_after_a_failure_says_that_the_request_may_have_been_applied_before)
{
    struct sample
    {
        int first;
        bool expected;
    };
    for (auto const& [first, expected] : {sample{500, true}, sample{503, true}})
    {
        std::atomic<int> asked{0};
        auto const info = std::make_shared<net::call_info>();
        auto const seen = watch<operations::buy>([&](received_request const&)
            { return ++asked == 1 ? response(first) : response(200, good_body); },
            {}, good_item, {.info = info});
        BOOST_TEST(info->attempts == 2U);
        BOOST_TEST(info->status == 200);
        BOOST_TEST(info->earlier_may_have_applied == expected);
        BOOST_TEST((seen->retries == std::vector<bool>{expected}));
    }
    std::atomic<int> asked{0};
    auto const info = std::make_shared<net::call_info>();
    watch<operations::look>([&](received_request const&)
        { return ++asked == 1 ? response(500) : response(200, good_body); },
        {}, good_item, {.info = info});
    BOOST_TEST(info->attempts == 2U);
    BOOST_TEST(!info->earlier_may_have_applied, "a safe request has no effect");

    watch<operations::buy>([&](received_request const&) { return response(200, good_body); }, {},
        good_item, {.info = info});
    BOOST_TEST(info->attempts == 1U);
    BOOST_TEST(!info->earlier_may_have_applied);
}

BOOST_AUTO_TEST_CASE(a_call_has_one_end_and_one_number_in_all_that_tells_of_it)
{
    struct sample
    {
        std::vector<script> replies;
        error_kind kind;
        int status;
        bool outcome_unknown;
        bool earlier;
    };
    for (sample const& one : {sample{{response(200, good_body)}, error_kind::none, 200, false, false},
             {{response(503), response(200, good_body)}, error_kind::none, 200, false, true},
             {{response(409)}, error_kind::conflict, 409, false, false},
             {{response(503), response(503), response(503)}, error_kind::unavailable, 503, true, true},
             {{response(200, "{")}, error_kind::invalid_response, 200, true, false},
             {{script().close()}, error_kind::read, 0, true, false}})
    {
        std::size_t asked = 0;
        auto const info = std::make_shared<net::call_info>();
        auto const seen = watch<operations::buy>(
            [&](received_request const&) { return one.replies[asked++]; }, {}, good_item, {.info = info});
        BOOST_TEST_REQUIRE(seen->calls.size() == 1U);
        recorder::call const& call = seen->calls.front();
        BOOST_TEST(call.operation == "buy");
        BOOST_TEST((call.kind == one.kind));
        BOOST_TEST(call.status == one.status);
        BOOST_TEST(call.attempts == one.replies.size());
        BOOST_TEST(call.outcome_unknown == one.outcome_unknown);
        BOOST_TEST(call.earlier == one.earlier);
        BOOST_TEST((call.duration >= (asked - 1) * 20ms));
        BOOST_TEST((call.duration < 4s));
        BOOST_TEST(call.id != 0U);
        BOOST_TEST(info->call_id == call.id);
        BOOST_TEST(std::count(seen->ids.begin(), seen->ids.end(), call.id) ==
                   static_cast<std::ptrdiff_t>(seen->ids.size()));
        BOOST_TEST(seen->ids.size() >= 2 * asked + 1);
        BOOST_TEST(call.failure.has_value() == (one.kind != error_kind::none));
        if (call.failure)
        {
            BOOST_TEST(call.failure->call_id() == call.id);
            BOOST_TEST(!call.failure->host().empty());
            BOOST_TEST(call.failure->attempts().size() == one.replies.size());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_is_refused_here_has_an_end_and_nothing_else)
{
    auto const play = [](received_request const&) { return response(200, good_body); };
    auto const info = std::make_shared<net::call_info>();
    info->status = 1;
    info->trace_id = "of the last call";
    auto const broken = watch<operations::buy>(play, {}, {.id = 0, .name = "x"}, {.info = info});
    auto const useless =
        watch<operations::buy>(play, {}, good_item, {.headers = {{"Host", "x"}}, .info = {}});
    BOOST_TEST_REQUIRE(broken->calls.size() == 1U);
    BOOST_TEST_REQUIRE(useless->calls.size() == 1U);
    recorder::call const& refused = broken->calls.front();
    BOOST_TEST((refused.kind == error_kind::validation_failed));
    BOOST_TEST(refused.operation == "buy");
    BOOST_TEST(refused.status == 422);
    BOOST_TEST(refused.attempts == 0U);
    BOOST_TEST(!refused.outcome_unknown);
    BOOST_TEST((refused.duration == 0us));
    BOOST_TEST_REQUIRE(refused.failure.has_value());
    BOOST_TEST(refused.failure->violations().size() == 1U);
    BOOST_TEST(refused.failure->call_id() == refused.id);
    BOOST_TEST(broken->ids.size() == 1U);
    BOOST_TEST(info->call_id == refused.id);
    BOOST_TEST(info->status == 0);
    BOOST_TEST(info->trace_id == "");
    BOOST_TEST((useless->calls.front().kind == error_kind::invalid_argument));
    BOOST_TEST(useless->calls.front().id > refused.id);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(net_ostream_observer)

// survives: X1
BOOST_AUTO_TEST_CASE(no_secret_and_no_token_reaches_the_log_whatever_the_peers_repeat)
{
    auto const out = std::make_shared<std::ostringstream>();
    scripted_server server(
        [tokens = 0](received_request const& request) mutable
        {
            std::string const retried =
                request.header("Authorization") + " " + request.body + " " + request.head;
            std::string quoted;
            for (char const c : retried)
                quoted += c < ' ' ? ' ' : c;
            if (is_token_request(request))
                return ++tokens == 1 ? token_response("canary-token")
                                     : response(400, R"({"error":"invalid_request",)"
                                                   R"("error_description":")" +
                                                       quoted + "\"}");
            return response(401, R"({"title":")" + quoted + R"(","traceId":")" + quoted + "\"}",
                "X-Request-Id: " + request.header("Authorization") + "\r\n");
        });
    auto options = token_options_for(server);
    options.observer = std::make_shared<net::ostream_observer>(*out, noon);
    boost::asio::io_context io;
    {
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(!call_once<operations::buy>(io, caller));
    }
    std::string const log = out->str();
    BOOST_TEST(log.find("token_renewed") != std::string::npos);
    BOOST_TEST(log.find("token_failed") != std::string::npos);
    BOOST_TEST(log.find("status=401") != std::string::npos);
    BOOST_TEST(log.find("canary") == std::string::npos, log);
}

BOOST_AUTO_TEST_CASE(a_client_can_log_onto_a_stream)
{
    std::ostringstream out;
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.observer = std::make_shared<net::ostream_observer>(out);
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    std::string const log = out.str();
    std::string const number = log.substr(log.find("call=") + 5, log.find(" operation") - log.find("call=") - 5);
    BOOST_TEST(std::stoull(number) > 0U);
    for (std::string_view const line : {"Z attempt_started call=# operation=buy attempt=1\n",
             "Z attempt_ended call=# operation=buy attempt=1 status=200 duration_us=",
             "Z call_ended call=# operation=buy status=200 attempts=1 duration_us="})
        BOOST_TEST(log.find(std::string(line).replace(line.find('#'), 1, number)) != std::string::npos, log);
}

BOOST_AUTO_TEST_SUITE_END()
