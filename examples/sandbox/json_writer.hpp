// SPDX-License-Identifier: BSL-1.0
#ifndef SANDBOX_JSON_WRITER_HPP
#define SANDBOX_JSON_WRITER_HPP

#include "decimal.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbox {

/** Writes compact JSON member by member.

    Boost.JSON writes every fraction as a double (`19.9`, `1E1`), which loses the digits of a price; here a
    number is the text it is given. The caller is responsible for balanced begin and end.
*/
class json_writer
{
public:
    json_writer& begin_object();
    json_writer& end_object();
    json_writer& begin_array();
    json_writer& end_array();

    /// Names the next value. Only inside an object.
    json_writer& key(std::string_view name);

    /// `text` is UTF-8; quotes, backslashes and control characters are escaped.
    json_writer& string(std::string_view text);
    json_writer& integer(std::int64_t value);
    json_writer& boolean(bool value);
    json_writer& null();

    /// Exactly the digits of `value`, as a JSON number.
    json_writer& number(decimal const& value);

    /// The shortest text that reads back as the same double. `value` is finite.
    json_writer& number(double value);

    /// What was written so far; the writer is empty afterwards.
    std::string take();

private:
    void separate();
    void quote(std::string_view text);

    std::string out_;
    bool comma_due_ = false;
};

} // namespace sandbox

#endif
