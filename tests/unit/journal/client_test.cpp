// SPDX-License-Identifier: BSL-1.0
// Clients with a journal in a file: what is kept of a request, and what can be sent again.
#include "folder.hpp"
#include "journal/faulty_files.hpp"

#include <restbind/journal.hpp>
#include <restbind/journal/resend.hpp>
#include <restbind/testing.hpp>

#include <golden/directions.hpp>
#include <ticketing/v1.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/test/unit_test.hpp>

#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

namespace api = ticketing::v1;
namespace directions = golden::directions;
namespace journal = restbind::journal;
namespace testing = restbind::testing;
using restbind::test::folder;

/// An operation as a document has it whose service knows idempotency keys.
struct keyed_confirm : api::operations::confirm_order
{
    static constexpr restbind::http::operation_info info = []
    {
        auto known = api::operations::confirm_order::info;
        known.idempotency = restbind::http::idempotency::keyed;
        known.idempotency_key = "Idempotency-Key";
        known.retry = restbind::http::retry_rule{.max_attempts = 1};
        return known;
    }();
};

/// The order, of which the document says that all of it is a secret.
struct secret_order : api::operations::confirm_order
{
    static constexpr restbind::http::operation_info info = []
    {
        auto known = api::operations::confirm_order::info;
        known.has_secrets = true;
        known.hides_body = true;
        return known;
    }();
};

struct till
{
    folder const at;
    testing::fake_service fake;
    std::shared_ptr<journal::file> kept = journal::open({.path = at / "till"}).value();

    restbind::net::client_options options() const
    {
        auto settings = fake.options();
        settings.journal = kept;
        return settings;
    }

    api::client client() { return api::client(fake.executor(), options(), {.tenant = "arena"}); }

    api::blocking_client caller() { return fake.blocking<api::blocking_client>(client()); }

    std::vector<journal::record> unresolved() const { return kept->unresolved().value(); }
};

api::ConfirmOrderRequest const order{{"cartId", 7}};

api::ConfirmOrderResponse confirmed(testing::received_request const& = {})
{
    return {{"orderId", 1}};
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(journal_client, till)

BOOST_AUTO_TEST_CASE(what_is_secret_is_sent_and_not_kept)
{
    using add_user = directions::operations::add_user;
    fake.on<add_user>([](testing::received_request const&) { return testing::status(500); });
    directions::client const client(fake.executor(), options(), {});
    auto const caller = fake.blocking<directions::blocking_client>(client);
    static_cast<void>(caller.add_user(
        {.name = "Ann", .password = "correct horse", .hint = "battery"}));
    BOOST_TEST_REQUIRE(fake.calls<add_user>().size() == 1U);
    BOOST_TEST(fake.calls<add_user>()[0].body ==
               R"({"name":"Ann","password":"correct horse","hint":"battery"})");
    auto const record = kept->latest().value().front();
    BOOST_TEST(record.body == R"({"name":"Ann"})");
    BOOST_TEST(!record.is_complete);
}

BOOST_AUTO_TEST_CASE(a_body_that_is_a_secret_is_sent_and_not_kept)
{
    std::string sent;
    fake.on<secret_order>(
        [&sent](testing::received_request const& asked)
        {
            sent = asked.body;
            return testing::status(500);
        });
    auto const caller = fake.blocking<api::blocking_client>(client());
    static_cast<void>(caller.run<secret_order>(order));
    BOOST_TEST(sent == R"({"cartId":7})");
    auto const record = kept->latest().value().front();
    BOOST_TEST(record.body == "");
    BOOST_TEST(record.headers.find("Content-Type") != std::string::npos, record.headers);
    BOOST_TEST(!record.is_complete);
}

BOOST_AUTO_TEST_CASE(a_parameter_that_is_secret_is_sent_and_not_kept)
{
    using open_session = directions::operations::open_session;
    fake.on<open_session>([](testing::received_request const&) { return testing::status(500); });
    directions::client const client(fake.executor(), options(), {});
    auto const caller = fake.blocking<directions::blocking_client>(client);
    static_cast<void>(caller.open_session(
        {.code = "c0de", .pin = "1234", .lang = "en", .x_device = 77, .card = "abcd"},
        {.headers = {{"X-Till", "4"}}}));
    BOOST_TEST_REQUIRE(fake.calls<open_session>().size() == 1U);
    auto const& call = fake.calls<open_session>()[0];
    BOOST_TEST(call.target == "/sessions/c0de?pin=1234&lang=en");
    BOOST_TEST(call.headers.find("X-Device").value() == "77");
    BOOST_TEST(call.headers.find("Cookie").value() == "card=abcd");
    auto const record = kept->latest().value().front();
    BOOST_TEST(record.target == "/sessions/***?pin=***&lang=en");
    BOOST_TEST(record.headers.find("X-Device: ***\r\n") != std::string::npos, record.headers);
    BOOST_TEST(record.headers.find("Cookie: card=***\r\n") != std::string::npos, record.headers);
    BOOST_TEST(record.headers.find("X-Till: 4\r\n") != std::string::npos, record.headers);
    BOOST_TEST(!record.is_complete);
}

// survives: L3
BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_before_anything_is_sent)
{
    restbind::test::faulty_files disk;
    kept = journal::open({.path = at / "other"}).value();
    fake.on<api::operations::confirm_order>(confirmed);
    auto const caller = this->caller();
    BOOST_TEST(caller.confirm_order(order).has_value());
    disk.failing = 100;
    for (int const code : {SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_READONLY})
    {
        disk.error = code;
        auto const refused = caller.confirm_order(order);
        BOOST_TEST_REQUIRE(!refused.has_value());
        BOOST_TEST((refused.error() == restbind::error_kind::journal_failed));
        BOOST_TEST(!refused.error().outcome_unknown());
    }
    BOOST_TEST(fake.calls<api::operations::confirm_order>().size() == 1U);
    disk.failing = 0; // somebody has made space
    BOOST_TEST(caller.confirm_order(order).has_value());
    BOOST_TEST(unresolved().empty());
    kept.reset();
}

// survives: L4
BOOST_AUTO_TEST_CASE(an_end_that_finds_the_disk_full_is_listed_until_it_is_written)
{
    restbind::test::faulty_files disk;
    kept = journal::open({.path = at / "other"}).value();
    fake.on<api::operations::confirm_order>(
        [&](testing::received_request const& request)
        {
            disk.failing = 100;
            return confirmed(request);
        });
    auto const info = std::make_shared<restbind::net::call_info>();
    BOOST_TEST(caller().confirm_order(order, {.info = info}).has_value());
    BOOST_TEST(info->journal_failure.has_value());
    auto const open = unresolved();
    BOOST_TEST_REQUIRE(open.size() == 1U);
    BOOST_TEST((open[0].state == journal::state::succeeded)); // the till knows, its disk does not
    BOOST_TEST(open[0].status == 200);
    BOOST_TEST((journal::open({.path = at / "other"}).error() ==
                restbind::error_kind::journal_failed));
    BOOST_TEST((kept->latest().value().at(0).state == journal::state::succeeded));
    disk.failing = 0; // somebody has made space
    BOOST_TEST(unresolved().empty());
    auto const written = journal::open({.path = at / "other"}).value()->latest().value();
    BOOST_TEST((written.at(0).state == journal::state::succeeded));
    kept.reset();
}

BOOST_AUTO_TEST_CASE(what_is_safe_never_touches_the_file)
{
    fake.on<api::operations::list_events>([](auto const&) { return api::EventList(); });
    auto const size = [this] { return std::filesystem::file_size(at / "till-wal"); };
    auto const before = size();
    auto const info = std::make_shared<restbind::net::call_info>();
    BOOST_TEST(caller().list_events({}, {.info = info}).has_value());
    BOOST_TEST(kept->latest().value().empty());
    BOOST_TEST(size() == before);
}

BOOST_AUTO_TEST_CASE(a_record_with_a_key_is_sent_again_as_it_was_and_settled)
{
    std::vector<std::multiset<std::string>> sent;
    fake.on<api::operations::confirm_order>(
        [&](testing::received_request const& request)
        {
            sent.push_back({request.target, request.body});
            for (auto const [name, value] : request.headers)
                sent.back().insert(std::string(name).append(": ").append(value));
            return confirmed();
        }).then(testing::lost_response());
    auto client = this->client();
    client.set_defaults({.headers = {{"X-Till", "4"}}});
    auto const caller = fake.blocking<api::blocking_client>(client);
    auto const lost = caller.run<keyed_confirm>(order);
    BOOST_TEST((!lost && lost.error().outcome_unknown()));
    auto const open = unresolved();
    BOOST_TEST_REQUIRE(open.size() == 1U);
    BOOST_TEST(open[0].key.size() == 36U);
    BOOST_TEST(open[0].is_complete);

    auto const again = journal::resend<keyed_confirm>(caller, open[0]);
    BOOST_TEST_REQUIRE(again.has_value(), again.error());
    BOOST_TEST_REQUIRE(sent.size() == 2U);
    BOOST_TEST(sent[0] == sent[1], boost::test_tools::per_element());
    BOOST_TEST(unresolved().empty());
    auto const all = kept->latest().value();
    BOOST_TEST_REQUIRE(all.size() == 2U);
    BOOST_TEST((all[0].state == journal::state::succeeded));
    BOOST_TEST((all[1].state == journal::state::settled));
    BOOST_TEST(all[1].note == "sent again as record 2");
    BOOST_TEST(all[0].key == all[1].key);
}

BOOST_AUTO_TEST_CASE(coroutines_send_records_again)
{
    fake.on<api::operations::confirm_order>(confirmed).then(testing::lost_response());
    auto const client = this->client();
    static_cast<void>(fake.blocking<api::blocking_client>(client).run<keyed_confirm>(order));
    auto const open = unresolved();
    BOOST_TEST_REQUIRE(open.size() == 1U);
    std::optional<bool> done;
    boost::asio::co_spawn(
        fake.executor(), journal::resend<keyed_confirm>(client, open[0]),
        [&](std::exception_ptr, auto&& outcome) { done = outcome.has_value(); });
    fake.run_until_idle();
    BOOST_TEST((done == true));
    BOOST_TEST(unresolved().empty());
}

BOOST_AUTO_TEST_CASE(a_record_stays_unresolved_while_the_service_has_not_said_that_it_has_done_it)
{
    fake.on<api::operations::confirm_order>(confirmed)
        .then(testing::lost_response())
        .then(testing::status(409, "{}", "application/json"));
    auto const caller = this->caller();
    static_cast<void>(caller.run<keyed_confirm>(order));
    static_cast<void>(journal::resend<keyed_confirm>(caller, unresolved().at(0)));
    BOOST_TEST(unresolved().size() == 1U); // a request with this key may be under way
}

BOOST_AUTO_TEST_CASE(what_cannot_be_repeated_safely_is_not_sent)
{
    fake.on<api::operations::confirm_order>(confirmed).then(testing::lost_response());
    auto const caller = this->caller();
    static_cast<void>(caller.confirm_order(order));
    auto record = unresolved().at(0);
    auto const refused = [&]<class Operation>(Operation const&)
    {
        auto const outcome = journal::resend<Operation>(caller, record);
        BOOST_TEST((!outcome && outcome.error() == restbind::error_kind::invalid_argument));
        return outcome ? std::string() : std::string(outcome.error().detail());
    };
    BOOST_TEST(refused(keyed_confirm()) ==
               "the record has no idempotency key: the service may do it a second time");
    record.key = "k";
    record.is_complete = false;
    BOOST_TEST(refused(keyed_confirm()) == "the record lacks what is secret of the request");
    record.is_complete = true;
    auto const origin = std::exchange(record.origin, "https://another.example.com");
    BOOST_TEST(refused(keyed_confirm()) ==
               "the record is one of another service: its origin is not the client's");
    record.origin = origin;
    record.operation = "other";
    BOOST_TEST(refused(keyed_confirm()) == "the record is one of another operation");
    BOOST_TEST(fake.calls<api::operations::confirm_order>().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
