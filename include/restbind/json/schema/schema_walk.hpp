// SPDX-License-Identifier: BSL-1.0
// Checks an open JSON value against a JSON Schema, keyword by keyword.
// A program that includes this needs <restbind/src.hpp> in exactly one source file.
#pragma once

#include <restbind/core/described.hpp>
#include <restbind/core/detail/open_json.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/core/validation.hpp>
#include <restbind/json/detail/discriminator.hpp>
#include <restbind/json/detail/open_value.hpp>
#include <restbind/json/encode.hpp>
#include <restbind/json/schema/pattern.hpp>
#include <restbind/json/schema/schema_references.hpp>
#include <restbind/json/schema/schema_values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json::detail
{

/** What a walk has found so far, and the place in the value where it is. */
struct schema_findings
{
    /** Gets an entry for each broken keyword; null if only the verdict is wanted. */
    violations* found = nullptr;
    /** The way from the root to the value that is checked now. */
    std::vector<violations::step> path = {};
    /** The end of each message, such as ` because of kind`: the members that made the keyword
        apply.
     */
    std::string because = {};
    /** How far the value is from one that fits: the sum of the weights of what is broken. */
    std::size_t distance = 0;
    /** Whether broken keywords get an entry at present; they always count for `distance`. */
    bool is_noted = true;

    /** Goes to a member. @returns The size of the path before: `path.resize()` goes back. */
    std::size_t enter_member(std::string_view name)
    {
        path.push_back({.text = name, .is_typed = false});
        return path.size() - 1;
    }
    /** Goes to an element of an array; returns as `enter_member`. */
    std::size_t enter_element(std::size_t index)
    {
        path.push_back({.index = index, .is_typed = false});
        return path.size() - 1;
    }

    /** Notes that a keyword is broken. The message names the innermost member of the path.

        @param limit As rule_kind describes it.
        @param text What the message says of the member, such as `must match the pattern …`.
        @param weight How much it adds to the distance.
        @returns false, so that a check can return it.
    */
    bool fail(rule_kind rule, std::string_view limit, std::string_view text, std::size_t weight = 1)
    {
        if (!found)
            return false;
        std::string_view name;
        for (violations::step const& one : path)
            if (one.index == violations::step::name)
                name = one.text.wire;
        std::string message = name.empty() ? "The value" : restbind::detail::capitalized(name);
        return note(rule, limit, message.append(1, ' ').append(text).append(because), weight);
    }
    /** The same with a message that is complete. */
    bool note(
        rule_kind rule, std::string_view limit, std::string_view message, std::size_t weight = 1)
    {
        distance += weight;
        if (is_noted)
            found->add(path, rule, limit, message);
        return false;
    }
};

/** One check of a value against a schema.

    The table in `keywords()` gives each keyword the function that checks it; some keywords share
    one. A function returns whether the value fits. If only the verdict is wanted (`found` is null)
    the walk ends at the first broken keyword, else it lists all of them.
*/
class schema_walk : private schema_findings
{
public:
    using value = boost::json::value;
    using object = boost::json::object;
    using array = boost::json::array;

    /** @param to Gets an entry for each broken keyword; null if only the verdict is wanted.
        @param member The name that paths start with; empty for none.
        @param formats Whether `format` is checked; else it is an annotation.
        @param told Whether an object must fit the alternative that its discriminator names; else
            any alternative will do.
    */
    schema_walk(schema_references const& references, value const& root, violations* to,
        member_name member, bool formats, bool told)
        : schema_findings{to}
        , references_(references)
        , root_(root)
        , formats_(formats)
        , told_(told)
    {
        if (!member.wire.empty())
            path.push_back({member});
    }

    /** Checks a value.

        @param only_remains Whether entries are made only for what `unevaluatedProperties` and
            `unevaluatedItems` find of the value itself.
        @returns Whether it fits.
    */
    bool run(value const& instance, bool only_remains = false)
    {
        std::size_t const before = found ? found->size() : 0;
        whole_ = only_remains ? &instance : nullptr;
        is_noted = !only_remains;
        bool const good = enter(root_, instance, 0, nullptr);
        exhausted_ |= pattern_steps_ == 0;
        if (!exhausted_)
            return good;
        // The walk was broken off inside. So what a surrounding `not` or a list of alternatives has
        // found is no verdict either.
        if (found)
            found->forget_behind(before);
        is_noted = true;
        return fail(rule_kind::other, {}, "cannot be checked: it is too deep or too complicated");
    }

private:
    // For each member or element of one value, in order: whether a schema has evaluated it, as
    // `unevaluatedProperties` and `unevaluatedItems` mean it.
    using marks = std::vector<bool>;

    // What one schema is asked: does this value fit?
    struct question
    {
        object const& rule;
        value const& instance;
        std::size_t resource;
        marks* seen; // gets the marks of what was evaluated; null if they are not needed
    };

    // The result of one question.
    struct verdict
    {
        bool good = false;
        marks seen = {};
        std::size_t distance = 0;
        std::string says = {}; // the message of the first broken keyword
    };

    // ----------------------------------------------------------------------------- one schema

    bool enter(value const& rule, value const& instance, std::size_t resource, marks* seen)
    {
        if (rule.is_bool())
            return rule.get_bool() || fail(rule_kind::excluded, {}, "is not allowed");
        if (!rule.is_object())
            return true;
        if (exhausted_ || depth_ == max_schema_depth || steps_ == 0)
        {
            exhausted_ = true; // from now on each call of this function ends here
            return false;
        }
        ++depth_;
        --steps_;
        resource = references_.resource_of(rule.get_object(), resource);
        bool const is_new = scope_.empty() || scope_.back() != resource;
        if (is_new)
            scope_.push_back(resource);
        bool const good = check_keywords(rule.get_object(), instance, resource, seen);
        if (is_new)
            scope_.pop_back();
        --depth_;
        return good;
    }

    bool check_keywords(
        object const& rule, value const& instance, std::size_t resource, marks* outer)
    {
        marks own;
        question here{rule, instance, resource, nullptr};
        if (outer || rule.contains("unevaluatedProperties") || rule.contains("unevaluatedItems"))
        {
            own.resize(instance.is_object()  ? instance.get_object().size()
                       : instance.is_array() ? instance.get_array().size()
                                             : 0);
            here.seen = &own;
        }
        bool good = true;
        check_function last = nullptr;
        types const kind = types_of(instance);
        for (keyword const& one : keywords())
        {
            if (!overlap(kind, one.about) || one.check == last)
                continue;
            value const* const stated = rule.if_contains(one.name);
            if (!stated || !overlap(types_of(*stated), one.stated))
                continue;
            last = one.is_shared ? one.check : nullptr;
            good &= (this->*one.check)(here, *stated, one);
            if (!good && !found)
                return false;
        }
        // The marks count even if this schema is broken: a member that it describes is then not
        // reported a second time, as one that nothing describes.
        if (outer)
            add(own, *outer);
        return good;
    }

    struct keyword;
    using check_function = bool (schema_walk::*)(
        question const& here, value const& stated, keyword const& self);

    // A keyword of JSON Schema. It applies to values of the types `about`; all others fit. It is
    // ignored unless its own value has one of the types `stated`. The last three members are for
    // limits, such as `minimum` and `maxItems`.
    struct keyword
    {
        std::string_view name;
        types about;
        types stated;
        check_function check;
        bool is_shared = false; // the function checks the keywords that follow with it, too
        rule_kind rule = rule_kind::other;
        std::string_view text = {};         // begins the message
        bool (*holds)(int order) = nullptr; // of the number or size, compared with the limit
    };

    // In the order in which they are checked.
    static std::span<keyword const> keywords()
    {
        using walk = schema_walk;
        using enum types;
        constexpr auto least = [](int order) { return order >= 0; };
        constexpr auto most = [](int order) { return order <= 0; };
        constexpr auto above = [](int order) { return order > 0; };
        constexpr auto below = [](int order) { return order < 0; };
        constexpr std::string_view has_least = "must have at least ";
        constexpr std::string_view has_most = "must have at most ";
        constexpr auto limit = [](std::string_view name, types about, rule_kind rule,
                                   std::string_view text, bool (*holds)(int))
        { return keyword{name, about, number, &walk::check_limit, false, rule, text, holds}; };
        static constexpr keyword all[]{
            {"$ref", any, string, &walk::check_reference},
            {"$dynamicRef", any, string, &walk::check_dynamic_reference},
            {"type", any, string | array, &walk::check_type},
            {"enum", any, array, &walk::check_listed},
            {"const", any, any, &walk::check_const},
            limit("minimum", number, rule_kind::minimum, "must be greater than or equal to ",
                least),
            limit("maximum", number, rule_kind::maximum, "must be less than or equal to ", most),
            limit("exclusiveMinimum", number, rule_kind::exclusive_minimum, "must be greater than ",
                above),
            limit("exclusiveMaximum", number, rule_kind::exclusive_maximum, "must be less than ",
                below),
            {"multipleOf", number, number, &walk::check_multiple},
            limit("minLength", string, rule_kind::min_length, has_least, least),
            limit("maxLength", string, rule_kind::max_length, has_most, most),
            {"pattern", string, string, &walk::check_pattern},
            {"format", string, string, &walk::check_format},
            {"allOf", any, array, &walk::check_all},
            {"anyOf", any, array, &walk::check_any},
            {"oneOf", any, array, &walk::check_one},
            {"not", any, any, &walk::check_not},
            {"if", any, any, &walk::check_condition},
            limit("minProperties", object, rule_kind::min_properties, has_least, least),
            limit("maxProperties", object, rule_kind::max_properties, has_most, most),
            {"required", object, array, &walk::check_required},
            {"dependentRequired", object, object, &walk::check_dependencies},
            {"dependentSchemas", object, object, &walk::check_dependencies},
            {"dependencies", object, object, &walk::check_dependencies},
            {"propertyNames", object, any, &walk::check_members, true},
            {"properties", object, any, &walk::check_members, true},
            {"patternProperties", object, any, &walk::check_members, true},
            {"additionalProperties", object, any, &walk::check_members, true},
            limit("minItems", array, rule_kind::min_items, has_least, least),
            limit("maxItems", array, rule_kind::max_items, has_most, most),
            {"uniqueItems", array, boolean, &walk::check_unique},
            {"prefixItems", array, any, &walk::check_elements, true},
            {"items", array, any, &walk::check_elements, true},
            {"contains", array, any, &walk::check_elements, true},
            {"unevaluatedProperties", object, any, &walk::check_unevaluated},
            {"unevaluatedItems", array, any, &walk::check_unevaluated},
        };
        return all;
    }

    static void add(marks const& some, marks& all)
    {
        for (std::size_t i = 0; i != some.size(); ++i)
            all[i] = all[i] || some[i];
    }

    // ----------------------------------------------------------------------------- references

    bool check_reference(question const& here, value const&, keyword const&)
    {
        auto const* const target = references_.find(here.rule, false);
        if (!target)
            return true;
        // Layers of a schema often refer to the same schema for the same value. After some thousand
        // steps the pairs that fit are remembered, so that no pair is checked again and again.
        bool const is_met_again = steps_ < max_steps - few_steps && !here.seen &&
                                  here.instance.is_structured() && !references_.are_dynamic();
        std::pair const place{target->schema, &here.instance};
        bool const good = (is_met_again && fitting_.contains(place)) ||
                          enter(*target->schema, here.instance, target->resource, here.seen);
        if (is_met_again && good)
            fitting_.insert(place);
        return good;
    }
    bool check_dynamic_reference(question const& here, value const&, keyword const&)
    {
        auto const* const target = references_.find(here.rule, true);
        if (!target)
            return true;
        if (!target->dynamic.empty())
            for (std::size_t const outer : scope_)
                if (auto const* other = references_.dynamic_anchor(outer, target->dynamic))
                    return enter(*other, here.instance, outer, here.seen);
        return enter(*target->schema, here.instance, target->resource, here.seen);
    }

    // ----------------------------------------------------------------------------- any value

    bool check_type(question const& here, value const& stated, keyword const&)
    {
        bool fits = false;
        std::string names;
        for (value const& one : stated.is_array() ? std::span<value const>(stated.get_array())
                                                  : std::span<value const>(&stated, 1))
            if (one.is_string())
            {
                std::string_view const name = one.get_string();
                fits = fits || has_type(here.instance, name);
                names.append(names.empty() ? "" : " or ").append(name);
            }
        return fits || fail(rule_kind::type, names, "must be of type " + names, mismatch);
    }
    bool check_listed(question const& here, value const& stated, keyword const&)
    {
        array const& values = stated.get_array();
        std::string const text = canonical(here.instance);
        auto const is_instance = [&](value const& one) { return canonical(one) == text; };
        return std::any_of(values.begin(), values.end(), is_instance) ||
               fail(rule_kind::listed, found ? list_of(values) : std::string(),
                   "must be one of the listed values", mismatch);
    }
    bool check_const(question const& here, value const& stated, keyword const&)
    {
        std::string const only = canonical(stated);
        return only == canonical(here.instance) ||
               fail(rule_kind::listed, only, "must be the one value that is allowed", mismatch);
    }

    // ----------------------------------------------------------------------------- numbers, texts

    // A limit of a number, or of a size in characters, members or elements.
    bool check_limit(question const& here, value const& stated, keyword const& self)
    {
        auto const [measure, unit] = measure_of(here.instance);
        if (self.holds(compare_numbers(measure, stated)))
            return true;
        std::string const limit = canonical(stated);
        return fail(self.rule, limit, restbind::detail::joined({self.text, limit, unit}));
    }
    static std::pair<value, std::string_view> measure_of(value const& instance)
    {
        if (instance.is_string())
            return {code_points(instance.get_string()), " character(s)"};
        if (instance.is_object())
            return {instance.get_object().size(), " member(s)"};
        if (instance.is_array())
            return {instance.get_array().size(), " element(s)"};
        return {instance, ""};
    }
    bool check_multiple(question const& here, value const& stated, keyword const&)
    {
        return is_multiple_value(here.instance, stated) ||
               fail(rule_kind::multiple_of, canonical(stated),
                   "must be a multiple of " + canonical(stated));
    }
    bool check_pattern(question const& here, value const& stated, keyword const&)
    {
        std::string_view const source = stated.get_string();
        return matches(source, here.instance.get_string()) ||
               fail(rule_kind::pattern, source,
                   restbind::detail::joined({"must match the pattern ", source}));
    }
    bool check_format(question const& here, value const& stated, keyword const&)
    {
        std::string_view const format = stated.get_string();
        return !formats_ || has_format(here.instance.get_string(), format) ||
               fail(rule_kind::format, format, "is malformed");
    }
    bool matches(std::string_view pattern, std::string_view text)
    {
        return restbind::detail::matches(references_.compiled(pattern), text, pattern_steps_);
    }

    // ----------------------------------------------------------------------------- alternatives

    // What is known while the alternatives of `anyOf` or `oneOf` are tried.
    struct choice
    {
        std::vector<discriminator_value> values = {}; // of the discriminator in the schema
        stated_value stated = {};                     // the instance's own one of these values
        // Place of the alternative that it stands for; `unlisted_alternative` for none.
        std::size_t named = unlisted_alternative;
        nearest_alternative nearest = {}; // of those that do not fit
        marks seen = {};                  // of all that were tried and do not fit
    };

    // The generator replaces the references in OpenAPI's `mapping` by places in the list of
    // alternatives. Values that are numbers or booleans stand in `literals`, by their texts.
    static choice choice_of(question const& here)
    {
        choice one;
        object const* const by = object_of(here.rule, "discriminator");
        auto const* const name = by ? text_of(*by, "propertyName") : nullptr;
        auto const add_values = [&](std::string_view keyword, bool is_literal)
        {
            if (object const* places = by ? object_of(*by, keyword) : nullptr)
                for (boost::json::key_value_pair const& place : *places)
                    if (auto const* at = place.value().if_int64())
                        one.values.push_back(
                            {place.key(), static_cast<std::size_t>(*at), is_literal});
        };
        add_values("mapping", false);
        add_values("literals", true);
        object const* const instance = here.instance.if_object();
        if (value const* own = instance && name ? instance->if_contains(*name) : nullptr)
            one.stated = stated_in<true>(*own);
        one.named = alternative_of(one.values, one.stated, one.named);
        return one;
    }

    bool check_all(question const& here, value const& stated, keyword const&)
    {
        bool good = true;
        for (value const& one : stated.get_array())
            good &= enter(one, here.instance, here.resource, here.seen);
        return good;
    }
    bool check_any(question const& here, value const& stated, keyword const&)
    {
        choice all = choice_of(here);
        bool fits = false;
        std::size_t place = 0;
        for (value const& one : stated.get_array())
        {
            bool const is_meant =
                !told_ || all.named == unlisted_alternative || all.named == place;
            if (is_meant && (!fits || here.seen)) // marks need all alternatives that fit
                fits |= try_alternative(one, place, here, all);
            ++place;
        }
        return fits || none_fits("must fit at least one of the alternatives", all, here.seen);
    }
    bool check_one(question const& here, value const& stated, keyword const&)
    {
        choice all = choice_of(here);
        std::size_t count = 0;
        std::size_t place = 0;
        for (value const& one : stated.get_array())
            if (count < 2)
                count += try_alternative(one, place++, here, all);
        if (count == 0)
            return none_fits("must fit exactly one of the alternatives", all, here.seen);
        return count == 1 || fail(rule_kind::alternatives, {},
                                 "must fit exactly one of the alternatives, and fits several");
    }

    // Tries one alternative. `place` is its place in the list.
    bool try_alternative(value const& one, std::size_t place, question const& here, choice& all)
    {
        verdict const outcome = ask(one, here, found != nullptr);
        if (outcome.good || outcome.says.empty())
            return outcome.good;
        all.seen.resize(outcome.seen.size());
        add(outcome.seen, all.seen);
        // Where the discriminator names an alternative, that one is the nearest.
        all.nearest.consider(place == all.named ? 0 : outcome.distance, 0,
            value_of(all.values, all.stated, place), outcome.says);
        return false;
    }
    bool none_fits(std::string text, choice const& all, marks* seen)
    {
        if (seen)
            add(all.seen, *seen);
        std::string const& says = all.nearest.says();
        if (asking_ != 0 && !says.empty())
            // This choice is itself an alternative of another one, whose message says so.
            return note(rule_kind::alternatives, {}, says);
        return fail(rule_kind::alternatives, {}, text + all.nearest.text());
    }

    // ----------------------------------------------------------------------------- not, if

    bool check_not(question const& here, value const& stated, keyword const&)
    {
        return !fits_quietly(stated, here, nullptr) || refuse(stated, here);
    }
    // Adds the entry for an instance that fits the schema under `not`. If the schema names a member
    // of the instance, the entry stands at that member.
    bool refuse(value const& excluded, question const& here)
    {
        object const* const rule = excluded.if_object();
        if (!rule || rule->empty())
            return fail(rule_kind::excluded, {}, "is not allowed");
        for (char const* const choices : {"anyOf", "oneOf"})
            if (array const* all = array_of(*rule, choices))
                for (value const& one : *all)
                    if (fits_quietly(one, here, nullptr))
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
            return fail(rule_kind::excluded, {}, "must not be " + encode(here.instance).value());
        return fail(rule_kind::excluded, {}, "must not fit what `not` excludes");
    }

    bool check_condition(question const& here, value const& stated, keyword const&)
    {
        bool const holds = fits_quietly(stated, here, here.seen);
        value const* const then = here.rule.if_contains(holds ? "then" : "else");
        return !then || enter_because(names_in(stated), *then, here);
    }
    // Checks against a schema that applies because the instance has some members.
    bool enter_because(
        std::vector<std::string_view> const& names, value const& rule, question const& here)
    {
        std::string outer = found ? std::exchange(because, reason(names)) : std::string();
        bool const good = enter(rule, here.instance, here.resource, here.seen);
        if (found)
            because = std::move(outer);
        return good;
    }
    // The end of a message: the members that made a schema apply.
    static std::string reason(std::vector<std::string_view> const& names)
    {
        std::string text;
        for (std::string_view const name : names)
            text.append(text.empty() ? " because of " : " and ").append(name);
        return text;
    }

    // ----------------------------------------------------------------------------- questions

    // Whether a value fits. No entry is made.
    bool fits_quietly(value const& rule, question const& here, marks* seen)
    {
        return ask(rule, {here.rule, here.instance, here.resource, seen}, false).good;
    }
    // Whether a value fits, and how far it is from that. Entries are not made; `is_told` says
    // whether the message is wanted. Answers about objects and arrays inside alternatives are
    // remembered, because nested alternatives ask the same about what is below them.
    verdict ask(value const& rule, question const& here, bool is_told)
    {
        bool const is_asked_again = asking_ != 0 && here.instance.is_structured();
        question_key key{&rule, &here.instance, is_told, here.seen != nullptr,
            is_asked_again && references_.are_dynamic() ? scope_ : std::vector<std::size_t>()};
        auto const known = is_asked_again ? verdicts_.find(key) : verdicts_.end();
        verdict out = known != verdicts_.end() ? known->second : find_out(rule, here, is_told);
        if (here.seen && out.good)
            add(out.seen, *here.seen);
        if (is_asked_again && known == verdicts_.end())
            verdicts_.emplace(std::move(key), out);
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
        bool const outer_noted = std::exchange(is_noted, true);
        ++asking_;
        out.good = enter(rule, here.instance, here.resource, here.seen ? &out.seen : nullptr);
        --asking_;
        is_noted = outer_noted;
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

    // ----------------------------------------------------------------------------- objects

    bool check_required(question const& here, value const& stated, keyword const&)
    {
        return has_members(stated.get_array(), here.instance.get_object());
    }
    bool has_members(array const& names, object const& instance)
    {
        bool good = true;
        for (value const& name : names)
            if (name.is_string() && !instance.contains(name.get_string()))
            {
                std::size_t const place = enter_member(name.get_string());
                good = fail(rule_kind::required, {}, "is required");
                path.resize(place);
            }
        return good;
    }
    // `dependentRequired` and its like: what holds for the object if it has a member of that name.
    bool check_dependencies(question const& here, value const& stated, keyword const&)
    {
        bool good = true;
        for (boost::json::key_value_pair const& one : stated.get_object())
            if (here.instance.get_object().contains(one.key()))
                good &= depend(here, one.key(), one.value());
        return good;
    }
    bool depend(question const& here, std::string_view name, value const& rule)
    {
        if (!rule.is_array())
            return enter_because({name}, rule, here);
        std::string const outer = std::exchange(because, reason({name}));
        bool const good = has_members(rule.get_array(), here.instance.get_object());
        because = outer;
        return good;
    }
    bool check_members(question const& here, value const&, keyword const&)
    {
        value const* const name_rule = here.rule.if_contains("propertyNames");
        bool good = true;
        std::size_t index = 0;
        for (boost::json::key_value_pair const& member : here.instance.get_object())
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
    // The schemas for a member: of its name, of patterns that match it, or those for all others.
    std::vector<value const*> rules_for(object const& rule, std::string_view name)
    {
        std::vector<value const*> rules;
        object const* const properties = object_of(rule, "properties");
        if (value const* own = properties ? properties->if_contains(name) : nullptr)
            rules.push_back(own);
        if (object const* patterns = object_of(rule, "patternProperties"))
            for (boost::json::key_value_pair const& one : *patterns)
                if (matches(one.key(), name))
                    rules.push_back(&one.value());
        value const* const others = rule.if_contains("additionalProperties");
        if (rules.empty() && others)
            rules.push_back(others);
        return rules;
    }

    // ----------------------------------------------------------------------------- arrays

    bool check_unique(question const& here, value const& stated, keyword const&)
    {
        std::unordered_set<std::string> texts;
        array const& instance = here.instance.get_array();
        auto const is_new = [&](value const& one) { return texts.insert(canonical(one)).second; };
        return !stated.get_bool() || std::all_of(instance.begin(), instance.end(), is_new) ||
               fail(rule_kind::unique_items, {}, "must not hold equal elements");
    }
    bool check_elements(question const& here, value const&, keyword const&)
    {
        array const& instance = here.instance.get_array();
        array const* const prefix = array_of(here.rule, "prefixItems");
        value const* const rest = here.rule.if_contains("items");
        value const* const wanted = here.rule.if_contains("contains");
        bool good = true;
        std::uint64_t count = 0;
        for (std::size_t i = 0; i != instance.size(); ++i)
        {
            std::size_t const place = enter_element(i);
            value const* own = prefix ? prefix->if_contains(i) : nullptr;
            own = own ? own : rest;
            good &= !own || enter(*own, instance[i], here.resource, nullptr);
            bool const hit = wanted &&
                fits_quietly(*wanted, {here.rule, instance[i], here.resource, nullptr}, nullptr);
            count += hit;
            if (hit)
                good &= holds_most(here.rule, count);
            if (here.seen && (own || hit))
                (*here.seen)[i] = true;
            path.resize(place);
        }
        return (!wanted || holds_enough(here.rule, count)) && good;
    }
    // Whether there are not too many. Only the first element above `maxContains` gets an entry.
    bool holds_most(object const& rule, std::uint64_t count)
    {
        value const* const most = number_of(rule, "maxContains");
        if (!most || compare_numbers(value(count), *most) <= 0)
            return true;
        bool const is_first = compare_numbers(value(count - 1), *most) <= 0;
        return is_first && fail_contains("must hold at most ", *most);
    }
    bool holds_enough(object const& rule, std::uint64_t count)
    {
        value const* const stated = number_of(rule, "minContains");
        value const least = stated ? *stated : value(1);
        return compare_numbers(value(count), least) >= 0 ||
               fail_contains("must hold at least ", least);
    }
    bool fail_contains(std::string_view text, value const& limit)
    {
        std::string const number = canonical(limit);
        return fail(rule_kind::contains, number,
            restbind::detail::joined({text, number, " element(s) that fit its `contains`"}));
    }

    // ----------------------------------------------------------------------------- unevaluated

    bool check_unevaluated(question const& here, value const& stated, keyword const&)
    {
        bool good = true;
        std::size_t index = 0;
        bool const outer = std::exchange(is_noted, is_noted || &here.instance == whole_);
        auto const check = [&](value const& one, std::size_t place)
        {
            good &= (*here.seen)[index] || enter(stated, one, here.resource, nullptr);
            (*here.seen)[index++] = true;
            path.resize(place);
        };
        if (here.instance.is_object())
            for (boost::json::key_value_pair const& one : here.instance.get_object())
                check(one.value(), enter_member(one.key()));
        else
            for (value const& one : here.instance.get_array())
                check(one, enter_element(index));
        is_noted = outer;
        return good;
    }

    static constexpr std::size_t mismatch = nearest_alternative::mismatch;
    static constexpr std::size_t max_steps = 1'000'000;
    static constexpr std::size_t few_steps = 10'000;

    // Schema, value, whether the message is wanted, whether marks are wanted. If there are dynamic
    // references, also the resources on the way, on which they depend.
    using question_key =
        std::tuple<value const*, value const*, bool, bool, std::vector<std::size_t>>;

    schema_references const& references_;
    value const& root_;
    bool formats_;
    bool told_;
    std::vector<std::size_t> scope_; // the resources on the way to the present schema
    unsigned depth_ = 0;             // of schemas within schemas
    unsigned asking_ = 0;            // of questions within questions, see `ask`
    std::size_t steps_ = max_steps;
    std::size_t pattern_steps_ = restbind::detail::max_pattern_work;
    bool exhausted_ = false;
    value const* whole_ = nullptr;             // see `only_remains` of `run`; usually null
    std::map<question_key, verdict> verdicts_; // remembered by `ask`
    // Schemas that were referred to, with values that fit them; see `check_reference`.
    std::set<std::pair<value const*, value const*>> fitting_;
};

} // namespace restbind::json::detail
