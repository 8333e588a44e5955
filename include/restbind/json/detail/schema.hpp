// Checks open JSON values against a JSON Schema (draft 2020-12).
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/detail/violations.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/detail/schema_references.hpp>
#include <restbind/json/detail/schema_values.hpp>
#include <restbind/json/encode.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace restbind::json
{

/** A JSON Schema, read once and then asked often, from any thread.

    Knows the vocabularies core, applicator, unevaluated and validation of draft 2020-12, with
    references within the schema itself; nothing is fetched. Formats, contents and meta-data are
    annotations: they are not checked. Numbers are compared exactly as far as a double, an
    std::int64_t or an std::uint64_t holds them.
    @par Bounds
    A check goes 200 schemas deep and takes a million steps at most; what needs more is not
    accepted.
*/
class schema
{
public:
    /** Reads the schema, a JSON text. Whether that worked: is_usable(). */
    explicit schema(std::string_view text)
        : root_(parse(text))
        , references_(root_)
    {
        if (why_.empty())
            why_ = references_.why();
    }
    schema(schema const&) = delete;
    schema& operator=(schema const&) = delete;
    ~schema() = default;

    /** False when the text is not JSON, a reference leads nowhere, or a pattern cannot be read;
        such a schema accepts nothing. */
    bool is_usable() const noexcept { return why_.empty(); }
    /** What is wrong; empty when is_usable(). */
    std::string const& why() const noexcept { return why_; }

    /** True when `instance` fulfils the schema. */
    bool accepts(boost::json::value const& instance) const
    {
        return is_usable() && walk(*this, nullptr).run(instance);
    }
    /** Checks `instance` and adds each broken keyword to `found`, with the path to where it was
        broken; what `anyOf`, `oneOf`, `not` and `contains` find is one entry.

        @param member The wire name of the member that holds it; empty for none. Paths
        start with it.
    */
    void check(
        boost::json::value const& instance, violations& found, std::string_view member = {}) const
    {
        if (!is_usable())
            return found.add(member, "cannot be checked: " + why_);
        walk one(*this, &found);
        one.path = member;
        one.run(instance);
    }

private:
    using value = boost::json::value;
    using object = boost::json::object;
    using array = boost::json::array;

    // Which members or elements of one value have been evaluated.
    using marks = std::vector<bool>;

    struct walk
    {
        walk(schema const& the_schema, violations* the_found)
            : references(the_schema.references_)
            , root(the_schema.root_)
            , found(the_found)
        {
        }

        bool run(value const& instance)
        {
            bool const good = enter(root, instance, 0, nullptr);
            // Within `not` it would otherwise look like a success.
            return exhausted ? fail("cannot be checked: it is too deep or too complicated") : good;
        }

        // ------------------------------------------------------------------------- one schema

        bool enter(value const& rule, value const& instance, std::size_t resource, marks* seen)
        {
            if (rule.is_bool())
                return rule.get_bool() || fail("is not allowed");
            if (!rule.is_object())
                return true;
            if (exhausted || depth == 200 || steps == 0)
            {
                exhausted = true; // nothing goes on from here
                return false;
            }
            ++depth;
            --steps;
            resource = references.resource_of(rule.get_object(), resource);
            bool const is_new = scope.empty() || scope.back() != resource;
            if (is_new)
                scope.push_back(resource);
            bool const good = keywords(rule.get_object(), instance, resource, seen);
            if (is_new)
                scope.pop_back();
            --depth;
            return good;
        }

        bool keywords(object const& rule, value const& instance, std::size_t resource, marks* outer)
        {
            marks own;
            bool const collects =
                rule.contains("unevaluatedProperties") || rule.contains("unevaluatedItems");
            marks* seen = nullptr;
            if (outer || collects)
            {
                own.resize(instance.is_object()  ? instance.get_object().size()
                           : instance.is_array() ? instance.get_array().size()
                                                 : 0);
                seen = &own;
            }
            bool good = follow(rule, instance, seen);
            if (good || found)
                good = types_and_values(rule, instance) && good;
            if (good || found)
                good = numbers_and_texts(rule, instance) && good;
            if (good || found)
                good = combinations(rule, instance, resource, seen) && good;
            if ((good || found) && instance.is_object())
                good = members(rule, instance.get_object(), instance, resource, seen) && good;
            if ((good || found) && instance.is_array())
                good = elements(rule, instance.get_array(), resource, seen) && good;
            if ((good || found) && collects)
                good = unevaluated(rule, instance, resource, own) && good;
            if (good && outer)
                for (std::size_t i = 0; i != own.size(); ++i)
                    if (own[i])
                        (*outer)[i] = true;
            return good;
        }

        bool follow(object const& rule, value const& instance, marks* seen)
        {
            bool good = true;
            if (auto const* target = references.find(rule, false))
                good = enter(*target->schema, instance, target->resource, seen);
            if (auto const* target = references.find(rule, true))
            {
                value const* at = target->schema;
                std::size_t resource = target->resource;
                if (!target->dynamic.empty())
                    for (std::size_t const outer : scope)
                        if (auto const* other = references.dynamic_anchor(outer, target->dynamic))
                        {
                            at = other;
                            resource = outer;
                            break;
                        }
                good = enter(*at, instance, resource, seen) && good;
            }
            return good;
        }

        // -------------------------------------------------------------------- single keywords

        bool types_and_values(object const& rule, value const& instance)
        {
            bool good = true;
            if (value const* type = rule.if_contains("type"))
            {
                bool fits = false;
                std::string names;
                auto const ask = [&](value const& one)
                {
                    if (!one.is_string())
                        return;
                    std::string_view const name = detail::text_of(one.get_string());
                    fits = fits || detail::has_type(instance, name);
                    names.append(names.empty() ? "" : " or ").append(name);
                };
                if (type->is_array())
                    for (value const& one : type->get_array())
                        ask(one);
                else
                    ask(*type);
                good = fits || fail("must be of type " + names);
            }
            if (value const* values = rule.if_contains("enum"); values && values->is_array())
            {
                std::string const text = detail::canonical(instance);
                bool const listed =
                    std::any_of(values->get_array().begin(), values->get_array().end(),
                        [&](value const& one) { return detail::canonical(one) == text; });
                good = (listed || fail("must be one of the listed values")) && good;
            }
            if (value const* only = rule.if_contains("const"))
                good = (detail::canonical(*only) == detail::canonical(instance) ||
                           fail("must be the one value that is allowed")) &&
                       good;
            return good;
        }

        bool numbers_and_texts(object const& rule, value const& instance)
        {
            bool good = true;
            if (instance.is_number())
            {
                good = limit(
                           rule, "minimum", instance, [](int c) { return c >= 0; },
                           "must be greater than or equal to ") &&
                       good;
                good = limit(
                           rule, "maximum", instance, [](int c) { return c <= 0; },
                           "must be less than or equal to ") &&
                       good;
                good = limit(
                           rule, "exclusiveMinimum", instance, [](int c) { return c > 0; },
                           "must be greater than ") &&
                       good;
                good = limit(
                           rule, "exclusiveMaximum", instance, [](int c) { return c < 0; },
                           "must be less than ") &&
                       good;
                if (value const* step = rule.if_contains("multipleOf"); step && step->is_number())
                    good = (detail::is_multiple_value(instance, *step) ||
                               fail("must be a multiple of " + detail::canonical(*step))) &&
                           good;
            }
            if (instance.is_string())
            {
                std::string_view const text = detail::text_of(instance.get_string());
                good =
                    size(rule, "minLength", "maxLength", code_points(text), "character(s)") && good;
                if (value const* expression = rule.if_contains("pattern");
                    expression && expression->is_string())
                {
                    std::string_view const source = detail::text_of(expression->get_string());
                    good = (references.compiled(source).matches(text) ||
                               fail("must match the pattern " + std::string(source))) &&
                           good;
                }
            }
            return good;
        }

        template <class Holds>
        bool limit(object const& rule, char const* name, value const& instance, Holds holds,
            char const* text)
        {
            value const* const bound = rule.if_contains(name);
            if (!bound || !bound->is_number())
                return true;
            return holds(detail::compare_numbers(instance, *bound)) ||
                   fail(text + detail::canonical(*bound));
        }
        bool size(object const& rule, char const* least, char const* most, std::size_t count,
            char const* what)
        {
            value const number(static_cast<std::uint64_t>(count));
            bool good = true;
            if (value const* bound = rule.if_contains(least); bound && bound->is_number())
                good = detail::compare_numbers(number, *bound) >= 0 ||
                       fail("must have at least " + detail::canonical(*bound) + " " + what);
            if (value const* bound = rule.if_contains(most); bound && bound->is_number())
                good = (detail::compare_numbers(number, *bound) <= 0 ||
                           fail("must have at most " + detail::canonical(*bound) + " " + what)) &&
                       good;
            return good;
        }

        // ----------------------------------------------------------------------- combinations

        bool combinations(
            object const& rule, value const& instance, std::size_t resource, marks* seen)
        {
            bool good = true;
            if (value const* all = rule.if_contains("allOf"); all && all->is_array())
                for (value const& one : all->get_array())
                    good = enter(one, instance, resource, seen) && good;
            if (value const* any = rule.if_contains("anyOf"); any && any->is_array())
            {
                bool fits = false;
                for (value const& one : any->get_array())
                    // Goes on for the marks of all that fit.
                    if (!fits || seen)
                        fits = quietly(one, instance, resource, seen) || fits;
                good = (fits || fail("must fit one of several alternatives")) && good;
            }
            if (value const* one_of = rule.if_contains("oneOf"); one_of && one_of->is_array())
            {
                std::size_t count = 0;
                for (value const& one : one_of->get_array())
                    if (count < 2)
                        count += quietly(one, instance, resource, seen);
                good = (count == 1 ||
                           fail(count == 0 ? "must fit one of several alternatives"
                                           : "must fit only one of several alternatives")) &&
                       good;
            }
            if (value const* no = rule.if_contains("not"))
                good = (!quietly(*no, instance, resource, nullptr) ||
                           fail("must not fit the schema that is excluded")) &&
                       good;
            if (value const* condition = rule.if_contains("if"))
            {
                bool const holds = quietly(*condition, instance, resource, seen);
                if (value const* then = rule.if_contains(holds ? "then" : "else"))
                    good = enter(*then, instance, resource, seen) && good;
            }
            return good;
        }

        bool quietly(value const& rule, value const& instance, std::size_t resource, marks* seen)
        {
            violations* const loud = std::exchange(found, nullptr);
            bool const good = enter(rule, instance, resource, seen);
            found = loud;
            return good;
        }

        // ---------------------------------------------------------------------------- objects

        bool members(object const& rule, object const& instance, value const& whole,
            std::size_t resource, marks* seen)
        {
            bool good = size(rule, "minProperties", "maxProperties", instance.size(), "member(s)");
            if (value const* names = rule.if_contains("required"); names && names->is_array())
                good = require(names->get_array(), instance) && good;
            good = dependencies(rule, "dependentRequired", instance, whole, resource, seen) && good;
            good = dependencies(rule, "dependentSchemas", instance, whole, resource, seen) && good;
            good = dependencies(rule, "dependencies", instance, whole, resource, seen) && good;

            auto const* properties = object_of(rule, "properties");
            auto const* patterns = object_of(rule, "patternProperties");
            value const* const others = rule.if_contains("additionalProperties");
            value const* const name_rule = rule.if_contains("propertyNames");
            std::size_t index = 0;
            for (boost::json::key_value_pair const& member : instance)
            {
                std::size_t const place = path.size();
                append_name(detail::text_of(member.key()));
                if (name_rule)
                    good = enter(*name_rule, value(member.key()), resource, nullptr) && good;
                bool matched = false;
                if (value const* own = properties ? properties->if_contains(member.key()) : nullptr)
                {
                    matched = true;
                    good = enter(*own, member.value(), resource, nullptr) && good;
                }
                if (patterns)
                    for (boost::json::key_value_pair const& one : *patterns)
                        if (references.compiled(detail::text_of(one.key()))
                                .matches(detail::text_of(member.key())))
                        {
                            matched = true;
                            good = enter(one.value(), member.value(), resource, nullptr) && good;
                        }
                if (!matched && others)
                {
                    matched = true;
                    good = enter(*others, member.value(), resource, nullptr) && good;
                }
                if (matched && seen)
                    (*seen)[index] = true;
                ++index;
                path.resize(place);
            }
            return good;
        }

        bool require(array const& names, object const& instance)
        {
            bool good = true;
            for (value const& name : names)
                if (name.is_string() && !instance.contains(name.get_string()))
                {
                    std::size_t const place = path.size();
                    append_name(detail::text_of(name.get_string()));
                    good = fail("is required");
                    path.resize(place);
                }
            return good;
        }

        // Keyed by a member: what holds for the whole object when that member is there.
        bool dependencies(object const& rule, char const* name, object const& instance,
            value const& whole, std::size_t resource, marks* seen)
        {
            auto const* const table = object_of(rule, name);
            bool good = true;
            if (table)
                for (boost::json::key_value_pair const& one : *table)
                {
                    if (!instance.contains(one.key()))
                        continue;
                    if (one.value().is_array())
                        good = require(one.value().get_array(), instance) && good;
                    else
                        good = enter(one.value(), whole, resource, seen) && good;
                }
            return good;
        }

        // ----------------------------------------------------------------------------- arrays

        bool elements(object const& rule, array const& instance, std::size_t resource, marks* seen)
        {
            bool good = size(rule, "minItems", "maxItems", instance.size(), "element(s)");
            if (value const* unique = rule.if_contains("uniqueItems");
                unique && unique->is_bool() && unique->get_bool())
            {
                std::unordered_set<std::string> texts;
                bool const fresh = std::all_of(instance.begin(), instance.end(),
                    [&](value const& one) { return texts.insert(detail::canonical(one)).second; });
                good = (fresh || fail("must not hold equal elements")) && good;
            }
            value const* const prefix = rule.if_contains("prefixItems");
            std::size_t const listed =
                prefix && prefix->is_array() ? prefix->get_array().size() : 0;
            value const* const rest = rule.if_contains("items");
            value const* const wanted = rule.if_contains("contains");
            std::uint64_t count = 0;
            for (std::size_t i = 0; i != instance.size(); ++i)
            {
                std::size_t const place = path.size();
                path.append(1, '[').append(std::to_string(i)).append(1, ']');
                value const* const own = i < listed ? &prefix->get_array()[i] : rest;
                if (own)
                    good = enter(*own, instance[i], resource, nullptr) && good;
                bool const hit = wanted && quietly(*wanted, instance[i], resource, nullptr);
                count += hit;
                if (seen && (own || hit))
                    (*seen)[i] = true;
                path.resize(place);
            }
            if (wanted)
                good = contained(rule, count) && good;
            return good;
        }
        bool contained(object const& rule, std::uint64_t count)
        {
            value const number(count);
            value const* const least = rule.if_contains("minContains");
            value const* const most = rule.if_contains("maxContains");
            bool const enough = least && least->is_number()
                                    ? detail::compare_numbers(number, *least) >= 0
                                    : count >= 1;
            bool const few =
                !most || !most->is_number() || detail::compare_numbers(number, *most) <= 0;
            return (enough || fail("holds too few elements of the wanted kind")) &&
                   (few || fail("holds too many elements of the wanted kind"));
        }

        // ------------------------------------------------------------------------ the remains

        bool unevaluated(
            object const& rule, value const& instance, std::size_t resource, marks& seen)
        {
            bool good = true;
            value const* const other_members = rule.if_contains("unevaluatedProperties");
            if (other_members && instance.is_object())
            {
                std::size_t index = 0;
                for (boost::json::key_value_pair const& member : instance.get_object())
                {
                    std::size_t const place = path.size();
                    append_name(detail::text_of(member.key()));
                    if (!seen[index])
                        good = enter(*other_members, member.value(), resource, nullptr) && good;
                    seen[index++] = true;
                    path.resize(place);
                }
            }
            value const* const other_elements = rule.if_contains("unevaluatedItems");
            if (other_elements && instance.is_array())
                for (std::size_t i = 0; i != seen.size(); ++i)
                {
                    std::size_t const place = path.size();
                    path.append(1, '[').append(std::to_string(i)).append(1, ']');
                    if (!seen[i])
                        good = enter(*other_elements, instance.get_array()[i], resource, nullptr) &&
                               good;
                    seen[i] = true;
                    path.resize(place);
                }
            return good;
        }

        // ---------------------------------------------------------------------------- helpers

        static object const* object_of(object const& rule, char const* name)
        {
            value const* const found = rule.if_contains(name);
            return found ? found->if_object() : nullptr;
        }
        void append_name(std::string_view name)
        {
            if (!path.empty())
                path.push_back('.');
            path.append(name);
        }
        bool fail(std::string_view text)
        {
            if (!found)
                return false;
            std::string field = path.substr(path.rfind('.') + 1);
            field.resize((std::min)(field.find('['), field.size()));
            if (!field.empty() && field[0] >= 'a' && field[0] <= 'z')
                field[0] = static_cast<char>(field[0] - 'a' + 'A');
            if (field.empty())
                field = "The value";
            found->add(path, field.append(1, ' ').append(text));
            return false;
        }

        detail::schema_references const& references;
        value const& root;
        violations* found;
        std::string path = {};
        std::vector<std::size_t> scope = {};
        unsigned depth = 0;
        std::size_t steps = 1'000'000;
        bool exhausted = false;
    };

    value parse(std::string_view text)
    {
        limits bounds;
        bounds.max_depth = 200;
        auto read = decode<value>(text, bounds);
        if (read)
            return std::move(*read);
        why_ = read.error().detail();
        return value();
    }

    std::string why_; // before root_, whose initialiser sets it
    value root_;
    detail::schema_references references_;
};

/** Encodes `value` as JSON and checks that; for values of generated types. What cannot be encoded
    is left to the encoding of the request, which refuses it.

    @param member As for schema::check().
*/
template <class T>
void check_encoded(
    schema const& rules, T const& value, violations& found, std::string_view member = {})
{
    if constexpr (std::is_same_v<T, boost::json::value>)
        rules.check(value, found, member);
    else
    {
        limits bounds;
        bounds.max_depth = 200;
        if (auto const text = encode(value))
            if (auto const open = decode<boost::json::value>(*text, bounds))
                rules.check(*open, found, member);
    }
}

/** True when the JSON form of `value` fulfils the schema, or cannot be made. */
template <class T>
bool fits(schema const& rules, T const& value)
{
    violations found;
    check_encoded(rules, value, found);
    return found.empty();
}

} // namespace restbind::json
