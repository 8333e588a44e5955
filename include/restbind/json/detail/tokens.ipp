// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/json/detail/tokens.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/json/detail/tokens.hpp>

#include <string>

namespace restbind::inline RESTBIND_ABI::json
{

namespace detail
{

/** Reads four hexadecimal digits at `at`. @returns -1 when there are not as many. */
inline int hex_digits(char const* at, char const* end) noexcept
{
    if (end - at < 4)
        return -1;
    int value = 0;
    for (int i = 0; i != 4; ++i)
    {
        int const digit = restbind::detail::hex_value(at[i]);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_escape(cursor& in, std::uint32_t& code)
{
    if (in.end - in.at < 2)
    {
        in.at = in.end;
        return in.fail("the text ends inside a string");
    }
    char const kind = in.at[1];
    if (kind != 'u')
    {
        constexpr std::string_view letters = "\"\\/bfnrt";
        auto const place = letters.find(kind);
        if (place == letters.npos)
            return in.fail("an unknown escape in a string");
        code = static_cast<unsigned char>("\"\\/\b\f\n\r\t"[place]);
        in.at += 2;
        return true;
    }
    int const first = hex_digits(in.at + 2, in.end);
    if (first < 0)
        return in.fail("\\u needs four hexadecimal digits");
    code = static_cast<std::uint32_t>(first);
    if (first < 0xD800 || first > 0xDFFF)
    {
        in.at += 6;
        return true;
    }
    bool const pair = first < 0xDC00 && in.end - in.at >= 12 && in.at[6] == '\\' && in.at[7] == 'u';
    int const second = pair ? hex_digits(in.at + 8, in.end) : -1;
    if (second < 0xDC00 || second > 0xDFFF)
        return in.fail("an escaped surrogate has no partner");
    code = 0x10000u + ((code - 0xD800u) << 10) + (static_cast<std::uint32_t>(second) - 0xDC00u);
    in.at += 12;
    return true;
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_escaped(cursor& in, std::string& out)
{
    do
    {
        std::uint32_t code = 0;
        if (!read_escape(in, code))
            return false;
        restbind::detail::append_utf8(out, code);
        char const* const first = in.at;
        if (!skip_plain(in))
            return false;
        out.append(first, static_cast<std::size_t>(in.at - first));
    } while (*in.at == '\\');
    ++in.at;
    return true;
}

} // namespace detail

RESTBIND_NOINLINE RESTBIND_DECL bool read_string(cursor& in, std::string& out)
{
    if (in.peek() != '"')
        return in.expected("a string");
    char const* const first = ++in.at;
    if (!detail::skip_plain(in))
        return false;
    // Either does less than assign(), which allows for a source inside the target.
    auto const size = static_cast<std::size_t>(in.at - first);
    if (size > out.capacity())
        out = std::string(first, size);
    else
    {
        out.clear();
        out.append(first, size);
    }
    if (*in.at == '\\') [[unlikely]]
        return detail::read_escaped(in, out);
    ++in.at;
    return true;
}

RESTBIND_NOINLINE RESTBIND_DECL bool read_text(
    cursor& in, std::string_view& text, std::string_view what)
{
    if (in.peek() != '"')
        return in.expected(what);
    char const* const first = ++in.at;
    if (!detail::skip_plain(in))
        return false;
    text = std::string_view(first, static_cast<std::size_t>(in.at - first));
    if (*in.at == '\\')
    {
        in.scratch.clear();
        in.scratch.append(text.data(), text.size());
        if (!detail::read_escaped(in, in.scratch))
            return false;
        text = in.scratch;
        return true;
    }
    ++in.at;
    return true;
}

RESTBIND_NOINLINE RESTBIND_DECL bool skip_string(cursor& in)
{
    if (in.peek() != '"')
        return in.expected("a string");
    ++in.at;
    for (;;)
    {
        if (!detail::skip_plain(in))
            return false;
        if (*in.at == '"')
        {
            ++in.at;
            return true;
        }
        std::uint32_t code = 0;
        if (!detail::read_escape(in, code))
            return false;
    }
}

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
