// SPDX-License-Identifier: BSL-1.0
// What cannot be written, and how the writer takes space: whatever was expected, the text is whole.
#include "unit/json/models.hpp"

#include <restbind/json/encode.hpp>
#include <restbind/json/writer.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace
{

// Its own address is not for everybody.
struct addressless
{
    int number = 0;
    void operator&() const = delete;
};

} // namespace

template <>
struct restbind::json::codec<addressless>
{
    [[maybe_unused]] static constexpr types accepts = types::integer;
    static bool write(writer& out, addressless const& value)
    {
        out.put_integer(value.number);
        return true;
    }
};

BOOST_AUTO_TEST_SUITE(json_encode)

// survives: J32, C8, C9
BOOST_AUTO_TEST_CASE(numbers_that_are_none_are_not_sent_and_named_by_their_path)
{
    json_test::allocated_seats value;
    value.cart_item_detail.resize(2);
    value.cart_item_detail[1].seat_properties.coord_x = std::nan("");
    auto const r = restbind::json::encode(value);
    BOOST_CHECK(r.error() == restbind::error_kind::invalid_argument);
    BOOST_TEST(
        json_test::why(r) == "cartItemDetail[1].seatProperties.coordX @0: NaN has no form in JSON");
    BOOST_TEST(json_test::why(restbind::json::encode(
                   std::vector<double>{1, std::numeric_limits<double>::infinity()})) ==
               "[1] @0: an infinity has no form in JSON");
    BOOST_TEST(json_test::why(restbind::json::encode(
                   std::map<std::string, float>{{"a", -std::numeric_limits<float>::infinity()}})) ==
               "a @0: an infinity has no form in JSON");
    BOOST_TEST(json_test::why(restbind::json::encode(std::vector<std::string>{"\xFF"})) ==
               "[0] @0: a string is not valid UTF-8");
}

BOOST_AUTO_TEST_CASE(a_name_that_cannot_be_written_is_told_in_the_path)
{
    BOOST_TEST(json_test::why(restbind::json::encode(std::map<std::string, int>{{"a\xFF", 1}})) ==
               "a\\xff @0: a string is not valid UTF-8");
}

BOOST_AUTO_TEST_CASE(a_value_that_cannot_be_written_leaves_the_text_as_it_was)
{
    std::string out = "before";
    BOOST_TEST(!restbind::json::encode_to(out, std::vector<double>{1, 2, std::nan("")}));
    BOOST_TEST(out == "before");
    BOOST_TEST(restbind::json::encode_to(out, std::vector<int>{1, 2}).has_value());
    BOOST_TEST(out == "before[1,2]");
}

BOOST_AUTO_TEST_CASE(a_text_is_whole_whatever_size_was_expected)
{
    for (std::size_t const likely : {0U, 1U, 64U, 4095U, 4096U, 4097U, 30000U, 100000U})
        for (std::size_t const piece : {1U, 63U, 1000U, 4096U, 5000U, 20000U})
        {
            std::string out = "before";
            std::string expected = out;
            {
                restbind::json::writer to(out, likely);
                for (std::size_t i = 0; expected.size() < 30000; ++i)
                {
                    std::string const text(piece, static_cast<char>('a' + i % 26));
                    to.put(text);
                    expected += text;
                }
                BOOST_TEST(to.size() == expected.size());
            }
            BOOST_TEST((out == expected), "expected " << likely << ", pieces of " << piece);
        }
}

BOOST_AUTO_TEST_CASE(strings_around_the_size_of_a_piece_are_written_whole)
{
    for (std::size_t size = 4000; size != 4200; ++size)
    {
        std::string const text(size, 'x');
        std::string out;
        BOOST_TEST_REQUIRE(
            restbind::json::encode_to(out, std::vector<std::string>{text, text}).has_value());
        BOOST_TEST_REQUIRE((out == "[\"" + text + "\",\"" + text + "\"]"));
    }
}

BOOST_AUTO_TEST_CASE(a_string_that_escapes_make_six_times_as_long_is_written_whole)
{
    std::string const text(3000, '\x01');
    std::string expected = "\"";
    for (std::size_t i = 0; i != text.size(); ++i)
        expected += "\\u0001";
    auto const out = restbind::json::encode(text);
    BOOST_TEST_REQUIRE(out.has_value());
    BOOST_TEST((*out == expected + "\""));
}

BOOST_AUTO_TEST_CASE(what_an_ampersand_means_to_a_type_does_not_matter)
{
    std::string out;
    BOOST_TEST(restbind::json::encode_to(out, addressless{7}).has_value());
    BOOST_TEST(restbind::json::encode(addressless{8}).value() == "8");
    BOOST_TEST(out == "7");
}

BOOST_AUTO_TEST_SUITE_END()
