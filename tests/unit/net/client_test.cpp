// SPDX-License-Identifier: BSL-1.0
// What a client is before it sends anything.
#include "integration/net/fake_api.hpp"

#include <restbind/net/client.hpp>
#include <restbind/net/network.hpp>
#include <restbind/net/session.hpp>
#include <restbind/net/streaming.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace
{

using namespace fake;
using namespace std::chrono_literals;
using restbind::error_kind;

net::client_options good_options()
{
    net::client_options options;
    options.base_url = "http://127.0.0.1:9/base";
    options.tokens.access_token = restbind::secret("canary");
    options.allowed_parameters = {{"tenant", {"arena", "opera"}}};
    return options;
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_client)

BOOST_AUTO_TEST_CASE(a_client_shows_its_options_without_their_secrets)
{
    boost::asio::io_context io;
    client const made(io.get_executor(), good_options(), {.tenant = "arena"});
    BOOST_TEST(made.options().base_url == "http://127.0.0.1:9/base");
    BOOST_TEST(made.options().tokens.access_token.empty());
    BOOST_TEST(made.client_parameters().tenant == "arena");
    BOOST_TEST((made.get_executor() == io.get_executor()));
    BOOST_TEST(io.run() == 0U, "an idle client has nothing to do");
}

BOOST_AUTO_TEST_CASE(a_client_works_in_the_execution_context_that_it_is_made_with)
{
    boost::asio::io_context io;
    client const made(io, good_options(), {.tenant = "arena"});
    BOOST_TEST((made.get_executor() == io.get_executor()));
    boost::asio::thread_pool threads(1);
    client const other(threads, good_options(), {.tenant = "opera"});
    BOOST_TEST((other.get_executor() == threads.get_executor()));
    BOOST_TEST(other.client_parameters().tenant == "opera");
    BOOST_CHECK_THROW(client(io, good_options(), {.tenant = "other"}), restbind::exception);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_used_is_a_value_of_make_and_an_exception_of_the_constructor)
{
    boost::asio::io_context io;
    auto const refused = client::make(io.get_executor(), good_options(), {.tenant = "other"});
    BOOST_TEST_REQUIRE(!refused.has_value());
    BOOST_TEST((refused.error() == error_kind::invalid_argument));
    BOOST_TEST(
        refused.error().detail() == "tenant: not a value of client_options::allowed_parameters");
    BOOST_CHECK_THROW(
        client(io.get_executor(), good_options(), {.tenant = "other"}), restbind::exception);
    auto options = good_options();
    options.allowed_parameters = {{"nobody", {"x"}}};
    BOOST_TEST(
        client::make(io.get_executor(), std::move(options), {.tenant = "arena"}).error().detail() ==
        "client_options: allowed_parameters names nobody, which this API "
        "does not have");
}

BOOST_AUTO_TEST_CASE(a_view_shares_the_session_and_has_parameters_of_its_own)
{
    boost::asio::io_context io;
    client const arena(io.get_executor(), good_options(), {.tenant = "arena"});
    auto const opera = arena.for_tenant("opera");
    BOOST_TEST_REQUIRE(opera.has_value());
    BOOST_TEST(opera->client_parameters().tenant == "opera");
    BOOST_TEST(arena.client_parameters().tenant == "arena");
    BOOST_TEST((opera->shared_session() == arena.shared_session()));
    net::session const& shared = *opera->shared_session();
    BOOST_TEST(&shared.options() == &arena.options());
    BOOST_TEST((shared.executor() == io.get_executor()));
    BOOST_TEST((arena.for_tenant("other").error() == error_kind::invalid_argument));
}

BOOST_AUTO_TEST_CASE(defaults_belong_to_the_copy_that_they_were_set_on)
{
    boost::asio::io_context io;
    client first(io.get_executor(), good_options(), {.tenant = "arena"});
    client const second = first;
    first.set_defaults({.deadline = 7ms});
    client const third = first;
    BOOST_TEST((first.defaults().deadline == 7ms));
    BOOST_TEST(!second.defaults().deadline.has_value());
    BOOST_TEST((third.defaults().deadline == 7ms));
}

BOOST_AUTO_TEST_CASE(a_client_that_was_moved_from_is_copied_and_assigned_to)
{
    boost::asio::io_context io;
    client first(io.get_executor(), good_options(), {.tenant = "arena"});
    client const second = std::move(first);
    client third = first; // NOLINT(bugprone-use-after-move)
    BOOST_TEST((third.shared_session() == first.shared_session()));
    third = second;
    BOOST_TEST((third.shared_session() == second.shared_session()));
}

BOOST_AUTO_TEST_CASE(a_call_for_a_sink_that_is_refused_hands_it_nothing)
{
    boost::asio::io_context io;
    client const made(io.get_executor(), good_options(), {.tenant = "arena"});
    net::function_sink sink([](std::span<unsigned char const>) { BOOST_ERROR("a piece has come"); });
    std::optional<restbind::result<net::streamed_response>> outcome;
    made.async_call_streaming<operations::buy>(Item(), sink, {},
        [&](restbind::result<net::streamed_response> came) { outcome.emplace(std::move(came)); });
    BOOST_TEST(!outcome.has_value());
    io.run();
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST((outcome->error() == error_kind::validation_failed));
}

BOOST_AUTO_TEST_CASE(a_call_that_is_refused_completes_after_its_function_has_returned)
{
    boost::asio::io_context io;
    client const made(io.get_executor(), good_options(), {.tenant = "arena"});
    std::optional<restbind::result<Item>> outcome;
    auto const keep = [&](restbind::result<Item> came) { outcome.emplace(std::move(came)); };
    made.async_buy(Item(), {}, keep);
    BOOST_TEST(!outcome.has_value());
    io.run();
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST((outcome->error() == error_kind::validation_failed));
    BOOST_TEST(outcome->error().sends() == 0U);

    io.restart();
    made.async_buy({.id = 7, .name = "seat"}, {.deadline = 0ms}, keep);
    io.run();
    BOOST_TEST(outcome->error().detail() == "call_options: deadline is not between 1 ms and 24 h");
}

/// A handler that has a cancellation slot and nothing else.
struct handler_with_slot
{
    using cancellation_slot_type = boost::asio::cancellation_slot;
    cancellation_slot_type slot;
    std::optional<restbind::result<Item>>& outcome;

    cancellation_slot_type get_cancellation_slot() const noexcept { return slot; }
    void operator()(restbind::result<Item> ended) const { outcome.emplace(std::move(ended)); }
};

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_before_it_has_begun_ends_as_any_cancelled_call)
{
    using boost::asio::bind_executor;
    using boost::asio::cancellation_type;
    boost::asio::io_context io;
    client const caller(io, good_options(), {.tenant = "arena"});
    Item const seat{.id = 7, .name = "seat"};
    for (auto const type : {cancellation_type::terminal, cancellation_type::partial,
             cancellation_type::total, cancellation_type::all})
        for (int form = 0; form < 3; ++form)
        {
            boost::asio::cancellation_signal signal;
            std::optional<restbind::result<Item>> outcome;
            handler_with_slot const handler{signal.slot(), outcome};
            if (form == 0)
                caller.async_buy(seat, {}, handler);
            else if (form == 1)
                caller.async_buy(
                    seat, {}, bind_executor(boost::asio::make_strand(io), handler));
            else
                caller.async_buy(seat, {},
                    boost::asio::bind_cancellation_slot(signal.slot(),
                        [&](restbind::result<Item> ended) { outcome.emplace(std::move(ended)); }));
            signal.emit(type);
            BOOST_TEST_CONTEXT("form " << form << ", type " << static_cast<int>(type))
            {
                io.restart();
                BOOST_CHECK_NO_THROW(io.run());
                BOOST_TEST_REQUIRE((outcome && !outcome->has_value()));
                BOOST_TEST((outcome->error() == error_kind::cancelled));
                BOOST_TEST(!outcome->error().outcome_unknown());
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()
