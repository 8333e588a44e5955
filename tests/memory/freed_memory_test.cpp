// SPDX-License-Identifier: BSL-1.0
// No block of memory that is given back holds a secret or a token, or a part of one.
#include "allocations.hpp"
#include "integration/tls/fixture.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace
{

using namespace fake;
using restbind::test::freed_memory_watch;

// In front of everything that uses OpenSSL.
bool const openssl_is_watched = restbind::test::watch_openssl();

// Long, so that they lie in memory of their own; a form shows them as they are.
constexpr char client_secret[] = "Qs7wE2rT9yU4iO1pA6sD3fG8hJ5kL0zX";
constexpr char first_token[] = "Bn2mV7cX4zL9kJ1hG6fD3sA8pO5iU0yT";
constexpr char second_token[] = "Rw3eQ8tY5uI0oP2aS7dF4gH9jK1lZ6xC";
constexpr char api_key[] = "Mv5nB0xC3zA8sD1fG6hJ9kL4qW7eR2tY";

/// What a server says to its requests: tokens, and a body that is no success now and then. It
/// repeats what it was told wherever it can.
template <class Response>
auto reply_to(received_request const& request, std::atomic<int>& asked, Response const& with)
{
    if (is_token_request(request))
    {
        switch (++asked)
        {
        case 1:
        case 2:
            return with(200, std::string(R"({"token_type":"Bearer","expires_in":3599,)") +
                                 R"("access_token":")" + (asked == 1 ? first_token : second_token) +
                                 "\"}");
        default:
            return with(
                400, R"({"error":"invalid_scope","error_description":")" + request.body + "\"}");
        }
    }
    if (request.header("Authorization").find(first_token) != std::string::npos &&
        request.target.find("/buy") != std::string::npos)
        return with(401, R"({"detail":")" + request.head.substr(0, 20) + "\"}");
    if (request.target.find("/change") != std::string::npos)
        return with(409, R"({"title":"t","detail":")" + request.header("Authorization") + " " +
                             request.header("x-api-key") + "\"}");
    return with(200, std::string(good_body));
}

net::client_options options_with_secret(std::string const& url)
{
    net::client_options options;
    options.base_url = url;
    options.tokens.url = url + "/login/token";
    options.timeouts.call = 9s;
    options.retry.policy = restbind::http::retry_policy::as_specified;
    options.retry.initial_delay = 0ms;
    options.tokens.credentials.client_id = "kiosk";
    options.tokens.client_authentication = restbind::http::client_authentication::client_secret_post;
    options.tokens.credentials.client_secret = restbind::secret(std::string_view(client_secret));
    return options;
}

/// Calls that need a token, lose it, get another one, are refused, and find the authorization server
/// refusing; then the end of the client.
void use_and_destroy(net::client_options options)
{
    boost::asio::io_context io;
    std::optional<client> caller(
        std::in_place, io.get_executor(), std::move(options), client_parameters{.tenant = "arena"});
    BOOST_TEST(call_once<operations::look>(io, *caller).has_value());
    BOOST_TEST(call_once<operations::buy>(io, *caller).has_value());
    BOOST_TEST((call_once<operations::change>(io, *caller).error() == error_kind::conflict));
    caller->reset_token();
    auto const refused = call_once<operations::buy>(io, *caller);
    BOOST_TEST_REQUIRE(refused.has_error());
    BOOST_TEST((refused.error() == error_kind::token_refused), refused.error().message());
    caller.reset();
}

/// Watches for all texts at once.
struct watches
{
    freed_memory_watch secret{client_secret};
    freed_memory_watch first{first_token};
    freed_memory_watch second{second_token};

    void expect_nothing() const
    {
        BOOST_TEST(secret.found() == 0U, "freed memory holds parts of the secret");
        BOOST_TEST(first.found() == 0U, "freed memory holds parts of the first token");
        BOOST_TEST(second.found() == 0U, "freed memory holds parts of the second token");
        BOOST_TEST(secret.searched() > 100U);
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(memory_freed)

BOOST_AUTO_TEST_CASE(the_search_finds_what_is_there)
{
    freed_memory_watch const watch(client_secret);
    {
        std::string const copy(client_secret);
    }
    BOOST_TEST(watch.found() == 1U);
    {
        std::string const part(client_secret + 8, 20);
    }
    BOOST_TEST(watch.found() == 2U);
    {
        restbind::secret const hidden{std::string_view(client_secret)};
    }
    BOOST_TEST(watch.found() == 2U);
}

// proves: R5-5
// survives: X7
BOOST_AUTO_TEST_CASE(no_freed_block_holds_a_part_of_the_secret_or_of_a_token)
{
    std::atomic<int> asked{0};
    scripted_server server(
        [&](received_request const& request)
        {
            return reply_to(request, asked,
                [](int status, std::string const& body) { return response(status, body); });
        });
    auto options = options_with_secret(server.url());
    watches const watched;
    use_and_destroy(std::move(options));
    watched.expect_nothing();
    BOOST_TEST(asked == 3);
}

// survives: X7
BOOST_AUTO_TEST_CASE(nor_after_the_secret_was_sent_in_a_header)
{
    // `kiosk:` and the secret.
    constexpr char coded[] = "a2lvc2s6UXM3d0UyclQ5eVU0aU8xcEE2c0QzZkc4aEo1a0wwelg=";
    std::atomic<int> asked{0};
    std::atomic<bool> seen{false};
    scripted_server server(
        [&](received_request const& request)
        {
            seen = seen || request.header("Authorization") == "Basic " + std::string(coded);
            return reply_to(request, asked,
                [](int status, std::string const& body) { return response(status, body); });
        });
    auto options = options_with_secret(server.url());
    options.tokens.client_authentication = restbind::http::client_authentication::client_secret_basic;
    watches const watched;
    freed_memory_watch const header(coded);
    use_and_destroy(std::move(options));
    watched.expect_nothing();
    BOOST_TEST(header.found() == 0U, "freed memory holds parts of the header");
    BOOST_TEST(seen);
    BOOST_TEST(asked == 3);
}

// survives: X7
BOOST_AUTO_TEST_CASE(nor_after_encrypted_calls)
{
    std::atomic<int> asked{0};
    tls_server const server(behave_well(),
        [&](received_request const& request)
        {
            return reply_to(request, asked,
                [](int status, std::string const& body) { return tls_response(status, body); });
        });
    BOOST_TEST(openssl_is_watched);
    auto options = options_with_secret(server.url());
    options.tls = tls::make_factory(trusting_authority()).value();
    watches const watched;
    use_and_destroy(std::move(options));
    watched.expect_nothing();
    BOOST_TEST(asked == 3);
}

// survives: X7
BOOST_AUTO_TEST_CASE(nor_after_a_token_response_that_came_in_many_pieces)
{
    // In chunks, byte by byte: nothing tells how large the body will be.
    std::string chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    std::string const text = std::string(R"({"token_type":"Bearer","access_token":")") +
                             first_token + R"(","padding":")" + std::string(3000, 'x') + "\"}";
    for (char const c : text)
        chunks += std::string("1\r\n") + c + "\r\n";
    chunks += "0\r\n\r\n";
    scripted_server server([&](received_request const& request)
        { return is_token_request(request) ? script().send(chunks) : response(200, good_body); });
    auto options = options_with_secret(server.url());
    freed_memory_watch const watch(first_token);
    {
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    }
    BOOST_TEST(watch.found() == 0U);
}

// survives: X7
BOOST_AUTO_TEST_CASE(nor_after_a_token_response_that_cannot_be_used)
{
    for (std::string const& reply : {std::string(R"({"token_type":"mac","access_token":")"),
             std::string(R"({"token_type":"Bearer","expires_in":-1,"access_token":")"),
             std::string(R"({"token_type":"Bearer","expires_in":0,"access_token":")"),
             std::string(R"({"token_type":"Bearer","access_token":"\u0041)"),
             std::string(R"({"token_type":"Bearer","access_token":" )")})
    {
        scripted_server server(
            [&](received_request const& request)
            {
                return response(200,
                    is_token_request(request) ? reply + first_token + "\"}" : "not as described");
            });
        auto options = options_with_secret(server.url());
        options.retry.policy = restbind::http::retry_policy::never;
        freed_memory_watch const watch(first_token);
        {
            boost::asio::io_context io;
            client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
            static_cast<void>(call_once<operations::buy>(io, caller));
        }
        BOOST_TEST(watch.found() == 0U, reply);
    }
}

BOOST_AUTO_TEST_CASE(no_freed_block_holds_a_part_of_a_token_that_the_application_got)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.anonymous = false;
    options.tokens.provider = []() -> awaitable<restbind::result<restbind::http::access_token>>
    { co_return restbind::http::access_token{restbind::secret(std::string_view(api_key)), 3600s}; };
    freed_memory_watch const watch(api_key);
    {
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    }
    BOOST_TEST(watch.found() == 0U);
    auto fixed = options_for(server);
    fixed.anonymous = false;
    fixed.tokens.access_token = restbind::secret(std::string_view(api_key));
    {
        boost::asio::io_context io;
        client const caller(io.get_executor(), std::move(fixed), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    }
    BOOST_TEST(watch.found() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
