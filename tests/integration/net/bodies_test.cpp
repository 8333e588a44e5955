// SPDX-License-Identifier: BSL-1.0
// Forms, files, texts and bytes as a server receives them: clients of tests/golden/forms, uploads
// and bodies.
#include "sockets.hpp"
#include "golden/bodies/blocking_client.hpp"
#include "golden/bodies/client.hpp"
#include "golden/forms/client.hpp"
#include "golden/uploads/client.hpp"

#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <fstream>
#include <future>
#include <string>
#include <vector>

namespace
{

using namespace fake;

namespace bodies = golden::bodies;
namespace forms = golden::forms;
namespace uploads = golden::uploads;

/// A server that takes everything, and what is needed to call it.
struct receiver
{
    scripted_server server{
        [](received_request const&) { return script().apply().then(response(204)); }};
    boost::asio::io_context io;

    template <class Client>
    Client client()
    {
        return Client(io.get_executor(), options_for(server), {});
    }

    /// Makes one call, which must succeed, and gives what the server got.
    template <class Call>
    received_request received(Call call)
    {
        std::optional<restbind::result<void>> outcome;
        run(io,
            [&]() -> awaitable<void>
            {
                auto work = call();
                outcome.emplace(co_await std::move(work));
            });
        BOOST_TEST_REQUIRE(outcome->has_value(), (*outcome ? "" : outcome->error().message()));
        auto const requests = server.requests();
        BOOST_TEST_REQUIRE(requests.size() == server.effects());
        auto const& last = requests.back();
        if (!last.header("Content-Type").empty())
            BOOST_TEST(last.header("Content-Length") == std::to_string(last.body.size()));
        return last;
    }
};

/// A value of /proc/self/status, in bytes.
std::size_t memory_of(std::string const& name)
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == name + ":")
        {
            std::size_t kilobytes = 0;
            status >> kilobytes;
            return kilobytes << 10;
        }
    return 0;
}

/// Makes a call. @returns How far memory has grown meanwhile; nothing if the system does not tell.
template <class Call>
std::optional<std::size_t> growth_of(Call const& call)
{
    std::ofstream("/proc/self/clear_refs") << 5 << std::flush; // forgets the peak
    std::size_t const before = memory_of("VmRSS");
    if (memory_of("VmHWM") > before + (std::size_t{4} << 20))
        return std::nullopt;
    call();
    std::size_t const peak = memory_of("VmHWM");
    return peak > before ? peak - before : 0;
}

/// Reads requests with a Content-Length, drops their bodies and answers 204.
void take_uploads(int socket, std::atomic<std::size_t>& received)
{
    std::string const field = "Content-Length: ";
    for (std::string head = read_head(socket); !head.empty(); head = read_head(socket))
    {
        std::size_t left = std::stoul(head.substr(head.find(field) + field.size()));
        received += left;
        char piece[1U << 16];
        while (left != 0)
        {
            auto const count = ::recv(socket, piece, std::min(left, sizeof piece), 0);
            if (count <= 0)
                return;
            left -= static_cast<std::size_t>(count);
        }
        send_text(socket, "HTTP/1.1 204 No Content\r\n\r\n");
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(net_bodies)

BOOST_AUTO_TEST_CASE(a_form_arrives)
{
    receiver to;
    auto const client = to.client<forms::client>();
    forms::Charge charge;
    charge.amount = 5;
    charge.items = std::vector<forms::Item>{{.price = "p 1", .quantity = 2}};
    auto const got = to.received([&] { return client.create_charge(charge); });
    BOOST_TEST(got.method == "POST");
    BOOST_TEST(got.header("Content-Type") == "application/x-www-form-urlencoded");
    BOOST_TEST(got.body == "amount=5&items%5B0%5D%5Bprice%5D=p+1&items%5B0%5D%5Bquantity%5D=2");
}

BOOST_AUTO_TEST_CASE(a_form_that_breaks_a_rule_is_not_sent)
{
    receiver to;
    auto const client = to.client<forms::client>();
    forms::Charge const charge;
    run(to.io,
        [&]() -> awaitable<void>
        {
            auto work = client.create_charge(charge);
            auto const outcome = co_await std::move(work);
            BOOST_TEST_REQUIRE(outcome.has_error());
            BOOST_TEST((outcome.error() == error_kind::validation_failed));
        });
    BOOST_TEST(to.server.effects() == 0U);
}

BOOST_AUTO_TEST_CASE(files_arrive_byte_for_byte_whatever_they_hold)
{
    receiver to;
    auto const client = to.client<uploads::client>();
    // A megabyte of every byte, ends of lines and dashes, and a boundary that looks like ours.
    std::string large;
    for (std::size_t i = 0; large.size() < std::size_t{1} << 20; ++i)
    {
        large.push_back(static_cast<char>(i * 7));
        if (i % 97 == 0)
            large += "\r\n--restbind-0123456789abcdef--\r\n";
    }
    uploads::UploadAnyRequest const request{
        {"one", {.content = large, .name = "a\"\r\nX-Evil: 1\r\n.bin"}}, {"two", {}}};
    auto const got = to.received([&] { return client.upload_any(request); });
    std::string const type = got.header("Content-Type");
    std::string const mark = "multipart/form-data; boundary=";
    BOOST_TEST_REQUIRE(type.starts_with(mark));
    BOOST_TEST(got.header("X-Evil") == "");
    std::string const boundary = type.substr(mark.size());
    std::string const expected =
        "--" + boundary +
        "\r\nContent-Disposition: form-data; name=\"one\"; filename=\"a%22%0D%0AX-Evil: "
        "1%0D%0A.bin\""
        "\r\nContent-Type: application/octet-stream\r\n\r\n" +
        large + "\r\n--" + boundary +
        "\r\nContent-Disposition: form-data; name=\"two\"; filename=\"two\""
        "\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--" +
        boundary + "--\r\n";
    BOOST_TEST((got.body == expected));
    BOOST_TEST(large.find(boundary) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(texts_and_bytes_arrive_with_their_types)
{
    receiver to;
    auto const client = to.client<bodies::client>();
    std::string const text = "a\r\n\xC3\xA4";
    auto got = to.received([&] { return client.send_text(text); });
    BOOST_TEST(got.header("Content-Type") == "text/plain");
    BOOST_TEST(got.body == text);
    restbind::file const picture{
        .content = std::string("\0\xFF\r\n", 4), .content_type = "image/gif"};
    got = to.received([&] { return client.send_image(picture); });
    BOOST_TEST(got.header("Content-Type") == "image/gif");
    BOOST_TEST((got.body == picture.content));
    bodies::NoteChange const note{.text = "t"};
    got = to.received([&] { return client.merge_note(note); });
    BOOST_TEST(got.header("Content-Type") == "application/merge-patch+json");
    BOOST_TEST(got.body == R"({"text":"t"})");
}

BOOST_AUTO_TEST_CASE(an_optional_body_is_there_or_not)
{
    receiver to;
    auto const client = to.client<bodies::client>();
    bodies::Note const note{.text = "t"};
    auto got = to.received([&] { return client.send_maybe(note); });
    BOOST_TEST(got.body == R"({"text":"t"})");
    got = to.received([&] { return client.send_maybe(restbind::no_body); });
    BOOST_TEST(got.header("Content-Type") == "");
    BOOST_TEST(got.header("Content-Length") == "0"); // a server must not wait for a body
    BOOST_TEST(got.body == "");
    auto future = client.async_send_maybe(restbind::no_body, {}, boost::asio::use_future);
    to.io.restart();
    to.io.run_for(10s);
    BOOST_TEST_REQUIRE((future.wait_for(0s) == std::future_status::ready));
    BOOST_TEST(future.get().has_value());
    BOOST_TEST(to.server.effects() == 3U);
}

BOOST_AUTO_TEST_CASE(the_blocking_client_can_leave_a_body_out_too)
{
    receiver to;
    bodies::blocking_client const client(options_for(to.server));
    BOOST_TEST(client.send_maybe_text("t").has_value());
    BOOST_TEST(client.send_maybe_text(restbind::no_body).has_value());
    auto const requests = to.server.requests();
    BOOST_TEST_REQUIRE(requests.size() == 2U);
    BOOST_TEST(requests[0].body == "t");
    BOOST_TEST(requests[1].body == "");
    BOOST_TEST(requests[1].header("Content-Type") == "");
}

BOOST_AUTO_TEST_CASE(a_large_file_is_held_once)
{
    std::atomic<std::size_t> received{0};
    socket_server const server([&](int socket, std::size_t) { take_uploads(socket, received); });
    net::client_options options;
    options.base_url = server.url();
    options.anonymous = true;
    auto const given = [&] { return options.clone(); };
    bodies::ReplaceBytesParameters request;
    request.id = 1;
    std::size_t const size = std::size_t{48} << 20;
    request.body.emplace().content.assign(size, 'x');

    bodies::blocking_client const blocking(given(), {});
    auto const blocked = growth_of([&] { BOOST_TEST(blocking.replace_bytes(request).has_value()); });
    BOOST_TEST(blocked.value_or(0) < size / 4);

    boost::asio::io_context io;
    bodies::client const client(io.get_executor(), given(), {});
    for (bool const outlives : {true, false})
    {
        net::call_options how;
        how.request_outlives_call = outlives;
        auto const grown = growth_of(
            [&]
            {
                run(io,
                    [&]() -> awaitable<void>
                    {
                        auto work = client.replace_bytes(request, how);
                        BOOST_TEST((co_await std::move(work)).has_value());
                    });
            });
        BOOST_TEST((grown.value_or(outlives ? 0 : size) < size / 4) == outlives);
    }
    BOOST_TEST(received == 3 * size);
}

BOOST_AUTO_TEST_CASE(a_file_is_not_looked_at_after_the_call_that_it_outlives)
{
    std::atomic<std::size_t> received{0};
    socket_server const server([&](int socket, std::size_t) { take_uploads(socket, received); });
    net::client_options options;
    options.base_url = server.url();
    options.anonymous = true;
    boost::asio::io_context io;
    bodies::client const client(io.get_executor(), std::move(options), {});
    auto request = std::make_unique<bodies::ReplaceBytesParameters>();
    request->id = 1;
    std::size_t const size = std::size_t{4} << 20; // its memory goes back to the system
    request->body.emplace().content.assign(size, 'x');
    net::call_options how;
    how.request_outlives_call = true;
    auto const sent = [&](bodies::ReplaceBytesParameters const& what)
    {
        bool is_sent = false;
        run(io,
            [&]() -> awaitable<void>
            {
                auto work = client.replace_bytes(what, how);
                is_sent = (co_await std::move(work)).has_value();
            });
        return is_sent;
    };
    BOOST_TEST(sent(*request));
    request.reset();
    how = {.deadline = 0ms}; // refused before there is a request
    BOOST_TEST(!sent({.id = 2, .body = std::nullopt}));
    BOOST_TEST(received == size);
}

BOOST_AUTO_TEST_SUITE_END()
