// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_PROBLEM_HPP
#define SANDBOX_PROBLEM_HPP

#include "message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sandbox {

/// One failed rule and the request field it belongs to.
struct field_message
{
    std::string field;
    std::string message;
};

/// The business error codes of the service.
namespace business_error {
inline constexpr int venue_not_found = 10103;
inline constexpr int product_not_found = 10400;
inline constexpr int product_out_of_stock = 10401;
inline constexpr int quantity_exceeds_stock = 10402;
inline constexpr int cart_not_found = 12004;
inline constexpr int cart_mismatch = 13001;
inline constexpr int session_not_valid = 13002;
inline constexpr int not_a_session_item = 13003;
inline constexpr int cart_item_disabled = 13004;
inline constexpr int cart_item_not_found = 13005;
} // namespace business_error

/// Why a request is refused, before it is written as a problem document.
struct problem
{
    /// How `errors` looks on the wire.
    enum class shape
    {
        none,
        /// An array of `{field, message}`.
        list,
        /// An object: field name to array of messages.
        map
    };

    unsigned status = 500;
    std::string detail;
    std::optional<int> code = {};
    shape errors_shape = shape::none;
    std::vector<field_message> errors = {};

    /// The `status` member, where it differs from the HTTP status.
    std::optional<unsigned> body_status = {};
    header_list headers = {};
};

/// The wanted value, or the reason why there is none.
template <class T>
using outcome = std::variant<T, problem>;

/// A refusal with a business error code.
problem business_problem(unsigned status, int code, std::string detail);

/// A 422 that reports every failed rule. `errors` is not empty.
problem validation_problem(problem::shape shape, std::vector<field_message> errors);

/** Writes the problem document.

    @param instance The path of the request, without query.
    @param trace_id Unique for each request.
*/
reply to_reply(problem const& p, std::string_view instance, std::string_view trace_id);

/// Now, in UTC with milliseconds: `2027-05-01T18:30:00.000Z`.
std::string timestamp_now();

} // namespace sandbox

#endif
