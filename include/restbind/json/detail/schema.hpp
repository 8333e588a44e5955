// Checks open JSON values against a JSON Schema (draft 2020-12).
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/result.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/detail/members.hpp>
#include <restbind/json/detail/object_choice.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/detail/schema_references.hpp>
#include <restbind/json/detail/schema_values.hpp>
#include <restbind/json/detail/variants.hpp>
#include <restbind/json/encode.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace restbind::json
{

/** A JSON Schema, read once and then asked often, from any thread.

    Knows the vocabularies core, applicator, unevaluated and validation of draft 2020-12, with
    references within the schema itself; nothing is fetched. Formats, contents and meta-data are
    annotations: they are not checked. Numbers are compared exactly as far as a double, an
    std::int64_t or an std::uint64_t holds them.
    @par Bounds
    A check goes 200 schemas deep and takes a million steps at most, and a hundred million in its
    patterns; what needs more is not accepted.
*/
class schema
{
public:
    /** Reads the schema, a JSON text.

        @param patterns All patterns of the schema.
        @par Errors
        error_kind::invalid_argument when the text is not JSON, a reference leads nowhere, or a
        pattern is missing; error::detail() says which.
    */
    static result<schema> read(
        std::string_view text, std::span<compiled_pattern const> patterns = {})
    {
        auto root = decode<value>(text, {.max_depth = max_depth});
        if (!root)
            return error(error_kind::invalid_argument, root.error().detail());
        array held;
        held.push_back(std::move(*root));
        auto references = detail::schema_references::read(held.front(), patterns);
        if (!references)
            return references.error();
        return schema(std::move(held), std::move(*references));
    }
    /** The same. @throws restbind::exception for what is no schema. */
    explicit schema(
        std::string_view text, std::initializer_list<compiled_pattern> patterns = {})
        : schema(read(text, {patterns.begin(), patterns.size()}).value())
    {
    }
    // References point into the values that are held: a copy would miss them.
    schema(schema&&) = default;
    schema& operator=(schema&&) = default;

    /** True when `instance` fulfils the schema.

        @param formats Whether formats of texts assert something, those that requests must keep.
        @param told Whether an object must fit the alternative that a `discriminator` says it is.
    */
    bool accepts(boost::json::value const& instance, bool formats = false, bool told = false) const
    {
        walk one{references_, held_.front()};
        one.formats = formats;
        one.told = told;
        return one.run(instance);
    }
    /** Checks `instance` and adds each broken keyword to `found`, with the path to where it was
        broken. What `anyOf`, `oneOf`, `not` and `contains` find is one entry; where no alternative
        fits, it says what the nearest one lacks: that which a `discriminator` names, else the one
        that breaks least.

        @param member The wire name of the member that holds it; empty for none. Paths
        start with it.
        @param formats As for accepts().
        @param told As for accepts().
    */
    void check(boost::json::value const& instance, violations& found, member_name member = {},
        bool formats = false, bool told = false) const
    {
        walk{references_, held_.front(), &found, way_to(member), formats, told}.run(instance);
    }

    /** Adds only what `unevaluatedProperties` and `unevaluatedItems` of the schema itself find, the
        members or elements that nothing describes, its layers in `allOf` and `$ref` included. The
        parameters are those of check(). */
    void check_unevaluated(boost::json::value const& instance, violations& found,
        member_name member = {}, bool formats = false, bool told = false) const
    {
        walk one{references_, held_.front(), &found, way_to(member), formats, told};
        one.only_remains = true;
        one.run(instance);
    }

    /** How deep a check goes, and how deep texts of schemas and values may be. */
    static constexpr unsigned max_depth = 200;

private:
    using value = boost::json::value;
    using object = boost::json::object;
    using array = boost::json::array;

    using step = violations::step;

    static std::vector<step> way_to(member_name member)
    {
        return member.wire.empty() ? std::vector<step>() : std::vector<step>{{member}};
    }

    // Which members or elements of one value have been evaluated.
    using marks = std::vector<bool>;

    schema(array held, detail::schema_references references)
        : held_(std::move(held))
        , references_(std::move(references))
    {
    }

    // A value and what it is checked against.
    struct question
    {
        object const& rule;
        value const& instance;
        std::size_t resource;
        marks* seen; // null where nobody asks
    };

    struct walk
    {
        bool run(value const& instance)
        {
            std::size_t const before = found ? found->size() : 0;
            whole = &instance;
            bool const good = enter(root, instance, 0, nullptr);
            exhausted |= pattern_steps == 0;
            if (!exhausted)
                return good;
            // What stands around the end, `not` or alternatives, was not decided either.
            if (found)
                found->forget_behind(before);
            only_remains = false;
            return fail({}, "cannot be checked: it is too deep or too complicated");
        }

        // ------------------------------------------------------------------------- one schema

        bool enter(value const& rule, value const& instance, std::size_t resource, marks* seen)
        {
            if (rule.is_bool())
                return rule.get_bool() || fail({rule_kind::excluded}, "is not allowed");
            if (!rule.is_object())
                return true;
            if (exhausted || depth == max_depth || steps == 0)
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
            question here{rule, instance, resource, nullptr};
            if (outer || rule.contains("unevaluatedProperties") ||
                rule.contains("unevaluatedItems"))
            {
                own.resize(instance.is_object()  ? instance.get_object().size()
                           : instance.is_array() ? instance.get_array().size()
                                                 : 0);
                here.seen = &own;
            }
            bool good = true;
            for (auto const group :
                {&walk::follow, &walk::types_and_values, &walk::numbers, &walk::texts,
                    &walk::combinations, &walk::members, &walk::elements, &walk::unevaluated})
                if (good || found)
                    good &= (this->*group)(here);
            // Where it is told what is wrong, a member that a broken schema describes is not told
            // to be one too many.
            if ((good || found) && outer)
                add(own, *outer);
            return good;
        }

        static void add(marks const& some, marks& all)
        {
            for (std::size_t i = 0; i != some.size(); ++i)
                all[i] = all[i] || some[i];
        }

        bool follow(question const& here)
        {
            bool good = true;
            if (auto const* target = references.find(here.rule, false))
            {
                // Where several schemas of one value lead to the same one below, much is met again.
                bool const is_met_again = steps < max_steps - few_steps && !here.seen &&
                                          here.instance.is_structured() &&
                                          !references.are_dynamic();
                std::pair const place{target->schema, &here.instance};
                good = (is_met_again && fitting.contains(place)) ||
                       enter(*target->schema, here.instance, target->resource, here.seen);
                if (is_met_again && good)
                    fitting.insert(place);
            }
            if (auto const* target = references.find(here.rule, true))
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
                good &= enter(*at, here.instance, resource, here.seen);
            }
            return good;
        }

        // -------------------------------------------------------------------- single keywords

        bool types_and_values(question const& here)
        {
            bool good = true;
            if (value const* type = here.rule.if_contains("type"))
            {
                bool fits = false;
                std::string names;
                for (value const& one : type->is_array() ? std::span<value const>(type->get_array())
                                                         : std::span<value const>(type, 1))
                    if (one.is_string())
                    {
                        std::string_view const name = one.get_string();
                        fits = fits || detail::has_type(here.instance, name);
                        names.append(names.empty() ? "" : " or ").append(name);
                    }
                good = fits || fail({rule_kind::type, names}, "must be of type " + names, mismatch);
            }
            std::string text; // as long as the instance: made only where it is compared
            auto const is_instance = [&](value const& one)
            {
                if (text.empty())
                    text = detail::canonical(here.instance);
                return detail::canonical(one) == text;
            };
            if (array const* values = array_of(here.rule, "enum"))
                good &= std::any_of(values->begin(), values->end(), is_instance) ||
                        fail({rule_kind::listed, found ? list_of(*values) : std::string()},
                            "must be one of the listed values", mismatch);
            if (value const* only = here.rule.if_contains("const"))
                good &=
                    is_instance(*only) || fail({rule_kind::listed, detail::canonical(*only)},
                                              "must be the one value that is allowed", mismatch);
            return good;
        }

        // `800, 801`
        static std::string list_of(array const& values)
        {
            std::string text;
            for (value const& one : values)
                text.append(text.empty() ? "" : ", ")
                    .append(
                        one.is_string() ? std::string(one.get_string()) : detail::canonical(one));
            return text;
        }

        bool numbers(question const& here)
        {
            struct limit
            {
                char const* name;
                rule_kind kind;
                char const* text;
                bool (*holds)(int order);
            };
            static constexpr limit limits[]{
                {"minimum", rule_kind::minimum, "must be greater than or equal to ",
                    [](int c) { return c >= 0; }},
                {"maximum", rule_kind::maximum, "must be less than or equal to ",
                    [](int c) { return c <= 0; }},
                {"exclusiveMinimum", rule_kind::exclusive_minimum, "must be greater than ",
                    [](int c) { return c > 0; }},
                {"exclusiveMaximum", rule_kind::exclusive_maximum, "must be less than ",
                    [](int c) { return c < 0; }}};
            bool good = true;
            if (!here.instance.is_number())
                return true;
            for (auto const& [name, kind, text, holds] : limits)
                if (value const* bound = number_of(here.rule, name))
                    good &=
                        holds(detail::compare_numbers(here.instance, *bound)) ||
                        fail({kind, detail::canonical(*bound)}, text + detail::canonical(*bound));
            if (value const* step = number_of(here.rule, "multipleOf"))
                good &= detail::is_multiple_value(here.instance, *step) ||
                        fail({rule_kind::multiple_of, detail::canonical(*step)},
                            "must be a multiple of " + detail::canonical(*step));
            return good;
        }

        bool texts(question const& here)
        {
            if (!here.instance.is_string())
                return true;
            std::string_view const text = here.instance.get_string();
            bool good = // a long text is looked through only where somebody asks
                (!here.rule.contains("minLength") && !here.rule.contains("maxLength")) ||
                size(here.rule, length_limits, code_points(text));
            if (value const* expression = here.rule.if_contains("pattern");
                expression && expression->is_string())
            {
                std::string_view const source = expression->get_string();
                good &= restbind::detail::matches(references.compiled(source), text, pattern_steps) ||
                        fail({rule_kind::pattern, std::string(source)},
                            "must match the pattern " + std::string(source));
            }
            if (value const* format = formats ? here.rule.if_contains("format") : nullptr;
                format && format->is_string())
                good &=
                    detail::has_format(text, format->get_string()) ||
                    fail({rule_kind::format, std::string(format->get_string())}, "is malformed");
            return good;
        }

        // The limits on a size: two keywords, and the rules that they are.
        struct size_limits
        {
            char const* least;
            char const* most;
            rule_kind at_least;
            rule_kind at_most;
            char const* what;
        };
        static constexpr size_limits length_limits{
            "minLength", "maxLength", rule_kind::min_length, rule_kind::max_length, "character(s)"};
        static constexpr size_limits member_limits{"minProperties", "maxProperties",
            rule_kind::min_properties, rule_kind::max_properties, "member(s)"};
        static constexpr size_limits element_limits{
            "minItems", "maxItems", rule_kind::min_items, rule_kind::max_items, "element(s)"};

        bool size(object const& rule, size_limits const& limits, std::size_t count)
        {
            value const number(static_cast<std::uint64_t>(count));
            bool good = true;
            if (value const* bound = number_of(rule, limits.least))
                good = detail::compare_numbers(number, *bound) >= 0 ||
                       fail({limits.at_least, detail::canonical(*bound)},
                           "must have at least " + detail::canonical(*bound) + " " + limits.what);
            if (value const* bound = number_of(rule, limits.most))
                good &= detail::compare_numbers(number, *bound) <= 0 ||
                        fail({limits.at_most, detail::canonical(*bound)},
                            "must have at most " + detail::canonical(*bound) + " " + limits.what);
            return good;
        }

        // ----------------------------------------------------------------------- combinations

        bool combinations(question const& here)
        {
            auto const& [rule, instance, resource, seen] = here;
            bool good = true;
            if (array const* all = array_of(rule, "allOf"))
                for (value const& one : *all)
                    good &= enter(one, instance, resource, seen);
            if (array const* any = array_of(rule, "anyOf"))
            {
                bool fits = false;
                shortfall nearest;
                value const* const own = told ? place_told(here) : nullptr;
                for (std::size_t i = 0; i != any->size(); ++i)
                    // Goes on for the marks of all that fit.
                    if ((!fits || seen) && (!own || *own == value(i)))
                        fits |= try_alternative((*any)[i], i, here, nearest);
                if (!fits)
                    good = none_fits("must fit at least one of the alternatives", nearest, seen);
            }
            if (array const* one_of = array_of(rule, "oneOf"))
            {
                std::size_t count = 0;
                shortfall nearest;
                for (std::size_t i = 0; i != one_of->size() && count < 2; ++i)
                    count += try_alternative((*one_of)[i], i, here, nearest);
                if (count == 0)
                    good = none_fits("must fit exactly one of the alternatives", nearest, seen);
                else if (count > 1)
                    good = fail({rule_kind::alternatives},
                        "must fit exactly one of the alternatives, and fits several");
            }
            if (value const* no = rule.if_contains("not"))
                good &= !quietly(*no, here, nullptr) || refuse(*no, here);
            if (value const* condition = rule.if_contains("if"))
            {
                bool const holds = quietly(*condition, here, seen);
                if (value const* then = rule.if_contains(holds ? "then" : "else"))
                    good &= enter_because(names_in(*condition), *then, here);
            }
            return good;
        }

        // What the nearest of several alternatives lacks, and what any of them describes.
        struct shortfall
        {
            std::size_t distance = static_cast<std::size_t>(-1);
            std::string called = {}; // what a discriminator calls it
            std::string says = {};
            marks seen = {};
        };

        bool none_fits(std::string text, shortfall const& nearest, marks* seen)
        {
            if (seen)
                add(nearest.seen, *seen);
            if (nearest.says.empty())
                return fail({rule_kind::alternatives}, text);
            if (asking != 0) // an alternative itself: what is around it tells that it is a choice
                return note({rule_kind::alternatives}, nearest.says);
            text.append("; the nearest");
            if (!nearest.called.empty())
                text.append(", ").append(nearest.called).append(",");
            return fail({rule_kind::alternatives}, text.append(" says: ").append(nearest.says));
        }

        // Says what is wrong with an instance that fits the schema under `not`: at the member that
        // the schema is about, where it names one.
        bool refuse(value const& excluded, question const& here)
        {
            object const* const rule = excluded.if_object();
            if (!rule || rule->empty())
                return fail({rule_kind::excluded}, "is not allowed");
            for (char const* const choices : {"anyOf", "oneOf"})
                if (array const* all = array_of(*rule, choices))
                    for (value const& one : *all)
                        if (quietly(one, here, nullptr))
                            return refuse(one, here);
            object const* const instance = here.instance.if_object();
            std::vector<std::string_view> names = names_in(excluded);
            std::erase_if(names,
                [&](std::string_view name) { return !instance || !instance->contains(name); });
            if (!names.empty())
            {
                std::string_view const name = names.back();
                names.pop_back();
                std::size_t const place = enter_member(name);
                std::string const outer = std::exchange(because, reason(names));
                object const* const properties = object_of(*rule, "properties");
                value const* const below = properties ? properties->if_contains(name) : nullptr;
                refuse(below ? *below : value(true),
                    {here.rule, instance->at(name), here.resource, nullptr});
                because = outer;
                path.resize(place);
                return false;
            }
            if (rule->contains("const") || rule->contains("enum"))
                return fail({rule_kind::excluded}, "must not be " + encode(here.instance).value());
            return fail({rule_kind::excluded}, "must not fit what `not` excludes");
        }

        // The members that a schema asks for or describes.
        static std::vector<std::string_view> names_in(value const& rule)
        {
            std::vector<std::string_view> names;
            object const* const stated = rule.if_object();
            if (object const* properties = stated ? object_of(*stated, "properties") : nullptr)
                for (boost::json::key_value_pair const& one : *properties)
                    names.push_back(one.key());
            if (array const* required = stated ? array_of(*stated, "required") : nullptr)
                for (value const& name : *required)
                    if (name.is_string() && std::ranges::find(names,
                                                std::string_view(name.get_string())) == names.end())
                        names.push_back(name.get_string());
            return names;
        }

        // The end of a message: which members ask for it.
        static std::string reason(std::vector<std::string_view> const& names)
        {
            std::string text;
            for (std::string_view const name : names)
                text.append(text.empty() ? " because of " : " and ").append(name);
            return text;
        }

        // A schema that holds because of some members.
        bool enter_because(
            std::vector<std::string_view> const& names, value const& rule, question const& here)
        {
            std::string outer = found ? std::exchange(because, reason(names)) : std::string();
            bool const good = enter(rule, here.instance, here.resource, here.seen);
            if (found)
                because = std::move(outer);
            return good;
        }

        // What was found about a value.
        struct verdict
        {
            bool good = false;
            marks seen = {};
            std::size_t distance = 0;
            std::string says = {}; // of what is wrong the first
        };

        // place: that of the alternative in its list.
        bool try_alternative(
            value const& one, std::size_t place, question const& here, shortfall& nearest)
        {
            verdict const found_out = ask(one, here, found != nullptr);
            if (found_out.good || found_out.says.empty())
                return found_out.good;
            nearest.seen.resize(found_out.seen.size());
            add(found_out.seen, nearest.seen);
            auto const [called, is_named] = told_apart(place, here);
            std::size_t const lacking = is_named ? 0 : found_out.distance;
            if (lacking >= nearest.distance)
                return false;
            nearest.distance = lacking;
            nearest.called = called;
            nearest.says = found_out.says;
            return false;
        }

        // What the discriminator says, null without one; and what the instance has there. The
        // generator writes places in the list where OpenAPI's mapping has references: by strings in
        // `mapping`, by the texts of numbers and booleans in `literals`.
        static std::pair<object const*, value const*> discriminator_of(question const& here)
        {
            object const* const stated = object_of(here.rule, "discriminator");
            value const* const name = stated ? stated->if_contains("propertyName") : nullptr;
            object const* const instance = here.instance.if_object();
            return {stated, instance && name && name->is_string()
                                ? instance->if_contains(name->get_string())
                                : nullptr};
        }

        // The place that a value stands for, in the form of the generator; null for none.
        static value const* place_of(object const& stated, value const& own)
        {
            object const* const places =
                object_of(stated, own.is_string() ? "mapping" : "literals");
            if (!places || own.is_structured())
                return nullptr;
            std::string text;
            if (own.is_string())
                text = std::string_view(own.get_string());
            else if (own.is_number())
                detail::append_number(text, own);
            else if (own.is_bool())
                text = own.get_bool() ? "true" : "false";
            return number_of(*places, text);
        }

        // The place of the alternative that the instance says it is; null where it says none.
        static value const* place_told(question const& here)
        {
            auto const [stated, own] = discriminator_of(here);
            return stated && own ? place_of(*stated, *own) : nullptr;
        }

        // A value of the discriminator that stands for an alternative, or none; and whether the
        // instance has it, so that no other one was meant.
        static std::pair<std::string_view, bool> told_apart(std::size_t place, question const& here)
        {
            std::string_view called;
            auto const [stated, own] = discriminator_of(here);
            value const* const told = stated && own ? place_of(*stated, *own) : nullptr;
            for (char const* const name : {"mapping", "literals"})
                if (object const* const places = stated ? object_of(*stated, name) : nullptr)
                    for (boost::json::key_value_pair const& one : *places)
                    {
                        if (one.value() != value(place))
                            continue;
                        if (told == &one.value())
                            return {one.key(), true};
                        called = called.empty() ? std::string_view(one.key()) : called;
                    }
            return {called, false};
        }

        bool quietly(value const& rule, question const& here, marks* seen)
        {
            return ask(rule, {here.rule, here.instance, here.resource, seen}, false).good;
        }

        // Each question about an object or a list is asked once: where alternatives hold
        // alternatives, all of them ask the same about what is below them.
        verdict ask(value const& rule, question const& here, bool is_told)
        {
            bool const is_asked_again = asking != 0 && here.instance.is_structured();
            question_key key{&rule, &here.instance, is_told, here.seen != nullptr,
                is_asked_again && references.are_dynamic() ? scope : std::vector<std::size_t>()};
            auto const known = is_asked_again ? verdicts.find(key) : verdicts.end();
            verdict out = known != verdicts.end() ? known->second : find_out(rule, here, is_told);
            if (here.seen && out.good)
                add(out.seen, *here.seen);
            if (is_asked_again && known == verdicts.end())
                verdicts.emplace(std::move(key), out);
            return out;
        }
        verdict find_out(value const& rule, question const& here, bool is_told)
        {
            verdict out;
            out.seen.resize(here.seen ? here.seen->size() : 0);
            violations own;
            violations* const outer = std::exchange(found, is_told ? &own : nullptr);
            std::size_t const outer_distance = std::exchange(distance, 0);
            std::string outer_because = std::exchange(because, {});
            ++asking;
            out.good = enter(rule, here.instance, here.resource, here.seen ? &out.seen : nullptr);
            --asking;
            found = outer;
            if (!out.good && !own.empty())
            {
                out.distance = distance;
                out.says = own.take().front().message;
            }
            distance = outer_distance;
            because = std::move(outer_because);
            return out;
        }

        // ---------------------------------------------------------------------------- objects

        bool members(question const& here)
        {
            object const* const instance = here.instance.if_object();
            if (!instance)
                return true;
            bool good = size(here.rule, member_limits, instance->size());
            if (array const* names = array_of(here.rule, "required"))
                good &= require(*names, *instance);
            for (char const* name : {"dependentRequired", "dependentSchemas", "dependencies"})
                good &= dependencies(here, name, *instance);

            value const* const name_rule = here.rule.if_contains("propertyNames");
            std::size_t index = 0;
            for (boost::json::key_value_pair const& member : *instance)
            {
                std::size_t const place = enter_member(member.key());
                if (name_rule)
                    good &= enter(*name_rule, value(member.key()), here.resource, nullptr);
                std::vector<value const*> const rules = rules_for(here.rule, member.key());
                for (value const* rule : rules)
                    good &= enter(*rule, member.value(), here.resource, nullptr);
                if (here.seen && !rules.empty())
                    (*here.seen)[index] = true;
                ++index;
                path.resize(place);
            }
            return good;
        }

        // What a member has to fulfil.
        std::vector<value const*> rules_for(object const& rule, std::string_view name)
        {
            std::vector<value const*> rules;
            auto const* properties = object_of(rule, "properties");
            if (value const* own = properties ? properties->if_contains(name) : nullptr)
                rules.push_back(own);
            if (auto const* patterns = object_of(rule, "patternProperties"))
                for (boost::json::key_value_pair const& one : *patterns)
                    if (restbind::detail::matches(
                            references.compiled(one.key()), name, pattern_steps))
                        rules.push_back(&one.value());
            value const* const others = rule.if_contains("additionalProperties");
            if (rules.empty() && others)
                rules.push_back(others);
            return rules;
        }

        bool require(array const& names, object const& instance)
        {
            bool good = true;
            for (value const& name : names)
                if (name.is_string() && !instance.contains(name.get_string()))
                {
                    std::size_t const place = enter_member(name.get_string());
                    good = fail({rule_kind::required}, "is required");
                    path.resize(place);
                }
            return good;
        }

        bool depend(
            question const& here, std::string_view name, value const& rule, object const& instance)
        {
            if (!rule.is_array())
                return enter_because({name}, rule, here);
            std::string const outer = std::exchange(because, reason({name}));
            bool const good = require(rule.get_array(), instance);
            because = outer;
            return good;
        }

        // Keyed by a member: what holds for the whole object when that member is there.
        bool dependencies(question const& here, char const* name, object const& instance)
        {
            bool good = true;
            if (auto const* table = object_of(here.rule, name))
                for (boost::json::key_value_pair const& one : *table)
                    if (instance.contains(one.key()))
                        good &= depend(here, one.key(), one.value(), instance);
            return good;
        }

        // ----------------------------------------------------------------------------- arrays

        bool elements(question const& here)
        {
            array const* const instance = here.instance.if_array();
            if (!instance)
                return true;
            bool good = size(here.rule, element_limits, instance->size());
            if (value const* unique = here.rule.if_contains("uniqueItems");
                unique && unique->is_bool() && unique->get_bool())
            {
                std::unordered_set<std::string> texts;
                good &= std::all_of(instance->begin(), instance->end(),
                            [&](value const& one)
                            { return texts.insert(detail::canonical(one)).second; }) ||
                        fail({rule_kind::unique_items}, "must not hold equal elements");
            }
            array const* const prefix = array_of(here.rule, "prefixItems");
            value const* const rest = here.rule.if_contains("items");
            value const* const wanted = here.rule.if_contains("contains");
            value const* const most = number_of(here.rule, "maxContains");
            auto const is_too_many = [most](std::uint64_t count)
            { return most && detail::compare_numbers(value(count), *most) > 0; };
            std::uint64_t count = 0;
            for (std::size_t i = 0; i != instance->size(); ++i)
            {
                std::size_t const place = enter_element(i);
                value const* own = prefix ? prefix->if_contains(i) : nullptr;
                own = own ? own : rest;
                question const element{here.rule, (*instance)[i], here.resource, nullptr};
                good &= !own || enter(*own, element.instance, here.resource, nullptr);
                bool const hit = wanted && quietly(*wanted, element, nullptr);
                count += hit;
                if (hit && is_too_many(count))
                {
                    good = false;
                    if (!is_too_many(count - 1)) // told at the first one
                        fail({rule_kind::contains, detail::canonical(*most)},
                            "must hold at most " + detail::canonical(*most) + wanted_elements);
                }
                if (here.seen && (own || hit))
                    (*here.seen)[i] = true;
                path.resize(place);
            }
            return (!wanted || holds_enough(here.rule, count)) && good;
        }
        bool holds_enough(object const& rule, std::uint64_t count)
        {
            value const one(1);
            value const* const stated = number_of(rule, "minContains");
            value const& least = stated ? *stated : one;
            return detail::compare_numbers(value(count), least) >= 0 ||
                   fail({rule_kind::contains, detail::canonical(least)},
                       "must hold at least " + detail::canonical(least) + wanted_elements);
        }
        static constexpr char const* wanted_elements = " element(s) that fit its `contains`";

        // ------------------------------------------------------------------------ the remains

        bool unevaluated(question const& here)
        {
            bool good = true;
            std::size_t index = 0;
            bool const outer = std::exchange(in_remains, in_remains || &here.instance == whole);
            auto const check = [&](value const& rule, value const& one, std::size_t place)
            {
                if (!(*here.seen)[index])
                    good &= enter(rule, one, here.resource, nullptr);
                (*here.seen)[index++] = true;
                path.resize(place);
            };
            if (value const* others = here.rule.if_contains("unevaluatedProperties");
                others && here.instance.is_object())
                for (boost::json::key_value_pair const& one : here.instance.get_object())
                    check(*others, one.value(), enter_member(one.key()));
            if (value const* others = here.rule.if_contains("unevaluatedItems");
                others && here.instance.is_array())
                for (value const& one : here.instance.get_array())
                    check(*others, one, enter_element(index));
            in_remains = outer;
            return good;
        }

        // ---------------------------------------------------------------------------- helpers

        static object const* object_of(object const& rule, char const* name)
        {
            value const* const found = rule.if_contains(name);
            return found ? found->if_object() : nullptr;
        }
        static array const* array_of(object const& rule, char const* name)
        {
            value const* const found = rule.if_contains(name);
            return found ? found->if_array() : nullptr;
        }
        static value const* number_of(object const& rule, std::string_view name)
        {
            value const* const found = rule.if_contains(name);
            return found && found->is_number() ? found : nullptr;
        }
        // @returns The size of the path before: to come back.
        std::size_t enter_member(std::string_view name)
        {
            path.push_back({.text = name, .is_typed = false});
            return path.size() - 1;
        }
        std::size_t enter_element(std::size_t index)
        {
            path.push_back({.index = index, .is_typed = false});
            return path.size() - 1;
        }
        // What is told of a broken keyword.
        struct broken
        {
            rule_kind rule = rule_kind::other;
            std::string limit = {};
        };
        bool fail(broken const& what, std::string_view text, std::size_t weight = 1)
        {
            if (!found)
                return false;
            std::string_view name; // of the nearest member
            for (step const& one : path)
                if (one.index == step::name)
                    name = one.text.wire;
            std::string field(name);
            if (!field.empty() && field[0] >= 'a' && field[0] <= 'z')
                field[0] = static_cast<char>(field[0] - 'a' + 'A');
            if (field.empty())
                field = "The value";
            return note(what, field.append(1, ' ').append(text).append(because), weight);
        }
        bool note(broken const& what, std::string_view message, std::size_t weight = 1)
        {
            distance += weight;
            if (!only_remains || in_remains || asking != 0)
                found->add(path, what.rule, what.limit, message);
            return false;
        }

        detail::schema_references const& references;
        value const& root;
        violations* found = nullptr;
        std::vector<step> path = {}; // to the value that is looked at
        bool formats = false;
        bool told = false;
        std::string because = {}; // the end of each message: which members ask for it
        std::vector<std::size_t> scope = {};
        unsigned depth = 0;
        // Only what unevaluated() finds of the instance itself, `whole`, is told.
        bool only_remains = false;
        bool in_remains = false;
        value const* whole = nullptr;
        std::size_t distance = 0; // from what would fit
        // Another type or kind: rather another alternative was meant.
        static constexpr std::size_t mismatch = 8;
        // Rule, value, whether a failure is told, whether marks are made; where references are
        // dynamic also the resources they go through.
        using question_key =
            std::tuple<value const*, value const*, bool, bool, std::vector<std::size_t>>;
        std::map<question_key, verdict> verdicts = {};
        unsigned asking = 0;
        // Values by the schemas referred to that they were found to fit.
        std::set<std::pair<value const*, value const*>> fitting = {};
        static constexpr std::size_t max_steps = 1'000'000;
        static constexpr std::size_t few_steps = 10'000;
        std::size_t steps = max_steps;
        std::size_t pattern_steps = restbind::detail::max_pattern_work;
        bool exhausted = false;
    };

    array held_; // the schema: an element stays where it is when its array is moved
    detail::schema_references references_;
};

namespace detail
{

/** The JSON form of a value, or why there is none. error_kind::invalid_argument: it cannot be
    encoded; else it is nested too deeply, or holds a number that nothing here can hold. */
template <class T>
result<boost::json::value> open_form(T const& value)
{
    auto const text = encode(value);
    return text ? decode<boost::json::value>(*text, {.max_depth = schema::max_depth})
                : result<boost::json::value>(text.error());
}

template <class T>
bool must_be_told(T const& value);

template <class... T>
bool holds_open_object(std::variant<T...> const& value)
{
    auto const is_told = []<class One>(One const* one)
    { return one && (std::is_same_v<One, boost::json::object> || detail::must_be_told(*one)); };
    return (is_told(std::get_if<T>(&value)) || ...);
}

/** Whether an open object stands among alternatives, also in lists and maps: no type says that it
    is the one that it says it is. */
template <class T>
bool must_be_told(T const& value)
{
    if constexpr (requires { detail::holds_open_object(value); })
        return detail::holds_open_object(value);
    else if constexpr (is_vector<T>)
        return std::ranges::any_of(
            value, [](auto const& one) { return detail::must_be_told(one); });
    else if constexpr (map_of_texts<T>)
        return std::ranges::any_of(
            value, [](auto const& one) { return detail::must_be_told(one.second); });
    else if constexpr (is_optional<T> || is_nullable<T>)
        return value && detail::must_be_told(*value);
    else
        return false;
}

/** The JSON form of a value, to be checked. That there is none is noted in `found`
    unless the encoding of the request refuses it. */
template <class T>
result<boost::json::value> form_to_check(T const& value, violations& found, member_name member)
{
    auto open = detail::open_form(value);
    if (!open && open.error() != error_kind::invalid_argument)
        found.add(member, "The value cannot be checked: " + open.error().detail());
    return open;
}

} // namespace detail

/** Encodes `value` as JSON and checks that; for values of generated types. What cannot be encoded
    is left to the encoding of the request, which refuses it. What is nested too deeply, or holds a
    number that nothing here can hold, cannot be checked and breaks the schema. Formats of texts
    assert something where violations::checks_formats() says so. An open object among alternatives
    must fit the one that a discriminator says it is.

    @param member As for schema::check().
*/
template <class T>
void check_encoded(schema const& rules, T const& value, violations& found, member_name member = {})
{
    if constexpr (std::is_same_v<T, boost::json::value>)
        rules.check(value, found, member, found.checks_formats());
    else if (auto const open = detail::form_to_check(value, found, member))
        rules.check(*open, found, member, found.checks_formats(), detail::must_be_told(value));
}

/** The same for schema::check_unevaluated(). */
template <class T>
void check_unevaluated(
    schema const& rules, T const& value, violations& found, member_name member = {})
{
    if (auto const open = detail::form_to_check(value, found, member))
        rules.check_unevaluated(
            *open, found, member, found.checks_formats(), detail::must_be_told(value));
}

/** Walks over a value by the rules of one alternative, where another one may hold in its place.

    @param walk Adds what it finds to `found`. That is forgotten where the JSON form of `value`
    fulfils all of the schemas, formats of texts included: then it is valid as another alternative.
    @returns Whether nothing is left that was found, so that the choice itself has to be looked at.
*/
template <class T, class Walk, class... Schemas>
bool check_alternative(T const& value, violations& found, Walk const& walk, Schemas const&... rules)
{
    std::size_t const before = found.size();
    walk();
    if (found.size() == before) [[likely]]
        return true;
    auto const open = detail::open_form(value);
    if (!open || !(rules.accepts(*open, found.checks_formats()) && ...))
        return false;
    found.forget_behind(before);
    return true;
}

/** True when the JSON form of `value` fulfils the schema, with formats of texts or without, or
    cannot be made. Of an open object as for check_encoded(). */
template <class T>
bool fits(schema const& rules, T const& value)
{
    auto const open = detail::open_form(value);
    bool const told = detail::must_be_told(value);
    return open ? rules.accepts(*open, false, told) || rules.accepts(*open, true, told)
                : open.error() == error_kind::invalid_argument;
}

} // namespace restbind::json
