// How the writer takes room: whatever was expected, the text is whole.
#include <restbind/json/encode.hpp>
#include <restbind/json/detail/writer.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
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
    [[maybe_unused]] static constexpr kinds accepts = kinds::integer;
    static bool write(writer& out, addressless const& value)
    {
        out.put_integer(value.number);
        return true;
    }
};

BOOST_AUTO_TEST_SUITE(json_writer)

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
