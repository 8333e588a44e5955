// SPDX-License-Identifier: BSL-1.0
// The same alternatives, told apart by another discriminator in each member: `Hall` of
// tests/golden/discriminators.
#include "golden/discriminators/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace
{

namespace discriminators = golden::discriminators;
using discriminators::Fan;
using discriminators::Hall;
using discriminators::Lamp;

std::string wrong_in(Hall const& value)
{
    restbind::violations found;
    validate(value, found);
    std::string text;
    for (auto const& one : found.take())
        text += one.field + ": " + one.message + '\n';
    return text;
}

std::string object(std::string const& kind) { return R"({"kind":")" + kind + R"(","size":5})"; }

} // namespace

BOOST_AUTO_TEST_SUITE(generated_own_discriminators)

BOOST_AUTO_TEST_CASE(each_member_is_read_and_checked_by_its_own_mapping)
{
    std::string members = R"({"must":)" + object("lamp");
    for (int i = 0; i != 9; ++i)
        members += ",\"m" + std::to_string(i) + "\":" +
                   object((i % 2 ? "lamp" : "fan") + std::to_string(i));
    auto const hall = restbind::json::decode<Hall>(members + "}");
    BOOST_TEST_REQUIRE(hall.has_value());
    BOOST_TEST(std::holds_alternative<Lamp>(hall->must));
    BOOST_TEST(std::holds_alternative<Fan>(*hall->m0));
    BOOST_TEST(std::holds_alternative<Lamp>(*hall->m1));
    BOOST_TEST(std::holds_alternative<Fan>(*hall->m2));
    BOOST_TEST(std::holds_alternative<Lamp>(*hall->m3));
    BOOST_TEST(std::holds_alternative<Fan>(*hall->m4));
    BOOST_TEST(std::holds_alternative<Lamp>(*hall->m5));
    BOOST_TEST(std::holds_alternative<Fan>(*hall->m6));
    BOOST_TEST(std::holds_alternative<Lamp>(*hall->m7));
    BOOST_TEST(std::holds_alternative<Fan>(*hall->m8));
    BOOST_TEST(wrong_in(*hall) == "");

    auto const other = restbind::json::decode<Hall>(
        R"({"must":)" + object("lamp8") + ",\"m8\":" + object("lamp") + "}"); // of each other's mapping
    BOOST_TEST_REQUIRE(other.has_value());
    std::string const said = " must fit exactly one of the alternatives; the nearest, ";
    BOOST_TEST(wrong_in(*other) == "m8: M8" + said + "lamp8, says: Kind must be lamp8 or Lamp\n" +
                                       "must: Must" + said + "lamp, says: Kind must be lamp or Lamp\n");
}

BOOST_AUTO_TEST_CASE(what_is_made_by_hand_is_held_against_the_mapping_of_its_member)
{
    Hall hall{.must = Lamp{.kind = "lamp"}};
    hall.m8 = Fan{.kind = "fan8"};
    hall.all = {Lamp{.kind = "lamps"}, Fan{.kind = "fans"}};
    BOOST_TEST(wrong_in(hall) == "");
    hall.m8 = Fan{.kind = "lamp8"};
    BOOST_TEST(wrong_in(hall) == "m8.kind: Kind must be fan8 or Fan\n");
    hall.m8 = Fan{.kind = "lamp7"};
    BOOST_TEST(wrong_in(hall) == "");
    hall.m8.reset();
    hall.must = Lamp{.kind = "fan"};
    hall.all->back() = Fan{.kind = "lamps"};
    BOOST_TEST(wrong_in(hall) ==
               "must.kind: Kind must be lamp or Lamp\nall[1].kind: Kind must be fans or Fan\n");
}

BOOST_AUTO_TEST_CASE(it_is_used_like_the_variant)
{
    using own = std::remove_cvref_t<decltype(*Hall().m1)>;
    using plain = std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>;
    static_assert(std::is_same_v<decltype(Hall().m0), decltype(Hall().same)>);
    static_assert(!std::is_same_v<decltype(Hall().m0), decltype(Hall().m1)>);
    static_assert(std::variant_size_v<own> == 4);
    static_assert(std::is_same_v<std::variant_alternative_t<1, own>, Fan>);

    Hall hall{.must = Lamp{.kind = "lamp"}};
    plain const fan = Fan{.kind = "fan1", .size = 3};
    hall.m1 = fan;
    hall.m2 = *hall.m1;
    own copy = *hall.m1;
    own const same(std::in_place_index<1>, std::get<Fan>(fan));
    BOOST_TEST((copy == same));
    copy = Lamp{.kind = "lamp1"};
    BOOST_TEST(std::visit([](auto const& one) { return restbind::json::encode(one).value(); },
                   copy) == R"({"kind":"lamp1"})");
    copy.emplace<1>(Fan{.kind = "fan1"});
    plain moved = std::move(copy);
    BOOST_TEST(std::get_if<Fan>(&moved)->kind == "fan1");
}

BOOST_AUTO_TEST_SUITE_END()
