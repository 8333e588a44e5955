// SPDX-License-Identifier: BSL-1.0
// What the rules of tests/golden/keywords find.
#include "golden/keywords/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace
{

namespace keywords = golden::keywords;

/** `field: message` of each broken rule, one a line. */
std::string broken(restbind::violations found)
{
    std::string text;
    for (auto const& one : found.take())
        text += one.field + ": " + one.message + '\n';
    return text;
}

std::string check(std::string_view json)
{
    auto const order = restbind::json::decode<keywords::Order>(json);
    BOOST_TEST_REQUIRE(order.has_value());
    restbind::violations found;
    keywords::validate(*order, found);
    return broken(std::move(found));
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_keywords)

BOOST_AUTO_TEST_CASE(what_fulfils_every_keyword_passes)
{
    BOOST_TEST(check(R"({"name":"Ada","card":"1234","price":19.99,"amount":19.95,"pack":12,)"
                     R"("tags":["new","old"],"rates":{"a":1},"rows":[[1],[9]],"point":[1,2],)"
                     R"("choice":"abc","flag":true,"named":{"abc":1}})") == "");
}

BOOST_AUTO_TEST_CASE(a_pattern_is_told_in_the_words_of_the_document)
{
    BOOST_TEST(check(R"({"name":"ada"})") == "name: Name is not spelt as it must be\n");
}

BOOST_AUTO_TEST_CASE(formats_of_texts_are_rules_unless_they_are_left_out)
{
    BOOST_TEST(check(R"({"mail":"a@b.example","links":{"a":"urn:a"}})") == "");
    BOOST_TEST(check(R"({"mail":null})") == "");
    BOOST_TEST(check(R"({"mail":"a b","links":{"a":"urn:a","b":"/b"}})") ==
               "mail: Mail must be a valid email\n"
               "links.b: Links is no uri\n");
    auto const order = restbind::json::decode<keywords::Order>(R"({"mail":"a b","links":{"b":"/b"}})");
    restbind::violations found;
    found.check_formats(false);
    keywords::validate(*order, found);
    BOOST_TEST(found.empty());
}

BOOST_AUTO_TEST_CASE(a_policy_leaves_formats_out)
{
    using restbind::validation_policy;
    keywords::LabelParameters request{.id = "AB1", .traces = {}, .body = {"a"}};
    auto const build = [&request](validation_policy policy)
    { return keywords::operations::label::build(request, {}, policy); };
    request.traces = {"01234567-89ab-cdef-0123-456789abcdef"};
    BOOST_TEST(build(validation_policy::enforce).has_value());
    request.traces->push_back("1");
    BOOST_TEST(
        build(validation_policy::enforce).error().violations().at(0).field == "traces[1]");
    BOOST_TEST(build(validation_policy::without_formats).has_value());
    request.id = "ab";
    BOOST_TEST(
        build(validation_policy::without_formats).error().violations().at(0).field == "id");
}

BOOST_AUTO_TEST_CASE(multiples_are_exact)
{
    BOOST_TEST(check(R"({"price":0.07,"amount":0.35,"pack":-18})") == "");
    BOOST_TEST(check(R"({"price":0.075,"amount":0.36,"pack":7})") ==
               "price: Price must be a multiple of 0.01\n"
               "amount: Amount must be a multiple of 0.05\n"
               "pack: Pack must be a multiple of 6\n");
}

BOOST_AUTO_TEST_CASE(lists_and_maps_are_counted_and_compared)
{
    BOOST_TEST(check(R"({"tags":["new","new"]})") == "tags: Tags must not hold equal elements\n");
    BOOST_TEST(check(R"({"tags":["toolong"]})") ==
               "tags: Tags must hold at least 1 element(s) that fit its `contains`\n"
               "tags[0]: Tags must have at most 5 character(s)\n");
    BOOST_TEST(check(R"({"rates":{}})") == "rates: Rates must have at least 1 member(s)\n");
    BOOST_TEST(
        check(R"({"rates":{"a":0}})") == "rates.a: Rates must be greater than or equal to 1\n");
}

BOOST_AUTO_TEST_CASE(what_stands_deep_is_told_where_it_stands)
{
    BOOST_TEST(
        check(R"({"rows":[[1],[2,10]]})") == "rows[1][1]: Rows must be less than or equal to 9\n");
    BOOST_TEST(restbind::json::decode<keywords::Order>(R"({"point":[1,"2"]})").error().json_path() ==
               "point[1]");
    BOOST_TEST(check(R"({"point":[1,2,3]})") == "point[2]: Point is not allowed\n");
    BOOST_TEST(
        check(R"({"named":{"abcd":1}})") == "named.abcd: Abcd must have at most 3 character(s)\n");
}

BOOST_AUTO_TEST_CASE(alternatives_and_exclusions_hold)
{
    BOOST_TEST(
        check(R"({"choice":0})") == "choice: Choice must be greater than or equal to 1\n");
    BOOST_TEST(check(R"({"choice":"long"})") == "choice: Choice must have at most 3 character(s)\n");
    BOOST_TEST(check(R"({"choice":"abc"})") == "");
    BOOST_TEST(check(R"({"rows":[[9],[1,10]]})") ==
               "rows[1][1]: Rows must be less than or equal to 9\n");
    BOOST_TEST(check(R"({"flag":false})") == "flag: Flag must be true\n");
    BOOST_TEST(check(R"({"name":"A","card":"0000"})") ==
               "card: Card must not be \"0000\"\n");
}

BOOST_AUTO_TEST_CASE(an_object_as_a_whole_has_rules)
{
    BOOST_TEST(check("{}") == ": Object must have at least 1 member(s)\n");
    BOOST_TEST(check(R"({"card":"1"})") ==
               "name: Name is required because of card\n");
    BOOST_TEST(
        check(R"({"kind":"express"})") == "phone: Phone is required because of kind\n");
    BOOST_TEST(check(R"({"kind":"express","phone":"1"})") == "");
    BOOST_TEST(check(R"({"kind":"unheard of"})") == "");
}

BOOST_AUTO_TEST_CASE(members_that_are_not_listed_are_bounded_by_their_names)
{
    BOOST_TEST(check(R"({"lines":[{"sku":"a","n_1":1,"other":"x"}]})") == "");
    BOOST_TEST(
        check(R"({"lines":[{"sku":"0a"}]})") == "lines[0].sku: Sku is not spelt as it must be\n");
    BOOST_TEST(check(R"({"lines":[{"sku":"a","n_1":"1"}]})") ==
               "lines[0].n_1: N_1 must be of type integer\n");
    BOOST_TEST(check(R"({"lines":[{"sku":"a","other":1}]})") ==
               "lines[0].other: Other must be of type string\n");
}

BOOST_AUTO_TEST_CASE(parameters_and_bodies_that_are_no_objects_are_checked)
{
    auto const built = keywords::operations::label::build({.id = "x", .body = {"a", "a", "1"}});
    BOOST_TEST_REQUIRE(built.has_error());
    std::string text;
    for (auto const& one : built.error().violations())
        text += one.field + ": " + one.message + '\n';
    BOOST_TEST(text == "id: Id is not spelt as it must be\n: Body must not hold equal elements\n"
                       "[2]: Body is not spelt as it must be\n");

    auto const codes = keywords::operations::codes::build({"ab", "c", "de"});
    BOOST_TEST_REQUIRE(codes.has_error());
    text.clear();
    for (auto const& one : codes.error().violations())
        text += one.field + ": " + one.message + '\n';
    BOOST_TEST(
        text ==
        ": Body must have at most 2 element(s)\n[1]: Body must have at least 2 character(s)\n");
}

BOOST_AUTO_TEST_SUITE_END()
