// SPDX-License-Identifier: BSL-1.0
// What a caller learns of responses' headers.
#include "fixture.hpp"
#include "golden/responses.hpp"

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace
{

using namespace fake;
namespace api = golden::responses;

api::client client_of(boost::asio::io_context& io, net::client_options options)
{
    return api::client::make(io.get_executor(), std::move(options)).value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_response_headers)

BOOST_AUTO_TEST_CASE(headers_that_the_document_describes_are_told)
{
    scripted_server server(
        [](received_request const&)
        {
            return response(202, R"({"id":7})",
                "location: /jobs/7\r\nX-Rate-Left: 3\r\nX-Other: no\r\nSet-Cookie: a=b\r\n");
        });
    boost::asio::io_context io;
    auto const caller = client_of(io, options_for(server));
    net::call_options options;
    options.info = std::make_shared<net::call_info>();
    run(io,
        [&]() -> awaitable<void>
        {
            api::Order const order{.name = "x"};
            auto work = caller.start_job(order, options);
            auto const started = co_await std::move(work);
            BOOST_TEST_REQUIRE(started.has_value());
            BOOST_TEST(std::get<1>(*started).body.id == 7);
        });
    auto const& headers = options.info->headers;
    BOOST_TEST(headers.find("Location").value_or("") == "/jobs/7");
    BOOST_TEST(headers.find("x-rate-left").value_or("") == "3");
    BOOST_TEST(!headers.find("X-Other").has_value());
    BOOST_TEST(!headers.find("Set-Cookie").has_value());
}

BOOST_AUTO_TEST_CASE(a_header_that_repeats_the_token_is_not_told)
{
    scripted_server server([](received_request const&)
        { return response(202, R"({"id":7})", "Location: /jobs?t=canary\r\nX-Rate-Left: 3\r\n"); });
    auto chosen = options_for(server);
    chosen.anonymous = false;
    chosen.tokens.access_token = restbind::secret("canary");
    boost::asio::io_context io;
    auto const caller = client_of(io, std::move(chosen));
    net::call_options options;
    options.info = std::make_shared<net::call_info>();
    run(io,
        [&]() -> awaitable<void>
        {
            api::Order const order{.name = "x"};
            auto work = caller.start_job(order, options);
            BOOST_TEST((co_await std::move(work)).has_value());
        });
    BOOST_TEST(!options.info->headers.find("Location").has_value());
    BOOST_TEST(options.info->headers.find("X-Rate-Left").has_value());
}

BOOST_AUTO_TEST_CASE(an_operation_that_redirects_tells_where_to_and_is_not_followed)
{
    scripted_server server([](received_request const&)
        { return response(302, {}, "Location: https://elsewhere.example/x\r\n"); });
    boost::asio::io_context io;
    auto const caller = client_of(io, options_for(server));
    run(io,
        [&]() -> awaitable<void>
        {
            auto work = caller.find_download();
            auto const found = co_await std::move(work);
            BOOST_TEST_REQUIRE(found.has_value(), found.error());
            BOOST_TEST(found->status == 302);
            BOOST_TEST(found->location == "https://elsewhere.example/x");
        });
    BOOST_TEST(server.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_cookie_is_sent_only_by_the_program)
{
    scripted_server server([](received_request const&)
        { return response(200, good_body, "Set-Cookie: route=7; Path=/; HttpOnly\r\n"); });
    auto chosen = options_for(server);
    chosen.keep_all_headers = true;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(chosen), {.tenant = "arena"});
    net::call_options how;
    how.info = std::make_shared<net::call_info>();
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item, how).has_value());
    BOOST_TEST(call_once<operations::buy>(io, caller, good_item, how).has_value());
    std::string const cookie(how.info->headers.find("Set-Cookie").value_or(""));
    net::call_options defaults;
    defaults.headers.emplace_back("Cookie", cookie.substr(0, cookie.find(';')));
    caller.set_defaults(std::move(defaults));
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 3U);
    BOOST_TEST(requests[1].header("Cookie") == "");
    BOOST_TEST(requests[2].header("Cookie") == "route=7");
}

BOOST_AUTO_TEST_SUITE_END()
