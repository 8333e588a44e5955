// SPDX-License-Identifier: BSL-1.0
// The validator of open values beyond the cases of tests/json_schema: bounds, places, words, and
// schemas that cannot be used.
#include "support/pattern/schema.hpp"

#include <restbind/core/described.hpp>
#include <restbind/core/nullable.hpp>
#include <restbind/core/required_variant.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/schema/schema.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace
{

using restbind::test::schema;

boost::json::value value_of(std::string_view text)
{
    restbind::json::limits bounds;
    bounds.max_depth = 1000;
    return restbind::json::decode<boost::json::value>(text, bounds).value();
}

std::string found_by(restbind::json::schema const& rules, std::string_view json, std::string_view member = {})
{
    restbind::violations found;
    rules.check(value_of(json), found, member);
    std::string text;
    for (auto const& one : found.take())
        text += one.field + ": " + one.message + '\n';
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(schema_of_open_values)

BOOST_AUTO_TEST_CASE(everything_that_is_broken_is_told_with_its_place)
{
    schema const rules(
        R"({"type":"object","required":["id"],"properties":{"tags":{"items":{"maxLength":2}},
        "size":{"type":"integer","minimum":1,"multipleOf":5}}})");
    BOOST_TEST(found_by(rules, R"({"tags":["a","abc"],"size":-3})", "box") ==
               "box.id: Id is required\n"
               "box.tags[1]: Tags must have at most 2 character(s)\n"
               "box.size: Size must be greater than or equal to 1\n"
               "box.size: Size must be a multiple of 5\n");
    BOOST_TEST(found_by(rules, "7") == ": The value must be of type object\n");
    BOOST_TEST(found_by(rules, R"({"id":1})") == "");
}

BOOST_AUTO_TEST_CASE(where_no_alternative_fits_the_nearest_says_why)
{
    schema const pets(R"({"oneOf":[
        {"type":"object","required":["kind","lives"],"properties":{"kind":{"const":"cat"}}},
        {"type":"object","required":["kind","bark"],"properties":{"kind":{"const":"dog"},"bark":{"minLength":3}}},
        {"type":"string"}]})");
    std::string const none = "pet: Pet must fit exactly one of the alternatives";
    BOOST_TEST(found_by(pets, R"({"kind":"cat","lives":9})", "pet") == "");
    BOOST_TEST(found_by(pets, R"({"kind":"cat"})", "pet") ==
               none + "; the nearest says: Lives is required\n");
    // The kind says more than what is there and what is missing.
    BOOST_TEST(found_by(pets, R"({"kind":"dog","lives":1})", "pet") ==
               none + "; the nearest says: Bark is required\n");
    BOOST_TEST(found_by(pets, R"({"kind":"dog","bark":"a"})", "pet") ==
               none + "; the nearest says: Bark must have at least 3 character(s)\n");
    BOOST_TEST(found_by(pets, R"({"kind":"cow","lives":1})", "pet") ==
               none + "; the nearest says: Kind must be the one value that is allowed\n");
    BOOST_TEST(
        found_by(pets, "7", "pet") == none + "; the nearest says: Pet must be of type object\n");

    schema const both(R"({"oneOf":[{"minimum":1},{"maximum":9}]})");
    BOOST_TEST(found_by(both, "5", "n") ==
               "n: N must fit exactly one of the alternatives, and fits several\n");
    schema const any(R"({"anyOf":[{"anyOf":[{"minimum":10},{"maximum":-10}]},{"type":"string"}]})");
    BOOST_TEST(found_by(any, "5", "n") ==
               "n: N must fit at least one of the alternatives; the nearest says: "
               "N must be greater than or equal to 10\n");
    BOOST_TEST(found_by(schema(R"({"not":{"anyOf":[{"minimum":1}]}})"), "0") == "");
}

BOOST_AUTO_TEST_CASE(what_only_follows_from_a_choice_that_fails_is_not_told)
{
    schema const payment(R"({"unevaluatedProperties":false,"oneOf":[
        {"properties":{"kind":{"const":"card"},"cvc":{"maxLength":4}},"required":["cvc"]},
        {"properties":{"kind":{"const":"bank"},"iban":true},"required":["iban"]}]})");
    std::string const why = "source: Source must fit exactly one of the alternatives; the nearest "
                            "says: Cvc must have at most 4 character(s)\n";
    BOOST_TEST(found_by(payment, R"({"kind":"card","cvc":"12345"})", "source") == why);
    BOOST_TEST(found_by(payment, R"({"cvc":"12345","zip":1})", "source") ==
               why + "source.zip: Zip is not allowed\n");
    BOOST_TEST(found_by(payment, R"({"cvc":"1","iban":"2"})", "source") ==
               "source: Source must fit exactly one of the alternatives, and fits several\n");
    BOOST_TEST(found_by(payment, R"({"cvc":"1","zip":1})", "source") ==
               "source.zip: Zip is not allowed\n");
    schema const both(R"({"allOf":[{"properties":{"a":{"type":"string"}},"required":["b"]}],
        "unevaluatedProperties":false})");
    BOOST_TEST(found_by(both, R"({"a":"1","c":2})") == "b: B is required\nc: C is not allowed\n");
    // A member that only a broken alternative describes is one too many where another one fits.
    schema const any(R"({"anyOf":[{"properties":{"a":{"type":"string"},"b":true},"required":["a"]},
        {"properties":{"c":true}}],"unevaluatedProperties":false})");
    BOOST_TEST(found_by(any, R"({"b":1,"c":1})") == "b: B is not allowed\n");
    restbind::violations found;
    payment.check_unevaluated(value_of(R"({"cvc":"12345","zip":1})"), found, "source");
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found.take().front().field == "source.zip");
    schema const layers(R"({"allOf":[{"properties":{"a":{"type":"string"}},
        "unevaluatedProperties":false}],"properties":{"b":true},"unevaluatedProperties":true})");
    layers.check_unevaluated(value_of(R"({"a":1,"b":2})"), found);
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found.take().front().field == "b");
}

BOOST_AUTO_TEST_CASE(messages_name_the_member_and_what_asks_for_it)
{
    schema const needs(R"({"dependentRequired":{"a":["b"]},
        "dependentSchemas":{"pack":{"properties":{"size":{"minimum":5}}}},
        "if":{"properties":{"pick":{"const":3}},"required":["pick","id"]},"then":{"required":["no"]},
        "else":{"properties":{"rest":false}}})");
    BOOST_TEST(found_by(needs, R"({"a":3})") == "b: B is required because of a\n");
    BOOST_TEST(found_by(needs, R"({"pack":1,"size":4})", "box") ==
               "box.size: Size must be greater than or equal to 5 because of pack\n");
    BOOST_TEST(found_by(needs, R"({"pick":3,"id":1})") == "no: No is required because of pick and id\n");
    BOOST_TEST(found_by(needs, R"({"rest":3})") == "rest: Rest is not allowed because of pick and id\n");

    schema const news(R"({"contains":{"const":"new"},"minContains":2,"maxContains":3})");
    BOOST_TEST(found_by(news, R"(["new","old"])", "tags") ==
               "tags: Tags must hold at least 2 element(s) that fit its `contains`\n");
    BOOST_TEST(found_by(news, R"(["new","new","old","new","new","new"])", "tags") ==
               "tags[4]: Tags must hold at most 3 element(s) that fit its `contains`\n");
    BOOST_TEST(found_by(schema(R"({"contains":true})"), "[]", "tags") ==
               "tags: Tags must hold at least 1 element(s) that fit its `contains`\n");

    auto const excluded = [](std::string const& rule, std::string_view json)
    { return found_by(schema("{\"not\":" + rule + "}"), json, "o"); };
    BOOST_TEST(excluded(R"({"required":["x"]})", R"({"x":1})") == "o.x: X is not allowed\n");
    BOOST_TEST(excluded(R"({"required":["a","b"]})", R"({"a":1,"b":1})") ==
               "o.b: B is not allowed because of a\n");
    BOOST_TEST(excluded(R"({"anyOf":[{"required":["a"]},{"required":["b"]}]})", R"({"b":1})") ==
               "o.b: B is not allowed\n");
    BOOST_TEST(excluded(R"({"properties":{"size":{"enum":[1,2]}},"required":["size"]})",
                   R"({"size":2})") == "o.size: Size must not be 2\n");
    BOOST_TEST(excluded(R"({"const":"0"})", R"("0")") == "o: O must not be \"0\"\n");
    BOOST_TEST(excluded(R"({"minimum":1})", "2") == "o: O must not fit what `not` excludes\n");
    BOOST_TEST(excluded("{}", "2") == "o: O is not allowed\n");
}

BOOST_AUTO_TEST_CASE(the_alternative_that_a_discriminator_names_is_the_nearest)
{
    // "mapping" has the places of the alternatives.
    for (std::string const word : {"oneOf", "anyOf"})
    {
        schema const pets("{\"" + word + R"(":[
            {"required":["kind","lives"],"properties":{"kind":{"type":"string"},"lives":{"maximum":9}}},
            {"required":["kind","bark","tail","ears"],"properties":{"kind":{"type":"string"}}},
            {"type":"null"}],
            "discriminator":{"propertyName":"kind","mapping":{"cat":0,"puss":0,"dog":1}}})");
        std::string const none = "pet: Pet must fit " +
                                 std::string(word == "oneOf" ? "exactly" : "at least") +
                                 " one of the alternatives; the nearest";
        BOOST_TEST(
            found_by(pets, R"({"kind":"dog"})", "pet") == none + ", dog, says: Bark is required\n");
        BOOST_TEST(found_by(pets, R"({"kind":"puss","bark":1,"tail":1})", "pet") ==
                   none + ", puss, says: Lives is required\n");
        BOOST_TEST(found_by(pets, R"({"kind":"cat","lives":10,"bark":1,"tail":1})", "pet") ==
                   none + ", cat, says: Lives must be less than or equal to 9\n");
        // Another value, or none: the one that breaks least.
        BOOST_TEST(found_by(pets, R"({"kind":"cow","bark":1,"tail":1,"lives":10})", "pet") ==
                   none + ", cat, says: Lives must be less than or equal to 9\n");
        BOOST_TEST(found_by(pets, R"({"bark":1,"tail":1,"ears":1})", "pet") ==
                   none + ", dog, says: Kind is required\n");
        BOOST_TEST(found_by(pets, R"({"kind":5,"bark":1,"tail":1,"ears":1,"lives":10})", "pet") ==
                   none + ", dog, says: Kind must be of type string\n");
        BOOST_TEST(found_by(pets, R"({"kind":"cow","lives":1})", "pet") == "");
    }
    schema const bare(R"({"anyOf":[false],"discriminator":{"propertyName":"kind"}})");
    BOOST_TEST(found_by(bare, R"({"kind":"x"})", "a") ==
               "a: A must fit at least one of the alternatives; the nearest says: A is not "
               "allowed\n");
}

BOOST_AUTO_TEST_CASE(a_discriminator_decides_where_that_is_asked_for)
{
    schema const pets(R"({"items":{"anyOf":[
        {"required":["lives"]},
        {"anyOf":[{"required":["bark"]},{}],"discriminator":{"propertyName":"size","mapping":{"big":0}}},
        {"type":"null"}],
        "discriminator":{"propertyName":"kind","mapping":{"cat":0,"dog":1}}}})");
    auto const is_told = [&](std::string const& pet)
    {
        auto const pet_list = value_of("[" + pet + "]");
        restbind::violations found;
        pets.check(pet_list, found, {}, false, true);
        BOOST_TEST(pets.accepts(pet_list));
        BOOST_TEST(found.empty() == pets.accepts(pet_list, false, true));
        return found.empty();
    };
    BOOST_TEST(is_told(R"({"kind":"cat","lives":1})"));
    BOOST_TEST(!is_told(R"({"kind":"cat","bark":1})"));
    BOOST_TEST(is_told(R"({"kind":"dog","lives":1})"));
    BOOST_TEST(is_told(R"({"kind":"dog","size":"big","bark":1})"));
    BOOST_TEST(!is_told(R"({"kind":"dog","size":"big","lives":1})"));
    BOOST_TEST(is_told(R"({"kind":"cow","size":"small"})"));
    BOOST_TEST(is_told(R"({"kind":5})"));
    BOOST_TEST(is_told("null"));
}

BOOST_AUTO_TEST_CASE(numbers_and_booleans_of_a_discriminator_are_no_strings)
{
    schema const rules(R"({"anyOf":[{"required":["x"]},{"required":["y"]},{"required":["z"]}],
        "discriminator":{"propertyName":"k","mapping":{"2":2},
        "literals":{"1":0,"2":1,"1.5":1,"true":2}}})");
    auto const is_told = [&](std::string const& text)
    { return rules.accepts(value_of(text), false, true); };
    for (std::string const k : {"1", "1.0", "1e0"})
    {
        BOOST_TEST(is_told(R"({"x":1,"k":)" + k + "}"));
        BOOST_TEST(!is_told(R"({"y":1,"k":)" + k + "}"));
    }
    BOOST_TEST(is_told(R"({"y":1,"k":2})"));
    BOOST_TEST(!is_told(R"({"z":1,"k":2})"));
    BOOST_TEST(is_told(R"({"z":1,"k":"2"})"));
    BOOST_TEST(!is_told(R"({"y":1,"k":"2"})"));
    BOOST_TEST(is_told(R"({"y":1,"k":1.5})"));
    BOOST_TEST(!is_told(R"({"x":1,"k":1.5})"));
    BOOST_TEST(is_told(R"({"z":1,"k":true})"));
    BOOST_TEST(!is_told(R"({"x":1,"k":true})"));
    for (std::string const k : {"3", "false", "\"1\"", "null", "[1]"})
        BOOST_TEST(is_told(R"({"x":1,"k":)" + k + "}"));
    BOOST_TEST(found_by(rules, R"({"k":1.0})", "a") ==
               "a: A must fit at least one of the alternatives; the nearest, 1, says: X is "
               "required\n");
}

BOOST_AUTO_TEST_CASE(a_discriminator_decides_for_open_objects_wherever_they_are_held)
{
    using pet = restbind::required_variant<std::variant<std::string, boost::json::object>>;
    using pets = std::vector<pet>;
    schema const rules(R"({"anyOf":[{"type":["array","string"],"items":{"$ref":"#"}},
        {"type":"object","additionalProperties":{"type":["array","boolean"],"items":{"$ref":"#"}},
         "required":["m"]},
        {"$ref":"#/$defs/pet"}],
        "$defs":{"pet":{"type":"object","anyOf":[{"required":["lives"]},{"required":["bark"]}],
        "discriminator":{"propertyName":"kind","mapping":{"cat":0,"dog":1}}}}})");
    boost::json::object const false_cat{{"kind", "cat"}, {"bark", true}};
    boost::json::object const dog{{"kind", "dog"}, {"bark", true}};
    auto const is_valid = [&](auto const& value)
    {
        restbind::violations found;
        restbind::json::check_encoded(rules, value, found);
        return found.empty();
    };
    for (auto const& [one, fits] : {std::pair(false_cat, false), std::pair(dog, true)})
    {
        BOOST_TEST(is_valid(pet(one)) == fits);
        BOOST_TEST(is_valid(pets{pet(std::string("x")), pet(one)}) == fits);
        BOOST_TEST(is_valid(std::vector<pets>{{}, {pet(one)}}) == fits);
        BOOST_TEST(is_valid(std::map<std::string, pets>{{"m", {pet(one)}}}) == fits);
        BOOST_TEST(is_valid(std::vector<restbind::nullable<pet>>{pet(one)}) == fits);
        BOOST_TEST(is_valid(std::variant<bool, pets>(pets{pet(one)})) == fits);
        BOOST_TEST(is_valid(std::vector<boost::json::object>{one})); // no alternative of a type
    }
}

BOOST_AUTO_TEST_CASE(alternatives_within_alternatives_cost_no_more_than_each_once)
{
    std::string text = "{\"type\":\"string\"}";
    for (int i = 0; i != 60; ++i)
        text = R"({"anyOf":[)" + text + "]}";
    auto const found = found_by(schema(text), "1");
    BOOST_TEST(found.find("must be of type string") != std::string::npos);
    BOOST_TEST(found.find("too complicated") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_schema_that_leads_back_to_itself_ends)
{
    BOOST_TEST(!schema(R"({"$ref":"#"})").accepts(value_of("1")));
    BOOST_TEST(!schema(R"({"allOf":[{"$ref":"#"},{"$ref":"#"}]})").accepts(value_of("1")));
    BOOST_TEST(!schema(R"({"not":{"$ref":"#"}})").accepts(value_of("1")));
    BOOST_TEST(!schema(R"({"anyOf":[{"$ref":"#"},true]})").accepts(value_of("1")));
}

BOOST_AUTO_TEST_CASE(a_large_count_costs_no_more_than_a_small_one)
{
    std::string const text = '"' + std::string(300'000, 'a') + "!\"";
    BOOST_TEST(found_by(schema(R"({"pattern":"a{1,24000}$"})"), text) ==
               ": The value must match the pattern a{1,24000}$\n");
}

#ifndef RESTBIND_EMULATED // a hundred million steps
BOOST_AUTO_TEST_CASE(
    patterns_take_a_bounded_number_of_steps_together, *boost::unit_test::label("slow"))
{
    std::string const text = '"' + std::string(300'000, 'a') + "!\"";
    std::string many = "[" + text;
    for (int i = 0; i != 15; ++i)
        many += ',' + text;
    // Within `not` it does not look like a success.
    schema const rules(R"({"not":{"items":{"pattern":"(ab?){1500}[^ab]"}}})");
    BOOST_TEST(found_by(rules, many + ']') ==
               ": The value cannot be checked: it is too deep or too complicated\n");
}
#endif

BOOST_AUTO_TEST_CASE(values_nested_deeper_than_the_bound_are_not_accepted)
{
    schema const rules(R"({"items":{"$ref":"#"}})");
    BOOST_TEST(rules.accepts(value_of(std::string(90, '[') + std::string(90, ']'))));
    BOOST_TEST(!rules.accepts(value_of(std::string(300, '[') + std::string(300, ']'))));
    schema const either(R"({"oneOf":[{"items":{"$ref":"#"},"type":"array"},{"type":"null"}]})");
    BOOST_TEST(found_by(either, std::string(90, '[') + std::string(90, ']')) ==
               ": The value cannot be checked: it is too deep or too complicated\n");
}

BOOST_AUTO_TEST_CASE(what_is_encoded_and_cannot_be_read_again_is_not_sent_unchecked)
{
    schema const rules(R"({"items":{"type":"array"}})");
    auto const found_in = [&](auto const& value)
    {
        restbind::violations found;
        restbind::json::check_encoded(rules, value, found, "v");
        return found.empty() ? "" : found.take().front().message;
    };
    auto const deep = [](std::size_t levels)
    { return value_of(std::string(levels, '[') + std::string(levels, ']')).get_array(); };
    BOOST_TEST(found_in(deep(150)) == "");
    BOOST_TEST(found_in(deep(300)) == "The value cannot be checked: nested deeper than 200 levels");
    BOOST_TEST(found_in(restbind::unknown_value{"1e400"}) != "");
    BOOST_TEST(found_in(restbind::unknown_value{"[[]]"}) == "");
}

BOOST_AUTO_TEST_CASE(a_check_takes_a_bounded_number_of_steps, *boost::unit_test::label("slow"))
{
    // Each level doubles the work: 2^60 steps without a bound.
    std::string text = R"({"$ref":"#/$defs/0","$defs":{)";
    for (int i = 0; i != 60; ++i)
        text += "\"" + std::to_string(i) + R"(":{"allOf":[{"$ref":"#/$defs/)" +
                std::to_string(i + 1) + R"("},{"$ref":"#/$defs/)" + std::to_string(i + 1) +
                R"("}]},)";
    schema const rules(text + R"("60":true}})");
    // A step does not look through the whole value unless a keyword asks for it.
    auto const time_of = [&](boost::json::value const& instance)
    {
        auto const begun = std::chrono::steady_clock::now();
        BOOST_TEST(!rules.accepts(instance));
        return std::chrono::steady_clock::now() - begun;
    };
    auto const usual = time_of(value_of("1"));
    BOOST_TEST((time_of(value_of('"' + std::string(1'000'000, 'a') + '"')) < 10 * usual));
}

// A value of `depth` levels, made of `node` with the next one for @.
std::string nested(int depth, std::string_view node, std::string_view last)
{
    std::string text(last);
    for (int i = 0; i != depth; ++i)
        text = std::string(node.substr(0, node.find('@'))) + text +
               std::string(node.substr(node.find('@') + 1));
    return text;
}

// More than a million steps are refused: if each of 50 levels doubled them, nothing would fit.
BOOST_AUTO_TEST_CASE(alternatives_on_each_level_take_no_steps_that_double_with_each)
{
    std::string const tree = R"([{"properties":{"op":{"const":"and"},"next":{"$ref":"#"}}},
        {"properties":{"op":{"const":"or"},"next":{"$ref":"#"}}}])";
    std::string const node = R"({"next":@,"op":"or"})";
    std::string const good = R"({"op":"or"})";
    for (std::string const& text :
        {R"({"oneOf":)" + tree + "}", R"({"anyOf":)" + tree + "}",
            R"({"unevaluatedProperties":false,"oneOf":)" + tree + "}",
            R"({"$dynamicAnchor":"a","oneOf":)" + tree + "}",
            std::string(
                R"({"not":{"properties":{"op":{"const":"no"},"next":{"not":{"$ref":"#"}}},"required":["op"]},
                 "if":{"properties":{"next":{"$ref":"#"}}},"then":true,"else":false})")})
    {
        schema const rules(text);
        BOOST_TEST(found_by(rules, nested(30, node, good)) == "", text);
        BOOST_TEST(rules.accepts(value_of(nested(30, node, good))), text);
    }
    schema const rules(R"({"oneOf":)" + tree + "}");
    auto const found = found_by(rules, nested(40, node, R"({"op":"not"})"));
    BOOST_TEST(found.ends_with("the nearest says: Op must be the one value that is allowed\n"));
    BOOST_TEST(found.find("too complicated") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(layers_that_lead_to_the_same_below_take_no_steps_that_double_with_each_level,
    *boost::unit_test::label("slow"))
{
    schema const rules(R"({"allOf":[{"properties":{"next":{"$ref":"#"}}},
        {"properties":{"next":{"$ref":"#"}},"required":["op"]}],"properties":{"op":{"const":"or"}}})");
    std::string const node = R"({"next":@,"op":"or"})";
    BOOST_TEST(found_by(rules, nested(40, node, R"({"op":"or"})")) == "");
    BOOST_TEST(!rules.accepts(value_of(nested(40, node, R"({"op":"not"})"))));
    BOOST_TEST(!rules.accepts(value_of(nested(40, node, "{}"))));
}

BOOST_AUTO_TEST_CASE(what_was_found_of_one_value_counts_for_no_other)
{
    schema const rules(R"({"anyOf":[false,{"properties":{"a":{"anyOf":[{"required":["x"]},
        {"properties":{"a":{"$ref":"#/$defs/n"}},"required":["a"]}]}}}],
        "$defs":{"n":{"propertyNames":{"anyOf":[{"const":"p"},{"const":"q"}]},"anyOf":[
        {"required":["p"]},{"required":["q"]}],"unevaluatedProperties":{"type":"null"}}}})");
    BOOST_TEST(rules.accepts(value_of(R"({"a":{"a":{"q":null,"p":null}}})")));
    BOOST_TEST(!rules.accepts(value_of(R"({"a":{"a":{"q":null,"r":null}}})")));
    BOOST_TEST(!rules.accepts(value_of(R"({"a":{"a":{"q":1}}})")));
    BOOST_TEST(!rules.accepts(value_of(R"({"a":{"a":{}}})")));
}

BOOST_AUTO_TEST_CASE(what_is_no_schema_is_an_error_that_says_why)
{
    auto const why = [](std::string_view text)
    {
        auto const rules = schema::read(text);
        BOOST_TEST((rules.error() == restbind::error_kind::invalid_argument));
        return rules.error().detail();
    };
    BOOST_TEST(why("{") == "expected a member name, found the end of the text");
    BOOST_TEST(why(R"({"$ref":"#/nowhere"})") == "the reference #/nowhere leads nowhere");
    BOOST_TEST(why(R"({"$ref":"other.json"})") == "the reference other.json leads nowhere");
    BOOST_TEST(why(R"({"pattern":"("})") == "the pattern (: a ) is missing at byte 1");
    BOOST_TEST(
        why(R"({"patternProperties":{"[":{}}})") == "the pattern [: a ] is missing at byte 1");
    BOOST_CHECK_THROW(schema("{"), restbind::exception);
}

BOOST_AUTO_TEST_CASE(members_that_are_called_as_keywords_are_members)
{
    for (std::string const name : {"enum", "const", "default", "examples", "properties", "pattern",
             "patternProperties", "$ref", "$defs", "$id", "not"})
    {
        schema const rules(R"({"$defs":{")" + name + R"(":{"pattern":"^a"}},"properties":{")" +
                           name + R"(":{"$ref":"#/$defs/)" + name +
                           R"("},"other":{"properties":{")" + name +
                           R"(":{"patternProperties":{"^b":false}}}}}})");
        BOOST_TEST(rules.accepts(value_of("{\"" + name + "\":\"ab\"}")), name);
        BOOST_TEST(!rules.accepts(value_of("{\"" + name + "\":\"b\"}")), name);
        auto const inner = [&](std::string const& member)
        { return value_of("{\"other\":{\"" + name + "\":{\"" + member + "\":1}}}"); };
        BOOST_TEST(rules.accepts(inner("a")), name);
        BOOST_TEST(!rules.accepts(inner("b")), name);
    }
    // What is no schema is no target: not by name, and no value.
    for (char const* text :
        {R"({"$ref":"#/properties","properties":{"patternProperties":{"^a":true}}})",
            R"({"$ref":"#/default","default":{"pattern":"^a"}})",
            R"({"$ref":"#/const","const":{}})"})
        BOOST_TEST(!schema::read(text).has_value(), text);
    // And what is a value is none.
    schema const rules(R"({"default":{"$ref":"#/nowhere"},"examples":[{"pattern":"("}]})");
    BOOST_TEST(rules.accepts(value_of("1")));
}

BOOST_AUTO_TEST_CASE(a_schema_that_was_moved_knows_its_references)
{
    auto read = schema::read(R"({"$defs":{"a":{"type":"string"}},"items":{"$ref":"#/$defs/a"}})");
    restbind::json::schema const rules = std::move(*read);
    BOOST_TEST(rules.accepts(value_of(R"(["x"])")));
    BOOST_TEST(!rules.accepts(value_of("[1]")));
    // A copy would not.
    BOOST_TEST(!std::is_copy_constructible_v<schema>);
    BOOST_TEST(!std::is_copy_assignable_v<schema>);
}

BOOST_AUTO_TEST_CASE(many_elements_are_compared_in_time)
{
    std::string text = "[0";
    for (int i = 1; i != 100'000; ++i)
        text += ',' + std::to_string(i);
    schema const rules(R"({"uniqueItems":true})");
    BOOST_TEST(rules.accepts(value_of(text + "]")));
    BOOST_TEST(!rules.accepts(value_of(text + ",500]")));
}

BOOST_AUTO_TEST_CASE(values_of_types_are_checked_as_they_are_encoded)
{
    schema const rules(R"({"items":{"maximum":3}})");
    BOOST_TEST(restbind::json::fits(rules, std::vector<int>{1, 2}));
    BOOST_TEST(!restbind::json::fits(rules, std::vector<int>{1, 5}));
}

BOOST_AUTO_TEST_CASE(an_alternative_need_not_hold_where_another_one_does)
{
    schema const rules(R"({"anyOf":[{"maximum":3},{"minimum":7}]})");
    schema const others(R"({"not":{"const":8}})");
    // Walks as generated code does for the first alternative.
    auto const found_in = [&](int value)
    {
        restbind::violations found;
        found.add("", "before");
        auto const walk = [&]
        {
            if (!(value <= 3))
                found.add("", "too large");
        };
        restbind::json::check_alternative(value, found, walk, rules, others);
        std::string text;
        for (auto const& one : found.take())
            text += one.message + ';';
        return text;
    };
    BOOST_TEST(found_in(2) == "before;");
    BOOST_TEST(found_in(5) == "before;too large;");
    BOOST_TEST(found_in(7) == "before;");           // valid as the second one
    BOOST_TEST(found_in(8) == "before;too large;"); // but not by all schemas
}

BOOST_AUTO_TEST_CASE(a_format_need_not_hold_where_another_alternative_has_none)
{
    auto const found_in = [&](std::string_view text, std::string_view other)
    {
        schema const rules(
            R"({"anyOf":[{"format":"email","maxLength":5},)" + std::string(other) + "]}");
        restbind::violations found;
        std::string const value(text);
        restbind::json::check_alternative(
            value, found, [&] { found.add("", "no email"); }, rules);
        return found.size();
    };
    BOOST_TEST(found_in("x", "{}") == 0U);
    BOOST_TEST(found_in("1.2.3.4", R"({"format":"ipv4"})") == 0U);
    BOOST_TEST(found_in("x", R"({"format":"ipv4"})") == 1U);
    BOOST_TEST(found_in("too long", R"({"format":"no such"})") == 0U);
}

BOOST_AUTO_TEST_CASE(formats_are_asserted_where_they_are_checked)
{
    schema const rules(R"({"oneOf":[{"format":"email"},{"format":"ipv4"}],"minLength":2})");
    auto const found_in = [&](std::string const& value, bool checks_formats = true)
    {
        restbind::violations found;
        found.check_formats(checks_formats);
        restbind::json::check_encoded(rules, value, found);
        return found.size();
    };
    BOOST_TEST(found_in("1.2.3.4") == 0U);
    BOOST_TEST(found_in("a@b.c") == 0U);
    BOOST_TEST(found_in("xy") == 1U);
    BOOST_TEST(found_in("1.2.3.4", false) == 1U);
    BOOST_TEST(found_in("x") == 2U);
    BOOST_TEST(!rules.accepts(value_of("\"1.2.3.4\"")));
    BOOST_TEST(rules.accepts(value_of("\"1.2.3.4\""), true));
    BOOST_TEST(rules.accepts(value_of("5"), true) == rules.accepts(value_of("5")));
    for (std::string const name :
        {"uuid", "email", "idn-email", "hostname", "ipv4", "ipv6", "uri", "time", "duration"})
        BOOST_TEST(!schema("{\"format\":\"" + name + "\"}").accepts(value_of("\" \""), true), name);
    schema const sole(R"({"anyOf":[{"format":"email"},{"maxLength":0}]})");
    for (bool const checks_formats : {true, false})
    {
        restbind::violations found;
        found.check_formats(checks_formats);
        restbind::json::check_encoded(sole, std::string("x"), found);
        BOOST_TEST(found.empty() != checks_formats);
    }
    BOOST_TEST(restbind::json::fits(sole, std::string("x")));
}

BOOST_AUTO_TEST_CASE(alternatives_within_alternatives_do_not_double_the_walks)
{
    schema const rules("false");
    restbind::violations found;
    std::size_t walks = 0;
    auto const walk = [&](auto const& again, int levels) -> void
    {
        ++walks;
        if (levels != 0)
            restbind::json::check_alternative(
                levels, found, [&] { again(again, levels - 1); }, rules);
        else
            found.add("", "too large");
    };
    walk(walk, 100);
    BOOST_TEST(found.size() == 1U);
    BOOST_TEST(walks < 10'000U);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_encoded_is_no_other_alternative)
{
    schema const rules("true");
    restbind::violations found;
    double const value = std::numeric_limits<double>::quiet_NaN();
    restbind::json::check_alternative(
        value, found, [&] { found.add("", "no number"); }, rules);
    BOOST_TEST(found.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
