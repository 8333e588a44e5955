// SPDX-License-Identifier: BSL-1.0
// Which rules there are on what is sent, what is known of a broken one, what it does to a call, and
// the problem that a service makes of it.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/raise.hpp>
#include <restbind/core/detail/utf8.hpp> // code_points(), for rules on lengths
#include <restbind/core/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

/** What kind of rule it is: a keyword of JSON Schema, or a sentence of the document. */
enum class rule_kind : unsigned char
{
    other,             ///< only the message says which
    stated,            ///< a rule of the document between members; it has an id
    required,          ///< a member is missing
    type,              ///< limit: the types that are allowed
    listed,            ///< `enum` or `const`; limit: the values, `800, 801`
    minimum,           ///< limit: the least value
    maximum,           ///< limit: the greatest value
    range,             ///< `minimum` and `maximum` together; limit: `1 to 8`
    exclusive_minimum, ///< limit: what the value is greater than
    exclusive_maximum, ///< limit: what the value is less than
    multiple_of,       ///< limit: the step
    min_length,        ///< limit: the least number of characters
    max_length,        ///< limit: the greatest number of characters
    pattern,           ///< limit: the regular expression
    format,            ///< limit: the name of the format
    min_items,         ///< limit: the least number of elements
    max_items,         ///< limit: the greatest number of elements
    unique_items,      ///< no two elements are equal
    contains,          ///< limit: how many elements have to fit, at least or at most
    min_properties,    ///< limit: the least number of members
    max_properties,    ///< limit: the greatest number of members
    alternatives,      ///< `anyOf` or `oneOf`: no alternative fits, or too many
    excluded,          ///< `not`, `additionalProperties: false` and the like: it must not be there
    nested             ///< never broken itself: a type has rules of its own; limit: its name
};

namespace detail
{

/** The names of the kinds, in their order. */
inline constexpr char rule_texts[][18] = {
    "other", "stated", "required", "type", "listed", "minimum", "maximum", "range",
    "exclusive_minimum", "exclusive_maximum", "multiple_of", "min_length", "max_length", "pattern",
    "format", "min_items", "max_items", "unique_items", "contains", "min_properties",
    "max_properties", "alternatives", "excluded", "nested"};
static_assert(std::size(rule_texts) == static_cast<std::size_t>(rule_kind::nested) + 1);

} // namespace detail

/** The name of the enumerator: "max_length". Lives as long as the program. */
RESTBIND_COLD constexpr std::string_view to_string(rule_kind kind) noexcept
{
    auto const index = static_cast<std::size_t>(kind);
    return detail::rule_texts[index < std::size(detail::rule_texts) ? index : 0];
}

/** A part of a request: where a parameter or a key goes, and where a rule is broken. */
enum class location : unsigned char
{
    body,   ///< the body
    path,   ///< a part of the path
    query,  ///< behind the path's question mark
    header, ///< a header
    cookie  ///< a cookie
};

/** The name of the enumerator. Lives as long as the program. */
constexpr std::string_view to_string(location where) noexcept
{
    constexpr std::string_view texts[]{"body", "path", "query", "header", "cookie"};
    auto const at = static_cast<std::size_t>(where);
    return at < std::size(texts) ? texts[at] : "unknown";
}

/** A member's name: on the wire, and in C++ where it is spelt otherwise there. */
struct member_name
{
    constexpr member_name() noexcept = default;
    /** The same name in both. */
    constexpr member_name(std::string_view both) noexcept
        : wire(both)
        , cpp(both)
    {
    }
    /** @overload */
    constexpr member_name(char const* both) noexcept
        : member_name(std::string_view(both))
    {
    }
    /** A name of its own in each. Both texts must outlive this object. */
    constexpr member_name(std::string_view on_the_wire, std::string_view in_cpp) noexcept
        : wire(on_the_wire)
        , cpp(in_cpp)
    {
    }

    /** The name in JSON or of a parameter; empty for none. */
    std::string_view wire{};
    /** The name of the C++ member; empty for none. */
    std::string_view cpp{};
};

/** A limit as a number. */
struct rule_bound
{
    /** The nearest double, which is exact for whole numbers up to 2^53. rule_info::limit has all
        digits. */
    double value = 0;
    /** Whether the limit itself is not allowed. */
    bool exclusive = false;

    bool operator==(rule_bound const&) const = default;
};

/** One rule on a type, known before anything is wrong: a form can show "1 to 8". All texts live as
    long as the program. */
struct rule_info
{
    /** The member that it is about; empty for the value as a whole. */
    member_name member{};
    /** Whether it is about each element of that member. */
    bool of_elements = false;
    /** What kind of rule it is. */
    rule_kind rule = rule_kind::other;
    /** The limit as text, see rule_kind. */
    std::string_view limit{};
    /** The id of a rule of the document; empty for any other. */
    std::string_view id{};
    /** What is said when it is broken, in the words of the service. Empty for rule_kind::nested. */
    std::string_view message{};

    /** The least that is allowed: of the number itself, or of its characters, elements or members,
        as `rule` says. @returns Nothing where the rule has no such limit. */
    RESTBIND_COLD RESTBIND_DECL std::optional<rule_bound> minimum() const;
    /** The most that is allowed; see minimum(). */
    RESTBIND_COLD RESTBIND_DECL std::optional<rule_bound> maximum() const;
};

/** The rules of a generated type, in the order in which they are checked: a `std::array` of
    rule_info. Only what the type itself states is there, and which other types that it holds have
    rules (rule_kind::nested: `rules_of` these has them); not what is looked up in a schema at run
    time. It stands in `validation.hpp`, and only where a type has rules.
    @code
    for (restbind::rule_info const& one : restbind::rules_of<api::Order>)
        show(one.member.cpp, one.rule, one.limit);
    @endcode
*/
template <class T>
inline constexpr auto rules_of = restbind_rules(static_cast<T const*>(nullptr));

/** A rule that a request breaks. */
struct violation
{
    /** In which part of the request. */
    location where = location::body;
    /** In the body a JSON Pointer (RFC 6901) to the value, `/lines/3/itemId`; empty for the whole.
        Elsewhere the parameter's name; for a part of its value with such a pointer behind it. */
    std::string pointer{};
    /** The same in C++: `lines[3].item_id`. It ends where the value has no types of C++. */
    std::string member{};
    /** The same in the words of the service's problem documents: `lines[3].itemId`. */
    std::string field{};
    /** What kind of rule it is; rule_kind::other where only the message tells. */
    rule_kind rule = rule_kind::other;
    /** The id of a rule of the document; empty for any other. */
    std::string rule_id{};
    /** The limit as text, see rule_kind; empty where there is none. */
    std::string limit{};
    /** What is wrong, in the words of the service. */
    std::string message{};

    bool operator==(violation const&) const = default;
};

/** What a broken local rule does to a call. */
enum class validation_policy : unsigned char
{
    enforce,        ///< nothing is sent; the call fails with error_kind::validation_failed
    observe,        ///< sent anyway; both verdicts are reported
    off,            ///< rules are not looked at
    without_formats ///< as `enforce`, but what the document says of formats is no rule
};

/** How the keys of a map of errors are spelt. */
enum class key_style : unsigned char
{
    wire,       ///< as the members are called on the wire: `lines[0].itemId`
    pascal_case ///< each part starts with a capital: `Lines[0].ItemId`
};

/** What the problem document of one operation looks like when it refuses a request. The defaults
    give a document with the members of RFC 9457 alone. */
struct validation_problem_format
{
    /** The HTTP status. */
    int status = 422;
    /** Where the single errors stand. */
    errors_shape shape = errors_shape::list;
    /** How `field` is spelt. */
    key_style keys = key_style::wire;
    /** The document's `detail`. `{count}` stands for the number of errors, `{first}` for the first
        message. Empty means the first message. Lives as long as the program. */
    std::string_view detail{};
    /** A URI that names the kind of problem. Empty: `about:blank`. Lives as long as the program. */
    std::string_view type{};
    /** The document's `title`: usually the reason phrase of the status. Lives as long as the
        program. */
    std::string_view title = "Unprocessable Entity";
};

/** Makes the problem document with which the service would refuse a request.

    @param style How the operation words its refusals.
    @param errors What is wrong, in the order of the rules. The fields are wire paths.
    @param instance The path of the request.
    @returns The document. With
    shape list or map it holds the errors and their number; those of one map key stand together,
    keys in the order of their first error. With shape none it holds neither.
*/
RESTBIND_COLD RESTBIND_DECL problem_details make_validation_problem(
    validation_problem_format const& style, std::vector<validation_error> errors,
    std::string_view instance);

namespace detail
{

/** Broken rules as problem documents hold them. */
RESTBIND_COLD RESTBIND_DECL std::vector<validation_error> errors_of(
    std::span<violation const> broken);

} // namespace detail

namespace detail
{

/** Appends `/name` as a token of a JSON Pointer (RFC 6901, section 3). */
RESTBIND_COLD inline void append_pointer(std::string& pointer, std::string_view name)
{
    pointer.push_back('/');
    for (char const c : name)
        if (c == '~' || c == '/')
            pointer.append(c == '~' ? "~0" : "~1");
        else
            pointer.push_back(c);
}

/** Appends a path as services write them, `lines[0].itemId`, as a JSON Pointer. */
RESTBIND_COLD inline void append_pointer_of_path(std::string& pointer, std::string_view path)
{
    while (!path.empty())
    {
        std::size_t const end = (std::min)(path.find_first_of(".[]"), path.size());
        if (end != 0)
            append_pointer(pointer, path.substr(0, end));
        path.remove_prefix((std::min)(end + 1, path.size()));
    }
}

} // namespace detail

/** Collects broken rules and where they were found.

    Generated rules walk over a request with enter() and each(); add() notes a broken rule at the
    place the walk has reached. Nothing is allocated until the first broken rule: the place is a
    linked list on the stack that becomes text only when it is needed.
*/
class violations
{
public:
    violations() = default;
    // While nothing is walked over: a copy would hold the place of another walk.
    violations(violations&&) noexcept = default;
    violations& operator=(violations&&) noexcept = default;

    /** One part of the way to a value: a member's name, or the index of an element. */
    struct step
    {
        /** In the place of `index`: the part is a name. */
        static constexpr std::size_t name = static_cast<std::size_t>(-1);

        /** The name, if it is one. */
        member_name text{};
        /** The index of the element, from 0; `name` if the part is a name. */
        std::size_t index = name;
        bool is_key = false;  ///< of a map
        bool is_typed = true; ///< the value has a type of C++
    };

    /** Notes that a rule is broken at the place the walk has reached, or for a member there. A rule
        of the document may be about a part of a member: `lines[0].itemId`. */
    RESTBIND_COLD void add(rule_info const& broken)
    {
        add(std::span<step const>(), broken.rule, broken.limit, broken.message);
        violation& last = found_.back();
        last.rule_id = broken.id;
        if (broken.of_elements || broken.member.wire.empty())
            return;
        auto const lengthen = [](std::string& path, std::string_view name) {
            detail::append_parts(path, {path.empty() ? "" : ".", name});
        };
        lengthen(last.field, broken.member.wire);
        lengthen(last.member, broken.member.cpp);
        if (broken.rule != rule_kind::stated)
            detail::append_pointer(last.pointer, broken.member.wire);
        else
            detail::append_pointer_of_path(last.pointer, broken.member.wire);
        if (where_ != location::body && here_ == nullptr)
            last.pointer.erase(0, 1); // the parameter's name
    }

    /** Notes that a rule is broken, of which nothing but the message is known.

        @param member The member; empty for the value itself that the walk has reached.
        @param message What is wrong.
    */
    RESTBIND_COLD void add(
        member_name member, std::string_view message, rule_kind rule = rule_kind::other)
    {
        step const last{member};
        add({&last, member.wire.empty() ? 0U : 1U}, rule, {}, message);
    }

    /** Notes that a rule is broken.

        @param below The way from the place the walk has reached to the value.
        @param limit See rule_kind.
    */
    RESTBIND_COLD void add(std::span<step const> below, rule_kind rule,
        std::string_view limit, std::string_view message)
    {
        // Most requests break few rules: one allocation instead of three.
        if (found_.size() == found_.capacity())
            found_.reserve(found_.empty() ? 4 : 2 * found_.size());
        violation& broken = detail::unchecked_append(found_);
        broken.where = where_;
        bool is_typed = true; // until a step into what has no types of C++
        append(broken, here_, is_typed);
        for (step const& one : below)
            append(broken, one, is_typed);
        if (where_ != location::body && !broken.pointer.empty())
            broken.pointer.erase(0, 1); // the parameter's name
        broken.rule = rule;
        broken.limit = limit;
        broken.message = message;
    }

    /** In which part of the request the members are that follow. Default: in the body. */
    void locate(location where) noexcept { where_ = where; }

    /** Walks over the elements of `range` in the member `member` (empty: the value itself is the
        range).

        Calls `f(element)` for each; what is added meanwhile has the path `member[index]`. For a map
        `f` gets the mapped value and the path is `member.key`.
    */
    template <class Range, class F>
    void each(member_name member, Range const& range, F&& f)
    {
        place const outer{here_, {member}};
        place const* const parent = member.wire.empty() ? here_ : &outer;
        if constexpr (requires { typename Range::mapped_type; })
        {
            for (auto const& [key, value] : range)
            {
                place const here{parent, {.text = std::string_view(key), .is_key = true}};
                scope const inside(*this, here);
                f(value);
            }
        }
        else
        {
            std::size_t index = 0;
            for (typename Range::value_type const& element : range)
            {
                place const here{parent, {.index = index++}};
                scope const inside(*this, here);
                f(element);
            }
        }
    }

    /** Walks into the member `member`: calls `f()`; what is added meanwhile has a path below
        `member`. */
    template <class F>
    void enter(member_name member, F&& f)
    {
        place const here{here_, {member}};
        scope const inside(*this, here);
        f();
    }

    /** Whether formats of texts are rules. Default: they are. */
    bool checks_formats() const noexcept { return checks_formats_; }
    /** Says whether formats of texts are rules, from now on. */
    void check_formats(bool value) noexcept { checks_formats_ = value; }

    /** True when no rule was found broken. */
    bool empty() const noexcept { return found_.empty(); }
    /** True when a rule was found broken for the member `member` of the value that the walk has
        reached, and not only for something below it. */
    RESTBIND_COLD bool holds(member_name member) const
    {
        violation sought;
        bool is_typed = true;
        append(sought, here_, is_typed);
        append(sought, step{member}, is_typed);
        for (auto const& one : found_)
            if (one.field == sought.field)
                return true;
        return false;
    }
    /** The number of broken rules. */
    std::size_t size() const noexcept { return found_.size(); }
    /** Forgets all but the first `count` of them. @pre count <= size() */
    void forget_behind(std::size_t count) { found_.resize(count); }
    /** Hands out what was found, in the order of the walk, and is empty afterwards. */
    std::vector<violation> take() noexcept { return std::exchange(found_, {}); }

private:
    // The way to where the walk is, from its end.
    struct place
    {
        place const* outer;
        step last;
    };

    // Takes the walk back to where it was, also when a rule throws.
    class scope
    {
    public:
        scope(violations& walk, place const& here) noexcept
            : walk_(walk)
            , outer_(std::exchange(walk.here_, &here))
        {
        }
        ~scope() { walk_.here_ = outer_; }
        scope(scope const&) = delete;
        scope& operator=(scope const&) = delete;

    private:
        violations& walk_;
        place const* outer_;
    };

    RESTBIND_COLD static void append(violation& to, place const* at, bool& is_typed)
    {
        if (!at)
            return;
        append(to, at->outer, is_typed);
        append(to, at->last, is_typed);
    }
    RESTBIND_COLD static void append(violation& to, step const& one, bool& is_typed)
    {
        is_typed = is_typed && one.is_typed;
        if (one.index != step::name)
        {
            auto const index = detail::number_text(static_cast<std::int64_t>(one.index));
            detail::append_parts(to.pointer, {"/", index});
            detail::append_parts(to.field, {"[", index, "]"});
            if (is_typed)
                detail::append_parts(to.member, {"[", index, "]"});
            return;
        }
        std::string_view const name = one.text.wire;
        if (name.empty() && !one.is_key)
            return;
        detail::append_pointer(to.pointer, name);
        detail::append_parts(to.field, {to.field.empty() || name.empty() ? "" : ".", name});
        if (!is_typed)
            return;
        if (one.is_key)
            return detail::append_parts(to.member, {"[\"", name, "\"]"});
        detail::append_parts(to.member, {to.member.empty() ? "" : ".", one.text.cpp});
    }

    place const* here_ = nullptr;
    location where_ = location::body;
    std::vector<violation> found_;
    bool checks_formats_ = true;
};

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/validation.ipp>
#endif
