// SPDX-License-Identifier: BSL-1.0
// Types that travel by a codec of their own.
#include "unit/json/models.hpp"

#include <restbind/json/codec.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using json_test::why;
using restbind::json::decode;
using restbind::json::encode;

namespace
{

// Travels as `"17 EUR"`, and only up to 99.
struct ticket_price
{
    int euros = 0;

    bool operator==(ticket_price const&) const = default;
};

// Reading one throws.
struct explosive
{
};

} // namespace

template <>
struct restbind::json::codec<ticket_price>
{
    static constexpr types accepts = types::string;
    static bool read(cursor& in, ticket_price& out)
    {
        std::string_view text;
        if (!read_text(in, text, "a ticket_price"))
            return false;
        if (text.size() != 6 || !text.ends_with(" EUR"))
            return in.fail("no ticket_price");
        out.euros = (text[0] - '0') * 10 + (text[1] - '0');
        return true;
    }
    static bool write(writer& out, ticket_price const& value)
    {
        return value.euros <= 99 ? out.put_string(std::to_string(value.euros) + " EUR")
                                 : out.fail("too dear");
    }
};

template <>
struct restbind::json::codec<explosive>
{
    [[maybe_unused]] static constexpr types accepts = types::any;
    static bool read(cursor&, explosive&) { throw std::runtime_error("bang"); }
    static bool write(writer&, explosive const&) { throw std::runtime_error("bang"); }
};

BOOST_AUTO_TEST_SUITE(json_codec)

BOOST_AUTO_TEST_CASE(a_type_with_a_codec_of_its_own_is_read_and_written_by_it)
{
    BOOST_TEST((decode<ticket_price>("\"17 EUR\"").value() == ticket_price{17}));
    BOOST_TEST(encode(ticket_price{42}).value() == "\"42 EUR\"");
}

BOOST_AUTO_TEST_CASE(it_may_stand_in_every_container)
{
    std::string const list = R"(["10 EUR",null])";
    auto const prices = decode<std::vector<std::optional<ticket_price>>>(list);
    BOOST_TEST_REQUIRE(prices.has_value());
    BOOST_TEST((*prices == std::vector<std::optional<ticket_price>>{ticket_price{10}, std::nullopt}));
    BOOST_TEST(encode(*prices).value() == list);
    std::string const names = R"({"a":"20 EUR"})";
    BOOST_TEST((encode(decode<std::map<std::string, ticket_price>>(names).value()).value() == names));
}

BOOST_AUTO_TEST_CASE(what_it_accepts_tells_it_from_the_alternatives_of_a_variant)
{
    using either = std::variant<int, ticket_price>;
    BOOST_TEST((std::get<ticket_price>(decode<either>("\"33 EUR\"").value()) == ticket_price{33}));
    BOOST_TEST(std::get<int>(decode<either>("33").value()) == 33);
    BOOST_TEST(why(decode<either>("true")) == " @0: expected an integer or a string, found true");
}

BOOST_AUTO_TEST_CASE(a_failure_of_its_own_has_its_text_and_the_place)
{
    BOOST_TEST(why(decode<std::vector<ticket_price>>(R"(["10 EUR","x"])")) == "[1] @13: no ticket_price");
    BOOST_TEST(why(decode<ticket_price>("7")) == " @0: expected a ticket_price, found the number 7");
    BOOST_TEST(why(encode(std::vector<ticket_price>{{1}, {100}})) == "[1] @0: too dear");
}

BOOST_AUTO_TEST_CASE(what_it_throws_comes_out_of_the_function_that_calls_it)
{
    BOOST_CHECK_THROW(static_cast<void>(decode<explosive>("1")), std::runtime_error);
    BOOST_CHECK_THROW(static_cast<void>(encode(explosive{})), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(sets_of_types_are_joined_and_compared_by_their_bits)
{
    using restbind::json::overlap;
    using restbind::json::types;
    static_assert(overlap(types::any, types::null));
    static_assert(overlap(types::integer | types::number, types::number));
    static_assert(!overlap(types::string | types::array, types::object));
    static_assert((types::any & types::boolean) == types::boolean);
    static_assert(!overlap(types::none, types::any));
    BOOST_TEST(overlap(types::any, types::object));
}

BOOST_AUTO_TEST_SUITE_END()
