// SPDX-License-Identifier: BSL-1.0
// What a client tells its journal, and when.
#include "fixture.hpp"

#include <restbind/net/journal.hpp>

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace fake;

namespace
{

/// Notes what it is told.
class notes final : public net::journal
{
public:
    restbind::result<std::int64_t> begin(net::journal_entry const& entry) override
    {
        begun.push_back(std::string(entry.operation) + ' ' + std::string(entry.method) + ' ' +
                        std::string(entry.target) + ' ' + std::string(entry.body));
        headers = entry.headers;
        if (begins)
            begins();
        return std::int64_t(begun.size());
    }

    restbind::result<void> end(std::int64_t entry, net::journal_result const& ended) override
    {
        static constexpr char const* words[] = {"succeeded", "not_applied", "unknown"};
        ended_.push_back(std::to_string(entry) + ' ' + words[static_cast<int>(ended.outcome)] + ' ' +
                         std::to_string(ended.status) + ' ' + std::to_string(ended.sends));
        traces.emplace_back(ended.trace_id);
        if (ends)
            ends();
        return {};
    }

    std::vector<std::string> begun, ended_, traces;
    std::string headers;
    std::function<void()> begins, ends;
};

struct kept
{
    std::shared_ptr<notes> journal = std::make_shared<notes>();
    boost::asio::io_context io;

    client caller_of(net::client_options options)
    {
        options.journal = journal;
        return client(io.get_executor(), std::move(options), {.tenant = "arena"});
    }

    client caller_of(scripted_server const& server)
    {
        return caller_of(options_for(server));
    }
};

using lines = std::vector<std::string>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(net_journal, kept)

BOOST_AUTO_TEST_CASE(a_request_is_recorded_before_it_leaves_and_settled_after)
{
    std::size_t begun_before = 0;
    scripted_server server(
        [&](received_request const&)
        {
            begun_before = journal->begun.size();
            return response(200, good_body);
        });
    auto const caller = caller_of(server);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(begun_before == 1U);
    BOOST_TEST_REQUIRE(journal->begun.size() == 1U);
    BOOST_TEST(journal->begun[0].find(" POST /") != std::string::npos);
    BOOST_TEST(journal->begun[0].ends_with(good_body));
    BOOST_TEST(journal->ended_ == lines{"1 succeeded 200 1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_safe_request_is_not_recorded)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const caller = caller_of(server);
    BOOST_TEST(call_once<operations::look>(io, caller).has_value());
    BOOST_TEST(journal->begun.empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_recorded_is_not_sent)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const caller = caller_of(server);
    journal->begins = [] { throw std::runtime_error("no ink"); };
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::journal_failed));
    BOOST_TEST(outcome.error().detail().find("no ink") != std::string::npos, outcome.error());
    BOOST_TEST(!outcome.error().outcome_unknown());
    BOOST_TEST(server.requests().empty());
    BOOST_TEST(journal->ended_.empty());
}

BOOST_AUTO_TEST_CASE(a_lost_response_is_unknown_and_a_refusal_is_not_applied)
{
    int count = 0;
    scripted_server server(
        [&](received_request const&)
        { return ++count == 1 ? script().close() : response(409, "{}"); });
    auto const caller = caller_of(server);
    BOOST_TEST(call_once<operations::buy>(io, caller).error().outcome_unknown());
    BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::conflict));
    BOOST_TEST(journal->ended_ == (lines{"1 unknown 0 1", "2 not_applied 409 1"}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(all_attempts_of_a_call_are_one_record)
{
    int count = 0;
    scripted_server server(
        [&](received_request const&)
        { return ++count == 1 ? response(503, "{}") : response(200, good_body); });
    auto options = options_for(server);
    options.retry.otherwise.at_least = restbind::http::idempotency::not_idempotent;
    options.retry.otherwise.statuses = {503};
    auto const caller = caller_of(std::move(options));
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST(journal->begun.size() == 1U);
    BOOST_TEST(journal->ended_.size() == 1U);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST(journal->ended_[0] == "1 succeeded 200 2");
}

// A name that cannot be resolved, a token or a connection may take as long as the deadline allows.
BOOST_AUTO_TEST_CASE(the_record_is_there_before_the_call_waits_for_anything)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    std::size_t begun_before = 0;
    options.resolver = [&](std::string const&) -> restbind::result<std::vector<boost::asio::ip::address>>
    {
        begun_before = journal->begun.size();
        return restbind::error(error_kind::resolve, "no such host");
    };
    options.base_url = "http://till.example";
    options.allow_plain_http = true;
    auto const outcome = call_once<operations::buy>(io, caller_of(std::move(options)));
    BOOST_TEST(!outcome.has_value());
    BOOST_TEST(begun_before == 1U);
    BOOST_TEST(journal->ended_ == lines{"1 not_applied 0 0"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_if_the_record_takes_longer_than_the_deadline)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.timeouts.call = 50ms;
    auto const caller = caller_of(std::move(options));
    journal->begins = [] { std::this_thread::sleep_for(80ms); };
    auto const outcome = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::timed_out), outcome.error());
    BOOST_TEST(server.requests().empty());
    BOOST_TEST(journal->ended_ == lines{"1 not_applied 0 0"}, boost::test_tools::per_element());
}

// survives: L8
BOOST_AUTO_TEST_CASE(a_call_that_is_destroyed_is_unknown)
{
    silent_server silent;
    {
        boost::asio::io_context dying;
        auto options = options_for(silent.server);
        options.journal = journal;
        client const caller(dying.get_executor(), std::move(options), {.tenant = "arena"});
        boost::asio::co_spawn(dying, caller.call<operations::buy>(good_item, {}),
            [](std::exception_ptr, restbind::result<Item>) {});
        for (int turn = 0; turn < 500 && silent.server.requests().empty(); ++turn)
            dying.run_for(10ms);
        BOOST_TEST_REQUIRE(silent.server.requests().size() == 1U);
        dying.stop();
    }
    BOOST_TEST(journal->ended_ == lines{"1 unknown 0 1"}, boost::test_tools::per_element());
}

// The connection that holds the response ends before the journal is told.
BOOST_AUTO_TEST_CASE(the_name_of_the_request_outlives_its_connection)
{
    int count = 0;
    scripted_server server(
        [&](received_request const&)
        {
            std::string const trace =
                "X-Request-Id: a-name-of-the-service-" + std::to_string(++count) + "\r\n";
            return count == 1
                       ? response(200, good_body, trace + "Connection: close\r\n")
                       : response(409, "{}", trace + "Connection: close\r\n");
        });
    auto const caller = caller_of(server);
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(!call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(journal->traces == (lines{"a-name-of-the-service-1", "a-name-of-the-service-2"}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_end_that_cannot_be_noted_changes_nothing_of_the_call)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto const caller = caller_of(server);
    journal->ends = [] { throw std::runtime_error("full"); };
    auto const info = std::make_shared<net::call_info>();
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item, {.info = info}).has_value());
    BOOST_TEST_REQUIRE(info->journal_failure.has_value());
    BOOST_TEST(info->journal_failure->detail().find("full") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
