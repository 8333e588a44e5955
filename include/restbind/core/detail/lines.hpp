// SPDX-License-Identifier: BSL-1.0
// Several texts in one literal, and the titles of statuses.
#pragma once

#include <restbind/core/detail/config.hpp>

#include <cstddef>
#include <string_view>

namespace restbind::inline RESTBIND_ABI::detail
{

/** Takes the first line off a text, which then starts behind the line's end. */
constexpr std::string_view take_line(std::string_view& lines) noexcept
{
    auto const size = lines.find('\n');
    std::string_view const line = lines.substr(0, size);
    lines.remove_prefix(size == std::string_view::npos ? lines.size() : size + 1);
    return line;
}

/** A line of a literal, counted from 0. A table of views would say the same, but costs a program
    a relocation and two words for every text. Empty behind the last one. */
RESTBIND_COLD constexpr std::string_view line_at(std::string_view lines, std::size_t index) noexcept
{
    for (; index != 0 && !lines.empty(); --index)
        take_line(lines);
    return take_line(lines);
}

/** How many lines there are. */
constexpr std::size_t count_lines(std::string_view lines) noexcept
{
    std::size_t count = 0;
    for (; !lines.empty(); take_line(lines))
        ++count;
    return count;
}

} // namespace restbind::detail

namespace restbind::inline RESTBIND_ABI
{

namespace detail
{

/** The reason phrases of RFC 9110, except that of 422: RFC 4918's is what services still send. */
inline constexpr std::string_view reason_phrases =
    "100 Continue\n101 Switching Protocols\n200 OK\n201 Created\n202 Accepted\n"
    "203 Non-Authoritative Information\n204 No Content\n205 Reset Content\n206 Partial Content\n"
    "300 Multiple Choices\n301 Moved Permanently\n302 Found\n303 See Other\n304 Not Modified\n"
    "307 Temporary Redirect\n308 Permanent Redirect\n400 Bad Request\n401 Unauthorized\n"
    "402 Payment Required\n403 Forbidden\n404 Not Found\n405 Method Not Allowed\n"
    "406 Not Acceptable\n407 Proxy Authentication Required\n408 Request Timeout\n409 Conflict\n"
    "410 Gone\n411 Length Required\n412 Precondition Failed\n413 Content Too Large\n"
    "414 URI Too Long\n415 Unsupported Media Type\n416 Range Not Satisfiable\n"
    "417 Expectation Failed\n421 Misdirected Request\n422 Unprocessable Entity\n"
    "426 Upgrade Required\n428 Precondition Required\n429 Too Many Requests\n"
    "431 Request Header Fields Too Large\n500 Internal Server Error\n501 Not Implemented\n"
    "502 Bad Gateway\n503 Service Unavailable\n504 Gateway Timeout\n"
    "505 HTTP Version Not Supported\n";

} // namespace detail

/** The reason phrase of an HTTP status, as in RFC 9110.

    @param status Any number.
    @returns "Unprocessable Entity" for 422 and so on; empty for a number that has no registered
    phrase. The text lives as long as the program.
*/
RESTBIND_COLD constexpr std::string_view reason_phrase(int status) noexcept
{
    for (std::string_view rest = detail::reason_phrases; !rest.empty();)
    {
        std::string_view const line = detail::take_line(rest);
        if ((line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0') == status)
            return line.substr(4);
    }
    return {};
}

} // namespace restbind
