// SPDX-License-Identifier: BSL-1.0
// The problem document (RFC 7807, RFC 9457): what a service says when it refuses.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/raise.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI
{

/** One broken rule and the request member that breaks it. */
struct validation_error
{
    /** Where, as the service names it: `lines[3].itemId`; for services that group by member
        `ItemId`. */
    std::string field;
    /** What is wrong, in the words of the service. */
    std::string message;

    bool operator==(validation_error const&) const = default;
};

namespace detail
{

/** Appends an empty error and returns it. All code that collects errors calls this function, so
    that the code that grows the vector exists only once. */
inline validation_error& add_error(std::vector<validation_error>& errors)
{
    // Most documents have few: one allocation instead of three.
    if (errors.size() == errors.capacity())
        errors.reserve(errors.empty() ? 4 : 2 * errors.size());
    return unchecked_append(errors);
}

} // namespace detail

/** How validation errors stand in a problem document. */
enum class errors_shape : unsigned char
{
    none, ///< they do not; `detail` says it all
    list, ///< a list of objects, each with a field and a message
    map   ///< an object from field to messages: `{"ItemId": ["…", "…"]}`
};

/** Names of the members that a provider's problem documents have besides those of RFC 9457
    (`x-restbind-problem`). An empty name: there is no such member. Members without a name here are
    kept in `problem_details::extensions`. The names live as long as the program, differ, and hold
    no character that JSON escapes. */
struct problem_format
{
    /** The business error code, an integer. */
    std::string_view code{};
    /** The number of validation errors. */
    std::string_view error_count{};
    /** The validation errors, a list or a map. */
    std::string_view errors{};
    /** In an element of the list: the place. Default: as in the example of RFC 9457. */
    std::string_view error_field = "pointer";
    /** In an element of the list: what is wrong. Default: as in the example of RFC 9457. */
    std::string_view error_message = "detail";
    /** The service's own name for the request. */
    std::string_view trace_id{};
    /** When it happened, RFC 3339. */
    std::string_view timestamp{};

    friend constexpr bool operator==(problem_format const&, problem_format const&) = default;
};

/** RFC 9457 and nothing else. */
inline constexpr problem_format plain_problem_format{};

/** A problem document, read leniently: a member of the wrong type counts as absent. The first five
    members are those of RFC 9457; a `problem_format` says where the others come from. */
struct problem_details
{
    /** A URI that names the kind of problem. */
    std::string type = "about:blank";
    /** A short summary of the kind of problem; often the HTTP reason phrase. */
    std::string title;
    /** The HTTP status as the document states it, 0 when it does not. May differ from the
        response's own status. */
    int status = 0;
    /** What went wrong this time. Text of the service: show it, do not parse it. */
    std::string detail;
    /** The path of the request. */
    std::optional<std::string> instance;
    /** The provider's code of the business error. */
    std::optional<std::int64_t> error_code;
    /** The number of validation errors as the document states it; may differ from errors.size(). */
    std::optional<std::int64_t> error_count;
    /** The validation errors, whatever their shape on the wire. Those of one map key stand
        together. */
    std::vector<validation_error> errors;
    /** The shape that `errors` has on the wire. */
    errors_shape shape = errors_shape::none;
    /** The service's own name for this request, for its support. */
    std::optional<std::string> trace_id;
    /** When it happened. */
    std::optional<restbind::timestamp> timestamp;
    /** `timestamp` as received; it is what is written back. Absent when `timestamp` is. */
    std::optional<std::string> timestamp_text;
    /** Members that have no place above: name and JSON text, in the order received. */
    std::vector<std::pair<std::string, std::string>> extensions;

    bool operator==(problem_details const&) const = default;
};

} // namespace restbind
