// What broken rules do to a call, and the problem that a service makes of them.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/violations.hpp>
#include <restbind/core/problem.hpp>

#include <string_view>
#include <vector>

namespace restbind
{

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

} // namespace restbind

#ifndef RESTBIND_SEPARATE_COMPILATION
#include <restbind/core/detail/validation.ipp>
#endif
