// SPDX-License-Identifier: BSL-1.0
// What is left in memory of a secret and a token when the client that used them is gone.
#include "proxy_server.hpp"
#include "support/memory_search.hpp"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace
{

using namespace fake;
using restbind::test::copies_of;
using restbind::test::hidden_text;

// The secret is given in two forms: its form encoding differs at the plus sign only.
constexpr hidden_text secret_canary("Zq7wK2mV9xR4tB6nY1pL8sD3");
constexpr hidden_text token_canary("Hc5jF0gW7kQ2vN9bX4mT1zS6");

// The password of a proxy, and a part of its coded form behind the name "kiosk".
constexpr hidden_text password_canary("Qm6xB3vN8zK1wF5tR9yH2jD7");
constexpr hidden_text coded_canary("eEIzdk44eksxd0Y1dFI5eUgy");

/// A scripted server, and a proxy in front of it, in a process of their own, so that its copies are
/// not counted.
class server_process
{
public:
    server_process()
    {
        int ends[2];
        BOOST_TEST_REQUIRE(::pipe(ends) == 0);
        child_ = ::fork();
        BOOST_TEST_REQUIRE(child_ >= 0);
        if (child_ == 0)
        {
            std::atomic<int> asked{0};
            scripted_server server(
                [&](received_request const& request)
                {
                    if (!is_token_request(request))
                        return response(request.index == 2 ? 409 : 200, good_body);
                    ++asked;
                    return token_response(token_canary.reveal());
                });
            proxy_server proxy(server.port());
            std::uint16_t const ports[] = {server.port(), proxy.port()};
            static_cast<void>(!::write(ends[1], ports, sizeof ports));
            for (;;)
                ::pause();
        }
        BOOST_TEST_REQUIRE(::read(ends[0], ports_, sizeof ports_) == ssize_t{sizeof ports_});
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ~server_process()
    {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
    server_process(server_process const&) = delete;
    server_process& operator=(server_process const&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(ports_[0]); }
    std::string proxy_url() const { return "http://127.0.0.1:" + std::to_string(ports_[1]); }

private:
    pid_t child_ = 0;
    std::uint16_t ports_[2]{};
};

} // namespace

BOOST_AUTO_TEST_SUITE(net_memory)

// proves: R5-5
// survives: X7
BOOST_AUTO_TEST_CASE(neither_secret_nor_token_is_left_in_memory_when_the_client_is_gone,
    *boost::unit_test::label("slow"))
{
    server_process const server;
    {
        net::client_options options;
        options.base_url = server.url();
        options.tokens.url = server.url() + "/login/token";
        options.tokens.scopes = {"scope"};
        options.tokens.credentials.client_id = "kiosk";
        std::string text = secret_canary.reveal();
        options.tokens.credentials.client_secret = restbind::secret(text);
        restbind::wipe(text);

        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::conflict));
        BOOST_TEST(copies_of(secret_canary) == 1U, "the search does not find what is there");
        BOOST_TEST(copies_of(token_canary) == 1U, "the token stands elsewhere than in the client");
    }
    BOOST_TEST(copies_of(secret_canary) == 0U);
    BOOST_TEST(copies_of(token_canary) == 0U);
}

// survives: X7
BOOST_AUTO_TEST_CASE(no_password_of_a_proxy_is_left_in_memory_when_the_client_is_gone,
    *boost::unit_test::label("slow"))
{
    server_process const server;
    {
        net::client_options options;
        options.base_url = "http://service.test";
        options.allow_plain_http = true;
        options.anonymous = true;
        options.proxy.url = server.proxy_url();
        options.proxy.username = "kiosk";
        std::string text = password_canary.reveal();
        options.proxy.password = restbind::secret(text);
        restbind::wipe(text);

        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
        BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::conflict));
        BOOST_TEST(copies_of(password_canary) == 1U, "the search does not find what is there");
        BOOST_TEST(copies_of(coded_canary) == 0U, "the request for the tunnel is still there");
    }
    BOOST_TEST(copies_of(password_canary) == 0U);
    BOOST_TEST(copies_of(coded_canary) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
