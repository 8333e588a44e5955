// A JSON value kept as text.
#pragma once

#include <restbind/core/response.hpp>
#include <restbind/json/codec.hpp>
#include <restbind/json/detail/tokens.hpp>

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

namespace detail
{

inline bool read_text_of_value(cursor& in, std::string& out)
{
    std::string_view text;
    if (!read_slice(in, text) || !in.charge(text.size()))
        return false;
    out = text;
    return true;
}
inline bool write_text_of_value(writer& out, std::string_view text)
{
    if (!is_json(text, {.max_depth = limits::deepest}))
        return out.fail("a text that should be JSON is not");
    out.put(text);
    return true;
}

} // namespace detail

template <>
struct codec<raw>
{
    static constexpr types accepts = types::any;
    static bool read(cursor& in, raw& out) { return detail::read_text_of_value(in, out.text); }
    static bool write(writer& out, raw const& value)
    {
        return detail::write_text_of_value(out, value.text);
    }
};

/** It takes what no other alternative can be read from, and no JSON type of its own. */
template <>
struct codec<unknown_value>
{
    static constexpr types accepts = types::none;
    static bool read(cursor& in, unknown_value& out)
    {
        return detail::read_text_of_value(in, out.json);
    }
    static bool write(writer& out, unknown_value const& value)
    {
        return detail::write_text_of_value(out, value.json);
    }
};

} // namespace restbind::json
