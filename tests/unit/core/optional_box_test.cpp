// SPDX-License-Identifier: BSL-1.0
#include <restbind/core/optional_box.hpp>

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <utility>

namespace
{

// Holds itself, which a std::optional cannot.
struct folder
{
    std::string name;
    restbind::optional_box<folder> parent;
    friend bool operator==(folder const&, folder const&) = default;
};

} // namespace

BOOST_AUTO_TEST_SUITE(core_optional_box)

BOOST_AUTO_TEST_CASE(a_type_holds_itself)
{
    folder const inner{.name = "inner", .parent = folder{.name = "outer", .parent = {}}};
    BOOST_REQUIRE(inner.parent);
    BOOST_TEST(inner.parent->name == "outer");
    BOOST_TEST(!inner.parent->parent.has_value());
}

BOOST_AUTO_TEST_CASE(a_copy_has_a_value_of_its_own)
{
    restbind::optional_box<std::string> first("a");
    auto second = first;
    *second += "b";
    BOOST_TEST(*first == "a");
    BOOST_TEST((first != second));
    second = first;
    BOOST_TEST((first == second));
}

BOOST_AUTO_TEST_CASE(what_is_moved_from_has_none)
{
    restbind::optional_box<std::string> first("a");
    std::string const* const place = &*first;
    auto const second = std::move(first);
    BOOST_TEST(&*second == place);
    BOOST_TEST(!first.has_value());
}

BOOST_AUTO_TEST_CASE(a_value_is_replaced_and_taken_away)
{
    restbind::optional_box<std::string> box;
    BOOST_TEST(!box);
    BOOST_TEST(box.emplace(3U, 'x') == "xxx");
    BOOST_TEST(box.emplace("y") == "y");
    box.reset();
    BOOST_TEST(!box);
    BOOST_TEST((box == restbind::optional_box<std::string>(std::nullopt)));
}

BOOST_AUTO_TEST_SUITE_END()
