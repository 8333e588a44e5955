// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_FORM_HPP
#define SANDBOX_FORM_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox {

/// Name and value of each pair, decoded, in the order sent.
using form_fields = std::vector<std::pair<std::string, std::string>>;

/** Undoes percent-encoding.

    @param plus_is_space `+` stands for a blank, as in forms and queries; in a path it stands for itself.
    @returns Nothing when `%` is not followed by two hexadecimal digits.
*/
std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space);

/// Reads `name=value&name=value`. Nothing when an escape is broken. A pair without `=` has an empty value.
std::optional<form_fields> parse_form(std::string_view text);

/// How often `name` occurs.
std::size_t count_field(form_fields const& fields, std::string_view name);

/// The first value of that name; empty when there is none.
std::string_view field(form_fields const& fields, std::string_view name);

/// The decoded segments of a path that starts with `/`. Nothing when an escape is broken.
std::optional<std::vector<std::string>> path_segments(std::string_view path);

} // namespace sandbox

#endif
