// SPDX-License-Identifier: BSL-1.0
// The end of memory at every allocation: std::bad_alloc or a result, no leak and no end of the
// program.
#include "allocations.hpp"
#include "integration/net/fixture.hpp"

#include <restbind/http/detail/response_parser.hpp>
#include <restbind/http/token_request.hpp>
#include <restbind/http/detail/token_response.hpp>
#include <restbind/net/detail/call_driver.hpp>

#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address.hpp>

#include <cstddef>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace fake;
using restbind::test::blocks_in_use;
using restbind::test::failing_allocation;

/// Does the same again and again; each time another allocation fails, until none does.
/// @returns How many have failed.
std::size_t fail_each_allocation_of(std::function<void()> const& work)
{
    work(); // what is made once is there now
    for (std::size_t number = 1; number != 2000; ++number)
    {
        auto const before = blocks_in_use();
        bool failed = false;
        try
        {
            failing_allocation const at(number);
            work();
            failed = failing_allocation::has_failed();
        }
        catch (std::bad_alloc const&)
        {
            failed = true;
        }
        BOOST_TEST(blocks_in_use() == before, "a block was lost at allocation " << number);
        if (!failed)
            return number - 1;
    }
    BOOST_TEST(false, "there is no end of allocations");
    return 0;
}

restbind::http::response response_with(int status, std::string body)
{
    restbind::http::response made;
    made.status = status;
    made.content_type = "application/problem+json";
    made.body = std::move(body);
    return made;
}

std::string const problem_text =
    R"({"type":"https://example.com/a/long/name/of/a/problem","title":"a title that is longer than a short string",)"
    R"("status":422,"detail":"a detail that is longer than a short string","instance":"/an/instance/that/is/long",)"
    R"("errorCode":42,"errors":[{"propertyName":"Id","errorMessage":"Id must be greater than 0, says the service"}]})";

/// A call during which one allocation of this thread fails.
class failing_call
{
public:
    /// Starts it. @param number Of the allocation, from 1 on.
    failing_call(boost::asio::io_context& io, client const& caller, std::size_t number)
        : io_(io)
    {
        boost::asio::co_spawn(
            io,
            [this, &caller, number]() -> awaitable<void>
            {
                ending const end{*this};
                try
                {
                    auto work = caller.buy(good_item);
                    failing_.emplace(number);
                    auto const outcome = co_await std::move(work);
                    failed_ = failed_ || failing_allocation::has_failed();
                }
                catch (std::bad_alloc const&)
                {
                    failed_ = true;
                }
            },
            boost::asio::detached);
        step();
    }

    /// Runs it to its end. @returns Whether the allocation has failed.
    bool run()
    {
        for (auto const start = clock::now(); !ended_ && since(start) < 9s;)
            step();
        BOOST_TEST_REQUIRE(ended_, "the call does not end");
        return failed_;
    }

private:
    /// Marks the end of the coroutine, however it comes.
    struct ending
    {
        failing_call& call;
        ~ending()
        {
            call.failing_.reset();
            call.ended_ = true;
        }
    };

    void step()
    {
        try
        {
            io_.restart();
            io_.run_for(20ms);
        }
        catch (std::bad_alloc const&)
        {
            failed_ = true;
        }
    }

    boost::asio::io_context& io_;
    std::optional<failing_allocation> failing_;
    bool failed_ = false;
    bool ended_ = false;
};

/// Looks the service up, which is on this machine.
restbind::result<std::vector<boost::asio::ip::address>> loopback(std::string const& host)
{
    if (host != "service.test")
        return restbind::error(error_kind::resolve);
    return std::vector<boost::asio::ip::address>{boost::asio::ip::make_address("127.0.0.1")};
}

/// The client can make calls.
void expect_good(boost::asio::io_context& io, client const& caller, std::size_t number)
{
    auto const next = call_once<operations::change>(io, caller);
    BOOST_TEST((next.has_value() || next.error() == error_kind::conflict ||
                   next.error() == error_kind::token_unavailable ||
                   next.error().detail().starts_with("getting a token from ")),
        "after allocation " << number << ": " << next.error().message());
}

} // namespace

BOOST_AUTO_TEST_SUITE(memory_exhausted)

BOOST_AUTO_TEST_CASE(while_a_success_is_read)
{
    auto const response =
        response_with(200, R"({"id":7,"name":")" + std::string(200, 'x') + R"(\u00e4"})");
    BOOST_TEST(fail_each_allocation_of(
                   [&]
                   {
                       auto const item = operations::buy::read(response);
                       BOOST_TEST_REQUIRE(item.has_value());
                   }) >= 1U);
}

BOOST_AUTO_TEST_CASE(while_a_success_of_the_wrong_shape_is_read)
{
    for (std::string const body :
        {R"({"id":"a text in the place of a number, and a long one","name":"x"})",
            R"({"name":"a name that is longer than a short string"})", "{", "<html>"})
    {
        auto const response = response_with(200, body);
        BOOST_TEST(fail_each_allocation_of(
                       [&]
                       {
                           auto const item = operations::buy::read(response);
                           BOOST_TEST_REQUIRE(item.has_error());
                       }) >= 1U);
    }
}

BOOST_AUTO_TEST_CASE(while_a_problem_is_read_and_told)
{
    auto const response = response_with(422, problem_text);
    BOOST_TEST(fail_each_allocation_of(
                   [&]
                   {
                       auto const item = operations::buy::read(response);
                       BOOST_TEST_REQUIRE(item.has_error());
                       restbind::error const failure = item.error();
                       BOOST_TEST_REQUIRE(failure.message().size() > 10U);
                       static_cast<void>(failure.problem().detail.size());
                   }) >= 5U);
}

BOOST_AUTO_TEST_CASE(while_an_error_is_made)
{
    BOOST_TEST(fail_each_allocation_of(
                   []
                   {
                       restbind::error failure(error_kind::read, std::string(100, 'x'));
                       restbind::detail::fill(failure)
                           .with_code(boost::asio::error::eof)
                           .with_phase(phase::read)
                           .with_status(500)
                           .with_sends(3)
                           .with_outcome_unknown(true)
                           .with_detail(std::string(100, 'y'));
                       restbind::error const second = failure;
                       restbind::exception const thrown(second);
                       BOOST_TEST_REQUIRE(std::string_view(thrown.what()).size() > 10U);
                   }) >= 3U);
}

BOOST_AUTO_TEST_CASE(while_a_request_is_checked_and_written)
{
    for (std::int64_t const id : {7, 0})
        BOOST_TEST(fail_each_allocation_of(
                       [&]
                       {
                           Item const item{.id = id, .name = std::string(300, 'x')};
                           auto const built = operations::buy::build(item, {.tenant = "arena"});
                           BOOST_TEST_REQUIRE(built.has_value() == (id > 0));
                       }) >= 3U);
}

BOOST_AUTO_TEST_CASE(while_the_response_of_the_authorization_server_is_read)
{
    std::string const good = R"({"token_type":"Bearer","expires_in":"3599","access_token":")" +
                             std::string(500, 't') + "\"}";
    BOOST_TEST(fail_each_allocation_of([&]
                   { BOOST_TEST_REQUIRE(restbind::http::read_token(good).has_value()); }) >= 1U);
    auto const refusal = response_with(400,
        R"({"error":"invalid_client_and_more_than_that","error_description":"a description that is long",)"
        R"("error_codes":[1,2,3],"correlation_id":"a name for the attempt that is long"})");
    BOOST_TEST(fail_each_allocation_of(
                   [&]
                   {
                       auto const failure = restbind::http::read_token_error(refusal);
                       BOOST_TEST_REQUIRE(failure.token_error() != nullptr);
                   }) >= 4U);
    restbind::http::client_credentials const credentials{.client_id = "kiosk",
        .client_secret = restbind::secret(std::string(60, 's'))};
    BOOST_TEST(fail_each_allocation_of(
                   [&]
                   {
                       auto const form = restbind::http::token_form(credentials, "scope",
                           restbind::http::client_authentication::client_secret_post);
                       BOOST_TEST_REQUIRE(form.size() > 90U);
                   }) >= 1U);
}

BOOST_AUTO_TEST_CASE(while_an_response_arrives)
{
    std::string const text = "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n"
                             "x-request-id: a-name-that-is-longer-than-a-short-string\r\n"
                             "Transfer-Encoding: chunked\r\n\r\n40\r\n" +
                             std::string(64, 'x') + "\r\n80\r\n" + std::string(128, 'y') +
                             "\r\n0\r\n\r\n";
    BOOST_TEST(
        fail_each_allocation_of(
            [&]
            {
                restbind::http::response into;
                restbind::http::response_parser parser(into, {.body = 1000, .header = 4096}, false);
                std::string_view rest = text;
                BOOST_TEST_REQUIRE(
                    (parser.take(rest) == restbind::http::response_parser::progress::complete));
            }) >= 3U);
}

// Asio drops a coroutine if it finds no memory to begin its wait; all else comes out of the call.
BOOST_AUTO_TEST_CASE(during_a_call_whichever_allocation_it_is)
{
    for (bool const first : {true, false})
    {
        scripted_server server(
            [](received_request const& request)
            {
                // Everything is longer than a short string, as it is in earnest.
                if (is_token_request(request))
                    return token_response(std::string(500, 't'));
                return request.index % 2 == 0
                           ? response(409, problem_text)
                           : response(200, R"({"id":7,"name":"a seat in the middle of row 12"})");
            });
        std::size_t number = 0;
        for (bool failed = true; failed && number != 2000;)
        {
            auto options = token_options_for(server);
            options.pool.max_connections = 1;
            options.retry.policy = restbind::http::retry_policy::never;
            options.base_url = "http://service.test:" + std::to_string(server.port());
            options.allow_plain_http = true;
            options.resolver = loopback;
            // Each client has a token of its own.
            options.tokens.credentials.client_id = "kiosk " + std::to_string(++number);
            boost::asio::io_context io;
            client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
            if (!first)
                BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
            failed = failing_call(io, caller, number).run();
            // The client is as good as ever: its only place in the pool was given back.
            expect_good(io, caller, number);
        }
        // A first call looks its host up, connects and gets a token. Coroutines count, too.
        BOOST_TEST(number > (first ? 50U : 12U));
    }
}

BOOST_AUTO_TEST_CASE(the_frame_of_a_call_is_kept_for_the_next_call)
{
    // Asio keeps frames of up to 1020 bytes. A compiler adds about 300 to those of the driver.
    BOOST_TEST(sizeof(restbind::net::detail::call_driver) <= 680U);
}

BOOST_AUTO_TEST_CASE(while_a_place_in_the_pool_is_handed_over)
{
    // The one who has the place, and the server, which closes its connection, wait for each other.
    std::size_t number = 0;
    for (bool failed = true; failed && number != 2000;)
    {
        ++number;
        scripted_server server(
            [](received_request const&) {
                return script().wait_for_gate().then(
                    response(200, good_body, "Connection: close\r\n"));
            });
        auto options = options_for(server);
        options.pool.max_connections = 1;
        options.retry.policy = restbind::http::retry_policy::never;
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        boost::asio::co_spawn(
            io, caller.buy(good_item), [](std::exception_ptr, restbind::result<Item>) {});
        io.poll();
        BOOST_TEST_REQUIRE(server.wait_for("/", 1));
        failing_call in_line(io, caller, number);
        server.open_gate();
        failed = in_line.run();
        expect_good(io, caller, number);
    }
    BOOST_TEST(number > 10U);
}

BOOST_AUTO_TEST_SUITE_END()
