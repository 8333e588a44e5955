// Which rules there are on what is sent, what is known of a broken one, what it does to a call, and
// the problem that a service makes of it.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/lines.hpp>
#include <restbind/core/problem.hpp>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace restbind
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
    excluded           ///< `not`, `additionalProperties: false` and the like: it must not be there
};

namespace detail
{

inline constexpr std::string_view rule_texts =
    "other\nstated\nrequired\ntype\nlisted\nminimum\nmaximum\nrange\nexclusive_minimum\n"
    "exclusive_maximum\nmultiple_of\nmin_length\nmax_length\npattern\nformat\nmin_items\n"
    "max_items\nunique_items\ncontains\nmin_properties\nmax_properties\nalternatives\nexcluded\n";
static_assert(count_lines(rule_texts) == static_cast<std::size_t>(rule_kind::excluded) + 1);

} // namespace detail

/** The name of the enumerator: "max_length". Lives as long as the program. */
RESTBIND_COLD constexpr std::string_view to_string(rule_kind kind) noexcept
{
    auto const text = detail::line_at(detail::rule_texts, static_cast<std::size_t>(kind));
    return text.empty() ? "other" : text;
}

/** A part of a request: where a parameter or a key goes, and where a rule is broken. */
enum class location : unsigned char
{
    body,
    path,
    query,
    header,
    cookie
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
    constexpr member_name(char const* both) noexcept
        : member_name(std::string_view(both))
    {
    }
    constexpr member_name(std::string_view on_the_wire, std::string_view in_cpp) noexcept
        : wire(on_the_wire)
        , cpp(in_cpp)
    {
    }

    std::string_view wire{};
    std::string_view cpp{};
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
    /** What is said when it is broken, in the words of the service. */
    std::string_view message{};
};

/** The rules of a generated type, in the order in which they are checked: a `std::array` of
    rule_info. Only what the type itself states is there, not what the types of its members state,
    nor what is looked up in a schema at run time. It stands in `validation.hpp`, and only where a
    type has rules.
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

/** How one operation of a service words its refusal of a request. What is not said otherwise is
    RFC 9457 and nothing else. */
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
    /** The document's `title`. Empty: the reason phrase of the status. Lives as long as the
        program.
     */
    std::string_view title{};
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

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/validation.ipp>
#endif
