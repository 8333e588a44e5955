// A JSON value kept as text.
#pragma once

#include <restbind/json/codec.hpp>
#include <restbind/json/detail/skip.hpp>

#include <string>
#include <string_view>

namespace restbind::json
{

/** Any JSON value as its text. What was read is checked completely; what is written is checked
    before. */
struct raw
{
    /** The text, without space around it. `null` to begin with. */
    std::string text = "null";

    bool operator==(raw const&) const = default;
};

/** True when `text` is one JSON value that is not deeper than `bounds` allow; space around it is
    allowed. */
inline bool is_json(std::string_view text, limits const& bounds = {})
{
    cursor in(text, bounds);
    return in.start() && skip_value(in) && in.finish();
}

template <>
struct codec<raw>
{
    static constexpr types accepts = types::any;
    static bool read(cursor& in, raw& out)
    {
        std::string_view text;
        if (!read_slice(in, text))
            return false;
        out.text = text;
        return true;
    }
    static bool write(writer& out, raw const& value)
    {
        if (!is_json(value.text))
            return out.fail("a text that should be JSON is not");
        out.put(value.text);
        return true;
    }
};

} // namespace restbind::json
