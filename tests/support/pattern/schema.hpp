// SPDX-License-Identifier: BSL-1.0
// Schemas of texts that only a test knows: their patterns are compiled here, where the generator compiles those of a document.
#pragma once

#include "pattern.hpp"

#include <restbind/core/result.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/schema/schema.hpp>

#include <boost/json/value.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::test
{

/** A schema that was read from a text. */
class schema : public json::schema
{
public:
    explicit schema(std::string_view text)
        : json::schema(read(text).value())
    {
    }

    /** @par Errors
        As json::schema::read(); error_kind::invalid_argument for a pattern that is none. */
    static result<json::schema> read(std::string_view text)
    {
        auto const root = json::decode<boost::json::value>(text, {.max_depth = 1'000});
        std::vector<json::compiled_pattern> found;
        if (root)
            if (auto const good = collect(*root, found, false); !good)
                return good.error();
        return json::schema::read(text, found);
    }

private:
    // The members of `at` are schemas where `by_name` says so; `pattern` is then a name like any other.
    static result<void> collect(
        boost::json::value const& at, std::vector<json::compiled_pattern>& found, bool by_name)
    {
        result<void> good;
        if (auto const* const list = at.if_array())
            for (auto const& one : *list)
                good = good ? collect(one, found, false) : good;
        auto const* const object = at.if_object();
        for (auto const& [name, value] : object ? *object : boost::json::object())
        {
            bool const is_value = name == "enum" || name == "const" || name == "default" ||
                                  name == "examples";
            if (!by_name && name == "pattern" && value.is_string())
                good = good ? add(value.get_string(), found) : good;
            if (!by_name && name == "patternProperties" && value.is_object())
                for (auto const& one : value.get_object())
                    good = good ? add(one.key(), found) : good;
            if (by_name || !is_value)
                good = good ? collect(value, found,
                                  !by_name && (name == "properties" || name == "patternProperties" ||
                                                  name == "$defs" || name == "definitions" ||
                                                  name == "dependentSchemas" ||
                                                  name == "dependencies"))
                            : good;
        }
        return good;
    }

    static result<void> add(std::string_view text, std::vector<json::compiled_pattern>& found)
    {
        static std::deque<std::pair<std::string, pattern>> all; // schemas refer to them
        auto compiled = pattern::read(text);
        if (!compiled)
            return error(error_kind::invalid_argument,
                "the pattern " + std::string(text) + ": " + compiled.error().detail());
        auto const& held = all.emplace_back(text, std::move(*compiled));
        found.push_back({held.first, held.second.code()});
        return {};
    }
};

} // namespace restbind::test
