// SPDX-License-Identifier: BSL-1.0
// Models that hold themselves, and elements that may be null: tests/golden/recursion.
#include "golden/recursion/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

namespace recursion = golden::recursion;

BOOST_AUTO_TEST_SUITE(generated_recursion)

BOOST_AUTO_TEST_CASE(a_model_that_holds_itself_is_read_and_written)
{
    std::string const json =
        R"({"height":1,"trunk":{"height":2,"trunk":{"height":3}},"rings":[1,null,3]})";
    auto const tree = restbind::json::decode<recursion::Tree>(json);
    BOOST_TEST_REQUIRE(tree.has_value());
    BOOST_TEST(tree->trunk->trunk->height == 3);
    BOOST_TEST(!tree->trunk->trunk->trunk.has_value());
    BOOST_TEST(restbind::json::encode(*tree).value() == json);
}

BOOST_AUTO_TEST_CASE(copies_of_a_box_are_deep)
{
    recursion::Tree tree;
    tree.trunk = recursion::Tree{};
    tree.trunk->height = 5;
    recursion::Tree copy = tree;
    BOOST_TEST((copy == tree));
    copy.trunk->height = 6;
    BOOST_TEST(tree.trunk->height == 5);
    BOOST_TEST((copy != tree));
    copy = tree;
    BOOST_TEST((copy == tree));
    recursion::Tree const moved = std::move(copy);
    BOOST_TEST(moved.trunk->height == 5);
    tree.trunk.reset();
    BOOST_TEST((moved != tree));
}

BOOST_AUTO_TEST_CASE(a_box_that_may_be_null_tells_null_from_absent)
{
    std::string const null = R"({"height":1,"shadow":null})";
    std::string const absent = R"({"height":1})";
    std::string const held = R"({"height":1,"shadow":{"height":2,"shadow":null}})";
    auto const read = [](std::string const& json)
    {
        auto tree = restbind::json::decode<recursion::Tree>(json);
        BOOST_TEST_REQUIRE(tree.has_value(), json);
        BOOST_TEST(restbind::json::encode(*tree).value() == json);
        return *std::move(tree);
    };
    BOOST_TEST(read(null).shadow.is_null());
    BOOST_TEST(read(absent).shadow.is_absent());
    BOOST_TEST(read(held).shadow->shadow.is_null());
    BOOST_TEST((read(null) == read(null)));
    BOOST_TEST((read(null) != read(absent)));
    BOOST_TEST((read(null) != read(held)));
    BOOST_TEST(!restbind::json::decode<recursion::Tree>(R"({"height":1,"trunk":null})").has_value());
}

BOOST_AUTO_TEST_CASE(a_box_that_may_be_null_changes_its_state)
{
    recursion::Tree tree;
    BOOST_TEST(tree.shadow.is_absent());
    tree.shadow = restbind::null;
    BOOST_TEST((tree.shadow == restbind::null));
    BOOST_TEST(!tree.shadow.has_value());
    tree.shadow = recursion::Tree{};
    tree.shadow->height = 7;
    BOOST_TEST(!tree.shadow.is_null());
    recursion::Tree const copy = tree;
    tree.shadow.set_null();
    BOOST_TEST(tree.shadow.is_null());
    BOOST_TEST(copy.shadow->height == 7);
    tree.shadow.emplace().height = 8;
    BOOST_TEST((*tree.shadow).height == 8);
    tree.shadow.reset();
    BOOST_TEST(tree.shadow.is_absent());
    tree.shadow = restbind::null;
    tree.shadow.reset();
    BOOST_TEST(tree.shadow.is_absent());
    BOOST_TEST((tree == recursion::Tree{}));
}

BOOST_AUTO_TEST_CASE(rules_reach_into_boxes_and_nullable_elements)
{
    auto const tree = restbind::json::decode<recursion::Tree>(
        R"({"height":1,"trunk":{"height":0},"rings":[null,0],"perhaps":{"a":null,"b":{"grafts":[{"height":-1}]}}})");
    BOOST_TEST_REQUIRE(tree.has_value());
    restbind::violations found;
    recursion::validate(*tree, found);
    std::string fields;
    for (auto const& one : found.take())
        fields += one.field + ' ';
    BOOST_TEST(fields == "trunk.height rings[1] perhaps.b.grafts[0].height ");
}

BOOST_AUTO_TEST_SUITE_END()
