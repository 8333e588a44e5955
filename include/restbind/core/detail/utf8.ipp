// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/core/detail/utf8.hpp>.
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>

namespace restbind::inline RESTBIND_ABI
{

RESTBIND_DECL std::string printable(std::string_view text, std::size_t limit)
{
    static constexpr char hex[] = "0123456789abcdef";
    std::string out;
    char const* at = text.data();
    char const* const end = at + text.size();
    for (std::size_t count = 0; at != end; ++count)
    {
        if (count == limit)
        {
            out += "...";
            break;
        }
        std::size_t const size = detail::utf8_sequence(at, end);
        if (size == 0)
        {
            unsigned const byte = static_cast<unsigned char>(*at);
            out += {'\\', 'x', hex[byte >> 4], hex[byte & 15u]};
            ++at;
            continue;
        }
        std::uint32_t const code = detail::decode_sequence(at, size);
        constexpr std::string_view named = "\n\r\t";
        if (std::size_t const name = named.find(*at); name != named.npos)
            out += {'\\', "nrt"[name]};
        else if (detail::is_invisible_control(code))
            out += {'\\', 'u', hex[code >> 12], hex[code >> 8 & 15u], hex[code >> 4 & 15u],
                hex[code & 15u]};
        else
            out.append(at, size);
        at += size;
    }
    return out;
}

namespace detail
{

RESTBIND_DECL std::string number_text(std::int64_t number)
{
    char text[1 + max_digits];
    text[0] = '-';
    bool const below = number < 0;
    auto const magnitude = static_cast<std::uint64_t>(number);
    char const* const first = below ? text : text + 1;
    char const* const last = put_digits(text + 1, below ? 0 - magnitude : magnitude);
    return std::string(first, static_cast<std::size_t>(last - first));
}

RESTBIND_DECL void append_parts(
    std::string& out, std::initializer_list<std::string_view> parts)
{
    std::size_t size = out.size();
    for (std::string_view const part : parts)
        size += part.size();
    out.reserve(size); // a part that is a secret leaves no copy behind
    for (std::string_view const part : parts)
        out.append(part);
}

RESTBIND_DECL std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    append_parts(text, parts);
    return text;
}

} // namespace detail

} // namespace restbind
