// SPDX-License-Identifier: BSL-1.0
// The validation agrees with JSON Schema 2020-12: the cases beside this file, written from the
// standard, are put to generated types and to the validator of open values.
#include "json_schema/truth.hpp"
#include "support/pattern/schema.hpp"

#include <restbind/core/validation.hpp>

#include <restbind/json/encode.hpp>
#include <restbind/json/schema/schema.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace
{

using boost::json::value;

std::vector<std::pair<std::string, schema_truth::table const& (*)()>> const files{
    {"alternatives", &schema_truth::alternatives}, {"arrays", &schema_truth::arrays},
    {"combinations", &schema_truth::combinations}, {"layers", &schema_truth::layers},
    {"numbers", &schema_truth::numbers}, {"objects", &schema_truth::objects},
    {"references", &schema_truth::references}, {"strings", &schema_truth::strings},
    {"types", &schema_truth::types}, {"unevaluated", &schema_truth::unevaluated},
    {"values", &schema_truth::values}};

boost::json::array read(std::string const& name)
{
    std::ifstream in(std::string(SCHEMA_CASES) + "/" + name + ".json");
    std::string const text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    auto const all = restbind::json::decode<value>(text);
    BOOST_TEST_REQUIRE(all.has_value(), name << ": " << (all ? "" : all.error().detail()));
    return all->as_array();
}

std::string text_of(value const& one)
{
    return *restbind::json::encode(one);
}

/** Calls f(group, value, whether it is valid) for each case of a file; a group is known by its
 * place. */
std::size_t for_each_case(boost::json::array const& groups,
    std::function<void(std::size_t, boost::json::object const&, value const&, bool)> const& f)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i != groups.size(); ++i)
        for (bool const valid : {true, false})
            for (value const& one : groups[i].at(valid ? "valid" : "invalid").as_array())
            {
                f(i, groups[i].as_object(), one, valid);
                ++count;
            }
    return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(schema_truth_of)

BOOST_AUTO_TEST_CASE(the_validator_of_open_values)
{
    std::size_t count = 0;
    for (auto const& [name, table] : files)
        count += for_each_case(read(name),
            [&](std::size_t, boost::json::object const& group, value const& one, bool valid)
            {
                restbind::test::schema const rules(text_of(group.at("schema")));
                BOOST_TEST(rules.accepts(one) == valid,
                    name << ": " << text_of(group.at("about")) << ": " << text_of(one));
                restbind::violations found;
                rules.check(one, found);
                BOOST_TEST(
                    found.empty() == valid, "what is not accepted is told: " << text_of(one));
            });
    BOOST_TEST(count >= 800u);
}

BOOST_AUTO_TEST_CASE(generated_types)
{
    std::size_t count = 0;
    for (auto const& [name, table] : files)
        for_each_case(read(name),
            [&](std::size_t place, boost::json::object const& group, value const& one, bool valid)
            {
                auto const checker = table().find(place);
                if (checker == table().end())
                {
                    BOOST_TEST(group.contains("why")); // never silently
                    return;
                }
                ++count;
                auto const* const lenient = group.if_contains("typed_accepts");
                bool const accepts =
                    lenient && std::any_of(lenient->as_array().begin(), lenient->as_array().end(),
                                   [&](value const& other) { return other == one; });
                auto const* const strict = group.if_contains("typed_refuses");
                bool const refuses =
                    strict && std::any_of(strict->as_array().begin(), strict->as_array().end(),
                                  [&](value const& other) { return other == one; });
                BOOST_TEST(((!accepts && !refuses) || group.contains("why")));
                bool const expected = (valid && !refuses) || accepts;
                auto const& [holds, is_member] = checker->second;
                std::string const text =
                    is_member ? "{\"v\":" + text_of(one) + "}" : text_of(one);
                BOOST_TEST(holds(text) == expected,
                    name << ": " << text_of(group.at("about")) << ": " << text);
            });
    BOOST_TEST(count >= 800u);
}

BOOST_AUTO_TEST_SUITE_END()
