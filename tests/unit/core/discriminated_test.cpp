// SPDX-License-Identifier: BSL-1.0
// A variant with a discriminator of its own is used like the variant.
#include <restbind/core/discriminated.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace
{

using plain = std::variant<int, std::string>;
using lamp = restbind::discriminated<"Room.lamp", plain>;
using door = restbind::discriminated<"Room.door", plain>;

static_assert(!std::is_same_v<lamp, door>);
static_assert(std::is_convertible_v<plain, lamp> && std::is_convertible_v<lamp, plain>);
static_assert(std::variant_size_v<lamp> == 2);
static_assert(std::is_same_v<std::variant_alternative_t<1, lamp>, std::string>);
static_assert(!std::is_constructible_v<lamp, void*>);

} // namespace

BOOST_AUTO_TEST_SUITE(core_discriminated)

BOOST_AUTO_TEST_CASE(it_holds_what_the_variant_holds)
{
    lamp value;
    BOOST_TEST(std::get<int>(value) == 0);
    value = std::string("on");
    BOOST_TEST(std::get<1>(value) == "on");
    BOOST_TEST((std::visit([](auto const& held) { return sizeof(held); }, value)) ==
               sizeof(std::string));
    lamp const made(std::in_place_index<1>, 3U, 'x');
    BOOST_TEST(std::get<std::string>(made) == "xxx");
}

BOOST_AUTO_TEST_CASE(it_converts_from_and_to_the_variant_and_compares_as_that)
{
    lamp const on = plain("on");
    plain const back = on;
    BOOST_TEST((back == plain("on")));
    BOOST_TEST((on == lamp("on")));
    BOOST_TEST((on != lamp(1)));
}

BOOST_AUTO_TEST_SUITE_END()
