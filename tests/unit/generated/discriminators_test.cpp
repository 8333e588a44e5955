// SPDX-License-Identifier: BSL-1.0
// Objects that say by hand that they are another alternative: tests/golden/discriminators.
#include "golden/discriminators/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

namespace
{

namespace discriminators = golden::discriminators;

template <class T>
std::string found_in(T const& value)
{
    restbind::violations found;
    validate(value, found);
    std::string text;
    for (auto const& one : found.take())
        text += one.field + ": " + one.message + '\n';
    return text;
}

// A valid one, to be changed.
discriminators::Grove grove()
{
    return {.tree = discriminators::Leaf{.t = "leaf"}};
}

discriminators::Node node(discriminators::Tree left)
{
    return {.t = "node", .left = std::move(left), .right = {}};
}

std::string refused(auto const& built)
{
    BOOST_TEST_REQUIRE(built.has_error());
    std::string text;
    for (auto const& one : built.error().violations())
        text += one.field + ": " + one.message + '\n';
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_discriminators)

BOOST_AUTO_TEST_CASE(an_alternative_that_says_it_is_another_one_is_not_sent)
{
    auto one = grove();
    BOOST_TEST(found_in(one) == "");
    for (std::string const text : {"leaf", "blade", "Leaf", "unheard-of"})
    {
        one.tree = discriminators::Leaf{.t = text};
        BOOST_TEST(found_in(one) == "", text);
    }
    for (std::string const text : {"node", "Node"})
    {
        one.tree = discriminators::Leaf{.t = text};
        BOOST_TEST(found_in(one) == "tree.t: T must be leaf, blade or Leaf\n", text);
    }
    one.tree = node(discriminators::Leaf{.t = "blade"});
    BOOST_TEST(found_in(one) == "");
    std::get<discriminators::Node>(one.tree).t = "blade";
    BOOST_TEST(found_in(one) == "tree.t: T must be node or Node\n");
    one.tree = discriminators::Leaf{.t = ""};
    BOOST_TEST(found_in(one) == "tree.t: T is required\n");
}

BOOST_AUTO_TEST_CASE(a_body_is_refused_by_itself_and_beside_parameters)
{
    discriminators::Tree const tree = discriminators::Leaf{.t = "node"};
    BOOST_TEST(
        refused(discriminators::operations::replace::build(tree)) == "t: T must be leaf, blade or Leaf\n");
    BOOST_TEST(refused(discriminators::operations::graft::build({.id = 1, .body = discriminators::Leaf{.t = "node"}})) ==
               "t: T must be leaf, blade or Leaf\n");
}

BOOST_AUTO_TEST_CASE(the_alternative_by_itself_may_have_any_value)
{
    BOOST_TEST(found_in(discriminators::Leaf{.t = "node"}) == "");
    BOOST_TEST(discriminators::operations::keep::build(discriminators::Leaf{.t = "node"}).has_value());
    auto one = grove();
    one.leaf = discriminators::Leaf{.t = "node"};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(an_empty_value_was_never_set_where_several_stand_for_the_alternative)
{
    BOOST_TEST(found_in(discriminators::Leaf{.t = ""}) == "t: T is required\n");
    auto one = node(discriminators::Leaf{.t = "leaf"});
    one.t = ""; // which was "node", and is a text that its schema allows
    BOOST_TEST(found_in(one) == "");
    auto all = grove();
    all.tree = one;
    BOOST_TEST(found_in(all) == "tree.t: T must be node or Node\n");
}

BOOST_AUTO_TEST_CASE(an_empty_value_is_that_of_the_default_mapping)
{
    auto one = grove();
    one.rest = discriminators::Other{.kind = ""};
    BOOST_TEST(found_in(one) == "");
    one.rest = discriminators::Moss{.kind = ""};
    BOOST_TEST(found_in(one) == "rest.kind: Kind must be moss or Moss\n");
}

BOOST_AUTO_TEST_CASE(other_policies_send_it)
{
    discriminators::Tree const tree = discriminators::Leaf{.t = "node"};
    for (auto const policy :
        {restbind::validation_policy::off, restbind::validation_policy::observe})
        BOOST_TEST(discriminators::operations::replace::build(tree, {}, policy).has_value());
}

BOOST_AUTO_TEST_CASE(it_is_found_in_lists_and_maps_and_where_it_may_be_missing)
{
    discriminators::Leaf const wrong{.t = "node"};
    discriminators::Leaf const right{.t = "leaf"};
    std::string const said = ": T must be leaf, blade or Leaf\n";
    auto one = grove();
    one.maybe = wrong;
    BOOST_TEST(found_in(one) == "maybe.t" + said);
    one = grove();
    one.row = {right, wrong};
    BOOST_TEST(found_in(one) == "row[1].t" + said);
    one = grove();
    one.gaps = {std::nullopt, wrong};
    BOOST_TEST(found_in(one) == "gaps[1].t" + said);
    one = grove();
    one.named = {{"oak", wrong}, {"yew", right}};
    BOOST_TEST(found_in(one) == "named.oak.t" + said);
    one = grove();
    one.bounded = wrong;
    BOOST_TEST(found_in(one) == "bounded.t" + said);
}

BOOST_AUTO_TEST_CASE(it_is_found_in_objects_of_the_same_kind_below)
{
    auto one = grove();
    auto inner = node(discriminators::Leaf{.t = "leaf"});
    inner.right = discriminators::Tree(discriminators::Leaf{.t = "Node"});
    one.tree = node(std::move(inner));
    BOOST_TEST(found_in(one) == "tree.left.right.t: T must be leaf, blade or Leaf\n");
}

BOOST_AUTO_TEST_CASE(a_list_of_the_values_of_all_tells_objects_apart_by_their_names)
{
    auto const pet = restbind::json::decode<discriminators::Grove>(
        R"({"tree": {"t": "leaf"}, "pet": {"kind": "Dog", "bark": 1}})");
    BOOST_TEST_REQUIRE(pet.has_value());
    BOOST_TEST(std::holds_alternative<discriminators::Dog>(*pet->pet));
    BOOST_TEST(found_in(*pet) == "");
    auto one = grove();
    one.pet = discriminators::Dog{.kind = discriminators::CatKind::cat, .bark = 1};
    BOOST_TEST(found_in(one) == "pet.kind: Kind must be Dog\n");
}

BOOST_AUTO_TEST_CASE(a_value_that_several_alternatives_list_stands_for_each_of_them)
{
    auto const read = restbind::json::decode<discriminators::Grove>(
        R"({"tree": {"t": "leaf"}, "either": {"kind": "b", "two": "x"}})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(std::holds_alternative<discriminators::Second>(*read->either));
    BOOST_TEST(found_in(*read) == "");
    auto one = grove();
    one.either = discriminators::First{.kind = discriminators::FirstKind::b, .one = ""};
    BOOST_TEST(found_in(one) == "");
    one.either = discriminators::First{.kind = discriminators::FirstKind("c"), .one = ""};
    BOOST_TEST(found_in(one) != "");
}

BOOST_AUTO_TEST_CASE(alternatives_of_alternatives_are_held_to_the_values_of_all)
{
    auto one = grove();
    one.nested = discriminators::Root{.t = "root"};
    BOOST_TEST(found_in(one) == "");
    one.nested = discriminators::Leaf{.t = "leaf"};
    BOOST_TEST(found_in(one) == "");
    one.nested = discriminators::Root{.t = "leaf"};
    BOOST_TEST(found_in(one) == "nested.t: T must be root or Root\n");
    one.nested = discriminators::Leaf{.t = "root"};
    BOOST_TEST(found_in(one) == "nested.t: T must be leaf, blade or Leaf\n");
}

BOOST_AUTO_TEST_CASE(what_stands_for_all_of_an_alternative_leaves_its_own_values_to_it)
{
    auto const wood = [](std::string const& text)
    {
        auto read =
            restbind::json::decode<discriminators::Grove>(R"({"tree": {"t": "leaf"}, "wood": )" + text + "}");
        BOOST_TEST_REQUIRE(read.has_value());
        return *read->wood;
    };
    for (std::string const text : {"leaf", "blade", "Leaf", "needle"})
        BOOST_TEST(std::holds_alternative<discriminators::Leaf>(wood(R"({"t": ")" + text + R"("})")), text);
    BOOST_TEST(std::holds_alternative<discriminators::Node>(wood(R"({"t": "node", "left": {"t": "leaf"}})")));
    BOOST_TEST(std::holds_alternative<boost::json::object>(wood(R"({"t": "tree", "size": 1})")));
    auto one = grove();
    auto stem = node(discriminators::Leaf{.t = "leaf"});
    stem.t = "needle";
    one.wood = std::move(stem);
    BOOST_TEST(found_in(one) == "wood.t: T must be node or Node\n");
    one.wood = discriminators::Leaf{.t = "needle"};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(an_outer_mapping_tells_alternatives_of_an_alternative_apart)
{
    auto const read = restbind::json::decode<discriminators::Grove>(
        R"({"tree": {"t": "leaf"}, "deep": {"t": "bud", "length": 3}})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(std::holds_alternative<discriminators::Bud>(*read->deep)); // whatever else is there
    auto one = grove();
    one.deep = discriminators::Bud{};
    BOOST_TEST(
        restbind::json::encode(one).value() == R"({"tree":{"t":"leaf"},"deep":{"t":"bud"}})");
    BOOST_TEST(found_in(one) == ""); // although a twig has all that a bud must have
    one.deep = discriminators::Bud{.t = "twig"};
    BOOST_TEST(found_in(one) == "deep.t: T must be bud or Bud\n");
    one.deep = boost::json::object{{"t", "bud"}, {"open", 1}, {"length", ""}};
    BOOST_TEST(found_in(one).starts_with(
        "deep: Deep must fit at least one of the alternatives; the nearest, bud, says: "));
    one = grove();
    one.shoot = discriminators::Bud{}; // by itself the alternative says nothing of its values
    BOOST_TEST(found_in(one) ==
               "shoot: Shoot must fit exactly one of the alternatives, and fits several\n");
}

BOOST_AUTO_TEST_CASE(values_that_the_schemas_list_count_where_the_mapping_has_others)
{
    auto const read = restbind::json::decode<discriminators::Grove>(
        R"({"tree": {"t": "leaf"}, "pay": {"type": "card", "number": "1"}})");
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(std::holds_alternative<discriminators::Card>(*read->pay));
    BOOST_TEST(found_in(*read) == "");
    auto one = grove();
    one.pay = discriminators::Cash{};
    BOOST_TEST(found_in(one) == "");
    one.pay = discriminators::Cash{.type = discriminators::CashType("CASH")};
    BOOST_TEST(found_in(one) == "pay.type: Type must be cash\n");
}

BOOST_AUTO_TEST_CASE(any_object_is_sent_where_it_is_an_alternative)
{
    for (std::string const text :
        {R"({"foo":true})", R"({"t":"other","foo":true})", R"({"t":3})", R"({"t":"root"})"})
    {
        auto const given = R"({"tree":{"t":"leaf"},"scrap":)" + text + "}";
        auto const read = restbind::json::decode<discriminators::Grove>(given);
        BOOST_TEST_REQUIRE(read.has_value());
        BOOST_TEST(found_in(*read) == "", text);
        BOOST_TEST(restbind::json::encode(*read).value() == given);
    }
}

BOOST_AUTO_TEST_CASE(an_object_that_may_be_several_is_sent_without_the_member_and_as_none_of_them)
{
    auto one = grove();
    for (std::string const text : {R"({"sown":1,"cut":2})", R"({"t":"oats","sown":1})", R"({})"})
    {
        auto const given = R"({"tree":{"t":"leaf"},"crop":)" + text + "}";
        auto const read = restbind::json::decode<discriminators::Grove>(given);
        BOOST_TEST_REQUIRE(read.has_value());
        BOOST_TEST(found_in(*read) == "", text);
        BOOST_TEST(restbind::json::encode(*read).value() == given);
    }
    one.crop = boost::json::object{{"sown", "1"}, {"cut", "1"}};
    BOOST_TEST(found_in(one).starts_with("crop: Crop must fit at least one of the alternatives"));
    one.crop = boost::json::object{{"t", "rye"}, {"sown", 1}, {"cut", "1"}};
    BOOST_TEST(found_in(one) == "crop: Crop must fit at least one of the alternatives; the "
                                "nearest, rye, says: Cut must be of type integer\n");
    one.crop = discriminators::Wheat{.t = "rye"};
    BOOST_TEST(found_in(one) == "crop.t: T must be wheat or Wheat\n");
}

BOOST_AUTO_TEST_CASE(an_open_object_that_is_valid_as_one_of_several_is_sent)
{
    auto one = grove();
    one.sign = boost::json::object{{"is", nullptr}}; // a flag
    BOOST_TEST(found_in(one) == "");
    one.sign = boost::json::object{{"is", "arrow"}, {"more", 1}};
    BOOST_TEST(found_in(one) == "");
    one.sign = boost::json::object{{"is", 1}};
    BOOST_TEST(found_in(one).starts_with("sign: Sign must fit at least one of the alternatives"));
}

BOOST_AUTO_TEST_CASE(any_other_value_is_that_of_the_default_mapping)
{
    auto one = grove();
    one.open = discriminators::Lichen{.kind = "crustose"};
    BOOST_TEST(found_in(one) == "");
    one.open = discriminators::Lichen{.kind = "moss"};
    BOOST_TEST(found_in(one) == "open.kind: Kind must not be moss\n");
    one.open = discriminators::Moss{.kind = "crustose"};
    BOOST_TEST(found_in(one) == "open.kind: Kind must be moss or Moss\n");
}

BOOST_AUTO_TEST_CASE(what_is_read_without_the_member_is_written_without_it)
{
    for (std::string const text : {R"("carpet":{})", R"("carpet":{"kind":"x"})", R"("moss":{})",
             R"("glade":{"foo":true})", R"("glade":{"t":"glade","foo":true})",
             R"("bed":{"t":"Herb","scent":"x","bed":"plant"})"})
    {
        auto const given = R"({"tree":{"t":"leaf"},)" + text + "}";
        auto const read = restbind::json::decode<discriminators::Grove>(given);
        BOOST_TEST_REQUIRE(read.has_value());
        BOOST_TEST((!read->carpet || std::holds_alternative<discriminators::Moss>(*read->carpet)));
        BOOST_TEST(found_in(*read) == "", text);
        BOOST_TEST(restbind::json::encode(*read).value() == given);
    }
    auto one = grove();
    one.open = discriminators::Moss{};
    BOOST_TEST(found_in(one) == "");
    BOOST_TEST(
        restbind::json::encode(one).value() == R"({"tree":{"t":"leaf"},"open":{"kind":"moss"}})");
    one.open = discriminators::Lichen{};
    one.glade = discriminators::Glade{};
    one.bed = discriminators::Plant(discriminators::Herb{.t = "Herb"});
    BOOST_TEST(found_in(one) == "");
    auto const text = restbind::json::encode(one).value();
    for (std::string const said : {R"("glade":{"t":"glade"})", R"("bed":"plant")"})
        BOOST_TEST(text.find(said) != std::string::npos, text);
    one.open = discriminators::Moss{.kind = std::nullopt}; // which is lichen
    BOOST_TEST(found_in(one) == "open.kind: Kind must be moss or Moss\n");
}

BOOST_AUTO_TEST_CASE(kinds_of_a_base_keep_their_names)
{
    auto one = grove();
    one.tool = discriminators::Saw{};
    BOOST_TEST(found_in(one) == "");
    one.tool = discriminators::Saw{.kind = "Axe"};
    BOOST_TEST(found_in(one) == "tool.kind: Kind must be Saw\n");
    one.tool = discriminators::ToolBase{.kind = "Saw"};
    BOOST_TEST(found_in(one) == "tool.kind: Kind must be Tool\n");
    one.tool = discriminators::Saw{.kind = {}};
    BOOST_TEST(found_in(one) == "");
    one.tool = discriminators::Saw{.kind = "Chainsaw"};
    BOOST_TEST(found_in(one) == "tool.kind: Kind must be Saw\n");
}

BOOST_AUTO_TEST_CASE(open_json_says_what_it_likes)
{
    auto one = grove();
    one.tool = boost::json::object{{"kind", "Saw"}, {"weight", 1}};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(members_of_all_types_are_looked_at)
{
    auto one = grove();
    one.sign = discriminators::Arrow{.is = discriminators::ArrowIs::board}; // which the enum lists
    BOOST_TEST(found_in(one) == "sign.is: Is must be arrow\n");
    one.sign = discriminators::Arrow{.is = discriminators::ArrowIs::other};
    BOOST_TEST(found_in(one) == "sign.is: Is must be arrow\n");
    one.sign = discriminators::Arrow{.is = discriminators::ArrowIs("flag")}; // which it does not list: told once
    BOOST_TEST(found_in(one) == "sign.is: Is must be arrow, board or other\n");
    one.sign = discriminators::Board{.is = discriminators::BoardIs("flag")}; // of an enum that allows others
    BOOST_TEST(found_in(one) == "sign.is: Is must be board or Board\n");
    one.sign = discriminators::Board{.is = discriminators::BoardIs("plate")};
    BOOST_TEST(found_in(one) == "sign.is: Is must be board or Board\n");
    one.sign = discriminators::Flag{.is = "arrow"};
    BOOST_TEST(found_in(one) == "sign.is: Is must be flag or Flag\n");
    one.sign = discriminators::Flag{.is = restbind::null};
    BOOST_TEST(found_in(one) == "sign.is: Is must be flag or Flag\n");
    one.sign = discriminators::Flag{};
    BOOST_TEST(found_in(one) == "");
    one.sign = discriminators::Post{};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(members_that_are_texts_among_others_are_looked_at)
{
    auto one = grove();
    one.mix = discriminators::Loose{.kind = "Numbered", .loose = {}};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must be Loose\n");
    one.mix = discriminators::Numbered{.kind = "Loose", .number = {}, .made = {}};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must be Numbered\n");
    one.mix = discriminators::Numbered{.kind = 5, .number = {}, .made = {}};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must be Numbered\n");
    one.mix = discriminators::Loose{.kind = nullptr, .loose = {}};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must be Loose\n");
}

BOOST_AUTO_TEST_CASE(what_stands_for_all_other_values_has_none_of_the_known_ones)
{
    auto one = grove();
    one.rest = discriminators::Other{.kind = "lichen"};
    BOOST_TEST(found_in(one) == "");
    one.rest = discriminators::Other{.kind = "moss"};
    BOOST_TEST(found_in(one) == "rest.kind: Kind must not be moss\n");
    one.rest = discriminators::Moss{.kind = "Other"};
    BOOST_TEST(found_in(one) == "rest.kind: Kind must be moss or Moss\n");
}

BOOST_AUTO_TEST_CASE(a_discriminator_says_nothing_of_what_it_does_not_know)
{
    auto one = grove();
    one.part = discriminators::Stone{.t = "Herb", .mass = 1};
    BOOST_TEST(found_in(one) == "");
    one.part = discriminators::Herb{.t = "Shrub"};
    BOOST_TEST(found_in(one) == "part.t: T must be Herb\n");
}

BOOST_AUTO_TEST_CASE(a_value_that_several_alternatives_have_leaves_the_choice_to_their_members)
{
    auto const hung = [](std::string const& json)
    {
        auto read =
            restbind::json::decode<discriminators::Grove>(R"({"tree":{"t":"leaf"},"hung":)" + json + "}");
        BOOST_TEST(restbind::json::encode(*read->hung).value() == json);
        BOOST_TEST(found_in(*read) == "");
        return std::move(*read->hung);
    };
    BOOST_TEST(std::holds_alternative<discriminators::Ring>(hung(R"({"kind":"round"})")));
    BOOST_TEST(std::holds_alternative<discriminators::Ring>(hung(R"({"kind":"round","width":3})")));
    BOOST_TEST(std::holds_alternative<discriminators::Rope>(hung(R"({"kind":"round","length":3})")));
    BOOST_TEST(std::holds_alternative<discriminators::Clip>(hung(R"({"kind":"bent"})")));
    BOOST_TEST(std::holds_alternative<discriminators::Clip>(hung(R"({"kind":"bent","spring":3})")));
    BOOST_TEST(std::holds_alternative<discriminators::Rope>(hung(R"({"length":3})")));

    auto one = grove();
    one.hung = discriminators::Rope{.kind = discriminators::RoundKind::round, .length = 3};
    BOOST_TEST(found_in(one) == "");
    one.hung = discriminators::Rope{.kind = discriminators::RoundKind("bent"), .length = 3}; // a valid Clip
    BOOST_TEST(found_in(one) == "");
    one.hung = discriminators::Rope{.kind = discriminators::RoundKind("square"), .length = 3};
    BOOST_TEST(found_in(one) != "");
}

BOOST_AUTO_TEST_CASE(an_alternative_that_no_value_stands_for_has_none_of_the_others)
{
    auto one = grove();
    one.mix = discriminators::GroveMix{.kind = "dust", .grain = 1};
    BOOST_TEST(found_in(one) == "");
    one.mix = discriminators::GroveMix{.kind = "Fern", .grain = 1};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must not be Fern\n");
}

BOOST_AUTO_TEST_CASE(a_value_that_stands_for_none_is_that_of_an_alternative_without_values)
{
    auto const mix = [](std::string const& text)
    {
        auto read =
            restbind::json::decode<discriminators::Grove>(R"({"tree": {"t": "leaf"}, "mix": )" + text + "}");
        BOOST_TEST_REQUIRE(read.has_value());
        return *read->mix;
    };
    BOOST_TEST(std::holds_alternative<discriminators::GroveMix>(mix(R"({"kind": "dust", "grain": 1})")));
    BOOST_TEST(std::holds_alternative<discriminators::GroveMix>(mix(R"({"grain": 1, "kind": "dust"})")));
    // It would be one that misses something, or loses it, or one for which another value stands.
    for (std::string const text : {R"({"kind": "dust"})", R"({"kind": "dust", "loose": true})",
             R"({"kind": "dust", "grain": 1, "loose": true})", R"({"kind": "dust", "grain": "1"})"})
        BOOST_TEST(std::holds_alternative<boost::json::object>(mix(text)), text);
}

BOOST_AUTO_TEST_CASE(an_open_object_is_told_what_it_lacks_to_be_the_one_that_it_says_it_is)
{
    auto one = grove();
    std::string const none = " must fit exactly one of the alternatives";
    one.tree = boost::json::object{{"t", "node"}, {"size", 3}};
    BOOST_TEST(
        found_in(one) == "tree: Tree" + none + "; the nearest, node, says: Left is required\n");
    one.tree = boost::json::object{{"t", "blade"}, {"size", "3"}, {"left", 1}};
    BOOST_TEST(found_in(one) ==
               "tree: Tree" + none + "; the nearest, blade, says: Size must be an integer\n");
    one.tree = boost::json::object{{"t", "leaf"}, {"size", 3}}; // which is for the type to hold
    BOOST_TEST(found_in(one) == "tree: Tree" + none + "; the nearest is leaf\n");
    one = grove();
    one.mix = boost::json::object{{"kind", "Loose"}, {"loose", nullptr}};
    BOOST_TEST(found_in(one) ==
               "mix: Mix" + none + "; the nearest, Loose, says: Loose must be true or false\n");
    one.mix = boost::json::object{{"kind", "Numbered"}};
    BOOST_TEST(found_in(one) == ""); // what only comes in responses is not asked for
    one = grove();
    one.row = {discriminators::Leaf{.t = "leaf"}, boost::json::object{{"t", "node"}}};
    BOOST_TEST(
        found_in(one) == "row[1]: Row" + none + "; the nearest, node, says: Left is required\n");
}

BOOST_AUTO_TEST_CASE(an_open_object_of_no_known_kind_is_told_which_one_it_is_nearest_to)
{
    auto one = grove();
    std::string const none = "mix: Mix must fit exactly one of the alternatives; the nearest";
    one.mix = boost::json::object{{"kind", "newt"}};
    BOOST_TEST(found_in(one) == none + ", Fern, says: Kind must be Fern\n");
    one.mix = boost::json::object{{"kind", "newt"}, {"loose", true}};
    BOOST_TEST(found_in(one) == none + ", Loose, says: Kind must be Loose\n");
    one.mix = boost::json::object{{"number", 1}};
    BOOST_TEST(found_in(one) == none + ", Numbered, says: Kind is required\n");
    one.mix = boost::json::object{{"kind", 5}, {"loose", 1}, {"number", 1}};
    BOOST_TEST(found_in(one) == none + ", Numbered, says: Kind must be Numbered\n");
    one.mix = boost::json::object{{"grain", 1}}; // no value stands for it
    BOOST_TEST(found_in(one) == none + " says: Kind is required\n");
    one = grove();
    one.rest = boost::json::object{{"kind", "lichen"}, {"name", 5}};
    BOOST_TEST(found_in(one) == "rest: Rest must fit exactly one of the alternatives; the nearest, "
                                "Other, says: Name must be a string\n");
}

BOOST_AUTO_TEST_CASE(alternatives_have_limits_beside_their_models)
{
    auto one = grove();
    one.heavy = discriminators::Fern{.kind = "fern"};
    one.weighty = discriminators::Fern{.kind = "fern"};
    BOOST_TEST(found_in(one) == "heavy: Heavy must have at least 3 member(s)\nweighty: Weighty is too light\n");
    one.heavy = one.weighty = discriminators::Loose{.kind = "Loose", .loose = true};
    BOOST_TEST(found_in(one) == "");
    one.weighty.reset();
    std::string const none = "heavy: Heavy must fit exactly one of the alternatives; the nearest";
    one.heavy = boost::json::object{{"kind", "Loose"}, {"loose", 1}};
    BOOST_TEST(found_in(one) == none + ", Loose, says: Loose must be true or false\n");
    one.heavy = boost::json::object{{"loose", 1}};
    BOOST_TEST(found_in(one) == none + ", fern, says: Kind is required\n");
}

BOOST_AUTO_TEST_CASE(an_open_object_must_be_the_alternative_that_it_says_it_is)
{
    auto one = grove();
    one.heavy = boost::json::object{{"kind", "fern"}, {"loose", true}}; // which is loose otherwise
    BOOST_TEST(found_in(one) == "heavy: Heavy must fit exactly one of the alternatives; the "
                                "nearest is fern\n");
    one.weighty = std::move(one.heavy);
    one.heavy.reset();
    BOOST_TEST(found_in(one) == "weighty: Weighty is too light\n");
    one = grove();
    one.deep = boost::json::object{{"t", "husk"}}; // a twig and a bud otherwise
    BOOST_TEST(found_in(one) == "deep: Deep must fit at least one of the alternatives; the "
                                "nearest, husk, says: Rough is required\n");
}

BOOST_AUTO_TEST_CASE(the_words_of_the_document_stand_alone)
{
    auto one = grove();
    one.said = boost::json::object{{"is", "Drum"}};
    BOOST_TEST(found_in(one) == "said: Said is unheard of\n");
}

BOOST_AUTO_TEST_CASE(a_kind_of_a_kind_that_another_member_tells_is_sent_and_read_as_the_base)
{
    auto const sent = [](discriminators::Fish const& fish)
    { return discriminators::operations::release::build(fish).value().body; };
    std::string const saw = R"({"sharktype":"saw","kind":"shark","teeth":2})";
    BOOST_TEST(sent(discriminators::SawShark{.teeth = 2}) == saw);
    auto fish = restbind::json::decode<discriminators::Fish>(saw).value();
    BOOST_TEST(std::get<discriminators::SawShark>(std::get<discriminators::Shark>(fish)).teeth == 2);
    BOOST_TEST(sent(fish) == saw);
    for (std::string const text : {
             R"({"sharktype":"goblin","kind":"shark","jaw":"wide"})",
             R"({"kind":"shark","sharktype":"reef","fins":3})",
             R"({"kind":"salmon","partner":{"kind":"eel","name":"Ann"}})",
             R"({"kind":"eel","length":1})",
         })
        BOOST_TEST(sent(restbind::json::decode<discriminators::Fish>(text).value()) == text);
    fish = discriminators::Salmon{.partner = discriminators::Fish(discriminators::SawShark{.name = "Ann", .teeth = 1})};
    BOOST_TEST(sent(fish) == R"({"kind":"salmon","partner":)"
                             R"({"sharktype":"saw","kind":"shark","name":"Ann","teeth":1}})");
    fish = discriminators::Salmon{.partner = discriminators::Fish(discriminators::SawShark{.teeth = 1})};
    BOOST_TEST(
        refused(discriminators::operations::release::build(fish)) == "partner.name: Name is required\n");
    fish = discriminators::SawShark{.kind = "salmon", .teeth = 2};
    BOOST_TEST(refused(discriminators::operations::release::build(fish)) ==
               "kind: Kind must be shark, Shark, SawShark or GoblinShark\n");
    fish = discriminators::SawShark{.teeth = 0};
    BOOST_TEST(refused(discriminators::operations::release::build(fish)) ==
               "teeth: Teeth must be greater than or equal to 1\n");
}

BOOST_AUTO_TEST_SUITE_END()
