// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/detail/utf8.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <string_view>

using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(core_utf8)

BOOST_AUTO_TEST_CASE(lengths_are_counted_in_code_points)
{
    BOOST_TEST(restbind::code_points("") == 0u);
    BOOST_TEST(restbind::code_points("abc") == 3u);
    BOOST_TEST(restbind::code_points("\xC3\xA9t\xC3\xA9") == 3u);
    BOOST_TEST(restbind::code_points("\xF0\x9F\x8E\xAB") == 1u);
}

BOOST_AUTO_TEST_CASE(well_formed_sequences_are_taken)
{
    for (std::string_view const text :
        {"\x7F"sv, "\xC2\x80"sv, "\xDF\xBF"sv, "\xE0\xA0\x80"sv, "\xED\x9F\xBF"sv, "\xEE\x80\x80"sv,
            "\xEF\xBF\xBF"sv, "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv, "\0"sv})
        BOOST_TEST(restbind::utf8_prefix(text) == text.size());
}

BOOST_AUTO_TEST_CASE(ill_formed_sequences_are_found_where_they_start)
{
    for (std::string_view const text : {"\x80"sv, "\xBF"sv, "\xC0\x80"sv, "\xC1\xBF"sv, "\xC2"sv,
             "\xC2\x41"sv, "\xE0\x9F\xBF"sv, "\xE0\xA0"sv, "\xED\xA0\x80"sv, "\xED\xBF\xBF"sv,
             "\xE1\x80\x41"sv, "\xE1\x41\x80"sv, "\xF1\x80\x80\x41"sv, "\xF1\x80\x41\x80"sv,
             "\xF1\x41\x80\x80"sv, "\xF0\x8F\xBF\xBF"sv, "\xF0\x90\x80"sv, "\xF4\x90\x80\x80"sv,
             "\xF5\x80\x80\x80"sv, "\xF8\x88\x80\x80\x80"sv, "\xFE"sv, "\xFF"sv})
    {
        BOOST_TEST(restbind::utf8_prefix(text) == 0u);
        BOOST_TEST(restbind::utf8_prefix("0123456789" + std::string(text)) == 10u);
    }
}

BOOST_AUTO_TEST_CASE(what_would_complete_a_sequence_behind_the_end_does_not_count)
{
    for (std::string_view const text : {"\xC3\xA9"sv, "\xE2\x82\xAC"sv, "\xF0\x9F\x8E\xAB"sv})
        for (std::size_t size = 1; size != text.size(); ++size)
            BOOST_TEST(restbind::utf8_prefix(text.substr(0, size)) == 0u);
}

BOOST_AUTO_TEST_CASE(each_code_point_survives_encoding)
{
    for (std::uint32_t code = 0; code <= 0x10FFFF; code += code < 0x900 ? 1 : 61)
    {
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        std::string text;
        restbind::detail::append_utf8(text, code);
        BOOST_REQUIRE(
            restbind::detail::utf8_sequence(text.data(), text.data() + text.size()) == text.size());
        BOOST_REQUIRE(restbind::detail::decode_sequence(text.data(), text.size()) == code);
    }
}

BOOST_AUTO_TEST_CASE(printable_text_cannot_break_out_of_its_line)
{
    BOOST_TEST(restbind::printable("a\r\nb\tc") == "a\\r\\nb\\tc");
    BOOST_TEST(restbind::printable("\x1B[31m\0x"sv) == "\\u001b[31m\\u0000x");
    BOOST_TEST(
        restbind::printable("\xC2\x85 \xE2\x80\xAE \xEF\xBB\xBF") == "\\u0085 \\u202e \\ufeff");
    BOOST_TEST(
        restbind::printable("caf\xC3\xA9 \xF0\x9F\x8E\xAB") == "caf\xC3\xA9 \xF0\x9F\x8E\xAB");
    BOOST_TEST(restbind::printable("\xFF\xC3") == "\\xff\\xc3");
}

BOOST_AUTO_TEST_CASE(printable_text_is_cut_off_between_characters)
{
    BOOST_TEST(restbind::printable("abc", 3) == "abc");
    BOOST_TEST(restbind::printable("abcd", 3) == "abc...");
    BOOST_TEST(restbind::printable("\xC3\xA9\xC3\xA9", 1) == "\xC3\xA9...");
    BOOST_TEST(restbind::printable("x", 0) == "...");
}

BOOST_AUTO_TEST_SUITE_END()
