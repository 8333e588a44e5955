// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_JSON_READER_HPP
#define SANDBOX_JSON_READER_HPP

#include <boost/json/value.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace sandbox {

/// Why a text is not the JSON we take.
struct json_error
{
    /// For a person; holds no position.
    std::string reason;

    /// Bytes from the start of the text to the place of the error.
    std::size_t offset = 0;
};

/** Reads one JSON document strictly: RFC 8259, valid UTF-8, nothing after it, at most 32 levels deep, and no
    object with two members of the same name (Boost.JSON itself silently keeps the last one).
*/
std::variant<boost::json::value, json_error> read_json(std::string_view text);

} // namespace sandbox

#endif
