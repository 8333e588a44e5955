// SPDX-License-Identifier: BSL-1.0
// The references of a JSON Schema: $ref, $dynamicRef, $id, $anchor, $dynamicAnchor.
#pragma once

#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/open_json.hpp>
#include <restbind/core/result.hpp>
#include <restbind/json/schema/pattern.hpp>
#include <restbind/json/schema/schema_values.hpp>

#include <boost/system/error_code.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::json
{

/** A pattern of a schema, and the program that the generator has compiled from it. Both must live
    as long as the schema. */
struct compiled_pattern
{
    /** The pattern as the schema has it. */
    std::string_view text;
    /** What the generator made of it. */
    restbind::detail::pattern_code program;
};

} // namespace restbind::json

namespace restbind::inline RESTBIND_ABI::json::detail
{

/** `reference` as seen from `base` (RFC 3986, 5.2), without a fragment. */
inline std::string resolve_uri(std::string_view base, std::string_view reference)
{
    auto const scheme_end = [](std::string_view uri)
    {
        std::size_t const colon = uri.find(':');
        return colon == uri.npos || uri.find_first_of("/?#") < colon ? std::size_t{0} : colon + 1;
    };
    if (reference.empty())
        return std::string(base);
    if (scheme_end(reference) != 0)
        return std::string(reference);
    std::size_t const scheme = scheme_end(base);
    if (reference.starts_with("//"))
        return std::string(base.substr(0, scheme)).append(reference);
    bool const has_host = base.substr(scheme).starts_with("//");
    std::size_t path = has_host ? base.find('/', scheme + 2) : scheme;
    path = path == base.npos ? base.size() : path;
    std::string full(reference);
    if (!reference.starts_with('/'))
    {
        std::size_t const slash = base.rfind('/');
        bool const in_path = slash != base.npos && slash >= path;
        full = in_path ? std::string(base.substr(path, slash + 1 - path)) : has_host ? "/" : "";
        full.append(reference);
    }
    std::string out; // without the segments `.` and `..`
    for (std::size_t at = 0; at < full.size();)
    {
        std::size_t end = full.find('/', at + 1);
        end = end == full.npos ? full.size() : end;
        std::string_view const part = std::string_view(full).substr(at, end - at);
        if (part == "/.." || part == "/.")
        {
            std::size_t const cut = part == "/.." ? out.rfind('/') : out.npos;
            if (part == "/..")
                out.resize(cut == out.npos ? 0 : cut);
            if (end == full.size())
                out.push_back('/');
        }
        else
            out.append(part);
        at = end;
    }
    return std::string(base.substr(0, path)).append(out);
}

/** The resources, anchors and references of a schema. They are found once, when it is read.

    A resource is a part of a schema with an `$id` of its own (JSON Schema, section 4.3.5); the root
    is the first one. Resources are named by their numbers.
*/
class schema_references
{
public:
    /** What a reference leads to. */
    struct target
    {
        boost::json::value const* schema = nullptr;
        std::size_t resource = 0;
        /** Name of a `$dynamicAnchor`, if that is what a `$dynamicRef` leads to: an outer resource
            may give the name to another schema, which then takes the place of this one. */
        std::string dynamic = {};
    };

    /** Reads a schema.

        @param root Must outlive the result.
        @param patterns All patterns of the schema.
        @par Errors
        error_kind::invalid_argument: a reference leads nowhere, a pattern is missing, or the
        nesting is too deep. error::detail() says which came first.
    */
    static result<schema_references> read(
        boost::json::value const& root, std::span<compiled_pattern const> patterns)
    {
        schema_references all;
        for (compiled_pattern const& one : patterns)
            all.patterns_.emplace(one.text, one.program);
        all.resources_.push_back({std::string(), &root});
        all.walk(root, 0, max_schema_depth, &schema_references::note);
        all.walk(root, 0, max_schema_depth, &schema_references::link);
        if (!all.why_.empty())
            return error(error_kind::invalid_argument, std::move(all.why_));
        return all;
    }

    /** What the `$ref` or `$dynamicRef` of an object leads to; null for none. */
    target const* find(boost::json::object const& object, bool dynamic) const
    {
        auto const& links = dynamic ? dynamic_links_ : links_;
        auto const found = links.find(&object);
        return found == links.end() ? nullptr : &found->second;
    }
    /** The resource that an object belongs to; `outer` if it is no schema. */
    std::size_t resource_of(boost::json::object const& object, std::size_t outer) const
    {
        auto const found = starts_.find(&object);
        return found == starts_.end() ? outer : found->second;
    }
    /** The schema with that `$dynamicAnchor` in a resource; null for none. */
    boost::json::value const* dynamic_anchor(std::size_t resource, std::string const& name) const
    {
        auto const found = dynamic_.find({resource, name});
        return found == dynamic_.end() ? nullptr : found->second;
    }
    /** Whether a reference may lead to different schemas, depending on the way to it. */
    bool are_dynamic() const noexcept { return !dynamic_.empty(); }
    /** The program of a pattern of the schema. */
    restbind::detail::pattern_code compiled(std::string_view text) const
    {
        return patterns_.find(text)->second;
    }

private:
    struct start
    {
        std::string uri;
        boost::json::value const* root;
    };

    /// Visits all objects of the schema, the outer ones first.
    ///
    /// @param by_name Whether the members of `at` are schemas under names of the document's own, as
    /// those of `properties` are, and no keywords.
    void walk(boost::json::value const& at, std::size_t resource, unsigned depth,
        void (schema_references::*visit)(boost::json::object const&, std::size_t&),
        bool by_name = false)
    {
        if (depth == 0)
            return fail("the schema is nested too deeply");
        if (at.is_array())
            for (boost::json::value const& element : at.get_array())
                walk(element, resource, depth - 1, visit);
        if (!at.is_object())
            return;
        here_ = &at;
        if (!by_name)
            (this->*visit)(at.get_object(), resource);
        for (auto const& [name, value] : at.get_object())
            if (by_name || !is_one_of(name, {"enum", "const", "default", "examples"}))
                walk(value, resource, depth - 1, visit,
                    !by_name &&
                        is_one_of(name, {"properties", "patternProperties", "$defs", "definitions",
                                            "dependentSchemas", "dependencies"}));
    }
    static bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names)
    {
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    /// Enters what an object declares.
    void note(boost::json::object const& object, std::size_t& resource)
    {
        if (auto const* id = text_of(object, "$id"))
        {
            std::string_view uri = *id;
            uri = uri.substr(0, uri.find('#'));
            if (!uri.empty())
            {
                resources_.push_back({resolve_uri(resources_[resource].uri, uri), here_});
                resource = resources_.size() - 1;
                by_uri_.emplace(resources_.back().uri, resource);
            }
        }
        starts_.emplace(&object, resource);
        for (char const* keyword : {"$anchor", "$dynamicAnchor"})
            if (auto const* name = text_of(object, keyword))
                anchors_.emplace(std::pair(resource, std::string(*name)), here_);
        if (auto const* name = text_of(object, "$dynamicAnchor"))
            dynamic_.emplace(std::pair(resource, std::string(*name)), here_);
        if (auto const* expression = text_of(object, "pattern"))
            check_pattern(*expression);
        if (auto const* patterns = object_of(object, "patternProperties"))
            for (boost::json::key_value_pair const& one : *patterns)
                check_pattern(one.key());
    }
    /// Finds what an object refers to. All declarations are known.
    void link(boost::json::object const& object, std::size_t& resource)
    {
        resource = resource_of(object, resource);
        if (auto const* reference = text_of(object, "$ref"))
            add_link(links_, object, *reference, resource, false);
        if (auto const* reference = text_of(object, "$dynamicRef"))
            add_link(dynamic_links_, object, *reference, resource, true);
    }
    void add_link(std::unordered_map<boost::json::object const*, target>& links,
        boost::json::object const& object, std::string_view reference, std::size_t resource,
        bool dynamic)
    {
        std::size_t const hash = reference.find('#');
        std::string const fragment =
            hash == reference.npos ? "" : unescaped(reference.substr(hash + 1));
        std::string_view const file = reference.substr(0, hash);
        target found{nullptr, resource};
        if (!file.empty())
        {
            auto const known = by_uri_.find(resolve_uri(resources_[resource].uri, file));
            if (known == by_uri_.end())
                return fail("the reference " + std::string(reference) + " leads nowhere");
            found.resource = known->second;
        }
        boost::system::error_code nowhere;
        if (fragment.empty() || fragment.front() == '/')
            found.schema = resources_[found.resource].root->find_pointer(fragment, nowhere);
        else if (auto const anchor = anchors_.find({found.resource, fragment});
            anchor != anchors_.end())
        {
            found.schema = anchor->second;
            if (dynamic && dynamic_anchor(found.resource, fragment))
                found.dynamic = fragment;
        }
        if (!found.schema || // or it is an object that is no schema
            (found.schema->is_object() && !starts_.contains(&found.schema->get_object())))
            return fail("the reference " + std::string(reference) + " leads nowhere");
        if (found.schema->is_object())
            found.resource = resource_of(found.schema->get_object(), found.resource);
        links.emplace(&object, std::move(found));
    }
    static std::string unescaped(std::string_view text)
    {
        std::string out;
        while (!text.empty())
        {
            int const byte = restbind::detail::escaped_byte(text);
            out.push_back(byte < 0 ? text.front() : static_cast<char>(byte));
            text.remove_prefix(byte < 0 ? 1 : 3);
        }
        return out;
    }

    void check_pattern(std::string_view text)
    {
        if (!patterns_.contains(text))
            fail("the pattern " + std::string(text) + " has no program");
    }
    void fail(std::string text)
    {
        if (why_.empty())
            why_ = std::move(text);
    }

    boost::json::value const* here_ = nullptr; ///< what `walk` visits
    std::vector<start> resources_;             ///< by number
    std::map<std::string, std::size_t> by_uri_;
    std::map<std::pair<std::size_t, std::string>, boost::json::value const*> anchors_;
    std::map<std::pair<std::size_t, std::string>, boost::json::value const*> dynamic_;
    std::unordered_map<boost::json::object const*, std::size_t> starts_; ///< of each schema
    std::unordered_map<boost::json::object const*, target> links_;
    std::unordered_map<boost::json::object const*, target> dynamic_links_;
    std::map<std::string_view, restbind::detail::pattern_code> patterns_;
    std::string why_; ///< the first failure
};

} // namespace restbind::json::detail
