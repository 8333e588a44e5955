#pragma once

#include <restbind/http/detail/ascii.hpp>

#include <string_view>

namespace restbind::http
{

/** The media type of a Content-Type value, without parameters: `application/json` of
    `application/json; charset=utf-8`. */
constexpr std::string_view media_type(std::string_view content_type) noexcept
{
    return trim(content_type.substr(0, content_type.find(';')));
}

/** Whether a Content-Type value names JSON: `application/json`, `text/json` or any type that ends
    in `+json`, compared without case. */
constexpr bool is_json(std::string_view content_type) noexcept
{
    constexpr std::string_view suffix = "+json";
    if (content_type == "application/json")
        return true;
    std::string_view const type = media_type(content_type);
    return iequals(type, "application/json") || iequals(type, "text/json") ||
           (type.size() > suffix.size() &&
               iequals(type.substr(type.size() - suffix.size()), suffix));
}

/** Whether a Content-Type value names one of the media types of a list, compared without case and
    without parameters.

    @param list Media types with commas between them. A type or subtype that is an asterisk stands
    for any.
*/
constexpr bool matches_media(std::string_view list, std::string_view content_type) noexcept
{
    std::string_view const type = media_type(content_type);
    while (!list.empty())
    {
        std::string_view const wanted = media_type(take_element(list));
        if (wanted == "*/*" || iequals(wanted, type))
            return true;
        if (wanted.ends_with("/*") && type.size() >= wanted.size() &&
            iequals(type.substr(0, wanted.size() - 1), wanted.substr(0, wanted.size() - 1)))
            return true;
    }
    return false;
}

/** Whether a list of media types names bytes of no known kind: `application/octet-stream` or
    `binary/octet-stream`. Services that promise these send images, PDF and the like under their own
    names. */
constexpr bool names_plain_bytes(std::string_view list) noexcept
{
    while (!list.empty())
    {
        std::string_view const named = media_type(take_element(list));
        if (iequals(named, "application/octet-stream") || iequals(named, "binary/octet-stream"))
            return true;
    }
    return false;
}

} // namespace restbind::http
