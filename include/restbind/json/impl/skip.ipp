// Bodies of <restbind/json/skip.hpp>.
#pragma once

#include <restbind/json/skip.hpp>

#include <vector>

namespace restbind::json
{

[[gnu::noinline]] RESTBIND_DECL bool skip_scalar(cursor& in)
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

[[gnu::noinline]] RESTBIND_DECL bool skip_value(cursor& in)
{
    // One bit for each open container, the innermost lowest: 1 for an object. Full words move to
    // `outer`.
    std::uint64_t kinds = 0;
    std::vector<std::uint64_t> outer;
    std::size_t depth = 0;
    auto const push = [&](bool object)
    {
        if (depth != 0 && depth % 64 == 0)
            outer.push_back(kinds);
        kinds = kinds << 1 | object;
        ++depth;
    };
    auto const pop = [&]
    {
        in.leave();
        kinds >>= 1;
        if (--depth != 0 && depth % 64 == 0)
        {
            kinds = outer.back();
            outer.pop_back();
        }
    };

    for (;;)
    {
        if (char const c = in.peek(); c == '{' || c == '[')
        {
            if (!in.enter())
                return false;
            bool const object = c == '{';
            push(object);
            ++in.at;
            in.skip_space();
            if (!in.skip(object ? '}' : ']'))
            {
                if (object && !skip_name(in))
                    return false;
                continue; // with the first element
            }
            pop();
        }
        else if (!skip_scalar(in))
            return false;

        // After a value: close what ends here, or go on with the next element.
        for (;;)
        {
            if (depth == 0)
                return true;
            bool const object = (kinds & 1u) != 0;
            if (in.next() == ',')
            {
                ++in.at;
                in.skip_space();
                if (object && !skip_name(in))
                    return false;
                break;
            }
            if (!in.skip(object ? '}' : ']'))
                return in.expected(object ? "',' or '}'" : "',' or ']'");
            pop();
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
