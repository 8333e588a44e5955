// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace restbind::inline RESTBIND_ABI::testing
{

/** What becomes of one request to a fake service; made by the functions below. */
struct reply
{
    /** What is sent. */
    enum class kind : unsigned char
    {
        usual,   ///< what the operation's function says
        content, ///< `status`, `content_type` and `body`
        problem, ///< a problem document with `code` and `detail`
        garbage  ///< `body`, which is no HTTP
    };

    /** How much of it arrives. */
    enum class fate : unsigned char
    {
        whole,
        cut_off, ///< half of it, then the end of the connection
        lost     ///< nothing: the connection breaks
    };

    kind what = kind::usual;
    fate arrives = fate::whole;
    int status = 0;
    std::string content_type{};
    std::string body{};
    std::int64_t code = 0;
    std::chrono::nanoseconds after{0}; ///< the time that the service takes
};

/** A response with a status, and with a body of any kind. */
inline reply status(int number, std::string body = {}, std::string content_type = {})
{
    return {.what = reply::kind::content,
        .status = number,
        .content_type = std::move(content_type),
        .body = std::move(body)};
}

/** A refusal by a problem document, with the member for the code that the operation's API has. */
inline reply problem(std::int64_t code, std::string detail, int status = 422)
{
    return {.what = reply::kind::problem,
        .status = status,
        .body = std::move(detail),
        .code = code};
}

/** The service carries the request out, but its response is lost. */
inline reply lost_response()
{
    return {.arrives = reply::fate::lost};
}

/** The service carries the request out, but half of its response is lost. */
inline reply cut_off()
{
    return {.arrives = reply::fate::cut_off};
}

/** The service takes its time before it answers. */
inline reply slow(std::chrono::nanoseconds after, reply then = {})
{
    then.after += after;
    return then;
}

/** Bytes that are no HTTP. */
inline reply garbage(std::string bytes = "\x15\x03\x01 this is no HTTP\r\n\r\n")
{
    return {.what = reply::kind::garbage, .body = std::move(bytes)};
}

} // namespace restbind::testing
