// SPDX-License-Identifier: BSL-1.0
// Bodies of <restbind/core/detail/checks.hpp>.
#pragma once

#include <restbind/core/date_time.hpp>
#include <restbind/core/detail/checks.hpp>
#include <restbind/core/detail/config.hpp>
#include <restbind/core/detail/numbers.hpp>
#include <restbind/core/detail/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

constexpr bool is_beyond_ascii(char c) noexcept
{
    return static_cast<unsigned char>(c) > 0x7F;
}

constexpr bool is_hex_digit(char c) noexcept
{
    return hex_value(c) >= 0;
}

/** Calls `is_good` with each part of `text` that a separator ends; the rest is the last one. */
template <class IsGood>
constexpr bool all_parts(std::string_view text, char separator, IsGood is_good)
{
    for (;;)
    {
        std::size_t const end = text.find(separator);
        if (!is_good(text.substr(0, end)))
            return false;
        if (end == text.npos)
            return true;
        text.remove_prefix(end + 1);
    }
}

constexpr bool is_host(std::string_view text, bool may_be_international)
{
    auto const is_good = [may_be_international](char c)
    {
        return c == '-' || is_digit(c) || is_letter(c) ||
               (may_be_international && is_beyond_ascii(c));
    };
    return all_parts(text, '.',
        [&](std::string_view label)
        {
            return !label.empty() && label.front() != '-' && label.back() != '-' &&
                   (may_be_international || label.size() <= 63) &&
                   std::all_of(label.begin(), label.end(), is_good);
        });
}

constexpr bool is_reference(std::string_view text)
{
    constexpr std::string_view others = "-._~:/?#[]@!$&'()*+,;=";
    for (std::size_t i = 0; i != text.size(); ++i)
    {
        char const c = text[i];
        if (c == '%' ? escaped_byte(text.substr(i)) < 0
                     : !is_digit(c) && !is_letter(c) && others.find(c) == others.npos)
            return false;
    }
    return std::count(text.begin(), text.end(), '#') <= 1;
}

/** Length of the scheme in front of a colon. 0: there is no colon that a scheme could end at; npos:
    what stands in front of it is no scheme. */
constexpr std::size_t scheme_size(std::string_view text)
{
    std::size_t const colon = text.find_first_of(":/?#");
    if (colon == text.npos || text[colon] != ':')
        return 0;
    std::string_view const scheme = text.substr(0, colon);
    auto const is_good = [](char c)
    { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; };
    bool const is_scheme = is_letter(text[0]) && std::all_of(scheme.begin(), scheme.end(), is_good);
    return is_scheme ? colon : text.npos;
}

} // namespace detail

RESTBIND_DECL bool is_uuid(std::string_view text) noexcept
{
    for (std::size_t i = 0; i != text.size(); ++i)
    {
        bool const is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_hyphen ? text[i] != '-' : !detail::is_hex_digit(text[i]))
            return false;
    }
    return text.size() == 36;
}

RESTBIND_DECL bool is_email(std::string_view text) noexcept
{
    bool const is_literal = text.ends_with(']') && text.find("@[") != text.npos;
    std::size_t const at = is_literal ? text.rfind("@[") : text.rfind('@');
    if (at == text.npos || utf8_prefix(text) != text.size())
        return false;
    std::string_view const local = text.substr(0, at);
    bool const is_quoted = local.size() > 1 && local.front() == '"' && local.back() == '"';
    auto const is_control = [](char c)
    { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; };
    if (local.empty() || std::any_of(text.begin(), text.end(), is_control) ||
        (!is_quoted && local.find_first_of(" ()<>[]:;,\"\\@") != local.npos))
        return false;
    return is_literal || detail::is_host(text.substr(at + 1), true);
}

RESTBIND_DECL bool is_hostname(std::string_view text) noexcept
{
    if (text.ends_with('.'))
        text.remove_suffix(1);
    return text.size() <= 253 && detail::is_host(text, false);
}

RESTBIND_DECL bool is_ipv4(std::string_view text) noexcept
{
    int count = 0;
    return detail::all_parts(text, '.',
               [&count](std::string_view part)
               {
                   ++count;
                   if (part.empty() || part.size() > 3 || (part[0] == '0' && part.size() > 1) ||
                       !std::all_of(part.begin(), part.end(), detail::is_digit))
                       return false;
                   return part.size() < 3 || part <= "255";
               }) &&
           count == 4;
}

RESTBIND_DECL bool is_ipv6(std::string_view text) noexcept
{
    std::size_t const gap = text.find("::");
    int groups = 0;
    auto const is_good = [&](std::string_view group)
    {
        ++groups;
        if (group.find('.') != group.npos) // only the last group can be an address of version 4
        {
            ++groups; // an address of version 4 stands for two groups
            return group.data() + group.size() == text.data() + text.size() && is_ipv4(group);
        }
        return !group.empty() && group.size() <= 4 &&
               std::all_of(group.begin(), group.end(), detail::is_hex_digit);
    };
    auto const is_list = [&](std::string_view part)
    { return part.empty() || detail::all_parts(part, ':', is_good); };
    if (gap == text.npos)
        return detail::all_parts(text, ':', is_good) && groups == 8;
    return is_list(text.substr(0, gap)) && is_list(text.substr(gap + 2)) && groups < 8;
}

RESTBIND_DECL bool is_uri(std::string_view text) noexcept
{
    return detail::scheme_size(text) != 0 && is_uri_reference(text);
}
RESTBIND_DECL bool is_uri_reference(std::string_view text) noexcept
{
    return detail::scheme_size(text) != text.npos && detail::is_reference(text);
}

RESTBIND_DECL bool is_time(std::string_view text) noexcept
{
    return detail::read_time(text).has_value();
}

RESTBIND_DECL bool is_duration(std::string_view text) noexcept
{
    detail::skip_any(text, "+-");
    if (!detail::skip_char(text, 'P'))
        return false;
    std::string_view units = "YMWD";
    bool is_time = false;
    bool needs_more = true;
    while (!text.empty())
    {
        if (!is_time && detail::skip_char(text, 'T'))
        {
            units = "HMS";
            is_time = needs_more = true;
        }
        if (detail::skip_digits(text) == 0)
            return false;
        bool const is_last = detail::skip_any(text, ".,");
        if (is_last && detail::skip_digits(text) == 0)
            return false;
        std::size_t const unit = text.empty() ? units.npos : units.find(text.front());
        if (unit == units.npos)
            return false;
        text.remove_prefix(1);
        units.remove_prefix(unit + 1);
        needs_more = false;
        if (is_last)
            return text.empty();
    }
    return !needs_more;
}

} // namespace restbind
