// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <restbind/core/detail/config.hpp>
#include <restbind/core/problem.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
        problem, ///< a problem document with `code`, and with `body` as its `detail`
        refusal, ///< the problem document by which the operation refuses `errors`
        garbage  ///< `body`, which is no HTTP
    };

    /** How much of it arrives. */
    enum class fate : unsigned char
    {
        whole,   ///< all of it
        cut_off, ///< some bytes of it, then the end of the connection
        lost     ///< nothing: the connection breaks
    };

    /** In place of a number of bytes: half of them. */
    static constexpr std::size_t half = (std::numeric_limits<std::size_t>::max)();

    kind what = kind::usual;    ///< what it consists of
    fate arrives = fate::whole; ///< how much of it arrives
    int status = 0;             ///< of content or of a problem
    std::string content_type{}; ///< empty for none
    std::string body{};         ///< see the kinds
    std::int64_t code = 0;      ///< of a problem document; 0 for none
    std::vector<validation_error> errors{}; ///< of a refusal
    std::vector<std::pair<std::string, std::string>> headers{}; ///< such as Retry-After
    std::size_t bytes = half;                                   ///< of one that is cut off
    std::chrono::nanoseconds after{0};                          ///< the time that the service takes
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

/** A refusal of fields that the client had no objection to, in the form that the operation's
    document describes.

    @param errors Fields as the service names them (`lines[0].itemId`), each with what is said.
*/
inline reply refused(std::vector<validation_error> errors)
{
    return {.what = reply::kind::refusal, .errors = std::move(errors)};
}

/** The service carries the request out, but its response is lost. */
inline reply lost_response()
{
    return {.arrives = reply::fate::lost};
}

/** The service carries the request out, but the end of its response is lost.

    @param bytes How many bytes arrive, of head and body together.
*/
inline reply cut_off(std::size_t bytes = reply::half)
{
    return {.arrives = reply::fate::cut_off, .bytes = bytes};
}

/** The service takes its time before it responds. */
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

/** The same with one more header, such as Retry-After. */
inline reply with_header(reply to, std::string name, std::string value)
{
    to.headers.emplace_back(std::move(name), std::move(value));
    return to;
}

namespace detail
{

/** Replies to requests that come one after the other. */
class script
{
public:
    void add(reply next) { steps_.push_back({std::move(next), 1}); }

    /** Has the last step serve that many requests in all. */
    void repeat(std::size_t count)
    {
        if (!steps_.empty())
            steps_.back().left = count;
    }

    /** The reply to the next request; nothing if the script has ended. */
    std::optional<reply> next()
    {
        while (next_ != steps_.size() && steps_[next_].left == 0)
            ++next_;
        if (next_ == steps_.size())
            return std::nullopt;
        step& due = steps_[next_];
        due.is_used = true;
        if (due.left != for_ever)
            --due.left;
        return due.what;
    }

    /** For how many requests nothing came. One that is for all later requests counts once, if there
        was none. */
    std::size_t unused() const noexcept
    {
        std::size_t count = 0;
        for (step const& one : steps_)
            count += one.left != for_ever ? one.left : one.is_used ? 0 : 1;
        return count;
    }

    static constexpr std::size_t for_ever = (std::numeric_limits<std::size_t>::max)();

private:
    struct step
    {
        reply what;
        std::size_t left;
        bool is_used = false;
    };

    std::vector<step> steps_;
    std::size_t next_ = 0;
};

} // namespace detail

} // namespace restbind::testing
