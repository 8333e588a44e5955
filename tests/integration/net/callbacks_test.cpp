// SPDX-License-Identifier: BSL-1.0
// Functions of the program that throw. Who watches changes nothing; who is asked fails the call, in
// its own words.
#include "fixture.hpp"
#include "golden/responses/client.hpp"
#include "open_channel.hpp"

#include <restbind/json/codec.hpp>
#include <restbind/net/network.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

using namespace fake;
using channel_status = restbind::http::secure_channel::status;
using own_token = restbind::result<restbind::http::access_token>;
using found_addresses = restbind::result<std::vector<boost::asio::ip::address>>;

/// Throws in one of its functions, or in none, and keeps what the last event was told of that.
class throwing_observer final : public net::observer
{
public:
    explicit throwing_observer(std::string_view where, bool without_memory = false)
        : where_(where)
        , without_memory_(without_memory)
    {
    }

    void attempt_started(net::attempt_report const&) override { check("attempt_started"); }
    void attempt_ended(net::attempt_report const&) override { check("attempt_ended"); }
    void retry_scheduled(net::retry_report const&) override { check("retry_scheduled"); }
    void validation_mismatched(net::validation_mismatch_report const&) override
    {
        check("validation_mismatched");
    }
    void token_renewed(net::token_report const&) override { check("token_renewed"); }
    void token_failed(net::token_report const&) override { check("token_failed"); }
    void call_ended(net::call_report const& report) override
    {
        ++ends;
        if (report.observer_failure)
            told = report.observer_failure->detail();
        check("call_ended");
    }

    bool has_thrown = false;
    int ends = 0;
    std::string told;

private:
    void check(std::string_view here)
    {
        if (here != where_)
            return;
        has_thrown = true;
        if (without_memory_)
            throw std::bad_alloc();
        throw std::runtime_error("the log is full");
    }

    std::string_view where_;
    bool without_memory_;
};

constexpr std::string_view events_of_a_call[] = {
    "attempt_started", "attempt_ended", "retry_scheduled", "validation_mismatched", "call_ended"};

/// Encryption that leaves bytes as they are; may throw when it is made or takes a request.
class open_factory final : public restbind::http::secure_channel_factory
{
public:
    std::unique_ptr<restbind::http::secure_channel> make(std::string const&, std::uint16_t) override
    {
        if (on_make)
            on_make();
        auto made = std::make_unique<open_channel>([](open_channel&) { return channel_status::ok; });
        made->on_read = pass_on;
        made->on_write = on_write;
        return made;
    }

    std::function<void()> on_make;
    std::function<void()> on_write;
};

/// All that the caller of one call learns, and what the service has seen of it.
struct learnt
{
    std::optional<restbind::error> failure;
    net::call_info info;
    std::size_t requests = 0;
};

/// What ways there are to make a call.
enum class way
{
    plain,
    encrypted,
    blocking,
    streaming
};

/// One call to a server that plays its responses in turn. The request breaks a local rule and is
/// sent nevertheless, so that the service's judgement is an event, too.
learnt call_by(way how, std::vector<script> const& replies, std::shared_ptr<net::observer> watching)
{
    std::size_t asked = 0;
    scripted_server server([&](received_request const&) { return replies[asked++]; });
    auto options = options_for(server);
    options.retry.initial_delay = 0ms;
    options.observer = std::move(watching);
    options.validation = restbind::validation_policy::observe;
    if (how == way::encrypted)
    {
        options.base_url = "https" + options.base_url.substr(4);
        options.tls = std::make_shared<open_factory>();
    }
    net::call_options const call{.info = std::make_shared<net::call_info>()};
    Item const wrong{.id = 0, .name = "seat"};
    boost::asio::io_context io;
    learnt all;
    auto const keep = [&](auto const& outcome)
    {
        if (!outcome)
            all.failure = outcome.error();
    };
    if (how == way::blocking)
        keep(blocking_client(std::move(options), {.tenant = "arena"}).buy(wrong, call));
    else if (how != way::streaming)
        keep(call_once<operations::buy>(
            io, client(io.get_executor(), std::move(options), {.tenant = "arena"}), wrong, call));
    else
    {
        auto const caller =
            golden::responses::client::make(io.get_executor(), std::move(options), {}).value();
        net::function_sink sink([](std::span<unsigned char const>) {});
        run(io,
            [&]() -> awaitable<void>
            {
                golden::responses::no_request const request;
                auto work = caller.load_picture(request, sink, call);
                keep(co_await std::move(work));
            });
    }
    all.info = *call.info;
    all.requests = server.requests().size();
    return all;
}

void check_equal(learnt const& with, learnt const& without)
{
    BOOST_TEST(with.requests == without.requests);
    BOOST_TEST(with.info.call_id != 0U);
    BOOST_TEST(with.info.attempts == without.info.attempts);
    BOOST_TEST(with.info.status == without.info.status);
    BOOST_TEST(with.info.earlier_may_have_applied == without.info.earlier_may_have_applied);
    BOOST_TEST(with.info.trace_id == without.info.trace_id);
    BOOST_TEST_REQUIRE(with.failure.has_value() == without.failure.has_value());
    if (!with.failure)
        return;
    BOOST_TEST((with.failure->kind() == without.failure->kind()), with.failure->message());
    BOOST_TEST(with.failure->status() == without.failure->status());
    BOOST_TEST(with.failure->sends() == without.failure->sends());
    BOOST_TEST(with.failure->attempts().size() == without.failure->attempts().size());
    BOOST_TEST(with.failure->outcome_unknown() == without.failure->outcome_unknown());
    BOOST_TEST(
        with.failure->earlier_may_have_applied() == without.failure->earlier_may_have_applied());
    BOOST_TEST(with.failure->call_id() == with.info.call_id);
}

script picture(int status = 200)
{
    return script().send("HTTP/1.1 " + std::to_string(status) +
                         " Fine\r\nContent-Type: image/png\r\nX-Request-Id: r-1\r\n"
                         "Content-Length: 3\r\n\r\nabc");
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_callbacks)

// survives: P5
BOOST_AUTO_TEST_CASE(an_observer_that_throws_at_any_event_changes_nothing_of_the_call)
{
    script const good = response(200, good_body, "X-Request-Id: r-1\r\n");
    for (auto const how : {way::plain, way::encrypted, way::blocking, way::streaming})
    {
        script const success = how == way::streaming ? picture() : good;
        for (auto const& replies : std::vector<std::vector<script>>{{success}, {response(422, "{}")},
                 {response(503), success}, {response(503), response(503), response(503)},
                 {response(503), response(422, "{}")}, {script().close(), success}})
        {
            auto const quiet = std::make_shared<throwing_observer>("");
            learnt const expected = call_by(how, replies, quiet);
            BOOST_TEST(quiet->ends == 1);
            BOOST_TEST(!expected.info.observer_failure.has_value());
            for (std::string_view const event : events_of_a_call)
            {
                BOOST_TEST_CONTEXT(
                    event << " by way " << static_cast<int>(how) << " of " << replies.size())
                {
                    auto const throwing = std::make_shared<throwing_observer>(event);
                    learnt const found = call_by(how, replies, throwing);
                    check_equal(found, expected);
                    BOOST_TEST(throwing->ends == 1);
                    auto const& kept = found.info.observer_failure;
                    BOOST_TEST_REQUIRE(kept.has_value() == throwing->has_thrown);
                    if (!kept)
                        continue;
                    std::string const text =
                        "observer::" + std::string(event) + " has thrown: the log is full";
                    BOOST_TEST((*kept == error_kind::callback_failed));
                    BOOST_TEST(kept->detail() == text);
                    BOOST_TEST(kept->call_id() == found.info.call_id);
                    BOOST_TEST(throwing->told == (event == "call_ended" ? "" : text));
                }
            }
        }
    }
}

// survives: P5
BOOST_AUTO_TEST_CASE(a_refusal_here_stays_what_it_is_if_the_observer_throws)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.observer = std::make_shared<throwing_observer>("call_ended");
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    net::call_options const call{.info = std::make_shared<net::call_info>()};
    auto const refused = call_once<operations::buy>(io, caller, {.id = 0, .name = "seat"}, call);
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error() == error_kind::validation_failed));
    BOOST_TEST(refused.error().violations().size() == 1U);
    BOOST_TEST(refused.error().call_id() == call.info->call_id);
    BOOST_TEST_REQUIRE(call.info->observer_failure.has_value());
    BOOST_TEST(call.info->observer_failure->detail() ==
               "observer::call_ended has thrown: the log is full");
    BOOST_TEST(server.requests().empty());
}

// survives: P5
BOOST_AUTO_TEST_CASE(an_observer_that_throws_costs_no_place_in_the_pool_and_no_token)
{
    scripted_server server([](received_request const& request)
        { return is_token_request(request) ? token_response("t") : response(200, good_body); });
    auto options = token_options_for(server);
    options.pool.max_connections = 1;
    options.observer = std::make_shared<throwing_observer>("attempt_ended");
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    int successes = 0;
    for (int i = 0; i != 3; ++i)
        caller.async_buy(good_item, {},
            [&](restbind::result<Item> bought) { successes += bought.has_value() ? 1 : 0; });
    io.run_for(5s);
    BOOST_TEST(successes == 3);

    for (std::string_view const event : {"token_renewed", "token_failed"})
    {
        scripted_server other([&](received_request const& request)
            {
                if (!is_token_request(request))
                    return response(200, good_body);
                return event == "token_renewed" ? token_response("t")
                                                : response(400, R"({"error":"invalid_client"})");
            });
        auto watched = token_options_for(other);
        auto const throwing = std::make_shared<throwing_observer>(event);
        watched.observer = throwing;
        client const one(io.get_executor(), std::move(watched), {.tenant = "arena"});
        auto const done = call_once<operations::buy>(io, one);
        BOOST_TEST(throwing->has_thrown);
        BOOST_TEST((done ? error_kind::none : done.error().kind()) ==
                   (event == "token_renewed" ? error_kind::none : error_kind::token_refused));
    }
}

// survives: P6
BOOST_AUTO_TEST_CASE(the_end_of_memory_in_an_observer_comes_out_when_the_info_says_what_was_done)
{
    scripted_server server(
        [](received_request const&) { return response(200, good_body, "X-Request-Id: r-1\r\n"); });
    for (std::string_view const event : {"attempt_ended", "call_ended"})
    {
        auto options = options_for(server);
        options.observer = std::make_shared<throwing_observer>(event, true);
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        net::call_options const call{.info = std::make_shared<net::call_info>()};
        BOOST_CHECK_THROW(
            static_cast<void>(call_once<operations::buy>(io, caller, good_item, call)),
            std::bad_alloc);
        BOOST_TEST(call.info->status == 200);
        BOOST_TEST(call.info->attempts == 1U);
        BOOST_TEST(call.info->trace_id == "r-1");
    }
}

/// Why one call fails whose options have a function that throws.
restbind::error failure_with(std::function<void(net::client_options&)> const& adjust,
    std::shared_ptr<net::call_info> info = nullptr)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    adjust(options);
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    net::call_options call;
    call.info = std::move(info);
    auto const outcome = call_once<operations::buy>(io, caller, good_item, call);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    return outcome.error();
}

/// The same; the exception is the end of memory.
bool memory_ends_with(std::function<void(net::client_options&)> const& adjust)
{
    try
    {
        static_cast<void>(failure_with(adjust));
    }
    catch (std::bad_alloc const&)
    {
        return true;
    }
    return false;
}

// survives: P6
BOOST_AUTO_TEST_CASE(a_token_provider_that_throws_fails_its_calls_in_its_own_words)
{
    auto const with = [](std::function<void()> const& work)
    {
        return [work](net::client_options& options)
        {
            options.anonymous = false;
            options.tokens.provider = [work]() -> awaitable<own_token>
            {
                work();
                co_return restbind::http::access_token{restbind::secret("t"), 1h};
            };
        };
    };
    auto const failed = failure_with(with([] { throw std::runtime_error("the vault is shut"); }));
    BOOST_TEST((failed == error_kind::token_unavailable));
    BOOST_TEST(failed.detail() == "client_options::tokens.provider has thrown: the vault is shut");
    BOOST_TEST((failed.at() == phase::token));
    BOOST_TEST(failed.attempts().size() == 1U);
    BOOST_TEST(!failed.outcome_unknown());
    BOOST_TEST(failure_with(with([] { throw 7; })).detail() ==
               "client_options::tokens.provider has thrown what is no std::exception");
    BOOST_TEST(memory_ends_with(with([] { throw std::bad_alloc(); })));

    // A function that is no coroutine throws before there is one.
    auto const hasty = failure_with([](net::client_options& options)
        {
            options.anonymous = false;
            options.tokens.provider = []() -> awaitable<own_token>
            { throw std::runtime_error("the vault is shut"); };
        });
    BOOST_TEST(hasty.detail() == "client_options::tokens.provider has thrown: the vault is shut");
}

// survives: P6
BOOST_AUTO_TEST_CASE(the_end_of_memory_in_a_token_provider_reaches_a_blocking_caller)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.provider = []() -> awaitable<own_token> { throw std::bad_alloc(); };
    blocking_client const caller(std::move(options), {.tenant = "arena"});
    BOOST_CHECK_THROW(static_cast<void>(caller.buy(good_item)), std::bad_alloc);
    // The next call comes before another request may follow, and asks for nothing itself.
    auto const next = caller.buy(good_item);
    BOOST_TEST_REQUIRE(next.has_error());
    BOOST_TEST((next.error() == error_kind::token_unavailable));
    BOOST_TEST((next.error().code() == boost::system::errc::not_enough_memory));
}

// survives: P6
BOOST_AUTO_TEST_CASE(a_resolver_that_throws_fails_its_calls_in_its_own_words)
{
    auto const with = [](std::function<void()> const& work)
    {
        return [work](net::client_options& options)
        {
            options.base_url = "http://service.test";
            options.allow_plain_http = true;
            options.resolver = [work](std::string const&) -> found_addresses
            {
                work();
                return restbind::error(error_kind::resolve, "no such host in the file");
            };
        };
    };
    auto const failed = failure_with(with([] { throw std::runtime_error("the file is gone"); }));
    BOOST_TEST((failed == error_kind::resolve));
    BOOST_TEST(failed.detail() == "client_options::resolver has thrown: the file is gone");
    BOOST_TEST((failed.at() == phase::resolve));
    BOOST_TEST(failure_with(with([] {})).detail() == "no such host in the file");
    BOOST_TEST(memory_ends_with(with([] { throw std::bad_alloc(); })));
}

// survives: P6
BOOST_AUTO_TEST_CASE(encryption_that_throws_fails_its_call_and_is_named)
{
    auto const with = [](std::function<void()> const& at_make, std::function<void()> const& at_write)
    {
        return [=](net::client_options& options)
        {
            auto const factory = std::make_shared<open_factory>();
            factory->on_make = at_make;
            factory->on_write = at_write;
            options.base_url = "https" + options.base_url.substr(4);
            options.tls = factory;
        };
    };
    auto const no_card = [] { throw std::runtime_error("the card is gone"); };
    auto const info = std::make_shared<net::call_info>();
    info->status = 1; // of an earlier call
    auto const made = failure_with(with(no_card, {}), info);
    BOOST_TEST((made == error_kind::callback_failed));
    BOOST_TEST(made.detail() == "secure_channel_factory::make has thrown: the card is gone");
    BOOST_TEST(made.attempts().size() == 1U);
    BOOST_TEST(!made.outcome_unknown());
    BOOST_TEST(info->call_id == made.call_id());
    BOOST_TEST(info->status == 0);

    auto const written = failure_with(with({}, no_card));
    BOOST_TEST((written == error_kind::callback_failed));
    BOOST_TEST(written.detail() == "secure_channel has thrown: the card is gone");
    BOOST_TEST(written.outcome_unknown());

    auto const no_memory = [] { throw std::bad_alloc(); };
    BOOST_TEST(memory_ends_with(with(no_memory, {})));
    BOOST_TEST(memory_ends_with(with({}, no_memory)));
}

// survives: P6
BOOST_AUTO_TEST_CASE(the_end_of_memory_in_a_sink_comes_out)
{
    struct sink_without_memory final : net::body_sink
    {
        restbind::result<void> begin(net::response_head const&) override
        {
            if (at_begin)
                throw std::bad_alloc();
            return {};
        }
        awaitable<restbind::result<void>> write(std::span<unsigned char const>) override
        {
            throw std::bad_alloc();
        }
        bool at_begin = false;
    };
    for (bool const at_begin : {true, false})
    {
        scripted_server server([](received_request const&) { return picture(); });
        boost::asio::io_context io;
        auto const caller =
            golden::responses::client::make(io.get_executor(), options_for(server), {}).value();
        sink_without_memory sink;
        sink.at_begin = at_begin;
        auto const load = [&]() -> awaitable<void>
        {
            golden::responses::no_request const request;
            net::call_options const call;
            auto work = caller.load_picture(request, sink, call);
            static_cast<void>(co_await std::move(work));
        };
        BOOST_CHECK_THROW(run(io, load), std::bad_alloc);
    }
}

/// An operation with a codec that throws.
struct buy_with_codec : operations::item_operation<buy_with_codec>
{
    static constexpr std::string_view path_end = "/buy";
    static constexpr restbind::http::operation_info info = operations::buy::info;

    static restbind::result<response_type> read_success(restbind::http::response const&,
        restbind::json::limits const& = {},
        restbind::json::reading = restbind::json::reading::strict, restbind::json::deviations* = nullptr)
    {
        throw std::runtime_error("an unknown currency");
    }

    static void fill(restbind::http::request_builder& builder, Item const& request,
        client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local)
    {
        if (request.id == 13)
            throw std::runtime_error("an unknown currency");
        operations::item_operation<buy_with_codec>::fill(builder, request, shared, policy, local);
    }
};

// survives: P6
BOOST_AUTO_TEST_CASE(a_codec_that_throws_fails_its_call_and_the_info_says_what_was_done)
{
    std::size_t asked = 0;
    scripted_server server([&](received_request const&)
        { return ++asked == 1 ? response(503) : response(200, good_body, "X-Request-Id: r-1\r\n"); });
    auto options = options_for(server);
    auto const seen = std::make_shared<throwing_observer>("");
    options.observer = seen;
    boost::asio::io_context io;
    client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    net::call_options const call{.info = std::make_shared<net::call_info>()};
    auto const bought = call_once<buy_with_codec>(io, caller, good_item, call);
    BOOST_TEST_REQUIRE(!bought.has_value());
    restbind::error const& failed = bought.error();
    BOOST_TEST((failed == error_kind::callback_failed));
    BOOST_TEST(failed.detail() == "json::codec::read has thrown: an unknown currency");
    BOOST_TEST(failed.status() == 200);
    BOOST_TEST(failed.sends() == 2U);
    BOOST_TEST(failed.attempts().size() == 2U);
    BOOST_TEST(failed.outcome_unknown());
    BOOST_TEST(failed.earlier_may_have_applied());
    BOOST_TEST(call.info->status == 200);
    BOOST_TEST(call.info->attempts == 2U);
    BOOST_TEST(call.info->trace_id == "r-1");
    BOOST_TEST(call.info->earlier_may_have_applied);
    BOOST_TEST(seen->ends == 1);

    auto const unwritten = call_once<buy_with_codec>(io, caller, {.id = 13, .name = "seat"}, call);
    BOOST_TEST_REQUIRE(!unwritten.has_value());
    BOOST_TEST((unwritten.error() == error_kind::callback_failed));
    BOOST_TEST(unwritten.error().detail() == "json::codec::write has thrown: an unknown currency");
    BOOST_TEST((unwritten.error().at() == phase::encode));
    BOOST_TEST(unwritten.error().sends() == 0U);
    BOOST_TEST(call.info->call_id == unwritten.error().call_id());
    BOOST_TEST(call.info->status == 0);
}

BOOST_AUTO_TEST_SUITE_END()
