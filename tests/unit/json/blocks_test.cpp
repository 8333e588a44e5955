// SPDX-License-Identifier: BSL-1.0
// The two ways of looking at strings: plain words, for every processor, and SSE2 where there is
// one.
#include <restbind/json/cursor.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/tokens.hpp>
#include <restbind/json/writer.hpp>

#include <boost/mp11/list.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace
{

namespace detail = restbind::json::detail;

#if defined(__SSE2__)
using blocks = boost::mp11::mp_list<detail::word_block, detail::sse2_block>;
#else
using blocks = boost::mp11::mp_list<detail::word_block>;
#endif

bool is_special(char c)
{
    auto const code = static_cast<unsigned char>(c);
    return c == '"' || c == '\\' || code < 0x20 || code >= 0x80;
}

// Where skip_plain() stops: bytes moved over, negative when it fails there.
template <class Block>
std::ptrdiff_t stop(std::string_view text)
{
    restbind::json::cursor in(text, {});
    char const* const first = in.at;
    bool const found = detail::skip_plain<Block>(in);
    std::ptrdiff_t const moved = in.at - first;
    return found ? moved : -moved - 1;
}

template <class Block>
std::string quoted(std::string_view text)
{
    std::string out;
    {
        restbind::json::writer to(out);
        if (!to.put_string<Block>(text))
            return "refused";
    }
    return out;
}

} // namespace

BOOST_AUTO_TEST_SUITE(json_blocks)

BOOST_AUTO_TEST_CASE_TEMPLATE(every_byte_is_known_at_every_place, Block, blocks)
{
    for (std::size_t place = 0; place != Block::size; ++place)
        for (int code = 0; code != 256; ++code)
        {
            std::string text(Block::size, 'x');
            text[place] = static_cast<char>(code);
            std::size_t const expected = is_special(text[place]) ? place : Block::size;
            BOOST_REQUIRE_EQUAL(Block::load(text.data()).first_special(), expected);
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_first_of_two_special_bytes_is_found, Block, blocks)
{
    // Subtractions borrow from one byte to the next: a false hit must never come first.
    for (char const first :
        {'"', '\\', '\x1F', '\x00', '\x7F', '!', '#', '[', ']', ' ', '\x80', '\xFF'})
        for (char const second : {'"', '\\', '\x1F', '\x00', '!', '#', ']', '\xC3'})
            for (std::size_t place = 0; place + 1 != Block::size; ++place)
            {
                std::string text(Block::size, 'x');
                text[place] = first;
                text[place + 1] = second;
                std::size_t const expected = is_special(first)    ? place
                                             : is_special(second) ? place + 1
                                                                  : Block::size;
                BOOST_REQUIRE_EQUAL(Block::load(text.data()).first_special(), expected);
            }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_part_is_loaded_without_what_lies_around_it, Block, blocks)
{
    for (std::size_t size = 1; size <= Block::size; ++size)
    {
        // Exactly as long: the address sanitizer sees one byte too many.
        std::vector<char> text(size);
        for (std::size_t i = 0; i != size; ++i)
            text[i] = static_cast<char>('a' + i);
        char out[Block::size];
        Block::load_part(text.data(), size).store(out);
        BOOST_TEST(std::memcmp(out, text.data(), size) == 0);
        BOOST_TEST(std::all_of(out + size, out + Block::size, [](char c) { return c == '\0'; }));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(
    a_string_ends_where_it_ends_at_every_length_and_alignment, Block, blocks)
{
    for (std::size_t before = 0; before != 17; ++before)
        for (std::size_t length = 0; length != 70; ++length)
        {
            std::vector<char> bytes(before + length, 'x');
            for (std::string_view const end :
                {"\"", "\\", "\xC3\xA9\"", "\xE2\x82\xAC\\", "\xF0\x9F\x8E\xAB\""})
            {
                std::vector<char> exact = bytes;
                exact.insert(exact.end(), end.begin(), end.end());
                std::string_view const text(exact.data() + before, exact.size() - before);
                BOOST_REQUIRE_EQUAL(
                    stop<Block>(text), static_cast<std::ptrdiff_t>(length + end.size() - 1));
            }
            for (std::string_view const end :
                {"", "\x1F\"", "\n", "\xFF\"", "\xC3\"", "\xC3", "\xED\xA0\x80"})
            {
                std::vector<char> exact = bytes;
                exact.insert(exact.end(), end.begin(), end.end());
                std::string_view text(exact.data() + before, exact.size() - before);
                if (end == "\n")
                    continue; // space at the end of a text is left away
                BOOST_REQUIRE_EQUAL(stop<Block>(text), -static_cast<std::ptrdiff_t>(length) - 1);
            }
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(strings_of_every_length_are_written_as_they_are, Block, blocks)
{
    for (std::size_t length = 0; length != 70; ++length)
    {
        std::vector<char> const plain(length, 'x');
        std::string const text(plain.begin(), plain.end());
        BOOST_TEST(quoted<Block>({plain.data(), length}) == '"' + text + '"');
        for (std::size_t place = 0; place <= length; ++place)
        {
            auto const with = [&](std::string_view piece)
            { return text.substr(0, place) + std::string(piece) + text.substr(place); };
            BOOST_REQUIRE_EQUAL(quoted<Block>(with("\n")), '"' + with("\\n") + '"');
            BOOST_REQUIRE_EQUAL(quoted<Block>(with("\"\x01")), '"' + with("\\\"\\u0001") + '"');
            BOOST_REQUIRE_EQUAL(quoted<Block>(with("\xC3\xA9")), '"' + with("\xC3\xA9") + '"');
            BOOST_REQUIRE_EQUAL(
                quoted<Block>(with("\xF0\x9F\x8E\xAB")), '"' + with("\xF0\x9F\x8E\xAB") + '"');
            BOOST_REQUIRE_EQUAL(quoted<Block>(with("\xC3")), "refused");
        }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_text_of_escapes_alone_finds_its_space, Block, blocks)
{
    std::string expected = "\"";
    for (int i = 0; i != 1000; ++i)
        expected += "\\u0001";
    BOOST_TEST(quoted<Block>(std::string(1000, '\x01')) == expected + '"');
}

BOOST_AUTO_TEST_SUITE_END()
