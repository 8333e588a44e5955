// SPDX-License-Identifier: BSL-1.0
// The reader against Boost.JSON, an independent parser: both must take and refuse the same texts.
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/detail/optionals.hpp>
#include <restbind/json/encode.hpp>

#include <boost/json/error.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/system/error_code.hpp>
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace
{

// Nothing when Boost.JSON stops at an exponent that it cannot hold: that is JSON all the same, and
// what follows may not be.
std::optional<bool> taken_by_boost(std::string const& text)
{
    boost::system::error_code ec;
    boost::json::parse(text, ec);
    if (ec == boost::json::error::exponent_overflow)
        return std::nullopt;
    return !ec;
}

bool taken_by_us(std::string const& text)
{
    return restbind::json::is_json(text);
}

// Makes JSON texts, and texts that are nearly JSON.
class text_maker
{
public:
    std::size_t below(std::size_t most) { return static_cast<std::size_t>(random_() % most); }

    std::string value(int depth)
    {
        switch (below(depth > 0 ? 9 : 7))
        {
        case 0:
            return "null";
        case 1:
            return "true";
        case 2:
            return "false";
        case 3:
        case 4:
            return number();
        case 5:
        case 6:
            return string();
        case 7:
        {
            std::string text = "[";
            for (std::size_t n = below(4), i = 0; i != n; ++i)
                text += (i == 0 ? "" : ",") + space() + value(depth - 1) + space();
            return text + "]";
        }
        default:
        {
            std::string text = "{";
            for (std::size_t n = below(4), i = 0; i != n; ++i)
                text += (i == 0 ? "" : ",") + space() + string() + space() + ":" + space() +
                        value(depth - 1);
            return text + space() + "}";
        }
        }
    }

    std::string damaged(std::string text)
    {
        static constexpr std::string_view pieces =
            "{}[]:,\"\\u0123456789abcdefDF+-.eE truefalsn\n\t\x01\x7F\x80\xBF\xC3\xA9"
            "\xE2\x82\xAC\xED\xA0\xF0\x9F\x8E\xF4\xFF";
        for (std::size_t n = 1 + below(3); n != 0 && !text.empty(); --n)
        {
            std::size_t const at = below(text.size());
            char const piece = pieces[below(pieces.size())];
            switch (below(4))
            {
            case 0:
                text[at] = piece;
                break;
            case 1:
                text.erase(at, 1);
                break;
            case 2:
                text.insert(at, 1, piece);
                break;
            default:
                text.resize(at);
                break;
            }
        }
        return text;
    }

private:
    std::string space()
    {
        static constexpr std::string_view spaces[] = {"", "", "", " ", "\n", "\t\r\n"};
        return std::string(spaces[below(6)]);
    }
    std::string digits(std::size_t most)
    {
        std::string text;
        for (std::size_t n = 1 + below(most); n != 0; --n)
            text += static_cast<char>('0' + below(10));
        return text;
    }
    std::string number()
    {
        std::string text = below(2) == 0 ? "" : "-";
        text += below(4) == 0 ? "0"
                              : std::string(1, static_cast<char>('1' + below(9))) +
                                    (below(2) == 0 ? "" : digits(20));
        if (below(3) == 0)
            text += "." + digits(20);
        if (below(4) == 0)
            text += std::string(below(2) == 0 ? "e" : "E") + (below(2) == 0 ? "" : "-") + digits(2);
        return text;
    }
    std::string string()
    {
        static constexpr std::string_view pieces[] = {"a", "0123456789", " ", "\\n", "\\\"", "\\\\",
            "\\/", "\\u0041", "\\u00e9", "\\ud83c\\udfab", "\xC3\xA9", "\xE2\x82\xAC",
            "\xF0\x9F\x8E\xAB", "\x7F", "\\u0000"};
        std::string text = "\"";
        for (std::size_t n = below(6); n != 0; --n)
            text += pieces[below(std::size(pieces))];
        return text + "\"";
    }

    std::mt19937_64 random_{20250115};
};

} // namespace

BOOST_AUTO_TEST_SUITE(json_against_boost_json)

BOOST_AUTO_TEST_CASE(both_take_what_is_json)
{
    text_maker make;
    for (int i = 0; i != 5000; ++i)
    {
        std::string const text = make.value(4);
        BOOST_REQUIRE(taken_by_boost(text).value_or(true));
        BOOST_REQUIRE(taken_by_us(text));
    }
}

BOOST_AUTO_TEST_CASE(both_take_and_refuse_the_same_damaged_texts)
{
    text_maker make;
    std::size_t taken = 0;
    constexpr std::size_t count = 50000;
    for (std::size_t i = 0; i != count; ++i)
    {
        std::string const text = make.damaged(make.value(3));
        bool const ours = taken_by_us(text);
        BOOST_REQUIRE_MESSAGE(ours == taken_by_boost(text).value_or(ours),
            (ours ? "taken: " : "refused: ") << restbind::printable(text));
        taken += ours;
    }
    // Both responses must have been asked for.
    BOOST_TEST(taken > count / 20);
    BOOST_TEST(taken < count - count / 20);
}

BOOST_AUTO_TEST_CASE(both_read_the_same_value)
{
    text_maker make;
    for (int i = 0; i != 3000; ++i)
    {
        std::string const text = make.value(4);
        auto const ours = restbind::json::decode<boost::json::value>(text);
        if (!ours) // a name that appears twice, or a number out of range
            continue;
        // Boost 1.81 does not round all numbers correctly, so what is compared is what we write of
        // it, read by both.
        auto const written = restbind::json::encode(*ours);
        BOOST_REQUIRE(written.has_value());
        BOOST_REQUIRE(taken_by_boost(*written).value_or(true));
        auto const again = restbind::json::decode<boost::json::value>(*written);
        BOOST_REQUIRE(again.has_value());
        BOOST_REQUIRE(*again == *ours);
    }
}

BOOST_AUTO_TEST_SUITE_END()
