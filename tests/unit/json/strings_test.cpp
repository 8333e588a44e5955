// SPDX-License-Identifier: BSL-1.0
#include "unit/json/models.hpp"

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <string_view>

using json_test::why;
using restbind::json::decode;
using restbind::json::encode;
using namespace std::string_view_literals;

namespace
{

std::string refusal(std::string_view text)
{
    return why(decode<std::string>(text));
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_strings)

BOOST_AUTO_TEST_CASE(escapes_are_resolved)
{
    BOOST_TEST(decode<std::string>(R"("\"\\\/\b\f\n\r\t")").value() == "\"\\/\b\f\n\r\t");
    BOOST_TEST(decode<std::string>(R"("\u0041\u00e9\u20AC\uD83C\uDFAB")").value() ==
               "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xAB");
    BOOST_TEST(decode<std::string>(R"("a\u0000b")").value() == "a\0b"sv);
    BOOST_TEST(
        decode<std::string>(R"("before\nbetween\nafter")").value() == "before\nbetween\nafter");
    BOOST_TEST(
        decode<std::string>(R"("\uDBFF\uDFFF\uFFFF")").value() == "\xF4\x8F\xBF\xBF\xEF\xBF\xBF");
}

BOOST_AUTO_TEST_CASE(a_special_character_is_found_at_every_distance_from_the_start)
{
    for (std::size_t before = 0; before != 40; ++before)
    {
        std::string const plain(before, 'x');
        BOOST_TEST(
            decode<std::string>('"' + plain + "\\n" + plain + '"').value() == plain + '\n' + plain);
        BOOST_TEST(decode<std::string>('"' + plain + "\xC3\xA9" + plain + '"').value() ==
                   plain + "\xC3\xA9" + plain);
        std::string const offset = " @" + std::to_string(before + 1);
        BOOST_TEST(refusal('"' + plain + "\x1F" + plain + '"') ==
                   offset + ": a control character in a string must be escaped");
        BOOST_TEST(refusal('"' + plain + "\xC3" + plain + '"') ==
                   offset + ": a string is not valid UTF-8");
        BOOST_TEST(refusal('"' + plain) == offset + ": the text ends inside a string");
    }
}

BOOST_AUTO_TEST_CASE(a_bad_escape_is_refused_at_its_backslash)
{
    BOOST_TEST(refusal(R"("ab\x")") == " @3: an unknown escape in a string");
    BOOST_TEST(refusal(R"("ab\u12G4")") == " @3: \\u needs four hexadecimal digits");
    BOOST_TEST(refusal(R"("ab\uD800")") == " @3: an escaped surrogate has no partner");
    BOOST_TEST(refusal(R"("ab\uDC00\uD800")") == " @3: an escaped surrogate has no partner");
    BOOST_TEST(refusal(R"("ab\uDC00\uDC00")") == " @3: an escaped surrogate has no partner");
    BOOST_TEST(refusal(R"("ab\uDBFF\uE000")") == " @3: an escaped surrogate has no partner");
    BOOST_TEST(refusal("\"ab\\") == " @4: the text ends inside a string");
}

BOOST_AUTO_TEST_CASE(only_what_must_be_escaped_is)
{
    BOOST_TEST(*encode(std::string("\"\\/\b\f\n\r\t\x01\x1F\x7F")) ==
               "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7F\"");
    BOOST_TEST(*encode(std::string("a\0b"sv)) == "\"a\\u0000b\"");
    BOOST_TEST(
        *encode(std::string("\xC3\xA9 \xF0\x9F\x8E\xAB")) == "\"\xC3\xA9 \xF0\x9F\x8E\xAB\"");
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_not_written)
{
    for (std::string_view const text :
        {"\xFF"sv, "abc\xC3"sv, "\xED\xA0\x80"sv, "\xC0\xAF"sv, "01234567\x80"sv})
    {
        auto const written = encode(std::string(text));
        BOOST_REQUIRE(!written);
        BOOST_CHECK(written.error() == restbind::error_kind::invalid_argument);
        BOOST_TEST(written.error().detail() == "a string is not valid UTF-8");
    }
}

// survives: J7
BOOST_AUTO_TEST_CASE(every_byte_of_ascii_survives)
{
    for (char c = 0; c != 127; ++c)
    {
        std::string const text{'x', c, 'y'};
        BOOST_TEST(decode<std::string>(*encode(text)).value() == text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
