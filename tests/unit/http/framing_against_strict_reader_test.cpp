// SPDX-License-Identifier: BSL-1.0
// The responses that the parser takes, compared with an independent strict reading of the same
// bytes: both take them, or neither does, and they mean the same.
#include "support/strict_http_reader.hpp"

#include <restbind/http/detail/response_parser.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace
{

using restbind::http::response_parser;
using restbind_test::http_reading;
using progress = response_parser::progress;

/// Feeds bytes in pieces of a size.
std::optional<http_reading> read_ours(std::string_view bytes, bool has_no_body, std::size_t piece)
{
    restbind::http::response made;
    response_parser parser(made, {.body = 1U << 20, .header = 8192}, has_no_body);
    auto step = progress::need_more;
    std::size_t begin = 0; // of what was not understood yet
    for (std::size_t end = 0; step == progress::need_more && end != bytes.size();)
    {
        end = piece < bytes.size() - end ? end + piece : bytes.size();
        std::string_view input = bytes.substr(begin, end - begin);
        step = parser.take(input);
        begin = end - input.size();
    }
    if (step == progress::need_more)
        step = parser.end();
    if (step == progress::failed)
        return std::nullopt;
    return http_reading{
        made.status, made.content_type, made.body, bytes.size() - begin, parser.keeps_connection()};
}

/// Bytes of a response with a few of them changed.
class mutator
{
public:
    explicit mutator(std::uint32_t seed)
        : random_(seed)
    {
    }

    std::string change(std::string_view bytes)
    {
        using namespace std::string_view_literals;
        static constexpr std::array pieces{"\r"sv, "\n"sv, "\r\n"sv, " "sv, "\t"sv, "\0"sv,
            "\x7f"sv, "\xc3\xa9"sv, ":"sv, ";"sv, ","sv, "0"sv, "1"sv, "a"sv, "G"sv, "-"sv, "+"sv,
            "=\""sv, "Content-Length: 3\r\n"sv, "Content-Length: 10\r\n"sv,
            "Content-Length: 3, 3\r\n"sv, "Transfer-Encoding: chunked\r\n"sv,
            "Transfer-Encoding: gzip\r\n"sv, "Connection: close\r\n"sv,
            "Connection: keep-alive\r\n"sv, "\r\n "sv, "\r\n\t"sv, "\""sv, "\\"sv, "="sv,
            "Content-Encoding: identity\r\n"sv, "HTTP/1.0 "sv, "HTTP/1.1 100 Go on\r\n\r\n"sv,
            "0\r\n\r\n"sv, "3\r\nabc\r\n"sv, "X: y\r\n"sv};
        std::string changed(bytes);
        for (std::size_t edits = 1 + below(3); edits != 0; --edits)
        {
            std::size_t const at = below(changed.size() + 1);
            std::size_t const removed = below(3) == 0 ? 0 : below(below(4) == 0 ? 12 : 2);
            std::string_view const piece = below(3) == 0 ? ""sv : pieces[below(pieces.size())];
            changed.replace(at, removed, piece);
        }
        return changed;
    }

private:
    std::size_t below(std::size_t bound) { return random_() % bound; }

    std::minstd_rand random_;
};

constexpr std::array<std::string_view, 9> responses{
    "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 10\r\n\r\nabcdefghij",
    "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"y\"\r\nabc\r\n0\r\nT: "
    "1\r\n\r\n",
    "HTTP/1.0 200 OK\r\nConnection: keep-alive, x\r\n\r\nabc",
    "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: "
    "chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n",
    "HTTP/1.1 204\r\nContent-Length: 10\r\n\r\n",
    "HTTP/1.1 500 \r\nX-A:  b \r\nContent-Length: 0\r\nX-C:\r\n\r\nHTTP/1.1 200 OK\r\n",
};

} // namespace

BOOST_AUTO_TEST_SUITE(http_framing_against_strict_reader)

BOOST_AUTO_TEST_CASE(
    what_is_taken_means_the_same_to_another_reader, *boost::unit_test::label("slow"))
{
    std::size_t taken = 0;
    std::size_t refused = 0;
    for (std::uint32_t seed = 1; seed != 200'000; ++seed)
    {
        std::string const bytes = mutator(seed).change(responses[seed % responses.size()]);
        bool const to_head = seed % 16 == 0;
        auto const strict = restbind_test::strict_http_reader(bytes, to_head).read();
        ++(strict ? taken : refused);
        for (std::size_t const piece : {bytes.size(), std::size_t{1}, std::size_t{2} + seed % 30})
        {
            auto const ours = read_ours(bytes, to_head, piece);
            if (ours == strict)
                continue;
            BOOST_TEST_CONTEXT("seed " << seed << ", pieces of " << piece << ": " << bytes)
            {
                BOOST_REQUIRE_MESSAGE(ours.has_value() == strict.has_value(),
                    (ours ? "only the parser takes it" : "only the strict reader takes it"));
                BOOST_TEST(ours->status == strict->status);
                BOOST_TEST(ours->content_type == strict->content_type);
                BOOST_TEST(ours->body == strict->body);
                BOOST_TEST(ours->left_over == strict->left_over);
                BOOST_TEST(ours->keeps_connection == strict->keeps_connection);
            }
        }
    }
    BOOST_TEST_MESSAGE(taken << " taken, " << refused << " refused");
    // Both happen often enough to mean something.
    BOOST_TEST(taken > 50'000);
    BOOST_TEST(refused > 50'000);
}

BOOST_AUTO_TEST_SUITE_END()
