// SPDX-License-Identifier: BSL-1.0
// Responses that come before all of the request was sent.
#include "sockets.hpp"

#include <string>

namespace
{

using namespace fake;

std::string const refusal = "HTTP/1.1 422 Unprocessable\r\nContent-Type: application/json\r\n"
                            "Content-Length: 33\r\n\r\n"
                            R"({"title":"too large","status":1})"
                            "\n";

/// What the server does when it has responded.
enum class then
{
    close,
    half_close,
    stop_reading,
    keep_reading
};

restbind::result<Item> send_20_mb(
    std::function<void(int)> serve, std::size_t& connections, std::size_t& next_connections)
{
    socket_server server(
        [&](int socket, std::size_t)
        {
            read_head(socket);
            serve(socket);
        });
    net::client_options options;
    options.base_url = server.url();
    options.anonymous = true;
    options.timeouts.call = 20s;
    options.retry.policy = restbind::http::retry_policy::never;
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
    Item const large{.id = 7, .name = std::string(20U << 20, 'x')};
    auto outcome = call_once<operations::buy>(io, caller, large);
    connections = server.connections();
    static_cast<void>(call_once<operations::buy>(io, caller, large));
    next_connections = server.connections();
    return outcome;
}

restbind::result<Item> send_20_mb(std::function<void(int)> serve)
{
    std::size_t ignored = 0;
    return send_20_mb(std::move(serve), ignored, ignored);
}

/// Waits, without reading, until the client has closed the connection.
void wait_for_the_end(int socket)
{
    pollfd closed{socket, POLLRDHUP, 0};
    static_cast<void>(::poll(&closed, 1, 15000));
}

/// Reads until the client has closed, but not as fast as it can write: the buffers fill up.
void drain_slowly(int socket)
{
    char buffer[16384];
    while (::recv(socket, buffer, sizeof buffer, 0) > 0)
        std::this_thread::sleep_for(2ms);
}

/// Lets the server refuse and then behave in some way.
void check_refusal(then what)
{
    std::size_t connections = 0;
    std::size_t next_connections = 0;
    auto const outcome = send_20_mb(
        [&](int socket)
        {
            send_text(socket, refusal);
            switch (what)
            {
            case then::close:
                // Unread bytes make this a reset as soon as it is closed for reading, too.
                ::shutdown(socket, SHUT_RDWR);
                break;
            case then::half_close:
                ::shutdown(socket, SHUT_WR);
                drain(socket);
                break;
            case then::stop_reading:
                wait_for_the_end(socket);
                break;
            case then::keep_reading:
                drain_slowly(socket);
                break;
            }
        },
        connections, next_connections);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    auto const error = outcome.error();
    BOOST_TEST((error == error_kind::client_error), error.message());
    BOOST_TEST(error.status() == 422);
    BOOST_TEST(error.problem().title == "too large");
    BOOST_TEST(error.sends() == 1U);
    BOOST_TEST(!error.outcome_unknown());
    BOOST_TEST(connections == 1U);
    BOOST_TEST(next_connections == 2U, "a connection with half a request on it was used again");
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_early_response)

BOOST_AUTO_TEST_CASE(a_refusal_arrives_although_the_server_closes)
{
    check_refusal(then::close);
}

BOOST_AUTO_TEST_CASE(a_refusal_arrives_although_the_server_closes_its_half)
{
    check_refusal(then::half_close);
}

BOOST_AUTO_TEST_CASE(a_refusal_arrives_although_the_server_stops_reading)
{
    check_refusal(then::stop_reading);
}

BOOST_AUTO_TEST_CASE(a_refusal_ends_the_writing_although_the_server_reads_on)
{
    check_refusal(then::keep_reading);
}

BOOST_AUTO_TEST_CASE(a_response_that_ends_with_the_connection_is_taken_while_writing)
{
    auto const outcome = send_20_mb(
        [](int socket)
        {
            send_text(socket, "HTTP/1.1 403 No\r\n\r\ngo away");
            ::shutdown(socket, SHUT_WR);
            wait_for_the_end(socket);
        });
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::forbidden), outcome.error().message());
    BOOST_TEST(outcome.error().body() == "go away");
}

BOOST_AUTO_TEST_CASE(a_connection_that_breaks_without_a_whole_response_is_a_write_error)
{
    for (std::string_view const part :
        {"", "HTTP/1.1 422 Unproc", "HTTP/1.1 422 Unprocessable\r\nContent-Length: 33\r\n\r\n{"})
        for (bool const hard : {false, true})
        {
            auto const outcome = send_20_mb(
                [&](int socket)
                {
                    send_text(socket, part);
                    if (hard)
                        reset(socket);
                    else
                        ::shutdown(socket, SHUT_RDWR);
                });
            BOOST_TEST_REQUIRE(!outcome.has_value());
            auto const error = outcome.error();
            BOOST_TEST((error == error_kind::write), error.message());
            BOOST_TEST((error.at() == phase::write));
            BOOST_TEST((error.code() != restbind::make_error_code(error_kind::write)));
            BOOST_TEST(!error.outcome_unknown());
        }
}

BOOST_AUTO_TEST_CASE(an_interim_response_does_not_end_the_writing)
{
    auto const outcome = send_20_mb(
        [&](int socket)
        {
            send_text(socket, "HTTP/1.1 100 Continue\r\n\r\n");
            std::size_t left = (20U << 20) + std::string_view(R"({"id":7,"name":""})").size();
            char buffer[65536];
            while (left != 0)
            {
                auto const count = ::recv(socket, buffer, std::min(left, sizeof buffer), 0);
                if (count <= 0)
                    return;
                left -= static_cast<std::size_t>(count);
            }
            send_text(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                              "Content-Length: 22\r\n\r\n" +
                                  std::string(good_body));
        });
    BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
}

BOOST_AUTO_TEST_CASE(what_is_no_http_ends_the_writing)
{
    auto const outcome = send_20_mb(
        [](int socket)
        {
            send_text(socket, "220 mail.example.com ESMTP\r\n\r\n");
            drain(socket);
        });
    BOOST_TEST_REQUIRE(!outcome.has_value());
    BOOST_TEST((outcome.error() == error_kind::protocol), outcome.error().message());
}

BOOST_AUTO_TEST_SUITE_END()
