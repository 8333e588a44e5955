// SPDX-License-Identifier: BSL-1.0
#include "support/raw.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/detail/optionals.hpp>

#include <boost/describe/class.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

using namespace std::string_view_literals;

namespace
{

// y: every parser must take it; n: no parser may. The texts that a parser may treat either way (i)
// say what ours does.
constexpr std::string_view taken[] = {
    // scalars at the root
    "null"sv, "true"sv, "false"sv, "0"sv, "-0"sv, "1"sv, "-1"sv, "123456789"sv, "\"\""sv,
    "\"text\""sv, "[]"sv, "{}"sv,
    // space
    " null"sv, "null "sv, "\t\r\n 1 \t\r\n"sv, "[ ]"sv, "{ }"sv, "[ 1 , 2 ]"sv,
    "{ \"a\" : 1 , \"b\" : 2 }"sv, "\n[\n1\n]\n"sv,
    // numbers
    "0.0"sv, "-0.0"sv, "0.5"sv, "1.25"sv, "1e5"sv, "1E5"sv, "1e+5"sv, "1e-5"sv, "1.5e10"sv, "0e0"sv,
    "0E+1"sv, "-0e-1"sv, "10"sv, "1.0000000000000000000000000000000001"sv,
    "123456789012345678901234567890"sv, "1e400"sv, "-1e400"sv, "1e-400"sv, "1e00005"sv,
    "0.00000000000000000000000000001"sv,
    // strings
    "\" \""sv, "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""sv, "\"\\u0000\""sv, "\"\\u0041\""sv,
    "\"\\uD83C\\uDFAB\""sv, "\"\\ud83c\\udfab\""sv, "\"\\uFFFF\""sv, "\"\x7F\""sv, "\"\xC2\x80\""sv,
    "\"\xDF\xBF\""sv, "\"\xE0\xA0\x80\""sv, "\"\xE2\x80\xA8\xE2\x80\xA9\""sv, "\"\xED\x9F\xBF\""sv,
    "\"\xEE\x80\x80\""sv, "\"\xEF\xBF\xBF\""sv, "\"\xF0\x90\x80\x80\""sv, "\"\xF4\x8F\xBF\xBF\""sv,
    "\"\xEF\xBB\xBF\""sv, "\"/\""sv, "\"'\""sv,
    "\"a string that is longer than sixteen bytes \xC3\xA9 and goes on after that\""sv,
    // arrays
    "[1]"sv, "[1,2,3]"sv, "[[]]"sv, "[[],{}]"sv, "[null,true,false,\"x\",1.5]"sv, "[[[[1]]]]"sv,
    // objects
    "{\"a\":1}"sv, "{\"\":0}"sv, "{\"a\":{\"b\":{\"c\":[]}}}"sv, "{\"a\":1,\"b\":2}"sv,
    "{\"\\u0061\":1}"sv, "{\"a\\nb\":1}"sv, "{\"\xC3\xA9\":1}"sv, "{\"a\":[{\"b\":[]}]}"sv,
    "{\"a\":1,\"a\":2}"sv};

constexpr std::string_view refused[] = {
    // nothing
    ""sv, " "sv, "\n"sv, "\0"sv,
    // words
    "nul"sv, "nulll"sv, "Null"sv, "NULL"sv, "tru"sv, "truee"sv, "True"sv, "fals"sv, "falsey"sv,
    "undefined"sv, "NaN"sv, "Infinity"sv, "-Infinity"sv, "nan"sv, "inf"sv, "n"sv, "t"sv, "f"sv,
    "None"sv, "x"sv,
    // numbers
    "-"sv, "+1"sv, "--1"sv, "01"sv, "-01"sv, "00"sv, "-00"sv, "1."sv, "-1."sv, ".5"sv, "-.5"sv,
    "1.e5"sv, "1e"sv, "1e+"sv, "1e-"sv, "1E"sv, "1e5.5"sv, "1e1e1"sv, "0x1"sv, "0x"sv, "1_000"sv,
    "1,5"sv, "1 2"sv, "1a"sv, "1.5.5"sv, "- 1"sv, "1 e5"sv, "\xEF\xBC\x91"sv, "0e"sv, "0e+"sv,
    "1f"sv, "0b1"sv, "0o7"sv, "1/2"sv, "$1"sv,
    // strings
    "\""sv, "\"abc"sv, "abc\""sv, "'abc'"sv, "\"\\\""sv, "\"\\"sv, "\"\\x41\""sv, "\"\\a\""sv,
    "\"\\v\""sv, "\"\\0\""sv, "\"\\'\""sv, "\"\\U0041\""sv, "\"\\u\""sv, "\"\\u1\""sv,
    "\"\\u12\""sv, "\"\\u123\""sv, "\"\\u12G4\""sv, "\"\\u 123\""sv, "\"\\u+123\""sv,
    "\"\\uD800\""sv, "\"\\uDBFF\""sv, "\"\\uDC00\""sv, "\"\\uDFFF\""sv, "\"\\uD800x\""sv,
    "\"\\uD800\\n\""sv, "\"\\uD800\\u0041\""sv, "\"\\uD800\\uD800\""sv, "\"\\uDC00\\uD800\""sv,
    "\"\\uDC00\\uDC00\""sv, "\"\\uD83C\\uDFA\""sv, "\"\\uD83C\\u\""sv, "\"\\uD83C\\"sv,
    "\"\\uD83C\\uDF"sv, "\"\\u"sv, "\"\\u00"sv, "\"a\nb\""sv, "\"a\tb\""sv, "\"a\rb\""sv,
    "\"\0\""sv, "\"\x01\""sv, "\"\x1F\""sv, "\"\x1B[0m\""sv, "\"\x80\""sv, "\"\xBF\""sv,
    "\"\xC0\xAF\""sv, "\"\xC1\xBF\""sv, "\"\xC2\""sv, "\"\xC3\x28\""sv, "\"\xE0\x80\xAF\""sv,
    "\"\xE0\x9F\xBF\""sv, "\"\xE2\x28\xA1\""sv, "\"\xE2\x82\""sv, "\"\xED\xA0\x80\""sv,
    "\"\xED\xBF\xBF\""sv, "\"\xF0\x80\x80\xAF\""sv, "\"\xF0\x8F\xBF\xBF\""sv, "\"\xE2\x82\x28\""sv,
    "\"\xE2\x82\xC2\""sv, "\"\xF0\x9F\x28\xAB\""sv, "\"\xF0\x9F\x8E\x28\""sv,
    "\"\xF0\x9F\x8E\xC2\""sv, "\"\xDF\x28\""sv, "\"\xF0\x28\x8C\xBC\""sv, "\"\xF0\x9F\x8E\""sv,
    "\"\xF4\x90\x80\x80\""sv, "\"\xF5\x80\x80\x80\""sv, "\"\xF8\x88\x80\x80\x80\""sv,
    "\"\xFC\x84\x80\x80\x80\x80\""sv, "\"\xFE\""sv, "\"\xFF\""sv, "\"\xE9\""sv,
    "\"0123456789abcdef\xFF\""sv, "\"0123456\x01\""sv,
    // arrays
    "["sv, "]"sv, "[1"sv, "[1,"sv, "[1,]"sv, "[,1]"sv, "[,]"sv, "[1,,2]"sv, "[1 2]"sv, "[1:2]"sv,
    "[1}"sv, "[[]"sv, "[]]"sv, "[\"a\""sv, "[\"a\",\n"sv, "[*]"sv, "[1;2]"sv, "[nul]"sv, "[tru"sv,
    // objects
    "{"sv, "}"sv, "{]"sv, "{\"a\""sv, "{\"a\":"sv, "{\"a\":1"sv, "{\"a\":1,"sv, "{\"a\":1,}"sv,
    "{,}"sv, "{,\"a\":1}"sv, "{\"a\" 1}"sv, "{\"a\"=1}"sv, "{\"a\",1}"sv, "{\"a\":}"sv,
    "{\"a\":,}"sv, "{a:1}"sv, "{'a':1}"sv, "{1:1}"sv, "{null:1}"sv, "{\"a\":1 \"b\":2}"sv,
    "{\"a\":1,,\"b\":2}"sv, "{\"a\"::1}"sv, "{\"a\":1]"sv, "{\"a\":1}}"sv, "{\"a\":\"b}"sv,
    "{[]:1}"sv, "{\"a\\x\":1}"sv, "{\"\xFF\":1}"sv, "{\"\\uD800\":1}"sv,
    // around the value
    "1 x"sv, "{} {}"sv, "[] ,"sv, "\"a\" \"b\""sv, "null#"sv, "{}/**/"sv, "// comment\n1"sv,
    "[1]/"sv, "1\0"sv, "{}\0"sv, "\xEF\xBB\xBF{}"sv, "\xFE\xFF\0{\0}"sv, "\xFF\xFE{\0}\0"sv,
    "{\0}\0"sv, "\0{\0}"sv, "\xFF\xFE{}"sv, "\xFE\xFF{}"sv, "\xFF\xFE"sv, "\v1"sv, "\f1"sv,
    "\xC2\xA0"
    "1"sv,
    "\xE2\x80\xA8"
    "1"sv,
    "1\xC2\xA0"sv, "\xEF\xBB"sv, "@"sv, "(1)"sv, "<html></html>"sv};

struct nothing
{
};
BOOST_DESCRIBE_STRUCT(nothing, (), ())

constexpr std::array<restbind::member, 0> restbind_members(nothing const*) noexcept
{
    return {};
}

bool reads_as_value(std::string_view text)
{
    return restbind::json::decode<json_test::raw>(text).has_value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_strictness)

BOOST_AUTO_TEST_CASE(there_are_at_least_150_texts)
{
    BOOST_TEST(std::size(taken) + std::size(refused) >= 150u);
}

BOOST_AUTO_TEST_CASE(what_rfc_8259_allows_is_taken)
{
    for (std::string_view const text : taken)
        BOOST_TEST(reads_as_value(text), "refused: " << restbind::printable(text));
}

// survives: J3, J4, J5, J6, J7, J17
BOOST_AUTO_TEST_CASE(what_rfc_8259_forbids_is_refused)
{
    for (std::string_view const text : refused)
        BOOST_TEST(!reads_as_value(text), "taken: " << restbind::printable(text));
}

// survives: J5, J6, J7, J13
BOOST_AUTO_TEST_CASE(what_is_skipped_is_checked_as_strictly)
{
    for (std::string_view const text : taken)
    {
        std::string const inside = "{\"unknown\":" + std::string(text) + "}";
        BOOST_TEST(restbind::json::decode<nothing>(inside).has_value(),
            "refused: " << restbind::printable(inside));
    }
    for (std::string_view const text : refused)
    {
        std::string const inside = "{\"unknown\":" + std::string(text) + "}";
        BOOST_TEST(!restbind::json::decode<nothing>(inside).has_value(),
            "taken: " << restbind::printable(inside));
    }
}

BOOST_AUTO_TEST_CASE(a_text_that_is_cut_off_anywhere_is_refused)
{
    std::string const whole = "{\"a\":[1.5e3,-2,true,false,null,\"\\u00e9\\n\xC3\xA9\",{\"b\":{}}],"
                              "\"\\ud83c\\udfab\":\"end\"}";
    BOOST_TEST(reads_as_value(whole));
    for (std::size_t size = 0; size != whole.size(); ++size)
        BOOST_TEST(!reads_as_value(std::string_view(whole).substr(0, size)));
}

BOOST_AUTO_TEST_CASE(reading_never_looks_past_the_end)
{
    // Each text in a block of exactly its size: the address sanitizer sees one byte too many.
    for (std::string_view const text : refused)
    {
        std::vector<char> const exact(text.begin(), text.end());
        BOOST_TEST(!reads_as_value(std::string_view(exact.data(), exact.size())));
    }
}

BOOST_AUTO_TEST_SUITE_END()
