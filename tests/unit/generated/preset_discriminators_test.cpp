// SPDX-License-Identifier: BSL-1.0
// Objects that begin with the value by which they are known: tests/golden/discriminators.
#include "golden/discriminators/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

namespace
{

namespace discriminators = golden::discriminators;

std::string wrong_in(discriminators::Grove const& value)
{
    restbind::violations found;
    validate(value, found);
    std::string text;
    for (auto const& one : found.take())
        text += one.field + ": " + one.message + '\n';
    return text;
}

// A valid one, to be changed.
discriminators::Grove planted()
{
    return {.tree = discriminators::Leaf{.t = "leaf"}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_preset_discriminators)

BOOST_AUTO_TEST_CASE(the_kinds_that_a_base_lists_begin_with_their_value_and_have_no_other_one)
{
    auto one = planted();
    one.cart = discriminators::HandCart{.wheels = 2};
    BOOST_TEST(wrong_in(one) == "");
    BOOST_TEST(restbind::json::encode(*one.cart).value() == R"({"type":"hand","wheels":2})");
    for (std::string const text : {"", "wagon", "sledge"})
    {
        one.cart = discriminators::HandCart{.type = text};
        BOOST_TEST(wrong_in(one) == "cart.type: Type must be hand or HandCart\n", text);
    }
    one = planted();
    one.barrow = discriminators::Tub{};
    BOOST_TEST(wrong_in(one) == "");
    BOOST_TEST(restbind::json::encode(*one.barrow).value() == R"({"type":"tub"})");
    for (std::string const text : {"", "sledge"})
    {
        one.barrow = discriminators::Tub{.type = text};
        BOOST_TEST(wrong_in(one) == "barrow.type: Type must be tub or Tub\n", text);
    }
}

BOOST_AUTO_TEST_CASE(members_that_may_be_null_or_are_only_named_begin_with_their_value_and_have_no_other_one)
{
    auto one = planted();
    auto const sent = [&](discriminators::Load load)
    {
        one.load = std::move(load);
        return wrong_in(one) + restbind::json::encode(*one.load).value();
    };
    BOOST_TEST(sent(discriminators::Hay{}) == R"({"of":"hay"})");
    BOOST_TEST(sent(discriminators::Bricks{}) == R"({"of":"bricks"})");
    BOOST_TEST(sent(discriminators::Water{}) == R"({"of":"water"})");
    BOOST_TEST(sent(discriminators::Sand{}) == R"({"of":"sand"})");
    BOOST_TEST(sent(discriminators::Water{.of = std::nullopt}) == "{}"); // which need not be there
    std::string const said = "load.of: Of must be ";
    BOOST_TEST(sent(discriminators::Hay{.of = std::nullopt}) == said + "hay or Hay\n" R"({"of":null})");
    BOOST_TEST(sent(discriminators::Hay{.of = ""}) == said + "hay or Hay\n" R"({"of":""})");
    BOOST_TEST(sent(discriminators::Hay{.of = "straw"}) == said + "hay or Hay\n" R"({"of":"straw"})");
    BOOST_TEST(sent(discriminators::Bricks{.of = ""}) == said + "bricks or Bricks\n" R"({"of":""})");
    BOOST_TEST(sent(discriminators::Water{.of = restbind::null}) == said + "water or Water\n" R"({"of":null})");
    BOOST_TEST(sent(discriminators::Water{.of = "hay"}) == said + "water or Water\n" R"({"of":"hay"})");
    BOOST_TEST(sent(discriminators::Sand{.of = nullptr}) == said + "sand or Sand\n" R"({"of":null})");
    BOOST_TEST(sent(discriminators::Sand{.of = boost::json::array{}}) == said + "sand or Sand\n" R"({"of":[]})");
    BOOST_TEST(sent(discriminators::Sand{.of = "Sand"}) == R"({"of":"Sand"})");

    for (std::string const text : {R"({"litres":1})", R"({"of":"water","litres":1})", R"({"of":"hay","bales":1})"})
    {
        auto const read = restbind::json::decode<discriminators::Grove>(R"({"tree":{"t":"leaf"},"load":)" + text + "}");
        BOOST_TEST_REQUIRE(read.has_value());
        BOOST_TEST(wrong_in(*read) == "", text);
        BOOST_TEST(restbind::json::encode(*read->load).value() == text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
