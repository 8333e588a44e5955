// SPDX-License-Identifier: BSL-1.0
// What a recording holds of each exchange: the members of an entry of a HAR file, as browsers and
// proxies write it, that a replay needs.
#pragma once

#include <restbind/core/bytes.hpp>
#include <restbind/core/described.hpp>
#include <restbind/core/detail/utf8.hpp>
#include <restbind/json/decode.hpp>
#include <restbind/json/encode.hpp>

#include <boost/describe/class.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace restbind::inline RESTBIND_ABI::testing::detail::har
{

struct header
{
    std::string name{};
    std::string value{};
};
BOOST_DESCRIBE_STRUCT(header, (), (name, value))
constexpr std::array<member, 2> restbind_members(header const*) noexcept
{
    return {{{"name"}, {"value"}}};
}

/// A body. What is not UTF-8 stands in base64.
struct content
{
    std::string mime_type{};
    std::string text{};
    std::optional<std::string> encoding{};
};
BOOST_DESCRIBE_STRUCT(content, (), (mime_type, text, encoding))
constexpr std::array<member, 3> restbind_members(content const*) noexcept
{
    return {{{"mimeType", presence::defaulted}, {"text", presence::defaulted},
        {"encoding", presence::optional}}};
}

struct request
{
    std::string method{};
    std::string url{};
    std::vector<header> headers{};
    std::optional<content> post_data{};
};
BOOST_DESCRIBE_STRUCT(request, (), (method, url, headers, post_data))
constexpr std::array<member, 4> restbind_members(request const*) noexcept
{
    return {{{"method"}, {"url"}, {"headers", presence::defaulted},
        {"postData", presence::optional}}};
}

/// Status 0: there was none.
struct response
{
    int status = 0;
    std::vector<header> headers{};
    har::content content{};
};
BOOST_DESCRIBE_STRUCT(response, (), (status, headers, content))
constexpr std::array<member, 3> restbind_members(response const*) noexcept
{
    return {{{"status"}, {"headers", presence::defaulted}, {"content", presence::defaulted}}};
}

/// `is_complete` is false if secret members of the request are left out.
struct entry
{
    std::optional<std::string> operation{};
    std::optional<bool> is_complete{};
    har::request request{};
    har::response response{};
};
BOOST_DESCRIBE_STRUCT(entry, (), (operation, is_complete, request, response))
constexpr std::array<member, 4> restbind_members(entry const*) noexcept
{
    return {{{"_operation", presence::optional}, {"_isComplete", presence::optional}, {"request"},
        {"response"}}};
}

struct log
{
    std::vector<entry> entries{};
};
BOOST_DESCRIBE_STRUCT(log, (), (entries))
constexpr std::array<member, 1> restbind_members(log const*) noexcept
{
    return {{{"entries"}}};
}

struct file
{
    har::log log{};
};
BOOST_DESCRIBE_STRUCT(file, (), (log))
constexpr std::array<member, 1> restbind_members(file const*) noexcept
{
    return {{{"log"}}};
}

inline content content_of(std::string_view bytes, std::string_view type)
{
    if (utf8_prefix(bytes) == bytes.size())
        return {.mime_type = std::string(type), .text = std::string(bytes)};
    auto const* const data = reinterpret_cast<unsigned char const*>(bytes.data());
    return {.mime_type = std::string(type),
        .text = base64_encode(std::span(data, bytes.size())),
        .encoding = "base64"};
}

/// The bytes of a body; nothing where they are no base64.
inline std::optional<std::string> bytes_of(content const& body)
{
    if (body.encoding != "base64")
        return body.text;
    auto const bytes = base64_decode(body.text);
    if (!bytes)
        return std::nullopt;
    return std::string(bytes->begin(), bytes->end());
}

} // namespace restbind::testing::detail::har
