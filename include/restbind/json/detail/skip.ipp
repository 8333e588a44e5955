// Bodies of <restbind/json/detail/skip.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/json/detail/skip.hpp>

#include <string>

namespace restbind::json
{

RESTBIND_NOINLINE RESTBIND_DECL bool skip_scalar(cursor& in)
{
    switch (in.peek())
    {
    case '"':
        return skip_string(in);
    case 'n':
        return skip_word(in, "null") || in.expected("a value");
    case 't':
        return skip_word(in, "true") || in.expected("a value");
    case 'f':
        return skip_word(in, "false") || in.expected("a value");
    default:
    {
        number_token token;
        return read_number(in, token, "a value");
    }
    }
}

RESTBIND_DECL bool skip_name(cursor& in)
{
    if (in.peek() != '"')
        return in.expected("a member name");
    if (!skip_string(in))
        return false;
    if (in.next() != ':')
        return in.expected("':'");
    ++in.at;
    in.skip_space();
    return true;
}

RESTBIND_NOINLINE RESTBIND_DECL bool skip_value(cursor& in)
{
    // What closes each open container, the innermost last.
    std::string closing;
    for (;;)
    {
        if (char const c = in.peek(); c == '{' || c == '[')
        {
            if (!in.enter())
                return false;
            bool const object = c == '{';
            ++in.at;
            in.skip_space();
            if (!in.skip(object ? '}' : ']'))
            {
                closing.push_back(object ? '}' : ']');
                if (object && !skip_name(in))
                    return false;
                continue; // with the first element
            }
            in.leave();
        }
        else if (!skip_scalar(in))
            return false;

        // After a value: close what ends here, or go on with the next element.
        for (;;)
        {
            if (closing.empty())
                return true;
            bool const object = closing.back() == '}';
            if (in.next() == ',')
            {
                ++in.at;
                in.skip_space();
                if (object && !skip_name(in))
                    return false;
                break;
            }
            if (!in.skip(closing.back()))
                return in.expected(object ? "',' or '}'" : "',' or ']'");
            closing.pop_back();
            in.leave();
        }
    }
}

RESTBIND_DECL bool read_slice(cursor& in, std::string_view& text)
{
    char const* const first = in.at;
    if (!skip_value(in))
        return false;
    text = std::string_view(first, static_cast<std::size_t>(in.at - first));
    return true;
}

} // namespace restbind::json
