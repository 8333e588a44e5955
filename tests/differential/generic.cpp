// SPDX-License-Identifier: BSL-1.0
// The generic validator as one more operation: the text is a list of a schema, as text, and a value.
#include "first.hpp"
#include "../support/pattern/schema.hpp"

#include <restbind/core/validation.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/schema/schema.hpp>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

documents::outcome judge_generic(documents::sample const& one);
documents::outcome judge_generic(documents::sample const& one)
{
    documents::outcome result;
    auto const both = restbind::json::decode<boost::json::value>(one.text);
    if (!both)
    {
        documents::fail(result, "unreadable", both.error());
        return result;
    }
    auto const rules = restbind::test::schema::read(std::string(both->at(0).as_string()));
    if (!rules)
    {
        documents::fail(result, "no schema", rules.error());
        return result;
    }
    restbind::violations found;
    rules->check(both->at(1), found);
    if (rules->accepts(both->at(1)) != found.empty())
        result.step = "two verdicts";
    else if (!found.empty())
        result.step = "refused";
    return result;
}
