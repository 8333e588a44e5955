// The answers that the parser takes, compared with what Boost.Beast makes of the same bytes.
#include <restbind/http/answer_parser.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
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

namespace http = boost::beast::http;
using restbind::http::answer_parser;

/// What a parser makes of bytes behind which the connection is closed.
struct reading
{
    int status = 0;
    std::string body;
    std::size_t left_over = 0;
};

std::optional<reading> read_ours(std::string_view bytes)
{
    restbind::http::response answer;
    answer_parser parser(answer, {.body = 1U << 20, .header = 8192}, false);
    auto step = parser.take(bytes);
    if (step == answer_parser::progress::need_more)
        step = parser.end();
    if (step == answer_parser::progress::failed)
        return std::nullopt;
    return reading{answer.status, answer.body, bytes.size()};
}

std::optional<reading> read_beast(std::string_view bytes, boost::system::error_code& code)
{
    for (;;)
    {
        http::response_parser<http::string_body> parser;
        parser.eager(true);
        parser.body_limit(1U << 20);
        while (!parser.is_done() && !bytes.empty())
        {
            std::size_t const taken =
                parser.put(boost::asio::buffer(bytes.data(), bytes.size()), code);
            bytes.remove_prefix(taken);
            if (code == http::error::need_more || (!code && taken == 0))
                break;
            if (code)
                return std::nullopt;
        }
        code = {};
        if (!parser.is_done())
            parser.put_eof(code);
        if (code || !parser.is_done())
            return std::nullopt;
        int const status = static_cast<int>(parser.get().result_int());
        if (status >= 200)
            return reading{status, parser.get().body(), bytes.size()};
    }
}

/// Bytes of an answer with a few of them changed.
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
            "Transfer-Encoding: gzip\r\n"sv, "Connection: close\r\n"sv, "HTTP/1.0 "sv,
            "HTTP/1.1 100 Go on\r\n\r\n"sv, "0\r\n\r\n"sv, "3\r\nabc\r\n"sv, "X: y\r\n"sv};
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

constexpr std::array<std::string_view, 7> answers{
    "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 10\r\n\r\nabcdefghij",
    "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"y\"\r\nabc\r\n0\r\nT: "
    "1\r\n\r\n",
    "HTTP/1.0 200 OK\r\nConnection: keep-alive, x\r\n\r\nabc",
    "HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n",
    "HTTP/1.1 500 \r\nX-A:  b \r\nContent-Length: 0\r\nX-C:\r\n\r\nHTTP/1.1 200 OK\r\n",
};

/// What this parser takes on purpose although Beast refuses it; none of it leaves a doubt about
/// where the answer ends.
bool is_taken_on_purpose(boost::system::error_code refused)
{
    return refused == http::error::bad_status || refused == http::error::bad_reason ||
           refused == http::error::bad_value || refused == http::error::bad_chunk_extension;
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_framing_against_beast)

BOOST_AUTO_TEST_CASE(what_is_taken_means_the_same_to_another_parser)
{
    std::size_t taken = 0;
    std::size_t refused = 0;
    std::size_t lenient = 0;
    for (std::uint32_t seed = 1; seed != 200'000; ++seed)
    {
        std::string const bytes = mutator(seed).change(answers[seed % answers.size()]);
        auto const ours = read_ours(bytes);
        if (!ours)
        {
            ++refused;
            continue;
        }
        ++taken;
        boost::system::error_code code;
        auto const theirs = read_beast(bytes, code);
        if (!theirs && is_taken_on_purpose(code))
        {
            ++lenient;
            continue;
        }
        BOOST_TEST_CONTEXT("seed " << seed << ": " << bytes)
        {
            BOOST_REQUIRE_MESSAGE(theirs.has_value(), code.message());
            BOOST_TEST(ours->status == theirs->status);
            BOOST_TEST(ours->body == theirs->body);
            BOOST_TEST(ours->left_over == theirs->left_over);
        }
    }
    BOOST_TEST_MESSAGE(taken << " taken, " << refused << " refused, " << lenient << " lenient");
    // Both happen often enough to mean something.
    BOOST_TEST(taken > 50'000);
    BOOST_TEST(refused > 50'000);
    BOOST_TEST(lenient < taken / 20);
}

BOOST_AUTO_TEST_SUITE_END()
