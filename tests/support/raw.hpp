// SPDX-License-Identifier: BSL-1.0
// Any JSON value as its text: a type of the tests' own, with a codec of its own.
#pragma once

#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <string>

namespace json_test
{

/** Any JSON value as its text. What was read is checked completely; what is written is checked
    before. */
struct raw
{
    /** The text, without space around it. `null` to begin with. */
    std::string text = "null";

    friend bool operator==(raw const&, raw const&) = default;
};

} // namespace json_test

template <>
struct restbind::json::codec<json_test::raw>
{
    static constexpr types accepts = types::any;
    static bool read(cursor& in, json_test::raw& out) { return detail::read_text_of_value(in, out.text); }
    static bool write(writer& out, json_test::raw const& value)
    {
        return detail::write_text_of_value(out, value.text);
    }
};
