// Objects that say by hand that they are another alternative: tests/golden/discriminators.
#include "golden/discriminators/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

namespace
{

namespace api = golden::discriminators;

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
api::Grove grove()
{
    return {.tree = api::Leaf{.t = "leaf"}};
}

api::Node node(api::Tree left)
{
    return {.t = "node", .left = std::move(left), .right = {}};
}

std::string refused(auto const& built)
{
    BOOST_TEST_REQUIRE(built.has_error());
    std::string text;
    for (auto const& one : built.error().validation_errors())
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
        one.tree = api::Leaf{.t = text};
        BOOST_TEST(found_in(one) == "", text);
    }
    for (std::string const text : {"node", "Node"})
    {
        one.tree = api::Leaf{.t = text};
        BOOST_TEST(found_in(one) == "tree.t: T must be leaf, blade or Leaf\n", text);
    }
    one.tree = node(api::Leaf{.t = "blade"});
    BOOST_TEST(found_in(one) == "");
    std::get<api::Node>(one.tree).t = "blade";
    BOOST_TEST(found_in(one) == "tree.t: T must be node or Node\n");
    one.tree = api::Leaf{.t = ""};
    BOOST_TEST(found_in(one) == "tree.t: T is required\n");
}

BOOST_AUTO_TEST_CASE(a_body_is_refused_by_itself_and_beside_parameters)
{
    api::Tree const tree = api::Leaf{.t = "node"};
    BOOST_TEST(
        refused(api::operations::replace::build(tree)) == "t: T must be leaf, blade or Leaf\n");
    BOOST_TEST(refused(api::operations::graft::build({.id = 1, .body = api::Leaf{.t = "node"}})) ==
               "t: T must be leaf, blade or Leaf\n");
}

BOOST_AUTO_TEST_CASE(the_alternative_by_itself_may_have_any_value)
{
    BOOST_TEST(found_in(api::Leaf{.t = "node"}) == "");
    BOOST_TEST(api::operations::keep::build(api::Leaf{.t = "node"}).has_value());
    auto one = grove();
    one.leaf = api::Leaf{.t = "node"};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(other_policies_send_it)
{
    api::Tree const tree = api::Leaf{.t = "node"};
    for (auto const policy :
        {restbind::validation_policy::off, restbind::validation_policy::observe})
        BOOST_TEST(api::operations::replace::build(tree, {}, policy).has_value());
}

BOOST_AUTO_TEST_CASE(it_is_found_in_lists_and_maps_and_where_it_may_be_missing)
{
    api::Leaf const wrong{.t = "node"};
    api::Leaf const right{.t = "leaf"};
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
    auto inner = node(api::Leaf{.t = "leaf"});
    inner.right = api::Tree(api::Leaf{.t = "Node"});
    one.tree = node(std::move(inner));
    BOOST_TEST(found_in(one) == "tree.left.right.t: T must be leaf, blade or Leaf\n");
}

BOOST_AUTO_TEST_CASE(kinds_of_a_base_keep_their_names)
{
    auto one = grove();
    one.tool = api::Saw{};
    BOOST_TEST(found_in(one) == "");
    one.tool = api::Saw{.kind = "Axe"};
    BOOST_TEST(found_in(one) == "tool.kind: Kind must be Saw\n");
    one.tool = api::ToolBase{.kind = "Saw"};
    BOOST_TEST(found_in(one) == "tool.kind: Kind must be Tool\n");
    one.tool = api::Saw{.kind = {}};
    BOOST_TEST(found_in(one) == "");
    one.tool = api::Saw{.kind = "Chainsaw"};
    BOOST_TEST(found_in(one) == "");
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
    one.sign = api::Arrow{.is = api::ArrowIs::board}; // which the enum lists
    BOOST_TEST(found_in(one) == "sign.is: Is must be arrow\n");
    one.sign = api::Arrow{.is = api::ArrowIs::other};
    BOOST_TEST(found_in(one) == "");
    one.sign = api::Arrow{.is = api::ArrowIs("flag")}; // which it does not list: told once
    BOOST_TEST(found_in(one) == "sign.is: Is must be arrow, board or other\n");
    one.sign = api::Board{.is = api::BoardIs("flag")}; // of an enum that allows others
    BOOST_TEST(found_in(one) == "sign.is: Is must be board or Board\n");
    one.sign = api::Board{.is = api::BoardIs("plate")};
    BOOST_TEST(found_in(one) == "");
    one.sign = api::Flag{.is = "arrow"};
    BOOST_TEST(found_in(one) == "sign.is: Is must be flag or Flag\n");
    one.sign = api::Flag{.is = restbind::null};
    BOOST_TEST(found_in(one) == "");
    one.sign = api::Flag{};
    BOOST_TEST(found_in(one) == "");
    one.sign = api::Post{};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(members_that_are_texts_among_others_are_looked_at)
{
    auto one = grove();
    one.mix = api::Loose{.kind = "Numbered", .loose = {}};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must be Loose\n");
    one.mix = api::Numbered{.kind = "Loose", .number = {}};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must be Numbered\n");
    one.mix = api::Numbered{.kind = 5, .number = {}};
    BOOST_TEST(found_in(one) == "");
    one.mix = api::Loose{.kind = nullptr, .loose = {}};
    BOOST_TEST(found_in(one) == "");
}

BOOST_AUTO_TEST_CASE(what_stands_for_all_other_values_has_none_of_the_known_ones)
{
    auto one = grove();
    one.rest = api::Other{.kind = "lichen"};
    BOOST_TEST(found_in(one) == "");
    one.rest = api::Other{.kind = "moss"};
    BOOST_TEST(found_in(one) == "rest.kind: Kind must not be moss\n");
    one.rest = api::Moss{.kind = "Other"};
    BOOST_TEST(found_in(one) == "rest.kind: Kind must be moss or Moss\n");
}

BOOST_AUTO_TEST_CASE(a_discriminator_says_nothing_of_what_it_does_not_know)
{
    auto one = grove();
    one.part = api::Stone{.t = "Herb", .mass = 1};
    BOOST_TEST(found_in(one) == "");
    one.part = api::Plant(api::Herb{.t = "Shrub"});
    BOOST_TEST(found_in(one) == "part.t: T must be Herb\n");
}

BOOST_AUTO_TEST_CASE(an_alternative_that_no_value_stands_for_has_none_of_the_others)
{
    auto one = grove();
    one.mix = api::GroveMix{.kind = "dust", .grain = 1};
    BOOST_TEST(found_in(one) == "");
    one.mix = api::GroveMix{.kind = "Fern", .grain = 1};
    BOOST_TEST(found_in(one) == "mix.kind: Kind must not be Fern\n");
}

BOOST_AUTO_TEST_SUITE_END()
