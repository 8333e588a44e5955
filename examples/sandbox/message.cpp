// SPDX-License-Identifier: BSL-1.0
#include "message.hpp"

#include <algorithm>

namespace sandbox {
namespace {

std::string_view trim(std::string_view text)
{
    auto const first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};

    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

std::string to_lower(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });

    return lower;
}

std::string_view request::header(std::string_view name) const
{
    auto const wanted = to_lower(name);
    for (auto const& [known, value] : headers)
    {
        if (to_lower(known) == wanted)
            return trim(value);
    }

    return {};
}

std::string_view request::path() const
{
    return std::string_view(target).substr(0, target.find('?'));
}

std::string_view request::query() const
{
    auto const mark = target.find('?');
    return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

std::string request::media_type() const
{
    auto const value = header("Content-Type");
    return to_lower(trim(value.substr(0, value.find(';'))));
}

} // namespace sandbox
