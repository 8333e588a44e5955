// SPDX-License-Identifier: BSL-1.0
// Which bytes make a response and which make an error, without a socket.
#include <restbind/http/detail/response_parser.hpp>
#include <restbind/http/parser_limits.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace
{

using restbind::error_kind;
using restbind::http::parser_limits;
using restbind::http::response_parser;
using progress = response_parser::progress;

constexpr parser_limits defaults{.body = 16U << 20, .header = 64U << 10};
constexpr std::string_view ten_bytes = "abcdefghij";
std::string const ok_line = "HTTP/1.1 200 OK\r\n";

/// What became of a stream of bytes that ends with the end of the connection.
struct reading
{
    error_kind kind = error_kind::none;
    std::string detail;
    restbind::http::response received;
    std::size_t left_over = 0;
    bool keeps_connection = false; ///< as the connection decides it
};

/// Feeds bytes in pieces that end at the given places.
reading read_pieces(std::string_view bytes, std::vector<std::size_t> const& ends,
    parser_limits const& limits = defaults)
{
    reading result;
    response_parser parser(result.received, limits, false);
    std::string_view input; // what was not understood yet
    auto step = progress::need_more;
    std::size_t begin = 0;
    bool closed = false;
    for (std::size_t const end : ends)
    {
        input = bytes.substr(begin - input.size(), end - begin + input.size());
        step = parser.take(input);
        begin = end;
        if (step != progress::need_more)
            break;
    }
    if (step == progress::need_more)
    {
        closed = true;
        step = parser.end();
    }
    if (step == progress::failed)
    {
        result.kind = parser.failure_kind();
        result.detail = parser.failure_detail();
        BOOST_TEST((result.kind != error_kind::none));
    }
    else
    {
        result.left_over = input.size() + (bytes.size() - begin);
        result.keeps_connection = parser.keeps_connection() && !closed && result.left_over == 0;
    }
    return result;
}

reading read_whole(std::string_view bytes, parser_limits const& limits = defaults)
{
    return read_pieces(bytes, {bytes.size()}, limits);
}

std::vector<std::size_t> pieces_of(std::size_t total, std::size_t size)
{
    std::vector<std::size_t> ends;
    for (std::size_t end = size; end < total; end += size)
        ends.push_back(end);
    ends.push_back(total);
    return ends;
}

/// However the bytes arrive, the result is that of the whole.
void check_all_splits(std::string_view bytes, reading const& whole, parser_limits const& limits)
{
    auto const check = [&](std::vector<std::size_t> const& ends, std::string_view how)
    {
        reading const parts = read_pieces(bytes, ends, limits);
        BOOST_TEST((parts.kind == whole.kind), how << " first piece " << ends.front());
        if (whole.kind != error_kind::none)
            return;
        BOOST_TEST(parts.received.status == whole.received.status, how);
        BOOST_TEST(parts.received.body == whole.received.body, how);
        BOOST_TEST(parts.received.content_type == whole.received.content_type, how);
    };
    if (bytes.size() < 2000)
        for (std::size_t first = 1; first < bytes.size(); ++first)
            check({first, bytes.size()}, "two pieces");
    check(pieces_of(bytes.size(), bytes.size() < 2000 ? 1 : 16U << 10), "many pieces");
}

std::string chunked(std::string_view chunks)
{
    return ok_line + "Transfer-Encoding: chunked\r\n\r\n" + std::string(chunks);
}

std::string with_header(std::string_view line)
{
    return ok_line + std::string(line) + "\r\nContent-Length: 10\r\n\r\n" + std::string(ten_bytes);
}

std::string with_length(std::string_view length)
{
    return ok_line + "Content-Length: " + std::string(length) + "\r\n\r\n" + std::string(ten_bytes);
}

std::string with_status(std::string_view status)
{
    return "HTTP/1.1 " + std::string(status) + " Reason\r\nContent-Length: 0\r\n\r\n";
}

std::string with_version(std::string_view version)
{
    return std::string(version) + " 200 OK\r\nContent-Length: 0\r\n\r\n";
}

std::string times_over(std::string_view text, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i != times; ++i)
        all += text;
    return all;
}

struct item
{
    std::string name;
    std::string bytes;
    error_kind kind;
};

void check_refused(std::vector<item> const& items)
{
    for (auto const& [name, bytes, kind] : items)
        BOOST_TEST_CONTEXT(name)
        {
            reading const whole = read_whole(bytes);
            BOOST_TEST((whole.kind == kind), to_string(whole.kind) << ": " << whole.detail);
            check_all_splits(bytes, whole, defaults);
        }
}

void check_accepted(
    std::string_view name, std::string const& bytes, std::string_view expected_body, bool kept)
{
    BOOST_TEST_CONTEXT(name)
    {
        reading const whole = read_whole(bytes);
        BOOST_TEST((whole.kind == error_kind::none), whole.detail);
        BOOST_TEST(whole.received.body == expected_body);
        BOOST_TEST(whole.keeps_connection == kept);
        check_all_splits(bytes, whole, defaults);
    }
}

constexpr auto protocol = error_kind::protocol;
constexpr auto too_large = error_kind::too_large;
constexpr auto cut_off = error_kind::read;

} // namespace

BOOST_AUTO_TEST_SUITE(net_framing)

// survives: H1, H2, H3, H4, H5, H6
BOOST_AUTO_TEST_CASE(a_length_that_is_no_number_or_contradicts_itself_is_refused)
{
    check_refused({
        {"negative", with_length("-1"), protocol},
        {"junk", with_length("10a"), protocol},
        {"hexadecimal", with_length("0x0a"), protocol},
        {"empty", with_length(""), protocol},
        {"two numbers", with_length("1 0"), protocol},
        {"plus sign", with_length("+10"), protocol},
        {"+5", with_length("+5"), protocol},
        {"a sign alone", with_length("-"), protocol},
        {"2^63 is past every limit", with_length("9223372036854775808"), too_large},
        {"2^64", with_length("18446744073709551616"), protocol},
        {"2^64 + 10", with_length("18446744073709551626"), protocol},
        {"very long", with_length("1" + std::string(400, '0')), protocol},
        {"twice, in two lines", with_header("Content-Length: 9"), protocol},
        {"twice, in one line", with_length("10, 9"), protocol},
    });
}

// survives: H7, H8, H9
BOOST_AUTO_TEST_CASE(a_transfer_coding_other_than_one_chunked_is_refused)
{
    std::string const chunks = "a\r\n" + std::string(ten_bytes) + "\r\n0\r\n\r\n";
    std::vector<item> items{
        {"length, then coding",
            ok_line + "Content-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
            protocol},
        {"coding, then length",
            ok_line + "Transfer-Encoding: chunked\r\nContent-Length: 10\r\n\r\n" + chunks,
            protocol},
        {"chunked in two lines",
            ok_line + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
            protocol},
        {"gzip, then chunked in another line",
            ok_line + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
            protocol},
    };
    for (auto const coding : {"gzip, chunked", "chunked, chunked", "chunked, gzip", "gzip",
             "identity", "", "chunked;q=1", "xchunked", "chunked,"})
        items.push_back(
            {coding, ok_line + "Transfer-Encoding: " + coding + "\r\n\r\n" + chunks, protocol});
    check_refused(items);
}

// survives: H10, H11, H12
BOOST_AUTO_TEST_CASE(chunks_that_are_bad_too_large_or_cut_off_are_refused)
{
    using namespace std::string_literals;
    check_refused({
        {"no size", chunked("\r\nabc\r\n0\r\n\r\n"), protocol},
        {"no size where the last one would stand", chunked("3\r\nabc\r\n\r\n\r\n"), protocol},
        {"an extension without a size", chunked("3\r\nabc\r\n;x\r\n\r\n"), protocol},
        {"junk for a size", chunked("x\r\nabc\r\n0\r\n\r\n"), protocol},
        {"negative size", chunked("-3\r\nabc\r\n0\r\n\r\n"), protocol},
        {"size with 0x", chunked("0x3\r\nabc\r\n0\r\n\r\n"), protocol},
        {"size with a bare LF", chunked("3\nabc\r\n0\r\n\r\n"), protocol},
        {"data longer than its size", chunked("3\r\nabcd\r\n0\r\n\r\n"), protocol},
        {"data shorter than its size", chunked("5\r\nabc\r\n0\r\n\r\n"), protocol},
        {"two bytes of data in the place of a line end", chunked("3\r\nabcde0\r\n\r\n"), protocol},
        {"size of 2^64", chunked("10000000000000000\r\nabc\r\n0\r\n\r\n"), protocol},
        {"size of 72 bits", chunked("ffffffffffffffffff\r\nabc\r\n0\r\n\r\n"), protocol},
        {"size of 2^64 - 1", chunked("ffffffffffffffff\r\nabc\r\n0\r\n\r\n"), too_large},
        {"two sizes whose sum overflows",
            chunked("3\r\nabc\r\nfffffffffffffffd\r\nabc\r\n0\r\n\r\n"), too_large},
        {"text behind a size", chunked("3 x\r\nabc\r\n0\r\n\r\n"), protocol},
        // What a quoted string of an extension holds is looked at when it is closed.
        {"quotes that stay open", chunked("3;x=\"y\r\nabc\r\n0\r\n\r\n"), cut_off},
        {"a bare LF in quotes", chunked("3;x=\"\n\"\r\nabc\r\n0\r\n\r\n"), protocol},
        {"NUL in the quotes of the last chunk", chunked("0;x=\"\0\"\r\n\r\n"s), protocol},
        {"quotes that close in a later line", chunked("3;x=\"y\r\nab\"\r\n0\r\n\r\n"), protocol},
        // RFC 9112, section 7.1: nothing may stand between a size without extensions and CR LF.
        {"a padded size", chunked("a  \r\n" + std::string(ten_bytes) + "\r\n0 \r\n\r\n"), protocol},
        {"a length behind the body", chunked("3\r\nabc\r\n0\r\nContent-Length: 3\r\n\r\n"),
            protocol},
        {"a coding behind the body", chunked("3\r\nabc\r\n0\r\ntransfer-encoding: x\r\n\r\n"),
            protocol},
        {"cut off before a size", chunked(""), cut_off},
        {"cut off in a size", chunked("a"), cut_off},
        {"cut off in the data", chunked("a\r\nabc"), cut_off},
        {"cut off after the data", chunked("3\r\nabc"), cut_off},
        {"cut off before the last chunk", chunked("3\r\nabc\r\n"), cut_off},
        {"cut off in the last chunk", chunked("3\r\nabc\r\n0\r\n"), cut_off},
        {"cut off in a trailer", chunked("3\r\nabc\r\n0\r\nX-A: 1"), cut_off},
    });
}

// survives: H13
BOOST_AUTO_TEST_CASE(chunk_extensions_and_trailers_count_against_the_limit_of_the_head)
{
    std::string const one_byte = "1;x=" + std::string(1000, 'y') + "\r\na\r\n";
    check_refused({
        {"one extension of 200 KB",
            chunked("3;x=" + std::string(200U << 10, 'y') + "\r\nabc\r\n0\r\n\r\n"), too_large},
        {"200 extensions of 1 KB", chunked(times_over(one_byte, 200) + "0\r\n\r\n"), too_large},
        {"one trailer of 200 KB",
            chunked("3\r\nabc\r\n0\r\nX: " + std::string(200U << 10, 'y') + "\r\n\r\n"), too_large},
        {"zeros in front of sizes, 1 KB 200 times",
            chunked(times_over(std::string(1000, '0') + "1\r\na\r\n", 200) + "0\r\n\r\n"), too_large},
        {"zeros in front of a size, 200 KB",
            chunked(std::string(200U << 10, '0') + "3\r\nabc\r\n0\r\n\r\n"), too_large},
        {"200 trailers of 1 KB",
            chunked("3\r\nabc\r\n0\r\n" + times_over("X: " + std::string(1000, 'y') + "\r\n", 200) +
                    "\r\n"),
            too_large},
        {"2000 trailers", chunked("3\r\nabc\r\n0\r\n" + times_over("X: 1\r\n", 2000) + "\r\n"),
            too_large},
    });
}

// survives: H14, H15
BOOST_AUTO_TEST_CASE(an_empty_response_and_other_versions_are_refused)
{
    std::vector<item> items{
        {"nothing at all", "", cut_off},
        // Too short for a version: the message is incomplete (RFC 9112, section 8).
        {"an empty line", "\r\n", cut_off},
        {"two empty lines", "\r\n\r\n", cut_off},
        {"an empty line in front", "\r\n" + with_length("10"), protocol},
        {"half a status line", "HTTP/1.1 2", cut_off},
        {"a head without its end", ok_line + "Content-Length: 0\r\n", cut_off},
        {"a page without a head (HTTP/0.9)", "<html>hello</html>\r\n\r\n", protocol},
        {"another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n", protocol},
        {"no version", " 200 OK\r\n\r\n", protocol},
    };
    for (auto const version : {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/2", "HTTP/3.1", "HTTP/11",
             "http/1.1", "HTTP/1.", "HTTPS/1.1", "HTTP/1.10"})
        items.push_back({version, with_version(version), protocol});
    items.push_back(
        {"no space behind the version", "HTTP/1.1x200 OK\r\nContent-Length: 0\r\n\r\n", protocol});
    check_refused(items);
}

// survives: H16
BOOST_AUTO_TEST_CASE(a_status_outside_100_to_599_is_refused)
{
    std::vector<item> items;
    for (auto const status :
        {"000", "001", "99", "099", "600", "999", "1000", "-20", "+200", "2x0", "20", "2", ""})
        items.push_back({"status " + std::string(status), with_status(status), protocol});
    check_refused(items);
    for (int const status : {200, 299, 300, 400, 499, 500, 599})
        BOOST_TEST(read_whole(with_status(std::to_string(status))).received.status == status);
}

// survives: H17, H18, H19, H20, H21, H22
BOOST_AUTO_TEST_CASE(a_head_with_a_line_that_is_none_is_refused)
{
    using namespace std::string_literals;
    check_refused({
        {"bare LF after the status", "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", protocol},
        {"bare LF after a header", with_header("X-A: 1\nX-B: 2"), protocol},
        {"bare LF everywhere", "HTTP/1.1 200 OK\nContent-Length: 0\n\nabc\r\n\r\n", protocol},
        {"NUL in a value", with_header("X-A: a\0b"s), protocol},
        {"NUL in a name", with_header("X\0A: 1"s), protocol},
        {"NUL in the reason", "HTTP/1.1 200 O\0K\r\nContent-Length: 0\r\n\r\n"s, protocol},
        {"DEL in a value", with_header("X-A: a\x7f"), protocol},
        {"bare CR in a value", with_header("X-A: a\rb"), protocol},
        {"bare CR in a name", with_header("X\rA: 1"), protocol},
        {"bare CR after the status", "HTTP/1.1 200 OK\rContent-Length: 0\r\n\r\n", protocol},
        {"no colon", with_header("no colon"), protocol},
        {"a name alone", with_header("X-A"), protocol},
        {"no name", with_header(": 1"), protocol},
        {"a space before the colon", with_header("X-A : 1"), protocol},
        {"a space before the name", ok_line + " X-A: 1\r\nContent-Length: 0\r\n\r\n", protocol},
        {"folded into the status line", "HTTP/1.1 200\r\n OK\r\nContent-Length: 0\r\n\r\n",
            protocol},
        {"folded in a name", with_header("X-A\r\n : 1"), protocol},
    });
}

// survives: H22
// RFC 9112, section 5.2: a user agent reads a line that goes on in the next one as if spaces stood
// in the place of the line's end.
BOOST_AUTO_TEST_CASE(a_folded_field_is_read_with_a_space_in_the_place_of_the_fold)
{
    auto const type_of = [](std::string const& value)
    {
        std::string const bytes = with_header("Content-Type:" + value);
        reading const whole = read_whole(bytes);
        BOOST_TEST((whole.kind == error_kind::none), whole.detail);
        BOOST_TEST(whole.received.body == ten_bytes);
        BOOST_TEST(whole.keeps_connection);
        check_all_splits(bytes, whole, defaults);
        return whole.received.content_type;
    };
    BOOST_TEST(type_of(" a\r\n b") == "a b");
    BOOST_TEST(type_of(" a\r\n\tb") == "a b");
    BOOST_TEST(type_of(" a \r\n \t b \r\n c") == "a b c");
    BOOST_TEST(type_of("\r\n b") == "b");
    BOOST_TEST(type_of(" a\r\n ") == "a");
    BOOST_TEST(type_of("\r\n  ") == "");
    // A fold hides neither a length nor a coding, nor a character that no value may hold.
    check_accepted("a folded length",
        ok_line + "Content-Length:\r\n 10\r\n\r\n" + std::string(ten_bytes), ten_bytes, true);
    check_accepted("a folded coding",
        ok_line + "Transfer-Encoding:\r\n chunked\r\n\r\na\r\n" + std::string(ten_bytes) +
            "\r\n0\r\nX-A: a\r\n b\r\n\r\n",
        ten_bytes, true);
    check_refused({
        {"two folded lengths", with_length("1\r\n 0"), protocol},
        {"another coding behind a fold",
            ok_line + "Transfer-Encoding: gzip,\r\n chunked\r\n\r\n0\r\n\r\n", protocol},
        {"a length behind a fold in a trailer",
            chunked("3\r\nabc\r\n0\r\nContent-Length:\r\n 3\r\n\r\n"), protocol},
        {"a control character behind a fold", with_header("X-A: a\r\n b\x01"), protocol},
        {"a bare LF behind a fold", with_header("X-A: a\r\n b\nX-B: 1"), protocol},
        {"a folded value of 5 KB", with_header("X-A: a\r\n " + std::string(5000, 'b')), too_large},
    });
}

// However a parser looks for the end of a text, every byte counts at every place.
BOOST_AUTO_TEST_CASE(every_byte_of_a_name_or_a_value_is_looked_at_wherever_it_stands)
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    auto const read = [](std::string const& line)
    { return read_whole(ok_line + line + "\r\nContent-Length: 10\r\n\r\n" + std::string(ten_bytes)); };
    for (int code = 0; code != 256; ++code)
    {
        char const c = static_cast<char>(code);
        bool const in_name = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                             (c >= 'a' && c <= 'z') || marks.find(c) != std::string_view::npos;
        bool const in_value = (code >= 0x20 && code != 0x7f) || c == '\t';
        for (std::size_t size = 1; size != 36; ++size)
            for (std::size_t at = 0; at < size; at += size < 18 ? 1 : 3)
            {
                std::string text(size, 'z');
                text[at] = c;
                // A colon in a name begins the value.
                bool const names = in_name || (c == ':' && at != 0);
                BOOST_REQUIRE_MESSAGE((read(text + ": 1").kind == error_kind::none) == names,
                    "name " << code << " at " << at << " of " << size);
                BOOST_REQUIRE_MESSAGE((read("X-A: " + text).kind == error_kind::none) == in_value,
                    "value " << code << " at " << at << " of " << size);
            }
    }
}

BOOST_AUTO_TEST_CASE(a_header_is_known_by_its_whole_name_in_any_case)
{
    auto const type_of = [](std::string const& name)
    {
        return read_whole(
            ok_line + name + ": x/y\r\nContent-Length: 10\r\n\r\n" + std::string(ten_bytes))
            .received.content_type;
    };
    for (std::string const name : {"content-type", "Content-Type", "CONTENT-TYPE", "cOnTENT-tYpe"})
        BOOST_TEST(type_of(name) == "x/y");
    std::string const known = "content-type";
    for (std::size_t at = 0; at != known.size(); ++at)
        for (char const other : {'q', '-', '_', '~', '.', '0'})
        {
            std::string name = known;
            name[at] = other;
            BOOST_TEST(type_of(name) == (name == known ? "x/y" : ""), name);
        }
}

BOOST_AUTO_TEST_CASE(spaces_and_tabs_around_a_value_are_no_part_of_it)
{
    auto const type_of = [](std::string const& padded)
    {
        return read_whole(ok_line + "Content-Type:" + padded + "\r\nContent-Length: 10\r\n\r\n" +
                          std::string(ten_bytes))
            .received.content_type;
    };
    for (std::string const before : {"", " ", "\t", "  ", " \t", "\t "})
        for (std::string const behind : {"", " ", "\t", "  ", " \t", "\t "})
        {
            BOOST_TEST(type_of(before + "x" + behind) == "x");
            BOOST_TEST(type_of(before + "x \ty" + behind) == "x \ty");
            BOOST_TEST(type_of(before + "\xc3\xa9" + behind) == "\xc3\xa9");
            BOOST_TEST(type_of(before + behind) == "");
        }
}

// survives: H23, H24
BOOST_AUTO_TEST_CASE(a_head_past_its_limits_is_refused_however_it_arrives)
{
    std::string const long_line = "X-Long: " + std::string(200U << 10, 'x');
    std::string const many =
        ok_line + times_over("X-Many: 1\r\n", 2000) + "Content-Length: 0\r\n\r\n";
    std::string const some = ok_line + times_over("X-Many: 1\r\n", 499) + "Content-Length: 0\r\n\r\n";
    check_refused({
        {"a header of 200 KB", with_header(long_line), too_large},
        {"a reason of 200 KB", "HTTP/1.1 200 " + std::string(200U << 10, 'x') + "\r\n\r\n",
            too_large},
        {"2000 headers", many, too_large},
        {"200 headers of 1 KB",
            ok_line + times_over("X: " + std::string(1000, 'x') + "\r\n", 200) + "\r\n", too_large},
    });
    check_accepted("500 headers", some, "", true);

    // Each line in a piece of its own: a limit on each piece would let all of them pass.
    std::vector<std::size_t> ends;
    for (std::size_t end = many.find("\r\n"); end != std::string::npos;
         end = many.find("\r\n", end + 2))
        ends.push_back(end + 2);
    BOOST_TEST((read_pieces(many, ends).kind == too_large));
    std::string const endless = ok_line + times_over("X: " + std::string(1000, 'x') + "\r\n", 400);
    BOOST_TEST((read_pieces(endless, pieces_of(endless.size(), 1005)).kind == too_large));

    // Sizes of chunks have space behind a head that has used up its own.
    std::string const head = ok_line + "Transfer-Encoding: chunked\r\n\r\n";
    parser_limits const exact{.body = 10, .header = head.size()};
    std::string const bytes = head + "0000000000a\r\n" + std::string(ten_bytes) + "\r\n0\r\n";
    BOOST_TEST((read_pieces(bytes + "\r\n", pieces_of(bytes.size() + 2, 1), exact).kind ==
                error_kind::none));
    BOOST_TEST((read_whole(bytes + "X: 1\r\n\r\n", exact).kind == too_large));
    // A line's end takes space, too.
    for (std::size_t const missing : {std::size_t{1}, std::size_t{2}})
        BOOST_TEST(
            (read_whole(bytes + "\r\n", {.body = 10, .header = exact.header - missing}).kind ==
                too_large));

    // A line that does not end is not waited for.
    restbind::http::response received;
    response_parser parser(received, defaults, false);
    std::string const no_end = ok_line + "X: " + std::string(defaults.header, 'x');
    std::string_view input = no_end;
    BOOST_TEST((parser.take(input) == progress::failed));
    BOOST_TEST((parser.failure_kind() == too_large));

    // Interim responses do not begin a new account.
    std::string const hint = "HTTP/1.1 103 Hints\r\nX: " + std::string(20U << 10, 'x') + "\r\n\r\n";
    BOOST_TEST((read_whole(times_over(hint, 3) + with_length("10")).kind == error_kind::none));
    BOOST_TEST((read_whole(times_over(hint, 4) + with_length("10")).kind == too_large));
}

// survives: H25
BOOST_AUTO_TEST_CASE(interim_responses_are_skipped_up_to_a_limit)
{
    std::string const expected(ten_bytes);
    std::string const hints = "HTTP/1.1 103 Early Hints\r\nContent-Type: text/html\r\n\r\n";
    std::string const go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    std::string const response = with_length("10");
    check_accepted("100 once", go_on + response, expected, true);
    check_accepted("103 once", hints + response, expected, true);
    check_accepted("8 interim responses", times_over(hints + go_on, 4) + response, expected, true);
    BOOST_TEST(read_whole(hints + response).received.content_type == "", "it is that of the hint");
    check_refused({
        {"100 nine times", times_over(go_on, 9) + response, protocol},
        {"103 a thousand times", times_over(hints, 1000) + response, protocol},
        {"100 and then nothing", go_on, cut_off},
        {"103 with a length", "HTTP/1.1 103 Hints\r\nContent-Length: 3\r\n\r\n" + response, protocol},
        {"100 with chunks", "HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n" + response,
            protocol},
        {"100 with a body", "HTTP/1.1 100 Continue\r\nContent-Length: 3\r\n\r\nabc" + response,
            protocol},
    });
}

// survives: H26
BOOST_AUTO_TEST_CASE(a_switch_of_protocols_is_refused)
{
    check_refused({
        {"101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            protocol},
        {"101 after 100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n\r\n",
            protocol},
    });
}

// survives: H27
BOOST_AUTO_TEST_CASE(a_response_without_content_ends_with_its_head_and_costs_the_connection_if_it_announces_some)
{
    // RFC 9112, section 6.3, rule 1.
    for (std::string const line : {"HTTP/1.1 204 No Content\r\n", "HTTP/1.1 304 Not Modified\r\n"})
        for (std::string const head : {"Content-Length: 3\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"})
        {
            check_accepted("announced", line + head, "", false);
            reading const followed = read_whole(line + head + "3\r\nabc\r\n0\r\n\r\n");
            BOOST_TEST((followed.kind == error_kind::none));
            BOOST_TEST(followed.received.body == "");
            BOOST_TEST(!followed.keeps_connection);
        }
    check_accepted("204", "HTTP/1.1 204 No Content\r\n\r\n", "", true);
    check_accepted(
        "204 of length 0", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", "", true);
}

// survives: H28, H29
BOOST_AUTO_TEST_CASE(a_body_that_the_close_ends_and_bytes_behind_an_response_cost_the_connection)
{
    check_accepted("ended by the close", ok_line + "\r\n" + std::string(ten_bytes), ten_bytes, false);
    check_accepted("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\n" + std::string(ten_bytes), ten_bytes, false);
    check_accepted("asked to close", with_header("Connection: close"), ten_bytes, false);
    check_accepted("asked to keep", with_header("Connection: keep-alive"), ten_bytes, true);

    for (std::string const surplus :
        {"x", "\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"})
        for (std::string const& response :
            {with_length("10"), chunked("a\r\n" + std::string(ten_bytes) + "\r\n0\r\n\r\n")})
        {
            reading const read = read_whole(response + surplus);
            BOOST_TEST((read.kind == error_kind::none));
            BOOST_TEST(read.received.body == ten_bytes);
            BOOST_TEST(read.left_over == surplus.size());
            BOOST_TEST(!read.keeps_connection);
        }
    // 204 ends with its head: what follows belongs to nothing.
    BOOST_TEST(!read_whole("HTTP/1.1 204 No Content\r\n\r\nabc").keeps_connection);
}

BOOST_AUTO_TEST_CASE(what_servers_write_carelessly_is_taken_where_it_has_one_meaning)
{
    // RFC 9112, section 4: the space behind the status stands there even without a reason.
    check_accepted("no reason", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", "", true);
    check_accepted("the same length twice", with_header("Content-Length: 10"), ten_bytes, true);
    check_accepted("the same length twice in a line", with_length("10, 10"), ten_bytes, true);
    check_accepted("a size with many zeros",
        chunked(std::string(50, '0') + "a\r\n" + std::string(ten_bytes) + "\r\n0\r\n\r\n"), ten_bytes, true);
    check_accepted("a value that is not ASCII", with_header("X-A: caf\xc3\xa9\tx"), ten_bytes, true);
    check_accepted("asked to close in one of two lines",
        with_header("Connection: close\r\nConnection: x"), ten_bytes, false);
    // RFC 9110, section 7.6.1: what is no list of tokens may have meant anything.
    check_refused({{"no list of tokens", with_header("Connection: ;, close"), protocol}});
    // HTTP/1.0 knows no chunks: who sends them all the same cannot be trusted to end them.
    check_accepted("chunks of HTTP/1.0",
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "", false);
    check_accepted("HTTP/1.0 that stays",
        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n", "", true);
    check_accepted("HTTP/1.0 that says both",
        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive, close\r\nContent-Length: 0\r\n\r\n", "", false);
}

// survives: H38
BOOST_AUTO_TEST_CASE(a_status_line_without_the_space_behind_its_code_has_an_empty_reason)
{
    std::string const bare = "HTTP/1.1 200\r\n";
    std::string const end = "Content-Length: 10\r\n\r\n" + std::string(ten_bytes);
    check_accepted("with fields", bare + end, ten_bytes, true);
    check_accepted("behind an interim one", "HTTP/1.1 100\r\n\r\n" + bare + end, ten_bytes, true);
    check_accepted("without fields", "HTTP/1.1 204\r\n\r\n", "", true);
    check_accepted("HTTP/1.0", "HTTP/1.0 200\r\n\r\n" + std::string(ten_bytes), ten_bytes, false);
    check_refused({{"no code", "HTTP/1.1 2x0\r\n" + end, protocol},
        {"600", "HTTP/1.1 600\r\n" + end, protocol},
        {"four digits", "HTTP/1.1 2000\r\n" + end, protocol},
        {"two digits", "HTTP/1.1 20\r\n" + end, protocol},
        {"another version", "HTTP/1.2 200\r\n" + end, protocol},
        {"no protocol", "ICY/1.1x 200\r\n" + end, protocol},
        {"LF", "HTTP/1.1 200\n" + end, protocol}});
}

BOOST_AUTO_TEST_CASE(a_server_may_say_how_long_an_idle_connection_stays)
{
    auto const limit = [](std::string const& value)
    {
        restbind::http::response received;
        response_parser parser(received, defaults, false);
        std::string const bytes =
            ok_line + "Keep-Alive: " + value + "\r\nContent-Length: 0\r\n\r\n";
        std::string_view input = bytes;
        BOOST_TEST((parser.take(input) == progress::complete));
        return parser.idle_limit() ? parser.idle_limit()->count() : -1;
    };
    BOOST_TEST(limit("timeout=5, max=100") == 5);
    BOOST_TEST(limit("max=100,Timeout=15") == 15);
    BOOST_TEST(limit("timeout=0") == 0);
    BOOST_TEST(limit("timeout=99999999999999999999") == 1'000'000);
    for (auto const bad : {"", "timeout", "timeout=", "timeout=-5", "timeout=5s", "max=5"})
        BOOST_TEST(limit(bad) == -1, bad);
}

BOOST_AUTO_TEST_CASE(nothing_of_an_earlier_or_an_interim_response_is_left)
{
    restbind::http::response received;
    std::string const hint =
        "HTTP/1.1 103 Hints\r\nContent-Type: a/b\r\nRetry-After: 3\r\nX-Request-ID: a\r\n\r\n";
    for (std::string const& bytes :
        {ok_line + "Content-Type: a/b\r\nRetry-After: 3\r\nX-Request-ID: a\r\n" +
                "Content-Length: 3\r\n\r\nabc",
            hint + ok_line + "Content-Length: 0\r\n\r\n", ok_line + "Content-Length: 0\r\n\r\n"})
    {
        response_parser parser(received, defaults, false);
        std::string_view input = bytes;
        BOOST_TEST((parser.take(input) == progress::complete));
        bool const full = bytes.ends_with("abc");
        BOOST_TEST(received.content_type.empty() != full);
        BOOST_TEST(received.headers.empty() != full);
        BOOST_TEST(received.retry_after.has_value() == full);
        BOOST_TEST(received.body.empty() != full);
    }
}

BOOST_AUTO_TEST_CASE(a_body_without_an_announced_end_does_not_leave_the_connection_open)
{
    restbind::http::response received;
    response_parser parser(received, defaults, false);
    std::string const bytes = ok_line + "\r\nabc";
    std::string_view input = bytes;
    BOOST_TEST((parser.take(input) == progress::need_more));
    BOOST_TEST((parser.end() == progress::complete));
    BOOST_TEST(!parser.keeps_connection());
}

BOOST_AUTO_TEST_CASE(a_response_to_head_has_no_body)
{
    for (std::string const& bytes : {ok_line + "Content-Length: 10\r\n\r\n",
             ok_line + "Transfer-Encoding: chunked\r\n\r\n", ok_line + "\r\n"})
    {
        restbind::http::response received;
        response_parser parser(received, defaults, true);
        std::string_view input = bytes;
        BOOST_TEST((parser.take(input) == progress::complete));
        BOOST_TEST(input.empty());
        BOOST_TEST(parser.keeps_connection());
    }
}

BOOST_AUTO_TEST_CASE(headers_are_kept_that_are_asked_for_or_help_to_trace)
{
    std::string const bytes = ok_line + "X-Request-ID: a\r\nETag: \"b\"\r\nServer: c\r\n"
                                        "Retry-After: 3\r\nContent-Length: 0\r\n\r\n";
    auto const kept = [&](parser_limits limits)
    {
        restbind::http::response received;
        limits.header = 1000;
        response_parser parser(received, limits, false);
        std::string_view input = bytes;
        BOOST_TEST((parser.take(input) == progress::complete));
        BOOST_TEST(received.retry_after.has_value());
        return received.headers.text();
    };
    BOOST_TEST(kept({}) == "X-Request-ID: a\r\n");
    BOOST_TEST(kept({.kept_headers = "Vary, etag"}) == "X-Request-ID: a\r\nETag: \"b\"\r\n");
    BOOST_TEST(kept({.trace_headers = "Server, Date"}) == "Server: c\r\n");
    BOOST_TEST(kept({.trace_headers = ""}) == "");
    BOOST_TEST(kept({.keep_all_headers = true}).size() == bytes.size() - ok_line.size() - 2);
}

BOOST_AUTO_TEST_CASE(what_the_client_reads_itself_counts_where_no_header_is_kept_by_name)
{
    parser_limits const nothing_kept{.header = 1000, .trace_headers = ""};
    auto const head = [&](std::string const& line, std::string const& fields)
    {
        std::string const bytes = line + fields + "Content-Length: 0\r\n\r\n";
        return read_whole(bytes, nothing_kept);
    };
    auto const refused = head("HTTP/1.1 401 Unauthorized\r\n",
        "Content-Type: a/b\r\nDate: Fri, 01 Jan 2027 12:00:00 GMT\r\nRetry-After: 3\r\n"
        "WWW-Authenticate: Bearer\r\nLocation: /x\r\nServer: c\r\n");
    BOOST_TEST(refused.received.content_type == "a/b");
    BOOST_TEST(refused.received.date.has_value());
    BOOST_TEST(refused.received.retry_after.has_value());
    BOOST_TEST(refused.received.headers.text() == "WWW-Authenticate: Bearer\r\nLocation: /x\r\n");
    BOOST_TEST((head(ok_line, "Content-Encoding: gzip\r\n").kind == protocol));
    BOOST_TEST((head(ok_line, "Transfer-Encoding: gzip\r\n").kind == protocol));
    std::string const old_line = "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n";
    BOOST_TEST(head(old_line, "").keeps_connection);
    BOOST_TEST(!head(old_line, "Connection: close\r\n").keeps_connection);
    BOOST_TEST(!head(old_line, "Proxy-Connection: close\r\n").keeps_connection);

    restbind::http::response received;
    response_parser parser(received, nothing_kept, false);
    std::string const bytes = ok_line + "Keep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n";
    std::string_view input = bytes;
    BOOST_TEST((parser.take(input) == progress::complete));
    BOOST_TEST((parser.idle_limit() == std::chrono::seconds(5)));
}

// survives: H30
BOOST_AUTO_TEST_CASE(a_body_of_the_largest_size_is_taken_and_one_byte_more_is_not)
{
    parser_limits const small{.body = 10, .header = 4096};
    auto const kind = [&](std::string const& bytes, std::size_t piece)
    { return read_pieces(bytes, pieces_of(bytes.size(), piece), small).kind; };
    for (std::size_t const piece : {std::size_t{1}, std::size_t{7}, std::size_t{10000}})
    {
        BOOST_TEST((kind(with_length("10"), piece) == error_kind::none));
        BOOST_TEST((kind(ok_line + "Content-Length: 11\r\n\r\nabcdefghijk", piece) == too_large));
        BOOST_TEST(
            (kind(chunked("5\r\nabcde\r\n5\r\nfghij\r\n0\r\n\r\n"), piece) == error_kind::none));
        BOOST_TEST((kind(chunked("5\r\nabcde\r\n6\r\nfghijk\r\n0\r\n\r\n"), piece) == too_large));
        BOOST_TEST((kind(ok_line + "\r\nabcdefghij", piece) == error_kind::none));
        BOOST_TEST((kind(ok_line + "\r\nabcdefghijk", piece) == too_large));
    }
    // A size is refused before its data come.
    for (std::string const& bytes :
        {ok_line + "Content-Length: 11\r\n\r\n", chunked("5\r\nabcde\r\n6\r\n")})
    {
        restbind::http::response received;
        response_parser parser(received, small, false);
        std::string_view input = bytes;
        BOOST_TEST((parser.take(input) == progress::failed));
    }
    // The status came, whichever way the size was told: the request has taken effect.
    for (std::string const& bytes : {ok_line + "Content-Length: 11\r\n\r\n",
             chunked("b\r\nabcdefghijk\r\n"), ok_line + "\r\nabcdefghijk"})
        BOOST_TEST(read_whole(bytes, small).received.status == 200);
}

// survives: H30
BOOST_AUTO_TEST_CASE(a_length_that_is_only_announced_takes_little_memory)
{
    restbind::http::response received;
    response_parser parser(received, defaults, false);
    std::string const bytes = ok_line + "Content-Length: 16777216\r\n\r\nabc";
    std::string_view input = bytes;
    BOOST_TEST((parser.take(input) == progress::need_more));
    BOOST_TEST(received.body == "abc");
    BOOST_TEST(received.body.capacity() <= 2U << 20);
}

// survives: H31
BOOST_AUTO_TEST_CASE(a_content_coding_that_was_not_asked_for_is_refused)
{
    for (auto const coding : {"gzip", "br", "deflate", "identity, gzip", ""})
        check_refused(
            {{coding, with_header("Content-Encoding: " + std::string(coding)), protocol}});
    check_accepted("identity", with_header("Content-Encoding: Identity"), ten_bytes, true);
}

// survives: H36
BOOST_AUTO_TEST_CASE(a_proper_response_means_the_same_however_it_is_cut_into_pieces)
{
    std::string const whole(ten_bytes);
    for (std::string const& bytes : {with_length("10"), with_header("Content-Type: a/b;  c=\"d\" "),
             chunked("5;a=b;c=\"d e\"\r\nabcde\r\n005\r\nfghij\r\n000;x\r\nX-T: 1\r\nX-U:\r\n\r\n"),
             "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n" +
                 with_length("10"),
             "HTTP/1.0 200 OK\r\nRetry-After: 3\r\n\r\n" + whole, ok_line + "\r\n" + whole})
    {
        reading const read = read_whole(bytes);
        BOOST_TEST((read.kind == error_kind::none), read.detail);
        BOOST_TEST(read.received.body == whole);
        check_all_splits(bytes, read, defaults);
        // And in three pieces.
        for (std::size_t first = 1; first + 1 < bytes.size(); first += 3)
            for (std::size_t second = first + 1; second < bytes.size(); second += 3)
            {
                reading const parts = read_pieces(bytes, {first, second, bytes.size()});
                if (parts.kind != error_kind::none || parts.received.body != whole)
                    BOOST_ERROR("cut at " << first << " and " << second);
            }
    }
}

BOOST_AUTO_TEST_CASE(what_came_before_an_error_is_no_response)
{
    // A status without a whole response behind it must not be taken for one: the kind says so.
    reading const cut = read_whole(ok_line + "Content-Length: 10\r\n\r\nabc");
    BOOST_TEST((cut.kind == cut_off));
    BOOST_TEST(cut.detail == "the connection was closed inside the response");
    BOOST_TEST(read_whole("").detail == "the connection was closed without a response");
    BOOST_TEST(read_whole(with_status("999")).detail == "the status is not from 100 to 599");
}

BOOST_AUTO_TEST_SUITE_END()
