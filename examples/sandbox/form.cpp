// SPDX-License-Identifier: BSL-1.0
#include "form.hpp"

#include <algorithm>
#include <charconv>

namespace sandbox {

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space)
{
    std::string decoded;
    decoded.reserve(text.size());

    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (text[i] == '+' && plus_is_space)
        {
            decoded += ' ';
            continue;
        }

        if (text[i] != '%')
        {
            decoded += text[i];
            continue;
        }

        auto const digits = text.substr(i + 1, 2);
        unsigned byte = 0;
        auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() != 2 || read.ptr != digits.data() + 2)
            return std::nullopt;

        decoded += static_cast<char>(static_cast<unsigned char>(byte));
        i += 2;
    }

    return decoded;
}

std::optional<form_fields> parse_form(std::string_view text)
{
    form_fields fields;
    while (!text.empty())
    {
        auto const end = text.find('&');
        auto const pair = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (pair.empty())
            continue;

        auto const equals = pair.find('=');
        auto name = percent_decode(pair.substr(0, equals), true);
        auto value =
            percent_decode(equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1), true);
        if (!name || !value)
            return std::nullopt;

        fields.emplace_back(std::move(*name), std::move(*value));
    }

    return fields;
}

std::size_t count_field(form_fields const& fields, std::string_view name)
{
    auto const count = std::count_if(fields.begin(), fields.end(), [&](auto const& f) { return f.first == name; });
    return static_cast<std::size_t>(count);
}

std::string_view field(form_fields const& fields, std::string_view name)
{
    auto const found = std::find_if(fields.begin(), fields.end(), [&](auto const& f) { return f.first == name; });
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::vector<std::string>> path_segments(std::string_view path)
{
    std::vector<std::string> segments;
    while (!path.empty())
    {
        // An absolute path only: the first character of each round is the slash before the segment.
        if (path.front() != '/')
            return std::nullopt;

        path.remove_prefix(1);
        auto const end = path.find('/');
        auto segment = percent_decode(path.substr(0, end), false);
        if (!segment)
            return std::nullopt;

        segments.push_back(std::move(*segment));
        path = end == std::string_view::npos ? std::string_view() : path.substr(end);
    }

    return segments;
}

} // namespace sandbox
