// SPDX-License-Identifier: BSL-1.0
// Forms of several parts, byte for byte, and what hostile names and contents come to.
#include <restbind/http/detail/multipart_body.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using namespace restbind;
using http::form_field;
using http::style;

namespace
{

/// One part as an independent reader sees it.
struct part
{
    std::vector<std::string> head; ///< lines
    std::string content;
};

struct parsed
{
    std::string boundary;
    std::vector<part> parts;
};

/// Reads a body by the letter of RFC 2046: only whole delimiters count, and nothing stands around.
parsed read(http::encoded_body const& body)
{
    parsed found;
    std::string_view const mark = "multipart/form-data; boundary=";
    BOOST_TEST_REQUIRE(std::string_view(body.content_type).starts_with(mark));
    found.boundary = body.content_type.substr(mark.size());
    BOOST_TEST(found.boundary.size() <= 70U);
    std::string const delimiter = "\r\n--" + found.boundary;
    std::string text = "\r\n" + body.bytes;
    std::size_t at = 0;
    for (;;)
    {
        BOOST_TEST_REQUIRE(text.compare(at, delimiter.size(), delimiter) == 0);
        at += delimiter.size();
        if (text.compare(at, std::string::npos, "--\r\n") == 0)
            return found;
        BOOST_TEST_REQUIRE(text.compare(at, 2, "\r\n") == 0);
        at += 2;
        std::size_t const end = text.find(delimiter, at);
        BOOST_TEST_REQUIRE(end != std::string::npos);
        part& one = found.parts.emplace_back();
        for (;;)
        {
            std::size_t const line = text.find("\r\n", at);
            BOOST_TEST_REQUIRE(line < end);
            std::string const read = text.substr(at, line - at);
            at = line + 2;
            if (read.empty())
                break;
            one.head.push_back(read);
        }
        one.content = text.substr(at, end - at);
        at = end;
    }
}

template <class T>
parsed read(T const& value, std::vector<form_field> const& fields = {})
{
    auto const made = http::encode_multipart(value, fields);
    BOOST_TEST_REQUIRE(made.has_value(), (made ? "" : made.error().message()));
    return read(*made);
}

/// All lines of a part and its content, one below the other.
std::string shown(part const& one)
{
    std::string text;
    for (auto const& line : one.head)
        text += line + "\n";
    return text + "\n" + one.content;
}

struct Point
{
    std::int64_t x = 0;
};

BOOST_DESCRIBE_STRUCT(Point, (), (x))

constexpr std::array<member, 1> restbind_members(Point const*) noexcept
{
    return {{{"x", presence::required}}};
}

struct Upload
{
    Point point{};
    file picture{};
    std::optional<std::string> text{};
    nullable<std::int64_t> number{};
    std::vector<file> files{};
    std::vector<std::string> words{};
    std::vector<Point> points{};
    std::variant<file, std::string> either{};
    std::optional<base64_bytes> encoded{};
    std::optional<std::string> made{};
};

BOOST_DESCRIBE_STRUCT(
    Upload, (), (point, picture, text, number, files, words, points, either, encoded, made))

constexpr std::array<member, 10> restbind_members(Upload const*) noexcept
{
    return {{{"point", presence::required}, {"picture", presence::required},
        {"text", presence::optional}, {"number", presence::optional_nullable},
        {"files", presence::required}, {"words", presence::required},
        {"points", presence::required}, {"either", presence::required},
        {"encoded", presence::optional}, {"made", presence::optional, access_mode::read_only}}};
}

using files = std::map<std::string, file>;

std::string multipart_refusal(files const& value, http::multipart_options const& options = {})
{
    auto const made = http::encode_multipart(value, {}, options);
    return made ? "sent" : made.error().detail();
}

} // namespace

BOOST_AUTO_TEST_SUITE(http_multipart)

BOOST_AUTO_TEST_CASE(the_bytes_are_as_rfc_7578_says)
{
    auto const made = http::encode_multipart(
        files{{"a", {.content = "x\r\ny", .name = "n.txt", .content_type = "text/plain"}}});
    BOOST_TEST_REQUIRE(made.has_value());
    std::string const boundary = made->content_type.substr(made->content_type.find('=') + 1);
    BOOST_TEST(made->media_type == "multipart/form-data");
    BOOST_TEST(made->content_type == "multipart/form-data; boundary=" + boundary);
    BOOST_TEST(
        made->bytes == "--" + boundary +
                           "\r\nContent-Disposition: form-data; name=\"a\"; filename=\"n.txt\"\r\n"
                           "Content-Type: text/plain\r\n\r\nx\r\ny\r\n--" +
                           boundary + "--\r\n");
}

BOOST_AUTO_TEST_CASE(each_member_is_a_part_by_its_type)
{
    Upload value{.point = {.x = 1}, .picture = {.content = "P", .name = "p.png"}};
    value.text = "t";
    value.number = null;
    value.files = {{.content = "1"}, {.content = "2", .name = "two", .content_type = "image/png"}};
    value.words = {"a", "b"};
    value.points = {{.x = 2}, {.x = 3}};
    value.either = std::string("id");
    value.encoded = base64_bytes{{1, 2, 3}};
    value.made = "never sent";
    auto const found = read(value);
    std::vector<std::string> const expected{
        "Content-Disposition: form-data; name=\"point\"\nContent-Type: "
        "application/json\n\n{\"x\":1}",
        "Content-Disposition: form-data; name=\"picture\"; filename=\"p.png\"\nContent-Type: "
        "application/octet-stream\n\nP",
        "Content-Disposition: form-data; name=\"text\"\n\nt",
        "Content-Disposition: form-data; name=\"number\"\n\n",
        "Content-Disposition: form-data; name=\"files\"; filename=\"files\"\nContent-Type: "
        "application/octet-stream\n\n1",
        "Content-Disposition: form-data; name=\"files\"; filename=\"two\"\nContent-Type: "
        "image/png\n\n2",
        "Content-Disposition: form-data; name=\"words\"\n\na",
        "Content-Disposition: form-data; name=\"words\"\n\nb",
        "Content-Disposition: form-data; name=\"points\"\nContent-Type: "
        "application/json\n\n{\"x\":2}",
        "Content-Disposition: form-data; name=\"points\"\nContent-Type: "
        "application/json\n\n{\"x\":3}",
        "Content-Disposition: form-data; name=\"either\"\n\nid",
        "Content-Disposition: form-data; name=\"encoded\"\nContent-Type: "
        "application/octet-stream\n\nAQID"};
    BOOST_TEST_REQUIRE(found.parts.size() == expected.size());
    for (std::size_t i = 0; i != expected.size(); ++i)
        BOOST_TEST(shown(found.parts[i]) == expected[i]);
}

BOOST_AUTO_TEST_CASE(absent_members_and_empty_lists_are_no_parts)
{
    BOOST_TEST(read(Upload{}).parts.size() == 3U); // point, picture, either
    BOOST_TEST(read(files()).parts.empty());
}

BOOST_AUTO_TEST_CASE(what_is_stated_about_a_property_is_sent_with_its_parts)
{
    Upload value{.point = {.x = 1}, .picture = {.content = "P"}, .text = "t", .words = {"a", "b"}};
    auto const found = read(value,
        {{"point", {style::deep_object}}, {"picture", {}, "image/png", "X-Kind: original\r\n"},
            {"text", {}, "text/markdown"}, {"words", {style::json}}});
    BOOST_TEST_REQUIRE(found.parts.size() == 5U);
    BOOST_TEST(shown(found.parts[0]) == "Content-Disposition: form-data; name=\"point[x]\"\n\n1");
    BOOST_TEST(shown(found.parts[1]) ==
               "Content-Disposition: form-data; name=\"picture\"; filename=\"picture\"\n"
               "Content-Type: image/png\nX-Kind: original\n\nP");
    BOOST_TEST(shown(found.parts[2]) ==
               "Content-Disposition: form-data; name=\"text\"\nContent-Type: text/markdown\n\nt");
    BOOST_TEST(
        shown(found.parts[3]) == "Content-Disposition: form-data; name=\"words\"\nContent-Type: "
                                 "application/json\n\n[\"a\",\"b\"]");
}

BOOST_AUTO_TEST_CASE(what_a_file_says_of_itself_goes_before_what_is_stated)
{
    Upload value{
        .picture = {.content = "P", .content_type = "image/webp", .headers = {{"X-Width", "7"}}}};
    auto const found = read(value, {{"picture", {}, "image/png", "X-Kind: original\r\n"}});
    BOOST_TEST(shown(found.parts[1]) ==
               "Content-Disposition: form-data; name=\"picture\"; filename=\"picture\"\n"
               "Content-Type: image/webp\nX-Kind: original\nX-Width: 7\n\nP");
}

BOOST_AUTO_TEST_CASE(any_bytes_are_kept)
{
    std::string every;
    for (int byte = 0; byte != 256; ++byte)
        every.push_back(static_cast<char>(byte));
    every += "\r\n--\r\n\r\n----\r\n";
    BOOST_TEST((read(files{{"a", {.content = every}}}).parts.at(0).content == every));
}

BOOST_AUTO_TEST_CASE(no_name_can_end_its_line)
{
    auto const found = read(
        files{{"a\"\r\nX-Evil: 1\r\n\r\nbody", {.content = "c", .name = "n\"; x=\"\r\n\r\n--b"}}});
    BOOST_TEST_REQUIRE(found.parts.size() == 1U);
    BOOST_TEST(
        shown(found.parts[0]) ==
        "Content-Disposition: form-data; name=\"a%22%0D%0AX-Evil: 1%0D%0A%0D%0Abody\"; "
        "filename=\"n%22; x=%22%0D%0A%0D%0A--b\"\nContent-Type: application/octet-stream\n\nc");
}

BOOST_AUTO_TEST_CASE(names_of_other_alphabets_are_sent_as_utf_8)
{
    auto const found = read(files{{"stra\xC3\x9F"
                                   "e",
        {.content = "", .name = "\xE2\x82\xAC.pdf"}}});
    BOOST_TEST(found.parts.at(0).head.at(0) == "Content-Disposition: form-data; name=\"stra\xC3\x9F"
                                               "e\"; filename=\"\xE2\x82\xAC.pdf\"");
}

BOOST_AUTO_TEST_CASE(what_cannot_stand_in_a_head_is_refused_without_being_told)
{
    BOOST_TEST(multipart_refusal({{"a", {.content = "", .name = std::string("n\0m", 3)}}}) ==
               "the part a has a name with a control character");
    BOOST_TEST(multipart_refusal({{"a", {.content = "", .name = "\xFF"}}}) ==
               "the part a has a name that is not UTF-8");
    BOOST_TEST(
        multipart_refusal({{"\xFF", {.content = ""}}}) == "the part \\xff has a name that is not UTF-8");
    BOOST_TEST(multipart_refusal({{"a", {.content = "", .content_type = "image/png\r\nX: y"}}}) ==
               "the part a has a content type with a control or non-ASCII character");
    for (auto const& header : {std::pair<std::string, std::string>("X", "a\nb"), {"X Y", "a"},
             {"", "a"}, {"content-type", "a/b"}, {"Content-Disposition", "form-data"}})
        BOOST_TEST(multipart_refusal({{"a", {.content = "", .headers = {header}}}}) ==
                   "the part a has a header that cannot be sent");
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_bytes_and_another_one_others)
{
    files const value{{"a", {.content = "x"}}};
    auto const one = http::encode_multipart(value, {}, {.seed = 5});
    auto const same = http::encode_multipart(value, {}, {.seed = 5});
    auto const other = http::encode_multipart(value, {}, {.seed = 6});
    BOOST_TEST(one->bytes == same->bytes);
    BOOST_TEST(one->content_type != other->content_type);
}

BOOST_AUTO_TEST_CASE(a_boundary_that_stands_in_the_content_is_not_taken)
{
    // Each round puts the boundary that would be taken next into another part of the content.
    files value{{"a", {.content = ""}}, {"b", {.content = ""}}};
    std::set<std::string> seen;
    for (int round = 0; round != 40; ++round)
    {
        auto const found = read(value);
        BOOST_TEST(found.parts.size() == 2U);
        BOOST_TEST(seen.insert(found.boundary).second);
        switch (round % 4)
        {
        case 0:
            value["a"].content += "\r\n--" + found.boundary + "\r\n";
            break;
        case 1:
            value["b"].content += found.boundary + "restbind-";
            break;
        case 2:
            value["b"].name += found.boundary + found.boundary;
            break;
        default:
            value[found.boundary] = {};
            BOOST_TEST(read(value).parts.size() == 3U);
            value.erase(found.boundary);
            value["a"].headers.emplace_back("X-A", found.boundary);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_content_full_of_beginnings_of_boundaries_is_no_match)
{
    std::string content;
    for (int i = 0; i != 1000; ++i)
        content += "restbind-restbind-0123456789abcde";
    auto const found = read(files{{"a", {.content = content}}});
    BOOST_TEST((found.parts.at(0).content == content));
}

BOOST_AUTO_TEST_CASE(a_body_that_is_too_long_is_refused_before_it_is_made)
{
    files const value{{"a", {.content = std::string(1000, 'x')}}};
    std::size_t const size = http::encode_multipart(value)->bytes.size();
    BOOST_TEST(multipart_refusal(value, {.max_bytes = size}) == "sent");
    BOOST_TEST(multipart_refusal(value, {.max_bytes = size - 1}) ==
               "the body is longer than " + std::to_string(size - 1) + " bytes");
    BOOST_TEST(multipart_refusal(value, {.max_bytes = 0}) == "the body is longer than 0 bytes");
}

BOOST_AUTO_TEST_CASE(a_value_that_json_cannot_hold_is_refused_with_its_place)
{
    Upload value;
    value.words = {"a", "\xFF"};
    auto const made = http::encode_multipart(value);
    BOOST_TEST_REQUIRE(made.has_error());
    BOOST_TEST(made.error().json_path() == "words[1]");
    BOOST_TEST(made.error().detail() == "a string is not valid UTF-8");
}

BOOST_AUTO_TEST_CASE(only_an_object_is_a_form)
{
    auto const made = http::encode_multipart(std::vector<std::int64_t>{1});
    BOOST_TEST_REQUIRE(made.has_error());
    BOOST_TEST(made.error().detail() == "expected an object, found an array");
}

BOOST_AUTO_TEST_CASE(a_file_in_json_is_a_string)
{
    BOOST_TEST(*json::encode(file{.content = "a\"\xC3\xA4", .name = "n"}) == "\"a\\\"\xC3\xA4\"");
    BOOST_TEST(*json::encode(file{.content = "\xFF\x01"}) == "\"/wE=\"");
    BOOST_TEST(*json::encode(std::variant<file, std::string>(file{.content = "f"})) == "\"f\"");
}

BOOST_AUTO_TEST_SUITE_END()
