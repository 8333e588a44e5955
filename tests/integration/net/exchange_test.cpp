// SPDX-License-Identifier: BSL-1.0
// One call: what goes over the wire, and every way in which a response can be wrong.
#include "fixture.hpp"

#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace fake;

std::string const head_200 = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/// Plays one script for each call and gives the first call's result.
template <class Operation = operations::buy>
restbind::result<Item> outcome_of(script const& played, std::size_t* connections = nullptr)
{
    scripted_server server([&](received_request const&) { return played; });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    auto outcome = call_once<Operation>(io, caller);
    if (connections)
    {
        // Whether the connection was kept shows with the next call.
        static_cast<void>(call_once<Operation>(io, caller));
        *connections = server.connections();
    }
    return outcome;
}

/// An operation that asks for the head of a response alone.
struct exists
{
    using request_type = Item;
    using response_type = Item;

    static constexpr restbind::http::operation_info info = operations::look::make_info("exists",
        restbind::http::verb::head, "/api/v1/exists", restbind::http::idempotency::safe);

    static void fill(restbind::http::request_builder& builder, request_type const& request,
        client_parameters const&, restbind::validation_policy, restbind::problem_details*)
    {
        builder.literal("/api/v1/exists");
        builder.query("id", request.id);
    }

    static constexpr restbind::http::operation_responses described_responses() noexcept
    {
        return {.info = &info};
    }

    static restbind::result<response_type> read_success(
        restbind::http::response const& response, restbind::json::limits const& = {},
        restbind::json::reading = restbind::json::reading::strict, restbind::json::deviations* = nullptr)
    {
        if (response.status != 200 || !response.body.empty())
            return restbind::error(error_kind::invalid_response);
        return good_item;
    }
};

/// The error of a response that must not pass.
restbind::error error_of(std::string bytes, std::size_t* connections = nullptr)
{
    auto const outcome = outcome_of(script().send(std::move(bytes)), connections);
    BOOST_TEST_REQUIRE(!outcome.has_value());
    return outcome.error();
}

/// A response that is no proper HTTP must not pass, and must cost the connection.
void check_protocol_error(std::string const& bytes)
{
    BOOST_TEST_CONTEXT(bytes.substr(0, 120))
    {
        std::size_t connections = 0;
        auto const outcome = outcome_of(script().send(bytes).close(), &connections);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        auto const error = outcome.error();
        BOOST_TEST((error == error_kind::protocol), error.message());
        BOOST_TEST(error.sends() == 1U);
        BOOST_TEST(error.outcome_unknown());
        BOOST_TEST(connections == 2U, "the connection was used again");
    }
}

void check_success(std::string const& bytes, bool then_close = false)
{
    BOOST_TEST_CONTEXT(bytes.substr(0, 120))
    {
        script played;
        played.send(bytes);
        if (then_close)
            played.close();
        auto const outcome = outcome_of(played);
        BOOST_TEST_REQUIRE(outcome.has_value(), outcome.error().message());
        BOOST_TEST((*outcome == good_item));
    }
}

std::string response_text(int status, std::string_view body)
{
    return "HTTP/1.1 " + std::to_string(status) +
           " Reason\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

std::string with_length(std::string_view head = head_200)
{
    return std::string(head) + "Content-Length: " + std::to_string(good_body.size()) + "\r\n\r\n" +
           std::string(good_body);
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_exchange)

// proves: R1-1, R1-2, R1-4, R1-5
BOOST_AUTO_TEST_CASE(a_request_has_its_path_its_headers_and_its_body)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    auto options = options_for(server);
    options.base_url += "/partner/";
    boost::asio::io_context io;
    client caller(io.get_executor(), std::move(options), {.tenant = "arena", .ext = "a b"});

    auto const bought =
        call_once<operations::buy>(io, caller, good_item, {.headers = {{"X-Trace", "t1"}}});

    BOOST_TEST_REQUIRE(bought.has_value());
    BOOST_TEST((*bought == good_item));
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 1U);
    BOOST_TEST(requests[0].head ==
               "POST /partner/api/v1/a%20b/buy HTTP/1.1\r\nHost: 127.0.0.1:" +
                   std::to_string(server.port()) +
                   "\r\nUser-Agent: restbind/" RESTBIND_VERSION_STRING
                   "\r\nAccept: application/json\r\nx-tenant: arena\r\n"
                   "Content-Type: application/json\r\nX-Trace: t1\r\nContent-Length: 22\r\n");
    BOOST_TEST(requests[0].body == good_body);
}

BOOST_AUTO_TEST_CASE(a_get_has_a_query_and_no_body)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::look>(io, caller).has_value());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 1U);
    BOOST_TEST(requests[0].method == "GET");
    BOOST_TEST(requests[0].target == "/api/v1/ext/look?id=7");
    BOOST_TEST(requests[0].header("Content-Length") == "");
    BOOST_TEST(requests[0].header("Content-Type") == "");
}

BOOST_AUTO_TEST_CASE(a_head_has_no_body_whatever_its_length)
{
    scripted_server server([](received_request const&)
        { return script().send(head_200 + "Content-Length: 22\r\n\r\n"); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (int i = 0; i != 2; ++i)
        BOOST_TEST(call_once<exists>(io, caller).has_value());
    auto const requests = server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    BOOST_TEST(requests[0].method == "HEAD");
    BOOST_TEST(server.connections() == 1U);
}

// survives: H34
BOOST_AUTO_TEST_CASE(limits_have_defaults)
{
    net::client_options const defaults;
    BOOST_TEST(defaults.limits.body == 16U << 20);
    BOOST_TEST(defaults.limits.header == 64U << 10);
    BOOST_TEST(defaults.limits.json_depth == 32U);
}

BOOST_AUTO_TEST_CASE(calls_one_after_another_share_a_connection)
{
    scripted_server server([](received_request const&) { return response(200, good_body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    for (int i = 0; i != 5; ++i)
        BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.connections() == 1U);
    BOOST_TEST(server.requests().size() == 5U);
}

BOOST_AUTO_TEST_CASE(a_large_request_and_a_large_response_arrive_whole)
{
    Item const large{.id = 7, .name = std::string(6U << 20, 'x')};
    std::string const body = R"({"id":7,"name":")" + large.name + "\"}";
    scripted_server server(
        [&](received_request const& request) { return response(200, request.body); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    auto const bought = call_once<operations::buy>(io, caller, large);
    BOOST_TEST_REQUIRE(bought.has_value());
    BOOST_TEST((*bought == large));
    BOOST_TEST(server.requests().front().body == body);
}

BOOST_AUTO_TEST_CASE(a_response_may_come_byte_by_byte)
{
    scripted_server server(
        [](received_request const&) { return script().send_slowly(with_length(), 1ms); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.connections() == 1U);
}

// survives: H28
BOOST_AUTO_TEST_CASE(proper_responses_in_their_many_forms_are_understood)
{
    std::string const body(good_body);
    check_success(with_length());
    check_success(head_200 + "Transfer-Encoding: chunked\r\n\r\n5\r\n" + body.substr(0, 5) +
                  "\r\n11;ext=1\r\n" + body.substr(5) + "\r\n0\r\n\r\n");
    check_success(head_200 + "Transfer-Encoding: Chunked\r\n\r\n16\r\n" + body +
                  "\r\n0\r\nX-Trailer: 1\r\nContent-Type: text/html\r\n\r\n");
    check_success(
        with_length("HTTP/1.1 200 \r\nContent-Type: application/json; charset=utf-8\r\n"));
    check_success(with_length("HTTP/1.1 200 OK\r\n"));
    check_success(with_length("HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n"));
    check_success(with_length("HTTP/1.1 200 OK\r\nX-Latin: \xe9\r\n"));
    // The end of the connection ends the body.
    check_success(head_200 + "\r\n" + body, true);
    check_success(head_200 + "Connection: close\r\n\r\n" + body, true);
    check_success("HTTP/1.0 200 OK\r\n\r\n" + body, true);
}

// survives: H25
BOOST_AUTO_TEST_CASE(interim_responses_are_skipped_up_to_a_limit)
{
    std::string const interim =
        "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\nContent-Type: text/html\r\n\r\n";
    check_success("HTTP/1.1 100 Continue\r\n\r\n" + with_length("HTTP/1.1 200 OK\r\n"));
    std::string many;
    for (int i = 0; i != 8; ++i)
        many += interim;
    check_success(many + with_length());
    check_protocol_error(many + interim + with_length());
}

BOOST_AUTO_TEST_CASE(interim_responses_may_come_apart_from_the_response)
{
    scripted_server server([](received_request const&)
        { return script().send("HTTP/1.1 100 Continue\r\n\r\n").wait(20ms).send(with_length()); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    BOOST_TEST(server.connections() == 1U);
}

// survives: H27
BOOST_AUTO_TEST_CASE(a_204_that_announces_a_body_keeps_its_status_and_costs_the_connection)
{
    for (std::string const head : {"Content-Length: 4\r\n\r\n", "Content-Length: 4\r\n\r\nnull",
             "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"})
    {
        scripted_server server([&](received_request const&)
            { return script().send("HTTP/1.1 204 No Content\r\n" + head); });
        boost::asio::io_context io;
        client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
        for (int i = 0; i != 2; ++i)
        {
            // The operation promises 200.
            auto const outcome = call_once<operations::look>(io, caller);
            BOOST_TEST((outcome.error() == error_kind::unexpected_status), outcome.error());
            BOOST_TEST(outcome.error().status() == 204);
        }
        BOOST_TEST(server.connections() == 2U);
    }
}

// survives: H38
BOOST_AUTO_TEST_CASE(a_status_line_without_a_space_behind_its_code_is_read)
{
    check_success("HTTP/1.1 200\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n" +
                  std::string(good_body));
}

// survives: H1, H2, H3, H5, H6, H7, H8, H9, H15, H16, H26, H31, H35
BOOST_AUTO_TEST_CASE(what_is_no_proper_http_is_a_protocol_error_and_costs_the_connection)
{
    std::string const body(good_body);
    check_protocol_error("nonsense\r\n\r\n");
    check_protocol_error("<html></html>\r\n\r\n");
    for (auto const version : {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/11", "http/1.1"})
        check_protocol_error(std::string(version) + " 200 OK\r\nContent-Length: 0\r\n\r\n");
    for (auto const status : {"000", "099", "99", "600", "999", "1000", "-20", "2x0", ""})
        check_protocol_error(
            "HTTP/1.1 " + std::string(status) + " Reason\r\nContent-Length: 0\r\n\r\n");
    check_protocol_error("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
    for (auto const length : {"-1", "+22", "0x16", "22a", "9223372036854775808000",
             "18446744073709551616", "2 2", "22, 23", ""})
        check_protocol_error(head_200 + "Content-Length: " + length + "\r\n\r\n" + body);
    check_protocol_error(head_200 + "Content-Length: 22\r\nContent-Length: 21\r\n\r\n" + body);
    check_protocol_error(head_200 +
                         "Content-Length: 22\r\nTransfer-Encoding: chunked\r\n\r\n16\r\n" + body +
                         "\r\n0\r\n\r\n");
    check_protocol_error(head_200 +
                         "Transfer-Encoding: chunked\r\nContent-Length: 22\r\n\r\n16\r\n" + body +
                         "\r\n0\r\n\r\n");
    for (auto const coding :
        {"gzip, chunked", "chunked, chunked", "gzip", "identity", "chunked, gzip", ""})
        check_protocol_error(
            head_200 + "Transfer-Encoding: " + coding + "\r\n\r\n16\r\n" + body + "\r\n0\r\n\r\n");
    check_protocol_error(head_200 +
                         "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n16\r\n" +
                         body + "\r\n0\r\n\r\n");
    for (auto const chunk : {"x\r\n", "-16\r\n", "ffffffffffffffffff\r\n", "16", "16\r"})
        check_protocol_error(head_200 + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "\r\n" +
                             body + "!\r\n0\r\n\r\n");
    check_protocol_error(with_length(head_200 + "Content-Encoding: gzip\r\n"));
    for (std::string const& line : std::vector<std::string>{"no colon", "X-Space : 1", ": no name",
             std::string("X-Nul: \0", 8), "X\r-Cr: 1", "X-Cr: a\rb"})
        check_protocol_error(with_length(head_200 + line + "\r\n"));
    check_protocol_error("HTTP/1.1 200 OK\nContent-Length: 22\n\n" + body + "\r\n\r\n");
}

// survives: H12, H14
BOOST_AUTO_TEST_CASE(a_response_cut_off_is_no_response)
{
    struct cut
    {
        std::string bytes;
        phase at;
        int status;
    };
    std::string const whole = with_length();
    std::vector<cut> const cuts{{"", phase::first_byte, 0}, {"HTT", phase::read, 0},
        {"HTTP/1.1 200 OK\r\nContent-", phase::read, 0},
        {whole.substr(0, whole.size() - 1), phase::read, 200},
        {head_200 + "Transfer-Encoding: chunked\r\n\r\n16\r\n" + std::string(good_body),
            phase::read, 200},
        {head_200 + "Transfer-Encoding: chunked\r\n\r\n16\r\n" + std::string(good_body) +
                "\r\n0\r\n",
            phase::read, 200},
        {"HTTP/1.1 100 Continue\r\n\r\n", phase::first_byte, 0}};
    for (bool const reset : {false, true})
        for (auto const& [bytes, at, status] : cuts)
            BOOST_TEST_CONTEXT(bytes << " reset " << reset)
            {
                script played;
                played.send(bytes);
                if (reset)
                    played.wait(20ms).reset();
                else
                    played.close();
                auto const outcome = outcome_of(played);
                BOOST_TEST_REQUIRE(!outcome.has_value());
                auto const& error = outcome.error();
                BOOST_TEST((error == error_kind::read), error.message());
                BOOST_TEST((error.at() == at), error.message());
                BOOST_TEST(error.status() == status);
                BOOST_TEST(error.sends() == 1U);
                BOOST_TEST(error.outcome_unknown());
            }
}

// survives: H32, J18
BOOST_AUTO_TEST_CASE(a_response_that_cannot_be_read_as_promised_is_an_error_with_its_place)
{
    std::size_t connections = 0;
    auto const wrong_type = error_of(response_text(200, R"({"id":"x","name":""})"), &connections);
    BOOST_TEST(connections == 1U, "the connection itself is in order");
    BOOST_TEST((wrong_type == error_kind::invalid_response));
    BOOST_TEST(wrong_type.json_path() == "id");
    BOOST_TEST(wrong_type.outcome_unknown());
    BOOST_TEST((
        error_of("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>") ==
        error_kind::invalid_response));
    BOOST_TEST(
        (error_of("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") == error_kind::invalid_response));
}

// proves: R7-2
// survives: H33
BOOST_AUTO_TEST_CASE(statuses_that_the_operation_does_not_declare_keep_their_body)
{
    auto const moved = error_of(
        "HTTP/1.1 302 Found\r\nLocation: http://evil.example/\r\nContent-Length: 2\r\n\r\nhi");
    BOOST_TEST((moved == error_kind::unexpected_status));
    BOOST_TEST(moved.status() == 302);
    BOOST_TEST(moved.body() == "hi");
    auto const empty = error_of("HTTP/1.1 204 No Content\r\n\r\n");
    BOOST_TEST((empty == error_kind::unexpected_status));
    BOOST_TEST(empty.status() == 204);
}

// proves: R4.1-7, R7-2
BOOST_AUTO_TEST_CASE(a_refusal_arrives_with_its_typed_code_and_its_document)
{
    auto const sold_out = error_of(
        response_text(409, R"({"status":400,"detail":"gone","errorCode":42,"traceId":"t-9"})"));
    BOOST_TEST((sold_out == error_kind::conflict));
    BOOST_TEST((sold_out == error_code::sold_out));
    BOOST_TEST(sold_out.status() == 409);
    BOOST_TEST(sold_out.problem().status == 400);
    BOOST_TEST(sold_out.trace_id() == "t-9");
    BOOST_TEST(sold_out.sends() == 1U);
    BOOST_TEST(!sold_out.outcome_unknown());
}

// survives: H29
BOOST_AUTO_TEST_CASE(bytes_behind_an_response_cost_the_connection)
{
    std::size_t connections = 0;
    auto const outcome =
        outcome_of(script().send(with_length() + "HTTP/1.1 200 OK\r\n"), &connections);
    BOOST_TEST_REQUIRE(outcome.has_value());
    BOOST_TEST(connections == 2U);
}

// survives: H29
BOOST_AUTO_TEST_CASE(bytes_that_arrive_later_are_never_read_as_the_next_response)
{
    scripted_server server(
        [](received_request const& request)
        {
            script played = response(200, good_body);
            if (request.connection == 1)
                played.wait(30ms).send(
                    with_length().replace(with_length().find("seat"), 4, "evil"));
            return played;
        });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, caller).has_value());
    std::this_thread::sleep_for(100ms);
    auto const second = call_once<operations::buy>(io, caller);
    BOOST_TEST_REQUIRE(second.has_value());
    BOOST_TEST((*second == good_item));
    BOOST_TEST(server.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(a_response_that_asks_for_it_or_ends_the_connection_costs_it)
{
    for (auto const& bytes :
        {with_length(head_200 + "Connection: close\r\n"), with_length("HTTP/1.0 200 OK\r\n")})
    {
        std::size_t connections = 0;
        BOOST_TEST(outcome_of(script().send(bytes), &connections).has_value());
        BOOST_TEST(connections == 2U);
    }
}

// survives: H30, H34
BOOST_AUTO_TEST_CASE(limits_on_an_response_hold)
{
    auto const too_large = [](std::string bytes)
    {
        scripted_server server([&](received_request const&) { return script().send(bytes); });
        auto options = options_for(server);
        options.limits.body = 1000;
        options.limits.header = 2048;
        boost::asio::io_context io;
        client caller(io.get_executor(), std::move(options), {.tenant = "arena"});
        auto const outcome = call_once<operations::buy>(io, caller);
        BOOST_TEST_REQUIRE(!outcome.has_value());
        BOOST_TEST((outcome.error() == error_kind::too_large), outcome.error().message());
        BOOST_TEST(outcome.error().outcome_unknown());
    };
    too_large(head_200 + "Content-Length: 1001\r\n\r\n");
    too_large(head_200 + "Content-Length: 9223372036854775807\r\n\r\n");
    too_large(head_200 + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + std::string(1001, 'x') +
              "\r\n0\r\n\r\n");
    too_large(head_200 + "\r\n" + std::string(1001, 'x'));
    too_large(
        head_200 + "X-Long: " + std::string(200U << 10, 'x') + "\r\nContent-Length: 0\r\n\r\n");
    std::string const long_head = head_200 + "X-Long: " + std::string(3000, 'x') + "\r\n";
    too_large(with_length(long_head));
    check_success(with_length(long_head));
    std::string many = head_200;
    for (int i = 0; i != 2000; ++i)
        many += "X-Many: 1\r\n";
    too_large(many + "Content-Length: 0\r\n\r\n");
    too_large(head_200 + "Transfer-Encoding: chunked\r\n\r\n1;" + std::string(200U << 10, 'x') +
              "\r\n{\r\n0\r\n\r\n");
    too_large(head_200 + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX-Long: " +
              std::string(200U << 10, 'x') + "\r\n\r\n");
}

// survives: H34, J1
BOOST_AUTO_TEST_CASE(the_depth_of_json_is_bounded)
{
    std::string deep =
        R"({"id":7,"name":"seat","more":)" + std::string(40, '[') + std::string(40, ']') + "}";
    scripted_server server([&](received_request const&) { return response(200, deep); });
    boost::asio::io_context io;
    client caller(io.get_executor(), options_for(server), {.tenant = "arena"});
    BOOST_TEST((call_once<operations::buy>(io, caller).error() == error_kind::invalid_response));
    auto options = options_for(server);
    options.limits.json_depth = 64;
    client deeper(io.get_executor(), std::move(options), {.tenant = "arena"});
    BOOST_TEST(call_once<operations::buy>(io, deeper).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
