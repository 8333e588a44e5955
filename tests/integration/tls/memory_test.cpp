// SPDX-License-Identifier: BSL-1.0
// What is left in memory of a secret and a token that have passed through an encrypted connection.
#include "fixture.hpp"
#include "support/memory_search.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <string>

namespace
{

using namespace fake;
using restbind::test::copies_of;
using restbind::test::hidden_text;

constexpr hidden_text secret_canary("Lw4rT8yU2iO6pA0sD9fG3hJ7");
constexpr hidden_text token_canary("Xb1nM5qW9eR3tY7uI2oP6aK8");

/// A server in a process of its own, so that its copies are not counted.
class server_process
{
public:
    server_process()
    {
        static_cast<void>(local()); // the certificate is made on this side
        int ends[2];
        BOOST_TEST_REQUIRE(::pipe(ends) == 0);
        child_ = ::fork();
        BOOST_TEST_REQUIRE(child_ >= 0);
        if (child_ == 0)
        {
            tls_server const server(behave_well(),
                [](received_request const& request)
                {
                    if (!is_token_request(request))
                        return tls_response(request.index == 2 ? 409 : 200, good_body);
                    return tls_response(
                        200, R"({"token_type":"Bearer","expires_in":3599,"access_token":")" +
                                 token_canary.reveal() + "\"}");
                });
            std::uint16_t const port = server.port();
            static_cast<void>(!::write(ends[1], &port, sizeof port));
            for (;;)
                ::pause();
        }
        BOOST_TEST_REQUIRE(::read(ends[0], &port_, sizeof port_) == ssize_t{sizeof port_});
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

    std::string url() const { return "https://127.0.0.1:" + std::to_string(port_); }

private:
    pid_t child_ = 0;
    std::uint16_t port_ = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(tls_memory)

BOOST_AUTO_TEST_CASE(neither_secret_nor_token_is_left_in_memory_after_encrypted_calls,
    *boost::unit_test::label("slow"))
{
    server_process const server;
    {
        net::client_options options;
        options.base_url = server.url();
        options.tokens.url = server.url() + "/login/token";
        options.tokens.scopes = {"scope"};
        options.tokens.credentials.client_id = "kiosk";
        options.tls = tls::make_factory(trusting_authority()).value();
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

BOOST_AUTO_TEST_SUITE_END()
