// SPDX-License-Identifier: BSL-1.0
#include <restbind/net/interceptor.hpp>
#include <restbind/net/tracing.hpp>
#include <restbind/net/wire_log.hpp>
#include <restbind/testing.hpp>

#include <golden/directions.hpp>
#include <ticketing/v1.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace api = ticketing::v1;
namespace directions = golden::directions;
namespace asio = boost::asio;
namespace net = restbind::net;
using restbind::error_kind;
using restbind::testing::fake_service;
using restbind::testing::lost_response;
using restbind::testing::status;
using allocate = api::operations::allocate_manual_seats;

/// An interceptor made of two functions.
class two_functions : public net::interceptor
{
public:
    std::function<void(net::attempt&)> before = [](net::attempt&) {};
    std::function<void(net::attempt&, net::attempt_response const&)> behind =
        [](net::attempt&, net::attempt_response const&) {};
    bool goes_on = true;
    bool goes_on_twice = false;

    asio::awaitable<void> around(net::attempt& sent, net::proceed next) override
    {
        before(sent);
        if (!goes_on)
            co_return;
        // Asynchronous: other work runs meanwhile.
        co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        net::attempt_response came = co_await next();
        if (goes_on_twice)
            came = co_await next();
        behind(sent, came);
    }
};

/// What a call has come to, and what `call_info` says.
struct verdict
{
    std::optional<restbind::result<api::AllocateManualSeatsResponse>> outcome;
    std::shared_ptr<net::call_info> info = std::make_shared<net::call_info>();

    bool succeeded() const { return outcome && outcome->has_value(); }
    restbind::error error() const
    {
        return succeeded() ? restbind::error() : outcome.value().error();
    }
};

/// A fake that answers, and calls with interceptors around them.
struct watched_service
{
    watched_service()
    {
        fake.on<allocate>(
            [](auto const& request)
            {
                api::AllocateManualSeatsResponse held;
                held.cart_id = request.event_session_id;
                return held;
            });
    }

    two_functions& add()
    {
        auto const added = std::make_shared<two_functions>();
        options.around.push_back(added);
        return *added;
    }

    api::client client()
    {
        return api::client(fake.executor(), options.clone(), {.tenant = "arena"});
    }

    verdict call(net::call_options how = {})
    {
        verdict made;
        how.info = made.info;
        auto const caller = client();
        api::AllocateManualSeatsRequest const request{.event_session_id = 4711,
            .detail = {{.seat_id = 101, .rate_id = 7, .action_select = true}}};
        caller.async_allocate_manual_seats(
            request, how, [&made](auto&& got) { made.outcome.emplace(std::move(got)); });
        fake.run_until_idle();
        BOOST_TEST_REQUIRE(made.outcome.has_value());
        return made;
    }

    /// The client has one token, which it has not asked for.
    void use_token()
    {
        options.tokens = {};
        options.tokens.access_token = restbind::secret("token-of-the-till");
    }

    std::string sent(std::size_t call, std::string_view header)
    {
        auto const& calls = fake.calls<allocate>();
        BOOST_TEST_REQUIRE(calls.size() > call);
        return std::string(calls[call].headers.find(header).value_or("none"));
    }

    fake_service fake;
    net::client_options options = fake.options();
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_interceptor)

BOOST_AUTO_TEST_CASE(the_first_interceptor_is_outermost)
{
    watched_service service;
    std::string events;
    for (std::string const name : {"a", "b", "c"})
    {
        auto& one = service.add();
        one.before = [&events, name](auto&) { events += name; };
        one.behind = [&events, name](auto&, auto const& came)
        { events += std::to_string(came.status) + name; };
    }
    BOOST_TEST(service.call().succeeded());
    BOOST_TEST(events == "abc200c200b200a");
}

BOOST_AUTO_TEST_CASE(each_attempt_has_its_own_headers_and_they_go_over_the_wire)
{
    watched_service service;
    service.fake.on<allocate>().then(status(503)).then(status(503));
    std::string events;
    auto& one = service.add();
    one.before = [](net::attempt& sent)
    {
        BOOST_TEST(sent.set_header("X-Attempt", std::to_string(sent.number())).has_value());
        if (sent.number() == 1)
            BOOST_TEST(sent.set_header("X-First", "yes").has_value());
        BOOST_TEST(sent.headers().find("X-Attempt").value_or("") == std::to_string(sent.number()));
    };
    one.behind = [&events](net::attempt& sent, auto const& came)
    { events += std::to_string(sent.number()) + ":" + std::to_string(came.status) + " "; };
    auto const made = service.call();
    BOOST_TEST(made.succeeded());
    BOOST_TEST(made.info->attempts == 3U);
    BOOST_TEST(events == "1:503 2:503 3:200 ");
    for (std::size_t i = 0; i != 3; ++i)
    {
        BOOST_TEST(service.sent(i, "x-attempt") == std::to_string(i + 1));
        BOOST_TEST(service.sent(i, "x-first") == (i == 0 ? "yes" : "none"));
        BOOST_TEST(service.sent(i, "x-tenant") == "arena");
        BOOST_TEST((service.fake.calls<allocate>()[i].request.value().event_session_id == 4711));
    }
}

BOOST_AUTO_TEST_CASE(a_request_is_seen_as_it_is_sent)
{
    watched_service service;
    std::string body;
    std::uint64_t id = 0;
    auto& one = service.add();
    one.before = [&](net::attempt& sent)
    {
        id = sent.call_id();
        body = sent.body();
        BOOST_TEST(sent.operation() == "allocateManualSeats");
        BOOST_TEST(sent.method() == "POST");
        BOOST_TEST(sent.origin() == "http://fake.test");
        BOOST_TEST(sent.target() == "/api/v1/cart/allocateManualSeats");
        BOOST_TEST(sent.headers().find("X-Tenant").value_or("") == "arena");
    };
    one.behind = [](net::attempt&, net::attempt_response const& came)
    {
        BOOST_TEST(came.failure == nullptr);
        BOOST_TEST(came.body.find("4711") != std::string_view::npos);
    };
    auto const made = service.call();
    BOOST_TEST(made.succeeded());
    BOOST_TEST(id == made.info->call_id);
    BOOST_TEST(body == service.fake.calls<allocate>()[0].body);
    BOOST_TEST(!made.info->observer_failure.has_value());
}

BOOST_AUTO_TEST_CASE(a_header_of_the_call_is_replaced_and_those_of_the_client_are_not)
{
    watched_service service;
    service.add().before = [](net::attempt& sent)
    {
        BOOST_TEST(sent.set_header("x-till", "5").has_value());
        for (auto const name : {"Host", "Content-Length", "User-Agent", "Connection"})
            BOOST_TEST((sent.set_header(name, "1").error() == error_kind::invalid_argument), name);
        BOOST_TEST((sent.set_header("X-Bad", "a\r\nb").error() == error_kind::invalid_argument));
        BOOST_TEST((sent.set_header("X Bad", "a").error() == error_kind::invalid_argument));
    };
    BOOST_TEST(service.call({.headers = {{"X-Till", "4"}}}).succeeded());
    BOOST_TEST(service.sent(0, "X-Till") == "5");
    std::size_t count = 0;
    for (auto const [name, value] : service.fake.calls<allocate>()[0].headers)
        count += restbind::http::iequals(name, "x-till") ? 1U : 0U;
    BOOST_TEST(count == 1U);
    service.use_token();
    service.options.around.clear();
    service.add().before = [](net::attempt& sent)
    {
        BOOST_TEST((sent.set_header("Authorization", "1").error() == error_kind::invalid_argument));
        BOOST_TEST(!sent.headers().find("Authorization").has_value());
    };
    BOOST_TEST(service.call().succeeded());
    BOOST_TEST(service.sent(1, "Authorization") == "Bearer token-of-the-till");
}

BOOST_AUTO_TEST_CASE(an_attempt_that_is_refused_ends_the_call_before_anything_is_sent)
{
    watched_service service;
    bool outer_saw = false;
    service.add().behind = [&](net::attempt&, net::attempt_response const& came)
    {
        outer_saw = came.failure && *came.failure == error_kind::connect && came.status == 0;
    };
    auto& refusing = service.add();
    // A failure to connect would be tried again.
    refusing.before = [](net::attempt& sent)
    { sent.refuse(restbind::error(error_kind::connect, "the breaker is open")); };
    bool inner_asked = false;
    service.add().before = [&](net::attempt&) { inner_asked = true; };
    for (bool const goes_on : {true, false})
    {
        refusing.goes_on = goes_on;
        auto const made = service.call();
        BOOST_TEST((made.error() == error_kind::connect), made.error());
        BOOST_TEST(made.error().detail().find("the breaker is open") != std::string::npos);
        BOOST_TEST(made.error().sends() == 0U);
        BOOST_TEST(made.error().attempts().size() == 1U);
        BOOST_TEST(!made.error().outcome_unknown());
        BOOST_TEST(outer_saw);
        BOOST_TEST(!inner_asked);
    }
    BOOST_TEST(service.fake.calls<allocate>().empty());
}

BOOST_AUTO_TEST_CASE(a_refusal_of_a_later_attempt_leaves_what_the_earlier_one_did)
{
    watched_service service;
    service.fake.on<allocate>().then(status(500));
    service.add().before = [](net::attempt& sent)
    {
        if (sent.number() == 2)
            sent.refuse({});
    };
    auto const made = service.call();
    BOOST_TEST((made.error() == error_kind::callback_failed), made.error());
    BOOST_TEST(made.error().sends() == 1U);
    BOOST_TEST(made.error().earlier_may_have_applied());
    BOOST_TEST(made.error().outcome_unknown());
}

BOOST_AUTO_TEST_CASE(an_exception_before_the_request_ends_the_call)
{
    watched_service service;
    auto& one = service.add();
    one.before = [](net::attempt&) { throw std::runtime_error("no signature"); };
    auto const thrown = service.call();
    BOOST_TEST((thrown.error() == error_kind::callback_failed), thrown.error());
    BOOST_TEST(thrown.error().detail().find("no signature") != std::string::npos);
    BOOST_TEST(thrown.error().sends() == 0U);
    one.before = [](net::attempt&) {};
    one.goes_on = false;
    auto const ended = service.call();
    BOOST_TEST((ended.error() == error_kind::callback_failed), ended.error());
    BOOST_TEST(ended.error().detail().find("has not gone on") != std::string::npos);
    BOOST_TEST(service.fake.calls<allocate>().empty());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_in_an_interceptor_is_cancelled)
{
    watched_service service;
    asio::cancellation_signal button;
    service.add().before = [&](net::attempt&)
    {
        button.emit(asio::cancellation_type::terminal);
        throw boost::system::system_error(asio::error::operation_aborted); // as a wait does then
    };
    auto const caller = service.client();
    std::optional<restbind::error_kind> ended;
    caller.async_allocate_manual_seats(
        {.event_session_id = 4711,
            .detail = {{.seat_id = 101, .rate_id = 7, .action_select = true}}},
        {}, asio::bind_cancellation_slot(button.slot(), [&](auto&& got) {
            ended = got.has_value() ? error_kind::none : got.error().kind();
        }));
    service.fake.run_until_idle();
    BOOST_TEST((ended == error_kind::cancelled));
    BOOST_TEST(service.fake.calls<allocate>().empty());
}

BOOST_AUTO_TEST_CASE(an_exception_behind_the_response_changes_nothing_and_is_told)
{
    watched_service service;
    service.add().behind = [](auto&, auto const&) { throw std::runtime_error("the second"); };
    service.add().behind = [](net::attempt& sent, auto const&)
    {
        sent.refuse(restbind::error(error_kind::unavailable)); // too late
        BOOST_TEST(sent.set_header("X-Late", "1").has_value());
        throw std::runtime_error("the first");
    };
    auto const made = service.call();
    BOOST_TEST(made.succeeded(), made.error());
    BOOST_TEST_REQUIRE(made.info->observer_failure.has_value());
    BOOST_TEST((*made.info->observer_failure == error_kind::callback_failed));
    BOOST_TEST(made.info->observer_failure->detail().find("the first") != std::string::npos);
    BOOST_TEST(made.info->observer_failure->call_id() == made.info->call_id);
    BOOST_TEST(service.fake.calls<allocate>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(going_on_twice_sends_once)
{
    watched_service service;
    auto& one = service.add();
    one.goes_on_twice = true;
    int seen = 0;
    one.behind = [&](auto&, auto const& came) { seen = came.status; };
    BOOST_TEST(service.call().succeeded());
    BOOST_TEST(seen == 200);
    BOOST_TEST(service.fake.calls<allocate>().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_lost_response_is_seen_as_a_failure)
{
    watched_service service;
    service.fake.on<allocate>().then(lost_response());
    bool is_lost = false;
    service.add().behind = [&](auto&, net::attempt_response const& came)
    {
        is_lost = came.failure && *came.failure == error_kind::read && came.status == 0 &&
                  came.body.empty();
    };
    auto const made = service.call();
    BOOST_TEST((made.error() == error_kind::read));
    BOOST_TEST(made.error().outcome_unknown());
    BOOST_TEST(is_lost);
}

BOOST_AUTO_TEST_CASE(blocking_clients_have_interceptors_too)
{
    watched_service service;
    int seen = 0;
    service.add().behind = [&](auto&, auto const& came) { seen = came.status; };
    auto const blocking = service.fake.blocking<api::blocking_client>(service.client());
    BOOST_TEST(blocking
                   .allocate_manual_seats({.event_session_id = 4711,
                       .detail = {{.seat_id = 101, .rate_id = 7, .action_select = true}}})
                   .has_value());
    BOOST_TEST(seen == 200);
}

BOOST_AUTO_TEST_CASE(a_null_interceptor_is_refused)
{
    watched_service service;
    service.options.around.push_back(nullptr);
    auto const made = api::client::make(
        service.fake.executor(), std::move(service.options), {.tenant = "arena"});
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST((made.error() == error_kind::invalid_argument));
    BOOST_TEST(made.error().detail().find("around") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_wire_log_shows_what_is_sent_and_no_secret)
{
    watched_service service;
    service.use_token();
    service.options.keep_all_headers = true;
    service.fake.on<allocate>().then(
        status(422, "you sent token-of-the-till\nand more", "text/plain"));
    std::ostringstream text;
    service.options.around.push_back(std::make_shared<net::wire_log>(text, 1000));
    auto const made = service.call({.headers = {{"X-Copy", "token-of-the-till"}}});
    BOOST_TEST(made.error().status() == 422);
    std::string const log = text.str();
    std::string const number = std::to_string(made.info->call_id) + "/1 ";
    BOOST_TEST(log.starts_with(
        number + "> POST http://fake.test/api/v1/cart/allocateManualSeats\n"), log);
    BOOST_TEST(log.find("\n" + number + "> x-tenant: arena\n") != std::string::npos, log);
    BOOST_TEST(log.find("\n" + number + "> {") != std::string::npos, log);
    BOOST_TEST(log.find("\n" + number + "< 422 after 0 ms\n") != std::string::npos, log);
    BOOST_TEST(log.find("\n" + number + "< Content-Type: text/plain\n") != std::string::npos, log);
    BOOST_TEST(log.find("\n" + number + "< you sent ***\\nand more\n") != std::string::npos, log);
    BOOST_TEST(log.find("token-of-the-till") == std::string::npos, log);

    std::ostringstream short_text;
    service.options.around = {std::make_shared<net::wire_log>(short_text)};
    BOOST_TEST(service.call().succeeded());
    BOOST_TEST(short_text.str().find("4711") == std::string::npos, short_text.str());
}

/// Adds a user with a password and a hint.
void add_user(fake_service& fake, net::client_options options)
{
    using operation = directions::operations::add_user;
    std::size_t const before = fake.calls<operation>().size();
    fake.on<operation>().then(status(500));
    directions::client const client(fake.executor(), std::move(options), {});
    BOOST_TEST(fake.blocking<directions::blocking_client>(client)
                   .add_user({.name = "Ann", .password = "correct horse", .hint = "battery"})
                   .has_error());
    auto const& calls = fake.calls<operation>();
    BOOST_TEST_REQUIRE(calls.size() == before + 1);
    BOOST_TEST(calls.back().body ==
               R"({"name":"Ann","password":"correct horse","hint":"battery"})");
}

BOOST_AUTO_TEST_CASE(an_interceptor_sees_no_secret_member)
{
    watched_service service;
    std::string seen;
    service.add().before = [&](net::attempt& sent)
    { seen += std::string(sent.body()) + (sent.is_complete() ? " whole" : " in part"); };
    add_user(service.fake, service.options.clone());
    BOOST_TEST(seen == R"({"name":"Ann"} in part)");

    seen.clear();
    BOOST_TEST(service.call().succeeded());
    BOOST_TEST(seen.ends_with(" whole"), seen);
}

BOOST_AUTO_TEST_CASE(an_interceptor_sees_no_secret_parameter)
{
    using operation = directions::operations::open_session;
    watched_service service;
    std::string seen;
    std::string device;
    service.add().before = [&](net::attempt& sent)
    {
        seen = std::string(sent.target()) + (sent.is_complete() ? " whole" : " in part");
        device = sent.headers().find("X-Device").value_or("none");
    };
    service.fake.on<operation>().then(status(204)).always();
    directions::client const client(service.fake.executor(), service.options.clone(), {});
    auto const caller = service.fake.blocking<directions::blocking_client>(client);
    BOOST_TEST(caller.open_session({.code = "c0de", .pin = "1234", .x_device = 77}).has_value());
    BOOST_TEST(seen == "/sessions/***?pin=*** in part");
    BOOST_TEST(device == "***");
    auto const& call = service.fake.calls<operation>().at(0);
    BOOST_TEST(call.target == "/sessions/c0de?pin=1234");
    BOOST_TEST(call.headers.find("X-Device").value() == "77");
}

BOOST_AUTO_TEST_CASE(a_wire_log_says_that_secret_members_are_left_out)
{
    watched_service service;
    std::ostringstream text;
    service.options.around.push_back(std::make_shared<net::wire_log>(text, 1000));
    add_user(service.fake, service.options.clone());
    std::string log = text.str();
    BOOST_TEST(log.find("> {\"name\":\"Ann\"}\n") != std::string::npos, log);
    BOOST_TEST(log.find("> (members that are secret or only written are left out)\n") !=
                   std::string::npos,
        log);
    BOOST_TEST(log.find("battery") == std::string::npos, log);
    text.str("");
    BOOST_TEST(service.call().succeeded());
    log = text.str();
    BOOST_TEST(log.find("left out") == std::string::npos, log);
}

BOOST_AUTO_TEST_CASE(spans_belong_to_the_application_s_trace)
{
    std::string const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    std::string const parent = "00f067aa0ba902b7";
    watched_service service;
    service.fake.on<allocate>().then(status(503));
    std::uint64_t chance = 0x1122334455667700;
    std::vector<std::string> spans;
    net::trace_context current{"no such thing", "x=1"};
    service.options.around.push_back(std::make_shared<net::tracing>(
        [&](net::attempt_span const& span)
        {
            spans.push_back(std::string(span.trace_id) + " " + std::string(span.span_id) + " " +
                            std::string(span.parent_span_id) +
                            (span.is_sampled ? " yes " : " no ") +
                            std::to_string(span.sent.number()) + " " +
                            std::to_string(span.came.status));
            BOOST_TEST((span.begun <= span.ended));
        },
        [&] { return current; }, [&] { return ++chance; }));

    // A span for each attempt, below the span that the call names.
    BOOST_TEST(service
                   .call({.headers = {{"traceparent", "00-" + trace + "-" + parent + "-01"},
                              {"tracestate", "vendor=7"}}})
                   .succeeded());
    BOOST_TEST_REQUIRE(spans.size() == 2U);
    BOOST_TEST(spans[0] == trace + " 1122334455667701 " + parent + " yes 1 503");
    BOOST_TEST(spans[1] == trace + " 1122334455667702 " + parent + " yes 2 200");
    BOOST_TEST(service.sent(0, "traceparent") == "00-" + trace + "-1122334455667701-01");
    BOOST_TEST(service.sent(1, "traceparent") == "00-" + trace + "-1122334455667702-01");
    BOOST_TEST(service.sent(1, "tracestate") == "vendor=7");

    // What the function says, of a later version; it is not sampled.
    spans.clear();
    current = {"01-" + trace + "-" + parent + "-00-more", "vendor=8"};
    BOOST_TEST(service.call().succeeded());
    BOOST_TEST_REQUIRE(spans.size() == 1U);
    BOOST_TEST(spans[0] == trace + " 1122334455667703 " + parent + " no 1 200");
    BOOST_TEST(service.sent(2, "traceparent") == "00-" + trace + "-1122334455667703-00");
    BOOST_TEST(service.sent(2, "tracestate") == "vendor=8");

    // Nothing that can be read: a new trace, whose state is nobody's.
    for (std::string const& bad : {std::string("no such thing"), std::string(),
             "ff-" + trace + "-" + parent + "-01", "00-" + trace + "-" + parent + "-0",
             "00-" + trace + "-" + parent + "-01-more",
             "00-" + std::string(32, '0') + "-" + parent + "-01",
             "00-" + trace + "-" + std::string(16, '0') + "-01",
             "00-" + trace + "_" + parent + "-01",
             "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + parent + "-01"})
    {
        spans.clear();
        current = {bad, "x=1"};
        BOOST_TEST(service.call().succeeded());
        BOOST_TEST_REQUIRE(spans.size() == 1U);
        BOOST_TEST(spans[0].find(trace) == std::string::npos, bad);
        BOOST_TEST(spans[0].find("  yes 1 200") == 49U, spans[0]);
        auto const last = service.fake.calls<allocate>().size() - 1;
        BOOST_TEST(service.sent(last, "traceparent").size() == 55U);
        BOOST_TEST(service.sent(last, "tracestate") == "none");
    }
}

BOOST_AUTO_TEST_SUITE_END()
