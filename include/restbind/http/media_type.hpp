#pragma once

#include <restbind/http/ascii.hpp>

namespace restbind::http
{

/** The media type of a Content-Type value, without parameters: `application/json` of
    `application/json; charset=utf-8`. */
constexpr std::string_view media_type(std::string_view content_type) noexcept
{
    return trim(content_type.substr(0, content_type.find(';')));
}

/** Whether a Content-Type value names JSON: `application/json` or any type that ends in `+json`,
    compared without case. */
constexpr bool is_json(std::string_view content_type) noexcept
{
    constexpr std::string_view suffix = "+json";
    if (content_type == "application/json")
        return true;
    std::string_view const type = media_type(content_type);
    return equal_without_case(type, "application/json") ||
           (type.size() > suffix.size() &&
               equal_without_case(type.substr(type.size() - suffix.size()), suffix));
}

} // namespace restbind::http
