// SPDX-License-Identifier: BSL-1.0
#include "support/raw.hpp"
#include "unit/json/models.hpp"

#include <restbind/json/decode.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using json_test::node;
using json_test::why;
using restbind::json::decode;
using restbind::json::limits;

namespace
{

// `depth` arrays of children below the root object.
std::string deep(std::size_t depth)
{
    std::string text;
    for (std::size_t i = 0; i != depth; ++i)
        text += R"({"children":[)";
    for (std::size_t i = 0; i != depth; ++i)
        text += "]}";
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_decode)

BOOST_AUTO_TEST_CASE(the_path_leads_to_the_value)
{
    BOOST_TEST(
        why(decode<node>(R"({"id":1,"children":[{"id":2},{"id":3,"children":[{"id":"x"}]}]})")) ==
        "children[1].children[0].id @55: expected an integer, found a string");
    BOOST_TEST(why(decode<std::vector<node>>(R"([{},{"id":1.5}])")) ==
               "[1].id @10: expected an integer, found the number 1.5");
    BOOST_TEST(why(decode<std::vector<std::vector<int>>>("[[1],[2,true]]")) ==
               "[1][1] @8: expected an integer, found true");
    BOOST_TEST(why(decode<std::map<std::string, std::vector<int>>>(R"({"a":[1],"b":[{}]})")) ==
               "b[0] @14: expected an integer, found an object");
    BOOST_TEST(why(decode<std::vector<std::map<std::string, node>>>(R"([{"k":{"id":null}}])")) ==
               "[0].k.id @12: expected an integer, found null");
}

BOOST_AUTO_TEST_CASE(the_kind_is_unreadable_and_the_message_reads_well)
{
    auto const r = decode<node>(R"({"id":"x"})");
    BOOST_CHECK(r.error() == restbind::error_kind::invalid_response);
    BOOST_TEST(
        r.error().message() == "invalid response: at id: expected an integer, found a string");
}

BOOST_AUTO_TEST_CASE(what_was_found_is_told_without_the_contents_of_strings)
{
    auto const found = [](std::string_view text) { return why(decode<bool>(text)).substr(28); };
    BOOST_TEST(found("\"canary\"") == " found a string");
    BOOST_TEST(found("{}") == " found an object");
    BOOST_TEST(found("[]") == " found an array");
    BOOST_TEST(found("-1.5e3,") == " found the number -1.5e3");
    BOOST_TEST(found("null") == " found null");
    BOOST_TEST(found("tru") == " found 't'");
    BOOST_TEST(found("") == " found the end of the text");
    BOOST_TEST(found("\x01") == " found '\\u0001'");
    BOOST_TEST(found(std::string_view("\0", 1)) == " found '\\u0000'");
    BOOST_TEST(found("\xC3\xA9") == " found '\xC3\xA9'");
    BOOST_TEST(found("\xFF") == " found '\\xff'");
    BOOST_TEST(found("<html>") == " found '<'");
}

BOOST_AUTO_TEST_CASE(a_name_that_came_with_the_text_is_bounded_and_printable_in_the_path)
{
    std::string const name(1000, 'n');
    auto const r = decode<std::map<std::string, int>>("{\"" + name + "\":null}");
    BOOST_TEST(r.error().json_path() == std::string(64, 'n') + "...");
    BOOST_TEST(why(decode<std::map<std::string, int>>("{\"a\\u001b[2J\":null}")) ==
               "a\\u001b[2J @14: expected an integer, found null");
}

// survives: J17
BOOST_AUTO_TEST_CASE(text_after_the_value_is_refused)
{
    BOOST_TEST(why(decode<node>("{} {}")) == " @3: expected the end of the text, found an object");
    BOOST_TEST(why(decode<int>("1 2")) == " @2: expected the end of the text, found the number 2");
    BOOST_TEST(why(decode<int>("1\n")) == "read");
}

// survives: J3
BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_refused)
{
    BOOST_TEST(
        why(decode<node>("\xEF\xBB\xBF{}")) == " @0: the text starts with a byte order mark");
}

BOOST_AUTO_TEST_CASE(a_text_of_the_largest_size_is_read_and_one_byte_more_is_not)
{
    limits const bounds{.max_bytes = 10};
    BOOST_TEST(why(decode<std::string>("\"12345678\"", bounds)) == "read");
    auto const r = decode<std::string>("\"123456789\"", bounds);
    BOOST_CHECK(r.error() == restbind::error_kind::too_large);
    BOOST_TEST(r.error().detail() == "the text has 11 bytes, allowed are 10");
}

// survives: J1
BOOST_AUTO_TEST_CASE(the_deepest_nesting_is_read_and_one_level_more_is_not)
{
    BOOST_TEST(why(decode<node>(deep(16))) == "read");
    auto const r = decode<node>(deep(17));
    BOOST_CHECK(r.error() == restbind::error_kind::invalid_response);
    BOOST_TEST(r.error().detail() == "nested deeper than 32 levels");
    BOOST_TEST(r.error().json_offset() == 16u * 13);
    BOOST_TEST(why(decode<node>("{}", {.max_depth = 0})) == " @0: nested deeper than 0 levels");
    BOOST_TEST(why(decode<int>("1", {.max_depth = 0})) == "read");
}

// survives: J1
BOOST_AUTO_TEST_CASE(depth_counts_in_skipped_members_too)
{
    auto const nested = [](std::size_t depth)
    { return R"({"unknown":)" + std::string(depth, '[') + std::string(depth, ']') + "}"; };
    BOOST_TEST(why(decode<node>(nested(31))) == "read");
    BOOST_TEST(why(decode<node>(nested(32))) == "unknown @42: nested deeper than 32 levels");
    BOOST_TEST(why(decode<node>(nested(200), {.max_depth = 300})) == "read");
    BOOST_TEST(why(decode<node>(R"({"a":)" + std::string(1'000'000, '[') + "}")) ==
               "a @36: nested deeper than 32 levels");
}

BOOST_AUTO_TEST_CASE(siblings_are_not_deeper_than_each_other)
{
    std::string text = "[";
    for (int i = 0; i != 100; ++i)
        text += R"({"children":[{}]},)";
    text += "{}]";
    BOOST_TEST(why(decode<std::vector<node>>(text, {.max_depth = 4})) == "read");
    BOOST_TEST(why(decode<std::vector<node>>(text, {.max_depth = 3})) ==
               "[0].children[0] @14: nested deeper than 3 levels");
}

BOOST_AUTO_TEST_CASE(a_mixed_nesting_of_hundreds_of_levels_is_closed_in_the_right_order)
{
    std::string open;
    std::string close;
    for (std::size_t i = 0; i != 300; ++i)
    {
        bool const object = i % 3 == 0 || i % 7 == 0;
        open += object ? R"({"a":)" : "[";
        close.insert(0, object ? "}" : "]");
    }
    limits const bounds{.max_depth = 300};
    BOOST_TEST(why(decode<json_test::raw>(open + "1" + close, bounds)) == "read");
    for (std::size_t const i : {0u, 63u, 64u, 65u, 127u, 128u, 200u, 299u})
    {
        std::string wrong = close;
        wrong[i] = wrong[i] == '}' ? ']' : '}';
        BOOST_TEST(!decode<json_test::raw>(open + "1" + wrong, bounds).has_value());
    }
}

BOOST_AUTO_TEST_CASE(small_text_cannot_take_much_memory)
{
    std::string text = "[";
    for (int i = 0; i != 10000; ++i)
        text += "{},";
    text += "{}]";
    BOOST_TEST(why(decode<std::vector<node>>(text)) == "read");
    auto const r = decode<std::vector<node>>(text, {.max_memory = 1000 * sizeof(node)});
    BOOST_CHECK(r.error() == restbind::error_kind::too_large);
    BOOST_TEST(r.error().json_path() == "[1000]");
    BOOST_TEST(r.error().detail() == "the value takes more memory than is allowed");
}

BOOST_AUTO_TEST_CASE(space_is_taken_in_proportion_to_the_text)
{
    // A first element of two bytes and a long rest that is one string: no space for thousands of
    // elements.
    std::string const text = "[{},{\"unknown\":\"" + std::string(100000, 'x') + "\"}]";
    auto const value = decode<std::vector<json_test::node>>(text);
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(
        value->capacity() * sizeof(json_test::node) <= 4 * text.size() + sizeof(json_test::node));
}

BOOST_AUTO_TEST_SUITE_END()
